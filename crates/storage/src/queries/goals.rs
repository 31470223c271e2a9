//! Savings goals.

use std::collections::{BTreeSet, HashMap};

use crate::run::RunQueryDsl;
use async_trait::async_trait;
use chrono::NaiveDate;
use diesel::dsl::max;
use diesel::prelude::*;
use saldo_domain::{
    Contribution, ContributionId, Currency, Earmark, Goal, GoalId, GoalSource, Money, Timestamp, UserId,
};

use super::backend::{Connection, Database, insert_all, lock_user};
use crate::goals::{CONTRIBUTIONS_MAX, GOALS_MAX};
use crate::rows::{fit, storable};
use crate::schema::{accounts, goal_accounts, goal_contributions, goals};
use crate::sql_types::{At, RowId};
use crate::{Error, Goals, Result};

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = goals)]
struct GoalRow {
    id: RowId,
    user_id: RowId,
    position: i32,
    name: String,
    target_minor: i64,
    currency: String,
    target_date: Option<NaiveDate>,
    by_hand: bool,
    note: Option<String>,
    archived: bool,
    created_at: At,
    updated_at: At,
}

/// The columns of a goal that the user changes.
#[derive(AsChangeset)]
#[diesel(table_name = goals, treat_none_as_null = true)]
struct GoalChange {
    name: String,
    target_minor: i64,
    currency: String,
    target_date: Option<NaiveDate>,
    by_hand: bool,
    note: Option<String>,
    archived: bool,
    updated_at: At,
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = goal_accounts)]
struct EarmarkRow {
    goal_id: RowId,
    account_id: RowId,
    user_id: RowId,
    amount_minor: Option<i64>,
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = goal_contributions)]
struct ContributionRow {
    id: RowId,
    user_id: RowId,
    goal_id: RowId,
    date: NaiveDate,
    amount_minor: i64,
}

impl GoalChange {
    fn of(goal: &Goal, now: Timestamp) -> Self {
        Self {
            name: storable(&goal.name),
            target_minor: goal.target.minor(),
            currency: goal.currency().code().to_owned(),
            target_date: goal.target_date,
            by_hand: goal.source == GoalSource::Contributions,
            note: goal.note.as_deref().map(storable),
            archived: goal.is_archived,
            updated_at: At(now),
        }
    }

    /// Returns the row of a new goal.
    fn into_row(self, user: RowId, id: RowId, position: i32) -> GoalRow {
        GoalRow {
            id,
            user_id: user,
            position,
            name: self.name,
            target_minor: self.target_minor,
            currency: self.currency,
            target_date: self.target_date,
            by_hand: self.by_hand,
            note: self.note,
            archived: self.archived,
            created_at: self.updated_at,
            updated_at: self.updated_at,
        }
    }
}

impl GoalRow {
    fn goal(self, earmarks: Vec<EarmarkRow>) -> Result<Goal> {
        let currency = currency(&self.currency)?;
        let earmark = |row: EarmarkRow| Earmark {
            account: row.account_id.typed(),
            amount: row.amount_minor.map(|minor| Money::from_minor(minor, currency)),
        };
        let source = if self.by_hand {
            GoalSource::Contributions
        } else {
            GoalSource::Accounts(earmarks.into_iter().map(earmark).collect())
        };
        Ok(Goal {
            id: self.id.typed(),
            name: self.name,
            target: Money::from_minor(self.target_minor, currency),
            target_date: self.target_date,
            source,
            note: self.note,
            is_archived: self.archived,
        })
    }
}

fn currency(code: &str) -> Result<Currency> {
    Currency::parse(code).map_err(Error::database)
}

#[async_trait]
impl Goals for Database {
    async fn list_goals(&self, user: UserId) -> Result<Vec<Goal>> {
        self.read(async move |connection| {
            let user = RowId::from(user);
            let rows: Vec<GoalRow> = goals::table
                .filter(goals::user_id.eq(user))
                .order((goals::position, goals::id))
                .select(GoalRow::as_select())
                .load(connection)
                .await?;
            let earmarks: Vec<EarmarkRow> = goal_accounts::table
                .filter(goal_accounts::user_id.eq(user))
                .order(goal_accounts::account_id)
                .select(EarmarkRow::as_select())
                .load(connection)
                .await?;
            let mut of_goals: HashMap<RowId, Vec<EarmarkRow>> = HashMap::new();
            for earmark in earmarks {
                of_goals.entry(earmark.goal_id).or_default().push(earmark);
            }
            rows.into_iter()
                .map(|row| {
                    let earmarks = of_goals.remove(&row.id).unwrap_or_default();
                    row.goal(earmarks)
                })
                .collect()
        })
        .await
    }

    async fn put_goal(&self, user: UserId, goal: Goal, now: Timestamp) -> Result<bool> {
        self.write(async move |connection| {
            let (user, id) = (RowId::from(user), RowId::from(goal.id));
            lock_user(connection, user).await?;
            let change = GoalChange::of(&goal, now);
            let stored: Option<(RowId, String)> = goals::table
                .find(id)
                .select((goals::user_id, goals::currency))
                .first(connection)
                .await
                .optional()?;
            match stored {
                Some((owner, _)) if owner != user => return Err(Error::NotFound),
                Some((_, currency)) => {
                    let is_other = !change.by_hand || currency != change.currency;
                    if is_other && count_contributions(connection, user, id).await? > 0 {
                        return Err(Error::Conflict);
                    }
                    diesel::update(goals::table.find(id)).set(change).execute(connection).await?;
                }
                None => {
                    let theirs = goals::table.filter(goals::user_id.eq(user));
                    let count: i64 = theirs.count().get_result(connection).await?;
                    if count >= fit::<usize, i64>(GOALS_MAX)? {
                        return Ok(false);
                    }
                    let last: Option<i32> = theirs.select(max(goals::position)).first(connection).await?;
                    let row = change.into_row(user, id, last.map_or(0, |last| last.saturating_add(1)));
                    diesel::insert_into(goals::table).values(row).execute(connection).await?;
                }
            }
            put_earmarks(connection, user, id, goal.earmarks()).await?;
            Ok(true)
        })
        .await
    }

    async fn order_goals(&self, user: UserId, order: Vec<GoalId>) -> Result<bool> {
        self.write(async move |connection| {
            let user = RowId::from(user);
            lock_user(connection, user).await?;
            let theirs: Vec<RowId> =
                goals::table.filter(goals::user_id.eq(user)).select(goals::id).load(connection).await?;
            let order: Vec<RowId> = order.into_iter().map(RowId::from).collect();
            let named: BTreeSet<RowId> = order.iter().copied().collect();
            if order.len() != theirs.len() || named != theirs.into_iter().collect() {
                return Ok(false);
            }
            for (position, id) in order.into_iter().enumerate() {
                diesel::update(goals::table.find(id))
                    .set(goals::position.eq(fit::<_, i32>(position)?))
                    .execute(connection)
                    .await?;
            }
            Ok(true)
        })
        .await
    }

    async fn delete_goal(&self, user: UserId, goal: GoalId) -> Result<bool> {
        self.write(async move |connection| {
            let theirs = goals::table
                .filter(goals::user_id.eq(RowId::from(user)))
                .filter(goals::id.eq(RowId::from(goal)));
            Ok(diesel::delete(theirs).execute(connection).await? > 0)
        })
        .await
    }

    async fn list_contributions(&self, user: UserId) -> Result<Vec<(GoalId, Contribution)>> {
        self.read(async move |connection| {
            let user = RowId::from(user);
            let codes: Vec<(RowId, String)> = goals::table
                .filter(goals::user_id.eq(user))
                .select((goals::id, goals::currency))
                .load(connection)
                .await?;
            let codes: HashMap<RowId, String> = codes.into_iter().collect();
            let rows: Vec<ContributionRow> = goal_contributions::table
                .filter(goal_contributions::user_id.eq(user))
                .order((goal_contributions::date, goal_contributions::id))
                .select(ContributionRow::as_select())
                .load(connection)
                .await?;
            let of_goal = |row: ContributionRow| {
                let currency = currency(codes.get(&row.goal_id).map_or("", String::as_str))?;
                let amount = Money::from_minor(row.amount_minor, currency);
                Ok((row.goal_id.typed(), Contribution { id: row.id.typed(), date: row.date, amount }))
            };
            rows.into_iter().map(of_goal).collect()
        })
        .await
    }

    async fn insert_contribution(&self, user: UserId, goal: GoalId, new: Contribution) -> Result<bool> {
        self.write(async move |connection| {
            let (user, goal) = (RowId::from(user), RowId::from(goal));
            lock_user(connection, user).await?;
            let stored: Option<(bool, String)> = goals::table
                .filter(goals::user_id.eq(user))
                .filter(goals::id.eq(goal))
                .select((goals::by_hand, goals::currency))
                .first(connection)
                .await
                .optional()?;
            let (by_hand, currency) = stored.ok_or(Error::NotFound)?;
            if !by_hand || currency != new.amount.currency().code() {
                return Err(Error::Conflict);
            }
            if count_contributions(connection, user, goal).await? >= fit::<usize, i64>(CONTRIBUTIONS_MAX)? {
                return Ok(false);
            }
            let row = ContributionRow {
                id: new.id.into(),
                user_id: user,
                goal_id: goal,
                date: new.date,
                amount_minor: new.amount.minor(),
            };
            diesel::insert_into(goal_contributions::table).values(row).execute(connection).await?;
            Ok(true)
        })
        .await
    }

    async fn delete_contribution(&self, user: UserId, contribution: ContributionId) -> Result<bool> {
        self.write(async move |connection| {
            let theirs = goal_contributions::table
                .filter(goal_contributions::user_id.eq(RowId::from(user)))
                .filter(goal_contributions::id.eq(RowId::from(contribution)));
            Ok(diesel::delete(theirs).execute(connection).await? > 0)
        })
        .await
    }
}

async fn count_contributions(connection: &mut Connection, user: RowId, goal: RowId) -> Result<i64> {
    let of_goal = goal_contributions::table
        .filter(goal_contributions::user_id.eq(user))
        .filter(goal_contributions::goal_id.eq(goal));
    Ok(of_goal.count().get_result(connection).await?)
}

/// Replaces the earmarks of a goal. Fails if an account is not the user's.
async fn put_earmarks(
    connection: &mut Connection,
    user: RowId,
    goal: RowId,
    earmarks: &[Earmark],
) -> Result<()> {
    let named: BTreeSet<RowId> = earmarks.iter().map(|earmark| earmark.account.into()).collect();
    let theirs = accounts::table
        .filter(accounts::user_id.eq(user))
        .filter(accounts::id.eq_any(named.iter().copied().collect::<Vec<_>>()));
    if theirs.count().get_result::<i64>(connection).await? != fit::<usize, i64>(named.len())? {
        return Err(Error::NotFound);
    }
    let before =
        goal_accounts::table.filter(goal_accounts::user_id.eq(user)).filter(goal_accounts::goal_id.eq(goal));
    diesel::delete(before).execute(connection).await?;
    let rows: Vec<EarmarkRow> = earmarks
        .iter()
        .map(|earmark| EarmarkRow {
            goal_id: goal,
            account_id: earmark.account.into(),
            user_id: user,
            amount_minor: earmark.amount.map(Money::minor),
        })
        .collect();
    insert_all!(connection, goal_accounts::table, rows)?;
    Ok(())
}
