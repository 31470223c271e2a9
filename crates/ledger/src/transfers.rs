//! Money that went out of one own account and came into another: pairs of entries that are neither income nor spending.
//!
//! A pair has opposite amounts of one currency, different accounts and at most five days between. One entry is in one
//! pair. Where several pairs are possible, only what the text supports is taken; the rest stays unmatched.

mod across;
mod text;

use std::collections::HashMap;

use saldo_domain::{Account, Currency, EntryId};

pub use across::{TransferOffer, offer_across};

use crate::movement::Movement;
use text::Support;

/// Banks book the two sides on the same day, or over a long weekend.
pub const DAYS_APART_MAX: i64 = 5;

/// Partners that are looked at for one entry. More of one amount within days is a till, not a person's account.
const PARTNERS_MAX: usize = 32;

/// Two entries that are one transfer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TransferMatch {
    /// The entry by which money went out.
    pub out: EntryId,
    /// The entry by which it came in.
    pub into: EntryId,
    /// Days from the one to the other; negative when the money came in first.
    pub days: i64,
    /// What the match rests on.
    pub because: TransferReason,
}

/// What a match of two entries rests on, the strongest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum TransferReason {
    /// A description names the other account, or both have the same reference.
    Named,
    /// Both descriptions say that it is a move between own accounts.
    Worded,
    /// A description names the other account's kind (`Kreditkartenabrechnung`, `Payment received` on a card) or its short name, and
    /// neither entry has another candidate.
    Kind,
    /// A description has a word for transfers, which a stranger's payment has as well. Ask first, as for [`Self::OnlyPair`].
    Hinted,
    /// No other pair is possible. Most such pairs are transfers; ask before money is kept out of spending for good.
    OnlyPair,
}

impl TransferReason {
    /// Whether it is enough to keep money out of income and spending without asking.
    #[must_use]
    pub const fn is_sure(self) -> bool {
        matches!(self, Self::Named | Self::Worded | Self::Kind)
    }
}

/// One possible pair, by index.
#[derive(Debug, Clone, Copy)]
struct Edge {
    out: usize,
    into: usize,
    days: i64,
    support: Option<Support>,
}

/// Finds the transfers among `movements` of one person's `accounts`; `holder` is the person's name, if it is known. The order of the
/// movements does not matter.
#[must_use]
pub fn match_transfers(
    movements: &[Movement<'_>],
    accounts: &[Account],
    holder: Option<&str>,
) -> Vec<TransferMatch> {
    let names = text::Names::of(accounts);
    let holder = holder.and_then(text::Holder::of);
    let mut by_amount: HashMap<(Currency, u64), Vec<usize>> = HashMap::new();
    for (index, movement) in movements.iter().enumerate().filter(|(_, movement)| !movement.amount.is_zero()) {
        let key = (movement.amount.currency(), movement.amount.minor().unsigned_abs());
        by_amount.entry(key).or_default().push(index);
    }
    let mut found = Vec::new();
    for mut group in by_amount.into_values().filter(|group| group.len() > 1) {
        group.sort_unstable_by_key(|index| (movements[*index].date, movements[*index].entry));
        for cluster in clusters(movements, &group) {
            let edges = edges(movements, cluster, &names, holder.as_ref());
            if !edges.is_empty() {
                found.extend(Matching::new(movements, &edges).run());
            }
        }
    }
    found.sort_unstable_by_key(|pair| (pair.out, pair.into));
    found
}

/// Runs of entries of one amount, sorted by date, with at most [`DAYS_APART_MAX`] days between neighbours.
fn clusters<'a>(movements: &'a [Movement<'_>], group: &'a [usize]) -> impl Iterator<Item = &'a [usize]> {
    let near = |one: &usize, other: &usize| {
        (movements[*other].date - movements[*one].date).num_days() <= DAYS_APART_MAX
    };
    group.chunk_by(near).filter(|cluster| cluster.len() > 1)
}

fn edges(
    movements: &[Movement<'_>],
    cluster: &[usize],
    names: &text::Names,
    holder: Option<&text::Holder>,
) -> Vec<Edge> {
    let (outs, ins): (Vec<usize>, Vec<usize>) =
        cluster.iter().partition(|index| movements[**index].amount.is_negative());
    let mut found = Vec::new();
    let mut begin = 0;
    let mut is_crowded = false;
    let mut said: HashMap<usize, text::Said> = HashMap::new();
    let mut say = |index: usize| {
        said.entry(index).or_insert_with(|| text::Said::by(&movements[index], holder));
    };
    for out in outs {
        let day = movements[out].date;
        while begin < ins.len() && (day - movements[ins[begin]].date).num_days() > DAYS_APART_MAX {
            begin += 1;
        }
        let partners: Vec<usize> = ins[begin..]
            .iter()
            .take_while(|into| (movements[**into].date - day).num_days() <= DAYS_APART_MAX)
            .filter(|into| movements[**into].account != movements[out].account)
            .take(PARTNERS_MAX + 1)
            .copied()
            .collect();
        partners.iter().chain([&out]).for_each(|index| say(*index));
        is_crowded |= partners.len() > PARTNERS_MAX;
        let edge = |into: usize| {
            let days = (movements[into].date - day).num_days();
            Edge { out, into, days, support: None }
        };
        found.extend(partners.into_iter().map(edge));
    }
    let mut candidates: HashMap<usize, usize> = HashMap::new();
    for index in found.iter().flat_map(|edge| [edge.out, edge.into]) {
        *candidates.entry(index).or_default() += 1;
    }
    for edge in &mut found {
        let (Some(out), Some(into)) = (said.get(&edge.out), said.get(&edge.into)) else { continue };
        edge.support = names.support(out, into);
        let is_alone = !is_crowded && [edge.out, edge.into].iter().all(|side| candidates[side] == 1);
        let is_weak = edge.support.is_none_or(|support| support > Support::KindAlone);
        if is_alone && is_weak && names.tells_kind(out, into) {
            edge.support = Some(Support::KindAlone);
        }
    }
    // Of too many to look at only those that are named can be told apart.
    found.retain(|edge| candidates[&edge.out] <= PARTNERS_MAX || edge.support.is_some_and(Support::is_named));
    found
}

/// The matching of one cluster.
struct Matching<'a> {
    movements: &'a [Movement<'a>],
    edges: &'a [Edge],
    /// Entries that are matched, or have more than one equally good partner.
    done: std::collections::HashSet<usize>,
    found: Vec<TransferMatch>,
}

impl<'a> Matching<'a> {
    fn new(movements: &'a [Movement<'a>], edges: &'a [Edge]) -> Self {
        Self { movements, edges, done: std::collections::HashSet::new(), found: Vec::new() }
    }

    fn run(mut self) -> Vec<TransferMatch> {
        let mut levels: Vec<(Support, i64)> =
            self.edges.iter().filter_map(|edge| Some((edge.support?, edge.days.abs()))).collect();
        levels.sort_unstable();
        levels.dedup();
        for (support, days) in levels {
            self.level(support.reason(), |edge| edge.support == Some(support) && edge.days.abs() == days);
        }
        self.level(TransferReason::OnlyPair, |_| true);
        self.found
    }

    /// Takes the pairs among the edges chosen that are the only ones for both sides.
    fn level(&mut self, because: TransferReason, chosen: impl Fn(&Edge) -> bool) {
        let open: Vec<Edge> = self
            .edges
            .iter()
            .filter(|edge| chosen(edge) && !self.done.contains(&edge.out) && !self.done.contains(&edge.into))
            .copied()
            .collect();
        for component in components(&open) {
            let mut outs: Vec<usize> = component.iter().map(|edge| edge.out).collect();
            let mut ins: Vec<usize> = component.iter().map(|edge| edge.into).collect();
            for side in [&mut outs, &mut ins] {
                side.sort_unstable_by_key(|index| {
                    (self.movements[*index].date, self.movements[*index].entry)
                });
                side.dedup();
            }
            if self.is_interchangeable(&outs, &ins, component.len()) {
                for (out, into) in outs.iter().zip(&ins) {
                    let (from, to) = (&self.movements[*out], &self.movements[*into]);
                    let days = (to.date - from.date).num_days();
                    self.found.push(TransferMatch { out: from.entry, into: to.entry, days, because });
                }
            }
            // What is undecided here is not decided by weaker signs.
            self.done.extend(outs.into_iter().chain(ins));
        }
    }

    /// Whether it does not matter who is paired with whom: as many out of one account as into one other, each
    /// possible with each. One pair is the simplest such case.
    fn is_interchangeable(&self, outs: &[usize], ins: &[usize], edges: usize) -> bool {
        let one_account = |side: &[usize]| {
            side.iter().all(|index| self.movements[*index].account == self.movements[side[0]].account)
        };
        outs.len() == ins.len() && edges == outs.len() * ins.len() && one_account(outs) && one_account(ins)
    }
}

/// The edges by the connected parts of their graph, in the order of their first edges.
fn components(edges: &[Edge]) -> Vec<Vec<Edge>> {
    let mut parent: HashMap<usize, usize> = HashMap::new();
    for edge in edges {
        let (one, other) = (root(&mut parent, edge.out), root(&mut parent, edge.into));
        parent.insert(one, one);
        parent.insert(other, one);
    }
    let mut order: Vec<Vec<Edge>> = Vec::new();
    let mut places: HashMap<usize, usize> = HashMap::new();
    for edge in edges {
        let top = root(&mut parent, edge.out);
        let place = *places.entry(top).or_insert_with(|| {
            order.push(Vec::new());
            order.len() - 1
        });
        order[place].push(*edge);
    }
    order
}

/// The name of the part that `node` is in, by union and find.
fn root(parent: &mut HashMap<usize, usize>, node: usize) -> usize {
    let mut at = node;
    while let Some(&up) = parent.get(&at).filter(|up| **up != at) {
        at = up;
    }
    parent.insert(node, at);
    at
}

#[cfg(test)]
mod generated;
#[cfg(test)]
mod tests;
