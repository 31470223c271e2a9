//! Phrases for time: "last month", "since March", "Q2 2025", "the last 90 days", "between … and …".

use chrono::{Datelike, Days, Months, NaiveDate};
use saldo_domain::Period;
use serde::{Deserialize, Serialize};

use super::day::day_at;
use super::words::{Words, count, is_year, month_number};

/// A span of days whose ends may be open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Span {
    pub(super) from: Option<NaiveDate>,
    pub(super) to: Option<NaiveDate>,
}

impl Span {
    /// Everything.
    pub(super) const ALL: Self = Self { from: None, to: None };

    pub(super) fn of(period: Period) -> Self {
        Self { from: Some(period.start()), to: Some(period.end()) }
    }

    fn period(self) -> Option<Period> {
        Period::new(self.from?, self.to?)
    }

    /// The span of the same kind that lies `steps` before it (or after, when negative).
    pub(super) fn shifted(self, steps: i32) -> Option<Self> {
        let period = self.period()?;
        let (start, end) = (period.start(), period.end());
        let month = i32::try_from(start.month()).ok()?;
        let moved = if Period::year(start.year()) == Some(period) {
            Period::year(start.year() - steps)
        } else if Period::month_of(start) == Some(period) {
            month_at(start.year() * 12 + month - 1 - steps)
        } else if quarter_of(start) == Some(period) {
            quarter_at(start.year() * 4 + (month - 1) / 3 - steps)
        } else {
            let days = (end - start).num_days() + 1;
            let by = chrono::Duration::days(days.checked_mul(i64::from(steps))?);
            Period::new(start.checked_sub_signed(by)?, end.checked_sub_signed(by)?)
        };
        moved.map(Self::of)
    }

    /// The same days `years` before.
    pub(super) fn years_before(self, years: u32) -> Option<Self> {
        let period = self.period()?;
        let end_of_month = Period::month_of(period.end()).is_some_and(|month| month.end() == period.end());
        let start = period.start().checked_sub_months(Months::new(12 * years))?;
        let end = period.end().checked_sub_months(Months::new(12 * years))?;
        let end = if end_of_month { Period::month_of(end)?.end() } else { end };
        Period::new(start, end).map(Self::of)
    }

    /// In words: "May 2025", "Q2 2025", "2025", "5 May 2025", "1 March 2025 to 30 June 2025".
    pub(super) fn in_words(self) -> String {
        match (self.from, self.to) {
            (None, None) => "all time".to_owned(),
            (Some(from), None) => format!("since {}", day_in_words(from)),
            (None, Some(to)) => format!("until {}", day_in_words(to)),
            (Some(from), Some(to)) => {
                let period = Period::new(from, to);
                if from == to {
                    day_in_words(from)
                } else if period == Period::month_of(from) {
                    from.format("%B %Y").to_string()
                } else if period == Period::year(from.year()) {
                    from.year().to_string()
                } else if period == quarter_of(from) {
                    format!("Q{} {}", from.month().div_ceil(3), from.year())
                } else {
                    format!("{} to {}", day_in_words(from), day_in_words(to))
                }
            }
        }
    }
}

pub(super) fn day_in_words(day: NaiveDate) -> String {
    day.format("%-d %B %Y").to_string()
}

/// What phrases are relative to.
#[derive(Debug, Clone, Copy)]
pub(super) struct Calendar {
    pub(super) today: NaiveDate,
    /// The last day that a month without a year can lie in: today, or the last day with data.
    pub(super) latest: NaiveDate,
    /// Whether "from May to June" is one span; where things are compared it is two.
    pub(super) ranges: bool,
}

/// Words that make two spans of a range.
const COMPARING: [&str; 9] = [
    "change",
    "changed",
    "difference",
    "increase",
    "decrease",
    "compare",
    "compared",
    "comparison",
    "differ",
];

/// A span that stands at a place in a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) span: Span,
    /// How many words it takes.
    pub(super) words: usize,
    /// The year it names; a phrase beside it may lean on that.
    year: Option<i32>,
}

/// Words before a phrase that belong to it.
const LEADING: [&str; 12] =
    ["in", "during", "for", "of", "on", "over", "within", "at", "as", "through", "throughout", "the"];

/// Finds every phrase for time and marks its words as used.
pub(super) fn take_spans(words: &mut Words, calendar: Calendar) -> Vec<Span> {
    let calendar = Calendar { ranges: calendar.ranges && !words.has(&COMPARING), ..calendar };
    let mut spans = Vec::new();
    let mut index = 0;
    while index < words.len() {
        if words.is_used(index) {
            index += 1;
            continue;
        }
        let Some(found) = phrase_at(words, index, calendar) else {
            index += 1;
            continue;
        };
        let mut start = index;
        while start > 0 && LEADING.contains(&words.at(start - 1)) && !words.is_used(start - 1) {
            start -= 1;
        }
        words.mark_used(start, index + found.words - start);
        spans.push(found.span);
        index += found.words;
    }
    spans
}

fn phrase_at(words: &Words, index: usize, calendar: Calendar) -> Option<Found> {
    for phrase in ["all time", "ever", "all along", "since the beginning", "from the beginning"] {
        let is_whole = |count: &usize| words.at(index + count) != "of";
        if let Some(count) = words.stands(index, phrase).filter(is_whole) {
            return Some(Found { span: Span::ALL, words: count, year: None });
        }
    }
    match words.at(index) {
        "since" | "starting" | "from" => {
            if let Some(range) = range_at(words, index + 1, calendar) {
                return Some(Found { words: range.words + 1, ..range });
            }
            let (skipped, found) = named_after(words, index + 1, calendar, None)?;
            let from = if words.at(index) == "from" { return None } else { found.span.from };
            Some(Found { span: Span { from, to: None }, words: found.words + skipped + 1, ..found })
        }
        "after" => {
            let (skipped, found) = named_after(words, index + 1, calendar, None)?;
            let from = found.span.to?.succ_opt();
            Some(Found { span: Span { from, to: None }, words: found.words + skipped + 1, ..found })
        }
        "before" => {
            let (skipped, found) = named_after(words, index + 1, calendar, None)?;
            let to = found.span.from?.pred_opt();
            Some(Found { span: Span { from: None, to }, words: found.words + skipped + 1, ..found })
        }
        "until" | "till" => {
            let (skipped, found) = named_after(words, index + 1, calendar, None)?;
            Some(Found {
                span: Span { from: None, to: found.span.to },
                words: found.words + skipped + 1,
                ..found
            })
        }
        "up" if words.at(index + 1) == "to" => {
            let (skipped, found) = named_after(words, index + 2, calendar, None)?;
            Some(Found {
                span: Span { from: None, to: found.span.to },
                words: found.words + skipped + 2,
                ..found
            })
        }
        "between" => {
            let range = range_at(words, index + 1, calendar)?;
            Some(Found { words: range.words + 1, ..range })
        }
        // An article is taken with what follows it.
        "the" => None,
        _ => range_at(words, index, calendar).or_else(|| named_at(words, index, calendar, None)),
    }
}

/// "X to Y", and after "between" or "from" also "X and Y".
fn range_at(words: &Words, index: usize, calendar: Calendar) -> Option<Found> {
    if !calendar.ranges {
        return None;
    }
    let (skipped, mut first) = named_after(words, index, calendar, None)?;
    let middle = index + skipped + first.words;
    let joins = match words.at(middle) {
        "to" | "until" | "till" | "through" | "thru" => true,
        "and" => words.before(index) == "between",
        _ => false,
    };
    if !joins {
        return None;
    }
    let (article, mut second) = named_after(words, middle + 1, calendar, first.year)?;
    if first.year.is_none() && second.year.is_some() {
        first = named_after(words, index, calendar, second.year)?.1;
    }
    if first.span.from? > second.span.to? {
        first.span = first.span.years_before(1)?;
    }
    if second.year.is_none() {
        second.year = first.year;
    }
    Some(Found {
        span: Span { from: first.span.from, to: second.span.to },
        words: middle + 1 + article + second.words - index,
        year: second.year,
    })
}

fn named_after(words: &Words, index: usize, calendar: Calendar, year: Option<i32>) -> Option<(usize, Found)> {
    let skipped = usize::from(words.at(index) == "the");
    named_at(words, index + skipped, calendar, year)
        .or_else(|| edge_at(words, index + skipped, calendar))
        .map(|found| (skipped, found))
}

/// "the beginning of 2025", "the end of March".
fn edge_at(words: &Words, index: usize, calendar: Calendar) -> Option<Found> {
    let is_start = matches!(words.at(index), "beginning" | "start");
    if !is_start && words.at(index) != "end" || words.at(index + 1) != "of" {
        return None;
    }
    let (skipped, found) = named_after(words, index + 2, calendar, None)?;
    let day = if is_start { found.span.from } else { found.span.to };
    Some(Found { span: Span { from: day, to: day }, words: found.words + skipped + 2, ..found })
}

/// One named span: a day, a month, a quarter, a year, or one relative to today.
fn named_at(words: &Words, index: usize, calendar: Calendar, year: Option<i32>) -> Option<Found> {
    let plain = |period: Period, words: usize| Some(Found { span: Span::of(period), words, year: None });
    if let Some((day, count, named)) =
        words.stands(index, "week of").and_then(|_| day_at(words, index + 2, calendar, year))
    {
        let week = step_back(day, "week", 0)?;
        return Some(Found { span: Span::of(week), words: count + 2, year: named });
    }
    if let Some((day, count, named)) = day_at(words, index, calendar, year) {
        return Some(Found { span: Span { from: Some(day), to: Some(day) }, words: count, year: named });
    }
    if let Some((period, count)) = relative_at(words, index, calendar) {
        return plain(period, count);
    }
    if let Some((period, count, named)) = part_of_year_at(words, index, calendar, year) {
        return Some(Found { span: Span::of(period), words: count, year: named });
    }
    if let Some(found) = month_at_word(words, index, calendar, year) {
        return Some(found);
    }
    let is_amount =
        matches!(
            words.before(index),
            "above" | "under" | "below" | "than" | "least" | "most" | "top" | "last" | "first"
        ) || matches!(words.at(index + 1), "euros" | "euro" | "eur" | "dollars" | "usd" | "pounds" | "gbp");
    if is_year(words.at(index)) && !is_amount {
        let year = words.at(index).parse().ok()?;
        return Some(Found { span: Span::of(Period::year(year)?), words: 1, year: Some(year) });
    }
    None
}

fn month_at_word(words: &Words, index: usize, calendar: Calendar, hint: Option<i32>) -> Option<Found> {
    if let Some((year, month)) = words.at(index).split_once(['-', '/']) {
        let (year, month) = if is_year(year) { (year, month) } else { (month, year) };
        if is_year(year) {
            let year = year.parse().ok()?;
            let period = Period::month(year, month.parse().ok()?)?;
            return Some(Found { span: Span::of(period), words: 1, year: Some(year) });
        }
    }
    let month = month_number(words.at(index))?;
    let is_verb = matches!(words.at(index + 1), "i" | "we" | "you" | "be" | "have" | "not");
    if words.at(index) == "may" && is_verb {
        return None;
    }
    let of = usize::from(words.at(index + 1) == "of" || words.at(index + 1) == "in");
    let after = index + 1 + of;
    if is_year(words.at(after)) {
        let year = words.at(after).parse().ok()?;
        let period = Period::month(year, month)?;
        return Some(Found { span: Span::of(period), words: 2 + of, year: Some(year) });
    }
    for (phrase, back) in [("last year", 1), ("this year", 0), ("the year before last", 2)] {
        if let Some(count) = words.stands(after, phrase) {
            let year = calendar.today.year() - back;
            let period = Period::month(year, month)?;
            return Some(Found { span: Span::of(period), words: 1 + of + count, year: Some(year) });
        }
    }
    if let Some(year) = hint {
        return Some(Found { span: Span::of(Period::month(year, month)?), words: 1, year: None });
    }
    let latest = calendar.latest;
    let year = if month > latest.month() { latest.year() - 1 } else { latest.year() };
    Some(Found { span: Span::of(Period::month(year, month)?), words: 1, year: None })
}

/// "Q2 2025", "2025 Q2", "the second quarter of 2025", "H1", "the first half of 2025".
fn part_of_year_at(
    words: &Words,
    index: usize,
    calendar: Calendar,
    hint: Option<i32>,
) -> Option<(Period, usize, Option<i32>)> {
    let year_first = is_year(words.at(index)).then(|| words.at(index).parse().ok()).flatten();
    let start = index + usize::from(year_first.is_some());
    let ordinal = ["first", "second", "third", "fourth"].iter().position(|it| *it == words.at(start));
    let (is_half, number, taken) = match (words.at(start).split_at_checked(1), ordinal) {
        (Some(("q", digits)), _) => (false, digits.parse::<u32>().ok()?, 1),
        (Some(("h", digits)), _) => (true, digits.parse::<u32>().ok()?, 1),
        (_, Some(ordinal)) if words.at(start + 1) == "quarter" => {
            (false, u32::try_from(ordinal + 1).ok()?, 2)
        }
        (_, Some(ordinal)) if words.at(start + 1) == "half" => (true, u32::try_from(ordinal + 1).ok()?, 2),
        _ => return None,
    };
    let of = usize::from(words.at(start + taken) == "of" || words.at(start + taken) == "in");
    let after = start + taken + of;
    let (year, more) = match year_first {
        Some(year) => (Some(year), 0),
        None if is_year(words.at(after)) => (words.at(after).parse().ok(), of + 1),
        None => match [("last year", 1), ("this year", 0)]
            .iter()
            .find_map(|(phrase, back)| Some((words.stands(after, phrase)?, *back)))
        {
            Some((count, back)) => (Some(calendar.today.year() - back), of + count),
            None => (None, 0),
        },
    };
    let period_in = |year: i32| {
        if is_half {
            let (first, last) = if number == 1 { (1, 6) } else { (7, 12) };
            (number == 1 || number == 2)
                .then(|| Period::new(Period::month(year, first)?.start(), Period::month(year, last)?.end()))
                .flatten()
        } else {
            Period::quarter(year, number)
        }
    };
    let in_latest = period_in(calendar.latest.year())?;
    let guessed = calendar.latest.year() - i32::from(in_latest.start() > calendar.latest);
    let period = period_in(year.or(hint).unwrap_or(guessed))?;
    Some((period, start + taken + more - index, year))
}

fn relative_at(words: &Words, index: usize, calendar: Calendar) -> Option<(Period, usize)> {
    let today = calendar.today;
    for (phrase, period) in [
        ("today", Period::new(today, today)),
        ("yesterday", today.pred_opt().and_then(|day| Period::new(day, day))),
        ("year to date", Period::new(Period::year(today.year())?.start(), today)),
        ("ytd", Period::new(Period::year(today.year())?.start(), today)),
        ("month to date", Period::new(Period::month_of(today)?.start(), today)),
        ("month before last", step_back(today, "month", 2)),
        ("year before last", step_back(today, "year", 2)),
        ("quarter before last", step_back(today, "quarter", 2)),
    ] {
        if let (Some(count), Some(period)) = (words.stands(index, phrase), period) {
            return Some((period, count));
        }
    }
    if let Some(number) = count(words.at(index)) {
        let unit = unit_of(words.at(index + 1))?;
        return (words.at(index + 2) == "ago")
            .then(|| step_back(today, unit, number))
            .flatten()
            .map(|it| (it, 3));
    }
    let back = match words.at(index) {
        "this" | "current" => 0,
        "last" | "past" | "previous" | "prior" | "preceding" => 1,
        _ => return None,
    };
    if let Some(unit) = unit_of(words.at(index + 1)) {
        let period = step_back(today, unit, back)?;
        return Some((period, 2));
    }
    if let Some(month) = month_number(words.at(index + 1)) {
        // "Last May" is the latest May that is over; "this May" is this year's.
        let this_year = Period::month(today.year(), month)?;
        let is_over = this_year.end() < today;
        let period = if back == 0 || is_over { this_year } else { Period::month(today.year() - 1, month)? };
        return Some((period, 2));
    }
    // "The last couple of months", "the past six months".
    let number = count(words.at(index + 1)).filter(|number| back == 1 && *number > 0)?;
    let of = usize::from(words.at(index + 2) == "of");
    let unit = unit_of(words.at(index + 2 + of))?;
    Some((rolling(today, unit, number)?, 3 + of))
}

fn unit_of(word: &str) -> Option<&'static str> {
    ["day", "week", "month", "quarter", "year"]
        .into_iter()
        .find(|unit| word == *unit || word.strip_suffix('s') == Some(unit))
}

/// The calendar unit that lies `steps` before today's.
fn step_back(today: NaiveDate, unit: &str, steps: u32) -> Option<Period> {
    let back = i32::try_from(steps).ok()?;
    let month = today.year() * 12 + i32::try_from(today.month0()).ok()?;
    match unit {
        "day" => {
            let day = today.checked_sub_days(Days::new(u64::from(steps)))?;
            Period::new(day, day)
        }
        "week" => {
            let into_week = u64::from(today.weekday().num_days_from_monday());
            let start = today.checked_sub_days(Days::new(into_week + 7 * u64::from(steps)))?;
            Period::new(start, start.checked_add_days(Days::new(6))?)
        }
        "month" => month_at(month - back),
        "quarter" => quarter_at(month / 3 - back),
        _ => Period::year(today.year() - back),
    }
}

/// The last so many units up to and with today.
fn rolling(today: NaiveDate, unit: &str, number: u32) -> Option<Period> {
    let start = match unit {
        "day" => today.checked_sub_days(Days::new(u64::from(number) - 1))?,
        "week" => today.checked_sub_days(Days::new(u64::from(number) * 7 - 1))?,
        _ => {
            let months = match unit {
                "month" => number,
                "quarter" => number.checked_mul(3)?,
                _ => number.checked_mul(12)?,
            };
            today.checked_sub_months(Months::new(months))?.succ_opt()?
        }
    };
    Period::new(start, today)
}

fn month_at(number: i32) -> Option<Period> {
    Period::month(number.div_euclid(12), u32::try_from(number.rem_euclid(12) + 1).ok()?)
}

fn quarter_at(number: i32) -> Option<Period> {
    Period::quarter(number.div_euclid(4), u32::try_from(number.rem_euclid(4) + 1).ok()?)
}

fn quarter_of(day: NaiveDate) -> Option<Period> {
    Period::quarter(day.year(), day.month0() / 3 + 1)
}
