//! Reads questions that a phrase identifies:
//! recurring payments, due payments, budgets, coverage, the origin of a transaction.

use chrono::{Datelike, Days, Months, NaiveDate, Weekday};
use saldo_domain::Period;

use super::period::{Calendar, Span};
use super::question::Ask;
use super::relative::step_back;
use super::words::{Words, amount, count};

#[rustfmt::skip]
const COVERAGE: &[&str] = &[
    "months are missing", "month is missing", "statements are missing", "statement is missing", "missing statements", "missing months",
    "missing month", "missing statement", "coverage", "gaps", "any gap", "are my statements complete", "statements complete",
    "did i forget to upload", "missing a statement", "missing any",
];
#[rustfmt::skip]
const RUNWAY: &[&str] = &[
    "runway", "money last", "savings last", "run out of money", "money run out", "could i live", "can i live", "would i last",
    "live without income", "without a job", "without a salary",
];
#[rustfmt::skip]
const BUDGET: &[&str] = &[
    "budget", "budgets", "budgeted", "over budget", "under budget", "left for", "left to spend", "can i still spend", "still spend on", "overspent",
];
#[rustfmt::skip]
const DUE: &[&str] = &[
    "due", "upcoming", "coming up", "is coming", "are coming", "forecast", "bills are expected", "expected to pay", "expected expenses",
    "scheduled", "is my next", "do i next", "will my balance", "will i be paid", "when will", "will i have", "will i pay", "will i get", "will be left", "next bills", "do i have to pay", "renew", "renews", "renewed", "projected", "projection", "predict",
];
#[rustfmt::skip]
const RECURRING: &[&str] = &[
    "recurring", "recurs", "subscriptions do i have", "my subscriptions", "active subscriptions", "all subscriptions", "which subscriptions",
    "what subscriptions", "many subscriptions", "a subscription", "recurring bills", "list subscriptions", "show subscriptions", "standing orders", "direct debits",
    "regular payments", "regular income", "fixed costs", "fixed expenses", "regular expenses", "regular bills", "subscribed to",
    "subscription get more expensive", "pay for subscriptions", "subscriptions each month", "subscriptions a month", "subscriptions per month", "price increases", "price changes", "got more expensive",
];
/// Phrases about a price change. Only recurring payments have prices.
#[rustfmt::skip]
const CHANGED: &[&str] = &[
    "more expensive", "price increases", "price increase", "price changes", "price change", "price history", "history of prices", "prices change",
    "price changed", "changed its price", "changed their price", "changed price", "raised its price", "raised their price", "raised prices",
    "raise its price", "raise their price", "raise prices", "price go up", "price gone up", "price went up", "prices go up", "prices gone up",
    "put up its price", "put up their price", "cost more than before", "gotten pricier", "get pricier", "got pricier", "get cheaper",
    "got cheaper", "become cheaper", "price rise", "price rises", "price hike", "price hikes",
];
#[rustfmt::skip]
const CHANGE: &[&str] = &[
    "change", "changed", "go up", "went up", "gone up", "go down", "went down", "increase", "increased", "decrease", "decreased", "raised",
];
#[rustfmt::skip]
const DUPLICATES: &[&str] = &[
    "duplicate", "duplicates", "duplicated", "charged twice", "paid twice", "pay twice", "booked twice", "double charged", "charged double",
    "double charge", "double charges", "double payments", "double entries", "double bookings", "twice for the same", "entered twice",
    "counted twice", "in there twice",
];
/// Questions about past payments for subscriptions are about the category of that name.
const PAST: &[&str] = &["spend", "spent", "did i pay", "paid"];
/// Questions with these words are not about income.
#[rustfmt::skip]
const OUT: &[&str] = &[
    "subscription", "subscriptions", "subscribed to", "bills", "costs", "expenses", "payments", "debits", "standing orders", "price increases",
    "more expensive",
];
const ENDED: &[&str] = &["ended", "cancelled", "canceled", "stopped", "no longer"];
const WORTH: &[&str] =
    &["net worth", "total wealth", "how rich", "am i worth", "total assets", "how wealthy"];
#[rustfmt::skip]
const EXPLAIN: &[&str] = &[
    "explain", "which statement", "what statement", "which page", "what page", "which pdf", "which file", "printed on", "come from",
    "comes from", "came from", "is from where", "what is this",
];
/// Questions about the source of income are not about the origin of a transaction.
const NOT_EXPLAIN: &[&str] =
    &["money come", "income come", "money came", "income came", "money comes", "income comes"];

/// Words of these questions that are not names.
#[rustfmt::skip]
const WORDS: &[&str] = &[
    "active", "any", "arrive", "bill", "bills", "budget", "budgets", "budgeted", "projected", "projection", "predict", "predicted", "exceed", "exceeded", "doing", "renew", "renews", "renewed", "cancelled", "canceled", "comes", "coming", "complete", "costs",
    "coverage", "cover", "covered", "debits", "direct", "due", "ended", "enough", "expected", "expensive", "explain", "file", "fixed",
    "forecast", "forget", "gap", "gaps", "get", "grow", "grown", "increases", "job", "last", "lasts", "line", "live", "longer", "missing",
    "monthly", "orders", "overspent", "page", "pdf", "pay", "price", "prices", "printed", "recurring", "recurs", "regular", "runway",
    "run", "scheduled", "standing", "stopped", "subscribed", "subscription", "subscriptions", "tomorrow", "upcoming", "upload",
    "uploaded", "wealth", "wealthy", "assets", "without", "develop", "developed", "overspend", "development", "rise", "risen", "fall", "fallen", "next", "order",
    "account's", "accounts", "history", "expensive", "cheaper", "pricier", "changed", "change", "changes", "raised", "raise", "increase", "hike",
    "hikes", "duplicate", "duplicates", "duplicated", "twice", "double", "charged", "booked", "entered", "counted",
];

/// The topic of a question, identified by a phrase.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Topic {
    pub(super) ask: Ask,
    /// True if only a future period or "forecast" indicates the topic.
    /// Then the question also has to name something known.
    pub(super) is_weak: bool,
}

/// Takes the topic that a phrase or a future period indicates, and marks the words of [`WORDS`] as used.
pub(super) fn take_topic(words: &mut Words, is_ahead: bool) -> Option<Topic> {
    let is_subscription = words.has(&["subscription", "subscriptions", "subscribed to"]);
    let mut is_weak = false;
    let ask = if words.has(DUPLICATES) {
        Ask::Duplicates
    } else if words.has(CHANGED) || (words.has(&["when"]) && words.has(CHANGE)) {
        Ask::Recurring {
            ended: false,
            only_out: !words.has(&["income", "salary", "pay", "wage", "wages"]),
            changed: true,
            subscriptions: is_subscription,
        }
    } else if words.has(COVERAGE) {
        Ask::Coverage
    } else if words.has(RUNWAY) {
        Ask::Runway
    } else if words.has(BUDGET) {
        Ask::Budget { each: words.has(EACH_MONTH) }
    } else if words.has(DUE) && !words.has(&["last due", "was last due", "when was"]) {
        // "The weather forecast" is not about money, but "the forecast" is.
        is_weak = words.has(&["forecast"]);
        Ask::Due
    } else if words.has(RECURRING) && !(is_subscription && words.has(PAST)) {
        Ask::Recurring {
            ended: words.has(ENDED),
            only_out: words.has(OUT),
            changed: false,
            subscriptions: is_subscription,
        }
    } else if words.has(EXPLAIN) && !words.has(NOT_EXPLAIN) {
        Ask::Explain
    } else if words.has(WORTH) {
        Ask::Worth
    } else if is_ahead {
        is_weak = true;
        Ask::Due
    } else {
        return None;
    };
    // "May" and "2025" are left for the reader of periods, and names for the reader of names.
    for index in 0..words.len() {
        let keeps = matches!(ask, Ask::Explain) && words.at(index) == "last";
        if WORDS.contains(&words.at(index)) && !is_of_a_period(words, index) && !keeps {
            words.mark_used(index, 1);
        }
    }
    Some(Topic { ask, is_weak })
}

/// True for "last" in "last month" and "the last 3 months", which belongs to a period.
fn is_of_a_period(words: &Words, index: usize) -> bool {
    let units = ["day", "days", "week", "weeks", "month", "months", "quarter", "year", "years"];
    let after_count = usize::from(count(words.at(index + 1)).is_some());
    words.at(index) == "last" && units.contains(&words.at(index + 1 + after_count))
}

/// Takes the amount that identifies a transaction: "the 45.90 at REWE".
pub(super) fn take_amount(words: &mut Words) -> Option<String> {
    let is_amount =
        |word: &str| word.contains(['.', '€', '$', '£', '¥']) || word.chars().all(|it| it.is_ascii_digit());
    let index = (0..words.len()).find(|index| {
        !words.is_used(*index) && is_amount(words.at(*index)) && amount(words.at(*index)).is_some()
    })?;
    let found = amount(words.at(index));
    words.mark_used(index, 1);
    found
}

/// Takes a future period: "tomorrow", "next week", "the next 30 days", "the rest of the month".
pub(super) fn take_ahead(words: &mut Words, calendar: Calendar) -> Option<Span> {
    let (index, taken, span) = (0..words.len()).find_map(|index| {
        let (taken, period) = ahead_at(words, index, calendar)?;
        Some((index, taken, Span::of(period)))
    })?;
    let leading =
        ["in", "within", "for", "during", "over", "the", "by", "until", "till", "before", "at", "on"];
    let mut start = index;
    while start > 0 && leading.contains(&words.at(start - 1)) {
        start -= 1;
    }
    words.mark_used(start, index + taken - start);
    Some(span)
}

/// Questions about budgets with these phrases are about more than one month.
#[rustfmt::skip]
const EACH_MONTH: &[&str] = &[
    "which month", "which months", "what month", "what months", "any month", "any months", "some month", "each month", "every month", "all months",
    "by month", "month by month", "ever", "how often", "how many months", "how many times", "never", "always",
];

/// Words that ask about the future.
const WILL: &[&str] = &[
    "will",
    "forecast",
    "projected",
    "projection",
    "predict",
    "predicted",
    "due",
    "upcoming",
    "expected",
    "coming up",
    "have to pay",
];

/// Reads "the end of the month" in a question about the future.
fn end_ahead_at(words: &Words, index: usize, calendar: Calendar) -> Option<(usize, NaiveDate)> {
    let today = calendar.today;
    if words.at(index) != "end" || words.at(index + 1) != "of" || !words.has(WILL) {
        return None;
    }
    let month_after = |count| Period::month_of(today.checked_add_months(Months::new(count))?);
    let ends = [
        ("the month", month_after(0)),
        ("this month", month_after(0)),
        ("next month", month_after(1)),
        ("the year", step_back(calendar, "year", 0)),
        ("this year", step_back(calendar, "year", 0)),
    ];
    ends.into_iter().find_map(|(phrase, period)| Some((2 + words.stands(index + 2, phrase)?, period?.end())))
}

fn weekday(word: &str) -> Option<Weekday> {
    // "Sat" and "sun" are also other words, so only full names count.
    word.parse().ok().filter(|_| word.ends_with("day"))
}

/// Reads "on Friday" and "before Friday" in a question about the future, as the next one.
fn weekday_ahead_at(words: &Words, index: usize, today: NaiveDate) -> Option<(usize, Period)> {
    let wanted = weekday(words.at(index))?;
    let away = u64::from(wanted.days_since(today.weekday()));
    let day = today.checked_add_days(Days::new(if away == 0 { 7 } else { away }))?;
    let period = match words.before(index) {
        "before" => Period::new(today, day.pred_opt()?),
        "by" | "until" | "till" => Period::new(today, day),
        _ => Period::new(day, day),
    };
    Some((1, period?))
}

fn ahead_at(words: &Words, index: usize, calendar: Calendar) -> Option<(usize, Period)> {
    let today = calendar.today;
    let days = |count: u64| Period::new(today, today.checked_add_days(Days::new(count))?);
    if let Some((taken, end)) = end_ahead_at(words, index, calendar) {
        return Some((taken, Period::new(today, end)?));
    }
    match (words.at(index), words.at(index + 1)) {
        (day, _) if weekday(day).is_some() && (words.has(DUE) || words.has(WILL)) => {
            weekday_ahead_at(words, index, today)
        }
        ("tomorrow", _) => {
            let day = today.succ_opt()?;
            Some((1, Period::new(day, day)?))
        }
        ("rest", "of") if words.at(index + 2) == "the" && words.at(index + 3) == "month" => {
            Some((4, Period::new(today, Period::month_of(today)?.end())?))
        }
        ("rest", "of") if matches!((words.at(index + 2), words.at(index + 3)), ("the" | "this", "year")) => {
            Some((4, Period::new(today, step_back(calendar, "year", 0)?.end())?))
        }
        ("next", "week") => {
            let monday =
                today.checked_add_days(Days::new(7 - u64::from(today.weekday().num_days_from_monday())))?;
            Some((2, Period::new(monday, monday.checked_add_days(Days::new(6))?)?))
        }
        ("next", "month") => Some((2, Period::month_of(today.checked_add_months(Months::new(1))?)?)),
        ("next", "year") => {
            let year = Span::of(step_back(calendar, "year", 0)?).shifted(-1)?;
            Some((2, Period::new(year.from?, year.to?)?))
        }
        ("next", "days") => Some((2, days(7)?)),
        ("next", "weeks") => Some((2, days(28)?)),
        ("next" | "in", number) => {
            let number = count(number).filter(|count| (1..=366).contains(count))?;
            // "In 2 weeks" is a future period; "in May" and "in 2025" are not.
            let end = match words.at(index + 2) {
                "day" | "days" => days(u64::from(number))?,
                "week" | "weeks" => days(u64::from(number) * 7)?,
                "month" | "months" => Period::new(today, today.checked_add_months(Months::new(number))?)?,
                _ => return None,
            };
            Some((3, end))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use saldo_domain::FiscalCalendar;

    fn ahead(question: &str) -> Option<String> {
        ahead_in(question, FiscalCalendar::CALENDAR)
    }

    fn ahead_in(question: &str, year: FiscalCalendar) -> Option<String> {
        let today: NaiveDate = "2025-07-15".parse().unwrap();
        let calendar = Calendar { today, latest: today, first: today, year, ranges: true };
        take_ahead(&mut Words::of(question), calendar).map(Span::in_words)
    }

    #[test]
    fn periods_ahead_begin_today_or_with_the_next_one() {
        for (question, expected) in [
            ("what is due tomorrow?", "16 July 2025"),
            ("what is due next week", "21 July 2025 to 27 July 2025"),
            ("bills next month", "August 2025"),
            ("in the next 30 days", "15 July 2025 to 14 August 2025"),
            ("in two weeks", "15 July 2025 to 29 July 2025"),
            ("for the rest of the month", "15 July 2025 to 31 July 2025"),
            ("upcoming for the rest of the year", "15 July 2025 to 31 December 2025"),
            ("what's due before Friday", "15 July 2025 to 17 July 2025"),
            ("what is due on Monday", "21 July 2025"),
            ("forecast until the end of the year", "15 July 2025 to 31 December 2025"),
            ("what will I have at the end of next month", "15 July 2025 to 31 August 2025"),
        ] {
            assert_eq!(ahead(question).as_deref(), Some(expected), "{question}");
        }
        assert_eq!(ahead("what did I spend in May"), None);
        let british = |question| ahead_in(question, FiscalCalendar::new(4, 6).unwrap());
        assert_eq!(british("bills next year").as_deref(), Some("6 April 2026 to 5 April 2027"));
        let rest = Some("15 July 2025 to 5 April 2026");
        assert_eq!(british("upcoming for the rest of the year").as_deref(), rest);
        assert_eq!(british("forecast until the end of the year").as_deref(), rest);
    }

    #[test]
    fn a_question_about_the_past_of_subscriptions_is_about_their_category() {
        assert_eq!(
            take_topic(&mut Words::of("How much did I spend on all subscriptions in May?"), false),
            None
        );
        let asked = take_topic(&mut Words::of("What subscriptions do I have?"), false);
        let ask = Ask::Recurring { ended: false, only_out: true, changed: false, subscriptions: true };
        assert_eq!(asked, Some(Topic { ask, is_weak: false }));
        assert_eq!(take_topic(&mut Words::of("Where does my income come from?"), false), None);
    }
}
