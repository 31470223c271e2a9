//! Tests of exporting and deleting all data of a user.

use std::path::Path;

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::app::{TestApp, on_each_database};
use crate::ledger::{ok, text, with_statement};
use crate::pdf::Sample;

on_each_database!(
    deleted_data_disappears_from_the_api_and_the_file_store,
    deleting_all_data_requires_the_confirmation_phrase,
    a_deleted_user_leaves_files_only_in_the_trash,
    an_archive_contains_all_data_and_files_but_no_credentials,
);

/// Returns the files in the store, without those in the trash.
pub(crate) fn files(app: &TestApp) -> Vec<String> {
    files_in(&app.app.config.files_at.folder().unwrap().join("statements"))
}

/// Returns the files in a folder and its subfolders.
pub(crate) fn files_in(folder: &Path) -> Vec<String> {
    fn walk(folder: &Path, found: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() { walk(&path, found) } else { found.push(path.display().to_string()) }
        }
    }
    let mut found = Vec::new();
    walk(folder, &mut found);
    found.sort_unstable();
    found
}

async fn deleted_data_disappears_from_the_api_and_the_file_store(app: TestApp) {
    let (ann, statement) = with_statement(&app, Sample::new(1, 5)).await;
    let bob = app.user("bob").await;
    let bobs = bob.upload_one("bob.pdf", Sample::new(2, 5).pdf()).await;
    assert_eq!(bob.process(&bobs).await.status(), StatusCode::OK);
    let transaction = text(&ann.transactions().await[0]["id"]);
    let change = json!({"note": "hers", "tags": ["hers"]});
    ok(&ann, Method::PATCH, &format!("/transactions/{transaction}"), change).await;
    let bobs_transactions = bob.transactions().await;
    assert_eq!(files(&app).len(), 2);
    ok(&ann, Method::DELETE, "/me/data", json!({"confirm": "delete my data"})).await;
    for path in ["/statements", "/accounts", "/transactions", "/edits", "/tags", "/rules", "/budgets"] {
        assert_eq!(ann.json(path).await["items"], json!([]), "{path}");
    }
    assert_ne!(ann.json("/categories").await["items"], json!([]));
    let file = ann.get(&format!("/statements/{statement}/file")).await;
    assert_eq!(file.status(), StatusCode::NOT_FOUND);
    let left = files(&app);
    assert!(left.len() == 1 && left[0].ends_with(&bobs), "{left:?}");
    assert_eq!(bob.transactions().await, bobs_transactions);
    // The user can start again, even with the same file.
    let again = ann.upload_one("ann.pdf", Sample::new(1, 5).pdf()).await;
    assert_eq!(ann.process(&again).await.status(), StatusCode::OK);
    assert_eq!(ann.transactions().await.len(), 5);
}

async fn deleting_all_data_requires_the_confirmation_phrase(app: TestApp) {
    let (ann, _) = with_statement(&app, Sample::new(1, 5)).await;
    for words in [json!({}), json!({"confirm": "yes"}), json!({"confirm": "Delete my data"}), Value::Null] {
        let request = ann.request(Method::DELETE, "/me/data").header("content-type", "application/json");
        let answer = request.body(words.to_string()).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::BAD_REQUEST, "{words}");
    }
    assert_eq!(ann.transactions().await.len(), 5);
    assert_eq!(files(&app).len(), 1);
}

async fn a_deleted_user_leaves_files_only_in_the_trash(app: TestApp) {
    let (ann, _) = with_statement(&app, Sample::new(1, 5)).await;
    assert_eq!(files(&app).len(), 1);
    ok(&ann, Method::POST, "/auth/delete-user", json!({"password": "correct horse"})).await;
    assert_eq!(files(&app), Vec::<String>::new());
}

/// Returns name and content of each file in a `ustar` archive (POSIX.1-1988).
pub(crate) fn untar(mut bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    while bytes[0] != 0 {
        let name = std::str::from_utf8(&bytes[..100]).unwrap().trim_end_matches('\0').to_owned();
        let size = usize::from_str_radix(std::str::from_utf8(&bytes[124..135]).unwrap(), 8).unwrap();
        files.push((name, bytes[512..512 + size].to_vec()));
        bytes = &bytes[512 + size.next_multiple_of(512)..];
    }
    assert_eq!(bytes, [0; 1024]);
    files
}

async fn an_archive_contains_all_data_and_files_but_no_credentials(app: TestApp) {
    let (ann, statement) = with_statement(&app, Sample::new(1, 5)).await;
    let answer = ann.get("/me/data").await;
    assert_eq!(answer.status(), StatusCode::OK);
    assert_eq!(answer.headers()["content-type"], "application/x-tar");
    let archive = answer.bytes().await.unwrap();
    let files = untar(&archive);
    let manifest: Value = serde_json::from_slice(&files[0].1).unwrap();
    assert_eq!((files[0].0.as_str(), &manifest["format"]), ("manifest.json", &json!("saldo-data")));
    let listed = manifest["files"].as_array().unwrap();
    assert_eq!(listed.len(), files.len() - 1);
    for (listed, (path, bytes)) in listed.iter().zip(&files[1..]) {
        assert_eq!(
            (text(&listed["path"]), listed["bytes"].as_u64()),
            (path.clone(), Some(bytes.len() as u64))
        );
        assert_eq!(text(&listed["sha256"]), saldo_domain::Sha256::of(bytes).to_string());
    }
    let of = |path: &str| files.iter().find(|(name, _)| name == path).unwrap().1.clone();
    assert_eq!(of(&format!("statements/{statement}")), Sample::new(1, 5).pdf());
    assert_eq!(String::from_utf8(of("tables/transactions.jsonl")).unwrap().lines().count(), 5);
    let tables = files.iter().filter(|(name, _)| name.starts_with("tables/")).count();
    assert_eq!(tables, saldo_storage::BOOKS.len());
    let whole = String::from_utf8_lossy(&archive);
    for secret in ["argon2", "token_hash", "password", "ann@example.com"] {
        assert!(!whole.contains(secret), "{secret}");
    }
    let stranger = app.anon().get("/me/data").await;
    assert_eq!(stranger.status(), StatusCode::UNAUTHORIZED);
}
