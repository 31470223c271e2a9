//! Matching of transfers between own accounts: pairs of transactions that are neither income nor spending.
//!
//! A pair has opposite amounts of one currency, two accounts and at most five days
//! between. Each transaction is in at most one pair. If several pairs are possible,
//! only those that the descriptions support are matched; the others remain unmatched.

mod across;
mod text;

use std::collections::HashMap;

use saldo_domain::{Account, Currency, TransactionId};

pub use across::{TransferOffer, offer_across};

use crate::movement::Movement;
use text::Support;

/// The maximum number of days between the two transactions. Banks book both on the same day, or over a long
/// weekend.
pub const DAYS_APART_MAX: i64 = 5;

/// The maximum number of partners that are considered for one transaction. A private account never has more
/// of one amount within days; only a shop's till does.
const PARTNERS_MAX: usize = 32;

/// Two transactions that are one transfer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TransferMatch {
    /// The transaction that took the money out.
    pub out: TransactionId,
    /// The transaction that brought the money in.
    pub into: TransactionId,
    /// The days from the first to the second; negative if the money came in first.
    pub days: i64,
    /// The reason for the match.
    pub because: TransferReason,
}

/// The reason for a match, ordered from the strongest to the weakest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum TransferReason {
    /// A description names the other account, or both have the same reference.
    Named,
    /// Both descriptions say that this is a transfer between own accounts.
    Worded,
    /// A description names the kind of the other account (`Kreditkartenabrechnung`)
    /// or its short name, and neither transaction has another candidate.
    Kind,
    /// A description has a word for transfers, which a payment to or from a
    /// stranger may have as well. Ask the user first, as for [`Self::OnlyPair`].
    Hinted,
    /// No other pair is possible. Most such pairs are transfers,
    /// but ask the user before excluding one from spending.
    OnlyPair,
}

impl TransferReason {
    /// True if the reason suffices to exclude a pair from income and spending without asking the user.
    #[must_use]
    pub const fn is_sure(self) -> bool {
        matches!(self, Self::Named | Self::Worded | Self::Kind)
    }
}

/// A possible pair, as indices of movements.
#[derive(Debug, Clone, Copy)]
struct Edge {
    out: usize,
    into: usize,
    days: i64,
    support: Option<Support>,
}

/// Finds the transfers among `movements`, in any order. `accounts`
/// are the user's own, and `holder` is the user's name, if known.
///
/// ```
/// use saldo_domain::{AccountId, Currency, Money, Timestamp, TransactionId};
/// use saldo_ledger::Movement;
/// use saldo_ledger::transfers::match_transfers;
///
/// let now = Timestamp::from_milliseconds(0);
/// let movement = |amount: &str| {
///     Ok::<_, Box<dyn std::error::Error>>(Movement {
///         transaction: TransactionId::new(now),
///         account: AccountId::new(now),
///         statement: None,
///         date: "2025-05-02".parse()?,
///         amount: Money::parse(amount, Currency::parse("EUR")?)?,
///         description: "TRANSFER".into(),
///     })
/// };
/// let movements = [movement("-250.00")?, movement("250.00")?, movement("-9.99")?];
/// let found = match_transfers(&movements, &[], None);
/// assert_eq!(found.len(), 1);
/// assert_eq!((found[0].out, found[0].into), (movements[0].transaction, movements[1].transaction));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn match_transfers(
    movements: &[Movement],
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
        group.sort_unstable_by_key(|index| (movements[*index].date, movements[*index].transaction));
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

/// Splits transactions of one amount, sorted by date, into runs
/// with at most [`DAYS_APART_MAX`] days between neighbors.
fn clusters<'a>(movements: &'a [Movement], group: &'a [usize]) -> impl Iterator<Item = &'a [usize]> {
    let near = |one: &usize, other: &usize| {
        (movements[*other].date - movements[*one].date).num_days() <= DAYS_APART_MAX
    };
    group.chunk_by(near).filter(|cluster| cluster.len() > 1)
}

fn edges(
    movements: &[Movement],
    cluster: &[usize],
    names: &text::Names,
    holder: Option<&text::Holder>,
) -> Vec<Edge> {
    let (outs, ins): (Vec<usize>, Vec<usize>) =
        cluster.iter().partition(|index| movements[**index].amount.is_negative());
    let mut found = Vec::new();
    let mut begin = 0;
    let mut is_crowded = false;
    let mut evidence: HashMap<usize, text::Evidence> = HashMap::new();
    let mut say = |index: usize| {
        evidence.entry(index).or_insert_with(|| text::Evidence::of(&movements[index], holder));
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
        let (Some(out), Some(into)) = (evidence.get(&edge.out), evidence.get(&edge.into)) else { continue };
        edge.support = names.support(out, into);
        let is_alone = !is_crowded && [edge.out, edge.into].iter().all(|side| candidates[side] == 1);
        let is_weak = edge.support.is_none_or(|support| support > Support::KindAlone);
        if is_alone && is_weak && names.are_own(out, into) {
            edge.support = Some(Support::OwnTwice);
        } else if is_alone && is_weak && names.tells_kind(out, into) {
            edge.support = Some(Support::KindAlone);
        }
    }
    // Among too many candidates, only a description that names the account identifies one.
    found.retain(|edge| candidates[&edge.out] <= PARTNERS_MAX || edge.support.is_some_and(Support::is_named));
    found
}

/// The state of matching one cluster.
struct Matching<'a> {
    movements: &'a [Movement],
    edges: &'a [Edge],
    /// The transactions that are matched or have several equally good partners.
    done: std::collections::HashSet<usize>,
    found: Vec<TransferMatch>,
}

impl<'a> Matching<'a> {
    fn new(movements: &'a [Movement], edges: &'a [Edge]) -> Self {
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

    /// Matches the pairs among the selected edges that are unambiguous.
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
                    (self.movements[*index].date, self.movements[*index].transaction)
                });
                side.dedup();
            }
            if self.is_interchangeable(&outs, &ins, component.len()) {
                for (out, into) in outs.iter().zip(&ins) {
                    let (from, to) = (&self.movements[*out], &self.movements[*into]);
                    let days = (to.date - from.date).num_days();
                    self.found.push(TransferMatch {
                        out: from.transaction,
                        into: to.transaction,
                        days,
                        because,
                    });
                }
            }
            // A weaker reason must not decide between partners that a stronger one leaves undecided.
            self.done.extend(outs.into_iter().chain(ins));
        }
    }

    /// True if any pairing has the same result: the same number of transactions out of one
    /// account as into one other, each possible with each. A single pair is the simplest case.
    fn is_interchangeable(&self, outs: &[usize], ins: &[usize], edges: usize) -> bool {
        let one_account = |side: &[usize]| {
            side.iter().all(|index| self.movements[*index].account == self.movements[side[0]].account)
        };
        outs.len() == ins.len() && edges == outs.len() * ins.len() && one_account(outs) && one_account(ins)
    }
}

/// Groups the edges by the connected components of their graph, in the order of the first edges.
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

/// Returns the root of the component of `node` (union-find).
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
