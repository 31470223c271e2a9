//! What two descriptions say about whether their entries are one transfer.

use std::collections::{HashMap, HashSet};

use saldo_domain::{Account, AccountId, text};

use crate::movement::Movement;

/// How well the text supports a pair, the best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Support {
    /// Both name the other account, or share a reference and one names the other account.
    NamedTwice,
    /// One names the other account, or both have the same reference.
    NamedOnce,
    /// Both say that they are transfers.
    WordedTwice,
    /// One says that it is a transfer.
    WordedOnce,
}

impl Support {
    pub(super) const fn is_named(self) -> bool {
        matches!(self, Self::NamedTwice | Self::NamedOnce)
    }
}

/// Words by which banks say that money moved between accounts, folded. Each is looked for between spaces.
const TRANSFER_WORDS: &[&str] = &[
    "transfer",
    "transfers",
    "trf",
    "tfr",
    "xfer",
    "umbuchung",
    "ubertrag",
    "uebertrag",
    "uberweisung",
    "ueberweisung",
    "virement",
    "przelew",
    "overboeking",
    "traspaso",
    "transferencia",
    "giroconto",
    "bonifico",
    "overforing",
    "internal",
    "own account",
    "savings",
    "sparen",
    "epargne",
    "card payment received",
    "payment thank you",
    "payment received",
    "autopay",
    "credit card payment",
    "kreditkartenabrechnung",
];

/// What an entry's description says, worked out once for all its pairs.
pub(super) struct Said {
    account: AccountId,
    folded: String,
    is_worded: bool,
    references: HashSet<String>,
}

impl Said {
    pub(super) fn by(movement: &Movement<'_>) -> Self {
        let folded = text::folded(&movement.description);
        let (is_worded, references) = (is_worded(&folded), references(&folded));
        Self { account: movement.account, folded, is_worded, references }
    }
}

/// How each account shows up in the descriptions of others.
pub(super) struct Names {
    by_account: HashMap<AccountId, Vec<String>>,
}

impl Names {
    pub(super) fn of(accounts: &[Account]) -> Self {
        let mut by_account: HashMap<AccountId, Vec<String>> = HashMap::new();
        for account in accounts {
            let ending = account.number_masked.as_deref().map(|number| {
                text::folded(
                    &number.chars().filter(|character| character.is_alphanumeric()).collect::<String>(),
                )
            });
            let names = by_account.entry(account.id).or_default();
            // Shorter ones are found everywhere by chance.
            names.extend(ending.filter(|ending| ending.len() >= 4));
            names.extend(Some(text::folded(&account.name)).filter(|name| name.chars().count() >= 5));
        }
        Self { by_account }
    }

    /// What the descriptions of a pair say; `None` when nothing speaks for it.
    pub(super) fn support(&self, out: &Said, into: &Said) -> Option<Support> {
        let named =
            u8::from(self.names(into.account, &out.folded)) + u8::from(self.names(out.account, &into.folded));
        match named + u8::from(!out.references.is_disjoint(&into.references)) {
            0 => match [out, into].map(|said| said.is_worded) {
                [true, true] => Some(Support::WordedTwice),
                [false, false] => None,
                _ => Some(Support::WordedOnce),
            },
            1 => Some(Support::NamedOnce),
            _ => Some(Support::NamedTwice),
        }
    }

    /// Whether `line` names the account: its name, or the end of its number at the end of a word.
    fn names(&self, account: AccountId, line: &str) -> bool {
        let Some(names) = self.by_account.get(&account) else { return false };
        let words = || line.split(|character: char| !character.is_alphanumeric());
        names.iter().any(|name| {
            if name.chars().all(char::is_alphanumeric) && name.len() == 4 {
                words().any(|word| word.ends_with(name.as_str()))
            } else {
                line.contains(name.as_str())
            }
        })
    }
}

fn is_worded(line: &str) -> bool {
    let padded: String =
        line.chars().map(|character| if character.is_alphanumeric() { character } else { ' ' }).collect();
    let padded = format!(" {} ", text::one_line(&padded));
    TRANSFER_WORDS.iter().any(|word| padded.contains(&format!(" {word} ")))
}

/// Words of six characters or more with four digits in them: references.
fn references(line: &str) -> HashSet<String> {
    line.split(|character: char| !character.is_alphanumeric())
        .filter(|word| word.chars().count() >= 6)
        .filter(|word| word.chars().filter(char::is_ascii_digit).count() >= 4)
        .map(str::to_owned)
        .collect()
}
