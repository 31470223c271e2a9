//! Transactions: the booked lines of a user's accounts.

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
use crate::statement::{Place, StatementId, TransactionDraft};
use crate::tag::Tag;
use crate::text;

/// The identifier of a [`Transaction`].
pub type TransactionId = Id<Transaction>;

/// A booked transaction: one line of an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transaction {
    /// The identifier.
    pub id: TransactionId,
    /// The account of the transaction.
    pub account: AccountId,
    /// The statement from which it was read first; `None` if the user added it by hand.
    pub statement: Option<StatementId>,
    /// The booking date.
    pub date: NaiveDate,
    /// The second date, on statements that print two.
    pub value_date: Option<NaiveDate>,
    /// The description that the user sees; they may edit it.
    pub description: String,
    /// The description as printed on the statement; it is never edited.
    pub original_description: String,
    /// The name by which transactions of one merchant are grouped: the one that the user gave it, or else as
    /// [`merchant_key`] derives it.
    pub merchant: String,
    /// The amount: positive for money in, negative for money out.
    pub amount: Money,
    /// The running balance that the statement prints on the same row.
    pub balance: Option<Money>,
    /// The category; `None` if the transaction is uncategorized or split.
    pub category: Option<CategoryId>,
    /// Income or spending, or a transfer between own accounts.
    pub kind: TransactionKind,
    /// The position on a page of its statement.
    pub place: Option<Place>,
    /// The index among the transactions of its account on its statement, from 0.
    pub position: u32,
    /// The user's note; empty if there is none.
    pub note: String,
    /// The origin of the category.
    pub category_by: CategoryBy,
    /// The transfer that it is one side of; `None` if the other side is unknown.
    pub transfer: Option<TransferId>,
    /// The user's tags, in order.
    pub tags: Vec<Tag>,
    /// The splits; empty if the transaction is not split. A split transaction has no category of its own.
    pub splits: Vec<Split>,
}

impl Transaction {
    /// Returns the name that the user gave the merchant; `None` if it has the name that the statement prints.
    #[must_use]
    pub fn given_merchant(&self) -> Option<&str> {
        (self.merchant != merchant_key(&self.original_description)).then_some(&self.merchant)
    }
}

/// The identifier of a [`Transfer`].
pub type TransferId = Id<Transfer>;

/// A transfer between two accounts of a user. Both of its transactions carry its identifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Transfer;

/// The origin of a transaction's category.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum CategoryBy {
    /// The built-in keywords of the default categories, matched on the description.
    #[default]
    Words,
    /// The user's own choice.
    #[serde(rename = "user")]
    User,
    /// One of the user's rules.
    Rule,
    /// The learner, from the user's own choices.
    Learned,
    /// A language model.
    Model,
}

/// The role of a transaction in income and spending.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum TransactionKind {
    /// Income or spending.
    #[default]
    #[serde(rename = "entry")]
    Transaction,
    /// A transfer between own accounts: neither income nor spending.
    Transfer,
}

/// The conditions and the order of a list of transactions. A transaction must meet every condition
/// that is set.
#[expect(clippy::struct_excessive_bools, reason = "each is a condition of its own, like the options")]
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TransactionFilter {
    /// Only transactions of this account.
    pub account: Option<AccountId>,
    /// Only transactions that this statement prints.
    pub statement: Option<StatementId>,
    /// Only transactions of this category and its subcategories. A split transaction counts if one of
    /// its splits does.
    pub category: Option<CategoryId>,
    /// Excludes the subcategories of [`Self::category`].
    pub category_alone: bool,
    /// Excludes this category and its subcategories. Of a split transaction, the other splits still count.
    pub without_category: Option<CategoryId>,
    /// Only these categories, in addition to the other conditions on categories. Of a split transaction, only
    /// the splits in these categories count in totals.
    pub categories: Option<CategorySet>,
    /// Only dates in this period.
    pub period: Option<Period>,
    /// Only this day of the week.
    pub weekday: Option<Weekday>,
    /// Only transactions whose description, printed description or note contains this text, ignoring case,
    /// accents and the spelling of umlauts ([`text::contains`]).
    pub text: Option<String>,
    /// Excludes transactions whose description, printed description or note contains this text, as in
    /// [`Self::text`].
    pub without_text: Option<String>,
    /// Only transactions whose description, printed description or note contains these words, whole and in
    /// this order ([`text::has_words`]), such as the name of a merchant or a person.
    pub words: Option<String>,
    /// Excludes transactions that contain these words, as in [`Self::words`].
    pub without_words: Option<String>,
    /// Only transactions of this merchant, by the name under which they are grouped
    /// ([`Transaction::merchant`]); spellings that differ only in umlauts count as the same merchant.
    pub merchant: Option<String>,
    /// Only the transactions with these identifiers.
    pub ids: Option<Vec<TransactionId>>,
    /// Only money in, or only money out.
    pub direction: Option<Direction>,
    /// Only income and spending, or only transfers.
    pub kind: Option<TransactionKind>,
    /// Only amounts in this range, regardless of their direction.
    pub size: Option<SizeRange>,
    /// Only transactions with this tag.
    pub tag: Option<Tag>,
    /// Only transactions without any tag.
    pub untagged: bool,
    /// Only transactions without a category. A split transaction counts if one of its splits has none.
    pub uncategorized: bool,
    /// Only transactions that no balanced statement prints, so that no bank's figures confirm them.
    pub unreconciled: bool,
    /// The order of the list.
    pub order: TransactionOrder,
}

/// A set of categories. Subcategories are included only if it names them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CategorySet {
    /// The categories.
    pub categories: Vec<CategoryId>,
    /// Includes transactions and splits without a category.
    pub uncategorized: bool,
}

/// A range of amounts in one currency, both ends included, regardless of their direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SizeRange {
    /// The currency; amounts in other currencies are outside the range.
    pub currency: Currency,
    /// The smallest amount, in minor units; not negative.
    pub min_minor: Option<i64>,
    /// The largest amount, in minor units; not negative.
    pub max_minor: Option<i64>,
}

/// The direction in which money moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// Money in: to the user.
    In,
    /// Money out: from the user.
    Out,
}

/// The order of a list of transactions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum TransactionOrder {
    /// The latest date first.
    #[default]
    NewestFirst,
    /// The earliest date first.
    OldestFirst,
    /// The largest amount first, regardless of its direction.
    LargestFirst,
    /// The smallest amount first, regardless of its direction.
    SmallestFirst,
}

/// The identity of a transaction within one account. Two lines of overlapping statements with the same
/// identity are the same transaction.
///
/// It consists of the date, the amount, the description without case, accents and spaces, and the index among
/// the equal transactions of that day. The index separates two equal purchases on one day, and finds both of
/// them again when a second statement prints them.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TransactionIdentity {
    date: NaiveDate,
    minor: i64,
    description: String,
    occurrence: u32,
}

impl TransactionIdentity {
    /// Returns the identities of one account's drafts, in their order.
    #[must_use]
    pub fn of_drafts(drafts: &[TransactionDraft]) -> Vec<Self> {
        Self::of_drafts_avoiding(drafts, &HashSet::new())
    }

    /// Returns the identities of one account's drafts, in their order. They avoid the fingerprints in
    /// `others`, which belong to transactions that are known to be different ones.
    #[must_use]
    pub fn of_drafts_avoiding(drafts: &[TransactionDraft], others: &HashSet<String>) -> Vec<Self> {
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

    /// Returns a description in the form that identities compare: without case, accents and spaces.
    #[must_use]
    pub fn words(description: &str) -> String {
        text::as_key(description).replace(' ', "")
    }

    /// True if it is the first of the equal transactions of its day.
    #[must_use]
    pub const fn is_first(&self) -> bool {
        self.occurrence == 0
    }

    /// Returns the identity of the next equal transaction of the same day.
    #[must_use]
    pub fn next_occurrence(self) -> Self {
        Self { occurrence: self.occurrence.saturating_add(1), ..self }
    }

    /// Returns the identity as 32 hexadecimal digits, for a unique column.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        let text = format!("{}|{}|{}|{}", self.date, self.minor, self.description, self.occurrence);
        let digest = crate::statement::Sha256::of(text.as_bytes());
        hex::encode(&digest.as_bytes()[..16])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft(description: &str, minor: i64) -> TransactionDraft {
        TransactionDraft {
            date: NaiveDate::from_ymd_opt(2025, 5, 1).unwrap(),
            value_date: None,
            description: description.to_owned(),
            amount: Money::from_minor(minor, Currency::parse("EUR").unwrap()),
            balance: None,
            place: None,
        }
    }

    #[test]
    fn two_equal_purchases_on_a_day_are_two_transactions() {
        let identities = TransactionIdentity::of_drafts(&[draft("Coffee", -300), draft("Coffee", -300)]);
        assert_ne!(identities[0].fingerprint(), identities[1].fingerprint());
    }

    #[test]
    fn a_line_never_matches_an_excluded_transaction() {
        let coffee = || draft("Coffee", -300);
        let [first, second, third] = &TransactionIdentity::of_drafts(&[coffee(), coffee(), coffee()])[..]
        else {
            unreachable!()
        };
        let beside = |others: &[&TransactionIdentity]| {
            let others = others.iter().map(|other| other.fingerprint()).collect();
            TransactionIdentity::of_drafts_avoiding(&[coffee(), coffee()], &others)
        };
        assert_eq!(beside(&[second]), [first.clone(), third.clone()]);
        assert_eq!(beside(&[first]), [second.clone(), third.clone()]);
    }

    #[test]
    fn repeated_lines_are_the_same_transactions() {
        let first = TransactionIdentity::of_drafts(&[
            draft("Blue Café", -300),
            draft("Gym", -500),
            draft("Blue Café", -300),
        ]);
        let again = TransactionIdentity::of_drafts(&[
            draft("BLUE  CAFE", -300),
            draft("BLUE CAFE", -300),
            draft("GYM", -500),
        ]);
        assert_eq!(first[0], again[0]);
        assert_eq!(first[2], again[1]);
        assert_eq!(first[1], again[2]);
    }
}
