//! Selection of the transactions that match a query's filter, and of the splits that count.

use std::collections::{HashMap, HashSet};

use chrono::Datelike;
use saldo_domain::query::{Conditions, QueryFilter};
use saldo_domain::transaction::Direction;
use saldo_domain::{Category, CategoryId, Money, MoneyError, Period, Transaction, TransactionKind, text};

/// A transaction, or those of its splits that count.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line<'a> {
    pub(super) transaction: &'a Transaction,
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
        let merchants = conditions.merchants.iter().map(|wanted| text::search_key(wanted)).collect();
        let texts = conditions.texts.iter().map(|wanted| text::search_key(wanted)).collect();
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
    fn fits(&self, transaction: &Transaction) -> [(bool, bool); 9] {
        let it = self.conditions;
        let searched = || {
            let Transaction { description, original_description, note, merchant, .. } = transaction;
            text::searched(description, original_description, note, merchant)
        };
        let weekday = transaction.date.weekday();
        let direction = if transaction.amount.is_negative() { Direction::Out } else { Direction::In };
        let directions = it.directions.contains(&direction) && !transaction.amount.is_zero();
        [
            (
                !self.merchants.is_empty(),
                !self.merchants.is_empty()
                    && self.merchants.contains(&text::search_key(&transaction.merchant)),
            ),
            (!it.accounts.is_empty(), it.accounts.contains(&transaction.account)),
            (!it.tags.is_empty(), it.tags.iter().any(|tag| transaction.tags.contains(tag))),
            (!it.weekdays.is_empty(), it.weekdays.contains(&weekday)),
            (!it.kinds.is_empty(), it.kinds.contains(&transaction.kind)),
            (!it.directions.is_empty(), directions),
            (
                !it.periods.is_empty(),
                it.periods.iter().any(|range| range.period().contains(transaction.date)),
            ),
            (!it.sizes.is_empty(), it.sizes.iter().all(|size| size.fits(transaction.amount))),
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
        transactions: impl IntoIterator<Item = &'e Transaction>,
    ) -> Result<Vec<Line<'e>>, MoneyError> {
        let mut found = Vec::new();
        for transaction in transactions.into_iter().filter(|transaction| self.lets_through(transaction)) {
            self.add_parts(transaction, &mut found)?;
        }
        Ok(found)
    }

    fn lets_through(&self, transaction: &Transaction) -> bool {
        let wants_kind = !self.only.conditions.kinds.is_empty();
        self.period.contains(transaction.date)
            && (wants_kind || transaction.kind == TransactionKind::Transaction)
            && self.only.fits(transaction).iter().all(|(is_named, fits)| !is_named || *fits)
            && !self.without.fits(transaction).iter().any(|(is_named, fits)| *is_named && *fits)
    }

    fn add_parts<'e>(
        &self,
        transaction: &'e Transaction,
        found: &mut Vec<Line<'e>>,
    ) -> Result<(), MoneyError> {
        let counts = |category| {
            (!self.only.names_categories() || self.only.has_category(category))
                && !self.without.has_category(category)
        };
        let begin = found.len();
        let parts = transaction.splits.iter().map(|split| (split.category, split.amount));
        let whole = transaction.splits.is_empty().then_some((transaction.category, transaction.amount));
        for (category, amount) in parts.chain(whole).filter(|(category, _)| counts(*category)) {
            let category = if self.by_category { category } else { None };
            match found[begin..].iter_mut().find(|line| line.category == category) {
                Some(line) => line.amount = line.amount.checked_add(amount)?,
                None => found.push(Line { transaction, category, amount }),
            }
        }
        Ok(())
    }
}
