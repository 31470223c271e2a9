//! The features that transactions may share.

use saldo_domain::{AccountId, Currency, Money, merchant, text};

/// The maximum number of words of a description that are used. Words after these are usually references.
const WORDS_MAX: usize = 12;

/// A feature that transactions may share. Money in and money out never share a feature. Texts are in the form
/// of [`text::search_key`], so that both spellings of an umlaut are one feature.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Feature {
    /// The grouping name of the merchant, and the direction.
    Merchant { text: String, is_out: bool },
    /// The merchant and the signed amount.
    MerchantAndAmount { text: String, minor: i64, currency: Currency },
    /// The merchant, the account and the direction.
    MerchantAndAccount { text: String, account: AccountId, is_out: bool },
    /// Two consecutive words of the description, and the direction.
    Pair { text: String, is_out: bool },
    /// A word of the description, and the direction.
    Word { text: String, is_out: bool },
}

impl Feature {
    /// Returns the weight of the feature's vote if it always had the same category.
    pub(super) const fn weight(&self) -> u64 {
        match self {
            Self::MerchantAndAmount { .. } => 16,
            Self::Merchant { .. } => 12,
            Self::MerchantAndAccount { .. } | Self::Pair { .. } => 4,
            Self::Word { .. } => 6,
        }
    }

    /// Returns the weight by which an unknown feature lowers the certainty. Only
    /// an unknown word suggests something new; a new amount or account does not.
    pub(super) const fn doubt(&self) -> u64 {
        match self {
            Self::Word { .. } => 3,
            _ => 0,
        }
    }

    /// Returns the word, if the feature is one.
    pub(super) fn word(&self) -> Option<&str> {
        match self {
            Self::Word { text, .. } => Some(text),
            _ => None,
        }
    }
}

/// Returns the features of a transaction without duplicates.
pub(super) fn of(description: &str, amount: Money, account: AccountId) -> Vec<Feature> {
    let is_out = amount.is_negative();
    let words = merchant::naming_words(description);
    let words: Vec<String> = words.iter().take(WORDS_MAX).map(|word| text::search_key(word)).collect();
    let mut features = Vec::with_capacity(2 * words.len() + 3);
    let key = text::search_key(&merchant::merchant_key(description));
    if !key.is_empty() {
        features.push(Feature::MerchantAndAmount {
            text: key.clone(),
            minor: amount.minor(),
            currency: amount.currency(),
        });
        features.push(Feature::MerchantAndAccount { text: key.clone(), account, is_out });
        features.push(Feature::Merchant { text: key, is_out });
    }
    let pairs = words.windows(2).map(|pair| Feature::Pair { text: pair.join(" "), is_out });
    let all: Vec<Feature> =
        pairs.chain(words.iter().map(|word| Feature::Word { text: word.clone(), is_out })).collect();
    for feature in all {
        if !features.contains(&feature) {
            features.push(feature);
        }
    }
    features
}
