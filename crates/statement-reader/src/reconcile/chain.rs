//! The chain of printed balances in minor units.

use saldo_domain::Outcome;

/// An entry's amount and the running balance printed beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Step {
    /// Signed from the account holder's side.
    pub(crate) amount: i64,
    /// The balance after it.
    pub(crate) balance: Option<i64>,
}

/// What the printed balances say about the entries, oldest first.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Chain {
    /// Whether opening + entries = closing, when both are printed.
    pub(crate) identity: Option<bool>,
    /// Closing less (opening + entries).
    pub(crate) discrepancy: Option<i64>,
    /// Running balances printed.
    pub(crate) printed: u32,
    /// Running balances that agree with what went before.
    pub(crate) holding: u32,
    /// Running balances that contradict what went before.
    pub(crate) broken: u32,
    /// Balances that both neighbours contradict while they agree with each other: the balance itself is misprinted.
    pub(crate) misprints: u32,
    /// The entry at which the first running balance breaks.
    pub(crate) first_broken: Option<usize>,
    /// By how much it breaks.
    pub(crate) first_gap: Option<i64>,
    /// Whether every entry lies between two figures that prove it (or, for the first, has its own balance).
    pub(crate) covered: bool,
    /// Whether a printed balance was proved by another one.
    pub(crate) links: u32,
    /// A sum did not fit 64 bits.
    overflow: bool,
}

impl Chain {
    /// Follows the chain from `opening` over `steps` to `closing`.
    pub(crate) fn check(opening: Option<i64>, closing: Option<i64>, steps: &[Step]) -> Self {
        let mut chain = Self::default();
        let mut known = opening;
        let mut since: i64 = 0;
        // the first entry after the last printed balance
        let mut start = 0;
        let mut covered = true;
        for (index, step) in steps.iter().enumerate() {
            let Some(sum) = since.checked_add(step.amount) else { return Self { overflow: true, ..chain } };
            since = sum;
            let Some(balance) = step.balance else { continue };
            chain.printed += 1;
            match known {
                None => covered &= index == 0,
                Some(before) => {
                    let Some(expected) = before.checked_add(since) else {
                        return Self { overflow: true, ..chain };
                    };
                    if expected == balance {
                        chain.holding += 1;
                        chain.links += 1;
                    } else if is_misprint(expected, balance, steps.get(index + 1..).unwrap_or(&[]), closing)
                        && !is_swap(expected, balance, steps.split_at(index + 1), start)
                    {
                        chain.misprints += 1;
                        known = Some(expected);
                        (since, start) = (0, index + 1);
                        continue;
                    } else {
                        chain.broken += 1;
                        chain.first_gap = chain.first_gap.or(balance.checked_sub(expected));
                        chain.first_broken = chain.first_broken.or(Some(index));
                    }
                }
            }
            known = Some(balance);
            (since, start) = (0, index + 1);
        }
        chain.finish(opening, closing, known, since, covered, steps)
    }

    fn finish(
        mut self,
        opening: Option<i64>,
        closing: Option<i64>,
        known: Option<i64>,
        since: i64,
        covered: bool,
        steps: &[Step],
    ) -> Self {
        let reached = known.and_then(|before| before.checked_add(since));
        let ends_open = steps.last().is_some_and(|step| step.balance.is_none());
        if let (Some(closing), Some(reached), true) = (closing, reached, self.printed > 0) {
            if closing == reached {
                self.links += 1;
            } else {
                self.broken += 1;
                self.first_broken = self.first_broken.or(steps.len().checked_sub(1));
                self.first_gap = self.first_gap.or(closing.checked_sub(reached));
            }
        }
        let sum = steps.iter().try_fold(0_i64, |sum, step| sum.checked_add(step.amount));
        self.discrepancy = opening
            .zip(closing)
            .zip(sum)
            .and_then(|((opening, closing), sum)| closing.checked_sub(opening)?.checked_sub(sum));
        self.identity = opening.zip(closing).map(|_| self.discrepancy == Some(0));
        let has_start =
            opening.is_some() || (covered && steps.first().is_some_and(|step| step.balance.is_some()));
        let has_end = closing.is_some() || !ends_open;
        self.covered = !steps.is_empty() && has_start && has_end && covered;
        self
    }

    /// Whether nothing printed contradicts the entries.
    pub(crate) fn holds(&self) -> bool {
        !self.overflow && self.broken == 0 && self.identity != Some(false)
    }

    /// Balanced, unbalanced, or nothing to check against.
    pub(crate) fn outcome(&self) -> Outcome {
        let few_misprints =
            self.misprints == 0 || (self.identity == Some(true) && self.misprints * 10 <= self.printed);
        if !self.holds() || !few_misprints {
            Outcome::Unbalanced
        } else if self.covered && (self.identity == Some(true) || self.links > 0) {
            Outcome::Balanced
        } else {
            Outcome::Unchecked
        }
    }

    /// Of two directions the one with the higher rank explains more.
    pub(crate) fn rank(&self) -> (bool, bool, i64) {
        let balanced = self.outcome() == Outcome::Balanced;
        (balanced, self.holds(), i64::from(self.holding) - i64::from(self.broken) - i64::from(self.misprints))
    }
}

/// How many entries to look ahead for the next printed balance.
const LOOK_AHEAD: usize = 200;

/// The printed balance is wrong but the entries around it are right when the next printed balance follows from the
/// expected one and not from the printed one.
fn is_misprint(expected: i64, printed: i64, after: &[Step], closing: Option<i64>) -> bool {
    let mut since: i64 = 0;
    for step in after.iter().take(LOOK_AHEAD) {
        let Some(sum) = since.checked_add(step.amount) else { return false };
        since = sum;
        if let Some(next) = step.balance {
            return expected.checked_add(since) == Some(next) && printed.checked_add(since) != Some(next);
        }
    }
    let ended = after.len() <= LOOK_AHEAD;
    ended && closing.is_some() && expected.checked_add(since) == closing
}

/// Whether the printed balance is right if an entry before it and one after it, up to the next printed balance, have each
/// other's amounts: then it is not the balance that is misprinted.
fn is_swap(expected: i64, printed: i64, (before, after): (&[Step], &[Step]), start: usize) -> bool {
    let to = after.iter().position(|step| step.balance.is_some()).map_or(after.len(), |index| index + 1);
    let own = before.get(start..).unwrap_or(&[]).iter().rev().take(LOOK_AHEAD);
    let next = &after[..to.min(LOOK_AHEAD)];
    let gap = printed.checked_sub(expected);
    own.flat_map(|one| next.iter().map(|other| other.amount.checked_sub(one.amount)))
        .any(|change| change.is_some() && change == gap)
}
