//! Tests of import previews: a mapping is guessed, corrected, confirmed, and applied to the next file.

use reqwest::multipart::{Form, Part};
use reqwest::{Method, Response, StatusCode};
use serde_json::{Value, json};

use crate::app::{TestApp, TestUser, body, on_each_database};
use crate::ledger::{ok, text};
use crate::pdf::Sample;

on_each_database!(
    a_csv_is_previewed_confirmed_and_imported_once,
    an_explicit_mapping_reads_a_file_that_cannot_be_detected,
    unnamed_columns_are_guessed_and_imported_once_confirmed,
    an_invalid_row_is_named_and_stops_the_import,
    the_next_file_of_an_account_reuses_its_mapping,
    other_formats_are_previewed_and_confirmed_too,
    a_preview_shows_the_currency_of_a_new_account,
    an_invalid_confirmation_is_rejected_and_nothing_is_imported,
    another_users_file_and_account_are_404,
);

const CSV: &str =
    "Date;Description;Amount;Currency\n31.01.2024;Miete;-1.250,00;EUR\n01.02.2024;Zinsen;5,00;EUR\n";

async fn send(user: &TestUser, file: Option<&str>, texts: &[(&'static str, String)]) -> Response {
    let mut form = Form::new();
    for (name, text) in texts {
        form = form.text(*name, text.clone());
    }
    if let Some(file) = file {
        form = form.part("file", Part::bytes(file.as_bytes().to_vec()).file_name("bank.csv"));
    }
    user.request(Method::POST, "/import/preview").multipart(form).send().await.unwrap()
}

async fn preview(user: &TestUser, file: &str, texts: &[(&'static str, String)]) -> Value {
    let answer = send(user, Some(file), texts).await;
    let status = answer.status();
    let said = body(answer).await;
    assert_eq!(status, StatusCode::OK, "{said}");
    said
}

fn lines(items: &Value) -> Vec<String> {
    let line = |transaction: &Value| {
        ["date", "amount", "currency", "description"].map(|name| text(&transaction[name]))
    };
    items.as_array().unwrap().iter().map(|transaction| line(transaction).join(" ")).collect()
}

async fn account(user: &TestUser, name: &str, currency: &str) -> String {
    let new = json!({"name": name, "kind": "checking", "currency": currency});
    text(&ok(user, Method::POST, "/accounts", new).await["id"])
}

async fn a_csv_is_previewed_confirmed_and_imported_once(app: TestApp) {
    let ann = app.user("ann").await;
    let seen = preview(&ann, CSV, &[]).await;
    assert_eq!(seen["format"], "csv");
    assert_eq!(seen["columns"], json!(["Date", "Description", "Amount", "Currency"]));
    assert_eq!(seen["mappingFrom"], "guessed");
    let mapping = seen["mapping"].clone();
    assert_eq!((&mapping["separator"], &mapping["headRow"]), (&json!(";"), &json!(1)));
    assert_eq!((&mapping["decimal"], &mapping["monthFirst"]), (&json!(","), &json!(false)));
    assert_eq!((&mapping["date"], &mapping["amount"]), (&json!(0), &json!(2)));
    let expected = ["2024-01-31 -1250.00 EUR Miete", "2024-02-01 5.00 EUR Zinsen"];
    assert_eq!(lines(&seen["transactions"]), expected);
    assert_eq!((&seen["transactionCount"], &seen["problemCount"]), (&json!(2), &json!(0)));
    assert!(ann.transactions().await.is_empty(), "a preview imports nothing");
    let giro = account(&ann, "Giro", "EUR").await;
    let confirmed = json!({"statementId": seen["statementId"], "mapping": mapping, "accountId": giro});
    for new in [2, 0] {
        let done = ok(&ann, Method::POST, "/import", confirmed.clone()).await;
        assert_eq!(done["data"]["statement"]["readBy"], "import");
        assert_eq!(done["data"]["statement"]["accounts"][0]["accountId"], json!(giro));
        assert_eq!(done["data"]["newTransactionCount"], new, "{done}");
    }
    // The second file has the same two rows and a new one.
    let longer = format!("{CSV}02.02.2024;B\u{e4}cker;-3,20;EUR\n");
    let seen = preview(&ann, &longer, &[]).await;
    assert_eq!((&seen["mappingFrom"], &seen["accountId"]), (&json!("saved"), &json!(giro)));
    let confirmed = json!({"statementId": seen["statementId"], "accountId": giro});
    let done = ok(&ann, Method::POST, "/import", confirmed).await;
    assert_eq!(done["data"]["newTransactionCount"], 1);
    assert_eq!(ann.transactions().await.len(), 3);
    assert!(ann.transactions().await.iter().all(|transaction| transaction["accountId"] == json!(giro)));
}

async fn an_explicit_mapping_reads_a_file_that_cannot_be_detected(app: TestApp) {
    let ann = app.user("ann").await;
    // A card statement with positive purchases, month-first dates and meaningless column names.
    let file = "Xyz|Q1|Q2|Q3\n02/03/2024|Coffee|3.50|n\n02/04/2024|Refund|-1.00|n\n";
    let mapping = json!({"separator": "|", "headRow": 1, "date": 0, "descriptions": [1], "amount": 2,
        "currency": "USD", "monthFirst": true, "decimal": ".", "negate": true});
    let seen = preview(&ann, file, &[("mapping", mapping.to_string())]).await;
    assert_eq!(seen["mappingFrom"], "given");
    let expected = ["2024-02-03 -3.50 USD Coffee", "2024-02-04 1.00 USD Refund"];
    assert_eq!(lines(&seen["transactions"]), expected);
    let request = json!({"statementId": seen["statementId"], "mapping": mapping,
        "account": {"name": "Card", "kind": "card", "currency": "USD"}});
    ok(&ann, Method::POST, "/import", request).await;
    let mut booked = lines(&Value::from(ann.transactions().await));
    booked.reverse();
    assert_eq!(booked, expected);
    let accounts = ann.json("/accounts").await["items"].clone();
    assert_eq!((&accounts[0]["name"], &accounts[0]["kind"]), (&json!("Card"), &json!("card")));
    // Reprocessing uses the confirmed mapping.
    let again = json!({"statementId": seen["statementId"], "reprocess": true});
    ok(&ann, Method::POST, "/process-statement", again).await;
    assert_eq!(ann.transactions().await.len(), 2);
}

async fn unnamed_columns_are_guessed_and_imported_once_confirmed(app: TestApp) {
    let ann = app.user("ann").await;
    let file = "31.01.2024;Miete;-1.250,00;EUR\n01.02.2024;Zinsen;5,00;EUR\n";
    // A dropped file is stored but not imported by a guess: the response asks for the columns.
    let dropped = ann.upload_one("bank.csv", file.into()).await;
    let refused = ann.process(&dropped).await;
    assert_eq!(refused.status(), StatusCode::UNPROCESSABLE_ENTITY);
    let said = body(refused).await.to_string();
    assert!(said.contains("assign the columns"), "{said}");
    assert_eq!(ann.transactions().await.len(), 0);

    let seen = preview(&ann, file, &[]).await;
    assert_eq!((&seen["mappingFrom"], &seen["mapping"]["headRow"]), (&json!("guessed"), &json!(0)));
    assert_eq!(lines(&seen["transactions"]), ["2024-01-31 -1250.00 EUR Miete", "2024-02-01 5.00 EUR Zinsen"]);
    let confirmed = json!({
        "statementId": seen["statementId"], "mapping": seen["mapping"],
        "accountId": account(&ann, "Giro", "EUR").await,
    });
    ok(&ann, Method::POST, "/import", confirmed).await;
    assert_eq!(ann.transactions().await.len(), 2);
}

async fn an_invalid_row_is_named_and_stops_the_import(app: TestApp) {
    let ann = app.user("ann").await;
    let seen = preview(&ann, &CSV.replace("5,00", "five"), &[]).await;
    assert_eq!(seen["problems"], json!([{"line": 3, "what": "invalid amount"}]));
    assert_eq!(lines(&seen["transactions"]), ["2024-01-31 -1250.00 EUR Miete"]);
    let account = json!({"name": "New", "kind": "checking", "currency": "EUR"});
    let request = json!({"statementId": seen["statementId"], "account": account});
    let answer = ann.post("/import", &request).await;
    assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY);
    assert!(text(&body(answer).await["error"]).contains("Line 3"));
    let made =
        (ann.json("/accounts").await["items"].clone(), ann.json("/import/mappings").await["items"].clone());
    assert_eq!(made, (json!([]), json!([])), "a rejected import creates and remembers nothing");
    assert!(ann.transactions().await.is_empty());
}

async fn the_next_file_of_an_account_reuses_its_mapping(app: TestApp) {
    let ann = app.user("ann").await;
    let (one, other) = (account(&ann, "One", "EUR").await, account(&ann, "Other", "EUR").await);
    for (account, negate) in [(&one, false), (&other, true)] {
        let file = format!("{CSV}03.02.2024;{negate};-7,00;EUR\n");
        let seen = preview(&ann, &file, &[("accountId", account.clone())]).await;
        let mut mapping = seen["mapping"].clone();
        mapping["negate"] = json!(negate);
        let request = json!({"statementId": seen["statementId"], "mapping": mapping, "accountId": account});
        ok(&ann, Method::POST, "/import", request).await;
    }
    for (account, negate) in [(&one, false), (&other, true)] {
        let seen = preview(&ann, &format!("{CSV}\n"), &[("accountId", account.clone())]).await;
        assert_eq!((&seen["mappingFrom"], &seen["mapping"]["negate"]), (&json!("saved"), &json!(negate)));
    }
    let saved = ann.json("/import/mappings").await["items"].as_array().unwrap().clone();
    assert_eq!(saved.len(), 2);
    ok(&ann, Method::DELETE, &format!("/import/mappings/{one}"), Value::Null).await;
    let saved = ann.json("/import/mappings").await["items"].clone();
    assert_eq!((saved.as_array().unwrap().len(), &saved[0]["accountId"]), (1, &json!(other)));
}

async fn other_formats_are_previewed_and_confirmed_too(app: TestApp) {
    let ann = app.user("ann").await;
    let qif = "!Type:Bank\nD1/31'24\nT-1,250.00\nPRENT\n^\n";
    let giro = account(&ann, "Giro", "CHF").await;
    let seen = preview(&ann, qif, &[("accountId", giro.clone())]).await;
    assert_eq!((&seen["format"], &seen["mapping"]), (&json!("qif"), &Value::Null));
    assert_eq!(seen["accounts"][0]["transactionCount"], 1);
    let request = json!({"statementId": seen["statementId"], "accountId": giro});
    ok(&ann, Method::POST, "/import", request).await;
    assert_eq!(lines(&Value::from(ann.transactions().await)), ["2024-01-31 -1250.00 CHF RENT"]);
    assert_eq!(ann.transactions().await[0]["accountId"], json!(giro));
}

async fn a_preview_shows_the_currency_of_a_new_account(app: TestApp) {
    let ann = app.user("ann").await;
    let file = "Date,Description,Amount\n2024-01-31,Rent,-$1250.00\n2024-02-01,Interest,$5.00\n";
    for currency in ["CAD", "AUD"] {
        let seen = preview(&ann, file, &[("currency", currency.to_owned())]).await;
        let expected = ["2024-01-31 -1250.00", "2024-02-01 5.00"];
        let shown = lines(&seen["transactions"]);
        assert!(
            shown.iter().zip(expected).all(|(line, start)| line.starts_with(&format!("{start} {currency}")))
        );
        assert_eq!((shown.len(), &seen["problemCount"]), (2, &json!(0)), "{seen}");
        let new = json!({"name": currency, "kind": "checking", "currency": currency});
        let request = json!({"statementId": seen["statementId"], "mapping": seen["mapping"], "account": new});
        ok(&ann, Method::POST, "/import", request).await;
    }
    let euros = preview(&ann, file, &[("currency", "EUR".to_owned())]).await;
    assert_eq!(euros["problemCount"], 2, "amounts with the sign of another currency are not euros: {euros}");
    let giro = account(&ann, "Giro", "EUR").await;
    let both = send(&ann, Some(file), &[("currency", "USD".to_owned()), ("accountId", giro)]).await;
    assert_eq!(both.status(), StatusCode::BAD_REQUEST);
    let none = send(&ann, Some(file), &[("currency", "$".to_owned())]).await;
    assert_eq!(none.status(), StatusCode::BAD_REQUEST);
}

async fn an_invalid_confirmation_is_rejected_and_nothing_is_imported(app: TestApp) {
    let ann = app.user("ann").await;
    let seen = preview(&ann, CSV, &[]).await;
    let yen = account(&ann, "Yen", "JPY").await;
    let mapping = |field: &str, value: Value| {
        let mut mapping = seen["mapping"].clone();
        mapping[field] = value;
        mapping
    };
    let id = &seen["statementId"];
    for (request, status) in [
        (json!({"statementId": id, "accountId": yen}), StatusCode::BAD_REQUEST),
        (json!({"statementId": id, "mapping": mapping("separator", json!("x"))}), StatusCode::BAD_REQUEST),
        (json!({"statementId": id, "mapping": mapping("amount", Value::Null)}), StatusCode::BAD_REQUEST),
        (json!({"statementId": id, "mapping": mapping("date", json!(4_000_000))}), StatusCode::BAD_REQUEST),
        (json!({"statementId": id, "mapping": mapping("unknown", json!(1))}), StatusCode::BAD_REQUEST),
        (json!({"statementId": "nonsense"}), StatusCode::NOT_FOUND),
    ] {
        let answer = ann.post("/import", &request).await;
        assert_eq!(answer.status(), status, "{request}");
        assert!(body(answer).await["error"].is_string());
    }
    for (file, texts, status) in [
        (None, vec![], StatusCode::BAD_REQUEST),
        (Some(CSV), vec![("mapping", "{".to_owned())], StatusCode::BAD_REQUEST),
        (Some(CSV), vec![("mapping", "x".repeat(20_000))], StatusCode::BAD_REQUEST),
        (Some("no table"), vec![], StatusCode::UNSUPPORTED_MEDIA_TYPE),
    ] {
        assert_eq!(send(&ann, file, &texts).await.status(), status, "{file:?} {}", texts.len());
    }
    let pdf = ann.upload_one("one.pdf", Sample::new(1, 5).pdf()).await;
    let answer = ann.post("/import", &json!({"statementId": pdf})).await;
    assert_eq!(answer.status(), StatusCode::UNSUPPORTED_MEDIA_TYPE);
    assert!(ann.transactions().await.is_empty());
}

async fn another_users_file_and_account_are_404(app: TestApp) {
    let (ann, bob) = (app.user("ann").await, app.user("bob").await);
    let hers = preview(&ann, CSV, &[]).await["statementId"].clone();
    let account = account(&ann, "Giro", "EUR").await;
    assert_eq!(bob.post("/import", &json!({"statementId": hers})).await.status(), StatusCode::NOT_FOUND);
    let answer = send(&bob, None, &[("statementId", text(&hers))]).await;
    assert_eq!(answer.status(), StatusCode::NOT_FOUND);
    let answer = send(&bob, Some(CSV), &[("accountId", account.clone())]).await;
    assert_eq!(answer.status(), StatusCode::NOT_FOUND);
    let his = preview(&bob, CSV, &[]).await["statementId"].clone();
    let answer = bob.post("/import", &json!({"statementId": his, "accountId": account})).await;
    assert_eq!(answer.status(), StatusCode::NOT_FOUND);
    assert!(ann.transactions().await.is_empty() && bob.transactions().await.is_empty());
}
