//! What entries can have in common.

use saldo_domain::{AccountId, Currency, Money, merchant};

/// Words of a description that are looked at: the rest is references.
const WORDS_MAX: usize = 12;

/// Something that entries can have in common. Money in and money out never have anything in common.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Sign {
    /// The grouping name of the merchant.
    Merchant { text: String, is_out: bool },
    /// The merchant and the amount.
    MerchantAndAmount { text: String, minor: i64, currency: Currency },
    /// The merchant and the account.
    MerchantAndAccount { text: String, account: AccountId, is_out: bool },
    /// Two words that follow one another.
    Pair { text: String, is_out: bool },
    /// A word.
    Word { text: String, is_out: bool },
}

impl Sign {
    /// How much it says when it always went with one category.
    pub(super) const fn weight(&self) -> u64 {
        match self {
            Self::MerchantAndAmount { .. } => 16,
            Self::Merchant { .. } => 12,
            Self::MerchantAndAccount { .. } | Self::Pair { .. } => 4,
            Self::Word { .. } => 6,
        }
    }

    /// How much less certain it makes the answer when it was never seen. Only a new word tells of something new.
    pub(super) const fn doubt(&self) -> u64 {
        match self {
            Self::Word { .. } => 3,
            _ => 0,
        }
    }

    /// The word, if it is one.
    pub(super) fn word(&self) -> Option<&str> {
        match self {
            Self::Word { text, .. } => Some(text),
            _ => None,
        }
    }
}

/// The signs of an entry, each once.
pub(super) fn of(description: &str, amount: Money, account: AccountId) -> Vec<Sign> {
    let is_out = amount.is_negative();
    let mut words = merchant::telling_words(description);
    words.truncate(WORDS_MAX);
    let mut signs = Vec::with_capacity(2 * words.len() + 3);
    let key = merchant::merchant_key(description);
    if !key.is_empty() {
        signs.push(Sign::MerchantAndAmount {
            text: key.clone(),
            minor: amount.minor(),
            currency: amount.currency(),
        });
        signs.push(Sign::MerchantAndAccount { text: key.clone(), account, is_out });
        signs.push(Sign::Merchant { text: key, is_out });
    }
    let pairs = words.windows(2).map(|pair| Sign::Pair { text: pair.join(" "), is_out });
    let all: Vec<Sign> =
        pairs.chain(words.iter().map(|word| Sign::Word { text: word.clone(), is_out })).collect();
    for sign in all {
        if !signs.contains(&sign) {
            signs.push(sign);
        }
    }
    signs
}
