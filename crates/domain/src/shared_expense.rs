//! Shared expenses: transactions whose cost the members of a household divide among themselves, and the
//! payments that settle it.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use crate::clock::Timestamp;
use crate::id::Id;
use crate::money::Money;
use crate::transaction::TransactionId;
use crate::user::UserId;

/// The identifier of a [`SharedExpense`].
pub type SharedExpenseId = Id<SharedExpense>;
/// The identifier of a [`Settlement`].
pub type SettlementId = Id<Settlement>;

/// The unit of the weights of a [`Division`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum DivisionUnit {
    /// All weights are 1.
    Even,
    /// Hundredths of a percent, which add up to [`Division::WHOLE`].
    Percent,
    /// Minor units of the currency. If the amount of the transaction changes, the shares keep their ratio.
    Amount,
}

/// The weight of a member in a [`Division`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Weight {
    /// The member.
    pub member: UserId,
    /// The weight, in the unit of the division. A member with 0 pays nothing.
    pub weight: u64,
}

/// The reason why weights are not a [`Division`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidDivision {
    /// No member has a share, or all shares are 0.
    #[error("name at least one member who has a share")]
    Empty,
    /// More than [`Division::MEMBERS_MAX`] shares.
    #[error("a transaction is shared by at most 100 members")]
    TooMany,
    /// Two shares of one member.
    #[error("name each member once")]
    Repeated,
    /// Percentages with another sum.
    #[error("the percentages must add up to 100")]
    NotWhole,
    /// A weight larger than [`Money::LARGEST_MINOR`].
    #[error("a share is too large")]
    TooLarge,
}

/// The way in which members divide an amount: each pays in proportion to a weight.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Division {
    unit: DivisionUnit,
    weights: Vec<Weight>,
}

impl Division {
    /// The sum of percentages, in hundredths of a percent.
    pub const WHOLE: u64 = 10_000;
    /// The maximum number of shares.
    pub const MEMBERS_MAX: usize = 100;

    /// Creates a division. The weights are ordered by member, so that the order of a request has no
    /// influence.
    ///
    /// # Errors
    /// [`InvalidDivision`] says what is wrong.
    pub fn new(unit: DivisionUnit, mut weights: Vec<Weight>) -> Result<Self, InvalidDivision> {
        weights.sort_by_key(|share| share.member);
        if weights.len() > Self::MEMBERS_MAX {
            return Err(InvalidDivision::TooMany);
        }
        if weights.windows(2).any(|pair| pair[0].member == pair[1].member) {
            return Err(InvalidDivision::Repeated);
        }
        if weights.iter().any(|share| share.weight > Money::LARGEST_MINOR) {
            return Err(InvalidDivision::TooLarge);
        }
        // At most a hundred weights of at most 10^15 fit into 64 bits.
        let sum: u64 = weights.iter().map(|share| share.weight).sum();
        if sum == 0 {
            return Err(InvalidDivision::Empty);
        }
        if unit == DivisionUnit::Percent && sum != Self::WHOLE {
            return Err(InvalidDivision::NotWhole);
        }
        Ok(Self { unit, weights })
    }

    /// Creates the division in which these members pay the same.
    ///
    /// # Errors
    /// [`InvalidDivision`] if there are none or too many, or if one is repeated.
    pub fn even(members: impl IntoIterator<Item = UserId>) -> Result<Self, InvalidDivision> {
        let weights = members.into_iter().map(|member| Weight { member, weight: 1 }).collect();
        Self::new(DivisionUnit::Even, weights)
    }

    /// Returns the unit of the weights.
    #[must_use]
    pub const fn unit(&self) -> DivisionUnit {
        self.unit
    }

    /// Returns the weights, ordered by member.
    #[must_use]
    pub fn weights(&self) -> &[Weight] {
        &self.weights
    }

    /// Returns the sum of the weights, which is not zero.
    #[must_use]
    pub fn sum(&self) -> u64 {
        self.weights.iter().map(|share| share.weight).sum()
    }
}

/// The origin of the amount of a [`SharedExpense`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExpenseState {
    /// A transaction, as it is now.
    Booked {
        /// The transaction.
        transaction: TransactionId,
        /// Its booking date.
        date: NaiveDate,
        /// The name of its merchant.
        merchant: String,
        /// Its amount, negative for money out.
        amount: Money,
    },
    /// A transaction that was deleted. It counts for nothing until the deletion is undone.
    Gone {
        /// The transaction.
        transaction: TransactionId,
    },
    /// An amount that the household kept when the payer left it or deleted the transaction with all their
    /// data.
    Kept {
        /// The booking date of the transaction.
        date: NaiveDate,
        /// The amount of the transaction, negative for money out.
        amount: Money,
    },
}

/// A transaction whose cost is divided among members of a household.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SharedExpense {
    /// The identifier.
    pub id: SharedExpenseId,
    /// The books of the household.
    pub household: UserId,
    /// The books of the transaction: those of the household, or the payer's own.
    pub books: UserId,
    /// The member who paid. They may have left the household, or may be deleted.
    pub payer: UserId,
    /// The shares of the members.
    pub division: Division,
    /// The amount, and its origin.
    pub state: ExpenseState,
    /// The time at which it was shared.
    pub created_at: Timestamp,
}

impl SharedExpense {
    /// Returns the booking date and the amount of the transaction; `None` if it was deleted.
    #[must_use]
    pub const fn booked(&self) -> Option<(NaiveDate, Money)> {
        match self.state {
            ExpenseState::Booked { date, amount, .. } | ExpenseState::Kept { date, amount } => {
                Some((date, amount))
            }
            ExpenseState::Gone { .. } => None,
        }
    }
}

/// A payment between two members that settles what one owes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settlement {
    /// The identifier.
    pub id: SettlementId,
    /// The books of the household.
    pub household: UserId,
    /// The member who paid.
    pub from: UserId,
    /// The member who received it.
    pub to: UserId,
    /// The amount, more than zero.
    pub amount: Money,
    /// The day of the payment.
    pub date: NaiveDate,
    /// The transaction that was confirmed as this payment, in the books of one of both.
    pub transaction: Option<TransactionId>,
    /// The time at which it was recorded.
    pub created_at: Timestamp,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn users<const N: usize>() -> [UserId; N] {
        std::array::from_fn(|_| UserId::new(Timestamp::from_milliseconds(0)))
    }

    #[test]
    fn a_division_names_each_member_once_and_gives_out_everything() {
        let [ann, bob] = users();
        let weights = |first, second| {
            vec![Weight { member: bob, weight: second }, Weight { member: ann, weight: first }]
        };
        let percent = |first, second| Division::new(DivisionUnit::Percent, weights(first, second));
        assert_eq!(percent(7_000, 3_000).unwrap().weights().len(), 2);
        assert_eq!(percent(7_000, 3_001), Err(InvalidDivision::NotWhole));
        assert_eq!(Division::new(DivisionUnit::Amount, weights(0, 0)), Err(InvalidDivision::Empty));
        let large = Division::new(DivisionUnit::Amount, weights(1, Money::LARGEST_MINOR + 1));
        assert_eq!(large, Err(InvalidDivision::TooLarge));
        assert_eq!(Division::even([]), Err(InvalidDivision::Empty));
        assert_eq!(Division::even([ann, bob, ann]), Err(InvalidDivision::Repeated));
        assert_eq!(Division::even(users::<101>()), Err(InvalidDivision::TooMany));
        assert_eq!(Division::even([ann, bob]), Division::even([bob, ann]), "the order has no influence");
    }
}
