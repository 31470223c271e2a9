//! Shared expenses of households and the payments that settle them. The amount of an expense is read from its
//! transaction, so that it follows every correction.

use crate::run::RunQueryDsl;
use async_trait::async_trait;
use chrono::NaiveDate;
use diesel::prelude::*;
use saldo_domain::{
    Currency, Division, ExpenseState, Id, Money, Page, PageRequest, Settlement, SettlementId, SharedExpense,
    SharedExpenseId, Timestamp, TransactionId, UserId,
};
use serde::Deserialize;

use super::backend::{Connection, Database, lock_user};
use super::households::{is_household, role_of};
use crate::cursor::{cut, rows_wanted};
use crate::rows::{fit, json};
use crate::schema::{settlements, shared_expenses, transactions, users};
use crate::sql_types::{At, RowId};
use crate::{Error, LimitedInsert, NewSharedExpense, Result, SharedExpenses};

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = shared_expenses)]
struct ExpenseRow {
    id: RowId,
    user_id: RowId,
    household_id: RowId,
    transaction_id: Option<RowId>,
    payer_id: RowId,
    division: serde_json::Value,
    kept_on: Option<NaiveDate>,
    kept_minor: Option<i64>,
    kept_currency: Option<String>,
    created_at: At,
}

/// Booking date, merchant, amount and currency of the transaction of an expense, if it exists.
type BookedColumns = Option<(NaiveDate, String, i64, String)>;

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = settlements)]
struct SettlementRow {
    id: RowId,
    user_id: RowId,
    from_id: RowId,
    to_id: RowId,
    amount_minor: i64,
    currency: String,
    date: NaiveDate,
    transaction_id: Option<RowId>,
    created_at: At,
}

impl ExpenseRow {
    fn expense(self, booked: BookedColumns) -> Result<SharedExpense> {
        let money = |minor, currency: &str| {
            let currency = Currency::parse(currency).map_err(Error::database)?;
            Ok::<_, Error>(Money::from_minor(minor, currency))
        };
        let state = match (self.transaction_id, booked) {
            (Some(transaction), Some((date, merchant, minor, currency))) => {
                let (transaction, amount) = (transaction.typed(), money(minor, &currency)?);
                ExpenseState::Booked { transaction, date, merchant, amount }
            }
            (Some(transaction), None) => ExpenseState::Gone { transaction: transaction.typed() },
            (None, _) => {
                let kept = self.kept_on.zip(self.kept_minor).zip(self.kept_currency);
                let ((date, minor), currency) =
                    kept.ok_or_else(|| Error::database("a shared expense without an amount"))?;
                ExpenseState::Kept { date, amount: money(minor, &currency)? }
            }
        };
        Ok(SharedExpense {
            id: self.id.typed(),
            household: self.household_id.typed(),
            books: self.user_id.typed(),
            payer: self.payer_id.typed(),
            division: Division::deserialize(self.division).map_err(Error::database)?,
            state,
            created_at: self.created_at.0,
        })
    }
}

impl From<Settlement> for SettlementRow {
    fn from(settlement: Settlement) -> Self {
        Self {
            id: settlement.id.into(),
            user_id: settlement.household.into(),
            from_id: settlement.from.into(),
            to_id: settlement.to.into(),
            amount_minor: settlement.amount.minor(),
            currency: settlement.amount.currency().code().to_owned(),
            date: settlement.date,
            transaction_id: settlement.transaction.map(RowId::from),
            created_at: settlement.created_at.into(),
        }
    }
}

impl TryFrom<SettlementRow> for Settlement {
    type Error = Error;

    fn try_from(row: SettlementRow) -> Result<Self> {
        let currency = Currency::parse(&row.currency).map_err(Error::database)?;
        Ok(Self {
            id: row.id.typed(),
            household: row.user_id.typed(),
            from: row.from_id.typed(),
            to: row.to_id.typed(),
            amount: Money::from_minor(row.amount_minor, currency),
            date: row.date,
            transaction: row.transaction_id.map(RowId::typed),
            created_at: row.created_at.0,
        })
    }
}

/// Selects expenses with their transactions, of any household. A transaction of other books than the expense
/// names is not found.
#[diesel::dsl::auto_type]
fn with_transactions() -> _ {
    shared_expenses::table.left_join(
        transactions::table.on(transactions::id
            .nullable()
            .eq(shared_expenses::transaction_id)
            .and(transactions::user_id.eq(shared_expenses::user_id))),
    )
}

/// The columns of an expense and of its transaction.
macro_rules! expense_columns {
    () => {
        (
            ExpenseRow::as_select(),
            (transactions::date, transactions::merchant, transactions::amount_minor, transactions::currency)
                .nullable(),
        )
    };
}

fn expenses(rows: Vec<(ExpenseRow, BookedColumns)>) -> Result<Vec<SharedExpense>> {
    rows.into_iter().map(|(row, booked)| row.expense(booked)).collect()
}

/// Reads the cursor of a page, which is the id of the last record.
fn before(page: &PageRequest) -> Result<Option<RowId>> {
    let read = |text: &str| text.parse::<Id<()>>().map(RowId::from).map_err(|_| Error::InvalidCursor);
    page.cursor.as_deref().map(read).transpose()
}

#[async_trait]
impl SharedExpenses for Database {
    async fn insert_shared_expense(
        &self,
        new: NewSharedExpense,
        expenses_max: usize,
        now: Timestamp,
    ) -> Result<LimitedInsert> {
        let row = ExpenseRow {
            id: new.id.into(),
            user_id: new.books.into(),
            household_id: new.household.into(),
            transaction_id: Some(new.transaction.into()),
            payer_id: new.payer.into(),
            division: json(new.division)?,
            kept_on: None,
            kept_minor: None,
            kept_currency: None,
            created_at: now.into(),
        };
        self.write(async move |connection| {
            lock_user(connection, row.household_id).await?;
            let transaction = transactions::table
                .filter(transactions::user_id.eq(row.user_id))
                .filter(transactions::id.nullable().eq(row.transaction_id));
            let found: i64 = transaction.count().get_result(connection).await?;
            if found == 0 || !is_household(connection, row.household_id).await? {
                return Ok(LimitedInsert::NotFound);
            }
            // The member may have left while this request waited.
            let is_own = row.user_id != row.household_id;
            if is_own && role_of(connection, row.household_id, row.user_id).await?.is_none() {
                return Ok(LimitedInsert::NotFound);
            }
            let taken = shared_expenses::table.filter(shared_expenses::transaction_id.eq(row.transaction_id));
            if taken.count().get_result::<i64>(connection).await? > 0 {
                return Ok(LimitedInsert::Taken);
            }
            let theirs = shared_expenses::table.filter(shared_expenses::household_id.eq(row.household_id));
            let count: i64 = theirs.count().get_result(connection).await?;
            if count >= fit::<usize, i64>(expenses_max)? {
                return Ok(LimitedInsert::TooMany);
            }
            diesel::insert_into(shared_expenses::table).values(row).execute(connection).await?;
            Ok(LimitedInsert::Stored)
        })
        .await
    }

    async fn update_shared_expense(
        &self,
        household: UserId,
        expense: SharedExpenseId,
        payer: UserId,
        division: Division,
    ) -> Result<bool> {
        let division = json(division)?;
        self.write(async move |connection| {
            let theirs = shared_expenses::table
                .filter(shared_expenses::household_id.eq(RowId::from(household)))
                .filter(shared_expenses::id.eq(RowId::from(expense)));
            let set =
                (shared_expenses::payer_id.eq(RowId::from(payer)), shared_expenses::division.eq(division));
            Ok(diesel::update(theirs).set(set).execute(connection).await? == 1)
        })
        .await
    }

    async fn delete_shared_expense(&self, household: UserId, expense: SharedExpenseId) -> Result<bool> {
        self.write(async move |connection| {
            let theirs = shared_expenses::table
                .filter(shared_expenses::household_id.eq(RowId::from(household)))
                .filter(shared_expenses::id.eq(RowId::from(expense)));
            Ok(diesel::delete(theirs).execute(connection).await? == 1)
        })
        .await
    }

    async fn find_shared_expense(
        &self,
        household: UserId,
        expense: SharedExpenseId,
    ) -> Result<Option<SharedExpense>> {
        self.read(async move |connection| {
            let row: Option<(ExpenseRow, BookedColumns)> = with_transactions()
                .filter(shared_expenses::household_id.eq(RowId::from(household)))
                .filter(shared_expenses::id.eq(RowId::from(expense)))
                .select(expense_columns!())
                .first(connection)
                .await
                .optional()?;
            row.map(|(row, booked)| row.expense(booked)).transpose()
        })
        .await
    }

    async fn find_expense_of_transaction(
        &self,
        books: UserId,
        transaction: TransactionId,
    ) -> Result<Option<SharedExpense>> {
        self.read(async move |connection| {
            let row: Option<(ExpenseRow, BookedColumns)> = with_transactions()
                .filter(shared_expenses::user_id.eq(RowId::from(books)))
                .filter(shared_expenses::transaction_id.eq(RowId::from(transaction)))
                .select(expense_columns!())
                .first(connection)
                .await
                .optional()?;
            row.map(|(row, booked)| row.expense(booked)).transpose()
        })
        .await
    }

    async fn page_shared_expenses(
        &self,
        household: UserId,
        page: PageRequest,
    ) -> Result<Page<SharedExpense>> {
        let before = before(&page)?;
        self.read(async move |connection| {
            let mut query = with_transactions()
                .filter(shared_expenses::household_id.eq(RowId::from(household)))
                .order(shared_expenses::id.desc())
                .limit(rows_wanted(&page))
                .select(expense_columns!())
                .into_boxed();
            if let Some(last) = before {
                query = query.filter(shared_expenses::id.lt(last));
            }
            let rows: Vec<(ExpenseRow, BookedColumns)> = query.load(connection).await?;
            let page = cut(rows, &page, |(row, _)| row.id.typed::<()>().to_string());
            Ok(Page { items: expenses(page.items)?, next_cursor: page.next_cursor })
        })
        .await
    }

    async fn list_shared_expenses(&self, household: UserId) -> Result<Vec<SharedExpense>> {
        self.read(async move |connection| {
            let rows: Vec<(ExpenseRow, BookedColumns)> = with_transactions()
                .filter(shared_expenses::household_id.eq(RowId::from(household)))
                .order(shared_expenses::id)
                .select(expense_columns!())
                .load(connection)
                .await?;
            expenses(rows)
        })
        .await
    }

    async fn insert_settlement(&self, new: Settlement, settlements_max: usize) -> Result<LimitedInsert> {
        let row = SettlementRow::from(new);
        self.write(async move |connection| {
            lock_user(connection, row.user_id).await?;
            if !is_household(connection, row.user_id).await? {
                return Ok(LimitedInsert::NotFound);
            }
            if row.transaction_id.is_some() {
                let taken = settlements::table.filter(settlements::transaction_id.eq(row.transaction_id));
                if taken.count().get_result::<i64>(connection).await? > 0 {
                    return Ok(LimitedInsert::Taken);
                }
            }
            let theirs = settlements::table.filter(settlements::user_id.eq(row.user_id));
            let count: i64 = theirs.count().get_result(connection).await?;
            if count >= fit::<usize, i64>(settlements_max)? {
                return Ok(LimitedInsert::TooMany);
            }
            diesel::insert_into(settlements::table).values(row).execute(connection).await?;
            Ok(LimitedInsert::Stored)
        })
        .await
    }

    async fn delete_settlement(&self, household: UserId, settlement: SettlementId) -> Result<bool> {
        self.write(async move |connection| {
            let theirs = settlements::table
                .filter(settlements::user_id.eq(RowId::from(household)))
                .filter(settlements::id.eq(RowId::from(settlement)));
            Ok(diesel::delete(theirs).execute(connection).await? == 1)
        })
        .await
    }

    async fn page_settlements(&self, household: UserId, page: PageRequest) -> Result<Page<Settlement>> {
        let before = before(&page)?;
        self.read(async move |connection| {
            let mut query = settlements::table
                .filter(settlements::user_id.eq(RowId::from(household)))
                .order(settlements::id.desc())
                .limit(rows_wanted(&page))
                .select(SettlementRow::as_select())
                .into_boxed();
            if let Some(last) = before {
                query = query.filter(settlements::id.lt(last));
            }
            let rows: Vec<SettlementRow> = query.load(connection).await?;
            let page = cut(rows, &page, |row| row.id.typed::<()>().to_string());
            let items = page.items.into_iter().map(Settlement::try_from).collect::<Result<_>>()?;
            Ok(Page { items, next_cursor: page.next_cursor })
        })
        .await
    }

    async fn list_settlements(&self, household: UserId) -> Result<Vec<Settlement>> {
        self.read(async move |connection| {
            let rows: Vec<SettlementRow> = settlements::table
                .filter(settlements::user_id.eq(RowId::from(household)))
                .order(settlements::id)
                .select(SettlementRow::as_select())
                .load(connection)
                .await?;
            rows.into_iter().map(Settlement::try_from).collect()
        })
        .await
    }

    async fn list_user_names(&self, users: Vec<UserId>) -> Result<Vec<(UserId, String)>> {
        self.read(async move |connection| {
            let ids: Vec<RowId> = users.into_iter().map(RowId::from).collect();
            let rows: Vec<(RowId, String)> = users::table
                .filter(users::id.eq_any(ids))
                .order(users::id)
                .select((users::id, users::name))
                .load(connection)
                .await?;
            Ok(rows.into_iter().map(|(id, name)| (id.typed(), name)).collect())
        })
        .await
    }
}

/// Separates the expenses of a user's own transactions from these: the households keep their days and
/// amounts, so that no balance changes. With `household`, only the expenses that are shared with that one.
pub(super) async fn keep_amounts(
    connection: &mut Connection,
    user: RowId,
    household: Option<RowId>,
) -> Result<()> {
    let mut query = with_transactions()
        .filter(shared_expenses::user_id.eq(user))
        .filter(shared_expenses::household_id.ne(user))
        .select(expense_columns!())
        .into_boxed();
    if let Some(household) = household {
        query = query.filter(shared_expenses::household_id.eq(household));
    }
    let rows: Vec<(ExpenseRow, BookedColumns)> = query.load(connection).await?;
    for (row, booked) in rows {
        let theirs = shared_expenses::table.find(row.id);
        let Some((date, _, minor, currency)) = booked else {
            diesel::delete(theirs).execute(connection).await?;
            continue;
        };
        let set = (
            shared_expenses::user_id.eq(row.household_id),
            shared_expenses::transaction_id.eq(None::<RowId>),
            shared_expenses::kept_on.eq(Some(date)),
            shared_expenses::kept_minor.eq(Some(minor)),
            shared_expenses::kept_currency.eq(Some(currency)),
        );
        diesel::update(theirs).set(set).execute(connection).await?;
    }
    Ok(())
}

/// Deletes the expenses that are shared with a household whose data is deleted, also those of the members'
/// own transactions.
pub(super) async fn delete_expenses_with(connection: &mut Connection, household: RowId) -> Result<()> {
    let theirs = shared_expenses::table.filter(shared_expenses::household_id.eq(household));
    diesel::delete(theirs).execute(connection).await?;
    Ok(())
}
