//! Payments that are far larger than the others to their merchant.

use std::collections::BTreeMap;

use saldo_domain::merchant::merchant_identity;
use saldo_domain::{AccountId, Currency, Date, MerchantNames, Money, Period, TransactionId};

use crate::movement::Movement;

/// The fewest earlier payments to a merchant. Fewer do not show which amount is usual.
const EARLIER_MIN: usize = 4;
/// The least ratio of an unusual amount to the median of the earlier ones.
const RATIO_MIN: i128 = 3;

/// A payment that is far larger than the earlier ones to its merchant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unusual {
    /// The transaction.
    pub transaction: TransactionId,
    /// The name of the merchant, as the user sees it.
    pub merchant: String,
    /// The date.
    pub date: Date,
    /// The amount, signed.
    pub amount: Money,
    /// The median of the earlier payments, signed.
    pub usual: Money,
}

/// Returns the payments in `recent` of at least three times the median of the earlier payments to the same
/// merchant from the same account, and larger than each of them. Money in is never unusual.
#[must_use]
pub fn find_unusual(movements: &[Movement], names: &MerchantNames, recent: Period) -> Vec<Unusual> {
    let mut groups: BTreeMap<(AccountId, Currency, String), Vec<&Movement>> = BTreeMap::new();
    for movement in movements.iter().filter(|one| one.amount.is_negative() && one.date <= recent.end()) {
        let merchant = merchant_identity(&names.name_of(&movement.description));
        groups.entry((movement.account, movement.amount.currency(), merchant)).or_default().push(movement);
    }
    let mut found = Vec::new();
    for mut group in groups.into_values() {
        group.sort_unstable_by_key(|movement| (movement.date, movement.transaction));
        let of_recent = group.iter().enumerate().filter(|(_, movement)| recent.contains(movement.date));
        for (place, movement) in of_recent.filter(|(place, _)| *place >= EARLIER_MIN) {
            let Some(usual) = median(&group[..place]) else { continue };
            // Payments are negative, so that the largest has the least amount.
            let is_largest = group[..place].iter().all(|one| one.amount.minor() > movement.amount.minor());
            if is_largest && i128::from(movement.amount.minor()) <= i128::from(usual) * RATIO_MIN {
                found.push(Unusual {
                    transaction: movement.transaction,
                    merchant: names.name_of(&movement.description),
                    date: movement.date,
                    amount: movement.amount,
                    usual: Money::from_minor(usual, movement.amount.currency()),
                });
            }
        }
    }
    found.sort_by_key(|one| (one.date, one.transaction));
    found
}

/// Returns the median amount in minor units; of an even number, the larger payment of the two in the middle.
fn median(group: &[&Movement]) -> Option<i64> {
    let mut sizes: Vec<i64> = group.iter().map(|movement| movement.amount.minor()).collect();
    sizes.sort_unstable();
    sizes.get((sizes.len().checked_sub(1)?) / 2).copied()
}

#[cfg(test)]
mod tests {
    use saldo_domain::Timestamp;

    use super::*;

    fn payments(minors: &[i64]) -> Vec<Movement> {
        let at = Timestamp::from_milliseconds(0);
        let account = AccountId::new(at);
        let euro = Currency::parse("EUR").unwrap();
        let first: Date = "2025-05-01".parse().unwrap();
        (0..)
            .zip(minors)
            .map(|(day, minor)| Movement {
                transaction: TransactionId::new(at),
                account,
                statement: None,
                date: first + chrono::Days::new(day),
                amount: Money::from_minor(*minor, euro),
                description: "POWER CO".to_owned(),
            })
            .collect()
    }

    fn unusual(minors: &[i64]) -> Vec<i64> {
        let may = Period::month_of("2025-05-01".parse().unwrap()).unwrap();
        let found = find_unusual(&payments(minors), &MerchantNames::default(), may);
        found.into_iter().map(|one| one.amount.minor()).collect()
    }

    #[test]
    fn a_payment_of_three_times_the_usual_amount_is_unusual() {
        assert_eq!(unusual(&[-900, -1_000, -1_100, -1_000, -3_000]), [-3_000]);
        assert_eq!(unusual(&[-900, -1_000, -1_100, -1_000, -2_999]), [0; 0]);
    }

    #[test]
    fn a_few_payments_show_no_usual_amount() {
        assert_eq!(unusual(&[-1_000, -1_000, -1_000, -9_000]), [0; 0]);
    }

    #[test]
    fn an_amount_that_came_before_is_not_unusual() {
        assert_eq!(unusual(&[-5_000, -1_000, -1_000, -1_000, -1_000, -5_000]), [0; 0]);
    }

    #[test]
    fn money_in_is_never_unusual() {
        assert_eq!(unusual(&[1_000, 1_000, 1_000, 1_000, 9_000]), [0; 0]);
    }

    #[test]
    fn only_recent_payments_are_reported() {
        let june = Period::month_of("2025-06-01".parse().unwrap()).unwrap();
        let all = payments(&[-1_000, -1_000, -1_000, -1_000, -9_000]);
        assert_eq!(find_unusual(&all, &MerchantNames::default(), june), []);
    }
}
