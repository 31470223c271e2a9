//! Detection of transactions that may have been imported twice.
//! They are offered to the user, never removed automatically.
//!
//! A group has transactions of one account and amount, at most three days apart, with similar descriptions.
//! They come from different statements or were entered by hand. Two equal lines of one statement are two
//! purchases. Two statements whose periods do not overlap cannot contain the same transaction.

use std::collections::{BTreeMap, HashMap, HashSet};

use saldo_domain::{AccountId, Currency, Money, Period, StatementId, TransactionId, merchant, text};

use crate::movement::Movement;

/// The maximum number of days between the first and the last transaction of a group. Banks book a card
/// payment up to a long weekend after the purchase.
pub const DAYS_APART_MAX: i64 = 3;
/// The maximum number of groups of one amount that are open at a time. A private account never has more; a
/// shop's till would, and comparing each transaction with every group would take too long.
const OPEN_MAX: usize = 32;

/// A group of transactions that may be one transaction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DuplicateGroup {
    /// The IDs of the transactions, by date; at least two.
    pub transactions: Vec<TransactionId>,
    /// The account of the transactions.
    pub account: AccountId,
    /// The amount of each transaction.
    pub amount: Money,
}

struct Open<'a> {
    members: Vec<&'a Movement>,
}

/// Finds groups of possible duplicates among `movements`, in any order. `periods` holds the days that
/// each statement covers, if known. A statement without a period is assumed to overlap with every other.
///
/// ```
/// use std::collections::BTreeMap;
///
/// use saldo_domain::{AccountId, Currency, Money, StatementId, Timestamp, TransactionId};
/// use saldo_ledger::Movement;
/// use saldo_ledger::duplicates::find_duplicates;
///
/// let now = Timestamp::from_milliseconds(0);
/// let (account, amount) = (AccountId::new(now), Money::parse("-3.20", Currency::parse("EUR")?)?);
/// let printed = |day: &str, description: &'static str| {
///     Ok::<_, chrono::ParseError>(Movement {
///         transaction: TransactionId::new(now),
///         account,
///         statement: Some(StatementId::new(now)),
///         date: day.parse()?,
///         amount,
///         description: description.into(),
///     })
/// };
/// let movements = [printed("2025-05-01", "POS 0423 BLUE CAFE")?, printed("2025-05-02", "Blue Café")?];
/// assert_eq!(find_duplicates(&movements, &BTreeMap::new()).len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn find_duplicates(
    movements: &[Movement],
    periods: &BTreeMap<StatementId, Period>,
) -> Vec<DuplicateGroup> {
    let mut by_amount: HashMap<(AccountId, Currency, i64), Vec<&Movement>> = HashMap::new();
    for movement in movements {
        let key = (movement.account, movement.amount.currency(), movement.amount.minor());
        by_amount.entry(key).or_default().push(movement);
    }
    let mut found = Vec::new();
    for mut group in by_amount.into_values().filter(|group| group.len() > 1) {
        group.sort_unstable_by_key(|movement| (movement.date, movement.transaction));
        found.extend(groups(&group, periods));
    }
    found.sort_unstable_by(|one, other| one.transactions.cmp(&other.transactions));
    found
}

fn groups(sorted: &[&Movement], periods: &BTreeMap<StatementId, Period>) -> Vec<DuplicateGroup> {
    let mut open: Vec<Open<'_>> = Vec::new();
    let mut done: Vec<DuplicateGroup> = Vec::new();
    for movement in sorted {
        let is_near = |open: &Open<'_>| (movement.date - open.members[0].date).num_days() <= DAYS_APART_MAX;
        let (near, far): (Vec<Open<'_>>, Vec<Open<'_>>) = open.into_iter().partition(is_near);
        done.extend(far.into_iter().filter_map(Open::finish));
        open = near;
        // A transaction has to be similar to every member of a group. Otherwise a chain of similar pairs
        // could join two different transactions.
        let fitting = open
            .iter()
            .position(|open| open.members.iter().all(|member| may_be_one(member, movement, periods)));
        match fitting {
            Some(place) => open[place].members.push(movement),
            None if open.len() < OPEN_MAX => open.push(Open { members: vec![movement] }),
            None => {}
        }
    }
    done.extend(open.into_iter().filter_map(Open::finish));
    done
}

impl Open<'_> {
    fn finish(self) -> Option<DuplicateGroup> {
        let first = self.members.first().filter(|_| self.members.len() > 1)?;
        Some(DuplicateGroup {
            transactions: self.members.iter().map(|member| member.transaction).collect(),
            account: first.account,
            amount: first.amount,
        })
    }
}

/// True if two transactions of one account and amount, at most three days apart, may be one transaction.
fn may_be_one(one: &Movement, other: &Movement, periods: &BTreeMap<StatementId, Period>) -> bool {
    let sources_differ = match (one.statement, other.statement) {
        (Some(first), Some(second)) => {
            first != second
                && match (periods.get(&first), periods.get(&second)) {
                    // Each statement lists the transactions of its own
                    // days. Both list a transaction only on shared days.
                    (Some(first), Some(second)) => {
                        first.start() <= second.end() && second.start() <= first.end()
                    }
                    _ => true,
                }
        }
        // The user picks the date of a transaction entered by hand, so that two of one payment have one date.
        (None, None) => one.date == other.date,
        _ => true,
    };
    sources_differ && are_similar(&one.description, &other.description)
}

/// True if two descriptions may describe one transaction: one contains the other, or they share at
/// least half of the significant words of the shorter one. Case, accents, the spelling of umlauts and spaces
/// do not matter.
#[must_use]
pub fn are_similar(one: &str, other: &str) -> bool {
    let [bare_one, bare_other] = [one, other].map(|line| text::search_key(line).replace(' ', ""));
    if bare_one.is_empty() || bare_other.is_empty() {
        return bare_one == bare_other;
    }
    if bare_one.contains(&bare_other) || bare_other.contains(&bare_one) {
        return true;
    }
    let [first, second]: [HashSet<String>; 2] = [one, other]
        .map(|line| merchant::naming_words(line).iter().map(|word| text::search_key(word)).collect());
    let shared = first.intersection(&second).count();
    shared > 0 && shared * 2 >= first.len().min(second.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use saldo_domain::Id;

    fn movement(number: i64, statement: Option<i64>, date: &str, description: &'static str) -> Movement {
        Movement {
            transaction: id(number),
            account: id(1),
            statement: statement.map(id),
            date: date.parse().unwrap(),
            amount: Money::from_minor(-320, Currency::parse("EUR").unwrap()),
            description: description.into(),
        }
    }
    fn id<T>(number: i64) -> Id<T> {
        format!("00000000-0000-0000-0000-{number:012}").parse().unwrap()
    }
    fn sizes(movements: &[Movement]) -> Vec<usize> {
        find_duplicates(movements, &BTreeMap::new()).iter().map(|group| group.transactions.len()).collect()
    }

    #[test]
    fn two_equal_purchases_on_a_statement_are_two_transactions() {
        let twice = [
            movement(1, Some(1), "2025-05-01", "BLUE CAFE"),
            movement(2, Some(1), "2025-05-01", "BLUE CAFE"),
        ];
        assert!(sizes(&twice).is_empty());
    }

    #[test]
    fn a_transaction_printed_differently_in_two_files_is_suggested() {
        let found = [
            movement(1, Some(1), "2025-05-01", "POS 0423 BLUE CAFE LONDON"),
            movement(2, Some(2), "2025-05-02", "Blue Café"),
            movement(3, None, "2025-05-01", "cafe blue"),
        ];
        assert_eq!(sizes(&found), [3]);
    }

    #[test]
    fn the_spelling_of_umlauts_does_not_distinguish_transactions() {
        let found = [
            movement(1, Some(1), "2025-05-01", "BAECKER SUED 0042 KOELN"),
            movement(2, None, "2025-05-01", "Bäcker"),
        ];
        assert_eq!(sizes(&found), [2]);
        assert!(are_similar("Müller Straße Süd", "SUED MUELLER 12 X"));
        assert!(!are_similar("Bäcker", "Bank"));
    }

    #[test]
    fn two_equal_purchases_in_two_files_are_two_pairs() {
        let found = [
            movement(1, Some(1), "2025-05-01", "BLUE CAFE"),
            movement(2, Some(1), "2025-05-01", "BLUE CAFE"),
            movement(3, Some(2), "2025-05-01", "Blue Cafe London"),
            movement(4, Some(2), "2025-05-01", "Blue Cafe London"),
        ];
        assert_eq!(sizes(&found), [2, 2]);
    }

    #[test]
    fn statements_of_separate_periods_have_separate_transactions() {
        let found = [
            movement(1, Some(1), "2025-04-30", "BLUE CAFE"),
            movement(2, Some(2), "2025-05-01", "BLUE CAFE"),
        ];
        let period =
            |start: &str, end: &str| Period::new(start.parse().unwrap(), end.parse().unwrap()).unwrap();
        let april = period("2025-04-01", "2025-04-30");
        let apart = BTreeMap::from([(id(1), april), (id(2), period("2025-05-01", "2025-05-31"))]);
        assert!(find_duplicates(&found, &apart).is_empty());
        let meeting = BTreeMap::from([(id(1), april), (id(2), period("2025-04-15", "2025-05-31"))]);
        assert_eq!(find_duplicates(&found, &meeting).len(), 1);
    }

    #[test]
    fn different_descriptions_or_distant_days_are_not_duplicates() {
        let words =
            [movement(1, Some(1), "2025-05-01", "BLUE CAFE"), movement(2, Some(2), "2025-05-01", "GYM CLUB")];
        assert!(sizes(&words).is_empty());
        let days = [
            movement(1, Some(1), "2025-05-01", "BLUE CAFE"),
            movement(2, Some(2), "2025-05-05", "BLUE CAFE"),
        ];
        assert!(sizes(&days).is_empty());
    }

    proptest! {
        #[test]
        fn no_group_has_two_transactions_of_one_statement(transactions in proptest::collection::vec((0_i64..4, 0_u32..10), 0..40)) {
            let movements: Vec<Movement> = transactions.iter().zip(0..).map(|((statement, day), number)| {
                let statement = (*statement > 0).then_some(*statement);
                movement(number, statement, &format!("2025-05-{:02}", day + 1), "BLUE CAFE")
            }).collect();
            let found = find_duplicates(&movements, &BTreeMap::new());
            let mut seen = HashSet::new();
            for group in &found {
                let members: Vec<&Movement> = group.transactions.iter().map(|transaction| movements.iter().find(|movement| movement.transaction == *transaction).unwrap()).collect();
                let printed: Vec<StatementId> = members.iter().filter_map(|member| member.statement).collect();
                prop_assert_eq!(printed.iter().collect::<HashSet<_>>().len(), printed.len());
                prop_assert!((members[members.len() - 1].date - members[0].date).num_days() <= DAYS_APART_MAX);
                prop_assert!(group.transactions.iter().all(|transaction| seen.insert(*transaction)));
            }
            let mut turned = movements.clone();
            turned.reverse();
            prop_assert_eq!(find_duplicates(&turned, &BTreeMap::new()), found);
        }
    }
}
