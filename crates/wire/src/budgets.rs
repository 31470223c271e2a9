//! Budgets and their states.

use saldo_bookkeeping::{PreferredAmounts, ShownBudget};
use saldo_domain::{Budget, BudgetId, BudgetRhythm, CategoryId, Currency, Date, Money, Month, RollOver};
use saldo_ledger::budget::BudgetState;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::fields::{amount, given, id_of};
use crate::figures::RateBody;
use crate::{AnyId, DecimalText, Error, Result};

/// The earliest year in which a budget may start. States are calculated for at most 100 years from the start.
const START_YEAR_MIN: i32 = 1970;

/// A budget and its state.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BudgetBody {
    id: BudgetId,
    category_id: CategoryId,
    #[schema(value_type = DecimalText)]
    amount: String,
    currency: Currency,
    rhythm: BudgetRhythm,
    roll_over: RollOver,
    start: Month,
    end: Option<Month>,
    state: Option<BudgetStateBody>,
}

/// The state of a budget at the end of a month.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BudgetStateBody {
    month: Month,
    since: Month,
    #[serde(flatten)]
    amounts: BudgetAmountsBody,
    spent_per_mille: Option<i64>,
    converted: Option<ConvertedStateBody>,
}

/// The amounts of a budget's state in the currency that the user prefers.
#[derive(Debug, Serialize, ToSchema)]
pub struct ConvertedStateBody {
    currency: Currency,
    #[schema(value_type = DecimalText)]
    amount: String,
    #[serde(flatten)]
    amounts: BudgetAmountsBody,
    rates: Vec<RateBody>,
}

/// The amounts of a budget's state.
#[derive(Debug, Serialize, ToSchema)]
pub struct BudgetAmountsBody {
    #[schema(value_type = DecimalText)]
    rolled: String,
    #[schema(value_type = DecimalText)]
    spent: String,
    #[schema(value_type = DecimalText)]
    left: String,
}

impl From<[Money; 3]> for BudgetAmountsBody {
    fn from(amounts: [Money; 3]) -> Self {
        let [rolled, spent, left] = amounts.map(Money::decimal);
        Self { rolled, spent, left }
    }
}

impl From<PreferredAmounts<4>> for ConvertedStateBody {
    fn from(converted: PreferredAmounts<4>) -> Self {
        let [amount, rolled, spent, left] = converted.amounts;
        Self {
            currency: amount.currency(),
            amount: amount.decimal(),
            amounts: [rolled, spent, left].into(),
            rates: RateBody::from_rates(&converted.rates),
        }
    }
}

impl From<ShownBudget> for BudgetBody {
    fn from(shown: ShownBudget) -> Self {
        Self::new(&shown.budget, shown.state, shown.converted)
    }
}

/// The body of a budget that was just stored. It has no state.
impl From<&Budget> for BudgetBody {
    fn from(budget: &Budget) -> Self {
        Self::new(budget, None, None)
    }
}

impl BudgetBody {
    fn new(budget: &Budget, state: Option<BudgetState>, converted: Option<PreferredAmounts<4>>) -> Self {
        Self {
            id: budget.id,
            category_id: budget.category,
            amount: budget.amount.decimal(),
            currency: budget.amount.currency(),
            rhythm: budget.rhythm,
            roll_over: budget.roll_over,
            start: budget.start,
            end: budget.end,
            state: state.map(|state| BudgetStateBody {
                month: state.month,
                since: state.since,
                amounts: [state.rolled, state.spent, state.left].into(),
                spent_per_mille: state.spent_per_mille(),
                converted: converted.map(ConvertedStateBody::from),
            }),
        }
    }
}

/// `?month=YYYY-MM`.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct MonthQuery {
    #[param(inline, value_type = Option<Month>)]
    month: Option<String>,
}

impl MonthQuery {
    /// Returns the month, by default the one of `today`.
    ///
    /// # Errors
    /// [`Error::Invalid`] for a text that is not a month.
    pub fn month(&self, today: Date) -> Result<Month> {
        let month = match given(self.month.as_deref()) {
            Some(text) => text.parse().ok(),
            None => Month::of(today),
        };
        month.ok_or_else(|| Error::invalid("month must be written like 2026-01"))
    }
}

/// The contents of a budget.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BudgetRequest {
    #[schema(value_type = AnyId)]
    category_id: String,
    #[schema(value_type = DecimalText)]
    amount: String,
    currency: Currency,
    rhythm: BudgetRhythm,
    roll_over: RollOver,
    start: Month,
    end: Option<Month>,
}

impl BudgetRequest {
    /// Returns the budget with this id.
    ///
    /// # Errors
    /// [`Error::Invalid`] for an invalid amount, start or end; [`Error::NotFound`] for a text that is not an
    /// id.
    pub fn budget(self, id: BudgetId) -> Result<Budget> {
        let amount = amount(&self.amount, self.currency)?;
        if amount.is_negative() || amount.is_zero() {
            return Err(Error::invalid("amount must be greater than zero"));
        }
        if self.start.year() < START_YEAR_MIN {
            return Err(Error::invalid(format!("start must not be before {START_YEAR_MIN}-01")));
        }
        if self.end.is_some_and(|end| end < self.start) {
            return Err(Error::invalid("end must not be before start"));
        }
        Ok(Budget {
            id,
            category: id_of(&self.category_id)?,
            amount,
            rhythm: self.rhythm,
            roll_over: self.roll_over,
            start: self.start,
            end: self.end,
        })
    }
}
