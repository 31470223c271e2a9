//! What may be pointed at: every line with everything on it that could be a date or an amount, whatever the tables say.

use chrono::NaiveDate;
use saldo_domain::{AccountKind, Currency, Place, StatementKind};

use super::ReadHints;
use super::account::{self, PeriodForm};
use super::amount::{Figure, Style, figures};
use super::calendar::{Clues, decide, has_dots, period};
use super::currency;
use super::date::{Calendar, DateMark, Form, date_at};
use super::describe::hundredths;
use super::rows::{Row, rows};
use super::stated::{is_reiwa, stated};
use crate::layout::{Line, lines};
use crate::page::Document;

/// A file's lines and their marks.
pub struct Grounds {
    rows: Vec<Row>,
    style: Style,
    marks: Vec<Marks>,
    periods: Vec<PeriodForm>,
    hints: ReadHints,
}

/// What on one line could be a date or an amount, from left to right.
struct Marks {
    dates: Vec<DateMark>,
    figures: Vec<Figure>,
}

/// What the lines of one account say besides its entries.
pub struct Facts {
    /// The currency of its amounts.
    pub currency: Currency,
    /// Its number as printed.
    pub number: Option<String>,
    /// What kind of account it is.
    pub kind: AccountKind,
    /// First and last day.
    pub period: Option<(NaiveDate, NaiveDate)>,
    /// How its dates are to be understood.
    calendar: Calendar,
}

impl Facts {
    /// The day that a printed date stands for.
    #[must_use]
    pub fn day(&self, date: &DateMark) -> Option<NaiveDate> {
        self.calendar.resolve(date.form)
    }
}

impl Grounds {
    /// `None` when there is nothing to point at, or too much.
    #[must_use]
    pub fn of(document: &Document, hints: &ReadHints) -> Option<Self> {
        let lines = lines(document, hints.limits.lines_max).filter(|lines| !lines.is_empty())?;
        let (rows, style) = rows(lines);
        let marks = rows.iter().map(|row| marks(&row.line)).collect();
        let periods = account::periods(&rows);
        Some(Self { rows, style, marks, periods, hints: hints.clone() })
    }

    /// Whether there are no lines.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The number of lines.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// A line's words and their places.
    #[must_use]
    pub fn line(&self, index: usize) -> Option<&Line> {
        self.rows.get(index).map(|row| &row.line)
    }

    /// What could be dates on a line.
    #[must_use]
    pub fn dates(&self, index: usize) -> &[DateMark] {
        self.marks.get(index).map_or(&[], |marks| &marks.dates)
    }

    /// What could be amounts on a line.
    #[must_use]
    pub fn figures(&self, index: usize) -> &[Figure] {
        self.marks.get(index).map_or(&[], |marks| &marks.figures)
    }

    /// A figure without its sign in minor units.
    #[must_use]
    pub fn minor(&self, figure: &Figure, currency: Currency) -> Option<i64> {
        figure.minor(self.style, currency.digits())
    }

    /// The kind of statement and the bank's name.
    #[must_use]
    pub fn statement(&self) -> (StatementKind, Option<String>) {
        let (kind, _) = account::kind(&self.rows, account::is_card(self.rows.iter()));
        (kind, account::institution(&self.rows))
    }

    /// What the lines from `first` to `last` say of their account, whose entries print `dates`. `speaks` tells which lines
    /// may name its currency: a remark under an entry may name another one.
    #[must_use]
    pub fn facts(
        &self,
        (first, last): (usize, usize),
        dates: &[Form],
        speaks: &dyn Fn(usize) -> bool,
    ) -> Option<Facts> {
        let rows = self.rows.get(first..=last)?;
        let may_speak: Vec<bool> = (0..self.rows.len()).map(speaks).collect();
        let currency = currency::currency(rows, may_speak.get(first..=last)?, &self.rows)
            .or_else(|| currency::currency(&self.rows, &may_speak, &self.rows))
            .or(self.hints.currency)
            .or_else(|| currency::usual_currency(self.style))?;
        let calendar = self.calendar(dates, currency);
        let own: Vec<PeriodForm> =
            self.periods.iter().filter(|period| (first..=last).contains(&period.row)).copied().collect();
        let period = period(&calendar, &own, &[]).or_else(|| period(&calendar, &self.periods, &[]));
        let calendar = match period {
            Some((start, end)) => Calendar { start: Some(start), end: Some(end), ..calendar },
            None => calendar,
        };
        let (_, kind) = account::kind(rows, account::is_card(self.rows.iter()));
        let number = account::number(rows).or_else(|| account::number(&self.rows));
        Some(Facts { currency, number, kind, period, calendar })
    }

    fn calendar(&self, dates: &[Form], currency: Currency) -> Calendar {
        let in_table: Vec<Option<usize>> =
            self.marks.iter().map(|marks| (!marks.dates.is_empty()).then_some(0)).collect();
        let is_thai = |character: char| matches!(character, '\u{e01}'..='\u{e3a}');
        let mut words = self.rows.iter().flat_map(|row| &row.line.words);
        decide(&Clues {
            rows: dates,
            periods: &self.periods,
            stated: &stated(&self.rows, &in_table),
            lone_year: account::lone_year(&self.rows),
            today: self.hints.today,
            prefers_month_first: !has_dots(&self.rows) && matches!(currency.code(), "USD" | "PHP"),
            is_reiwa: is_reiwa(&self.rows),
            is_thai: words.any(|word| word.text.contains(is_thai)),
        })
    }

    /// The words of a line that `is_kept`, joined by one space.
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

    /// The box around these lines on the page of the first of them.
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
                // `02.01` may be either.
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
