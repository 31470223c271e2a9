//! Edits: what was done to entries, so that it can be told and undone.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use crate::account::AccountId;
use crate::category::CategoryId;
use crate::clock::Timestamp;
use crate::entry::{CategoryBy, Entry, EntryId, EntryKind, TransferId};
use crate::id::Id;
use crate::money::Money;
use crate::split::{self, Split};
use crate::tag::Tag;

/// Names an [`Edit`].
pub type EditId = Id<Edit>;

/// What was done to some entries in one go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// Its identifier.
    pub id: EditId,
    /// What was done.
    pub action: EditAction,
    /// How many entries it changed.
    pub entries: u64,
    /// The edit that this one took back.
    pub undoes: Option<EditId>,
    /// Whether a later edit took this one back.
    pub undone: bool,
    /// When.
    pub created_at: Timestamp,
}

/// What an edit did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum EditAction {
    /// The person added an entry.
    Create,
    /// The person changed entries.
    Change,
    /// The person deleted entries.
    Delete,
    /// Rules, or what was learned from the person, sorted entries.
    Sort,
    /// Moves between own accounts were matched.
    Match,
    /// An earlier edit was taken back.
    Undo,
}

/// Everything of an entry that an edit can change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct EntryState {
    /// The account it is booked to.
    pub account: AccountId,
    /// The booking date.
    pub date: NaiveDate,
    /// As the person sees it.
    pub description: String,
    /// What the person noted.
    pub note: String,
    /// Signed from the account holder's side.
    pub amount: Money,
    /// The category.
    pub category: Option<CategoryId>,
    /// Who chose it.
    pub category_by: CategoryBy,
    /// Spending and income, or a move between own accounts.
    pub kind: EntryKind,
    /// The move it is one side of.
    pub transfer: Option<TransferId>,
    /// The person's tags, in order.
    pub tags: Vec<Tag>,
    /// Its parts, when it is split.
    pub splits: Vec<Split>,
}

impl EntryState {
    /// The state of an entry.
    #[must_use]
    pub fn of(entry: &Entry) -> Self {
        Self {
            account: entry.account,
            date: entry.date,
            description: entry.description.clone(),
            note: entry.note.clone(),
            amount: entry.amount,
            category: entry.category,
            category_by: entry.category_by,
            kind: entry.kind,
            transfer: entry.transfer,
            tags: entry.tags.clone(),
            splits: entry.splits.clone(),
        }
    }

    /// Whether it is not split, or its parts add up to its amount and it has no category beside theirs.
    #[must_use]
    pub fn adds_up(&self) -> bool {
        self.splits.is_empty()
            || (self.category.is_none() && split::adds_up(self.amount, &self.splits).unwrap_or(false))
    }

    /// This state with what an edit from `before` to `after` did taken back, and whether all of it could be:
    /// what was changed again since then stays as it is now.
    ///
    /// What only makes sense together is taken back together: a category and who chose it, a move and being one, and of an entry
    /// that is or was split its parts, its amount and its category.
    #[must_use]
    pub fn taking_back(&self, before: &Self, after: &Self) -> (Self, bool) {
        let mut state = self.clone();
        let mut whole = true;
        macro_rules! take_back {
            ($($field:ident),+ where $possible:expr) => {{
                let changed = false $(|| before.$field != after.$field)+;
                let possible = $possible $(&& self.$field == after.$field)+;
                if changed && possible {
                    $(state.$field = before.$field.clone();)+
                }
                whole &= possible || !changed;
            }};
        }
        take_back!(account where true);
        take_back!(date where true);
        take_back!(description where true);
        take_back!(note where true);
        take_back!(tags where true);
        take_back!(kind, transfer where true);
        if [self, before, after].iter().any(|state| !state.splits.is_empty()) {
            take_back!(amount, category, category_by, splits where before.adds_up());
        } else {
            take_back!(amount where true);
            take_back!(category, category_by where true);
        }
        (state, whole)
    }
}

/// One entry before and after an edit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryRecord {
    /// Which entry.
    pub entry: EntryId,
    /// The edit.
    pub edit: Edit,
    /// How it was; `None` when the edit made it.
    pub before: Option<EntryState>,
    /// How it became; `None` when the edit deleted it.
    pub after: Option<EntryState>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::money::Currency;

    fn state() -> EntryState {
        EntryState {
            account: Id::new(Timestamp::from_milliseconds(1)),
            date: NaiveDate::from_ymd_opt(2025, 5, 1).unwrap(),
            description: "Coffee".to_owned(),
            note: String::new(),
            amount: Money::from_minor(-300, Currency::parse("EUR").unwrap()),
            category: None,
            category_by: CategoryBy::Words,
            kind: EntryKind::Entry,
            transfer: None,
            tags: Vec::new(),
            splits: Vec::new(),
        }
    }

    #[test]
    fn an_edit_is_taken_back_field_by_field_and_later_edits_stay() {
        let before = state();
        let after = EntryState { note: "n".to_owned(), description: "Tea".to_owned(), ..before.clone() };
        assert_eq!(after.taking_back(&before, &after), (before.clone(), true));
        let later = EntryState { note: "other".to_owned(), ..after.clone() };
        let (state, whole) = later.taking_back(&before, &after);
        assert!(!whole);
        assert_eq!((state.description.as_str(), state.note.as_str()), ("Coffee", "other"));
    }

    #[test]
    fn what_only_makes_sense_together_is_taken_back_together() {
        let euro = |minor| Money::from_minor(minor, Currency::parse("EUR").unwrap());
        let part = |minor| Split { amount: euro(minor), category: None, note: None };
        let food = Some(Id::new(Timestamp::from_milliseconds(2)));
        let before = EntryState { category: food, ..state() };
        let after = EntryState { amount: euro(-500), ..before.clone() };
        // Without parts, an amount and a category have nothing to do with one another.
        let sorted = EntryState { category: None, category_by: CategoryBy::Person, ..after.clone() };
        let back = EntryState { amount: before.amount, ..sorted.clone() };
        assert_eq!(sorted.taking_back(&before, &after), (back, true));
        // With parts, they have.
        let split = EntryState { splits: vec![part(-200), part(-300)], ..sorted.clone() };
        assert!(split.adds_up());
        assert_eq!(split.taking_back(&before, &after), (split.clone(), false));
        assert_eq!(split.taking_back(&after, &split), (after.clone(), true));
        assert_eq!(split.taking_back(&after, &sorted), (split.clone(), false));
        let broken = EntryState { amount: euro(-600), ..split.clone() };
        assert!(!broken.adds_up());
        assert_eq!(after.taking_back(&broken, &after), (after.clone(), false), "nothing broken comes back");
        // A side of another move by now stays one.
        let transfer = |number| Some(Id::new(Timestamp::from_milliseconds(number)));
        let moved = EntryState { kind: EntryKind::Transfer, transfer: transfer(3), ..before.clone() };
        let again = EntryState { transfer: transfer(4), ..moved.clone() };
        assert_eq!(again.taking_back(&before, &moved), (again.clone(), false));
    }

    #[test]
    fn a_state_survives_its_json() {
        let state = state();
        let json = serde_json::to_string(&state).unwrap();
        assert_eq!(serde_json::from_str::<EntryState>(&json).unwrap(), state);
    }
}
