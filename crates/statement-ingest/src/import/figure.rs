//! Texts, figures and dates as such files write them.

use std::borrow::Cow;

use chrono::NaiveDate;
use saldo_domain::{Currency, Money};

use crate::read::signified;

/// The text in whatever encoding: a byte order mark decides, then UTF-8 if it is that, else Windows' Western one.
pub(super) fn decode(bytes: &[u8]) -> Cow<'_, str> {
    if let Some((encoding, mark)) = encoding_rs::Encoding::for_bom(bytes) {
        return encoding.decode_without_bom_handling(&bytes[mark..]).0;
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        // A piece of a file may end inside a character.
        Err(error) if error.error_len().is_none() => {
            Cow::Borrowed(std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default())
        }
        Err(_) => encoding_rs::WINDOWS_1252.decode_without_bom_handling(bytes).0,
    }
}

/// A decimal with a point and without groups; zeros beyond the currency's digits are no digits.
pub(super) fn decimal(text: &str, currency: Currency) -> Option<Money> {
    let trimmed = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text };
    let text = if trimmed.is_empty() { "0" } else { trimmed };
    Money::parse(text.strip_prefix('+').unwrap_or(text), currency).ok()
}

/// What stands before the digits of a figure and after them, without plus and minus.
pub(super) fn marks(text: &str) -> [&str; 2] {
    let is_digit = |character: char| character.is_ascii_digit();
    match (text.find(is_digit), text.rfind(is_digit)) {
        (Some(first), Some(last)) => [unsigned(&text[..first]), unsigned(&text[last + 1..])],
        _ => [""; 2],
    }
}

fn unsigned(mark: &str) -> &str {
    mark.trim_matches(|character: char| {
        character.is_whitespace() || matches!(character, '-' | '+' | '−' | '(' | ')')
    })
}

/// An amount without its trimmings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Figure {
    /// Digits, and the separators between them.
    core: String,
    pub(super) negative: bool,
}

impl Figure {
    /// Reads `-1.234,56`, `(12.34)`, `12.34-`, `€ 12`, `12.34 CR`; `None` when it is no figure.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let mut rest: String = text.chars().filter(|character| !character.is_whitespace()).collect();
        let mut negative = false;
        if let Some(inner) = rest.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
            negative = true;
            rest = inner.to_owned();
        }
        let is_digit = |character: char| character.is_ascii_digit();
        let first = rest.find(is_digit)?;
        let last = rest.rfind(is_digit)?;
        // A figure may begin with its decimal separator.
        let begin =
            if first > 0 && matches!(rest.as_bytes()[first - 1], b'.' | b',') { first - 1 } else { first };
        let (before, core, after) = (&rest[..begin], &rest[begin..=last], &rest[last + 1..]);
        if !core.chars().all(|character| is_digit(character) || matches!(character, '.' | ',' | '\'' | '’'))
        {
            return None;
        }
        for mark in [before, after] {
            let words: String =
                mark.chars().filter(|character| !matches!(character, '-' | '+' | '−' | '.')).collect();
            match words.to_ascii_uppercase().as_str() {
                "DR" | "D" | "DB" | "DBIT" => negative = true,
                "" | "CR" | "C" | "CRDT" => {}
                word if word.chars().all(|character| !character.is_alphanumeric()) => {}
                "KR" | "RS" => {}
                word if Currency::parse(word).is_ok() || signified(unsigned(mark)).is_some() => {}
                _ => return None,
            }
            negative ^= mark.contains(['-', '−']);
        }
        Some(Self { core: core.to_owned(), negative })
    }

    pub(super) fn is_zero(&self) -> bool {
        self.core.bytes().all(|byte| !byte.is_ascii_digit() || byte == b'0')
    }

    /// Whether it is written as another, but for the sign.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        self.core == other.core
    }

    /// Whether a separator is the decimal one in this figure, as far as it can be told.
    pub(super) fn decimal(&self) -> Option<char> {
        let place = self.core.rfind(['.', ','])?;
        let separator = char::from(self.core.as_bytes()[place]);
        let other = if separator == '.' { ',' } else { '.' };
        let (fraction, count) = (self.core.len() - place - 1, self.core.matches(separator).count());
        // The first group has one digit to three and begins with no zero.
        let may_group = (1..=3).contains(&place) && !self.core.starts_with('0');
        if count > 1 {
            Some(other)
        } else if self.core.contains(other) || fraction != 3 || !may_group {
            Some(separator)
        } else {
            None
        }
    }

    /// The decimal separator if the one there is parts groups, where three digits after it leave that open: in `1.200` the comma.
    fn decimal_of_groups(&self) -> Option<char> {
        let place = self.core.find(['.', ',']).filter(|_| self.decimal().is_none())?;
        Some(if self.core.as_bytes()[place] == b'.' { ',' } else { '.' })
    }

    /// The amount with this decimal separator; `None` too where three digits after it may be a group and are too many for decimals.
    pub(super) fn money(&self, decimal: char, currency: Currency) -> Option<Money> {
        let of_groups = self.decimal_of_groups();
        if of_groups.is_some_and(|of_groups| of_groups != decimal) && has_no_thousandths(currency) {
            return None;
        }
        self.money_without_groups(decimal, currency)
    }

    /// The amount with this decimal separator, in formats that know no groups of three digits.
    pub(super) fn money_without_groups(&self, decimal: char, currency: Currency) -> Option<Money> {
        let (whole, fraction) = self.core.split_once(decimal).unwrap_or((&self.core, ""));
        let whole = grouped(whole)?;
        let places = usize::try_from(currency.digits()).unwrap_or(usize::MAX);
        let trimmed = fraction.trim_end_matches('0');
        let fraction = if fraction.len() > places { trimmed } else { fraction };
        let point = if fraction.is_empty() { "" } else { "." };
        let sign = if self.negative { "-" } else { "" };
        Money::parse(&format!("{sign}{whole}{point}{fraction}"), currency).ok()
    }
}

/// A whole number without its group separators; `None` when they stand where none can.
fn grouped(whole: &str) -> Option<String> {
    let mut groups = whole.split(['.', ',', '\'', '’']);
    let first = groups.next()?;
    let rest: Vec<&str> = groups.collect();
    let last_has_three = rest.last().is_none_or(|group| group.len() == 3);
    // In India all but the last group have two digits.
    let others_fit = rest.iter().all(|group| matches!(group.len(), 2 | 3));
    (last_has_three && others_fit)
        .then(|| if whole.is_empty() { "0".to_owned() } else { first.to_owned() + &rest.concat() })
}

/// Whether amounts have fewer than three decimals, so that `1.200` is twelve hundred.
fn has_no_thousandths(currency: Currency) -> bool {
    currency.digits() < 3
}

/// The decimal separator of all figures together.
pub(super) fn decimal_of<'a>(figures: impl Iterator<Item = (&'a Figure, Currency)>) -> char {
    let (mut told, mut likely) = ((0_usize, 0_usize), (0_usize, 0_usize));
    for (figure, currency) in figures {
        let count = |(points, commas): &mut (usize, usize), decimal| {
            if decimal == '.' { *points += 1 } else { *commas += 1 }
        };
        if let Some(decimal) = figure.decimal() {
            count(&mut told, decimal);
        } else if let Some(decimal) = figure.decimal_of_groups().filter(|_| has_no_thousandths(currency)) {
            count(&mut likely, decimal);
        }
    }
    // One figure that tells says more than any number of those that may be groups.
    let (points, commas) = if told.0 == told.1 { likely } else { told };
    if commas > points { ',' } else { '.' }
}

/// A date whose order may still be open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Day {
    Known(NaiveDate),
    /// Two numbers and a year.
    Open(u32, u32, i32),
}

impl Day {
    /// Reads `2024-01-31`, `31.01.2024`, `1/31/24`, `31'24` as Quicken writes it, `20240131`, with a time after it.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let text = text.split(['T', ' ']).next().filter(|date| date.len() >= 6).unwrap_or(text);
        if text.len() == 8 && text.bytes().all(|byte| byte.is_ascii_digit()) {
            return super::compact_date(text).map(Self::Known);
        }
        let parts: Vec<&str> =
            text.split(['-', '/', '.', '\'', ' ']).filter(|part| !part.is_empty()).collect();
        let &[one, two, three] = parts.as_slice() else { return None };
        let number = |part: &str| part.parse::<u32>().ok();
        if one.len() == 4 {
            return NaiveDate::from_ymd_opt(one.parse().ok()?, number(two)?, number(three)?).map(Self::Known);
        }
        let year: i32 = three.parse().ok()?;
        let year = match three.len() {
            4 => year,
            1 | 2 if year >= 80 => 1900 + year,
            1 | 2 => 2000 + year,
            _ => return None,
        };
        match (number(one), number(two)) {
            (Some(one), Some(two)) => Some(Self::Open(one, two, year)),
            (Some(day), None) => {
                NaiveDate::from_ymd_opt(year, crate::read::month_number(two)?, day).map(Self::Known)
            }
            _ => None,
        }
    }

    /// The date under an order.
    pub(super) fn date(self, month_first: bool) -> Option<NaiveDate> {
        match self {
            Self::Known(date) => Some(date),
            Self::Open(month, day, year) if month_first => NaiveDate::from_ymd_opt(year, month, day),
            Self::Open(day, month, year) => NaiveDate::from_ymd_opt(year, month, day),
        }
    }
}

/// Whether the month comes first in all of these; `None` when neither order makes sense of them.
pub(super) fn month_first(days: &[Day], preferred: bool) -> Option<bool> {
    // Entries are listed in the order of time or against it: the order with fewer turns is the right one.
    let turns = |month_first: bool| {
        let dates: Option<Vec<NaiveDate>> = days.iter().map(|day| day.date(month_first)).collect();
        let dates = dates?;
        let down = dates.windows(2).filter(|pair| pair[0] > pair[1]).count();
        let up = dates.windows(2).filter(|pair| pair[0] < pair[1]).count();
        Some(down.min(up))
    };
    match (turns(false), turns(true)) {
        (None, None) => None,
        (Some(_), None) => Some(false),
        (None, Some(_)) => Some(true),
        (Some(day_first), Some(month_first)) if day_first == month_first => Some(preferred),
        (Some(day_first), Some(month_first)) => Some(month_first < day_first),
    }
}
