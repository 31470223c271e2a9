//! The services that the handlers share.

use std::sync::Arc;

use saldo_advisor::{Chats, Ledger};
use saldo_auth::{Auth, RateLimiter};
use saldo_bookkeeping::{Bookkeeper, Categorizer, RequestKeys};
use saldo_domain::Clock;
use saldo_feeds::BankFeeds;
use saldo_files::Disk;
use saldo_households::SharedBooks;
use saldo_mailbox::Mailboxes;
use saldo_notifications::Notifier;
use saldo_statement_ingest::Ingest;
use saldo_statement_ingest::jobs::StatementJobs;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::config::Config;
use crate::error::ApiError;

/// The services that the handlers share. Cheap to clone.
#[derive(Clone)]
pub struct App {
    /// The settings.
    pub config: Arc<Config>,
    /// Authentication.
    pub auth: Arc<Auth>,
    /// The users' conversations with the advisor.
    pub chats: Chats,
    /// The use cases on accounts and transactions.
    pub books: Bookkeeper,
    /// Notifies users of events in their books.
    pub notifier: Notifier,
    /// Fetches accounts and transactions from banks.
    pub feeds: BankFeeds,
    /// Imports the files of messages.
    pub mailboxes: Mailboxes,
    /// The households of users.
    pub households: SharedBooks,
    /// Imports files.
    pub ingest: Arc<Ingest>,
    /// Watches the space on the disk.
    pub disk: Disk,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Processes statements in the background.
    pub statement_jobs: StatementJobs,
    /// Asks a model for categories.
    pub categorizer: Categorizer,
    /// The data for tools that other assistants call.
    pub ledger: Ledger,
    /// The requests with an `Idempotency-Key`.
    pub request_keys: Arc<RequestKeys>,
    /// Rate limiter of the MCP endpoint.
    pub rate_limiter: Arc<RateLimiter>,
    /// Background tasks, which are awaited at shutdown.
    pub tasks: TaskTracker,
    /// Canceled when the server begins to stop: streams end, and workers return their jobs.
    pub stopping: CancellationToken,
}

impl App {
    /// Works in a task of its own, so that a client that disconnects does not cut it off: for credentials
    /// that work once, and files that should be imported as a whole.
    ///
    /// # Errors
    /// Those of `work`.
    pub async fn to_the_end<T, E>(
        &self,
        work: impl Future<Output = Result<T, E>> + Send + 'static,
    ) -> Result<T, ApiError>
    where
        T: Send + 'static,
        E: Into<ApiError> + Send + 'static,
    {
        let done = self.tasks.spawn(work).await.map_err(|error| ApiError::internal(&error))?;
        done.map_err(E::into)
    }
}
