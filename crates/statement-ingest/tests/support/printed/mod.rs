//! Statements described as data, their truth, and the PDF that a bank would have printed of them.

mod columns;
mod extras;
pub(crate) mod format;
mod more_words;
pub(crate) mod print;
pub(crate) mod strategy;
pub(crate) mod words;

use chrono::{Days, Months, NaiveDate};

use format::{Sign, Symbol};
use words::{LANGUAGES, Language};

/// Where an amount's sign comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Amounts {
    /// One column, signed.
    Signed,
    /// A column for money out, one for money in.
    Split,
    /// The same, the other way round.
    SplitSwapped,
    /// One column without signs: only the balance tells.
    Unsigned,
    /// One column without signs under headings.
    Sections,
}

/// Which rows print the balance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Balances {
    EveryRow,
    LastOfDay,
    Never,
}

/// The order of the columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Order {
    DateFirst,
    DateLast,
    AmountBeforeDescription,
    BalanceBeforeAmount,
}

/// Where opening and closing balance are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ends {
    Summary,
    Rows,
    Both,
}

/// One entry, as the generator draws it.
#[derive(Debug, Clone)]
pub(crate) struct Booking {
    pub(crate) days_later: u8,
    pub(crate) minor: i64,
    pub(crate) payee: usize,
    pub(crate) lines: u8,
}

/// What some banks print besides.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is a habit of its own")]
pub(crate) struct Extras {
    /// A row of sums at the end of each page.
    pub(crate) page_totals: bool,
    /// Later pages stand a little to the right.
    pub(crate) shifted: bool,
    /// Words that nobody sees, in the shape of an entry.
    pub(crate) hidden: bool,
    /// Bookings that are not booked yet, under the entries.
    pub(crate) pending: bool,
    /// The balances day by day, under the entries.
    pub(crate) daily: bool,
    /// Heads printed twice, a little apart.
    pub(crate) fake_bold: bool,
    /// Heads of two words on two lines.
    pub(crate) two_line_heads: bool,
}

/// Everything that makes one printed statement differ from another.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is a habit of its own")]
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
    /// The entry (of each account, counted round) whose amount is printed ten units too large.
    pub(crate) misprint: Option<usize>,
    pub(crate) extras: Extras,
    /// One list for each account.
    pub(crate) accounts: Vec<Vec<Booking>>,
}

/// What an entry really is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TrueEntry {
    pub(crate) date: NaiveDate,
    pub(crate) value_date: Option<NaiveDate>,
    pub(crate) minor: i64,
    /// What is printed as its amount.
    pub(crate) printed_minor: i64,
    pub(crate) balance_minor: i64,
    pub(crate) lines: Vec<String>,
}

/// What an account's statement really is, in the order of time.
#[derive(Debug, Clone)]
pub(crate) struct TrueAccount {
    pub(crate) number: String,
    pub(crate) opening_minor: i64,
    pub(crate) closing_minor: i64,
    pub(crate) entries: Vec<TrueEntry>,
}

impl Layout {
    pub(crate) fn language(&self) -> &'static Language {
        &LANGUAGES[self.language % LANGUAGES.len()]
    }

    pub(crate) fn date_pattern(&self) -> &'static str {
        let dates = self.language().dates;
        dates[self.date % dates.len()]
    }

    pub(crate) fn period(&self) -> (NaiveDate, NaiveDate) {
        let (year, month) = self.start;
        let start = NaiveDate::from_ymd_opt(year, month, 1).unwrap();
        (start, start + Months::new(2) - Days::new(1))
    }

    /// Leaves out what no bank prints, or what nobody could tell from the page.
    pub(crate) fn made_sane(mut self) -> Self {
        if self.card {
            self.language %= 3;
        }
        if self.amounts == Amounts::Sections {
            self.language %= 2;
        }
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
        if self.sign == Sign::TrailingMinus || self.amounts == Amounts::Unsigned {
            self.symbol = Symbol::None;
        }
        if self.amounts == Amounts::Unsigned {
            self.balances = Balances::EveryRow;
        }
        if self.amounts == Amounts::Sections {
            self.balances = Balances::Never;
            self.newest_first = false;
            self.order = Order::DateFirst;
        }
        if self.newest_first {
            self.date_once = false;
            self.carried = false;
            if self.balances == Balances::LastOfDay {
                self.balances = Balances::EveryRow;
            }
        }
        if self.balances == Balances::Never {
            self.ends = Ends::Summary;
            self.carried = false;
        }
        if self.order != Order::DateFirst {
            self.amount_last = false;
            self.date_once = false;
        }
        if self.date_once {
            self.value_date = false;
        }
        if !self.language().cents {
            self.symbol = Symbol::None;
        }
        if self.language % LANGUAGES.len() > 1 || self.card {
            self.extras.pending = false;
            self.extras.daily = false;
        }
        if !matches!(self.amounts, Amounts::Split | Amounts::SplitSwapped) {
            self.extras.page_totals = false;
            self.filler = "";
        }
        self
    }

    /// The truth.
    pub(crate) fn truth(&self) -> Vec<TrueAccount> {
        let (start, end) = self.period();
        let language = self.language();
        let account = |(index, bookings): (usize, &Vec<Booking>)| {
            let (mut date, mut balance) = (start, self.opening_minor);
            let mut entries = Vec::new();
            for (number, booking) in bookings.iter().enumerate() {
                date = (date + Days::new(booking.days_later.into())).min(end);
                balance += booking.minor;
                let wrong = self.misprint.is_some_and(|misprint| misprint % bookings.len() == number);
                let printed_minor =
                    if wrong { booking.minor + 1000 * booking.minor.signum() } else { booking.minor };
                entries.push(TrueEntry {
                    date,
                    printed_minor,
                    value_date: self
                        .value_date
                        .then(|| (date + Days::new(u64::from(booking.lines) % 2)).min(end)),
                    minor: booking.minor,
                    balance_minor: balance,
                    lines: description(language, booking, number),
                });
            }
            TrueAccount {
                number: format!("{:08}", 12_345_678 + 1_111_111 * index),
                opening_minor: self.opening_minor,
                closing_minor: balance,
                entries,
            }
        };
        self.accounts.iter().enumerate().map(account).collect()
    }
}

fn description(language: &Language, booking: &Booking, number: usize) -> Vec<String> {
    let payee = language.payees[booking.payee % language.payees.len()];
    let more = ["REF 00098213", "MANDATE A-77/2", "12 MAIN STREET", "USD 12.00 @ 1.0812", "ID 20240131"];
    let more = (1..booking.lines)
        .map(|line| more[(booking.payee + usize::from(line) + number) % more.len()].to_owned());
    std::iter::once(payee.to_owned()).chain(more).collect()
}
