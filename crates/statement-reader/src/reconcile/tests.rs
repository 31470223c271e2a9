//! Tests of the reconciliation of drafts.

use chrono::NaiveDate;
use proptest::prelude::*;
use saldo_domain::{AccountKind, CauseCode, Currency};

use super::*;

fn euro(minor: i64) -> Money {
    Money::from_minor(minor, Currency::parse("EUR").unwrap())
}

fn draft(opening: Option<i64>, closing: Option<i64>, rows: &[(i64, Option<i64>)]) -> AccountDraft {
    let transaction = |(amount, balance): &(i64, Option<i64>)| TransactionDraft {
        date: NaiveDate::from_ymd_opt(2024, 1, 5).unwrap(),
        value_date: None,
        description: "row".to_owned(),
        amount: euro(*amount),
        balance: balance.map(euro),
        place: None,
    };
    AccountDraft {
        number: None,
        name: None,
        kind: AccountKind::Checking,
        currency: Currency::parse("EUR").unwrap(),
        period_start: None,
        period_end: None,
        opening_balance: opening.map(euro),
        closing_balance: closing.map(euro),
        closing_on: None,
        transactions: rows.iter().map(transaction).collect(),
        printed_total_in: None,
        printed_total_out: None,
        printed_count: None,
        findings: None,
    }
}

#[test]
fn opening_plus_transactions_equals_closing() {
    let result = reconcile(&draft(Some(100), Some(80), &[(-50, None), (30, None)]));
    assert_eq!(result.outcome, Outcome::Balanced);
    assert_eq!(result.witnesses, [Witness::OpeningAndClosing { holds: true }]);
    assert!(result.causes.is_empty());
}

#[test]
fn a_missing_row_leaves_its_amount_as_the_discrepancy() {
    let result = reconcile(&draft(Some(100), Some(80), &[(-50, None)]));
    assert_eq!(result.outcome, Outcome::Unbalanced);
    assert_eq!(result.discrepancy, Some(euro(30)));
}

#[test]
fn the_first_balance_that_does_not_follow_is_named() {
    let result = reconcile(&draft(
        Some(100),
        Some(81),
        &[(-10, Some(90)), (-10, Some(81)), (1, Some(82)), (-1, Some(81))],
    ));
    assert_eq!(result.outcome, Outcome::Unbalanced);
    assert_eq!(result.first_broken, Some(1));
}

#[test]
fn newest_first_is_checked_from_the_end() {
    let result = reconcile(&draft(Some(100), Some(85), &[(5, Some(85)), (-10, Some(80)), (-10, Some(90))]));
    assert_eq!(result.outcome, Outcome::Balanced);
    let broken = reconcile(&draft(Some(100), Some(85), &[(5, Some(85)), (-10, Some(80)), (-11, Some(90))]));
    assert_eq!((broken.outcome, broken.first_broken), (Outcome::Unbalanced, Some(2)));
}

#[test]
fn a_chain_without_printed_ends_is_balanced_by_its_running_balances_only() {
    let checked = check_account(draft(None, None, &[(-10, Some(90)), (-10, Some(80)), (5, Some(85))]));
    assert_eq!(checked.reconciliation.outcome, Outcome::Balanced);
    assert_eq!(checked.reconciliation.witnesses, [Witness::RunningBalances { printed: 3, holding: 2 }]);
    assert_eq!(checked.draft.opening_balance, Some(euro(100)));
    assert_eq!(checked.draft.closing_balance, Some(euro(85)));
}

#[test]
fn a_balance_chain_with_gaps_proves_nothing() {
    let open_start = reconcile(&draft(None, None, &[(-10, None), (-10, Some(80)), (5, Some(85))]));
    assert_eq!(open_start.outcome, Outcome::Unchecked);
    let open_end = reconcile(&draft(None, None, &[(-10, Some(90)), (-10, Some(80)), (5, None)]));
    assert_eq!(open_end.outcome, Outcome::Unchecked);
}

#[test]
fn without_printed_balances_nothing_is_checked() {
    assert_eq!(reconcile(&draft(None, None, &[(-10, None)])).outcome, Outcome::Unchecked);
    assert_eq!(reconcile(&draft(Some(10), None, &[(-10, None)])).outcome, Outcome::Unchecked);
    assert_eq!(reconcile(&draft(Some(10), Some(10), &[])).outcome, Outcome::Unchecked);
}

#[test]
fn an_unchanged_balance_proves_an_empty_statement_only_if_the_statement_says_so() {
    let quiet = draft(Some(10), Some(10), &[]);
    let says = |total_in: Option<i64>, total_out: Option<i64>, count| {
        let (printed_total_in, printed_total_out) = (total_in.map(euro), total_out.map(euro));
        reconcile(&AccountDraft {
            printed_total_in,
            printed_total_out,
            printed_count: count,
            ..quiet.clone()
        })
        .outcome
    };
    assert_eq!(says(None, None, Some(0)), Outcome::Balanced);
    assert_eq!(says(Some(0), Some(0), None), Outcome::Balanced);
    assert_eq!(says(Some(0), None, None), Outcome::Unchecked);
    assert_eq!(says(Some(5), Some(5), Some(2)), Outcome::Unbalanced);
    assert_eq!(says(Some(0), Some(0), Some(1)), Outcome::Unbalanced);
    let moved = AccountDraft { printed_count: Some(0), ..draft(Some(10), Some(11), &[]) };
    assert_eq!(reconcile(&moved).outcome, Outcome::Unbalanced);
    let open = AccountDraft { printed_count: Some(0), ..draft(Some(10), None, &[]) };
    assert_eq!(reconcile(&open).outcome, Outcome::Unchecked);
}

#[test]
fn one_misprinted_balance_does_not_unbalance_a_statement() {
    let mut rows: Vec<(i64, Option<i64>)> = (1..=12).map(|day| (-1, Some(100 - day))).collect();
    rows[5].1 = Some(7094);
    let result = reconcile(&draft(Some(100), Some(88), &rows));
    assert_eq!(result.outcome, Outcome::Balanced);
    assert_eq!(result.witnesses[1], Witness::RunningBalances { printed: 12, holding: 11 });
    rows.iter_mut().skip(6).for_each(|row| row.1 = row.1.map(|balance| balance + 7000));
    assert_eq!(reconcile(&draft(Some(100), Some(88), &rows)).outcome, Outcome::Unbalanced);
}

#[test]
fn two_swapped_amounts_are_not_a_misprinted_balance() {
    let amounts = [-5, -7, -40, -3, -1, -2, -4, -6, -8, -9, -10, -11];
    let mut balance = 1_000;
    let mut rows: Vec<(i64, Option<i64>)> = amounts
        .iter()
        .map(|amount| {
            balance += amount;
            (*amount, Some(balance))
        })
        .collect();
    (rows[2].0, rows[3].0) = (rows[3].0, rows[2].0);
    assert_eq!(reconcile(&draft(Some(1_000), Some(balance), &rows)).outcome, Outcome::Unbalanced);
    // The same if the balance is printed once a day.
    rows[1].1 = None;
    rows[3].1 = None;
    assert_eq!(reconcile(&draft(Some(1_000), Some(balance), &rows)).outcome, Outcome::Unbalanced);
}

#[test]
fn a_printed_total_that_disagrees_is_a_contradiction() {
    let mut draft = draft(Some(100), Some(80), &[(-50, None), (30, None)]);
    draft.printed_total_out = Some(euro(50));
    assert_eq!(reconcile(&draft).outcome, Outcome::Balanced);
    draft.printed_total_out = Some(euro(51));
    assert_eq!(reconcile(&draft).outcome, Outcome::Unbalanced);
}

#[test]
fn a_flipped_sign_is_named_as_the_likely_cause() {
    let result = reconcile(&draft(Some(100), Some(50), &[(50, Some(50))]));
    let cause = &result.causes[0];
    assert_eq!((cause.code, cause.transaction, cause.amount), (CauseCode::SignFlipped, Some(0), euro(-50)));
    assert!(cause.message.starts_with("The sign may be wrong"), "{}", cause.message);
}

#[test]
fn figures_that_do_not_fit_are_never_balanced() {
    let result =
        reconcile(&draft(Some(i64::MAX), Some(i64::MIN), &[(i64::MAX, Some(0)), (i64::MAX, Some(1))]));
    assert_eq!(result.outcome, Outcome::Unbalanced);
}

proptest! {
    #[test]
    fn a_correct_statement_is_balanced_in_both_directions(
        opening in -1_000_000_i64..1_000_000,
        amounts in prop::collection::vec(-100_000_i64..100_000, 1..60),
        printed in prop::collection::vec(any::<bool>(), 60),
        newest_first: bool,
    ) {
        let mut balance = opening;
        let mut rows: Vec<(i64, Option<i64>)> = amounts.iter().zip(&printed).map(|(amount, printed)| {
            balance += amount;
            (*amount, printed.then_some(balance))
        }).collect();
        if newest_first {
            rows.reverse();
        }
        prop_assert_eq!(reconcile(&draft(Some(opening), Some(balance), &rows)).outcome, Outcome::Balanced);
    }

    #[test]
    fn one_changed_amount_is_never_balanced(
        opening in -1_000_000_i64..1_000_000,
        amounts in prop::collection::vec(-100_000_i64..100_000, 1..60),
        at: prop::sample::Index,
        change in 1_i64..10_000,
    ) {
        let mut balance = opening;
        let mut rows: Vec<(i64, Option<i64>)> = amounts.iter().map(|amount| { balance += amount; (*amount, Some(balance)) }).collect();
        let at = at.index(rows.len());
        rows[at].0 += change;
        prop_assert_ne!(reconcile(&draft(Some(opening), Some(balance), &rows)).outcome, Outcome::Balanced);
        prop_assert_ne!(reconcile(&draft(Some(opening), None, &rows)).outcome, Outcome::Balanced);
    }

    #[test]
    fn no_input_causes_a_panic(
        opening: Option<i64>, closing: Option<i64>,
        rows in prop::collection::vec((any::<i64>(), any::<Option<i64>>()), 0..20),
    ) {
        let _ = check_account(draft(opening, closing, &rows));
    }
}
