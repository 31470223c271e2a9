//! Tests of what a statement leaves open: the questions, the user's answers, and lessons from corrections.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::app::{TestApp, TestUser, body, on_each_database};
use crate::ledger::text;
use crate::pdf;

on_each_database!(
    a_click_settles_what_the_figures_leave_open_for_all_statements_of_the_layout,
    a_corrected_sign_flips_the_others_and_is_remembered,
    a_statement_read_as_one_of_another_kind_keeps_its_account_and_the_users_work,
    an_account_whose_kind_another_statement_proves_keeps_it,
    a_currency_and_a_year_that_are_not_printed_are_asked_for_once,
    an_answer_that_is_not_open_is_refused,
    printed_figures_are_counted_and_the_first_gap_is_named,
    files_of_a_zip_file_are_uploads_of_their_own,
);

/// A statement whose figures hold if its rows are money in of a bank account, and also if they are purchases
/// of a card.
fn either_way(number: u32, month: &str, rows: [&str; 3]) -> Vec<u8> {
    let mut lines = vec![
        vec![(50, "EXAMPLE FINANCE".to_owned())],
        vec![(50, "Account number: 12345678".to_owned()), (300, "Currency: GBP".to_owned())],
        vec![(50, format!("Statement period: 01/{month}/2024 to 28/{month}/2024"))],
        vec![(50, "Date".to_owned()), (120, "Details".to_owned()), (480, format!("{:>13}", "Amount"))],
        vec![(120, "Previous balance".to_owned()), (480, format!("{:>13}", "1,000.00"))],
    ];
    for ((day, amount), name) in [("02", "10.00"), ("03", "20.00"), ("05", "30.00")].into_iter().zip(rows) {
        lines.push(vec![
            (50, format!("{day}/{month}/2024")),
            (120, name.to_owned()),
            (480, format!("{amount:>13}")),
        ]);
    }
    lines.push(vec![(120, "New balance".to_owned()), (480, format!("{:>13}", "1,060.00"))]);
    pdf::document(&lines, number)
}

/// A statement whose running balances show that its account, that of [`either_way`], is one of a bank.
fn of_a_bank_account(number: u32, month: &str) -> Vec<u8> {
    let row = |date: String, name: &str, amount: &str, balance: &str| {
        let (amount, balance) = (format!("{amount:>13}"), format!("{balance:>13}"));
        vec![(50, date), (120, name.to_owned()), (390, amount), (480, balance)]
    };
    let lines = vec![
        vec![(50, "EXAMPLE FINANCE".to_owned())],
        vec![(50, "Account number: 12345678".to_owned()), (300, "Currency: GBP".to_owned())],
        row("Date".to_owned(), "Details", "Amount", "Balance"),
        row(String::new(), "Opening balance", "", "500.00"),
        row(format!("02/{month}/2023"), "SHOP A", "-10.00", "490.00"),
        row(format!("03/{month}/2023"), "SHOP B", "-20.00", "470.00"),
        row(format!("05/{month}/2023"), "SALARY", "530.00", "1,000.00"),
        row(String::new(), "Closing balance", "", "1,000.00"),
    ];
    pdf::document(&lines, number)
}

/// A statement without a currency and without years.
fn without_facts(number: u32, month: &str) -> Vec<u8> {
    let row = |day: &str, name: &str, amount: &str, balance: &str| {
        vec![
            (50, format!("{day}/{month}")),
            (120, name.to_owned()),
            (390, format!("{amount:>13}")),
            (480, format!("{balance:>13}")),
        ]
    };
    let lines = vec![
        vec![(50, "EXAMPLE FINANCE".to_owned())],
        vec![(50, "Account number: 87654321".to_owned())],
        vec![
            (50, "Date".to_owned()),
            (120, "Details".to_owned()),
            (390, format!("{:>13}", "Amount")),
            (480, format!("{:>13}", "Balance")),
        ],
        vec![(120, "Opening balance".to_owned()), (480, format!("{:>13}", "1,000.00"))],
        row("13", "SHOP ONE", "-10.00", "990.00"),
        row("14", "SHOP TWO", "-20.00", "970.00"),
        row("16", "SALARY", "500.00", "1,470.00"),
        vec![(120, "Closing balance".to_owned()), (480, format!("{:>13}", "1,470.00"))],
    ];
    pdf::document(&lines, number)
}

async fn read(user: &TestUser, name: &str, bytes: Vec<u8>) -> String {
    let id = user.upload_one(name, bytes).await;
    assert_eq!(user.process(&id).await.status(), StatusCode::OK, "{name}");
    id
}

async fn part(user: &TestUser, statement: &str) -> Value {
    user.json(&format!("/statements/{statement}")).await["accounts"][0].clone()
}

async fn amounts(user: &TestUser, statement: &str) -> Vec<String> {
    let found = user.json(&format!("/statements/{statement}/transactions")).await;
    found["items"].as_array().unwrap().iter().map(|transaction| text(&transaction["amount"])).collect()
}

async fn answer(user: &TestUser, statement: &str, said: Value) -> (StatusCode, Value) {
    let path = format!("/statements/{statement}/answers");
    let answer = user.request(Method::POST, &path).json(&said).send().await.unwrap();
    (answer.status(), body(answer).await)
}

fn negated(amount: &str) -> String {
    amount.strip_prefix('-').map_or_else(|| format!("-{amount}"), str::to_owned)
}

async fn a_click_settles_what_the_figures_leave_open_for_all_statements_of_the_layout(app: TestApp) {
    let ann = app.user("ann").await;
    let id = ann.upload_one("one.pdf", either_way(1, "01", ["SHOP A", "SHOP B", "SHOP C"])).await;
    let said = body(ann.process(&id).await).await;
    assert_eq!(
        said["message"],
        "3 transactions read. The printed figures allow more than one reading; choose the right one."
    );
    let before = part(&ann, &id).await;
    assert_eq!((&before["outcome"], &before["questions"][0]), (&json!("unchecked"), &json!("reading")));
    assert_eq!(before["alternatives"][0]["differs"], json!(["signs"]));
    let shown = amounts(&ann, &id).await;
    let other: Vec<String> = shown.iter().map(|amount| negated(amount)).collect();
    assert_eq!(before["alternatives"][0]["examples"][0]["amount"], other[0].as_str());

    let (status, said) = answer(&ann, &id, json!({ "alternative": 0 })).await;
    assert_eq!((status, &said["data"]["isBalanced"]), (StatusCode::OK, &json!(true)), "{said}");
    assert_eq!(amounts(&ann, &id).await, other);
    let after = part(&ann, &id).await;
    assert_eq!((&after["alternatives"], &after["origins"]["signs"]), (&json!([]), &json!("confirmed")));

    let later = read(&ann, "two.pdf", either_way(2, "02", ["STORE D", "STORE E", "STORE F"])).await;
    assert_eq!(amounts(&ann, &later).await, other, "the answer is remembered for the layout");
    assert_eq!(part(&ann, &later).await["outcome"], "balanced");
    let eve = app.user("eve").await;
    let hers = read(&eve, "two.pdf", either_way(2, "02", ["STORE D", "STORE E", "STORE F"])).await;
    assert_eq!(amounts(&eve, &hers).await, shown, "another user's answers do not apply");
}

async fn a_corrected_sign_flips_the_others_and_is_remembered(app: TestApp) {
    let ann = app.user("ann").await;
    let id = read(&ann, "one.pdf", either_way(1, "01", ["SHOP A", "SHOP B", "SHOP C"])).await;
    let shown = amounts(&ann, &id).await;
    let other: Vec<String> = shown.iter().map(|amount| negated(amount)).collect();
    let transactions = ann.json(&format!("/statements/{id}/transactions")).await;
    let path = format!("/transactions/{}", text(&transactions["items"][1]["id"]));
    let change = json!({ "amount": other[1] });
    let changed = ann.request(Method::PATCH, &path).json(&change).send().await.unwrap();
    assert_eq!(changed.status(), StatusCode::OK);
    assert_eq!(amounts(&ann, &id).await, other);
    assert_eq!(part(&ann, &id).await["outcome"], "balanced");
    let later = read(&ann, "two.pdf", either_way(2, "02", ["STORE D", "STORE E", "STORE F"])).await;
    assert_eq!(amounts(&ann, &later).await, other);
    // Another correction, which no reading explains, changes this row only.
    let transactions = ann.json(&format!("/statements/{later}/transactions")).await;
    let path = format!("/transactions/{}", text(&transactions["items"][0]["id"]));
    let changed =
        ann.request(Method::PATCH, &path).json(&json!({ "amount": "-77.00" })).send().await.unwrap();
    assert_eq!(changed.status(), StatusCode::OK);
    assert_eq!(amounts(&ann, &later).await, ["-77.00", &other[1], &other[2]]);
}

/// Returns the ids and kinds of all accounts.
async fn kinds(user: &TestUser) -> Vec<(Value, Value)> {
    let found = user.json("/accounts").await;
    let all = found["items"].as_array().or(found.as_array()).unwrap();
    all.iter().map(|account| (account["id"].clone(), account["kind"].clone())).collect()
}

async fn an_account_whose_kind_another_statement_proves_keeps_it(app: TestApp) {
    let ann = app.user("ann").await;
    read(&ann, "proven.pdf", of_a_bank_account(2, "12")).await;
    let before = kinds(&ann).await;
    let id = read(&ann, "one.pdf", either_way(1, "01", ["SHOP A", "SHOP B", "SHOP C"])).await;
    assert_eq!(kinds(&ann).await, before);

    let (status, said) = answer(&ann, &id, json!({ "alternative": 0 })).await;
    assert_eq!(status, StatusCode::OK, "{said}");
    let after = kinds(&ann).await;
    assert_eq!(after.len(), 2, "{before:?} {after:?}");
    assert!(after.contains(&before[0]), "{before:?} {after:?}");
}

async fn a_statement_read_as_one_of_another_kind_keeps_its_account_and_the_users_work(app: TestApp) {
    let ann = app.user("ann").await;
    let id = read(&ann, "one.pdf", either_way(1, "01", ["SHOP A", "SHOP B", "SHOP C"])).await;
    let transactions = async || ann.json(&format!("/statements/{id}/transactions")).await["items"].clone();
    let kinds = async || kinds(&ann).await;
    let (before, first) = (kinds().await, transactions().await);
    let path = format!("/transactions/{}", text(&first[1]["id"]));
    let work = json!({ "note": "for Bo", "tags": ["gift"] });
    let noted = ann.request(Method::PATCH, &path).json(&work).send().await.unwrap();
    assert_eq!(noted.status(), StatusCode::OK);

    let (status, said) = answer(&ann, &id, json!({ "alternative": 0 })).await;
    assert_eq!(status, StatusCode::OK, "{said}");
    let (after, second) = (kinds().await, transactions().await);
    assert_eq!((after.len(), &after[0].0), (1, &before[0].0), "{before:?} {after:?}");
    assert_ne!(after[0].1, before[0].1, "{before:?} {after:?}");
    assert_eq!(second[1]["id"], first[1]["id"]);
    assert_eq!((&second[1]["note"], &second[1]["tags"]), (&work["note"], &work["tags"]));
    assert_eq!(second[1]["amount"], negated(&text(&first[1]["amount"])).as_str());

    // A later statement is of the same account, and a correction turns all of it back.
    let later = read(&ann, "two.pdf", either_way(2, "02", ["STORE D", "STORE E", "STORE F"])).await;
    assert_eq!(kinds().await, after);
    assert_eq!(part(&ann, &later).await["outcome"], "balanced");
    let back = json!({ "amount": first[1]["amount"] });
    let corrected = ann.request(Method::PATCH, &path).json(&back).send().await.unwrap();
    assert_eq!(corrected.status(), StatusCode::OK);
    assert_eq!(kinds().await, before);
    assert_eq!(transactions().await[1]["note"], work["note"]);
}

async fn a_currency_and_a_year_that_are_not_printed_are_asked_for_once(app: TestApp) {
    let ann = app.user("ann").await;
    let id = read(&ann, "one.pdf", without_facts(1, "01")).await;
    let before = part(&ann, &id).await;
    assert_eq!(before["origins"]["currency"], "inferred", "{before}");
    assert_eq!(before["questions"], json!(["currency", "year"]), "{before}");
    assert_eq!(before["outcome"], "unchecked");
    let currency = text(&before["currency"]);
    let (status, _) = answer(&ann, &id, json!({ "currency": currency })).await;
    assert_eq!(status, StatusCode::OK);
    let (status, _) = answer(&ann, &id, json!({ "year": 2021 })).await;
    assert_eq!(status, StatusCode::OK);
    let after = part(&ann, &id).await;
    assert_eq!(after["questions"], json!([]), "{after}");
    assert_eq!(after["origins"]["year"], "confirmed");
    assert_eq!(after["outcome"], "balanced");
    let first = ann.json(&format!("/statements/{id}/transactions")).await["items"][0].clone();
    assert_eq!(first["date"], "2021-01-13");
    let later = read(&ann, "two.pdf", without_facts(2, "02")).await;
    assert_eq!(part(&ann, &later).await["questions"], json!([]), "the question is asked once per account");
    let (status, _) = answer(&ann, &later, json!({ "currency": "NOK" })).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(part(&ann, &later).await["currency"], "NOK");
}

async fn an_answer_that_is_not_open_is_refused(app: TestApp) {
    let (ann, eve) = (app.user("ann").await, app.user("eve").await);
    let id = read(&ann, "one.pdf", either_way(1, "01", ["SHOP A", "SHOP B", "SHOP C"])).await;
    for (said, wanted) in [
        (json!({ "alternative": 7 }), StatusCode::CONFLICT),
        (json!({ "account": 1, "asShown": true }), StatusCode::CONFLICT),
        (json!({}), StatusCode::BAD_REQUEST),
        (json!({ "asShown": false }), StatusCode::BAD_REQUEST),
        (json!({ "asShown": true, "year": 2024 }), StatusCode::BAD_REQUEST),
        (json!({ "currency": "krona" }), StatusCode::BAD_REQUEST),
        (json!({ "year": 24 }), StatusCode::BAD_REQUEST),
    ] {
        assert_eq!(answer(&ann, &id, said.clone()).await.0, wanted, "{said}");
    }
    assert_eq!(answer(&eve, &id, json!({ "asShown": true })).await.0, StatusCode::NOT_FOUND);
    let data = ann.upload_one("a.csv", b"Date;Description;Amount\n2024-01-31;Tea;-3.20\n".to_vec()).await;
    assert_eq!(ann.process(&data).await.status(), StatusCode::OK);
    assert_eq!(answer(&ann, &data, json!({ "asShown": true })).await.0, StatusCode::CONFLICT);
}

async fn printed_figures_are_counted_and_the_first_gap_is_named(app: TestApp) {
    let ann = app.user("ann").await;
    let sample = pdf::Sample { hidden_row: Some(3), ..pdf::Sample::new(1, 8) };
    let id = read(&ann, "gap.pdf", sample.pdf()).await;
    let seen = part(&ann, &id).await;
    assert_eq!(seen["outcome"], "unbalanced", "{seen}");
    let checks = &seen["checks"];
    assert!(checks["holding"].as_u64() < checks["printed"].as_u64(), "{checks}");
    let message = text(&checks["message"]);
    assert!(
        message.contains("printed figures match. Between row 3 and row 4 the balance changes by"),
        "{message}"
    );
    let transactions = ann.json(&format!("/statements/{id}/transactions")).await;
    let first = &seen["contradictions"][0];
    assert_eq!(first["figure"], "running_balance");
    assert_eq!(
        (&first["afterEntryId"], &first["entryId"]),
        (&transactions["items"][2]["id"], &transactions["items"][3]["id"])
    );
    let right = read(&ann, "right.pdf", pdf::Sample::new(2, 8).pdf()).await;
    let seen = part(&ann, &right).await;
    assert_eq!((&seen["outcome"], &seen["contradictions"]), (&json!("balanced"), &json!([])), "{seen}");
    assert_eq!(seen["origins"]["currency"], "printed");
}

async fn files_of_a_zip_file_are_uploads_of_their_own(app: TestApp) {
    let ann = app.user("ann").await;
    let packed = zip(&[
        ("2024/one.pdf", &pdf::Sample::new(1, 4).pdf()),
        ("a.csv", b"Date;Description;Amount\n2024-01-31;Tea;-3.20\n"),
        ("notes.txt", b"nothing"),
        ("inner.zip", &zip(&[("x.csv", b"x")])),
    ]);
    let answer = ann.upload(vec![("all.zip", packed)]).await;
    assert_eq!(answer.status(), StatusCode::OK);
    let said = body(answer).await;
    let files = said["files"].as_array().unwrap();
    let names: Vec<&str> = files.iter().map(|file| file["fileName"].as_str().unwrap()).collect();
    assert_eq!(names, ["one.pdf", "a.csv", "notes.txt", "inner.zip"]);
    assert!(files[2]["error"].as_str().unwrap().starts_with("The file is not a PDF, picture"), "{said}");
    assert!(files[3]["error"].as_str().unwrap().starts_with("A ZIP file in a ZIP file"), "{said}");
    for file in &files[..2] {
        assert_eq!(ann.process(&text(&file["statementId"])).await.status(), StatusCode::OK);
    }
    let zeros = vec![0; 2 << 20];
    let bomb = ann.upload(vec![("bomb.zip", zip(&[("zeros.csv", &zeros)]))]).await;
    assert_eq!(bomb.status(), StatusCode::PAYLOAD_TOO_LARGE);
    assert!(text(&body(bomb).await["error"]).contains("100 times its size"));
    let heic = ann.upload(vec![("a.heic", b"\0\0\0\x18ftypheic\0\0\0\0".to_vec())]).await;
    assert_eq!(heic.status(), StatusCode::UNSUPPORTED_MEDIA_TYPE);
}

/// Packs files.
pub fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    use std::io::Write;

    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, content) in files {
        writer.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
        writer.write_all(content).unwrap();
    }
    writer.finish().unwrap().into_inner()
}
