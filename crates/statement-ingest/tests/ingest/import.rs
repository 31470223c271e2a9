//! Data files become the same drafts as pages.

use std::sync::Arc;

use bytes::Bytes;
use saldo_domain::{
    AccountDraft, AccountKind, Currency, Failure, FailureCode, Outcome, StatementDraft, StatementKind,
    TransactionDraft, UserAnswers,
};
use saldo_statement_ingest::import::{
    CsvMapping, ImportError, ImportFormat, ImportHints, import, preview_csv,
};
use saldo_statement_ingest::page::InProcess;
use saldo_statement_ingest::{
    FilePassword, ImportReader, NoProgress, Progress, ReadFailure, StatementReader, reconcile,
};

use crate::changed;

fn hints(currency: &str) -> ImportHints {
    changed(ImportHints::default(), |it| it.currency = Currency::parse(currency).ok())
}

fn read(format: ImportFormat, text: &str, currency: &str) -> Result<StatementDraft, ImportError> {
    assert_eq!(ImportFormat::of(text.as_bytes()), Some(format));
    import(format, text.as_bytes(), &hints(currency))
}

fn only_account(format: ImportFormat, text: &str, currency: &str) -> AccountDraft {
    let mut draft = read(format, text, currency).unwrap();
    assert_eq!(draft.accounts.len(), 1);
    draft.accounts.remove(0)
}

/// Returns date, amount and description of each transaction.
fn lines(account: &AccountDraft) -> Vec<String> {
    let line = |transaction: &TransactionDraft| {
        format!("{} {} {}", transaction.date, transaction.amount.decimal(), transaction.description)
    };
    account.transactions.iter().map(line).collect()
}

fn csv(text: &str) -> Vec<String> {
    lines(&only_account(ImportFormat::Csv, text, "EUR"))
}

const OFX_1: &str = "OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\n\n<OFX><SIGNONMSGSRSV1><SONRS><FI><ORG>First Bank\n</FI></SONRS></SIGNONMSGSRSV1>
<BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD<BANKACCTFROM><BANKID>1<ACCTID>000123456<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20240101<DTEND>20240131
<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20240105120000[-5:EST]<TRNAMT>-12.50<FITID>1<NAME>Smith &amp; Sons<MEMO>Card 1234</STMTTRN>
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20240131<TRNAMT>1000<FITID>2<NAME>PAY<MEMO>PAY</STMTTRN>
</BANKTRANLIST><LEDGERBAL><BALAMT>1987.50<DTASOF>20240131</LEDGERBAL><AVAILBAL><BALAMT>5.00<DTASOF>20240131</AVAILBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>";

#[test]
fn ofx_1_with_unclosed_values_is_read() {
    let draft = read(ImportFormat::Ofx, OFX_1, "EUR").unwrap();
    assert_eq!(draft.institution.as_deref(), Some("First Bank"));
    let account = &draft.accounts[0];
    assert_eq!(lines(account), ["2024-01-05 -12.50 Smith & Sons Card 1234", "2024-01-31 1000.00 PAY"]);
    assert_eq!((account.currency.code(), account.kind), ("USD", AccountKind::Checking));
    assert_eq!(account.number.as_deref(), Some("000123456"));
    assert_eq!(account.closing_balance.unwrap().decimal(), "1987.50");
    assert_eq!(account.period_end.unwrap().to_string(), "2024-01-31");
}

#[test]
fn ofx_2_with_a_card_is_a_card_statement() {
    let text = r#"<?xml version="1.0"?><?OFX OFXHEADER="200"?><OFX><CREDITCARDMSGSRSV1><CCSTMTTRNRS><CCSTMTRS><CURDEF>GBP</CURDEF>
<CCACCTFROM><ACCTID>4929</ACCTID></CCACCTFROM><BANKTRANLIST><STMTTRN><DTPOSTED>20240105</DTPOSTED><TRNAMT>-3,99</TRNAMT><NAME>SHOP</NAME></STMTTRN>
</BANKTRANLIST></CCSTMTRS></CCSTMTTRNRS></CREDITCARDMSGSRSV1></OFX>"#;
    let draft = read(ImportFormat::Ofx, text, "EUR").unwrap();
    assert_eq!((draft.kind, draft.accounts[0].kind), (StatementKind::Card, AccountKind::Card));
    assert_eq!(lines(&draft.accounts[0]), ["2024-01-05 -3.99 SHOP"]);
}

#[test]
fn a_truncated_ofx_name_is_replaced_by_its_memo() {
    let text = OFX_1.replace("<NAME>PAY<MEMO>PAY", "<NAME>MONTHLY PAY<MEMO>MONTHLY PAY FROM ACME");
    let account = only_account(ImportFormat::Ofx, &text, "USD");
    assert_eq!(lines(&account)[1], "2024-01-31 1000.00 MONTHLY PAY FROM ACME");
}

#[test]
fn ofx_with_a_missing_amount_is_rejected() {
    let text = OFX_1.replace("<TRNAMT>1000", "<TRNAMT>");
    assert!(matches!(read(ImportFormat::Ofx, &text, "USD"), Err(ImportError::NotUnderstood { .. })));
}

#[test]
fn qif_dates_are_american_unless_impossible() {
    let text = "!Type:Bank\nD1/31'24\nT-1,250.00\nPRENT\nMJanuary\n^\nD2/ 1'24\nU5.00\nT5.00\nPINTEREST\n^\n";
    let account = only_account(ImportFormat::Qif, text, "USD");
    assert_eq!(lines(&account), ["2024-01-31 -1250.00 RENT January", "2024-02-01 5.00 INTEREST"]);
    let text = "!Type:CCard\nD31/01/2024\nT-1.250,00\nPMIETE\n^\n";
    let account = only_account(ImportFormat::Qif, text, "EUR");
    assert_eq!((lines(&account)[0].as_str(), account.kind), ("2024-01-31 -1250.00 MIETE", AccountKind::Card));
}

#[test]
fn qif_names_its_accounts_and_their_opening_balance() {
    let text = "!Account\nNSavings\nTBank\n^\n!Type:Bank\nD01/01/2024\nT100.00\nPOpening Balance\nL[Savings]\n^\nD01/15/2024\nT1.00\nPINT\n^\n!Type:Cat\nNFood\n^\n";
    let account = only_account(ImportFormat::Qif, text, "USD");
    assert_eq!(account.name.as_deref(), Some("Savings"));
    assert_eq!(account.opening_balance.unwrap().decimal(), "100.00");
    assert_eq!(lines(&account), ["2024-01-15 1.00 INT"]);
}

#[test]
fn qif_without_a_currency_asks_for_one() {
    let file = b"!Type:Bank\nD1/31'24\nT-1.00\n^\n";
    assert_eq!(import(ImportFormat::Qif, file, &ImportHints::default()), Err(ImportError::NoCurrency));
}

const CAMT: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>1</MsgId></GrpHdr><Stmt>
<FrToDt><FrDtTm>2024-01-01T00:00:00</FrDtTm><ToDtTm>2024-01-31T00:00:00</ToDtTm></FrToDt>
<Acct><Id><IBAN>CH9300762011623852957</IBAN></Id><Ccy>CHF</Ccy><Svcr><FinInstnId><Nm>Musterbank</Nm></FinInstnId></Svcr></Acct>
<Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="CHF">100.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Dt><Dt>2024-01-01</Dt></Dt></Bal>
<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="CHF">887.50</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2024-01-31</Dt></Dt></Bal>
<TxsSummry><TtlCdtNtries><Sum>1000.00</Sum></TtlCdtNtries><TtlDbtNtries><Sum>12.50</Sum></TtlDbtNtries></TxsSummry>
<Ntry><Amt Ccy="CHF">1000</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2024-01-05</Dt></BookgDt><ValDt><Dt>2024-01-06</Dt></ValDt>
 <NtryDtls><TxDtls><RltdPties><Dbtr><Pty><Nm>Muster &amp; Söhne</Nm></Pty></Dbtr></RltdPties><RmtInf><Ustrd>Lohn</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>
<Ntry><Amt Ccy="CHF">12.50</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><DtTm>2024-01-09T10:00:00</DtTm></BookgDt><AddtlNtryInf>Kartenkauf</AddtlNtryInf></Ntry>
<Ntry><Amt Ccy="CHF">7.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>PDNG</Cd></Sts><BookgDt><Dt>2024-01-31</Dt></BookgDt></Ntry>
</Stmt></BkToCstmrStmt></Document>"#;

#[test]
fn camt_is_read_with_its_balances() {
    let draft = read(ImportFormat::Camt053, CAMT, "EUR").unwrap();
    assert_eq!(draft.institution.as_deref(), Some("Musterbank"));
    let account = &draft.accounts[0];
    assert_eq!(lines(account), ["2024-01-05 1000.00 Muster & Söhne Lohn", "2024-01-09 -12.50 Kartenkauf"]);
    assert_eq!(account.number.as_deref(), Some("CH9300762011623852957"));
    assert_eq!(account.opening_balance.unwrap().decimal(), "-100.00");
    assert_eq!(reconcile::check(draft).outcome(), Some(Outcome::Balanced));
}

#[test]
fn camt_with_custom_entities_or_truncation_is_rejected() {
    let hints = hints("EUR");
    let own = CAMT.replace("Kartenkauf", "&lol;");
    assert!(import(ImportFormat::Camt053, own.as_bytes(), &hints).is_err());
    let cut = &CAMT.as_bytes()[..CAMT.len() - 40];
    assert!(import(ImportFormat::Camt053, cut, &hints).is_err());
    let deep = "<a>".repeat(100_000);
    assert_eq!(import(ImportFormat::Camt053, deep.as_bytes(), &hints), Err(ImportError::TooLarge));
}

#[test]
fn csv_amounts_follow_the_countrys_style() {
    assert_eq!(
        csv(
            "Datum;Verwendungszweck;Betrag (EUR);Saldo\n31.01.2024;Miete Januar;-1.250,00;750,00\n01.02.2024;Zinsen;5,00;755,00\n"
        ),
        ["2024-01-31 -1250.00 Miete Januar", "2024-02-01 5.00 Zinsen"]
    );
    assert_eq!(
        csv("Date,Description,Amount\n2024-01-31,\"RENT, January\",\"(1,250.00)\"\n2024-02-01,INT,5\n"),
        ["2024-01-31 -1250.00 RENT, January", "2024-02-01 5.00 INT"]
    );
}

#[test]
fn csv_separators_inside_quotes_do_not_count() {
    let text = "Date,Description,Amount\n2024-01-31,\"A;B;C\",-1\n2024-02-01,\"D;E;F\",-2\n2024-02-02,\"G, H, I, J\",-3\n";
    assert_eq!(
        csv(text),
        ["2024-01-31 -1.00 A;B;C", "2024-02-01 -2.00 D;E;F", "2024-02-02 -3.00 G, H, I, J"]
    );
}

#[test]
fn escaped_csv_formulas_are_unescaped() {
    let text = "Date,Description,Amount\n2024-01-31,'=SUM(A1),-1\n2024-02-01,''tis,-2\n2024-02-02,'tis,-3\n";
    assert_eq!(csv(text), ["2024-01-31 -1.00 =SUM(A1)", "2024-02-01 -2.00 'tis", "2024-02-02 -3.00 'tis"]);
}

#[test]
fn csv_with_in_and_out_columns_is_signed() {
    assert_eq!(
        csv(
            "Date\tDetails\tPaid out\tPaid in\tBalance\n31 Jan 2024\tRENT\t1250.00\t\t750.00\n01 Feb 2024\tINT\t\t5.00\t755.00\n"
        ),
        ["2024-01-31 -1250.00 RENT", "2024-02-01 5.00 INT"]
    );
}

#[test]
fn csv_with_a_direction_column_is_signed() {
    assert_eq!(
        csv(
            "\"Datum\",\"Omschrijving\",\"Af Bij\",\"Bedrag (EUR)\"\n\"20240131\",\"HUUR\",\"Af\",\"1250,00\"\n\"20240201\",\"RENTE\",\"Bij\",\"5,00\"\n"
        ),
        ["2024-01-31 -1250.00 HUUR", "2024-02-01 5.00 RENTE"]
    );
}

#[test]
fn csv_with_sign_like_words_keeps_its_signs() {
    // Found by the property test of the exports: all descriptions of a file, or all notes of a user, may look
    // like directions.
    for text in [
        "Date,Description,Amount\n2024-01-31,DR,5.00\n2024-02-01,D,6.00\n",
        "Date,Description,Amount,Printed as\n2024-01-31,DR,5.00,DR\n2024-02-01,D,6.00,D\n",
        "Date,Description,Memo,Amount\n2024-01-31,DR,,5.00\n2024-02-01,D,,6.00\n",
        "Date,Description,Amount,Note,Tags\n2024-01-31,DR,5.00,out,s\n2024-02-01,D,6.00,debit,s\n",
    ] {
        assert_eq!(csv(text), ["2024-01-31 5.00 DR", "2024-02-01 6.00 D"], "{text}");
    }
    let type_beside = "Date,Transaction,Details,Amount\n2024-01-31,DR,Rent,5.00\n2024-02-01,CR,Pay,6.00\n";
    assert_eq!(csv(type_beside), ["2024-01-31 -5.00 DR Rent", "2024-02-01 6.00 CR Pay"]);
}

/// Returns the guessed mapping of a file without known headers, and its transactions.
fn guessed(text: &str) -> (CsvMapping, Vec<String>) {
    assert_eq!(ImportFormat::of(text.as_bytes()), Some(ImportFormat::Csv), "{text}");
    assert_eq!(
        read(ImportFormat::Csv, text, "EUR"),
        Err(ImportError::Unnamed),
        "imported by a guess: {text}"
    );
    let preview = preview_csv(text.as_bytes(), &hints("EUR")).unwrap();
    assert_eq!(preview.problems, [], "{text}");
    let line = |transaction: &TransactionDraft| {
        format!("{} {} {}", transaction.date, transaction.amount.decimal(), transaction.description)
    };
    let lines = preview.transactions.iter().map(line).collect();
    // The confirmed preview is imported as it was shown.
    let confirmed = changed(hints("EUR"), |it| it.mapping = Some(preview.mapping.clone()));
    let read = import(ImportFormat::Csv, text.as_bytes(), &confirmed).unwrap();
    assert_eq!(read.accounts[0].transactions, preview.transactions);
    (preview.mapping, lines)
}

#[test]
fn csv_without_a_header_is_guessed_and_only_previewed() {
    let (mapping, lines) = guessed(
        "\"01/31/2024\",\"-12.50\",\"*\",\"1042\",\"COFFEE HOUSE\"\n\"02/01/2024\",\"1,800.00\",\"*\",\"\",\"SALARY\"\n",
    );
    assert_eq!((mapping.head_row, mapping.date, mapping.amount), (0, 0, Some(1)));
    assert_eq!(lines, ["2024-01-31 -12.50 COFFEE HOUSE", "2024-02-01 1800.00 SALARY"]);
}

#[test]
fn csv_with_unknown_headers_is_guessed_by_its_balances() {
    let (mapping, lines) = guessed(
        "Konto 123;;;;\nQqq;Www;Eee;Rrr;Ttt\n31.01.2024;Miete;100,00;-1.250,00;EUR\n01.02.2024;Zinsen;105,00;5,00;EUR\n02.02.2024;Pfand;105,25;0,25;EUR\n",
    );
    assert_eq!((mapping.head_row, mapping.amount, mapping.balance), (2, Some(3), Some(2)));
    assert_eq!((mapping.currency_column, mapping.separator), (Some(4), ';'));
    assert_eq!(lines, ["2024-01-31 -1250.00 Miete", "2024-02-01 5.00 Zinsen", "2024-02-02 0.25 Pfand"]);
}

#[test]
fn complementary_csv_columns_are_resolved_by_the_balance() {
    let rows = |one: &str, two: &str| {
        format!("X,Y,P,Q,Z\n2024-01-31,A,{one},90.00\n2024-02-01,B,{two},95.00\n2024-02-02,C,{two},100.00\n")
    };
    let (mapping, lines) = guessed(&rows("10.00,", ",5.00"));
    assert_eq!((mapping.money_out, mapping.money_in, mapping.balance), (Some(2), Some(3), Some(4)));
    assert_eq!(lines, ["2024-01-31 -10.00 A", "2024-02-01 5.00 B", "2024-02-02 5.00 C"]);
    let (mapping, _) = guessed(&rows(",10.00", "5.00,"));
    assert_eq!((mapping.money_out, mapping.money_in), (Some(3), Some(2)));
    let (mapping, _) = guessed("a,b,c,d\n2024-01-31,A,10.00,\n2024-02-01,B,,5.00\n");
    assert_eq!((mapping.money_out, mapping.money_in, mapping.balance), (Some(2), Some(3), None));
}

#[test]
fn csv_without_text_has_no_description() {
    let preview = preview_csv(b"2024-01-31,1042,-10.00\n2024-02-01,1043,5.00\n", &hints("EUR")).unwrap();
    assert_eq!((preview.mapping.amount, preview.mapping.descriptions), (Some(2), Vec::new()));
}

#[test]
fn csv_with_signs_beside_its_amounts_has_their_currency() {
    for (amount, currency) in [
        ("-1.234,50 zł", "PLN"),
        ("-1 234,50 Kč", "CZK"),
        ("-NZ$1,234.50", "NZD"),
        ("Fr. -1'234.50", "CHF"),
        ("-₪1,234.50", "ILS"),
        ("R$ -1.234,50", "BRL"),
        ("-€1,234.50", "EUR"),
    ] {
        let text = format!("Date;Description;Amount\n2024-01-31;Rent;{amount}\n");
        let read = import(ImportFormat::Csv, text.as_bytes(), &hints("USD")).unwrap();
        let money = read.accounts[0].transactions[0].amount;
        assert_eq!((money.minor(), money.currency().code()), (-123_450, currency), "{amount}");
    }
}

#[test]
fn a_list_of_names_or_numbers_is_not_a_statement() {
    for text in [
        "Ada,1815-12-10,London\nGrace,1906-12-09,New York\n",
        "1,2,3\n4,5,6\n",
        "a,b,c\n1.50,2.50,3.50\n4.50,5.50,6.50\n",
        "2024-01-31,12.50,only one\n",
        "Dear Ann, on 2024-01-31, we met\nand, as I said, 12.50 is too much\n",
    ] {
        assert_eq!(ImportFormat::of(text.as_bytes()), None, "{text}");
    }
}

#[test]
fn csv_in_latin_1_with_a_preamble_is_read() {
    let text = "Kontonummer: 123\n\nBuchungstag;Empfänger;Verwendungszweck;Betrag;Währung\n31.01.2024;Bäcker;Brötchen;-3,20;EUR\n;;Summe;-3,20;EUR\n";
    let (bytes, ..) = encoding_rs::WINDOWS_1252.encode(text);
    let draft = import(ImportFormat::Csv, &bytes, &hints("USD")).unwrap();
    assert_eq!(lines(&draft.accounts[0]), ["2024-01-31 -3.20 Bäcker Brötchen"]);
    assert_eq!(draft.accounts[0].currency.code(), "EUR");
}

#[test]
fn a_csv_running_balance_is_checked() {
    let text = "Date,Description,Amount,Balance\n2024-01-31,A,-10.00,90.00\n2024-02-01,B,5.00,95.00\n2024-02-02,C,5.00,100.00\n";
    let outcome = |text: &str| reconcile::check(read(ImportFormat::Csv, text, "EUR").unwrap()).outcome();
    assert_ne!(outcome(text), Some(Outcome::Unbalanced));
    assert_eq!(outcome(&text.replace("95.00", "95.01")), Some(Outcome::Unbalanced));
}

#[test]
fn an_invalid_csv_row_is_rejected_with_its_line() {
    let text = "Date,Description,Amount\n2024-01-31,A,-10.00\n2024-02-31,B,5.00\n2024-02-02,C,five\n";
    assert_eq!(
        read(ImportFormat::Csv, text, "EUR"),
        Err(ImportError::NotUnderstood { line: 3, what: "invalid date" })
    );
    let text = text.replace("2024-02-31", "2024-02-28");
    assert_eq!(
        read(ImportFormat::Csv, &text, "EUR"),
        Err(ImportError::NotUnderstood { line: 4, what: "invalid amount" })
    );
}

#[test]
fn too_many_transactions_are_rejected() {
    let hints = changed(hints("USD"), |it| it.transactions_max = 1);
    assert_eq!(import(ImportFormat::Ofx, OFX_1.as_bytes(), &hints), Err(ImportError::TooLarge));
}

#[test]
fn human_readable_documents_are_not_data_files() {
    for head in
        [&b"%PDF-1.7\n1 0 obj"[..], b"Dear customer,", b"<html><body>a,b</body></html>", b"\0\0\0,,,", b""]
    {
        assert_eq!(ImportFormat::of(head), None, "{head:?}");
    }
}

/// A reader for files that are not data files, which it refuses.
pub(crate) struct NoReader;

#[async_trait::async_trait]
impl StatementReader for NoReader {
    async fn read(
        &self,
        _: Bytes,
        _: Option<&FilePassword>,
        _: &UserAnswers,
        _: &dyn Progress,
    ) -> Result<StatementDraft, ReadFailure> {
        Err(ReadFailure::Failed(Failure::of(FailureCode::ImageOnly)))
    }
}

#[tokio::test]
async fn a_reader_with_imports_leaves_the_rest_to_the_other_reader() {
    let reader = ImportReader::new(Arc::new(NoReader), Arc::new(InProcess::default()), hints("EUR"));
    let read = async |file: &'static str| match reader
        .read(Bytes::from_static(file.as_bytes()), None, &UserAnswers::default(), &NoProgress)
        .await
    {
        Ok(draft) => Ok(draft.accounts[0].transactions.len()),
        Err(ReadFailure::Failed(failure)) => Err(failure.code),
        Err(ReadFailure::TryAgain(error)) => panic!("{error}"),
    };
    assert_eq!(read(OFX_1).await, Ok(2));
    assert_eq!(read("Date,Description,Amount\n2024-02-31,A,1.00\n").await, Err(FailureCode::Unreadable));
    assert_eq!(read("%PDF-1.7").await, Err(FailureCode::ImageOnly));
}
