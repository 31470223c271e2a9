//! Transactions like another one, for which a category may be chosen along with it.

use saldo_domain::entry::Direction;
use saldo_domain::{CategoryBy, Entry, EntryFilter, EntryId, EntryKind, UserId, merchant, text};

use crate::{Bookkeeper, Result};

/// The transactions like another one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alike {
    /// The merchant that they have in common.
    pub merchant: String,
    /// The transactions, the latest first.
    pub entries: Vec<EntryId>,
}

impl Bookkeeper {
    /// The other transactions of the merchant of one, past ones too, that went the same way and have another category or none. Those
    /// that are split or transfers, and those whose category the person chose, are left out. `None` when there is no such transaction.
    ///
    /// # Errors
    /// [`crate::Error::TooManyEntries`], or when the storage fails.
    pub async fn alike(&self, user: UserId, entry: EntryId) -> Result<Option<Alike>> {
        let Some(entry) = self.storage.find_entry(user, entry).await? else { return Ok(None) };
        let merchant = text::sought(&entry.merchant);
        let mut entries = Vec::new();
        if !merchant.is_empty() && is_open(&entry) {
            // The longest word is in each of their texts: the index names those, and the whole name decides.
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

/// Whether one category can be chosen for a transaction.
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
    async fn the_transactions_of_one_merchant_are_alike_unless_the_person_chose() {
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
