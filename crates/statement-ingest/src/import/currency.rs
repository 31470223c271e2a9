//! Detection of currencies: from codes and signs beside figures, from a column of codes, and from headers.

use csv::StringRecord;
use saldo_domain::Currency;

use super::columns::{Columns, cell};
use super::figure::marks;
use crate::read::signified;

/// The currency that a code or a sign names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NamedCurrency {
    /// Exactly this currency.
    Code(Currency),
    /// A sign that mostly means this currency. Other countries have pounds and rupees, too.
    Sign(Currency),
    /// A sign of several currencies; one of these.
    OneOf(&'static [&'static str]),
}

/// A contradiction: a row names two currencies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Contradiction;

const DOLLARS: &[&str] = &[
    "USD", "CAD", "AUD", "NZD", "SGD", "HKD", "TWD", "MXN", "ARS", "CLP", "COP", "UYU", "DOP", "BBD", "BMD",
    "BSD", "BZD", "BND", "FJD", "GYD", "JMD", "KYD", "LRD", "NAD", "SBD", "SRD", "TTD", "XCD", "CUP", "CVE",
];
const CROWNS: &[&str] = &["SEK", "NOK", "DKK", "ISK"];
const YEN: &[&str] = &["JPY", "CNY"];

impl NamedCurrency {
    /// Returns the meaning of a mark such as `EUR`, `€` or `$`; `None` if it is not a currency.
    pub(super) fn of(mark: &str) -> Option<Self> {
        let bare = mark.trim_matches('.');
        if let Some(currency) = signified(mark).or_else(|| signified(bare)) {
            // `€` has no other meaning.
            return Some(if mark == "€" { Self::Code(currency) } else { Self::Sign(currency) });
        }
        match bare.to_lowercase().as_str() {
            "$" => Some(Self::OneOf(DOLLARS)),
            "kr" => Some(Self::OneOf(CROWNS)),
            "¥" | "￥" => Some(Self::OneOf(YEN)),
            code if code.len() == 3 => Currency::parse(code).ok().map(Self::Code),
            _ => None,
        }
    }

    /// Returns the currency in a header, such as `Betrag (EUR)` or `Saldo in CHF`.
    pub(super) fn in_head(head: &str) -> Option<Self> {
        let code = head
            .split(|character: char| !character.is_ascii_uppercase())
            .find_map(|word| Self::of(word).filter(|_| word.len() == 3));
        let signs = head.split(|character: char| {
            character.is_whitespace() || matches!(character, '(' | ')' | '[' | ']' | '/')
        });
        // A lower-case word may be a code, too, such as `all`.
        let sign =
            signs.filter_map(Self::of).find(|named| !matches!(named, Self::Code(_)) || head.contains('€'));
        code.or(sign)
    }

    /// Combines the names that one row gives its currency; the more specific one is returned.
    pub(super) fn with(self, other: Self) -> Result<Self, Contradiction> {
        match (self, other) {
            (Self::Code(code), Self::Code(other)) if code != other => Err(Contradiction),
            (Self::Code(code) | Self::Sign(code), Self::OneOf(some))
            | (Self::OneOf(some), Self::Code(code) | Self::Sign(code))
                if !some.contains(&code.code()) =>
            {
                Err(Contradiction)
            }
            (Self::Sign(one), Self::Sign(other)) if one != other => Err(Contradiction),
            (Self::OneOf(some), Self::OneOf(others)) if some != others => Err(Contradiction),
            (Self::OneOf(_), _) | (Self::Sign(_), Self::Code(_)) => Ok(other),
            (Self::Code(_) | Self::Sign(_), _) => Ok(self),
        }
    }

    /// Returns the meaning of a sign in a column of currencies, which no sign beside a figure contradicts.
    pub(super) fn to_code(self) -> Self {
        if let Self::Sign(currency) = self { Self::Code(currency) } else { self }
    }

    /// Returns the currency. A sign of several currencies stands for the usual one, if that is one of them.
    pub(super) fn settled(self, usual: Option<Currency>) -> Option<Currency> {
        match self {
            Self::Code(currency) | Self::Sign(currency) => Some(currency),
            Self::OneOf(some) => usual.filter(|currency| some.contains(&currency.code())),
        }
    }
}

/// Returns the currency that the marks beside the figures in these cells name.
pub(super) fn beside<'a>(
    cells: impl Iterator<Item = &'a str>,
) -> Result<Option<NamedCurrency>, Contradiction> {
    cells
        .flat_map(marks)
        .filter_map(NamedCurrency::of)
        .try_fold(None, |known: Option<NamedCurrency>, named| {
            known.map_or(Ok(named), |known| known.with(named)).map(Some)
        })
}

/// Returns the currency that the lines above the header row name, such as `Account currency: EUR`.
pub(super) fn above_heads(rows: &[(usize, StringRecord)]) -> Option<Currency> {
    const LABEL_CHARS_MAX: usize = 40;
    let code = |cell: &str| {
        let last = cell.split_whitespace().last()?;
        let is_code = last.len() == 3 && last.bytes().all(|byte| byte.is_ascii_uppercase());
        // `Transactions: ALL` does not name the Albanian lek.
        let is_word = matches!(last, "ALL" | "TOP");
        (is_code && !is_word && cell.len() <= LABEL_CHARS_MAX).then(|| Currency::parse(last).ok()).flatten()
    };
    rows.iter().flat_map(|(_, record)| record.iter()).find_map(code)
}

/// Returns the currency of rows that name none: that of the headers, else that of the lines above them, else
/// that of the other rows. If these name none, it is the hint; if they disagree, `None`.
pub(super) fn usual_currency(
    columns: &Columns,
    above: Option<Currency>,
    rows: &[(usize, StringRecord)],
    hint: Option<Currency>,
) -> Option<Currency> {
    if let Some(unit) = columns.unit {
        return unit.settled(above.or(hint));
    }
    let figures = columns.figures();
    let named = rows.iter().filter_map(|(_, record)| {
        let cells = figures.iter().filter_map(|column| cell(record, *column));
        beside(cells).ok().flatten()
    });
    let mut marks: Vec<Currency> = named.filter_map(|named| named.settled(hint)).collect();
    marks.sort_unstable();
    marks.dedup();
    match (above, marks.as_slice()) {
        (Some(above), _) => Some(above),
        (None, [only]) => Some(*only),
        (None, []) => hint,
        (None, _) => None,
    }
}
