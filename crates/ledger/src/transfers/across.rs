//! Transfers between accounts of different currencies. They are only
//! offered, never matched, because the bank's rate differs from the table's.

use std::collections::HashMap;

use saldo_domain::{Currency, Date, Money, TransactionId};

use super::DAYS_APART_MAX;
use crate::movement::Movement;
use crate::rates::{Converted, RateTable};

/// The maximum number of offers for one transaction, and of candidates of one day above and below the rate.
const OFFERS_MAX: usize = 5;
/// The maximum age of a rate in days: a long weekend and a holiday.
const RATE_AGE_DAYS_MAX: u32 = 7;

/// Two transactions in different currencies that may be one transfer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TransferOffer {
    /// The transaction that took the money out.
    pub out: TransactionId,
    /// The transaction that brought the money in.
    pub into: TransactionId,
    /// The days from the first to the second; negative if the money came in first.
    pub days: i64,
    /// The amount that went out, converted with the table's rate of that day, as a positive amount.
    pub at_the_rate: Converted,
    /// The difference between the amount that came in and the
    /// converted amount, in thousandths of the latter, rounded down.
    pub off_per_mille: u64,
}

/// Returns pairs of transactions in different accounts and currencies, at most five days
/// apart. Their amounts differ from the table's rate by at most `band_per_mille`; 30 is
/// usual, because banks charge up to 3 %. There are at most five offers for each transaction
/// that took money out, the closest first. A transaction may be in several offers.
#[must_use]
pub fn offer_across(movements: &[Movement], rates: &RateTable, band_per_mille: u32) -> Vec<TransferOffer> {
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
        let mut offers: Vec<(u128, TransferOffer)> = Vec::new();
        for to in currencies.iter().filter(|to| **to != out.amount.currency()) {
            offers.extend(partners(movements, &ins[to], out, *to, rates, band_per_mille));
        }
        // Thousandths are too coarse: an exact amount comes before one that is a few cents off.
        offers.sort_unstable_by_key(|(off, offer)| (*off, offer.days.abs(), offer.into));
        offers.truncate(OFFERS_MAX);
        found.extend(offers.into_iter().map(|(_, offer)| offer));
    }
    found
}

fn key(movement: &Movement) -> (Date, i64, TransactionId) {
    (movement.date, movement.amount.minor(), movement.transaction)
}

/// Returns the incoming transactions in one currency that match `out`, by a binary search for each day, each
/// with its distance from the table's rate in millionths.
fn partners<'a>(
    movements: &'a [Movement],
    ins: &'a [usize],
    out: &'a Movement,
    to: Currency,
    rates: &RateTable,
    band: u32,
) -> Vec<(u128, TransferOffer)> {
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
        let middle = ins.partition_point(|index| {
            let (day, minor, _) = key(&movements[*index]);
            (day, minor) < (date, clamp(expected))
        });
        // The closest amounts are on both sides of the expected one.
        let is_fitting =
            |into: &&Movement| into.date == date && (least..=most).contains(&into.amount.minor());
        let is_other = |into: &&Movement| into.account != out.account;
        let above = ins[middle..].iter().map(|index| &movements[*index]).take_while(is_fitting);
        let below = ins[..middle].iter().rev().map(|index| &movements[*index]).take_while(is_fitting);
        let fitting = above.filter(is_other).take(OFFERS_MAX).chain(below.filter(is_other).take(OFFERS_MAX));
        found.extend(fitting.map(|into| {
            let off = millionths_off(into.amount, expected);
            let off_per_mille = u64::try_from(off / 1_000).unwrap_or(u64::MAX);
            let offer = TransferOffer {
                out: out.transaction,
                into: into.transaction,
                days,
                at_the_rate,
                off_per_mille,
            };
            (off, offer)
        }));
    }
    found
}

fn millionths_off(amount: Money, expected: i128) -> u128 {
    let distance = (i128::from(amount.minor()) - expected).unsigned_abs();
    distance * 1_000_000 / expected.unsigned_abs().max(1)
}
