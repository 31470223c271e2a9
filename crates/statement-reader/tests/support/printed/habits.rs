//! Habits of the third group: the layouts that have room for them, and the parts that they print.

use chrono::{Datelike, NaiveDate};

use super::columns::Column;
use super::format::{self, Sign, Symbol};
use super::print::Printer;
use super::rows::{Cells, Item};
use super::{Amounts, Balances, Dimension, Ends, Layout, Order, Parts, TrueAccount, TrueEntry};

impl Layout {
    /// Removes everything that a habit of the third group excludes.
    pub(super) fn make_room(&mut self, dimension: Dimension) {
        if self.language().right_to_left {
            self.language = 0;
        }
        let extras = &mut self.extras;
        (extras.centred, extras.broken_rows, extras.headless, extras.times) = (false, false, false, false);
        self.order = Order::DateFirst;
        if dimension.is_english() {
            self.language %= 2;
        }
        match dimension {
            Dimension::DateBelow => {
                (self.value_date, self.date_once, self.amount_last) = (false, false, false)
            }
            Dimension::TextAbove | Dimension::TimesBelow => self.amount_last = false,
            Dimension::StackedDates => {
                (self.value_date, self.date_once, self.amount_last) = (true, false, false);
            }
            Dimension::OriginalBelow => {
                (self.amount_last, extras.foreign) = (false, false);
                if self.amounts == Amounts::Sections {
                    self.amounts = Amounts::Signed;
                }
            }
            Dimension::DatedBalances => self.accounts.truncate(1),
            Dimension::SummaryAgain => (self.ends, self.rows_a_page) = (Ends::Summary, 5),
            Dimension::CodeBeforeFigures => {
                (self.symbol, self.parts) = (Symbol::Code, Parts::Accounts);
                if self.sign == Sign::TrailingMinus {
                    self.sign = Sign::Minus;
                }
            }
            Dimension::Stars => self.symbol = Symbol::None,
            Dimension::DayTotals => {
                (self.amounts, self.card, extras.fees, extras.page_totals) =
                    (Amounts::Split, false, false, false);
            }
            Dimension::ClosingOnly => {
                (self.balances, self.ends, self.card) = (Balances::EveryRow, Ends::Summary, false);
                if matches!(self.amounts, Amounts::Unsigned | Amounts::Sections) {
                    self.amounts = Amounts::Signed;
                }
            }
            Dimension::AmountFirst => (self.date_once, self.amount_last) = (false, false),
            Dimension::OtherLanguage => {
                (self.card, extras.pending, extras.daily, extras.sections) = (false, false, false, false);
                (self.language, extras.fees, extras.foreign) = (2, false, false);
                if self.amounts == Amounts::Sections {
                    self.amounts = Amounts::Split;
                }
            }
            Dimension::YearHeading => {
                self.accounts.truncate(1);
                (self.date, self.start.1) = (4, self.start.1.min(11));
                self.language %= 2;
            }
            Dimension::WordMarks => {
                (self.amounts, self.sign, self.card) = (Amounts::Signed, Sign::Minus, false);
                (self.symbol, extras.fees) = (Symbol::None, false);
            }
            Dimension::Triangle => {
                (self.amounts, self.sign, self.card) = (Amounts::Signed, Sign::Triangle, false);
            }
            _ => {}
        }
    }

    /// Changes the cells of a transaction.
    pub(super) fn change(&self, entry: &TrueEntry, cells: &mut Cells) {
        let description = || entry.lines.len();
        match self.dimension {
            Some(Dimension::DateBelow) => {
                let date = cells.remove(&Column::Date).unwrap_or_default();
                cells.entry(Column::Description).or_default().splice(1..1, date);
            }
            Some(Dimension::TextAbove) => {
                for (_, cell) in cells.iter_mut().filter(|(column, _)| **column != Column::Description) {
                    cell.splice(..0, vec![String::new(); description() - 1]);
                }
            }
            Some(Dimension::StackedDates) => {
                let value_date = cells.remove(&Column::ValueDate).unwrap_or_default();
                cells.entry(Column::Date).or_default().extend(value_date);
            }
            Some(Dimension::OriginalBelow) if entry.minor % 3 == 1 => {
                let figure = format::digits(entry.minor / 2 + 100, (",", "."), true);
                let column =
                    [Column::Out, Column::In, Column::Amount].into_iter().find(|it| cells.contains_key(it));
                if let Some(cell) = column.and_then(|column| cells.get_mut(&column)) {
                    cell.push(format!("CHF {figure}"));
                }
            }
            Some(Dimension::TimesBelow) => {
                let minutes = entry.minor.unsigned_abs() % 1440;
                if let Some(cell) = cells.get_mut(&Column::Date) {
                    cell.push(format!("{:02}:{:02}:{:02}", minutes / 60, minutes % 60, minutes % 59));
                }
            }
            Some(Dimension::Weekdays) => {
                let day = entry.date.format("%a").to_string();
                if let Some(cell) = cells.get_mut(&Column::Date) {
                    cell[0] = format!("{day} {}", cell[0]);
                }
            }
            Some(Dimension::WordMarks) => {
                let words = self.language().split[self.heads % self.language().split.len()];
                let word = if entry.printed_minor < 0 { words.0 } else { words.1 };
                cells.insert(Column::Mark, vec![word.to_owned()]);
            }
            _ => {}
        }
    }

    /// Returns the row of sums after a day's transactions.
    pub(super) fn day_total(&self, day: &[&TrueEntry], bare: impl Fn(i64) -> String) -> Item {
        let sum =
            |sign: i64| day.iter().map(|one| one.printed_minor).filter(|one| one.signum() == sign).sum();
        let date = format::date(day[0].date, self.date_pattern(), self.language());
        let cells = Cells::from([
            (Column::Description, vec![format!("Total {date}")]),
            (Column::Out, vec![bare(sum(-1))]),
            (Column::In, vec![bare(sum(1))]),
        ]);
        let balance_after = day.last().map_or(0, |last| last.balance_minor);
        Item::Row { cells, minor: 0, balance_after }
    }
}

impl Dimension {
    fn is_english(self) -> bool {
        matches!(
            self,
            Self::YearToDate | Self::DayTotals | Self::Advertisement | Self::Weekdays | Self::PaymentSlip
        )
    }
}

impl Printer<'_> {
    /// Prints the accounts of the holder with their balances.
    pub(super) fn account_list(&mut self, account: &TrueAccount) {
        let word = self.layout.language().account;
        let lines = [(account.number.clone(), account.closing_minor), ("55501234".to_owned(), 1_234_567)];
        for (number, minor) in lines {
            self.text(40.0, 9.0, &format!("{word} {number}"));
            let (y, figure) = (self.y, self.money.signed(minor));
            let (sheet, codes) = self.sheet();
            sheet.text_to(codes, 300.0, y, 9.0, &figure);
            self.y += 13.0;
        }
        self.y += 20.0;
    }

    /// Prints what a habit adds below an account's transactions.
    pub(super) fn habits_below(&mut self, account: &TrueAccount) {
        let end = account.period.1;
        let lines: Vec<(String, String)> = match self.layout.dimension {
            Some(Dimension::YearToDate) => vec![
                (format!("Total fees charged in {}", end.year()), self.money.bare(3_500)),
                (format!("Total interest charged in {}", end.year()), self.money.bare(1_234)),
            ],
            Some(Dimension::PaymentSlip) => vec![
                ("Payment slip. Please return this part with your payment.".to_owned(), String::new()),
                ("Payment due date".to_owned(), self.day(end)),
                ("Minimum payment due".to_owned(), self.money.bare(2_500)),
                ("Amount enclosed".to_owned(), "________".to_owned()),
            ],
            _ => return,
        };
        self.y += 24.0;
        if self.y + 70.0 > 780.0 {
            self.begin_page();
        }
        for (label, value) in lines {
            self.text(40.0, 9.0, &label);
            let y = self.y;
            let (sheet, codes) = self.sheet();
            sheet.text_to(codes, 360.0, y, 9.0, &value);
            self.y += 13.0;
        }
    }

    /// Returns a date in the format of periods.
    pub(super) fn day(&self, date: NaiveDate) -> String {
        format::date(date, self.layout.language().period_date, self.layout.language())
    }

    /// Prints an offer.
    pub(super) fn advertisement(&mut self, account: &TrueAccount) {
        let offer = format!(
            "Open a savings account before {} and we give you 125.00 as a welcome.",
            self.day(account.period.1)
        );
        self.text(60.0, self.size.min(8.0), &offer);
        self.y += self.size * 1.8;
    }

    /// Prints vertical bars between the columns.
    pub(super) fn bars(&mut self) {
        let edges: Vec<f32> = self.columns.iter().map(|(_, left, _)| left - 8.0).collect();
        let right = self.columns.last().map_or(555.0, |(_, _, right)| right + 5.0);
        let (y, size) = (self.y, self.size);
        for x in edges.into_iter().chain([right]) {
            let (sheet, codes) = self.sheet();
            sheet.text(codes, x, y, size, "|");
        }
    }
}
