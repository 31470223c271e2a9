//! Mint: the CSV of its transactions, which many kept when it closed. It has no balances.
//!
//! Format: the columns `Date, Description, Original Description, Amount, Transaction Type, Category, Account
//! Name, Labels, Notes`, as in the documentation of jbms/beancount-import. Amounts have no sign; the month
//! comes first.

use saldo_domain::{AccountKind, Currency};

use crate::amount::Written;
use crate::builder::{Builder, History, Line, asset_kind, debt_kind, joined};
use crate::table::{Dates, Table};
use crate::{Books, Error, Hints};

/// The categories of money that moves between own accounts.
const TRANSFERS: [&str; 3] = ["transfer", "credit card payment", "transfer for cash spending"];

pub(crate) fn read(bytes: &[u8], hints: &Hints) -> Result<Books, Error> {
    let table = Table::read(bytes, b',', hints.transactions_max)?;
    let dollars = Currency::parse("USD")?;
    let currency = hints.currency.unwrap_or(dollars);
    let dates = Dates::month_first();
    let mut builder = Builder::new(hints);
    for row in table.rows() {
        let written = Written::parse(row.cell("amount"));
        let amount = written.and_then(|written| written.money('.', currency));
        let amount = amount.ok_or_else(|| row.not("invalid amount"))?;
        let amount = match row.cell("transaction type").to_lowercase().as_str() {
            "debit" => amount.checked_neg()?,
            "credit" => amount,
            _ => return Err(row.not("the direction is missing or unknown")),
        };
        let name = row.cell("account name");
        let kind = match debt_kind(name) {
            AccountKind::Other => asset_kind(name),
            debt => debt,
        };
        let at = builder.account(Some(name), kind, currency);
        let printed = row.cell("original description");
        let shown = row.cell("description");
        let mut line = Line::new(
            dates.read(row, row.cell("date"))?,
            joined(&[if printed.is_empty() { shown } else { printed }]),
            amount,
        );
        line.marks.description =
            Some(joined(&[shown])).filter(|shown| !shown.is_empty() && *shown != line.description);
        line.marks.tags = builder.tags([row.cell("labels")]);
        row.cell("notes").clone_into(&mut line.marks.note);
        let category = row.cell("category");
        if TRANSFERS.contains(&category.to_lowercase().as_str()) {
            line = line.transfer();
        } else if !category.is_empty() && category != "Uncategorized" {
            line.marks.category = Some(category.to_owned());
        }
        builder.add(at, line)?;
    }
    builder.finish(History::Partial)
}
