//! Every figure in a reply is one that a tool returned, or it is marked as one that is not.

mod behind;
mod written;

use std::collections::{BTreeMap, HashSet};

use serde::Serialize;
use serde_json::Value;

pub(crate) use behind::TRANSACTIONS;
use behind::{Behind, Place};
use written::{Figure, Kind, Written};

/// A figure of a reply and where it comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Grounded {
    /// The figure as the reply writes it.
    pub figure: String,
    /// The call whose answer has it; `None` when no answer has.
    pub source: Option<String>,
    /// For each place where the reply writes it, in order: the query of `GET /api/transactions` that lists just the transactions it is
    /// made of; `None` where it is made of none, or where it cannot be told which of several equal figures is meant.
    pub transactions: Vec<Option<Value>>,
}

/// Looks up every figure of a reply in what tools answered (call and answer, in order) and in what the person wrote themselves.
///
/// A figure is known when an answer has it, has it with more digits, or when it is the sum of the rows or entries that an answer
/// shows. Signs and the way it is written do not matter. Money is known only from amounts: the day of a date, or a number in what
/// a bank printed, is the source of a day and of a quotation, not of a sum. A figure that the person wrote is no claim of the
/// reply's and is left out. One that is known in one place and not in another counts as not known.
#[must_use]
pub fn check(reply: &str, question: &str, answers: &[(String, Value)]) -> Vec<Grounded> {
    let asked: Vec<Written<'_>> = written::figures(question).collect();
    let asked_words: HashSet<String> = asked.iter().map(Written::word).collect();
    let asked: HashSet<Figure> = asked.into_iter().flat_map(|one| one.readings).collect();
    let known: Vec<(&String, Known<'_>)> =
        answers.iter().map(|(call, answer)| (call, Known::of(answer))).collect();
    let is_asked = |one: &Written<'_>| {
        let is_read = one.kind != Kind::Word && one.readings.iter().any(|reading| asked.contains(reading));
        is_read || asked_words.contains(&one.word())
    };
    let mut found: Vec<Grounded> = Vec::new();
    for one in written::figures(reply).filter(|one| !is_asked(one)) {
        let answer = known.iter().find(|(_, known)| known.has(&one, reply));
        let source = answer.map(|(call, _)| (*call).clone());
        // How many there are and which day it was is no amount, even where one is rounded to it.
        let is_amount = one.kind == Kind::Money || one.text.contains(['.', ',']);
        let behind = answer.filter(|_| is_amount).map(|(_, known)| &known.behind);
        let transactions = behind.and_then(|known| behind::meant(known, &one, reply));
        // A name with digits in it is no figure, as long as it is a name.
        if one.kind == Kind::Word && source.is_some() {
            continue;
        }
        match found.iter_mut().find(|before| before.figure == one.text) {
            Some(before) => {
                before.transactions.push(transactions);
                if source.is_none() {
                    before.source = None;
                }
            }
            None => {
                found.push(Grounded {
                    figure: one.text.to_owned(),
                    source,
                    transactions: vec![transactions],
                });
            }
        }
    }
    found
}

/// What one answer of a tool knows.
#[derive(Default)]
struct Known<'a> {
    /// Amounts, rates and shares.
    amounts: HashSet<Figure>,
    /// Counts.
    numbers: HashSet<Figure>,
    /// The numbers in dates and in what was printed.
    printed: HashSet<Figure>,
    /// Words with digits in them.
    words: HashSet<String>,
    /// Texts with figures in them.
    texts: Vec<&'a str>,
    /// The transactions that amounts are made of.
    behind: Vec<Behind>,
}

impl<'a> Known<'a> {
    fn of(answer: &'a Value) -> Self {
        let mut known = Self::default();
        known.collect(answer, &Place::default());
        known
    }

    fn collect(&mut self, value: &'a Value, place: &Place<'a>) {
        match value {
            Value::String(text) => self.read(text),
            Value::Number(number) => {
                self.numbers.extend(Figure::parse(number.to_string().trim_start_matches('-')));
            }
            Value::Array(items) => {
                for item in items {
                    self.collect(item, place);
                }
                self.amounts.extend(sums(items));
            }
            Value::Object(entries) => {
                self.behind.extend(place.amount(entries));
                let inside = place.inside(entries);
                // What lists transactions is no figure of them.
                for (name, item) in entries.iter().filter(|(name, _)| *name != behind::TRANSACTIONS) {
                    self.collect(item, &inside.at(name));
                }
            }
            Value::Null | Value::Bool(_) => {}
        }
    }

    fn read(&mut self, text: &'a str) {
        if let Some(amount) = Figure::parse(text.trim_start_matches('-')) {
            self.amounts.insert(amount);
            return;
        }
        let mut has_figures = false;
        for one in written::figures(text) {
            has_figures = true;
            self.words.insert(one.word());
            self.printed.extend(one.readings);
        }
        if has_figures && text.contains(char::is_alphabetic) {
            self.texts.push(text);
        }
    }

    fn has(&self, one: &Written<'_>, reply: &str) -> bool {
        let among = |known: &HashSet<Figure>| one.readings.iter().any(|reading| reading.is_among(known));
        let is_known = match one.kind {
            Kind::Money => among(&self.amounts),
            Kind::Share => among(&self.amounts) || among(&self.numbers),
            Kind::Plain => among(&self.amounts) || among(&self.numbers) || among(&self.printed),
            Kind::Word => self.words.contains(&one.word()),
        };
        is_known || self.texts.iter().any(|text| is_inside_quotation(one, reply, text))
    }
}

/// Whether a figure of the reply stands in a place where the reply quotes this text as it is.
fn is_inside_quotation(one: &Written<'_>, reply: &str, text: &str) -> bool {
    let end = one.start + one.text.len();
    reply.match_indices(text).any(|(start, _)| start <= one.start && end <= start + text.len())
}

/// The sums of the amounts of rows, one for each currency.
fn sums(rows: &[Value]) -> Vec<Figure> {
    let mut sums: BTreeMap<&str, Option<Figure>> = BTreeMap::new();
    for row in rows {
        let money = &row["amount"];
        let (Some(amount), Some(currency)) = (money["amount"].as_str(), money["currency"].as_str()) else {
            continue;
        };
        let sum = sums.entry(currency).or_insert(Some(Figure::NOTHING));
        *sum = sum.and_then(|sum| sum.with(amount));
    }
    sums.into_values().flatten().map(Figure::magnitude).collect()
}
