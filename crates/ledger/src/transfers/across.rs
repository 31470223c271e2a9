//! Transfers between accounts of two currencies: never sure, because the bank's rate is not the table's, so only offered.

use std::collections::HashMap;

use saldo_domain::{Currency, Date, EntryId, Money};

use super::DAYS_APART_MAX;
use crate::movement::Movement;
use crate::rates::{Converted, RateTable};

/// Offers for one entry: the closest few.
const OFFERS_MAX: usize = 5;
/// The rate of a day must not be older than a long weekend and a holiday.
const RATE_AGE_DAYS_MAX: u32 = 7;

/// Two entries in two currencies that may be one transfer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TransferOffer {
    /// The entry by which money went out.
    pub out: EntryId,
    /// The entry by which it came in.
    pub into: EntryId,
    /// Days from the one to the other; negative when the money came in first.
    pub days: i64,
    /// What went out at the table's rate of that day, as a positive amount.
    pub at_the_rate: Converted,
    /// How far what came in is from that, in thousandths of it, rounded down.
    pub off_per_mille: u64,
}

/// Pairs of entries in different accounts and currencies, at most five days apart, whose amounts are within
/// `band_per_mille` (30 is usual: banks keep up to 3 %) of the table's rate. The closest five for each entry that went
/// out, the closest first; an entry may be in several offers.
#[must_use]
pub fn offer_across(
    movements: &[Movement<'_>],
    rates: &RateTable,
    band_per_mille: u32,
) -> Vec<TransferOffer> {
    let mut ins: HashMap<Currency, Vec<usize>> = HashMap::new();
    for (index, movement) in movements.iter().enumerate() {
        if movement.amount.minor() > 0 {
            ins.entry(movement.amount.currency()).or_default().push(index);
        }
    }
    for side in ins.values_mut() {
        side.sort_unstable_by_key(|index| key(&movements[*index]));
    }
    let mut currencies: Vec<Currency> = ins.keys().copied().collect();
    currencies.sort_unstable();
    let mut found = Vec::new();
    for out in movements.iter().filter(|movement| movement.amount.is_negative()) {
        let mut offers = Vec::new();
        for to in currencies.iter().filter(|to| **to != out.amount.currency()) {
            offers.extend(partners(movements, &ins[to], out, *to, rates, band_per_mille));
        }
        offers.sort_unstable_by_key(|offer: &TransferOffer| {
            (offer.off_per_mille, offer.days.abs(), offer.into)
        });
        offers.truncate(OFFERS_MAX);
        found.extend(offers);
    }
    found
}

fn key(movement: &Movement<'_>) -> (Date, i64, EntryId) {
    (movement.date, movement.amount.minor(), movement.entry)
}

/// The entries in one currency that fit `out`, found by bisection for each day.
fn partners<'a>(
    movements: &'a [Movement<'_>],
    ins: &'a [usize],
    out: &'a Movement<'_>,
    to: Currency,
    rates: &RateTable,
    band: u32,
) -> Vec<TransferOffer> {
    let positive = out.amount.checked_neg().and_then(|amount| {
        rates.convert(amount, to, out.date, RATE_AGE_DAYS_MAX).map_err(|_| saldo_domain::MoneyError::Overflow)
    });
    let Ok(at_the_rate) = positive else { return Vec::new() };
    let expected = i128::from(at_the_rate.money.minor());
    let slack = expected * i128::from(band) / 1_000;
    let clamp = |minor: i128| i64::try_from(minor).unwrap_or(i64::MAX);
    let (least, most) = (clamp(expected - slack), clamp(expected + slack));
    let mut found = Vec::new();
    for days in -DAYS_APART_MAX..=DAYS_APART_MAX {
        let Some(date) = out.date.checked_add_signed(chrono::TimeDelta::days(days)) else { continue };
        let begin = ins.partition_point(|index| {
            let (day, minor, _) = key(&movements[*index]);
            (day, minor) < (date, least)
        });
        let fitting = ins[begin..]
            .iter()
            .map(|index| &movements[*index])
            .take_while(|into| into.date == date && into.amount.minor() <= most)
            .filter(|into| into.account != out.account)
            .take(OFFERS_MAX);
        found.extend(fitting.map(|into| TransferOffer {
            out: out.entry,
            into: into.entry,
            days,
            at_the_rate,
            off_per_mille: off(into.amount, expected),
        }));
    }
    found
}

fn off(amount: Money, expected: i128) -> u64 {
    let distance = (i128::from(amount.minor()) - expected).unsigned_abs();
    u64::try_from(distance * 1_000 / expected.unsigned_abs().max(1)).unwrap_or(u64::MAX)
}
