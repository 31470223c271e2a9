//! Reads the words that ask: how much, how many, which, when, by what.

use saldo_domain::entry::Direction;

use super::grouping::{OFTEN, SINGULAR, distinct, grouping};
use super::question::{Ask, By, Flow, Per, Rank};
use super::words::{Words, count};

/// The meaning of the asking words of a question.
#[derive(Debug)]
pub(super) struct Asked {
    pub(super) ask: Option<Ask>,
    pub(super) direction: Option<Direction>,
    /// True for a plain sum. After another kind of question, "and how much in June?" keeps that kind.
    pub(super) is_plain_sum: bool,
}

impl Asked {
    pub(super) const fn is_nothing(&self) -> bool {
        self.ask.is_none() && self.direction.is_none()
    }
}

const SPENDING: &[&str] = &[
    "spend",
    "spent",
    "spending",
    "spendings",
    "spends",
    "expenses",
    "expense",
    "expenditure",
    "cost",
    "costs",
    "pay",
    "paid",
    "paying",
    "went out",
    "outgoings",
    "money out",
    "purchases",
    "purchase",
    "bought",
    "buy",
    "going out",
    "goes out",
    "did i use",
    "outgoing",
];
const INCOME: &[&str] = &[
    "earn",
    "earned",
    "earning",
    "earnings",
    "income",
    "receive",
    "received",
    "paid in",
    "came in",
    "come in",
    "comes in",
    "deposits",
    "deposit",
    "get paid",
    "got paid",
    "was i paid",
    "been paid",
    "incoming",
    "was paid",
    "who paid me",
    "pays me",
];
const IN_AND_OUT: &[&str] = &["in and out", "ins and outs", "in and money out", "out and in"];
/// Money that a user "makes" is income, except in "make a payment".
const MADE: &[&str] = &["did i make", "i made", "do i make", "i make", "have i made"];
#[rustfmt::skip]
const PAYMENTS: &[&str] = &[
    "payment", "payments", "purchase", "purchases", "transaction", "transactions", "transfer", "transfers", "withdrawal", "withdrawals", "order",
    "orders", "booking", "bookings",
];
const NET: &[&str] = &[
    "net",
    "left over",
    "leftover",
    "save",
    "saved",
    "cash flow",
    "cashflow",
    "surplus",
    "deficit",
    "put aside",
    "remains",
    "was left",
    "is left",
];
pub(super) const LARGEST: &[&str] =
    &["largest", "biggest", "highest", "most expensive", "priciest", "greatest", "maximum", "max", "top"];
pub(super) const SMALLEST: &[&str] =
    &["smallest", "lowest", "cheapest", "least expensive", "minimum", "min", "tiniest"];
const AVERAGE: &[&str] = &["average", "mean", "avg", "typical", "typically", "usually", "averaged", "median"];
const LIST: &[&str] = &[
    "list",
    "show",
    "find",
    "search",
    "display",
    "see",
    "give me",
    "which transactions",
    "which purchases",
    "which payments",
    "which entries",
    "what are",
    "what were",
    "transactions",
    "entries",
    "payments",
    "latest",
    "recent",
    "most recent",
    "look up",
    "what did i buy",
];
pub(super) const ENTRY_NOUNS: &[&str] = &[
    "transaction",
    "transactions",
    "entry",
    "entries",
    "purchase",
    "purchases",
    "payment",
    "payments",
    "expense",
    "expenses",
    "items",
    "item",
    "deposits",
    "deposit",
    "charges",
    "charge",
    "bookings",
    "withdrawals",
];

pub(super) fn take_asked(words: &Words) -> Asked {
    let (made, payments) = (words.has(MADE), words.has(PAYMENTS));
    let spending = words.has(SPENDING) || words.has(IN_AND_OUT) || (made && payments);
    let income = words.has(INCOME)
        || comes_in(words)
        || has_money_in(words)
        || words.has(IN_AND_OUT)
        || (made && !payments);
    // "Was I paid" contains a spending word.
    let is_passive =
        words.has(&["was i paid", "get paid", "got paid", "been paid", "paid in", "who paid me", "was paid"]);
    let direction = match (spending, income) {
        (_, true) if is_passive => Some(Direction::In),
        (true, false) => Some(Direction::Out),
        (false, true) => Some(Direction::In),
        _ => None,
    };
    let both = spending && income && !is_passive;
    let flow = flow_of(words, both, direction);
    // Net and cash flow include both directions.
    let is_both_ways = matches!(flow, Some(Flow::Net | Flow::Both | Flow::SavingsRate));
    let direction = direction.filter(|_| !is_both_ways);
    let ask = kind_of(words, flow, direction);
    let is_plain_sum = matches!(ask, Some(Ask::Flow(Flow::Spending))) && !spending;
    Asked { ask, direction, is_plain_sum }
}

/// True for "what came in in May", of which the reader of periods may already have used the second "in".
fn comes_in(words: &Words) -> bool {
    (0..words.len())
        .any(|index| matches!(words.at(index), "came" | "come" | "comes") && words.at(index + 1) == "in")
}

/// True for "money in" as income, but not for "money in Everyday", which is followed by a name.
fn has_money_in(words: &Words) -> bool {
    words
        .find(&["money in"])
        .is_some_and(|(index, count)| index + count >= words.len() || !words.is_used(index + count))
}

fn flow_of(words: &Words, both: bool, direction: Option<Direction>) -> Option<Flow> {
    let is_part = words.has(&["percent", "percentage", "share", "part", "fraction", "proportion", "rate"]);
    if words.has(&["savings rate", "saving rate"])
        || (is_part && words.has(&["save", "saved", "saving", "savings"]))
    {
        Some(Flow::SavingsRate)
    } else if words.has(NET) || words.has(&["savings", "saving"]) {
        Some(Flow::Net)
    } else if both {
        Some(Flow::Both)
    } else {
        match direction {
            Some(Direction::Out) => Some(Flow::Spending),
            Some(Direction::In) => Some(Flow::Income),
            None => None,
        }
    }
}

fn kind_of(words: &Words, flow: Option<Flow>, direction: Option<Direction>) -> Option<Ask> {
    let sum = Ask::Flow(flow.unwrap_or(Flow::Spending));
    let average_flow = flow.unwrap_or(Flow::Spending);
    if is_about_books(words) {
        return Some(Ask::Books);
    }
    if is_about_balance(words, flow) {
        return Some(Ask::Balance);
    }
    if matches!(flow, Some(Flow::SavingsRate)) {
        return Some(sum);
    }
    if let Some(by) = distinct(words) {
        return Some(Ask::Distinct { by });
    }
    if words.has(&["percent", "percentage", "share", "fraction", "proportion", "what part"]) {
        return Some(Ask::Share { of_income: false });
    }
    let by = grouping(words, direction);
    let is_average = words.has(AVERAGE);
    let per = per_of(words);
    // "Did I spend each month" asks for the months; "do I spend each month" asks for an average.
    let is_habit = words.has(&["do i", "does it", "do we", "am i", "does"]);
    if is_average || (per != Per::Entry && is_habit && words.has(&["how much", "what"])) {
        return Some(Ask::Average { flow: average_flow, per });
    }
    let limit = limit_of(words);
    if let Some(by) = by {
        return Some(totals_by(words, by, direction, limit));
    }
    if words.has(&["how many", "how often", "how frequently", "number of", "count", "how many times"]) {
        return Some(Ask::Count);
    }
    if words.has(&["when", "last time", "first time"]) {
        return Some(when_of(words));
    }
    if words.has(LARGEST) || words.has(SMALLEST) {
        let many =
            words.has(&["transactions", "purchases", "expenses", "payments", "entries", "deposits", "ones"]);
        let limit = limit.unwrap_or(if many { 5 } else { 1 });
        return Some(Ask::Extreme { largest: words.has(LARGEST), limit });
    }
    let asks_for_sum = words.has(&["how much", "total", "sum", "what did", "altogether"]);
    if let Some(list) = list_of(words, asks_for_sum, limit) {
        return Some(list);
    }
    if words.begins(EXISTS) {
        return Some(Ask::Exists);
    }
    let greets = words.has(&[
        "help",
        "hello",
        "hi",
        "hey",
        "what can you do",
        "what can i ask",
        "thanks",
        "thank you",
    ]);
    let asks = flow.is_some() || asks_for_sum;
    if greets && !asks { Some(Ask::Help) } else { asks.then_some(sum) }
}

/// Beginnings of yes-or-no questions.
#[rustfmt::skip]
const EXISTS: &[&str] = &[
    "did i", "did we", "have i", "have we", "has there been", "was there", "were there", "is there", "are there", "do i have any",
];

fn totals_by(words: &Words, by: By, direction: Option<Direction>, limit: Option<usize>) -> Ask {
    // "How often a week" asks for a frequency, not for the totals of weeks.
    let is_of_time = matches!(by, By::Day | By::Week | By::Month | By::Quarter | By::Year);
    let counts = words.has(&["how often", "how frequently", "how many times"])
        // Totals of income and spending together are listed by month without counts.
        || (direction.is_none() && words.has(&["how many"]) && words.has(ENTRY_NOUNS));
    if is_of_time && counts && !words.has(&["which"]) {
        return Ask::Count;
    }
    let least = words.has(SMALLEST) || words.has(&["least"]);
    let rank = match rank_by_number(words) {
        Some(rank) => rank,
        None if least => Rank::Least,
        None => Rank::Most,
    };
    let is_extreme = words.has(LARGEST) || words.has(&["most"]) || rank != Rank::Most;
    let one = is_extreme && words.has(SINGULAR);
    Ask::Breakdown { by, limit: limit.or(one.then_some(1)), rank }
}

/// Returns the order of a ranking by the number of transactions, if the question asks for one.
fn rank_by_number(words: &Words) -> Option<Rank> {
    let visits = words.has(&["visit", "visited"]) && words.has(&["most"]) && !words.has(&["spend", "spent"]);
    if words.has(OFTEN) || visits {
        return Some(Rank::Often);
    }
    words.has(&["least often", "least frequently", "fewest times"]).then_some(Rank::Seldom)
}

/// Reads "when do I pay Allianz next?" as a question about what is due,
/// and "when did I" as one about the past.
fn when_of(words: &Words) -> Ask {
    if words.has(&["when"]) && words.has(&["next"]) && !words.has(&["last", "last time"]) {
        return Ask::Due;
    }
    Ask::When { last: !words.has(&["first", "first time"]) }
}

/// Returns a list of transactions if the question asks for these instead of their total.
fn list_of(words: &Words, asks_for_sum: bool, limit: Option<usize>) -> Option<Ask> {
    let bought = words.has(&["what did i buy", "what have i bought", "what happened"]);
    let names_entries = bought || (words.has(LIST) && !asks_for_sum);
    let counts_them = limit.is_some_and(|_| words.has(ENTRY_NOUNS));
    let oldest = words.has(&["first", "oldest", "earliest"]);
    (names_entries || counts_them).then_some(Ask::List { newest: !oldest, limit })
}

/// Returns the unit of an average.
pub(super) fn per_of(words: &Words) -> Per {
    #[rustfmt::skip]
    const UNITS: [(Per, &[&str]); 3] = [
        (Per::Month, &[
            "per month", "a month", "monthly", "each month", "every month", "typical month", "average month", "normal month", "usual month",
        ]),
        (Per::Week, &["per week", "a week", "weekly", "each week", "every week", "typical week", "average week", "normal week"]),
        (Per::Day, &["per day", "a day", "daily", "each day", "every day", "typical day", "average day", "normal day"]),
    ];
    UNITS.iter().find(|(_, phrases)| words.has(phrases)).map_or(Per::Entry, |(per, _)| *per)
}

fn is_about_books(words: &Words) -> bool {
    words.has(&[
        "which period",
        "what period",
        "how far back",
        "what data",
        "which data",
        "which months",
        "date range",
        "what do you know",
        "which accounts",
        "how many accounts",
        "what accounts",
        "list accounts",
        "list my accounts",
        "show my accounts",
        "my accounts do",
        "which categories do",
        "what categories do",
        "which statements",
        "what merchants do you",
        "which categories are there",
        "what categories are there",
    ]) && !words.has(&["spend", "spent"])
}

fn is_about_balance(words: &Words, flow: Option<Flow>) -> bool {
    words.has(&[
        "balance",
        "balances",
        "how much money do i have",
        "how much money did i have",
        "how much is on",
        "how much was on",
        "how much is in",
        "how much was in",
        "how much money is in",
        "how much money is on",
        "how much money was in",
        "how much money was on",
        "how much cash do i have",
        "how much is there in",
        "how much do i have in",
        "how much have i got in",
    ]) || (flow.is_none() && words.has(&["how much money in", "how much money on"]) && !has_money_in(words))
        || (flow.is_none()
            && words.has(&[
                "how much do i have",
                "how much did i have",
                "what do i have",
                "how much money have i",
                "how much do i own",
                "how much have i got",
            ]))
}

/// Returns the number in "top 5", "the last 10 transactions" and "3 largest".
fn limit_of(words: &Words) -> Option<usize> {
    (0..words.len()).find_map(|index| {
        let number =
            count(words.at(index)).filter(|number| !words.is_used(index) && (1..=100).contains(number))?;
        let next = words.at(index + 1);
        let counts = matches!(
            words.before(index),
            "top"
                | "last"
                | "latest"
                | "first"
                | "biggest"
                | "largest"
                | "smallest"
                | "cheapest"
                | "recent"
                | "newest"
                | "oldest"
        ) || LARGEST.contains(&next)
            || SMALLEST.contains(&next)
            || matches!(next, "latest" | "most" | "newest" | "oldest" | "recent" | "last")
            || ENTRY_NOUNS.contains(&next);
        counts.then_some(usize::try_from(number).ok()?)
    })
}
