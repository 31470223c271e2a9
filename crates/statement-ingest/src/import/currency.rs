//! Which currency figures are in: a code or a sign beside them, a column of codes, a head.

use csv::StringRecord;
use saldo_domain::Currency;

use super::columns::{Columns, cell};
use super::figure::marks;
use crate::read::signified;

/// What a code or a sign says about the currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Named {
    /// This one.
    Code(Currency),
    /// A sign that mostly means this one: pounds and rupees have other countries too.
    Sign(Currency),
    /// A sign of many: one of these.
    OneOf(&'static [&'static str]),
}

/// A row names two currencies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Contradiction;

const DOLLARS: &[&str] = &[
    "USD", "CAD", "AUD", "NZD", "SGD", "HKD", "TWD", "MXN", "ARS", "CLP", "COP", "UYU", "DOP", "BBD", "BMD",
    "BSD", "BZD", "BND", "FJD", "GYD", "JMD", "KYD", "LRD", "NAD", "SBD", "SRD", "TTD", "XCD", "CUP", "CVE",
];
const CROWNS: &[&str] = &["SEK", "NOK", "DKK", "ISK"];
const YEN: &[&str] = &["JPY", "CNY"];

impl Named {
    /// What a mark says, if it is one: `EUR`, `€`, `$`.
    pub(super) fn of(mark: &str) -> Option<Self> {
        let bare = mark.trim_matches('.');
        if let Some(currency) = signified(mark).or_else(|| signified(bare)) {
            // Nothing else is written so.
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

    /// What a head says about the figures under it: `Betrag (EUR)`, `Saldo in CHF`.
    pub(super) fn in_head(head: &str) -> Option<Self> {
        let code = head
            .split(|character: char| !character.is_ascii_uppercase())
            .find_map(|word| Self::of(word).filter(|_| word.len() == 3));
        let signs = head.split(|character: char| {
            character.is_whitespace() || matches!(character, '(' | ')' | '[' | ']' | '/')
        });
        // Words in small letters that are codes too are words: `all`.
        let sign =
            signs.filter_map(Self::of).find(|named| !matches!(named, Self::Code(_)) || head.contains('€'));
        code.or(sign)
    }

    /// What both say together.
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

    /// As a column of its own says it, which no sign beside a figure contradicts.
    pub(super) fn certain(self) -> Self {
        if let Self::Sign(currency) = self { Self::Code(currency) } else { self }
    }

    /// The currency, where a sign of many is that of the one that is usual here.
    pub(super) fn settled(self, usual: Option<Currency>) -> Option<Currency> {
        match self {
            Self::Code(currency) | Self::Sign(currency) => Some(currency),
            Self::OneOf(some) => usual.filter(|currency| some.contains(&currency.code())),
        }
    }
}

/// What stands beside the figures in these cells.
pub(super) fn beside<'a>(cells: impl Iterator<Item = &'a str>) -> Result<Option<Named>, Contradiction> {
    cells.flat_map(marks).filter_map(Named::of).try_fold(None, |known: Option<Named>, named| {
        known.map_or(Ok(named), |known| known.with(named)).map(Some)
    })
}

/// The currency that the lines above the heads name: `Account currency: EUR`.
pub(super) fn above_heads(rows: &[(usize, StringRecord)]) -> Option<Currency> {
    const LABEL_CHARS_MAX: usize = 40;
    let code = |cell: &str| {
        let last = cell.split_whitespace().last()?;
        let is_code = last.len() == 3 && last.bytes().all(|byte| byte.is_ascii_uppercase());
        // `Transactions: ALL` does not speak of Albania.
        let is_word = matches!(last, "ALL" | "TOP");
        (is_code && !is_word && cell.len() <= LABEL_CHARS_MAX).then(|| Currency::parse(last).ok()).flatten()
    };
    rows.iter().flat_map(|(_, record)| record.iter()).find_map(code)
}

/// The currency of rows that name none: what the heads say, or the lines above them, or the marks of the other rows if they agree.
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
