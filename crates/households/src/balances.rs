//! The calculation of balances between members: shares of an expense, what each member is owed, and the
//! transfers that settle it. Everything is in whole minor units.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use saldo_domain::{Currency, Division, Money, MoneyError, Settlement, SharedExpense, UserId};

/// The balance of each member in one currency: positive if the others owe the member money. The sum is zero.
pub type Balances = BTreeMap<UserId, Money>;

/// A payment that settles what `from` owes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Transfer {
    /// The member who pays.
    pub from: UserId,
    /// The member who receives it.
    pub to: UserId,
    /// The amount, more than zero.
    pub amount: Money,
}

/// Divides an amount by the weights of a division. The shares add up to the amount exactly.
///
/// The minor units that remain after rounding down go to the shares with the largest remainders, and among
/// equal ones to those that come first in the division.
#[must_use]
pub fn divide(amount: Money, division: &Division) -> Vec<(UserId, Money)> {
    let (size, sum) = (u128::from(amount.minor().unsigned_abs()), u128::from(division.sum()));
    let mut parts: Vec<(u128, u128)> = Vec::with_capacity(division.weights().len());
    for share in division.weights() {
        // At most 2^63 times 10^15, which fits 128 bits.
        let product = size * u128::from(share.weight);
        parts.push((product / sum, product % sum));
    }
    let mut left = size - parts.iter().map(|(part, _)| part).sum::<u128>();
    let mut by_remainder: Vec<usize> = (0..parts.len()).collect();
    by_remainder.sort_by_key(|index| std::cmp::Reverse(parts[*index].1));
    for index in by_remainder {
        if left == 0 {
            break;
        }
        parts[index].0 += 1;
        left -= 1;
    }
    let signed = |part: u128| {
        let part = i128::try_from(part).unwrap_or_default();
        // A share is not larger than the amount, which fits 64 bits.
        i64::try_from(if amount.is_negative() { -part } else { part }).unwrap_or_default()
    };
    let shares = division.weights().iter().zip(parts);
    shares
        .map(|(share, (part, _))| (share.member, Money::from_minor(signed(part), amount.currency())))
        .collect()
}

/// Returns the amount that the payer of a transaction spent: positive for money out, negative for a refund.
///
/// # Errors
/// [`MoneyError::Overflow`] for an amount without an opposite.
pub fn spent(amount: Money) -> Result<Money, MoneyError> {
    amount.checked_neg()
}

/// Returns the balance of each member who has or had one, by currency. Expenses without a transaction count
/// for nothing.
///
/// # Errors
/// [`MoneyError::Overflow`] if a sum exceeds 64 bits.
pub fn balances(
    expenses: &[SharedExpense],
    settlements: &[Settlement],
) -> Result<BTreeMap<Currency, Balances>, MoneyError> {
    let mut all = BTreeMap::new();
    for event in events(expenses, settlements)? {
        event.add_to(&mut all)?;
    }
    Ok(all)
}

/// Returns transfers after which every balance is zero: at most one less than there are balances.
///
/// # Errors
/// [`MoneyError::Overflow`] for a balance without an opposite.
pub fn transfers(balances: &Balances) -> Result<Vec<Transfer>, MoneyError> {
    let mut left: Vec<(UserId, i64)> =
        balances.iter().map(|(member, money)| (*member, money.minor())).collect();
    let Some(currency) = balances.values().next().map(|money| money.currency()) else {
        return Ok(Vec::new());
    };
    let mut found = Vec::new();
    loop {
        // Equal balances are taken in the order of the members.
        let most = left.iter().copied().min_by_key(|(member, minor)| (std::cmp::Reverse(*minor), *member));
        let least = left.iter().copied().min_by_key(|(member, minor)| (*minor, *member));
        let (Some((to, credit)), Some((from, debt))) = (most, least) else { break };
        if credit <= 0 || debt >= 0 {
            break;
        }
        let minor = credit.min(debt.checked_neg().ok_or(MoneyError::Overflow)?);
        for (member, balance) in &mut left {
            if *member == to {
                *balance -= minor;
            } else if *member == from {
                *balance += minor;
            }
        }
        found.push(Transfer { from, to, amount: Money::from_minor(minor, currency) });
    }
    Ok(found)
}

/// Returns the day since which a member's balance in a currency has the sign that it has now; `None` if it is
/// zero.
///
/// # Errors
/// [`MoneyError::Overflow`] if a sum exceeds 64 bits.
pub fn since(
    member: UserId,
    currency: Currency,
    expenses: &[SharedExpense],
    settlements: &[Settlement],
) -> Result<Option<NaiveDate>, MoneyError> {
    let mut events = events(expenses, settlements)?;
    events.sort_by_key(|event| event.date);
    let mut all = BTreeMap::new();
    let (mut sign, mut day) = (0, None);
    for event in events {
        event.add_to(&mut all)?;
        let balance = all.get(&currency).and_then(|balances| balances.get(&member));
        let now = balance.map_or(0, |money| money.minor().signum());
        if now != sign {
            (sign, day) = (now, (now != 0).then_some(event.date));
        }
    }
    Ok(day)
}

/// A change of balances on a day. The changes add up to zero.
struct BalanceEvent {
    date: NaiveDate,
    changes: Vec<(UserId, Money)>,
}

impl BalanceEvent {
    fn add_to(&self, all: &mut BTreeMap<Currency, Balances>) -> Result<(), MoneyError> {
        for (member, change) in &self.changes {
            let balances = all.entry(change.currency()).or_default();
            let balance = balances.entry(*member).or_insert(Money::zero(change.currency()));
            *balance = balance.checked_add(*change)?;
        }
        Ok(())
    }
}

fn events(expenses: &[SharedExpense], settlements: &[Settlement]) -> Result<Vec<BalanceEvent>, MoneyError> {
    let mut events = Vec::with_capacity(expenses.len() + settlements.len());
    for expense in expenses {
        let Some((date, amount)) = expense.booked() else { continue };
        let spent = spent(amount)?;
        let mut changes = vec![(expense.payer, spent)];
        for (member, share) in divide(spent, &expense.division) {
            changes.push((member, share.checked_neg()?));
        }
        events.push(BalanceEvent { date, changes });
    }
    for settlement in settlements {
        let Settlement { from, to, amount, date, .. } = settlement;
        let changes = vec![(*from, *amount), (*to, amount.checked_neg()?)];
        events.push(BalanceEvent { date: *date, changes });
    }
    Ok(events)
}

#[cfg(test)]
pub(crate) mod tests {
    use proptest::prelude::*;
    use saldo_domain::{
        DivisionUnit, ExpenseState, SettlementId, SharedExpenseId, Timestamp, TransactionId, Weight,
    };

    use super::*;

    pub(crate) fn users(count: usize) -> Vec<UserId> {
        let mut users: Vec<UserId> =
            (0..count).map(|_| UserId::new(Timestamp::from_milliseconds(0))).collect();
        users.sort();
        users
    }

    pub(crate) fn euro(minor: i64) -> Money {
        Money::from_minor(minor, Currency::parse("EUR").unwrap())
    }

    pub(crate) fn day(number: u32) -> NaiveDate {
        NaiveDate::from_ymd_opt(2026, 3, number).unwrap()
    }

    /// An expense of the amount of a transaction, negative for money out.
    pub(crate) fn expense(payer: UserId, minor: i64, date: NaiveDate, division: Division) -> SharedExpense {
        let now = Timestamp::from_milliseconds(0);
        let (transaction, merchant) = (TransactionId::new(now), "Shop".to_owned());
        SharedExpense {
            id: SharedExpenseId::new(now),
            household: UserId::new(now),
            books: payer,
            payer,
            division,
            state: ExpenseState::Booked { transaction, date, merchant, amount: euro(minor) },
            created_at: now,
        }
    }

    pub(crate) fn settlement(from: UserId, to: UserId, minor: i64, date: NaiveDate) -> Settlement {
        let now = Timestamp::from_milliseconds(0);
        let id = SettlementId::new(now);
        let (household, amount) = (UserId::new(now), euro(minor));
        Settlement { id, household, from, to, amount, date, transaction: None, created_at: now }
    }

    fn minors(shares: &[(UserId, Money)]) -> Vec<i64> {
        shares.iter().map(|(_, money)| money.minor()).collect()
    }

    fn weighted(unit: DivisionUnit, users: &[UserId], weights: &[u64]) -> Division {
        let weights =
            users.iter().zip(weights).map(|(member, weight)| Weight { member: *member, weight: *weight });
        Division::new(unit, weights.collect()).unwrap()
    }

    #[test]
    fn remaining_cents_go_to_the_largest_remainders() {
        let users = users(3);
        let even = Division::even(users.clone()).unwrap();
        assert_eq!(minors(&divide(euro(1_000), &even)), [334, 333, 333]);
        assert_eq!(minors(&divide(euro(-1_001), &even)), [-334, -334, -333]);
        assert_eq!(minors(&divide(euro(0), &even)), [0, 0, 0]);
        let percent = weighted(DivisionUnit::Percent, &users, &[3_333, 3_333, 3_334]);
        assert_eq!(minors(&divide(euro(100), &percent)), [33, 33, 34]);
        let amounts = weighted(DivisionUnit::Amount, &users, &[120, 0, 380]);
        assert_eq!(minors(&divide(euro(500), &amounts)), [120, 0, 380], "amounts that fit are the shares");
        assert_eq!(minors(&divide(euro(250), &amounts)), [60, 0, 190], "a corrected amount keeps the ratio");
        let largest = divide(euro(i64::MIN + 1), &amounts);
        assert_eq!(largest.iter().map(|(_, money)| money.minor()).sum::<i64>(), i64::MIN + 1);
    }

    #[test]
    fn a_member_is_owed_the_shares_of_the_others() {
        let users = users(2);
        let half = Division::even(users.clone()).unwrap();
        let dinner = expense(users[0], -9_000, day(1), half.clone());
        let of = |expenses: &[SharedExpense], settlements: &[Settlement]| {
            let all = balances(expenses, settlements).unwrap();
            all.values().flat_map(BTreeMap::values).map(|money| money.minor()).collect::<Vec<_>>()
        };
        assert_eq!(of(std::slice::from_ref(&dinner), &[]), [4_500, -4_500]);
        let refund = expense(users[0], 1_000, day(2), half.clone());
        assert_eq!(of(&[dinner.clone(), refund], &[]), [4_000, -4_000], "a refund is shared too");
        let paid = settlement(users[1], users[0], 4_500, day(3));
        assert_eq!(of(std::slice::from_ref(&dinner), &[paid]), [0, 0]);
        let mut gone = dinner;
        gone.state = ExpenseState::Gone { transaction: TransactionId::new(Timestamp::from_milliseconds(0)) };
        assert_eq!(of(&[gone], &[]), Vec::<i64>::new());
        let mut dollars = expense(users[1], 0, day(1), half);
        let amount = Money::from_minor(-300, Currency::parse("USD").unwrap());
        dollars.state = ExpenseState::Kept { date: day(1), amount };
        let all = balances(&[dollars], &[]).unwrap();
        assert_eq!(all.keys().map(|currency| currency.code()).collect::<Vec<_>>(), ["USD"]);
    }

    #[test]
    fn a_debt_exists_since_the_balance_changed_its_sign() {
        let users = users(2);
        let half = Division::even(users.clone()).unwrap();
        let euros = Currency::parse("EUR").unwrap();
        let first = expense(users[0], -200, day(1), half.clone());
        let second = expense(users[0], -600, day(9), half.clone());
        let paid = settlement(users[1], users[0], 100, day(4));
        let since = |expenses: &[SharedExpense], settlements: &[Settlement]| {
            since(users[1], euros, expenses, settlements).unwrap()
        };
        assert_eq!(since(&[second.clone(), first.clone()], &[]), Some(day(1)));
        assert_eq!(since(&[second, first.clone()], std::slice::from_ref(&paid)), Some(day(9)));
        assert_eq!(since(std::slice::from_ref(&first), &[paid]), None);
        let turned = expense(users[1], -900, day(5), half);
        assert_eq!(since(&[first, turned], &[]), Some(day(5)));
    }

    #[test]
    fn balances_that_are_too_large_are_an_error() {
        let users = users(2);
        let all = Division::even([users[1]]).unwrap();
        let huge = expense(users[0], i64::MIN + 1, day(1), all.clone());
        assert_eq!(balances(&[huge.clone(), huge], &[]), Err(MoneyError::Overflow));
        let largest = expense(users[0], i64::MIN, day(1), all);
        assert_eq!(balances(&[largest], &[]), Err(MoneyError::Overflow));
    }

    fn division() -> impl Strategy<Value = (usize, Vec<u64>)> {
        (1_usize..8)
            .prop_flat_map(|count| (Just(count), proptest::collection::vec(0..=Money::LARGEST_MINOR, count)))
    }

    proptest! {
        #[test]
        fn shares_add_up_to_the_amount((count, mut weights) in division(), minor: i64) {
            weights[0] = weights[0].max(1);
            let division = weighted(DivisionUnit::Amount, &users(count), &weights);
            let shares = divide(euro(minor), &division);
            let sum: i128 = shares.iter().map(|(_, money)| i128::from(money.minor())).sum();
            prop_assert_eq!(sum, i128::from(minor));
            for ((_, share), weight) in shares.iter().zip(&weights) {
                prop_assert!(*weight > 0 || share.is_zero(), "a member with weight 0 pays nothing");
            }
        }

        #[test]
        fn transfers_settle_every_balance(
            spent in proptest::collection::vec((0_usize..6, -1_000_000_i64..1_000_000), 1..40),
        ) {
            let users = users(6);
            let half = Division::even(users.clone()).unwrap();
            let expenses: Vec<_> = spent
                .into_iter()
                .map(|(payer, minor)| expense(users[payer], minor, day(1), half.clone()))
                .collect();
            let before = balances(&expenses, &[]).unwrap();
            for of_currency in before.values() {
                let found = transfers(of_currency).unwrap();
                prop_assert!(found.len() < of_currency.len());
                let paid: Vec<_> = found
                    .iter()
                    .map(|one| settlement(one.from, one.to, one.amount.minor(), day(2)))
                    .collect();
                prop_assert!(paid.iter().all(|one| one.amount.minor() > 0 && one.from != one.to));
                let after = balances(&expenses, &paid).unwrap();
                prop_assert!(after.values().flat_map(BTreeMap::values).all(|money| money.is_zero()));
            }
        }
    }
}
