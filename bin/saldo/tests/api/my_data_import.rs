//! Tests of restoring an archive, and of rejecting invalid ones.

use reqwest::{Method, Response, StatusCode};
use saldo_domain::Sha256;
use serde_json::{Value, json};

use crate::app::{Database, TestApp, TestUser, body, on_each_database};
use crate::ledger::{ok, text, with_statement};
use crate::my_data::{files, untar};
use crate::pdf::Sample;

on_each_database!(
    an_archive_is_restored_bit_for_bit_on_another_server,
    an_archive_is_restored_after_all_data_was_deleted,
    an_archive_is_not_restored_over_existing_data,
    an_invalid_archive_is_422_with_a_reason,
    an_archive_with_unexpected_files_is_422,
    an_archive_with_a_false_manifest_is_422,
    a_forged_row_is_422_and_leaves_nothing,
    an_archive_contains_no_data_of_other_users,
    an_unsupported_or_too_large_body_is_rejected,
);

async fn export(user: &TestUser) -> Vec<u8> {
    let answer = user.get("/me/data").await;
    assert_eq!(answer.status(), StatusCode::OK);
    answer.bytes().await.unwrap().to_vec()
}

async fn import(user: &TestUser, archive: Vec<u8>) -> Response {
    let request = user.request(Method::POST, "/me/data/import").header("content-type", "application/x-tar");
    request.body(archive).send().await.unwrap()
}

async fn imported(user: &TestUser, archive: Vec<u8>) -> Value {
    let answer = import(user, archive).await;
    let status = answer.status();
    let answer = body(answer).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    answer
}

async fn refused(user: &TestUser, archive: Vec<u8>) -> (StatusCode, String) {
    let answer = import(user, archive).await;
    (answer.status(), text(&body(answer).await["error"]))
}

/// Creates a user with records of every kind that can be made by hand. Returns the id of a statement too.
async fn well_kept(app: &TestApp) -> (TestUser, String) {
    let (ann, statement) = with_statement(app, Sample::new(1, 5)).await;
    let transactions = ann.transactions().await;
    let category = text(&ann.json("/categories").await["items"][0]["id"]);
    let one = format!("/transactions/{}", text(&transactions[0]["id"]));
    ok(&ann, Method::PATCH, &one, json!({"note": "Größe: 3 \"m\" \\ 日本", "tags": ["hers", "two"]})).await;
    let other = format!("/transactions/{}", text(&transactions[1]["id"]));
    ok(&ann, Method::PATCH, &other, json!({"categoryId": category})).await;
    let rule = json!({"name": "mine", "conditions": [{"when": "description_contains", "text": "x"}],
        "actions": [{"do": "set_category", "category": category}]});
    ok(&ann, Method::POST, "/rules", rule).await;
    let budget = json!({"categoryId": category, "amount": "100.00", "currency": "EUR", "rhythm": "monthly",
        "rollOver": "nothing", "start": "2025-01"});
    ok(&ann, Method::POST, "/budgets", budget).await;
    let parent = ok(&ann, Method::POST, "/categories", json!({"name": "Parent"})).await;
    ok(&ann, Method::POST, "/categories", json!({"name": "Child", "parentId": parent["id"]})).await;
    let cash = json!({"name": "Cash", "kind": "cash", "currency": "EUR"});
    let cash = ok(&ann, Method::POST, "/accounts", cash).await;
    let labels = json!({"group": "Daily", "note": "Blue purse", "archived": true});
    ok(&ann, Method::PATCH, &format!("/accounts/{}", text(&cash["id"])), labels).await;
    let view = json!({"page": "transactions", "name": "Große", "query": "direction=out&text=caf%C3%A9"});
    ok(&ann, Method::POST, "/saved-views", view).await;
    ok(&ann, Method::POST, "/chat/memories", json!({"text": "Paid on the 25th"})).await;
    let asked =
        json!({"id": "hers", "messages": [{"role": "user", "content": "How many entries are there?"}]});
    assert!(ann.post("/chat", &asked).await.text().await.unwrap().contains("[DONE]"));
    for (merchant, name) in [("shop order", "Läden"), ("läden", "Shops")] {
        let naming = json!({"merchants": [merchant], "name": name});
        ok(&ann, Method::POST, "/merchants/name", naming).await;
    }
    let edit = text(&ann.json("/edits").await["items"][0]["id"]);
    ok(&ann, Method::POST, &format!("/edits/{edit}/undo"), json!({})).await;
    (ann, statement)
}

/// Returns the responses of all routes that show a user's data.
async fn seen(user: &TestUser, statement: &str) -> Vec<String> {
    let mut seen = Vec::new();
    for path in [
        "/transactions",
        "/accounts",
        "/saved-views",
        "/rules",
        "/budgets",
        "/merchants",
        "/categories",
        "/tags",
        "/coverage",
        "/chat/threads/hers",
        "/chat/memories",
        "/reports/cash-flow?by=month",
    ] {
        seen.push(user.json(path).await.to_string());
    }
    let mut edits = user.json("/edits").await;
    for edit in edits["items"].as_array_mut().unwrap() {
        // Another server does not have the users who made them.
        edit["by"] = Value::Null;
    }
    seen.push(edits.to_string());
    let mut statements = user.json("/statements").await;
    // Job ids and storage paths belong to the server, not to the archive.
    statements["items"][0]["jobId"] = Value::Null;
    statements["items"][0]["filePath"] = Value::Null;
    seen.push(statements.to_string());
    let file = user.get(&format!("/statements/{statement}/file")).await;
    seen.push(Sha256::of(&file.bytes().await.unwrap()).to_string());
    seen
}

async fn an_archive_is_restored_bit_for_bit_on_another_server(app: TestApp) {
    let (ann, statement) = well_kept(&app).await;
    let archive = export(&ann).await;
    assert_eq!(export(&ann).await, archive);
    let as_ann_sees_it = seen(&ann, &statement).await;
    for database in [Database::Sqlite, Database::Postgres] {
        let Some(other) = TestApp::start(database).await else { continue };
        let bob = other.user("bob").await;
        let answer = imported(&bob, archive.clone()).await;
        assert_eq!((&answer["success"], &answer["files"]), (&json!(true), &json!(1)));
        assert_eq!(export(&bob).await, archive);
        assert_eq!(seen(&bob, &statement).await, as_ann_sees_it);
        // The restored data is live: the same file is a duplicate, and a new one can be processed.
        let known = body(bob.upload(vec![("again.pdf", Sample::new(1, 5).pdf())]).await).await;
        assert_eq!(text(&known["files"][0]["duplicateOf"]), statement);
        let fresh = bob.upload_one("fresh.pdf", Sample::new(2, 5).pdf()).await;
        assert_eq!(bob.process(&fresh).await.status(), StatusCode::OK);
    }
}

async fn an_archive_is_restored_after_all_data_was_deleted(app: TestApp) {
    let (ann, _) = well_kept(&app).await;
    let archive = export(&ann).await;
    ok(&ann, Method::DELETE, "/me/data", json!({"confirm": "delete my data"})).await;
    assert_eq!(files(&app), Vec::<String>::new());
    imported(&ann, archive.clone()).await;
    assert_eq!(export(&ann).await, archive);
    ok(&ann, Method::DELETE, "/me/data", json!({"confirm": "delete my data"})).await;
    assert_eq!(files(&app), Vec::<String>::new());
}

async fn an_archive_is_not_restored_over_existing_data(app: TestApp) {
    let (ann, _) = with_statement(&app, Sample::new(1, 5)).await;
    let archive = export(&ann).await;
    let (status, error) = refused(&ann, archive.clone()).await;
    assert_eq!(status, StatusCode::CONFLICT);
    assert!(error.contains("DELETE /api/me/data"), "{error}");
    // Ids are unique among all users. The error does not say who uses them.
    let bob = app.user("bob").await;
    let (status, error) = refused(&bob, archive.clone()).await;
    assert_eq!(status, StatusCode::CONFLICT);
    assert_eq!(
        error,
        "Data of this archive is on this server already; nothing was imported. Delete it there first"
    );
    assert_eq!(files(&app).len(), 1);
    assert_eq!(export(&ann).await, archive);
    assert_eq!(bob.json("/accounts").await["items"], json!([]));
    assert_ne!(bob.json("/categories").await["items"], json!([]));
}

/// Returns a `ustar` archive (POSIX.1-1988) of these files.
fn tar(files: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut archive = Vec::new();
    for (name, bytes) in files {
        let mut head = vec![0; 512];
        let mut put = |at: usize, field: &[u8]| head[at..at + field.len()].copy_from_slice(field);
        put(0, name.as_bytes());
        for (at, field) in
            [(100, "0000600\0"), (108, "0000000\0"), (116, "0000000\0"), (136, "00000000000\0")]
        {
            put(at, field.as_bytes());
        }
        put(124, format!("{:011o}\0", bytes.len()).as_bytes());
        put(148, b"        ");
        put(156, b"0");
        put(257, b"ustar\x0000");
        let sum: u32 = head.iter().map(|byte| u32::from(*byte)).sum();
        head[148..156].copy_from_slice(format!("{sum:07o}\0").as_bytes());
        archive.extend(head);
        archive.extend(bytes);
        archive.resize(archive.len().next_multiple_of(512), 0);
    }
    archive.extend([0; 1024]);
    archive
}

/// Returns the archive of these files with a manifest that matches them.
fn with_true_manifest(mut files: Vec<(String, Vec<u8>)>) -> Vec<u8> {
    let listed: Vec<Value> = files[1..]
        .iter()
        .map(|(path, bytes)| {
            let mut one =
                json!({"path": path, "bytes": bytes.len(), "sha256": Sha256::of(bytes).to_string()});
            if path.starts_with("tables/") {
                one["rows"] = json!(bytes.split(|byte| *byte == b'\n').count() - 1);
            }
            one
        })
        .collect();
    files[0].1 = json!({"format": "saldo-data", "version": 1, "files": listed}).to_string().into_bytes();
    tar(&files)
}

type Files = Vec<(String, Vec<u8>)>;
type Forgery = (&'static str, fn(&mut Files));

/// Creates a user, exports their data and deletes it. Returns the archive.
async fn taken_out(app: &TestApp) -> (TestUser, Vec<u8>) {
    let (ann, _) = with_statement(app, Sample::new(1, 5)).await;
    let archive = export(&ann).await;
    ok(&ann, Method::DELETE, "/me/data", json!({"confirm": "delete my data"})).await;
    (ann, archive)
}

/// Asserts that an archive is rejected with 422 and this reason.
async fn is_no_archive(user: &TestUser, archive: Vec<u8>, why: &str) {
    let (status, error) = refused(user, archive).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{error}");
    assert!(error.contains(why), "{error} | {why}");
}

async fn an_invalid_archive_is_422_with_a_reason(app: TestApp) {
    let (ann, archive) = taken_out(&app).await;
    let cut = |bytes: usize| archive[..bytes].to_vec();
    let mut longer = archive.clone();
    longer.extend([0; 512]);
    let mut dirty = archive.clone();
    let first = dirty.iter().position(|byte| *byte == b'}').unwrap();
    dirty[first] = b' ';
    for (bytes, why) in [
        (Vec::new(), "it is incomplete"),
        (b"{}".to_vec(), "it is incomplete"),
        (vec![b'x'; 4096], "it is not a Saldo archive"),
        (cut(512), "its manifest is invalid"),
        (cut(archive.len() / 2), "it is incomplete"),
        (cut(archive.len() - 512), "it is incomplete"),
        (longer, "it is not a complete Saldo archive"),
        (dirty, "its manifest is invalid"),
    ] {
        is_no_archive(&ann, bytes, why).await;
    }
    assert_eq!(files(&app), Vec::<String>::new());
    imported(&ann, archive).await;
}

async fn an_archive_with_unexpected_files_is_422(app: TestApp) {
    let (ann, archive) = taken_out(&app).await;
    let whole = untar(&archive);
    assert_eq!(tar(&whole), archive, "the forged archives below differ from this one only in their content");
    let forgeries: [Forgery; 9] = [
        ("does not match its row", |files| {
            "statements/../../x".clone_into(&mut files.last_mut().unwrap().0);
        }),
        ("does not match its row", |files| {
            files.last_mut().unwrap().1 = Sample::new(9, 3).pdf();
        }),
        ("does not match its row", |files| files.extend(files.last().cloned())),
        ("the file of a statement or an attachment is missing", |files| files.truncate(files.len() - 1)),
        ("is missing or out of order", |files| "tables/users.jsonl".clone_into(&mut files[1].0)),
        ("is missing or out of order", |files| files.swap(1, 2)),
        ("is missing or out of order", |files| *files = [&files[..3], &files[4..]].concat()),
        ("a row is incomplete", |files| {
            files[1].1.pop();
        }),
        ("is not UTF-8", |files| files[2].1[0] = 0xff),
    ];
    for (why, forge) in forgeries {
        let mut forged = whole.clone();
        forge(&mut forged);
        is_no_archive(&ann, with_true_manifest(forged), why).await;
    }
    assert_eq!(files(&app), Vec::<String>::new());
    imported(&ann, archive).await;
}

async fn an_archive_with_a_false_manifest_is_422(app: TestApp) {
    let (ann, archive) = taken_out(&app).await;
    let whole = untar(&archive);
    let manifest: Value = serde_json::from_slice(&whole[0].1).unwrap();
    let with = |pointer: &str, value: Value| {
        let (mut files, mut manifest) = (whole.clone(), manifest.clone());
        let (above, field) = pointer.rsplit_once('/').unwrap();
        manifest.pointer_mut(above).unwrap()[field] = value;
        files[0].1 = manifest.to_string().into_bytes();
        tar(&files)
    };
    for (pointer, value, why) in [
        ("/version", json!(2), "version 2"),
        ("/format", json!("else"), "its format is else"),
        ("/more", json!(1), "its manifest is invalid"),
        ("/files/0/sha256", json!("00".repeat(32)), "checksum"),
        ("/files/0/bytes", json!(1), "is missing or out of order"),
        ("/files/0/rows", json!(7), "does not have the number of rows"),
    ] {
        is_no_archive(&ann, with(pointer, value), why).await;
    }
    imported(&ann, archive).await;
}

async fn a_forged_row_is_422_and_leaves_nothing(app: TestApp) {
    let (ann, archive) = taken_out(&app).await;
    for (from, to) in [("\"kind\":\"entry\"", "\"kind\":\"ghost\""), ("\"position\":0", "\"position\":-1")] {
        let mut forged = untar(&archive);
        let table = forged.iter_mut().find(|(path, _)| path == "tables/transactions.jsonl").unwrap();
        let rows = String::from_utf8(table.1.clone()).unwrap();
        assert!(rows.contains(from), "{rows}");
        table.1 = rows.replacen(from, to, 1).into_bytes();
        let (status, error) = refused(&ann, with_true_manifest(forged)).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(error.contains("of transactions: column"), "{error}");
        assert_eq!(files(&app), Vec::<String>::new());
        assert_eq!(ann.json("/accounts").await["items"], json!([]));
        assert_ne!(ann.json("/categories").await["items"], json!([]));
    }
    imported(&ann, archive).await;
}

async fn an_archive_contains_no_data_of_other_users(app: TestApp) {
    let (ann, statement) = well_kept(&app).await;
    let anns = ann.transactions().await;
    let bob = app.user("bob").await;
    let archive = export(&bob).await;
    let whole = String::from_utf8_lossy(&archive);
    for id in [statement, text(&anns[0]["id"]), text(&anns[0]["accountId"])] {
        assert!(!whole.contains(&id), "{id}");
    }
    let rows = |path: &str| untar(&archive).into_iter().find(|(name, _)| name == path).unwrap().1;
    assert!(rows("tables/transactions.jsonl").is_empty() && !rows("tables/categories.jsonl").is_empty());
    let stranger = import(&app.anon(), archive).await;
    assert_eq!(stranger.status(), StatusCode::UNAUTHORIZED);
}

async fn an_unsupported_or_too_large_body_is_rejected(app: TestApp) {
    let ann = app.user("ann").await;
    let answer = ann.post("/me/data/import", &json!({})).await;
    assert_eq!(answer.status(), StatusCode::UNSUPPORTED_MEDIA_TYPE);
    let archive = export(&ann).await;
    let limit = (archive.len() - 1).to_string();
    let small = TestApp::start_with(Database::Sqlite, &[("SALDO_ARCHIVE_BYTES_MAX", &limit)]).await.unwrap();
    let bob = small.user("bob").await;
    assert_eq!(refused(&bob, archive).await.0, StatusCode::PAYLOAD_TOO_LARGE);
    for number in 1..=2 {
        ann.upload_one("file.pdf", Sample::new(number, 2).pdf()).await;
    }
    let archive = export(&ann).await;
    let full = TestApp::start_with(Database::Sqlite, &[("SALDO_USER_FILES_MAX", "1")]).await.unwrap();
    let bob = full.user("bob").await;
    let (status, why) = refused(&bob, archive).await;
    assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE);
    assert!(why.starts_with("You have reached your limit of "), "{why}");
    assert_eq!(bob.json("/statements").await["items"], json!([]));
}
