//! Tests of machine-readable files of banks, from the upload to the transactions.

use reqwest::StatusCode;
use serde_json::Value;

use crate::app::{TestApp, TestUser, body, on_each_database};

on_each_database!(
    a_csv_becomes_transactions,
    an_ofx_file_becomes_transactions,
    a_qif_file_becomes_transactions_in_the_default_currency,
    a_camt_file_becomes_proven_transactions,
    an_mt940_file_becomes_proven_transactions_message_by_message,
    a_csv_with_inconsistent_balances_is_unbalanced,
    an_invalid_line_is_422_with_its_number,
    an_overlapping_export_adds_only_new_transactions,
    a_stored_export_is_downloaded_and_never_displayed_by_the_browser,
    the_balance_of_an_ofx_file_counts_in_net_worth_on_its_date,
    a_camt_file_without_a_period_and_a_csv_with_balances_have_coverage,
);

const CSV: &str = "Account currency: EUR\n\nDate;Description;Amount;Balance\n\
31.01.2024;Miete Januar;-1.250,00;750,00\n01.02.2024;Zinsen;5,00;755,00\n02.02.2024;Bäcker;-3,20;751,80\n";

const OFX: &str = "OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD\
<BANKACCTFROM><BANKID>1<ACCTID>000123456<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST><DTSTART>20240101<DTEND>20240131\
<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20240105120000[-5:EST]<TRNAMT>-12.50<FITID>1<NAME>Smith &amp; Sons</STMTTRN>\
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20240131<TRNAMT>1000.00<FITID>2<NAME>PAY</STMTTRN></BANKTRANLIST>\
<LEDGERBAL><BALAMT>1987.50<DTASOF>20240131</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>";

const QIF: &str = "!Type:Bank\nD1/31'24\nT-1,250.00\nPRENT\nMJanuary\n^\nD2/ 1'24\nT5.00\nPINTEREST\n^\n";

const CAMT: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>
<Acct><Id><IBAN>CH9300762011623852957</IBAN></Id><Ccy>CHF</Ccy></Acct>
<Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="CHF">100.00</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>
<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="CHF">1087.50</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>
<Ntry><Amt Ccy="CHF">1000</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2024-01-05</Dt></BookgDt>
<AddtlNtryInf>Lohn</AddtlNtryInf></Ntry>
<Ntry><Amt Ccy="CHF">12.50</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2024-01-09</Dt></BookgDt>
<AddtlNtryInf>Kartenkauf</AddtlNtryInf></Ntry></Stmt></BkToCstmrStmt></Document>"#;

const MT940: &str = ":20:STARTUMSE\r\n:25:20041133/0532013000\r\n:28C:1/1\r\n:60F:C240101EUR100,00\r\n\
:61:2401020102D12,50NDDTNONREF\r\n:86:105?00LASTSCHRIFT?20SVWZ+Strom?32Stadtwerke\r\n:62F:C240102EUR87,50\r\n-\r\n\
:20:STARTUMSE\r\n:25:20041133/0532013000\r\n:28C:2/1\r\n:60F:C240102EUR87,50\r\n\
:61:240103C1000,NTRFNONREF\r\n:86:166?00GUTSCHRIFT?20Lohn?32Muster AG\r\n:62F:C240103EUR1087,50\r\n-\r\n";

async fn processed(user: &TestUser, name: &str, text: &str) -> Value {
    let id = user.upload_one(name, text.as_bytes().to_vec()).await;
    let answer = user.process(&id).await;
    assert_eq!(answer.status(), StatusCode::OK, "{name}");
    body(answer).await
}

/// Returns date, amount, currency and description of each transaction of the statement in `answer`.
async fn lines(user: &TestUser, answer: &Value) -> Vec<String> {
    assert_eq!(answer["data"]["statement"]["readBy"], "import", "{answer}");
    let path = format!("/statements/{}/transactions", answer["statementId"].as_str().unwrap());
    let list = user.json(&path).await;
    let text = |transaction: &Value, name: &str| transaction[name].as_str().unwrap().to_owned();
    let line = |transaction: &Value| {
        ["date", "amount", "currency", "description"].map(|name| text(transaction, name)).join(" ")
    };
    list["items"].as_array().unwrap().iter().map(line).collect()
}

async fn a_csv_becomes_transactions(app: TestApp) {
    let ann = app.user("ann").await;
    let answer = processed(&ann, "export.csv", CSV).await;
    assert_eq!(
        lines(&ann, &answer).await,
        ["2024-01-31 -1250.00 EUR Miete Januar", "2024-02-01 5.00 EUR Zinsen", "2024-02-02 -3.20 EUR Bäcker"]
    );
    assert_eq!(answer["data"]["isBalanced"], true, "{answer}");
    assert_eq!(ann.transactions().await.len(), 3);
}

async fn an_ofx_file_becomes_transactions(app: TestApp) {
    let ann = app.user("ann").await;
    let answer = processed(&ann, "export.qfx", OFX).await;
    assert_eq!(
        lines(&ann, &answer).await,
        ["2024-01-05 -12.50 USD Smith & Sons", "2024-01-31 1000.00 USD PAY"]
    );
    assert_eq!(answer["data"]["statement"]["outcome"], "unchecked");
    assert_eq!(answer["data"]["statement"]["accounts"][0]["numberMasked"], "••••3456");
}

async fn a_qif_file_becomes_transactions_in_the_default_currency(app: TestApp) {
    let ann = app.user("ann").await;
    let answer = processed(&ann, "export.qif", QIF).await;
    assert_eq!(
        lines(&ann, &answer).await,
        ["2024-01-31 -1250.00 USD RENT January", "2024-02-01 5.00 USD INTEREST"]
    );
}

async fn a_camt_file_becomes_proven_transactions(app: TestApp) {
    let ann = app.user("ann").await;
    let answer = processed(&ann, "export.xml", CAMT).await;
    assert_eq!(
        lines(&ann, &answer).await,
        ["2024-01-05 1000.00 CHF Lohn", "2024-01-09 -12.50 CHF Kartenkauf"]
    );
    assert_eq!(answer["data"]["isBalanced"], true);
}

async fn an_mt940_file_becomes_proven_transactions_message_by_message(app: TestApp) {
    let ann = app.user("ann").await;
    let answer = processed(&ann, "export.sta", MT940).await;
    assert_eq!(
        lines(&ann, &answer).await,
        ["2024-01-02 -12.50 EUR Stadtwerke Strom", "2024-01-03 1000.00 EUR Muster AG Lohn"]
    );
    assert_eq!(answer["data"]["isBalanced"], true);
    let parts = answer["data"]["statement"]["accounts"].as_array().unwrap();
    assert_eq!(parts.len(), 2);
    assert_eq!(parts[0]["accountId"], parts[1]["accountId"], "two statements of one account");
}

async fn a_csv_with_inconsistent_balances_is_unbalanced(app: TestApp) {
    let ann = app.user("ann").await;
    let answer = processed(&ann, "export.csv", &CSV.replace("755,00", "756,00")).await;
    assert_eq!(answer["data"]["statement"]["outcome"], "unbalanced");
}

async fn an_invalid_line_is_422_with_its_number(app: TestApp) {
    let ann = app.user("ann").await;
    let id = ann.upload_one("export.csv", CSV.replace("5,00;755", "five;755").into_bytes()).await;
    let answer = ann.process(&id).await;
    assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY);
    let said = body(answer).await;
    assert_eq!(said["code"], "unreadable");
    assert!(said["error"].as_str().unwrap().contains("Line 5"), "{said}");
    assert!(ann.transactions().await.is_empty());
}

async fn an_overlapping_export_adds_only_new_transactions(app: TestApp) {
    let ann = app.user("ann").await;
    processed(&ann, "one.ofx", OFX).await;
    let fee = "<STMTTRN><DTPOSTED>20240131<TRNAMT>-1.00<FITID>3<NAME>FEE</STMTTRN></BANKTRANLIST>";
    let answer = processed(&ann, "two.ofx", &OFX.replace("</BANKTRANLIST>", fee)).await;
    assert_eq!(answer["data"]["newTransactionCount"], 1, "{answer}");
    assert_eq!(answer["data"]["duplicateCount"], 2);
    assert_eq!(ann.transactions().await.len(), 3);
}

async fn a_stored_export_is_downloaded_and_never_displayed_by_the_browser(app: TestApp) {
    let ann = app.user("ann").await;
    let text = CSV.replace("Zinsen", "<script>alert(1)</script>");
    let id = ann.upload_one("page.html", text.clone().into_bytes()).await;
    let file = ann.get(&format!("/statements/{id}/file")).await;
    assert_eq!(file.headers()["content-type"], "application/octet-stream");
    assert!(file.headers()["content-disposition"].to_str().unwrap().starts_with("attachment"));
    assert_eq!(file.text().await.unwrap(), text);
}

/// Returns the net worth on a day, in the first currency.
async fn worth(user: &TestUser, day: &str) -> Value {
    let found = user.json(&format!("/reports/net-worth?from={day}&to={day}")).await;
    found["items"][0]["sums"][0]["amount"].clone()
}

async fn the_balance_of_an_ofx_file_counts_in_net_worth_on_its_date(app: TestApp) {
    let ann = app.user("ann").await;
    let answer = processed(&ann, "export.ofx", OFX).await;
    assert_eq!(answer["data"]["statement"]["accounts"][0]["closingOn"], Value::Null);
    assert_eq!(worth(&ann, "2024-01-31").await, "1987.50");
    assert_eq!(worth(&ann, "2024-01-05").await, "987.50");
    // Many banks report today's balance with the transactions of any period.
    let bob = app.user("bob").await;
    let later = OFX.replace("<BALAMT>1987.50<DTASOF>20240131", "<BALAMT>500.00<DTASOF>20240315");
    let answer = processed(&bob, "january.ofx", &later).await;
    let part = &answer["data"]["statement"]["accounts"][0];
    assert_eq!((&part["periodEnd"], &part["closingOn"]), (&"2024-01-31".into(), &"2024-03-15".into()));
    assert_eq!(worth(&bob, "2024-03-15").await, "500.00");
    assert_eq!(worth(&bob, "2024-01-31").await, "500.00");
    let february = later
        .replace("20240101<DTEND>20240131", "20240201<DTEND>20240229")
        .replace("20240105120000[-5:EST]<TRNAMT>-12.50", "20240210<TRNAMT>-100.00")
        .replace("20240131<TRNAMT>1000.00", "20240220<TRNAMT>30.00");
    processed(&bob, "february.ofx", &february).await;
    assert_eq!(worth(&bob, "2024-02-29").await, "500.00");
    assert_eq!(worth(&bob, "2024-01-31").await, "570.00");
}

async fn a_camt_file_without_a_period_and_a_csv_with_balances_have_coverage(app: TestApp) {
    let ann = app.user("ann").await;
    let dated = CAMT
        .replace(
            "</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>\n<Bal>",
            "</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2024-01-01</Dt></Dt></Bal>\n<Bal>",
        )
        .replace(
            "</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>\n<Ntry>",
            "</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2024-01-31</Dt></Dt></Bal>\n<Ntry>",
        );
    processed(&ann, "export.xml", &dated).await;
    let covered = ann.json("/coverage").await["items"][0].clone();
    assert_eq!(
        covered["covered"],
        serde_json::json!([{"from": "2024-01-01", "to": "2024-01-31"}]),
        "{covered}"
    );
    let bob = app.user("bob").await;
    processed(&bob, "export.csv", CSV).await;
    let covered = bob.json("/coverage").await["items"][0].clone();
    assert_eq!(
        covered["covered"],
        serde_json::json!([{"from": "2024-01-31", "to": "2024-02-02"}]),
        "{covered}"
    );
    assert_eq!(covered["undated"], serde_json::json!([]));
}
