//! The stored lines of statements, in the form that import identity compares.

use std::collections::{BTreeMap, HashSet};

use crate::run::RunQueryDsl;
use chrono::NaiveDate;
use diesel::prelude::*;
use saldo_domain::transaction::TransactionIdentity;
use saldo_domain::{CheckedAccount, Money, Outcome, Period, ReadBy};
use saldo_ledger::identity::{Booked, Ends, Line, Part, running_balances};

use super::super::backend::Connection;
use crate::Result;
use crate::rows::{ROWS_PER_INSERT, from_json, word};
use crate::schema::{statement_accounts, statement_lines, statements, transactions};
use crate::sql_types::RowId;

/// A stored part of a statement, with its lines.
pub(super) struct StoredPart {
    pub(super) account: RowId,
    pub(super) part: Part<RowId>,
    /// The fingerprint of each line's transaction.
    fingerprints: Vec<String>,
    /// The transactions whose date and amount are those that the statement printed.
    unedited: Vec<RowId>,
}

impl StoredPart {
    /// Returns the part without the lines whose fingerprints satisfy `is_other`.
    pub(super) fn without(&self, is_other: impl Fn(&str) -> bool) -> Part<RowId> {
        let lines = self.part.lines.iter().zip(&self.fingerprints);
        let kept = lines.filter(|(_, fingerprint)| !is_other(fingerprint));
        Part { lines: kept.map(|(line, _)| line.clone()).collect(), ..self.part }
    }

    /// Returns the transactions whose date and amount are those that the statement printed.
    pub(super) fn unedited(&self) -> impl Iterator<Item = RowId> {
        self.unedited.iter().copied()
    }
}

/// Converts a part that is about to be imported. `known` has the transactions with the fingerprints of its
/// lines.
pub(super) fn read_part(
    CheckedAccount { draft, reconciliation }: &CheckedAccount,
    known: &[Option<RowId>],
    is_picture: bool,
) -> Part<RowId> {
    let ends = Ends {
        opening: draft.opening_balance.map(Money::minor),
        closing: draft.closing_balance.map(Money::minor),
    };
    let booked: Vec<Booked> = draft
        .transactions
        .iter()
        .map(|transaction| Booked {
            date: transaction.date,
            minor: transaction.amount.minor(),
            balance: transaction.balance.map(Money::minor),
        })
        .collect();
    let lines = draft.transactions.iter().zip(running_balances(ends, &booked)).enumerate();
    let lines = lines.map(|(index, (transaction, balance))| Line {
        transaction: known.get(index).copied().flatten(),
        date: transaction.date,
        minor: transaction.amount.minor(),
        words: TransactionIdentity::words(&transaction.description),
        balance,
        place: transaction.place.map(|place| (place, transaction.amount.minor().saturating_abs())),
    });
    let is_proven = reconciliation.outcome == Outcome::Balanced;
    Part {
        lines: lines.collect(),
        proven: period(is_proven, draft.period_start, draft.period_end),
        is_picture,
        is_earlier_reading: false,
    }
}

fn period(is_proven: bool, start: Option<NaiveDate>, end: Option<NaiveDate>) -> Option<Period> {
    let (start, end) = start.zip(end).filter(|_| is_proven)?;
    Period::new(start, end)
}

/// Returns the parts of the account's other statements that print a transaction on these days.
pub(super) async fn of_days(
    connection: &mut Connection,
    user: RowId,
    account: RowId,
    statement: RowId,
    days: Period,
) -> Result<Vec<StoredPart>> {
    let meeting: Vec<RowId> = statement_lines::table
        .inner_join(transactions::table.on(transactions::id.eq(statement_lines::transaction_id)))
        .filter(transactions::user_id.eq(user))
        .filter(transactions::account_id.eq(account))
        .filter(transactions::date.between(days.start(), days.end()))
        .filter(statement_lines::statement_id.ne(statement))
        .select(statement_lines::statement_id)
        .distinct()
        .order(statement_lines::statement_id)
        .load(connection)
        .await?;
    let mut parts = of_statements(connection, user, &meeting).await?;
    parts.retain(|part| part.account == account);
    Ok(parts)
}

/// Returns the parts of these statements.
pub(super) async fn of_statements(
    connection: &mut Connection,
    user: RowId,
    statements: &[RowId],
) -> Result<Vec<StoredPart>> {
    let mut parts = Vec::new();
    for chunk in statements.chunks(ROWS_PER_INSERT) {
        let heads = heads(connection, user, chunk.to_vec()).await?;
        let mut lines = lines(connection, user, chunk.to_vec()).await?;
        for head in heads {
            let lines = lines.remove(&(head.statement, head.position)).unwrap_or_default();
            parts.push(stored_part(&head, lines)?);
        }
    }
    Ok(parts)
}

/// Returns the user's statements whose text was recognized in pictures.
pub(super) async fn pictures(connection: &mut Connection, user: RowId) -> Result<HashSet<RowId>> {
    let ids: Vec<RowId> = statements::table
        .filter(statements::user_id.eq(user))
        .filter(statements::read_by.eq(word(ReadBy::Picture)?))
        .select(statements::id)
        .load(connection)
        .await?;
    Ok(ids.into_iter().collect())
}

/// Returns the parts of other statements, of any account, with the same opening and closing balance, or, if
/// the draft does not have both, those that overlap its days.
pub(super) async fn alike(
    connection: &mut Connection,
    user: RowId,
    statement: RowId,
    CheckedAccount { draft, .. }: &CheckedAccount,
) -> Result<Vec<StoredPart>> {
    let mut query = statement_accounts::table
        .filter(statement_accounts::user_id.eq(user))
        .filter(statement_accounts::currency.eq(draft.currency.code().to_owned()))
        .filter(statement_accounts::statement_id.ne(statement))
        .select(statement_accounts::statement_id)
        .distinct()
        .order(statement_accounts::statement_id)
        .into_boxed();
    let ends = draft.opening_balance.map(Money::minor).zip(draft.closing_balance.map(Money::minor));
    let days = || draft.transactions.iter().map(|transaction| transaction.date);
    match (ends, days().min().zip(days().max())) {
        (Some((opening, closing)), _) => {
            query = query
                .filter(statement_accounts::opening_minor.eq(opening))
                .filter(statement_accounts::closing_minor.eq(closing));
        }
        (None, Some((first, last))) => {
            query = query
                .filter(statement_accounts::period_start.le(last))
                .filter(statement_accounts::period_end.ge(first));
        }
        (None, None) => return Ok(Vec::new()),
    }
    let meeting: Vec<RowId> = query.load(connection).await?;
    of_statements(connection, user, &meeting).await
}

#[derive(Queryable)]
struct Head {
    statement: RowId,
    position: i32,
    account: RowId,
    start: Option<NaiveDate>,
    end: Option<NaiveDate>,
    opening: Option<i64>,
    closing: Option<i64>,
    outcome: String,
    read_by: Option<String>,
}

async fn heads(connection: &mut Connection, user: RowId, statements: Vec<RowId>) -> Result<Vec<Head>> {
    Ok(statement_accounts::table
        .inner_join(statements::table.on(statements::id.eq(statement_accounts::statement_id)))
        .filter(statement_accounts::user_id.eq(user))
        .filter(statement_accounts::statement_id.eq_any(statements))
        .order((statement_accounts::statement_id, statement_accounts::position))
        .select((
            statement_accounts::statement_id,
            statement_accounts::position,
            statement_accounts::account_id,
            statement_accounts::period_start,
            statement_accounts::period_end,
            statement_accounts::opening_minor,
            statement_accounts::closing_minor,
            statement_accounts::outcome,
            statements::read_by,
        ))
        .load(connection)
        .await?)
}

#[derive(Queryable)]
struct Stored {
    statement: RowId,
    part: i32,
    transaction: RowId,
    fingerprint: String,
    date: NaiveDate,
    minor: i64,
    description: String,
    balance: Option<i64>,
    place: Option<serde_json::Value>,
    printed_date: Option<NaiveDate>,
    printed_minor: Option<i64>,
}

async fn lines(
    connection: &mut Connection,
    user: RowId,
    statements: Vec<RowId>,
) -> Result<BTreeMap<(RowId, i32), Vec<Stored>>> {
    let rows: Vec<Stored> = statement_lines::table
        .inner_join(transactions::table.on(transactions::id.eq(statement_lines::transaction_id)))
        .filter(statement_lines::user_id.eq(user))
        .filter(statement_lines::statement_id.eq_any(statements))
        .order((statement_lines::statement_id, statement_lines::account_position, statement_lines::position))
        .select((
            statement_lines::statement_id,
            statement_lines::account_position,
            statement_lines::transaction_id,
            transactions::fingerprint,
            transactions::date,
            transactions::amount_minor,
            transactions::original_description,
            statement_lines::balance_minor,
            statement_lines::place,
            statement_lines::printed_date,
            statement_lines::printed_minor,
        ))
        .load(connection)
        .await?;
    let mut lines: BTreeMap<(RowId, i32), Vec<Stored>> = BTreeMap::new();
    for row in rows {
        lines.entry((row.statement, row.part)).or_default().push(row);
    }
    Ok(lines)
}

fn stored_part(head: &Head, stored: Vec<Stored>) -> Result<StoredPart> {
    let booked: Vec<Booked> = stored
        .iter()
        .map(|line| Booked { date: line.date, minor: line.minor, balance: line.balance })
        .collect();
    let balances = running_balances(Ends { opening: head.opening, closing: head.closing }, &booked);
    let line = |(line, balance): (&Stored, Option<i64>)| {
        let place = line.place.clone().map(from_json).transpose()?;
        Ok(Line {
            transaction: Some(line.transaction),
            date: line.date,
            minor: line.minor,
            words: TransactionIdentity::words(&line.description),
            balance,
            place: place.zip(line.printed_minor.map(i64::saturating_abs)),
        })
    };
    let lines = stored.iter().zip(balances).map(line);
    let is_proven = head.outcome == word(Outcome::Balanced)?;
    let part = Part {
        lines: lines.collect::<Result<_>>()?,
        proven: period(is_proven, head.start, head.end),
        is_picture: head.read_by == Some(word(ReadBy::Picture)?),
        is_earlier_reading: false,
    };
    let is_unedited =
        |line: &&Stored| (line.printed_date, line.printed_minor) == (Some(line.date), Some(line.minor));
    let unedited = stored.iter().filter(is_unedited).map(|line| line.transaction).collect();
    let fingerprints = stored.into_iter().map(|line| line.fingerprint).collect();
    Ok(StoredPart { account: head.account, part, fingerprints, unedited })
}
