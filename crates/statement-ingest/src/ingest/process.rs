//! Reading, checking and importing a stored file.

use bytes::Bytes;
use saldo_bookkeeping::Bookkeeper;
use saldo_domain::{
    Failure, FailureCode, JobProgress, JobStage, Money, Statement, StatementDraft, StatementId, UserId,
};
use saldo_storage::Imported;
use tracing::{Instrument, Span};

use super::Ingest;
use super::trash::fetch;
use crate::error::Error;
use crate::page::on_behalf_of;
use crate::reader::{FilePassword, Progress, ReadFailure};
use crate::reconcile;

/// Begins the span of reading a file.
fn read_span() -> Span {
    tracing::info_span!(target: "saldo::traces", "read", saldo.outcome = tracing::field::Empty)
}

impl Ingest {
    /// Reads the file of a statement, checks it, and imports its transactions, all of them or none.
    ///
    /// A second call replaces the transactions of this statement and preserves the user's changes. Dropping
    /// the future stops the work before or after the import, never in between.
    ///
    /// # Errors
    /// [`Error::NotFound`] if the user has no such statement, [`Error::Failed`] if the file cannot be read;
    /// both are final. After [`Error::Reader`], [`Error::Files`] or [`Error::Storage`] another attempt may
    /// succeed.
    pub async fn process(
        &self,
        user: UserId,
        statement: StatementId,
        password: Option<&FilePassword>,
        progress: &dyn Progress,
    ) -> Result<Imported, Error> {
        progress.report(JobProgress { stage: JobStage::Reading, ..JobProgress::default() });
        let known = self.storage.find_statement(user, statement).await?.ok_or(Error::NotFound)?;
        let file = self.file_of(&known).await?;
        let answers = self.answers_for(user, statement).await?;
        let read = if let Some(read) = self.read_as_chosen(user, statement, &file).await? {
            read
        } else {
            let span = read_span();
            let reading = on_behalf_of(user, self.reader.read(file, password, &answers, progress));
            let read = reading.instrument(span.clone()).await;
            span.record("saldo.outcome", if read.is_ok() { "read" } else { "failed" });
            read
        };
        let draft = read.map_err(|error| match error {
            ReadFailure::Failed(failure) => Error::Failed(failure),
            ReadFailure::TryAgain(source) => Error::Reader(source),
        })?;
        if let Some(amount) = too_large(&draft) {
            return Err(Error::Failed(Failure {
                code: FailureCode::Unreadable,
                message: format!(
                    "This file has an amount of {amount}, which is too large. Check the file, or download \
                     it from your bank again."
                ),
            }));
        }
        let rows = draft.accounts.iter().map(|account| account.transactions.len()).sum::<usize>();
        let reached = |stage| JobProgress {
            stage,
            page: draft.pages,
            pages: Some(draft.pages),
            rows: u32::try_from(rows).unwrap_or(u32::MAX),
            ..JobProgress::default()
        };
        let (checking, storing) = (reached(JobStage::Checking), reached(JobStage::Storing));
        progress.report(checking);
        // A check of 100,000 transactions would block other tasks, so that it runs on a thread of its own. A
        // short check may end before this task is polled again: yielding once lets the caller store the stage
        // in any case.
        tokio::task::yield_now().await;
        let check = tokio::task::spawn_blocking(move || reconcile::check(draft));
        let checked = check.await.map_err(|error| Error::Reader(Box::new(error)))?;
        progress.report(storing);
        let imported = self.storage.import_statement(user, statement, checked, self.clock.now()).await;
        match imported {
            Err(saldo_storage::Error::SumTooLarge) => Err(Error::Failed(Failure {
                code: FailureCode::Unreadable,
                message: "The sum of this file's amounts is too large. Check the file, or download it from \
                          your bank again."
                    .to_owned(),
            })),
            imported => {
                let mut imported = imported?.ok_or(Error::NotFound)?;
                if imported.differs {
                    Bookkeeper::new(self.storage.clone()).recheck_statement(user, statement).await?;
                    imported.statement =
                        self.storage.find_statement(user, statement).await?.ok_or(Error::NotFound)?;
                }
                Ok(imported)
            }
        }
    }

    /// Returns the content of the statement's file. A missing file is a final failure.
    pub(super) async fn file_of(&self, statement: &Statement) -> Result<Bytes, Error> {
        match fetch(self.files.as_ref(), &statement.file_key).await {
            Ok(found) => Ok(found.bytes().await?),
            Err(Error::FileMissing) => Err(Error::Failed(Failure {
                code: FailureCode::Unreadable,
                message: "The file of this statement is missing on the server. Upload it again.".to_owned(),
            })),
            Err(error) => Err(error),
        }
    }

    /// Without importers there are no choices.
    #[cfg(not(all(feature = "guarded", feature = "import")))]
    #[expect(clippy::unused_async, reason = "called in the same way with and without the feature")]
    async fn read_as_chosen(
        &self,
        _: UserId,
        _: StatementId,
        _: &Bytes,
    ) -> Result<Option<Result<saldo_domain::StatementDraft, ReadFailure>>, Error> {
        Ok(None)
    }
}

/// Returns the first figure that is too large for totals.
fn too_large(draft: &StatementDraft) -> Option<Money> {
    let mut figures = draft.accounts.iter().flat_map(|account| {
        let ends = [account.opening_balance, account.closing_balance].into_iter().flatten();
        let rows = account
            .transactions
            .iter()
            .flat_map(|transaction| [Some(transaction.amount), transaction.balance])
            .flatten();
        ends.chain(rows)
    });
    figures.find(|figure| figure.minor().unsigned_abs() > Money::LARGEST_MINOR)
}
