//! Merchants whose names differ only in the spelling of umlauts, which are one.

use std::collections::{BTreeMap, HashMap};

use saldo_domain::text;

use super::selection::Line;

/// The merchants of some lines. Of several spellings, the one with the most lines is the merchant's name, as
/// in the totals of the storage.
pub(super) struct Merchants<'a>(HashMap<&'a str, &'a str>);

impl<'a> Merchants<'a> {
    pub(super) fn of(lines: &[Line<'a>]) -> Self {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for line in lines {
            *counts.entry(&line.transaction.merchant).or_default() += 1;
        }
        let mut merchants: HashMap<String, Vec<(&str, usize)>> = HashMap::new();
        for (name, count) in counts {
            merchants.entry(text::search_key(name)).or_default().push((name, count));
        }
        let names = merchants.values().flat_map(|spellings| {
            let usual = spellings.iter().max_by_key(|(_, count)| *count);
            spellings.iter().filter_map(move |(name, _)| Some((*name, usual?.0)))
        });
        Self(names.collect())
    }

    /// Returns the name of the merchant that has this spelling.
    pub(super) fn usual_name<'n>(&self, spelling: &'n str) -> &'n str
    where
        'a: 'n,
    {
        self.0.get(spelling).copied().unwrap_or(spelling)
    }

    /// Returns true if the lines are of at most one merchant.
    pub(super) fn is_one(&self) -> bool {
        let mut names = self.0.values();
        let first = names.next();
        names.all(|name| Some(name) == first)
    }
}
