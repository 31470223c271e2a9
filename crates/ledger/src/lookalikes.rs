//! Detection of accounts that look like duplicates: they have the same number
//! or the same transactions. The amounts of duplicate accounts count twice.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::hash::BuildHasher;

use saldo_domain::account::are_of_one_family;
use saldo_domain::{Account, AccountId, AccountIdentity, Date};

/// The fewest days with equal amounts in both accounts. Fewer may be a coincidence.
const DAYS_MIN: usize = 3;
/// The fewest different amounts among these days. Two standing
/// orders of the same amount agree every month and prove nothing.
const AMOUNTS_MIN: usize = 3;
/// The least share of days that must agree, in percent of the days of the account that has fewer.
const AGREEING_PERCENT_MIN: usize = 80;

/// A pair of accounts that may be one account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LookAlike {
    /// The account that comes first in the list of accounts.
    pub one: AccountId,
    /// The account that comes later.
    pub other: AccountId,
    /// The reason why they may be one account.
    pub because: Likeness,
}

/// A reason why two accounts may be one account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Likeness {
    /// Both have the same masked number.
    Number,
    /// Both changed by the same amounts on several days.
    Transactions {
        /// The number of days on which they agree.
        days: usize,
    },
}

/// The sum of each account's transactions on each day, in minor units of the account's currency.
pub type DayNets = HashMap<AccountId, BTreeMap<Date, i64>>;

/// Returns the pairs of accounts of one currency that look like duplicates,
/// except the pairs in `distinct` (the smaller ID first in each). `identities`
/// holds the identities by which statements refer to the accounts.
#[must_use]
pub fn look_alikes<S: BuildHasher>(
    accounts: &[Account],
    identities: &[(AccountId, String)],
    nets: &DayNets,
    distinct: &HashSet<(AccountId, AccountId), S>,
) -> Vec<LookAlike> {
    let mut found = Vec::new();
    for (at, one) in accounts.iter().enumerate() {
        for other in &accounts[at + 1..] {
            let pair = if one.id < other.id { (one.id, other.id) } else { (other.id, one.id) };
            if one.currency != other.currency || distinct.contains(&pair) {
                continue;
            }
            let because = if have_one_number(one, other, identities) {
                Some(Likeness::Number)
            } else {
                agreeing_days(nets.get(&one.id), nets.get(&other.id))
                    .map(|days| Likeness::Transactions { days })
            };
            found.extend(because.map(|because| LookAlike { one: one.id, other: other.id, because }));
        }
    }
    found
}

/// True if both have the same masked number and their full numbers do not differ, as far as these are known.
fn have_one_number(one: &Account, other: &Account, identities: &[(AccountId, String)]) -> bool {
    let (Some(masked), Some(others)) = (&one.number_masked, &other.number_masked) else { return false };
    // Fewer than four visible characters are shared by too many numbers.
    let shown = masked.chars().filter(|character| character.is_alphanumeric()).count();
    if masked != others || shown < 4 || !are_of_one_family(one.kind, other.kind) {
        return false;
    }
    let whole = |account: &Account| -> BTreeSet<&str> {
        identities
            .iter()
            .filter(|(id, identity)| *id == account.id && AccountIdentity::is_of_number(identity, masked))
            .filter_map(|(_, identity)| AccountIdentity::number_part(identity))
            // An identity has a `~` and a digest only if the statement printed the full number.
            .filter(|part| part.contains('~'))
            .collect()
    };
    let (one, other) = (whole(one), whole(other));
    one.is_empty() || other.is_empty() || !one.is_disjoint(&other)
}

/// Returns the number of days on which both changed by the same amount;
/// `None` if that may be a coincidence. Only the time that both accounts have
/// is compared. In it, most days of the account with fewer days must agree.
fn agreeing_days(one: Option<&BTreeMap<Date, i64>>, other: Option<&BTreeMap<Date, i64>>) -> Option<usize> {
    let (one, other) = (one?, other?);
    let start = (*one.keys().next()?).max(*other.keys().next()?);
    let end = (*one.keys().next_back()?).min(*other.keys().next_back()?);
    if start > end {
        return None;
    }
    let within = |days: &BTreeMap<Date, i64>| days.range(start..=end).count();
    let fewer = within(one).min(within(other));
    let agreeing = one.range(start..=end).filter(|(day, net)| other.get(day) == Some(net) && **net != 0);
    let (mut days, mut amounts) = (0, HashSet::new());
    for (_, net) in agreeing {
        days += 1;
        amounts.insert(net);
    }
    (days >= DAYS_MIN && amounts.len() >= AMOUNTS_MIN && days * 100 >= fewer * AGREEING_PERCENT_MIN)
        .then_some(days)
}

/// Collects the sums of accounts and days, each pair at most once, into the map that [`look_alikes`] takes.
#[must_use]
pub fn day_nets(flows: impl IntoIterator<Item = (AccountId, Date, i64)>) -> DayNets {
    let mut nets = DayNets::new();
    for (account, date, minor) in flows {
        nets.entry(account).or_default().insert(date, minor);
    }
    nets
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use saldo_domain::{AccountKind, Currency, Id, Timestamp};

    fn account(number: i64, masked: Option<&str>, kind: AccountKind, currency: &str) -> Account {
        let now = Timestamp::from_milliseconds(0);
        Account {
            id: id(number),
            name: format!("Account {number}"),
            institution: None,
            number_masked: masked.map(str::to_owned),
            kind,
            currency: Currency::parse(currency).unwrap(),
            by_hand: false,
            closed_on: None,
            number: None,
            created_at: now,
            updated_at: now,
        }
    }
    fn id<T>(number: i64) -> Id<T> {
        format!("00000000-0000-0000-0000-{number:012}").parse().unwrap()
    }
    fn day(number: i64) -> Date {
        Date::from_ymd_opt(2025, 1, 1).unwrap() + chrono::TimeDelta::days(number)
    }
    fn nets(rows: &[(i64, i64, i64)]) -> DayNets {
        day_nets(rows.iter().map(|(account, date, minor)| (id(*account), day(*date), *minor)))
    }

    #[test]
    fn an_equal_masked_number_suggests_one_account() {
        let of = |masked, kind| account(1, Some(masked), kind, "EUR");
        let other = |masked, kind| account(2, Some(masked), kind, "EUR");
        let alike = |one: Account, other: Account, identities: &[(i64, &str)]| {
            let identities: Vec<_> =
                identities.iter().map(|(number, text)| (id(*number), (*text).to_owned())).collect();
            !look_alikes(&[one, other], &identities, &DayNets::new(), &HashSet::new()).is_empty()
        };
        let (checking, savings, card) = (AccountKind::Checking, AccountKind::Savings, AccountKind::Card);
        assert!(alike(of("••••3000", checking), other("••••3000", savings), &[]));
        assert!(alike(of("••••3000", checking), other("••••3000", savings), &[(1, "|3000~ab12|bank|EUR")]));
        let two = [(1, "|3000~ab12|bank|EUR"), (2, "|3000~cd34|bank|EUR")];
        assert!(!alike(of("••••3000", checking), other("••••3000", checking), &two));
        assert!(!alike(of("••••3000", checking), other("••••3000", card), &[]));
        assert!(!alike(of("••••3000", checking), other("••••3001", checking), &[]));
        assert!(!alike(of("••••", checking), other("••••", checking), &[]));
    }

    #[test]
    fn equal_transactions_suggest_one_account_but_standing_orders_do_not() {
        let accounts =
            [account(1, None, AccountKind::Checking, "EUR"), account(2, None, AccountKind::Checking, "EUR")];
        let alike = |rows: &[(i64, i64, i64)]| {
            look_alikes(&accounts, &[], &nets(rows), &HashSet::new()).first().map(|found| found.because)
        };
        let twice = [(1, 1, -5), (1, 3, -7), (1, 9, 100), (2, 1, -5), (2, 3, -7), (2, 9, 100), (2, 40, 1)];
        assert_eq!(alike(&twice), Some(Likeness::Transactions { days: 3 }));
        assert_eq!(alike(&twice[..5]), None, "two equal days are not enough");
        let orders: Vec<_> = (0..12).flat_map(|month| [(1, month * 30, 50), (2, month * 30, 50)]).collect();
        assert_eq!(alike(&orders), None);
        let turned: Vec<_> =
            twice.iter().map(|(of, on, net)| (*of, *on, if *of == 1 { -net } else { *net })).collect();
        assert_eq!(alike(&turned), None, "transfers between two accounts have opposite signs");
        let distinct = HashSet::from([(id(1), id(2))]);
        assert_eq!(look_alikes(&accounts, &[], &nets(&twice), &distinct), []);
    }

    proptest! {
        #[test]
        fn a_part_of_an_accounts_days_looks_like_the_account(
            days in proptest::collection::btree_map(0_i64..300, 1_i64..1_000_000, 20..80), from in 0_usize..10, length in 6_usize..15,
        ) {
            let accounts = [account(1, None, AccountKind::Checking, "EUR"), account(2, None, AccountKind::Checking, "EUR")];
            let whole = days.iter().map(|(on, net)| (1, *on, *net));
            let part = days.iter().skip(from).take(length).map(|(on, net)| (2, *on, *net));
            let rows: Vec<_> = whole.chain(part.clone()).collect();
            let amounts: HashSet<i64> = part.map(|(_, _, net)| net).collect();
            prop_assume!(amounts.len() >= AMOUNTS_MIN);
            let found = look_alikes(&accounts, &[], &nets(&rows), &HashSet::new());
            prop_assert_eq!(found.len(), 1);
            prop_assert_eq!((found[0].one, found[0].other), (id(1), id(2)));
        }
    }
}
