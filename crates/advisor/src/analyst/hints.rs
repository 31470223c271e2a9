//! Reads phrases that shape an answer: the whole of a share, the period of a comparison, a chart.

use chrono::{Days, Months, NaiveDate};

use super::period::{Calendar, Span};
use super::question::Query;
use super::relative::year_to_date;
use super::words::{Words, is_year};

/// Phrases for a rise or a fall.
#[rustfmt::skip]
pub(super) const TREND: &[&str] = &[
    "going up", "going down", "gone up", "gone down", "go up", "go down", "went up", "went down", "trend", "trends", "trending", "increasing",
    "decreasing", "rising", "falling", "growing", "shrinking", "over time", "more and more", "less and less", "getting higher",
    "getting lower", "creeping up", "developed", "develop", "developing", "evolved", "evolving", "on the rise", "risen", "rise",
];
/// Words for a change. They ask for a trend unless two periods are named.
pub(super) const CHANGE: &[&str] =
    &["change", "changed", "changing", "increase", "increased", "decrease", "decreased", "grow", "grown"];

#[rustfmt::skip]
const CHART_KINDS: [&str; 10] =
    ["pie", "bar", "bars", "line", "nice", "little", "donut", "column", "monthly", "simple"];
const CHARTS: [&str; 9] =
    ["chart", "charts", "graph", "graphs", "plot", "diagram", "graphically", "visually", "visualise"];

/// Takes a request for a chart: "with a pie chart", "as a graph", "plot".
pub(super) fn take_chart(words: &mut Words) -> bool {
    let Some((index, count)) = words.find(&CHARTS) else { return false };
    let mut start = index;
    while start > 0 && CHART_KINDS.contains(&words.at(start - 1)) {
        start -= 1;
    }
    if start > 0 && matches!(words.at(start - 1), "a" | "an" | "the" | "me") {
        start -= 1;
    }
    if start > 0 && matches!(words.at(start - 1), "with" | "as" | "in" | "using") {
        start -= 1;
    }
    words.mark_used(start, index + count - start);
    true
}

/// The whole that a share refers to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Whole {
    Income,
    Spending,
}

#[rustfmt::skip]
const OF_INCOME: &[&str] = &[
    "of my income", "of my total income", "of my monthly income", "of our income", "of all income", "of the income", "of income",
    "of my salary", "of salary", "of the salary", "of my net salary", "of my net income", "of net income", "of earnings", "of my earnings", "of my wage", "of my wages", "of my pay", "of my paycheck", "of what i earn", "of what i make",
];
#[rustfmt::skip]
const OF_SPENDING: &[&str] = &[
    "of my spending", "of my total spending", "of my overall spending", "of my monthly spending", "of all spending", "of total spending",
    "of all my spending", "of the spending", "of spending", "of my expenses", "of all my expenses", "of all expenses", "of expenses",
    "of my outgoings", "of what i spend", "of my money", "of my total expenses",
];

/// Takes the whole that a share refers to.
pub(super) fn take_whole(words: &mut Words) -> Option<Whole> {
    let asks = words.has(&[
        "percent",
        "percentage",
        "share",
        "fraction",
        "proportion",
        "how much of",
        "what part",
        "which part",
        "how large a part",
        "how big a part",
        "ratio",
    ]);
    if !asks {
        return None;
    }
    let (whole, place) = match words.find(OF_INCOME) {
        Some(place) => (Whole::Income, place),
        None => (Whole::Spending, words.find(OF_SPENDING)?),
    };
    words.mark_used(place.0, place.1);
    Some(whole)
}

/// The distance to the period of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// The previous period of the same kind.
    One,
    Year,
    /// The same days of the previous week, month or year. A running period is compared up to today.
    SameDays(&'static str),
}

impl Step {
    pub(super) fn from(self, span: Span, today: NaiveDate) -> Option<Span> {
        let unit = match self {
            Self::One => return span.shifted(1),
            Self::Year => return span.years_before(1),
            Self::SameDays(unit) => unit,
        };
        let (from, to) = (span.from?, span.to?);
        if to <= today {
            return if unit == "year" { span.years_before(1) } else { span.shifted(1) };
        }
        let back = |day: NaiveDate| match unit {
            "week" => day.checked_sub_days(Days::new(7)),
            "month" => day.checked_sub_months(Months::new(1)),
            _ => day.checked_sub_months(Months::new(12)),
        };
        (from <= today).then(|| Some(Span { from: Some(back(from)?), to: Some(back(today)?) }))?
    }

    /// Returns the default period of a comparison: this year to date.
    pub(super) fn start(calendar: Calendar) -> Span {
        let today = Span { from: Some(calendar.today), to: Some(calendar.today) };
        year_to_date(calendar, 0).map_or(today, Span::of)
    }
}

#[rustfmt::skip]
const YEAR_BACK: &[&str] = &[
    "same month last year", "same months last year", "same quarter last year", "same month the year before", "a year earlier",
    "year before", "year earlier", "previous year", "prior year", "a year ago",
];
#[rustfmt::skip]
const ONE_BACK: &[&str] = &[
    "month before", "previous month", "month earlier", "quarter before", "previous quarter", "week before", "previous week",
    "period before", "previous period", "day before",
];
#[rustfmt::skip]
const SAME_DAYS: [(&str, &[&str]); 3] = [
    ("week", &["same time last week", "this time last week", "same point last week", "same days last week"]),
    ("month", &[
        "same time last month", "this time last month", "same point last month", "same days last month", "same period last month",
        "same time the month before", "same period the month before", "same time of last month", "same period of last month",
    ]),
    ("year", &[
        "same time last year", "this time last year", "same point last year", "same days last year", "same period last year",
        "same period the year before", "same time the year before", "same time of last year", "same period of last year",
    ]),
];
const COMPARED_TO: [&str; 7] = ["to", "with", "than", "vs", "versus", "against", "from"];
const BESIDES: [&str; 7] = ["the", "that", "of", "in", "for", "those", "during"];

/// Takes the period of a comparison: "compared to the month before", "than in the same month last year".
pub(super) fn take_step(words: &mut Words) -> Option<Step> {
    // Next to another year, "last year" is a period of its own.
    let names_year = words.has(&["this year"]) || (0..words.len()).any(|at| is_year(words.at(at)));
    let last_year: &[&str] = if names_year { &[] } else { &["last year"] };
    let same_days = SAME_DAYS.iter().map(|(unit, phrases)| (*phrases, Step::SameDays(unit)));
    let steps = [(YEAR_BACK, Step::Year), (last_year, Step::Year), (ONE_BACK, Step::One)];
    for (phrases, step) in same_days.chain(steps) {
        let Some((index, count)) = words.find(phrases) else { continue };
        if words.at(index + count) == "last" {
            continue;
        }
        let start = besides(words, index);
        if COMPARED_TO.contains(&words.before(start)) {
            words.mark_used(start - 1, index + count + 1 - start);
            return Some(step);
        }
    }
    None
}

/// Returns the index of the first filler word before a phrase.
fn besides(words: &Words, index: usize) -> usize {
    (0..index).rev().take_while(|at| BESIDES.contains(&words.at(*at))).last().unwrap_or(index)
}

/// Takes a period relative to the previous question:
/// "the month before", "the year after", "the same month last year".
pub(super) fn take_shift(words: &mut Words, before: &Query) -> Option<Span> {
    let span = before.span?;
    let back = [
        "month before",
        "week before",
        "quarter before",
        "year before",
        "period before",
        "before that",
        "day before",
    ];
    let forth = [
        "month after",
        "week after",
        "quarter after",
        "year after",
        "period after",
        "after that",
        "day after",
    ];
    let last_year = [
        "same month last year",
        "same period last year",
        "same quarter last year",
        "same time last year",
        "a year earlier",
        "the year before that",
        "same month the year before",
        "year earlier",
    ];
    let (place, shifted) = if let Some(place) = words.find(&last_year) {
        (place, span.years_before(1))
    } else if let Some(place) =
        words.find(&back).filter(|place| !matches!(words.at(place.0 + place.1), "last" | "yesterday"))
    {
        (place, span.shifted(1))
    } else {
        (words.find(&forth)?, span.shifted(-1))
    };
    // "More than the month before" is a comparison, not a new period.
    let start = besides(words, place.0);
    if matches!(words.before(start), "than" | "to" | "with" | "vs" | "versus" | "against") {
        return None;
    }
    words.mark_used(place.0, place.1);
    shifted
}

/// Takes phrases that change the meaning in a way that no tool supports:
/// "net of refunds", "since the price increase".
pub(super) fn take_turning(words: &mut Words) -> Vec<String> {
    #[rustfmt::skip]
    const EVENTS: [&str; 12] = [
        "price increase", "price change", "price rise", "price hike", "pay rise", "pay raise", "raise", "promotion", "increase", "hike",
        "price went up", "price changed",
    ];
    let mut taken = Vec::new();
    if let Some((index, count)) = words.find(&["net of", "after refunds", "minus refunds", "less refunds"]) {
        // In "net of refunds", the noun follows the phrase.
        let count = count + usize::from(words.at(index) == "net" && index + count < words.len());
        taken.push(words.join(index, count));
        words.mark_used(index, count);
    }
    let since = (0..words.len()).find_map(|index| {
        let opens = matches!(words.at(index), "since" | "before" | "after" | "until" | "till");
        let article = usize::from(matches!(words.at(index + 1), "the" | "my" | "its" | "their" | "last"));
        let event = EVENTS.iter().find_map(|event| words.stands(index + 1 + article, event))?;
        opens.then_some((index, 1 + article + event))
    });
    if let Some((index, count)) = since {
        taken.push(words.join(index, count));
        words.mark_used(index, count);
    }
    taken
}
