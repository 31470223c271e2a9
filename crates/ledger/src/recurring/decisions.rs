//! Decisions of the user about recurring payments.

use std::collections::HashMap;

use saldo_domain::merchant::merchant_identity;
use saldo_domain::transaction::Direction;
use saldo_domain::{Currency, MerchantNames, Timestamp};
use serde::{Deserialize, Serialize};

use super::{Recurring, Rhythm};

/// The properties by which a recurring payment is recognized while its amount, dates and transactions change.
/// Those of one merchant that have them in common are decided together, in whichever account they are.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct RecurringKey {
    /// The merchant's name: the printed one in a stored decision, else the one that the user sees.
    pub merchant: String,
    /// The currency.
    pub currency: Currency,
    /// The direction: income or payment.
    pub direction: Direction,
    /// The interval.
    pub rhythm: Rhythm,
}

impl RecurringKey {
    /// Returns the key in the form in which keys are compared, with the name that the user gave the merchant.
    #[must_use]
    pub fn named(&self, names: &MerchantNames) -> Self {
        let name = names.given(&self.merchant).unwrap_or(&self.merchant);
        Self { merchant: merchant_identity(name), ..*self }
    }
}

/// A decision of the user about a recurring payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// It is a recurring payment.
    Confirmed,
    /// It is none: its transactions are a coincidence, or it is of no interest. No figure includes it.
    Ignored,
}

/// A stored decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecurringDecision {
    /// The recurring payment, by the printed name of its merchant.
    pub series: RecurringKey,
    /// The decision.
    pub decision: Decision,
    /// The time of the decision.
    pub decided_at: Timestamp,
}

/// All decisions of a user.
#[derive(Debug, Clone, Default)]
pub struct Decisions(HashMap<RecurringKey, Decision>);

impl Decisions {
    /// Creates the decisions of a user who gave merchants these names. If merchants became one, the latest
    /// decision counts.
    #[must_use]
    pub fn new(mut decided: Vec<RecurringDecision>, names: &MerchantNames) -> Self {
        decided.sort_by_key(|one| one.decided_at);
        Self(decided.iter().map(|one| (one.series.named(names), one.decision)).collect())
    }

    /// Returns the decision about a recurring payment; `None` if there is none.
    #[must_use]
    pub fn about(&self, series: &Recurring) -> Option<Decision> {
        self.0.get(&series.key()).copied()
    }

    /// Returns true if the user ignores a recurring payment.
    #[must_use]
    pub fn ignore(&self, series: &Recurring) -> bool {
        self.about(series) == Some(Decision::Ignored)
    }
}

impl Recurring {
    /// Returns the key in the form in which keys are compared.
    #[must_use]
    pub fn key(&self) -> RecurringKey {
        RecurringKey {
            merchant: merchant_identity(&self.merchant),
            currency: self.amount.currency(),
            direction: self.direction,
            rhythm: self.rhythm,
        }
    }
}
