//! Budgets: limits on the spending in a category.

use serde::{Deserialize, Serialize};

use crate::category::CategoryId;
use crate::id::Id;
use crate::money::Money;
use crate::month::Month;

/// The identifier of a [`Budget`].
pub type BudgetId = Id<Budget>;

/// A user's monthly or yearly limit on the spending in a category and its subcategories.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Budget {
    /// The identifier.
    pub id: BudgetId,
    /// The category; spending in its subcategories counts too.
    pub category: CategoryId,
    /// The limit, as a positive amount. Only transactions in its currency count.
    pub amount: Money,
    /// The period of the limit.
    pub rhythm: BudgetRhythm,
    /// The treatment of the amount that is left at the end of a period.
    pub roll_over: RollOver,
    /// The first month in which it applies.
    pub start: Month,
    /// The last month in which it applies; `None` for no end.
    pub end: Option<Month>,
}

/// The period of a budget's limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum BudgetRhythm {
    /// Each calendar month.
    Monthly,
    /// Each year of the user's financial calendar.
    Yearly,
}

/// The treatment of the amount that is left of a budget at the end of its period.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum RollOver {
    /// Nothing is carried over.
    Nothing,
    /// An unspent amount is added to the next period; overspending is not carried over.
    Unspent,
    /// An unspent amount is added to the next period, and overspending is subtracted from it.
    Everything,
}
