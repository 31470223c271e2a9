//! Texts, figures and dates in the forms of data files, over the scanners of [`saldo_domain::decimal`] and
//! [`saldo_domain::date`]: the signs and currencies beside figures, and what all figures or dates of a file
//! decide together.

use std::borrow::Cow;

use chrono::NaiveDate;
use saldo_domain::date::WrittenDate;
use saldo_domain::decimal::{Digits, Point, WrittenNumber};
use saldo_domain::{Currency, Money, text};

use crate::read::signified;

/// Decodes a text: a byte order mark decides the encoding, else it is UTF-8 if that is valid, else
/// Windows-1252. Unreadable characters become `…`, also those that another program could not read before.
pub(super) fn decode(bytes: &[u8]) -> Cow<'_, str> {
    let decoded = decoded(bytes);
    if decoded.contains(char::REPLACEMENT_CHARACTER) { text::legible(&decoded).into() } else { decoded }
}

fn decoded(bytes: &[u8]) -> Cow<'_, str> {
    if let Some((encoding, mark)) = encoding_rs::Encoding::for_bom(bytes) {
        return encoding.decode_without_bom_handling(&bytes[mark..]).0;
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        // The beginning of a file may end inside a character.
        Err(error) if error.error_len().is_none() => {
            Cow::Borrowed(std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default())
        }
        Err(_) => encoding_rs::WINDOWS_1252.decode_without_bom_handling(bytes).0,
    }
}

/// Parses a decimal number with a point and without group separators. Trailing zeros are ignored, so there
/// may be more decimals than the currency has.
pub(super) fn parse_decimal(text: &str, currency: Currency) -> Option<Money> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    Money::from_digits(Digits::parse_with(digits, &['.']).ok()?, negative, currency).ok()
}

/// Returns the text before and after the digits of a figure, without plus, minus and parentheses.
pub(super) fn marks(text: &str) -> [&str; 2] {
    let is_digit = |character: char| character.is_ascii_digit();
    match (text.find(is_digit), text.rfind(is_digit)) {
        (Some(first), Some(last)) => [unsigned(&text[..first]), unsigned(&text[last + 1..])],
        _ => [""; 2],
    }
}

fn unsigned(mark: &str) -> &str {
    mark.trim_matches(|character: char| {
        character.is_whitespace() || is_minus(character) || matches!(character, '+' | '(' | ')' | '\'')
    })
}

/// True for all characters that files use as a minus.
fn is_minus(character: char) -> bool {
    matches!(character, '-' | '\u{2010}'..='\u{2015}' | '−' | '﹣' | '－')
}

/// Removes white space. Between two digits it becomes `'`, because it separates groups: `1 234,50`, but not
/// `5.00 7`.
fn without_blanks(text: &str) -> String {
    let mut rest = String::with_capacity(text.len());
    let mut was_blank = false;
    for character in text.chars() {
        if character.is_whitespace() {
            was_blank = true;
            continue;
        }
        if was_blank && character.is_ascii_digit() && rest.ends_with(|last: char| last.is_ascii_digit()) {
            rest.push('\'');
        }
        was_blank = false;
        rest.push(character);
    }
    rest
}

/// True if the first digit follows a decimal separator, as in `.50`, but not in `Rs.500` or `Fr. 5`. `None`
/// if that is ambiguous, as in `EUR.50`.
fn begins_with_decimal(text: &str) -> Option<bool> {
    let before = &text[..text.find(|character: char| character.is_ascii_digit())?];
    let Some(before) = before.strip_suffix(['.', ',']) else { return Some(false) };
    let word = before.trim_start_matches(|character: char| !character.is_alphabetic());
    if word.ends_with(char::is_alphabetic) {
        return if Currency::parse(word).is_ok() { None } else { Some(false) };
    }
    Some(true)
}

/// Removes the sign for "no cents" from the text after the digits, as in `5.-` and `100,–`.
fn without_no_cents(after: &str) -> &str {
    let rest = after.strip_prefix(['.', ',']).filter(|rest| rest.starts_with(is_minus));
    rest.map_or(after, |rest| rest.trim_start_matches(is_minus))
}

/// The signs beside the digits of a figure.
#[derive(Default)]
struct Signs {
    minus: usize,
    plus: usize,
    opened: usize,
    closed: usize,
    /// True if a word states money out, such as `DR`.
    is_debit: bool,
}

impl Signs {
    /// True if the figure is negative; `None` if there are several signs or contradictory ones, as in `--5`
    /// and `5-)`.
    fn negative(&self) -> Option<bool> {
        match (self.minus + self.plus, self.opened, self.closed) {
            (0 | 1, 0, 0) => Some(self.minus == 1 || self.is_debit),
            (0, 1, 1) => Some(true),
            _ => None,
        }
    }

    /// Reads the text before or after the digits; `None` if it does not belong to a figure.
    fn read(&mut self, mark: &str) -> Option<()> {
        let count = |wanted: fn(char) -> bool| mark.chars().filter(|character| wanted(*character)).count();
        self.minus += count(is_minus);
        self.plus += count(|character| character == '+');
        self.opened += count(|character| character == '(');
        self.closed += count(|character| character == ')');
        let is_word = |character: &char| !is_minus(*character) && !matches!(character, '+' | '.' | '(' | ')');
        let word: String = mark.chars().filter(is_word).collect();
        match word.to_ascii_uppercase().as_str() {
            "DR" | "D" | "DB" | "DBIT" => self.is_debit = true,
            "" | "CR" | "C" | "CRDT" | "KR" | "RS" => {}
            word if word.chars().all(may_stand_beside) => {}
            word if Currency::parse(word).is_ok() || signified(unsigned(mark)).is_some() => {}
            _ => return None,
        }
        Some(())
    }
}

/// True for currency signs and for characters that keep a cell from being a formula. `%`, `*` and `#` have a
/// meaning of their own, so that they are rejected.
fn may_stand_beside(character: char) -> bool {
    matches!(character, '$' | '\'' | '"' | '=') || !(character.is_ascii() || character.is_alphanumeric())
}

/// The digits of an amount with its separators, and its sign.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Figure {
    number: WrittenNumber,
    pub(super) negative: bool,
}

impl Figure {
    /// Parses a figure such as `-1.234,56`, `(12.34)`, `12.34-`, `€ 12` or `12.34 CR`; `None` if a part of
    /// the text does not belong to a figure.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let rest = without_blanks(text);
        let is_digit = |character: char| character.is_ascii_digit();
        let first = rest.find(is_digit)?;
        let last = rest.rfind(is_digit)?;
        // A figure may begin with its decimal separator.
        let begin = if begins_with_decimal(text)? { first - 1 } else { first };
        let (before, core, after) =
            (&rest[..begin], &rest[begin..=last], without_no_cents(&rest[last + 1..]));
        // MT940 writes `5,` for a figure without cents.
        let after = if core.chars().all(is_digit) { after.strip_prefix(',').unwrap_or(after) } else { after };
        let mut signs = Signs::default();
        signs.read(before)?;
        signs.read(after)?;
        Some(Self { number: WrittenNumber::parse(core)?, negative: signs.negative()? })
    }

    pub(super) fn is_zero(&self) -> bool {
        self.number.is_zero()
    }

    /// True if both figures are the same number, apart from the sign, with any decimal separator.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        ['.', ','].into_iter().all(|decimal| self.number.read(decimal) == other.number.read(decimal))
    }

    /// Returns the decimal separator as far as this figure shows it.
    pub(super) fn decimal(&self) -> Option<char> {
        match self.number.point() {
            Point::Known(separator) => Some(separator),
            Point::Absent | Point::Open(_) => None,
        }
    }

    /// Returns the decimal separator if the only separator of this figure separates groups, as in `1.200`,
    /// where it is the comma. `None` unless three digits after it make that possible.
    fn decimal_of_groups(&self) -> Option<char> {
        let point = self.number.point();
        point.assuming_thousands().filter(|_| matches!(point, Point::Open(_)))
    }

    /// Returns the amount with this decimal separator; `None` if it is invalid, or if three digits after the
    /// separator may be a group and are too many for the currency's decimals.
    pub(super) fn money(&self, decimal: char, currency: Currency) -> Option<Money> {
        let of_groups = self.decimal_of_groups();
        if of_groups.is_some_and(|of_groups| of_groups != decimal) && has_no_thousandths(currency) {
            return None;
        }
        self.money_without_groups(decimal, currency)
    }

    /// Returns the amount with this decimal separator, for formats without group separators.
    pub(super) fn money_without_groups(&self, decimal: char, currency: Currency) -> Option<Money> {
        Money::from_digits(self.number.read(decimal)?, self.negative, currency).ok()
    }
}

/// True if amounts have fewer than three decimals, so that `1.200` is 1200.
fn has_no_thousandths(currency: Currency) -> bool {
    currency.digits() < 3
}

/// Returns the decimal separator of all figures together.
pub(super) fn decimal_of<'a>(figures: impl Iterator<Item = (&'a Figure, Currency)>) -> char {
    let (mut certain, mut likely) = ((0_usize, 0_usize), (0_usize, 0_usize));
    for (figure, currency) in figures {
        let count = |(points, commas): &mut (usize, usize), decimal| {
            if decimal == '.' { *points += 1 } else { *commas += 1 }
        };
        if let Some(decimal) = figure.decimal() {
            count(&mut certain, decimal);
        } else if let Some(decimal) = figure.decimal_of_groups().filter(|_| has_no_thousandths(currency)) {
            count(&mut likely, decimal);
        }
    }
    // One unambiguous figure outweighs any number of figures that may have groups.
    let (points, commas) = if certain.0 == certain.1 { likely } else { certain };
    if commas > points { ',' } else { '.' }
}

/// Parses a date. Its month may have a name in any language of statements.
pub(super) fn written_date(text: &str) -> Option<WrittenDate> {
    WrittenDate::parse(text, crate::read::month_number)
}

/// The order of day and month in the dates of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Order {
    pub(super) month_first: bool,
    /// True if the dates determine the order, false if it is only the usual one.
    pub(super) is_certain: bool,
}

/// Returns the order of day and month in `days`, the dates of transactions, and `others`, further dates of
/// the same file. `None` if neither order makes all of `days` valid.
///
/// The first of these criteria that decides is used: all of `days` are valid; `days` are closer to ascending
/// or descending order; all of `others` are valid. Else the month comes first if all ambiguous dates have
/// slashes and the currency is the US dollar.
pub(super) fn order(
    days: &[WrittenDate],
    others: &[WrittenDate],
    currency: Option<Currency>,
) -> Option<Order> {
    // Transactions are listed in ascending or descending order: the order with fewer exceptions is the right
    // one.
    let turns = |month_first: bool| {
        let dates: Option<Vec<NaiveDate>> = days.iter().map(|day| day.resolve(month_first)).collect();
        let dates = dates?;
        let down = dates.windows(2).filter(|pair| pair[0] > pair[1]).count();
        let up = dates.windows(2).filter(|pair| pair[0] < pair[1]).count();
        Some(down.min(up))
    };
    let certain = |month_first| Some(Order { month_first, is_certain: true });
    let fits = |month_first: bool| others.iter().all(|day| day.resolve(month_first).is_some());
    let is_slashed =
        |day: &WrittenDate| matches!(day, WrittenDate::Known(_) | WrittenDate::Open { slashed: true, .. });
    match (turns(false), turns(true)) {
        (None, None) => None,
        (Some(_), None) => certain(false),
        (None, Some(_)) => certain(true),
        (Some(day_first), Some(month_first)) if day_first != month_first => certain(month_first < day_first),
        (Some(_), Some(_)) if fits(true) != fits(false) => certain(fits(true)),
        (Some(_), Some(_)) => {
            let all_slashed = days.iter().chain(others).all(is_slashed);
            let is_same = days.iter().chain(others).all(|day| day.resolve(true) == day.resolve(false));
            let is_american = currency.is_some_and(|currency| currency.code() == "USD");
            Some(Order { month_first: all_slashed && is_american, is_certain: is_same || !all_slashed })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn euros(text: &str) -> Option<i64> {
        let currency = Currency::parse("EUR").ok()?;
        let figure = Figure::parse(text)?;
        figure.money(decimal_of([(&figure, currency)].into_iter()), currency).map(Money::minor)
    }

    #[test]
    fn a_sign_is_read_before_or_after_the_figure() {
        for (text, minor) in [
            ("-1.234,56", -123_456),
            ("(12.34)", -1_234),
            ("$(12.34)", -1_234),
            ("12.34-", -1_234),
            ("–12.34", -1_234),
            ("€ 12", 1_200),
            ("12.34 CR", 1_234),
            ("12.34 DR", -1_234),
            ("1 234,50", 123_450),
            ("Fr. 5.-", 500),
            ("Fr. 5", 500),
            ("EUR .50", 50),
            ("100,–", 10_000),
            ("-.50", -50),
            ("'-5,00", -500),
        ] {
            assert_eq!(euros(text), Some(minor), "{text}");
        }
    }

    #[test]
    fn a_period_after_a_word_is_not_part_of_a_figure() {
        let rupees =
            |text: &str| Figure::parse(text)?.money('.', Currency::parse("INR").ok()?).map(Money::minor);
        assert_eq!(
            ["Rs.500", "Rs. 500", "Rs 500", "Rs .50"].map(rupees),
            [Some(50_000), Some(50_000), Some(50_000), Some(50)]
        );
    }

    #[test]
    fn a_partly_readable_figure_is_rejected() {
        for text in [
            "--5",
            "5--",
            "-5-",
            "+-5",
            "-+5",
            "(-5)",
            "-(5)",
            "(5",
            "5)",
            "5.00 7",
            "12 34",
            "5.00*",
            "5%",
            "#5",
            "5/7",
            "EUR.50",
            "1E3",
            "5x",
            "5.00,",
            "..5.00.00",
            "1.2.3",
        ] {
            assert_eq!(euros(text), None, "{text}");
        }
    }

    #[test]
    fn month_first_dates_need_dollars_or_proof() {
        let order = |days: &[&str], others: &[&str], currency: &str| {
            let parse = |days: &[&str]| days.iter().map(|day| written_date(day).unwrap()).collect::<Vec<_>>();
            order(&parse(days), &parse(others), Currency::parse(currency).ok())
                .map(|order| (order.month_first, order.is_certain))
        };
        assert_eq!(order(&["02/01/2024"], &[], "USD"), Some((true, false)));
        assert_eq!(order(&["02/01/2024"], &[], "EUR"), Some((false, false)));
        assert_eq!(order(&["02/01/2024"], &["02/13/2024"], "EUR"), Some((true, true)));
        assert_eq!(order(&["02.01.2024"], &[], "USD"), Some((false, true)));
        assert_eq!(order(&["02-01-2024"], &[], "USD"), Some((false, true)));
        assert_eq!(order(&["01/01/2024", "2024-02-03"], &[], "EUR"), Some((false, true)));
        assert_eq!(order(&["01/02/2024", "02/01/2024", "01/03/2024"], &[], "USD"), Some((true, false)));
        assert_eq!(order(&["01/02/2024", "02/02/2024", "01/03/2024"], &[], "USD"), Some((false, true)));
        assert_eq!(order(&["13/02/2024", "02/13/2024"], &[], "USD"), None);
    }

    #[test]
    fn a_decimal_has_digits_and_one_sign() {
        let decimal = |text: &str| parse_decimal(text, Currency::parse("EUR").unwrap()).map(Money::minor);
        assert_eq!(["5", "-5.00", "+5.0", "0.000"].map(decimal), [Some(500), Some(-500), Some(500), Some(0)]);
        for text in ["", "-", ".", "--5", "+-5", "5-", "1.000,00", "1,000.00", "5 EUR"] {
            assert_eq!(decimal(text), None, "{text}");
        }
    }
}
