//! Names that users give merchants: what changes when some get a name, and its inverse.

use std::collections::{BTreeMap, BTreeSet};

use saldo_domain::MerchantNames;
use saldo_domain::merchant::{merchant_identity, merchant_key};

/// The name of one merchant before and after an edit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MerchantChange {
    /// The printed name ([`merchant_key`]).
    pub merchant: String,
    /// The given name before; `None` for the printed one.
    pub before: Option<String>,
    /// The given name after; `None` for the printed one.
    pub after: Option<String>,
}

/// Returns the changes that give all merchants one name, which makes them one merchant; `None` gives each its
/// printed name again. `chosen` contains their identities ([`merchant_identity`]), and `printed` the names
/// that their transactions print.
///
/// ```
/// use saldo_domain::MerchantNames;
/// use saldo_ledger::merchants::name;
///
/// let printed = ["amzn mktp".to_owned(), "amazon eu".to_owned()].into();
/// let chosen = ["amzn mktp".to_owned(), "amazon eu".to_owned()].into();
/// let changes = name(&MerchantNames::default(), &chosen, printed, Some("Amazon"));
/// // A statement that prints the new name names the same merchant.
/// assert_eq!(changes.iter().map(|change| &change.merchant[..]).collect::<Vec<_>>(), [
///     "amazon", "amazon eu", "amzn mktp",
/// ]);
/// ```
#[must_use]
pub fn name(
    names: &MerchantNames,
    chosen: &BTreeSet<String>,
    printed: BTreeSet<String>,
    name: Option<&str>,
) -> Vec<MerchantChange> {
    let mut merchants: BTreeMap<String, String> = BTreeMap::new();
    // Printed names without transactions now may be on later statements.
    let earlier = names.iter().filter(|(_, given)| chosen.contains(&merchant_identity(given)));
    let earlier = earlier.map(|(merchant, _)| merchant.to_owned());
    // A line that prints the new name is of the same merchant, if a line can print it.
    let same =
        name.map(merchant_key).filter(|key| name.map(merchant_identity) == Some(merchant_identity(key)));
    for merchant in earlier.chain(printed).chain(same) {
        let spelling = names.spelling(&merchant).map_or(merchant.clone(), str::to_owned);
        merchants.entry(merchant_identity(&merchant)).or_insert(spelling);
    }
    let changes = merchants.into_values().map(|merchant| MerchantChange {
        before: names.given(&merchant).map(str::to_owned),
        after: name.map(str::to_owned),
        merchant,
    });
    changes.filter(|change| change.before != change.after).collect()
}

/// Returns the changes that undo others, and the merchants that were named again since and keep that name.
#[must_use]
pub fn undo(names: &MerchantNames, recorded: Vec<MerchantChange>) -> (Vec<MerchantChange>, BTreeSet<String>) {
    let (current, since): (Vec<_>, Vec<_>) =
        recorded.into_iter().partition(|change| names.given(&change.merchant) == change.after.as_deref());
    let inverse = |MerchantChange { merchant, before, after }| MerchantChange {
        merchant,
        before: after,
        after: before,
    };
    (current.into_iter().map(inverse).collect(), since.into_iter().map(|change| change.merchant).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(identities: &[&str]) -> BTreeSet<String> {
        identities.iter().map(|&identity| identity.to_owned()).collect()
    }

    fn apply(names: &mut MerchantNames, changes: &[MerchantChange]) {
        for change in changes {
            names.set(change.merchant.clone(), change.after.clone());
        }
    }

    #[test]
    fn a_merge_covers_printed_names_of_an_earlier_one_and_is_undone_to_it() {
        let mut names = MerchantNames::default();
        let first = name(&names, &set(&["rewe sagt"]), set(&["rewe sagt"]), Some("REWE"));
        apply(&mut names, &first);
        let before = names.clone();
        // No transaction prints "rewe sagt" any longer.
        let merged = name(&names, &set(&["rewe", "edeka"]), set(&["edeka"]), Some("Groceries"));
        apply(&mut names, &merged);
        assert_eq!(names.given("rewe sagt"), Some("Groceries"));
        assert_eq!(names.given("edeka"), Some("Groceries"));
        let (inverse, kept) = undo(&names, merged);
        apply(&mut names, &inverse);
        assert_eq!((names, kept), (before, BTreeSet::new()));
    }

    #[test]
    fn a_merchant_that_was_named_again_keeps_its_name() {
        let mut names = MerchantNames::default();
        let both = name(&names, &set(&["a", "b"]), set(&["a", "b"]), Some("Shop"));
        apply(&mut names, &both);
        apply(
            &mut names,
            &[MerchantChange {
                merchant: "b".to_owned(),
                before: Some("Shop".to_owned()),
                after: Some("Bakery".to_owned()),
            }],
        );
        let (inverse, kept) = undo(&names, both);
        apply(&mut names, &inverse);
        assert_eq!(kept, set(&["b"]));
        assert_eq!((names.given("a"), names.given("b")), (None, Some("Bakery")));
    }

    #[test]
    fn printed_names_return_and_an_unchanged_name_is_no_change() {
        let mut names = MerchantNames::default();
        let first = name(&names, &set(&["a"]), set(&["a"]), Some("Shop"));
        apply(&mut names, &first);
        assert_eq!(name(&names, &set(&["shop"]), set(&["a"]), Some("Shop")), []);
        let back = name(&names, &set(&["shop"]), set(&["a"]), None);
        apply(&mut names, &back);
        assert_eq!(names, MerchantNames::default());
    }
}
