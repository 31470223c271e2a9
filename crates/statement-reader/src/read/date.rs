//! Printed dates: numeric in any order, or with month names in many languages, with and without a year.

use std::ops::Range;

use chrono::{Datelike, NaiveDate};
use saldo_domain::date::full_year;

use super::digits::ascii_digits;
use super::months::{is_weekday, month};
use crate::layout::Line;

/// A date as printed, before its order and year are decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Day and month in an undecided order, and the year if printed.
    Numeric(u32, u32, Option<Year>),
    /// A date whose month is named or whose year comes first, so that its order is known.
    Known {
        /// Day of the month, 1 to 31.
        day: u32,
        /// Month, 1 to 12.
        month: u32,
        /// Year, if printed.
        year: Option<Year>,
    },
}

/// A printed year.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Year {
    /// A year of four digits.
    Full(i32),
    /// A year of two digits, 0 to 99.
    Short(i32),
}

/// A date on a line.
#[derive(Debug, Clone, PartialEq)]
pub struct DateMark {
    /// The date as printed.
    pub form: Form,
    /// Left edge in points.
    pub x0: f32,
    /// Right edge in points.
    pub x1: f32,
    /// Indexes of the words of the line that form the date.
    pub words: Range<usize>,
    /// True if it might as well be an amount (`02.01`) or a number (`20240102`).
    pub like_amount: bool,
}

impl Form {
    /// Returns the year, if printed.
    pub(crate) fn year(self) -> Option<Year> {
        match self {
            Self::Numeric(_, _, year) | Self::Known { year, .. } => year,
        }
    }

    /// Returns day, month and year under `order`; `None` if they are impossible.
    pub(crate) fn parts(self, order: Order) -> Option<(u32, u32, Option<Year>)> {
        let (day, month, year) = match (self, order) {
            (Self::Known { day, month, year }, _) => (day, month, year),
            (Self::Numeric(a, b, Some(Year::Short(last))), Order::Year) => {
                (u32::try_from(last).ok()?, b, Some(Year::Short(i32::try_from(a).ok()?)))
            }
            (Self::Numeric(_, _, Some(Year::Full(_))), Order::Year) => return None,
            (Self::Numeric(a, b, year), Order::Month | Order::Year) => (b, a, year),
            (Self::Numeric(a, b, year), Order::Day) => (a, b, year),
        };
        ((1..=31).contains(&day) && (1..=12).contains(&month)).then_some((day, month, year))
    }
}

/// Order of day, month and year in numeric dates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Order {
    /// `31/12/24`.
    Day,
    /// `12/31/24`, as in the United States.
    Month,
    /// `24-12-31`, as in Sweden and Korea.
    Year,
}

impl Order {
    /// Returns the word for it in the key of a reading.
    pub(crate) const fn key(self) -> &'static str {
        match self {
            Self::Day => "day-first",
            Self::Month => "month-first",
            Self::Year => "year-first",
        }
    }
}

/// Interpretation of a statement's dates, decided once for all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts")]
pub(crate) struct Calendar {
    /// Order of day, month and year.
    pub(crate) order: Order,
    /// True if years are counted in the Buddhist era, which is 543 years ahead.
    pub(crate) buddhist: bool,
    /// True if years of two digits are counted in the Reiwa era, which began in 2019.
    pub(crate) reiwa: bool,
    /// First day of the period, if known.
    pub(crate) start: Option<NaiveDate>,
    /// Last day of the period or of the statement, if known. It decides the year of dates without one.
    pub(crate) end: Option<NaiveDate>,
    /// Without a first day, the number of days after the last day on which a date without a year may still
    /// lie.
    pub(crate) slack: u64,
    /// True if the pages allow more than one year.
    pub(crate) doubtful: bool,
    /// True if the rows lie far from the date that states their year.
    pub(crate) is_far: bool,
}

const BUDDHIST_YEARS: i32 = 543;
/// Year before the first year of the Reiwa era.
const BEFORE_REIWA: i32 = 2018;
/// Number of days by which a row may lie after its period.
const PERIOD_SLACK: u64 = 45;

impl Calendar {
    /// Returns a printed year in the common era.
    pub(crate) fn year(&self, year: Year) -> i32 {
        match year {
            Year::Full(year) if year >= 2400 => year - BUDDHIST_YEARS,
            Year::Full(year) => year,
            Year::Short(year) if self.buddhist => 2500 + year - BUDDHIST_YEARS,
            Year::Short(year) if self.reiwa && self.order == Order::Year => BEFORE_REIWA + year,
            Year::Short(year) => full_year(year),
        }
    }

    /// Returns the day that a printed date stands for.
    pub(crate) fn resolve(&self, form: Form) -> Option<NaiveDate> {
        let (day, month, year) = form.parts(self.order)?;
        match year {
            Some(year) => on_or_before(self.year(year), month, day),
            None => self.without_year(day, month),
        }
    }

    /// True if the day of a printed date exists, unlike 31 April, or 29 February of a common year.
    pub(crate) fn has(&self, form: Form) -> bool {
        let printed = form.parts(self.order).map(|(day, ..)| day);
        printed.is_some() && self.resolve(form).map(|date| date.day()) == printed
    }

    /// Returns the day of a date without a year. It lies in the period if possible, which decides the year of
    /// a period over New Year.
    fn without_year(&self, day: u32, month: u32) -> Option<NaiveDate> {
        let end = self.end.or(self.start)?;
        let candidates = [end.year() + 1, end.year(), end.year() - 1, end.year() - 2];
        let days: Vec<NaiveDate> =
            candidates.into_iter().filter_map(|year| on_or_before(year, month, day)).collect();
        if let Some(start) = self.start
            && let Some(within) = days.iter().find(|date| start <= **date && **date <= end)
        {
            return Some(*within);
        }
        let slack = chrono::Days::new(if self.start.is_some() { PERIOD_SLACK } else { self.slack });
        let latest = end.checked_add_days(slack).unwrap_or(end);
        days.into_iter().find(|date| *date <= latest)
    }
}

/// Returns the day, or the last day of its month if the month is shorter ([`Calendar::has`] distinguishes the
/// two).
fn on_or_before(year: i32, month: u32, day: u32) -> Option<NaiveDate> {
    (0..=3).find_map(|back| NaiveDate::from_ymd_opt(year, month, day.checked_sub(back)?))
}

/// Returns the date that starts at the word `start` of a line.
pub(crate) fn date_at(line: &Line, start: usize) -> Option<DateMark> {
    let word = |index: usize| line.words.get(index).map(|word| ascii_digits(&word.text));
    let first = word(start)?;
    let first = first.trim_start_matches('(');
    if !first.chars().next().is_some_and(char::is_alphanumeric) {
        return None;
    }
    if is_weekday(first) && line.gap_before(start + 1) < 1.0 {
        let date = undecorated(line, start + 1)?;
        return Some(DateMark { x0: line.words[start].x0, words: start..date.words.end, ..date });
    }
    undecorated(line, start)
}

/// Returns the date that starts at a word, without a day of the week before it.
fn undecorated(line: &Line, start: usize) -> Option<DateMark> {
    let word = |index: usize| line.words.get(index).map(|word| ascii_digits(&word.text));
    let first = word(start)?;
    let first = first.trim_start_matches('(');
    // Most words are neither numbers nor months.
    if !first.bytes().any(|byte| byte.is_ascii_digit()) && month(first).is_none() {
        return None;
    }
    let near = |index: usize| line.gap_before(index) < 1.0;
    let (form, used) = one_word(first).map(|form| (form, 1)).or_else(|| {
        let second = word(start + 1).filter(|_| near(start + 1))?;
        let third = word(start + 2).filter(|_| near(start + 2));
        let fourth = word(start + 3).filter(|_| near(start + 3));
        let fifth = word(start + 4).filter(|_| near(start + 4));
        several_words(first, &second, third.as_deref(), fourth.as_deref(), fifth.as_deref())
    })?;
    let end = (start + used).min(line.words.len());
    let form = with_year_beside(line, form, end).unwrap_or((form, end));
    let (form, end) = form;
    let plain = first.trim_end_matches(')');
    let like_amount = used == 1 && (is_like_amount(plain) || compact(plain).is_some());
    let (x0, x1) = (line.words[start].x0, line.words[end - 1].x1);
    Some(DateMark { form, x0, x1, words: start..end, like_amount })
}

/// Largest gap before the year of a date, in font sizes. A space of an even print takes 0.6.
const YEAR_GAP: f32 = 0.75;

/// Adds a year in a word of its own to a date such as `05 Jan`.
fn with_year_beside(line: &Line, form: Form, end: usize) -> Option<(Form, usize)> {
    let Form::Known { day, month, year: None } = form else { return None };
    let next = line.words.get(end).filter(|_| line.gap_before(end) < YEAR_GAP)?;
    let text = ascii_digits(&next.text);
    let digits = text.trim_end_matches([',', '.', ':', ')', ';', '*']);
    let is_full = digits.len() == 4;
    let is_short = digits.len() == 2 && line.gap_before(end) < 0.45;
    if !(is_full || is_short) {
        return None;
    }
    let year = Some(year(digits)?);
    Some((Form::Known { day, month, year }, end + 1))
}

fn is_like_amount(text: &str) -> bool {
    let mut parts = text.split(['.', ',']);
    matches!((parts.next(), parts.next(), parts.next()), (Some(a), Some(b), None) if a.len() <= 2 && b.len() == 2)
        && text.contains(['.', ','])
}

fn year(text: &str) -> Option<Year> {
    let value: i32 = text.parse().ok()?;
    match text.len() {
        4 if (1950..=2100).contains(&value) || (2450..=2650).contains(&value) => Some(Year::Full(value)),
        2 => Some(Year::Short(value)),
        _ => None,
    }
}

fn one_word(word: &str) -> Option<Form> {
    let word = word.trim_end_matches([',', '*', ':', ')', ';']);
    if word.len() > 24 {
        return None;
    }
    if let Some(form) = of_era(word) {
        return Some(form);
    }
    if word.contains(['年', '년']) {
        let plain: String =
            word.chars().map(|c| if matches!(c, '年' | '년' | '月' | '월') { '-' } else { c }).collect();
        return numeric(plain.trim_end_matches(['日', '일', '-']));
    }
    if !word.bytes().any(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let word = match word.split_once('T') {
        Some((date, time)) if date.len() == 10 && time.contains(':') => date,
        _ => word,
    };
    numeric(word).or_else(|| named(word)).or_else(|| compact(word))
}

/// Japanese eras with the year before their first one.
const ERAS: [(&str, i32); 4] = [("令和", BEFORE_REIWA), ("平成", 1988), ("R", BEFORE_REIWA), ("H", 1988)];

/// Parses `R7.11.21` and `令和7年11月21日`.
fn of_era(word: &str) -> Option<Form> {
    let (rest, before) = ERAS.iter().find_map(|(era, before)| Some((word.strip_prefix(era)?, before)))?;
    let parts: Vec<&str> =
        rest.split(['年', '月', '日', '.', '/', '-']).filter(|part| !part.is_empty()).collect();
    let [year, month, day] = parts.as_slice() else { return None };
    let is_number = |part: &&str| part.len() <= 2 && part.bytes().all(|byte| byte.is_ascii_digit());
    if !parts.iter().all(is_number) {
        return None;
    }
    let year = year.parse::<i32>().ok().filter(|year| *year > 0)? + before;
    known(day.parse().ok()?, month.parse().ok()?, Some(Year::Full(year)))
}

/// Parses `20240502` and `240502`.
fn compact(word: &str) -> Option<Form> {
    if !word.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let number = |from: usize, to: usize| word.get(from..to).and_then(|part| part.parse::<u32>().ok());
    match word.len() {
        8 => known(number(6, 8)?, number(4, 6)?, year(word.get(..4)?)),
        6 => possible(Form::Numeric(number(0, 2)?, number(2, 4)?, Some(year(word.get(4..)?)?))),
        _ => None,
    }
}

/// Replacement character. A font that does not define its hyphen still separates three numbers by it.
const LOST: char = '\u{fffd}';

/// Parses `12/05`, `12/05/24`, `2024-05-12`, `12.05.` and `12.05.2024`.
fn numeric(word: &str) -> Option<Form> {
    let (body, dotted_end) = match word.strip_suffix('.') {
        Some(body) => (body, true),
        None => (word, false),
    };
    let separator = body.chars().find(|character| !character.is_ascii_digit())?;
    let is_separator = matches!(separator, '/' | '-' | '.' | '\u{2010}' | '\u{2011}' | '\u{2013}' | LOST);
    if !is_separator || (dotted_end && separator != '.') {
        return None;
    }
    let parts: Vec<&str> = body.split(separator).collect();
    if !parts
        .iter()
        .all(|part| (1..=4).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit()))
    {
        return None;
    }
    let number = |part: &str| part.parse::<u32>().ok();
    match parts.as_slice() {
        [y, m, d] if y.len() == 4 => {
            let form = Form::Known { day: number(d)?, month: number(m)?, year: Some(year(y)?) };
            is_day(form).then_some(form)
        }
        [a, b, y] if a.len() <= 2 && b.len() <= 2 => {
            possible(Form::Numeric(number(a)?, number(b)?, Some(year(y)?)))
        }
        [a, b]
            if a.len() <= 2
                && (b.len() == 2 || b.len() == 1 && (separator == '/' || dotted_end))
                && separator != LOST =>
        {
            possible(Form::Numeric(number(a)?, number(b)?, None))
        }
        _ => None,
    }
}

fn possible(form: Form) -> Option<Form> {
    (is_day(form) || form.parts(Order::Month).is_some()).then_some(form)
}

/// True if the date is valid with the day first, or in its known order.
fn is_day(form: Form) -> bool {
    form.parts(Order::Day).is_some()
}

/// Parses `03FEB`, `MAY01`, `FEB28/25`, `03-Feb-2024`, `02/ENE` and `3.März`.
fn named(word: &str) -> Option<Form> {
    if let Some((date, two_digits)) = word.split_once('/')
        && date.starts_with(char::is_alphabetic)
        && date.ends_with(|character: char| character.is_ascii_digit())
        && two_digits.len() == 2
        && let Form::Known { day, month, year: None } = named(date)?
    {
        return known(day, month, Some(year(two_digits)?));
    }
    let mut runs: Vec<(bool, String)> = Vec::new();
    for character in word.chars() {
        let is_digit = character.is_ascii_digit();
        let is_letter = character.is_alphabetic() || matches!(character, '\u{e31}'..='\u{e4e}');
        let is_dot_within_name =
            character == '.' && runs.last().is_some_and(|(digit, name)| !digit && !name.is_ascii());
        if is_digit || is_letter || is_dot_within_name {
            match runs.last_mut() {
                Some((digit, run)) if *digit == is_digit => run.push(character),
                _ => runs.push((is_digit, character.to_string())),
            }
        } else if !matches!(character, '-' | '/' | '.' | '\'' | ',' | '\u{2019}') {
            return None;
        }
    }
    let day = |text: &str| {
        if text.len() <= 2 { text.parse::<u32>().ok().filter(|day| (1..=31).contains(day)) } else { None }
    };
    match runs.as_slice() {
        [(true, d), (false, m)] | [(false, m), (true, d)] => known(day(d)?, month(m)?, None),
        [(true, d), (false, m), (true, y)] if y.len() == 2 || y.len() == 4 => {
            known(day(d)?, month(m)?, Some(year(y)?))
        }
        [(true, y), (false, m), (true, d)] if y.len() == 4 => known(day(d)?, month(m)?, Some(year(y)?)),
        _ => None,
    }
}

fn known(day: u32, month: u32, year: Option<Year>) -> Option<Form> {
    let form = Form::Known { day, month, year };
    is_day(form).then_some(form)
}

/// Parses `03 Feb`, `Feb 3, 2024`, `NOV 30/23`, `1st May`, `1 de enero de 2024` and `3. März 2024`. Returns
/// the date and the number of words it takes.
fn several_words(
    first: &str,
    second: &str,
    third: Option<&str>,
    fourth: Option<&str>,
    fifth: Option<&str>,
) -> Option<(Form, usize)> {
    let of = |text: &str| matches!(text.to_lowercase().as_str(), "de" | "of" | "del");
    if let Some(day) = ordinal(first) {
        if let (Some(month), Some(third)) = (dotted(second).filter(|_| first.ends_with('.')), third)
            && let Some(year) =
                year(third.trim_end_matches([',', ';', ':', ')'])).filter(|_| third.len() >= 4)
        {
            return Some((possible(Form::Numeric(day, month, Some(year)))?, 3));
        }
        if let Some(month) = month(second) {
            return Some((known(day, month, None)?, 2));
        }
        let (Some(third), true) = (third, of(second)) else { return None };
        let month = month(third)?;
        if let (Some(fourth), Some(fifth)) = (fourth, fifth)
            && of(fourth)
            && let Some(year) = year(fifth.trim_end_matches([',', '.', ';']))
        {
            return Some((known(day, month, Some(year))?, 5));
        }
        return Some((known(day, month, None)?, 3));
    }
    let month = month(first)?;
    if let Some((day, two_digits)) = second.trim_end_matches(',').split_once('/')
        && let (Some(day), 2) = (ordinal(day), two_digits.len())
    {
        return Some((known(day, month, Some(year(two_digits)?))?, 2));
    }
    let day = ordinal(second.trim_end_matches([',', ':']))?;
    Some((known(day, month, None)?, 2))
}

/// Parses the month `5.` of `2. 5. 2024`.
fn dotted(text: &str) -> Option<u32> {
    let digits = text.strip_suffix('.').filter(|digits| digits.len() <= 2)?;
    digits.parse().ok()
}

fn ordinal(text: &str) -> Option<u32> {
    let digits = text.trim_end_matches(|character: char| !character.is_ascii_digit());
    let tail = text.get(digits.len()..)?;
    let is_ordinal = matches!(
        tail.to_lowercase().as_str(),
        "" | "." | "," | "st" | "nd" | "rd" | "th" | "er" | "º" | "ª" | "°"
    );
    let value = digits.parse::<u32>().ok()?;
    (is_ordinal && digits.len() <= 2 && (1..=31).contains(&value)).then_some(value)
}

/// True if a word is a time of day.
pub(crate) fn is_time(text: &str) -> bool {
    let text = ascii_digits(text);
    let mut parts = text.split(':');
    let two_digits = |part: Option<&str>| {
        part.is_some_and(|part| {
            (1..=2).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit())
        })
    };
    two_digits(parts.next()) && two_digits(parts.next()) && {
        let third = parts.next();
        third.is_none() || two_digits(third)
    }
}

#[cfg(test)]
mod tests;
