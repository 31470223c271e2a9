//! Entries: the booked lines of a person's accounts.

use std::collections::{HashMap, HashSet};

use chrono::{NaiveDate, Weekday};
use serde::{Deserialize, Serialize};

use crate::account::AccountId;
use crate::category::CategoryId;
use crate::id::Id;
use crate::merchant::merchant_key;
use crate::money::{Currency, Money};
use crate::period::Period;
use crate::split::Split;
use crate::statement::{EntryDraft, Place, StatementId};
use crate::tag::Tag;
use crate::text;

/// Names an [`Entry`].
pub type EntryId = Id<Entry>;

/// One booked line. What the wire calls a transaction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its identifier.
    pub id: EntryId,
    /// The account it is booked to.
    pub account: AccountId,
    /// The statement it was first read from; `None` for an entry made by hand.
    pub statement: Option<StatementId>,
    /// The booking date.
    pub date: NaiveDate,
    /// The other date, where the statement prints two.
    pub value_date: Option<NaiveDate>,
    /// As the person sees it; they may edit it.
    pub description: String,
    /// As the statement prints it; never edited.
    pub original_description: String,
    /// The name under which entries of one merchant are grouped.
    pub merchant: String,
    /// Signed from the account holder's side.
    pub amount: Money,
    /// The running balance printed beside it.
    pub balance: Option<Money>,
    /// The category, if it has one.
    pub category: Option<CategoryId>,
    /// Spending and income, or a move between own accounts.
    pub kind: EntryKind,
    /// Where on its statement it stands.
    pub place: Option<Place>,
    /// Its number in its statement's account, from 0.
    pub position: u32,
    /// What the person noted; empty when nothing.
    pub note: String,
    /// Who chose the category.
    pub category_by: CategoryBy,
    /// The move between own accounts that it is one side of, when the other side is known.
    pub transfer: Option<TransferId>,
    /// The person's tags, in order.
    pub tags: Vec<Tag>,
    /// Its parts, when it is split among categories; the entry itself then has none.
    pub splits: Vec<Split>,
}

/// Names a move between two of a person's accounts.
pub type TransferId = Id<Transfer>;

/// A move between two of a person's accounts: one entry on each carries its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Transfer;

/// Who chose an entry's category.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum CategoryBy {
    /// Words of the description, as every person starts with.
    #[default]
    Words,
    /// The person.
    Person,
    /// One of the person's rules.
    Rule,
    /// What was learned from the person's own choices.
    Learned,
    /// A language model.
    Model,
}

/// Whether an entry counts as income or spending.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum EntryKind {
    /// Income or spending.
    #[default]
    Entry,
    /// A move between the person's own accounts: neither.
    Transfer,
}

/// Which entries are asked for; every `Some` narrows the answer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EntryFilter {
    /// Only of this account.
    pub account: Option<AccountId>,
    /// Only of this statement.
    pub statement: Option<StatementId>,
    /// Only of this category and those below it.
    pub category: Option<CategoryId>,
    /// Leaves those below [`Self::category`] out.
    pub category_alone: bool,
    /// Not of this category, nor of those below it: of a split entry, only the parts that are not.
    pub without_category: Option<CategoryId>,
    /// Only in this period.
    pub period: Option<Period>,
    /// Only on this day of the week.
    pub weekday: Option<Weekday>,
    /// Only whose description contains this, without regard to case, accents and the spelling of umlauts.
    pub text: Option<String>,
    /// Only whose description does not contain this, without regard to case and accents.
    pub without_text: Option<String>,
    /// Only whose description has these words whole, one after the other: the name of a merchant or a person.
    pub words: Option<String>,
    /// Only whose description does not have these words.
    pub without_words: Option<String>,
    /// Only of this merchant, by the name under which its entries are grouped.
    pub merchant: Option<String>,
    /// Only these.
    pub ids: Option<Vec<EntryId>>,
    /// Only money in, or only money out.
    pub direction: Option<Direction>,
    /// Only income and spending, or only transfers.
    pub kind: Option<EntryKind>,
    /// Only amounts of this size, whichever way they went.
    pub size: Option<SizeRange>,
    /// Only with this tag.
    pub tag: Option<Tag>,
    /// Only without a category: of a split entry, with a part that has none.
    pub uncategorised: bool,
    /// Only what no balanced statement prints.
    pub unreconciled: bool,
    /// The order of the answer.
    pub order: EntryOrder,
}

/// Amounts of one currency between two sizes, both included, whichever way they went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SizeRange {
    /// The currency; entries of others are not in the range.
    pub currency: Currency,
    /// The least, in minor units.
    pub min_minor: Option<i64>,
    /// The most, in minor units.
    pub max_minor: Option<i64>,
}

/// Which way money went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// To the person.
    In,
    /// From the person.
    Out,
}

/// The order in which entries are listed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum EntryOrder {
    /// The latest date first.
    #[default]
    NewestFirst,
    /// The earliest date first.
    OldestFirst,
    /// The greatest amount first, whichever way it went.
    LargestFirst,
    /// The smallest amount first, whichever way it went.
    SmallestFirst,
}

/// What makes two lines of overlapping statements the same entry, within one account:
/// date, amount, description without case and spacing, and its number among its equals on that day.
///
/// The number keeps two equal coffees on one day apart, and finds both again when a second statement prints them.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct EntryIdentity {
    date: NaiveDate,
    minor: i64,
    description: String,
    occurrence: u32,
}

impl EntryIdentity {
    /// The identities of one account's drafts, in their order.
    #[must_use]
    pub fn of_drafts(drafts: &[EntryDraft]) -> Vec<Self> {
        Self::of_drafts_beside(drafts, &HashSet::new())
    }

    /// The identities of one account's drafts, in their order, where the entries of these fingerprints are known to be others.
    #[must_use]
    pub fn of_drafts_beside(drafts: &[EntryDraft], others: &HashSet<String>) -> Vec<Self> {
        let mut seen = HashMap::new();
        let mut found = Vec::with_capacity(drafts.len());
        for draft in drafts {
            let description = Self::words(&draft.description);
            let key = (draft.date, draft.amount.minor(), description.clone());
            let count: &mut u32 = seen.entry(key).or_default();
            let mut identity =
                Self { date: draft.date, minor: draft.amount.minor(), description, occurrence: *count };
            while !others.is_empty() && others.contains(&identity.fingerprint()) {
                identity.occurrence += 1;
            }
            *count = identity.occurrence + 1;
            found.push(identity);
        }
        found
    }

    /// The words of a description as they count for the identity: without case, accents and spaces.
    #[must_use]
    pub fn words(description: &str) -> String {
        text::as_key(description).replace(' ', "")
    }

    /// Whether it is the first of its equals on the day.
    #[must_use]
    pub const fn is_first(&self) -> bool {
        self.occurrence == 0
    }

    /// The identity of another line that is equal in all but its number on the day.
    #[must_use]
    pub fn next_occurrence(self) -> Self {
        Self { occurrence: self.occurrence.saturating_add(1), ..self }
    }

    /// The identity as text of bounded length, for a unique column.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        let text = format!("{}|{}|{}|{}", self.date, self.minor, self.description, self.occurrence);
        let digest = crate::statement::Sha256::of(text.as_bytes());
        hex::encode(&digest.as_bytes()[..16])
    }
}

/// The grouping name of a draft's merchant.
#[must_use]
pub fn merchant_of(draft: &EntryDraft) -> String {
    merchant_key(&draft.description)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft(description: &str, minor: i64) -> EntryDraft {
        EntryDraft {
            date: NaiveDate::from_ymd_opt(2025, 5, 1).unwrap(),
            value_date: None,
            description: description.to_owned(),
            amount: Money::from_minor(minor, Currency::parse("EUR").unwrap()),
            balance: None,
            place: None,
        }
    }

    #[test]
    fn two_equal_coffees_on_one_day_are_two_entries() {
        let identities = EntryIdentity::of_drafts(&[draft("Coffee", -300), draft("Coffee", -300)]);
        assert_ne!(identities[0].fingerprint(), identities[1].fingerprint());
    }

    #[test]
    fn a_line_is_none_of_those_that_are_known_to_be_others() {
        let coffee = || draft("Coffee", -300);
        let [first, second, third] = &EntryIdentity::of_drafts(&[coffee(), coffee(), coffee()])[..] else {
            unreachable!()
        };
        let beside = |others: &[&EntryIdentity]| {
            let others = others.iter().map(|other| other.fingerprint()).collect();
            EntryIdentity::of_drafts_beside(&[coffee(), coffee()], &others)
        };
        assert_eq!(beside(&[second]), [first.clone(), third.clone()]);
        assert_eq!(beside(&[first]), [second.clone(), third.clone()]);
    }

    #[test]
    fn the_same_lines_printed_again_are_the_same_entries() {
        let first = EntryIdentity::of_drafts(&[
            draft("Blue Café", -300),
            draft("Gym", -500),
            draft("Blue Café", -300),
        ]);
        let again = EntryIdentity::of_drafts(&[
            draft("BLUE  CAFE", -300),
            draft("BLUE CAFE", -300),
            draft("GYM", -500),
        ]);
        assert_eq!(first[0], again[0]);
        assert_eq!(first[2], again[1]);
        assert_eq!(first[1], again[2]);
    }
}
