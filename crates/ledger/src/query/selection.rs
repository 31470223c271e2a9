//! Selection of the transactions that match a query's filter, and of the splits that count.

use std::collections::{HashMap, HashSet};

use chrono::Datelike;
use saldo_domain::entry::Direction;
use saldo_domain::query::{Conditions, QueryFilter};
use saldo_domain::{Category, CategoryId, Entry, EntryKind, Money, MoneyError, Period, text};

/// A transaction, or those of its splits that count.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line<'a> {
    pub(super) entry: &'a Entry,
    /// The category, if lines are grouped by category; otherwise `None`.
    pub(super) category: Option<CategoryId>,
    /// The sum of the splits that count, signed.
    pub(super) amount: Money,
}

/// A filter with the subcategories of its categories, and with names and texts as searches compare them.
pub(super) struct Selection<'a> {
    period: Period,
    only: Resolved<'a>,
    without: Resolved<'a>,
    by_category: bool,
}

struct Resolved<'a> {
    conditions: &'a Conditions,
    categories: HashSet<CategoryId>,
    merchants: HashSet<String>,
    texts: Vec<String>,
}

impl<'a> Resolved<'a> {
    fn new(conditions: &'a Conditions, children: &HashMap<CategoryId, Vec<CategoryId>>) -> Self {
        let mut categories: HashSet<CategoryId> = conditions.categories.iter().copied().collect();
        for category in &conditions.categories {
            categories.extend(children.get(category).into_iter().flatten());
        }
        let merchants = conditions.merchants.iter().map(|wanted| text::sought(wanted)).collect();
        let texts = conditions.texts.iter().map(|wanted| text::sought(wanted)).collect();
        Self { conditions, categories, merchants, texts }
    }

    fn names_categories(&self) -> bool {
        !self.conditions.categories.is_empty() || self.conditions.uncategorized
    }

    fn has_category(&self, category: Option<CategoryId>) -> bool {
        category.map_or(self.conditions.uncategorized, |category| self.categories.contains(&category))
    }

    /// Returns two values for each property except the category: true
    /// if the filter names it, and true if the transaction has it.
    fn fits(&self, entry: &Entry) -> [(bool, bool); 9] {
        let it = self.conditions;
        let searched = || text::searched(&entry.description, &entry.original_description, &entry.note);
        let weekday = entry.date.weekday();
        let direction = if entry.amount.is_negative() { Direction::Out } else { Direction::In };
        let directions = it.directions.contains(&direction) && !entry.amount.is_zero();
        [
            (
                !self.merchants.is_empty(),
                !self.merchants.is_empty() && self.merchants.contains(&text::sought(&entry.merchant)),
            ),
            (!it.accounts.is_empty(), it.accounts.contains(&entry.account)),
            (!it.tags.is_empty(), it.tags.iter().any(|tag| entry.tags.contains(tag))),
            (!it.weekdays.is_empty(), it.weekdays.contains(&weekday)),
            (!it.kinds.is_empty(), it.kinds.contains(&entry.kind)),
            (!it.directions.is_empty(), directions),
            (!it.periods.is_empty(), it.periods.iter().any(|range| range.period().contains(entry.date))),
            (!it.sizes.is_empty(), it.sizes.iter().all(|size| size.fits(entry.amount))),
            (
                !self.texts.is_empty(),
                !self.texts.is_empty() && {
                    let searched = searched();
                    self.texts.iter().any(|wanted| searched.contains(wanted))
                },
            ),
        ]
    }
}

impl<'a> Selection<'a> {
    /// Creates the selection of the filter's transactions in `period`. With
    /// `by_category`, a transaction has a line for each of its categories.
    pub(super) fn new(
        filter: &'a QueryFilter,
        period: Period,
        categories: &[Category],
        by_category: bool,
    ) -> Self {
        let mut children: HashMap<CategoryId, Vec<CategoryId>> = HashMap::new();
        for category in categories {
            if let Some(parent) = category.parent {
                children.entry(parent).or_default().push(category.id);
            }
        }
        Self {
            period,
            only: Resolved::new(&filter.only, &children),
            without: Resolved::new(&filter.without, &children),
            by_category,
        }
    }

    /// Returns the lines of the transactions that match.
    pub(super) fn lines<'e>(
        &self,
        entries: impl IntoIterator<Item = &'e Entry>,
    ) -> Result<Vec<Line<'e>>, MoneyError> {
        let mut found = Vec::new();
        for entry in entries.into_iter().filter(|entry| self.lets_through(entry)) {
            self.add_parts(entry, &mut found)?;
        }
        Ok(found)
    }

    fn lets_through(&self, entry: &Entry) -> bool {
        let wants_kind = !self.only.conditions.kinds.is_empty();
        self.period.contains(entry.date)
            && (wants_kind || entry.kind == EntryKind::Entry)
            && self.only.fits(entry).iter().all(|(is_named, fits)| !is_named || *fits)
            && !self.without.fits(entry).iter().any(|(is_named, fits)| *is_named && *fits)
    }

    fn add_parts<'e>(&self, entry: &'e Entry, found: &mut Vec<Line<'e>>) -> Result<(), MoneyError> {
        let counts = |category| {
            (!self.only.names_categories() || self.only.has_category(category))
                && !self.without.has_category(category)
        };
        let begin = found.len();
        let parts = entry.splits.iter().map(|split| (split.category, split.amount));
        let whole = entry.splits.is_empty().then_some((entry.category, entry.amount));
        for (category, amount) in parts.chain(whole).filter(|(category, _)| counts(*category)) {
            let category = if self.by_category { category } else { None };
            match found[begin..].iter_mut().find(|line| line.category == category) {
                Some(line) => line.amount = line.amount.checked_add(amount)?,
                None => found.push(Line { entry, category, amount }),
            }
        }
        Ok(())
    }
}
