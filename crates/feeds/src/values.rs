//! The values in the answers of providers: amounts, days and texts.

use chrono::Datelike;
use saldo_domain::{Currency, Date, Money, text};

/// The most messages that are shown, and the most characters of each.
pub(crate) const MESSAGES_MAX: usize = 20;
pub(crate) const MESSAGE_CHARACTERS_MAX: usize = 300;
/// The most characters of a description and of a name.
pub(crate) const DESCRIPTION_CHARACTERS_MAX: usize = 500;
pub(crate) const NAME_CHARACTERS_MAX: usize = 100;
/// The most bytes of an id.
pub(crate) const ID_BYTES_MAX: usize = 200;

/// Parses an amount. There may be more decimals than the currency has, if they are zeros.
pub(crate) fn money(text: &str, currency: Currency) -> Option<Money> {
    let text = text.trim();
    let (is_negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let digits = saldo_domain::decimal::Digits::parse(digits).ok()?;
    let money = Money::from_digits(digits, is_negative, currency).ok()?;
    (money.minor().unsigned_abs() <= Money::LARGEST_MINOR).then_some(money)
}

/// True for the years in which accounts have transactions.
pub(crate) fn is_plausible(date: Date) -> bool {
    (1970..=2200).contains(&date.year())
}

/// Returns a text of the provider as plain text on one line.
pub(crate) fn plain(text: &str, characters_max: usize) -> String {
    text::visible(text).chars().take(characters_max).collect()
}

/// Returns messages of the provider as plain text, as many as are shown.
pub(crate) fn messages(mut messages: Vec<String>) -> Vec<String> {
    messages.truncate(MESSAGES_MAX);
    for message in &mut messages {
        *message = plain(message, MESSAGE_CHARACTERS_MAX);
    }
    messages.retain(|message| !message.is_empty());
    messages
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_decimal() {
        let parsed = |text| money(text, Currency::parse("USD").unwrap()).map(Money::minor);
        for (text, minor) in [("-33293.43", -3_329_343), ("5", 500), ("+1.5", 150), ("1.500", 150)] {
            assert_eq!(parsed(text), Some(minor), "{text}");
        }
        for text in ["", "-", "1,50", "1e3", "NaN", "--1", "99999999999999999999"] {
            assert_eq!(parsed(text), None, "{text}");
        }
    }
}
