//! The queries, compiled once for each database. The parent module is the adapter, which provides what
//! differs.

mod account_numbers;
mod accounts;
mod answers;
mod api_tokens;
mod archive_check;
mod archive_restore;
mod archives;
mod balances;
mod budgets;
mod categories;
mod category_delete;
mod chat_approvals;
mod chats;
mod credentials;
mod edit_delete;
mod edit_insert;
mod edit_transfers;
mod edit_undo;
mod edit_write;
mod edits;
mod entries;
mod flows;
mod import;
mod import_account;
mod import_beside;
mod import_by_hand;
mod import_held;
mod imports;
mod instances;
mod jobs;
mod memories;
mod merge;
mod merge_undo;
mod model_choices;
mod orphans;
mod preferences;
mod proven_lines;
mod rules;
mod sessions;
mod statements;
mod sums;
mod teachings;
mod totals;
mod two_steps;
mod unproven;
mod users;
mod verifications;

pub(super) use jobs::{by_turn, claimable, running_of_user};

use async_trait::async_trait;
use diesel_async::RunQueryDsl;

use super as backend;
use crate::{Error, Health, Result};

#[async_trait]
impl Health for backend::Database {
    async fn check_health(&self) -> Result<()> {
        let answer = self.read(async |connection| {
            diesel::select(diesel::dsl::sql::<diesel::sql_types::Integer>("1"))
                .get_result::<i32>(connection)
                .await?;
            Ok(())
        });
        tokio::time::timeout(self.settings.connect_timeout, answer).await.map_err(Error::database)?
    }
}
