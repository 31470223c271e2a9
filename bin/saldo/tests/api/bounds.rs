//! Tests of the limits of uploads and imports, and of displayed file names.

use std::fs;
use std::future::poll_fn;
use std::io::{Cursor, Write as _};
use std::net::{Shutdown, TcpStream};
use std::os::unix::fs::PermissionsExt as _;
use std::pin::pin;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use reqwest::multipart::{Form, Part};
use reqwest::{Method, StatusCode};
use saldo_domain::{JobProgress, JobStage, UserId};
use saldo_statement_ingest::Progress;
use serde_json::{Value, json};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::app::{Database, Parts, TestApp, body, on_each_database};
use crate::crash::queue;
use crate::pdf::Sample;

on_each_database!(
    a_file_of_delimiters_only_is_too_large,
    the_checking_stage_is_reported_while_it_runs,
    a_file_name_cannot_disguise_its_extension,
    pages_are_counted_when_a_statement_is_read,
);

const HEAD: &str = "Date,Description,Amount,Currency\n2024-01-31,Rent,-1.00,EUR\n";

async fn a_file_of_delimiters_only_is_too_large(app: TestApp) {
    let ann = app.user("ann").await;
    let file = [HEAD, &",".repeat(3_000_000), "\n"].concat();
    let form = Form::new().part("file", Part::bytes(file.into_bytes()).file_name("commas.csv"));
    let answer = ann.request(Method::POST, "/import/preview").multipart(form).send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY);
    let said = body(answer).await;
    assert_eq!(said["code"], "too_large", "{said}");
    let statement = ann.json("/statements").await["items"][0]["id"].as_str().unwrap().to_owned();
    for (path, request) in [
        ("/import", json!({"statementId": statement})),
        ("/process-statement", json!({"statementId": statement})),
    ] {
        let answer = ann.post(path, &request).await;
        assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY, "{path}");
        assert_eq!(body(answer).await["code"], "too_large", "{path}");
    }
    assert!(ann.transactions().await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn import_limits_are_configurable() {
    let settings = [
        ("SALDO_IMPORT_BYTES_MAX", "500"),
        ("SALDO_IMPORT_ROWS_MAX", "5"),
        ("SALDO_IMPORT_COLUMNS_MAX", "4"),
    ];
    let app = TestApp::start_with(Database::Sqlite, &settings).await.unwrap();
    let ann = app.user("ann").await;
    let long = HEAD.to_owned() + &"2024-01-31,Rent,-1.00,EUR\n".repeat(20);
    assert_eq!(
        ann.upload(vec![("long.csv", long.into_bytes())]).await.status(),
        StatusCode::PAYLOAD_TOO_LARGE
    );
    // The limits of imports do not apply to a PDF.
    ann.upload_one("long.pdf", Sample::new(1, 5).pdf()).await;
    for (name, file, status) in [
        ("fits.csv", HEAD.to_owned(), StatusCode::OK),
        ("wide.csv", HEAD.replace('\n', ",x\n"), StatusCode::UNPROCESSABLE_ENTITY),
        ("many.csv", HEAD.to_owned() + &"2024-02-01,A,1,EUR\n".repeat(6), StatusCode::UNPROCESSABLE_ENTITY),
    ] {
        let id = ann.upload_one(name, file.into_bytes()).await;
        assert_eq!(ann.process(&id).await.status(), status, "{name}");
    }
}

/// Waits for a result, for a minute at most.
async fn wait_for<T>(mut find: impl FnMut() -> Option<T>) -> T {
    for _ in 0..6_000 {
        if let Some(found) = find() {
            return found;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("waited for a minute");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_preview_ends_when_its_client_disconnects() {
    let folder = tempfile::tempdir().unwrap();
    let (reader, note) = (folder.path().join("reader"), folder.path().join("process"));
    let script = format!("#!/bin/sh\necho $$ >'{}'\nexec sleep 600\n", note.display());
    fs::write(&reader, script).unwrap();
    fs::set_permissions(&reader, fs::Permissions::from_mode(0o700)).unwrap();
    let settings = [("SALDO_READER_SECONDS_MAX", "600")];
    let parts = Parts { reader, ..Parts::default() };
    let app = TestApp::start_with_parts(Database::Sqlite, &settings, parts).await.unwrap();
    let ann = app.user("ann").await;
    let address = app.base.trim_start_matches("http://").to_owned();
    for closed in [Shutdown::Both, Shutdown::Write] {
        let form = format!(
            "--x\r\ncontent-disposition: form-data; name=\"file\"; filename=\"a.csv\"\r\n\r\n{HEAD}\r\n--x--\r\n"
        );
        let request = ann.request(Method::POST, "/import/preview").build().unwrap();
        let head = format!(
            "POST /api/import/preview HTTP/1.1\r\nhost: localhost\r\norigin: {}\r\ncookie: {}\r\ncontent-type: \
             multipart/form-data; boundary=x\r\ncontent-length: {}\r\n\r\n",
            app.base,
            request.headers()["cookie"].to_str().unwrap(),
            form.len()
        );
        let mut connection = TcpStream::connect(&address).unwrap();
        connection.write_all((head + &form).as_bytes()).unwrap();
        let read = || fs::read_to_string(&note).ok()?.trim().parse::<u32>().ok();
        let process = wait_for(read).await;
        connection.shutdown(closed).unwrap();
        // A process that has ended is a zombie until its parent asks for its exit status.
        let state = || fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        wait_for(|| (state().is_empty() || state().contains(") Z ")).then_some(())).await;
        fs::remove_file(&note).unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_zip_file_does_not_wait_for_other_users_files() {
    let folder = tempfile::tempdir().unwrap();
    let (reader, note) = (folder.path().join("reader"), folder.path().join("processes"));
    fs::write(&reader, format!("#!/bin/sh\necho $$ >>'{}'\nexec sleep 600\n", note.display())).unwrap();
    fs::set_permissions(&reader, fs::Permissions::from_mode(0o700)).unwrap();
    let settings = [("SALDO_READER_SECONDS_MAX", "600"), ("SALDO_JOBS_PARALLEL", "64")];
    let parts = Parts { reader, ..Parts::default() };
    let app = TestApp::start_with_parts(Database::Sqlite, &settings, parts).await.unwrap();
    let (ann, bob, eve) = (app.user("ann").await, app.user("bob").await, app.user("eve").await);
    // One user can hold a slot per core, and there is one more.
    let cores = std::thread::available_parallelism().unwrap().get();
    for (user, files) in [(&ann, cores), (&bob, 1)] {
        for number in 0..files {
            let file = format!("{HEAD}2024-02-01,A,{number},EUR\n").into_bytes();
            queue(user, &user.upload_one("a.csv", file).await).await;
        }
    }
    let running = || fs::read_to_string(&note).unwrap_or_default().lines().count();
    wait_for(|| (running() == cores + 1).then_some(())).await;

    let mut packed = ZipWriter::new(Cursor::new(Vec::new()));
    packed.start_file("a.csv", SimpleFileOptions::default()).unwrap();
    packed.write_all(HEAD.as_bytes()).unwrap();
    let packed = packed.finish().unwrap().into_inner();
    let upload = eve.upload(vec![("a.zip", packed)]);
    let refused = tokio::time::timeout(Duration::from_mins(1), upload).await.expect("it waits for a slot");
    assert_eq!(refused.status(), StatusCode::SERVICE_UNAVAILABLE);
    assert!(refused.headers().contains_key("retry-after"));
    assert!(body(refused).await["error"].as_str().unwrap().contains("ZIP files"));
    eve.upload_one("a.csv", HEAD.into()).await;
}

/// Records each stage with the number of polls before it.
struct Stages<'a> {
    polls: &'a AtomicUsize,
    reached: Mutex<Vec<(JobStage, usize)>>,
}

impl Progress for Stages<'_> {
    fn report(&self, progress: JobProgress) {
        self.reached.lock().unwrap().push((progress.stage, self.polls.load(Ordering::SeqCst)));
    }
}

async fn the_checking_stage_is_reported_while_it_runs(app: TestApp) {
    let ann = app.user("ann").await;
    let rows = (0..5_000).map(|row| format!("2024-01-31,Shop {row},-{row}.00,EUR\n"));
    let id = ann.upload_one("many.csv", (HEAD.to_owned() + &rows.collect::<String>()).into_bytes()).await;
    let user: UserId = ann.json("/auth/get-session").await["user"]["id"].as_str().unwrap().parse().unwrap();
    let polls = AtomicUsize::new(0);
    let stages = Stages { polls: &polls, reached: Mutex::default() };
    let mut work = pin!(app.app.ingest.process(user, id.parse().unwrap(), None, &stages));
    let counted = poll_fn(|context| {
        polls.fetch_add(1, Ordering::SeqCst);
        work.as_mut().poll(context)
    });
    counted.await.unwrap();
    let reached = stages.reached.lock().unwrap();
    let at = |stage| reached.iter().find(|(reached, _)| *reached == stage).unwrap().1;
    assert!(
        at(JobStage::Storing) > at(JobStage::Checking),
        "the stage was not visible to clients: {reached:?}"
    );
}

async fn a_file_name_cannot_disguise_its_extension(app: TestApp) {
    let ann = app.user("ann").await;
    let turned = "may\u{202e}fdp.\u{200b}csv";
    let answer =
        body(ann.upload(vec![(turned, HEAD.into()), ("\u{202e}fdp.exe", b"MZ".to_vec())]).await).await;
    assert_eq!(
        (&answer["fileName"], &answer["files"][1]["fileName"]),
        (&json!("mayfdp.csv"), &json!("fdp.exe"))
    );
    let shown = ann.json("/statements").await["items"][0].clone();
    assert_eq!(shown["fileName"], "mayfdp.csv");
    let named = async |name: &str, file: String| {
        let id = ann.upload_one(name, file.into_bytes()).await;
        let file = ann.get(&format!("/statements/{id}/file")).await;
        file.headers()["content-disposition"].to_str().unwrap().to_owned()
    };
    assert_eq!(named("plain.csv", format!("{HEAD}\n")).await, "attachment; filename=\"plain.csv\"");
    assert_eq!(
        named("März\u{2066} %41;x.csv", format!("{HEAD}\n\n")).await,
        "attachment; filename=\"M_rz _41;x.csv\"; filename*=UTF-8''M%C3%A4rz%20%2541%3Bx.csv"
    );
}

async fn pages_are_counted_when_a_statement_is_read(app: TestApp) {
    let ann = app.user("ann").await;
    let answer = body(ann.upload(vec![("may.pdf", Sample::new(1, 60).pdf())]).await).await;
    assert_eq!(answer["files"][0]["pages"], Value::Null);
    let id = answer["statementId"].as_str().unwrap();
    assert_eq!(ann.process(id).await.status(), StatusCode::OK);
    assert_eq!(ann.json(&format!("/statements/{id}")).await["pages"], 2);
}
