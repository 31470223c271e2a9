//! The reader without a model: a PDF's pages, their layout, a draft. Two engines, the second when the first fails or
//! what it read does not add up.

use std::sync::Arc;

use async_trait::async_trait;
use bytes::Bytes;
use saldo_domain::{Clock, Failure, FailureCode, JobProgress, JobStage, Outcome, StatementDraft};

use crate::page::{Document, Engine, PageReader, PagesRequest, ReadError};
use crate::read::{self, ReadHints};
use crate::reader::{FilePassword, NotRead, Progress, StatementReader};
use crate::reconcile;

/// Reads PDFs by their layout.
pub struct LayoutReader {
    pages: Arc<dyn PageReader>,
    clock: Arc<dyn Clock>,
}

impl LayoutReader {
    /// Reads pages through `pages`: a guarded child process, or this one. The clock tells today, for dates without a year.
    #[must_use]
    pub fn new(pages: Arc<dyn PageReader>, clock: Arc<dyn Clock>) -> Self {
        Self { pages, clock }
    }

    async fn draft(
        &self,
        engine: Engine,
        file: &Bytes,
        password: Option<&FilePassword>,
        progress: &dyn Progress,
    ) -> Result<StatementDraft, NotRead> {
        let request = PagesRequest {
            file: file.clone(),
            password: password.map(|password| password.reveal().to_owned()),
            engine,
        };
        let heard = |page, pages| {
            progress.report(JobProgress {
                stage: JobStage::Reading,
                page,
                pages: Some(pages),
                ..JobProgress::default()
            });
        };
        let document = self.pages.read_pages(request, &heard).await.map_err(not_read)?;
        let hints = ReadHints { today: Some(self.clock.now().date()), ..ReadHints::default() };
        // A statement of hundreds of pages takes longer than other tasks of this thread should wait.
        let task = tokio::task::spawn_blocking(move || understand(&document, &hints));
        task.await.map_err(|error| NotRead::TryAgain(Box::new(error)))?
    }
}

fn understand(document: &Document, hints: &ReadHints) -> Result<StatementDraft, NotRead> {
    read::read_document(document, hints).map_err(|reason| NotRead::Failed(Failure::of(reason.code())))
}

fn not_read(error: ReadError) -> NotRead {
    let failed = |code| NotRead::Failed(Failure::of(code));
    match error {
        ReadError::NeedsPassword => failed(FailureCode::NeedsPassword),
        ReadError::WrongPassword => failed(FailureCode::WrongPassword),
        ReadError::Malformed | ReadError::Unsupported => failed(FailureCode::Unreadable),
        ReadError::TooLarge | ReadError::TimedOut => failed(FailureCode::TooLarge),
        ReadError::Reader => NotRead::TryAgain(Box::new(error)),
    }
}

/// Whether printed figures confirm the draft.
fn adds_up(draft: &StatementDraft) -> bool {
    reconcile::check(draft.clone()).outcome() == Some(Outcome::Balanced)
}

#[async_trait]
impl StatementReader for LayoutReader {
    async fn count_pages(&self, file: Bytes) -> Option<u32> {
        let request = PagesRequest { file, password: None, engine: Engine::Hayro };
        self.pages.count_pages(request).await.ok()
    }

    async fn read(
        &self,
        file: Bytes,
        password: Option<&FilePassword>,
        progress: &dyn Progress,
    ) -> Result<StatementDraft, NotRead> {
        let first = self.draft(Engine::Hayro, &file, password, progress).await;
        let second_opinion = match &first {
            Ok(draft) => !adds_up(draft),
            Err(NotRead::Failed(failure)) => failure.code == FailureCode::Unreadable,
            Err(NotRead::TryAgain(_)) => false,
        };
        if !second_opinion {
            return first;
        }
        // The second engine is believed only where it proves itself; otherwise the first one's answer stands.
        match self.draft(Engine::PdfExtract, &file, password, progress).await {
            Ok(draft) if adds_up(&draft) || first.is_err() => Ok(draft),
            _ => first,
        }
    }
}
