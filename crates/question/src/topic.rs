//! Questions that a report answers rather than a query: recurring payments, budgets, statements.

use saldo_domain::query::DateRange;
use saldo_domain::{Language, QueryFilter};
use serde::{Deserialize, Serialize};

use crate::Correction;
use crate::grammar::Rule;
use crate::lexicon::Cue;
use crate::place::{Draft, has_subject};

/// A question about a report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Topic {
    /// The report.
    pub about: About,
    /// The conditions that the question names: at most one category, merchant and account.
    pub filter: QueryFilter,
    /// The language of the question.
    pub language: Language,
    /// Misspelled words that were read as a similar name.
    pub corrections: Vec<Correction>,
}

/// A report that answers a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum About {
    /// Payments and income that recur.
    Recurring,
    /// Recurring payments that have ended.
    Ended,
    /// The payments that are due.
    Due,
    /// Budgets and what is left of them.
    Budgets,
    /// The days that statements cover, and the gaps.
    Coverage,
    /// Transactions that may be in the books twice.
    Duplicates,
    /// The time that the money lasts.
    Runway,
    /// The statement and page that a transaction comes from.
    Origin,
    /// The questions that can be answered.
    Help,
}

impl About {
    /// All reports that show figures or days.
    pub const REPORTS: [Self; 8] = [
        Self::Recurring,
        Self::Ended,
        Self::Due,
        Self::Budgets,
        Self::Coverage,
        Self::Duplicates,
        Self::Runway,
        Self::Origin,
    ];

    /// True if the report can be limited by all of these conditions.
    #[must_use]
    pub fn takes(self, filter: &QueryFilter) -> bool {
        let [categories, merchants, accounts, directions, sizes, periods] = match self {
            Self::Recurring | Self::Ended => [1, 1, 1, 1, 0, 0],
            Self::Due => [1, 1, 1, 0, 0, 1],
            Self::Budgets => [1, 0, 0, 0, 0, 1],
            Self::Coverage => [0, 0, 1, 0, 0, 0],
            Self::Origin => [1, 1, 1, 0, 2, 0],
            Self::Duplicates | Self::Runway | Self::Help => [0; 6],
        };
        let only = &filter.only;
        let counts = [
            (only.categories.len(), categories),
            (only.merchants.len(), merchants),
            (only.accounts.len(), accounts),
            (only.directions.len(), directions),
            (only.sizes.len(), sizes),
        ];
        let total: usize = counts.iter().map(|(count, _)| count).sum();
        counts.iter().all(|(count, most)| count <= most)
            && usize::from(filter.period.is_some()) <= periods
            && (only.count() == total && !only.uncategorized)
            && filter.without.is_empty()
    }
}

/// Returns the topic of a question, if every part of the question belongs to it.
pub(crate) fn of(draft: &Draft, is_subscription: impl Fn(&Draft) -> bool) -> Option<(About, QueryFilter)> {
    let named = draft.cues.iter().find_map(|cue| match cue {
        Cue::Topic(about) => Some(*about),
        _ => None,
    });
    // "What subscriptions do I have" asks for what recurs in that category.
    let about = named.or_else(|| is_subscription(draft).then_some(About::Recurring))?;
    // "When is the rent due" asks for one date, which a query answers.
    if about == About::Due && draft.has(Cue::When) && has_subject(&draft.filter) {
        return None;
    }
    let cues_fit = Rule::of_report(about).is_some_and(|rule| rule.fits(&draft.cues));
    let has_few_parts = draft.periods.len() <= 1
        && draft.periods.iter().all(|it| !it.is_base)
        && (draft.group_by.is_none() || about == About::Origin)
        && (draft.limit.is_none() && draft.earlier.is_none())
        && (draft.each.is_none() || about == About::Recurring)
        && (draft.cut.is_none() && draft.currency.is_none() && draft.unit.is_none());
    if !(draft.unknown.is_empty() && cues_fit && has_few_parts) {
        return None;
    }
    let period = draft.periods.first().map(|it| it.range);
    // "At the end of next month": all that is due until then.
    let until = period.and_then(|range| DateRange::new(None, range.last_day()));
    let period = if draft.is_end { until } else { period };
    let mut filter = QueryFilter { period, ..draft.filter.clone() };
    if draft.has(Cue::Receive) {
        filter.only.directions.push(saldo_domain::transaction::Direction::In);
    }
    about.takes(&filter).then_some((about, filter))
}
