//! Tests of the offers for receipts, and of those that are not made.

use proptest::prelude::*;
use saldo_domain::{CategoryBy, Id, Money, TransactionKind};

use super::*;

fn id<T>(number: usize) -> Id<T> {
    format!("00000000-0000-0000-0000-{number:012}").parse().unwrap()
}

fn transaction(number: usize, date: &str, amount: &str, merchant: &str) -> Transaction {
    let (amount, code) = amount.split_once(' ').unwrap_or((amount, "EUR"));
    Transaction {
        id: id(number),
        account: id(1),
        statement: None,
        date: date.parse().unwrap(),
        value_date: None,
        description: merchant.to_owned(),
        original_description: merchant.to_owned(),
        merchant: merchant.to_owned(),
        amount: Money::parse(amount, Currency::parse(code).unwrap()).unwrap(),
        balance: None,
        category: None,
        kind: TransactionKind::Transaction,
        place: None,
        position: 0,
        note: String::new(),
        category_by: CategoryBy::Words,
        transfer: None,
        tags: Vec::new(),
        splits: Vec::new(),
    }
}

fn offered(content: &str, transactions: &[Transaction]) -> Vec<TransactionId> {
    Receipt::read(content).offers(transactions).iter().map(|offer| offer.transaction).collect()
}

const RECEIPT: &str = "Green Market GmbH\n31.01.2026 18:04\nApples 2,49\nBread 3,99\n\
                       SUMME EUR 6,48\nGegeben 10,00\nRückgeld 3,52";

#[test]
fn the_same_total_within_days_is_offered_and_the_named_merchant_comes_first() {
    let known = [
        transaction(1, "2026-02-01", "-6.48", "Corner Kiosk"),
        transaction(2, "2026-02-02", "-6.48", "Green Market"),
        transaction(3, "2026-02-01", "-6.49", "Green Market"),
        transaction(4, "2026-03-01", "-6.48", "Green Market"),
        transaction(5, "2026-01-28", "-6.48", "Green Market"),
    ];
    assert_eq!(offered(RECEIPT, &known), [id(2), id(1)]);
}

#[test]
fn a_named_total_comes_before_other_amounts() {
    let known =
        [transaction(1, "2026-01-31", "-10.00", "Cash"), transaction(2, "2026-01-31", "-6.48", "Card")];
    assert_eq!(offered(RECEIPT, &known), [id(2), id(1)]);
}

#[test]
fn a_receipt_without_a_date_is_offered_only_for_the_merchant_that_it_names() {
    let known = [
        transaction(1, "2026-01-31", "-12.50", "Green Market"),
        transaction(2, "2026-01-31", "-12.50", "Other Shop"),
    ];
    assert_eq!(offered("Green Market\nTotal $12.50", &known), [id(1)]);
    assert_eq!(offered("Total $12.50", &known), []);
    assert_eq!(offered("", &known), []);
}

#[test]
fn dates_and_amounts_of_several_countries_are_read() {
    let known = [transaction(1, "2026-01-31", "-1234.50", "Any")];
    for content in [
        "2026-01-31 total 1,234.50",
        "Jan 31, 2026 AMOUNT DUE: $1,234.50",
        "31/01/2026\nMontant 1234,50€",
        "01/31/2026\nTOTAL 1234.50",
        "31.01.26 Gesamtbetrag 1.234,50 EUR",
    ] {
        assert_eq!(offered(content, &known), [id(1)], "{content}");
    }
    let yen = [transaction(1, "2026-01-31", "-1234 JPY", "Any")];
    assert_eq!(offered("2026-01-31 total 12.34", &yen), [], "yen have no decimals");
}

proptest! {
    #[test]
    fn an_offer_has_an_amount_of_the_receipt_and_a_date_near_it(
        content in "[ -~€äß\n]{0,200}",
        days in prop::collection::vec((0_u64..60, 1_i64..100_000), 0..20),
    ) {
        let start: Date = "2026-01-01".parse().unwrap();
        let eur = Currency::parse("EUR").unwrap();
        let known: Vec<Transaction> = days.iter().enumerate().map(|(number, (day, minor))| Transaction {
            date: start + chrono::Days::new(*day),
            amount: Money::from_minor(-minor, eur),
            ..transaction(number, "2026-01-01", "-1.00", "Green Market")
        }).collect();
        let total = known.first().map_or_else(String::new, |first| {
            format!("\n{}\nTotal {}", first.date, first.amount.decimal().trim_start_matches('-'))
        });
        let receipt = Receipt::read(&format!("{content}{total}"));
        let offers = receipt.offers(&known);
        prop_assert!(offers.len() <= OFFERS_MAX);
        for offer in &offers {
            let found = known.iter().find(|known| known.id == offer.transaction).unwrap();
            prop_assert!(receipt.totals(eur).contains(&-found.amount.minor()));
            prop_assert!(offer.days.is_none_or(|days| (-DAYS_BEFORE..=DAYS_AFTER).contains(&days)));
        }
        let mut reversed = known.clone();
        reversed.reverse();
        prop_assert_eq!(receipt.offers(&reversed), offers, "the order of the transactions does not matter");
    }
}
