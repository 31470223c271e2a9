//! Moves between the person's own accounts: "how much did I put into Rainy Day", "transfers in October".
//!
//! They are neither income nor spending, so that nothing else counts them.

use saldo_domain::entry::Direction;

use super::names::{Books, Named, named_at};
use super::question::{Ask, Flow, Query};
use super::words::Words;

/// Which moves are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Moves {
    /// Nothing else.
    Only,
    /// Beside income and spending.
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

/// What a question says of moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Moved {
    which: Moves,
    into: Vec<String>,
    out_of: Vec<String>,
    /// Whether the moves themselves are asked for, rather than what they come to.
    are_listed: bool,
}

const NOUNS: &[&str] = &["transfers", "transfer", "internal"];
/// What asks for the moves themselves.
#[rustfmt::skip]
const ASKED_FOR: &[&str] = &[
    "transfers", "largest transfer", "biggest transfer", "smallest transfer", "last transfer", "latest transfer", "first transfer",
    "average transfer", "recent transfer", "any transfer",
];
/// What is done to an account only by moving money.
#[rustfmt::skip]
const VERBS: &[&str] = &[
    "transferred", "transferring", "transfer", "moved", "move", "moving", "put", "putting", "pay off", "paid off", "paying off", "pay down",
    "paid down", "top up", "topped up", "save", "saved", "shift", "shifted",
];
/// What may be a move, or money from elsewhere.
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
/// Who saves in an account may mean what is left of its money; who saves into it moves some there.
const SAVED: &[&str] = &["save", "saved"];
/// Verbs that are none of anything else.
const SURE: &[&str] =
    &["transferred", "transferring", "move money", "moved money", "money moved", "did i transfer"];

/// Nothing counts them but who asks for them, so that leaving them out changes nothing.
#[rustfmt::skip]
const LEFT_OUT: [&str; 9] = [
    "excluding transfers", "without transfers", "except transfers", "except for transfers", "ignoring transfers", "other than transfers",
    "not counting transfers", "not including transfers", "excluding internal transfers",
];
/// Who asks for these beside transfers asks for more than moves.
const BESIDE: &[&str] = &["income", "spending", "spend", "spent", "expenses", "earn", "earned"];

/// Reads what a question says of moves, and marks the words that say so as understood.
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
        // Who pays the bill of a card moves money to it.
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
    // "Pay" asks for a sum, too.
    while let Some((index, count)) = words.find(marks) {
        words.mark_used(index, count);
    }
    Some(Moved { which, into, out_of, are_listed: is_noun })
}

impl Moved {
    /// The query, about these moves.
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
            // Each move leaves one account, and so counts once.
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
