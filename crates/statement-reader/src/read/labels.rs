//! Labels of figures: opening and closing balances, totals and counts.
//!
//! Texts are compared without spaces, accents and punctuation, so that letter-spaced print (`Ope ning`)
//! matches too.

use std::sync::LazyLock;

use rustc_hash::{FxHashMap, FxHashSet};
use unicode_normalization::UnicodeNormalization;

use super::heads::{Role, Section, role_of, section};
use super::lists::list;
use super::phrases::Phrases;

/// Meaning of a figure outside the transactions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Label {
    /// Balance before the first transaction.
    Opening,
    /// Balance after the last transaction.
    Closing,
    /// Balance on some day. Its position shows if it is the opening or the closing one.
    Balance,
    /// Total of money in.
    TotalIn,
    /// Total of money out.
    TotalOut,
    /// Number of transactions, not an amount.
    Count,
    /// Number of transactions of money in.
    CountIn,
    /// Number of transactions of money out.
    CountOut,
    /// Sum of something else, not a transaction.
    Total,
}

impl Label {
    /// True for a number of transactions.
    pub(crate) const fn is_count(self) -> bool {
        matches!(self, Self::Count | Self::CountIn | Self::CountOut)
    }
}

/// Normalizes a text: lowercase letters and digits only, without accents.
pub(crate) fn squeeze(text: &str) -> String {
    if text.is_ascii() {
        let mut squeezed = String::with_capacity(text.len());
        squeezed.extend(text.chars().filter(char::is_ascii_alphanumeric).map(|one| one.to_ascii_lowercase()));
        return squeezed;
    }
    text.nfd()
        .filter(|character| !matches!(character, '\u{300}'..='\u{36f}'))
        .flat_map(char::to_lowercase)
        .map(|character| match character {
            'ł' => 'l',
            'ø' => 'o',
            'ı' => 'i',
            'đ' => 'd',
            other => other,
        })
        .nfc()
        .filter(|character| character.is_alphanumeric() || matches!(character, '\u{e31}'..='\u{e4e}'))
        .collect()
}

const OPENING: &str = "opening";

const CLOSING: &str = "closing";

/// Labels of balances whose position decides: the first is the opening balance, the last the closing balance.
const BALANCE: &str = "balance";

const TOTAL_IN: &str = "total in";

const TOTAL_OUT: &str = "total out";

const COUNTS: &str = "count";

const COUNTS_IN: &str = "count in";

const COUNTS_OUT: &str = "count out";

/// Beginnings of rows that are sums rather than transactions.
const TOTALS: &str = "total";

/// Labels of balances carried over to the next page.
const CARRIED: &str = "carried";

fn squeezed(name: &str) -> impl Iterator<Item = String> {
    list(name).iter().map(|phrase| squeeze(phrase)).filter(|phrase| !phrase.is_empty())
}

/// Words for a balance, those before one that tell if it is the opening or the closing one, and those of
/// something else, such as a limit. A label of any bank combines them in its own way.
const BALANCE_WORDS: &str = "balance words";

const BEFORE: &str = "before words";

const AFTER: &str = "after words";

const NO_ENDS: &str = "no ends";

/// Words of figures that are no balance whatever the other words are: averages, minimum payments and pots.
const NEVER: &str = "never balances";

/// Words for a total, next to those of a head of money in or out.
const TOTAL_WORDS: &str = "total words";

/// Words for "your" before a label.
const POSSESSIVES: &str = "possessives";

/// Words of sentences about balances and of heads, which are no labels.
const NO_LABELS: &str = "no labels";

struct Labels {
    unlabeled: Phrases,
    balance_words: Phrases,
    before: Phrases,
    after: Phrases,
    no_ends: Phrases,
    never: Phrases,
    total_words: Vec<String>,
    possessives: Vec<String>,
    opening: Phrases,
    closing: Phrases,
    balance: Phrases,
    totals: Phrases,
    carried: Phrases,
    whole: FxHashMap<String, Label>,
    /// Complete texts of all labels.
    words: FxHashSet<String>,
}

static LABELS: LazyLock<Labels> = LazyLock::new(|| {
    let mut whole = FxHashMap::default();
    for (phrases, label) in [
        (TOTAL_IN, Label::TotalIn),
        (TOTAL_OUT, Label::TotalOut),
        (COUNTS, Label::Count),
        (COUNTS_IN, Label::CountIn),
        (COUNTS_OUT, Label::CountOut),
    ] {
        for phrase in squeezed(phrases) {
            whole.insert(phrase, label);
        }
    }
    for (text, label) in [
        ("bf", Label::Opening),
        ("cf", Label::Closing),
        ("balance", Label::Balance),
        ("saldo", Label::Balance),
        ("saldoa", Label::Balance),
        ("solde", Label::Balance),
        ("sum", Label::Total),
    ] {
        whole.insert(text.to_owned(), label);
    }
    let phrases = [OPENING, CLOSING, BALANCE, TOTALS].into_iter().flat_map(squeezed);
    let all = |name: &str| Phrases::new(squeezed(name));
    Labels {
        unlabeled: all(NO_LABELS),
        balance_words: all(BALANCE_WORDS),
        before: all(BEFORE),
        after: all(AFTER),
        no_ends: all(NO_ENDS),
        never: all(NEVER),
        total_words: squeezed(TOTAL_WORDS).collect(),
        possessives: squeezed(POSSESSIVES).collect(),
        words: phrases.chain(whole.keys().cloned()).collect(),
        opening: Phrases::new(squeezed(OPENING)),
        closing: Phrases::new(squeezed(CLOSING)),
        balance: Phrases::new(squeezed(BALANCE)),
        totals: Phrases::new(squeezed(TOTALS)),
        carried: Phrases::new(squeezed(CARRIED)),
        whole,
    }
});

/// Longest label in characters. A longer text is a sentence or a description.
const LABEL_CHARS_MAX: usize = 64;

/// Returns the meaning of a figure from the words before it. `text` must be normalized by [`squeeze`].
pub(crate) fn label_of(text: &str) -> Option<Label> {
    let own = || LABELS.possessives.iter().find_map(|own| text.strip_prefix(own.as_str()));
    // "Su" is a possessive, and begins "subtotal" too.
    label_of_words(text).or_else(|| label_of_words(own()?))
}

fn label_of_words(counted: &str) -> Option<Label> {
    let labels = &*LABELS;
    let text = without_date(counted);
    if text.is_empty() || text.chars().count() > LABEL_CHARS_MAX || labels.unlabeled.are_in(text) {
        return None;
    }
    if let Some(label) = labels.whole.get(text) {
        return Some(*label);
    }
    if labels.never.are_in(text) {
        return labels.totals.begin(text).then_some(Label::Total);
    }
    let is_end = || labels.closing.begin(text) || labels.opening.begin(text);
    if labels.totals.begin(text) && !is_end() {
        return whole_prefix(text).or_else(|| total(counted)).or(Some(Label::Total));
    }
    if labels.opening.are_in(text) {
        return Some(Label::Opening);
    }
    if labels.closing.are_in(text) {
        // The final balance of the period before is the opening balance: `Saldo final del periodo anterior`.
        let is_of_period_before = labels.closing.begin(text) && labels.before.are_in(text);
        return Some(if is_of_period_before { Label::Opening } else { Label::Closing });
    }
    if labels.balance.begin(text) || role_of(text) == Some(Role::Balance) {
        return end(text).or(Some(Label::Balance));
    }
    end(text).or_else(|| whole_prefix(text)).or_else(|| total(counted))
}

/// Returns the meaning of words for a balance before or after the transactions.
fn end(text: &str) -> Option<Label> {
    let labels = &*LABELS;
    if !labels.balance_words.are_in(text) || labels.no_ends.are_in(text) {
        return None;
    }
    if labels.before.are_in(text) {
        return Some(Label::Opening);
    }
    labels.after.are_in(text).then_some(Label::Closing)
}

/// True if a text is a word for balances, in the singular or the plural. `text` must be normalized by
/// [`squeeze`].
pub(crate) fn names_balance(text: &str) -> bool {
    let is_word = |text: &str| LABELS.balance_words.is_one(text);
    is_word(text) || text.strip_suffix('s').is_some_and(is_word)
}

/// Smallest number of letters before the word for a balance in a compound.
const COMPOUND_MIN: usize = 4;

/// True if a text is one word that ends with the word for a balance: `Bewertungssaldo`.
pub(crate) fn names_some_balance(text: &str) -> bool {
    let text = squeeze(text);
    let before = text.strip_suffix("saldo").filter(|_| !text.contains(' '));
    before.is_some_and(|before| before.chars().count() >= COMPOUND_MIN && !LABELS.no_ends.are_in(before))
}

/// True if a text names a limit, an available amount or the like, which is no balance of the account. `text`
/// must be normalized by [`squeeze`].
pub(crate) fn names_no_balance(text: &str) -> bool {
    LABELS.no_ends.are_in(text)
}

/// Longest text after a count, in bytes.
const COUNTED_BYTES_MAX: usize = 24;
/// Longest number of transactions, in digits. A longer one, or one with leading zeros, is a reference.
const COUNT_DIGITS_MAX: usize = 3;

/// Returns the meaning of words for money in or out beside words for a total, or before a number of
/// transactions: `Total de entradas`, `Innborganir samtals`, `Uznania (5)`.
fn total(text: &str) -> Option<Label> {
    let digit = text.find(|c: char| c.is_ascii_digit());
    let is_count = |text: &str| {
        let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        digits <= COUNT_DIGITS_MAX && !text.starts_with('0') && text.len() <= COUNTED_BYTES_MAX
    };
    let count = digit.filter(|at| is_count(&text[*at..]));
    let words = count.map_or(text, |at| &text[..at]);
    let whole_direction = |words: &str| {
        LABELS.whole.get(words).copied().filter(|label| matches!(label, Label::TotalIn | Label::TotalOut))
    };
    let direction = |words: &str| match role_of(words) {
        Some(Role::In) => Some(Label::TotalIn),
        Some(Role::Out) => Some(Label::TotalOut),
        _ => whole_direction(words),
    };
    let parts = |word: &String| match words.strip_prefix(word.as_str()) {
        Some(after) => direction(after),
        None => words.strip_suffix(word.as_str()).and_then(direction),
    };
    let counted = || count.and_then(|_| direction(words));
    // `20 OTHER WITHDRAWALS` begins with the count.
    let after_count = || {
        let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
        let digits = text.len() - rest.len();
        let is_counted = (1..=COUNT_DIGITS_MAX).contains(&digits) && !text.starts_with('0');
        let of_section = || match section(rest)? {
            Section::In => Some(Label::TotalIn),
            Section::Out => Some(Label::TotalOut),
            _ => None,
        };
        is_counted.then(|| whole_direction(rest).or_else(of_section)).flatten()
    };
    LABELS.total_words.iter().find_map(parts).or_else(counted).or_else(after_count)
}

/// True if a text is a complete label, apart from digits of a date at its end. `text` must be normalized by
/// [`squeeze`].
pub(crate) fn is_whole(text: &str) -> bool {
    let text = without_date(text);
    LABELS.words.contains(text)
}

/// Returns the meaning of a row from its words. "Sum" must be a word of its own, because it begins many names
/// of merchants.
pub(crate) fn label_of_text(text: &str) -> Option<Label> {
    let is_sum = || text.split_whitespace().next().is_some_and(|word| squeeze(word) == "sum");
    label_of(&squeeze(text)).or_else(|| is_sum().then_some(Label::Total))
}

/// True if a word, normalized by [`squeeze`], names a total in some language.
pub(crate) fn has_total_word(word: &str) -> bool {
    LABELS.total_words.iter().any(|one| one == word)
}

/// True if a closing label only carries a balance over to the next page. `text` must be normalized by
/// [`squeeze`].
pub(crate) fn is_carried(text: &str) -> bool {
    LABELS.carried.are_in(text)
}

/// Returns the label of totals that `text` begins with. A date, a count or a remark of up to six bytes may
/// follow.
fn whole_prefix(text: &str) -> Option<Label> {
    let lengths = (text.len().saturating_sub(6).max(6)..=text.len()).rev();
    let labels = lengths.filter_map(|length| LABELS.whole.get(text.get(..length)?).copied());
    let mut totals =
        labels.filter(|label| matches!(label, Label::TotalIn | Label::TotalOut) || label.is_count());
    totals.next()
}

/// Removes the digits of a date at the end of a label.
fn without_date(text: &str) -> &str {
    text.trim_end_matches(|character: char| character.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_read_in_many_languages_and_with_spaced_letters() {
        for (text, label) in [
            ("Ope ning Balance", Label::Opening),
            ("Beginning balance on January 9, 2024", Label::Opening),
            ("BALANCE BROUGHT FORWARD", Label::Opening),
            ("SALDO POCZĄTKOWE", Label::Opening),
            ("Баланс на начало периода", Label::Opening),
            ("ยอดยกมา", Label::Opening),
            ("Schlusssaldo", Label::Closing),
            ("TOTAL AMOUNT DUE", Label::Closing),
            ("SOLDE CREDITEUR AU 31.12.2023", Label::Balance),
            ("Kontostand am", Label::Balance),
            ("Report de solde", Label::Opening),
            ("Report", Label::Total),
            ("Page Total", Label::Total),
            ("SUB TOTAL", Label::Total),
            ("Su saldo anterior", Label::Opening),
            ("Deebetkäive", Label::TotalOut),
            ("Totaal ontvangen betalingen", Label::TotalIn),
            ("Staða í lok tímabils", Label::Closing),
            ("TOTAL IMPORTE CARGOS", Label::TotalOut),
            ("Total Credits", Label::TotalIn),
            ("Uznania (5)", Label::TotalIn),
            ("Innborganir samtals", Label::TotalIn),
            ("JÓVÁÍRÁSOK ÖSSZESEN (2 DB)", Label::TotalIn),
            ("Önceki Dönem Borcu", Label::Opening),
            ("SALDO ADEUDADO FINAL PERÍODO ANTERIOR", Label::Opening),
            ("Vorig openstaand saldo", Label::Opening),
            ("Saldo final del periodo anterior", Label::Opening),
            ("Nieuw openstaand saldo", Label::Closing),
            ("Dr Count", Label::CountOut),
            ("2 creditverrichtingen", Label::TotalIn),
        ] {
            assert_eq!(label_of(&squeeze(text)), Some(label), "{text}");
        }
    }

    #[test]
    fn a_merchant_name_is_not_a_label() {
        for text in [
            "NEW WORLD KARORI",
            "Transfer to savings",
            "Salary",
            "BALANCE YOGA STUDIO",
            "Foreign exchange",
            "HÆVET 0042",
            "取款 0042",
        ] {
            assert_eq!(label_of(&squeeze(text)), None, "{text}");
        }
    }
}
