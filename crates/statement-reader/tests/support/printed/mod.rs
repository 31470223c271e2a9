//! Statements described as data, with their truth and the PDF that a bank would print.

mod columns;
mod dimension;
mod extras;
mod far_words;
mod foreign_words;
pub(crate) mod format;
mod habits;
mod more_words;
pub(crate) mod print;
pub(crate) mod rows;
pub(crate) mod strategy;
pub(crate) mod words;

use chrono::{Days, Months, NaiveDate};

pub(crate) use dimension::Dimension;
use foreign_words::{OTHER_LANGUAGES, UNKNOWN_LANGUAGES};
use format::{Sign, Symbol};
use words::{LANGUAGES, Language};

/// Source of the sign of an amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Amounts {
    /// One column with signs.
    Signed,
    /// A column for money out, then one for money in.
    Split,
    /// A column for money in, then one for money out.
    SplitSwapped,
    /// One column without signs; only the balance decides.
    Unsigned,
    /// One column without signs, in sections.
    Sections,
}

/// Rows that print the balance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Balances {
    EveryRow,
    LastOfDay,
    /// In a row of its own at the end of each day.
    OwnRow,
    Never,
}

/// Order of the columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Order {
    DateFirst,
    DateLast,
    AmountBeforeDescription,
    BalanceBeforeAmount,
}

/// Position of the opening and the closing balance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ends {
    Summary,
    Rows,
    Both,
    /// Below the transactions.
    Late,
    /// Not printed; only the running balances imply them.
    Nowhere,
}

/// Relation of the lists in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Parts {
    /// Several accounts in one month.
    Accounts,
    /// Several months of one account.
    Months,
    /// Accounts in different currencies.
    Currencies,
}

/// Kind of a printed figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Figure {
    Amount,
    Sign,
    RunningBalance,
    Opening,
    Closing,
    Total,
}

/// One wrongly printed figure of the first account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Misprint {
    pub(crate) figure: Figure,
    /// Index of its transaction, modulo their number.
    pub(crate) transaction: usize,
}

/// Difference of a misprinted figure, in minor units.
const MISPRINTED_BY: i64 = 1_000;

/// A transaction as the generator draws it.
#[derive(Debug, Clone)]
pub(crate) struct Booking {
    pub(crate) days_later: u8,
    pub(crate) minor: i64,
    pub(crate) payee: usize,
    pub(crate) lines: u8,
}

/// Parts and habits that some banks add.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "independent properties of a layout")]
pub(crate) struct Extras {
    /// A row of sums at the end of each page.
    pub(crate) page_totals: bool,
    /// Later pages are shifted slightly to the right.
    pub(crate) shifted: bool,
    /// Invisible words in the form of a transaction.
    pub(crate) hidden: bool,
    /// Pending transactions below the others.
    pub(crate) pending: bool,
    /// Daily balances below the transactions.
    pub(crate) daily: bool,
    /// Heads printed twice, slightly displaced.
    pub(crate) fake_bold: bool,
    /// Heads of two words on two lines.
    pub(crate) two_line_heads: bool,
    /// A column of fees, which change the balance too.
    pub(crate) fees: bool,
    /// Dates and amounts at half the height of their row.
    pub(crate) centered: bool,
    /// A column of amounts in another currency.
    pub(crate) foreign: bool,
    /// Several sections of money out, and sums below the sections.
    pub(crate) sections: bool,
    /// A time of day after each date.
    pub(crate) times: bool,
    /// The currency in the heads of amounts.
    pub(crate) units: bool,
    /// No heads at all.
    pub(crate) headless: bool,
    /// Rows that continue on the next page.
    pub(crate) broken_rows: bool,
}

/// All properties in which printed statements differ.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "independent properties of a layout")]
pub(crate) struct Layout {
    pub(crate) language: usize,
    pub(crate) date: usize,
    pub(crate) numbers: usize,
    pub(crate) heads: usize,
    pub(crate) amounts: Amounts,
    pub(crate) sign: Sign,
    pub(crate) symbol: Symbol,
    pub(crate) balances: Balances,
    pub(crate) order: Order,
    pub(crate) ends: Ends,
    pub(crate) card: bool,
    pub(crate) value_date: bool,
    pub(crate) reference: bool,
    pub(crate) date_once: bool,
    pub(crate) amount_last: bool,
    pub(crate) filler: &'static str,
    pub(crate) newest_first: bool,
    pub(crate) carried: bool,
    pub(crate) heads_again: bool,
    pub(crate) rows_a_page: usize,
    pub(crate) totals: bool,
    pub(crate) rules: bool,
    pub(crate) left_aligned: bool,
    pub(crate) small_print: bool,
    pub(crate) size: u8,
    pub(crate) start: (i32, u32),
    pub(crate) opening_minor: i64,
    /// The wrong figure, if any.
    pub(crate) misprint: Option<Misprint>,
    pub(crate) dimension: Option<Dimension>,
    pub(crate) extras: Extras,
    pub(crate) parts: Parts,
    /// Transactions of each account.
    pub(crate) accounts: Vec<Vec<Booking>>,
}

/// The truth about a transaction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TrueTransaction {
    pub(crate) date: NaiveDate,
    pub(crate) value_date: Option<NaiveDate>,
    pub(crate) minor: i64,
    /// Amount as printed.
    pub(crate) printed_minor: i64,
    pub(crate) balance_minor: i64,
    /// Balance after the transaction as printed.
    pub(crate) printed_balance_minor: i64,
    /// Fee beside the transaction.
    pub(crate) fee_minor: i64,
    /// Section of money out to which it belongs.
    pub(crate) group: usize,
    pub(crate) lines: Vec<String>,
}

/// The truth about an account's statement, oldest transaction first.
#[derive(Debug, Clone)]
pub(crate) struct TrueAccount {
    pub(crate) is_first: bool,
    pub(crate) number: String,
    pub(crate) currency: &'static str,
    pub(crate) period: (NaiveDate, NaiveDate),
    pub(crate) opening_minor: i64,
    pub(crate) closing_minor: i64,
    pub(crate) transactions: Vec<TrueTransaction>,
}

impl Layout {
    pub(crate) fn is(&self, dimension: Dimension) -> bool {
        self.dimension == Some(dimension)
    }

    pub(crate) fn language(&self) -> &'static Language {
        if self.is(Dimension::UnknownLanguage) {
            return &UNKNOWN_LANGUAGES[self.heads % UNKNOWN_LANGUAGES.len()];
        }
        if self.is(Dimension::OtherLanguage) {
            return &OTHER_LANGUAGES[self.heads % OTHER_LANGUAGES.len()];
        }
        &LANGUAGES[self.language % LANGUAGES.len()]
    }

    pub(crate) fn date_pattern(&self) -> &'static str {
        let dates = self.language().dates;
        dates[self.date % dates.len()]
    }

    pub(crate) fn period(&self, part: usize) -> (NaiveDate, NaiveDate) {
        let (year, month) = self.start;
        let later = if self.parts == Parts::Months { 2 * u32::try_from(part).unwrap() } else { 0 };
        let start = NaiveDate::from_ymd_opt(year, month, 1).unwrap() + Months::new(later);
        (start, start + Months::new(2) - Days::new(1))
    }

    /// Removes combinations that no bank prints or that no reader could decide from the page.
    pub(crate) fn made_sane(mut self) -> Self {
        if self.card {
            self.language %= 3;
        }
        if self.amounts == Amounts::Sections {
            self.language %= 2;
        }
        self.sane_signs();
        self.sane_balances();
        self.sane_extras();
        self
    }

    fn sane_signs(&mut self) {
        if self.card {
            self.balances = Balances::Never;
            if !matches!(self.amounts, Amounts::Sections) {
                self.amounts = Amounts::Signed;
            }
            if matches!(self.sign, Sign::PlusAndMinus | Sign::Marks) {
                self.sign = Sign::CreditMark;
            }
        } else if self.sign == Sign::CreditMark {
            self.sign = Sign::Minus;
        }
        if self.sign == Sign::TrailingMinus || self.amounts == Amounts::Unsigned || !self.language().cents {
            self.symbol = Symbol::None;
        }
        if !matches!(self.amounts, Amounts::Split | Amounts::SplitSwapped) {
            self.filler = "";
        }
    }

    fn sane_balances(&mut self) {
        if self.amounts == Amounts::Unsigned {
            self.balances = Balances::EveryRow;
        }
        if self.amounts == Amounts::Sections {
            self.balances = Balances::Never;
            self.newest_first = false;
            self.order = Order::DateFirst;
        }
        if self.balances == Balances::OwnRow && !matches!(self.language().name, "Britain" | "Brazil") {
            self.balances = Balances::LastOfDay;
        }
        if self.newest_first {
            self.date_once = false;
            self.carried = false;
            if matches!(self.balances, Balances::LastOfDay | Balances::OwnRow) {
                self.balances = Balances::EveryRow;
            }
        }
        if self.ends == Ends::Nowhere
            && (self.balances != Balances::EveryRow || self.amounts == Amounts::Unsigned)
        {
            self.ends = Ends::Late;
        }
        if self.balances == Balances::Never {
            self.carried = false;
            if self.ends != Ends::Late {
                self.ends = Ends::Summary;
            }
        }
        if matches!(self.ends, Ends::Nowhere | Ends::Late) {
            self.carried = false;
        }
        if self.order != Order::DateFirst {
            self.amount_last = false;
            self.date_once = false;
        }
        if self.date_once {
            self.value_date = false;
        }
    }

    fn sane_extras(&mut self) {
        let is_english = self.language % LANGUAGES.len() < 2;
        let has_year = self.date_pattern().contains("yy");
        let is_split = matches!(self.amounts, Amounts::Split | Amounts::SplitSwapped);
        let extras = &mut self.extras;
        if !is_english || self.card {
            extras.pending = false;
            extras.daily = false;
            extras.foreign = false;
            extras.fees = false;
        }
        extras.fees &= !matches!(self.amounts, Amounts::Sections | Amounts::Unsigned);
        extras.page_totals &= is_split && !extras.fees;
        extras.sections &= self.amounts == Amounts::Sections && !self.card;
        extras.times &= has_year && !self.value_date && !self.date_once && self.order == Order::DateFirst;
        extras.headless &= self.balances == Balances::EveryRow
            && self.ends != Ends::Nowhere
            && self.order == Order::DateFirst
            && !is_split
            && !(extras.fees || extras.foreign || self.reference || self.card);
        extras.centered &= !self.amount_last && !self.date_once;
        extras.broken_rows &= !self.amount_last && !extras.centered;
        self.amount_last &= !extras.headless;
        extras.daily &= self.balances != Balances::OwnRow;
        if extras.pending
            || extras.daily
            || extras.headless
            || matches!(self.ends, Ends::Late | Ends::Nowhere)
        {
            // Nothing would separate the parts below one account's transactions from the beginning of the
            // next account.
            self.accounts.truncate(1);
        }
        if self.parts == Parts::Currencies && (!self.cents() || self.symbol != Symbol::None) {
            self.parts = Parts::Accounts;
        }
        if self.parts == Parts::Months && (!has_year || self.ends == Ends::Nowhere) {
            self.parts = Parts::Accounts;
        }
    }

    /// Returns the same statement with one additional habit.
    pub(crate) fn with(mut self, dimension: Dimension) -> Self {
        self.dimension = Some(dimension);
        match dimension {
            Dimension::DetachedSign => {
                (self.amounts, self.sign, self.card) = (Amounts::Signed, Sign::Minus, false);
                self.symbol = Symbol::None;
            }
            Dimension::BareSections | Dimension::UnknownSections => {
                (self.amounts, self.ends, self.card) = (Amounts::Sections, Ends::Summary, false);
            }
            Dimension::HeadsOnce => (self.heads_again, self.rows_a_page) = (false, 6),
            Dimension::Boxes => self.ends = Ends::Summary,
            Dimension::UnknownLanguage => (self.language, self.card) = (2, false),
            _ => {}
        }
        if Dimension::SECOND.contains(&dimension) {
            self.simplify(dimension);
        }
        let later = [&Dimension::THIRD[..], &Dimension::FOURTH, &Dimension::FIFTH];
        if later.into_iter().any(|group| group.contains(&dimension)) {
            self.make_room(dimension);
        }
        self.made_sane()
    }

    /// Removes everything that the habit excludes.
    fn simplify(&mut self, dimension: Dimension) {
        if self.language().right_to_left {
            self.language = 0;
        }
        if dimension == Dimension::BrokenDates && !self.date_pattern().contains("yy") {
            self.date = 0;
        }
        self.order = Order::DateFirst;
        let extras = &mut self.extras;
        (self.amount_last, extras.centered, extras.broken_rows) = (false, false, false);
        (extras.foreign, extras.fees, extras.headless, extras.times) = (false, false, false, false);
        match dimension {
            Dimension::FieldALine | Dimension::Separated => {
                (self.date_once, self.carried, self.card) = (false, false, false);
                (extras.page_totals, extras.two_line_heads, extras.sections) = (false, false, false);
                (extras.pending, extras.daily, extras.hidden) = (false, false, false);
                (self.ends, self.rows_a_page) = (Ends::Summary, self.rows_a_page.min(7));
                if matches!(self.amounts, Amounts::Sections | Amounts::Unsigned) {
                    self.amounts = Amounts::Signed;
                }
                if self.balances == Balances::OwnRow {
                    self.balances = Balances::EveryRow;
                }
            }
            Dimension::DayHeadings => (self.date_once, self.value_date) = (false, false),
            Dimension::MarkColumn => {
                (self.amounts, self.sign, self.card) = (Amounts::Signed, Sign::Minus, false);
                self.symbol = Symbol::None;
            }
            Dimension::GluedAmounts => (self.amounts, self.left_aligned) = (Amounts::Signed, false),
            Dimension::UnknownHeads => {
                (self.balances, self.ends, self.card) = (Balances::EveryRow, Ends::Summary, false);
                (self.reference, extras.page_totals) = (false, false);
                if self.amounts == Amounts::Sections {
                    self.amounts = Amounts::Signed;
                }
            }
            Dimension::UnknownLanguage => {
                (extras.pending, extras.daily, extras.sections) = (false, false, false);
                if self.amounts == Amounts::Sections {
                    self.amounts = Amounts::Split;
                }
            }
            _ => {}
        }
    }

    /// Returns the same statement with one wrong figure. `None` if it does not print such a figure, or
    /// nothing that the figure could contradict.
    pub(crate) fn tampered(mut self, figure: Figure, transaction: usize) -> Option<Self> {
        let is_printed = match figure {
            Figure::Amount | Figure::Total => true,
            Figure::Sign => {
                matches!(self.amounts, Amounts::Split | Amounts::SplitSwapped)
                    || self.amounts == Amounts::Signed && self.marks_others(transaction)
            }
            Figure::RunningBalance => self.balances != Balances::Never,
            Figure::Opening | Figure::Closing => self.ends != Ends::Nowhere,
        };
        if figure == Figure::Total {
            self.totals = true;
            if !matches!(self.ends, Ends::Summary | Ends::Both | Ends::Late) {
                self.ends = Ends::Summary;
            }
        }
        if self.ends == Ends::Nowhere {
            // Without a printed opening balance, nothing could prove the first amount.
            self.ends = Ends::Summary;
        }
        if self.amounts == Amounts::Unsigned {
            // With the other sign, an amount of half the error would fit the misprinted balance.
            let is_half = |booking: &Booking| 2 * booking.minor.abs() == MISPRINTED_BY;
            if self.accounts.iter().flatten().any(is_half) {
                return None;
            }
        }
        let transaction =
            if figure == Figure::RunningBalance { self.last_of_day(transaction) } else { transaction };
        self.misprint = Some(Misprint { figure, transaction });
        is_printed.then_some(self)
    }

    /// Returns the last transaction of the day, beside which every layout with balances prints one.
    fn last_of_day(&self, transaction: usize) -> usize {
        let all = self.truth().swap_remove(0).transactions;
        let same_day = |one: &TrueTransaction| one.date == all[transaction % all.len()].date;
        all.iter().rposition(same_day).unwrap_or(transaction)
    }

    /// True if another transaction has the mark that this one loses with its sign. Without any mark, a
    /// statement looks like one in which only the balances decide the signs.
    fn marks_others(&self, transaction: usize) -> bool {
        let own = self.accounts.first().map_or(&[][..], Vec::as_slice);
        let is_marked = |booking: &Booking| (booking.minor > 0) == self.card;
        let at = transaction % own.len().max(1);
        own.iter().enumerate().any(|(number, booking)| number != at && is_marked(booking))
    }

    /// Returns the error of a printed figure. Of two positions where it is printed, only the first is wrong.
    pub(crate) fn off(&self, figure: Figure, account: &TrueAccount, is_first: bool) -> i64 {
        let is_wrong = self.misprint.is_some_and(|misprint| misprint.figure == figure);
        if is_wrong && is_first && account.is_first { MISPRINTED_BY } else { 0 }
    }

    fn cents(&self) -> bool {
        self.language().cents
    }

    /// Returns the true accounts.
    pub(crate) fn truth(&self) -> Vec<TrueAccount> {
        let mut accounts: Vec<TrueAccount> = Vec::new();
        for (index, bookings) in self.accounts.iter().enumerate() {
            let before = accounts.last().filter(|_| self.parts == Parts::Months);
            let opening_minor = before.map_or(self.opening_minor, |before| before.closing_minor);
            let transactions = self.transactions(index, bookings, opening_minor);
            let own_number = if self.parts == Parts::Months { 0 } else { 1_111_111 * index };
            let language = self.language();
            let other = if language.currency == "USD" { "EUR" } else { "USD" };
            let is_other = self.parts == Parts::Currencies && index % 2 == 1;
            accounts.push(TrueAccount {
                is_first: index == 0,
                number: format!("{:08}", 12_345_678 + own_number),
                currency: if is_other { other } else { language.currency },
                period: self.period(index),
                opening_minor,
                closing_minor: transactions
                    .last()
                    .map_or(opening_minor, |transaction| transaction.balance_minor),
                transactions,
            });
        }
        accounts
    }

    fn transactions(&self, part: usize, bookings: &[Booking], opening_minor: i64) -> Vec<TrueTransaction> {
        let (start, end) = self.period(part);
        let (mut date, mut balance) = (start, opening_minor);
        let mut transactions = Vec::new();
        for (number, booking) in bookings.iter().enumerate() {
            date = (date + Days::new(booking.days_later.into())).min(end);
            let fee_minor = if self.extras.fees && number % 4 == 1 { 150 } else { 0 };
            balance += booking.minor - fee_minor;
            let is_wrong = |figure: Figure| {
                part == 0
                    && self.misprint.is_some_and(|misprint| {
                        misprint.figure == figure && misprint.transaction % bookings.len() == number
                    })
            };
            let printed_minor = if is_wrong(Figure::Amount) {
                booking.minor + MISPRINTED_BY * booking.minor.signum()
            } else if is_wrong(Figure::Sign) {
                -booking.minor
            } else {
                booking.minor
            };
            let off = if is_wrong(Figure::RunningBalance) { MISPRINTED_BY } else { 0 };
            let later = Days::new(u64::from(booking.lines) % 2);
            transactions.push(TrueTransaction {
                date,
                printed_minor,
                value_date: self.value_date.then(|| (date + later).min(end)),
                minor: booking.minor,
                balance_minor: balance,
                printed_balance_minor: balance + off,
                fee_minor,
                group: if self.extras.sections && booking.minor < 0 { booking.payee % 3 } else { 0 },
                lines: description(self.language(), booking, number),
            });
        }
        transactions
    }
}

fn description(language: &Language, booking: &Booking, number: usize) -> Vec<String> {
    let payee = language.payees[booking.payee % language.payees.len()];
    let more = ["REF 00098213", "MANDATE A-77/2", "12 MAIN STREET", "USD 12.00 @ 1.0812", "ID 20240131"];
    let more = (1..booking.lines)
        .map(|line| more[(booking.payee + usize::from(line) + number) % more.len()].to_owned());
    std::iter::once(payee.to_owned()).chain(more).collect()
}
