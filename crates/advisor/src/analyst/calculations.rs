//! Calculations that a question describes by itself: a loan, the growth of savings, a purchase or a goal.
//! They are read in English only.

use chrono::NaiveDate;
use serde_json::{Value, json};

use super::arithmetic::{self, LoanOrSavings};
use super::goal::{self, Goal, GoalKind};
use super::sentences::{goals, loans};

/// A calculation, with the amounts of the question.
pub(super) enum Calculation {
    LoanOrSavings(LoanOrSavings),
    Goal(Goal),
}

impl Calculation {
    /// Reads a question, unless a word of it would change the result and is not understood.
    pub(super) fn read(question: &str, today: NaiveDate) -> Option<Self> {
        match arithmetic::read(question) {
            Some(sum) => sum.missed.is_empty().then_some(Self::LoanOrSavings(sum)),
            None => goal::read(question, today).map(Self::Goal),
        }
    }

    /// Returns the tool that calculates the result and its input, or a request for what is missing.
    pub(super) fn call(&self) -> Result<(&'static str, Value), &'static str> {
        match self {
            Self::LoanOrSavings(LoanOrSavings { problem: Some(problem), .. }) => Err(problem),
            Self::LoanOrSavings(sum) => {
                let mut input =
                    json!({"rate_percent": sum.rate, "months": sum.months, "currency": sum.currency});
                if sum.is_loan {
                    input["debt"] = json!(sum.start);
                    input["payment"] = json!(sum.monthly);
                    input["extra"] = json!(sum.extra);
                    input["down_payment"] = json!(sum.down);
                    return Ok(("loan", input));
                }
                input["start"] = json!(sum.start);
                input["monthly"] = json!(sum.monthly);
                input["booked"] = json!(sum.booked);
                Ok(("savings_growth", input))
            }
            Self::Goal(goal) => {
                let amount = goal.amount.as_ref().ok_or(goals::HOW_MUCH)?;
                let counts = matches!(goal.kind, GoalKind::Afford | GoalKind::Reach);
                Ok((
                    "savings_goal",
                    json!({
                        "amount": amount,
                        "monthly": goal.monthly,
                        "by": goal.by,
                        "counts_balances": counts,
                        "currency": goal.currency,
                    }),
                ))
            }
        }
    }

    pub(super) fn answer(&self, result: &Value) -> String {
        if let Some(problem) = result["error"].as_str() {
            return format!("I cannot answer that: {}.", problem.trim_end_matches('.'));
        }
        match self {
            Self::LoanOrSavings(sum) if sum.is_loan => loans::loan(result),
            Self::LoanOrSavings(_) => loans::growth(result),
            Self::Goal(goal) => goals::goal(goal, result),
        }
    }
}
