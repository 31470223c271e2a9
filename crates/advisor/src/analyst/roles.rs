//! What an amount of a sum is for: what is there at the start, or is paid each month, or at once.

use super::arithmetic::CURRENCIES;
use super::words::Words;

#[rustfmt::skip]
const PAYMENTS: &[&str] = &[
    "payment", "payments", "instalment", "instalments", "installment", "installments", "repayment", "repayments", "rate", "rates",
    "contribution", "contributions", "deposit", "deposits",
];

/// What an amount is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Start,
    Monthly,
    Extra,
    Down,
    /// Nothing that can be worked out.
    Other,
}

/// What the amount at a place is for, and from where to where the words that say so stand.
pub(super) fn role_of(words: &Words, index: usize, taken: usize, is_loan: bool) -> (Role, usize, usize) {
    let mut end = index + taken;
    end += usize::from(is_currency(words.at(end)));
    let (mut is_extra, mut is_down, mut per) = (false, false, None);
    loop {
        match (words.at(end), words.at(end + 1)) {
            ("extra" | "more" | "additional" | "additionally", _) => (is_extra, end) = (true, end + 1),
            ("on", "top") => (is_extra, end) = (true, end + 2),
            ("down", "payment" | "payments") => (is_down, end) = (true, end + 2),
            ("down" | "downpayment" | "upfront", _) => (is_down, end) = (true, end + 1),
            ("deposit", _) if is_loan => (is_down, end) = (true, end + 1),
            ("a" | "per" | "each" | "every", unit) if per.is_none() && is_unit(unit) => {
                (per, end) = (Some(unit.starts_with("month")), end + 2);
            }
            ("monthly", _) if per.is_none() => (per, end) = (Some(true), end + 1),
            ("weekly" | "yearly" | "annually" | "daily" | "quarterly", _) if per.is_none() => {
                (per, end) = (Some(false), end + 1);
            }
            _ => break,
        }
    }
    let mut start = index;
    loop {
        let (before, earlier) = (words.before(start), start.checked_sub(2).map_or("", |at| words.at(at)));
        if start == 0 || words.is_used(start - 1) {
            break;
        }
        match before {
            "extra" | "additional" | "overpay" => is_extra = true,
            "another" if is_loan => is_extra = true,
            "downpayment" => is_down = true,
            "deposit" if is_loan => is_down = true,
            "payment" if earlier == "down" => is_down = true,
            "month" if ["each", "every", "per"].contains(&earlier) => per = per.or(Some(true)),
            "monthly" => per = per.or(Some(true)),
            "payment" | "payments" | "instalments" | "installments" | "instalment" | "installment"
            | "repayments"
                if is_loan =>
            {
                per = per.or(Some(true));
            }
            "down" | "of" | "a" | "an" | "is" | "are" | "about" | "around" | "each" | "every" | "per" => {}
            _ if is_currency(before) || PAYMENTS.contains(&before) => {}
            _ => break,
        }
        start -= 1;
    }
    let role = match (per, is_down, is_extra) {
        (None, true, _) if is_loan => Role::Down,
        (Some(true), false, true) if is_loan => Role::Extra,
        (Some(true), false, _) => Role::Monthly,
        (None, false, false) => Role::Start,
        _ => Role::Other,
    };
    (role, start, end)
}

fn is_unit(word: &str) -> bool {
    ["day", "week", "fortnight", "month", "quarter", "year"].contains(&word)
}

fn is_currency(word: &str) -> bool {
    CURRENCIES.iter().any(|(name, _)| *name == word)
}
