//! Checks the figures of a reply against the answers of tools.

mod behind;
mod spelled;
mod written;

use std::collections::{BTreeMap, HashSet};

use serde::Serialize;
use serde_json::Value;

use behind::{Place, SourcedAmount};
pub(crate) use behind::{TOO_MANY, TRANSACTIONS};
pub(crate) use spelled::english_number;
use written::{Figure, Kind, Written};

/// A figure of a reply and its source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GroundedFigure {
    /// The figure as the reply writes it.
    pub figure: String,
    /// The id of the call whose answer contains the figure, or `None` if it is not verified.
    pub source: Option<String>,
    /// For each occurrence in the reply, in order: the query of `GET /api/transactions`
    /// that lists exactly the transactions behind the figure, or `tooMany` alone with the number that can be
    /// listed if there are more. `None` if there are none, or if several equal figures have different ones
    /// and the reply does not show which is meant.
    pub transactions: Vec<Option<Value>>,
}

/// Looks up every figure of a reply in the answers of tools (`answers`: call and answer, in order).
///
/// A figure is verified if an answer contains it, contains it with more digits,
/// or if it is the sum of the rows or transactions that an answer lists. Signs and notation do not matter.
///
/// - Amounts of money are verified by amounts only.
///   The day of a date or a number in a printed description verifies dates and quotations, but not a sum.
/// - Figures of the `question` are not claims of the reply and are left out.
/// - A figure that is verified in one place but not in another counts as not verified.
#[must_use]
pub fn check(reply: &str, question: &str, answers: &[(String, Value)]) -> Vec<GroundedFigure> {
    let asked = all_figures(question);
    let asked_words: HashSet<String> = asked.iter().map(Written::word).collect();
    let asked: HashSet<Figure> = asked.into_iter().flat_map(|one| one.readings).collect();
    let known: Vec<(&String, Known<'_>)> =
        answers.iter().map(|(call, answer)| (call, Known::of(answer))).collect();
    let is_asked = |one: &Written<'_>| {
        let is_read = one.kind != Kind::Word && one.readings.iter().any(|reading| asked.contains(reading));
        is_read || asked_words.contains(&one.word())
    };
    let mut found: Vec<GroundedFigure> = Vec::new();
    let figures = all_figures(reply);
    for one in figures.iter().filter(|one| !is_asked(one)) {
        let answer = known.iter().find(|(_, known)| known.has(one, reply));
        let source = answer.map(|(call, _)| (*call).clone());
        // Counts and dates are not amounts, even if some amount rounds to them.
        let is_amount = one.kind == Kind::Money || one.text.contains(['.', ',']);
        // Several calls may have returned the figure, and the reply may mean any of them.
        let behind = known.iter().flat_map(|(_, known)| &known.behind);
        let transactions =
            answer.filter(|_| is_amount).and_then(|_| behind::source_of(behind, one, &figures, reply));
        // A word with digits that an answer also contains is a name, not a figure.
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
                found.push(GroundedFigure {
                    figure: one.text.to_owned(),
                    source,
                    transactions: vec![transactions],
                });
            }
        }
    }
    found
}

/// Returns the figures of a text in digits and in words, in order.
fn all_figures(text: &str) -> Vec<Written<'_>> {
    let mut figures: Vec<Written<'_>> = written::figures(text).chain(spelled::figures(text)).collect();
    figures.sort_by_key(|one| one.start);
    figures
}

/// The figures in one answer of a tool.
#[derive(Default)]
struct Known<'a> {
    /// Amounts, rates and percentages.
    amounts: HashSet<Figure>,
    /// Counts.
    numbers: HashSet<Figure>,
    /// Numbers in dates and in printed text.
    printed: HashSet<Figure>,
    /// Words with digits in them.
    words: HashSet<String>,
    /// Texts with figures in them, to recognize quotations.
    texts: Vec<&'a str>,
    /// The transactions behind amounts.
    behind: Vec<SourcedAmount>,
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
            Value::Object(transactions) => {
                self.behind.extend(place.amount(transactions));
                let inside = place.inside(transactions);
                // The query that lists transactions contains no figures of the answer.
                for (name, item) in transactions.iter().filter(|(name, _)| *name != behind::TRANSACTIONS) {
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

/// True if the figure lies within a verbatim quotation of `text` in the reply.
fn is_inside_quotation(one: &Written<'_>, reply: &str, text: &str) -> bool {
    let end = one.start + one.text.len();
    reply.match_indices(text).any(|(start, _)| start <= one.start && end <= start + text.len())
}

/// Returns the sums of the rows' amounts, one for each currency.
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
