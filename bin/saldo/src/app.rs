//! The services that the handlers share.

use std::sync::Arc;

use saldo_advisor::{Advisor, Writer};
use saldo_auth::Auth;
use saldo_bookkeeping::Bookkeeper;
use saldo_domain::Clock;
use saldo_statement_ingest::Ingest;
use saldo_statement_ingest::jobs::StatementJobs;
use saldo_storage::Storage;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::chatting::live::Live;
use crate::chatting::models::NamedModel;
use crate::config::Config;
use crate::disk::Disk;
use crate::idempotency::RequestsAtWork;
use crate::model_categorizing::ModelCategorizing;
use crate::pace::Pace;
use crate::turns::Turns;

/// The services that the handlers share. Cheap to clone.
#[derive(Clone)]
pub struct App {
    /// The settings.
    pub config: Arc<Config>,
    /// The database.
    pub storage: Arc<dyn Storage>,
    /// Authentication.
    pub auth: Arc<Auth>,
    /// Answers questions about the user's finances.
    pub advisor: Arc<Advisor>,
    /// The models that a user can choose: the default first, the built-in analyst last.
    pub models: Arc<[NamedModel]>,
    /// Performs the changes that the advisor proposes and the user approves.
    pub writer: Arc<dyn Writer>,
    /// The advisor's answers that are currently being written.
    pub live: Arc<Live>,
    /// The use cases on accounts and transactions.
    pub books: Bookkeeper,
    /// Imports files.
    pub ingest: Arc<Ingest>,
    /// Watches the space on the disk.
    pub disk: Disk,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Processes statements in the background.
    pub statement_jobs: StatementJobs,
    /// Asks a model for categories.
    pub categorizing: ModelCategorizing,
    /// Queues the import previews: at most one per core and one per user, because each holds a file in memory
    /// for the child process that reads it.
    pub import_turns: Arc<Turns>,
    /// The requests with an `Idempotency-Key` that this process is working on.
    pub requests_at_work: Arc<RequestsAtWork>,
    /// Rate limiter of the MCP endpoint.
    pub pace: Arc<Pace>,
    /// Background tasks, which are awaited at shutdown.
    pub tasks: TaskTracker,
    /// Canceled when the server begins to stop: streams end, and workers return their jobs.
    pub stopping: CancellationToken,
}
