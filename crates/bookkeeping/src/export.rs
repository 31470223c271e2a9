//! Exports of a user's data for other programs, page by page,
//! so that the transactions are never in memory all at once.

use std::collections::{HashMap, VecDeque};

use bytes::Bytes;
use futures::stream::{BoxStream, StreamExt, try_unfold};
use saldo_domain::report::{CashFlow, Group};
use saldo_domain::transaction::TransactionOrder;
use saldo_domain::{
    Account, AccountId, AccountLabels, AttachmentId, Date, Money, MoneyError, Outcome, PageRequest, Period,
    StatementId, Timestamp, Transaction, TransactionFilter, TransactionId, TransactionKind, UserId,
};
use saldo_ledger::export::{
    AccountBalances, ExportData, ExportFormat, ExportTransaction, Exporter, StatementBalance, receipt_name,
};
use saldo_storage::{Grouping, StatementDays};

use crate::net_worth::{MisdatedLine, histories};
use crate::{Bookkeeper, Result};

impl Bookkeeper {
    /// Exports the transactions that match a filter, account by account,
    /// the oldest first. `now` is written as the time of the export.
    ///
    /// Balances are set and asserted if the filter selects whole accounts, days
    /// or statements; with any other filter, the transactions would not add up.
    /// The stream ends with an error if the storage fails while it is read.
    ///
    /// # Errors
    /// [`crate::Error::Money`] if a balance in the file may not fit into 64 bits,
    /// before anything is written; [`crate::Error::Storage`] if the storage fails.
    pub async fn export(
        &self,
        user: UserId,
        format: ExportFormat,
        filter: TransactionFilter,
        now: Timestamp,
    ) -> Result<BoxStream<'static, Result<Bytes>>> {
        let books = self.export_data(user, &filter).await?;
        self.check_sums(user, &filter, &books).await?;
        let accounts = books.account_order().into();
        let exporter = Exporter::begin(format, books, now, Vec::new())?;
        let filter = TransactionFilter { order: TransactionOrder::OldestFirst, ..filter };
        let books = self.clone();
        let walk = Walk { books, user, filter, accounts, cursor: None, exporter: Some(exporter) };
        let steps = |mut walk: Walk| async move { Ok(walk.step().await?.map(|bytes| (bytes, walk))) };
        Ok(try_unfold(walk, steps).boxed())
    }

    /// Returns the receipts of the transactions that match a filter, oldest first, page by page. They have
    /// the names that [`Self::export`] writes.
    #[must_use]
    pub fn export_receipts(
        &self,
        user: UserId,
        filter: TransactionFilter,
    ) -> BoxStream<'static, Result<Vec<ExportReceipt>>> {
        let filter = TransactionFilter { order: TransactionOrder::OldestFirst, ..filter };
        let walk = ReceiptWalk { books: self.clone(), user, filter, cursor: None, is_done: false };
        let steps = |mut walk: ReceiptWalk| async move { Ok(walk.step().await?.map(|page| (page, walk))) };
        try_unfold(walk, steps).boxed()
    }

    /// Rejects sums that do not fit into 64 bits before anything
    /// is written, because a file that is cut off looks complete.
    async fn check_sums(&self, user: UserId, filter: &TransactionFilter, books: &ExportData) -> Result<()> {
        let mut moved: HashMap<AccountId, i128> = HashMap::new();
        for kind in [TransactionKind::Transaction, TransactionKind::Transfer] {
            if filter.kind.is_some_and(|only| only != kind) {
                continue;
            }
            let filter = TransactionFilter { kind: Some(kind), ..filter.clone() };
            for total in self.storage.total_transactions(user, filter, Grouping::Account).await? {
                if let Group::Account(account) = total.group {
                    let CashFlow { income, spending, .. } = total.flow;
                    *moved.entry(account).or_default() +=
                        i128::from(income.minor()) + i128::from(spending.minor());
                }
            }
        }
        for (account, largest) in largest_balances(books) {
            // A running balance is at most a known balance plus all amounts. The difference
            // between two known balances is a transaction as well, hence the factor of two.
            if 2 * largest + moved.get(&account).copied().unwrap_or(0) > i128::from(i64::MAX) {
                return Err(MoneyError::Overflow.into());
            }
        }
        let fits = |sum: &i128| *sum <= i128::from(i64::MAX);
        if moved.values().all(fits) { Ok(()) } else { Err(MoneyError::Overflow.into()) }
    }

    async fn export_data(&self, user: UserId, filter: &TransactionFilter) -> Result<ExportData> {
        let mut accounts = self.storage.list_accounts(user).await?;
        if let Some(only) = filter.account {
            accounts.retain(|account| account.id == only);
        }
        let mut labels = self.storage.list_account_labels(user).await?;
        labels.retain(|id, labels| {
            *labels != AccountLabels::default() && accounts.iter().any(|account| account.id == *id)
        });
        let categories = self.storage.list_categories(user).await?;
        let mut books = ExportData { accounts, labels, categories, ..ExportData::default() };
        if adds_up(filter) {
            books.statements = self.statement_balances(user, filter).await?;
            books.balances = match filter.statement {
                Some(_) => of_statement(&books),
                None => self.account_balances(user, &books.accounts, filter.period).await?,
            };
        }
        Ok(books)
    }

    /// Returns the balances that net worth uses, so that an
    /// export has the same balance at the end of every day.
    async fn account_balances(
        &self,
        user: UserId,
        accounts: &[Account],
        period: Option<Period>,
    ) -> Result<Vec<AccountBalances>> {
        let known = self.storage.list_known_balances(user).await?;
        let ids: Vec<AccountId> = accounts.iter().map(|account| account.id).collect();
        let days = self.storage.list_day_flows(user, ids, Period::EVER).await?;
        let uncorrected = histories(&known, &[], &days, &[], &[])?;
        let misdated = self.misdated(user, &uncorrected).await?;
        let histories = histories(&known, &[], &days, &[], &misdated)?;
        let until = period.map_or(Period::LAST_DAY, Period::end);
        let of = |account: &Account| {
            let ledger = histories.get(&account.id)?.ledger(period.map(Period::start), until);
            let money = |(date, minor)| (date, Money::from_minor(minor, account.currency));
            let mine = misdated.iter().filter(|misdated| misdated.account == account.id);
            let moved = mine.filter_map(|misdated| within(misdated, period));
            (ledger.opening.is_some() || !ledger.known.is_empty()).then(|| AccountBalances {
                account: account.id,
                opening: ledger.opening.map(money),
                known: ledger.known.into_iter().map(money).collect(),
                moved: moved.collect(),
            })
        };
        Ok(accounts.iter().filter_map(of).collect())
    }

    /// Returns the balances of statements whose transactions all match the filter.
    async fn statement_balances(
        &self,
        user: UserId,
        filter: &TransactionFilter,
    ) -> Result<Vec<StatementBalance>> {
        let days: HashMap<(StatementId, u32), StatementDays> = self
            .storage
            .list_statement_days(user)
            .await?
            .into_iter()
            .map(|days| ((days.statement, days.part), days))
            .collect();
        let mut found = Vec::new();
        let mut page = PageRequest::first(PageRequest::LIMIT_MAX);
        loop {
            let next = self.storage.list_statements(user, page).await?;
            for statement in next.items {
                for (part, number) in statement.accounts.iter().zip(0..) {
                    let printed = days.get(&(statement.id, number));
                    let printed = printed.into_iter().flat_map(|days| [days.first, days.last]);
                    let days = StatementBalance::days_of(part.period_start, part.period_end, printed);
                    found.extend(days.map(|days| StatementBalance {
                        statement: statement.id,
                        account: part.account,
                        currency: part.currency,
                        days,
                        opening: part.opening_balance,
                        closing: part.closing_balance.filter(|_| part.closing_on.is_none()),
                        outcome: part.outcome,
                    }));
                }
            }
            let Some(cursor) = next.next_cursor else { break };
            page = PageRequest { limit: PageRequest::LIMIT_MAX, cursor: Some(cursor) };
        }
        let within = |days: Period, whole: Period| days.start() >= whole.start() && days.end() <= whole.end();
        found.retain(|one| {
            filter.statement.is_none_or(|only| one.statement == only)
                && filter.period.is_none_or(|whole| within(one.days, whole))
        });
        Ok(found)
    }
}

/// Returns the largest absolute balance of each account that a file sets or asserts, in minor units.
fn largest_balances(books: &ExportData) -> HashMap<AccountId, i128> {
    let printed = books.statements.iter().flat_map(|one| {
        [one.opening, one.closing].into_iter().flatten().map(move |balance| (one.account, balance))
    });
    let set = books.balances.iter().flat_map(|one| {
        one.opening.iter().chain(&one.known).map(move |(_, balance)| (one.account, *balance))
    });
    let mut largest: HashMap<AccountId, i128> = HashMap::new();
    for (account, balance) in printed.chain(set) {
        let most = largest.entry(account).or_default();
        *most = (*most).max(i128::from(balance.minor()).abs());
    }
    largest
}

/// Returns the balances of a single statement, of the parts that add up.
fn of_statement(books: &ExportData) -> Vec<AccountBalances> {
    let of = |account: &Account| {
        let is_whole = |part: &&StatementBalance| {
            part.account == account.id
                && part.currency == account.currency
                && part.outcome == Outcome::Balanced
                && part.opening.is_some()
        };
        let mut parts: Vec<_> = books.statements.iter().filter(is_whole).collect();
        parts.sort_by_key(|part| (part.days.start(), part.days.end()));
        let opening = parts.first().and_then(|part| Some((part.days.start(), part.opening?)));
        let known = parts.iter().filter_map(|part| Some((part.days.end(), part.closing?))).collect();
        opening.map(|opening| AccountBalances {
            account: account.id,
            opening: Some(opening),
            known,
            moved: Vec::new(),
        })
    };
    books.accounts.iter().filter_map(of).collect()
}

/// Returns the date of a misdated line, the day on which it counts,
/// and its amount; `None` if neither day is in the period.
fn within(misdated: &MisdatedLine, period: Option<Period>) -> Option<(Date, Date, Money)> {
    let is_asked = |date| period.is_none_or(|period| period.contains(date));
    (is_asked(misdated.date) || is_asked(misdated.counts_on)).then_some((
        misdated.date,
        misdated.counts_on,
        misdated.amount,
    ))
}

/// True if the filter selects all transactions of accounts, of a period or of a statement.
fn adds_up(filter: &TransactionFilter) -> bool {
    let TransactionFilter { account, statement, period, order, .. } = filter.clone();
    *filter == TransactionFilter { account, statement, period, order, ..TransactionFilter::default() }
}

/// A receipt of an exported transaction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportReceipt {
    /// The attachment.
    pub attachment: AttachmentId,
    /// Its transaction.
    pub transaction: TransactionId,
    /// Its name in the export.
    pub name: String,
}

async fn receipts_of(
    books: &Bookkeeper,
    user: UserId,
    transactions: &[Transaction],
) -> Result<Vec<ExportReceipt>> {
    let dates: HashMap<TransactionId, Date> =
        transactions.iter().map(|transaction| (transaction.id, transaction.date)).collect();
    let ids = transactions.iter().map(|transaction| transaction.id).collect();
    let attachments = books.storage.list_attachments_of(user, ids).await?;
    let receipts = attachments.iter().filter_map(|attachment| {
        let transaction = attachment.transaction?;
        let name = receipt_name(*dates.get(&transaction)?, attachment);
        Some(ExportReceipt { attachment: attachment.id, transaction, name })
    });
    Ok(receipts.collect())
}

/// The state of a walk through the receipts of an export.
struct ReceiptWalk {
    books: Bookkeeper,
    user: UserId,
    filter: TransactionFilter,
    cursor: Option<String>,
    is_done: bool,
}

impl ReceiptWalk {
    /// Returns the receipts of one more page of transactions; `None` after the last page.
    async fn step(&mut self) -> Result<Option<Vec<ExportReceipt>>> {
        if self.is_done {
            return Ok(None);
        }
        let page = PageRequest { limit: PageRequest::LIMIT_MAX, cursor: self.cursor.take() };
        let page = self.books.storage.list_transactions(self.user, self.filter.clone(), page).await?;
        self.is_done = page.next_cursor.is_none();
        self.cursor = page.next_cursor;
        Ok(Some(receipts_of(&self.books, self.user, &page.items).await?))
    }
}

/// The state of an export in progress.
struct Walk {
    books: Bookkeeper,
    user: UserId,
    filter: TransactionFilter,
    /// The remaining accounts; the first is being written.
    accounts: VecDeque<AccountId>,
    cursor: Option<String>,
    /// The exporter; `None` after the end of the file.
    exporter: Option<Exporter<Vec<u8>>>,
}

impl Walk {
    /// Returns the bytes of one more page of transactions; `None` after the end of the file.
    async fn step(&mut self) -> Result<Option<Bytes>> {
        while let Some(exporter) = &mut self.exporter {
            let Some(account) = self.accounts.front() else { break };
            let filter = TransactionFilter { account: Some(*account), ..self.filter.clone() };
            let page = PageRequest { limit: PageRequest::LIMIT_MAX, cursor: self.cursor.take() };
            let page = self.books.storage.list_transactions(self.user, filter, page).await?;
            let receipts = receipts_of(&self.books, self.user, &page.items).await?;
            let mut names: HashMap<TransactionId, Vec<String>> = HashMap::new();
            for ExportReceipt { transaction, name, .. } in receipts {
                names.entry(transaction).or_default().push(name);
            }
            for transaction in page.items {
                let receipts = names.remove(&transaction.id).unwrap_or_default();
                exporter.transaction(&ExportTransaction { receipts, ..transaction.into() })?;
            }
            self.cursor = page.next_cursor;
            if self.cursor.is_none() {
                self.accounts.pop_front();
            }
            let written = std::mem::take(exporter.writer_mut());
            if !written.is_empty() {
                return Ok(Some(written.into()));
            }
        }
        Ok(self.exporter.take().map(Exporter::finish).transpose()?.map(Bytes::from))
    }
}

#[cfg(test)]
mod generated;
#[cfg(test)]
#[path = "../../ledger/tests/ledger/tools.rs"]
mod tools;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Error;
    use crate::test_books::{Books, NOW};
    use saldo_domain::Date;

    const FORMATS: [&str; 7] = ["csv", "ofx", "qif", "beancount", "hledger", "ledger", "json"];

    #[tokio::test]
    async fn an_export_whose_balances_do_not_fit_is_refused_before_it_begins() {
        let books = Books::of(&["Coffee"]).await;
        let day = |text: &str| text.parse::<Date>().unwrap();
        for (date, minor) in [("2025-05-01", i64::MAX), ("2025-06-01", i64::MAX), ("2025-07-01", -i64::MAX)] {
            books.add_amount(day(date), "Huge", minor).await;
        }
        for name in FORMATS {
            let format = ExportFormat::of_name(name).unwrap();
            let refused = books.keeper.export(books.user, format, TransactionFilter::default(), NOW).await;
            let is_too_large = matches!(
                refused.err(),
                Some(Error::Money(MoneyError::Overflow) | Error::Storage(saldo_storage::Error::SumTooLarge))
            );
            assert!(is_too_large, "{name}");
            let may = TransactionFilter {
                period: Period::month(2025, 5),
                text: Some("coffee".to_owned()),
                ..TransactionFilter::default()
            };
            let parts = books.keeper.export(books.user, format, may, NOW).await.unwrap();
            assert!(parts.collect::<Vec<_>>().await.iter().all(Result::is_ok), "{name}");
        }
    }
}
