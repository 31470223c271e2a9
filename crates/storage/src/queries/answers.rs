//! The user's answers to what statements leave open.

use std::collections::{BTreeMap, HashSet};

use crate::run::RunQueryDsl;
use async_trait::async_trait;
use diesel::prelude::*;
use saldo_domain::{LayoutHint, OpenFact, StatementAnswers, StatementId, Timestamp, UserId};

use super::backend::{Connection, Database, lock_user};
use crate::rows::{from_json, from_word, json, storable, word};
use crate::schema::{accounts, confirmed_facts, layout_hints, statement_answers, statements};
use crate::sql_types::{At, RowId};
use crate::{Answers, LAYOUT_HINTS_MAX, NewAnswers, Result};

#[async_trait]
impl Answers for Database {
    async fn put_answers(
        &self,
        user: UserId,
        statement: StatementId,
        new: NewAnswers,
        now: Timestamp,
    ) -> Result<bool> {
        self.write(async move |connection| {
            let (user, statement) = (RowId::from(user), RowId::from(statement));
            lock_user(connection, user).await?;
            if !owns(connection, user, statement, &new).await? {
                return Ok(false);
            }
            let content = json(&new.answers)?;
            diesel::insert_into(statement_answers::table)
                .values((
                    statement_answers::statement_id.eq(statement),
                    statement_answers::user_id.eq(user),
                    statement_answers::content.eq(content.clone()),
                    statement_answers::updated_at.eq(At(now)),
                ))
                .on_conflict(statement_answers::statement_id)
                .do_update()
                .set((statement_answers::content.eq(content), statement_answers::updated_at.eq(At(now))))
                .execute(connection)
                .await?;
            if let Some((layout, hint)) = new.layout {
                put_hint(connection, user, &layout, &hint, now).await?;
            }
            for (account, fact) in new.confirmed {
                diesel::insert_into(confirmed_facts::table)
                    .values((
                        confirmed_facts::account_id.eq(RowId::from(account)),
                        confirmed_facts::fact.eq(word(fact)?),
                        confirmed_facts::user_id.eq(user),
                        confirmed_facts::updated_at.eq(At(now)),
                    ))
                    .on_conflict((confirmed_facts::account_id, confirmed_facts::fact))
                    .do_nothing()
                    .execute(connection)
                    .await?;
            }
            Ok(true)
        })
        .await
    }

    async fn find_statement_answers(&self, user: UserId, statement: StatementId) -> Result<StatementAnswers> {
        self.read(async move |connection| {
            let content: Option<serde_json::Value> = statement_answers::table
                .filter(statement_answers::user_id.eq(RowId::from(user)))
                .filter(statement_answers::statement_id.eq(RowId::from(statement)))
                .select(statement_answers::content)
                .first(connection)
                .await
                .optional()?;
            content.map(from_json).transpose().map(Option::unwrap_or_default)
        })
        .await
    }

    async fn list_layout_hints(&self, user: UserId) -> Result<BTreeMap<String, LayoutHint>> {
        self.read(async move |connection| {
            let rows: Vec<(String, serde_json::Value)> = layout_hints::table
                .filter(layout_hints::user_id.eq(RowId::from(user)))
                .order((layout_hints::updated_at.desc(), layout_hints::layout))
                .limit(i64::try_from(LAYOUT_HINTS_MAX).unwrap_or(i64::MAX))
                .select((layout_hints::layout, layout_hints::content))
                .load(connection)
                .await?;
            rows.into_iter().map(|(layout, content)| Ok((layout, from_json(content)?))).collect()
        })
        .await
    }
}

/// True if the statement and all accounts of the new are the user's.
async fn owns(connection: &mut Connection, user: RowId, statement: RowId, new: &NewAnswers) -> Result<bool> {
    let theirs = statements::table.filter(statements::user_id.eq(user)).filter(statements::id.eq(statement));
    if theirs.count().get_result::<i64>(connection).await? != 1 {
        return Ok(false);
    }
    let named: HashSet<RowId> = new.confirmed.iter().map(|(account, _)| RowId::from(*account)).collect();
    let count = i64::try_from(named.len()).unwrap_or(i64::MAX);
    let theirs = accounts::table
        .filter(accounts::user_id.eq(user))
        .filter(accounts::id.eq_any(named.into_iter().collect::<Vec<_>>()));
    Ok(theirs.count().get_result::<i64>(connection).await? == count)
}

async fn put_hint(
    connection: &mut Connection,
    user: RowId,
    layout: &str,
    hint: &LayoutHint,
    now: Timestamp,
) -> Result<()> {
    let content = json(hint)?;
    diesel::insert_into(layout_hints::table)
        .values((
            layout_hints::user_id.eq(user),
            layout_hints::layout.eq(storable(layout)),
            layout_hints::content.eq(content.clone()),
            layout_hints::updated_at.eq(At(now)),
        ))
        .on_conflict((layout_hints::user_id, layout_hints::layout))
        .do_update()
        .set((layout_hints::content.eq(content), layout_hints::updated_at.eq(At(now))))
        .execute(connection)
        .await?;
    Ok(())
}

/// Returns the facts that the user confirmed for these accounts.
pub(super) async fn confirmed(
    connection: &mut Connection,
    user: RowId,
    accounts: &[RowId],
) -> Result<HashSet<(RowId, OpenFact)>> {
    let rows: Vec<(RowId, String)> = confirmed_facts::table
        .filter(confirmed_facts::user_id.eq(user))
        .filter(confirmed_facts::account_id.eq_any(accounts.to_vec()))
        .select((confirmed_facts::account_id, confirmed_facts::fact))
        .load(connection)
        .await?;
    rows.into_iter().map(|(account, fact)| Ok((account, from_word(&fact)?))).collect()
}
