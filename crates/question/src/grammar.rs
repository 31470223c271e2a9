//! The rules that turn the parts of a question into a query. Every part is used, or there is no query.

mod periods;
mod rules;

use std::collections::BTreeSet;

use chrono::Datelike;
use saldo_domain::query::{Conditions, DateRange, Dimension, Measure, Per, QueryOrder};
use saldo_domain::transaction::{Direction, TransactionKind};
use saldo_domain::{Date, FiscalCalendar, Period, Query, QueryFilter};

use crate::Correction;
use crate::follow_up::{changed, chosen, merged, narrowed, repeats};
use crate::lexicon::{Cue, Language, Lexicon, Unit};
use crate::names::Names;
use crate::piece::{Words, pieces};
use crate::place::{Draft, Follow, Placing, dimension_of, fill, has_subject, unit_of};
use crate::topic::{self, About};
pub(crate) use rules::Rule;

/// A question read in one language.
pub(crate) struct Reading {
    pub(crate) language: Language,
    /// The query, if the parts make exactly one.
    pub(crate) query: Option<Query>,
    /// The report that the question is about, instead of a query.
    pub(crate) topic: Option<(About, QueryFilter)>,
    pub(crate) unknown: Vec<String>,
    pub(crate) offers: Vec<Query>,
    pub(crate) corrections: Vec<Correction>,
    pub(crate) is_follow_up: bool,
    /// True for "and at Rewe?" if there is no question before it.
    pub(crate) is_cut_off: bool,
    /// The number of words in the language's lexicon.
    pub(crate) known: usize,
}

/// Reads a question in the language of `lexicon`.
pub(crate) fn read(
    words: &Words,
    previous: Option<&Query>,
    lexicon: &Lexicon,
    names: &Names,
    today: Date,
    calendar: FiscalCalendar,
) -> Reading {
    let pieces = pieces(words, lexicon, names);
    let draft = Placing::new(&pieces, lexicon, names, today, calendar).run();
    let build = |draft: &Draft| {
        let changed = previous.and_then(|previous| changed(draft, previous));
        changed.map_or_else(
            || Builder { draft: draft.clone(), names, today, calendar }.queries(),
            |query| previous.and_then(|it| narrowed(draft, it, &query)).into_iter().chain([query]).collect(),
        )
    };
    let mut queries = build(&draft);
    if let Some(previous) = previous {
        let about_the_same = merged(&draft, previous)
            .map_or_else(Vec::new, |merged| Builder { draft: merged, names, today, calendar }.queries());
        queries = chosen(&draft, queries, about_the_same);
    }
    if let Some(query) = previous.filter(|previous| repeats(&draft, previous)) {
        queries = vec![query.clone()];
    }
    // "Them" without a question before refers to nothing.
    if draft.follows == Some(Follow::That) && previous.is_none() {
        queries.clear();
    }
    let topic = topic::of(&draft, |draft| asks_for_subscriptions(draft, names));
    // Such a question would be answered for all time.
    let is_cut_off = draft.follows == Some(Follow::And)
        && previous.is_none()
        && draft.cues.is_empty()
        && queries.iter().all(|query| query.filter.period.is_none());
    let is_clear = queries.len() == 1 && topic.is_none() && !is_cut_off;
    let query = if is_clear { queries.first().cloned() } else { None };
    if !draft.near.is_empty() {
        queries = draft
            .near
            .iter()
            .filter_map(|key| names.of_key(key))
            .flat_map(|category| {
                let mut nearer = draft.clone();
                nearer.filter.only.categories.push(category);
                build(&nearer)
            })
            .collect();
    }
    if queries.is_empty() && (!draft.filter.is_empty() || !draft.periods.is_empty()) {
        let plain = [Cue::Spend, Cue::Receive, Cue::Transaction].into_iter();
        queries = plain
            .flat_map(|cue| build(&Draft { cues: BTreeSet::from([cue]), ..only_filter(&draft) }))
            .collect();
    }
    Reading {
        language: lexicon.language,
        query,
        topic,
        unknown: draft.unknown,
        offers: queries,
        corrections: draft.corrections,
        is_follow_up: draft.follows.is_some(),
        is_cut_off,
        known: draft.known,
    }
}

/// True for a question about what recurs in the category of subscriptions: "what subscriptions do I have".
fn asks_for_subscriptions(draft: &Draft, names: &Names) -> bool {
    let subscriptions = names.of_key("subscriptions");
    let is_named = subscriptions.is_some_and(|it| draft.filter.only.categories == [it]);
    // "How much do my subscriptions cost per year" is about those of today.
    let is_habit = draft.has(Cue::Habit) && draft.each.is_some();
    let asks = draft.has_any(&[Cue::What, Cue::Which, Cue::Show, Cue::HowMany]);
    let is_of_sums = draft.has_any(&[Cue::Spend, Cue::Total, Cue::Expense]);
    // "Is Netflix a subscription?"
    let is_asked = draft.cues.iter().all(|cue| *cue == Cue::Did);
    let is_one = draft.filter.only.merchants.len() == 1 && is_asked;
    is_named
        && draft.periods.is_empty()
        && (is_habit || is_one || (asks && !is_of_sums && draft.each.is_none()))
}

fn only_filter(draft: &Draft) -> Draft {
    let Draft { filter, periods, .. } = draft.clone();
    Draft { filter, periods, ..Draft::default() }
}

/// A builder of queries from a draft. It takes parts out of the draft as it uses them;
/// a part that is left at the end means that there is no query.
struct Builder<'a> {
    draft: Draft,
    names: &'a Names,
    today: Date,
    calendar: FiscalCalendar,
}

impl Builder<'_> {
    /// Returns the one query that the parts make, several that they may mean, or none.
    fn queries(mut self) -> Vec<Query> {
        self.implied_cues();
        self.refunds();
        self.next_income();
        self.superlatives();
        self.limits();
        // "Would" belongs to a cut or an exclusion, which the query states already.
        // No rule accepts the cue otherwise.
        // "What would I have saved without Netflix" may ask for the payments or for what was left.
        let excludes = !self.draft.filter.without.is_empty() && !self.draft.has(Cue::Net);
        if self.draft.cut.is_some() || excludes {
            self.draft.cues.remove(&Cue::Would);
        }
        // What a thing costs now is no sum over time.
        let is_held = self.draft.has_any(&[Cue::Balance, Cue::NetWorth, Cue::SavingsRate]);
        if self.draft.marks.contains(&Cue::Now) && self.draft.periods.is_empty() && !is_held {
            return Vec::new();
        }
        if !self.versus() {
            return Vec::new();
        }
        let Some(periods) = self.periods() else { return Vec::new() };
        let ranking = self.ranking();
        let cues = std::mem::take(&mut self.draft.cues);
        let Some(rule) = Rule::of_measure(&cues) else { return Vec::new() };
        // Interest that was paid is spending; the default category "interest" holds income only.
        if cues.contains(&Cue::Spend) && !cues.contains(&Cue::Share) && self.is_of_income() {
            return Vec::new();
        }
        // Nothing is known of the future, so that "none" would be no answer.
        let begins = periods.period.and_then(DateRange::first_day);
        if begins.is_some_and(|from| from > self.today) {
            return Vec::new();
        }
        self.draft.filter.period = periods.period;
        self.draft.cues = cues;
        let is_compared = periods.compare.is_some();
        if rule.needs.is_empty() && is_compared && !has_subject(&self.draft.filter) {
            self.draft.cues.insert(Cue::Spend);
        }
        let measures = rule.make(&mut self);
        let Some(ranking) = self.group(ranking, periods.compare.is_some()) else { return Vec::new() };
        if !self.is_used_up() {
            return Vec::new();
        }
        let draft = &self.draft;
        let query = |measure| Query {
            measure,
            filter: draft.filter.clone(),
            group_by: periods.group_by.or(ranking.group_by),
            compare: periods.compare,
            what_if: draft.cut.clone(),
            having: draft.having,
            currency: draft.currency,
            order: if periods.group_by.is_some() { QueryOrder::Difference } else { ranking.order },
            limit: ranking.limit,
        };
        measures.into_iter().map(query).filter(makes_sense).collect()
    }

    /// Replaces cues that stand for others.
    fn implied_cues(&mut self) {
        let is_from = self.draft.is_from;
        let cues = &mut self.draft.cues;
        // "The last payment from Acme" may have come in, so that it has no direction.
        if cues.remove(&Cue::Payment) {
            cues.insert(if is_from && !cues.contains(&Cue::Spend) { Cue::Transaction } else { Cue::Expense });
        }
        // "How much did I make" is about income, "how many purchases did I make" about purchases.
        let is_told = [Cue::Spend, Cue::Expense, Cue::Transaction, Cue::HowMany, Cue::Net, Cue::Why];
        if cues.remove(&Cue::Made) && !is_told.iter().any(|cue| cues.contains(cue)) {
            cues.insert(Cue::Receive);
        }
        if cues.remove(&Cue::OfIncome) {
            cues.remove(&Cue::HowMuch);
            cues.extend([Cue::Share, Cue::Receive]);
        }
        // "Show all expenses over 200" lists them.
        let lists = !self.draft.filter.only.sizes.is_empty() && self.draft.group_by.is_none();
        if lists && cues.contains(&Cue::Show) && !cues.contains(&Cue::HowMuch) && cues.remove(&Cue::Spend) {
            cues.insert(Cue::Expense);
        }
        let has_subject = has_subject(&self.draft.filter);
        let is_open = self.draft.periods.is_empty();
        let cues = &mut self.draft.cues;
        // "When will Netflix be charged?"
        if has_subject && is_open && cues.contains(&Cue::When) && cues.contains(&Cue::Future) {
            cues.insert(Cue::Next);
        }
        if has_subject && cues.remove(&Cue::Topic(About::Due)) {
            cues.insert(Cue::Future);
            if cues.contains(&Cue::When) {
                cues.insert(Cue::Next);
            }
        }
        let is_of_things = matches!(
            self.draft.group_by,
            Some(Dimension::Merchant | Dimension::Category | Dimension::Account)
        );
        // "Each week on average" is per week.
        if let (true, true, Some(unit)) = (
            cues.contains(&Cue::Average),
            self.draft.is_breakdown,
            self.draft.group_by.and_then(unit_of).filter(|unit| per(*unit).is_some()),
        ) {
            (self.draft.each, self.draft.group_by, self.draft.is_breakdown) = (Some(unit), None, false);
        }
        // "How many orders did I place" counts the orders, not the places.
        let counts_others = self.draft.is_plural && !cues.contains(&Cue::Distinct);
        if cues.contains(&Cue::HowMany) && is_of_things && !self.draft.is_breakdown && !counts_others {
            cues.insert(Cue::Distinct);
        }
    }

    /// Turns a size into a limit on the figure where the question is about a sum: "did I spend more than
    /// 500", "in which months did I spend more than 500".
    fn limits(&mut self) {
        // "Have I gone over 60 at Rewe" does not say "spend".
        let flows =
            [Cue::Spend, Cue::Receive, Cue::Net, Cue::Expense, Cue::Transaction, Cue::HowMany, Cue::When];
        let says_flow = self.draft.has_any(&flows);
        if self.draft.has(Cue::Did)
            && !says_flow
            && has_subject(&self.draft.filter)
            && !self.draft.filter.only.sizes.is_empty()
        {
            self.draft.cues.insert(Cue::Spend);
        }
        let has = |cue| self.draft.has(cue);
        let is_sum = has(Cue::Spend) || has(Cue::Receive) || has(Cue::Net);
        let asks = has(Cue::Did) || has(Cue::Rate);
        // "Did I ever spend more than 80" asks for single payments.
        let is_ever = self.draft.marks.contains(&Cue::Ever) && has(Cue::Did);
        let is_single = has(Cue::Expense) || has(Cue::Transaction) || has(Cue::HowMany) || has(Cue::When);
        if is_ever && is_sum && !self.draft.filter.only.sizes.is_empty() {
            let receives = has(Cue::Receive);
            self.draft.cues.insert(if receives { Cue::Transaction } else { Cue::Expense });
            return;
        }
        let selects =
            self.draft.group_by.is_some_and(|by| !matches!(by, Dimension::Day | Dimension::Weekday))
                && has(Cue::Which)
                && !self.draft.is_breakdown;
        if let [limit] = self.draft.filter.only.sizes[..]
            && is_sum
            && !is_single
            && (asks && !self.draft.is_breakdown || selects)
        {
            self.draft.filter.only.sizes.clear();
            self.draft.having = Some(limit);
            self.draft.cues.remove(&Cue::Did);
            if selects {
                self.draft.is_breakdown = true;
                self.draft.cues.remove(&Cue::Which);
            }
        }
    }

    /// Reads "more at Rewe than at Edeka" and "compare rent and groceries" as rows of each. Returns `false`
    /// if the rows would not be what the question names.
    fn versus(&mut self) -> bool {
        let only = &self.draft.filter.only;
        let is_listed = self.draft.has(Cue::Compare) && self.draft.periods.len() < 2;
        if !self.draft.is_versus && !is_listed {
            return true;
        }
        let by = match (only.categories.len(), only.merchants.len(), only.accounts.len()) {
            (2.., 0, _) if !only.categories.iter().any(|it| self.names.has_children(*it)) => {
                Dimension::Category
            }
            (0, 2.., _) if !self.draft.is_wide => Dimension::Merchant,
            (0, 0, 2..) => Dimension::Account,
            _ => return !self.draft.is_versus,
        };
        if self.draft.group_by.is_some() || self.draft.earlier.is_some() {
            return false;
        }
        self.draft.discard(&[Cue::More, Cue::Less, Cue::Compare, Cue::Did, Cue::HowMuch, Cue::Which]);
        if self.draft.cues.is_empty() {
            self.draft.cues.insert(Cue::Spend);
        }
        (self.draft.group_by, self.draft.is_breakdown) = (Some(by), true);
        true
    }

    /// Returns a balance, which is that of one day.
    fn balance_of_day(&mut self, measure: Measure) -> Vec<Measure> {
        self.draft.is_end = false;
        if self.draft.is_joined { Vec::new() } else { vec![measure] }
    }

    fn savings_rate(&mut self) -> Vec<Measure> {
        let filter = &self.draft.filter;
        let is_of_all = !has_subject(filter) && filter.only.sizes.is_empty() && filter.without.is_empty();
        if is_of_all { vec![Measure::SavingsRate] } else { Vec::new() }
    }

    /// Returns the number of different merchants, categories or accounts.
    fn distinct(&mut self) -> Vec<Measure> {
        // "How many restaurants over 20 euros" may count payments, too.
        let is_plain = !self.draft.is_breakdown && self.draft.filter.only.sizes.is_empty();
        let by = self.draft.group_by.take().filter(|_| is_plain);
        let receives = self.draft.has(Cue::Receive);
        if by != Some(Dimension::Account) {
            self.draft.filter.only.directions = vec![if receives { Direction::In } else { Direction::Out }];
        }
        by.map(|of| Measure::Distinct { of }).into_iter().collect()
    }

    /// Reads "refunds" as money in of the category of what was bought, too: all but what is known as other
    /// income. "A refund from Amazon" is money in from Amazon, whatever its category.
    fn refunds(&mut self) {
        let Some(refunds) = self.names.of_key("refunds") else { return };
        let spends = self.draft.has_any(&[Cue::Spend, Cue::Share, Cue::OfIncome, Cue::NetOfRefunds]);
        let filter = &mut self.draft.filter;
        let only = &mut filter.only;
        let is_of_merchant = !(only.merchants.is_empty() && only.texts.is_empty());
        if only.categories == [refunds] && (is_of_merchant || !spends) {
            only.categories.clear();
            if !is_of_merchant {
                filter.without.categories.extend(self.names.income_besides(refunds));
                filter.without.uncategorized = true;
            }
            self.draft.cues.remove(&Cue::Spend);
            self.draft.cues.insert(Cue::Receive);
            // "Show refunds from Amazon" and "which refunds" list them.
            let lists = self.draft.has_any(&[Cue::Show, Cue::Which]) && self.draft.group_by.is_none();
            if lists && !self.draft.has_any(&[Cue::HowMuch, Cue::Total]) {
                self.draft.cues.insert(Cue::Transaction);
            }
        }
    }

    /// Reads "when do I get paid next" as a question about the salary.
    fn next_income(&mut self) {
        let asks = self.draft.has_any(&[Cue::Next, Cue::Ahead]) && self.draft.has(Cue::Receive);
        if asks && !has_subject(&self.draft.filter) {
            self.draft.filter.only.categories.extend(self.names.of_key("salary"));
        }
    }

    /// Turns "more" into "most" where a question ranks ("which month") and compares nothing.
    /// Several languages use one word for both, such as Spanish "más".
    fn superlatives(&mut self) {
        let draft = &mut self.draft;
        let ranks = draft.group_by.is_some() && !draft.is_breakdown;
        let compares = draft.periods.len() > 1 || draft.earlier.is_some();
        // "The most I ever spent at Rewe" is one payment.
        let is_one = draft.marks.contains(&Cue::Ever) || draft.has(Cue::Expense) && !draft.is_plural;
        if draft.group_by.is_none() && is_one && draft.cues.remove(&Cue::Most) {
            draft.cues.extend([Cue::Largest, Cue::Expense]);
        }
        if ranks && !compares {
            for (more, most) in [(Cue::More, Cue::Most), (Cue::Less, Cue::Least)] {
                if draft.cues.remove(&more) {
                    draft.cues.insert(most);
                }
            }
        }
    }

    /// True if the question names categories, and all of them are categories of income.
    fn is_of_income(&self) -> bool {
        let categories = &self.draft.filter.only.categories;
        !categories.is_empty() && categories.iter().all(|it| self.names.is_income(*it))
    }

    /// True if the question names what the money is for, or what it is not for: "everything but rent".
    fn is_of_things(&self) -> bool {
        let filter = &self.draft.filter;
        let without = QueryFilter { only: filter.without.clone(), ..QueryFilter::default() };
        let excludes_spending =
            has_subject(&without) && !filter.without.categories.iter().any(|it| self.names.is_income(*it));
        has_subject(filter) || excludes_spending
    }

    /// Returns the direction of money that the question is about.
    fn direction(&self) -> Direction {
        let is_income = self.is_of_income();
        let receives = self.draft.has(Cue::Receive);
        if receives || (is_income && !self.draft.has(Cue::Spend)) { Direction::In } else { Direction::Out }
    }

    /// Returns `measure`, restricted to the direction that the question names, if it names one.
    fn event(&mut self, measure: Measure) -> Vec<Measure> {
        let has = |cue| self.draft.has(cue);
        let names_direction = has(Cue::Spend) || has(Cue::Expense) || has(Cue::Receive) || has(Cue::Times);
        // "When was the last time?" does not say of what.
        let is_end = matches!(measure, Measure::First | Measure::Last);
        if is_end && !names_direction && !has(Cue::Transaction) && self.draft.filter.is_empty() {
            return Vec::new();
        }
        if names_direction || measure == Measure::Duration {
            self.draft.filter.only.directions = vec![self.direction()];
        }
        // The time between transactions has a meaning only if a subject such as a merchant relates them.
        let is_ahead =
            matches!(measure, Measure::Next | Measure::TimeUntil | Measure::Duration | Measure::TimeSince);
        if is_ahead && !has_subject(&self.draft.filter) {
            return Vec::new();
        }
        vec![measure]
    }

    /// Reads a yes-or-no question as a count. "Did I spend more than 500" is about the sum, not about single
    /// transactions, and is rejected.
    fn exists(&mut self) -> Vec<Measure> {
        let has = |cue| self.draft.has(cue);
        let is_single = has(Cue::Expense) || has(Cue::Transaction);
        // "Was there, in June?" does not say what.
        if !is_single && !has(Cue::Spend) && !has(Cue::Receive) && !has_subject(&self.draft.filter) {
            return Vec::new();
        }
        if self.draft.filter.only.sizes.is_empty() || is_single {
            self.event(Measure::Count)
        } else {
            Vec::new()
        }
    }

    fn in_days(&mut self, measure: Measure) -> Vec<Measure> {
        match self.draft.unit.take() {
            None | Some(Unit::Day) => self.event(measure),
            Some(_) => Vec::new(),
        }
    }

    fn count(&mut self) -> Vec<Measure> {
        let measure = match self.draft.each.take() {
            None => Measure::Count,
            Some(Unit::Month) => Measure::Frequency,
            Some(_) => return Vec::new(),
        };
        // "How many times on average" does not say in what time.
        if measure == Measure::Count && self.draft.has(Cue::Average) {
            return Vec::new();
        }
        self.event(measure)
    }

    /// Reads "groceries over 50 euros: how many?".
    fn count_of_sizes(&mut self) -> Vec<Measure> {
        // "How many dentists" does not count payments.
        let is_of_payments = !self.draft.filter.only.sizes.is_empty() || self.is_of_income();
        if !(has_subject(&self.draft.filter) && is_of_payments) {
            return Vec::new();
        }
        self.draft.cues.insert(Cue::Times);
        self.count()
    }

    fn frequency(&mut self) -> Vec<Measure> {
        let each = self.draft.each.take();
        if !has_subject(&self.draft.filter) || each.is_some_and(|unit| unit != Unit::Month) {
            return Vec::new();
        }
        if !self.draft.has(Cue::Transaction) {
            self.draft.filter.only.directions = vec![self.direction()];
        }
        // "How often in May" asks for a number, "how often do I" for a rate.
        let is_past = self.draft.filter.period.is_some() && !self.draft.has(Cue::Habit);
        vec![if is_past && each.is_none() { Measure::Count } else { Measure::Frequency }]
    }

    /// Requires a subject: over all transactions, a salary would be deducted as if it were a refund.
    fn net_of_refunds(&mut self) -> Vec<Measure> {
        if has_subject(&self.draft.filter) { vec![Measure::SpentNetOfRefunds] } else { Vec::new() }
    }

    fn share(&mut self) -> Vec<Measure> {
        let (spends, receives) = (self.draft.has(Cue::Spend), self.draft.has(Cue::Receive));
        let filter = &self.draft.filter;
        let is_of_account = !has_subject(filter) && !filter.only.accounts.is_empty();
        let is_of_all = spends && receives && filter.only.is_empty();
        let has_part = has_subject(filter) || is_of_account || is_of_all;
        if !(has_part && filter.without.is_empty() && (spends || receives)) {
            return Vec::new();
        }
        let mut only = self.draft.whole.take().unwrap_or_default();
        // The share of an account is one of all accounts. "Of my card's spending" limits part and whole.
        if only.accounts.is_empty() && !is_of_account {
            only.accounts.clone_from(&filter.only.accounts);
        } else if !only.accounts.is_empty() && !filter.only.accounts.is_empty() {
            return Vec::new();
        }
        let is_of_some = !has_subject(&QueryFilter {
            only: Conditions { accounts: Vec::new(), ..only.clone() },
            ..QueryFilter::default()
        });
        // The part has to be within the whole, or the percentage is none.
        let part = &mut self.draft.filter.only;
        if !is_of_some {
            fill(&mut part.categories, &only.categories);
            fill(&mut part.merchants, &only.merchants);
        }
        fill(&mut part.accounts, &only.accounts);
        fill(&mut part.tags, &only.tags);
        let filter = &self.draft.filter;
        let of = Box::new(QueryFilter { only, ..QueryFilter::default() });
        let is_income = filter.only.categories.iter().any(|it| self.names.is_income(*it));
        // Part and whole may differ: rent as a share of income is money out over money in.
        // Interest as a share of income is money in on both sides.
        let part = if is_income { Direction::In } else { Direction::Out };
        let is_of_income =
            !of.only.categories.is_empty() && of.only.categories.iter().all(|it| self.names.is_income(*it));
        let whole = if receives || is_of_income { Direction::In } else { Direction::Out };
        // "How much of my salary did I spend?" does not ask for the salary as a share of the spending.
        if (part, whole) == (Direction::In, Direction::Out) {
            return Vec::new();
        }
        vec![Measure::Share { part, whole, of }]
    }

    fn average(&mut self) -> Vec<Measure> {
        let of = self.direction();
        let has = |cue| self.draft.has(cue);
        let is_single = has(Cue::Expense) || has(Cue::Transaction);
        // "On average per month?" does not say of what.
        let says_flow = is_single || has(Cue::Spend) || has(Cue::Receive);
        if !says_flow && !self.is_of_things() && self.draft.filter.only.accounts.is_empty() {
            return Vec::new();
        }
        match (self.draft.each.take().map(per), is_single) {
            (Some(Some(per)), false) => vec![Measure::Average { of, per }],
            (None, true) => vec![Measure::Average { of, per: Per::Transaction }],
            (None, false) => [Per::Month, Per::Transaction].map(|per| Measure::Average { of, per }).to_vec(),
            _ => Vec::new(),
        }
    }

    fn extremes(&mut self, make: fn(Direction) -> Measure) -> Vec<Measure> {
        let has = |cue| self.draft.cues.contains(&cue);
        // A question that groups ("the largest month") ranks sums, not single transactions.
        if self.draft.group_by.is_some() {
            return Vec::new();
        }
        let count = self.draft.limit.take();
        let names_one = has(Cue::Expense) || has(Cue::Transaction);
        // A plural, or "show" without a noun, asks for a list.
        let few = if self.draft.is_plural || (has(Cue::Show) && !names_one) { 10 } else { 1 };
        self.draft.ranked = Some(count.unwrap_or(few));
        let is_transfer = self.draft.filter.only.kinds == [TransactionKind::Transfer];
        let is_of_spending =
            is_transfer || !self.draft.filter.only.categories.is_empty() && !self.is_of_income();
        if has(Cue::Spend) || has(Cue::Expense) || has(Cue::Receive) || is_of_spending {
            vec![make(self.direction())]
        } else {
            vec![make(Direction::Out), make(Direction::In)]
        }
    }

    fn price_change(&mut self) -> Vec<Measure> {
        let only = &self.draft.filter.only;
        if self.is_of_income() {
            return Vec::new();
        }
        let has_price = !only.merchants.is_empty() || !only.categories.is_empty();
        if has_price { vec![Measure::PriceChange] } else { Vec::new() }
    }

    fn projection(&mut self) -> Vec<Measure> {
        let mut period = self.draft.filter.period;
        // "By the end of 2025" is about the whole year.
        if let Some((None, Some(last))) = period.map(|range| (range.first_day(), range.last_day()))
            && let Some(year) = Period::year(last.year()).filter(|year| year.end() == last)
        {
            period = Some(year.into());
            self.draft.filter.period = period;
        }
        let reaches = period.and_then(DateRange::last_day).is_some_and(|to| to >= self.today);
        let has_begun = period.and_then(DateRange::first_day).is_some_and(|from| from <= self.today);
        if reaches && has_begun { vec![Measure::Projection] } else { Vec::new() }
    }

    /// Returns money in less money out. With a hypothetical cut, it is the spending that the cut would save.
    fn net(&mut self) -> Vec<Measure> {
        let Some(cut) = self.draft.cut.take() else { return self.sum(Measure::Net) };
        let is_free = self.draft.filter.only.is_empty() && self.draft.filter.without.is_empty();
        if cut.percent != 100 || !is_free {
            return Vec::new();
        }
        self.draft.filter.only = cut.only;
        // Savings from now on depend on future prices, so the averages so far are only offered.
        match (self.draft.each.take(), self.draft.filter.period) {
            (None, Some(_)) => vec![Measure::Spent],
            _ => [Per::Month, Per::Year].map(|per| Measure::Average { of: Direction::Out, per }).to_vec(),
        }
    }

    /// Reads "show everything over 500", "list restaurants over 50", "show my transfers" and "break down
    /// groceries by shop".
    fn shown(&mut self) -> Vec<Measure> {
        let only = &self.draft.filter.only;
        match (has_subject(&self.draft.filter), self.draft.group_by, self.draft.is_breakdown) {
            (true, Some(_), true) => vec![Measure::Spent],
            // "Break down October by shop".
            (_, Some(Dimension::Category | Dimension::Merchant), true)
                if self.draft.filter.period.is_some() =>
            {
                vec![Measure::Spent]
            }
            (_, None, _) if !only.sizes.is_empty() || !only.kinds.is_empty() => vec![Measure::Transactions],
            (_, None, _) if !only.accounts.is_empty() && self.draft.filter.period.is_some() => {
                vec![Measure::Transactions]
            }
            (true, None, _) => {
                self.draft.filter.only.directions = vec![self.direction()];
                vec![Measure::Transactions]
            }
            _ => Vec::new(),
        }
    }

    /// Returns a sum.
    /// "Per month" makes it an average; "do I spend" without a period may mean either, so both are offered.
    fn sum(&mut self, measure: Measure) -> Vec<Measure> {
        let of = if measure == Measure::Received { Direction::In } else { Direction::Out };
        let has = |cue| self.draft.has(cue);
        let (is_habit, shows) = (has(Cue::Habit), has(Cue::Show));
        let asks = is_habit || has(Cue::HowMuch) || has(Cue::What);
        let average = |per| Measure::Average { of, per };
        match self.draft.each.take() {
            Some(_) if measure == Measure::Net => Vec::new(),
            Some(unit) => match per(unit) {
                Some(per) if asks => vec![average(per)],
                Some(_) if shows && self.draft.group_by.is_none() => {
                    self.draft.group_by = dimension_of(unit);
                    self.draft.is_breakdown = true;
                    vec![measure]
                }
                Some(per) => vec![average(per), measure],
                None => Vec::new(),
            },
            None if is_habit && self.draft.filter.period.is_none() && measure != Measure::Net => {
                if self.draft.group_by.is_some() { vec![measure] } else { vec![measure, average(Per::Month)] }
            }
            None => vec![measure],
        }
    }

    /// Reads a question of conditions only: "groceries in April" is spending, "salary in April" is income.
    fn bare(&mut self) -> Vec<Measure> {
        if self.draft.filter.only.kinds == [TransactionKind::Transfer] {
            let is_sum = self.draft.has(Cue::HowMuch);
            return vec![if is_sum { Measure::Spent } else { Measure::Transactions }];
        }
        // "What is Netflix?" does not ask for an amount.
        let has = |cue| self.draft.has(cue);
        let is_open = self.draft.filter.period.is_none();
        // "What if I cut rent by half?" does not say of what time.
        if self.draft.cut.is_some() {
            return if is_open { Vec::new() } else { self.sum(Measure::Spent) };
        }
        let asks_for_more = has(Cue::What) && is_open && !has(Cue::HowMuch) && !has(Cue::Total);
        if asks_for_more || (!self.is_of_things() && !has(Cue::Spend)) {
            return Vec::new();
        }
        let measure = if self.direction() == Direction::In { Measure::Received } else { Measure::Spent };
        self.sum(measure)
    }

    /// Returns the order of groups: "which month … the most", "top 5 merchants", "the cheapest month".
    fn ranking(&mut self) -> Ranking {
        let has = |cues: [Cue; 2]| self.draft.has_any(&cues);
        // "The most payments" are many, not large.
        let counts =
            self.draft.is_plural && has([Cue::Most, Cue::Least]) && has([Cue::Expense, Cue::Transaction]);
        // "The shop that I go to the least".
        let visits = self.draft.marks.contains(&Cue::Visit)
            && self.draft.group_by == Some(Dimension::Merchant)
            && !self.draft.has(Cue::Spend)
            && has([Cue::Most, Cue::Least]);
        let is_often = self.draft.has(Cue::Often) || counts || visits;
        // "Rank my categories" shows all of them.
        let ranks_all = self.draft.has(Cue::Rank);
        let (most, least) = (
            has([Cue::Most, Cue::Largest]) || ranks_all || (is_often && !has([Cue::Least, Cue::Least])),
            has([Cue::Least, Cue::Smallest]),
        );
        let mut ranking = Ranking { group_by: None, order: QueryOrder::Natural, limit: None };
        // "Are groceries my largest category" asks for a yes or a no.
        let is_listed = (self.draft.is_breakdown && !ranks_all) || self.draft.has(Cue::Did);
        if self.draft.group_by.is_none() || is_listed || most == least {
            return ranking;
        }
        self.draft.discard(&[Cue::Most, Cue::Largest, Cue::Least, Cue::Smallest, Cue::Rank]);
        ranking.order = if most { QueryOrder::Largest } else { QueryOrder::Smallest };
        let one = (!ranks_all).then_some(1);
        ranking.limit = self.draft.limit.take().or(one);
        ranking.group_by = self.draft.group_by.take();
        self.draft.discard(&[Cue::Which, Cue::Habit, Cue::Often]);
        if is_often {
            self.draft.discard(&[Cue::Spend, Cue::Expense, Cue::Transaction, Cue::What]);
            self.draft.cues.extend([Cue::HowMany, Cue::Times]);
            return ranking;
        }
        if self.draft.cues.remove(&Cue::Expense) {
            self.draft.cues.insert(Cue::Spend);
        }
        if self.draft.cues.iter().all(|cue| *cue == Cue::What) {
            self.draft.cues.insert(Cue::Spend);
        }
        ranking
    }

    /// Adds the grouping and the limit that the measure has not used.
    fn group(&mut self, mut ranking: Ranking, is_compared: bool) -> Option<Ranking> {
        if let Some(group) = self.draft.group_by.take() {
            let is_list = self.draft.has(Cue::Show);
            if !(self.draft.is_breakdown || is_list || is_compared) {
                return None;
            }
            ranking.group_by = Some(group);
        }
        let limit = self.draft.ranked.take().or_else(|| self.draft.limit.take());
        ranking.limit = ranking.limit.or(limit);
        Some(ranking)
    }

    /// True if no unit, grouping or limit is left unused.
    const fn is_used_up(&self) -> bool {
        let draft = &self.draft;
        !draft.is_end
            && draft.each.is_none()
            && draft.unit.is_none()
            && draft.limit.is_none()
            && draft.group_by.is_none()
    }
}

struct Ranking {
    group_by: Option<Dimension>,
    order: QueryOrder,
    limit: Option<u32>,
}

/// True if the parts of a query fit together.
fn makes_sense(query: &Query) -> bool {
    let measure = &query.measure;
    let (is_grouped, has_limit) = (query.group_by.is_some(), query.limit.is_some());
    if measure.is_balance() {
        return query.is_plain_balance() && !has_limit;
    }
    let is_groupable = measure.is_sum() || matches!(measure, Measure::Count | Measure::Average { .. });
    saldo_ledger::query::check(query).is_ok()
        && (!is_grouped || is_groupable)
        && (!has_limit || measure.lists_transactions() || is_grouped)
        && (query.currency.is_none() || !measure.lists_transactions())
}

const fn per(unit: Unit) -> Option<Per> {
    match unit {
        Unit::Day => Some(Per::Day),
        Unit::Week => Some(Per::Week),
        Unit::Month => Some(Per::Month),
        Unit::Year => Some(Per::Year),
        Unit::Quarter | Unit::Half | Unit::Weekend => None,
    }
}
