//! The port the pipeline reads through: a file's bytes become an unchecked draft.

use std::fmt;

use async_trait::async_trait;
use bytes::Bytes;
use saldo_domain::{Failure, FailureCode, JobProgress, StatementDraft};

use crate::page::ReadError;

/// Reads a statement's file, whatever is behind it: the layout reader, an import format, a language model.
#[async_trait]
pub trait StatementReader: Send + Sync {
    /// Reads the file. Dropping the future stops the work.
    ///
    /// # Errors
    /// [`NotRead::Failed`] is the file's fault and final; [`NotRead::TryAgain`] is ours and may pass.
    async fn read(
        &self,
        file: Bytes,
        password: Option<&FilePassword>,
        progress: &dyn Progress,
    ) -> Result<StatementDraft, NotRead>;
}

/// Why a file was not read.
#[derive(Debug, thiserror::Error)]
pub enum NotRead {
    /// The file cannot be read; trying again will not help.
    #[error("the file cannot be read")]
    Failed(Failure),
    /// Something of ours failed (no memory, no process); another attempt may work.
    #[error("reading failed, another attempt may work")]
    TryAgain(#[source] Box<dyn std::error::Error + Send + Sync>),
}

impl From<ReadError> for NotRead {
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

/// Who is told how far the reading has come. Called often; must not block.
pub trait Progress: Send + Sync {
    /// The work has come this far.
    fn report(&self, progress: JobProgress);
}

/// Nobody listens.
#[derive(Debug, Clone, Copy, Default)]
pub struct Unheard;

impl Progress for Unheard {
    fn report(&self, _: JobProgress) {}
}

/// The password of an encrypted file: kept in memory only, never stored, never logged.
#[derive(Clone, PartialEq, Eq)]
pub struct FilePassword(String);

impl FilePassword {
    /// The longest password a PDF can have, in bytes of UTF-8 (ISO 32000-2, 7.6.4.3.3).
    pub const BYTES_MAX: usize = 127;

    /// Takes a password; `None` for an empty or overlong one, which no file can have.
    #[must_use]
    pub fn new(text: String) -> Option<Self> {
        (!text.is_empty() && text.len() <= Self::BYTES_MAX).then_some(Self(text))
    }

    /// The secret itself, for the reader.
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
