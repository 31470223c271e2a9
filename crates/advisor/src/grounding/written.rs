//! Finds the figures of a text in any notation: with the separators of any country,
//! with a currency beside or attached to them, and in the digits of any script.
//!
//! [`saldo_domain::decimal`] reads the numbers. Their limits in running text, and their rounding, are here.

use std::collections::HashSet;

use saldo_domain::Currency;
use saldo_domain::decimal::{Digits, WrittenNumber};

/// The kind of a figure, according to its surroundings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// An amount with a currency beside it.
    Money,
    /// A percentage.
    Share,
    /// A count, a date or another number.
    Plain,
    /// Part of a word, as in `SHOP2468`.
    Word,
}

/// A figure in a text.
#[derive(Debug)]
pub(super) struct Written<'a> {
    /// The text of the figure itself, as written.
    pub(super) text: &'a str,
    /// The byte offset of the figure.
    pub(super) start: usize,
    pub(super) kind: Kind,
    /// All possible values: `1.234` has two. Empty if the figure cannot be parsed.
    pub(super) readings: Vec<Figure>,
}

impl Written<'_> {
    /// Returns the text in lower case.
    pub(super) fn word(&self) -> String {
        self.text.to_lowercase()
    }
}

/// A decimal number without sign, `units` × 10^-`places`, without trailing zeros in the decimals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Figure {
    units: i128,
    places: i32,
}

impl Figure {
    pub(super) const NOTHING: Self = Self { units: 0, places: 0 };

    /// Parses digits with at most one decimal point.
    pub(super) fn parse(text: &str) -> Option<Self> {
        if text.starts_with('.') {
            return None;
        }
        Self::of(Digits::parse_with(text, &['.']).ok()?)
    }

    fn of(digits: Digits) -> Option<Self> {
        let digits = digits.trimmed();
        let units = i128::try_from(digits.units()).ok()?;
        Some(Self { units, places: i32::try_from(digits.places()).ok()? })
    }

    /// True if the set contains this figure, or one that rounds to it.
    pub(super) fn is_among(self, known: &HashSet<Self>) -> bool {
        known.contains(&self) || known.iter().any(|source| source.rounds_to(self))
    }

    /// True if the other figure equals this one, or is this one rounded to fewer decimals.
    pub(super) fn is_as(self, other: Self) -> bool {
        self == other || self.rounds_to(other)
    }

    fn rounds_to(self, other: Self) -> bool {
        let more = self.places.checked_sub(other.places).and_then(|more| u32::try_from(more).ok());
        let Some(step) = more.and_then(|more| 10_i128.checked_pow(more)) else { return false };
        let half_more = self.units.checked_add(step / 2);
        step > 1 && half_more.is_some_and(|units| units.div_euclid(step) == other.units)
    }

    pub(super) const fn magnitude(self) -> Self {
        Self { units: self.units.abs(), ..self }
    }

    /// Adds an amount that may have a sign. Returns `None` if it overflows or is not a number.
    pub(super) fn with(self, amount: &str) -> Option<Self> {
        let other = Self::parse(amount.trim_start_matches('-'))?;
        let places = self.places.max(other.places);
        let scaled = |figure: Self| {
            let more = u32::try_from(places - figure.places).ok()?;
            figure.units.checked_mul(10_i128.checked_pow(more)?)
        };
        let other = scaled(other)?;
        let units = scaled(self)?.checked_add(if amount.starts_with('-') { -other } else { other })?;
        Some(Self { units, places }.normal())
    }

    fn normal(mut self) -> Self {
        while self.places > 0 && self.units % 10 == 0 {
            self = Self { units: self.units / 10, places: self.places - 1 };
        }
        self
    }
}

/// Returns the figures of a text, in order.
/// Words with one or two digits, such as `Q2` and `B2B`, are left out because they state no figure.
pub(super) fn figures(text: &str) -> impl Iterator<Item = Written<'_>> {
    tokens(text).filter_map(move |(start, end)| read(text, start, end))
}

/// Returns the byte ranges of runs of letters and digits, including separators between digits.
fn tokens(text: &str) -> impl Iterator<Item = (usize, usize)> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + text[at..].find(char::is_alphanumeric)?;
        let mut end = start + spaced(&text[start..]);
        let mut before = text[..end].chars().next_back().filter(|_| end > start);
        while let Some(character) = text[end..].chars().next() {
            let after = text[end + character.len_utf8()..].chars().next();
            let is_between = || {
                let before_digits = after.is_some_and(char::is_numeric);
                let is_inside_name = character == '.' && before.is_some_and(char::is_alphabetic);
                let is_inside_number = before.is_some_and(char::is_numeric) && is_separator(character);
                before_digits && (is_inside_name || is_inside_number)
            };
            if !character.is_alphanumeric() && !is_between() {
                break;
            }
            end += character.len_utf8();
            before = Some(character);
        }
        at = end;
        Some((start, end))
    })
}

/// Returns the length of the number at the beginning if it has spaces between thousands and a decimal part,
/// else 0. Without decimals, it may be two separate numbers.
fn spaced(text: &str) -> usize {
    let bytes = text.as_bytes();
    let digits = |from: usize| bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let first = digits(0);
    let mut end = first;
    while (1..=3).contains(&first) && bytes.get(end) == Some(&b' ') && digits(end + 1) == 3 {
        end += 4;
    }
    let has_decimals = matches!(bytes.get(end), Some(b'.' | b',')) && digits(end + 1) > 0;
    if end > first && has_decimals { end } else { 0 }
}

const fn is_separator(character: char) -> bool {
    matches!(
        character,
        '.' | ',' | '\'' | '\u{2019}' | '\u{a0}' | '\u{202f}' | '\u{2009}' | '\u{66b}' | '\u{66c}'
    )
}

fn read(text: &str, start: usize, end: usize) -> Option<Written<'_>> {
    let token = &text[start..end];
    let first = token.find(char::is_numeric)?;
    let last = token.rfind(char::is_numeric)?;
    let last = last + token[last..].chars().next().map_or(0, char::len_utf8);
    let (before, core, after) = (&token[..first], &token[first..last], &token[last..]);
    let whole = |kind| Some(Written { text: token, start, kind, readings: Vec::new() });
    if core.contains(char::is_alphabetic) || !(before.is_empty() || is_currency(before)) {
        let digits = core.chars().filter(|character| character.is_numeric()).count();
        // Some readers take `1e6` for a million, so it counts as a number instead of a word.
        let is_number = before.is_empty() && core.split(['e', 'E']).all(|part| Figure::parse(part).is_some());
        return match (is_number, digits) {
            (true, _) => whole(Kind::Plain),
            (false, ..=2) => None,
            (false, _) => whole(Kind::Word),
        };
    }
    let core_start = start + first;
    let (readings, text_end) = match scale(after) {
        Some(zeros) => (scaled(readings(core), zeros), end),
        None => (readings(core), core_start + core.len()),
    };
    let has_currency = is_currency(before) || is_currency(after);
    let kind =
        if has_currency || is_after_currency(&text[..core_start]) || is_before_currency(&text[text_end..]) {
            Kind::Money
        } else if is_per_cent(&text[text_end..]) {
            Kind::Share
        } else {
            Kind::Plain
        };
    Some(Written { text: &text[core_start..text_end], start: core_start, kind, readings })
}

/// Returns the possible values of digits with separators.
fn readings(core: &str) -> Vec<Figure> {
    let Some(number) = WrittenNumber::parse(core) else { return Vec::new() };
    let point = number.point();
    let points = [point.assuming_decimals(), point.assuming_thousands()].map(|point| point.unwrap_or('.'));
    let mut readings: Vec<Figure> =
        points.into_iter().filter_map(|point| Figure::of(number.read(point)?)).collect();
    readings.dedup();
    readings
}

/// Returns the number of zeros that a suffix such as "k" stands for.
fn scale(after: &str) -> Option<i32> {
    match after {
        "k" | "K" => Some(3),
        "m" | "M" | "mn" | "mio" | "Mio" => Some(6),
        "b" | "B" | "bn" => Some(9),
        _ => None,
    }
}

fn scaled(readings: Vec<Figure>, zeros: i32) -> Vec<Figure> {
    readings.into_iter().map(|figure| Figure { places: figure.places - zeros, ..figure }).collect()
}

/// True for a currency code, or a currency symbol made of letters.
fn is_currency(word: &str) -> bool {
    let is_code = || word.bytes().all(|byte| byte.is_ascii_uppercase()) && Currency::parse(word).is_ok();
    matches!(word, "Rs" | "kr" | "Kr" | "Fr" | "zł" | "Kč" | "Ft" | "lei" | "TL")
        || word.len() == 3 && is_code()
}

const fn is_sign(character: char) -> bool {
    matches!(
        character,
        '$' | '¢' | '£' | '¤' | '¥' | '\u{60c}' | '฿' | '\u{20a0}'..='\u{20cf}' | '＄' | '￡' | '￥'
    )
}

/// Characters that may stand between a figure and its currency, such as Markdown marks.
const fn is_decoration(character: char) -> bool {
    matches!(character, '*' | '_' | '`' | '~' | '-' | '+' | '\u{2212}' | '\u{2013}')
}

fn is_after_currency(before: &str) -> bool {
    let near = before.trim_end_matches(|it: char| it.is_whitespace() || is_decoration(it));
    let word = near.trim_end_matches(char::is_alphabetic);
    // A currency between two figures belongs to the first of them.
    let is_taken = |rest: &str| {
        rest.trim_end_matches(|it: char| it.is_whitespace() || is_decoration(it)).ends_with(char::is_numeric)
    };
    near.ends_with(is_sign) && !is_taken(near.trim_end_matches(is_sign))
        || is_currency(&near[word.len()..]) && !is_taken(word)
}

pub(super) fn is_before_currency(after: &str) -> bool {
    let near = after.trim_start_matches(|it: char| it.is_whitespace() || is_decoration(it));
    let rest = near.trim_start_matches(char::is_alphabetic);
    let begins_another = |rest: &str| {
        let next = rest.trim_start_matches(|it: char| it.is_whitespace() || is_decoration(it));
        rest.len() > next.len() && next.starts_with(char::is_numeric)
    };
    near.starts_with(is_sign) && !near.trim_start_matches(is_sign).starts_with(char::is_numeric)
        || is_currency(&near[..near.len() - rest.len()]) && !begins_another(rest)
}

fn is_per_cent(after: &str) -> bool {
    let near = after.trim_start_matches(|it: char| it.is_whitespace() || is_decoration(it));
    near.starts_with(['%', '٪', '‰']) || near.starts_with("per cent") || near.starts_with("percent")
}
