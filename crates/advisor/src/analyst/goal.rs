//! Reads questions about a purchase or a savings goal:
//! "how long until I save 5,000", "can I afford a 1,200 holiday in June".

use chrono::{Datelike, Months, NaiveDate};

use super::arithmetic::{amount_of, currency_of};
use super::english::{currency, is_one, list};
use super::words::{Words, count, is_year, month_number};

/// A purchase or a savings goal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Goal {
    pub(super) kind: GoalKind,
    /// The amount, if the question names one.
    pub(super) amount: Option<String>,
    /// The amount to put aside each month, if the question names one.
    pub(super) monthly: Option<String>,
    pub(super) by: Option<NaiveDate>,
    pub(super) currency: Option<&'static str>,
    /// True if the question mentions interest, which the answer does not include.
    pub(super) has_interest: bool,
}

/// The kind of a goal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum GoalKind {
    /// A single payment: can it be afforded?
    Afford,
    /// A monthly payment: can it be afforded?
    AffordMonthly,
    /// The time to save an amount.
    HowLong,
    /// The time until the accounts hold an amount.
    Reach,
    /// The monthly amount to save.
    PerMonth,
}

/// Reads a question about a goal. Returns `None` for other questions.
pub(super) fn read(question: &str, today: NaiveDate) -> Option<Goal> {
    let words = Words::of(&question.replace('%', " percent "));
    let has = |key: &str| words.has(&list(key));
    let amounts = Amounts::read(&words);
    let kind = if has("afford_words") {
        if amounts.once.is_none() && amounts.monthly.is_some() {
            GoalKind::AffordMonthly
        } else {
            GoalKind::Afford
        }
    } else if has("how_long_words") && has("save_words") {
        GoalKind::HowLong
    } else if has("how_long_words") && has("reach_words") && amounts.once.is_some() {
        GoalKind::Reach
    } else if has("what_words") && has("must_words") && has("save_words") {
        GoalKind::PerMonth
    } else {
        return None;
    };
    let by = day_of(&words, today);
    let is_without_time = kind == GoalKind::PerMonth && by.is_none();
    let is_without_amount =
        !matches!(kind, GoalKind::Afford | GoalKind::AffordMonthly) && amounts.once.is_none();
    if is_without_time || is_without_amount {
        return None;
    }
    let (amount, monthly) = match kind {
        GoalKind::AffordMonthly => (amounts.monthly, None),
        _ => (amounts.once, amounts.monthly),
    };
    let has_interest = words.has(&["percent", "interest"]);
    Some(Goal { kind, amount, monthly, by, currency: currency_of(&words), has_interest })
}

/// The amounts of a question: a single one and a monthly one.
#[derive(Debug, Default)]
struct Amounts {
    once: Option<String>,
    monthly: Option<String>,
}

impl Amounts {
    fn read(words: &Words) -> Self {
        let mut found = Self::default();
        for index in 0..words.len() {
            let word = words.at(index);
            let Some(amount) = amount_of(word) else { continue };
            let next = index + 1 + usize::from(currency(words.at(index + 1)).is_some());
            let at = |index| words.at(index);
            let is_time = is_one("unit_words", at(next).trim_end_matches('s'));
            let before = words.before(index);
            let is_percentage = at(next) == "percent" || (at(next) == "per" && at(next + 1) == "cent");
            let is_date = is_year(word)
                && (month_number(before).is_some() || ["in", "by", "until", "of"].contains(&before));
            if is_time || is_percentage || is_date {
                continue;
            }
            let is_each = at(next) == "monthly"
                || (["a", "per", "each", "every"].contains(&at(next)) && at(next + 1).starts_with("month"));
            let place = if is_each { &mut found.monthly } else { &mut found.once };
            place.get_or_insert(amount);
        }
        found
    }
}

/// Returns the day of the goal.
/// A month means its first day; without a year, it is the next month of that name.
fn day_of(words: &Words, today: NaiveDate) -> Option<NaiveDate> {
    let at = |index| words.at(index);
    let first = |year: i32, month: u32| NaiveDate::from_ymd_opt(year, month, 1);
    let next_of = |month: u32| first(today.year() + i32::from(month <= today.month()), month);
    (0..words.len()).find_map(|index| {
        let (word, next) = (at(index), at(index + 1));
        if word == "next" && next == "month" {
            return first(today.year(), today.month())?.checked_add_months(Months::new(1));
        }
        if word == "next" && next == "year" {
            return first(today.year() + 1, 1);
        }
        if word == "end" && next == "of" && (index..index + 4).any(|index| at(index) == "year") {
            return first(today.year() + 1, 1);
        }
        if !is_one("until_words", word) {
            return None;
        }
        let month = match next {
            "christmas" | "xmas" | "winter" => Some(12),
            "summer" => Some(6),
            "spring" => Some(3),
            "autumn" | "fall" => Some(9),
            _ => month_number(next),
        };
        if let Some(month) = month {
            let year = Some(at(index + 2)).filter(|word| is_year(word)).and_then(|word| word.parse().ok());
            return year.map_or_else(|| next_of(month), |year| first(year, month));
        }
        let months = match (count(next), at(index + 2).trim_end_matches('s')) {
            (Some(number), "month") => Some(number),
            (Some(number), "year") => number.checked_mul(12),
            _ if ["a", "one"].contains(&next) && at(index + 2) == "year" => Some(12),
            _ => None,
        };
        let is_ahead = ["in", "within", "for"].contains(&word);
        months.filter(|_| is_ahead).and_then(|months| today.checked_add_months(Months::new(months)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn goal(question: &str) -> Option<Goal> {
        read(question, NaiveDate::from_ymd_opt(2025, 7, 15).unwrap())
    }

    #[test]
    fn goals_are_read_from_plain_words() {
        use GoalKind::{Afford, AffordMonthly, HowLong, PerMonth, Reach};
        for (question, kind, amount, monthly, by) in [
            ("How long until I save 5,000?", HowLong, Some("5000"), None, None),
            ("If I save €200 a month, how long until 5k?", HowLong, Some("5000"), Some("200"), None),
            ("When will I have 20,000 euros?", Reach, Some("20000"), None, None),
            ("Can I afford a 1,200 holiday in June?", Afford, Some("1200"), None, Some("2026-06-01")),
            ("can i afford a car for $20,000 in May 2027", Afford, Some("20000"), None, Some("2027-05-01")),
            ("Could I afford 300 a month for a car?", AffordMonthly, Some("300"), None, None),
            ("Can I afford a holiday?", Afford, None, None, None),
            (
                "How much do I need to save each month to have 5,000 by December?",
                PerMonth,
                Some("5000"),
                None,
                Some("2025-12-01"),
            ),
            (
                "What must I put aside to have 900 in 3 months",
                PerMonth,
                Some("900"),
                None,
                Some("2025-10-15"),
            ),
        ] {
            let found = goal(question).unwrap_or_else(|| panic!("{question}"));
            let by: Option<NaiveDate> = by.map(|day: &str| day.parse().unwrap());
            assert_eq!(
                (found.kind, found.amount.as_deref(), found.monthly.as_deref(), found.by),
                (kind, amount, monthly, by),
                "{question}"
            );
        }
        assert_eq!(goal("can I afford €5").unwrap().currency, Some("EUR"));
        assert!(goal("how long until I save 5000 at 3 %?").unwrap().has_interest);
    }

    #[test]
    fn other_questions_are_not_goals() {
        for question in [
            "How much did I save in June?",
            "How long do my savings last?",
            "When did I last pay Netflix?",
            "How much do I have to pay next month?",
            "What do I have in the bank?",
            "Do I need to save?",
        ] {
            assert_eq!(goal(question), None, "{question}");
        }
    }
}
