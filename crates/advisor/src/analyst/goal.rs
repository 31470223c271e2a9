//! Reads questions about a purchase or a savings goal:
//! "how long until I save 5,000", "can I afford a 1,200 holiday in June".

use chrono::{Datelike, Months, NaiveDate};

use super::arithmetic::{LoanOrSavings, currency_of, months_in, spaced};
use super::english::{is_one, list};
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
    let words = Words::of(&spaced(question));
    let has = |key: &str| words.has(&list(key));
    let mut figures = LoanOrSavings::default();
    figures.take_figures(&mut words.clone())?;
    let (once, monthly) = (figures.amounts.remove("start"), figures.amounts.remove("monthly"));
    let kind = if has("afford_words") {
        if once.is_none() && monthly.is_some() { GoalKind::AffordMonthly } else { GoalKind::Afford }
    } else if has("how_long_words") && has("save_words") {
        GoalKind::HowLong
    } else if has("how_long_words") && has("reach_words") && once.is_some() {
        GoalKind::Reach
    } else if has("what_words") && has("must_words") && has("save_words") {
        GoalKind::PerMonth
    } else {
        return None;
    };
    let by = day_of(&words, today);
    let is_without_time = kind == GoalKind::PerMonth && by.is_none();
    let is_without_amount = !matches!(kind, GoalKind::Afford | GoalKind::AffordMonthly) && once.is_none();
    if is_without_time || is_without_amount {
        return None;
    }
    let (amount, monthly) = match kind {
        GoalKind::AffordMonthly => (monthly, None),
        _ => (once, monthly),
    };
    let has_interest = words.has(&["percent", "interest"]);
    Some(Goal { kind, amount, monthly, by, currency: currency_of(&words), has_interest })
}

/// Returns the day of the goal.
/// A month means its first day; without a year, it is the next month of that name.
fn day_of(words: &Words, today: NaiveDate) -> Option<NaiveDate> {
    let at = |index| words.at(index);
    let first = |year: i32, month: u32| NaiveDate::from_ymd_opt(year, month, 1);
    let next_of = |month: u32| first(today.year() + i32::from(month <= today.month()), month);
    (0..words.len()).find_map(|index| {
        let (word, next, after) = (at(index), at(index + 1), at(index + 2));
        match (word, next) {
            ("next", "month") => {
                return first(today.year(), today.month())?.checked_add_months(Months::new(1));
            }
            ("next", "year") => return first(today.year() + 1, 1),
            // The end of a period is the first day after it.
            ("end", "of") => {
                let named = || is_year(after).then(|| after.parse().ok()).flatten();
                let runs = (index + 2..index + 4).any(|index| at(index) == "year");
                let this = runs.then_some(today.year() + i32::from(after == "next"));
                return match this.or_else(named) {
                    Some(year) => first(year + 1, 1),
                    None => next_of(month_number(after)?)?.checked_add_months(Months::new(1)),
                };
            }
            _ if !is_one("until_words", word) => return None,
            _ => {}
        }
        let named = (1..=12).find(|month| is_one(&format!("season_{month}"), next));
        if let Some(month) = named.or_else(|| month_number(next)) {
            let year = Some(after).filter(|word| is_year(word)).and_then(|word| word.parse().ok());
            return year.map_or_else(|| next_of(month), |year| first(year, month));
        }
        if is_year(next) {
            return first(next.parse().ok()?, 1);
        }
        let number = if next == "a" { Some(1) } else { count(next) };
        let months = number.zip(months_in(after)).and_then(|(number, unit)| number.checked_mul(unit));
        let is_ahead = ["in", "within", "for"].contains(&word);
        months.filter(|_| is_ahead).and_then(|months| today.checked_add_months(Months::new(months)))
    })
}
