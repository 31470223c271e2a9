//! OFX files of banks: amounts in other currencies, corrections, and invalid figures.

use saldo_domain::{Currency, Money, StatementDraft, TransactionDraft};
use saldo_statement_ingest::import::{ImportError, ImportFormat, ImportHints, import};

use crate::changed;

fn file(head: &str, transactions: &str, tail: &str) -> String {
    format!(
        "OFXHEADER:100\nDATA:OFXSGML\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS>\n<CURDEF>{head}\n\
         <BANKACCTFROM><ACCTID>111122223333</BANKACCTFROM>\n<BANKTRANLIST>\n{transactions}</BANKTRANLIST>\n{tail}\
         </STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\n"
    )
}

fn read(text: &str) -> Result<StatementDraft, ImportError> {
    let hints = changed(ImportHints::default(), |it| it.currency = Currency::parse("EUR").ok());
    assert_eq!(ImportFormat::of(text.as_bytes()), Some(ImportFormat::Ofx));
    import(ImportFormat::Ofx, text.as_bytes(), &hints)
}

fn lines(text: &str) -> Vec<String> {
    let line = |transaction: &TransactionDraft| {
        format!("{} {} {}", transaction.date, transaction.amount, transaction.description)
    };
    read(text).unwrap().accounts[0].transactions.iter().map(line).collect()
}

fn transaction(day: u32, amount: &str, id: &str, rest: &str) -> String {
    format!("<STMTTRN><DTPOSTED>202401{day:02}<TRNAMT>{amount}<FITID>{id}{rest}</STMTTRN>\n")
}

fn at(line: usize, what: &'static str) -> Result<StatementDraft, ImportError> {
    Err(ImportError::NotUnderstood { line, what })
}

#[test]
fn a_partly_readable_amount_is_rejected_with_its_line() {
    for amount in ["--5", "5-5", "1E3", "(-5)", "5.005", "5.00 x", ""] {
        let refused = at(8, "invalid or missing amount");
        assert_eq!(read(&file("EUR", &transaction(5, amount, "1", "<NAME>A"), "")), refused, "{amount}");
    }
    let balance = "<LEDGERBAL><BALAMT>--5<DTASOF>20240131</LEDGERBAL>";
    assert_eq!(
        read(&file("EUR", &transaction(5, "-5", "1", ""), balance)),
        at(10, "invalid closing balance")
    );
    assert_eq!(read(&file("EURO", &transaction(5, "-5", "1", ""), "")), at(5, "invalid currency"));
}

#[test]
fn entities_are_decoded_and_cdata_is_literal() {
    let names = [
        ("<NAME><![CDATA[A & B <c>]]></NAME>", "A & B <c>"),
        ("<NAME>Caf&#233; &#x26; Co &amp;lt; AT&T</NAME>", "Café & Co &lt; AT&T"),
        ("<NAME>one<!-- two > -->\n three</NAME>", "one three"),
    ];
    for (name, expected) in names {
        assert_eq!(
            lines(&file("EUR", &transaction(5, "-1", "1", name), "")),
            [format!("2024-01-05 -1.00 EUR {expected}")]
        );
    }
}

#[test]
fn an_amount_in_another_currency_is_converted_with_the_rate_beside_it_or_refused() {
    let one =
        |currency: &str, amount: &str, rest: &str| file(currency, &transaction(5, amount, "1", rest), "");
    for (currency, amount, rest, expected) in [
        ("EUR", "-100.00", "<CURRENCY><CURRATE>0.9<CURSYM>USD</CURRENCY>", "-90.00 EUR"),
        ("EUR", "0.05", "<CURRENCY><CURRATE>0.9<CURSYM>USD</CURRENCY>", "0.05 EUR"),
        ("EUR", "-0.05", "<CURRENCY><CURSYM>USD<CURRATE>0.1</CURRENCY>", "-0.01 EUR"),
        ("JPY", "-10.00", "<CURRENCY><CURSYM>EUR<CURRATE>161.234</CURRENCY>", "-1612 JPY"),
        ("EUR", "-1612", "<CURRENCY><CURSYM>JPY<CURRATE>0,0062</CURRENCY>", "-9.99 EUR"),
        ("EUR", "-5.00", "<CURRENCY><CURRATE>1.0<CURSYM>EUR</CURRENCY>", "-5.00 EUR"),
        ("EUR", "-90.00", "<ORIGCURRENCY><CURRATE>0.9<CURSYM>USD</ORIGCURRENCY>", "-90.00 EUR"),
    ] {
        assert_eq!(lines(&one(currency, amount, rest)), [format!("2024-01-05 {expected} ")], "{rest}");
    }
    for (rest, what) in [
        ("<CURRENCY><CURSYM>USD</CURRENCY>", "an amount in another currency has no rate"),
        ("<CURRENCY><CURRATE>0.9</CURRENCY>", "invalid or missing currency"),
        ("<CURRENCY><CURRATE>-0.9<CURSYM>USD</CURRENCY>", "invalid exchange rate"),
        ("<CURRENCY><CURRATE>0<CURSYM>USD</CURRENCY>", "invalid exchange rate"),
    ] {
        assert_eq!(read(&one("EUR", "-5", rest)), at(8, what), "{rest}");
    }
}

#[test]
fn a_correction_of_a_transaction_is_not_another_transaction() {
    let corrects = |id: &str, action: &str| format!("<CORRECTFITID>{id}<CORRECTACTION>{action}<NAME>C");
    let first = transaction(5, "-1", "F1", "<NAME>A") + &transaction(6, "-2", "F2", "<NAME>B");
    let file = |more: String| file("EUR", &(first.clone() + &more), "");
    let (one, two) = ("2024-01-05 -1.00 EUR A", "2024-01-06 -2.00 EUR B");
    assert_eq!(lines(&file(transaction(7, "-1", "F3", &corrects("F1", "DELETE")))), [two]);
    let replaced = "2024-01-07 -3.00 EUR C";
    assert_eq!(lines(&file(transaction(7, "-3", "F3", &corrects("F1", "REPLACE")))), [replaced, two]);
    // A correction may itself be corrected.
    let twice = transaction(7, "-3", "F3", &corrects("F1", "REPLACE"))
        + &transaction(8, "0", "F4", &corrects("F3", "DELETE"));
    assert_eq!(lines(&file(twice)), [two]);
    // The corrected transaction may be in an earlier file.
    let earlier = transaction(7, "-9", "F3", &corrects("F0", "DELETE"));
    assert_eq!(lines(&file(earlier)), [one, two]);
    let earlier = transaction(7, "-3", "F3", &corrects("F0", "REPLACE"));
    assert_eq!(lines(&file(earlier)), [one, two, replaced]);
    let unknown = file(transaction(7, "-3", "F3", &corrects("F1", "OTHER")));
    assert_eq!(read(&unknown), at(10, "unknown kind of correction"));
}

#[test]
fn an_unclosed_transaction_is_read_but_an_unclosed_statement_is_rejected() {
    let open = file("EUR", &transaction(5, "-1", "1", "<NAME>A").replace("</STMTTRN>", ""), "");
    assert_eq!(lines(&open), ["2024-01-05 -1.00 EUR A"]);
    let whole = file("EUR", &transaction(5, "-1", "1", "<NAME>A"), "");
    let two = whole.replace("</BANKMSGSRSV1>", "<STMTTRNRS><STMTRS><CURDEF>EUR");
    assert_eq!(read(&two), at(10, "the end of a statement is missing"));
}

#[test]
fn a_balance_computed_by_an_export_is_not_a_bank_balance() {
    let balance = "<LEDGERBAL><BALAMT>-5.00</LEDGERBAL>";
    let closing = |tail: &str| {
        read(&file("EUR", &transaction(5, "-5", "1", ""), tail)).unwrap().accounts[0]
            .closing_balance
            .map(Money::decimal)
    };
    assert_eq!(closing(balance).as_deref(), Some("-5.00"));
    let own = "<MKTGINFO>No statement gives the balance of this account; it is the sum of these transactions</MKTGINFO>";
    assert_eq!(closing(&format!("{balance}{own}")), None);
}
