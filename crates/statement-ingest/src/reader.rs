//! The port through which the pipeline reads files: bytes become an unchecked draft.

use std::fmt;

use async_trait::async_trait;
use bytes::Bytes;
use saldo_domain::{Failure, FailureCode, JobProgress, StatementDraft, UserAnswers};

use crate::page::ReadError;

/// A reader of statement files: the layout reader, an import format or a language model.
#[async_trait]
pub trait StatementReader: Send + Sync {
    /// Reads a file. Dropping the future stops the work. `password` is ignored by readers of formats without
    /// encryption, and `answers` by readers of formats that leave nothing open.
    ///
    /// # Errors
    /// [`ReadFailure::Failed`] if the file cannot be read, which is final. [`ReadFailure::TryAgain`] if this
    /// server failed and another attempt may succeed.
    async fn read(
        &self,
        file: Bytes,
        password: Option<&FilePassword>,
        answers: &UserAnswers,
        progress: &dyn Progress,
    ) -> Result<StatementDraft, ReadFailure>;
}

/// The reason why a file was not read.
#[derive(Debug, thiserror::Error)]
pub enum ReadFailure {
    /// The file cannot be read; another attempt fails, too.
    #[error("the file cannot be read")]
    Failed(Failure),
    /// This server failed, for lack of memory or processes; another attempt may succeed.
    #[error("reading failed; another attempt may work")]
    TryAgain(#[source] Box<dyn std::error::Error + Send + Sync>),
}

impl From<ReadError> for ReadFailure {
    fn from(error: ReadError) -> Self {
        let failed = |code| Self::Failed(Failure::of(code));
        match error {
            ReadError::NeedsPassword => failed(FailureCode::NeedsPassword),
            ReadError::WrongPassword => failed(FailureCode::WrongPassword),
            ReadError::Malformed | ReadError::Unsupported => failed(FailureCode::Unreadable),
            ReadError::TooLarge | ReadError::TimedOut => failed(FailureCode::TooLarge),
            ReadError::Reader => Self::TryAgain(Box::new(error)),
        }
    }
}

/// A receiver of progress reports.
pub trait Progress: Send + Sync {
    /// Receives the current progress. It is called often and must not block.
    fn report(&self, progress: JobProgress);
}

/// Discards progress reports.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoProgress;

impl Progress for NoProgress {
    fn report(&self, _: JobProgress) {}
}

/// The password of an encrypted file. It is held in memory only, never stored or logged.
#[derive(Clone, PartialEq, Eq)]
pub struct FilePassword(String);

impl FilePassword {
    /// The longest password of a PDF, in bytes of UTF-8 (ISO 32000-2, 7.6.4.3.3).
    pub const BYTES_MAX: usize = 127;

    /// Creates a password; `None` if it is empty or longer than [`Self::BYTES_MAX`], because no file can have
    /// it.
    #[must_use]
    pub fn new(text: String) -> Option<Self> {
        (!text.is_empty() && text.len() <= Self::BYTES_MAX).then_some(Self(text))
    }

    /// Returns the password itself, for readers only.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for FilePassword {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("FilePassword(…)")
    }
}
