//! The queries, compiled once for each database. The module above this one is the adapter: it says what differs.

mod accounts;
mod api_tokens;
mod balances;
mod categories;
mod credentials;
mod entries;
mod import;
mod jobs;
mod orphans;
#[cfg(test)]
mod plans;
mod sessions;
mod statements;
mod totals;
mod two_steps;
mod users;
mod verifications;

pub(super) use jobs::claimable;

use async_trait::async_trait;
use diesel_async::RunQueryDsl;

use super as backend;
use crate::{Health, Result};

#[async_trait]
impl Health for backend::Database {
    async fn check_health(&self) -> Result<()> {
        self.read(async |connection| {
            diesel::select(diesel::dsl::sql::<diesel::sql_types::Integer>("1"))
                .get_result::<i32>(connection)
                .await?;
            Ok(())
        })
        .await
    }
}
