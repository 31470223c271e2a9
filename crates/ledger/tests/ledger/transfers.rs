//! Matching of transfers on the sample statements, which are of different people.

use chrono::Days;
use saldo_domain::{AccountId, Date};
use saldo_ledger::Movement;
use saldo_ledger::transfers::{TransferReason, match_transfers};

use crate::corpus::samples;

/// The number of days by which the samples are moved against each other.
const SHIFTS: u64 = 28;

#[test]
fn no_payments_of_different_people_are_marked_as_a_transfer() {
    let samples = samples();
    let first: Date = "2025-01-01".parse().unwrap();
    let (mut transactions, mut sure, mut offered) = (0, Vec::new(), 0);
    for shift in 0..SHIFTS {
        let mut accounts = Vec::new();
        let mut movements: Vec<Movement> = Vec::new();
        let mut sample_of = std::collections::HashMap::<AccountId, usize>::new();
        for (number, sample) in samples.iter().enumerate() {
            let Some(start) = sample.transactions.iter().map(|book| book.transaction.date).min() else {
                continue;
            };
            let begin = first + Days::new(shift * number as u64 % SHIFTS);
            movements.extend(sample.transactions.iter().map(|book| Movement {
                date: begin + (book.transaction.date - start),
                ..Movement::from(&book.transaction)
            }));
            sample_of.extend(sample.books.accounts.iter().map(|account| (account.id, number)));
            accounts.extend(sample.books.accounts.iter().cloned());
        }
        let by_transaction: std::collections::HashMap<_, _> =
            movements.iter().map(|it| (it.transaction, it)).collect();
        let is_stranger = |one, other| {
            sample_of[&by_transaction[&one].account] != sample_of[&by_transaction[&other].account]
        };
        for pair in match_transfers(&movements, &accounts, None) {
            if !is_stranger(pair.out, pair.into) {
                continue;
            }
            if pair.because.is_sure() {
                let said = [pair.out, pair.into].map(|id| by_transaction[&id].description.clone());
                sure.push((said, pair.because));
            }
            offered += usize::from(pair.because == TransferReason::OnlyPair);
        }
        transactions = movements.len();
    }
    println!("{transactions} transactions, {SHIFTS} times: {} marked, {offered} suggested", sure.len());
    assert!(transactions >= 100, "the samples are read");
    assert!(sure.is_empty(), "{sure:#?}");
}
