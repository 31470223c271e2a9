//! Tests of attachments of transactions, through HTTP.

use std::collections::BTreeMap;
use std::time::Duration;

use reqwest::multipart::{Form, Part};
use reqwest::{Method, Response, StatusCode};
use serde_json::{Value, json};

use crate::app::{Database, TestApp, TestUser, body, on_each_database, with_each_database};
use crate::ledger::{ok, refused, text};
use crate::my_data::{files, untar};
use crate::pdf::letter;
use crate::reading::can_recognize;

on_each_database!(
    a_receipt_is_attached_shown_found_by_its_text_and_deleted,
    equal_files_are_stored_once,
    invalid_attachments_are_rejected,
    a_file_that_is_cut_off_or_has_other_content_is_damaged,
    an_unmatched_receipt_has_offers_and_is_matched,
    attachments_are_in_the_archive,
    an_export_names_its_receipts_and_a_zip_file_has_them,
    a_zip_file_of_an_export_has_no_receipts_of_others_and_of_other_transactions,
);

/// A test on a server that recognizes text.
mod recognition {
    use super::{a_photographed_receipt_is_recognized_found_and_offered, with_each_database};

    with_each_database!(a_photographed_receipt_is_recognized_found_and_offered);
}

const PNG: &[u8] = include_bytes!("samples/receipt.png");
const JPG: &[u8] = include_bytes!("samples/receipt.jpg");

/// Attaches a file.
pub(crate) async fn attach(user: &TestUser, path: &str, name: &str, bytes: &[u8]) -> Response {
    let part = Part::bytes(bytes.to_vec()).file_name(name.to_owned());
    user.request(Method::POST, path).multipart(Form::new().part("file", part)).send().await.unwrap()
}

async fn attached(user: &TestUser, path: &str, name: &str, bytes: &[u8]) -> Value {
    let answer = attach(user, path, name, bytes).await;
    let (status, answer) = (answer.status(), body(answer).await);
    assert_eq!(status, StatusCode::CREATED, "{answer}");
    answer
}

async fn rejected(user: &TestUser, path: &str, name: &str, bytes: &[u8]) -> (StatusCode, String) {
    let answer = attach(user, path, name, bytes).await;
    (answer.status(), text(&body(answer).await["error"]))
}

/// Returns the files of an exported ZIP file with their contents.
async fn unzipped(user: &TestUser, query: &str) -> BTreeMap<String, Vec<u8>> {
    let answer = user.get(&format!("/export?format=zip{query}")).await;
    assert_eq!(answer.status(), StatusCode::OK, "{query}");
    assert_eq!(answer.headers()["content-type"], "application/zip");
    let bytes = answer.bytes().await.unwrap();
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(bytes)).unwrap();
    let mut files = BTreeMap::new();
    for at in 0..zip.len() {
        let mut file = zip.by_index(at).unwrap();
        let mut content = Vec::new();
        std::io::Read::read_to_end(&mut file, &mut content).unwrap();
        files.insert(file.name().unwrap().into_owned(), content);
    }
    files
}

async fn an_export_names_its_receipts_and_a_zip_file_has_them(app: TestApp) {
    let rows = [("2026-02-01", "-6.48"), ("2026-02-02", "-1.00")];
    let (ann, ids) = with_transactions(&app, "ann", &rows).await;
    let path = format!("/transactions/{}/attachments", ids[0]);
    let made = attached(&ann, &path, "../Größe.exe", &receipt()).await;
    attached(&ann, &path, "b.jpg", PNG).await;
    attached(&ann, "/attachments", "loose.png", JPG).await;
    let end = |attachment: &Value| text(&attachment["id"])[24..].to_owned();
    let name = format!("2026-02-01 Größe-{}.pdf", end(&made));
    let files = unzipped(&ann, "").await;
    assert_eq!(files.len(), 3, "{:?}", files.keys());
    assert_eq!(files[&format!("receipts/{name}")], receipt());
    assert!(files.values().any(|content| content == PNG));
    let table = String::from_utf8(files["transactions.csv"].clone()).unwrap();
    let export = |format: &str| {
        let path = format!("/export?format={format}");
        let ann = &ann;
        async move { ann.get(&path).await.text().await.unwrap() }
    };
    assert_eq!(table, export("csv").await);
    let mut lines = table.lines();
    assert!(lines.next().unwrap().ends_with(",Entry,Receipts"));
    assert_eq!(lines.filter(|line| line.contains(&name) && line.contains(".png")).count(), 1, "{table}");
    for format in ["beancount", "hledger", "json"] {
        assert!(export(format).await.contains(&name), "{format}");
    }
    for format in ["ofx", "qif"] {
        assert!(!export(format).await.contains("Größe"), "{format}");
    }
    let bob = app.user("bob").await;
    let id = bob.upload_one("saldo.csv", table.into_bytes()).await;
    let done = body(bob.process(&id).await).await;
    assert_eq!(done["data"]["newTransactionCount"], 2, "{done}");
}

async fn a_zip_file_of_an_export_has_no_receipts_of_others_and_of_other_transactions(app: TestApp) {
    let rows = [("2026-02-01", "-6.48"), ("2026-03-02", "-1.00")];
    let (ann, ids) = with_transactions(&app, "ann", &rows).await;
    let (bob, bobs) = with_transactions(&app, "bob", &rows).await;
    for (user, ids, name) in [(&ann, &ids, &b"ann"[..]), (&bob, &bobs, b"bob")] {
        for (at, id) in ids.iter().enumerate() {
            let content = [PNG, name, &[u8::try_from(at).unwrap()]].concat();
            attached(user, &format!("/transactions/{id}/attachments"), "a.png", &content).await;
        }
    }
    let files = unzipped(&ann, "&from=2026-03-01").await;
    let receipts: Vec<&Vec<u8>> =
        files.iter().filter(|(name, _)| name.starts_with("receipts/")).map(|(_, content)| content).collect();
    assert_eq!(receipts, [&[PNG, b"ann", &[1]].concat()]);
    assert_eq!(unzipped(&app.user("eve").await, "").await.len(), 1);
    let answer = ann.get("/export?format=zip&from=yesterday").await;
    assert_eq!(answer.status(), StatusCode::BAD_REQUEST);
}

fn receipt() -> Vec<u8> {
    letter(&["Green Market", "31.01.2026 18:04", "Dragonfruit 2.49", "TOTAL EUR 6.48"], 1)
}

/// Creates a user with transactions of these dates and amounts, and returns the transactions' ids.
async fn with_transactions(app: &TestApp, name: &str, rows: &[(&str, &str)]) -> (TestUser, Vec<String>) {
    let user = app.user(name).await;
    let cash = json!({"name": "Cash", "kind": "cash", "currency": "EUR"});
    let cash = ok(&user, Method::POST, "/accounts", cash).await["id"].clone();
    let mut ids = Vec::new();
    for (date, amount) in rows {
        let new =
            json!({"accountId": cash, "date": date, "description": "Green Market 12", "amount": amount});
        let made = ok(&user, Method::POST, "/transactions", new).await;
        ids.push(text(made.get("id").unwrap_or(&made["transaction"]["id"])));
    }
    (user, ids)
}

fn items(list: &Value) -> &Vec<Value> {
    list["items"].as_array().unwrap()
}

/// Returns the attachments of a transaction when all their texts were read.
async fn when_read(user: &TestUser, path: &str) -> Value {
    for _ in 0..600 {
        let list = user.json(path).await;
        let found = items(&list).iter().map(|item| item.get("attachment").unwrap_or(item));
        if found.into_iter().all(|item| item["textState"] != "waiting") {
            return list;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("a text was not read within 30 seconds");
}

async fn a_receipt_is_attached_shown_found_by_its_text_and_deleted(app: TestApp) {
    let rows = [("2026-02-01", "-6.48"), ("2026-02-02", "-1.00")];
    let (ann, ids) = with_transactions(&app, "ann", &rows).await;
    let path = format!("/transactions/{}/attachments", ids[0]);
    let made = attached(&ann, &path, "../Größe.exe", &receipt()).await;
    assert_eq!((&made["fileName"], &made["mediaType"]), (&json!("Größe.exe"), &json!("application/pdf")));
    assert_eq!(made["transactionId"], json!(ids[0]));
    let list = when_read(&ann, &path).await;
    assert_eq!((items(&list).len(), &list["items"][0]["textState"]), (1, &json!("read")));
    assert!(text(&list["items"][0]["text"]).contains("Dragonfruit"), "{list}");
    let file = format!("/attachments/{}/file", text(&made["id"]));
    let answer = ann.get(&file).await;
    let header = |name: &str| answer.headers().get(name).unwrap().to_str().unwrap().to_owned();
    assert_eq!(header("content-type"), "application/pdf");
    assert_eq!(header("x-content-type-options"), "nosniff");
    assert_eq!(header("content-security-policy"), "sandbox; default-src 'none'");
    assert!(header("content-disposition").starts_with("inline; filename="));
    assert_eq!(answer.bytes().await.unwrap(), receipt());
    for search in ["DRAGONFRUIT", "dragonfruit%202.49"] {
        let found = ann.json(&format!("/transactions?text={search}")).await;
        assert_eq!(items(&found).len(), 1, "{search}");
        assert_eq!(found["items"][0]["id"], json!(ids[0]), "{search}");
    }
    assert_eq!(items(&ann.json("/transactions?text=mango").await).len(), 0);
    // A picture without text recognition has no text, and says so.
    attached(&ann, &path, "scan.png", PNG).await;
    let list = when_read(&ann, &path).await;
    assert_eq!(list["items"][1]["textState"], "unavailable");
    ok(&ann, Method::DELETE, &format!("/attachments/{}", text(&made["id"])), Value::Null).await;
    assert_eq!(ann.get(&file).await.status(), StatusCode::NOT_FOUND);
    assert_eq!(items(&ann.json("/transactions?text=dragonfruit").await).len(), 0);
    // The attachment of a deleted transaction is not lost.
    ok(&ann, Method::DELETE, &format!("/transactions/{}", ids[0]), Value::Null).await;
    let unmatched = ann.json("/attachments/unmatched").await;
    assert_eq!(unmatched["items"][0]["attachment"]["fileName"], "scan.png");
    ok(&ann, Method::DELETE, "/me/data", json!({"confirm": "delete my data"})).await;
    assert_eq!(items(&ann.json("/attachments/unmatched").await).len(), 0);
}

async fn equal_files_are_stored_once(app: TestApp) {
    let (ann, ids) =
        with_transactions(&app, "ann", &[("2026-02-01", "-6.48"), ("2026-02-02", "-1.00")]).await;
    let mut made = Vec::new();
    for id in &ids {
        made.push(attached(&ann, &format!("/transactions/{id}/attachments"), "a.pdf", &receipt()).await);
    }
    assert_eq!(files(&app).len(), 1);
    ok(&ann, Method::DELETE, &format!("/attachments/{}", text(&made[0]["id"])), Value::Null).await;
    let other = ann.get(&format!("/attachments/{}/file", text(&made[1]["id"]))).await;
    assert_eq!(other.bytes().await.unwrap(), receipt());
    ok(&ann, Method::DELETE, &format!("/attachments/{}", text(&made[1]["id"])), Value::Null).await;
    assert_eq!(files(&app).len(), 0);
}

async fn invalid_attachments_are_rejected(app: TestApp) {
    let (ann, ids) = with_transactions(&app, "ann", &[("2026-02-01", "-6.48")]).await;
    let path = format!("/transactions/{}/attachments", ids[0]);
    let (status, error) = rejected(&ann, &path, "a.pdf", b"<html>").await;
    assert_eq!((status, error.contains("PDF, JPG and PNG")), (StatusCode::UNSUPPORTED_MEDIA_TYPE, true));
    let (status, _) = rejected(&ann, &path, "a.pdf", b"").await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    let large = [receipt(), vec![b' '; 10 * 1024 * 1024]].concat();
    let (status, _) = rejected(&ann, &path, "a.pdf", &large).await;
    assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE);
    let (status, _) = refused(&ann, Method::POST, &path, json!({})).await;
    assert_eq!(status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
    for _ in 0..20 {
        attached(&ann, &path, "a.pdf", &receipt()).await;
    }
    let (status, error) = rejected(&ann, &path, "a.pdf", &receipt()).await;
    assert_eq!((status, error.contains("at most 20")), (StatusCode::CONFLICT, true));
    let unmatched = attached(&ann, "/attachments", "b.png", PNG).await;
    let one = format!("/attachments/{}", text(&unmatched["id"]));
    let (status, _) = refused(&ann, Method::PUT, &one, json!({"transactionId": ids[0]})).await;
    assert_eq!(status, StatusCode::CONFLICT);
    let (bob, bobs) = with_transactions(&app, "bob", &[("2026-02-01", "-6.48")]).await;
    let (status, _) = rejected(&bob, &path, "a.pdf", &receipt()).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    let (status, _) = refused(&ann, Method::PUT, &one, json!({"transactionId": bobs[0]})).await;
    assert_eq!(status, StatusCode::NOT_FOUND, "a transaction of another user");
    assert_eq!(items(&bob.json("/attachments/unmatched").await).len(), 0);
}

async fn a_file_that_is_cut_off_or_has_other_content_is_damaged(app: TestApp) {
    let (ann, ids) = with_transactions(&app, "ann", &[("2026-02-01", "-6.48")]).await;
    let of_transaction = format!("/transactions/{}/attachments", ids[0]);
    let scan = include_bytes!("samples/scan.pdf").to_vec();
    for (name, whole) in
        [("a.pdf", receipt()), ("scan.pdf", scan), ("a.png", PNG.to_vec()), ("a.jpg", JPG.to_vec())]
    {
        let other = [&whole[..20], &b"<html>".repeat(500)].concat();
        let cuts = [40, whole.len() / 2, whole.len() * 9 / 10].map(|length| whole[..length].to_vec());
        for broken in cuts.into_iter().chain([other]) {
            for path in [&of_transaction[..], "/attachments"] {
                let (status, error) = rejected(&ann, path, name, &broken).await;
                assert_eq!(
                    status,
                    StatusCode::UNPROCESSABLE_ENTITY,
                    "{name}, {} bytes: {error}",
                    broken.len()
                );
                assert!(error.contains("damaged or incomplete"), "{error}");
            }
        }
    }
    assert_eq!(files(&app).len(), 0, "nothing of a damaged file stays");
    for (name, whole) in [("a.pdf", receipt()), ("a.png", PNG.to_vec()), ("a.jpg", JPG.to_vec())] {
        attached(&ann, &of_transaction, name, &whole).await;
    }
    assert_eq!(files(&app).len(), 3);
}

async fn an_unmatched_receipt_has_offers_and_is_matched(app: TestApp) {
    let rows = [("2026-02-01", "-6.48"), ("2026-02-01", "-6.49"), ("2026-05-01", "-6.48")];
    let (ann, ids) = with_transactions(&app, "ann", &rows).await;
    let made = attached(&ann, "/attachments", "receipt.pdf", &receipt()).await;
    assert_eq!(made["transactionId"], Value::Null);
    let unmatched = when_read(&ann, "/attachments/unmatched").await;
    let offers = unmatched["items"][0]["offers"].as_array().unwrap();
    assert_eq!(offers.len(), 1, "{unmatched}");
    assert_eq!(offers[0]["transaction"]["id"], json!(ids[0]));
    assert_eq!((&offers[0]["namesMerchant"], &offers[0]["days"]), (&json!(true), &json!(1)));
    let one = format!("/attachments/{}", text(&made["id"]));
    let matched = ok(&ann, Method::PUT, &one, json!({"transactionId": ids[0]})).await;
    assert_eq!(matched["transactionId"], json!(ids[0]));
    assert_eq!(items(&ann.json("/attachments/unmatched").await).len(), 0);
    ok(&ann, Method::PUT, &one, json!({"transactionId": null})).await;
    assert_eq!(items(&ann.json("/attachments/unmatched").await).len(), 1);
}

async fn attachments_are_in_the_archive(app: TestApp) {
    let (ann, ids) = with_transactions(&app, "ann", &[("2026-02-01", "-6.48")]).await;
    let path = format!("/transactions/{}/attachments", ids[0]);
    let made = attached(&ann, &path, "receipt.pdf", &receipt()).await;
    attached(&ann, "/attachments", "same.pdf", &receipt()).await;
    let before = when_read(&ann, &path).await;
    when_read(&ann, "/attachments/unmatched").await;
    let archive = ann.get("/me/data").await.bytes().await.unwrap();
    let name = format!("attachments/{}", text(&made["id"]));
    assert!(untar(&archive).iter().any(|(path, bytes)| *path == name && *bytes == receipt()));
    let Some(other) = TestApp::start(Database::Sqlite).await else { return };
    let bob = other.user("bob").await;
    let request = bob.request(Method::POST, "/me/data/import").header("content-type", "application/x-tar");
    let answer = request.body(archive).send().await.unwrap();
    let (status, answer) = (answer.status(), body(answer).await);
    assert_eq!(status, StatusCode::OK, "{answer}");
    assert_eq!(bob.json(&path).await, before);
    let file = bob.get(&format!("/attachments/{}/file", text(&made["id"]))).await;
    assert_eq!(file.bytes().await.unwrap(), receipt());
    assert_eq!(items(&bob.json("/transactions?text=dragonfruit").await).len(), 1);
    assert_eq!(items(&bob.json("/attachments/unmatched").await).len(), 1);
}

async fn a_photographed_receipt_is_recognized_found_and_offered(database: Database) {
    if !can_recognize() {
        return;
    }
    let Some(app) = TestApp::start_with(database, &[("SALDO_OCR", "tesseract")]).await else { return };
    let rows = [("2026-02-01", "-6.48"), ("2026-02-02", "-6.48"), ("2026-02-02", "-1.00")];
    let (ann, ids) = with_transactions(&app, "ann", &rows).await;
    let made = attached(&ann, "/attachments", "photo.png", PNG).await;
    assert_eq!(made["mediaType"], "image/png");
    let list = when_read(&ann, "/attachments/unmatched").await;
    let offers = list["items"][0]["offers"].as_array().unwrap();
    let offered: Vec<&Value> = offers.iter().map(|offer| &offer["transaction"]["id"]).collect();
    assert_eq!(offered, [&json!(ids[0]), &json!(ids[1])], "those of its amount, the same day first: {list}");
    let path = format!("/attachments/{}", text(&made["id"]));
    ok(&ann, Method::PUT, &path, json!({"transactionId": ids[0]})).await;
    let found = ann.json("/transactions?text=dragonfruit").await;
    assert_eq!((items(&found).len(), &found["items"][0]["id"]), (1, &json!(ids[0])), "{found}");
}
