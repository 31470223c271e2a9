//! Transactions that may be the payment of a debt between members. They are offered, and never taken by
//! themselves.

use chrono::{Days, NaiveDate};
use saldo_domain::{Money, Period, Settlement, Transaction, UserId};

use crate::balances::Transfer;

/// The number of days between the two sides of one payment.
const PAYMENT_DAYS_MAX: u64 = 7;
/// The number of days that are searched at most.
const SEARCHED_DAYS_MAX: u64 = 365;

/// A debt of a member, or to that member, for which a payment is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpenDebt {
    /// The payment that would settle it.
    pub transfer: Transfer,
    /// The day since which it exists.
    pub since: NaiveDate,
}

impl OpenDebt {
    /// Returns the amount of the payment in the books of `member`: negative for the one who pays. `None` if
    /// the debt is between others.
    #[must_use]
    pub fn amount_for(&self, member: UserId) -> Option<Money> {
        if self.transfer.to == member {
            Some(self.transfer.amount)
        } else if self.transfer.from == member {
            self.transfer.amount.checked_neg().ok()
        } else {
            None
        }
    }

    /// Returns the days on which a payment counts: from the day since which the debt exists until today, and
    /// at most a year.
    #[must_use]
    pub fn searched(&self, today: NaiveDate) -> Option<Period> {
        let earliest = today.checked_sub_days(Days::new(SEARCHED_DAYS_MAX))?;
        Period::new(self.since.max(earliest), today)
    }
}

/// A transaction of a member that may be the payment of a debt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettlementOffer {
    /// The payment that it would settle.
    pub transfer: Transfer,
    /// The transaction, in the member's own books.
    pub transaction: Transaction,
}

/// Returns those of a member's own transactions that may be the payment of this debt, in their order.
///
/// A transaction fits if it has exactly the amount, in the right direction, on a day on which the debt
/// existed. One that is shared itself or is a settlement already does not fit. Neither does one within seven
/// days of a recorded settlement of the same amount between the same members: it is the other side of that
/// payment.
#[must_use]
pub fn offers(
    member: UserId,
    debt: &OpenDebt,
    own: Vec<Transaction>,
    settlements: &[Settlement],
    is_shared: impl Fn(&Transaction) -> bool,
) -> Vec<SettlementOffer> {
    let Some(amount) = debt.amount_for(member) else { return Vec::new() };
    let is_recorded = |transaction: &Transaction| {
        settlements.iter().any(|known| {
            let Transfer { from, to, amount } = debt.transfer;
            let days = (known.date - transaction.date).num_days().unsigned_abs();
            known.transaction == Some(transaction.id)
                || ((known.from, known.to, known.amount) == (from, to, amount) && days <= PAYMENT_DAYS_MAX)
        })
    };
    own.into_iter()
        .filter(|transaction| transaction.amount == amount && transaction.date >= debt.since)
        .filter(|transaction| !is_shared(transaction) && !is_recorded(transaction))
        .map(|transaction| SettlementOffer { transfer: debt.transfer, transaction })
        .collect()
}

#[cfg(test)]
mod tests {
    use saldo_domain::{AccountId, CategoryBy, Timestamp, TransactionId, TransactionKind};

    use super::*;
    use crate::balances::tests::{day, euro, settlement, users};

    fn transaction(minor: i64, date: NaiveDate) -> Transaction {
        let now = Timestamp::from_milliseconds(0);
        Transaction {
            id: TransactionId::new(now),
            account: AccountId::new(now),
            statement: None,
            date,
            value_date: None,
            description: "To Ann".to_owned(),
            original_description: "To Ann".to_owned(),
            merchant: "To Ann".to_owned(),
            amount: euro(minor),
            balance: None,
            category: None,
            kind: TransactionKind::Transaction,
            place: None,
            position: 0,
            note: String::new(),
            category_by: CategoryBy::Words,
            transfer: None,
            tags: Vec::new(),
            splits: Vec::new(),
        }
    }

    #[test]
    fn a_payment_has_the_amount_and_the_direction_of_its_member() {
        let users = users(3);
        let transfer = Transfer { from: users[0], to: users[1], amount: euro(4_500) };
        let debt = OpenDebt { transfer, since: day(3) };
        let own = || {
            vec![
                transaction(-4_500, day(12)),
                transaction(4_500, day(13)),
                transaction(-4_501, day(12)),
                transaction(-4_500, day(2)),
            ]
        };
        let found = |member| {
            let found = offers(member, &debt, own(), &[], |_| false);
            found.iter().map(|offer| offer.transaction.date).collect::<Vec<_>>()
        };
        assert_eq!(found(users[0]), [day(12)], "one of before the debt is not its payment");
        assert_eq!(found(users[1]), [day(13)]);
        assert!(found(users[2]).is_empty(), "the debt is between others");
        assert!(offers(users[0], &debt, own(), &[], |_| true).is_empty());
        assert_eq!(debt.searched(day(20)), Period::new(day(3), day(20)));
        assert_eq!(debt.searched(day(2)), None);
    }

    #[test]
    fn the_other_side_of_a_recorded_payment_is_not_offered() {
        let users = users(2);
        let transfer = Transfer { from: users[0], to: users[1], amount: euro(4_500) };
        let debt = OpenDebt { transfer, since: day(3) };
        let own = vec![transaction(4_500, day(13)), transaction(4_500, day(23))];
        let recorded = settlement(users[0], users[1], 4_500, day(12));
        let found = offers(users[1], &debt, own.clone(), std::slice::from_ref(&recorded), |_| false);
        assert_eq!(found.iter().map(|offer| offer.transaction.date).collect::<Vec<_>>(), [day(23)]);
        let other = settlement(users[1], users[0], 4_500, day(12));
        assert_eq!(offers(users[1], &debt, own.clone(), &[other], |_| false).len(), 2);
        let taken = Settlement { transaction: Some(own[1].id), amount: euro(1), ..recorded };
        assert_eq!(offers(users[1], &debt, own, &[taken], |_| false).len(), 1);
    }
}
