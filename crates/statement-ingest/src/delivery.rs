//! Files that arrive while no client waits for an answer: from the inbox, or by mail.

use saldo_domain::{Author, Failure, FailureCode, JobId, JobState, StatementId, StatementStatus, UserId};

use crate::error::Error;
use crate::ingest::{Ingest, Uploaded};
use crate::jobs::StatementJobs;
use crate::reader::FilePassword;

const DELETED: &str = "The statement was deleted while it was read";

/// The files of an upload, on their way through their jobs: several if the upload was a ZIP file.
#[derive(Debug, Default)]
pub struct Delivery {
    files: Vec<(String, Stage)>,
}

/// The stage of a file.
#[derive(Debug, Clone)]
enum Stage {
    Queued(StatementId, JobId),
    Ended(Delivered),
}

/// The result for a delivered file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Delivered {
    /// Its transactions were imported.
    Imported,
    /// It was imported before.
    Known,
    /// No transactions were found in it, and it was stored as a receipt.
    Receipt,
    /// Its type is not supported, for this reason.
    Unsupported(String),
    /// It was not imported, for this reason.
    Refused(String),
}

impl Delivery {
    /// Queues the processing of uploaded files.
    ///
    /// # Errors
    /// If a step fails that can be repeated.
    pub async fn queue(
        user: UserId,
        uploads: Vec<(String, Result<Uploaded, Error>)>,
        password: Option<&FilePassword>,
        jobs: &StatementJobs,
    ) -> Result<Self, Error> {
        let mut files = Vec::with_capacity(uploads.len());
        for (name, upload) in uploads {
            let stage = match upload {
                Ok(uploaded) if uploaded.statement.status == StatementStatus::Processed => {
                    Stage::Ended(Delivered::Known)
                }
                Ok(uploaded) => {
                    let statement = uploaded.statement.id;
                    match jobs.queue(Author::automatic(user), statement, password.cloned()).await? {
                        Some(job) => Stage::Queued(statement, job.id),
                        None => Stage::Ended(Delivered::Refused(DELETED.to_owned())),
                    }
                }
                Err(error @ (Error::UnknownFormat | Error::Heic)) => {
                    Stage::Ended(Delivered::Unsupported(error.to_string()))
                }
                Err(error) if is_final(&error) => Stage::Ended(Delivered::Refused(error.to_string())),
                Err(error) => return Err(error),
            };
            files.push((name, stage));
        }
        Ok(Self { files })
    }

    /// Returns the names of the files.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(|(name, _)| &name[..])
    }

    /// Returns the results of all files with their names; `None` while a job is open.
    ///
    /// # Errors
    /// If the storage or the file store fails.
    pub async fn results(
        &self,
        user: UserId,
        ingest: &Ingest,
        jobs: &StatementJobs,
    ) -> Result<Option<Vec<(String, Delivered)>>, Error> {
        for (_, stage) in &self.files {
            if let Stage::Queued(_, job) = stage
                && jobs.find(user, *job).await?.is_some_and(|job| !job.state.is_final())
            {
                return Ok(None);
            }
        }
        let mut results = Vec::with_capacity(self.files.len());
        for (name, stage) in &self.files {
            let delivered = match stage {
                Stage::Ended(delivered) => delivered.clone(),
                Stage::Queued(statement, job) => ended(user, *statement, *job, ingest, jobs).await?,
            };
            results.push((name.clone(), delivered));
        }
        Ok(Some(results))
    }
}

/// Returns the result for a file whose job has ended.
async fn ended(
    user: UserId,
    statement: StatementId,
    job: JobId,
    ingest: &Ingest,
    jobs: &StatementJobs,
) -> Result<Delivered, Error> {
    let Some(job) = jobs.find(user, job).await? else {
        return Ok(Delivered::Refused(DELETED.to_owned()));
    };
    if job.state == JobState::Done {
        return Ok(Delivered::Imported);
    }
    let failure = job.failure.unwrap_or_else(|| Failure::of(FailureCode::Unreadable));
    if may_be_receipt(failure.code) && ingest.keep_as_receipt(user, statement).await?.is_some() {
        return Ok(Delivered::Receipt);
    }
    Ok(Delivered::Refused(advice(failure)))
}

/// True if a file that failed for this reason may be a receipt: no transactions were found in it.
const fn may_be_receipt(code: FailureCode) -> bool {
    matches!(code, FailureCode::NotAStatement | FailureCode::ImageOnly)
}

/// Returns the reason of a failure with what to do, for a user who did not use the API.
fn advice(failure: Failure) -> String {
    match failure.code {
        FailureCode::NeedsPassword | FailureCode::WrongPassword => {
            "This file is protected by a password. Open it under Statements in Saldo, and enter its password there."
                .to_owned()
        }
        _ => failure.message,
    }
}

/// True if another attempt to upload the file would fail, too.
const fn is_final(error: &Error) -> bool {
    matches!(
        error,
        Error::TooLarge { .. }
            | Error::Empty
            | Error::UnknownFormat
            | Error::Heic
            | Error::Zip(_)
            | Error::OverQuota { .. }
            | Error::NotFound
            | Error::Failed(_)
            | Error::Storage(saldo_storage::Error::OwnerDeleted)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_protected_file_is_opened_in_the_app() {
        let text = advice(Failure::of(FailureCode::NeedsPassword));
        assert!(text.contains("enter its password there"), "{text}");
        assert_eq!(advice(Failure::of(FailureCode::Unreadable)), FailureCode::Unreadable.advice());
    }
}
