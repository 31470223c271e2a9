//! MoneyMoney: the CSV of one account's transactions. It names neither the account nor a balance.
//!
//! Format: the columns `Datum; Wertstellung; Kategorie; Name; Verwendungszweck; Konto; Bank; Betrag;
//! Währung`, as that export is described in the repository dkbparse. `Konto` is the account of the other
//! party. The levels of a category are separated by a hyphen or a backslash.

use saldo_domain::{AccountKind, Currency};

use crate::amount::Written;
use crate::builder::{Builder, History, Line, joined, path};
use crate::table::{Dates, Table};
use crate::{Books, Error, Hints};

pub(crate) fn read(bytes: &[u8], hints: &Hints) -> Result<Books, Error> {
    let table = Table::read(bytes, b';', hints.transactions_max)?;
    let dates = Dates::of(table.rows().map(|row| row.cell("datum")), None);
    let mut builder = Builder::new(hints);
    for row in table.rows() {
        let code = row.cell("währung");
        let currency = Currency::parse(if code.is_empty() { "EUR" } else { code });
        let currency = currency.map_err(|_| row.not("invalid currency"))?;
        let amount = Written::parse(row.cell("betrag")).and_then(|amount| amount.money(',', currency));
        let amount = amount.ok_or_else(|| row.not("invalid amount"))?;
        let at = builder.account(None, AccountKind::Checking, currency);
        let description = joined(&[row.cell("name"), row.cell("verwendungszweck")]);
        let mut line = Line::new(dates.read(row, row.cell("datum"))?, description, amount);
        let category = row.cell("kategorie").replace('\\', " - ");
        line.marks.category = Some(path(category.split(" - "))).filter(|path| !path.is_empty());
        row.cell("notiz").clone_into(&mut line.marks.note);
        builder.add(at, line)?;
    }
    builder.finish(History::Partial)
}
