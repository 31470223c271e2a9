//! Savings goals: amounts to save, and the money that is set aside for them.

use serde::{Deserialize, Serialize};

use crate::Date;
use crate::account::AccountId;
use crate::id::Id;
use crate::money::{Currency, Money, MoneyError};

/// The identifier of a [`Goal`].
pub type GoalId = Id<Goal>;

/// The identifier of a [`Contribution`].
pub type ContributionId = Id<Contribution>;

/// An amount that a user wants to save.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Goal {
    /// The identifier.
    pub id: GoalId,
    /// The name.
    pub name: String,
    /// The amount to save, which is positive.
    pub target: Money,
    /// The day until which it is to be saved.
    pub target_date: Option<Date>,
    /// The money that counts.
    pub source: GoalSource,
    /// The user's note.
    pub note: Option<String>,
    /// True if it is archived. An archived goal earmarks nothing.
    pub is_archived: bool,
}

impl Goal {
    /// Returns the currency, in which all money that counts is held.
    #[must_use]
    pub const fn currency(&self) -> Currency {
        self.target.currency()
    }

    /// Returns the earmarks; none for a goal with contributions.
    #[must_use]
    pub fn earmarks(&self) -> &[Earmark] {
        match &self.source {
            GoalSource::Accounts(earmarks) => earmarks,
            GoalSource::Contributions => &[],
        }
    }
}

/// The money that counts towards a goal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GoalSource {
    /// The balances of accounts, or parts of them. It has no earmark if the accounts were deleted.
    Accounts(Vec<Earmark>),
    /// The contributions that the user writes down.
    Contributions,
}

/// The part of an account's balance that is set aside for a goal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Earmark {
    /// The account, in the currency of the goal.
    pub account: AccountId,
    /// The positive amount; `None` for the whole balance.
    pub amount: Option<Money>,
}

impl Earmark {
    /// Returns the amount that counts as saved if the account has this balance. A fixed amount counts as far
    /// as the balance covers it; a whole balance counts as it is, even if it is negative.
    #[must_use]
    pub fn saved(&self, balance: Money) -> Money {
        match self.amount {
            None => balance,
            Some(amount) => {
                let covered = balance.minor().clamp(0, amount.minor().max(0));
                Money::from_minor(covered, balance.currency())
            }
        }
    }

    /// Returns the amount that is set aside if the account has this balance. Nothing can be set aside of a
    /// whole balance below zero.
    #[must_use]
    pub fn claim(&self, balance: Money) -> Money {
        self.amount.unwrap_or_else(|| not_negative(balance))
    }
}

/// Returns the amount by which the earmarks of an account exceed its balance; `None` if they do not.
///
/// ```
/// use saldo_domain::goal::{Earmark, over_allocated};
/// use saldo_domain::{AccountId, Currency, Money, Timestamp};
///
/// let account = AccountId::new(Timestamp::from_milliseconds(0));
/// let euros = |minor| Ok::<_, saldo_domain::MoneyError>(Money::from_minor(minor, Currency::parse("EUR")?));
/// let earmarks = [Some(euros(500)?), None].map(|amount| Earmark { account, amount });
/// assert_eq!(over_allocated(euros(800)?, &earmarks)?, Some(euros(500)?));
/// assert_eq!(over_allocated(euros(800)?, &earmarks[..1])?, None);
/// # Ok::<(), saldo_domain::MoneyError>(())
/// ```
///
/// # Errors
/// [`MoneyError`] if the sum does not fit into 64 bits, or for amounts of another currency.
pub fn over_allocated(balance: Money, earmarks: &[Earmark]) -> Result<Option<Money>, MoneyError> {
    let mut claims = Money::zero(balance.currency());
    for earmark in earmarks {
        claims = claims.checked_add(earmark.claim(balance))?;
    }
    let over = claims.checked_sub(not_negative(balance))?;
    Ok((over.minor() > 0).then_some(over))
}

fn not_negative(money: Money) -> Money {
    Money::from_minor(money.minor().max(0), money.currency())
}

/// An amount that the user put aside for a goal, or took out of it if it is negative.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Contribution {
    /// The identifier.
    pub id: ContributionId,
    /// The day.
    pub date: Date,
    /// The amount, in the currency of the goal and other than zero.
    pub amount: Money,
}

/// The reason for which a figure of a goal is unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum GoalUnknown {
    /// The accounts of the goal were deleted.
    NoAccount,
    /// No balance is known of one of its accounts, or the account is closed.
    NoBalance,
    /// The balance at the beginning of the last three full months is not known.
    NoHistory,
    /// The goal has no target date.
    NoTargetDate,
    /// The target date has passed.
    TargetDatePassed,
    /// Nothing was saved in the last three full months, or money was taken out.
    PaceNotPositive,
    /// It would take more than a hundred years.
    TooFar,
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::clock::Timestamp;

    fn euros(minor: i64) -> Money {
        Money::from_minor(minor, Currency::parse("EUR").unwrap())
    }

    fn earmark(amount: Option<i64>) -> Earmark {
        let account = AccountId::new(Timestamp::from_milliseconds(1));
        Earmark { account, amount: amount.map(euros) }
    }

    #[test]
    fn a_fixed_amount_counts_as_far_as_the_balance_covers_it() {
        let fixed = earmark(Some(500));
        assert_eq!(
            [800, 500, 300, -10].map(|balance| fixed.saved(euros(balance)).minor()),
            [500, 500, 300, 0]
        );
        let whole = earmark(None);
        assert_eq!([800, -10].map(|balance| whole.saved(euros(balance)).minor()), [800, -10]);
    }

    #[test]
    fn a_sum_that_does_not_fit_is_an_error() {
        let most = earmark(Some(i64::MAX));
        assert_eq!(over_allocated(euros(0), &[most, most]), Err(MoneyError::Overflow));
    }

    proptest! {
        #[test]
        fn without_over_allocation_the_earmarks_are_covered_by_the_balance(
            balance in -1_000_i64..5_000,
            amounts in proptest::collection::vec(proptest::option::of(1_i64..2_000), 0..5),
        ) {
            let balance = euros(balance);
            let earmarks: Vec<Earmark> = amounts.into_iter().map(earmark).collect();
            let saved: i64 = earmarks.iter().map(|earmark| earmark.saved(balance).minor().max(0)).sum();
            let claimed: i64 = earmarks.iter().map(|earmark| earmark.claim(balance).minor()).sum();
            match over_allocated(balance, &earmarks).unwrap() {
                None => prop_assert!(saved <= balance.minor().max(0) && saved == claimed),
                Some(over) => prop_assert_eq!(over.minor(), claimed - balance.minor().max(0)),
            }
        }
    }
}
