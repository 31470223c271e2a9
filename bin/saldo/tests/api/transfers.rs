//! Tests of transfers between own accounts, from statements and by hand: automatic matches and undone ones.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::app::{TestApp, TestUser, body, on_each_database};
use crate::ledger::{ok, text};

on_each_database!(
    a_pair_with_ambiguous_descriptions_is_suggested_but_not_marked_as_a_transfer,
    a_transfer_undone_by_the_user_stays_undone,
    different_amounts_in_one_currency_are_not_a_transfer,
    an_amount_change_that_breaks_a_transfer_ends_it,
    a_day_on_two_statements_is_an_overlap_and_not_a_break,
    an_empty_account_can_be_deleted,
    a_paid_card_bill_is_a_transfer_and_a_purchase_beside_a_payment_is_only_offered,
);

/// Returns a statement in the SWIFT format MT940. `ends` are the opening and closing balances with currency;
/// each line is a day (`MMDD`), an amount with `C` or `D`, and a description.
fn swift(account: &str, ends: [&str; 2], lines: &[(&str, &str, &str)]) -> Vec<u8> {
    let [opening, closing] = ends;
    let mut rows = vec![
        ":20:STARTUMS".to_owned(),
        format!(":25:{account}"),
        ":28C:1/1".to_owned(),
        format!(":60F:{opening}"),
    ];
    for (day, amount, description) in lines {
        rows.push(format!(":61:24{day}{day}{amount}NMSC"));
        rows.push(format!(":86:{description}"));
    }
    rows.extend([format!(":62F:{closing}"), "-".to_owned(), String::new()]);
    rows.join("\r\n").into_bytes()
}

/// Uploads and processes a statement.
async fn bring(user: &TestUser, file: Vec<u8>) -> String {
    let statement = user.upload_one("statement.sta", file).await;
    let answer = user.process(&statement).await;
    assert_eq!(answer.status(), StatusCode::OK, "{}", body(answer).await);
    statement
}

/// Creates a user with two statements: 100 EUR leave one account and arrive in the other a day later.
async fn two(app: &TestApp, name: &str, out: &str, into: &str) -> (TestUser, [String; 2]) {
    let user = app.user(name).await;
    let ends = |closing| ["C240101EUR1000,00", closing];
    let first = swift("1/1111", ends("C240131EUR900,00"), &[("0105", "D100,00", out)]);
    let second = swift("1/2222", ends("C240131EUR1100,00"), &[("0106", "C100,00", into)]);
    let statements = [bring(&user, first).await, bring(&user, second).await];
    (user, statements)
}

async fn kinds(user: &TestUser) -> Vec<String> {
    user.transactions().await.iter().map(|transaction| text(&transaction["kind"])).collect()
}

async fn refused(user: &TestUser, method: Method, path: &str, value: Value) -> (StatusCode, String) {
    let request = user.request(method, path).header("content-type", "application/json");
    let answer = request.body(value.to_string()).send().await.unwrap();
    let status = answer.status();
    (status, text(&body(answer).await["error"]))
}

async fn a_pair_with_ambiguous_descriptions_is_suggested_but_not_marked_as_a_transfer(app: TestApp) {
    let pairs = [
        ("ann", "Rent Landlord Ltd", "Transfer from Mary Smith"),
        ("bob", "SEPA-Überweisung an Vermieter", "Gutschrift Überweisung Arbeitgeber"),
        ("cyd", "Rewe", "Umbuchung"),
    ];
    for (name, out, into) in pairs {
        let (user, _) = two(&app, name, out, into).await;
        assert_eq!(kinds(&user).await, ["entry", "entry"], "{out} | {into}");
        let total = user.json("/transactions/totals").await["items"][0].clone();
        assert_eq!((&total["income"], &total["spending"]), (&json!("100.00"), &json!("100.00")));
        let offers = user.json("/transfers").await["items"].clone();
        assert_eq!((offers.as_array().unwrap().len(), &offers[0]["because"]), (1, &json!("worded")));
    }
    for (name, out, into) in [("dan", "Umbuchung", "Umbuchung"), ("eve", "To account 2222", "Credit")] {
        let (user, _) = two(&app, name, out, into).await;
        assert_eq!(kinds(&user).await, ["transfer", "transfer"], "{out} | {into}");
    }
}

/// Returns a card statement in OFX with one line of money in.
fn card(description: &str) -> Vec<u8> {
    format!(
        r#"<?xml version="1.0"?><?OFX OFXHEADER="200"?><OFX><CREDITCARDMSGSRSV1><CCSTMTTRNRS><CCSTMTRS>
<CURDEF>EUR</CURDEF><CCACCTFROM><ACCTID>4929</ACCTID></CCACCTFROM><BANKTRANLIST>
<STMTTRN><DTPOSTED>20240103</DTPOSTED><TRNAMT>-100.00</TRNAMT><NAME>HOTEL BERLIN</NAME></STMTTRN>
<STMTTRN><DTPOSTED>20240106</DTPOSTED><TRNAMT>100.00</TRNAMT><NAME>{description}</NAME></STMTTRN>
</BANKTRANLIST></CCSTMTRS></CCSTMTTRNRS></CREDITCARDMSGSRSV1></OFX>"#
    )
    .into_bytes()
}

async fn a_paid_card_bill_is_a_transfer_and_a_purchase_beside_a_payment_is_only_offered(app: TestApp) {
    for (name, out, into, kind, spent) in [
        ("ann", "KREDITKARTENABRECHNUNG VISA", "ZAHLUNG ERHALTEN", "transfer", "100.00"),
        ("bob", "REWE SAGT DANKE", "ZAHLUNGSEINGANG", "entry", "200.00"),
    ] {
        let user = app.user(name).await;
        let ends = ["C240101EUR1000,00", "C240131EUR900,00"];
        bring(&user, swift("1/1111", ends, &[("0105", "D100,00", out)])).await;
        let statement = user.upload_one("card.ofx", card(into)).await;
        assert_eq!(user.process(&statement).await.status(), StatusCode::OK);
        let transactions = user.transactions().await;
        let of = |description: &str| {
            let found = transactions.iter().find(|transaction| transaction["description"] == description);
            found.unwrap_or_else(|| panic!("{description}: {transactions:?}"))["kind"].clone()
        };
        assert_eq!([of(out), of(into), of("HOTEL BERLIN")], [json!(kind), json!(kind), json!("entry")]);
        let total = user.json("/transactions/totals").await["items"][0].clone();
        assert_eq!(total["spending"], spent, "{out} | {into}");
        let offers = user.json("/transfers").await["items"].as_array().unwrap().len();
        assert_eq!(offers, usize::from(kind == "entry"), "{out} | {into}");
    }
}

async fn a_transfer_undone_by_the_user_stays_undone(app: TestApp) {
    for (name, side) in [("ann", 0), ("bob", 1)] {
        let (user, statements) = two(&app, name, "Umbuchung", "Umbuchung").await;
        assert_eq!(kinds(&user).await, ["transfer", "transfer"]);
        let transactions = user.transactions().await;
        let path = format!("/transactions/{}", text(&transactions[side]["id"]));
        ok(&user, Method::PATCH, &path, json!({"kind": "entry"})).await;
        for statement in &statements {
            let again = json!({"statementId": statement, "reprocess": true});
            assert_eq!(user.post("/process-statement", &again).await.status(), StatusCode::OK);
            assert_eq!(kinds(&user).await, ["entry", "entry"]);
        }
        // The pair is still offered, and linking it makes it a transfer again.
        let sides = user.json("/transfers").await["items"][0].clone();
        let link = json!({"out": sides["out"]["id"], "into": sides["into"]["id"]});
        ok(&user, Method::POST, "/transfers", link).await;
        assert_eq!(kinds(&user).await, ["transfer", "transfer"]);
    }
    // Undoing the match itself has the same effect.
    let (user, statements) = two(&app, "cyd", "Umbuchung", "Umbuchung").await;
    let edits = user.json("/edits").await["items"].as_array().unwrap().clone();
    let found = edits.iter().find(|edit| edit["action"] == "match").unwrap();
    ok(&user, Method::POST, &format!("/edits/{}/undo", text(&found["id"])), json!({})).await;
    let again = json!({"statementId": statements[0], "reprocess": true});
    assert_eq!(user.post("/process-statement", &again).await.status(), StatusCode::OK);
    assert_eq!(kinds(&user).await, ["entry", "entry"]);
}

/// Creates transactions of these amounts, each in its own account. Returns their ids.
async fn by_hand(user: &TestUser, amounts: [&str; 2]) -> [String; 2] {
    let mut ids = Vec::new();
    for amount in amounts {
        let account = json!({"name": "Jar", "kind": "cash", "currency": "EUR"});
        let account = ok(user, Method::POST, "/accounts", account).await["id"].clone();
        let new = json!({"accountId": account, "date": "2024-06-01", "description": "x", "amount": amount});
        ids.push(text(&ok(user, Method::POST, "/transactions", new).await["id"]));
    }
    let second = ids.remove(1);
    [ids.remove(0), second]
}

async fn different_amounts_in_one_currency_are_not_a_transfer(app: TestApp) {
    let ann = app.user("ann").await;
    let [out, into] = by_hand(&ann, ["-500.00", "499.00"]).await;
    let link = json!({"out": out, "into": into});
    let (status, error) = refused(&ann, Method::POST, "/transfers", link.clone()).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    assert!(error.contains("as its own transaction"), "{error}");
    ok(&ann, Method::PATCH, &format!("/transactions/{out}"), json!({"amount": "-499.00"})).await;
    ok(&ann, Method::POST, "/transfers", link).await;
    assert_eq!(kinds(&ann).await, ["transfer", "transfer"]);
}

async fn an_amount_change_that_breaks_a_transfer_ends_it(app: TestApp) {
    let ann = app.user("ann").await;
    let [out, into] = by_hand(&ann, ["-100.00", "100.00"]).await;
    ok(&ann, Method::POST, "/transfers", json!({"out": out, "into": into})).await;
    let turned = ok(&ann, Method::PATCH, &format!("/transactions/{out}"), json!({"amount": "100.00"})).await;
    assert_eq!((&turned["kind"], &turned["transferId"]), (&json!("entry"), &Value::Null));
    assert_eq!(kinds(&ann).await, ["entry", "entry"]);
    assert_eq!(ann.json("/transactions/totals").await["items"][0]["income"], "200.00");
    let edit = text(&ann.json("/edits").await["items"][0]["id"]);
    ok(&ann, Method::POST, &format!("/edits/{edit}/undo"), json!({})).await;
    assert_eq!(kinds(&ann).await, ["transfer", "transfer"]);
}

async fn a_day_on_two_statements_is_an_overlap_and_not_a_break(app: TestApp) {
    let ann = app.user("ann").await;
    let shared = ("0110", "D5,00", "b");
    bring(
        &ann,
        swift("1/1111", ["C240105EUR1000,00", "C240110EUR985,00"], &[("0105", "D10,00", "a"), shared]),
    )
    .await;
    bring(&ann, swift("1/1111", ["C240110EUR990,00", "C240115EUR984,00"], &[shared, ("0112", "D1,00", "c")]))
        .await;
    let coverage = ann.json("/coverage").await["items"][0].clone();
    assert_eq!(coverage["breaks"], json!([]));
    assert_eq!(coverage["overlaps"].as_array().unwrap().len(), 1, "{coverage}");
    assert_eq!(
        (&coverage["overlaps"][0]["from"], &coverage["overlaps"][0]["to"]),
        (&json!("2024-01-10"), &json!("2024-01-10"))
    );
}

async fn an_empty_account_can_be_deleted(app: TestApp) {
    let ann = app.user("ann").await;
    let file = swift("1/1111", ["C240101EUR1000,00", "C240131EUR990,00"], &[("0105", "D10,00", "a")]);
    let statement = bring(&ann, file).await;
    let account = text(&ann.json("/accounts").await["items"][0]["id"]);
    let new = json!({"accountId": account, "date": "2024-01-11", "description": "hand", "amount": "-1"});
    let transaction = text(&ok(&ann, Method::POST, "/transactions", new).await["id"]);
    let path = format!("/accounts/{account}");
    ok(&ann, Method::DELETE, &format!("/statements/{statement}"), json!({})).await;
    let (status, error) = refused(&ann, Method::DELETE, &path, json!({})).await;
    assert_eq!(status, StatusCode::CONFLICT);
    assert!(error.contains("other transactions first"), "{error}");
    ok(&ann, Method::DELETE, &format!("/transactions/{transaction}"), json!({})).await;
    ok(&ann, Method::DELETE, &path, json!({})).await;
    assert_eq!(ann.json("/accounts").await["items"], json!([]));
}
