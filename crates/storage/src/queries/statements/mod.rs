//! Uploaded statements.

pub(super) mod orphans;

use std::collections::HashMap;

use crate::run::RunQueryDsl;
use async_trait::async_trait;
use chrono::NaiveDate;
use diesel::dsl;
use diesel::expression::SqlLiteral;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Nullable};
use saldo_domain::{
    AccountId, CheckedDraft, Failure, Money, Page, PageRequest, Period, Sha256, Statement, StatementId,
    StatementKind, StatementStatus, Timestamp, Transaction, UserId,
};

use super::backend::{Connection, Database, lock_user, sum_of};
use super::imports::draft as import;
use super::transactions::whole;
use crate::cursor::{AgeCursor, cut, rows_wanted};
use crate::rows::{
    NewStatementRow, StatementAccountRow, StatementLineRow, StatementRow, TransactionRow, causes_json, fit,
    from_json, json, storable, word,
};
use crate::schema::{attachments, statement_accounts, statement_lines, statements, transactions};
use crate::sql_types::{At, RowId};
use crate::{FileUsage, Imported, NewStatement, PartCheck, Result, StatementDays, StatementLine, Statements};

#[async_trait]
impl Statements for Database {
    async fn insert_statement(&self, user: UserId, new: NewStatement, now: Timestamp) -> Result<Statement> {
        self.write(async move |connection| {
            let row = NewStatementRow {
                id: new.id.into(),
                user_id: user.into(),
                file_name: storable(&new.file_name),
                file_key: new.file_key,
                size: fit(new.size)?,
                sha256: new.sha256.as_bytes().to_vec(),
                kind: word(StatementKind::Other)?,
                status: word(StatementStatus::Uploaded)?,
                created_at: now.into(),
            };
            let row: StatementRow = diesel::insert_into(statements::table)
                .values(row)
                .returning(StatementRow::as_returning())
                .get_result(connection)
                .await?;
            row.with_accounts(Vec::new())
        })
        .await
    }

    async fn find_statement(&self, user: UserId, statement: StatementId) -> Result<Option<Statement>> {
        self.snapshot(async move |connection| find(connection, user.into(), statement.into()).await).await
    }

    async fn find_statement_by_digest(&self, user: UserId, sha256: Sha256) -> Result<Option<Statement>> {
        self.snapshot(async move |connection| {
            let rows = statements::table
                .filter(statements::user_id.eq(RowId::from(user)))
                .filter(statements::sha256.eq(sha256.as_bytes().to_vec()))
                .select(StatementRow::as_select())
                .load(connection)
                .await?;
            Ok(with_accounts(connection, user.into(), rows).await?.pop())
        })
        .await
    }

    async fn find_statement_by_key(&self, user: UserId, file_key: &str) -> Result<Option<Statement>> {
        let file_key = storable(file_key);
        self.snapshot(async move |connection| {
            let rows = statements::table
                .filter(statements::user_id.eq(RowId::from(user)))
                .filter(statements::file_key.eq(file_key))
                .select(StatementRow::as_select())
                .load(connection)
                .await?;
            Ok(with_accounts(connection, user.into(), rows).await?.pop())
        })
        .await
    }

    async fn file_usage(&self, user: UserId) -> Result<FileUsage> {
        self.read(async move |connection| {
            let bytes: SqlLiteral<Nullable<BigInt>> = dsl::sql(sum_of!("size"));
            let (files, bytes): (i64, Option<i64>) = statements::table
                .filter(statements::user_id.eq(RowId::from(user)))
                .select((dsl::count_star(), bytes))
                .get_result(connection)
                .await?;
            let attached: SqlLiteral<Nullable<BigInt>> = dsl::sql(sum_of!("size"));
            let (more, attached): (i64, Option<i64>) = attachments::table
                .filter(attachments::user_id.eq(RowId::from(user)))
                .select((dsl::count_star(), attached))
                .get_result(connection)
                .await?;
            let bytes = bytes.unwrap_or(0).saturating_add(attached.unwrap_or(0));
            Ok(FileUsage { files: fit(files.saturating_add(more))?, bytes: fit(bytes)? })
        })
        .await
    }

    async fn list_statements(&self, user: UserId, page: PageRequest) -> Result<Page<Statement>> {
        self.snapshot(async move |connection| newest(connection, user, None, page).await).await
    }

    async fn list_statements_of_account(
        &self,
        user: UserId,
        account: AccountId,
        page: PageRequest,
    ) -> Result<Page<Statement>> {
        self.snapshot(async move |connection| newest(connection, user, Some(account), page).await).await
    }

    async fn import_statement(
        &self,
        user: UserId,
        statement: StatementId,
        draft: CheckedDraft,
        now: Timestamp,
    ) -> Result<Option<Imported>> {
        let keeps_numbers = self.settings.keeps_account_numbers;
        self.write(async move |connection| {
            if !lock_user(connection, user.into()).await? {
                return Ok(None);
            }
            let counts = import::run(connection, user, statement, &draft, keeps_numbers, now).await?;
            let Some(counts) = counts else {
                return Ok(None);
            };
            let statement = find(connection, user.into(), statement.into()).await?;
            Ok(statement.map(|statement| Imported {
                statement,
                transactions_new: counts.new,
                transactions_known: counts.known,
                differs: counts.differs,
            }))
        })
        .await
    }

    async fn fail_statement(
        &self,
        user: UserId,
        statement: StatementId,
        failure: Failure,
        _now: Timestamp,
    ) -> Result<()> {
        self.write(async move |connection| {
            let theirs = statements::table
                .filter(statements::user_id.eq(RowId::from(user)))
                .filter(statements::id.eq(RowId::from(statement)));
            diesel::update(theirs)
                .set((
                    statements::status.eq(word(StatementStatus::Failed)?),
                    statements::failure.eq(json(failure)?),
                ))
                .execute(connection)
                .await?;
            Ok(())
        })
        .await
    }

    async fn list_statement_lines(
        &self,
        user: UserId,
        statement: StatementId,
    ) -> Result<Option<Vec<StatementLine>>> {
        self.snapshot(async move |connection| {
            let (user, statement) = (RowId::from(user), RowId::from(statement));
            let theirs = statements::table
                .filter(statements::user_id.eq(user))
                .filter(statements::id.eq(statement))
                .select(statements::id)
                .first::<RowId>(connection)
                .await
                .optional()?;
            if theirs.is_none() {
                return Ok(None);
            }
            let rows: Vec<(StatementLineRow, TransactionRow)> = statement_lines::table
                .inner_join(transactions::table.on(transactions::id.eq(statement_lines::transaction_id)))
                .filter(statement_lines::user_id.eq(user))
                .filter(statement_lines::statement_id.eq(statement))
                .order((statement_lines::account_position, statement_lines::position))
                .select((StatementLineRow::as_select(), TransactionRow::as_select()))
                .load(connection)
                .await?;
            let (lines, rows): (Vec<_>, Vec<_>) = rows.into_iter().unzip();
            let transactions = whole(connection, user, rows).await?;
            lines.into_iter().zip(transactions).map(line).collect::<Result<_>>().map(Some)
        })
        .await
    }

    async fn find_covered_days(&self, user: UserId, account: Option<AccountId>) -> Result<Option<Period>> {
        self.read(async move |connection| {
            let mut covered = statement_accounts::table
                .filter(statement_accounts::user_id.eq(RowId::from(user)))
                .select((
                    dsl::min(statement_accounts::period_start),
                    dsl::max(statement_accounts::period_end),
                ))
                .into_boxed();
            if let Some(account) = account {
                covered = covered.filter(statement_accounts::account_id.eq(RowId::from(account)));
            }
            let (first, last): (Option<NaiveDate>, Option<NaiveDate>) = covered.first(connection).await?;
            Ok(first.zip(last).and_then(|(first, last)| Period::new(first, last)))
        })
        .await
    }

    async fn list_statement_periods(&self, user: UserId) -> Result<Vec<(StatementId, Period)>> {
        self.read(async move |connection| {
            let rows: Vec<(RowId, Option<NaiveDate>, Option<NaiveDate>)> = statement_accounts::table
                .filter(statement_accounts::user_id.eq(RowId::from(user)))
                .group_by(statement_accounts::statement_id)
                .select((
                    statement_accounts::statement_id,
                    dsl::min(statement_accounts::period_start),
                    dsl::max(statement_accounts::period_end),
                ))
                .load(connection)
                .await?;
            let period = |(statement, first, last): (RowId, Option<NaiveDate>, Option<NaiveDate>)| {
                Some((statement.typed(), Period::new(first?, last?)?))
            };
            Ok(rows.into_iter().filter_map(period).collect())
        })
        .await
    }

    async fn list_statement_days(&self, user: UserId) -> Result<Vec<StatementDays>> {
        self.read(async move |connection| {
            let rows: Vec<(RowId, i32, Option<NaiveDate>, Option<NaiveDate>)> = statement_lines::table
                .inner_join(transactions::table.on(transactions::id.eq(statement_lines::transaction_id)))
                .filter(statement_lines::user_id.eq(RowId::from(user)))
                .group_by((statement_lines::statement_id, statement_lines::account_position))
                .select((
                    statement_lines::statement_id,
                    statement_lines::account_position,
                    dsl::min(transactions::date),
                    dsl::max(transactions::date),
                ))
                .load(connection)
                .await?;
            rows.into_iter()
                .filter_map(|(statement, part, first, last)| Some((statement, part, first?, last?)))
                .map(|(statement, part, first, last)| {
                    Ok(StatementDays { statement: statement.typed(), part: fit(part)?, first, last })
                })
                .collect()
        })
        .await
    }

    async fn put_reconciliations(
        &self,
        user: UserId,
        statement: StatementId,
        found: Vec<PartCheck>,
    ) -> Result<bool> {
        self.write(async move |connection| {
            let mut stored = 0;
            for (position, check) in found.into_iter().enumerate() {
                let part = statement_accounts::table
                    .filter(statement_accounts::user_id.eq(RowId::from(user)))
                    .filter(statement_accounts::statement_id.eq(RowId::from(statement)))
                    .filter(statement_accounts::position.eq(fit::<_, i32>(position)?));
                stored += diesel::update(part)
                    .set((
                        statement_accounts::outcome.eq(word(check.outcome)?),
                        statement_accounts::discrepancy_minor.eq(check.discrepancy.map(Money::minor)),
                        statement_accounts::first_broken_transaction_id
                            .eq(check.first_broken.map(RowId::from)),
                        statement_accounts::witnesses.eq(json(&check.witnesses)?),
                        statement_accounts::opening_minor.eq(check.opening_balance.map(Money::minor)),
                        statement_accounts::closing_minor.eq(check.closing_balance.map(Money::minor)),
                        statement_accounts::opening_is_derived.eq(check.derived.opening),
                        statement_accounts::closing_is_derived.eq(check.derived.closing),
                        statement_accounts::likely_causes.eq(causes_json(check.likely_causes)?),
                        statement_accounts::findings.eq(check.findings.map(json).transpose()?),
                    ))
                    .execute(connection)
                    .await?;
            }
            Ok(stored > 0)
        })
        .await
    }

    async fn delete_statement(
        &self,
        user: UserId,
        statement: StatementId,
        now: Timestamp,
    ) -> Result<Option<String>> {
        self.write(async move |connection| {
            let (user, statement) = (RowId::from(user), RowId::from(statement));
            lock_user(connection, user).await?;
            let theirs =
                statements::table.filter(statements::user_id.eq(user)).filter(statements::id.eq(statement));
            let file_key: Option<String> =
                theirs.select(statements::file_key).first(connection).await.optional()?;
            let Some(file_key) = file_key else {
                return Ok(None);
            };
            let printed = import::take_printed(connection, user, statement).await?;
            orphans::clear(connection, user, statement, &printed.transactions, &printed.accounts, now)
                .await?;
            diesel::delete(theirs).execute(connection).await?;
            Ok(Some(file_key))
        })
        .await
    }
}

/// Returns a page of the user's statements, or of those of an account, newest first.
async fn newest(
    connection: &mut Connection,
    user: UserId,
    account: Option<AccountId>,
    page: PageRequest,
) -> Result<Page<Statement>> {
    let after = page.cursor.as_deref().map(AgeCursor::read).transpose()?;
    let mut query = statements::table
        .filter(statements::user_id.eq(RowId::from(user)))
        .order((statements::created_at.desc(), statements::id.desc()))
        .limit(rows_wanted(&page))
        .select(StatementRow::as_select())
        .into_boxed();
    if let Some(account) = account {
        let parts = statement_accounts::table
            .filter(statement_accounts::user_id.eq(RowId::from(user)))
            .filter(statement_accounts::account_id.eq(RowId::from(account)))
            .select(statement_accounts::statement_id);
        query = query.filter(statements::id.eq_any(parts));
    }
    if let Some(AgeCursor { created_at, id }) = after {
        let at = At(created_at);
        let same_age = statements::created_at.eq(at).and(statements::id.lt(id));
        query = query.filter(statements::created_at.lt(at).or(same_age));
    }
    let rows = query.load(connection).await?;
    let page =
        cut(rows, &page, |row: &StatementRow| AgeCursor { created_at: row.created_at.0, id: row.id }.write());
    let items = with_accounts(connection, user.into(), page.items).await?;
    Ok(Page { items, next_cursor: page.next_cursor })
}

/// Returns a line with the values that this statement prints beside the transaction.
fn line((line, mut transaction): (StatementLineRow, Transaction)) -> Result<StatementLine> {
    let place = line.place.map(from_json).transpose()?;
    transaction.place = place;
    transaction.position = fit(line.position)?;
    let currency = transaction.amount.currency();
    transaction.balance = line.balance_minor.map(|minor| Money::from_minor(minor, currency));
    let printed = line.printed_date.zip(line.printed_minor);
    let printed = printed.map(|(date, minor)| (date, Money::from_minor(minor, currency)));
    Ok(StatementLine { transaction, place, part: fit(line.account_position)?, printed })
}

async fn find(connection: &mut Connection, user: RowId, statement: RowId) -> Result<Option<Statement>> {
    let rows = statements::table
        .filter(statements::user_id.eq(user))
        .filter(statements::id.eq(statement))
        .select(StatementRow::as_select())
        .load(connection)
        .await?;
    Ok(with_accounts(connection, user, rows).await?.pop())
}

/// Adds the accounts to the statements, with a single further query.
async fn with_accounts(
    connection: &mut Connection,
    user: RowId,
    rows: Vec<StatementRow>,
) -> Result<Vec<Statement>> {
    let ids: Vec<RowId> = rows.iter().map(|row| row.id).collect();
    let accounts: Vec<StatementAccountRow> = statement_accounts::table
        .filter(statement_accounts::user_id.eq(user))
        .filter(statement_accounts::statement_id.eq_any(ids))
        .order((statement_accounts::statement_id, statement_accounts::position))
        .select(StatementAccountRow::as_select())
        .load(connection)
        .await?;
    let mut accounts_of: HashMap<RowId, Vec<StatementAccountRow>> = HashMap::new();
    for account in accounts {
        accounts_of.entry(account.statement_id).or_default().push(account);
    }
    rows.into_iter()
        .map(|row| {
            let accounts = accounts_of.remove(&row.id).unwrap_or_default();
            row.with_accounts(accounts)
        })
        .collect()
}
