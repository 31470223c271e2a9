//! Stage 4, the chain of balances: each printed balance, the one before it, and the rows between them.

use std::collections::HashMap;

use super::weigh::{Contradiction, Printed, ReadRow};

/// Largest number of rows between two balances whose signs are solved together, by trying up to 2^14
/// combinations.
const SOLVED_MAX: usize = 14;
/// Largest number of combinations of amounts that are tried where descriptions run into figures.
const UNGLUED_MAX: usize = 4_096;

/// For each item, the other amounts that its figure may be if digits of the description run into it.
pub(super) type Glued = HashMap<usize, Vec<i64>>;

/// Chain of the balances along the rows.
pub(super) struct Chain {
    glued: Glued,
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

impl Chain {
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
        glued: &Glued,
    ) -> Self {
        let mut chain = Self {
            glued: glued.clone(),
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
            // A row that only states a balance before all others, or after them, prints an end.
            chain.has_opening |= known.is_none() && read_rows[start..=index].iter().all(|one| one.is_balance);
            chain.has_closing |= one.is_balance && index + 1 == read_rows.len();
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

    fn sum(&self, range: std::ops::Range<usize>) -> Option<i64> {
        self.read_rows[range].iter().try_fold(0_i64, |sum, one| sum.checked_add(one.amount))
    }

    /// Records rows that no balance proves.
    fn open(&mut self, range: std::ops::Range<usize>) {
        self.undecided +=
            self.read_rows[range].iter().filter(|one| !one.is_signed && one.amount != 0).count();
        self.covered = false;
    }

    /// Compares a printed balance with the one before it and the rows between.
    fn link(&mut self, known: Option<i64>, balance: i64, range: std::ops::Range<usize>, fact: Printed) {
        let Some(known) = known else {
            let is_unsigned = |one: &&ReadRow| (!one.is_signed || one.is_assumed) && one.amount != 0;
            let unsigned = self.read_rows[range.clone()].iter().filter(is_unsigned).count();
            let mut rows = self.read_rows[range].iter().filter(|one| !one.is_balance);
            self.undecided += unsigned;
            // No balance proves the sign of the first row.
            self.covered &= rows.next().is_none_or(|one| !one.is_unmarked) && rows.next().is_none();
            return;
        };
        let Some(wanted) = balance.checked_sub(known) else { return };
        if self.solve(&range, wanted) || self.unglue(&range, wanted) {
            self.explained += 1;
            return;
        }
        let difference = self.sum(range.clone()).and_then(|sum| wanted.checked_sub(sum)).unwrap_or(0);
        let item = range.end.checked_sub(1).and_then(|at| self.read_rows.get(at)).map(|one| one.item);
        let after = range.start.checked_sub(1).and_then(|at| self.read_rows.get(at)).map(|one| one.item);
        self.contradictions.push(Contradiction { fact, item, after, difference, alone: false });
    }

    /// Finds the signs of rows without one. Returns false if no combination gives `wanted`, or if there are
    /// too many rows to try.
    fn solve(&mut self, range: &std::ops::Range<usize>, wanted: i64) -> bool {
        let free: Vec<usize> = range
            .clone()
            .filter(|at| !self.read_rows[*at].is_signed && self.read_rows[*at].amount != 0)
            .collect();
        if free.is_empty() {
            return self.sum(range.clone()) == Some(wanted);
        }
        if free.len() > SOLVED_MAX {
            self.undecided += free.len();
            return false;
        }
        let fixed = range
            .clone()
            .filter(|at| !free.contains(at))
            .try_fold(0_i64, |sum, at| sum.checked_add(self.read_rows[at].amount));
        let Some(rest) = fixed.and_then(|fixed| wanted.checked_sub(fixed)) else { return false };
        let mut found = None;
        let mut several = false;
        for bits in 0..1_u32 << free.len() {
            let sum = free.iter().enumerate().try_fold(0_i64, |sum, (bit, at)| {
                let amount = self.read_rows[*at].amount.abs();
                if bits >> bit & 1 == 1 { sum.checked_sub(amount) } else { sum.checked_add(amount) }
            });
            if sum == Some(rest) {
                several |= found.is_some();
                found = found.or(Some(bits));
            }
        }
        let Some(bits) = found else {
            for at in &free {
                self.read_rows[*at].amount = -self.read_rows[*at].amount.abs();
            }
            return false;
        };
        for (bit, at) in free.iter().enumerate() {
            let amount = self.read_rows[*at].amount.abs();
            self.read_rows[*at].amount = if bits >> bit & 1 == 1 { -amount } else { amount };
        }
        if several {
            self.undecided += free.len();
        }
        true
    }

    /// Finds the amounts of rows whose description runs into the figure. Returns false if no combination
    /// gives `wanted`, or if there are too many.
    fn unglue(&mut self, range: &std::ops::Range<usize>, wanted: i64) -> bool {
        let choices = |at: usize| -> Vec<i64> {
            let one = &self.read_rows[at];
            let others =
                self.glued.get(&one.item).filter(|_| one.is_signed && !one.is_fee && !one.is_balance);
            let others = others.into_iter().flatten().map(|minor| minor * one.amount.signum());
            std::iter::once(one.amount).chain(others).collect()
        };
        let free: Vec<(usize, Vec<i64>)> =
            range.clone().map(|at| (at, choices(at))).filter(|(_, choices)| choices.len() > 1).collect();
        let count = free.iter().try_fold(1_usize, |count, (_, choices)| count.checked_mul(choices.len()));
        let Some(count) = count.filter(|count| (2..=UNGLUED_MAX).contains(count)) else { return false };
        let own = free.iter().try_fold(0_i64, |sum, (at, _)| sum.checked_add(self.read_rows[*at].amount));
        let fixed = self.sum(range.clone()).zip(own).and_then(|(all, own)| all.checked_sub(own));
        let Some(rest) = fixed.and_then(|fixed| wanted.checked_sub(fixed)) else { return false };
        let pick = |mut number: usize| {
            free.iter().map(move |(at, choices)| {
                let choice = choices[number % choices.len()];
                number /= choices.len();
                (*at, choice)
            })
        };
        let fits = |number: &usize| {
            pick(*number).try_fold(0_i64, |sum, (_, amount)| sum.checked_add(amount)) == Some(rest)
        };
        let mut found = (0..count).filter(fits);
        let Some(number) = found.next() else { return false };
        let several = found.next().is_some();
        let picked: Vec<(usize, i64)> = pick(number).collect();
        for (at, amount) in picked {
            self.read_rows[at].amount = amount;
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

    fn row(item: usize, amount: i64, balance: i64, is_signed: bool) -> ReadRow {
        ReadRow {
            item,
            amount,
            balance: Some(balance),
            is_signed,
            is_assumed: false,
            is_unmarked: false,
            is_balance: false,
            is_fee: false,
        }
    }

    #[test]
    fn balances_decide_signs_that_are_not_printed() {
        let chain = Chain::walk(
            Some(100),
            Some(120),
            &[row(0, 30, 70, false), row(1, 50, 120, false)],
            &Glued::new(),
        );
        assert_eq!(chain.read_rows.iter().map(|one| one.amount).collect::<Vec<_>>(), [-30, 50]);
        assert_eq!((chain.explained, chain.contradictions.len(), chain.undecided), (3, 0, 0));
    }

    #[test]
    fn without_an_opening_balance_the_sign_of_the_first_row_is_undecided() {
        let chain = Chain::walk(None, None, &[row(0, 30, 70, false), row(1, 50, 120, false)], &Glued::new());
        assert_eq!(chain.undecided, 1);
    }

    #[test]
    fn a_misprinted_balance_is_one_contradiction_beside_its_row() {
        let rows = [row(0, 10, 110, true), row(1, 10, 220, true), row(2, 10, 130, true)];
        let chain = Chain::walk(Some(100), Some(130), &rows, &Glued::new());
        let found: Vec<(Option<usize>, i64, bool)> =
            chain.contradictions.iter().map(|one| (one.item, one.difference, one.alone)).collect();
        assert_eq!(found, [(Some(1), 100, true)]);
    }

    #[test]
    fn a_gap_that_no_row_explains_stays_a_contradiction() {
        let chain =
            Chain::walk(Some(100), Some(175), &[row(0, 10, 110, true), row(1, 20, 175, true)], &Glued::new());
        assert_eq!(chain.contradictions.len(), 1);
        assert_eq!(chain.contradictions[0].difference, 45);
    }
}
