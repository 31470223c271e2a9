//! The rules that turn the parts of a question into a query. Every part is used, or there is no query.

mod measures;
mod periods;
mod rules;

use saldo_domain::query::{DateRange, Decimal, Dimension, Measure, Per, QueryOrder, Size};
use saldo_domain::transaction::Direction;
use saldo_domain::{Date, FiscalCalendar, Language, Query, QueryFilter};

use crate::Correction;
use crate::follow_up::{changed, chosen, merged, narrowed, repeats};
use crate::lexicon::{Cue, Lexicon, Unit};
use crate::names::Names;
use crate::piece::{Words, pieces};
use crate::place::{Draft, Follow, Placing, dimension_of, has_subject, unit_of};
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
            .flat_map(|cue| {
                // A limit then belongs to single payments: "how much did I spend over 50".
                let asks = (cue != Cue::Transaction).then_some(Cue::HowMuch);
                let cues = asks.into_iter().chain([cue]).collect();
                build(&Draft { cues, ..only_filter(&draft) })
            })
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
        self.earnings();
        self.alternatives();
        self.superlatives();
        let has_limit = self.limited_counts();
        self.counted_units();
        self.limits();
        // "Would" belongs to a cut or an exclusion, which the query states already.
        // No rule accepts the cue otherwise.
        // "What would I have saved without Netflix" may ask for the payments or for what was left.
        let excludes = !self.draft.filter.without.is_empty() && !self.draft.has(Cue::Net);
        if self.draft.cut.is_some() || excludes {
            self.draft.cues.remove(&Cue::Would);
        }
        if !has_limit || self.contradicts_itself() || !self.versus() {
            return Vec::new();
        }
        let Some(periods) = self.periods() else { return Vec::new() };
        // A comparison with the current period is limited to equal parts; other figures are not.
        let last = periods.period.and_then(DateRange::last_day);
        let is_cut = periods.compare.is_some() && last.is_some_and(|last| last >= self.today);
        if self.draft.marks.contains(&Cue::Same) && !is_cut {
            return Vec::new();
        }
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

    /// True if no query has all parts of the question.
    fn contradicts_itself(&self) -> bool {
        let draft = &self.draft;
        // No account is the most expensive one: "la cuenta más cara" is a bill.
        let ranks_accounts =
            draft.group_by == Some(Dimension::Account) && draft.has_any(&[Cue::Largest, Cue::Smallest]);
        // What a thing costs now is no sum over time.
        let is_held = draft.has_any(&[Cue::Balance, Cue::NetWorth, Cue::SavingsRate]);
        let is_of_now = draft.marks.contains(&Cue::Now) && draft.periods.is_empty() && !is_held;
        // "Salary minus the rent" asks for a difference.
        let without = &draft.filter.without.categories;
        let subtracts = self.is_of_income() && without.iter().any(|it| !self.names.is_income(*it));
        ranks_accounts || is_of_now || subtracts
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
            self.draft.marks.insert(Cue::Earned);
        }
        if cues.remove(&Cue::OfIncome) {
            cues.remove(&Cue::HowMuch);
            cues.extend([Cue::Share, Cue::Receive]);
            self.draft.marks.insert(Cue::Earned);
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
        let is_of_unit = self.draft.group_by.is_some_and(|by| unit_of(by).is_some());
        if (self.draft.has(Cue::Did) || self.draft.has(Cue::Which) && is_of_unit)
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
        if has(Cue::Did) && is_of_unit && is_sum {
            self.draft.cues.remove(&Cue::When);
        }
        let has = |cue| self.draft.has(cue);
        let is_single = has(Cue::Expense) || has(Cue::Transaction) || has(Cue::HowMany) || has(Cue::When);
        if is_ever && is_sum && !self.draft.filter.only.sizes.is_empty() {
            let receives = has(Cue::Receive);
            self.draft.cues.insert(if receives { Cue::Transaction } else { Cue::Expense });
            return;
        }
        // "Was there a month when I spent over 3000" asks for these months, too.
        let selects =
            self.draft.group_by.is_some_and(|by| !matches!(by, Dimension::Day | Dimension::Weekday))
                && (has(Cue::Which) || has(Cue::Did))
                && !self.draft.is_breakdown;
        // "Which months had travel costs" asks for those with any.
        let ranks = [Cue::Most, Cue::Least, Cue::Largest, Cue::Smallest, Cue::More, Cue::Less, Cue::Change];
        if selects
            && is_sum
            && is_of_unit
            && self.draft.filter.only.sizes.is_empty()
            && has_subject(&self.draft.filter)
            && !self.draft.has(Cue::Did)
            && !self.draft.has_any(&ranks)
        {
            self.draft.having = Some(Size::Above(Decimal::ZERO));
            self.draft.is_breakdown = true;
            self.draft.cues.remove(&Cue::Which);
            return;
        }
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

    /// Returns the dimension in which the things that the question names are rows of their own.
    fn dimension_of_things(&self) -> Option<Dimension> {
        let only = &self.draft.filter.only;
        match (only.categories.len(), only.merchants.len(), only.accounts.len()) {
            (2.., 0, _) if !only.categories.iter().any(|it| self.names.has_children(*it)) => {
                Some(Dimension::Category)
            }
            (0, 2.., _) if !self.draft.is_wide => Some(Dimension::Merchant),
            (0, 0, 2..) => Some(Dimension::Account),
            _ => None,
        }
    }

    /// Reads "Netflix or Spotify, which costs more" as rows of both, the larger first.
    fn alternatives(&mut self) {
        let ranks = [Cue::More, Cue::Less, Cue::Most, Cue::Least, Cue::Largest, Cue::Smallest];
        let is_single = self.draft.has_any(&[Cue::Expense, Cue::Transaction]);
        let asks = self.draft.is_either && self.draft.has_any(&ranks) && !is_single;
        let is_choice = asks && self.draft.periods.len() < 2;
        let is_free = self.draft.group_by.is_none() && self.draft.earlier.is_none();
        let Some(by) = self.dimension_of_things().filter(|_| is_choice && is_free) else { return };
        self.draft.discard(&ranks);
        self.draft.discard(&[Cue::Did, Cue::HowMuch, Cue::Which, Cue::What, Cue::Price]);
        self.draft.cues.insert(Cue::Rank);
        self.draft.group_by = Some(by);
    }

    /// Reads "in how many months did I spend over 500" as those months, and "on how many days did I shop" as
    /// the number of these days.
    fn counted_units(&mut self) {
        let flows = [Cue::Spend, Cue::Receive, Cue::Expense, Cue::Transaction];
        let others = [Cue::Past, Cue::Ahead, Cue::HowLong, Cue::First, Cue::Last, Cue::Next, Cue::Share];
        let unit = self.draft.unit.filter(|unit| matches!(unit, Unit::Day | Unit::Month));
        let counts = self.draft.has(Cue::HowMany) && self.draft.has_any(&flows);
        let is_plain = !self.draft.has_any(&others) && self.draft.group_by.is_none();
        let Some(by) = unit.filter(|_| counts && is_plain).and_then(dimension_of) else { return };
        (self.draft.unit, self.draft.group_by) = (None, Some(by));
        self.draft.cues.remove(&Cue::Did);
        if !self.draft.filter.only.sizes.is_empty() {
            // "How many months did eating out cost me over 200" is about sums.
            if self.draft.has(Cue::Spend) {
                self.draft.cues.remove(&Cue::Expense);
            }
            self.draft.cues.remove(&Cue::HowMany);
            self.draft.cues.insert(Cue::Which);
        } else if by == Dimension::Day {
            self.draft.cues.insert(Cue::Distinct);
        }
    }

    /// Reads "in which months did I go to Rewe at least twice" and "did I go to Rewe at least twice" as
    /// counts with a limit. Returns `false` if the limit is on the number of nothing in particular.
    fn limited_counts(&mut self) -> bool {
        let Some(limit) = self.draft.having else { return true };
        self.draft.group_by = self.draft.group_by.or_else(|| self.draft.unit.take().and_then(dimension_of));
        self.draft.is_breakdown = self.draft.group_by.is_some();
        // Only units of time have rows of nothing. "Not more than 500" is about a sum.
        let filter = &self.draft.filter;
        let is_known = if limit == Size::AtMost(Decimal::ZERO) {
            self.draft.group_by.and_then(unit_of).is_some() && filter.only.sizes.is_empty()
        } else {
            self.draft.is_breakdown || self.draft.has(Cue::Did)
        };
        // "The months with no travel and no rent" are not those without travel, rent aside.
        let is_known = is_known && filter.without.is_empty();
        self.draft.discard(&[Cue::Which, Cue::What, Cue::Did, Cue::When]);
        self.draft.cues.extend([Cue::HowMany, Cue::Times]);
        is_known
    }

    /// Reads "more at Rewe than at Edeka" and "compare rent and groceries" as rows of each. Returns `false`
    /// if the rows would not be what the question names.
    fn versus(&mut self) -> bool {
        let is_listed = self.draft.has(Cue::Compare) && self.draft.periods.len() < 2;
        if !self.draft.is_versus && !is_listed {
            return true;
        }
        let Some(by) = self.dimension_of_things() else { return !self.draft.is_versus };
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

    /// Reads "refunds" as money in of the category of what was bought, too: all but what is known as other
    /// income. "A refund from Amazon" is money in from Amazon, whatever its category.
    fn refunds(&mut self) {
        let Some(refunds) = self.names.of_key("refunds") else { return };
        let spends = self.draft.has_any(&[Cue::Spend, Cue::Share, Cue::OfIncome, Cue::NetOfRefunds]);
        // "What did I get back" is about refunds, too.
        if self.draft.marks.contains(&Cue::Back) && !has_subject(&self.draft.filter) {
            self.draft.filter.only.categories.push(refunds);
        }
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

    /// Reads "how much did I earn" as money in of the categories of income and of none, without refunds.
    fn earnings(&mut self) {
        let is_earned = self.draft.marks.contains(&Cue::Earned) && self.draft.has(Cue::Receive);
        let is_part = self.draft.has_any(&[Cue::Share, Cue::Spend, Cue::Net]);
        if is_earned && !is_part && !has_subject(&self.draft.filter) {
            self.draft.filter.only.categories = self.names.earnings();
            self.draft.filter.only.uncategorized = !self.draft.filter.only.categories.is_empty();
        }
    }

    /// Turns "more" into "most" where a question ranks ("which month") and compares nothing.
    /// Several languages use one word for both, such as Spanish "más".
    fn superlatives(&mut self) {
        let draft = &mut self.draft;
        let compares = draft.periods.len() > 1 || draft.earlier.is_some();
        // "Which day did I spend the most" ranks days, other questions for a day are those for a date.
        if draft.has(Cue::When) && draft.has(Cue::Which) {
            let is_ranked = draft.has_any(&[Cue::Most, Cue::Least, Cue::More, Cue::Less]) && !compares;
            let is_of_days =
                is_ranked && draft.group_by.is_none() && draft.has_any(&[Cue::Spend, Cue::Receive]);
            draft.discard(if is_of_days { &[Cue::When] } else { &[Cue::Which] });
            draft.group_by = draft.group_by.or(is_of_days.then_some(Dimension::Day));
        }
        let ranks = draft.group_by.is_some() && !draft.is_breakdown;
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
        // "The first 3 categories" are the largest ones.
        let ranks_first = self.draft.limit.is_some()
            && self.draft.group_by == Some(Dimension::Category)
            && self.draft.cues.iter().all(|it| matches!(it, Cue::First | Cue::What | Cue::Which | Cue::Show))
            && self.draft.cues.remove(&Cue::First);
        let most = most || ranks_first;
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
