//! Completes a clause from the previous questions.
//! Clauses that are short, refer back, or name neither a subject nor a period depend on them.

use chrono::Datelike;
use saldo_domain::entry::Direction;

use super::asking::{Asked, ENTRY_NOUNS};
use super::names::Books;
use super::plan::flow_of;
use super::question::{Ask, By, Flow, Per, Query, Rank, Scope, Without};
use super::words::Words;

pub(super) const CARRIES_ON: [&str; 15] = [
    "and",
    "what about",
    "how about",
    "only",
    "just",
    "same",
    "the same",
    "but",
    "or",
    "now",
    "then",
    "also",
    "plus",
    "ok and",
    "okay and",
];
/// Beginnings of short questions without a subject: "by merchant?", "on average?", "how many?".
const SHORT_FOR_THE_SAME: [&str; 17] = [
    "which is",
    "which one",
    "which was",
    "smallest",
    "the smallest",
    "by",
    "per",
    "grouped",
    "split",
    "on average",
    "average",
    "how many",
    "how often",
    "list",
    "the largest",
    "the biggest",
    "largest",
];
const POINTS_BACK: [&str; 7] = ["that", "those", "these", "them", "it", "of which", "same"];
/// These phrases ask about everything, so previous questions do not matter.
#[rustfmt::skip]
const ANEW: &[&str] = &[
    "in total", "overall", "of all", "all my", "altogether", "everything", "anything", "total spending", "total income", "my total",
    "my spending", "my income", "my money", "my expenses", "my savings", "at all", "across all",
];

/// The content of one clause.
pub(super) struct Clause<'a> {
    pub(super) words: &'a Words,
    pub(super) asked: &'a Asked,
    pub(super) scopes: &'a [Scope],
    /// True if the clause names a period. A period to compare with does not count.
    pub(super) has_period: bool,
    /// True for "the month before".
    pub(super) is_shifted: bool,
}

impl Clause<'_> {
    pub(super) fn carries_on(&self) -> bool {
        self.words.begins(&CARRIES_ON)
    }

    fn points_back(&self) -> bool {
        self.words.has(&POINTS_BACK) || self.is_shifted
    }

    /// True if the wording refers to the previous question.
    fn says_so(&self) -> bool {
        let is_short = self.words.len() <= 4 && self.words.begins(&SHORT_FOR_THE_SAME);
        self.asked.ask.is_none() || self.carries_on() || is_short || self.points_back()
    }

    /// True if the clause names neither a subject nor a period.
    fn is_bare(&self) -> bool {
        let names_nothing = |scope: &Scope| {
            !scope.names_something()
                && scope.account.is_none()
                && scope.currency.is_none()
                && scope.without == Without::default()
        };
        self.scopes.iter().all(names_nothing) && !self.has_period && !self.words.has(ANEW)
    }

    /// True if the previous answer, which is not a list or sum of transactions, also answers this clause:
    /// "which is the most expensive?" after recurring payments.
    fn repeats(&self, before: &Query) -> bool {
        let is_of_the_same = match self.asked.ask {
            Some(Ask::Extreme { limit, .. }) => limit == 1,
            Some(Ask::Average { .. } | Ask::Count | Ask::Flow(Flow::Spending)) => true,
            // The list of recurring payments has monthly and yearly totals.
            Some(Ask::Breakdown { by: By::Month | By::Year, limit: None, .. }) => is_recurring(before.ask),
            _ => false,
        };
        is_of_the_same
            && !is_over_entries(before.ask)
            && self.is_bare()
            && self.asked.direction.is_none()
            && !self.words.has(ENTRY_NOUNS)
    }

    /// True if the clause asks for details of the one thing in the previous answer: "when was that?"
    /// after the largest expense, "how much was it?" after the last payment, "by how much?" after a trend.
    pub(super) fn is_about_that(&self, before: &[Query]) -> bool {
        let Some(last) = before.last().filter(|_| self.is_bare()) else { return false };
        let is_one = matches!(
            last.ask,
            Ask::When { .. } | Ask::Extreme { limit: 1, .. } | Ask::Breakdown { limit: Some(1), .. }
        );
        let asks_of_it =
            matches!(self.asked.ask, Some(Ask::When { .. } | Ask::Flow(Flow::Spending | Flow::Income)));
        let is_trend = matches!(last.ask, Ask::Trend(_));
        (is_one && asks_of_it && self.words.has(&["that", "it", "this"]))
            || (is_trend && self.words.has(&["by how much"]))
    }

    /// Returns the previous questions that this clause depends on.
    pub(super) fn bases(&self, before: &[Query], books: &Books) -> Vec<Query> {
        let Some(last) = before.last() else { return Vec::new() };
        if self.repeats(last) {
            return before.to_vec();
        }
        let asks_for_entries = self.asked.ask.is_some_and(is_over_entries);
        // A sum after a balance is not restricted to the account of the balance.
        if asks_for_entries
            && !is_over_entries(last.ask)
            && !matches!(last.ask, Ask::Budget { .. })
            && !self.points_back()
        {
            return Vec::new();
        }
        if self.says_so() {
            return match before {
                [.., last] if self.scopes.iter().any(Scope::names_something) => vec![last.clone()],
                before => before.to_vec(),
            };
        }
        if asks_for_entries && self.is_bare() {
            return before.iter().map(|query| self.without_strangers(query, books)).collect();
        }
        Vec::new()
    }

    /// Returns the previous question without the conditions that a new subject cannot keep:
    /// income from groceries, or the best month of a single month.
    fn without_strangers(&self, before: &Query, books: &Books) -> Query {
        let mut query = before.clone();
        let was_income = before.direction == Some(Direction::In) || flow_of(before) == Flow::Income;
        let is_other_way = match (self.asked.ask, self.asked.direction) {
            (Some(Ask::Flow(Flow::Net | Flow::Both | Flow::SavingsRate)), _) => true,
            (_, Some(Direction::In)) => !was_income,
            (_, Some(Direction::Out)) => was_income,
            (_, None) => false,
        };
        if is_other_way {
            let Scope { account, currency, without, .. } = query.scope;
            query.scope = Scope { account, currency, without, ..Scope::default() };
            query.direction = None;
        }
        let Some(Ask::Breakdown { by, .. }) = self.asked.ask else { return query };
        let ends = query.span.and_then(|span| Some((span.from?, span.to?)));
        let is_within = |same: fn(chrono::NaiveDate) -> (i32, u32)| {
            ends.is_some_and(|(from, to)| same(from) == same(to)) && query.versus.is_none()
        };
        let is_too_short = match by {
            By::Year => is_within(|day| (day.year(), 0)),
            By::Month => is_within(|day| (day.year(), day.month())),
            _ => false,
        };
        if is_too_short {
            query.span = None;
        }
        match by {
            By::Category if query.scope.category.as_deref().is_some_and(|it| !books.has_parts(it)) => {
                (query.scope.category, query.scope.called) = (None, None);
            }
            By::Merchant => (query.scope.text, query.scope.is_unknown) = (None, false),
            By::Account => query.scope.account = None,
            _ => {}
        }
        query
    }
}

fn is_over_entries(ask: Ask) -> bool {
    ask.is_over_entries() || matches!(ask, Ask::Trend(_))
}

const fn is_recurring(ask: Ask) -> bool {
    matches!(ask, Ask::Recurring { .. })
}

/// True if a question asks for one figure of the previous answer, or for one of its items.
const fn is_one_of_all(ask: Ask) -> bool {
    matches!(ask, Ask::Extreme { .. } | Ask::Average { .. } | Ask::Count | Ask::Flow(Flow::Spending))
}

/// Merges a question with the previous one that it depends on.
pub(super) fn merged(own: Query, before: Query, asked: &Asked) -> Query {
    let keeps_ask = asked.ask.is_none() || (asked.is_plain_sum && own.span.is_some());
    let is_same = own.span.is_none() && own.scope.is_empty();
    let ask = match (before.ask, own.ask) {
        (before, _) if keeps_ask => before,
        // Recurring payments are listed with their number and totals, highest cost first.
        // Balances and budgets are, too.
        (before, own)
            if is_same
                && is_over_entries(own)
                && !is_over_entries(before)
                && (is_recurring(before) || (asked.direction.is_none() && is_one_of_all(own))) =>
        {
            before
        }
        // "Which is the largest?" after totals asks for one of them.
        (Ask::Breakdown { by, .. }, Ask::Extreme { largest, limit: 1 }) => {
            Ask::Breakdown { by, limit: Some(1), rank: if largest { Rank::Most } else { Rank::Least } }
        }
        (Ask::Breakdown { by, .. }, Ask::Average { flow, per: Per::Entry }) => {
            let per = match by {
                By::Month => Per::Month,
                By::Week => Per::Week,
                By::Day => Per::Day,
                _ => Per::Entry,
            };
            Ask::Average { flow, per }
        }
        // The average of a net per month is a net, not spending.
        (Ask::Flow(Flow::Net | Flow::SavingsRate), Ask::Average { flow: Flow::Spending, per })
            if per != Per::Entry && own.direction.is_none() =>
        {
            Ask::Average { flow: Flow::Net, per }
        }
        // The best month by net is visible in the list of months with their net.
        (Ask::Flow(Flow::Net | Flow::Both | Flow::SavingsRate), Ask::Breakdown { by, rank, .. })
            if matches!(by, By::Month | By::Quarter | By::Year) && own.direction.is_none() =>
        {
            Ask::Breakdown { by, limit: None, rank }
        }
        (_, own) => own,
    };
    Query {
        ask,
        direction: own.direction.or(before.direction),
        versus: before.versus.filter(|_| own.span.is_none()),
        span: own.span.or(before.span),
        scope: own.scope.over(before.scope),
        sum: own.sum.or(before.sum),
        goal: own.goal.or(before.goal),
        draws: own.draws || before.draws,
    }
}
