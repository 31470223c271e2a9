//! The queries, compiled once for each database. The parent module is the adapter, which provides what
//! differs.

mod accounts;
mod answers;
mod api_tokens;
mod archives;
mod attachments;
mod budgets;
mod categories;
mod chats;
mod credentials;
mod edits;
mod feeds;
mod goals;
mod households;
mod idempotency_keys;
mod imports;
mod instances;
mod jobs;
mod mailboxes;
mod memories;
mod merchants;
mod model_choices;
mod notifications;
mod periodic;
mod preferences;
mod recurring_decisions;
mod rules;
mod saved_views;
mod sessions;
mod shared_expenses;
mod snapshots;
mod statements;
mod totals;
mod transactions;
mod two_steps;
mod users;
mod verifications;

pub(super) use jobs::{by_turn, claimable, running_of_user};

use crate::run::RunQueryDsl;
use async_trait::async_trait;
use diesel_async::pooled_connection::deadpool::Pool;

use super as backend;
use crate::{Error, Health, PoolUse, Result};

#[async_trait]
impl Health for backend::Database {
    async fn check_health(&self) -> Result<()> {
        self.check_durable()?;
        let answer = self.read(async |connection| {
            diesel::select(diesel::dsl::sql::<diesel::sql_types::Integer>("1"))
                .get_result::<i32>(connection)
                .await?;
            Ok(())
        });
        tokio::time::timeout(self.settings.connect_timeout, answer).await.map_err(Error::database)?
    }

    fn pools(&self) -> Vec<PoolUse> {
        let state = |(pool, connections): (&'static str, &Pool<backend::Connection>)| {
            let found = connections.status();
            let in_use = found.size.saturating_sub(found.available);
            PoolUse { pool, max: found.max_size, in_use, idle: found.available, waiting: found.waiting }
        };
        self.named_pools().into_iter().map(state).collect()
    }
}
