//! Tests of malformed input: the response explains the error, and the next request works.

use reqwest::multipart::{Form, Part};
use reqwest::{Method, StatusCode};
use serde_json::json;

use crate::app::{Database, TestApp, TestUser, body, on_each_database};
use crate::pdf::Sample;

on_each_database!(
    a_file_of_an_unsupported_type_is_415,
    an_empty_file_is_400,
    one_bad_file_among_good_ones_fails_alone,
    an_upload_without_a_file_is_400,
    a_body_that_is_not_multipart_is_415,
    a_damaged_pdf_is_422,
    a_pdf_without_a_statement_is_422,
    an_encrypted_pdf_asks_for_its_password_and_opens_with_it,
    a_password_sent_at_upload_opens_the_file,
    a_picture_without_text_is_422,
    malformed_json_is_400,
    an_invalid_page_is_400,
    malformed_ids_are_404,
    a_file_name_cannot_escape_its_directory,
    dates_outside_the_supported_years_are_400,
);

async fn still_works(user: &TestUser) {
    let id = user.upload_one("good.pdf", Sample::new(77, 5).pdf()).await;
    let answer = user.process(&id).await;
    assert!(matches!(answer.status(), StatusCode::OK | StatusCode::CONFLICT), "{}", answer.status());
}

async fn a_file_of_an_unsupported_type_is_415(app: TestApp) {
    let ann = app.user("ann").await;
    let answer = ann.upload(vec![("statement.pdf", b"MZ this is a program".to_vec())]).await;
    assert_eq!(answer.status(), StatusCode::UNSUPPORTED_MEDIA_TYPE);
    let said = body(answer).await;
    assert!(said["error"].as_str().unwrap().contains("not a PDF"), "{said}");
    assert_eq!(ann.json("/statements").await["items"], json!([]));
    still_works(&ann).await;
}

async fn an_empty_file_is_400(app: TestApp) {
    let ann = app.user("ann").await;
    assert_eq!(ann.upload(vec![("empty.pdf", Vec::new())]).await.status(), StatusCode::BAD_REQUEST);
    still_works(&ann).await;
}

async fn one_bad_file_among_good_ones_fails_alone(app: TestApp) {
    let ann = app.user("ann").await;
    let files =
        vec![("bad.pdf", b"nonsense".to_vec()), ("good.pdf", Sample::new(1, 5).pdf()), ("empty.pdf", vec![])];
    let answer = ann.upload(files).await;
    assert_eq!(answer.status(), StatusCode::OK);
    let said = body(answer).await;
    assert!(said["files"][0]["error"].is_string() && said["files"][2]["error"].is_string(), "{said}");
    assert!(said["files"][1]["statementId"].is_string());
    assert_eq!(said["files"][1]["pages"], json!(null), "pages are counted when the file is read");
}

async fn an_upload_without_a_file_is_400(app: TestApp) {
    let ann = app.user("ann").await;
    let form = Form::new().text("password", "secret");
    let answer = ann.request(Method::POST, "/upload").multipart(form).send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::BAD_REQUEST);
    still_works(&ann).await;
}

async fn a_body_that_is_not_multipart_is_415(app: TestApp) {
    let ann = app.user("ann").await;
    let answer = ann.post("/upload", &json!({})).await;
    assert_eq!(answer.status(), StatusCode::UNSUPPORTED_MEDIA_TYPE);
    let request = ann
        .request(Method::POST, "/upload")
        .header("content-type", "multipart/form-data")
        .body("no boundary");
    assert_eq!(request.send().await.unwrap().status(), StatusCode::BAD_REQUEST);
    still_works(&ann).await;
}

async fn a_damaged_pdf_is_422(app: TestApp) {
    let ann = app.user("ann").await;
    let id = ann.upload_one("damaged.pdf", b"%PDF-1.4\nand then nothing that is one".to_vec()).await;
    let answer = ann.process(&id).await;
    assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY);
    let said = body(answer).await;
    assert!(said["jobId"].is_string() && said["error"].is_string(), "{said}");
    let statement = ann.json(&format!("/statements/{id}")).await;
    assert_eq!(statement["status"], "failed");
    assert_eq!(statement["failure"]["code"], said["code"]);
    still_works(&ann).await;
}

async fn a_pdf_without_a_statement_is_422(app: TestApp) {
    let ann = app.user("ann").await;
    let letter =
        String::from_utf8(Sample::new(2, 0).pdf()).unwrap().replace("Opening balance", "Dear customer,__");
    let letter = letter.replace("Closing balance", "Kind regards,__").replace("50,000.00", "         ");
    let id = ann.upload_one("letter.pdf", letter.into_bytes()).await;
    let answer = ann.process(&id).await;
    assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(body(answer).await["code"], "not_a_statement");
    still_works(&ann).await;
}

/// A statement that opens with the password `harbour`.
pub const LOCKED: &[u8] = include_bytes!("../../web/e2e/fixtures/locked.pdf");

async fn an_encrypted_pdf_asks_for_its_password_and_opens_with_it(app: TestApp) {
    let ann = app.user("ann").await;
    let id = ann.upload_one("locked.pdf", LOCKED.to_vec()).await;
    for (password, status, code) in [
        (json!(null), StatusCode::UNPROCESSABLE_ENTITY, json!("needs_password")),
        (json!("rowboat"), StatusCode::UNPROCESSABLE_ENTITY, json!("wrong_password")),
        (json!("harbour"), StatusCode::OK, json!(null)),
    ] {
        let answer =
            ann.post("/process-statement", &json!({ "statementId": id, "password": password })).await;
        assert_eq!(answer.status(), status, "{password}");
        let said = body(answer).await;
        assert_eq!(said["code"], code, "{said}");
    }
    assert_eq!(ann.json(&format!("/statements/{id}")).await["outcome"], "balanced");
}

async fn a_password_sent_at_upload_opens_the_file(app: TestApp) {
    let ann = app.user("ann").await;
    let part = Part::bytes(LOCKED.to_vec()).file_name("locked.pdf");
    let form = Form::new().part("file", part).text("password", "harbour");
    let answer = ann.request(Method::POST, "/upload").multipart(form).send().await.unwrap();
    let said = body(answer).await;
    assert_eq!(ann.process(said["statementId"].as_str().unwrap()).await.status(), StatusCode::OK);
}

async fn a_picture_without_text_is_422(app: TestApp) {
    let ann = app.user("ann").await;
    let id = ann.upload_one("scan.pdf", crate::pdf::picture()).await;
    let answer = ann.process(&id).await;
    assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(body(answer).await["code"], "image_only");
    still_works(&ann).await;
}

async fn malformed_json_is_400(app: TestApp) {
    let ann = app.user("ann").await;
    for path in ["/process-statement", "/chat"] {
        for text in ["", "{", "[]", "null", r#"{"statementId": 5}"#, r#"{"messages": "hello"}"#] {
            let request =
                ann.request(Method::POST, path).header("content-type", "application/json").body(text);
            let answer = request.send().await.unwrap();
            assert_eq!(answer.status(), StatusCode::BAD_REQUEST, "{path} {text}");
            assert!(body(answer).await["error"].is_string());
        }
        let request = ann.request(Method::POST, path).header("content-type", "text/plain").body("{}");
        assert_eq!(request.send().await.unwrap().status(), StatusCode::UNSUPPORTED_MEDIA_TYPE, "{path}");
    }
    still_works(&ann).await;
}

async fn an_invalid_page_is_400(app: TestApp) {
    let ann = app.user("ann").await;
    for query in ["limit=0", "limit=501", "limit=x", "cursor=nonsense"] {
        for path in ["/statements", "/transactions"] {
            assert_eq!(
                ann.get(&format!("{path}?{query}")).await.status(),
                StatusCode::BAD_REQUEST,
                "{path}?{query}"
            );
        }
    }
    for query in [
        "from=2025-13-01",
        "from=2025-02-02&to=2025-01-01",
        "account=x",
        "ids=x,y",
        "direction=up",
        "sort=name",
    ] {
        assert_eq!(
            ann.get(&format!("/transactions?{query}")).await.status(),
            StatusCode::BAD_REQUEST,
            "{query}"
        );
    }
}

async fn malformed_ids_are_404(app: TestApp) {
    let ann = app.user("ann").await;
    for id in ["x", "..", "%2e%2e%2fsecret", "01890000-0000-7000-8000-000000000000", "00000000"] {
        for path in ["/statements/", "/jobs/", "/accounts/", "/transactions/"] {
            assert_eq!(ann.get(&format!("{path}{id}")).await.status(), StatusCode::NOT_FOUND, "{path}{id}");
        }
    }
}

async fn a_file_name_cannot_escape_its_directory(app: TestApp) {
    let ann = app.user("ann").await;
    let names = ["../../etc/passwd", "..\\..\\secret.pdf", "/abs/olute.pdf", "x".repeat(10_000).leak()];
    for (number, name) in (10..).zip(names) {
        let part = Part::bytes(Sample::new(number, 1).pdf()).file_name(name);
        let answer = ann
            .request(Method::POST, "/upload")
            .multipart(Form::new().part("file", part))
            .send()
            .await
            .unwrap();
        assert_eq!(answer.status(), StatusCode::OK, "{name}");
        let said = body(answer).await;
        let kept = said["fileName"].as_str().unwrap();
        assert!(!kept.contains(['/', '\\', '\0']) && kept.chars().count() <= 255, "{kept}");
        assert!(!said["filePath"].as_str().unwrap().contains(".."));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_over_the_limit_is_413_and_leaves_nothing_behind() {
    let settings = [("SALDO_FILE_BYTES_MAX", "100000")];
    let app = TestApp::start_with(Database::Sqlite, &settings).await.unwrap();
    let ann = app.user("ann").await;
    let mut file = Sample::new(1, 5).pdf();
    file.resize(100_001, b' ');
    let answer = ann.upload(vec![("large.pdf", file.clone())]).await;
    assert_eq!(answer.status(), StatusCode::PAYLOAD_TOO_LARGE);
    assert!(body(answer).await["error"].as_str().unwrap().contains("100000 bytes"));
    assert_eq!(ann.json("/statements").await["items"], json!([]));
    file.truncate(100_000);
    assert_eq!(ann.upload(vec![("fits.pdf", file)]).await.status(), StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread")]
async fn fifty_one_mebibytes_are_413_by_default() {
    let app = TestApp::start(Database::Sqlite).await.unwrap();
    let ann = app.user("ann").await;
    let mut file = Sample::new(1, 5).pdf();
    file.resize(51 * 1024 * 1024, b' ');
    let answer = ann.upload(vec![("large.pdf", file)]).await;
    assert_eq!(answer.status(), StatusCode::PAYLOAD_TOO_LARGE);
    assert!(body(answer).await["error"].as_str().unwrap().contains("50 MiB"));
    still_works(&ann).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn too_many_files_are_413_and_nothing_is_stored() {
    let app = TestApp::start(Database::Sqlite).await.unwrap();
    let ann = app.user("ann").await;
    let files = (0..100).map(|number| ("one.pdf", Sample::new(number, 1).pdf())).collect();
    let answer = ann.upload(files).await;
    assert_eq!(answer.status(), StatusCode::PAYLOAD_TOO_LARGE);
    assert_eq!(ann.json("/statements").await["items"], json!([]));
    still_works(&ann).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_large_json_body_is_413() {
    let app = TestApp::start(Database::Sqlite).await.unwrap();
    let ann = app.user("ann").await;
    let body = json!({ "statementId": "x".repeat(3 * 1024 * 1024) });
    assert_eq!(ann.post("/process-statement", &body).await.status(), StatusCode::PAYLOAD_TOO_LARGE);
    still_works(&ann).await;
}

async fn dates_outside_the_supported_years_are_400(app: TestApp) {
    let ann = app.user("ann").await;
    let cash = json!({ "name": "Cash", "kind": "cash", "currency": "EUR" });
    let account = body(ann.post("/accounts", &cash).await).await["id"].as_str().unwrap().to_owned();
    for day in ["-0001-01-01", "+12026-01-01", "-262143-01-01", "0000-01-01"] {
        for (method, path, request_body) in [
            (Method::PUT, format!("/accounts/{account}/balances"), json!({ "date": day, "amount": "1.00" })),
            (Method::PUT, format!("/accounts/{account}/balances"), json!({ "date": day, "amount": null })),
            (Method::PATCH, format!("/accounts/{account}"), json!({ "closedOn": day })),
            (
                Method::POST,
                "/transactions".to_owned(),
                json!({ "accountId": account, "date": day, "description": "x", "amount": "1.00" }),
            ),
        ] {
            let request = ann.request(method, &path).header("content-type", "application/json");
            let answer = request.body(request_body.to_string()).send().await.unwrap();
            assert_eq!(answer.status(), StatusCode::BAD_REQUEST, "{path} {request_body}");
        }
    }
}
