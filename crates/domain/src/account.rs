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
        Self(format!("{institution}|{number}|{}|{currency}", family(kind)))
    }

    /// From a whole number: one of another bank, or of another account, that ends in the same four characters is told apart.
    /// `None` for a number that is masked or short. The last eight characters count, which an IBAN and the bank's own
    /// notation of it share; 16 bits of their digest are kept, which give no number away.
    #[must_use]
    pub fn exact(number: &str, kind: AccountKind, currency: Currency) -> Option<Self> {
        let end = last_four(number)?;
        let digest = whole_end(number)?;
        Some(Self(format!("|{end}~{digest}|{}|{currency}", family(kind))))
    }

    /// The exact identities that a masked number may be one of, as a pattern for `LIKE`.
    #[must_use]
    pub fn any_exact(number: &str, kind: AccountKind, currency: Currency) -> Option<String> {
        Some(format!("|{}~____|{}|{currency}", last_four(number)?, family(kind)))
    }

    /// From the name alone, where neither a number nor a bank is printed.
    #[must_use]
    pub fn named(name: &str, kind: AccountKind, currency: Currency) -> Self {
        Self(format!("={}||{}|{currency}", text::as_key(name), family(kind)))
    }

    /// The identities under which statements know an account of this number: of its kind, and of a file that tells no kind. The exact
    /// ones where the number is whole.
    #[must_use]
    pub fn all_of(number: &str, kind: AccountKind, currency: Currency) -> Vec<Self> {
        let of = |kind| {
            Self::exact(number, kind, currency)
                .or_else(|| last_four(number).map(|_| Self::new(None, Some(number), kind, currency)))
        };
        let mut found: Vec<Self> = [kind, AccountKind::Other].into_iter().filter_map(of).collect();
        found.dedup();
        found
    }

    /// The part of an identity that stands for the account's number: four characters, and a digest where the number is whole.
    #[must_use]
    pub fn number_part(identity: &str) -> Option<&str> {
        identity.split('|').nth(1).filter(|number| !number.is_empty())
    }

    /// Whether an identity is one of a number that is masked like this.
    #[must_use]
    pub fn is_of_number(identity: &str, masked: &str) -> bool {
        let part = Self::number_part(identity).map(|part| part.split('~').next().unwrap_or(part));
        part.is_some_and(|part| last_four(masked).as_deref() == Some(part))
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

/// Whether statements may call accounts of these two kinds the same.
#[must_use]
pub fn are_of_one_family(one: AccountKind, other: AccountKind) -> bool {
    family(one) == family(other)
}

/// Kinds that statements of one account tell apart; a savings account is at times called a current one.
fn family(kind: AccountKind) -> &'static str {
    match kind {
        AccountKind::Card => "card",
        AccountKind::Investment => "investment",
        AccountKind::Checking
        | AccountKind::Savings
        | AccountKind::Cash
        | AccountKind::Property
        | AccountKind::Loan
        | AccountKind::Other => "bank",
    }
}

/// The characters of a whole number that count, digested to 16 bits.
fn whole_end(number: &str) -> Option<String> {
    let is_printed = |character: char| {
        character.is_ascii_alphanumeric() && !character.eq_ignore_ascii_case(&'x')
            || matches!(character, ' ' | '-' | '/' | '.')
    };
    if !number.chars().all(is_printed) || number.contains("..") {
        return None;
    }
    let characters: Vec<char> = number.chars().filter(char::is_ascii_alphanumeric).collect();
    let end = &characters[characters.len().checked_sub(8)?..];
    let digest = crate::statement::Sha256::of(end.iter().collect::<String>().to_uppercase().as_bytes());
    Some(hex::encode(&digest.as_bytes()[..2]))
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
    fn whole_numbers_that_end_alike_are_told_apart_in_any_notation() {
        let euro = Currency::parse("EUR").unwrap();
        let exact = |number: &str| AccountIdentity::exact(number, AccountKind::Checking, euro);
        let iban = exact("DE89 3704 0044 0532 0130 00").unwrap();
        assert_eq!(Some(&iban), exact("37040044/0532013000").as_ref());
        assert_ne!(Some(&iban), exact("FR7630006000011234567893000").as_ref());
        for masked in ["4111 11** **** 1111", "XXXX XXXX XXXX 3000", "••••3000", "...32013000", "3000"]
        {
            assert_eq!(exact(masked), None, "{masked}");
        }
        let pattern = AccountIdentity::any_exact("XXXX3000", AccountKind::Savings, euro).unwrap();
        assert_eq!(pattern.len(), iban.as_str().len());
        assert_eq!(pattern.split('~').next(), iban.as_str().split('~').next());
    }

    #[test]
    fn a_number_gives_the_identities_under_which_statements_know_its_account() {
        let euro = Currency::parse("EUR").unwrap();
        let texts = |number: &str, kind| {
            let found = AccountIdentity::all_of(number, kind, euro);
            found.iter().map(|identity| identity.as_str().to_owned()).collect::<Vec<_>>()
        };
        let exact = AccountIdentity::exact("DE89370400440532013000", AccountKind::Checking, euro).unwrap();
        assert_eq!(texts("DE89 3704 0044 0532 0130 00", AccountKind::Savings), [exact.as_str()]);
        assert_eq!(texts("**** 1111", AccountKind::Card), ["|1111|card|EUR", "|1111|bank|EUR"]);
        assert_eq!(texts("12", AccountKind::Card), Vec::<String>::new());
        assert!(AccountIdentity::is_of_number(exact.as_str(), "••••3000"));
        assert!(AccountIdentity::is_of_number("|1111|card|EUR", "••••1111"));
        assert!(!AccountIdentity::is_of_number("|1111|card|EUR", "••••1112"));
        assert!(!AccountIdentity::is_of_number("hand:1", "••••1111"));
        assert!(!AccountIdentity::is_of_number("bank||bank|EUR", "••••"));
    }

    #[test]
    fn accounts_without_a_number_are_told_apart_by_bank_and_currency() {
        let [euro, yen] = ["EUR", "JPY"].map(|code| Currency::parse(code).unwrap());
        let one = AccountIdentity::new(Some("Bank"), None, AccountKind::Checking, euro);
        assert_ne!(one, AccountIdentity::new(Some("Bank"), None, AccountKind::Checking, yen));
        assert_ne!(one, AccountIdentity::new(Some("Other"), None, AccountKind::Checking, euro));
    }
}
