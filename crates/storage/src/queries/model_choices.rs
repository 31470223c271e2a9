//! Records of which model categorized a transaction.

use crate::run::RunQueryDsl;
use async_trait::async_trait;
use diesel::prelude::*;
use saldo_domain::{Timestamp, TransactionId, UserId};

use super::backend::{Database, insert_all, lock_user};
use crate::rows::{ROWS_PER_INSERT, storable};
use crate::schema::model_choices;
use crate::schema::transactions;
use crate::sql_types::{At, RowId};
use crate::{ModelChoices, Result};

#[derive(Insertable)]
#[diesel(table_name = model_choices)]
struct ChoiceRow {
    transaction_id: RowId,
    user_id: RowId,
    model: String,
    chosen_at: At,
}

#[async_trait]
impl ModelChoices for Database {
    async fn put_model_choices(
        &self,
        user: UserId,
        chosen: Vec<TransactionId>,
        model: &str,
        now: Timestamp,
    ) -> Result<()> {
        let model = storable(model);
        self.write(async move |connection| {
            let user = RowId::from(user);
            lock_user(connection, user).await?;
            let chosen: Vec<RowId> = chosen.into_iter().map(RowId::from).collect();
            for chunk in chosen.chunks(ROWS_PER_INSERT) {
                let theirs = model_choices::table.filter(model_choices::user_id.eq(user));
                diesel::delete(theirs.filter(model_choices::transaction_id.eq_any(chunk.to_vec())))
                    .execute(connection)
                    .await?;
                let known: Vec<RowId> = transactions::table
                    .filter(transactions::user_id.eq(user))
                    .filter(transactions::id.eq_any(chunk.to_vec()))
                    .select(transactions::id)
                    .load(connection)
                    .await?;
                let row = |transaction_id| ChoiceRow {
                    transaction_id,
                    user_id: user,
                    model: model.clone(),
                    chosen_at: At(now),
                };
                let rows: Vec<ChoiceRow> = known.into_iter().map(row).collect();
                insert_all!(connection, model_choices::table, rows)?;
            }
            Ok(())
        })
        .await
    }

    async fn find_model_choice(&self, user: UserId, transaction: TransactionId) -> Result<Option<String>> {
        self.read(async move |connection| {
            let choice = model_choices::table
                .filter(model_choices::user_id.eq(RowId::from(user)))
                .filter(model_choices::transaction_id.eq(RowId::from(transaction)));
            Ok(choice.select(model_choices::model).first(connection).await.optional()?)
        })
        .await
    }
}
