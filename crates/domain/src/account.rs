//! Bank accounts.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use crate::clock::Timestamp;
use crate::id::Id;
use crate::money::Currency;
use crate::text;
use crate::user::UserId;

/// The identifier of an [`Account`].
pub type AccountId = Id<Account>;

/// An account of a user, such as a bank account, a credit card, a securities account, cash or a loan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// The identifier.
    pub id: AccountId,
    /// The name that the user sees; they may change it.
    pub name: String,
    /// The bank's name.
    pub institution: Option<String>,
    /// The account number with all but its last four characters hidden.
    pub number_masked: Option<String>,
    /// The kind of account.
    pub kind: AccountKind,
    /// The currency of its transactions.
    pub currency: Currency,
    /// True if the user created the account; the others were found on statements.
    pub by_hand: bool,
    /// The day on which it was closed; `None` while it is open.
    pub closed_on: Option<NaiveDate>,
    /// The full account number, if the settings allow storing it.
    pub number: Option<String>,
    /// The time of creation: by the user, or when a statement first named the account.
    pub created_at: Timestamp,
    /// The time of the last change.
    pub updated_at: Timestamp,
}

/// The part of an account that only arranges and explains it for the user. No figure depends on it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AccountLabels {
    /// The name of the group under which the account is listed.
    pub group: Option<String>,
    /// The user's note.
    pub note: Option<String>,
    /// True if the account is listed apart from those in use. It counts in all figures like any other.
    pub is_archived: bool,
    /// The member of the household who pays from it. It is ignored if the user is no member.
    pub payer: Option<UserId>,
}

/// The kind of account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum AccountKind {
    /// A current or checking account.
    Checking,
    /// A savings account.
    Savings,
    /// A credit card. Debt is a negative balance.
    Card,
    /// Securities or retirement savings.
    Investment,
    /// Cash.
    Cash,
    /// A thing of value, such as a house or a car.
    Property,
    /// A loan. Its balance is negative.
    Loan,
    /// Any other kind.
    Other,
}

/// The identity of an account across the statements of one user.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct AccountIdentity(String);

impl AccountIdentity {
    /// Returns the identity of an account from the details that a statement prints: the institution, the last
    /// four characters of the number, the kind and the currency.
    ///
    /// Only the last four characters count, because banks print the same number in full on one page and
    /// masked on another. The institution counts only if no number is printed.
    #[must_use]
    pub fn new(
        institution: Option<&str>,
        number: Option<&str>,
        kind: AccountKind,
        currency: Currency,
    ) -> Self {
        let institution = institution.map(text::as_key).unwrap_or_default();
        let number = number.and_then(last_four).unwrap_or_default();
        // Banks spell their own name differently from page to page, so it is not compared if there is
        // a number.
        let institution = if number.is_empty() { institution.as_str() } else { "" };
        Self(format!("{institution}|{number}|{}|{currency}", family(kind)))
    }

    /// Returns the identity from a full account number, which differs from that of another account with the
    /// same last four characters. `None` if the number is masked or has fewer than eight characters.
    ///
    /// The last eight characters count, because an IBAN and the bank's own notation share them. The identity
    /// contains the last four of them and 16 bits of a digest of all eight, so it does not reveal the number.
    #[must_use]
    pub fn exact(number: &str, kind: AccountKind, currency: Currency) -> Option<Self> {
        let end = last_four(number)?;
        let digest = whole_end(number)?;
        Some(Self(format!("|{end}~{digest}|{}|{currency}", family(kind))))
    }

    /// True if an identity is the exact one of a number that a statement prints masked like this.
    /// The kind may be another of the same group.
    #[must_use]
    pub fn is_exact_of(identity: &str, masked: &str, kind: AccountKind, currency: Currency) -> bool {
        let number = identity.strip_suffix(&format!("|{}|{currency}", family(kind)));
        let parts = number.and_then(|number| number.strip_prefix('|')?.split_once('~'));
        // A bank's name, which a statement may print as it likes, is no digest.
        let is_digest = |text: &str| text.len() == 4 && text.chars().all(|digit| digit.is_ascii_hexdigit());
        parts.is_some_and(|(end, digest)| is_digest(digest) && last_four(masked).as_deref() == Some(end))
    }

    /// Returns the identity from the account's name alone, for statements that print neither a number
    /// nor a bank.
    #[must_use]
    pub fn named(name: &str, kind: AccountKind, currency: Currency) -> Self {
        Self(format!("={}||{}|{currency}", text::as_key(name), family(kind)))
    }

    /// Returns the identities that statements may have given to an account with this number: with its own
    /// kind, and with the kind of a file that names none. They are exact if the number is complete.
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

    /// True if another identity differs in the kind of account, and in nothing else.
    #[must_use]
    pub fn differs_in_kind(&self, other: &str) -> bool {
        let parts = |identity: &str| identity.split('|').map(str::to_owned).collect::<Vec<_>>();
        let (own, other) = (parts(&self.0), parts(other));
        let at = own.len().checked_sub(2);
        let is_other = |at: usize| own[at] != other[at];
        own.len() == other.len() && (0..own.len()).all(|part| is_other(part) == (Some(part) == at))
    }

    /// Returns the part of an identity that represents the account number: four characters, followed by a
    /// digest if the number is complete.
    #[must_use]
    pub fn number_part(identity: &str) -> Option<&str> {
        identity.split('|').nth(1).filter(|number| !number.is_empty())
    }

    /// True if an identity belongs to a number with the same last four characters as the masked one.
    #[must_use]
    pub fn is_of_number(identity: &str, masked: &str) -> bool {
        let part = Self::number_part(identity).map(|part| part.split('~').next().unwrap_or(part));
        part.is_some_and(|part| last_four(masked).as_deref() == Some(part))
    }

    /// Returns the identity as text, for a unique column.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// An account as a statement describes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewAccount {
    /// The identity, by which the user's existing account is found.
    pub identity: AccountIdentity,
    /// The initial name, until the user renames it.
    pub name: String,
    /// The bank's name.
    pub institution: Option<String>,
    /// The account number with all but its last four characters hidden.
    pub number_masked: Option<String>,
    /// The kind of account.
    pub kind: AccountKind,
    /// The currency of its transactions.
    pub currency: Currency,
}

/// True if statements of one account may name both of these kinds.
#[must_use]
pub fn are_of_one_family(one: AccountKind, other: AccountKind) -> bool {
    family(one) == family(other)
}

/// Returns the group of kinds that statements keep apart. Within a group they do not: one account is called
/// savings on one statement and current on another.
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

/// Returns a 16-bit digest of the last eight characters of a full number, as four hexadecimal digits; `None`
/// for a masked or shorter number.
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

/// Hides all but the last four characters of an account number: `••••1234`. A number of fewer than four
/// characters is hidden completely.
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
    fn full_numbers_with_the_same_ending_are_distinct_in_any_notation() {
        let euro = Currency::parse("EUR").unwrap();
        let exact = |number: &str| AccountIdentity::exact(number, AccountKind::Checking, euro);
        let iban = exact("DE89 3704 0044 0532 0130 00").unwrap();
        assert_eq!(Some(&iban), exact("37040044/0532013000").as_ref());
        assert_ne!(Some(&iban), exact("FR7630006000011234567893000").as_ref());
        for masked in ["4111 11** **** 1111", "XXXX XXXX XXXX 3000", "••••3000", "...32013000", "3000"]
        {
            assert_eq!(exact(masked), None, "{masked}");
        }
        let is_exact_of =
            |masked: &str, kind| AccountIdentity::is_exact_of(iban.as_str(), masked, kind, euro);
        assert!(is_exact_of("XXXX3000", AccountKind::Savings));
        assert!(!is_exact_of("XXXX3000", AccountKind::Card));
        assert!(!is_exact_of("XXXX3001", AccountKind::Savings));
        assert!(!is_exact_of("000", AccountKind::Savings));
        let bank = AccountIdentity::new(Some("|3000~abcd"), None, AccountKind::Checking, euro);
        assert!(!AccountIdentity::is_exact_of(bank.as_str(), "XXXX3000", AccountKind::Checking, euro));
    }

    #[test]
    fn an_account_number_has_several_identities() {
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
    fn accounts_without_a_number_are_distinguished_by_bank_and_currency() {
        let [euro, yen] = ["EUR", "JPY"].map(|code| Currency::parse(code).unwrap());
        let one = AccountIdentity::new(Some("Bank"), None, AccountKind::Checking, euro);
        assert_ne!(one, AccountIdentity::new(Some("Bank"), None, AccountKind::Checking, yen));
        assert_ne!(one, AccountIdentity::new(Some("Other"), None, AccountKind::Checking, euro));
    }
}
