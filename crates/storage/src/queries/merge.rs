//! Merging an account into another.

use std::collections::HashMap;

use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use saldo_domain::{Account, CategoryBy, Entry, EntryKind, EntryState, Rule, RuleCondition, Timestamp};

use super::accounts::find;
use super::backend::{Connection, forget_texts};
use super::edit_write;
use super::edits::sort_tags;
use super::entries::find_all;
use crate::rows::{ROWS_PER_INSERT, from_json, json};
use crate::schema::{
    account_aliases, account_balances, accounts, entries, entry_parts, rules, statement_accounts,
    statement_lines,
};
use crate::sql_types::{At, RowId};
use crate::{Merged, Result};

/// Moves everything of `other` to `account`, and the name by which statements know it.
pub(super) async fn run(
    connection: &mut Connection,
    user: RowId,
    account: RowId,
    other: RowId,
    now: Timestamp,
) -> Result<Merged> {
    let (Some(kept), Some(gone)) =
        (find(connection, user, account).await?, find(connection, user, other).await?)
    else {
        return Ok(Merged::Unknown);
    };
    if kept.id == gone.id {
        return Ok(Merged::Unknown);
    }
    if kept.currency != gone.currency {
        return Ok(Merged::OtherCurrency);
    }
    join_entries(connection, user, account, other, now).await?;
    move_entries(connection, user, account, other, now).await?;
    let parts = statement_accounts::table
        .filter(statement_accounts::user_id.eq(user))
        .filter(statement_accounts::account_id.eq(other));
    diesel::update(parts).set(statement_accounts::account_id.eq(account)).execute(connection).await?;
    move_balances(connection, user, account, other).await?;
    let aliases = account_aliases::table
        .filter(account_aliases::user_id.eq(user))
        .filter(account_aliases::account_id.eq(other));
    diesel::update(aliases).set(account_aliases::account_id.eq(account)).execute(connection).await?;
    diesel::insert_into(account_aliases::table)
        .values((
            account_aliases::user_id.eq(user),
            account_aliases::identity.eq(gone.identity),
            account_aliases::account_id.eq(account),
        ))
        .execute(connection)
        .await?;
    super::imports::merge(connection, user, account, other).await?;
    rename_in_rules(connection, user, account, other, now).await?;
    diesel::delete(accounts::table.find(other)).execute(connection).await?;
    Ok(Merged::Done(Account::try_from(kept)?))
}

/// An entry that both accounts have, by what statements print, is one from now on: the one that stays takes over the lines, and
/// what was made of the other.
async fn join_entries(
    connection: &mut Connection,
    user: RowId,
    account: RowId,
    other: RowId,
    now: Timestamp,
) -> Result<()> {
    let theirs = |of: RowId| {
        entries::table
            .filter(entries::user_id.eq(user))
            .filter(entries::account_id.eq(of))
            .select((entries::fingerprint, entries::id))
    };
    let kept: Vec<(String, RowId)> = theirs(account).load(connection).await?;
    let kept: HashMap<String, RowId> = kept.into_iter().collect();
    let others: Vec<(String, RowId)> = theirs(other).load(connection).await?;
    let twice: Vec<(RowId, RowId)> =
        others.into_iter().filter_map(|(fingerprint, id)| Some((id, *kept.get(&fingerprint)?))).collect();
    take_over(connection, user, &twice, now).await?;
    for (gone, stays) in &twice {
        let lines = statement_lines::table.filter(statement_lines::entry_id.eq(*gone));
        diesel::update(lines).set(statement_lines::entry_id.eq(*stays)).execute(connection).await?;
        let broken = statement_accounts::table.filter(statement_accounts::first_broken_entry_id.eq(*gone));
        diesel::update(broken)
            .set(statement_accounts::first_broken_entry_id.eq(*stays))
            .execute(connection)
            .await?;
    }
    let gone: Vec<RowId> = twice.into_iter().map(|(gone, _)| gone).collect();
    let mut moves: Vec<RowId> = Vec::new();
    forget_texts(connection, &gone).await?;
    for chunk in gone.chunks(ROWS_PER_INSERT) {
        let sides: Vec<Option<RowId>> =
            diesel::delete(entries::table.filter(entries::id.eq_any(chunk.to_vec())))
                .returning(entries::transfer_id)
                .get_results(connection)
                .await?;
        moves.extend(sides.into_iter().flatten());
    }
    super::edit_transfers::end(connection, user, &moves, now).await
}

/// Gives the entries that stay what was made of those that go.
async fn take_over(
    connection: &mut Connection,
    user: RowId,
    twice: &[(RowId, RowId)],
    now: Timestamp,
) -> Result<()> {
    for chunk in twice.chunks(ROWS_PER_INSERT) {
        let ids = |of: fn(&(RowId, RowId)) -> RowId| chunk.iter().map(of).collect();
        let gone = find_all(connection, user, ids(|(gone, _)| *gone)).await?;
        let stays = find_all(connection, user, ids(|(_, stays)| *stays)).await?;
        let gone: HashMap<RowId, Entry> = gone.into_iter().map(|entry| (entry.id.into(), entry)).collect();
        let mut stays: HashMap<RowId, Entry> =
            stays.into_iter().map(|entry| (entry.id.into(), entry)).collect();
        let joined = chunk.iter().filter_map(|(other, id)| {
            let (other, entry) = (gone.get(other)?, stays.remove(id)?);
            let state = joined(&entry, other);
            (state != EntryState::of(&entry)).then_some((entry, state))
        });
        let joined: Vec<(Entry, EntryState)> = joined.collect();
        edit_write::write(connection, user, &joined, now).await?;
    }
    Ok(())
}

/// What becomes of the entry that stays: tags and notes add up; of a description, a category or parts, what is the person's wins, and
/// that of the account that stays where both have some.
fn joined(stays: &Entry, gone: &Entry) -> EntryState {
    let mut state = EntryState::of(stays);
    if stays.description == stays.original_description && gone.description != gone.original_description {
        state.description.clone_from(&gone.description);
    }
    if !stays.note.contains(&gone.note) {
        let notes = [stays.note.as_str(), gone.note.as_str()];
        state.note = notes.into_iter().filter(|note| !note.is_empty()).collect::<Vec<_>>().join("\n");
    }
    state.tags.extend(gone.tags.iter().cloned());
    sort_tags(&mut state.tags);
    let by_others = stays.category_by != CategoryBy::Person;
    // Parts of another amount would not add up.
    let has_parts = !gone.splits.is_empty() && gone.amount == stays.amount;
    if stays.splits.is_empty() && by_others && has_parts {
        state.splits.clone_from(&gone.splits);
        state.category = None;
        state.category_by = gone.category_by;
    } else if stays.splits.is_empty() && gone.splits.is_empty() && outranks(gone, stays) {
        state.category = gone.category;
        state.category_by = gone.category_by;
    }
    if gone.kind == EntryKind::Transfer && gone.transfer.is_none() {
        state.kind = EntryKind::Transfer;
    }
    state
}

/// Whether the category of `one` was chosen on better grounds than that of `other`.
fn outranks(one: &Entry, other: &Entry) -> bool {
    let rank = |entry: &Entry| match entry.category_by {
        CategoryBy::Person => 2,
        CategoryBy::Rule | CategoryBy::Learned | CategoryBy::Model => 1,
        CategoryBy::Words => 0,
    };
    rank(one) > rank(other)
}

/// Moves the entries. The parts of split ones are counted by their account: they go before it changes and come back after.
async fn move_entries(
    connection: &mut Connection,
    user: RowId,
    account: RowId,
    other: RowId,
    now: Timestamp,
) -> Result<()> {
    let split = entries::table
        .filter(entries::account_id.eq(other))
        .filter(entries::is_split.eq(true))
        .select(entries::id);
    let split: Vec<RowId> = split.load(connection).await?;
    let parts: Vec<crate::rows::PartRow> = entry_parts::table
        .filter(entry_parts::entry_id.eq_any(split.clone()))
        .order((entry_parts::entry_id, entry_parts::position))
        .select(crate::rows::PartRow::as_select())
        .load(connection)
        .await?;
    diesel::delete(entry_parts::table.filter(entry_parts::entry_id.eq_any(split)))
        .execute(connection)
        .await?;
    let theirs = entries::table.filter(entries::user_id.eq(user)).filter(entries::account_id.eq(other));
    diesel::update(theirs)
        .set((entries::account_id.eq(account), entries::updated_at.eq(At(now))))
        .execute(connection)
        .await?;
    super::backend::insert_all!(connection, entry_parts::table, parts)?;
    Ok(())
}

/// Moves the stated balances; for a day that both have, that of the account that stays holds.
async fn move_balances(connection: &mut Connection, user: RowId, account: RowId, other: RowId) -> Result<()> {
    let days: Vec<chrono::NaiveDate> = account_balances::table
        .filter(account_balances::account_id.eq(account))
        .select(account_balances::date)
        .load(connection)
        .await?;
    let moving = account_balances::table
        .filter(account_balances::user_id.eq(user))
        .filter(account_balances::account_id.eq(other))
        .filter(account_balances::date.ne_all(days));
    diesel::update(moving).set(account_balances::account_id.eq(account)).execute(connection).await?;
    Ok(())
}

/// Rules that name the account that goes name the one that stays from now on.
async fn rename_in_rules(
    connection: &mut Connection,
    user: RowId,
    account: RowId,
    other: RowId,
    now: Timestamp,
) -> Result<()> {
    let kept: Vec<(RowId, serde_json::Value)> = rules::table
        .filter(rules::user_id.eq(user))
        .select((rules::id, rules::content))
        .load(connection)
        .await?;
    for (id, content) in kept {
        let mut rule: Rule = from_json(content)?;
        let before = rule.clone();
        for condition in &mut rule.conditions {
            if let RuleCondition::Account { account: named } = condition
                && RowId::from(*named) == other
            {
                *named = account.typed();
            }
        }
        if rule != before {
            diesel::update(rules::table.find(id))
                .set((rules::content.eq(json(rule)?), rules::updated_at.eq(At(now))))
                .execute(connection)
                .await?;
        }
    }
    Ok(())
}
