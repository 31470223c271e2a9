//! Rules.

use std::collections::BTreeSet;

use crate::run::RunQueryDsl;
use async_trait::async_trait;
use diesel::dsl::max;
use diesel::prelude::*;
use saldo_domain::{Rule, RuleId, Timestamp, UserId};

use super::backend::{Connection, Database, lock_user};
use crate::rows::{fit, from_json, json};
use crate::schema::rules;
use crate::sql_types::{At, RowId};
use crate::{Result, Rules};

#[async_trait]
impl Rules for Database {
    async fn list_rules(&self, user: UserId) -> Result<Vec<Rule>> {
        self.read(async move |connection| {
            let rows: Vec<serde_json::Value> = rules::table
                .filter(rules::user_id.eq(RowId::from(user)))
                .order((rules::position, rules::id))
                .select(rules::content)
                .load(connection)
                .await?;
            rows.into_iter().map(from_json).collect()
        })
        .await
    }

    async fn put_rule(&self, user: UserId, rule: Rule, now: Timestamp) -> Result<bool> {
        self.write(async move |connection| {
            lock_user(connection, user.into()).await?;
            let id = RowId::from(rule.id);
            let enabled = rule.enabled;
            let content = json(rule)?;
            let owner: Option<RowId> =
                rules::table.find(id).select(rules::user_id).first(connection).await.optional()?;
            match owner {
                Some(owner) if owner != RowId::from(user) => Ok(false),
                Some(_) => {
                    diesel::update(rules::table.find(id))
                        .set((
                            rules::enabled.eq(enabled),
                            rules::content.eq(content),
                            rules::updated_at.eq(At(now)),
                        ))
                        .execute(connection)
                        .await?;
                    Ok(true)
                }
                None => {
                    let last: Option<i32> = rules::table
                        .filter(rules::user_id.eq(RowId::from(user)))
                        .select(max(rules::position))
                        .first(connection)
                        .await?;
                    diesel::insert_into(rules::table)
                        .values((
                            rules::id.eq(id),
                            rules::user_id.eq(RowId::from(user)),
                            rules::position.eq(last.map_or(0, |last| last + 1)),
                            rules::enabled.eq(enabled),
                            rules::content.eq(content),
                            rules::created_at.eq(At(now)),
                            rules::updated_at.eq(At(now)),
                        ))
                        .execute(connection)
                        .await?;
                    Ok(true)
                }
            }
        })
        .await
    }

    async fn order_rules(&self, user: UserId, order: Vec<RuleId>) -> Result<bool> {
        self.write(async move |connection| {
            lock_user(connection, user.into()).await?;
            let theirs = ids(connection, user.into()).await?;
            let order: Vec<RowId> = order.into_iter().map(RowId::from).collect();
            let named: BTreeSet<RowId> = order.iter().copied().collect();
            if named != theirs || order.len() != theirs.len() {
                return Ok(false);
            }
            for (position, id) in order.into_iter().enumerate() {
                diesel::update(rules::table.find(id))
                    .set(rules::position.eq(fit::<_, i32>(position)?))
                    .execute(connection)
                    .await?;
            }
            Ok(true)
        })
        .await
    }

    async fn delete_rule(&self, user: UserId, rule: RuleId) -> Result<bool> {
        self.write(async move |connection| {
            let theirs = rules::table
                .filter(rules::user_id.eq(RowId::from(user)))
                .filter(rules::id.eq(RowId::from(rule)));
            Ok(diesel::delete(theirs).execute(connection).await? > 0)
        })
        .await
    }
}

async fn ids(connection: &mut Connection, user: RowId) -> Result<BTreeSet<RowId>> {
    let ids: Vec<RowId> =
        rules::table.filter(rules::user_id.eq(user)).select(rules::id).load(connection).await?;
    Ok(ids.into_iter().collect())
}
