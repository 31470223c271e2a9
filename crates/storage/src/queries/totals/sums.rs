//! Sums of transactions by group and currency, from the rows of several queries.

use std::collections::{BTreeMap, HashMap};

use saldo_domain::report::{CashFlow, Group, GroupTotal};
use saldo_domain::{Currency, Money, text};

use crate::rows::fit;
use crate::{Error, Result};

/// A row: the column of the group, the currency, money in, money out (zero or negative) and the number of
/// transactions.
pub(super) type Row<Column> = (Column, String, i64, i64, i64);

/// Sums by group and currency: money in, money out (zero or negative) and the number of transactions.
#[derive(Default)]
pub(super) struct Sums(HashMap<(Group, Currency), (i64, i64, i64)>);

impl Sums {
    /// Adds rows, each to the group that `group` makes of its column.
    pub(super) fn add<Column>(
        &mut self,
        rows: Vec<Row<Column>>,
        group: impl Fn(Column) -> Group,
    ) -> Result<()> {
        let mut currencies = Currencies::default();
        for (column, currency, income, outgo, transactions) in rows {
            let sum = self.0.entry((group(column), currencies.parse(currency)?)).or_default();
            *sum = (add(sum.0, income)?, add(sum.1, outgo)?, add(sum.2, transactions)?);
        }
        Ok(())
    }

    /// Joins groups of merchants whose names differ only in the spelling of umlauts, under the name with the
    /// most transactions.
    pub(super) fn join_spellings(&mut self) -> Result<()> {
        let counts = self.0.iter().filter_map(|((group, _), (.., transactions))| match group {
            Group::Merchant(name) => Some((name.clone(), *transactions)),
            _ => None,
        });
        for spellings in by_spelling(counts).values().filter(|spellings| spellings.len() > 1) {
            let Some(usual) = usual(spellings) else { continue };
            let others: Vec<(Group, Currency)> = self.0.keys().filter(|(group, _)| {
                matches!(group, Group::Merchant(name) if name != usual && spellings.contains_key(name))
            }).cloned().collect();
            for key in others {
                let Some((income, outgo, transactions)) = self.0.remove(&key) else { continue };
                let sum = self.0.entry((Group::Merchant(usual.clone()), key.1)).or_default();
                *sum = (add(sum.0, income)?, add(sum.1, outgo)?, add(sum.2, transactions)?);
            }
        }
        Ok(())
    }

    /// Returns the totals, in no particular order, without empty groups.
    pub(super) fn totals(self) -> Result<Vec<GroupTotal>> {
        let rows = self.0.into_iter().filter(|(_, sums)| *sums != (0, 0, 0));
        rows.map(|((group, currency), (income, outgo, transactions))| {
            let spending =
                Money::from_minor(outgo, currency).checked_neg().map_err(|_| Error::SumTooLarge)?;
            let flow = CashFlow {
                income: Money::from_minor(income, currency),
                spending,
                transactions: fit(transactions)?,
            };
            Ok(GroupTotal { group, flow })
        })
        .collect()
    }
}

/// Returns the names of merchants in alphabetical order, of several spellings of one only the usual name.
pub(in super::super) fn usual_spellings(counts: Vec<(String, i64)>) -> Vec<String> {
    let mut names: Vec<String> =
        by_spelling(counts.into_iter()).values().filter_map(usual).cloned().collect();
    names.sort_unstable();
    names
}

/// Returns the names that are spellings of a merchant with several.
pub(in super::super) fn alike(names: &[String]) -> Vec<String> {
    let merchants = by_spelling(names.iter().map(|name| (name.clone(), 0))).into_values();
    merchants.filter(|spellings| spellings.len() > 1).flat_map(BTreeMap::into_keys).collect()
}

/// Returns the numbers of transactions by name, for each merchant.
fn by_spelling(counts: impl Iterator<Item = (String, i64)>) -> HashMap<String, BTreeMap<String, i64>> {
    let mut names: HashMap<String, BTreeMap<String, i64>> = HashMap::new();
    for (name, transactions) in counts {
        *names.entry(text::search_key(&name)).or_default().entry(name).or_default() += transactions;
    }
    names
}

/// Returns the name with the most transactions.
fn usual(spellings: &BTreeMap<String, i64>) -> Option<&String> {
    spellings.iter().max_by_key(|(_, transactions)| **transactions).map(|(name, _)| name)
}

/// A cache of the last currency, because rows of a currency follow each other.
#[derive(Default)]
struct Currencies(Option<(String, Currency)>);

impl Currencies {
    fn parse(&mut self, code: String) -> Result<Currency> {
        if let Some((known, currency)) = &self.0
            && *known == code
        {
            return Ok(*currency);
        }
        let currency = Currency::parse(&code).map_err(Error::database)?;
        self.0 = Some((code, currency));
        Ok(currency)
    }
}

fn add(one: i64, other: i64) -> Result<i64> {
    one.checked_add(other).ok_or(Error::SumTooLarge)
}
