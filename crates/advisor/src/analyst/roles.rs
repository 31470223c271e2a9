//! Determines the role of each amount in a calculation: initial, monthly or at once.

use saldo_domain::decimal::Digits;

use super::arithmetic::{CURRENCIES, LoanOrSavings};
use super::numerals::amount_at;
use super::words::{Words, is_year};

#[rustfmt::skip]
const PAYMENTS: &[&str] = &[
    "payment", "payments", "instalment", "instalments", "installment", "installments", "repayment", "repayments", "rate", "rates",
    "contribution", "contributions", "deposit", "deposits",
];

/// The role of an amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    Start,
    Monthly,
    Extra,
    Down,
    /// An amount that the calculation cannot use.
    Other,
}

/// Returns the role of the amount at `index`, and the range of the words that state it.
fn role_of(words: &Words, index: usize, taken: usize, is_loan: bool) -> (Role, usize, usize) {
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

/// Takes all amounts and assigns each to its role.
pub(super) fn take_amounts(words: &mut Words, sum: &mut LoanOrSavings) {
    let (mut index, mut start) = (0, String::new());
    while index < words.len() {
        let before = words.before(index);
        let is_date = is_year(words.at(index)) && ["in", "from", "since", "by", "until"].contains(&before);
        // A 401k is a pension plan, not an amount.
        let found =
            if words.is_used(index) || words.at(index) == "401k" { None } else { amount_at(words, index) };
        let Some((amount, taken)) = found else {
            index += 1;
            continue;
        };
        let (role, from, to) = role_of(words, index, taken, sum.is_loan);
        let is_loan = sum.is_loan;
        let place = match role {
            Role::Start => Some(&mut sum.start),
            Role::Monthly => Some(&mut sum.monthly),
            Role::Extra => Some(&mut sum.extra),
            Role::Down => Some(&mut sum.down),
            Role::Other => None,
        };
        let said = words.join(index, to - index);
        match place.filter(|_| !is_date) {
            // Of two initial amounts, the larger one is the debt: "repay 5,000 early on a loan of 150,000".
            Some(place)
                if place.is_none()
                    || (is_loan && role == Role::Start && is_greater(&amount, place.as_ref())) =>
            {
                if let (true, Some(_)) = (role == Role::Start, place.replace(amount)) {
                    sum.missed.push(std::mem::take(&mut start));
                }
                if role == Role::Start {
                    start = said;
                }
            }
            _ => sum.missed.push(said),
        }
        words.mark_used(from, to - from);
        index = to;
    }
}

/// True if the whole part of one decimal is larger than that of the other.
fn is_greater(one: &str, other: Option<&String>) -> bool {
    let whole = |decimal: &str| {
        let digits = Digits::parse(decimal).ok()?;
        Some(digits.units() / 10_u128.checked_pow(digits.places())?)
    };
    other.is_some_and(|other| whole(one) > whole(other))
}
