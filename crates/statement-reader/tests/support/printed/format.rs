//! Figures and dates as banks print them.

use chrono::{Datelike, NaiveDate};

use super::words::Language;

/// Formats a date by its pattern.
pub(crate) fn date(date: NaiveDate, pattern: &str, language: &Language) -> String {
    let month = usize::try_from(date.month0()).unwrap();
    let short = language.months[month];
    let year = date.year() + if language.buddhist { 543 } else { 0 };
    let part = |word: &str| match word {
        "dd" => format!("{:02}", date.day()),
        "d" => date.day().to_string(),
        "mm" => format!("{:02}", date.month()),
        "m" => date.month().to_string(),
        "mon" | "Mon" => short.to_owned(),
        "MON" => short.trim_end_matches('.').to_uppercase(),
        "month" => language.long_months[month].to_owned(),
        "yyyy" => year.to_string(),
        "yy" => format!("{:02}", year % 100),
        other => other.to_owned(),
    };
    let characters: Vec<char> = pattern.chars().collect();
    let words = characters.chunk_by(|one, two| one.is_ascii_alphabetic() == two.is_ascii_alphabetic());
    let text: String = words.map(|word| part(&word.iter().collect::<String>())).collect();
    in_digits_of(language, &text)
}

/// Converts figures to the digits of a language.
pub(crate) fn in_digits_of(language: &Language, text: &str) -> String {
    let zero = u32::from(language.zero);
    let own = |character: char| character.to_digit(10).and_then(|digit| char::from_u32(zero + digit));
    text.chars().map(|character| own(character).unwrap_or(character)).collect()
}

/// Returns a line as seen from left to right. On a right-to-left line the words are in the opposite order,
/// and so are the letters of words that are not figures.
pub(crate) fn as_seen(language: &Language, text: &str) -> String {
    let is_letter = |character: char| matches!(character, '\u{620}'..='\u{65f}' | '\u{66e}'..='\u{6d3}');
    if !language.right_to_left || !text.contains(is_letter) {
        return text.to_owned();
    }
    let turned = |word: &str| -> String {
        if word.contains(is_letter) { word.chars().rev().collect() } else { word.to_owned() }
    };
    text.split(' ').rev().map(turned).collect::<Vec<_>>().join(" ")
}

/// Formats an amount without its sign.
pub(crate) fn digits(minor: i64, (group, decimal): (&str, &str), cents: bool) -> String {
    let minor = minor.unsigned_abs();
    let (whole, fraction) = if cents { (minor / 100, minor % 100) } else { (minor, 0) };
    let whole = whole.to_string();
    let mut grouped = String::new();
    for (index, digit) in whole.chars().enumerate() {
        let left = whole.len() - index;
        let boundary = match group {
            "I" => left == 3 || left > 3 && (left - 3) % 2 == 0,
            _ => left % 3 == 0,
        };
        if index > 0 && boundary {
            grouped.push_str(if group == "I" { "," } else { group });
        }
        grouped.push(digit);
    }
    if cents { format!("{grouped}{decimal}{fraction:02}") } else { grouped }
}

/// Distinction of money out from money in, in a column that holds both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sign {
    Minus,
    TrailingMinus,
    Parentheses,
    LongMinus,
    MinusAndGap,
    PlusAndMinus,
    /// The language's marks of money in and out.
    Marks,
    /// Only unusual amounts have a mark.
    CreditMark,
    Triangle,
}

/// Position of the currency beside a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Symbol {
    None,
    Before,
    After,
    /// The currency code before the figure.
    Code,
}

/// Format of signed figures.
#[derive(Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "independent properties of a format")]
pub(crate) struct Money<'a> {
    pub(crate) language: &'a Language,
    pub(crate) numbers: (&'static str, &'static str),
    pub(crate) sign: Sign,
    pub(crate) symbol: Symbol,
    /// True if purchases are positive and payments negative.
    pub(crate) card: bool,
    /// True if whole amounts are printed without decimals.
    pub(crate) whole: bool,
    /// True if asterisks fill the cells of amounts.
    pub(crate) stars: bool,
    /// True if decimals have no zeros at their end, except for the first one.
    pub(crate) short: bool,
}

impl Money<'_> {
    /// Formats an amount without its sign.
    pub(crate) fn bare(&self, minor: i64) -> String {
        let is_bare = self.whole && self.language.cents && minor % 100 == 0;
        let (minor, cents) = if is_bare { (minor / 100, false) } else { (minor, self.language.cents) };
        let figure = in_digits_of(self.language, &digits(minor, self.numbers, cents));
        let is_short = self.short && cents && minor % 10 == 0;
        let figure = if is_short { figure[..figure.len() - 1].to_owned() } else { figure };
        let figure = if self.stars { format!("{figure:*>10}") } else { figure };
        let symbol = self.language.symbol;
        match self.symbol {
            Symbol::Code => format!("{} {figure}", self.language.currency),
            Symbol::None => figure,
            Symbol::Before if symbol.len() > 2 => format!("{symbol} {figure}"),
            Symbol::Before => format!("{symbol}{figure}"),
            Symbol::After => format!("{figure} {symbol}"),
        }
    }

    /// Formats an amount with its sign.
    pub(crate) fn signed(&self, minor: i64) -> String {
        let bare = self.bare(minor);
        let (credit, debit) = self.language.marks;
        let minus = if self.card { minor > 0 } else { minor < 0 };
        match self.sign {
            Sign::Marks => format!("{bare} {}", if minor < 0 { debit } else { credit }),
            Sign::CreditMark if minor > 0 => format!("{bare} {credit}"),
            Sign::CreditMark => bare,
            Sign::PlusAndMinus if !minus && minor != 0 => format!("+{bare}"),
            _ if !minus => bare,
            Sign::Minus | Sign::PlusAndMinus => format!("-{bare}"),
            Sign::TrailingMinus => format!("{bare}-"),
            Sign::Parentheses => format!("({bare})"),
            Sign::LongMinus => format!("\u{2212}{bare}"),
            Sign::MinusAndGap => format!("- {bare}"),
            Sign::Triangle => format!("\u{25b2}{bare}"),
        }
    }
}
