//! Lines of a file with everything on them that could be a date or an amount, independent of the tables
//! found.

use chrono::NaiveDate;
use saldo_domain::{AccountKind, Currency, Place, StatementKind};

use super::ReadHints;
use super::account::{self, PeriodForm};
use super::amount::{Figure, Style, figures};
use super::calendar::{Clues, UsualOrder, decide, period};
use super::currency::{self, NamingPart};
use super::date::{Calendar, DateMark, Form, date_at};
use super::describe::hundredths;
use super::rows::{Row, rows};
use super::stated::{is_reiwa, stated};
use crate::layout::{Line, lines};
use crate::page::Document;

/// Lines of a file, with possible dates and amounts.
pub struct CandidateLines {
    rows: Vec<Row>,
    style: Style,
    marks: Vec<Marks>,
    periods: Vec<PeriodForm>,
    hints: ReadHints,
}

/// Possible dates and amounts of one line, from left to right.
struct Marks {
    dates: Vec<DateMark>,
    figures: Vec<Figure>,
}

/// Facts about one account besides its transactions.
pub struct Facts {
    /// Currency of its amounts.
    pub currency: Currency,
    /// Account number as printed.
    pub number: Option<String>,
    /// Kind of the account.
    pub kind: AccountKind,
    /// First and last day of the period.
    pub period: Option<(NaiveDate, NaiveDate)>,
    /// Interpretations of its dates that are equally likely.
    calendars: Vec<Calendar>,
}

impl Facts {
    /// Returns the day that a printed date stands for; `None` if it is impossible, or if its year or the
    /// order of day and month is unknown.
    #[must_use]
    pub fn day(&self, date: &DateMark) -> Option<NaiveDate> {
        let mut days = self.calendars.iter().map(|calendar| calendar.resolve(date.form));
        let first = days.next()??;
        days.all(|day| day == Some(first)).then_some(first)
    }
}

impl CandidateLines {
    /// Collects the lines of a document; `None` if it has no lines, or more than the limit in `hints`.
    #[must_use]
    pub fn of(document: &Document, hints: &ReadHints) -> Option<Self> {
        let lines = lines(document, hints.limits.lines_max).filter(|lines| !lines.is_empty())?;
        let (rows, style) = rows(lines);
        let marks = rows.iter().map(|row| marks(&row.line)).collect();
        let periods = account::periods(&rows);
        Some(Self { rows, style, marks, periods, hints: hints.clone() })
    }

    /// True if there are no lines.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Returns the number of lines.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Returns the line at `index`: its words and their positions.
    #[must_use]
    pub fn line(&self, index: usize) -> Option<&Line> {
        self.rows.get(index).map(|row| &row.line)
    }

    /// Returns the possible dates on the line at `index`.
    #[must_use]
    pub fn dates(&self, index: usize) -> &[DateMark] {
        self.marks.get(index).map_or(&[], |marks| &marks.dates)
    }

    /// Returns the possible amounts on the line at `index`.
    #[must_use]
    pub fn figures(&self, index: usize) -> &[Figure] {
        self.marks.get(index).map_or(&[], |marks| &marks.figures)
    }

    /// Returns the amount of a figure without its sign, in minor units of `currency`; `None` if it cannot be
    /// such an amount.
    #[must_use]
    pub fn minor(&self, figure: &Figure, currency: Currency) -> Option<i64> {
        figure.minor(self.style, currency.digits())
    }

    /// Returns the kind of the statement and the name of the bank.
    #[must_use]
    pub fn statement(&self) -> (StatementKind, Option<String>) {
        let (kind, _) = account::kind(&self.rows, account::is_card(self.rows.iter()) == Some(true));
        (kind, account::institution(&self.rows))
    }

    /// Returns the facts that the lines from `first` to `last`, inclusive, state about their account. `dates`
    /// are the printed dates of its transactions. `speaks` is true for lines that may name its currency; a
    /// remark under a transaction may name another one. `None` if the lines do not exist.
    #[must_use]
    pub fn facts(
        &self,
        (first, last): (usize, usize),
        dates: &[Form],
        speaks: &dyn Fn(usize) -> bool,
    ) -> Option<Facts> {
        let rows = self.rows.get(first..=last)?;
        let naming_part = |index: usize| match (speaks(index), self.rows[index].dates.is_empty()) {
            (true, true) => NamingPart::Words,
            (true, false) => NamingPart::Figures,
            (false, _) => NamingPart::Nothing,
        };
        let naming_parts: Vec<NamingPart> = (0..self.rows.len()).map(naming_part).collect();
        let printed = currency::printed(rows, naming_parts.get(first..=last)?).0;
        let currency = printed
            .or_else(|| currency::currency(&self.rows, &naming_parts))
            .or(self.hints.currency)
            .or_else(|| currency::usual_currency(self.style))?;
        let mut calendars = self.calendars(dates, UsualOrder::of(currency, printed.is_some(), &self.rows));
        let own: Vec<PeriodForm> =
            self.periods.iter().filter(|period| (first..=last).contains(&period.row)).copied().collect();
        let best = calendars.first()?;
        let period = period(best, &own, &[]).or_else(|| period(best, &self.periods, &[]));
        if let Some((start, end)) = period {
            for calendar in &mut calendars {
                (calendar.start, calendar.end) = (Some(start), Some(end));
            }
        }
        let (_, kind) = account::kind(rows, account::is_card(self.rows.iter()) == Some(true));
        let number = account::number(rows).or_else(|| account::number(&self.rows));
        Some(Facts { currency, number, kind, period, calendars })
    }

    fn calendars(&self, dates: &[Form], usual: UsualOrder) -> Vec<Calendar> {
        let in_table: Vec<Option<usize>> =
            self.marks.iter().map(|marks| (!marks.dates.is_empty()).then_some(0)).collect();
        let is_thai = |character: char| matches!(character, '\u{e01}'..='\u{e3a}');
        let mut words = self.rows.iter().flat_map(|row| &row.line.words);
        decide(&Clues {
            rows: dates,
            second: &[],
            periods: &self.periods,
            stated: &stated(&self.rows, &in_table),
            lone_year: account::lone_year(&self.rows),
            today: self.hints.today,
            stated_end: None,
            usual,
            is_reiwa: is_reiwa(&self.rows),
            is_thai: words.any(|word| word.text.contains(is_thai)),
        })
    }

    /// Returns the words of a line whose index in the line satisfies `is_kept`, joined by a space.
    #[must_use]
    pub fn words(&self, index: usize, is_kept: impl Fn(usize) -> bool) -> String {
        let words = self.rows.get(index).map_or(&[][..], |row| &row.line.words);
        let kept: Vec<&str> = words
            .iter()
            .enumerate()
            .filter(|(number, _)| is_kept(*number))
            .map(|(_, word)| word.text.as_str())
            .collect();
        kept.join(" ")
    }

    /// Returns the box around `lines` on the page of the first of them; `None` if there is no first line.
    #[must_use]
    pub fn place(&self, lines: &[usize]) -> Option<Place> {
        let page = self.line(*lines.first()?)?.page;
        let on_page = || lines.iter().filter_map(|index| self.line(*index)).filter(|line| line.page == page);
        let (x0, x1) =
            on_page().fold((f32::INFINITY, 0.0_f32), |(x0, x1), line| (x0.min(line.x0()), x1.max(line.x1())));
        let (top, bottom) = on_page().fold((f32::INFINITY, 0.0_f32), |(top, bottom), line| {
            (top.min(line.baseline - line.size), bottom.max(line.baseline + line.size * 0.25))
        });
        Some(Place {
            page,
            x: hundredths(x0),
            y: hundredths(top),
            width: hundredths(x1 - x0),
            height: hundredths(bottom - top),
        })
    }
}

fn marks(line: &Line) -> Marks {
    let mut dates: Vec<DateMark> = Vec::new();
    let mut taken = vec![false; line.words.len()];
    let mut index = 0;
    while index < line.words.len() {
        match date_at(line, index) {
            Some(date) => {
                index = date.words.end;
                // A text like `02.01` may be a date or an amount, so it is listed as both.
                if !date.like_amount {
                    taken[date.words.clone()].fill(true);
                }
                dates.push(date);
            }
            None => index += 1,
        }
    }
    Marks { dates, figures: figures(line, &taken) }
}
