//! The services that handlers share.

use std::sync::Arc;

use saldo_advisor::{Advisor, Writer};
use saldo_auth::Auth;
use saldo_bookkeeping::Bookkeeper;
use saldo_domain::Clock;
use saldo_statement_ingest::Ingest;
use saldo_storage::{Storage, WorkerId};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::chatting::live::Live;
use crate::chatting::models::NamedModel;
use crate::config::Config;
use crate::disk::Disk;
use crate::idempotency::RequestsAtWork;
use crate::pace::Pace;
use crate::passwords::Passwords;
use crate::turns::Turns;

/// The services that handlers share. Cheap to clone.
#[derive(Clone)]
pub struct App {
    /// The settings.
    pub config: Arc<Config>,
    /// What is kept.
    pub storage: Arc<dyn Storage>,
    /// Who may come in.
    pub auth: Arc<Auth>,
    /// Who answers questions about the books.
    pub advisor: Arc<Advisor>,
    /// The models that a person can choose, the one that answers by default first, the analyst last.
    pub models: Arc<[NamedModel]>,
    /// Who does what the advisor asked and the person allowed.
    pub writer: Arc<dyn Writer>,
    /// The advisor's answers that are being written.
    pub live: Arc<Live>,
    /// What a person does with their books.
    pub books: Bookkeeper,
    /// From file to entries.
    pub ingest: Arc<Ingest>,
    /// The space on the disk.
    pub disk: Disk,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Passwords given at upload, until their file is processed.
    pub passwords: Arc<Passwords>,
    /// Whose merchants a model may be asked about.
    pub sorting_turns: Arc<Turns>,
    /// Turns at looking at an import: the files of few wait in memory for a child.
    pub import_turns: Arc<Turns>,
    /// The requests with an `Idempotency-Key` that this process works on.
    pub requests_at_work: Arc<RequestsAtWork>,
    /// How often other assistants asked.
    pub pace: Arc<Pace>,
    /// Wakes this process's workers when it queued a job itself.
    pub job_queued: Arc<Notify>,
    /// This process's name in leases.
    pub worker: WorkerId,
    /// What runs beside requests: waited for at the end.
    pub tasks: TaskTracker,
    /// Cancelled when the server begins to stop: streams end, workers give their jobs back.
    pub stopping: CancellationToken,
}
