//! Statements that meet within a day: their lines of that day are different transactions, even if they are
//! equal.
//!
//! Usually, equal lines of a day on two statements are one transaction, because statements overlap by
//! whole days. But if the opening balance of one is the closing balance of the other, and the other has a
//! nonzero sum on that day, the day is not printed twice but divided between them.

use std::collections::HashSet;

use chrono::NaiveDate;

/// The day and the balance, in minor units, at one end of a part.
pub type Border = (NaiveDate, i64);

/// A balanced part of another statement of the account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Neighbor<K> {
    /// The first day and the opening balance.
    pub opens: Border,
    /// The last day and the closing balance.
    pub closes: Border,
    /// The transactions, each with its booking date and its amount in minor units.
    pub lines: Vec<(K, NaiveDate, i64)>,
}

/// Returns the transactions on parts that meet a statement within a day: those before the statement that
/// opens at `before`, and those after the statement that closes at `after`.
#[must_use]
pub fn divided<K: Clone + Eq + std::hash::Hash>(
    others: &[Neighbor<K>],
    before: Option<Border>,
    after: Option<Border>,
) -> HashSet<K> {
    let mut found = along(others, before, |other| other.closes, |other| other.opens);
    found.extend(along(others, after, |other| other.opens, |other| other.closes));
    found
}

/// Follows the parts from one to the next that meets it at `border`, as long as they stay on the same day.
fn along<K: Clone + Eq + std::hash::Hash>(
    others: &[Neighbor<K>],
    border: Option<Border>,
    near: impl Fn(&Neighbor<K>) -> Border,
    far: impl Fn(&Neighbor<K>) -> Border,
) -> HashSet<K> {
    let mut found = HashSet::new();
    let Some(mut border) = border else { return found };
    let day = border.0;
    let mut left: Vec<&Neighbor<K>> = others.iter().collect();
    while let Some(index) = left.iter().position(|other| near(other) == border) {
        let other = left.swap_remove(index);
        let on_day = other.lines.iter().filter(|(_, date, _)| *date == day);
        let moved: i128 = on_day.map(|(_, _, minor)| i128::from(*minor)).sum();
        // With a sum of zero on the day, a divided day and a day that is printed twice have the same
        // balances.
        if moved == 0 {
            break;
        }
        found.extend(other.lines.iter().map(|(key, _, _)| key.clone()));
        border = far(other);
        if border.0 != day {
            break;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn day(number: u32) -> NaiveDate {
        NaiveDate::from_ymd_opt(2025, 5, number).unwrap()
    }

    proptest! {
        /// Cuts one day's transactions, after an opening balance, into statements; the first is new.
        #[test]
        fn the_rest_of_a_shared_day_is_separate_transactions(
            opening in -999_i64..999,
            pieces in proptest::collection::vec(proptest::collection::vec(1_i64..99, 1..4), 2..5),
        ) {
            let (mut balance, mut number) = (opening, 0);
            let mut parts = Vec::new();
            for piece in &pieces {
                let opens = (day(5), balance);
                let lines: Vec<(usize, NaiveDate, i64)> = piece
                    .iter()
                    .map(|minor| {
                        number += 1;
                        (number, day(5), *minor)
                    })
                    .collect();
                balance += piece.iter().sum::<i64>();
                parts.push(Neighbor { opens, closes: (day(5), balance), lines });
            }
            for (index, new) in parts.iter().enumerate() {
                let others: Vec<Neighbor<usize>> =
                    parts.iter().enumerate().filter(|(at, _)| *at != index).map(|(_, part)| part.clone()).collect();
                let own: HashSet<usize> = new.lines.iter().map(|(key, ..)| *key).collect();
                let found = divided(&others, Some(new.opens), Some(new.closes));
                prop_assert_eq!(found.len(), number - own.len());
                prop_assert!(found.is_disjoint(&own));
            }
        }

        /// A statement of the same days, downloaded again, prints the same transactions.
        #[test]
        fn a_statement_that_is_printed_twice_is_not_divided(minors in proptest::collection::vec(1_i64..99, 1..6)) {
            let lines = (0..).zip(&minors).map(|(key, minor)| (key, day(5), *minor)).collect();
            let closes = (day(5), minors.iter().sum());
            let part: Neighbor<usize> = Neighbor { opens: (day(4), 0), closes, lines };
            prop_assert!(divided(&[part], Some((day(4), 0)), Some(closes)).is_empty());
        }
    }
}
