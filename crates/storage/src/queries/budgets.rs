//! Budgets.

use crate::run::RunQueryDsl;
use async_trait::async_trait;
use diesel::prelude::*;
use saldo_domain::{Budget, BudgetId, Timestamp, UserId};

use super::backend::{Database, lock_user};
use crate::rows::{from_json, json};
use crate::schema::{budgets, categories};
use crate::sql_types::{At, RowId};
use crate::{Budgets, Error, Result};

#[async_trait]
impl Budgets for Database {
    async fn list_budgets(&self, user: UserId) -> Result<Vec<Budget>> {
        self.read(async move |connection| {
            let rows: Vec<serde_json::Value> = budgets::table
                .filter(budgets::user_id.eq(RowId::from(user)))
                .order((budgets::created_at, budgets::id))
                .select(budgets::content)
                .load(connection)
                .await?;
            rows.into_iter().map(from_json).collect()
        })
        .await
    }

    async fn put_budget(&self, user: UserId, budget: Budget, now: Timestamp) -> Result<()> {
        self.write(async move |connection| {
            lock_user(connection, user.into()).await?;
            let (user, id, category) =
                (RowId::from(user), RowId::from(budget.id), RowId::from(budget.category));
            let currency = budget.amount.currency().code().to_owned();
            let named =
                categories::table.filter(categories::user_id.eq(user)).filter(categories::id.eq(category));
            let owner: Option<RowId> =
                budgets::table.find(id).select(budgets::user_id).first(connection).await.optional()?;
            let known = named.count().get_result::<i64>(connection).await? == 1;
            if !known || owner.is_some_and(|owner| owner != user) {
                return Err(Error::NotFound);
            }
            let others = budgets::table
                .filter(budgets::user_id.eq(user))
                .filter(budgets::category_id.eq(category))
                .filter(budgets::currency.eq(currency.clone()))
                .filter(budgets::id.ne(id));
            if others.count().get_result::<i64>(connection).await? > 0 {
                return Err(Error::Conflict);
            }
            let content = json(budget)?;
            if owner.is_some() {
                diesel::update(budgets::table.find(id))
                    .set((
                        budgets::category_id.eq(category),
                        budgets::currency.eq(currency),
                        budgets::content.eq(content),
                        budgets::updated_at.eq(At(now)),
                    ))
                    .execute(connection)
                    .await?;
            } else {
                diesel::insert_into(budgets::table)
                    .values((
                        budgets::id.eq(id),
                        budgets::user_id.eq(user),
                        budgets::category_id.eq(category),
                        budgets::currency.eq(currency),
                        budgets::content.eq(content),
                        budgets::created_at.eq(At(now)),
                        budgets::updated_at.eq(At(now)),
                    ))
                    .execute(connection)
                    .await?;
            }
            Ok(())
        })
        .await
    }

    async fn delete_budget(&self, user: UserId, budget: BudgetId) -> Result<bool> {
        self.write(async move |connection| {
            let theirs = budgets::table
                .filter(budgets::user_id.eq(RowId::from(user)))
                .filter(budgets::id.eq(RowId::from(budget)));
            Ok(diesel::delete(theirs).execute(connection).await? > 0)
        })
        .await
    }
}
