//! MT940 files of German, Dutch and other banks.

use saldo_domain::{AccountDraft, Outcome, StatementDraft};
use saldo_statement_ingest::import::{ImportError, ImportFormat, ImportHints, import};
use saldo_statement_ingest::reconcile;

use crate::changed;

const GERMAN: &str = "\r\n:20:STARTUMSE\r\n:25:20041133/0532013000\r\n:28C:00012/001\r\n:60F:C231229EUR1250,00\r\n\
:61:2312301230D49,90NDDTNONREF//0000000001\r\n/OCMT/EUR49,90/\r\n\
:86:105?00FOLGELASTSCHRIFT?109248?20EREF+2023-4711-998-0001?21MREF+M-778?22CRED+DE98ZZZ000999\r\n\
99999?23SVWZ+Strom Abschlag Januar ?242024 Vertrag 55?30TESTDEFF?31DE02120300000000202051\r\n?32Stadtwerke Musterhausen Gmb?33H\r\n\
:61:2401010102C2500,NTRFNONREF\r\n\
:86:166?00GUTSCHRIFT?100599?20Lohn Dezember?21Personalnr. 1+1?32Muster AG\r\n\
:61:240102DR3,5NCHGNONREF\r\n:86:808?00KONTOFUEHRUNG\r\n\
:61:2401030103RD20,00NRTINONREF\r\n:86:159?00RUECKLASTSCHRIFT?20SVWZ+Zurueck\r\n\
:61:2401030103RC100,00NRTINONREF\r\n:86:170?00STORNO\r\n\
:62F:C240103EUR3616,60\r\n:64:C240103EUR3616,60\r\n:86:words about the whole statement\r\n-\r\n";

const DUTCH: &str = "{1:F01INGBNL2ABXXX0000000000}{2:I940INGBNL2AXXXN}{4:\n:20:P240131000000001\n:25:NL69INGB0123456789EUR\n:28C:00000\n\
:60F:C240130EUR662,23\n:61:2401310131D1,50NTRFEREF//00000000001005\n/TRCD/00100/\n\
:86:/EREF/EV12341REP1231456T1234//CNTP/NL32INGB0000012345/INGBNL2A/ING BANK N\nV/INTER//REMI/USTD//EV10001REP/fee 1/2//\n\
:61:2401310131C102,02NTRF//20022\n:86:Unstructured words\nof the bank\n:62F:C240131EUR762,75\n-}\n";

fn draft(text: &str) -> StatementDraft {
    assert_eq!(ImportFormat::of(text.as_bytes()), Some(ImportFormat::Mt940));
    import(ImportFormat::Mt940, text.as_bytes(), &ImportHints::default()).unwrap()
}

fn lines(account: &AccountDraft) -> Vec<String> {
    let line = |transaction: &saldo_domain::TransactionDraft| {
        format!("{} {} {}", transaction.date, transaction.amount.decimal(), transaction.description)
    };
    account.transactions.iter().map(line).collect()
}

fn ends(account: &AccountDraft) -> (Option<String>, Option<String>) {
    let decimal = |money: Option<saldo_domain::Money>| money.map(saldo_domain::Money::decimal);
    (decimal(account.opening_balance), decimal(account.closing_balance))
}

#[test]
fn german_subfields_give_payee_and_purpose() {
    let draft = draft(GERMAN);
    let account = &draft.accounts[0];
    assert_eq!(
        lines(account),
        [
            "2023-12-30 -49.90 Stadtwerke Musterhausen GmbH Strom Abschlag Januar 2024 Vertrag 55",
            "2024-01-02 2500.00 Muster AG Lohn Dezember Personalnr. 1+1",
            "2024-01-02 -3.50 KONTOFUEHRUNG",
            "2024-01-03 20.00 Zurueck",
            "2024-01-03 -100.00 STORNO",
        ]
    );
    assert_eq!(account.number.as_deref(), Some("20041133/0532013000"));
    assert_eq!(account.transactions[1].value_date.unwrap().to_string(), "2024-01-01");
    assert_eq!(ends(account), (Some("1250.00".into()), Some("3616.60".into())));
    assert_eq!(account.period_end.unwrap().to_string(), "2024-01-03");
    assert_eq!(reconcile::check(draft).outcome(), Some(Outcome::Balanced));
}

#[test]
fn swift_codes_and_free_text_are_read() {
    let draft = draft(DUTCH);
    assert_eq!(
        lines(&draft.accounts[0]),
        [
            "2024-01-31 -1.50 ING BANK NV EV10001REP/fee 1/2",
            "2024-01-31 102.02 Unstructured words of the bank"
        ]
    );
    assert_eq!(reconcile::check(draft).outcome(), Some(Outcome::Balanced));
}

#[test]
fn a_transaction_without_details_uses_its_own_lines() {
    let text = ":20:1\n:25:1\n:60F:D240101GBP10,\n:61:240102D5,NCHKCHQ 104//1\nCheque paid in\n:61:240103D5,NCHK104\n:62F:D240103GBP20,\n";
    let draft = draft(text);
    assert_eq!(lines(&draft.accounts[0]), ["2024-01-02 -5.00 Cheque paid in", "2024-01-03 -5.00 104"]);
    assert_eq!(ends(&draft.accounts[0]), (Some("-10.00".into()), Some("-20.00".into())));
}

#[test]
fn pages_of_a_statement_are_joined_and_messages_are_separate() {
    let page = |number: u32, from: &str, day: u32, to: &str| {
        format!(
            ":20:A{number}\n:25:123/456\n:28C:1/{number}\n:60{from}\n:61:24010{day}C1,NMSCNONREF\n:86:x{number}\n:62{to}\n-\n"
        )
    };
    let text = [
        page(1, "F:C240101JPY100", 1, "M:C240101JPY101"),
        page(2, "M:C240101JPY101", 2, "F:C240102JPY102"),
        page(3, "F:C240102JPY102", 3, "F:C240103JPY103"),
    ]
    .concat();
    let draft = draft(&text);
    let counts: Vec<usize> = draft.accounts.iter().map(|account| account.transactions.len()).collect();
    assert_eq!(counts, [2, 1]);
    assert_eq!(ends(&draft.accounts[0]), (Some("100".into()), Some("102".into())));
    assert_eq!(reconcile::check(draft).outcome(), Some(Outcome::Balanced));
}

#[test]
fn an_invalid_line_is_rejected_with_its_number() {
    let import = |text: &str| import(ImportFormat::Mt940, text.as_bytes(), &ImportHints::default());
    let broken = GERMAN.replace("C2500,NTRF", "X2500,NTRF");
    assert_eq!(import(&broken), Err(ImportError::NotUnderstood { line: 11, what: "invalid transaction" }));
    let broken = GERMAN.replace("C231229EUR1250,00", "C231229EUR1250,005");
    assert_eq!(import(&broken), Err(ImportError::NotUnderstood { line: 5, what: "invalid opening balance" }));
    assert_eq!(import(":20:1\n:25:1\n"), Err(ImportError::Empty));
    let many = changed(ImportHints::default(), |it| it.transactions_max = 2);
    assert_eq!(
        saldo_statement_ingest::import::import(ImportFormat::Mt940, GERMAN.as_bytes(), &many),
        Err(ImportError::TooLarge)
    );
}

#[test]
fn a_partly_readable_amount_is_rejected_and_never_truncated() {
    let import = |amount: &str, balance: &str| {
        let text = format!(
            ":20:1\n:25:1\n:60F:C240101EUR{balance}\n:61:240105D{amount}NMSC\n:86:x\n:62F:C240105EUR0,00\n"
        );
        import(ImportFormat::Mt940, text.as_bytes(), &ImportHints::default())
            .map(|draft| draft.accounts[0].transactions[0].amount.decimal())
    };
    for amount in ["1.000,00", "1 000,00", "1'000,00", "1,000,00", "1,000.00", "-5,00", "5,00-", ""] {
        let refused = Err(ImportError::NotUnderstood { line: 4, what: "invalid transaction" });
        assert_eq!(import(amount, "1000,00"), refused, "{amount}");
    }
    for balance in ["1.000,00", "-5,00", "5,00-", "5,00 x", ""] {
        let refused = Err(ImportError::NotUnderstood { line: 3, what: "invalid opening balance" });
        assert_eq!(import("1000,00", balance), refused, "{balance}");
    }
    assert_eq!(import("1000,", "1000,00").unwrap(), "-1000.00");
}

#[test]
fn a_day_without_transactions_keeps_a_file_balanced() {
    let day = |day: u32, from: &str, transactions: &str, to: &str| {
        let next = day + 1;
        format!(":20:A\n:25:1\n:60F:C2401{day:02}EUR{from}\n{transactions}:62F:C2401{next:02}EUR{to}\n-\n")
    };
    let outcome = |text: &str| reconcile::check(draft(text)).outcome();
    let (busy, quiet) = (day(6, "980,", ":61:240107D10,NMSC\n", "970,"), day(7, "970,", "", "970,"));
    assert_eq!(outcome(&quiet), Some(Outcome::Balanced));
    assert_eq!(outcome(&(busy + &quiet)), Some(Outcome::Balanced));
    assert_eq!(outcome(&day(7, "970,", "", "971,")), Some(Outcome::Unbalanced));
}

#[test]
fn a_file_cut_short_anywhere_is_refused_or_does_not_balance() {
    for end in (0..GERMAN.len()).filter(|end| GERMAN.is_char_boundary(*end)) {
        let cut = &GERMAN.as_bytes()[..end];
        if let Ok(draft) = import(ImportFormat::Mt940, cut, &ImportHints::default()) {
            let complete = draft.accounts[0].transactions.len() == 5;
            assert!(complete || reconcile::check(draft).outcome() != Some(Outcome::Balanced), "{end}");
        }
    }
}
