//! Of the readings that a table allows, the one under which the printed figures hold.

use std::collections::{HashMap, HashSet};

use super::amount::Mark;
use super::choice::{left_out, sets};
use super::heads::{Role, Section};
use super::scheme::{Cell, Item, Move, Plan, Scheme};
use crate::reconcile::{Chain, Step};

/// A balance printed beside a label.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct End {
    /// Without sign, in minor units.
    pub(crate) minor: i64,
    /// The sign as printed.
    pub(crate) mark: Mark,
    /// The row that may be an entry instead.
    pub(crate) item: Option<usize>,
}

/// What the search is given.
pub(crate) struct Question<'a> {
    /// Rows that may be entries, in printed order; rows without a date of their own included.
    pub(crate) items: &'a [Item],
    /// What the heads say of each column.
    pub(crate) roles: Vec<Option<Role>>,
    /// Balances that may be the opening one, likeliest first.
    pub(crate) openings: Vec<End>,
    /// Balances that may be the closing one, likeliest first.
    pub(crate) closings: Vec<End>,
    /// Whether the words of the statement are those of a card.
    pub(crate) is_card: bool,
    /// Whether rows without a date of their own look like entries.
    pub(crate) carries_dates: bool,
    /// How many entries may be looked at in all readings together.
    pub(crate) work_max: usize,
}

/// A reading and what speaks for it.
#[derive(Debug, Clone)]
pub(crate) struct Reading {
    /// The rows it uses.
    pub(crate) items: Vec<usize>,
    /// Its entries; `Move::item` counts in `items`.
    pub(crate) moves: Vec<Move>,
    /// The opening balance, if one is printed.
    pub(crate) opening: Option<i64>,
    /// The closing balance, if one is printed.
    pub(crate) closing: Option<i64>,
    /// What the printed balances say.
    pub(crate) chain: Chain,
    /// Whether another reading, no less likely, holds as well.
    pub(crate) is_tied: bool,
    /// Whether balances are taken for what is owed on an account that is no card, or the other way round.
    pub(crate) is_mirrored: bool,
    /// How many dated rows it makes no entry of although their figures say that money moved.
    passed_over: u32,
    score: i64,
}

impl Reading {
    /// Whether the printed balances would hold as well with every sign turned round, or with other signs, or hold
    /// only because rows are left out.
    pub(crate) fn is_doubtful(&self) -> bool {
        self.is_tied || self.is_mirrored || self.passed_over > 0
    }

    /// Whether the running balances prove every entry.
    pub(crate) fn is_chained(&self) -> bool {
        self.chain.holds() && self.chain.covered && self.chain.links > 0 && !self.is_doubtful()
    }

    /// Whether the printed figures prove every entry from end to end.
    pub(crate) fn is_proved(&self) -> bool {
        self.chain.identity == Some(true) && self.chain.broken == 0
    }
}

struct Search<'a> {
    question: &'a Question<'a>,
    best: Option<Reading>,
    work: usize,
    /// Whether it goes on although a reading is proved, to see whether another one ties with it.
    looks_for_ties: bool,
}

/// The best reading; `None` when there is nothing to read.
pub(crate) fn search(question: &Question<'_>) -> Option<Reading> {
    let mut search = Search { question, best: None, work: 0, looks_for_ties: false };
    let sets = sets(question);
    let heads = normal_roles(question.roles.clone(), question.items);
    for (rank, set) in sets.iter().enumerate() {
        search.roles(set, &heads, penalty(rank, SET_COST));
        search.cut(set, &heads, penalty(rank, SET_COST));
    }
    if !search.done() {
        let mut settled_at = None;
        for roles in other_roles(question) {
            let differences = differences(&roles, &heads);
            if settled_at.is_some_and(|known| known != differences) {
                break;
            }
            for (rank, set) in sets.iter().enumerate() {
                search.roles(set, &roles, 1_000 * differences + penalty(rank, SET_COST));
            }
            if search.done() {
                // roles that are as near to the heads may prove other amounts as well
                settled_at = settled_at.or(Some(differences));
                search.looks_for_ties = true;
            }
        }
    }
    search.best
}

/// Two readings whose scores differ by no more are as likely as each other.
const TIE: i64 = 2;

/// A less likely set of rows costs less than one balance more that holds is worth.
const SET_COST: i64 = 4;

fn penalty(rank: usize, cost: i64) -> i64 {
    i64::try_from(rank).unwrap_or(i64::MAX).saturating_mul(cost)
}

impl Search<'_> {
    fn is_exhausted(&self) -> bool {
        self.work > self.question.work_max
    }

    fn done(&self) -> bool {
        self.is_exhausted()
            || self
                .best
                .as_ref()
                .is_some_and(|best| best.is_proved() && (best.chain.holding > 0 || best.score >= PROVED))
    }

    /// Tries all signs for one assignment of roles to columns.
    fn roles(&mut self, set: &[usize], roles: &[Option<Role>], cost: i64) {
        if self.is_exhausted() || (self.done() && !self.looks_for_ties) {
            return;
        }
        let items: Vec<Item> = set.iter().map(|index| self.question.items[*index].clone()).collect();
        let signed = signed_columns(&items, roles.len());
        // a card's amounts may stand under no head at all
        let has_amount = roles.contains(&Some(Role::Amount))
            || (self.question.is_card && roles.iter().all(Option::is_none));
        let schemes: &[(Scheme, i64)] = match (has_amount, self.question.is_card) {
            (false, _) => &[(Scheme::Plain, 0)],
            (true, false) => {
                &[(Scheme::Plain, 3), (Scheme::Section, 2), (Scheme::Balance, 5), (Scheme::Charges, 10)]
            }
            (true, true) => {
                &[(Scheme::Charges, 3), (Scheme::Section, 2), (Scheme::Plain, 10), (Scheme::Balance, 15)]
            }
        };
        let directions: &[bool] = match direction(&items) {
            Some(true) => &[true],
            Some(false) => &[false],
            None => &[false, true],
        };
        for (scheme, scheme_cost) in schemes {
            if *scheme == Scheme::Section
                && !items.iter().any(|item| matches!(item.section, Some(Section::In | Section::Out)))
            {
                continue;
            }
            for owed in [self.question.is_card, !self.question.is_card] {
                let plan = Plan {
                    roles: roles.to_vec(),
                    signed: signed.clone(),
                    headless: self.question.roles.iter().map(Option::is_none).collect(),
                    scheme: *scheme,
                    owed,
                };
                let cost = cost + scheme_cost + if owed == self.question.is_card { 0 } else { 20 };
                for (rank, newest_first) in directions.iter().enumerate() {
                    self.plan(set, &items, &plan, *newest_first, cost + penalty(rank, 2));
                }
            }
        }
    }

    fn plan(&mut self, set: &[usize], items: &[Item], plan: &Plan, newest_first: bool, cost: i64) {
        let ends = |ends: &[End]| -> Vec<Option<i64>> {
            let mut values: Vec<Option<i64>> = Vec::new();
            // a row that is an entry is no end
            for end in ends.iter().filter(|end| end.item.is_none_or(|item| !set.contains(&item))) {
                let value = Some(plan.balance(end.minor, end.mark));
                if !values.contains(&value) {
                    values.push(value);
                }
            }
            values.truncate(4);
            if values.is_empty() { vec![None] } else { values }
        };
        let (first, last) = lone_balances(items, plan, newest_first);
        let or_lone =
            |ends: Vec<Option<i64>>, lone: Option<i64>| if ends == [None] { vec![lone] } else { ends };
        let closings = or_lone(ends(&self.question.closings), last);
        let openings = or_lone(ends(&self.question.openings), first);
        for (opening_rank, opening) in openings.into_iter().enumerate() {
            if self.work > self.question.work_max {
                return;
            }
            self.work += items.len().max(1);
            let Some(moves) = plan.moves(items, opening, newest_first) else { continue };
            if moves.is_empty() {
                continue;
            }
            let mut steps: Vec<Step> =
                moves.iter().map(|entry| Step { amount: entry.amount, balance: entry.balance }).collect();
            if newest_first {
                steps.reverse();
            }
            let passed_over = self
                .passed_over(items, &moves, plan, opening, newest_first)
                .saturating_add(left_out(self.question, set, &moves, opening, newest_first));
            for (closing_rank, closing) in closings.iter().enumerate() {
                self.work += items.len();
                let mut chain = Chain::check(opening, *closing, &steps);
                chain.broken = chain.broken.saturating_add(passed_over);
                let score = score(&chain) - cost - penalty(opening_rank + closing_rank, 4);
                let is_tied = self.ties(set, &moves, &chain, score);
                if let (true, Some(best)) = (is_tied, self.best.as_mut()) {
                    best.is_tied = true;
                }
                if self.best.as_ref().is_none_or(|best| score > best.score) {
                    self.best = Some(Reading {
                        items: set.to_vec(),
                        moves: moves.clone(),
                        opening,
                        closing: *closing,
                        chain,
                        is_tied,
                        passed_over,
                        is_mirrored: plan.owed != self.question.is_card
                            && !(self.question.is_card && owes(opening, *closing, &moves)),
                        score,
                    });
                }
            }
        }
    }

    /// Dated rows without an entry that have a figure in a column of amounts, or a balance that is not the one before;
    /// those whose entry displaces such a figure; and those whose entry throws its printed balance away.
    fn passed_over(
        &self,
        items: &[Item],
        moves: &[Move],
        plan: &Plan,
        opening: Option<i64>,
        newest_first: bool,
    ) -> u32 {
        let balances: HashMap<usize, Option<i64>> =
            moves.iter().map(|entry| (entry.item, entry.balance)).collect();
        let moves_money = |cell: &Cell| {
            let head = self.question.roles.get(cell.column).copied().flatten();
            cell.minor != 0 && matches!(head, Some(Role::Out | Role::In | Role::Amount))
        };
        let mut known = opening;
        let mut count = 0;
        let order: Vec<usize> =
            if newest_first { (0..items.len()).rev().collect() } else { (0..items.len()).collect() };
        for index in order {
            let item = &items[index];
            if let Some(balance) = balances.get(&index) {
                count += u32::from(plan.displaces(item, &self.question.roles));
                count += u32::from(plan.forgets(item, &self.question.roles));
                known = *balance;
                continue;
            }
            let cell =
                item.cells.iter().find(|cell| plan.roles.get(cell.column) == Some(&Some(Role::Balance)));
            let balance = cell.map(|cell| plan.balance(cell.minor, cell.mark));
            let jumps = known.zip(balance).is_some_and(|(before, after)| before != after);
            if item.dated && (jumps || item.cells.iter().any(moves_money)) {
                count += 1;
            }
            known = balance.or(known);
        }
        count
    }

    /// Whether a reading and the best one so far prove other amounts, and little speaks for either.
    fn ties(&self, set: &[usize], moves: &[Move], chain: &Chain, score: i64) -> bool {
        let Some(best) = self.best.as_ref() else { return false };
        let proves = chain.identity == Some(true) && chain.broken == 0;
        let differ = || {
            let amounts = |set: &[usize], moves: &[Move]| -> Vec<(usize, i64)> {
                moves.iter().map(|entry| (set[entry.item], entry.amount)).collect()
            };
            amounts(set, moves) != amounts(&best.items, &best.moves)
        };
        proves && best.is_proved() && (score - best.score).abs() <= TIE && differ()
    }

    /// Leaves out tables at the end that only repeat what stands in the tables before them.
    fn cut(&mut self, set: &[usize], roles: &[Option<Role>], cost: i64) {
        const CUTS_MAX: usize = 8;
        let table = |index: &usize| self.question.items[*index].table;
        let starts: Vec<usize> = (1..set.len())
            .filter(|at| table(&set[*at]) != table(&set[*at - 1]))
            .rev()
            .take(CUTS_MAX)
            .collect();
        for start in starts {
            let (kept, left) = set.split_at(start);
            let key = |index: &usize| {
                let item = &self.question.items[*index];
                (item.date, item.cells.iter().map(|cell| cell.minor).collect::<Vec<i64>>())
            };
            let known: HashSet<_> = kept.iter().map(key).collect();
            if left.iter().all(|index| known.contains(&key(index))) {
                self.roles(kept, roles, cost + 40);
            }
        }
    }
}

/// Whether a card's balances are printed with the sign that they have for its holder: more is bought than paid back, and
/// something is owed at both ends. The other way round, nobody would use a card.
fn owes(opening: Option<i64>, closing: Option<i64>, moves: &[Move]) -> bool {
    let out = moves.iter().filter(|entry| entry.amount < 0).count();
    let is_owed = |end: Option<i64>| end.is_some_and(|end| end < 0);
    is_owed(opening) && is_owed(closing) && out * 2 > moves.len()
}

/// A first row that has a balance and nothing else opens the account, whatever its words; a last one closes it.
fn lone_balances(items: &[Item], plan: &Plan, newest_first: bool) -> (Option<i64>, Option<i64>) {
    let lone = |item: Option<&Item>| {
        let [cell] = item?.cells.as_slice() else { return None };
        let is_balance = plan.roles.get(cell.column).copied().flatten() == Some(Role::Balance);
        is_balance.then(|| plan.balance(cell.minor, cell.mark))
    };
    let (top, bottom) = (lone(items.first()), lone(items.last()).filter(|_| items.len() > 1));
    if newest_first { (bottom, top) } else { (top, bottom) }
}

const PROVED: i64 = 900_000;

fn score(chain: &Chain) -> i64 {
    let links =
        10 * i64::from(chain.holding) - 30 * i64::from(chain.broken) - 15 * i64::from(chain.misprints);
    let base = match (chain.identity, chain.broken) {
        (Some(true), 0) => 1_000_000,
        (None, 0) if chain.covered && chain.links > 0 => 600_000,
        (Some(true), _) => 300_000,
        (None, 0) => 200_000,
        _ => 60_000,
    };
    base + links
}

/// Columns whose figures mostly carry a minus.
fn signed_columns(items: &[Item], count: usize) -> Vec<bool> {
    let mut totals = vec![(0_usize, 0_usize); count];
    for cell in items.iter().flat_map(|item| &item.cells).filter(|cell| cell.minor != 0) {
        if let Some((all, minus)) = totals.get_mut(cell.column) {
            *all += 1;
            *minus += usize::from(cell.mark == Mark::Minus);
        }
    }
    totals.into_iter().map(|(all, minus)| minus * 2 > all).collect()
}

/// Whether the newest entry is printed first; `None` when all are of one day.
fn direction(items: &[Item]) -> Option<bool> {
    let (mut up, mut down) = (0_usize, 0_usize);
    for pair in items.windows(2) {
        if pair[0].table == pair[1].table {
            up += usize::from(pair[0].date < pair[1].date);
            down += usize::from(pair[0].date > pair[1].date);
        }
    }
    (up + down > 0).then_some(down > up)
}

/// Where money in and out have columns of their own, a third column of amounts only repeats them.
fn normal_roles(mut roles: Vec<Option<Role>>, items: &[Item]) -> Vec<Option<Role>> {
    let mut used = vec![0_usize; roles.len()];
    for cell in items.iter().flat_map(|item| &item.cells) {
        if let Some(used) = used.get_mut(cell.column) {
            *used += 1;
        }
    }
    let holds = |roles: &[Option<Role>], role: Role| {
        (0..roles.len()).any(|at| roles[at] == Some(role) && used[at] > 0)
    };
    if holds(&roles, Role::Out) && holds(&roles, Role::In) {
        for role in &mut roles {
            if *role == Some(Role::Amount) {
                *role = None;
            }
        }
    }
    roles.iter().map(|role| role.filter(|role| role.is_money())).collect()
}

fn differences(a: &[Option<Role>], b: &[Option<Role>]) -> i64 {
    a.iter()
        .zip(b)
        .map(|(a, b)| match (a, b) {
            (a, b) if a == b => 0,
            (_, Some(Role::Balance)) => 400,
            (Some(_), None) => 1,
            (None, Some(_)) => 20,
            _ => 5,
        })
        .sum()
}

/// At most this many columns are given other roles than their heads say.
const COLUMNS_MAX: usize = 6;

/// Other assignments of roles to the columns that hold figures, the nearest to the heads first.
fn other_roles(question: &Question<'_>) -> Vec<Vec<Option<Role>>> {
    let heads = normal_roles(question.roles.clone(), question.items);
    let mut counts = vec![0_usize; heads.len()];
    let cells = |item: &Item| -> Vec<Cell> { item.cells.clone() };
    for cell in question.items.iter().flat_map(cells) {
        if let Some(count) = counts.get_mut(cell.column) {
            *count += 1;
        }
    }
    let mut used: Vec<usize> = (0..counts.len()).filter(|column| counts[*column] > 0).collect();
    used.sort_by_key(|column| std::cmp::Reverse(counts[*column]));
    used.truncate(COLUMNS_MAX);
    let mut plans = vec![heads.clone()];
    for column in used {
        let options: Vec<Option<Role>> = match heads[column] {
            None => vec![
                None,
                Some(Role::Balance),
                Some(Role::Amount),
                Some(Role::Out),
                Some(Role::In),
                Some(Role::Fee),
            ],
            Some(Role::Out) => {
                vec![Some(Role::Out), Some(Role::In), Some(Role::Amount), Some(Role::Balance), None]
            }
            Some(Role::In) => vec![Some(Role::In), Some(Role::Out), Some(Role::Balance), None],
            Some(Role::Amount) => vec![Some(Role::Amount), Some(Role::Balance), None],
            Some(Role::Balance) => vec![Some(Role::Balance), Some(Role::Amount), None],
            other => vec![other, None],
        };
        plans = plans
            .iter()
            .flat_map(|plan| {
                options.iter().map(|role| {
                    let mut next = plan.clone();
                    next[column] = *role;
                    next
                })
            })
            .collect();
    }
    let count = |plan: &[Option<Role>], role: Role| {
        (0..plan.len()).filter(|column| counts[*column] > 0 && plan[*column] == Some(role)).count()
    };
    plans.retain(|plan| {
        let moves =
            [Role::Out, Role::In, Role::Amount].into_iter().map(|role| count(plan, role)).sum::<usize>();
        let heads_balances = count(&heads, Role::Balance).max(1);
        let mixed = count(plan, Role::Amount) > 0 && count(plan, Role::Out) + count(plan, Role::In) > 0;
        moves > 0 && count(plan, Role::Balance) <= heads_balances && !mixed
    });
    plans.sort_by_key(|plan| differences(plan, &heads));
    plans.dedup();
    plans.truncate(240);
    plans
}
