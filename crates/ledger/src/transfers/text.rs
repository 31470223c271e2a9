//! The evidence in two descriptions that their transactions are one transfer.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use saldo_domain::{Account, AccountId, AccountKind, text};

use super::TransferReason;
use crate::movement::Movement;

/// The strength of the evidence for a pair, ordered from the strongest to the weakest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Support {
    /// Each description names the other account, or one does and both share a reference.
    NamedTwice,
    /// One description names the other account, or both share a reference.
    NamedOnce,
    /// Both descriptions say that this is a transfer between own accounts.
    OwnTwice,
    /// One description names the other account's kind or short
    /// name, and neither transaction has another candidate.
    KindAlone,
    /// Both descriptions have a word for transfers, which does not say between whose accounts.
    WordedTwice,
    /// One description has a word for transfers.
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

/// Words for transfers between accounts of one person. Each must match whole words.
static OWN_WORDS: LazyLock<Vec<String>> = LazyLock::new(|| {
    whole_words(&[
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
        "kreditkartenabrechnung",
    ])
});

/// Words for any bank transfer, to a stranger as well as to an
/// own account. They rank the possible pairs but prove none.
static TRANSFER_WORDS: LazyLock<Vec<String>> = LazyLock::new(|| {
    whole_words(&[
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
    ])
});

/// Legal forms at the end of company names, which statements omit.
const LEGAL_FORMS: &[&str] = &[
    "ltd", "limited", "plc", "llc", "inc", "corp", "co", "na", "ag", "gmbh", "eg", "se", "sa", "nv", "bv",
    "ab", "spa",
];

/// Beginnings of words that name a kind of account; a space at the end makes it a whole
/// word. They are too common to choose between two candidates.
static KIND_WORDS: LazyLock<Vec<(AccountKind, Vec<String>)>> = LazyLock::new(|| {
    let kinds: &[(AccountKind, &[&str])] = &[
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
            &[
                "depot ",
                "depotkonto",
                "depotubertrag",
                "brokerage",
                "broker ",
                "wertpapier",
                "investment",
                "verrechnungskonto",
                "corretora",
            ],
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
                "loan ",
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
                "atm ",
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
                "referenzkonto",
                "compte courant",
                "cuenta corriente",
                "conto corrente",
                "betaalrekening",
                "lonekonto",
            ],
        ),
    ];
    kinds.iter().map(|(kind, words)| (*kind, words.iter().map(|word| beginning(word)).collect())).collect()
});

/// Words on a card statement for a payment of the card's balance. They do not say
/// who paid it, so that they only count beside an outgoing line that is no purchase.
static CARD_PAID_WORDS: LazyLock<Vec<String>> = LazyLock::new(|| {
    whole_words(&[
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
    ])
});

/// Names of shops and payment services that contain a word for a kind of account.
static NOT_A_KIND: LazyLock<Vec<String>> = LazyLock::new(|| whole_words(&["home depot", "office depot"]));

/// Words for a purchase. The money went to a shop, whatever card the line names.
static PURCHASE_WORDS: LazyLock<Vec<String>> = LazyLock::new(|| {
    whole_words(&[
        "purchase", "pos", "kauf", "einkauf", "achat", "compra", "acquisto", "aankoop", "zakup", "kop",
    ])
});

/// Words for refunds of a shop. A refund does not come from an own account.
static REFUND_WORDS: LazyLock<Vec<String>> = LazyLock::new(|| {
    whole_words(&[
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
    ])
});

/// Account names that are too common to identify an account, folded.
const EVERYDAY_NAMES: &[&str] =
    &["account", "bank", "card", "karte", "konto", "main", "haupt", "private", "privat", "shared"];

/// The kind of a line about a shop.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ShopLine {
    Purchase,
    Refund,
}

/// The evidence in a transaction's description, calculated once for all its pairs.
pub(super) struct Evidence {
    account: AccountId,
    /// The folded words of the description, with a space before and after each.
    words: String,
    is_own: bool,
    is_worded: bool,
    shop: Option<ShopLine>,
    references: HashSet<String>,
}

impl Evidence {
    pub(super) fn of(movement: &Movement, holder: Option<&Holder>) -> Self {
        let words = with_whole_ibans(words(&movement.description));
        let is_own = has_one_of(&words, &OWN_WORDS) || holder.is_some_and(|holder| holder.is_named(&words));
        let is_worded = is_own || has_one_of(&words, &TRANSFER_WORDS);
        let shop = if has_one_of(&words, &REFUND_WORDS) {
            Some(ShopLine::Refund)
        } else {
            has_one_of(&words, &PURCHASE_WORDS).then_some(ShopLine::Purchase)
        };
        let references = references(&words);
        Self { account: movement.account, words, is_own, is_worded, shop, references }
    }

    fn is_refund(&self) -> bool {
        self.shop == Some(ShopLine::Refund)
    }

    /// True if the words name a kind of account, but not this one.
    fn names_another_kind(&self, kind: AccountKind) -> bool {
        let named = || KIND_WORDS.iter().map(|(named, _)| *named).filter(|it| names_kind(&self.words, *it));
        named().next().is_some() && named().all(|named| named != kind)
    }
}

/// The user's name, as words.
pub(super) struct Holder(Vec<String>);

impl Holder {
    /// Creates the holder; `None` for a name of a single word or of
    /// words with at most two letters, which match by coincidence.
    pub(super) fn of(name: &str) -> Option<Self> {
        let names: Vec<String> = words(name).split_whitespace().map(|word| format!(" {word} ")).collect();
        (names.len() > 1 && names.iter().any(|name| name.chars().count() >= 5)).then_some(Self(names))
    }

    /// True if the words contain all parts of the name, in any order.
    fn is_named(&self, words: &str) -> bool {
        self.0.iter().all(|name| words.contains(name.as_str()))
    }
}

/// The names by which the descriptions of other accounts' transactions refer to an account.
struct Named {
    /// The last characters of its number.
    ending: Option<String>,
    /// The name, folded, with a space before and after each word.
    name: Option<String>,
    /// The bank, in the same form.
    institution: Option<String>,
    /// A name that is too short to choose between candidates, in the same form.
    short_name: Option<String>,
    kind: AccountKind,
}

/// The names of all accounts.
pub(super) struct Names {
    by_account: HashMap<AccountId, Named>,
}

impl Names {
    pub(super) fn of(accounts: &[Account]) -> Self {
        let named = |account: &Account| {
            let ending = account.number_masked.as_deref().map(|number| {
                text::search_key(
                    &number.chars().filter(|character| character.is_alphanumeric()).collect::<String>(),
                )
            });
            let name = words(&account.name);
            // Shorter names and numbers match by coincidence, and a name such as "Girokonto" is
            // that of many accounts. The lengths of names include the space at both ends.
            let is_telling = name.chars().count() >= 7 && !is_kind_alone(&name);
            Named {
                ending: ending.filter(|ending| ending.len() >= 4),
                name: Some(name).filter(|_| is_telling),
                institution: account.institution.as_deref().and_then(institution),
                short_name: Some(words(&account.name))
                    .filter(|name| name.chars().count() >= 5 && !EVERYDAY_NAMES.contains(&name.trim())),
                kind: account.kind,
            }
        };
        Self { by_account: accounts.iter().map(|account| (account.id, named(account))).collect() }
    }

    /// Returns the strength of the evidence for a pair; `None` without any.
    pub(super) fn support(&self, out: &Evidence, into: &Evidence) -> Option<Support> {
        let named = u8::from(self.names(into.account, out)) + u8::from(self.names(out.account, into));
        // Every paid card bill is printed alike. Only the line that went out tells which card it paid.
        let is_named = !self.is_card(into) || names_kind(&out.words, AccountKind::Card);
        let is_own = out.is_own && into.is_own && is_named && !self.goes_to_another_kind(out, into);
        match named + u8::from(!out.references.is_disjoint(&into.references)) {
            // An account may have the name of a shop, which prints the same reference on a refund.
            0 | 1 if into.is_refund() => out.is_worded.then_some(Support::WordedOnce),
            0 if is_own => Some(Support::OwnTwice),
            0 => match [out, into].map(|evidence| evidence.is_worded) {
                [true, true] => Some(Support::WordedTwice),
                [false, false] => None,
                _ => Some(Support::WordedOnce),
            },
            1 => Some(Support::NamedOnce),
            _ => Some(Support::NamedTwice),
        }
    }

    /// True if the descriptions name the kind or short name of the other account, which suffices if there is
    /// no other candidate. An incoming payment does not say where it came from, so the outgoing line must not
    /// be a purchase. A line that names the kind of its own account may mean that account.
    pub(super) fn tells_kind(&self, out: &Evidence, into: &Evidence) -> bool {
        if into.is_refund() || out.shop == Some(ShopLine::Purchase) || self.pays_another_kind(out, into) {
            return false;
        }
        let named = |evidence: &Evidence| self.by_account.get(&evidence.account);
        let tells = |evidence: &Evidence, other: &Evidence| {
            let own = named(evidence).map(|own| own.kind);
            named(other).is_some_and(|other| {
                let short_name = other.short_name.as_ref();
                own != Some(other.kind) && names_kind(&evidence.words, other.kind)
                    || short_name.is_some_and(|name| evidence.words.contains(name))
            })
        };
        let is_paid_card = self.is_card(into) && has_one_of(&into.words, &CARD_PAID_WORDS);
        tells(out, into) || out.is_own && is_paid_card || out.is_worded && tells(into, out)
    }

    /// True if both descriptions say that this is a transfer between own accounts,
    /// which suffices if there is no other candidate. The kind of an account may be
    /// stored wrongly, except that a savings plan pays no credit card.
    pub(super) fn are_own(&self, out: &Evidence, into: &Evidence) -> bool {
        out.is_own && into.is_own && !into.is_refund() && !self.pays_another_kind(out, into)
    }

    fn is_card(&self, evidence: &Evidence) -> bool {
        self.by_account.get(&evidence.account).is_some_and(|account| account.kind == AccountKind::Card)
    }

    /// True if the money came to a card, but the line that went out names another kind.
    fn pays_another_kind(&self, out: &Evidence, into: &Evidence) -> bool {
        self.is_card(into) && self.goes_to_another_kind(out, into)
    }

    /// True if the line that went out names a kind of account, but not the one that the money came to.
    fn goes_to_another_kind(&self, out: &Evidence, into: &Evidence) -> bool {
        let to = self.by_account.get(&into.account);
        to.is_some_and(|to| out.names_another_kind(to.kind))
    }

    /// True if the description names the account: its name, its
    /// bank, or the end of its number at the end of a word.
    fn names(&self, account: AccountId, evidence: &Evidence) -> bool {
        let Some(named) = self.by_account.get(&account) else { return false };
        let has = |name: &Option<String>| name.as_ref().is_some_and(|name| evidence.words.contains(name));
        let is_ending = |ending: &String| {
            evidence.words.split(' ').any(|word| word.ends_with(ending.as_str()) && !is_of_the_calendar(word))
        };
        has(&named.name)
            || named.ending.as_ref().is_some_and(is_ending)
            || has(&named.institution) && !self.is_their_own(named, evidence.account)
    }

    /// True if the line's own account is at the same bank. A bank prints its own name everywhere.
    fn is_their_own(&self, named: &Named, line_of: AccountId) -> bool {
        let theirs = self.by_account.get(&line_of).and_then(|line| line.institution.as_ref());
        theirs
            .zip(named.institution.as_ref())
            .is_none_or(|(one, other)| one.contains(other.as_str()) || other.contains(one.as_str()))
    }
}

/// Returns words as they stand within the [`words`] of a line.
fn whole_words(all: &[&str]) -> Vec<String> {
    all.iter().map(|word| words(word)).collect()
}

/// Returns the beginning of a word as it stands within the [`words`] of a line.
fn beginning(word: &str) -> String {
    let whole = words(word);
    if word.ends_with(' ') { whole } else { whole.trim_end().to_owned() }
}

/// Returns the words of a line in one spelling of umlauts, with a space before and after each.
fn words(line: &str) -> String {
    let sought = text::search_key(line);
    let spaced: String =
        sought.chars().map(|character| if character.is_alphanumeric() { character } else { ' ' }).collect();
    format!(" {} ", text::one_line(&spaced))
}

/// Returns a bank's name without its legal form, as other banks print it; `None` for a short one.
fn institution(name: &str) -> Option<String> {
    let name = words(name);
    let mut left: Vec<&str> = name.split_whitespace().collect();
    while left.last().is_some_and(|last| LEGAL_FORMS.contains(last)) {
        left.pop();
    }
    let name = left.join(" ");
    (name.chars().count() >= 5).then(|| format!(" {name} "))
}

fn has_one_of(words: &str, sought: &[String]) -> bool {
    sought.iter().any(|sought| words.contains(sought))
}

/// True if the words name an account of this kind.
fn names_kind(words: &str, kind: AccountKind) -> bool {
    let known = KIND_WORDS.iter().filter(|(named, _)| *named == kind);
    !has_one_of(words, &NOT_A_KIND)
        && known.flat_map(|(_, all)| all).any(|beginning| words.contains(beginning))
}

/// True if a name is a single word that names a kind of account.
fn is_kind_alone(name: &str) -> bool {
    let is_one = name.split_whitespace().count() == 1;
    is_one && KIND_WORDS.iter().any(|(kind, _)| names_kind(name, *kind))
}

/// Returns the words, followed by each IBAN that is printed in groups
/// of four as a single word. That word ends like the account's number.
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
            // The length of an IBAN depends on the country, and a short
            // word may follow it. All possible lengths are added.
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

/// The lengths of the shortest and the longest IBAN (ISO 13616).
const IBAN_MIN: usize = 15;
const IBAN_MAX: usize = 34;

/// True if a word may be the first group of an IBAN: a country code and two check digits.
fn begins_iban(word: &str) -> bool {
    let bytes = word.as_bytes();
    bytes.len() == 4
        && bytes[..2].iter().all(u8::is_ascii_alphabetic)
        && bytes[2..].iter().all(u8::is_ascii_digit)
}

/// Returns the references: words of at least six characters with at least four digits, except dates.
fn references(words: &str) -> HashSet<String> {
    words
        .split(' ')
        .filter(|word| word.chars().count() >= 6)
        .filter(|word| word.chars().filter(char::is_ascii_digit).count() >= 4)
        .filter(|word| !is_of_the_calendar(word))
        .map(str::to_owned)
        .collect()
}

/// True if a word is a year or a date without separators.
/// Statements have many of them, and they identify nothing.
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
