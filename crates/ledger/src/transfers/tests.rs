//! Tests of the pairs that are matched, those that are only offered, and those that are left alone.

use super::*;
use proptest::prelude::*;
use saldo_domain::{AccountKind, DayRate, Id, Money, Rate, Timestamp};

use crate::rates::RateTable;

fn id<T>(number: i64) -> Id<T> {
    format!("00000000-0000-0000-0000-{number:012}").parse().unwrap()
}
fn account(number: i64, name: &str, ending: &str) -> Account {
    let now = Timestamp::from_milliseconds(0);
    Account {
        id: id(number),
        name: name.to_owned(),
        institution: None,
        number_masked: Some(format!("••••{ending}")),
        kind: AccountKind::Checking,
        currency: Currency::parse("EUR").unwrap(),
        by_hand: false,
        closed_on: None,
        number: None,
        created_at: now,
        updated_at: now,
    }
}
fn accounts() -> Vec<Account> {
    vec![account(1, "Everyday", "1111"), account(2, "Rainy days", "2222"), account(3, "Card", "3333")]
}
fn movement(number: i64, account: i64, date: &str, amount: &str, description: &'static str) -> Movement {
    let (amount, code) = amount.split_once(' ').unwrap_or((amount, "EUR"));
    Movement {
        transaction: id(number),
        account: id(account),
        statement: None,
        date: date.parse().unwrap(),
        amount: Money::parse(amount, Currency::parse(code).unwrap()).unwrap(),
        description: description.into(),
    }
}
fn pairs(movements: &[Movement]) -> Vec<(TransactionId, TransactionId, TransferReason)> {
    match_transfers(movements, &accounts(), Some("Mary Smith"))
        .iter()
        .map(|pair| (pair.out, pair.into, pair.because))
        .collect()
}

#[test]
fn opposite_amounts_in_two_accounts_within_days_are_a_transfer() {
    let found = pairs(&[
        movement(1, 1, "2025-05-02", "-500.00", "SPAREN"),
        movement(2, 2, "2025-05-05", "500.00", "UMBUCHUNG"),
        movement(3, 2, "2025-05-05", "501.00", "UMBUCHUNG"),
    ]);
    assert_eq!(found, [(id(1), id(2), TransferReason::Worded)]);
    assert!(found[0].2.is_sure());
}

#[test]
fn a_single_possible_pair_without_words_is_distinguished() {
    let found =
        pairs(&[movement(1, 1, "2025-05-02", "-500.00", "A"), movement(2, 2, "2025-05-02", "500.00", "B")]);
    assert_eq!(found, [(id(1), id(2), TransferReason::OnlyPair)]);
}

/// Returns the reason for matching two transactions of the accounts 1 and 2 with these descriptions.
fn because(out: &'static str, into: &'static str) -> TransferReason {
    let found =
        pairs(&[movement(1, 1, "2025-05-02", "-500.00", out), movement(2, 2, "2025-05-03", "500.00", into)]);
    found.first().unwrap().2
}

#[test]
fn a_direct_debit_is_not_a_transfer_between_own_accounts() {
    let mut accounts = accounts();
    accounts[1].kind = AccountKind::Savings;
    let movements = [
        movement(1, 1, "2025-05-01", "-100.00", "TRANSFER TO SAVINGS"),
        movement(2, 1, "2025-05-02", "-100.00", "GEICO AUTOPAY"),
        movement(3, 2, "2025-05-02", "100.00", "FROM CHECKING TO SAVINGS"),
    ];
    let found = match_transfers(&movements, &accounts, None);
    let sure = found.iter().filter(|pair| pair.because.is_sure());
    assert_eq!(sure.map(|pair| (pair.out, pair.into)).collect::<Vec<_>>(), [(id(1), id(3))]);
}

#[test]
fn a_name_is_found_in_either_spelling_of_its_umlauts() {
    let mut accounts = accounts();
    accounts[1].name = "Rücklage Auto".to_owned();
    let because = |out, into| {
        let movements =
            [movement(1, 1, "2025-05-02", "-500.00", out), movement(2, 2, "2025-05-03", "500.00", into)];
        match_transfers(&movements, &accounts, Some("Jürgen Müller")).first().unwrap().because
    };
    assert_eq!(because("RUECKLAGE AUTO", "Gutschrift"), TransferReason::Named);
    assert_eq!(because("JUERGEN MUELLER", "Von Jürgen Müller"), TransferReason::Worded);
}

#[test]
fn everyday_payment_words_do_not_prove_a_transfer() {
    for (out, into) in [
        ("Rent Landlord Ltd", "Transfer from Mary Jones"),
        ("Wire transfer tuition", "Salary ACME"),
        ("SEPA-Überweisung an Vermieter", "Gutschrift Überweisung Arbeitgeber"),
        ("Virement Jean", "Virement Marie"),
        ("Bonifico affitto", "Bonifico stipendio"),
        ("Rewe", "Umbuchung"),
        ("Rent, autopay", "Transfer from Mary Jones"),
        ("INTERNAL REVENUE SERVICE", "INTERNAL TRANSFER"),
        ("Card payment, holder Mary Smith", "Refund"),
    ] {
        assert_eq!(because(out, into), TransferReason::Hinted, "{out} | {into}");
        assert!(!because(out, into).is_sure());
    }
}

#[test]
fn transfer_words_or_the_holders_name_on_both_sides_prove_a_transfer() {
    for (out, into) in [
        ("Umbuchung", "Umbuchung"),
        ("Transfer to savings", "Own transfer"),
        ("CREDIT CARD PAYMENT", "PAYMENT, THANK YOU"),
        ("SEPA-Überweisung an Smith, Mary", "Gutschrift von MARY SMITH"),
        ("To Mary A. Smith", "Internal transfer"),
    ] {
        assert_eq!(because(out, into), TransferReason::Worded, "{out} | {into}");
    }
}

#[test]
fn a_bank_name_identifies_the_other_account() {
    let mut accounts = accounts();
    accounts[0].institution = Some("Sample Bank Ltd.".to_owned());
    accounts[1].institution = Some("Northern Trust AG".to_owned());
    let because = |out, into| {
        let pair =
            [movement(1, 1, "2025-05-02", "-500.00", out), movement(2, 2, "2025-05-02", "500.00", into)];
        match_transfers(&pair, &accounts, None)[0].because
    };
    assert_eq!(because("To Northern Trust", "Credit"), TransferReason::Named);
    assert_eq!(because("Sample Bank fee", "Northern Trust interest"), TransferReason::OnlyPair);
}

#[test]
fn years_and_dates_do_not_identify_accounts_or_payments() {
    let accounts = [account(1, "Everyday", "2024"), account(2, "Rainy days", "2025")];
    for (out, into, reason) in [
        ("INVOICE 05/2025", "SALARY 2024", TransferReason::OnlyPair),
        ("SHOP 20250105", "SALARY 20250105", TransferReason::OnlyPair),
        ("SHOP 05.01.25 050125", "SALARY 050125", TransferReason::OnlyPair),
        ("TO XX2025", "CREDIT", TransferReason::Named),
        ("REF 99887766", "REF 99887766", TransferReason::Named),
    ] {
        let pair =
            [movement(1, 1, "2025-05-02", "-500.00", out), movement(2, 2, "2025-05-02", "500.00", into)];
        assert_eq!(match_transfers(&pair, &accounts, None)[0].because, reason, "{out} | {into}");
    }
}

#[test]
fn one_account_two_currencies_or_six_days_make_no_transfer() {
    for other in [
        movement(2, 1, "2025-05-02", "500.00", "B"),
        movement(2, 2, "2025-05-02", "500.00 USD", "B"),
        movement(2, 2, "2025-05-08", "500.00", "B"),
        movement(2, 2, "2025-04-26", "500.00", "B"),
    ] {
        assert!(pairs(&[movement(1, 1, "2025-05-02", "-500.00", "A"), other]).is_empty());
    }
}

#[test]
fn ambiguous_pairs_are_not_guessed() {
    let found = pairs(&[
        movement(1, 1, "2025-05-02", "-500.00", "RENT"),
        movement(2, 2, "2025-05-02", "500.00", "A"),
        movement(3, 3, "2025-05-03", "500.00", "B"),
    ]);
    assert!(found.is_empty());
}

#[test]
fn descriptions_decide_between_several_pairs() {
    let found = pairs(&[
        movement(1, 1, "2025-05-02", "-500.00", "TO RAINY DAYS"),
        movement(2, 2, "2025-05-04", "500.00", "CREDIT"),
        movement(3, 3, "2025-05-02", "500.00", "CREDIT"),
        movement(4, 2, "2025-05-02", "-500.00", "DEBIT"),
    ]);
    assert_eq!(found, [(id(1), id(2), TransferReason::Named), (id(4), id(3), TransferReason::OnlyPair)]);
}

#[test]
fn the_end_of_an_account_number_or_a_shared_reference_names_a_pair() {
    let by_number = pairs(&[
        movement(1, 1, "2025-05-02", "-500.00", "TFR TO XX2222"),
        movement(2, 2, "2025-05-02", "500.00", "CREDIT"),
        movement(3, 3, "2025-05-02", "500.00", "CREDIT"),
    ]);
    assert_eq!(by_number, [(id(1), id(2), TransferReason::Named)]);
    let by_reference = pairs(&[
        movement(1, 1, "2025-05-02", "-500.00", "PAYMENT REF A7781234"),
        movement(2, 2, "2025-05-02", "500.00", "A7781234 CREDIT"),
        movement(3, 3, "2025-05-02", "500.00", "B7781299 CREDIT"),
    ]);
    assert_eq!(by_reference, [(id(1), id(2), TransferReason::Named)]);
}

#[test]
fn two_equal_transfers_of_a_day_are_paired_in_their_order() {
    let found = pairs(&[
        movement(1, 1, "2025-05-02", "-500.00", "A"),
        movement(2, 1, "2025-05-02", "-500.00", "A"),
        movement(3, 2, "2025-05-02", "500.00", "B"),
        movement(4, 2, "2025-05-02", "500.00", "B"),
    ]);
    assert_eq!(found, [(id(1), id(3), TransferReason::OnlyPair), (id(2), id(4), TransferReason::OnlyPair)]);
}

#[test]
fn the_smallest_amount_there_is_does_not_overflow() {
    let mut least = movement(1, 1, "2025-05-02", "-1.00", "A");
    least.amount = Money::from_minor(i64::MIN, least.amount.currency());
    assert!(pairs(&[least, movement(2, 2, "2025-05-02", "1.00", "B")]).is_empty());
}

#[test]
fn a_pair_in_two_currencies_within_the_band_is_suggested() {
    let [euro, dollar] = ["EUR", "USD"].map(|code| Currency::parse(code).unwrap());
    let rates = RateTable::from_rates([DayRate {
        date: "2025-05-01".parse().unwrap(),
        from: euro,
        to: dollar,
        rate: Rate::parse("1.10").unwrap(),
    }]);
    let movements = [
        movement(1, 1, "2025-05-02", "-100.00", "WISE"),
        movement(2, 2, "2025-05-03", "108.90 USD", "WISE"),
        movement(3, 2, "2025-05-03", "120.00 USD", "SHOP"),
        movement(4, 1, "2025-05-03", "109.00 USD", "SAME ACCOUNT"),
    ];
    let offers = offer_across(&movements, &rates, 30);
    assert_eq!(offers.len(), 1);
    assert_eq!((offers[0].out, offers[0].into, offers[0].off_per_mille), (id(1), id(2), 10));
    assert_eq!(offers[0].at_the_rate.money.to_string(), "110.00 USD");
    assert!(offer_across(&movements, &RateTable::default(), 30).is_empty());
}

#[test]
fn the_closest_pairs_in_two_currencies_are_suggested() {
    let [euro, dollar] = ["EUR", "USD"].map(|code| Currency::parse(code).unwrap());
    let rates = RateTable::from_rates([DayRate {
        date: "2025-05-01".parse().unwrap(),
        from: euro,
        to: dollar,
        rate: Rate::parse("1").unwrap(),
    }]);
    let mut movements = vec![movement(1, 1, "2025-05-02", "-100.00", "WISE")];
    for (number, cents) in (2..).zip((9_710..=10_300).step_by(10)) {
        let mut into = movement(number, 2, "2025-05-02", "1.00 USD", "WISE");
        into.amount = Money::from_minor(cents, dollar);
        movements.push(into);
    }
    let offers = offer_across(&movements, &rates, 30);
    let off: Vec<u64> = offers.iter().map(|offer| offer.off_per_mille).collect();
    assert_eq!(off, [0, 1, 1, 2, 2]);
    // Within a thousandth, too, the closest comes first.
    let mut movements = vec![movement(1, 1, "2025-05-02", "-10000.00", "WISE")];
    for (number, cents) in (2..).zip((1_000_000..=1_000_900).rev().step_by(100)) {
        let mut into = movement(number, 2, "2025-05-02", "1.00 USD", "WISE");
        into.amount = Money::from_minor(cents, dollar);
        movements.push(into);
    }
    let offers = offer_across(&movements, &rates, 30);
    let of = |id| movements.iter().find(|movement| movement.transaction == id).unwrap().amount.minor();
    let closest: Vec<i64> = offers.iter().map(|offer| of(offer.into)).collect();
    assert_eq!(closest, [1_000_000, 1_000_100, 1_000_200, 1_000_300, 1_000_400]);
}

proptest! {
    #[test]
    fn every_match_is_valid_and_no_transaction_is_in_two(rows in proptest::collection::vec((0_i64..4, 1_u32..28, 1_i64..4, any::<bool>(), 0_usize..4), 0..60)) {
        let words = ["SHOP", "TRANSFER", "TO RAINY DAYS", "REF 12345678"];
        let movements: Vec<Movement> = rows.iter().zip(0..).map(|((account, day, units, out, word), number)| {
            let sign = if *out { "-" } else { "" };
            movement(number, *account, &format!("2025-05-{day:02}"), &format!("{sign}{units}.00"), words[*word])
        }).collect();
        let found = match_transfers(&movements, &accounts(), None);
        let of = |transaction: TransactionId| movements.iter().find(|movement| movement.transaction == transaction).unwrap();
        let mut seen = std::collections::HashSet::new();
        for pair in &found {
            let (out, into) = (of(pair.out), of(pair.into));
            prop_assert_eq!(out.amount.checked_neg().unwrap(), into.amount);
            prop_assert!(out.amount.is_negative() && out.account != into.account);
            prop_assert!(pair.days.abs() <= DAYS_APART_MAX);
            prop_assert!(seen.insert(pair.out) && seen.insert(pair.into));
        }
        let mut turned = movements.clone();
        turned.reverse();
        prop_assert_eq!(match_transfers(&turned, &accounts(), None), found);
    }
}
