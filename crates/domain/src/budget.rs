//! Budgets: what a person means to spend on a category.

use serde::{Deserialize, Serialize};

use crate::category::CategoryId;
use crate::id::Id;
use crate::money::Money;
use crate::month::Month;

/// Names a [`Budget`].
pub type BudgetId = Id<Budget>;

/// What a person means to spend on a category and those below it, each month or each year.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Budget {
    /// Its identifier.
    pub id: BudgetId,
    /// What it is for; the categories below count too.
    pub category: CategoryId,
    /// How much, as a positive amount; only entries of its currency count.
    pub amount: Money,
    /// For how long the amount is meant.
    pub rhythm: BudgetRhythm,
    /// What becomes of what is left.
    pub roll_over: RollOver,
    /// The first month it holds for.
    pub start: Month,
    /// The last month it holds for; `None` while it goes on.
    pub end: Option<Month>,
}

/// For how long a budget's amount is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum BudgetRhythm {
    /// For each month.
    Monthly,
    /// For each year of the person's fiscal calendar.
    Yearly,
}

/// What becomes of what is left of a budget at the end of its month or year.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum RollOver {
    /// Each begins afresh.
    Nothing,
    /// What was not spent is added to the next; what was overspent is forgotten.
    Unspent,
    /// What was not spent is added to the next, what was overspent is taken from it.
    Everything,
}
