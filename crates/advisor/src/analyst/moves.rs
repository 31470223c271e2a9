//! Reads questions about transfers between the user's own accounts:
//! "how much did I put into Rainy Day", "transfers in October".
//!
//! Transfers are neither income nor spending, so no other question includes them.

use saldo_domain::entry::Direction;

use super::names::{Books, Named, named_at};
use super::question::{Ask, Flow, Query};
use super::words::Words;

/// The transactions that a question about transfers counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Moves {
    /// Transfers only.
    Only,
    /// Transfers, income and spending.
    Also,
}

impl Moves {
    pub(super) const fn in_words(self) -> &'static str {
        match self {
            Self::Only => ", counting only moves between your own accounts",
            Self::Also => ", counting moves between your own accounts, too",
        }
    }
}

/// The content of a question about transfers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Moved {
    which: Moves,
    into: Vec<String>,
    out_of: Vec<String>,
    /// True if the question asks for a list of transfers instead of their total.
    are_listed: bool,
}

const NOUNS: &[&str] = &["transfers", "transfer", "internal"];
/// Phrases that ask for a list of transfers or for one of them.
#[rustfmt::skip]
const ASKED_FOR: &[&str] = &[
    "transfers", "largest transfer", "biggest transfer", "smallest transfer", "last transfer", "latest transfer", "first transfer",
    "average transfer", "recent transfer", "any transfer",
];
/// Verbs that mean a transfer if an account is named.
#[rustfmt::skip]
const VERBS: &[&str] = &[
    "transferred", "transferring", "transfer", "moved", "move", "moving", "put", "putting", "pay off", "paid off", "paying off", "pay down",
    "paid down", "top up", "topped up", "save", "saved", "shift", "shifted",
];
/// Verbs that may mean a transfer or money from elsewhere.
const OTHERS: &[&str] = &[
    "deposit",
    "deposited",
    "add",
    "added",
    "contribute",
    "contributed",
    "send",
    "sent",
    "paid in",
    "pay in",
];
/// "Save in" an account may mean the net of its transactions; "save into" it is a transfer.
const SAVED: &[&str] = &["save", "saved"];
/// Verbs that always mean a transfer.
const SURE: &[&str] =
    &["transferred", "transferring", "move money", "moved money", "money moved", "did i transfer"];

/// Phrases that exclude transfers. They change nothing, because transfers only count on request.
#[rustfmt::skip]
const LEFT_OUT: [&str; 9] = [
    "excluding transfers", "without transfers", "except transfers", "except for transfers", "ignoring transfers", "other than transfers",
    "not counting transfers", "not including transfers", "excluding internal transfers",
];
/// With these words, a question is about more than transfers.
const BESIDE: &[&str] = &["income", "spending", "spend", "spent", "expenses", "earn", "earned"];

/// Reads the transfers in a question and marks the words as used.
pub(super) fn take_moves(words: &mut Words, books: &Books) -> Option<Moved> {
    if words.take(&LEFT_OUT) {
        return None;
    }
    let is_noun = words.has(ASKED_FOR) && !words.has(BESIDE);
    let has_verb = words.has(VERBS);
    let (may_be, saves) = (words.has(OTHERS), words.has(SAVED));
    let (mut into, mut out_of) = (Vec::new(), Vec::new());
    let mut names_account = false;
    let (mut flows, mut pays_bill) = (false, false);
    for index in 1..words.len() {
        // An article belongs to the name after it.
        if matches!(words.at(index), "a" | "account") || matches!(words.before(index), "the" | "my") {
            continue;
        }
        let Some((Named::Account(name), count)) = named_at(words, index, books) else { continue };
        names_account = true;
        // Paying the bill of a card is a transfer to the card.
        if words.at(index + count) == "bill" && words.has(&["pay", "paid", "paying"]) {
            words.mark_used(index + count, 1);
            pays_bill = true;
            into.push(name);
            continue;
        }
        match words.before(index) {
            "into" | "onto" => {
                flows = true;
                into.push(name);
            }
            "to" if has_verb || is_noun => into.push(name),
            "to" | "in" if may_be => {
                flows = true;
                into.push(name);
            }
            "in" | "off" | "down" | "up" if has_verb && !is_noun && !saves => into.push(name),
            "of" if index > 1 && words.at(index - 2) == "out" => {
                flows = true;
                out_of.push(name);
            }
            "from" if has_verb || is_noun => out_of.push(name),
            _ => {}
        }
    }
    let has_way = !into.is_empty() || !out_of.is_empty();
    let which = if ((has_verb || pays_bill) && has_way) || is_noun || (!names_account && words.has(SURE)) {
        Moves::Only
    } else if flows {
        Moves::Also
    } else {
        return None;
    };
    let marks = match which {
        Moves::Only if is_noun => NOUNS,
        Moves::Only => VERBS,
        Moves::Also => OTHERS,
    };
    // Verbs such as "pay" would otherwise ask for a sum of spending.
    while let Some((index, count)) = words.find(marks) {
        words.mark_used(index, count);
    }
    Some(Moved { which, into, out_of, are_listed: is_noun })
}

impl Moved {
    /// Returns the query, restricted to these transfers.
    pub(super) fn settle(&self, mut query: Query) -> Query {
        let account = query.scope.account.clone();
        let is_one = |names: &[String]| account.as_ref().is_some_and(|account| names.contains(account));
        let is_bare = account.is_none() && !query.scope.names_something();
        if !query.ask.is_over_entries() || (account.is_none() && !is_bare) {
            return query;
        }
        let lists = matches!(query.ask, Ask::List { .. } | Ask::When { .. })
            || (self.are_listed && query.ask == Ask::Flow(Flow::Both));
        query.direction = if is_one(&self.into) {
            Some(Direction::In)
        } else if is_one(&self.out_of) || (is_bare && !lists) {
            // A transfer leaves one account and enters another. Money out counts it once.
            Some(Direction::Out)
        } else {
            None
        };
        let flow = match query.direction {
            Some(Direction::In) => Flow::Income,
            Some(Direction::Out) => Flow::Spending,
            None => Flow::Both,
        };
        query.ask = match query.ask {
            Ask::Flow(_) if lists => Ask::List { newest: true, limit: None },
            Ask::Flow(_) => Ask::Flow(flow),
            Ask::Average { per, .. } => Ask::Average { flow, per },
            ask => ask,
        };
        query.scope.moves = Some(self.which);
        query
    }
}
