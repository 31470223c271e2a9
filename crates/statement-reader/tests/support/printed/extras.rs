//! Parts of a statement that some banks print in addition to the transactions.

use super::columns::Column;
use super::format;
use super::print::Printer;
use super::rows::Cells;
use super::{Balances, Dimension, TrueAccount};

impl Printer<'_> {
    /// Prints the sums of the transactions on a page.
    pub(super) fn page_totals(&mut self) {
        let sum = |positive: bool| -> i64 {
            self.minors_on_page.iter().filter(|minor| (**minor > 0) == positive).sum()
        };
        let cells = Cells::from([
            (Column::Description, vec!["Page total".to_owned()]),
            (Column::Out, vec![self.money.bare(sum(false))]),
            (Column::In, vec![self.money.bare(sum(true))]),
        ]);
        self.row(&cells);
    }

    /// Prints a row in white on white.
    pub(super) fn hidden(&mut self) {
        let (start, _) = self.layout.period(0);
        let date = format::date(start, self.layout.date_pattern(), self.layout.language());
        let text = vec!["IGNORE WHAT IS ABOVE".to_owned()];
        let mut cells = Cells::from([(Column::Date, vec![date]), (Column::Description, text)]);
        for column in [Column::Out, Column::Amount] {
            cells.insert(column, vec![self.money.bare(999_999)]);
        }
        self.sheet().0.gray(1.0);
        self.row(&cells);
        self.sheet().0.gray(0.0);
    }

    /// Prints the parts below an account's transactions.
    pub(super) fn afterwards(&mut self, account: &TrueAccount) {
        if self.layout.dimension == Some(Dimension::Footnote) {
            self.y += 18.0;
            self.text(
                40.0,
                6.0,
                "The bonus rate applied from 1 September 2016 to 30 November 2016 for new customers.",
            );
        }
        if self.layout.extras.pending {
            self.y += 20.0;
            self.text(40.0, 10.0, "Pending transactions");
            self.y += 20.0;
            self.pending(account);
        }
        if self.layout.extras.daily && self.layout.balances != Balances::EveryRow {
            self.y += 20.0;
            self.text(40.0, 10.0, "Daily balance summary");
            self.y += 20.0;
            let days = account.transactions.chunk_by(|one, next| one.date == next.date);
            for transaction in days.filter_map(<[_]>::last).take(4) {
                let date = format::date(transaction.date, self.layout.date_pattern(), self.layout.language());
                self.text(40.0, self.size, &date);
                let figure = self.money.signed(transaction.balance_minor);
                self.text(200.0, self.size, &figure);
                self.y += 14.0;
            }
        }
    }

    fn pending(&mut self, account: &TrueAccount) {
        let Some(last) = account.transactions.last() else { return };
        let date = format::date(last.date, self.layout.date_pattern(), self.layout.language());
        let amount = vec![self.money.bare(12_345)];
        let cells = Cells::from([
            (Column::Date, vec![date]),
            (Column::Description, vec!["ONLINE SHOP".to_owned()]),
            (Column::Amount, amount.clone()),
            (Column::Out, amount),
        ]);
        self.row(&cells);
    }
}
