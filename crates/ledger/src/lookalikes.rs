//! Detection of accounts that look like duplicates: they have the same number
//! or the same transactions. The amounts of duplicate accounts count twice.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::hash::BuildHasher;

use saldo_domain::account::are_of_one_family;
use saldo_domain::{Account, AccountId, AccountIdentity, Date, Transaction, text};

/// The fewest days with equal amounts in both accounts. Fewer may be a coincidence.
const DAYS_MIN: usize = 3;
/// The fewest different amounts among these days. Two standing
/// orders of the same amount agree every month and prove nothing.
const AMOUNTS_MIN: usize = 3;
/// The least share of days that must agree, in percent of the days of the account that has fewer.
const AGREEING_PERCENT_MIN: usize = 80;

/// The maximum number of days on which two accounts agree for which their transactions are compared if the
/// days prove nothing. Of accounts that agree on more days, three amounts are expected.
const FEW_DAYS_MAX: usize = 10;
/// The fewest different transactions that two accounts with few days must share.
const TRANSACTIONS_MIN: usize = 2;

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

/// A pair of accounts that agree on all of their few common days, which may be a coincidence. Their
/// transactions on these days decide ([`are_same`]).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CandidatePair {
    /// The pair as it is found if the transactions are the same.
    pub pair: LookAlike,
    /// The days, in order.
    pub days: Vec<Date>,
}

/// The sum of each account's transactions on each day, in minor units of the account's currency.
pub type DayNets = HashMap<AccountId, BTreeMap<Date, i64>>;

/// Returns the pairs of accounts of one currency that look like duplicates,
/// except the pairs in `distinct` (the smaller ID first in each). `identities`
/// holds the identities by which statements refer to the accounts. Pairs that only
/// their transactions can decide are returned apart.
///
/// ```
/// use std::collections::HashSet;
///
/// use saldo_domain::{Account, AccountId, AccountKind, Currency, Date, Timestamp};
/// use saldo_ledger::lookalikes::{Likeness, day_nets, look_alikes};
///
/// let now = Timestamp::from_milliseconds(0);
/// let account = |name: &str| Account {
///     id: AccountId::new(now),
///     name: name.to_owned(),
///     institution: None,
///     number_masked: None,
///     kind: AccountKind::Checking,
///     currency: Currency::parse("EUR").expect("a currency"),
///     by_hand: true,
///     closed_on: None,
///     number: None,
///     created_at: now,
///     updated_at: now,
/// };
/// let accounts = [account("Giro"), account("Checking")];
/// let days = [(1, -500), (3, -700), (9, 10_000)];
/// let nets = accounts.iter().flat_map(|account| {
///     days.map(|(day, minor)| (account.id, Date::from_ymd_opt(2026, 5, day).expect("a day"), minor))
/// });
/// let (found, _) = look_alikes(&accounts, &[], &day_nets(nets), &HashSet::new());
/// assert_eq!(found[0].because, Likeness::Transactions { days: 3 });
/// ```
#[must_use]
pub fn look_alikes<S: BuildHasher>(
    accounts: &[Account],
    identities: &[(AccountId, String)],
    nets: &DayNets,
    distinct: &HashSet<(AccountId, AccountId), S>,
) -> (Vec<LookAlike>, Vec<CandidatePair>) {
    let (mut found, mut candidates) = (Vec::new(), Vec::new());
    for (at, one) in accounts.iter().enumerate() {
        for other in &accounts[at + 1..] {
            let pair = if one.id < other.id { (one.id, other.id) } else { (other.id, one.id) };
            if one.currency != other.currency || distinct.contains(&pair) {
                continue;
            }
            let of = |because| LookAlike { one: one.id, other: other.id, because };
            if have_one_number(one, other, identities) {
                found.push(of(Likeness::Number));
                continue;
            }
            let common = Common::of(nets.get(&one.id), nets.get(&other.id));
            let pair = of(Likeness::Transactions { days: common.agreeing.len() });
            if common.is_proof() {
                found.push(pair);
            } else if common.is_undecided() {
                candidates.push(CandidatePair { pair, days: common.agreeing });
            }
        }
    }
    (found, candidates)
}

/// True if both lists have the same transactions: the same dates, amounts and printed descriptions. At least
/// two must differ from each other: a standing order to two accounts agrees every month and proves nothing.
#[must_use]
pub fn are_same(one: &[Transaction], other: &[Transaction]) -> bool {
    let sorted = |transactions: &[Transaction]| {
        let mut all: Vec<(Date, i64, String)> = transactions
            .iter()
            .map(|it| (it.date, it.amount.minor(), text::search_key(&it.original_description)))
            .collect();
        all.sort_unstable();
        all
    };
    let one = sorted(one);
    let different: HashSet<(i64, &str)> =
        one.iter().map(|(_, minor, description)| (*minor, description.as_str())).collect();
    different.len() >= TRANSACTIONS_MIN && one == sorted(other)
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

/// The days in the time that two accounts both have.
#[derive(Debug, Default)]
struct Common {
    /// The days on which both changed by the same amount.
    agreeing: Vec<Date>,
    /// The number of different amounts of these days.
    amounts: usize,
    /// The number of days with transactions of the account that has fewer.
    fewer: usize,
}

impl Common {
    fn of(one: Option<&BTreeMap<Date, i64>>, other: Option<&BTreeMap<Date, i64>>) -> Self {
        let bounds = |days: &BTreeMap<Date, i64>| Some((*days.keys().next()?, *days.keys().next_back()?));
        let (Some(one), Some(other)) = (one, other) else { return Self::default() };
        let Some((first, second)) = bounds(one).zip(bounds(other)) else { return Self::default() };
        let (start, end) = (first.0.max(second.0), first.1.min(second.1));
        if start > end {
            return Self::default();
        }
        let within = |days: &BTreeMap<Date, i64>| days.range(start..=end).count();
        let agreeing = one.range(start..=end).filter(|(day, net)| other.get(day) == Some(net) && **net != 0);
        let (agreeing, amounts): (Vec<Date>, HashSet<i64>) = agreeing.map(|(day, net)| (*day, *net)).unzip();
        Self { agreeing, amounts: amounts.len(), fewer: within(one).min(within(other)) }
    }

    /// True if the days agree and that is no coincidence.
    fn is_proof(&self) -> bool {
        let days = self.agreeing.len();
        days >= DAYS_MIN && self.amounts >= AMOUNTS_MIN && days * 100 >= self.fewer * AGREEING_PERCENT_MIN
    }

    /// True if all of a few days agree.
    fn is_undecided(&self) -> bool {
        let days = self.agreeing.len();
        days > 0 && days == self.fewer && days <= FEW_DAYS_MAX
    }
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
    use saldo_domain::{AccountKind, Currency, Id, Money, Timestamp};

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
            !look_alikes(&[one, other], &identities, &DayNets::new(), &HashSet::new()).0.is_empty()
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
            look_alikes(&accounts, &[], &nets(rows), &HashSet::new()).0.first().map(|found| found.because)
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
        assert_eq!(look_alikes(&accounts, &[], &nets(&twice), &distinct), (vec![], vec![]));
    }

    #[test]
    fn a_few_equal_days_are_decided_by_their_transactions() {
        let accounts =
            [account(1, None, AccountKind::Checking, "EUR"), account(2, None, AccountKind::Checking, "EUR")];
        let candidates = |rows: &[(i64, i64, i64)]| {
            let (found, candidates) = look_alikes(&accounts, &[], &nets(rows), &HashSet::new());
            assert_eq!(found, []);
            candidates.into_iter().next().map(|one| one.days)
        };
        let two = [(1, 1, -5), (1, 3, -7), (1, 9, 8), (2, 1, -5), (2, 3, -7)];
        assert_eq!(candidates(&two), Some(vec![day(1), day(3)]));
        assert_eq!(candidates(&[(1, 1, -5), (1, 3, -8), (2, 1, -5), (2, 3, -7)]), None);
        assert_eq!(candidates(&[(1, 1, -5), (2, 1, 5)]), None);
        let orders: Vec<_> = (0..12).flat_map(|month| [(1, month * 30, 50), (2, month * 30, 50)]).collect();
        assert_eq!(candidates(&orders), None);
    }

    #[test]
    fn one_standing_order_alone_does_not_make_accounts_the_same() {
        let transaction = |on: i64, minor: i64, description: &str| Transaction {
            id: id(1),
            account: id(1),
            statement: None,
            date: day(on),
            value_date: None,
            description: "renamed".to_owned(),
            original_description: description.to_owned(),
            merchant: String::new(),
            amount: Money::from_minor(minor, Currency::parse("EUR").unwrap()),
            balance: None,
            category: None,
            kind: saldo_domain::TransactionKind::Transaction,
            place: None,
            position: 0,
            note: String::new(),
            category_by: saldo_domain::CategoryBy::Words,
            transfer: None,
            tags: Vec::new(),
            splits: Vec::new(),
        };
        let two = [transaction(1, -5, "Bäcker"), transaction(1, -7, "Market")];
        assert!(are_same(&two, &[transaction(1, -7, "MARKET"), transaction(1, -5, "BAECKER")]));
        assert!(!are_same(&two, &two[..1]));
        assert!(!are_same(&two, &[transaction(1, -5, "Bäcker"), transaction(1, -7, "Cinema")]));
        assert!(!are_same(&two, &[transaction(1, -5, "Bäcker"), transaction(2, -7, "Market")]));
        let orders = [transaction(1, 50, "Savings"), transaction(31, 50, "Savings")];
        assert!(!are_same(&orders, &orders));
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
            let (found, _) = look_alikes(&accounts, &[], &nets(&rows), &HashSet::new());
            prop_assert_eq!(found.len(), 1);
            prop_assert_eq!((found[0].one, found[0].other), (id(1), id(2)));
        }
    }
}
