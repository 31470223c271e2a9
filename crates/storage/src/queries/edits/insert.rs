//! Adding a transaction, and inserting its line into a statement.

use std::collections::{BTreeSet, HashSet};

use crate::run::RunQueryDsl;
use diesel::prelude::*;
use saldo_domain::text::searched;
use saldo_domain::{CategoryId, EditAction, MerchantNames, Timestamp, TransactionState};
use saldo_ledger::edit::{Change, Snapshot, sort_tags};

use super::super::backend::{Connection, insert_all};
use super::super::merchants;
use super::super::transactions::find_all;
use super::write::{own_categories, record_edit, typed, uncheck};
use crate::rows::{NewTransactionRow, StatementLineRow, TagRow, fit, storable, word};
use crate::schema::{accounts, statement_accounts, statement_lines, transaction_tags, transactions};
use crate::sql_types::RowId;
use crate::{EditError, Edited, NewTransaction, Result, TRANSACTION_TAGS_MAX};

/// Adds a transaction.
pub(super) async fn insert(
    connection: &mut Connection,
    user: RowId,
    new: NewTransaction,
    now: Timestamp,
) -> Result<Edited> {
    let id = RowId::from(new.id);
    let account = RowId::from(new.account);
    let currency: Option<String> = accounts::table
        .filter(accounts::user_id.eq(user))
        .filter(accounts::id.eq(account))
        .select(accounts::currency)
        .first(connection)
        .await
        .optional()?;
    let categories: HashSet<CategoryId> = new.category.into_iter().collect();
    let currency = currency.ok_or(EditError::Unknown)?;
    if !own_categories(connection, user, &categories).await? {
        return Err(EditError::Unknown.into());
    }
    if currency != new.amount.currency().code() {
        return Err(EditError::OtherCurrency.into());
    }
    let mut tags = new.tags.clone();
    sort_tags(&mut tags);
    if tags.len() > TRANSACTION_TAGS_MAX {
        return Err(EditError::TooManyTags.into());
    }
    let part = match new.statement {
        None => None,
        Some(statement) => match part_of(connection, user, statement.into(), account).await? {
            Some(part) => Some((RowId::from(statement), part)),
            None => return Err(EditError::Unknown.into()),
        },
    };
    let names = merchants::names_of(connection, user).await?;
    let row = row_of(user, &new, &names, now)?;
    diesel::insert_into(transactions::table).values(row).execute(connection).await?;
    let tags =
        tags.iter().map(|tag| TagRow { transaction_id: id, tag: tag.as_str().to_owned(), user_id: user });
    let tags: Vec<TagRow> = tags.collect();
    insert_all!(connection, transaction_tags::table, tags)?;
    let mut statements = BTreeSet::new();
    if let Some((statement, part)) = part {
        insert_line(connection, user, statement, part, id, new.position).await?;
        statements.extend(uncheck(connection, user, &[id]).await?);
    }
    let found = find_all(connection, user, vec![id]).await?;
    let change = found.into_iter().map(|transaction| Change {
        transaction: transaction.id,
        before: None,
        after: Some(Snapshot::of(TransactionState::of(&transaction))),
    });
    let changes = change.collect();
    let edit = record_edit(connection, user, EditAction::Create, changes, now).await?;
    Ok(Edited { edit, statements: typed(statements) })
}

/// Returns the row of a transaction that the user adds.
fn row_of(
    user: RowId,
    new: &NewTransaction,
    names: &MerchantNames,
    now: Timestamp,
) -> Result<NewTransactionRow> {
    let description = storable(&new.description);
    let merchant = storable(&names.name_of(&description));
    let note = storable(&new.note);
    Ok(NewTransactionRow {
        id: new.id.into(),
        user_id: user,
        account_id: new.account.into(),
        statement_id: new.statement.map(RowId::from),
        // No printed line has this fingerprint. Only the user decides whether it is a duplicate.
        fingerprint: format!("hand:{}", new.id),
        date: new.date,
        value_date: None,
        search_text: searched(&description, &description, &note, &merchant),
        original_description: description.clone(),
        merchant,
        description,
        amount_minor: new.amount.minor(),
        currency: new.amount.currency().code().to_owned(),
        balance_minor: None,
        category_id: new.category.map(RowId::from),
        kind: word(new.kind)?,
        place: None,
        position: 0,
        created_at: now.into(),
        updated_at: now.into(),
        note,
        category_by: word(new.category_by)?,
        transfer_id: None,
        is_split: false,
    })
}

async fn part_of(
    connection: &mut Connection,
    user: RowId,
    statement: RowId,
    account: RowId,
) -> Result<Option<i32>> {
    Ok(statement_accounts::table
        .filter(statement_accounts::user_id.eq(user))
        .filter(statement_accounts::statement_id.eq(statement))
        .filter(statement_accounts::account_id.eq(account))
        .order(statement_accounts::position)
        .select(statement_accounts::position)
        .first(connection)
        .await
        .optional()?)
}

/// Inserts a line into a part of a statement. If the position is taken, that line and the later ones move
/// down by one.
pub(super) async fn insert_line(
    connection: &mut Connection,
    user: RowId,
    statement: RowId,
    part: i32,
    transaction: RowId,
    position: Option<u32>,
) -> Result<()> {
    let of_part = statement_lines::statement_id.eq(statement).and(statement_lines::account_position.eq(part));
    let lines: i64 = statement_lines::table.filter(of_part).count().get_result(connection).await?;
    let last: Option<i32> = statement_lines::table
        .filter(of_part)
        .select(diesel::dsl::max(statement_lines::position))
        .first(connection)
        .await?;
    let end = last.map_or(0, |last| last + 1).max(fit(lines)?);
    let position = position.map(fit::<_, i32>).transpose()?.map_or(end, |position| position.min(end));
    let taken = statement_lines::table.filter(of_part).filter(statement_lines::position.eq(position));
    if taken.count().get_result::<i64>(connection).await? > 0 {
        move_down(connection, statement, part, position).await?;
    }
    let row = StatementLineRow {
        statement_id: statement,
        account_position: part,
        position,
        user_id: user,
        transaction_id: transaction,
        place: None,
        balance_minor: None,
        printed_date: None,
        printed_minor: None,
    };
    diesel::insert_into(statement_lines::table).values(row).execute(connection).await?;
    Ok(())
}

/// Restores lines at their former positions, in that order. If another line is at the position now, it and
/// the later ones move down by one.
pub(in super::super) async fn put_lines_back(
    connection: &mut Connection,
    mut lines: Vec<StatementLineRow>,
) -> Result<()> {
    let place = |line: &StatementLineRow| (line.statement_id, line.account_position, line.position);
    lines.sort_by_key(place);
    let parts = lines.chunk_by(|one, two| {
        (one.statement_id, one.account_position) == (two.statement_id, two.account_position)
    });
    let parts: Vec<Vec<StatementLineRow>> = parts.map(<[StatementLineRow]>::to_vec).collect();
    for lines in parts {
        let [first, ..] = &lines[..] else { continue };
        let (statement, part, _) = place(first);
        let of_part =
            statement_lines::statement_id.eq(statement).and(statement_lines::account_position.eq(part));
        let taken: Vec<i32> =
            statement_lines::table.filter(of_part).select(statement_lines::position).load(connection).await?;
        let mut taken: BTreeSet<i32> = taken.into_iter().collect();
        let mut ready: Vec<StatementLineRow> = Vec::new();
        for mut line in lines {
            let end = taken.last().map_or(0, |last| last + 1);
            line.position = line.position.min(end);
            if taken.contains(&line.position) {
                insert_all!(connection, statement_lines::table, std::mem::take(&mut ready))?;
                move_down(connection, statement, part, line.position).await?;
                let moved = taken.split_off(&line.position);
                taken.extend(moved.into_iter().map(|position| position + 1));
            }
            taken.insert(line.position);
            ready.push(line);
        }
        insert_all!(connection, statement_lines::table, ready)?;
    }
    Ok(())
}

/// Moves the lines from `position` on down by one. The positions become negative first, so that no two lines
/// ever have the same one.
async fn move_down(connection: &mut Connection, statement: RowId, part: i32, position: i32) -> Result<()> {
    let of_part = statement_lines::statement_id.eq(statement).and(statement_lines::account_position.eq(part));
    diesel::update(statement_lines::table.filter(of_part).filter(statement_lines::position.ge(position)))
        .set(statement_lines::position.eq(statement_lines::position * -1 - 2))
        .execute(connection)
        .await?;
    diesel::update(statement_lines::table.filter(of_part).filter(statement_lines::position.lt(0)))
        .set(statement_lines::position.eq(statement_lines::position * -1 - 1))
        .execute(connection)
        .await?;
    Ok(())
}
