//! The work of this server that follows the processing of a statement.

use std::sync::Arc;

use saldo_bookkeeping::Categorizer;
use saldo_domain::{Chain, Clock, FailureCode, StatementId, UserId};
use saldo_files::Disk;
use saldo_notifications::Notifier;
use saldo_statement_ingest::jobs::StatementEvents;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::metrics;

/// Asks a model about merchants that nothing else knows, looks for events, notes that the disk is full, and
/// counts results.
pub struct AfterProcessing {
    /// Categorizes with a model.
    pub categorizer: Categorizer,
    /// Stops uploads while the disk is full.
    pub disk: Disk,
    /// Notifies the user of events that the statement shows.
    pub notifier: Notifier,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Background tasks, which are awaited at shutdown.
    pub tasks: TaskTracker,
    /// Canceled when the server begins to stop.
    pub stopping: CancellationToken,
}

impl AfterProcessing {
    /// Looks for events of the user in the background.
    fn look(&self, user: UserId) {
        let (notifier, now, stopping) = (self.notifier.clone(), self.clock.now(), self.stopping.clone());
        self.tasks.spawn(async move {
            let looked = tokio::select! {
                looked = notifier.look(user, now) => looked,
                () = stopping.cancelled() => return,
            };
            if let Err(error) = looked {
                tracing::warn!(%user, cause = %Chain(&error), "cannot look for the events of a user");
            }
        });
    }
}

impl StatementEvents for AfterProcessing {
    fn imported(&self, user: UserId, statement: StatementId) {
        self.look(user);
        if !self.categorizer.has_model() {
            return;
        }
        let (categorizer, now, stopping) =
            (self.categorizer.clone(), self.clock.now(), self.stopping.clone());
        self.tasks.spawn(async move {
            let asked = tokio::select! {
                asked = categorizer.categorize_statement(user, statement, now) => asked,
                () = stopping.cancelled() => return,
            };
            match asked {
                Ok(None) => {}
                Ok(Some(asked)) => tracing::info!(
                    %statement, asked.merchants, asked.known, asked.transactions, "asked a model to categorize"
                ),
                Err(error) => {
                    tracing::error!(%statement, cause = %Chain(&error), "cannot ask a model to categorize");
                }
            }
        });
    }

    fn disk_full(&self) {
        self.disk.mark_full();
    }

    fn processed(&self, failure: Option<FailureCode>) {
        metrics::count_statement(failure);
    }
}
