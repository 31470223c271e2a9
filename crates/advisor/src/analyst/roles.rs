//! Determines the role of each amount in a calculation: initial, monthly or at once.

use saldo_domain::decimal::Digits;

use super::arithmetic::LoanOrSavings;
use super::english::{currency, is_one};
use super::numerals::amount_at;
use super::words::{Words, is_year};

/// Returns the field of the tool's input that the amount at `index` is, and the range of the words that
/// state it. There is no field for an amount that the calculation cannot use.
fn role_of(words: &Words, index: usize, taken: usize, is_loan: bool) -> (Option<&'static str>, usize, usize) {
    let is_currency = |word: &str| currency(word).is_some();
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
            ("a" | "per" | "each" | "every", unit) if per.is_none() && is_one("unit_words", unit) => {
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
            _ if is_loan && is_one("plan_words", before) => per = per.or(Some(true)),
            _ if is_currency(before) => {}
            _ if ["small_words", "payment_words"].iter().any(|list| is_one(list, before)) => {}
            _ => break,
        }
        start -= 1;
    }
    let role = match (per, is_down, is_extra) {
        (None, true, _) if is_loan => Some("down_payment"),
        (Some(true), false, true) if is_loan => Some("extra"),
        (Some(true), false, _) => Some(if is_loan { "payment" } else { "monthly" }),
        (None, false, false) => Some(if is_loan { "debt" } else { "start" }),
        _ => None,
    };
    (role, start, end)
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
        let said = words.join(index, to - index);
        let is_start = matches!(role, Some("debt" | "start"));
        let known = role.and_then(|role| sum.amounts.get(role));
        match role.filter(|_| !is_date) {
            // Of two initial amounts, the larger one is the debt: "repay 5,000 early on a loan of 150,000".
            Some(role) if known.is_none_or(|known| role == "debt" && is_greater(&amount, known)) => {
                if sum.amounts.insert(role, amount).is_some() {
                    sum.missed.push(std::mem::take(&mut start));
                }
                if is_start {
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
fn is_greater(one: &str, other: &str) -> bool {
    let whole = |decimal: &str| {
        let digits = Digits::parse(decimal).ok()?;
        Some(digits.units() / 10_u128.checked_pow(digits.places())?)
    };
    whole(one) > whole(other)
}
