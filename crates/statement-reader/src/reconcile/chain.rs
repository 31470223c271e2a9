//! Chain of printed balances, in minor units.

use saldo_domain::Outcome;

/// Amount of a transaction and the running balance printed beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Step {
    /// Amount in minor units, positive for money in.
    pub(crate) amount: i64,
    /// Balance after the transaction.
    pub(crate) balance: Option<i64>,
}

/// Agreement of the printed balances with the transactions, oldest first.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Chain {
    /// True if opening balance plus transactions give the closing balance; `None` if one of the balances is
    /// missing.
    pub(crate) identity: Option<bool>,
    /// Closing balance minus opening balance and transactions.
    pub(crate) discrepancy: Option<i64>,
    /// Number of printed running balances.
    pub(crate) printed: u32,
    /// Number of running balances that agree with the figures before them.
    pub(crate) holding: u32,
    /// Number of balances, the closing one included, that contradict the figures before them.
    pub(crate) broken: u32,
    /// Number of misprinted balances: the balances before and after them agree with each other, but not with
    /// them.
    pub(crate) misprints: u32,
    /// Index of the transaction at which the first balance breaks.
    pub(crate) first_broken: Option<usize>,
    /// Difference at the first break, printed minus expected.
    pub(crate) first_gap: Option<i64>,
    /// True if every transaction lies between two figures that prove it, or is the first and has its own
    /// balance.
    pub(crate) covered: bool,
    /// Number of printed balances that follow from another printed one.
    pub(crate) links: u32,
    /// True if a sum exceeds 64 bits.
    overflow: bool,
}

impl Chain {
    /// Follows the chain from `opening` over `steps` to `closing`.
    pub(crate) fn check(opening: Option<i64>, closing: Option<i64>, steps: &[Step]) -> Self {
        let mut chain = Self::default();
        let mut known = opening;
        let mut since: i64 = 0;
        // Index of the first transaction after the last printed balance.
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

    /// True if no printed figure contradicts the transactions.
    pub(crate) fn holds(&self) -> bool {
        !self.overflow && self.broken == 0 && self.identity != Some(false)
    }

    /// Returns the outcome: balanced, unbalanced, or unchecked if no figures prove the transactions.
    pub(crate) fn outcome(&self) -> Outcome {
        // A tenth of the balances may be misprints, but only if the ends prove the transactions.
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

    /// Returns the rank of a direction. The direction with the higher rank explains more of the printed
    /// balances.
    pub(crate) fn rank(&self) -> (bool, bool, i64) {
        let balanced = self.outcome() == Outcome::Balanced;
        (balanced, self.holds(), i64::from(self.holding) - i64::from(self.broken) - i64::from(self.misprints))
    }
}

/// Number of transactions searched for the next printed balance.
const LOOK_AHEAD: usize = 200;

/// True if the balance `printed` is wrong but the transactions around it are right: the next printed balance
/// follows from `expected` and not from `printed`.
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

/// True if the printed balance would be right with the amounts of one transaction before and one after it
/// exchanged. The balance is no misprint then. Searches up to the next printed balance.
fn is_swap(expected: i64, printed: i64, (before, after): (&[Step], &[Step]), start: usize) -> bool {
    let to = after.iter().position(|step| step.balance.is_some()).map_or(after.len(), |index| index + 1);
    let own = before.get(start..).unwrap_or(&[]).iter().rev().take(LOOK_AHEAD);
    let next = &after[..to.min(LOOK_AHEAD)];
    let gap = printed.checked_sub(expected);
    own.flat_map(|one| next.iter().map(|other| other.amount.checked_sub(one.amount)))
        .any(|change| change.is_some() && change == gap)
}
