//! Habits of the third group and later ones: the layouts that have room for them, and the parts that they
//! print.

use chrono::{Datelike, NaiveDate};

use super::columns::Column;
use super::format::{self, Sign, Symbol};
use super::print::Printer;
use super::rows::{Cells, Item};
use super::{Amounts, Balances, Dimension, Ends, Layout, Order, Parts, TrueAccount, TrueTransaction};

impl Layout {
    /// Removes everything that a habit of the third group or a later one excludes.
    #[expect(clippy::too_many_lines, reason = "one arm for each habit")]
    pub(super) fn make_room(&mut self, dimension: Dimension) {
        if self.language().right_to_left {
            self.language = 0;
        }
        let extras = &mut self.extras;
        (extras.centered, extras.broken_rows, extras.headless, extras.times) = (false, false, false, false);
        self.order = Order::DateFirst;
        if dimension.is_english() {
            self.language %= 2;
        }
        match dimension {
            Dimension::DateBelow => {
                (self.value_date, self.date_once, self.amount_last) = (false, false, false);
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
            // No current account has a payment due.
            Dimension::PaymentSlip => self.card = true,
            Dimension::Stars => self.symbol = Symbol::None,
            Dimension::DayTotals | Dimension::CarriedTotals | Dimension::SilentTotals => {
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
            Dimension::WordMarks | Dimension::LeadMarks | Dimension::BareWordMarks => {
                (self.amounts, self.sign, self.card) = (Amounts::Signed, Sign::Minus, false);
                (self.symbol, extras.fees) = (Symbol::None, false);
            }
            Dimension::Triangle => {
                (self.amounts, self.sign, self.card) = (Amounts::Signed, Sign::Triangle, false);
            }
            Dimension::DayOnly => {
                (self.date_once, self.value_date, self.newest_first) = (false, false, false);
                self.language %= 2;
                if self.amounts == Amounts::Sections {
                    self.amounts = Amounts::Signed;
                }
            }
            Dimension::ClosingFirst => self.ends = Ends::Summary,
            Dimension::WordFillers => {
                (self.amounts, self.card, self.filler) = (Amounts::Split, false, "nil");
            }
            Dimension::FullWidth => self.language = 12,
            Dimension::GluedDates | Dimension::OverlappingText => {
                (self.value_date, self.reference, self.date_once) = (false, false, false);
                // Nothing would separate the year from digits of the description.
                if !self.date_pattern().contains("yyyy") {
                    self.date = 0;
                }
            }
            Dimension::RunningText => {
                (self.value_date, self.date_once, self.amount_last) = (false, false, false);
                (extras.foreign, extras.fees, extras.two_line_heads) = (false, false, false);
                (extras.pending, extras.daily, extras.page_totals) = (false, false, false);
                (self.ends, self.carried) = (Ends::Summary, false);
                if matches!(self.amounts, Amounts::Split | Amounts::SplitSwapped | Amounts::Sections) {
                    self.amounts = Amounts::Signed;
                }
                if self.balances != Balances::Never {
                    self.balances = Balances::EveryRow;
                }
            }
            Dimension::FewDecimals => self.language %= 2,
            Dimension::BalanceSentences => (self.ends, self.language) = (Ends::Summary, self.language % 2),
            _ => {}
        }
    }

    /// Changes the cells of a transaction.
    #[expect(clippy::too_many_lines, reason = "one arm for each habit")]
    pub(super) fn change(&self, transaction: &TrueTransaction, cells: &mut Cells) {
        let description = || transaction.lines.len();
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
            Some(Dimension::OriginalBelow) if transaction.minor % 3 == 1 => {
                let figure = format::digits(transaction.minor / 2 + 100, (",", "."), true);
                let column =
                    [Column::Out, Column::In, Column::Amount].into_iter().find(|it| cells.contains_key(it));
                if let Some(cell) = column.and_then(|column| cells.get_mut(&column)) {
                    cell.push(format!("CHF {figure}"));
                }
            }
            Some(Dimension::TimesBelow) => {
                let minutes = transaction.minor.unsigned_abs() % 1440;
                if let Some(cell) = cells.get_mut(&Column::Date) {
                    cell.push(format!("{:02}:{:02}:{:02}", minutes / 60, minutes % 60, minutes % 59));
                }
            }
            Some(Dimension::Weekdays) => {
                let day = transaction.date.format("%a").to_string();
                if let Some(cell) = cells.get_mut(&Column::Date) {
                    cell[0] = format!("{day} {}", cell[0]);
                }
            }
            Some(Dimension::WordMarks) => {
                let words = self.language().split[self.heads % self.language().split.len()];
                let word = if transaction.printed_minor < 0 { words.0 } else { words.1 };
                cells.insert(Column::Mark, vec![word.to_owned()]);
            }
            Some(Dimension::DayOnly) => {
                if let Some(cell) = cells.get_mut(&Column::Date) {
                    cell[0] = format!("{:02}", transaction.date.day());
                }
            }
            Some(Dimension::LeadMarks) => {
                if let Some(cell) = cells.get_mut(&Column::Amount) {
                    let mark = if transaction.printed_minor < 0 { "DR" } else { "CR" };
                    cell[0] = format!("{mark} {}", cell[0].trim_start_matches('-'));
                }
            }
            Some(Dimension::BareWordMarks) => {
                let words = self.language().split[self.heads % self.language().split.len()];
                let word = if transaction.printed_minor < 0 { words.0 } else { words.1 };
                cells.insert(Column::Mark, vec![word.to_owned()]);
                if let Some(cell) = cells.get_mut(&Column::Amount) {
                    cell[0] = cell[0].trim_start_matches('-').to_owned();
                }
            }
            Some(Dimension::TalkativeDescriptions) => {
                let day = format::date(transaction.date, self.language().period_date, self.language());
                let cell = cells.entry(Column::Description).or_default();
                cell[0] = format!("{} {day} USD 12.99", cell[0]);
            }
            Some(Dimension::FullWidth) => {
                let wide = |text: &String| -> String {
                    let digit = |c: char| c.to_digit(10).and_then(|digit| char::from_u32(0xff10 + digit));
                    text.chars().map(|c| digit(c).unwrap_or(c)).collect()
                };
                for (_, cell) in cells.iter_mut().filter(|(column, _)| column.is_money()) {
                    *cell = cell.iter().map(wide).collect();
                }
            }
            _ => {}
        }
    }

    /// Returns the row of sums after a day's transactions.
    pub(super) fn day_total(&self, day: &[&TrueTransaction], bare: impl Fn(i64) -> String) -> Item {
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
    /// Prints the sums of all transactions so far, or of all of them without words.
    pub(super) fn sums(&mut self, label: &str) {
        let sum = |sign: i64| self.minors.iter().filter(|minor| minor.signum() == sign).sum();
        let mut cells = Cells::from([
            (Column::Out, vec![self.money.bare(sum(-1))]),
            (Column::In, vec![self.money.bare(sum(1))]),
        ]);
        if !label.is_empty() {
            cells.insert(Column::Description, vec![label.to_owned()]);
        }
        self.row(&cells);
    }

    /// Prints the balances in sentences.
    pub(super) fn balance_sentences(&mut self, account: &TrueAccount, (opening, closing): (&str, &str)) {
        let days = (self.day(account.period.0), self.day(account.period.1));
        self.text(40.0, 9.0, &format!("Your balance on {} was {opening}.", days.0));
        self.y += 13.0;
        self.text(40.0, 9.0, &format!("On {} it came to {closing}.", days.1));
        self.y += 27.0;
    }

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
