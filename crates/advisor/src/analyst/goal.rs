//! Reads questions about a purchase or a savings goal:
//! "how long until I save 5,000", "can I afford a 1,200 holiday in June".

use chrono::{Datelike, Months, NaiveDate};

use super::arithmetic::{CURRENCIES, amount_of};
use super::words::{count, is_year, month_number};

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

#[rustfmt::skip]
const AFFORD: &[&str] = &[
    "afford", "can i buy", "could i buy", "can i spend", "could i spend", "can i pay for", "enough money for", "enough for", "enough to buy",
    "enough to pay", "enough money to", "do i have enough", "is there enough", "have i got enough", "do we have enough",
];
#[rustfmt::skip]
const HOW_LONG: &[&str] = &[
    "how long", "how many months", "how many years", "how soon", "when will i", "when would i", "when can i", "when could i", "when do i",
    "when am i", "when shall i", "how much longer",
];
#[rustfmt::skip]
const SAVE: &[&str] = &["save", "saved", "saving", "put aside", "set aside", "putting aside", "setting aside", "saved up", "put away", "save up"];
#[rustfmt::skip]
const REACH: &[&str] = &["have", "reach", "hold", "get to", "hit", "own"];
#[rustfmt::skip]
const NEED: &[&str] = &[
    "do i need to", "do i have to", "must i", "should i", "would i have to", "would i need to", "will i need to", "do we need to", "need i",
];

/// Reads a question about a goal. Returns `None` for other questions.
pub(super) fn read(question: &str, today: NaiveDate) -> Option<Goal> {
    let lower = question.to_lowercase().replace('%', " percent ").replace('’', "'");
    let words: Vec<&str> = lower
        .split(|character: char| character.is_whitespace() || "?!;:()\"".contains(character))
        .map(|word| word.trim_end_matches(['.', ',']))
        .filter(|word| !word.is_empty())
        .collect();
    let plain = format!(" {} ", words.join(" "));
    let has = |phrases: &[&str]| phrases.iter().any(|phrase| plain.contains(&format!(" {phrase} ")));
    let amounts = Amounts::read(&words);
    let kind = if has(AFFORD) {
        if amounts.once.is_none() && amounts.monthly.is_some() {
            GoalKind::AffordMonthly
        } else {
            GoalKind::Afford
        }
    } else if has(HOW_LONG) && has(SAVE) {
        GoalKind::HowLong
    } else if has(HOW_LONG) && has(REACH) && amounts.once.is_some() {
        GoalKind::Reach
    } else if has(&["how much", "what"]) && has(NEED) && has(SAVE) {
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
    let has_interest = words.iter().any(|word| ["percent", "interest"].contains(word));
    Some(Goal { kind, amount, monthly, by, currency: amounts.currency, has_interest })
}

/// The amounts of a question: a single one and a monthly one.
#[derive(Debug, Default)]
struct Amounts {
    once: Option<String>,
    monthly: Option<String>,
    currency: Option<&'static str>,
}

impl Amounts {
    fn read(words: &[&str]) -> Self {
        let at = |index: usize| words.get(index).copied().unwrap_or_default();
        let mut found = Self::default();
        for (index, word) in words.iter().enumerate() {
            let sign = |(name, _): &&(&str, &str)| {
                word == name
                    || (word.starts_with(name) && !name.is_ascii())
                    || (word.starts_with('$') && *name == "$")
            };
            if let Some((_, code)) = CURRENCIES.iter().find(sign) {
                found.currency = Some(code);
            }
            let Some(amount) = amount_of(word) else { continue };
            let is_currency = CURRENCIES.iter().any(|(name, _)| *name == at(index + 1));
            let next = index + 1 + usize::from(is_currency);
            let is_time =
                ["day", "week", "month", "year"].iter().any(|unit| at(next).trim_end_matches('s') == *unit);
            let is_percentage = at(next) == "percent" || (at(next) == "per" && at(next + 1) == "cent");
            let before = index.checked_sub(1).map_or("", at);
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
fn day_of(words: &[&str], today: NaiveDate) -> Option<NaiveDate> {
    let at = |index: usize| words.get(index).copied().unwrap_or_default();
    let first = |year: i32, month: u32| NaiveDate::from_ymd_opt(year, month, 1);
    let next_of = |month: u32| first(today.year() + i32::from(month <= today.month()), month);
    let joints = ["in", "by", "until", "till", "before", "for", "within", "to", "this", "next"];
    (0..words.len()).find_map(|index| {
        let (word, next) = (at(index), at(index + 1));
        if word == "next" && next == "month" {
            return first(today.year(), today.month())?.checked_add_months(Months::new(1));
        }
        if word == "next" && next == "year" {
            return first(today.year() + 1, 1);
        }
        if word == "end" && next == "of" && words[index..].iter().take(4).any(|word| *word == "year") {
            return first(today.year() + 1, 1);
        }
        if !joints.contains(&word) {
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
