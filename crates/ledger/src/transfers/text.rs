//! What two descriptions say about whether their entries are one transfer.

use std::collections::{HashMap, HashSet};

use saldo_domain::{Account, AccountId, text};

use super::TransferReason;
use crate::movement::Movement;

/// How well the text supports a pair, the best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Support {
    /// Both name the other account, or share a reference and one names the other account.
    NamedTwice,
    /// One names the other account, or both have the same reference.
    NamedOnce,
    /// Both say that they are a move between own accounts.
    OwnTwice,
    /// Both say that they are transfers, of whomever.
    WordedTwice,
    /// One says that it is a transfer.
    WordedOnce,
}

impl Support {
    pub(super) const fn is_named(self) -> bool {
        matches!(self, Self::NamedTwice | Self::NamedOnce)
    }

    pub(super) const fn reason(self) -> TransferReason {
        match self {
            Self::NamedTwice | Self::NamedOnce => TransferReason::Named,
            Self::OwnTwice => TransferReason::Worded,
            Self::WordedTwice | Self::WordedOnce => TransferReason::Hinted,
        }
    }
}

/// Words by which banks say that money moved between accounts of one person, folded. Each is looked for between spaces.
const OWN_WORDS: &[&str] = &[
    "own transfer",
    "own account",
    "own accounts",
    "between accounts",
    "internal transfer",
    "internal trf",
    "internal tfr",
    "internal xfer",
    "umbuchung",
    "ubertrag",
    "uebertrag",
    "eigenubertrag",
    "virement interne",
    "przelew wlasny",
    "przelew wewnetrzny",
    "traspaso",
    "giroconto",
    "to savings",
    "from savings",
    "savings",
    "sparen",
    "epargne",
    "credit card payment",
    "card payment received",
    "payment thank you",
    "payment received thank you",
    "autopay",
    "kreditkartenabrechnung",
];

/// Words for any payment from account to account, a stranger's as well as one's own: they tell which of several pairs to offer, and
/// prove none.
const TRANSFER_WORDS: &[&str] = &[
    "transfer",
    "transfers",
    "trf",
    "tfr",
    "xfer",
    "uberweisung",
    "ueberweisung",
    "virement",
    "przelew",
    "overboeking",
    "transferencia",
    "bonifico",
    "overforing",
    "internal",
    "payment received",
];

/// What firms put behind their names and statements leave out.
const LEGAL_FORMS: &[&str] = &[
    "ltd", "limited", "plc", "llc", "inc", "corp", "co", "na", "ag", "gmbh", "eg", "se", "sa", "nv", "bv",
    "ab", "spa",
];

/// What an entry's description says, worked out once for all its pairs.
pub(super) struct Said {
    account: AccountId,
    /// Its words, folded, with a space before and behind each.
    words: String,
    is_own: bool,
    is_worded: bool,
    references: HashSet<String>,
}

impl Said {
    pub(super) fn by(movement: &Movement<'_>, holder: Option<&Holder>) -> Self {
        let words = words(&movement.description);
        let is_own = has_one_of(&words, OWN_WORDS) || holder.is_some_and(|holder| holder.is_named(&words));
        let is_worded = is_own || has_one_of(&words, TRANSFER_WORDS);
        Self { account: movement.account, references: references(&words), words, is_own, is_worded }
    }
}

/// The person whose accounts they are.
pub(super) struct Holder(Vec<String>);

impl Holder {
    /// `None` for a name of one word: it is found everywhere by chance.
    pub(super) fn of(name: &str) -> Option<Self> {
        let names: Vec<String> = words(name).split_whitespace().map(|word| format!(" {word} ")).collect();
        (names.len() > 1 && names.iter().any(|name| name.chars().count() >= 5)).then_some(Self(names))
    }

    /// Whether all the names are there, in any order.
    fn is_named(&self, words: &str) -> bool {
        self.0.iter().all(|name| words.contains(name.as_str()))
    }
}

/// How an account shows up in the descriptions of others.
struct Named {
    /// The last characters of its number.
    ending: Option<String>,
    /// Its name, with a space before and behind each word.
    name: Option<String>,
    /// Who keeps it, in the same way.
    institution: Option<String>,
}

/// How each account shows up in the descriptions of others.
pub(super) struct Names {
    by_account: HashMap<AccountId, Named>,
}

impl Names {
    pub(super) fn of(accounts: &[Account]) -> Self {
        let named = |account: &Account| {
            let ending = account.number_masked.as_deref().map(|number| {
                text::folded(
                    &number.chars().filter(|character| character.is_alphanumeric()).collect::<String>(),
                )
            });
            // Shorter ones are found everywhere by chance.
            Named {
                ending: ending.filter(|ending| ending.len() >= 4),
                name: Some(words(&account.name)).filter(|name| name.chars().count() >= 7),
                institution: account.institution.as_deref().and_then(institution),
            }
        };
        Self { by_account: accounts.iter().map(|account| (account.id, named(account))).collect() }
    }

    /// What the descriptions of a pair say; `None` when nothing speaks for it.
    pub(super) fn support(&self, out: &Said, into: &Said) -> Option<Support> {
        let named = u8::from(self.names(into.account, out)) + u8::from(self.names(out.account, into));
        match named + u8::from(!out.references.is_disjoint(&into.references)) {
            0 if out.is_own && into.is_own => Some(Support::OwnTwice),
            0 => match [out, into].map(|said| said.is_worded) {
                [true, true] => Some(Support::WordedTwice),
                [false, false] => None,
                _ => Some(Support::WordedOnce),
            },
            1 => Some(Support::NamedOnce),
            _ => Some(Support::NamedTwice),
        }
    }

    /// Whether `said` names the account: its name, who keeps it, or the end of its number at the end of a word.
    fn names(&self, account: AccountId, said: &Said) -> bool {
        let Some(named) = self.by_account.get(&account) else { return false };
        let has = |name: &Option<String>| name.as_ref().is_some_and(|name| said.words.contains(name));
        let is_ending = |ending: &String| {
            said.words.split(' ').any(|word| word.ends_with(ending.as_str()) && !is_of_the_calendar(word))
        };
        has(&named.name)
            || named.ending.as_ref().is_some_and(is_ending)
            || has(&named.institution) && !self.is_their_own(named, said.account)
    }

    /// Whether who keeps an account also keeps the one that the line is of: a bank prints its own name everywhere.
    fn is_their_own(&self, named: &Named, line_of: AccountId) -> bool {
        let theirs = self.by_account.get(&line_of).and_then(|line| line.institution.as_ref());
        theirs
            .zip(named.institution.as_ref())
            .is_none_or(|(one, other)| one.contains(other.as_str()) || other.contains(one.as_str()))
    }
}

/// The words of a line, folded, with a space before and behind each.
fn words(line: &str) -> String {
    let folded = text::folded(line);
    let spaced: String =
        folded.chars().map(|character| if character.is_alphanumeric() { character } else { ' ' }).collect();
    format!(" {} ", text::one_line(&spaced))
}

/// A bank's name as others print it.
fn institution(name: &str) -> Option<String> {
    let name = words(name);
    let mut left: Vec<&str> = name.split_whitespace().collect();
    while left.last().is_some_and(|last| LEGAL_FORMS.contains(last)) {
        left.pop();
    }
    let name = left.join(" ");
    (name.chars().count() >= 5).then(|| format!(" {name} "))
}

fn has_one_of(words: &str, sought: &[&str]) -> bool {
    sought.iter().any(|sought| words.contains(&format!(" {sought} ")))
}

/// Words of six characters or more with four digits in them: references, unless they are dates.
fn references(words: &str) -> HashSet<String> {
    words
        .split(' ')
        .filter(|word| word.chars().count() >= 6)
        .filter(|word| word.chars().filter(char::is_ascii_digit).count() >= 4)
        .filter(|word| !is_of_the_calendar(word))
        .map(str::to_owned)
        .collect()
}

/// Whether a word is a year or a date without its dots: statements are full of them, and they name nothing.
fn is_of_the_calendar(word: &str) -> bool {
    if !word.chars().all(|character| character.is_ascii_digit()) {
        return false;
    }
    let within = |digits: &str, least: u16, most: u16| {
        digits.parse().is_ok_and(|number: u16| (least..=most).contains(&number))
    };
    let is_year = |digits: &str| within(digits, 1990, 2099);
    let is_month_and_day = |one: &str, other: &str| {
        within(one, 1, 12) && within(other, 1, 31) || within(one, 1, 31) && within(other, 1, 12)
    };
    match word.len() {
        4 => is_year(word),
        6 => is_month_and_day(&word[..2], &word[2..4]) || is_month_and_day(&word[2..4], &word[4..]),
        8 => {
            is_year(&word[..4]) && is_month_and_day(&word[4..6], &word[6..])
                || is_year(&word[4..]) && is_month_and_day(&word[..2], &word[2..4])
        }
        _ => false,
    }
}
