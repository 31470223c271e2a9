//! Stage 4, evidence: the printed figures beside the rows of one hypothesis. No figure is ignored because it
//! does not fit.

use std::collections::{BTreeMap, HashSet};

use rustc_hash::FxHashSet;

use super::chain::{Chain, Glued};
use super::ends::{ends, own_balance, unlabeled_ends};
use super::table::Item;
use super::weigh::{Account, Compared, Contradiction, Fact, Printed, ReadRow, Reading, Signs, Use};
use crate::read::amount::Mark;
use crate::read::heads::{Role, Section};
use crate::read::labels::Label;
use crate::read::totals::contradicting;

/// Largest number of different figures tried as the opening or the closing balance.
const ENDS_MAX: usize = 5;

/// Compares every printed figure with the rows and completes the reading.
pub(super) fn weigh(account: &Account<'_>, read_rows: Vec<ReadRow>, reading: &mut Reading) {
    if reading.hypothesis.labeled {
        // Rows with the words of a balance are transactions under this hypothesis, so they state no balances.
        let transactions: HashSet<usize> =
            read_rows.iter().filter(|one| !one.is_balance).map(|one| account.items[one.item].row).collect();
        let facts = account.facts.iter().filter(|fact| !transactions.contains(&fact.row)).copied().collect();
        let account = Account {
            items: account.items.clone(),
            dated: account.dated.clone(),
            near: account.near.clone(),
            facts,
            summary: account.summary.clone(),
            unlabeled: account.unlabeled.clone(),
            ..*account
        };
        return weigh_facts(&account, read_rows, reading);
    }
    weigh_facts(account, read_rows, reading);
}

fn weigh_facts(account: &Account<'_>, read_rows: Vec<ReadRow>, reading: &mut Reading) {
    let read_rows = without_late_ends(account, read_rows);
    let mut openings = ends(account, &reading.hypothesis, Label::Opening);
    let mut closings = ends(account, &reading.hypothesis, Label::Closing);
    let places = unlabeled_ends(account, &reading.hypothesis, &read_rows, (&mut openings, &mut closings));
    reading.words += places;
    let glued = glued(account, &read_rows);
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
            let chain = Chain::walk(opening, closing, &read_rows, &glued);
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
    reading.read_rows = chain.read_rows;
    reading.are_printed = (chain.has_opening, chain.has_closing);
    carry_balances(&mut reading.read_rows);
    other_ends(account, &chain.balances, reading);
    reading.read_rows.retain(|one| !one.is_balance);
    totals(account, reading);
    counts(account, reading);
    sums(account, reading);
    signs(account, reading);
}

/// Moves a balance on a row of its own to the transaction before it.
fn carry_balances(read_rows: &mut [ReadRow]) {
    for at in 1..read_rows.len() {
        let (before, own) = read_rows.split_at_mut(at);
        let (Some(before), Some(own)) = (before.last_mut(), own.first()) else { continue };
        if own.is_balance && !before.is_balance && before.balance.is_none() {
            before.balance = own.balance;
        }
    }
}

fn glued(account: &Account<'_>, read_rows: &[ReadRow]) -> Glued {
    let items = read_rows.iter().map(|one| one.item).filter(|item| !account.items[*item].glued.is_empty());
    items.map(|item| (item, account.items[item].glued.clone())).collect()
}

/// Removes rows that state an opening balance after all transactions, a closing balance before them, or an
/// end that is printed elsewhere too. They are compared as ends and are not part of the chain of balances.
fn without_late_ends(account: &Account<'_>, read_rows: Vec<ReadRow>) -> Vec<ReadRow> {
    let first = read_rows.iter().position(|one| !one.is_balance);
    let last = read_rows.iter().rposition(|one| !one.is_balance);
    let (Some(first), Some(last)) = (first, last) else { return read_rows };
    let is_again = |one: &ReadRow, label: Label| {
        let item = account.items[one.item];
        let is_own = |fact: &&Fact| fact.label == label && fact.row == item.row && !fact.carried;
        let is_same = |own: &Fact| {
            let mut others = account.facts.iter().filter(|fact| fact.label == label && fact.row != own.row);
            others.any(|fact| (fact.minor, fact.mark) == (own.minor, own.mark))
        };
        account.facts.iter().find(is_own).is_some_and(is_same)
    };
    let is_late = |at: usize, one: &ReadRow| match account.items[one.item].label {
        Some(Label::Opening) => one.is_balance && (at > last || at > first && is_again(one, Label::Opening)),
        Some(Label::Closing) => one.is_balance && (at < first || at < last && is_again(one, Label::Closing)),
        _ => false,
    };
    read_rows.iter().enumerate().filter(|(at, one)| !is_late(*at, one)).map(|(_, one)| *one).collect()
}

/// Adds contradictions for further opening and closing balances that are not among the balances along the
/// rows.
fn other_ends(account: &Account<'_>, balances: &[i64], reading: &mut Reading) {
    let balances: HashSet<i64> = balances.iter().copied().collect();
    let mut compared = Compared::default();
    // The first balance with the value of an end is the end itself.
    let mut firsts = HashSet::new();
    // An end above all rows is not a balance along them.
    let rows = reading.read_rows.iter().filter(|one| !one.is_balance).map(|one| account.items[one.item].row);
    let top = rows.min();
    let is_above =
        |fact: &Fact| !fact.carried && fact.slot.is_none() && top.is_some_and(|top| fact.row < top);
    for fact in &account.facts {
        let value = own_balance(fact, &reading.hypothesis);
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
        // Beside the balance may stand that of another currency, which has none.
        let is_beside = |one: &Fact| {
            one.label == fact.label
                && one.row == fact.row
                && is_end == Some(own_balance(one, &reading.hypothesis))
        };
        if value == 0 && account.facts.iter().any(is_beside) {
            continue;
        }
        let is_along = || balances.contains(&value) || balances.contains(&-value);
        if is_end == Some(value) || !is_above(fact) && is_along() {
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
    let sum = |wanted: &dyn Fn(&ReadRow) -> bool| -> i64 {
        reading
            .read_rows
            .iter()
            .filter(|one| wanted(one))
            .fold(0_i64, |sum, one| sum.saturating_add(one.amount))
            .saturating_abs()
    };
    let (ins, outs) = (sum(&|one| one.amount > 0), sum(&|one| one.amount < 0));
    let without_fees = sum(&|one| one.amount < 0 && !one.is_fee);
    let mut contradictions = Vec::new();
    let mut explained = 0;
    let mut holds = (false, false);
    let totals = account.facts.iter().filter(|fact| matches!(fact.label, Label::TotalIn | Label::TotalOut));
    let mut parts: Option<Parts> = None;
    for fact in totals.take(TOTALS_MAX) {
        let all = if fact.label == Label::TotalIn { ins } else { outs };
        // A total of money out may leave out the fees beside the amounts.
        if fact.minor == all || fact.label == Label::TotalOut && fact.minor == without_fees {
            explained += usize::from(fact.minor != 0);
            *(if fact.label == Label::TotalIn { &mut holds.0 } else { &mut holds.1 }) = true;
            continue;
        }
        let beside = account.facts.iter().filter(|one| one.row == fact.row && one.label == fact.label);
        let together = beside.fold(0_i64, |sum, one| sum.saturating_add(one.minor));
        // `Total deposits` below the balances of deposit accounts is a balance.
        let is_end = |end: Option<i64>| end.is_some_and(|end| end.saturating_abs() == fact.minor);
        if fact.minor == 0
            || together == all
            || is_end(reading.closing)
            || parts.get_or_insert_with(|| Parts::of(account, reading)).make(account, fact)
            || regrouped(account, reading, fact)
            || is_kind_in_summary(account, reading, fact)
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
    // The totals of both directions prove the rows before the first balance and after the last one, too.
    reading.covered |= holds == (true, true) && explained > 0;
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

/// Returns the totals that a page may print for some rows, each with true for money in. It may set off the
/// rows of the other direction.
fn totals_of([all, ins, outs]: Added) -> [(i64, bool); 4] {
    [(all, true), (ins, true), (all.saturating_neg(), false), (outs, false)]
}

/// Sums of the parts of an account.
struct Parts {
    /// Sums of every run of consecutive sections, and of all rows, each with true for money in.
    runs: FxHashSet<(i64, bool)>,
    /// Rows in the order of the page, each with the sums up to it.
    upto: Vec<(usize, Added)>,
    /// Sums of each section.
    sections: BTreeMap<usize, Added>,
}

impl Parts {
    fn of(account: &Account<'_>, reading: &Reading) -> Self {
        let mut sections: BTreeMap<usize, Added> = BTreeMap::new();
        let mut rows: Vec<(usize, i64)> = Vec::with_capacity(reading.read_rows.len());
        for one in &reading.read_rows {
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
        let mut runs: FxHashSet<(i64, bool)> = totals_of(sum).into_iter().collect();
        let some: Vec<Added> = sections.values().take(SECTIONS_MAX).copied().collect();
        for first in 0..some.len() {
            let mut run = [0_i64; 3];
            for section in &some[first..] {
                for (sum, own) in run.iter_mut().zip(section) {
                    *sum = sum.saturating_add(*own);
                }
                runs.extend(totals_of(run));
            }
        }
        Self { runs, upto, sections }
    }

    /// True if a total is the sum of its section, of a run of sections, of the rows above it, or of the rows
    /// since the total before it.
    fn make(&self, account: &Account<'_>, fact: &Fact) -> bool {
        let before = |row: usize| {
            let at = self.upto.partition_point(|(own, _)| *own < row);
            at.checked_sub(1).map_or([0; 3], |at| self.upto[at].1)
        };
        let total = (fact.minor, fact.label == Label::TotalIn);
        let is = |sums: Added| totals_of(sums).contains(&total);
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
        let section = account.items.iter().find(|item| item.row == fact.row).map(|item| item.section);
        let section = section.and_then(|section| self.sections.get(&section));
        section.is_some_and(|sums| is(*sums))
            || self.runs.contains(&total)
            || is(own)
            || since.is_some_and(|since| is(apart(since)))
    }
}

/// True if the lines of a summary around a total lead from the opening balance, or from nothing, to the
/// closing balance: each of them then covers one kind of transactions, and no total covers all of a
/// direction.
fn is_kind_in_summary(account: &Account<'_>, reading: &Reading, fact: &Fact) -> bool {
    let (Some(opening), Some(closing)) = (reading.opening, reading.closing) else { return false };
    let row = |label: Label, is_there: &dyn Fn(usize) -> bool| {
        account.facts.iter().filter(|one| one.label == label).map(|one| one.row).find(|row| is_there(*row))
    };
    let (Some(first), Some(last)) =
        (row(Label::Opening, &|row| row < fact.row), row(Label::Closing, &|row| row > fact.row))
    else {
        return false;
    };
    let labeled = account.facts.iter().map(|one| (one.row, one.minor, one.mark));
    let unlabeled = account.unlabeled.iter().map(|one| (one.row, one.minor, one.mark));
    let mut lines: Vec<(usize, i64, Mark)> =
        labeled.chain(unlabeled).filter(|(row, ..)| (first + 1..last).contains(row)).collect();
    lines.sort_by_key(|(row, ..)| *row);
    let is_one_each = lines.windows(2).all(|pair| pair[0].0 != pair[1].0);
    let signed = |(_, minor, mark): &(usize, i64, Mark)| match mark {
        Mark::Minus | Mark::Debit => -minor,
        _ => *minor,
    };
    let sum = lines.iter().map(signed).fold(0_i64, i64::saturating_add);
    // The lines of an amount owed add to what is owed.
    let sum = if reading.hypothesis.owed { sum.saturating_neg() } else { sum };
    // The amount owed before may have been paid in full.
    let leads = || closing.checked_sub(opening) == Some(sum) || closing == sum;
    lines.len() >= KINDS_MIN && is_one_each && leads()
}

/// Smallest number of kinds of transactions in a summary; with fewer, each covers a direction.
const KINDS_MIN: usize = 3;

/// True if a total and one of the other direction lead from the opening to the closing balance. The two then
/// only group the rows differently, such as refunds subtracted from purchases.
fn regrouped(account: &Account<'_>, reading: &Reading, fact: &Fact) -> bool {
    let (Some(opening), Some(closing)) = (reading.opening, reading.closing) else { return false };
    let Some(moved) = closing.checked_sub(opening) else { return false };
    let is_other =
        |one: &&Fact| matches!(one.label, Label::TotalIn | Label::TotalOut) && one.label != fact.label;
    let others = account.facts.iter().filter(is_other).map(|one| one.minor);
    let mut all = others.chain(account.summary.iter().copied());
    let is_in = fact.label == Label::TotalIn;
    let led = |other: i64| if is_in { fact.minor.checked_sub(other) } else { other.checked_sub(fact.minor) };
    let is_pair = all.any(|other| led(other) == Some(moved));
    let of = |label: Label| -> Vec<i64> {
        account.facts.iter().filter(|one| one.label == label).map(|one| one.minor).collect()
    };
    let amounts: Vec<i64> = reading.read_rows.iter().map(|one| one.amount).collect();
    let totals = (of(Label::TotalIn), of(Label::TotalOut));
    is_pair && contradicting((opening, closing), (&totals.0, &totals.1), &amounts).is_none()
}

/// Compares the printed numbers of rows: of all, of one direction, or several that add up to all. A count
/// that does not fit may count something else. It is a contradiction only beside the count of the other
/// direction, which holds, or beside the total of its direction, which holds.
fn counts(account: &Account<'_>, reading: &mut Reading) {
    let mut rows: Vec<(usize, bool)> =
        reading.read_rows.iter().map(|one| (one.item, one.amount > 0)).collect();
    rows.dedup_by_key(|(item, _)| *item);
    let number = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
    let ins = number(rows.iter().filter(|(_, is_in)| *is_in).count());
    let all = number(rows.len());
    let of = |wanted: fn(Label) -> bool| {
        account.facts.iter().filter(move |fact| wanted(fact.label)).map(|fact| fact.minor)
    };
    let counts = || of(Label::is_count);
    let together = counts().fold(0_i64, i64::saturating_add);
    let holds = |count: i64| count != 0 && [all, ins, all - ins].contains(&count);
    if counts().all(holds) || together == all && all != 0 {
        reading.explained += counts().count();
    }
    let holds_in = of(|label| label == Label::CountIn).map(|count| count == ins);
    let holds_out = of(|label| label == Label::CountOut).map(|count| count == all - ins);
    let is_wrong = holds_in.chain(holds_out).collect::<HashSet<bool>>().len() > 1;
    let sum = |is_in: bool| {
        let own = reading.read_rows.iter().filter(|one| one.amount != 0 && (one.amount > 0) == is_in);
        own.fold(0_i64, |sum, one| sum.saturating_add(one.amount.saturating_abs()))
    };
    let beside = account.facts.iter().any(|fact| {
        let (total, own) = match fact.label {
            Label::TotalIn => (sum(true), ins),
            Label::TotalOut => (sum(false), all - ins),
            _ => return false,
        };
        fact.minor == total && fact.count.is_some_and(|count| count != own && count != all)
    });
    if is_wrong || beside || miscounts_lists(account, reading) {
        let (item, after) = (None, None);
        reading.contradictions.push(Contradiction {
            fact: Printed::Count,
            item,
            after,
            difference: 0,
            alone: true,
        });
    }
}

/// True if some lines of a summary state the total of a list or a section and the number of its rows, but
/// others such a total and another number.
fn miscounts_lists(account: &Account<'_>, reading: &Reading) -> bool {
    let facts = account.facts.iter().map(|one| (one.row, one.minor, one.count));
    let lines = facts.chain(account.unlabeled.iter().map(|one| (one.row, one.minor, one.count)));
    let counted: Vec<(usize, i64, i64)> =
        lines.filter_map(|(row, minor, count)| Some((row, minor, count?))).collect();
    if counted.len() < 2 {
        return false;
    }
    let mut lists: BTreeMap<(usize, Option<usize>), (i64, i64)> = BTreeMap::new();
    for one in &reading.read_rows {
        let item = account.items[one.item];
        for list in [(item.section, None), (item.section, Some(item.block))] {
            let (sum, rows) = lists.entry(list).or_default();
            (*sum, *rows) = (sum.saturating_add(one.amount), *rows + 1);
        }
    }
    let is_row = |row: usize| reading.read_rows.iter().any(|one| account.items[one.item].row == row);
    let holds = |(row, minor, count): &(usize, i64, i64)| {
        let is_sum = |(sum, _): &&(i64, i64)| *sum != 0 && sum.saturating_abs() == *minor && !is_row(*row);
        let mut own = lists.values().filter(is_sum).peekable();
        own.peek().is_some().then(|| own.any(|(_, rows)| rows == count))
    };
    counted.iter().filter_map(holds).collect::<HashSet<bool>>().len() > 1
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
    /// Figures with their signs since the last sum.
    figures: Vec<i64>,
}

/// Sums of all columns, with their signs.
#[derive(Debug, Default)]
struct Net {
    /// Sum of all rows.
    all: i64,
    /// Sum of the rows since the last total.
    since: i64,
    /// True while each total so far is a net total.
    holds: bool,
    /// True if the last row is a total.
    ends: bool,
}

impl Net {
    fn add(&mut self, change: i64) {
        self.all = self.all.saturating_add(change);
        self.since = self.since.saturating_add(change);
        self.ends = false;
    }

    fn is(&self, minor: i64) -> bool {
        minor != 0 && [self.all, self.since].iter().any(|net| net.saturating_abs() == minor)
    }

    fn end(&mut self, is_net: bool) {
        self.holds &= is_net;
        self.ends = is_net;
        self.since = 0;
    }
}

/// Compares sums within the table, below a section, a page or all rows. Each is a sum of rows above it, or
/// contradicts them.
fn sums(account: &Account<'_>, reading: &mut Reading) {
    let uses = &reading.hypothesis.uses;
    // The amount of each item, and its sum with the fee beside it.
    let mut amounts: BTreeMap<usize, (i64, i64)> = BTreeMap::new();
    for one in &reading.read_rows {
        let (_, sum) = amounts.entry(one.item).or_insert((one.amount, 0));
        *sum = sum.saturating_add(one.amount);
    }
    // A line that carries over may state the balance so far instead of a sum.
    let mut balance = reading.opening.filter(|_| !reading.hypothesis.newest_first);
    let mut sums: BTreeMap<Use, Sums> = BTreeMap::new();
    let mut net = Net { holds: true, ..Net::default() };
    // Lines that carry over the balance so far, and those that carry over something else.
    let (mut carried, mut off) = (0_usize, Vec::new());
    let is_carried = |item: &Item| account.facts.iter().any(|fact| fact.row == item.row && fact.carried);
    let (mut holding, mut fits, mut broken) = (0, false, Vec::new());
    // A sum may be printed again further down.
    let mut known: HashSet<i64> = HashSet::new();
    // Beside a word for a total may stand a balance, such as the one available.
    known.extend([reading.opening, reading.closing].iter().flatten().map(|balance| balance.saturating_abs()));
    for (index, item) in account.items.iter().enumerate() {
        let change = amounts.get(&index).map_or(0, |(_, sum)| *sum);
        balance = balance.map(|balance| balance.saturating_add(change));
        if amounts.contains_key(&index) {
            net.add(change);
        }
        let cells =
            item.cells.iter().filter(|cell| matches!(uses[cell.slot], Use::Amount | Use::In | Use::Out));
        for cell in cells {
            let own = sums.entry(uses[cell.slot]).or_default();
            own.turn(item);
            if let Some((amount, _)) = amounts.get(&index) {
                let is_minus = matches!(cell.mark, Mark::Minus | Mark::Debit);
                for sum in [&mut own.all, &mut own.since, &mut own.page.1, &mut own.section.1] {
                    sum.add(cell.minor, is_minus, *amount);
                }
                own.figures.push(if is_minus { -cell.minor } else { cell.minor });
            } else if is_sum(item, uses) && account.is_own(item) {
                let candidates = [own.all, own.since, own.page.1, own.section.1];
                let is_net = item.cells.len() == 1 && net.is(cell.minor);
                net.end(is_net);
                if is_net || candidates.iter().any(|sum| sum.is(cell.minor)) || own.ends_with(cell.minor) {
                    holding += usize::from(cell.minor != 0);
                    fits = true;
                    known.insert(cell.minor);
                } else if item.cells.len() == 1 && balance.is_some_and(|it| it.saturating_abs() == cell.minor)
                {
                    holding += usize::from(cell.minor != 0);
                    carried += usize::from(is_carried(item));
                } else if item.cells.len() == 1 && is_carried(item) && !known.contains(&cell.minor) {
                    let so_far = balance.map_or(0, i64::saturating_abs);
                    off.push((index, cell.minor.saturating_sub(so_far)));
                } else if !known.contains(&cell.minor) && amounts.range(..index).next().is_some() {
                    broken.push((index, cell.minor.saturating_sub(own.since.bare)));
                }
                own.since = Sum::default();
                own.figures.clear();
            }
        }
    }
    reading.explained += holding;
    // Net totals below all rows prove them.
    reading.covered |= net.holds && net.ends;
    if carried > 0 {
        broken.append(&mut off);
    }
    // If no sum fits, they are sums of something else.
    if fits || carried > 0 {
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
    /// True if the last rows, at least two, have this sum: a heading may begin a group among them.
    fn ends_with(&self, minor: i64) -> bool {
        let mut sum = 0_i64;
        let sums = self.figures.iter().rev().map(|figure| {
            sum = sum.saturating_add(*figure);
            sum.saturating_abs()
        });
        minor != 0 && sums.skip(1).any(|sum| sum == minor)
    }

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
fn is_sum(item: &Item, uses: &[Use]) -> bool {
    let has = |wanted: Use| item.cells.iter().any(|cell| uses[cell.slot] == wanted);
    let is_footer = || has(Use::In) && has(Use::Out) && has(Use::Balance);
    let is_labeled = match item.label {
        Some(Label::Total) => item.date.is_none() || has(Use::In) && has(Use::Out),
        // The totals of both directions may stand beside the closing balance.
        Some(Label::Closing | Label::Balance) => item.date.is_none() && is_footer(),
        _ => false,
    };
    is_labeled && item.may_be_sum
}

/// Adds contradictions for signs that the figures require against the marks. If all marked rows have one
/// direction, all unmarked rows have the other one.
fn signs(account: &Account<'_>, reading: &mut Reading) {
    let one_way = against_marks(account, reading);
    reading.contradictions.extend(one_way);
    if matches!(reading.hypothesis.signs, Signs::Sections(_)) {
        return;
    }
    if reading.hypothesis.signs == Signs::Balances {
        let of_sections = against_sections(account, reading);
        reading.contradictions.extend(of_sections);
    }
    let uses = &reading.hypothesis.uses;
    let has = |one: &ReadRow, is_marked: bool| {
        let mut cells = account.items[one.item].cells.iter();
        cells.any(|cell| {
            (uses[cell.slot] == Use::Amount || is_one_way(account, reading, cell.slot))
                && cell.minor != 0
                && (cell.mark != Mark::None) == is_marked
        })
    };
    let rows = || reading.read_rows.iter().filter(|one| one.amount != 0 && !one.is_fee);
    let marked = |is_in: bool| rows().any(|one| has(one, true) && (one.amount > 0) == is_in);
    let marked_in = match (marked(true), marked(false)) {
        (true, false) => true,
        (false, true) => false,
        _ => return,
    };
    let against = rows().filter(|one| has(one, false) && (one.amount > 0) == marked_in);
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

/// Returns the contradictions of rows whose sign only a sum over several rows gives, against the heading of
/// their section.
fn against_sections(account: &Account<'_>, reading: &Reading) -> Vec<Contradiction> {
    let is_against = |one: &ReadRow| match account.parts[account.items[one.item].section].kind {
        Some(Section::In) => one.amount < 0,
        Some(Section::Out) => one.amount > 0,
        _ => false,
    };
    let mut had_balance = false;
    let mut found = Vec::new();
    for one in &reading.read_rows {
        let is_proven = had_balance && one.balance.is_some();
        had_balance = one.balance.is_some();
        if !one.is_signed && !is_proven && is_against(one) {
            found.push(Contradiction {
                fact: Printed::Sign,
                item: Some(one.item),
                after: None,
                difference: one.amount.saturating_mul(-2),
                alone: true,
            });
        }
    }
    found
}

/// True if a column is read as one of a single direction although no head says so.
fn is_one_way(account: &Account<'_>, reading: &Reading, slot: usize) -> bool {
    matches!(reading.hypothesis.uses[slot], Use::In | Use::Out)
        && !matches!(account.slots[slot].role, Some(Role::In | Role::Out))
}

/// Returns the contradictions of rows in a column that is read as one of a single direction although its
/// figures have both signs and no head says otherwise.
fn against_marks(account: &Account<'_>, reading: &Reading) -> Vec<Contradiction> {
    let cells = |item: usize| {
        let cells = account.items[item].cells.iter();
        cells.filter(move |cell| is_one_way(account, reading, cell.slot) && cell.minor != 0)
    };
    let has =
        |wanted: Mark| reading.read_rows.iter().any(|one| cells(one.item).any(|cell| cell.mark == wanted));
    if !(has(Mark::Plus) && has(Mark::Minus)) {
        return Vec::new();
    }
    let is_against = |one: &&ReadRow| {
        cells(one.item).any(|cell| match cell.mark {
            Mark::Plus => one.amount < 0,
            Mark::Minus => one.amount > 0,
            _ => false,
        })
    };
    let against = reading.read_rows.iter().filter(is_against);
    let contradiction = |one: &ReadRow| Contradiction {
        fact: Printed::Sign,
        item: Some(one.item),
        after: None,
        difference: one.amount.saturating_mul(-2),
        alone: true,
    };
    against.map(contradiction).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_total_of_money_out_is_no_sum_of_money_in() {
        let sums = add(add([0; 3], 6_000), 500);
        assert!(totals_of(sums).contains(&(6_500, true)));
        assert!(!totals_of(sums).contains(&(6_500, false)));
        // A refund may be set off against the money out.
        let sums = add(add([0; 3], -6_000), 500);
        assert!(totals_of(sums).contains(&(5_500, false)) && totals_of(sums).contains(&(6_000, false)));
    }
}
