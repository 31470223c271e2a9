//! Jobs that process statements: read, check, import, categorize, and match transfers.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use futures::stream::BoxStream;
use saldo_bookkeeping::{Bookkeeper, Selection, TransactionChange};
use saldo_domain::own_csv::FileDetails;
use saldo_domain::{
    Author, Clock, Failure, FailureCode, Job, JobId, JobWork, Statement, StatementId, StatementStatus,
    Transaction, TransactionId, UserId,
};
use saldo_storage::Storage;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::passwords::Passwords;
use super::{Done, JobEvent, JobFailure, JobRunner, JobSettings, Work};
use crate::error::Error;
use crate::import::CsvMapping;
use crate::ingest::{Answer, ImportTarget, Ingest, StatementName};
use crate::reader::{FilePassword, Progress};

/// A receiver of events that concern more than the statement.
pub trait StatementEvents: Send + Sync + 'static {
    /// Reports that a statement's transactions were imported and categorized. It must not block.
    fn imported(&self, user: UserId, statement: StatementId);

    /// Reports that a job failed because the disk is full.
    fn disk_full(&self);

    /// Reports that a statement was processed, or that it failed for good. It must not block.
    fn processed(&self, failure: Option<FailureCode>);
}

/// Processes a statement: imports it, then categorizes its transactions.
pub struct ProcessStatements {
    /// Reads, checks and imports statements.
    pub ingest: Arc<Ingest>,
    /// Categorizes transactions and matches transfers.
    pub books: Bookkeeper,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Receives what concerns more than the statement.
    pub events: Arc<dyn StatementEvents>,
}

#[async_trait]
impl Work for ProcessStatements {
    type Unstored = FilePassword;

    /// Reads the statement, imports its transactions, categorizes them and matches transfers. Every step can
    /// be repeated.
    async fn run(
        &self,
        job: &Job,
        unstored: Option<&FilePassword>,
        progress: &dyn Progress,
    ) -> Result<Done, JobFailure> {
        let JobWork::ProcessStatement { statement, by } = job.work;
        let imported = self
            .ingest
            .process(job.user, statement, unstored, progress)
            .await
            .map_err(|error| self.not_done(error))?;
        self.complete(Author { books: job.user, user: by }, statement).await;
        self.events.processed(None);
        // Transactions that this statement brought in an earlier run count neither as new nor as known.
        Ok(Done {
            transactions_new: Some(imported.transactions_new),
            transactions_known: Some(imported.transactions_known),
        })
    }

    fn given_up(&self) -> Failure {
        Failure {
            code: FailureCode::Unreadable,
            message:
                "This file could not be processed because of an error on the server. Process it again later, or \
                      check the server log."
                    .to_owned(),
        }
    }
}

impl ProcessStatements {
    /// Categorizes the new transactions and matches transfers. The transactions are imported even if that
    /// fails; it can be repeated at any time.
    async fn complete(&self, author: Author, statement: StatementId) {
        let (user, now) = (author.books, self.clock.now());
        // A restored export is not categorized: a transaction without a category there had none.
        let is_restored = self.restore_details(author, statement).await;
        if !is_restored && let Err(error) = self.books.categorize_statement(user, statement, now).await {
            let cause = &error as &dyn std::error::Error;
            tracing::error!(
                %statement,
                cause,
                "cannot categorize the transactions of a statement; apply the rules again"
            );
        }
        if let Err(error) = self.books.match_statement(user, statement, now).await {
            let cause = &error as &dyn std::error::Error;
            tracing::error!(%statement, cause, "cannot match the transfers of a statement");
        }
        if !is_restored {
            self.events.imported(user, statement);
        }
    }

    /// Restores the categories, tags, notes and splits that Saldo's own export or that of another
    /// program has, and its transfers and budgets. True if there were any.
    async fn restore_details(&self, author: Author, statement: StatementId) -> bool {
        let user = author.books;
        let FileDetails { marks, budgets } = match self.ingest.details(user, statement).await {
            Ok(details) if details.marks.is_empty() && details.budgets.is_empty() => return false,
            Ok(details) => details,
            Err(error) => return not_restored(statement, &error),
        };
        let now = self.clock.now();
        if let Err(error) = self.books.restore_budgets(user, budgets, now).await {
            let cause = &error as &dyn std::error::Error;
            tracing::error!(%statement, cause, "cannot restore the budgets of the file; process it again");
        }
        match self.books.restore_marks(author, statement, marks, now).await {
            Ok(_) => true,
            Err(error) => not_restored(statement, &error),
        }
    }

    fn not_done(&self, error: Error) -> JobFailure {
        match error {
            Error::Failed(failure) => {
                self.events.processed(Some(failure.code));
                JobFailure::Failed(failure)
            }
            Error::NotFound => JobFailure::Gone(Box::new(error)),
            error => {
                if error.is_disk_full() {
                    self.events.disk_full();
                }
                JobFailure::TryAgain(Box::new(error))
            }
        }
    }
}

fn not_restored(statement: StatementId, cause: &(dyn std::error::Error + 'static)) -> bool {
    tracing::error!(
        %statement,
        cause,
        "cannot restore the categories and notes of the file; process it again"
    );
    false
}

/// Queues statements for processing, holds the passwords of their files, and runs the jobs. Cheap to clone.
#[derive(Clone)]
pub struct StatementJobs {
    storage: Arc<dyn Storage>,
    clock: Arc<dyn Clock>,
    ingest: Arc<Ingest>,
    books: Bookkeeper,
    runner: JobRunner<ProcessStatements>,
    passwords: Arc<Passwords>,
}

impl StatementJobs {
    /// Creates the queue. Nothing runs before [`Self::start`]. When `stopping` is canceled, running jobs
    /// return to the queue; `tasks` tracks them.
    #[must_use]
    pub fn new(
        storage: Arc<dyn Storage>,
        work: ProcessStatements,
        settings: JobSettings,
        tasks: TaskTracker,
        stopping: CancellationToken,
    ) -> Self {
        let (clock, ingest, books) = (work.clock.clone(), work.ingest.clone(), work.books.clone());
        let runner = JobRunner::new(storage.clone(), work, clock.clone(), settings, tasks, stopping);
        Self { storage, clock, ingest, books, runner, passwords: Arc::default() }
    }

    /// Starts this process's workers.
    pub fn start(&self) {
        self.runner.start();
    }

    /// Changes a transaction. `change` makes the change from the transaction as it is. If its amount or date
    /// is corrected, its statement is read again under the corrections, and if other transactions then
    /// change, too, it is processed again, for which this waits for `wait_max`. Returns the changed
    /// transaction.
    ///
    /// # Errors
    /// Those of `change`, [`saldo_bookkeeping::Error::NotFound`], or if the database or the file store fails.
    /// A correction is stored, even if nothing can be learned from it.
    pub async fn change_transaction<E: From<Error> + From<saldo_bookkeeping::Error>>(
        &self,
        author: Author,
        transaction: TransactionId,
        change: impl FnOnce(&Transaction) -> Result<TransactionChange, E>,
        wait_max: Duration,
    ) -> Result<Transaction, E> {
        let user = author.books;
        let known = self.books.transaction(user, transaction).await?;
        let change = change(&known)?;
        let is_correction = change.amount.is_some_and(|amount| amount != known.amount)
            || change.date.is_some_and(|date| date != known.date);
        let selection = Selection::Ids(vec![transaction]);
        self.books.change_transactions(author, selection, change, self.clock.now()).await?;
        let changed =
            if is_correction { self.learn_from(author, &known, wait_max).await? } else { transaction };
        Ok(self.books.transaction(user, changed).await?)
    }

    /// Reads the statement of a corrected transaction again. Returns the transaction that has its place then.
    async fn learn_from(
        &self,
        author: Author,
        corrected: &Transaction,
        wait_max: Duration,
    ) -> Result<TransactionId, Error> {
        let user = author.books;
        let Some(statement) = corrected.statement else { return Ok(corrected.id) };
        let is_lesson = match self.ingest.learn_from_corrections(user, statement).await {
            Err(Error::FileMissing | Error::Failed(_)) => false,
            learned => learned?,
        };
        if is_lesson && let Some(job) = self.queue(author, statement, None).await? {
            self.wait(user, job, wait_max).await?;
        }
        let is_here = |other: &Transaction| {
            other.id == corrected.id || other.place.is_some() && other.place == corrected.place
        };
        let mut lines = self.ingest.lines(user, statement).await?.into_iter().map(|line| line.transaction);
        Ok(lines.find(is_here).map_or(corrected.id, |found| found.id))
    }

    /// Holds a password, given at upload, for the processing that follows: in memory, for 15 minutes.
    pub fn hold_password(&self, user: UserId, statement: StatementId, password: FilePassword) {
        self.passwords.keep(user, statement, password, self.clock.now());
    }

    /// Deletes all financial data of a user as [`Ingest::delete_books`] does, and the stored passwords of its
    /// files.
    ///
    /// # Errors
    /// As for [`Ingest::delete_books`].
    pub async fn delete_books(&self, user: UserId) -> Result<(), Error> {
        self.ingest.delete_books(user).await?;
        self.passwords.forget(user);
        Ok(())
    }

    /// Queues the processing of a statement as [`Self::queue`] does, and waits for at most `patience`.
    /// Returns the job and the statement as they are then.
    ///
    /// # Errors
    /// [`Error::NotFound`] if the user has no such statement; [`Error::AlreadyProcessed`] if it is processed
    /// and not to be processed again (`reprocess`); [`Error::Storage`].
    pub async fn process(
        &self,
        author: Author,
        name: &StatementName,
        reprocess: bool,
        password: Option<FilePassword>,
        patience: Duration,
    ) -> Result<(Job, Statement), Error> {
        let user = author.books;
        let statement = self.ingest.named_statement(user, name).await?;
        if statement.status == StatementStatus::Processed && !reprocess {
            return Err(Error::AlreadyProcessed { statement: statement.id });
        }
        let job = self.queue(author, statement.id, password).await?.ok_or(Error::NotFound)?;
        let job = self.wait(user, job, patience).await?.ok_or(Error::NotFound)?;
        Ok((job, self.ingest.statement(user, statement.id).await?))
    }

    /// Stores the user's choices for a data file as [`Ingest::choose`] does, and imports it as
    /// [`Self::process`] does.
    ///
    /// # Errors
    /// As for [`Ingest::choose`] and [`Self::process`].
    pub async fn import(
        &self,
        author: Author,
        statement: StatementId,
        mapping: Option<CsvMapping>,
        target: ImportTarget,
        patience: Duration,
    ) -> Result<(Job, Statement), Error> {
        self.ingest.choose(author.books, statement, mapping, target).await?;
        self.process(author, &StatementName::Id(statement), true, None, patience).await
    }

    /// Stores an answer about a part of a statement as [`Ingest::answer_statement`] does, and reads the
    /// statement again under it as [`Self::process`] does.
    ///
    /// # Errors
    /// As for [`Ingest::answer_statement`] and [`Self::process`].
    pub async fn answer(
        &self,
        author: Author,
        statement: StatementId,
        (part, answer): (usize, Answer),
        password: Option<FilePassword>,
        patience: Duration,
    ) -> Result<(Job, Statement), Error> {
        self.ingest.answer_statement(author.books, statement, part, answer).await?;
        self.process(author, &StatementName::Id(statement), true, password, patience).await
    }

    /// Queues the processing of a statement, with this password or one given with the upload; `None` if the
    /// user has no such statement.
    ///
    /// With a password, this process does the work itself, because the password exists only in its memory. If
    /// it dies, another process takes over and reports that the file needs a password.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn queue(
        &self,
        author: Author,
        statement: StatementId,
        password: Option<FilePassword>,
    ) -> saldo_storage::Result<Option<Job>> {
        let now = self.clock.now();
        let stored = self.passwords.take(author.books, statement, now);
        let Some(password) = password.or(stored) else {
            let job = self.storage.enqueue_statement(author, statement, None, now).await?;
            self.runner.wake();
            return Ok(job);
        };
        let claimant = Some(self.runner.claimant());
        let job = self.storage.enqueue_statement(author, statement, claimant, now).await?;
        if let Some(job) = &job {
            self.runner.run_with(job.clone(), password);
        }
        Ok(job)
    }

    /// Returns a job; `None` if the user has no such job.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn find(&self, user: UserId, job: JobId) -> saldo_storage::Result<Option<Job>> {
        self.storage.find_job(user, job).await
    }

    /// Waits until the job has ended, at most for `patience`, and returns its latest state; `None` if it no
    /// longer exists.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn wait(
        &self,
        user: UserId,
        job: Job,
        patience: Duration,
    ) -> saldo_storage::Result<Option<Job>> {
        self.runner.wait(user, job, patience).await
    }

    /// Returns a job as it is, and each of its later changes, as [`JobRunner::changes`] does.
    #[must_use]
    pub fn changes(&self, user: UserId, job: Job) -> BoxStream<'static, JobEvent> {
        self.runner.changes(user, job)
    }
}
