//! Calculations that a question describes by itself: a loan, the growth of savings, a purchase or a goal.
//! They are read in English only.

use chrono::NaiveDate;
use saldo_domain::Money;
use serde_json::{Value, json};

use super::arithmetic::{self, LoanOrSavings};
use super::english::{months, tell};
use super::goal::{self, Goal, GoalKind};
use crate::wording::amount;

/// A calculation, with the amounts of the question.
pub(super) enum Calculation {
    LoanOrSavings(LoanOrSavings),
    Goal(Goal),
}

impl Calculation {
    /// Reads a question, unless a word of it would change the result and is not understood.
    pub(super) fn read(question: &str, today: NaiveDate) -> Option<Self> {
        match arithmetic::read(question) {
            Some(sum) => (!sum.misses).then_some(Self::LoanOrSavings(sum)),
            None => goal::read(question, today).map(Self::Goal),
        }
    }

    /// Returns the tool that calculates the result and its input, or a request for what is missing.
    pub(super) fn call(&self) -> Result<(&'static str, Value), String> {
        match self {
            Self::LoanOrSavings(LoanOrSavings { problem: Some(problem), .. }) => {
                Err(tell(problem, &Value::Null, &[]))
            }
            Self::LoanOrSavings(sum) => {
                let mut input = json!(sum.amounts);
                input["rate_percent"] = json!(sum.rate);
                input["months"] = json!(sum.months);
                input["currency"] = json!(sum.currency);
                if !sum.is_loan {
                    input["booked"] = json!(sum.booked);
                }
                Ok((if sum.is_loan { "loan" } else { "savings_growth" }, input))
            }
            Self::Goal(Goal { amount: None, .. }) => Err(tell("no_amount", &Value::Null, &[])),
            Self::Goal(goal) => Ok((
                "savings_goal",
                json!({
                    "amount": goal.amount,
                    "monthly": goal.monthly,
                    "by": goal.by,
                    "counts_balances": matches!(goal.kind, GoalKind::Afford | GoalKind::Reach),
                    "currency": goal.currency,
                }),
            )),
        }
    }

    pub(super) fn answer(&self, result: &Value) -> String {
        if let Some(problem) = result["error"].as_str() {
            return tell("error", result, &[("problem", problem.trim_end_matches('.').to_owned())]);
        }
        match self {
            Self::LoanOrSavings(sum) if sum.is_loan => loan(result),
            Self::LoanOrSavings(_) => growth(result),
            Self::Goal(goal) => {
                let sentence = purchase(goal, result);
                let is_whole = !goal.has_interest;
                if is_whole { sentence } else { tell("without_interest", result, &[("sentence", sentence)]) }
            }
        }
    }
}

fn is_negative(value: &Value) -> bool {
    amount(value).is_some_and(Money::is_negative)
}

fn is_nothing(value: &Value) -> bool {
    amount(value).is_none_or(Money::is_zero)
}

fn growth(result: &Value) -> String {
    let parts = ["start", "monthly"].into_iter().filter(|field| !is_nothing(&result[*field]));
    let parts: Vec<String> = parts.map(|field| tell(&format!("growth_{field}"), result, &[])).collect();
    let booked = result["booked"].as_str().unwrap_or("monthly");
    let booked = tell(&format!("booked_{booked}"), result, &[]);
    let key = if is_nothing(&result["interest"]) { "growth_without_interest" } else { "growth" };
    tell(key, result, &[("parts", parts.join(" and ")), ("booked", booked)])
}

fn loan(result: &Value) -> String {
    let part = |field: &str, key| {
        if result[field].is_object() { tell(key, result, &[]) } else { String::new() }
    };
    let values = [
        ("down", part("down_payment", "loan_down")),
        ("with_extra", part("extra", "loan_extra")),
        ("without", part("extra", "loan_without")),
    ];
    tell("loan", result, &values)
}

/// Writes the answer to a question about a purchase or a goal.
fn purchase(goal: &Goal, result: &Value) -> String {
    let (left, averages) = (&result["left"], &result["averages"]);
    let (has_held, has_pace) = (result["balance"].is_object(), averages["net_per_month"].is_object());
    let is_spent = is_negative(&averages["net_per_month"]);
    let key = match goal.kind {
        GoalKind::Afford if !(has_held && left.is_object()) => "unknown",
        GoalKind::Afford if result["by"].is_string() => match (has_pace, is_negative(left)) {
            (false, _) => "unknown",
            (true, false) => "afford_by",
            (true, true) => "afford_by_not",
        },
        GoalKind::Afford if !is_negative(left) => {
            if result["months_of_spending_left"].is_string() {
                "afford_lasting"
            } else {
                "afford"
            }
        }
        GoalKind::Afford => {
            if has_pace {
                "afford_not_yet"
            } else {
                "afford_not"
            }
        }
        GoalKind::AffordMonthly if !has_pace => "unknown",
        GoalKind::AffordMonthly if is_spent => "monthly_nothing",
        GoalKind::AffordMonthly if is_negative(&result["left_per_month"]) => "monthly_not",
        GoalKind::AffordMonthly => "monthly",
        GoalKind::Reach if !has_held => "unknown",
        GoalKind::Reach if is_nothing(&result["missing"]) => "reach_done",
        GoalKind::Reach if goal.monthly.is_some() => "reach_aside",
        GoalKind::HowLong if goal.monthly.is_some() => "how_long_aside",
        GoalKind::Reach | GoalKind::HowLong if !has_pace => "unknown",
        GoalKind::Reach => "reach",
        GoalKind::HowLong => "how_long",
        GoalKind::PerMonth if !result["needed_per_month"].is_object() => "per_month_now",
        GoalKind::PerMonth if !has_pace => "per_month",
        GoalKind::PerMonth if result["short_per_month"].is_object() => "per_month_short",
        GoalKind::PerMonth => "per_month_enough",
    };
    let takes = |key| if result["months_needed"].is_null() { "takes_never" } else { key };
    let parts = [
        ("held", "held"),
        ("pace", if is_spent { "pace_negative" } else { "pace" }),
        ("takes", takes("takes")),
        ("it_takes", takes("it_takes")),
    ];
    let needed = [("months", months(&result["months_needed"]))];
    let mut values = parts.map(|(name, key)| (name, tell(key, result, &needed))).to_vec();
    values.push(("months_until", months(&result["months_until"])));
    tell(key, result, &values)
}
