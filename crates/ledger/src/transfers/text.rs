//! What two descriptions say about whether their entries are one transfer.

use std::collections::{HashMap, HashSet};

use saldo_domain::{Account, AccountId, AccountKind, text};

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
    /// One names the other account's kind or short name, and no other pair is possible for either.
    KindAlone,
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
            Self::KindAlone => TransferReason::Kind,
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

/// Beginnings of words by which a line names an account of a kind, folded. They are too common to tell two candidates apart.
const KIND_WORDS: &[(AccountKind, &[&str])] = &[
    (
        AccountKind::Card,
        &[
            "kreditkart",
            "kartenabrechnung",
            "credit card",
            "creditcard",
            "credit crd",
            "card bill",
            "card services",
            "cardmember",
            "crd autopay",
            "barclaycard",
            "american express",
            "amex",
            "carte de credit",
            "carte credit",
            "tarjeta de credito",
            "tarjeta credito",
            "carta di credito",
            "cartao de credito",
            "karta kredytowa",
            "karty kredytowej",
            "kreditkort",
            "luottokortti",
        ],
    ),
    (
        AccountKind::Savings,
        &[
            "saving",
            "sparen",
            "sparkonto",
            "sparbuch",
            "sparcard",
            "tagesgeld",
            "festgeld",
            "rucklage",
            "ruecklage",
            "livret",
            "epargne",
            "ahorro",
            "risparmi",
            "spaarrekening",
            "oszczednosc",
            "lokata",
            "sparekonto",
            "opsparing",
        ],
    ),
    (
        AccountKind::Investment,
        &["depot", "brokerage", "broker", "wertpapier", "investment", "verrechnungskonto", "corretora"],
    ),
    (
        AccountKind::Loan,
        &[
            "darlehen",
            "kreditrate",
            "ratenkredit",
            "tilgung",
            "hypothek",
            "annuitat",
            "loan",
            "mortgage",
            "pret immobilier",
            "prestamo",
            "mutuo",
            "hypotheek",
            "lening",
            "hipoteca",
        ],
    ),
    (
        AccountKind::Cash,
        &[
            "atm",
            "cash withdrawal",
            "bargeld",
            "geldautomat",
            "bankomat",
            "abhebung",
            "barauszahlung",
            "retrait",
            "cajero",
            "prelievo",
            "wyplata",
        ],
    ),
    (
        AccountKind::Checking,
        &[
            "checking",
            "current account",
            "girokonto",
            "giro",
            "referenzkonto",
            "compte courant",
            "cuenta corriente",
            "conto corrente",
            "betaalrekening",
            "lonekonto",
        ],
    ),
];

/// Words by which a card's own line says that it was paid, folded.
const CARD_PAID_WORDS: &[&str] = &[
    "zahlung erhalten",
    "zahlung dankend erhalten",
    "zahlungseingang",
    "ihre zahlung",
    "einzahlung",
    "kartenausgleich",
    "kontoausgleich",
    "saldoausgleich",
    "rechnungsausgleich",
    "lastschrifteinzug",
    "belastung girokonto",
    "payment received",
    "payment thank you",
    "payment",
    "autopay",
    "paiement recu",
    "votre paiement",
    "reglement recu",
    "pago recibido",
    "su pago",
    "pagamento ricevuto",
    "pagamento recebido",
    "betaling ontvangen",
    "splata karty",
    "splata zadluzenia",
    "inbetalning",
    "indbetaling",
    "innbetaling",
];

/// Words for money that a shop gave back, folded: it comes from nobody's own account.
const REFUND_WORDS: &[&str] = &[
    "refund",
    "reversal",
    "chargeback",
    "cashback",
    "erstattung",
    "ruckerstattung",
    "rueckerstattung",
    "retoure",
    "storno",
    "ruckbuchung",
    "rueckbuchung",
    "remboursement",
    "reembolso",
    "rimborso",
    "terugbetaling",
    "zwrot",
];

/// Names of accounts that say nothing, folded.
const EVERYDAY_NAMES: &[&str] =
    &["account", "bank", "card", "karte", "konto", "main", "haupt", "private", "privat", "shared"];

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
        let words = with_whole_ibans(words(&movement.description));
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
    /// A name too short to tell candidates apart, in the same way.
    short_name: Option<String>,
    kind: AccountKind,
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
                short_name: Some(words(&account.name))
                    .filter(|name| name.chars().count() >= 5 && !EVERYDAY_NAMES.contains(&name.trim())),
                kind: account.kind,
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

    /// Whether a description tells the other account's kind or short name: enough where there is no other candidate.
    pub(super) fn tells_kind(&self, out: &Said, into: &Said) -> bool {
        if has_one_of(&into.words, REFUND_WORDS) {
            return false;
        }
        let named = |said: &Said| self.by_account.get(&said.account);
        let tells = |said: &Said, other: &Said| {
            named(other).is_some_and(|other| {
                let short_name = other.short_name.as_ref();
                names_kind(&said.words, other.kind)
                    || short_name.is_some_and(|name| said.words.contains(name))
            })
        };
        let is_paid_card = named(into).is_some_and(|card| card.kind == AccountKind::Card)
            && has_one_of(&into.words, CARD_PAID_WORDS);
        is_paid_card || tells(out, into) || tells(into, out)
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

/// Whether a line names an account of this kind.
fn names_kind(words: &str, kind: AccountKind) -> bool {
    let known = KIND_WORDS.iter().filter(|(named, _)| *named == kind);
    known.flat_map(|(_, beginnings)| *beginnings).any(|beginning| words.contains(&format!(" {beginning}")))
}

/// The words with each IBAN that is printed in groups of four once more as one word, which ends as its account's number does.
fn with_whole_ibans(words: String) -> String {
    let mut found = String::new();
    let all: Vec<&str> = words.split(' ').collect();
    for (at, first) in all.iter().enumerate().filter(|(_, word)| begins_iban(word)) {
        let mut whole = (*first).to_owned();
        for group in &all[at + 1..] {
            let fits =
                (1..=4).contains(&group.len()) && group.bytes().all(|byte| byte.is_ascii_alphanumeric());
            if !fits || whole.len() + group.len() > IBAN_MAX {
                break;
            }
            whole.push_str(group);
            // Where it ends is not known: a short word may follow.
            if whole.len() >= IBAN_MIN {
                found.push_str(&whole);
                found.push(' ');
            }
            if group.len() < 4 {
                break;
            }
        }
    }
    words + &found
}

/// Characters of the shortest and the longest IBAN (ISO 13616).
const IBAN_MIN: usize = 15;
const IBAN_MAX: usize = 34;

/// Whether a word is the first group of an IBAN: a country and two check digits.
fn begins_iban(word: &str) -> bool {
    let bytes = word.as_bytes();
    bytes.len() == 4
        && bytes[..2].iter().all(u8::is_ascii_alphabetic)
        && bytes[2..].iter().all(u8::is_ascii_digit)
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
