//! Reads amounts and rates in common notations: "1,000.50", "1.000,50", "200.000", "3,5", "150k".

use super::words::{Words, spelled_out};

/// Returns an amount as a plain decimal. "k" means thousands.
/// A single comma or point before three digits separates thousands.
pub(super) fn amount_of(word: &str) -> Option<String> {
    let plain = word.trim_matches(['€', '$', '£', '¥']);
    match plain.strip_suffix('k') {
        Some(thousands) => Some(shifted(&decimal(thousands, false)?, 3)),
        None => decimal(plain, true),
    }
}

/// Returns a rate in percent as a plain decimal. A single comma or point is always a decimal one.
pub(super) fn rate_of(word: &str) -> Option<String> {
    decimal(word, false)
}

/// Returns the amount at `index`, in digits or words, and its number of words.
pub(super) fn amount_at(words: &Words, index: usize) -> Option<(String, usize)> {
    let places = |word: &str| match word {
        "thousand" | "grand" => Some(3),
        "million" | "millions" | "mio" => Some(6),
        _ => None,
    };
    if let Some(amount) = amount_of(words.at(index)) {
        return match places(words.at(index + 1)) {
            Some(places) => Some((shifted(&rate_of(words.at(index)).unwrap_or(amount), places), 2)),
            None => Some((amount, 1)),
        };
    }
    // Smaller numbers in words rarely mean money: "which one", "two options".
    let (number, taken) = spelled_out(words, index).filter(|(number, _)| *number >= 10)?;
    match places(words.at(index + taken)) {
        Some(places) => Some((shifted(&number.to_string(), places), taken + 1)),
        None => Some((number.to_string(), taken)),
    }
}

fn decimal(text: &str, may_group: bool) -> Option<String> {
    let text = text.replace(['\'', '’'], "");
    let is_plain = text.starts_with(|it: char| it.is_ascii_digit())
        && text.ends_with(|it: char| it.is_ascii_digit())
        && text.chars().all(|it| it.is_ascii_digit() || matches!(it, ',' | '.'));
    if !is_plain {
        return None;
    }
    let point = match (text.rfind('.'), text.rfind(',')) {
        (None, None) => None,
        (Some(one), Some(other)) => Some(one.max(other)),
        (Some(at), None) | (None, Some(at)) => {
            let is_alone = text.find(['.', ',']) == Some(at);
            let is_group =
                may_group && text.len() - at == 4 && (1..=3).contains(&at) && !text.starts_with('0');
            (is_alone && !is_group).then_some(at)
        }
    };
    let (whole, fraction) = point.map_or((text.as_str(), ""), |at| (&text[..at], &text[at + 1..]));
    let groups: Vec<&str> = whole.split([',', '.']).collect();
    let signs = whole.chars().filter(|it| !it.is_ascii_digit());
    // Thousands and decimals need different separators.
    let is_one_sign = signs.clone().all(|it| whole.find(it) == whole.find([',', '.']))
        && point.is_none_or(|at| !whole.contains(&text[at..=at]));
    // Indian notation groups by two digits above the thousands: 1,00,000 is a lakh.
    let is_grouped = matches!(groups.as_slice(), [_])
        || matches!(groups.as_slice(), [first, middle @ .., last]
            if first.len() <= 3 && last.len() == 3 && middle.iter().all(|it| matches!(it.len(), 2 | 3)));
    if !is_one_sign || !is_grouped {
        return None;
    }
    let whole = groups.concat();
    Some(if fraction.is_empty() { whole } else { format!("{whole}.{fraction}") })
}

/// Multiplies a decimal by ten to the power of `places`.
fn shifted(decimal: &str, places: usize) -> String {
    let (whole, fraction) = decimal.split_once('.').unwrap_or((decimal, ""));
    let (up, rest) = fraction.split_at(fraction.len().min(places));
    let whole = format!("{whole}{up:0<places$}");
    let whole = whole.trim_start_matches('0');
    let whole = if whole.is_empty() { "0" } else { whole };
    if rest.is_empty() { whole.to_owned() } else { format!("{whole}.{rest}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_as_they_are_written_on_both_sides_of_the_channel() {
        for (text, expected) in [
            ("200.000", Some("200000")),
            ("200,000", Some("200000")),
            ("1.234.567", Some("1234567")),
            ("1.234,56", Some("1234.56")),
            ("$1,234.56", Some("1234.56")),
            ("3,5", Some("3.5")),
            ("0.125", Some("0.125")),
            ("12,50€", Some("12.50")),
            ("1,00,000", Some("100000")),
            ("200'000", Some("200000")),
            ("150k", Some("150000")),
            ("1.5k", Some("1500")),
            ("1.2.3", None),
            ("1,2.3,4", None),
            ("5.", None),
            ("many", None),
        ] {
            assert_eq!(amount_of(text).as_deref(), expected, "{text}");
        }
        assert_eq!(rate_of("3,125").as_deref(), Some("3.125"));
        for (text, expected) in
            [("1.5 million", "1500000"), ("ten thousand", "10000"), ("5 thousand", "5000"), ("250", "250")]
        {
            assert_eq!(amount_at(&Words::of(text), 0).unwrap().0, expected, "{text}");
        }
    }
}
