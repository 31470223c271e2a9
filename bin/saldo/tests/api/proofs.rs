//! Tests of statements that do not add up: the reported causes, and corrections by the user.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::app::{TestApp, TestUser, body, on_each_database};
use crate::ledger::text;

on_each_database!(
    an_altered_statement_reports_likely_causes,
    a_flipped_sign_is_found_reported_and_corrected,
    a_derived_balance_stays_derived_after_an_edit,
    amounts_that_overflow_a_total_are_422_and_nothing_is_imported,
);

/// A statement whose balances show that the second amount has the wrong sign.
const TURNED: &str = "Account currency: EUR\n\nDate;Description;Amount;Balance\n\
30.01.2024;Rent;-500,00;500,00\n31.01.2024;Pay;-700,00;1.200,00\n01.02.2024;Tea;-3,20;1.196,80\n";

async fn part(user: &TestUser, statement: &str) -> Value {
    user.json(&format!("/statements/{statement}")).await["accounts"][0].clone()
}

async fn read(user: &TestUser, name: &str, bytes: Vec<u8>) -> String {
    let id = user.upload_one(name, bytes).await;
    assert_eq!(user.process(&id).await.status(), StatusCode::OK, "{name}");
    id
}

async fn set_amount(user: &TestUser, transaction: &str, amount: &str) {
    let path = format!("/transactions/{transaction}");
    let answer = user.request(Method::PATCH, &path).json(&json!({ "amount": amount })).send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::OK);
}

async fn an_altered_statement_reports_likely_causes(app: TestApp) {
    let home = std::fs::canonicalize(env!("CARGO_MANIFEST_DIR")).unwrap();
    let sample = home.join("../../../shared/corpus/hard/zahrin__cimb.pdf");
    let Ok(bytes) = std::fs::read(&sample) else {
        return eprintln!("SKIPPED: {} is missing", sample.display());
    };
    let ann = app.user("ann").await;
    let statement = read(&ann, "tampered.pdf", bytes).await;
    let part = part(&ann, &statement).await;
    assert_eq!(part["outcome"], "unbalanced", "{part}");
    let cause = &part["likelyCauses"][0];
    assert_eq!((&cause["code"], &cause["amount"]), (&json!("row_missing"), &json!("-200.00")), "{part}");
    assert_eq!(cause["entryId"], part["firstBrokenEntryId"]);
    assert!(cause["message"].as_str().unwrap().contains("-200.00 MYR"), "{cause}");
}

async fn a_flipped_sign_is_found_reported_and_corrected(app: TestApp) {
    let ann = app.user("ann").await;
    let statement = read(&ann, "turned.csv", TURNED.as_bytes().to_vec()).await;
    let wrong = part(&ann, &statement).await;
    assert_eq!(wrong["outcome"], "unbalanced", "{wrong}");
    let cause = &wrong["likelyCauses"][0];
    assert_eq!((&cause["code"], &cause["amount"]), (&json!("sign_flipped"), &json!("700.00")), "{wrong}");
    let transaction = text(&cause["entryId"]);
    assert_eq!(ann.json(&format!("/transactions/{transaction}")).await["description"], "Pay");
    set_amount(&ann, &transaction, "700.00").await;
    let right = part(&ann, &statement).await;
    assert_eq!((&right["outcome"], &right["likelyCauses"]), (&json!("balanced"), &json!([])), "{right}");
    set_amount(&ann, &transaction, "7000.00").await;
    let again = part(&ann, &statement).await;
    assert_eq!(again["likelyCauses"][0]["code"], "point_slipped", "{again}");
    assert_eq!(again["likelyCauses"][0]["amount"], "700.00");
}

async fn a_derived_balance_stays_derived_after_an_edit(app: TestApp) {
    let ann = app.user("ann").await;
    let text_of_file = TURNED.replace("-700,00", "700,00");
    let statement = read(&ann, "right.csv", text_of_file.into_bytes()).await;
    let before = part(&ann, &statement).await;
    assert_eq!((&before["outcome"], &before["openingBalance"]), (&json!("balanced"), &json!("1000.00")));
    let first = ann.json(&format!("/statements/{statement}/transactions")).await["items"][0].clone();
    set_amount(&ann, &text(&first["id"]), "-400.00").await;
    let edited = part(&ann, &statement).await;
    assert_eq!(edited["witnesses"], before["witnesses"], "no printed opening balance proves it");
    assert_eq!(edited["openingBalance"], "900.00", "{edited}");
    set_amount(&ann, &text(&first["id"]), "-500.00").await;
    assert_eq!(part(&ann, &statement).await, before);
}

async fn amounts_that_overflow_a_total_are_422_and_nothing_is_imported(app: TestApp) {
    let ann = app.user("ann").await;
    let row = "31.01.2024;Pay;90000000000000000,00;\n";
    let file = format!("Account currency: EUR\n\nDate;Description;Amount;Balance\n{row}{row}");
    let id = ann.upload_one("huge.csv", file.into_bytes()).await;
    let answer = ann.process(&id).await;
    assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY);
    let said = body(answer).await;
    assert_eq!(said["code"], "unreadable");
    assert!(said["error"].as_str().unwrap().contains("90000000000000000.00 EUR"), "{said}");
    assert!(ann.transactions().await.is_empty());
    assert_eq!(ann.json(&format!("/statements/{id}")).await["status"], "failed");
}
