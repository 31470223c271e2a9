//! Similar transactions, for which the user may select a category together with one of them.

use saldo_domain::entry::Direction;
use saldo_domain::{CategoryBy, Entry, EntryFilter, EntryId, EntryKind, UserId, merchant, text};

use crate::{Bookkeeper, Result};

/// The transactions similar to another one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alike {
    /// The grouping name of their common merchant.
    pub merchant: String,
    /// The IDs of the transactions, the latest first.
    pub entries: Vec<EntryId>,
}

impl Bookkeeper {
    /// Returns the other transactions of the same merchant and direction that have a different
    /// category or none, including past ones. Split transactions, transfers and transactions
    /// whose category the user chose are left out. `None` if the transaction does not exist.
    ///
    /// # Errors
    /// [`crate::Error::TooManyEntries`] if there are too many
    /// candidates; [`crate::Error::Storage`] if the storage fails.
    pub async fn alike(&self, user: UserId, entry: EntryId) -> Result<Option<Alike>> {
        let Some(entry) = self.storage.find_entry(user, entry).await? else { return Ok(None) };
        let merchant = text::sought(&entry.merchant);
        let mut entries = Vec::new();
        if !merchant.is_empty() && is_open(&entry) {
            // The text search finds candidates by the longest word of the merchant's
            // name, which all of them contain. The whole name is compared afterwards.
            let word = merchant::telling_words(&merchant).into_iter().max_by_key(String::len);
            let direction = if entry.amount.is_negative() { Direction::Out } else { Direction::In };
            let filter = EntryFilter {
                text: Some(word.unwrap_or_else(|| merchant.clone())),
                direction: Some(direction),
                kind: Some(EntryKind::Entry),
                ..EntryFilter::default()
            };
            let is_like = |other: &Entry| {
                other.id != entry.id
                    && is_open(other)
                    && other.category != entry.category
                    && other.category_by != CategoryBy::Person
                    && text::sought(&other.merchant) == merchant
            };
            let found = self.all_entries(user, filter).await?;
            entries.extend(found.iter().filter(|other| is_like(other)).map(|other| other.id));
        }
        Ok(Some(Alike { merchant: entry.merchant, entries }))
    }
}

/// True if the transaction has a single category that can be set.
fn is_open(entry: &Entry) -> bool {
    entry.kind == EntryKind::Entry && entry.splits.is_empty()
}

#[cfg(test)]
mod tests {
    use saldo_domain::EditAction;
    use saldo_storage::{EntryChange, Selection};

    use super::*;
    use crate::test_books::{Books, NOW};

    #[tokio::test(flavor = "multi_thread")]
    async fn transactions_of_one_merchant_are_similar_unless_the_user_categorized_them() {
        let books = Books::of(&["Bäckerei Müller 0042", "Blue Cafe"]).await;
        let past = books.add("BAECKEREI MUELLER").await;
        let other = books.add("Baeckerei Mueller 17").await;
        let chosen = books.add("Bäckerei Müller").await;
        let here = books.add("Bäckerei Müller 3").await;
        let categories = books.keeper.storage.list_categories(books.user).await.unwrap();
        let choose = async |entry: EntryId, category: usize| {
            let change =
                EntryChange { category: Some(Some(categories[category].id)), ..EntryChange::default() };
            let chosen = Selection::Ids(vec![entry]);
            books
                .keeper
                .storage
                .change_entries(books.user, chosen, change, EditAction::Change, NOW)
                .await
                .unwrap();
        };
        choose(chosen, 1).await;
        choose(here, 2).await;
        let alike = books.keeper.alike(books.user, here).await.unwrap().unwrap();
        assert_eq!(alike.merchant, "backerei muller");
        assert_eq!(alike.entries.len(), 3, "the first, {past} and {other}: {alike:?}");
        assert!(alike.entries.contains(&past) && alike.entries.contains(&other));
        assert!(!alike.entries.contains(&chosen), "what the person chose stays");
        let of_cafe = books.keeper.all_entries(books.user, EntryFilter::default()).await.unwrap();
        let cafe = of_cafe.iter().find(|entry| entry.description == "Blue Cafe").unwrap();
        assert_eq!(books.keeper.alike(books.user, cafe.id).await.unwrap().unwrap().entries, []);
        assert_eq!(books.keeper.alike(books.user, EntryId::new(NOW)).await.unwrap(), None);
    }
}
