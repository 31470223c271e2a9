//! Currency of an account.

use std::collections::HashSet;

use saldo_domain::Currency;

use super::amount::Style;
use super::clues::suggested;
use super::rows::{CELL_GAP, Row, whole};

/// Signs that denote a single currency.
const SIGNS: &[(&str, &str)] = &[
    ("€", "EUR"),
    ("£", "GBP"),
    ("₹", "INR"),
    ("₩", "KRW"),
    ("฿", "THB"),
    ("₽", "RUB"),
    ("₺", "TRY"),
    ("₫", "VND"),
    ("₦", "NGN"),
    ("₱", "PHP"),
    ("₪", "ILS"),
    ("RM", "MYR"),
    ("Rp", "IDR"),
    ("Rp.", "IDR"),
    ("KSh", "KES"),
    ("NT$", "TWD"),
    ("₴", "UAH"),
    ("₸", "KZT"),
    ("৳", "BDT"),
    ("Rs", "INR"),
    ("Rs.", "INR"),
    ("R$", "BRL"),
    ("S$", "SGD"),
    ("A$", "AUD"),
    ("NZ$", "NZD"),
    ("HK$", "HKD"),
    ("US$", "USD"),
    ("C$", "CAD"),
    ("CA$", "CAD"),
    ("zł", "PLN"),
    ("Kč", "CZK"),
    ("Ft", "HUF"),
    ("R", "ZAR"),
    ("руб", "RUB"),
    ("руб.", "RUB"),
    ("円", "JPY"),
    ("원", "KRW"),
    ("元", "CNY"),
    ("лв", "BGN"),
    ("Fr.", "CHF"),
    ("TL", "TRY"),
    ("lei", "RON"),
    ("Lei", "RON"),
    ("LEI", "RON"),
    ("S/", "PEN"),
    ("S/.", "PEN"),
];

/// Returns the code of the currency that a sign denotes.
fn code_of(sign: &str) -> Option<&'static str> {
    SIGNS.iter().find(|(known, _)| *known == sign).map(|(_, code)| *code)
}

/// Returns the currency that a printed sign denotes, such as EUR for `€`. `None` for an unknown sign and for
/// one that several currencies share, such as `$` or `¥`.
#[must_use]
pub fn signified(sign: &str) -> Option<Currency> {
    code_of(sign).and_then(|code| Currency::parse(code).ok())
}

/// Returns the currency that figures, heads or titles name, otherwise the one that the words suggest.
///
/// `counts` marks the rows that are considered. A remark under a transaction may name another currency.
pub(crate) fn currency(rows: &[Row], counts: &[bool], all: &[Row]) -> Option<Currency> {
    let (printed, bears_dollars) = printed(rows, counts);
    printed
        .or_else(|| suggested(all, bears_dollars))
        .or_else(|| Currency::parse("USD").ok().filter(|_| bears_dollars))
}

/// Returns the currency that figures, heads and titles name, and true if figures have a bare `$` that no
/// title explains.
pub(crate) fn printed(rows: &[Row], counts: &[bool]) -> (Option<Currency>, bool) {
    let speaking = || rows.iter().zip(counts).filter(|(_, counts)| **counts).map(|(row, _)| row);
    let (mut votes, mut titles, mut figures) = (Votes::default(), Votes::default(), 0_usize);
    let mut seen = HashSet::new();
    for row in speaking() {
        // A line that every page repeats counts once.
        if row.dates.is_empty() && !seen.insert(whole(row)) {
            continue;
        }
        for figure in row.apart() {
            figures += 1;
            // `apart` leaves out amounts within sentences, such as `insured up to 100,000 EUR`: they are not
            // the account's.
            if let Some(symbol) = figure.symbol.as_deref() {
                votes.symbol(symbol);
            }
        }
        if row.dates.is_empty() {
            words(row, &mut titles);
        }
    }
    // A heading tells which dollar or peso a bare `$` is.
    let dollar = titles.codes.iter().filter(|(code, _)| BEARS_DOLLAR.contains(code));
    let dollar = dollar.max_by_key(|(_, count)| *count).map(|(code, _)| *code);
    if let Some(code) = dollar.filter(|_| votes.dollars > 0) {
        let dollars = std::mem::take(&mut votes.dollars);
        votes.cast(code, dollars);
    }
    // Each sign beside a figure casts two votes. If most figures have no sign, those with one may be foreign
    // amounts, and the headings decide.
    let beside = votes.codes.iter().map(|(_, count)| count).sum::<usize>() / 2;
    if beside * 2 < figures && !titles.codes.is_empty() {
        votes = Votes { dollars: votes.dollars, ..titles };
    } else {
        titles.codes.iter().for_each(|(code, weight)| votes.cast(code, *weight));
    }
    let best =
        votes.codes.iter().max_by_key(|(_, count)| *count).filter(|(_, count)| *count >= votes.dollars);
    if let Some((code, _)) = best {
        return (Currency::parse(code).ok(), votes.dollars > 0);
    }
    (None, votes.dollars > 0)
}

/// Currencies with the sign `$`.
const BEARS_DOLLAR: &[&str] =
    &["USD", "CAD", "AUD", "NZD", "SGD", "HKD", "MXN", "CLP", "COP", "ARS", "UYU", "TWD"];

#[derive(Default)]
struct Votes {
    codes: Vec<(&'static str, usize)>,
    dollars: usize,
}

impl Votes {
    fn cast(&mut self, code: &'static str, weight: usize) {
        match self.codes.iter_mut().find(|(known, _)| *known == code) {
            Some((_, count)) => *count += weight,
            None => self.codes.push((code, weight)),
        }
    }

    fn symbol(&mut self, symbol: &str) {
        if let Some(code) = code_of(symbol) {
            self.cast(code, 2);
        } else if let Ok(currency) = Currency::parse(symbol) {
            self.cast(currency.code(), 2);
        } else if symbol == "$" {
            self.dollars += 2;
        }
    }
}

/// Adds votes for the currency codes and signs in a heading.
fn words(row: &Row, votes: &mut Votes) {
    let in_sentence = |index: usize| {
        row.figures.iter().any(|figure| figure.words.contains(&index) && !row.stands_apart(figure))
    };
    for (index, word) in row.line.words.iter().enumerate().filter(|(index, _)| !in_sentence(*index)) {
        let word = word.text.trim_matches(|character: char| {
            !(character.is_alphanumeric() || matches!(character, '$' | '€' | '£' | '₹' | '₩' | '฿'))
        });
        let is_code = word.len() == 3 && word.bytes().all(|byte| byte.is_ascii_uppercase());
        let is_cell = row.line.gap_before(index) >= CELL_GAP && row.line.gap_before(index + 1) >= CELL_GAP;
        if let Some(code) = code_of(word).filter(|_| word.len() > 1) {
            votes.cast(code, 3);
        } else if is_code
            && (is_common(word) || (is_cell && !matches!(word, "ALL" | "TOP")))
            && let Ok(currency) = Currency::parse(word)
        {
            votes.cast(currency.code(), 3);
        }
    }
}

/// Returns the largest currency written in the style of the figures, for pages and hints that name none.
pub(crate) fn usual_currency(style: Style) -> Option<Currency> {
    let code = match style {
        Style::Point | Style::PointThree => "USD",
        Style::Comma | Style::CommaThree => "EUR",
    };
    Currency::parse(code).ok()
}

fn is_common(code: &str) -> bool {
    const COMMON: &[&str] = &[
        "EUR", "USD", "GBP", "CHF", "SGD", "INR", "MYR", "AUD", "NZD", "CAD", "ZAR", "HKD", "AED", "PLN",
        "THB", "PHP", "IDR", "JPY", "KRW", "CNY", "SEK", "NOK", "DKK", "CZK", "HUF", "BRL", "MXN", "SAR",
        "KES", "NGN", "LAK", "VND", "RUB", "ILS", "RON", "BGN", "QAR", "KWD", "BHD", "OMR", "EGP", "JOD",
        "PKR", "LKR", "BDT", "TWD", "UAH", "ISK", "COP", "CLP", "ARS", "PEN", "TND", "IQD", "LYD",
    ];
    COMMON.contains(&code)
}
