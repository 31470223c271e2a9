//! Bank accounts.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use crate::clock::Timestamp;
use crate::id::Id;
use crate::money::Currency;
use crate::text;

/// Names an [`Account`].
pub type AccountId = Id<Account>;

/// A bank account, card or depot of a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// Its identifier.
    pub id: AccountId,
    /// What the person calls it.
    pub name: String,
    /// The bank's name.
    pub institution: Option<String>,
    /// The number with all but its last four characters hidden.
    pub number_masked: Option<String>,
    /// What kind of account it is.
    pub kind: AccountKind,
    /// The currency of its entries.
    pub currency: Currency,
    /// Whether the person made it; the others were found on statements.
    pub by_hand: bool,
    /// The day it was closed, when it is.
    pub closed_on: Option<NaiveDate>,
    /// The whole number, where the settings say that it is kept.
    pub number: Option<String>,
    /// When it was first seen.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
}

/// What kind of account it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum AccountKind {
    /// Current or checking.
    Checking,
    /// Savings.
    Savings,
    /// Credit card: what is owed is negative.
    Card,
    /// Securities or retirement.
    Investment,
    /// Money in hand.
    Cash,
    /// A house, a car: something that is worth money.
    Property,
    /// What is owed: its balance is negative.
    Loan,
    /// Anything else.
    Other,
}

/// What tells one account of a person from another across statements.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct AccountIdentity(String);

impl AccountIdentity {
    /// From what a statement prints: the institution, the last four characters of the number, the kind of account and the currency.
    ///
    /// Only the last four characters count, because banks print the same number in full on one page and masked on another.
    #[must_use]
    pub fn new(
        institution: Option<&str>,
        number: Option<&str>,
        kind: AccountKind,
        currency: Currency,
    ) -> Self {
        let institution = institution.map(text::as_key).unwrap_or_default();
        let number = number.and_then(last_four).unwrap_or_default();
        // A printed number is enough; banks name themselves differently from page to page.
        let institution = if number.is_empty() { institution.as_str() } else { "" };
        let family = match kind {
            AccountKind::Card => "card",
            AccountKind::Investment => "investment",
            AccountKind::Checking
            | AccountKind::Savings
            | AccountKind::Cash
            | AccountKind::Property
            | AccountKind::Loan
            | AccountKind::Other => "bank",
        };
        Self(format!("{institution}|{number}|{family}|{currency}"))
    }

    /// The identity as text, for a unique column.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// An account as a statement introduces it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewAccount {
    /// What tells it from the person's other accounts.
    pub identity: AccountIdentity,
    /// What to call it until the person renames it.
    pub name: String,
    /// The bank's name.
    pub institution: Option<String>,
    /// The number with all but its last four characters hidden.
    pub number_masked: Option<String>,
    /// What kind of account it is.
    pub kind: AccountKind,
    /// The currency of its entries.
    pub currency: Currency,
}

fn last_four(number: &str) -> Option<String> {
    let characters: Vec<char> = number.chars().filter(|character| character.is_alphanumeric()).collect();
    let start = characters.len().checked_sub(4)?;
    Some(characters[start..].iter().collect::<String>().to_uppercase())
}

/// Hides all but the last four characters of an account number: `••••1234`.
/// A number of fewer than four characters is hidden whole.
#[must_use]
pub fn mask_number(number: &str) -> String {
    format!("••••{}", last_four(number).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_shows_only_its_last_four_characters() {
        assert_eq!(mask_number("DE89 3704 0044 0532 0130 00"), "••••3000");
        assert_eq!(mask_number("12"), "••••");
    }

    #[test]
    fn the_same_number_printed_masked_is_the_same_account() {
        let euro = Currency::parse("EUR").unwrap();
        let full = AccountIdentity::new(Some("Bank"), Some("0012345678"), AccountKind::Checking, euro);
        let masked = AccountIdentity::new(Some("THE BANK"), Some("XXXX5678"), AccountKind::Savings, euro);
        assert_eq!(full, masked);
    }

    #[test]
    fn accounts_without_a_number_are_told_apart_by_bank_and_currency() {
        let [euro, yen] = ["EUR", "JPY"].map(|code| Currency::parse(code).unwrap());
        let one = AccountIdentity::new(Some("Bank"), None, AccountKind::Checking, euro);
        assert_ne!(one, AccountIdentity::new(Some("Bank"), None, AccountKind::Checking, yen));
        assert_ne!(one, AccountIdentity::new(Some("Other"), None, AccountKind::Checking, euro));
    }
}
