//! The reader of PDFs: pages, their layout, a draft. Two engines, the second when the first fails or what it read does not
//! add up; after them, where they are given, text recognition for pictures and a language model for other layouts.

use std::sync::Arc;

use async_trait::async_trait;
use bytes::Bytes;
use saldo_domain::{Clock, Failure, FailureCode, Findings, JobProgress, JobStage, Outcome, StatementDraft};

#[cfg(feature = "model")]
use crate::model::ModelTurn;
#[cfg(feature = "ocr")]
use crate::page::PictureReader;
use crate::page::{Document, Engine, PageReader, PagesRequest};
use crate::read::{self, ReadHints};
use crate::reader::{FilePassword, NotRead, Progress, StatementReader};
use crate::reconcile;

/// Reads PDFs by their layout.
pub struct LayoutReader {
    pages: Arc<dyn PageReader>,
    clock: Arc<dyn Clock>,
    #[cfg(feature = "ocr")]
    pictures: Option<Arc<dyn PictureReader>>,
    #[cfg(feature = "model")]
    model: Option<ModelTurn>,
}

/// What one way of reading made of a file.
struct Reading {
    /// The pages, once they were read: for who reads them in another way.
    #[cfg_attr(not(any(feature = "ocr", feature = "model")), expect(dead_code, reason = "nobody does"))]
    document: Option<Arc<Document>>,
    draft: Result<StatementDraft, NotRead>,
    /// Whether part of the file was lost.
    is_damaged: bool,
    /// Whether the words of the pages were recognized in pictures.
    #[cfg_attr(not(all(feature = "ocr", feature = "model")), expect(dead_code, reason = "nobody asks"))]
    is_picture: bool,
}

impl Reading {
    fn failed(error: NotRead) -> Self {
        Self { document: None, draft: Err(error), is_damaged: false, is_picture: false }
    }

    /// Whether printed figures confirm the draft.
    fn adds_up(&self) -> bool {
        let checked = |draft: &StatementDraft| reconcile::check(draft.clone()).outcome();
        self.draft.as_ref().is_ok_and(|draft| checked(draft) == Some(Outcome::Balanced))
    }

    fn failure(&self) -> Option<FailureCode> {
        match &self.draft {
            Err(NotRead::Failed(failure)) => Some(failure.code),
            _ => None,
        }
    }
}

impl LayoutReader {
    /// Reads pages through `pages`: a guarded child process, or this one. The clock tells today, for dates without a year.
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

    /// Recognises the words of pages that are pictures.
    #[cfg(feature = "ocr")]
    #[must_use]
    pub fn with_pictures(mut self, pictures: Arc<dyn PictureReader>) -> Self {
        self.pictures = Some(pictures);
        self
    }

    /// Asks a model about statements in which nothing is found or that do not add up, and about no others.
    #[cfg(feature = "model")]
    #[must_use]
    pub fn with_model(mut self, model: ModelTurn) -> Self {
        self.model = Some(model);
        self
    }

    fn hints(&self) -> ReadHints {
        ReadHints { today: Some(self.clock.now().date()), ..ReadHints::default() }
    }

    async fn reading(&self, engine: Engine, given: &Given<'_>) -> Reading {
        let request = given.request(engine);
        match self.pages.read_pages(request, &|page, pages| given.heard(page, pages)).await {
            Ok(document) => self.understand(document, self.hints()).await,
            Err(error) => Reading::failed(error.into()),
        }
    }

    async fn understand(&self, document: Document, hints: ReadHints) -> Reading {
        let document = Arc::new(document);
        let pages = Arc::clone(&document);
        // A statement of hundreds of pages takes longer than other tasks of this thread should wait.
        let task = tokio::task::spawn_blocking(move || read::read_document(&pages, &hints));
        let draft = match task.await {
            Ok(read) => read.map_err(|reason| NotRead::Failed(Failure::of(reason.code()))),
            Err(error) => Err(NotRead::TryAgain(Box::new(error))),
        };
        let is_damaged = document.pages.iter().any(|page| page.is_damaged);
        Reading { document: Some(document), draft, is_damaged, is_picture: false }
    }

    /// What the engines make of the file between them.
    async fn by_engines(&self, given: &Given<'_>) -> Reading {
        let first = self.reading(Engine::Hayro, given).await;
        let second_opinion = match first.draft {
            Ok(_) => !first.adds_up(),
            Err(NotRead::Failed(_)) => first.failure() == Some(FailureCode::Unreadable),
            Err(NotRead::TryAgain(_)) => false,
        };
        if !second_opinion {
            return first;
        }
        // The second engine is believed only where it proves itself; otherwise the first one's answer stands.
        let mut second = self.reading(Engine::PdfExtract, given).await;
        second.is_damaged |= first.is_damaged;
        let helps = second.adds_up() || first.draft.is_err();
        if second.draft.is_ok() && helps { second } else { first }
    }

    /// What is read from pictures, where the pages are such: whatever it is, if there was nothing before; else only a
    /// reading that adds up.
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
        let heard = |page, pages| given.heard(page, pages);
        // Where nothing can be recognised, the answer is the one without recognition.
        let Ok(document) = pictures.read_pictures(request, document, &heard).await else { return reading };
        let hints = ReadHints { is_recognized: true, ..self.hints() };
        let mut recognised = self.understand(document, hints).await;
        recognised.is_picture = true;
        if let Ok(draft) = &mut recognised.draft {
            draft.read_by = saldo_domain::ReadBy::Picture;
        }
        if recognised.adds_up() || (recognised.draft.is_ok() && reading.draft.is_err()) {
            return recognised;
        }
        // The words of the pictures are all there is to look at.
        Reading { document: recognised.document, is_picture: true, ..reading }
    }

    #[cfg(not(feature = "ocr"))]
    async fn by_pictures(&self, reading: Reading, _: &Given<'_>) -> Reading {
        reading
    }

    /// The model's reading takes the place of one that does not add up only if it does.
    #[cfg(feature = "model")]
    async fn by_model(&self, reading: Reading, given: &Given<'_>) -> Reading {
        let may_help = match &reading.draft {
            Ok(_) => !reading.adds_up(),
            Err(_) => matches!(reading.failure(), Some(FailureCode::ImageOnly | FailureCode::NotAStatement)),
        };
        let (Some(model), Some(document), true) = (&self.model, &reading.document, may_help) else {
            return reading;
        };
        match model.read(document, &self.hints(), given.progress).await {
            // Whichever rule or model told rows from columns: the words are as good as their recognition.
            Some(mut draft) => {
                draft.read_by =
                    if reading.is_picture { saldo_domain::ReadBy::Picture } else { draft.read_by };
                Reading { draft: Ok(draft), ..reading }
            }
            None => reading,
        }
    }

    #[cfg(not(feature = "model"))]
    async fn by_model(&self, reading: Reading, _: &Given<'_>) -> Reading {
        reading
    }
}

/// What is to be read, and who is told how far it is.
struct Given<'a> {
    file: Bytes,
    password: Option<&'a FilePassword>,
    progress: &'a dyn Progress,
}

impl Given<'_> {
    fn request(&self, engine: Engine) -> PagesRequest {
        let password = self.password.map(|password| password.reveal().to_owned());
        PagesRequest { file: self.file.clone(), password, engine }
    }

    fn heard(&self, page: u32, pages: u32) {
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
        progress: &dyn Progress,
    ) -> Result<StatementDraft, NotRead> {
        let given = Given { file, password, progress };
        let mut reading = self.by_engines(&given).await;
        if reading.is_damaged {
            // Rows may be lost that no running balance misses: nothing proves what is left.
            reading.draft.iter_mut().for_each(doubt);
            return reading.draft;
        }
        let reading = self.by_pictures(reading, &given).await;
        self.by_model(reading, &given).await.draft
    }
}

/// Makes what was found on the pages at best unchecked; every figure stays.
fn doubt(draft: &mut StatementDraft) {
    for account in &mut draft.accounts {
        let found = account.findings.take();
        let outcomes = found.as_ref().map(|found| found.outcome).into_iter().chain([Outcome::Unchecked]);
        let outcome = Outcome::worst(outcomes).unwrap_or(Outcome::Unchecked);
        let contradictions = found.map_or_else(Vec::new, |found| found.contradictions);
        account.findings = Some(Findings { outcome, contradictions });
    }
}
