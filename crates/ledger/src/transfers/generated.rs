//! The recall and the precision of transfer matching without asking the user, on
//! generated accounts with payments to strangers and own accounts as banks print them.

use std::collections::HashSet;

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use saldo_domain::{AccountId, AccountKind, Currency, Id, Money, Timestamp};

use super::*;

fn id<T>(number: usize) -> Id<T> {
    format!("00000000-0000-0000-0000-{number:012}").parse().unwrap()
}

fn account(number: usize, name: &str, bank: &str, ending: &str, kind: AccountKind) -> Account {
    let now = Timestamp::from_milliseconds(0);
    Account {
        id: id(number),
        name: name.to_owned(),
        institution: Some(bank.to_owned()),
        number_masked: Some(format!("••••{ending}")),
        kind,
        currency: Currency::parse("EUR").unwrap(),
        by_hand: false,
        closed_on: None,
        number: None,
        created_at: now,
        updated_at: now,
    }
}

/// Creates two checking accounts, two cards, a savings account, an investment account, a loan and cash.
fn accounts() -> Vec<Account> {
    vec![
        account(1, "Girokonto", "Sparkasse Musterstadt", "3000", AccountKind::Checking),
        account(2, "N26", "N26 Bank AG", "7712", AccountKind::Checking),
        account(3, "Visa", "DKB AG", "4711", AccountKind::Card),
        account(4, "Amex Gold", "American Express", "1005", AccountKind::Card),
        account(5, "Urlaub", "ING", "9001", AccountKind::Savings),
        account(6, "Trading", "Comdirect", "5520", AccountKind::Investment),
        account(7, "Haus", "Interhyp", "6610", AccountKind::Loan),
        account(8, "Wallet", "Cash", "0000", AccountKind::Cash),
    ]
}

/// Transfers between own accounts as banks print them: the account numbers, and the description on each side.
const OWN: &[(usize, usize, &str, &str)] = &[
    (1, 3, "KREDITKARTENABRECHNUNG VISA", "ZAHLUNG ERHALTEN"),
    (1, 3, "Lastschrift DKB VISACARD 4711", "Einzahlung"),
    (1, 3, "SEPA-Basislastschrift Kreditkarte", "Ausgleich Kreditkarte gem. Abrechnung"),
    (1, 3, "DIRECT DEBIT CREDIT CARD", "PAYMENT RECEIVED - THANK YOU"),
    (2, 3, "Visa", "Zahlungseingang"),
    (1, 4, "AMEX EPAYMENT ACH PMT", "AUTOPAY PAYMENT - THANK YOU"),
    (1, 4, "AMERICAN EXPRESS EUROPE", "ZAHLUNG DANKEND ERHALTEN"),
    (2, 4, "Credit card bill", "Payment"),
    (1, 5, "DAUERAUFTRAG SPAREN", "GUTSCHRIFT"),
    (1, 5, "Übertrag auf Tagesgeld", "Übertrag"),
    (2, 5, "To savings", "Transfer received"),
    (5, 1, "Auszahlung auf Referenzkonto", "GUTSCHRIFT ING"),
    (5, 1, "Übertrag", "Umbuchung vom Tagesgeld"),
    (1, 2, "N26 Max Mustermann", "Mustermann, Max"),
    (1, 2, "Überweisung DE89 1001 1001 2620 4577 12", "Gutschrift"),
    (2, 1, "Max Mustermann", "Gutschrift Max Mustermann"),
    (1, 6, "Wertpapiersparplan Einzug", "Einzahlung"),
    (1, 6, "comdirect", "Geldeingang"),
    (1, 7, "Darlehen Rate 05", "Eingang"),
    (1, 7, "MORTGAGE PAYMENT", "PAYMENT RECEIVED"),
    (1, 8, "BARGELDAUSZAHLUNG", "Geldautomat"),
    (2, 8, "ATM WITHDRAWAL BERLIN", "Cash"),
    (1, 5, "Virement vers Livret A", "Virement"),
    (1, 3, "Prélèvement carte de crédit", "Votre paiement, merci"),
    (1, 2, "Überweisung", "Gutschrift"),
    (1, 5, "RUECKLAGE", "Gutschrift"),
];

/// Payments to and from strangers; true for money in.
const OTHERS: &[(&str, bool)] = &[
    ("REWE SAGT DANKE", false),
    ("Miete Wohnung", false),
    ("Amazon EU", false),
    ("Überweisung Vermieter", false),
    ("CARD PAYMENT TESCO", false),
    ("Stadtwerke Abschlag", false),
    ("Gehalt ACME GmbH", true),
    ("Erstattung Krankenkasse", true),
    ("AMAZON REFUND", true),
    ("Storno Zalando", true),
    ("Überweisung Anna Beispiel", true),
    ("Zinsen", true),
];

/// Pairs of equal amounts within days that are no transfers, although one side looks like it.
const NEAR: &[(usize, usize, &str, &str)] = &[
    (1, 3, "REWE SAGT DANKE", "ZAHLUNGSEINGANG"),
    (1, 3, "REWE SAGT DANKE", "Zahlung vom Girokonto"),
    (1, 3, "SEPA-Lastschrift Stadtwerke", "ZAHLUNG DANKEND ERHALTEN"),
    (2, 4, "AMAZON EU", "PAYMENT RECEIVED - THANK YOU"),
    (2, 4, "To savings", "PAYMENT THANK YOU"),
    (1, 3, "DAUERAUFTRAG SPAREN", "Einzahlung"),
    (1, 3, "AMAZON PAYMENTS", "AMAZON REFUND"),
    (2, 3, "Visa Hotel Berlin", "Erstattung Hotel Berlin"),
    (1, 5, "Miete Wohnung", "GUTSCHRIFT"),
    (1, 5, "REWE SAGT DANKE", "Eingang vom Girokonto"),
    (1, 2, "Überweisung Vermieter", "Überweisung Anna Beispiel"),
    (1, 6, "Stadtwerke Abschlag", "Einzahlung"),
    (2, 1, "Möbelhaus Anzahlung", "Gehalt ACME GmbH"),
    (2, 5, "RESTAURANT URLAUBSGLÜCK", "Zinsen"),
    (1, 6, "HOME DEPOT 1234", "DIVIDEND"),
    (1, 2, "GIROPAY LIEFERANDO", "Anna Beispiel"),
    (2, 1, "GIRO SP SERVICES", "Anna Beispiel"),
    (4, 3, "CREDIT CARD PURCHASE TESCO", "PAYMENT RECEIVED"),
    (1, 5, "GEICO AUTOPAY", "FROM CHECKING TO SAVINGS"),
    (1, 8, "ATMOSPHERE BAR", "Geldgeschenk"),
];

/// A transaction of a month: a transfer of [`OWN`] with its
/// amount, day and delay, or a payment to or from a stranger.
#[derive(Debug, Clone)]
enum Booking {
    Own { which: usize, minor: i64, day: u64, delay: i64 },
    Other { which: usize, account: usize, minor: i64, day: u64 },
    Near { which: usize, minor: i64, day: u64, delay: i64 },
}

/// Generates transfers and payments of round amounts, of which many are equal, and pairs of [`NEAR`].
fn colliding_booking() -> impl Strategy<Value = Booking> {
    let round = || (1_i64..=60).prop_map(|units| units * 5_000);
    let own = (0..OWN.len(), round(), 0_u64..360, -1_i64..=5)
        .prop_map(|(which, minor, day, delay)| Booking::Own { which, minor, day, delay });
    let other = (0..OTHERS.len(), 1_usize..=6, round(), 0_u64..360)
        .prop_map(|(which, account, minor, day)| Booking::Other { which, account, minor, day });
    let near = (0..NEAR.len(), round(), 0_u64..360, -1_i64..=5)
        .prop_map(|(which, minor, day, delay)| Booking::Near { which, minor, day, delay });
    prop_oneof![2 => own, 2 => other, 1 => near]
}

fn booking() -> impl Strategy<Value = Booking> {
    let own = (0..OWN.len(), 100_i64..300_000, 0_u64..360, -1_i64..=5)
        .prop_map(|(which, minor, day, delay)| Booking::Own { which, minor, day, delay });
    let other = (0..OTHERS.len(), 1_usize..=6, 100_i64..300_000, 0_u64..360)
        .prop_map(|(which, account, minor, day)| Booking::Other { which, account, minor, day });
    prop_oneof![1 => own, 4 => other]
}

/// Returns the transactions of a year, and the pairs that are transfers.
fn year(bookings: &[Booking]) -> (Vec<Movement>, HashSet<(TransactionId, TransactionId)>) {
    let first: saldo_domain::Date = "2025-01-01".parse().unwrap();
    let euro = Currency::parse("EUR").unwrap();
    let (mut movements, mut pairs) = (Vec::new(), HashSet::new());
    let mut book = |account: usize, date, minor, description: &'static str| {
        let transaction = id(movements.len() + 100);
        movements.push(Movement {
            transaction,
            account: id(account),
            statement: None,
            date,
            amount: Money::from_minor(minor, euro),
            description: description.into(),
        });
        transaction
    };
    for booking in bookings {
        match *booking {
            Booking::Own { which, minor, day, delay } => {
                let (from, to, out, into) = OWN[which];
                let date = first + chrono::Days::new(day);
                let one = book(from, date, -minor, out);
                let other = book(to, date + chrono::TimeDelta::days(delay), minor, into);
                pairs.insert((one, other));
            }
            Booking::Near { which, minor, day, delay } => {
                let (from, to, out, into) = NEAR[which];
                let date = first + chrono::Days::new(day);
                book(from, date, -minor, out);
                book(to, date + chrono::TimeDelta::days(delay), minor, into);
            }
            Booking::Other { which, account, minor, day } => {
                let (description, is_income) = OTHERS[which];
                let minor = if is_income { minor } else { -minor };
                book(account, first + chrono::Days::new(day), minor, description);
            }
        }
    }
    (movements, pairs)
}

#[test]
fn only_transfers_between_own_accounts_are_marked() {
    let mut runner = TestRunner::deterministic();
    let (mut found, mut right, mut own, mut by_kind) = (0_usize, 0_usize, 0_usize, 0_usize);
    for _ in 0..40 {
        let bookings = proptest::collection::vec(booking(), 300).new_tree(&mut runner).unwrap().current();
        let (movements, pairs) = year(&bookings);
        let matches = match_transfers(&movements, &accounts(), Some("Max Mustermann"));
        let sure = matches.iter().filter(|pair| pair.because.is_sure()).map(|pair| (pair.out, pair.into));
        let sure: Vec<(TransactionId, TransactionId)> = sure.collect();
        own += pairs.len();
        by_kind += matches.iter().filter(|pair| pair.because == TransferReason::Kind).count();
        found += sure.len();
        right += sure.iter().filter(|pair| pairs.contains(pair)).count();
    }
    assert!(by_kind * 100 >= own * 10, "without account kinds, {by_kind} of {own} would be missed");
    assert_eq!(found, right, "precision is 100 %");
    assert!(right * 100 >= own * 95, "{right} of {own} is less than 95 %");
}

#[test]
fn a_payment_that_resembles_a_transfer_is_only_suggested() {
    let mut runner = TestRunner::deterministic();
    let (mut own, mut right) = (0_usize, 0_usize);
    for (which, (.., out, into)) in NEAR.iter().enumerate() {
        let (movements, _) = year(&[Booking::Near { which, minor: 5_000, day: 10, delay: 1 }]);
        let found = match_transfers(&movements, &accounts(), Some("Max Mustermann"));
        assert!(found.iter().all(|pair| !pair.because.is_sure()), "{out} | {into}: {found:?}");
    }
    for _ in 0..40 {
        let bookings =
            proptest::collection::vec(colliding_booking(), 100).new_tree(&mut runner).unwrap().current();
        let (movements, pairs) = year(&bookings);
        own += pairs.len();
        let of = |id: TransactionId| movements.iter().find(|it| it.transaction == id).unwrap();
        let sides: HashMap<TransactionId, (AccountId, AccountId)> = pairs
            .iter()
            .flat_map(|(out, into)| [out, into].map(|side| (*side, (of(*out).account, of(*into).account))))
            .collect();
        for pair in match_transfers(&movements, &accounts(), Some("Max Mustermann")) {
            // Equal transfers between the same accounts may be paired in any order.
            let is_right = sides.contains_key(&pair.out) && sides.get(&pair.out) == sides.get(&pair.into);
            right += usize::from(is_right && pair.because.is_sure());
            let descriptions = [pair.out, pair.into].map(|id| &of(id).description);
            assert!(is_right || !pair.because.is_sure(), "{descriptions:?} {:?}", pair.because);
        }
    }
    assert!(right * 100 >= own * 90, "{right} of {own} is less than 90 %");
}

#[test]
fn an_account_kind_only_suggests_if_there_are_other_candidates() {
    let euro = |minor| Money::from_minor(minor, Currency::parse("EUR").unwrap());
    let movement = |number: usize, account: usize, minor, description: &'static str| Movement {
        transaction: id(number),
        account: id(account),
        statement: None,
        date: "2025-05-02".parse().unwrap(),
        amount: euro(minor),
        description: description.into(),
    };
    let out = movement(100, 1, -5_000, "KREDITKARTENABRECHNUNG VISA");
    let paid = movement(101, 3, 5_000, "ZAHLUNG ERHALTEN");
    let sure = |movements: &[Movement]| {
        let found = match_transfers(movements, &accounts(), None);
        found.iter().filter(|pair| pair.because.is_sure()).count()
    };
    assert_eq!(sure(&[out.clone(), paid.clone()]), 1);
    assert_eq!(sure(&[out.clone(), paid.clone(), movement(102, 4, 5_000, "ZAHLUNG ERHALTEN")]), 0);
    assert_eq!(sure(&[out.clone(), movement(103, 3, 5_000, "ERSTATTUNG HOTEL")]), 0);
    assert_eq!(sure(&[movement(104, 1, -5_000, "REWE"), movement(105, 5, 5_000, "GUTSCHRIFT")]), 0);
}
