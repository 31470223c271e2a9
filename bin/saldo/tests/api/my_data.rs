//! Everything of a person's at once.

use std::path::Path;

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::app::{TestApp, on_each_database};
use crate::ledger::{ok, text, with_statement};
use crate::pdf::Sample;

on_each_database!(
    deleted_data_is_gone_from_the_routes_and_the_file_store,
    nothing_is_deleted_without_the_words,
    a_deleted_person_leaves_no_files,
);

/// The files in the store.
fn files(app: &TestApp) -> Vec<String> {
    fn walk(folder: &Path, found: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() { walk(&path, found) } else { found.push(path.display().to_string()) }
        }
    }
    let mut found = Vec::new();
    walk(&app.app.config.statements_dir, &mut found);
    found
}

async fn deleted_data_is_gone_from_the_routes_and_the_file_store(app: TestApp) {
    let (ann, statement) = with_statement(&app, Sample::new(1, 5)).await;
    let bob = app.person("bob").await;
    let bobs = bob.upload_one("bob.pdf", Sample::new(2, 5).pdf()).await;
    assert_eq!(bob.process(&bobs).await.status(), StatusCode::OK);
    let entry = text(&ann.entries().await[0]["id"]);
    let change = json!({"note": "hers", "tags": ["hers"]});
    ok(&ann, Method::PATCH, &format!("/transactions/{entry}"), change).await;
    let bobs_entries = bob.entries().await;
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
    assert_eq!(bob.entries().await, bobs_entries);
    // The books can be begun anew, with the same file too.
    let again = ann.upload_one("ann.pdf", Sample::new(1, 5).pdf()).await;
    assert_eq!(ann.process(&again).await.status(), StatusCode::OK);
    assert_eq!(ann.entries().await.len(), 5);
}

async fn nothing_is_deleted_without_the_words(app: TestApp) {
    let (ann, _) = with_statement(&app, Sample::new(1, 5)).await;
    for words in [json!({}), json!({"confirm": "yes"}), json!({"confirm": "Delete my data"}), Value::Null] {
        let request = ann.request(Method::DELETE, "/me/data").header("content-type", "application/json");
        let answer = request.body(words.to_string()).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::BAD_REQUEST, "{words}");
    }
    assert_eq!(ann.entries().await.len(), 5);
    assert_eq!(files(&app).len(), 1);
}

async fn a_deleted_person_leaves_no_files(app: TestApp) {
    let (ann, _) = with_statement(&app, Sample::new(1, 5)).await;
    assert_eq!(files(&app).len(), 1);
    ok(&ann, Method::POST, "/auth/delete-user", json!({"password": "correct horse"})).await;
    assert_eq!(files(&app), Vec::<String>::new());
}
