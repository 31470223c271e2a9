//! Stage 4, evidence: the printed figures beside the rows of one hypothesis. No figure is ignored because it
//! does not fit.

use std::collections::{BTreeMap, HashSet};

use super::table::Item;
use super::weigh::{Account, Compared, Contradiction, Fact, Move, Printed, Reading, Signs, Use};
use crate::read::amount::Mark;
use crate::read::labels::Label;
use crate::read::totals::contradicting;

/// Largest number of rows between two balances whose signs are solved together, by trying up to 2^14
/// combinations.
const SOLVED_MAX: usize = 14;
/// Largest number of different figures tried as the opening or the closing balance.
const ENDS_MAX: usize = 5;

/// Compares every printed figure with the rows and completes the reading.
pub(super) fn weigh(account: &Account<'_>, moves: Vec<Move>, reading: &mut Reading) {
    if reading.hypothesis.labelled {
        // Rows with the words of a balance are transactions under this hypothesis, so they state no balances.
        let entries: HashSet<usize> =
            moves.iter().filter(|one| !one.is_balance).map(|one| account.items[one.item].row).collect();
        let facts = account.facts.iter().filter(|fact| !entries.contains(&fact.row)).copied().collect();
        let account = Account {
            items: account.items.clone(),
            dated: account.dated.clone(),
            near: account.near.clone(),
            facts,
            summary: account.summary.clone(),
            ..*account
        };
        return weigh_facts(&account, moves, reading);
    }
    weigh_facts(account, moves, reading);
}

fn weigh_facts(account: &Account<'_>, moves: Vec<Move>, reading: &mut Reading) {
    let owed = reading.hypothesis.owed;
    let moves = without_late_ends(account, moves);
    let openings = ends(account, owed, Label::Opening);
    let closings = ends(account, owed, Label::Closing);
    let mut best: Option<Chain> = None;
    let with_none = |values: &[i64]| -> Vec<Option<i64>> {
        let mut all: Vec<Option<i64>> = values.iter().take(ENDS_MAX).copied().map(Some).collect();
        if all.is_empty() {
            all.push(None);
        }
        all
    };
    for opening in with_none(&openings) {
        for closing in with_none(&closings) {
            let chain = Chain::walk(opening, closing, &moves);
            if best.as_ref().is_none_or(|best| chain.rank() > best.rank()) {
                best = Some(chain);
            }
        }
    }
    let Some(chain) = best else { return };
    reading.opening = chain.opening;
    reading.closing = chain.closing;
    reading.explained = chain.explained;
    reading.contradictions.clone_from(&chain.contradictions);
    reading.undecided = chain.undecided;
    reading.covered = chain.covered;
    reading.moves = chain.moves;
    reading.are_printed = (chain.has_opening, chain.has_closing);
    other_ends(account, owed, &chain.balances, reading);
    reading.moves.retain(|one| !one.is_balance);
    totals(account, reading);
    counts(account, reading);
    sums(account, reading);
    signs(account, reading);
}

/// Removes rows that state an opening balance after all transactions, or a closing balance before them. They
/// are compared as ends and are not part of the chain of balances.
fn without_late_ends(account: &Account<'_>, moves: Vec<Move>) -> Vec<Move> {
    let first = moves.iter().position(|one| !one.is_balance);
    let last = moves.iter().rposition(|one| !one.is_balance);
    let (Some(first), Some(last)) = (first, last) else { return moves };
    let is_late = |at: usize, one: &Move| match account.items[one.item].label {
        Some(Label::Opening) => one.is_balance && at > last,
        Some(Label::Closing) => one.is_balance && at < first,
        _ => false,
    };
    moves.iter().enumerate().filter(|(at, one)| !is_late(*at, one)).map(|(_, one)| *one).collect()
}

/// Returns the different values printed with a label, from the account holder's side.
fn ends(account: &Account<'_>, owed: bool, label: Label) -> Vec<i64> {
    let mut values = Vec::new();
    let mut known: HashSet<i64> = HashSet::new();
    let facts = || account.facts.iter().filter(|fact| fact.label == label);
    let only_carried = facts().all(|fact| fact.carried);
    for fact in facts().filter(|fact| !fact.carried || only_carried) {
        let value = held(fact, owed);
        if known.insert(value) {
            values.push(value);
        }
    }
    if label == Label::Closing && values.len() > 1 {
        // Order of preference: the last one closes the account, or the first one if it stands in a summary
        // above the rows.
        values.rotate_right(1);
        values[2..].reverse();
    }
    values
}

fn held(fact: &Fact, owed: bool) -> i64 {
    match (owed, fact.mark) {
        (true, Mark::Minus | Mark::Credit) | (false, Mark::None | Mark::Plus | Mark::Credit) => fact.minor,
        (true, _) | (false, Mark::Minus | Mark::Debit) => -fact.minor,
    }
}

/// Chain of the balances along the rows.
struct Chain {
    moves: Vec<Move>,
    opening: Option<i64>,
    closing: Option<i64>,
    explained: usize,
    contradictions: Vec<Contradiction>,
    undecided: usize,
    covered: bool,
    has_opening: bool,
    has_closing: bool,
    /// Every printed or derived balance.
    balances: Vec<i64>,
}

impl Chain {
    fn rank(&self) -> (i64, bool) {
        let count = |number: usize| i64::try_from(number).unwrap_or(i64::MAX / 8);
        // The same ratio as that of `weights::CONTRADICTS` to `weights::HOLDS`.
        (count(self.explained) - 3 * count(self.contradictions.len()) - count(self.undecided), self.covered)
    }

    fn walk(opening: Option<i64>, closing: Option<i64>, moves: &[Move]) -> Self {
        let mut chain = Self {
            moves: moves.to_vec(),
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
        for (index, one) in moves.iter().enumerate() {
            let Some(balance) = one.balance else { continue };
            chain.link(known, balance, start..index + 1, Printed::Balance);
            // A row that only states a balance before all others, or after them, prints an end.
            chain.has_opening |= known.is_none() && moves[start..=index].iter().all(|one| one.is_balance);
            chain.has_closing |= one.is_balance && index + 1 == moves.len();
            if known.is_none() {
                let sum = chain.sum(start..index + 1);
                chain.opening = sum.and_then(|sum| balance.checked_sub(sum));
            }
            chain.balances.push(balance);
            known = Some(balance);
            start = index + 1;
        }
        match (closing, known) {
            (Some(closing), Some(_)) => chain.link(known, closing, start..moves.len(), Printed::Closing),
            (None, Some(known)) => {
                if start < moves.len() {
                    chain.open(start..moves.len());
                }
                chain.closing = chain.sum(start..moves.len()).and_then(|sum| known.checked_add(sum));
            }
            (_, None) => chain.open(0..moves.len()),
        }
        chain.balances.extend(chain.closing);
        chain.join_misprints();
        chain
    }

    fn sum(&self, range: std::ops::Range<usize>) -> Option<i64> {
        self.moves[range].iter().try_fold(0_i64, |sum, one| sum.checked_add(one.amount))
    }

    /// Records rows that no balance proves.
    fn open(&mut self, range: std::ops::Range<usize>) {
        self.undecided += self.moves[range].iter().filter(|one| !one.is_signed && one.amount != 0).count();
        self.covered = false;
    }

    /// Compares a printed balance with the one before it and the rows between.
    fn link(&mut self, known: Option<i64>, balance: i64, range: std::ops::Range<usize>, fact: Printed) {
        let Some(known) = known else {
            let unsigned =
                self.moves[range.clone()].iter().filter(|one| !one.is_signed && one.amount != 0).count();
            let rows = self.moves[range].iter().filter(|one| !one.is_balance).count();
            self.undecided += unsigned;
            self.covered &= rows <= 1;
            return;
        };
        let Some(wanted) = balance.checked_sub(known) else { return };
        if self.solve(&range, wanted) {
            self.explained += 1;
            return;
        }
        let difference = self.sum(range.clone()).and_then(|sum| wanted.checked_sub(sum)).unwrap_or(0);
        let item = range.end.checked_sub(1).and_then(|at| self.moves.get(at)).map(|one| one.item);
        let after = range.start.checked_sub(1).and_then(|at| self.moves.get(at)).map(|one| one.item);
        self.contradictions.push(Contradiction { fact, item, after, difference, alone: false });
    }

    /// Finds the signs of rows without one. Returns false if no combination gives `wanted`, or if there are
    /// too many rows to try.
    fn solve(&mut self, range: &std::ops::Range<usize>, wanted: i64) -> bool {
        let free: Vec<usize> =
            range.clone().filter(|at| !self.moves[*at].is_signed && self.moves[*at].amount != 0).collect();
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
            .try_fold(0_i64, |sum, at| sum.checked_add(self.moves[at].amount));
        let Some(rest) = fixed.and_then(|fixed| wanted.checked_sub(fixed)) else { return false };
        let mut found = None;
        let mut several = false;
        for bits in 0..1_u32 << free.len() {
            let sum = free.iter().enumerate().try_fold(0_i64, |sum, (bit, at)| {
                let amount = self.moves[*at].amount.abs();
                if bits >> bit & 1 == 1 { sum.checked_sub(amount) } else { sum.checked_add(amount) }
            });
            if sum == Some(rest) {
                several |= found.is_some();
                found = found.or(Some(bits));
            }
        }
        let Some(bits) = found else {
            for at in &free {
                self.moves[*at].amount = -self.moves[*at].amount.abs();
            }
            return false;
        };
        for (bit, at) in free.iter().enumerate() {
            let amount = self.moves[*at].amount.abs();
            self.moves[*at].amount = if bits >> bit & 1 == 1 { -amount } else { amount };
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

/// Adds contradictions for further opening and closing balances that are not among the balances along the
/// rows.
fn other_ends(account: &Account<'_>, owed: bool, balances: &[i64], reading: &mut Reading) {
    let balances: HashSet<i64> = balances.iter().copied().collect();
    let mut compared = Compared::default();
    // The first balance with the value of an end is the end itself.
    let mut firsts = HashSet::new();
    for fact in &account.facts {
        let value = held(fact, owed);
        let (printed, is_end) = match fact.label {
            Label::Opening => (Printed::Opening, reading.opening),
            Label::Closing => (Printed::Closing, reading.closing),
            _ => continue,
        };
        let is_first = is_end == Some(value) && firsts.insert(fact.label == Label::Opening);
        if is_first || is_end.is_none() {
            continue;
        }
        compared.printed += 1;
        if is_end == Some(value) || balances.contains(&value) || balances.contains(&-value) {
            compared.holding += 1;
            continue;
        }
        let difference = is_end.and_then(|end| value.checked_sub(end)).unwrap_or(0);
        let (item, after) = (None, None);
        reading.contradictions.push(Contradiction { fact: printed, item, after, difference, alone: false });
    }
    reading.other_ends = compared;
}

/// Compares the printed totals. Each is the sum of rows that it may cover, or contradicts them.
fn totals(account: &Account<'_>, reading: &mut Reading) {
    let sum = |wanted: &dyn Fn(&Move) -> bool| -> i64 {
        reading
            .moves
            .iter()
            .filter(|one| wanted(one))
            .fold(0_i64, |sum, one| sum.saturating_add(one.amount))
            .saturating_abs()
    };
    let (ins, outs) = (sum(&|one| one.amount > 0), sum(&|one| one.amount < 0));
    let mut contradictions = Vec::new();
    let mut explained = 0;
    let totals = account.facts.iter().filter(|fact| matches!(fact.label, Label::TotalIn | Label::TotalOut));
    let mut parts: Option<Parts> = None;
    for fact in totals.take(TOTALS_MAX) {
        let all = if fact.label == Label::TotalIn { ins } else { outs };
        let other = if fact.label == Label::TotalIn { outs } else { ins };
        if fact.minor == all || fact.minor == other {
            explained += usize::from(fact.minor != 0);
            continue;
        }
        let beside = account.facts.iter().filter(|one| one.row == fact.row && one.label == fact.label);
        let together = beside.fold(0_i64, |sum, one| sum.saturating_add(one.minor));
        if fact.minor == 0
            || together == all
            || parts.get_or_insert_with(|| Parts::of(account, reading)).make(account, fact)
            || regrouped(account, reading, fact)
        {
            continue;
        }
        contradictions.push(Contradiction {
            fact: if fact.label == Label::TotalIn { Printed::TotalIn } else { Printed::TotalOut },
            item: None,
            after: None,
            difference: fact.minor.saturating_sub(all),
            alone: true,
        });
    }
    // Totals of parts count neither as explained nor as contradictions.
    reading.explained += explained;
    reading.sums.printed += explained + contradictions.len();
    reading.sums.holding += explained;
    reading.contradictions.extend(contradictions);
}

/// Largest number of printed totals compared.
const TOTALS_MAX: usize = 200;
/// Largest number of sections whose runs are added up.
const SECTIONS_MAX: usize = 24;

/// Sums of rows: net, money in, and money out.
type Added = [i64; 3];

fn add(sums: Added, amount: i64) -> Added {
    let [all, ins, outs] = sums;
    let (more_in, more_out) = (amount.max(0), amount.min(0).saturating_abs());
    [all.saturating_add(amount), ins.saturating_add(more_in), outs.saturating_add(more_out)]
}

/// Sums of the parts of an account.
struct Parts {
    /// Sums of every run of consecutive sections, and of all rows.
    runs: HashSet<i64>,
    /// Rows in the order of the page, each with the sums up to it.
    upto: Vec<(usize, Added)>,
}

impl Parts {
    fn of(account: &Account<'_>, reading: &Reading) -> Self {
        let mut sections: BTreeMap<usize, Added> = BTreeMap::new();
        let mut rows: Vec<(usize, i64)> = Vec::with_capacity(reading.moves.len());
        for one in &reading.moves {
            let item = account.items[one.item];
            let section = sections.entry(item.section).or_default();
            *section = add(*section, one.amount);
            rows.push((item.row, one.amount));
        }
        rows.sort_by_key(|(row, _)| *row);
        let mut sum = [0; 3];
        let mut upto = Vec::with_capacity(rows.len());
        for (row, amount) in rows {
            sum = add(sum, amount);
            upto.push((row, sum));
        }
        let mut runs: HashSet<i64> = [sum[0].saturating_abs(), sum[1], sum[2]].into();
        let sections: Vec<Added> = sections.into_values().take(SECTIONS_MAX).collect();
        for first in 0..sections.len() {
            let mut run = [0_i64; 3];
            for section in &sections[first..] {
                for (sum, own) in run.iter_mut().zip(section) {
                    *sum = sum.saturating_add(*own);
                }
                runs.extend([run[0].saturating_abs(), run[1], run[2]]);
            }
        }
        Self { runs, upto }
    }

    /// True if a total is the sum of a run of sections, of the rows above it, or of the rows since the total
    /// before it.
    fn make(&self, account: &Account<'_>, fact: &Fact) -> bool {
        let before = |row: usize| {
            let at = self.upto.partition_point(|(own, _)| *own < row);
            at.checked_sub(1).map_or([0; 3], |at| self.upto[at].1)
        };
        let is = |sums: Added| [sums[0].saturating_abs(), sums[1], sums[2]].contains(&fact.minor);
        let own = before(fact.row);
        let others = account.facts.iter().filter(|one| one.label == fact.label && one.row < fact.row);
        let since = others.map(|one| one.row).max().map(|row| before(row + 1));
        let apart = |since: Added| {
            [
                own[0].saturating_sub(since[0]),
                own[1].saturating_sub(since[1]),
                own[2].saturating_sub(since[2]),
            ]
        };
        self.runs.contains(&fact.minor) || is(own) || since.is_some_and(|since| is(apart(since)))
    }
}

/// True if a total and one of the other direction lead from the opening to the closing balance. The two then
/// only group the rows differently, such as refunds subtracted from purchases.
fn regrouped(account: &Account<'_>, reading: &Reading, fact: &Fact) -> bool {
    let (Some(opening), Some(closing)) = (reading.opening, reading.closing) else { return false };
    let Some(moved) = closing.checked_sub(opening) else { return false };
    let is_other =
        |one: &&Fact| matches!(one.label, Label::TotalIn | Label::TotalOut) && one.label != fact.label;
    let others = account.facts.iter().filter(is_other).map(|one| one.minor);
    let mut all = others.chain(account.summary.iter().copied());
    let is_pair =
        all.any(|other| fact.minor.checked_sub(other).is_some_and(|apart| apart.abs() == moved.abs()));
    let of = |label: Label| -> Vec<i64> {
        account.facts.iter().filter(|one| one.label == label).map(|one| one.minor).collect()
    };
    let amounts: Vec<i64> = reading.moves.iter().map(|one| one.amount).collect();
    let totals = (of(Label::TotalIn), of(Label::TotalOut));
    is_pair && contradicting((opening, closing), (&totals.0, &totals.1), &amounts).is_none()
}

/// Compares the printed numbers of rows: of all, of one direction, or several that add up to all. A count
/// that does not fit may count something else and is no contradiction.
fn counts(account: &Account<'_>, reading: &mut Reading) {
    let mut rows: Vec<(usize, bool)> = reading.moves.iter().map(|one| (one.item, one.amount > 0)).collect();
    rows.dedup_by_key(|(item, _)| *item);
    let number = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
    let ins = number(rows.iter().filter(|(_, is_in)| *is_in).count());
    let all = number(rows.len());
    let counts = || account.facts.iter().filter(|fact| fact.label == Label::Count).map(|fact| fact.minor);
    let together = counts().fold(0_i64, i64::saturating_add);
    let holds = |count: i64| count != 0 && [all, ins, all - ins].contains(&count);
    if counts().all(holds) || together == all && all != 0 {
        reading.explained += counts().count();
    }
}

/// Sums of the rows in one use of a column.
#[derive(Debug, Clone, Copy, Default)]
struct Sum {
    /// Sum with the signs beside the figures.
    signed: i64,
    /// Sum without signs.
    bare: i64,
    money_in: i64,
    money_out: i64,
}

impl Sum {
    fn add(&mut self, minor: i64, is_minus: bool, amount: i64) {
        self.signed = self.signed.saturating_add(if is_minus { -minor } else { minor });
        self.bare = self.bare.saturating_add(minor);
        let side = if amount > 0 { &mut self.money_in } else { &mut self.money_out };
        *side = side.saturating_add(minor);
    }

    fn is(&self, minor: i64) -> bool {
        [self.signed.abs(), self.bare, self.money_in, self.money_out].contains(&minor)
    }
}

/// Sums up to a row: of all rows, of those since the last sum, of its page, and of its section.
#[derive(Debug, Default)]
struct Sums {
    all: Sum,
    since: Sum,
    page: (u32, Sum),
    section: (usize, Sum),
}

/// Compares sums within the table, below a section, a page or all rows. Each is a sum of rows above it, or
/// contradicts them.
fn sums(account: &Account<'_>, reading: &mut Reading) {
    let uses = &reading.hypothesis.uses;
    let mut amounts: BTreeMap<usize, i64> = BTreeMap::new();
    for one in &reading.moves {
        amounts.entry(one.item).or_insert(one.amount);
    }
    let mut sums: BTreeMap<Use, Sums> = BTreeMap::new();
    let (mut holding, mut broken) = (0, Vec::new());
    // A sum may be printed again further down.
    let mut known: HashSet<i64> = HashSet::new();
    for (index, item) in account.items.iter().enumerate() {
        let cells =
            item.cells.iter().filter(|cell| matches!(uses[cell.slot], Use::Amount | Use::In | Use::Out));
        for cell in cells {
            let own = sums.entry(uses[cell.slot]).or_default();
            own.turn(item);
            if let Some(amount) = amounts.get(&index) {
                let is_minus = matches!(cell.mark, Mark::Minus | Mark::Debit);
                for sum in [&mut own.all, &mut own.since, &mut own.page.1, &mut own.section.1] {
                    sum.add(cell.minor, is_minus, *amount);
                }
            } else if is_sum(item) {
                let candidates = [own.all, own.since, own.page.1, own.section.1];
                if candidates.iter().any(|sum| sum.is(cell.minor)) {
                    holding += usize::from(cell.minor != 0);
                    known.insert(cell.minor);
                } else if !known.contains(&cell.minor) {
                    broken.push((index, cell.minor.saturating_sub(own.since.bare)));
                }
                own.since = Sum::default();
            }
        }
    }
    reading.explained += holding;
    // If no sum fits, they are sums of something else.
    if holding > 0 {
        reading.sums.printed += holding + broken.len();
        reading.sums.holding += holding;
        reading.contradictions.extend(broken.into_iter().map(|(item, difference)| Contradiction {
            fact: Printed::Sum,
            item: Some(item),
            after: None,
            difference,
            alone: true,
        }));
    }
}

impl Sums {
    /// Starts new sums at another page or section.
    fn turn(&mut self, item: &Item) {
        if self.page.0 != item.page {
            self.page = (item.page, Sum::default());
        }
        if self.section.0 != item.section {
            self.section = (item.section, Sum::default());
        }
    }
}

/// True if a row is a sum within the table. Totals with the words of a direction are compared wherever they
/// stand.
fn is_sum(item: &Item) -> bool {
    item.label == Some(Label::Total) && item.date.is_none()
}

/// Adds contradictions for signs that the balances require against the marks. If only one direction is
/// marked, all unmarked rows have the other direction.
fn signs(account: &Account<'_>, reading: &mut Reading) {
    if reading.hypothesis.signs != Signs::Balances {
        return;
    }
    let uses = &reading.hypothesis.uses;
    let marks = |item: usize| {
        let cells = account.items[item].cells.iter();
        cells.filter(|cell| uses[cell.slot] == Use::Amount && cell.minor != 0).map(|cell| cell.mark)
    };
    let any = |wanted: [Mark; 2]| {
        reading.moves.iter().any(|one| marks(one.item).any(|mark| wanted.contains(&mark)))
    };
    let rest_is_in = match (any([Mark::Minus, Mark::Debit]), any([Mark::Plus, Mark::Credit])) {
        (true, false) => true,
        (false, true) => false,
        _ => return,
    };
    let against = reading
        .moves
        .iter()
        .filter(|one| !one.is_signed && one.amount != 0 && (one.amount > 0) != rest_is_in);
    let found: Vec<Contradiction> = against
        .map(|one| Contradiction {
            fact: Printed::Sign,
            item: Some(one.item),
            after: None,
            difference: one.amount.saturating_mul(-2),
            alone: true,
        })
        .collect();
    reading.contradictions.extend(found);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(item: usize, amount: i64, balance: i64, is_signed: bool) -> Move {
        Move { item, amount, balance: Some(balance), is_signed, is_balance: false, is_fee: false }
    }

    #[test]
    fn balances_decide_signs_that_are_not_printed() {
        let chain = Chain::walk(Some(100), Some(120), &[row(0, 30, 70, false), row(1, 50, 120, false)]);
        assert_eq!(chain.moves.iter().map(|one| one.amount).collect::<Vec<_>>(), [-30, 50]);
        assert_eq!((chain.explained, chain.contradictions.len(), chain.undecided), (3, 0, 0));
    }

    #[test]
    fn without_an_opening_balance_the_sign_of_the_first_row_is_undecided() {
        let chain = Chain::walk(None, None, &[row(0, 30, 70, false), row(1, 50, 120, false)]);
        assert_eq!(chain.undecided, 1);
    }

    #[test]
    fn a_misprinted_balance_is_one_contradiction_beside_its_row() {
        let rows = [row(0, 10, 110, true), row(1, 10, 220, true), row(2, 10, 130, true)];
        let chain = Chain::walk(Some(100), Some(130), &rows);
        let found: Vec<(Option<usize>, i64, bool)> =
            chain.contradictions.iter().map(|one| (one.item, one.difference, one.alone)).collect();
        assert_eq!(found, [(Some(1), 100, true)]);
    }

    #[test]
    fn a_gap_that_no_row_explains_stays_a_contradiction() {
        let chain = Chain::walk(Some(100), Some(175), &[row(0, 10, 110, true), row(1, 20, 175, true)]);
        assert_eq!(chain.contradictions.len(), 1);
        assert_eq!(chain.contradictions[0].difference, 45);
    }
}
