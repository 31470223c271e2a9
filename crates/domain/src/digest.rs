//! Digests: the figures of a week or a month that has ended.

use serde::{Deserialize, Serialize};

use crate::Date;
use crate::category::CategoryId;
use crate::money::{Currency, Money};
use crate::period::Period;

/// The rhythm in which digests are made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DigestRhythm {
    /// For each week from Monday to Sunday.
    Weekly,
    /// For each calendar month.
    Monthly,
}

impl DigestRhythm {
    /// Returns the last period that ended before `today`; `None` near the end of the calendar.
    ///
    /// ```
    /// use saldo_domain::DigestRhythm;
    ///
    /// let today = "2025-06-04".parse()?; // a Wednesday
    /// let week = DigestRhythm::Weekly.last_before(today).unwrap();
    /// assert_eq!(week.start().to_string(), "2025-05-26");
    /// let month = DigestRhythm::Monthly.last_before(today).unwrap();
    /// assert_eq!(month.start().to_string(), "2025-05-01");
    /// # Ok::<(), chrono::ParseError>(())
    /// ```
    #[must_use]
    pub fn last_before(self, today: Date) -> Option<Period> {
        match self {
            Self::Weekly => self.before(Period::week_of(today)?),
            Self::Monthly => self.before(Period::month_of(today)?),
        }
    }

    /// Returns the period before one of this rhythm.
    #[must_use]
    pub fn before(self, period: Period) -> Option<Period> {
        let eve = period.start().pred_opt()?;
        match self {
            Self::Weekly => Period::week_of(eve),
            Self::Monthly => Period::month_of(eve),
        }
    }
}

/// The figures of a period that has ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Digest {
    /// The first day.
    pub from: Date,
    /// The last day.
    pub to: Date,
    /// The figures in each currency, the one with most transactions first.
    pub flows: Vec<DigestFlow>,
    /// The accounts whose data ends before the period does. Their later transactions are not counted.
    pub behind: Vec<DigestBehind>,
}

/// The figures in one currency. All amounts are positive.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DigestFlow {
    /// Money in, without transfers between the user's own accounts.
    pub income: Money,
    /// Money out, without transfers.
    pub spending: Money,
    /// The spending of the period before; `None` if one of the two is not known completely.
    pub spending_before: Option<Money>,
    /// The categories with most spending, each with its subcategories, the largest first.
    pub categories: Vec<DigestCategory>,
    /// The spending that is in none of them.
    pub other: Money,
}

/// A category in a digest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DigestCategory {
    /// The category; `None` for transactions without one.
    pub category: Option<CategoryId>,
    /// Its name at the time of the digest.
    pub name: Option<String>,
    /// The spending.
    pub spending: Money,
}

/// An account without data of the last days of a digest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DigestBehind {
    /// The name of the account.
    pub name: String,
    /// The last day for which there is data.
    pub until: Date,
}

/// The digest as the API and the channels send it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct DigestFacts {
    /// The figures in each currency, the one with most transactions first.
    pub flows: Vec<DigestFlowFacts>,
    /// The accounts whose data ends before the period does. Their later transactions are not counted.
    pub behind: Vec<DigestBehind>,
}

/// The figures of a digest in one currency. All amounts are positive.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct DigestFlowFacts {
    /// The currency.
    pub currency: Currency,
    /// Money in, without transfers between the user's own accounts.
    #[cfg_attr(feature = "openapi", schema(value_type = crate::openapi::DecimalText))]
    pub income: String,
    /// Money out, without transfers.
    #[cfg_attr(feature = "openapi", schema(value_type = crate::openapi::DecimalText))]
    pub spending: String,
    /// The spending of the period before; `null` if one of the two is not known completely.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<crate::openapi::DecimalText>))]
    pub spending_before: Option<String>,
    /// The categories with most spending, the largest first.
    pub categories: Vec<DigestCategoryFacts>,
    /// The spending that is in none of them.
    #[cfg_attr(feature = "openapi", schema(value_type = crate::openapi::DecimalText))]
    pub other: String,
}

/// A category in a digest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct DigestCategoryFacts {
    /// The category; `null` for transactions without one.
    pub category_id: Option<CategoryId>,
    /// Its name at the time of the digest.
    pub name: Option<String>,
    /// The spending.
    #[cfg_attr(feature = "openapi", schema(value_type = crate::openapi::DecimalText))]
    pub spending: String,
}

impl From<Digest> for DigestFacts {
    fn from(digest: Digest) -> Self {
        Self { flows: digest.flows.into_iter().map(DigestFlowFacts::from).collect(), behind: digest.behind }
    }
}

impl From<DigestFlow> for DigestFlowFacts {
    fn from(flow: DigestFlow) -> Self {
        let category = |it: DigestCategory| DigestCategoryFacts {
            category_id: it.category,
            name: it.name,
            spending: it.spending.decimal(),
        };
        Self {
            currency: flow.spending.currency(),
            income: flow.income.decimal(),
            spending: flow.spending.decimal(),
            spending_before: flow.spending_before.map(Money::decimal),
            categories: flow.categories.into_iter().map(category).collect(),
            other: flow.other.decimal(),
        }
    }
}
