//! The reader of PDFs: pages become lines and columns, and these become a draft.
//!
//! A second engine reads the file if the first one cannot read it or if its draft is not balanced. After
//! that, text recognition reads scanned pages and a language model reads other layouts, if they are
//! configured.

use std::sync::Arc;

use async_trait::async_trait;
use bytes::Bytes;
use saldo_domain::{
    Clock, Failure, FailureCode, JobProgress, JobStage, Outcome, StatementDraft, UserAnswers,
};

#[cfg(feature = "model")]
use crate::model::ModelTurn;
#[cfg(feature = "ocr")]
use crate::page::PictureReader;
use crate::page::{Document, Engine, PageReader, PagesRequest};
use crate::read::{self, ReadHints};
use crate::reader::{FilePassword, Progress, ReadFailure, StatementReader};
use crate::reconcile;

/// Reads PDFs by the layout of their pages.
pub struct LayoutReader {
    pages: Arc<dyn PageReader>,
    clock: Arc<dyn Clock>,
    #[cfg(feature = "ocr")]
    pictures: Option<Arc<dyn PictureReader>>,
    #[cfg(feature = "model")]
    model: Option<ModelTurn>,
}

/// The result of one way to read a file.
struct Reading {
    /// The pages, if an engine could read them, for the ways that follow.
    #[cfg_attr(
        not(any(feature = "ocr", feature = "model")),
        expect(dead_code, reason = "only the optional readers read it")
    )]
    document: Option<Arc<Document>>,
    draft: Result<StatementDraft, ReadFailure>,
    /// True if a part of the file was lost.
    is_damaged: bool,
    /// True if the words of the pages were recognized in pictures.
    #[cfg_attr(
        not(all(feature = "ocr", feature = "model")),
        expect(dead_code, reason = "only both optional readers together read it")
    )]
    is_picture: bool,
}

impl Reading {
    fn failed(error: ReadFailure) -> Self {
        Self { document: None, draft: Err(error), is_damaged: false, is_picture: false }
    }

    /// True if the draft is balanced.
    fn adds_up(&self) -> bool {
        let checked = |draft: &StatementDraft| reconcile::check(draft.clone()).outcome();
        self.draft.as_ref().is_ok_and(|draft| checked(draft) == Some(Outcome::Balanced))
    }

    fn failure(&self) -> Option<FailureCode> {
        match &self.draft {
            Err(ReadFailure::Failed(failure)) => Some(failure.code),
            _ => None,
        }
    }
}

impl LayoutReader {
    /// Creates a reader of the pages that `pages` returns, read in a guarded child process or in this one.
    /// The clock supplies today's date for dates without a year.
    #[must_use]
    pub fn new(pages: Arc<dyn PageReader>, clock: Arc<dyn Clock>) -> Self {
        Self {
            pages,
            clock,
            #[cfg(feature = "ocr")]
            pictures: None,
            #[cfg(feature = "model")]
            model: None,
        }
    }

    /// Adds text recognition for pages that are pictures.
    #[cfg(feature = "ocr")]
    #[must_use]
    pub fn with_pictures(mut self, pictures: Arc<dyn PictureReader>) -> Self {
        self.pictures = Some(pictures);
        self
    }

    /// Adds a language model for statements in which no transactions were found, or that are not balanced. No
    /// other statement is sent to it.
    #[cfg(feature = "model")]
    #[must_use]
    pub fn with_model(mut self, model: ModelTurn) -> Self {
        self.model = Some(model);
        self
    }

    fn hints(&self, answers: &UserAnswers) -> ReadHints {
        ReadHints { today: Some(self.clock.now().date()), answers: answers.clone(), ..ReadHints::default() }
    }

    async fn reading(&self, engine: Engine, given: &Given<'_>) -> Reading {
        let request = given.request(engine);
        match self.pages.read_pages(request, &|page, pages| given.report(page, pages)).await {
            Ok(document) => self.understand(document, self.hints(given.answers)).await,
            Err(error) => Reading::failed(error.into()),
        }
    }

    async fn understand(&self, document: Document, hints: ReadHints) -> Reading {
        let document = Arc::new(document);
        let pages = Arc::clone(&document);
        // A statement of hundreds of pages would block the other tasks of this thread for too long.
        let task = tokio::task::spawn_blocking(move || read::read_document(&pages, &hints));
        let draft = match task.await {
            Ok(read) => read.map_err(|reason| ReadFailure::Failed(Failure::of(reason.code()))),
            Err(error) => Err(ReadFailure::TryAgain(Box::new(error))),
        };
        let is_damaged = document.pages.iter().any(|page| page.is_damaged);
        Reading { document: Some(document), draft, is_damaged, is_picture: false }
    }

    /// Returns the better of the two engines' readings.
    async fn by_engines(&self, given: &Given<'_>) -> Reading {
        let first = self.reading(Engine::Hayro, given).await;
        let second_opinion = match first.draft {
            Ok(_) => !first.adds_up(),
            Err(ReadFailure::Failed(_)) => first.failure() == Some(FailureCode::Unreadable),
            Err(ReadFailure::TryAgain(_)) => false,
        };
        if !second_opinion {
            return first;
        }
        // The second reading is used only if it is balanced or if the first one failed.
        let mut second = self.reading(Engine::PdfExtract, given).await;
        second.is_damaged |= first.is_damaged;
        let helps = second.adds_up() || first.draft.is_err();
        if second.draft.is_ok() && helps { second } else { first }
    }

    /// Reads the pages again with text recognition. Returns the new reading if it is balanced or the previous
    /// one failed, else the previous one.
    #[cfg(feature = "ocr")]
    async fn by_pictures(&self, reading: Reading, given: &Given<'_>) -> Reading {
        let may_help = match &reading.draft {
            Ok(_) => !reading.adds_up(),
            Err(_) => matches!(reading.failure(), Some(FailureCode::ImageOnly | FailureCode::NotAStatement)),
        };
        let (Some(pictures), Some(document), true) = (&self.pictures, &reading.document, may_help) else {
            return reading;
        };
        let request = given.request(Engine::Hayro);
        let report = |page, pages| given.report(page, pages);
        // If text recognition fails, the reading without it is the answer.
        let Ok(document) = pictures.read_pictures(request, document, &report).await else { return reading };
        let hints = ReadHints { is_recognized: true, ..self.hints(given.answers) };
        let mut recognised = self.understand(document, hints).await;
        recognised.is_picture = true;
        if let Ok(draft) = &mut recognised.draft {
            draft.read_by = saldo_domain::ReadBy::Picture;
        }
        if recognised.adds_up() || (recognised.draft.is_ok() && reading.draft.is_err()) {
            return recognised;
        }
        // The model gets the recognized words, because the pages have no others.
        Reading { document: recognised.document, is_picture: true, ..reading }
    }

    #[cfg(not(feature = "ocr"))]
    #[expect(clippy::unused_async, reason = "called in the same way with and without the feature")]
    async fn by_pictures(&self, reading: Reading, _: &Given<'_>) -> Reading {
        reading
    }

    /// Replaces a reading that failed or is not balanced by the model's reading, which is always balanced.
    #[cfg(feature = "model")]
    async fn by_model(&self, reading: Reading, given: &Given<'_>) -> Reading {
        let may_help = match &reading.draft {
            Ok(_) => !reading.adds_up(),
            Err(_) => matches!(reading.failure(), Some(FailureCode::ImageOnly | FailureCode::NotAStatement)),
        };
        let (Some(model), Some(document), true) = (&self.model, &reading.document, may_help) else {
            return reading;
        };
        match model.read(document, &self.hints(given.answers), given.progress).await {
            // The words come from the pictures, so that the draft is marked as recognized.
            Some(mut draft) => {
                draft.read_by =
                    if reading.is_picture { saldo_domain::ReadBy::Picture } else { draft.read_by };
                Reading { draft: Ok(draft), ..reading }
            }
            None => reading,
        }
    }

    #[cfg(not(feature = "model"))]
    #[expect(clippy::unused_async, reason = "called in the same way with and without the feature")]
    async fn by_model(&self, reading: Reading, _: &Given<'_>) -> Reading {
        reading
    }
}

/// A file to read, with the receiver of progress reports.
struct Given<'a> {
    file: Bytes,
    password: Option<&'a FilePassword>,
    answers: &'a UserAnswers,
    progress: &'a dyn Progress,
}

impl Given<'_> {
    fn request(&self, engine: Engine) -> PagesRequest {
        let password = self.password.map(|password| password.reveal().to_owned());
        PagesRequest { file: self.file.clone(), password, engine }
    }

    fn report(&self, page: u32, pages: u32) {
        self.progress.report(JobProgress {
            stage: JobStage::Reading,
            page,
            pages: Some(pages),
            ..JobProgress::default()
        });
    }
}

#[async_trait]
impl StatementReader for LayoutReader {
    async fn read(
        &self,
        file: Bytes,
        password: Option<&FilePassword>,
        answers: &UserAnswers,
        progress: &dyn Progress,
    ) -> Result<StatementDraft, ReadFailure> {
        let given = Given { file, password, answers, progress };
        let mut reading = self.by_engines(&given).await;
        if reading.is_damaged {
            // Rows may be lost without a gap in the running balances, so that nothing can prove the draft.
            reading.draft.iter_mut().for_each(doubt);
            return reading.draft;
        }
        let reading = self.by_pictures(reading, &given).await;
        self.by_model(reading, &given).await.draft
    }
}

/// Marks each account as unchecked, unless its outcome is worse. The figures stay unchanged.
fn doubt(draft: &mut StatementDraft) {
    for found in draft.accounts.iter_mut().filter_map(|account| account.findings.as_mut()) {
        found.outcome = Outcome::worst([found.outcome, Outcome::Unchecked]).unwrap_or(Outcome::Unchecked);
    }
}
