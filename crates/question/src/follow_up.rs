//! Questions that change the previous query, or ask for another figure of the same transactions.

use std::collections::BTreeSet;

use saldo_domain::Query;
use saldo_domain::query::{Conditions, DateRange, Dimension, Measure};
use saldo_domain::transaction::Direction;
use saldo_ledger::query::direction;

use crate::dates::{Year, beside, moved};
use crate::lexicon::{Cue, Unit};
use crate::place::{Draft, Follow, NamedPeriod, has_subject};

/// Returns the queries of a question that follows another one: its own, or those about the same transactions.
pub(crate) fn chosen(draft: &Draft, own: Vec<Query>, same: Vec<Query>) -> Vec<Query> {
    match (same.as_slice(), own.as_slice()) {
        // "Show them" is about the same transactions. So is a question that is none by itself.
        ([_], _) if draft.follows.is_some() || own.len() != 1 => same,
        // "How many times?" may be about the previous selection or about all transactions.
        ([same], [own]) if same != own && !own.measure.is_balance() => {
            vec![same.clone(), own.clone()]
        }
        // "When was that" after the largest expense is about one transaction, which no query names.
        ([], _) if draft.follows == Some(Follow::That) => Vec::new(),
        _ => own,
    }
}

/// Returns the question with the filter of the previous one, if it names none of its own but asks for another
/// figure: "as a share of income", "show them", "compared to April".
pub(crate) fn merged(draft: &Draft, previous: &Query) -> Option<Draft> {
    let only_sizes = Conditions { sizes: draft.filter.only.sizes.clone(), ..Conditions::default() };
    let named = Conditions { sizes: Vec::new(), ..draft.filter.only.clone() };
    let before = Conditions { sizes: Vec::new(), directions: Vec::new(), ..previous.filter.only.clone() };
    let is_same = (named == Conditions::default() || named == before)
        && draft.filter.without.is_empty()
        && draft.filter.period.is_none();
    let asks = draft.cues.iter().any(|cue| !matches!(cue, Cue::What | Cue::Which | Cue::Did | Cue::Habit));
    let checks = draft.follows == Some(Follow::That) && !only_sizes.is_empty();
    let is_held = previous.measure.is_balance();
    let compares = draft.has(Cue::Compare) || draft.earlier.is_some();
    let has_periods = draft.periods.iter().any(|it| !it.is_base) && !compares;
    let is_of_all = previous.measure.is_sum()
        || matches!(
            previous.measure,
            Measure::Count | Measure::Transactions | Measure::Frequency | Measure::Average { .. }
        );
    let lists_one = previous.group_by.is_some() || !is_of_all;
    if draft.follows == Some(Follow::That) && lists_one {
        return None;
    }
    let asks = asks || checks || draft.limit.is_some() || draft.each.is_some();
    if !is_same || !asks || is_held || has_periods {
        return None;
    }
    let mut merged = draft.clone();
    merged.filter = previous.filter.clone();
    merged.filter.only.directions.clear();
    merged.filter.only.sizes.extend(&only_sizes.sizes);
    merged.follows = None;
    merged.currency = draft.currency.or(previous.currency);
    if let Some(period) = merged.filter.period.take() {
        merged.periods.insert(0, NamedPeriod { range: period, is_base: false, year: Year::Named });
    } else if compares {
        return None;
    }
    // "Per month" after a sum asks for the average.
    merged.cues.extend(draft.each.filter(|_| draft.cues.is_empty()).map(|_| Cue::HowMuch));
    let is_income = direction(&previous.measure) == Some(Direction::In)
        || previous.filter.only.directions == [Direction::In];
    // "And how much did I spend?" after "how much did I earn".
    let only = &mut merged.filter.only;
    let is_earned = only.uncategorized && !only.categories.is_empty();
    if is_income && is_earned && draft.has_any(&[Cue::Spend, Cue::Net, Cue::Expense]) {
        (only.uncategorized, only.categories) = (false, draft.filter.only.categories.clone());
    }
    let names_flow = [Cue::Spend, Cue::Receive, Cue::Net, Cue::Expense, Cue::Balance, Cue::NetWorth];
    if !draft.has_any(&names_flow) {
        merged.cues.insert(match previous.measure {
            Measure::Net => Cue::Net,
            _ if is_income => Cue::Receive,
            _ => Cue::Spend,
        });
    }
    if draft.follows == Some(Follow::That) && draft.cues == BTreeSet::from([Cue::Show]) {
        merged.cues.insert(Cue::Transaction);
    }
    // "Top 5" after "top 3 merchants" changes the limit only.
    if draft.limit.is_some() && previous.group_by.is_some() {
        merged.group_by = previous.group_by;
    }
    Some(merged)
}

/// True for "when was that" after a question for one transaction, whose answer states its date and merchant.
pub(crate) fn repeats(draft: &Draft, previous: &Query) -> bool {
    let lists_one = previous.measure.lists_transactions()
        && previous.measure != Measure::Transactions
        && previous.limit.unwrap_or(1) == 1;
    let asks_only =
        draft.cues.iter().all(|cue| matches!(cue, Cue::When | Cue::What | Cue::Which | Cue::HowMuch));
    let rest = Draft {
        cues: BTreeSet::new(),
        group_by: draft.group_by.filter(|by| *by != Dimension::Merchant),
        follows: None,
        known: 0,
        ..draft.clone()
    };
    draft.follows == Some(Follow::That) && lists_one && asks_only && rest == Draft::default()
}

/// Returns `range` moved back by one `unit`.
pub(crate) fn shifted(range: DateRange, unit: Unit) -> Option<DateRange> {
    match unit {
        Unit::Month => range.moved(-1),
        Unit::Quarter => range.moved(-3),
        Unit::Year => range.moved(-12),
        Unit::Week => {
            let back = |day| moved(day, unit, -1);
            DateRange::new(back(range.first_day()?), back(range.last_day()?))
        }
        Unit::Day | Unit::Half | Unit::Weekend => None,
    }
}

/// Returns the previous query with the changes of this question, or `None` if this question stands alone.
pub(crate) fn changed(draft: &Draft, previous: &Query) -> Option<Query> {
    let only = &draft.filter.only;
    let has_subject = has_subject(&draft.filter);
    let says_more =
        draft.cues.iter().any(|cue| !matches!(cue, Cue::What)) || draft.follows == Some(Follow::That);
    let stands_alone = has_subject && !draft.periods.is_empty() && draft.follows.is_none();
    let others = draft.each.is_some() || draft.limit.is_some() || draft.cut.is_some() || draft.unit.is_some();
    let mut period = draft.periods.first().and_then(|named| match previous.filter.period {
        Some(before) if named.year == Year::Missing => beside(named.range, before).or(Some(named.range)),
        _ => Some(named.range),
    });
    // "And the month before?"
    if let Some(unit) = draft.earlier {
        if period.is_some() || previous.compare.is_some() {
            return None;
        }
        period = Some(shifted(previous.filter.period?, unit)?);
    }
    let moves_comparison = period.is_some() && previous.compare.is_some();
    if says_more || stands_alone || others || draft.periods.len() > 1 || moves_comparison {
        return None;
    }
    // After a sum, "was it more than 60?" is about that sum.
    // A filter by size would select single transactions.
    let is_sum = !matches!(
        previous.measure,
        Measure::Transactions | Measure::Count | Measure::Largest { .. } | Measure::Smallest { .. }
    );
    if is_sum && !only.sizes.is_empty() && draft.follows.is_none() {
        return None;
    }
    let mut query = previous.clone();
    query.filter.period = period.or(previous.filter.period);
    let filter = &mut query.filter.only;
    if has_subject && draft.follows != Some(Follow::Only) {
        (filter.categories, filter.merchants, filter.tags, filter.texts) = Default::default();
        filter.uncategorized = false;
    }
    clear(&mut filter.accounts, &only.accounts);
    clear(&mut filter.weekdays, &only.weekdays);
    clear(&mut filter.sizes, &only.sizes);
    clear(&mut filter.kinds, &only.kinds);
    filter.extend(only);
    let without = &draft.filter.without;
    if !without.is_empty() {
        if draft.follows != Some(Follow::And) {
            query.filter.without = Conditions::default();
        }
        query.filter.without.extend(without);
    }
    query.currency = draft.currency.or(previous.currency);
    query.group_by = draft.group_by.or(previous.group_by);
    (query != *previous).then_some(query)
}

/// Returns the other meaning of "and at Rewe?" after a question about groceries: groceries at Rewe, instead
/// of everything there.
pub(crate) fn narrowed(draft: &Draft, previous: &Query, changed: &Query) -> Option<Query> {
    let (new, old) = (&draft.filter.only, &previous.filter.only);
    let is_of_merchant = !new.merchants.is_empty() && new.categories.is_empty();
    let was_of_category = !old.categories.is_empty() && old.merchants.is_empty();
    let mut narrowed = changed.clone();
    narrowed.filter.only.categories.clone_from(&old.categories);
    (is_of_merchant && was_of_category && draft.follows != Some(Follow::Only)).then_some(narrowed)
}

/// Removes conditions of one kind, if the new question names others.
fn clear<T>(old: &mut Vec<T>, new: &[T]) {
    if !new.is_empty() {
        old.clear();
    }
}
