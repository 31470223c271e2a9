//! Clues to the currency if no figure, head or title names it: forms of account numbers, places and scripts.
//! Neither the name of a bank nor a description is a clue.

use saldo_domain::Currency;

use super::currency::{DOLLAR_CURRENCIES, NamingPart, is_common};
use super::lists::{list, pairs};
use super::rows::Row;

/// Largest number of lines searched. All clues occur on the first pages.
const LINES_MAX: usize = 400;

/// Country codes of IBANs (ISO 13616) with the country's currency. A country that is missing gives no clue.
const IBAN: &str = "currencies of iban countries";

/// Identifiers that only one country's accounts have.
const IDENTIFIERS: &str = "identifiers of one country";

/// Words that name a currency, a country or a town, or that occur in the headings of one country's statements
/// only.
const WORDS: &str = "words of one country";

/// Ends of the web addresses of one country.
const WEB: &str = "web addresses of one country";

/// Ranges of characters of scripts that only one country uses.
const SCRIPTS: &[(char, char, &str)] = &[
    ('\u{e01}', '\u{e5b}', "THB"),
    ('\u{e81}', '\u{edf}', "LAK"),
    ('\u{1780}', '\u{17ff}', "KHR"),
    ('\u{10d0}', '\u{10ff}', "GEL"),
    ('\u{531}', '\u{58f}', "AMD"),
    ('\u{5d0}', '\u{5ea}', "ILS"),
    ('\u{900}', '\u{97f}', "INR"),
    ('\u{d80}', '\u{dff}', "LKR"),
    ('\u{ac00}', '\u{d7a3}', "KRW"),
    ('\u{3041}', '\u{30ff}', "JPY"),
];

/// Smallest number of letters that indicate a script. A name may be written in another one.
const SCRIPT_LETTERS_MIN: usize = 20;

/// Returns the likeliest currency; the strongest kind of clue wins. If the figures have a bare `$`, only
/// currencies with that sign are considered.
pub(crate) fn suggested(rows: &[Row], naming_parts: &[NamingPart], bears_dollars: bool) -> Option<Currency> {
    let own = rows.iter().zip(naming_parts).filter(|(_, naming_part)| **naming_part == NamingPart::Words);
    let lines: Vec<String> = own.take(LINES_MAX).map(|(row, _)| row.line.text().to_lowercase()).collect();
    let fits = |code: &&'static str| !bears_dollars || DOLLAR_CURRENCIES.contains(code);
    let named = |clues: &str| {
        let said = |clue: &str| lines.iter().any(|line| says(line, clue));
        let found = pairs(clues).into_iter().filter(|(clue, code)| fits(code) && said(clue));
        let codes: Vec<&'static str> = found.map(|(_, code)| code).collect();
        // A name may be that of a town in another country: the currency of most clues, or else the first one.
        let count = |code: &&str| codes.iter().filter(|other| *other == code).count();
        codes.iter().rev().copied().max_by_key(count)
    };
    let found = lines
        .iter()
        .find_map(|line| numbered(line).filter(fits))
        .or_else(|| named(IDENTIFIERS))
        .or_else(|| lines.iter().filter(|_| bears_dollars).find_map(|line| addressed(line)))
        .or_else(|| named(WEB))
        .or_else(|| named(WORDS))
        .or_else(|| script(&lines).filter(fits))
        .or_else(|| mentioned(rows, naming_parts).filter(fits));
    found.and_then(|code| Currency::parse(code).ok())
}

/// Returns the only currency that sentences name, such as that of a fee or a limit. The deposits of many
/// countries are insured in euros.
fn mentioned(rows: &[Row], naming_parts: &[NamingPart]) -> Option<&'static str> {
    let own = rows.iter().zip(naming_parts).filter(|(_, naming_part)| **naming_part == NamingPart::Words);
    let words = own.take(LINES_MAX).flat_map(|(row, _)| &row.line.words);
    let codes = words.map(|word| word.text.trim_matches(|c: char| !c.is_ascii_alphabetic()));
    let mut codes = codes.filter(|code| is_common(code) && *code != "EUR");
    let first = codes.next()?;
    let is_only = codes.all(|code| code == first);
    list("common currencies").iter().find(|code| **code == first).copied().filter(|_| is_only)
}

/// True if `line` contains `clue` as whole words.
fn says(line: &str, clue: &str) -> bool {
    line.match_indices(clue).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + clue.len()..].chars().next();
        let is_apart = |beside: Option<char>| beside.is_none_or(|beside| !beside.is_alphanumeric());
        (is_apart(before) || clue.starts_with([',', '.'])) && is_apart(after)
    })
}

/// Returns the currency that the form of an account number indicates: the country of an IBAN, a British sort
/// code before eight digits, or the four parts of a New Zealand number.
fn numbered(line: &str) -> Option<&'static str> {
    let words: Vec<&str> = line
        .split([' ', '\u{a0}', ':', '/', '(', ')', ',', '|', '·'])
        .filter(|word| !word.is_empty())
        .collect();
    words.iter().enumerate().find_map(|(at, word)| {
        let next = words.get(at + 1);
        let is_iban = *word == "iban";
        if let (true, Some(number)) = (is_iban, next) {
            // The country and the check digits may stand apart: `IBAN IT 60 X 05034`.
            let checks = words.get(at + 2).filter(|_| number.len() == 2);
            return iban_currency(&checks.map_or_else(|| (*number).to_owned(), |it| format!("{number}{it}")));
        }
        // An Australian business number. The name of a bank may be `ABN`, too.
        if *word == "abn" && next.is_some_and(|next| next.bytes().all(|byte| byte.is_ascii_digit())) {
            return Some("AUD");
        }
        let parts: Vec<&str> = word.split('-').collect();
        let lengths: Vec<usize> = parts.iter().map(|part| part.len()).collect();
        let are_digits = parts.iter().all(|part| part.bytes().all(|byte| byte.is_ascii_digit()));
        match lengths.as_slice() {
            [2, 4, 7, 2 | 3] if are_digits => Some("NZD"),
            [2, 2, 2] if are_digits && next.is_some_and(|next| is_eight_digits(next)) => Some("GBP"),
            _ => None,
        }
    })
}

/// Returns the currency with the sign `$` of the country whose form of addresses a line has: `halifax ns b3n
/// 2y6`, `austin, tx 78749-4123`, `sydney nsw 2000`.
fn addressed(line: &str) -> Option<&'static str> {
    let words: Vec<&str> = line.split([' ', '\u{a0}', ',']).filter(|word| !word.is_empty()).collect();
    let are_digits =
        |text: &str, length: usize| text.len() == length && text.bytes().all(|byte| byte.is_ascii_digit());
    let alternate = |text: &str, letter_first: bool| {
        let is = |(at, byte): (usize, u8)| {
            if at.is_multiple_of(2) == letter_first {
                byte.is_ascii_lowercase()
            } else {
                byte.is_ascii_digit()
            }
        };
        text.len() == 3 && text.bytes().enumerate().all(is)
    };
    words.windows(2).find_map(|pair| {
        let [state, code] = pair else { return None };
        let zip = code.split('-').next().unwrap_or_default();
        if alternate(state, true) && alternate(code, false) {
            Some("CAD")
        } else if list("states of the united states").contains(state) && are_digits(zip, 5) {
            Some("USD")
        } else if list("states of australia").contains(state) && are_digits(code, 4) {
            Some("AUD")
        } else {
            None
        }
    })
}

fn iban_currency(number: &str) -> Option<&'static str> {
    let checks = number.get(2..4)?;
    let country = number.get(..2).filter(|_| checks.bytes().all(|byte| byte.is_ascii_digit()))?;
    pairs(IBAN).into_iter().find(|(code, _)| code.eq_ignore_ascii_case(country)).map(|(_, currency)| currency)
}

fn is_eight_digits(word: &str) -> bool {
    word.len() == 8 && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns the currency of the country whose script the pages use. Han characters are no clue, because
/// several countries use them.
fn script(lines: &[String]) -> Option<&'static str> {
    let letters = |from: char, to: char| {
        lines.iter().flat_map(|line| line.chars()).filter(|letter| (from..=to).contains(letter)).count()
    };
    let counted = SCRIPTS.iter().map(|(from, to, code)| (letters(*from, *to), *code));
    counted
        .max_by_key(|(count, _)| *count)
        .filter(|(count, _)| *count >= SCRIPT_LETTERS_MIN)
        .map(|(_, code)| code)
}

#[cfg(test)]
mod tests {
    use super::{addressed, numbered, says, script};

    #[test]
    fn the_shape_of_an_account_number_indicates_its_country() {
        for (line, currency) in [
            ("account number 12-3456-0789012-50", Some("NZD")),
            ("a n example - account 12-34-56 12345678 - sheet 1", Some("GBP")),
            ("iban: ch93 0076 2011 6238 5295 7", Some("CHF")),
            ("iban de89370400440532013000", Some("EUR")),
            ("iban it 60 x 05034 01633 000000012844", Some("EUR")),
            ("iban it sixty", None),
            ("period 01-02-24 to 29-02-24", None),
            ("phone 12-34-56 1234567", None),
            ("iban", None),
            ("iban number", None),
        ] {
            assert_eq!(numbered(line), currency, "{line}");
        }
    }

    #[test]
    fn the_form_of_an_address_indicates_its_country() {
        for (line, currency) in [
            ("halifax ns b3n 2y6", Some("CAD")),
            ("austin, tx 78749-4123", Some("USD")),
            ("sydney nsw 2000", Some("AUD")),
            ("london se6 4lf", None),
            ("branch 12 3456", None),
        ] {
            assert_eq!(addressed(line), currency, "{line}");
        }
    }

    #[test]
    fn a_word_inside_another_is_not_a_clue() {
        assert!(says("amounts in kip", "kip"));
        assert!(!says("skipton building society", "kip"));
        assert!(says("bank of sample, n.a. po box", "n.a."));
        assert!(!says("somewhere, national road", ", na"));
    }

    #[test]
    fn a_name_in_another_script_does_not_make_an_account_foreign() {
        assert_eq!(script(&["somchai สมชาย".to_owned()]), None);
        let heads = "วันที่ รายการ ถอนเงิน ฝากเงิน ยอดคงเหลือ".to_owned();
        assert_eq!(script(&[heads]), Some("THB"));
    }
}
