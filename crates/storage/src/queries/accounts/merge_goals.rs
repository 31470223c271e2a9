//! The earmarks of merged accounts, and their return when a merge is undone.

use std::collections::HashMap;

use crate::run::RunQueryDsl;
use diesel::prelude::*;
use saldo_domain::GoalId;
use saldo_ledger::merge::joined_earmark;
use serde::{Deserialize, Serialize};

use super::super::backend::Connection;
use super::merge::Merge;
use crate::Result;
use crate::schema::goal_accounts;
use crate::sql_types::RowId;

/// A goal's earmark of a deleted account, in minor units; `None` is a whole balance.
#[derive(Serialize, Deserialize)]
pub(super) struct MovedEarmark {
    goal: GoalId,
    /// The earmark of the deleted account.
    gone: Option<i64>,
    /// True if the goal had an earmark of the remaining account, too.
    is_joined: bool,
    /// The earmark of the remaining account before the merge, if it had one.
    before: Option<i64>,
    /// The earmark of the remaining account after the merge.
    after: Option<i64>,
}

impl Merge {
    /// Moves the earmarks of the deleted account. A goal with both accounts gets one earmark of both.
    pub(super) async fn move_earmarks(self, connection: &mut Connection) -> Result<Vec<MovedEarmark>> {
        let kept: HashMap<RowId, Option<i64>> =
            self.earmarks(connection, self.account).await?.into_iter().collect();
        let mut moved = Vec::new();
        for (goal, gone) in self.earmarks(connection, self.other).await? {
            let before = kept.get(&goal).copied();
            let after = before.map_or(gone, |before| joined_earmark(before, gone));
            self.put_earmark(connection, goal, self.account, after).await?;
            let (is_joined, before) = (before.is_some(), before.flatten());
            moved.push(MovedEarmark { goal: goal.typed(), gone, is_joined, before, after });
        }
        let gone = goal_accounts::table
            .filter(goal_accounts::user_id.eq(self.user))
            .filter(goal_accounts::account_id.eq(self.other));
        diesel::delete(gone).execute(connection).await?;
        Ok(moved)
    }

    /// Returns the earmarks to the restored account. One that the user changed after the merge is left alone.
    pub(super) async fn return_earmarks(
        self,
        connection: &mut Connection,
        moved: Vec<MovedEarmark>,
    ) -> Result<()> {
        let present: HashMap<RowId, Option<i64>> =
            self.earmarks(connection, self.account).await?.into_iter().collect();
        for MovedEarmark { goal, gone, is_joined, before, after } in moved {
            let goal = RowId::from(goal);
            if present.get(&goal) != Some(&after) {
                continue;
            }
            if is_joined {
                self.put_earmark(connection, goal, self.account, before).await?;
            } else {
                self.delete_earmark(connection, goal, self.account).await?;
            }
            self.put_earmark(connection, goal, self.other, gone).await?;
        }
        Ok(())
    }

    /// Returns the earmarks of an account by their goals.
    async fn earmarks(
        self,
        connection: &mut Connection,
        account: RowId,
    ) -> Result<Vec<(RowId, Option<i64>)>> {
        let found = goal_accounts::table
            .filter(goal_accounts::user_id.eq(self.user))
            .filter(goal_accounts::account_id.eq(account))
            .order(goal_accounts::goal_id)
            .select((goal_accounts::goal_id, goal_accounts::amount_minor));
        Ok(found.load(connection).await?)
    }

    /// Stores an earmark instead of the one that the goal had of this account.
    async fn put_earmark(
        self,
        connection: &mut Connection,
        goal: RowId,
        account: RowId,
        amount: Option<i64>,
    ) -> Result<()> {
        self.delete_earmark(connection, goal, account).await?;
        diesel::insert_into(goal_accounts::table)
            .values((
                goal_accounts::goal_id.eq(goal),
                goal_accounts::account_id.eq(account),
                goal_accounts::user_id.eq(self.user),
                goal_accounts::amount_minor.eq(amount),
            ))
            .execute(connection)
            .await?;
        Ok(())
    }

    async fn delete_earmark(self, connection: &mut Connection, goal: RowId, account: RowId) -> Result<()> {
        let earmark = goal_accounts::table.find((goal, account)).filter(goal_accounts::user_id.eq(self.user));
        diesel::delete(earmark).execute(connection).await?;
        Ok(())
    }
}
