//! What a person does with their entries.

use async_trait::async_trait;
use chrono::NaiveDate;
use saldo_domain::{
    AccountId, CategoryBy, CategoryId, Edit, EditAction, EditId, Entry, EntryFilter, EntryId, EntryKind,
    EntryRecord, EntryState, Money, Page, PageRequest, Split, StatementId, Tag, Timestamp, TransferId,
    UserId,
};

use crate::Result;

/// How many entries one edit is for at most: it holds the person's other writes up, and its history is kept whole.
pub const EDIT_ENTRIES_MAX: usize = 10_000;

/// The most tags an edit leaves on an entry.
pub const ENTRY_TAGS_MAX: usize = 100;

/// An entry that the person adds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewEntry {
    /// Its identifier, made by the caller: adding it again under the same one changes nothing.
    pub id: EntryId,
    /// The account it is booked to; its currency must be the amount's.
    pub account: AccountId,
    /// The statement on which it stands, though it was not read.
    pub statement: Option<StatementId>,
    /// Its number among the lines of its account's part of the statement; `None` puts it at the end.
    pub position: Option<u32>,
    /// The booking date.
    pub date: NaiveDate,
    /// What it was.
    pub description: String,
    /// What the person noted.
    pub note: String,
    /// Signed from the account holder's side.
    pub amount: Money,
    /// The category.
    pub category: Option<CategoryId>,
    /// Who chose it.
    pub category_by: CategoryBy,
    /// Income and spending, or a move between own accounts.
    pub kind: EntryKind,
    /// Tags.
    pub tags: Vec<Tag>,
}

/// What changes of an entry; what is `None` or empty stays as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EntryChange {
    /// The day.
    pub date: Option<NaiveDate>,
    /// A new description.
    pub description: Option<String>,
    /// A new note.
    pub note: Option<String>,
    /// A new amount, of the same currency. A split entry is no longer split by it.
    pub amount: Option<Money>,
    /// A new category; `Some(None)` takes it away. A split entry is no longer split by it.
    pub category: Option<Option<CategoryId>>,
    /// Who chooses the category; the person when nobody else is named.
    pub category_by: Option<CategoryBy>,
    /// Income and spending, or a move between own accounts. An entry that is no move is no side of one either.
    pub kind: Option<EntryKind>,
    /// The move it is one side of.
    pub transfer: Option<Option<TransferId>>,
    /// All its tags.
    pub tags: Option<Vec<Tag>>,
    /// Tags to add.
    pub add_tags: Vec<Tag>,
    /// Tags to take away.
    pub remove_tags: Vec<Tag>,
    /// Its parts; an empty list joins them again. Parts that do not add up to the amount fail: see [`Edits::split_entry`].
    pub splits: Option<Vec<Split>>,
}

/// Which entries an edit is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Selection {
    /// These. One that the person does not have makes the whole edit impossible.
    Ids(Vec<EntryId>),
    /// Those that a filter lets through.
    Matching(Box<EntryFilter>),
}

/// How an edit ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Edited {
    /// It was done. What these statements print no longer agrees with the check of their sums: they are unchecked until they are
    /// checked again.
    Done {
        /// The edit.
        edit: Edit,
        /// The statements whose lines it touched.
        statements: Vec<StatementId>,
    },
    /// An entry, account, statement, category or edit is not the person's, or not there any more.
    Unknown,
    /// It is for more entries than [`EDIT_ENTRIES_MAX`].
    TooMany,
    /// An entry would have more than [`ENTRY_TAGS_MAX`] tags.
    TooManyTags,
    /// The amount is not of the account's currency.
    OtherCurrency,
}

/// How taking an edit back ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Undone {
    /// It was taken back; `kept` entries had been changed again since then and stay as they are now, in part or whole.
    Done {
        /// The edit that did it.
        edit: Edit,
        /// How many entries could not be taken back whole.
        kept: u64,
        /// The statements whose lines it touched; they are unchecked until they are checked again.
        statements: Vec<StatementId>,
    },
    /// It was taken back before.
    Already,
    /// There is no such edit.
    Unknown,
}

/// What one edit did to one entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryStep {
    /// Which entry.
    pub entry: EntryId,
    /// What the edit was.
    pub action: EditAction,
    /// How the entry was.
    pub before: EntryState,
    /// How it became.
    pub after: EntryState,
}

/// Edits of entries. Each is all or nothing, is remembered, and can be taken back.
#[async_trait]
pub trait Edits: Send + Sync {
    /// Adds an entry.
    async fn insert_entry(&self, user: UserId, new: NewEntry, now: Timestamp) -> Result<Edited>;

    /// Changes entries, all in the same way.
    async fn change_entries(
        &self,
        user: UserId,
        selection: Selection,
        change: EntryChange,
        action: EditAction,
        now: Timestamp,
    ) -> Result<Edited>;

    /// Changes entries, each in its own way, as one edit.
    async fn change_each_entry(
        &self,
        user: UserId,
        changes: Vec<(EntryId, EntryChange)>,
        action: EditAction,
        now: Timestamp,
    ) -> Result<Edited>;

    /// Splits an entry into parts, of which there are none to join it again; `None` when they do not add up to the amount that it
    /// has by then.
    async fn split_entry(
        &self,
        user: UserId,
        entry: EntryId,
        parts: Vec<Split>,
        now: Timestamp,
    ) -> Result<Option<Edited>>;

    /// Deletes entries. Their statements keep what they print; only the line is gone from the books.
    async fn delete_entries(&self, user: UserId, selection: Selection, now: Timestamp) -> Result<Edited>;

    /// Takes an edit back.
    async fn undo_edit(&self, user: UserId, edit: EditId, now: Timestamp) -> Result<Undone>;

    /// The person's edits, the newest first.
    ///
    /// # Errors
    /// [`crate::Error::InvalidCursor`].
    async fn list_edits(&self, user: UserId, page: PageRequest) -> Result<Page<Edit>>;

    /// What was done to an entry, the latest first; it may be deleted.
    async fn list_entry_records(&self, user: UserId, entry: EntryId) -> Result<Vec<EntryRecord>>;

    /// How each of these entries became what it is, the oldest step first; without their making and deleting.
    async fn list_entry_steps(&self, user: UserId, entries: Vec<EntryId>) -> Result<Vec<EntryStep>>;

    /// The entries that an edit changed, the first of them in no special order, at most `limit`.
    async fn list_edited_entries(&self, user: UserId, edit: EditId, limit: u32) -> Result<Vec<Entry>>;
}
