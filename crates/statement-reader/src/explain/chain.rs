//! Stage 4, the chain of balances: each printed balance, the one before it, and the rows between them.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::weigh::{Contradiction, Printed, ReadRow};

/// Largest number of rows between two balances whose signs are solved together.
const SOLVED_MAX: usize = 14;
/// Largest number of different sums of the rows between two balances that are tried.
const SUMS_MAX: usize = 1 << 16;

/// For each item, the other amounts that its figure may be if digits of the description run into it.
pub(super) type Glued = FxHashMap<usize, Vec<i64>>;

/// Chain of the balances along the rows.
pub(super) struct Chain<'a> {
    glued: &'a Glued,
    pub(super) read_rows: Vec<ReadRow>,
    pub(super) opening: Option<i64>,
    pub(super) closing: Option<i64>,
    pub(super) explained: usize,
    pub(super) contradictions: Vec<Contradiction>,
    pub(super) undecided: usize,
    pub(super) covered: bool,
    pub(super) has_opening: bool,
    pub(super) has_closing: bool,
    /// Every printed or derived balance.
    pub(super) balances: Vec<i64>,
}

impl<'a> Chain<'a> {
    /// Returns the score by which chains are compared.
    pub(super) fn rank(&self) -> (i64, bool) {
        let count = |number: usize| i64::try_from(number).unwrap_or(i64::MAX / 8);
        // The same ratio as that of `weights::CONTRADICTS` to `weights::HOLDS`.
        (count(self.explained) - 3 * count(self.contradictions.len()) - count(self.undecided), self.covered)
    }

    /// Follows the balances from the opening to the closing one.
    pub(super) fn walk(
        opening: Option<i64>,
        closing: Option<i64>,
        read_rows: &[ReadRow],
        glued: &'a Glued,
    ) -> Self {
        let mut chain = Self {
            glued,
            read_rows: read_rows.to_vec(),
            opening,
            closing,
            explained: 0,
            contradictions: Vec::new(),
            undecided: 0,
            covered: true,
            has_opening: opening.is_some(),
            has_closing: closing.is_some(),
            balances: opening.into_iter().collect(),
        };
        let mut known = opening;
        let mut start = 0;
        for (index, one) in read_rows.iter().enumerate() {
            let Some(balance) = one.balance else { continue };
            chain.link(known, balance, start..index + 1, Printed::Balance);
            // A row that only states a balance before all others, or after them, prints an end. A further
            // figure beside it may be the amount of a transaction.
            let is_end = |one: &ReadRow| one.is_balance && !one.has_rest;
            chain.has_opening |= known.is_none() && read_rows[start..=index].iter().all(is_end);
            chain.has_closing |= is_end(one) && index + 1 == read_rows.len();
            if known.is_none() {
                let sum = chain.sum(start..index + 1);
                chain.opening = sum.and_then(|sum| balance.checked_sub(sum));
            }
            chain.balances.push(balance);
            known = Some(balance);
            start = index + 1;
        }
        match (closing, known) {
            (Some(closing), Some(_)) => chain.link(known, closing, start..read_rows.len(), Printed::Closing),
            (None, Some(known)) => {
                if start < read_rows.len() {
                    chain.open(start..read_rows.len());
                }
                chain.closing = chain.sum(start..read_rows.len()).and_then(|sum| known.checked_add(sum));
            }
            (_, None) => chain.open(0..read_rows.len()),
        }
        chain.balances.extend(chain.closing);
        chain.join_misprints();
        chain
    }

    fn sum(&self, range: Range<usize>) -> Option<i64> {
        self.read_rows[range].iter().try_fold(0_i64, |sum, one| sum.checked_add(one.amount))
    }

    /// Records rows that no balance proves.
    fn open(&mut self, range: Range<usize>) {
        self.undecided +=
            self.read_rows[range].iter().filter(|one| !one.is_signed && one.amount != 0).count();
        self.covered = false;
    }

    /// Compares a printed balance with the one before it and the rows between.
    fn link(&mut self, known: Option<i64>, balance: i64, range: Range<usize>, fact: Printed) {
        let Some(known) = known else {
            let is_unsigned = |one: &&ReadRow| (!one.is_signed || one.is_assumed) && one.amount != 0;
            let unsigned = self.read_rows[range.clone()].iter().filter(is_unsigned).count();
            let mut rows = self.read_rows[range].iter().filter(|one| !one.is_balance);
            self.undecided += unsigned;
            // No balance proves the sign of the first row.
            self.covered &= rows.next().is_none_or(|one| !one.is_doubtful) && rows.next().is_none();
            return;
        };
        let Some(wanted) = balance.checked_sub(known) else { return };
        if self.solve(&range, wanted) {
            self.explained += 1;
            return;
        }
        let difference = self.sum(range.clone()).and_then(|sum| wanted.checked_sub(sum)).unwrap_or(0);
        let item = range.end.checked_sub(1).and_then(|at| self.read_rows.get(at)).map(|one| one.item);
        let after = range.start.checked_sub(1).and_then(|at| self.read_rows.get(at)).map(|one| one.item);
        self.contradictions.push(Contradiction { fact, item, after, difference, alone: false });
    }

    /// Finds the signs of rows without one, and the amounts of rows whose description runs into the figure.
    /// Returns false if no combination gives `wanted`, or if there are too many.
    fn solve(&mut self, range: &Range<usize>, wanted: i64) -> bool {
        let is_free = |one: &ReadRow| !one.is_signed && one.amount != 0;
        let free: Vec<usize> = range.clone().filter(|at| is_free(&self.read_rows[*at])).collect();
        if free.len() > SOLVED_MAX {
            self.undecided += free.len();
            return false;
        }
        let is_glued = range.clone().any(|at| self.glued.contains_key(&self.read_rows[at].item));
        if self.combine(range, wanted, false) || is_glued && self.combine(range, wanted, true) {
            return true;
        }
        for at in free {
            self.read_rows[at].amount = -self.read_rows[at].amount.abs();
        }
        false
    }

    /// Returns the amounts that a row may have, the printed one first; `None` if it has one only.
    fn choices(&self, at: usize, with_glued: bool) -> Option<Vec<i64>> {
        let one = &self.read_rows[at];
        let is_either = !one.is_signed && one.amount != 0;
        let others =
            if with_glued && !one.is_fee && !one.is_balance { self.glued.get(&one.item) } else { None };
        if !is_either && others.is_none() {
            return None;
        }
        let all = std::iter::once(one.amount.abs()).chain(others.into_iter().flatten().copied());
        let sign = if one.amount < 0 { -1 } else { 1 };
        let mut choices: Vec<i64> = Vec::new();
        for minor in all {
            let signed = if is_either { vec![minor, -minor] } else { vec![minor * sign] };
            choices.extend(signed.into_iter().filter(|one| !choices.contains(one)).collect::<Vec<_>>());
        }
        Some(choices)
    }

    /// Selects one amount for each row so that their sum is `wanted`. Returns false if that is impossible.
    fn combine(&mut self, range: &Range<usize>, wanted: i64, with_glued: bool) -> bool {
        let mut free: Vec<(usize, Vec<i64>)> = Vec::new();
        let mut fixed = 0_i64;
        for at in range.clone() {
            if let Some(choices) = self.choices(at, with_glued) {
                free.push((at, choices));
            } else {
                let Some(sum) = fixed.checked_add(self.read_rows[at].amount) else { return false };
                fixed = sum;
            }
        }
        let Some(mut rest) = wanted.checked_sub(fixed) else { return false };
        if free.is_empty() {
            return rest == 0;
        }
        // For each number of rows, all their sums in order, each with true if several combinations give it.
        let mut sums: Vec<Vec<(i64, bool)>> = vec![vec![(0, false)]];
        for (_, choices) in &free {
            let before = sums.last().map_or(&[][..], Vec::as_slice);
            let with = |choice: i64| {
                before.iter().filter_map(move |(sum, many)| Some((sum.checked_add(choice)?, *many)))
            };
            let mut next: Vec<(i64, bool)> = choices.iter().flat_map(|choice| with(*choice)).collect();
            if next.len() > SUMS_MAX {
                return false;
            }
            // One sorted run for each choice: a stable sort merges them.
            next.sort_by_key(|(sum, _)| *sum);
            next.dedup_by(|again, first| {
                first.1 |= again.0 == first.0;
                again.0 == first.0
            });
            sums.push(next);
        }
        let find = |number: usize, wanted: i64| {
            let at = sums[number].binary_search_by_key(&wanted, |(sum, _)| *sum).ok()?;
            Some(sums[number][at].1)
        };
        let Some(several) = find(free.len(), rest) else { return false };
        for (number, (at, choices)) in free.iter().enumerate().rev() {
            let before = |choice: i64| rest.checked_sub(choice).filter(|rest| find(number, *rest).is_some());
            let found = choices.iter().find_map(|choice| Some((*choice, before(*choice)?)));
            let Some((choice, before)) = found else { return false };
            (self.read_rows[*at].amount, rest) = (choice, before);
        }
        if several {
            self.undecided += free.len();
        }
        true
    }

    /// Joins two neighboring contradictions that cancel out into one misprinted balance.
    fn join_misprints(&mut self) {
        let mut joined: Vec<Contradiction> = Vec::new();
        for one in std::mem::take(&mut self.contradictions) {
            match joined.last_mut() {
                Some(before)
                    if !before.alone && before.difference != 0 && before.difference == -one.difference =>
                {
                    before.alone = true;
                    self.explained += 1;
                }
                _ => joined.push(one),
            }
        }
        self.contradictions = joined;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn none() -> &'static Glued {
        static NONE: std::sync::LazyLock<Glued> = std::sync::LazyLock::new(Glued::default);
        &NONE
    }

    fn row(item: usize, amount: i64, balance: i64, is_signed: bool) -> ReadRow {
        ReadRow {
            item,
            amount,
            balance: Some(balance),
            is_signed,
            is_assumed: false,
            is_doubtful: false,
            is_balance: false,
            is_fee: false,
            has_rest: false,
        }
    }

    #[test]
    fn balances_decide_signs_that_are_not_printed() {
        let chain =
            Chain::walk(Some(100), Some(120), &[row(0, 30, 70, false), row(1, 50, 120, false)], none());
        assert_eq!(chain.read_rows.iter().map(|one| one.amount).collect::<Vec<_>>(), [-30, 50]);
        assert_eq!((chain.explained, chain.contradictions.len(), chain.undecided), (3, 0, 0));
    }

    #[test]
    fn without_an_opening_balance_the_sign_of_the_first_row_is_undecided() {
        let chain = Chain::walk(None, None, &[row(0, 30, 70, false), row(1, 50, 120, false)], none());
        assert_eq!(chain.undecided, 1);
    }

    #[test]
    fn a_misprinted_balance_is_one_contradiction_beside_its_row() {
        let rows = [row(0, 10, 110, true), row(1, 10, 220, true), row(2, 10, 130, true)];
        let chain = Chain::walk(Some(100), Some(130), &rows, none());
        let found: Vec<(Option<usize>, i64, bool)> =
            chain.contradictions.iter().map(|one| (one.item, one.difference, one.alone)).collect();
        assert_eq!(found, [(Some(1), 100, true)]);
    }

    #[test]
    fn a_gap_that_no_row_explains_stays_a_contradiction() {
        let chain =
            Chain::walk(Some(100), Some(175), &[row(0, 10, 110, true), row(1, 20, 175, true)], none());
        assert_eq!(chain.contradictions.len(), 1);
        assert_eq!(chain.contradictions[0].difference, 45);
    }
}
