//! Reads phrases for periods: "last month", "since March", "Q2 2025", "the last 90 days", "between … and …".

use chrono::{Datelike, Months, NaiveDate};
use saldo_domain::{FiscalCalendar, Period};
use serde::{Deserialize, Serialize};

use super::day::day_at;
use super::ranges::{self, range_at};
use super::relative::{relative_at, step_back};
use super::seasons::{part_of_month_at, part_of_span_at, part_of_year_at};
use super::words::{Words, is_year, month_number};

/// A range of days that may be open at either end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Span {
    pub(super) from: Option<NaiveDate>,
    pub(super) to: Option<NaiveDate>,
}

impl Span {
    /// All days.
    pub(super) const ALL: Self = Self { from: None, to: None };

    pub(super) fn of(period: Period) -> Self {
        Self { from: Some(period.start()), to: Some(period.end()) }
    }

    fn period(self) -> Option<Period> {
        Period::new(self.from?, self.to?)
    }

    /// True if the spans have a day in common.
    pub(super) fn overlaps(self, other: Self) -> bool {
        let begins_by_end = |one: Self, other: Self| match (one.from, other.to) {
            (Some(from), Some(to)) => from <= to,
            _ => true,
        };
        begins_by_end(self, other) && begins_by_end(other, self)
    }

    /// Returns the span of the same kind that lies `steps` before this one (after it if negative). A month, a
    /// quarter or a year that begins on any day moves by months, any other span by days.
    pub(super) fn shifted(self, steps: i32) -> Option<Self> {
        let period = self.period()?;
        let (start, end) = (period.start(), period.end());
        let last = |start: NaiveDate, months| start.checked_add_months(Months::new(months))?.pred_opt();
        // Every month has the days that these begin on.
        let units = [1, 3, 6, 12].into_iter().filter(|_| start.day() <= 28);
        let moved = if let Some(months) = units.into_iter().find(|it| last(start, *it) == Some(end)) {
            let by = Months::new(steps.unsigned_abs().checked_mul(months)?);
            let start = if steps < 0 { start.checked_add_months(by) } else { start.checked_sub_months(by) }?;
            Period::new(start, last(start, months)?)
        } else {
            let days = (end - start).num_days() + 1;
            let by = chrono::Duration::days(days.checked_mul(i64::from(steps))?);
            Period::new(start.checked_sub_signed(by)?, end.checked_sub_signed(by)?)
        };
        moved.map(Self::of)
    }

    /// Returns the same days `years` earlier. An end of a month stays an end of a month.
    pub(super) fn years_before(self, years: u32) -> Option<Self> {
        let period = self.period()?;
        let end_of_month = Period::month_of(period.end()).is_some_and(|month| month.end() == period.end());
        let start = period.start().checked_sub_months(Months::new(12 * years))?;
        let end = period.end().checked_sub_months(Months::new(12 * years))?;
        let end = if end_of_month { Period::month_of(end)?.end() } else { end };
        Period::new(start, end).map(Self::of)
    }

    /// Returns the span in words: "May 2025", "Q2 2025",
    /// "2025", "5 May 2025", "1 March 2025 to 30 June 2025".
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

/// The days that phrases are relative to.
#[derive(Debug, Clone, Copy)]
pub(super) struct Calendar {
    pub(super) today: NaiveDate,
    /// Today, or the last day with data if that is earlier. A month without a year begins by this day.
    pub(super) latest: NaiveDate,
    /// The first day with data, or today.
    pub(super) first: NaiveDate,
    /// The user's financial year, which "this year" and "last quarter" are of.
    pub(super) year: FiscalCalendar,
    /// True if "from May to June" is one span. In a comparison it is two.
    pub(super) ranges: bool,
}

impl Calendar {
    /// True for a year with transactions or close to one.
    /// Another number in its place is more likely an amount.
    pub(super) fn has_year(self, word: &str) -> bool {
        is_year(word)
            && word
                .parse()
                .is_ok_and(|year: i32| (self.first.year() - 5..=self.today.year() + 1).contains(&year))
    }
}

/// With these words, a range means two spans.
#[rustfmt::skip]
const COMPARING: &[&str] = &[
    "change", "changed", "difference", "increase", "increased", "decrease", "decreased", "compare", "compared", "comparison", "differ",
    "go up", "gone up", "go down", "gone down", "rise", "risen",
];

/// Words that exclude a period.
const EXCLUDING: [&str; 5] = ["without", "except", "excluding", "not", "but"];

/// A span in a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) span: Span,
    /// The number of its words.
    pub(super) words: usize,
    /// The year that it names. A neighboring phrase without a year may use it.
    pub(super) year: Option<i32>,
}

/// Words before a phrase that belong to it.
const LEADING: [&str; 12] =
    ["in", "during", "for", "of", "on", "over", "within", "at", "as", "through", "throughout", "the"];

/// The periods of a question.
#[derive(Debug, Default)]
pub(super) struct Spans {
    pub(super) found: Vec<Span>,
    /// Phrases for excluded periods, which no tool supports.
    pub(super) excluded: Vec<String>,
}

/// Finds all phrases for periods and marks their words as used.
pub(super) fn take_spans(words: &mut Words, calendar: Calendar) -> Spans {
    let calendar = Calendar { ranges: calendar.ranges && !words.has(COMPARING), ..calendar };
    let mut spans = Spans::default();
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
        let is_excluded = start > 0
            && EXCLUDING.contains(&words.at(start - 1))
            && !words.is_used(start - 1)
            && (words.at(start - 1) != "but" || words.before(start - 1) == "all");
        if is_excluded {
            spans.excluded.push(words.join(start - 1, index + found.words + 1 - start));
            words.mark_used(start - 1, index + found.words + 1 - start);
        } else {
            words.mark_used(start, index + found.words - start);
            spans.found.push(found.span);
        }
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
            let filler = usize::from(matches!(words.at(index + 1), "in" | "on" | "from" | "with" | "about"));
            let (skipped, found) = named_after(words, index + 1 + filler, calendar, None)?;
            let end = index + 1 + filler + skipped + found.words;
            let on = usize::from(is_onwards(words, end));
            // "From March" alone may be a name after "from"; "from March on" is an open period.
            if words.at(index) == "from" && on == 0 {
                return None;
            }
            let span = Span { from: found.span.from, to: None };
            Some(Found { span, words: end + on - index, ..found })
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
        // An article is read together with the next word.
        "the" => None,
        _ => range_at(words, index, calendar).or_else(|| {
            let found = named_at(words, index, calendar, None)?;
            let opens = matches!(words.at(index + found.words), "onward" | "onwards");
            if !opens {
                return Some(found);
            }
            Some(Found { span: Span { to: None, ..found.span }, words: found.words + 1, ..found })
        }),
    }
}

/// True for "on" in "from March on". In "from March on groceries", it belongs to the name.
fn is_onwards(words: &Words, index: usize) -> bool {
    matches!(words.at(index), "onward" | "onwards") || (words.at(index) == "on" && index + 1 == words.len())
}

pub(super) fn named_after(
    words: &Words,
    index: usize,
    calendar: Calendar,
    year: Option<i32>,
) -> Option<(usize, Found)> {
    let skipped = usize::from(words.at(index) == "the");
    named_at(words, index + skipped, calendar, year)
        .or_else(|| ranges::edge_at(words, index + skipped, calendar))
        .map(|found| (skipped, found))
}

/// Reads one span: a day, a month, a quarter, a year, or one relative to today.
fn named_at(words: &Words, index: usize, calendar: Calendar, year: Option<i32>) -> Option<Found> {
    let plain = |period: Period, words: usize| Some(Found { span: Span::of(period), words, year: None });
    if let Some((day, count, named)) =
        words.stands(index, "week of").and_then(|_| day_at(words, index + 2, calendar, year))
    {
        let week = step_back(Calendar { today: day, ..calendar }, "week", 0)?;
        return Some(Found { span: Span::of(week), words: count + 2, year: named });
    }
    if let Some((day, count, named)) = day_at(words, index, calendar, year) {
        return Some(Found { span: Span { from: Some(day), to: Some(day) }, words: count, year: named });
    }
    if let Some((part, count)) = part_of_month_at(words, index)
        && let Some((skipped, whole)) = named_after(words, index + count, calendar, year)
        && let Some(month) = whole.span.period().filter(|it| Period::month_of(it.start()) == Some(*it))
    {
        return Some(Found {
            span: Span::of(part.of(month)?),
            words: count + skipped + whole.words,
            ..whole
        });
    }
    if let Some((part, count)) = part_of_span_at(words, index)
        && let Some((skipped, whole)) = whole_after(words, index + count, calendar, year)
        && let Some(period) = whole.span.period().and_then(|it| part.of(it))
    {
        return Some(Found { span: Span::of(period), words: count + skipped + whole.words, ..whole });
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
    if is_year(words.at(index)) && !is_amount(words, index, calendar) {
        let year = words.at(index).parse().ok()?;
        return Some(Found { span: Span::of(Period::year(year)?), words: 1, year: Some(year) });
    }
    None
}

/// True if a number that looks like a year is more likely an amount or a count.
fn is_amount(words: &Words, index: usize, calendar: Calendar) -> bool {
    let is_currency =
        matches!(words.at(index + 1), "euros" | "euro" | "eur" | "dollars" | "usd" | "pounds" | "gbp");
    is_currency
        || match words.before(index) {
            "above" | "under" | "below" | "least" | "most" | "top" | "last" | "first" => true,
            "over" | "exceeding" | "exceed" | "exceeds" | "exceeded" => !calendar.has_year(words.at(index)),
            // "More than 2000" is an amount; "more in 2025 than 2024" is a year.
            "than" => {
                let is_limit = |word: &str| word.ends_with("er") || matches!(word, "more" | "less");
                !calendar.has_year(words.at(index)) && index > 1 && is_limit(words.at(index - 2))
            }
            _ => false,
        }
}

/// Returns the whole that a part belongs to: a named span, or "the year".
fn whole_after(words: &Words, index: usize, calendar: Calendar, year: Option<i32>) -> Option<(usize, Found)> {
    named_after(words, index, calendar, year).or_else(|| {
        let unit = ["year", "quarter", "month"].into_iter().find(|unit| words.at(index + 1) == *unit)?;
        let period = step_back(calendar, unit, 0).filter(|_| words.at(index) == "the")?;
        Some((1, Found { span: Span::of(period), words: 1, year: None }))
    })
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

fn quarter_of(day: NaiveDate) -> Option<Period> {
    Period::quarter(day.year(), day.month0() / 3 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spans(question: &str) -> (Vec<String>, Vec<String>) {
        spans_in(question, FiscalCalendar::CALENDAR)
    }

    fn spans_in(question: &str, year: FiscalCalendar) -> (Vec<String>, Vec<String>) {
        let day = |text: &str| text.parse().unwrap();
        let calendar = Calendar {
            today: day("2026-11-22"),
            latest: day("2026-10-27"),
            first: day("2024-01-03"),
            year,
            ranges: true,
        };
        let spans = take_spans(&mut Words::of(question), calendar);
        (spans.found.into_iter().map(Span::in_words).collect(), spans.excluded)
    }

    #[test]
    fn a_period_is_read_however_it_is_said() {
        for (question, expected) in [
            ("in the last three full months", "1 August 2026 to 31 October 2026"),
            ("the last full three months", "1 August 2026 to 31 October 2026"),
            ("the last complete quarter", "Q3 2026"),
            ("the last 3 months", "23 August 2026 to 22 November 2026"),
            ("in summer", "1 June 2026 to 31 August 2026"),
            ("last winter", "1 December 2025 to 28 February 2026"),
            ("in winter 2024/25", "1 December 2024 to 28 February 2025"),
            ("spring 2025", "1 March 2025 to 31 May 2025"),
            ("this autumn", "1 September 2026 to 30 November 2026"),
            ("in the fall", "1 September 2026 to 30 November 2026"),
            ("the first half of 2026", "1 January 2026 to 30 June 2026"),
            ("the second half of last year", "1 July 2025 to 31 December 2025"),
            ("the first half of May", "1 May 2026 to 15 May 2026"),
            ("the last week of February", "22 February 2026 to 28 February 2026"),
            ("in the first ten days of March", "1 March 2026 to 10 March 2026"),
            ("from March on", "since 1 March 2026"),
            ("from March onwards", "since 1 March 2026"),
            ("since the beginning of May", "since 1 May 2026"),
            ("from March 1st to date", "1 March 2026 to 22 November 2026"),
            ("until now", "until 22 November 2026"),
            ("last Friday", "20 November 2026"),
            ("on Sunday", "15 November 2026"),
            ("last weekend", "14 November 2026 to 15 November 2026"),
            ("the day before yesterday", "20 November 2026"),
            ("a month ago", "October 2026"),
            ("in Mar '26", "March 2026"),
            ("on 12.05.26", "12 May 2026"),
            ("May-July", "1 May 2026 to 31 July 2026"),
            ("in the last quarter of 2025", "Q4 2025"),
            ("the last month of 2025", "December 2025"),
            ("last two months of 2025", "1 November 2025 to 31 December 2025"),
            ("the last week of 2025", "25 December 2025 to 31 December 2025"),
            ("first three months of 2026", "Q1 2026"),
            ("the past two weeks of June", "17 June 2026 to 30 June 2026"),
            ("the last two weeks of October", "18 October 2026 to 31 October 2026"),
            ("the first month of the year", "January 2026"),
            ("the last quarter of last year", "Q4 2025"),
            ("last year to date", "1 January 2025 to 22 November 2025"),
            ("last year to November", "1 January 2025 to 30 November 2025"),
            ("last year in December", "December 2025"),
            ("Oct 1 - Oct 15", "1 October 2026 to 15 October 2026"),
            ("Oct 1 – 15", "1 October 2026 to 15 October 2026"),
            ("1-15 October", "1 October 2026 to 15 October 2026"),
            ("1 Oct-15 Oct", "1 October 2026 to 15 October 2026"),
            ("October 1-15, 2025", "1 October 2025 to 15 October 2025"),
            ("October 28 to 3 November", "28 October 2025 to 3 November 2025"),
            ("2026-05-01 - 2026-05-09", "1 May 2026 to 9 May 2026"),
            ("from the 3rd to the 9th of november", "3 November 2025 to 9 November 2025"),
            ("between the 3rd and the 9th of october 2025", "3 October 2025 to 9 October 2025"),
            ("the week before last", "2 November 2026 to 8 November 2026"),
            ("the year 2025 rather than over 2000", "2025"),
        ] {
            assert_eq!(spans(question), (vec![expected.to_owned()], vec![]), "{question}");
        }
    }

    #[test]
    fn relative_years_and_quarters_are_those_of_the_financial_year() {
        let british = FiscalCalendar::new(4, 6).unwrap();
        for (question, expected) in [
            ("this year", "6 April 2026 to 5 April 2027"),
            ("last year", "6 April 2025 to 5 April 2026"),
            ("the year before last", "6 April 2024 to 5 April 2025"),
            ("two years ago", "6 April 2024 to 5 April 2025"),
            ("year to date", "6 April 2026 to 22 November 2026"),
            ("last year to date", "6 April 2025 to 22 November 2025"),
            ("this quarter", "6 October 2026 to 5 January 2027"),
            ("the last two full quarters", "6 April 2026 to 5 October 2026"),
            ("the first month of the year", "6 April 2026 to 5 May 2026"),
            // What is named by its number is the calendar's, and so is the year of a month.
            ("in 2025", "2025"),
            ("in Q1 2025", "Q1 2025"),
            ("in February last year", "February 2025"),
            ("last month", "October 2026"),
        ] {
            assert_eq!(spans_in(question, british).0, [expected], "{question}");
        }
        let year = Span { from: "2026-04-06".parse().ok(), to: "2027-04-05".parse().ok() };
        assert_eq!(year.shifted(2).map(Span::in_words).as_deref(), Some("6 April 2024 to 5 April 2025"));
        assert_eq!(year.shifted(-1).map(Span::in_words).as_deref(), Some("6 April 2027 to 5 April 2028"));
    }

    #[test]
    fn a_period_that_is_to_be_left_out_is_none_to_look_at() {
        let excluded = |question| spans(question).1;
        assert_eq!(excluded("groceries except in May"), ["except in may"]);
        assert_eq!(spans("more in 2025 than 2024").0, ["2025", "2024"]);
        assert_eq!(spans("everything without June").0, Vec::<String>::new());
        assert_eq!(excluded("groceries in May"), Vec::<String>::new());
    }
}
