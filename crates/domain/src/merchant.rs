//! The name by which transactions of one merchant are grouped.

use std::collections::BTreeMap;

use crate::text;

/// The maximum number of characters of a merchant's name, so that databases can index it.
pub const MERCHANT_CHARACTERS_MAX: usize = 200;

/// Returns the merchant's name from a transaction's description: its first four words, in lower case, without
/// references, dates, card numbers and the bank's own payment words. It has at most
/// [`MERCHANT_CHARACTERS_MAX`] characters.
///
/// `"POS PURCHASE 0423 BLUE CAFE 0042 LONDON"` becomes `"blue cafe london"`. A description that has only such
/// words is returned whole.
#[must_use]
pub fn merchant_key(description: &str) -> String {
    let plain = text::as_key(description);
    let kept: Vec<&str> = telling(&plain).take(4).collect();
    let mut key = if kept.is_empty() { plain } else { kept.join(" ") };
    if let Some((end, _)) = key.char_indices().nth(MERCHANT_CHARACTERS_MAX) {
        key.truncate(end);
    }
    key
}

/// Returns the form in which merchants are compared: the same for all spellings of umlauts, and for every
/// description with the same [`merchant_key`].
#[must_use]
pub fn merchant_identity(name: &str) -> String {
    text::search_key(name)
}

/// The number of letters from which a word without a vowel is read as an abbreviation.
const ABBREVIATION_LETTERS_MIN: usize = 3;

/// Returns `true` if a printed name does not say who it is, so that the user should name the merchant: it has
/// letters, and a digit or a word without a vowel such as `amzn` or `mktp`. A name without letters is the
/// number of a check, which no other payment has.
///
/// ```
/// use saldo_domain::merchant::is_unclear;
///
/// assert!(is_unclear("amzn mktp de"));
/// assert!(is_unclear("paypal 4f2kd"));
/// assert!(!is_unclear("blue cafe london"));
/// assert!(!is_unclear("2214 *"));
/// ```
#[must_use]
pub fn is_unclear(printed: &str) -> bool {
    let key = text::search_key(printed);
    let is_cipher = |word: &str| {
        let letters = word.chars().filter(|letter| letter.is_alphabetic()).count();
        let is_latin = word.chars().all(|letter| letter.is_ascii_alphanumeric());
        let has_vowel = word.contains(['a', 'e', 'i', 'o', 'u', 'y']);
        word.contains(|letter: char| letter.is_ascii_digit())
            || (is_latin && letters >= ABBREVIATION_LETTERS_MIN && !has_vowel)
    };
    key.contains(char::is_alphabetic) && key.split([' ', '.', '-', '&']).any(is_cipher)
}

/// The names that a user gave merchants, by their printed names. Printed names with the same
/// [`merchant_identity`] are one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MerchantNames(BTreeMap<String, (String, String)>);

impl MerchantNames {
    /// Returns the name of the merchant that a description prints: the name that the user gave it, or else
    /// its [`merchant_key`].
    ///
    /// ```
    /// use saldo_domain::merchant::MerchantNames;
    ///
    /// let names = MerchantNames::from_iter([("blue cafe".to_owned(), "Café Bleu".to_owned())]);
    /// assert_eq!(names.name_of("POS BLUE CAFÉ 0042"), "Café Bleu");
    /// assert_eq!(names.name_of("POS RED CAFE 0042"), "red cafe");
    /// ```
    #[must_use]
    pub fn name_of(&self, description: &str) -> String {
        self.given_to(description).map_or_else(|| merchant_key(description), str::to_owned)
    }

    /// Returns the name that the user gave the merchant that a description prints.
    #[must_use]
    pub fn given_to(&self, description: &str) -> Option<&str> {
        // Most users name few merchants, and an import asks for each line.
        if self.0.is_empty() { None } else { self.given(&merchant_key(description)) }
    }

    /// Returns the name that the user gave the merchant with this printed name.
    #[must_use]
    pub fn given(&self, printed: &str) -> Option<&str> {
        self.0.get(&merchant_identity(printed)).map(|(_, name)| name.as_str())
    }

    /// Returns the spelling of a printed name to which the user gave a name.
    #[must_use]
    pub fn spelling(&self, printed: &str) -> Option<&str> {
        self.0.get(&merchant_identity(printed)).map(|(printed, _)| printed.as_str())
    }

    /// Returns the printed names to which the user gave a name, each with that name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.values().map(|(printed, name)| (printed.as_str(), name.as_str()))
    }

    /// Gives the merchant with this printed name a name; `None` for the printed one.
    pub fn set(&mut self, printed: String, name: Option<String>) {
        let identity = merchant_identity(&printed);
        match name {
            Some(name) => self.0.insert(identity, (printed, name)),
            None => self.0.remove(&identity),
        };
    }
}

/// Printed names of merchants, each with its given name.
impl FromIterator<(String, String)> for MerchantNames {
    fn from_iter<T: IntoIterator<Item = (String, String)>>(names: T) -> Self {
        Self(
            names.into_iter().map(|(printed, name)| (merchant_identity(&printed), (printed, name))).collect(),
        )
    }
}

/// Returns all words of a description that can name the other party, in order and in the form of
/// [`text::as_key`]: all but references, dates, card numbers and the bank's own payment words.
#[must_use]
pub fn naming_words(description: &str) -> Vec<String> {
    telling(&text::as_key(description)).map(str::to_owned).collect()
}

fn telling(plain: &str) -> impl Iterator<Item = &str> {
    plain
        .split([' ', '/', '*', ','])
        .map(|word| word.trim_matches(|character: char| !character.is_alphanumeric()))
        .filter(|word| !word.is_empty() && !is_noise(word))
}

fn is_noise(word: &str) -> bool {
    let digits = word.chars().filter(char::is_ascii_digit).count();
    let mostly_digits = digits * 2 >= word.chars().count();
    mostly_digits || PAYMENT_WORDS.contains(&word)
}

/// Words with which banks print the means of payment. They say nothing about the other party.
const PAYMENT_WORDS: &[&str] = &[
    "ach",
    "atm",
    "bacs",
    "bill",
    "bp",
    "card",
    "chq",
    "cheque",
    "contactless",
    "cr",
    "db",
    "dd",
    "debit",
    "deb",
    "direct",
    "dr",
    "eftpos",
    "faster",
    "fpx",
    "fps",
    "giro",
    "ibg",
    "imps",
    "kartenzahlung",
    "lastschrift",
    "mastercard",
    "neft",
    "nfc",
    "online",
    "payment",
    "pos",
    "prlv",
    "purchase",
    "ref",
    "rtgs",
    "sepa",
    "so",
    "standing",
    "trf",
    "upi",
    "vis",
    "visa",
    "web",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_and_payment_words_do_not_split_a_merchant() {
        assert_eq!(merchant_key("POS PURCHASE 0423 BLUE CAFE 0042 LONDON"), "blue cafe london");
        assert_eq!(merchant_key("BLUE CAFE 0042"), merchant_key("Blue Café 0117"));
        assert_eq!(merchant_key("UPI/AMAZON/9876543210/PAYMENT"), "amazon");
    }

    #[test]
    fn a_long_name_is_cut_between_characters() {
        let long = "ä".repeat(3_000);
        assert_eq!(merchant_key(&long), "a".repeat(MERCHANT_CHARACTERS_MAX));
        assert_eq!(merchant_key(&"ж".repeat(3_000)).chars().count(), MERCHANT_CHARACTERS_MAX);
    }

    #[test]
    fn a_description_of_only_noise_stays_whole() {
        assert_eq!(merchant_key("ATM 1234"), "atm 1234");
    }
}
