//! Reads amounts and rates in common notations: "1,000.50", "1.000,50", "200.000", "3,5", "150k".

use saldo_domain::decimal::{Digits, WrittenNumber};

use super::words::{Words, spelled_out};

/// Returns an amount as a plain decimal. "k" means thousands.
/// A single comma or point before three digits separates thousands.
pub(super) fn amount_of(word: &str) -> Option<String> {
    Some(amount(word)?.to_string())
}

fn amount(word: &str) -> Option<Digits> {
    let plain = word.trim_matches(['€', '$', '£', '¥']);
    match plain.strip_suffix('k') {
        Some(thousands) => decimal(thousands, false)?.times_ten_to(3),
        None => decimal(plain, true),
    }
}

/// Parses a rate in percent. A single comma or point is always a decimal one.
pub(super) fn rate_of(word: &str) -> Option<Digits> {
    decimal(word, false)
}

/// Returns the amount at `index` as a plain decimal, and its number of words. It may be written in words.
pub(super) fn amount_at(words: &Words, index: usize) -> Option<(String, usize)> {
    let zeros = |word: &str| match word {
        "thousand" | "grand" => Some(3),
        "million" | "millions" | "mio" => Some(6),
        _ => None,
    };
    if let Some(amount) = amount(words.at(index)) {
        return match zeros(words.at(index + 1)) {
            Some(zeros) => {
                Some((rate_of(words.at(index)).unwrap_or(amount).times_ten_to(zeros)?.to_string(), 2))
            }
            None => Some((amount.to_string(), 1)),
        };
    }
    // Smaller numbers in words rarely mean money: "which one", "two options".
    let (number, taken) = spelled_out(words, index).filter(|(number, _)| *number >= 10)?;
    let number = Digits::new(number.into(), 0);
    match zeros(words.at(index + taken)) {
        Some(zeros) => Some((number.times_ten_to(zeros)?.to_string(), taken + 1)),
        None => Some((number.to_string(), taken)),
    }
}

/// Parses a number. A single separator before three digits separates thousands if `may_group`, else it is
/// the decimal one.
fn decimal(text: &str, may_group: bool) -> Option<Digits> {
    let number = WrittenNumber::parse(text)?;
    let point = number.point();
    number.read(if may_group { point.assuming_thousands() } else { point.assuming_decimals() }.unwrap_or('.'))
}
