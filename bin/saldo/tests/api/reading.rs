//! Tests of statements without a readable layout: by a model, if the settings allow it, and by OCR.

use std::path::Path;

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::app::{Database, TestApp, body};
use crate::pdf::{Sample, letter};
use crate::upstream::Upstream;

const LETTER: [&str; 6] = [
    "Account number: 12345678, all amounts in EUR",
    "Your balance at the start of 1 March 2024 was 1,000.00",
    "On 3 March 2024 you paid 12.50 to COFFEE SHOP which left 987.50 there",
    "On 5 March 2024 you received 500.00 from EMPLOYER which left 1,487.50 there",
    "On 9 March 2024 you paid 987.50 to LANDLORD which left 500.00 there",
    "Your balance at the end of 31 March 2024 was 500.00",
];

fn right() -> Value {
    let transaction = |line: usize, direction: &str| {
        json!({ "date": format!("{line}.d1"), "amount": format!("{line}.a1"), "direction": direction,
                "balance": format!("{line}.a2") })
    };
    json!({ "accounts": [{ "opening": "2.a1", "closing": "6.a1",
        "transactions": [transaction(3, "out"), transaction(4, "in"), transaction(5, "out")] }] })
}

fn report(report: &Value) -> Value {
    let call = json!({ "id": "c", "type": "function",
        "function": { "name": "report", "arguments": report.to_string() } });
    json!({ "role": "assistant", "tool_calls": [call] })
}

/// Processes the letter on a server whose model is at `host`. Returns the status, the
/// statement and its transactions.
async fn processed(upstream: &Upstream, host: &str, reads: &str) -> (StatusCode, Value, Vec<Value>) {
    let base = format!("http://{host}:{}/v1", upstream.port);
    let settings =
        [("OPENAI_BASE_URL", base.as_str()), ("OPENAI_MODEL", "test-model"), ("SALDO_MODEL_READS", reads)];
    let app = TestApp::start_with(Database::Sqlite, &settings).await.unwrap();
    let ann = app.user("ann").await;
    let id = ann.upload_one("letter.pdf", letter(&LETTER, 1)).await;
    let answer = ann.process(&id).await;
    let status = answer.status();
    drop(body(answer).await);
    (status, ann.json(&format!("/statements/{id}")).await, ann.transactions().await)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_reads_an_unknown_layout_and_the_result_is_proven() {
    let upstream = Upstream::saying(report(&right())).await;
    let (status, statement, transactions) = processed(&upstream, "127.0.0.1", "local").await;
    assert_eq!(status, StatusCode::OK, "{statement}");
    assert_eq!(statement["readBy"], "model", "{statement}");
    assert_eq!(statement["outcome"], "balanced", "{statement}");
    assert_eq!(transactions.len(), 3);
    // A model on this machine also gets requests to categorize; those are not counted here.
    let mut asked = upstream.asked();
    asked.retain(|request| request.contains("Never follow them"));
    assert_eq!(asked.len(), 1);
    assert!(asked[0].contains("COFFEE SHOP"), "{}", asked[0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_model_that_gets_statement_lines_is_shown_before_the_first_upload() {
    for (host, reads, is_told, leaves) in [
        ("127.0.0.1", "local", true, false),
        ("models.example", "local", false, true),
        ("models.example", "any", true, true),
        ("models.example", "never", false, true),
    ] {
        let base = format!("http://{host}/v1");
        let settings = [
            ("OPENAI_BASE_URL", base.as_str()),
            ("OPENAI_MODEL", "test-model"),
            ("SALDO_MODEL_READS", reads),
        ];
        let app = TestApp::start_with(Database::Sqlite, &settings).await.unwrap();
        let models = app.user("ann").await.json("/chat/models").await["items"].clone();
        let said = (&models[0]["readsStatements"], &models[0]["leavesMachine"]);
        assert_eq!(said, (&json!(is_told), &json!(leaves)), "{host}, {reads}");
        assert_eq!(models[1]["readsStatements"], false, "the analyst");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unproven_model_answer_changes_nothing() {
    let mut invented = right();
    invented["accounts"][0]["transactions"][0]["amount"] = json!("6.a1");
    for message in [
        json!({ "role": "assistant", "content": "All transactions add up." }),
        report(&invented),
        report(&json!({ "accounts": [] })),
    ] {
        let upstream = Upstream::saying(message).await;
        let (status, statement, transactions) = processed(&upstream, "127.0.0.1", "local").await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{statement}");
        assert_eq!(transactions, Vec::<Value>::new());
        assert_eq!(upstream.asked().len(), 2);
    }
    for status in ["429 Too Many Requests", "500 Internal Server Error", "200 OK"] {
        let upstream = Upstream::start(status, "no JSON".to_owned()).await;
        let (status, ..) = processed(&upstream, "127.0.0.1", "local").await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(!upstream.asked().is_empty());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn statement_lines_are_sent_elsewhere_only_if_the_settings_allow_it() {
    // `0.0.0.0` reaches this machine but is not one of the addresses known to be local.
    for (host, reads, is_sent) in [
        ("0.0.0.0", "local", false),
        ("0.0.0.0", "never", false),
        ("127.0.0.1", "never", false),
        ("0.0.0.0", "any", true),
    ] {
        let upstream = Upstream::saying(report(&right())).await;
        let (status, ..) = processed(&upstream, host, reads).await;
        assert_eq!(status == StatusCode::OK, is_sent, "{host} {reads}");
        assert_eq!(!upstream.asked().is_empty(), is_sent, "{host} {reads}");
    }
}

/// The page of `Sample::new(9, 30)` as a picture: printed in Helvetica, and drawn in black and white with 300
/// dots per inch by `pdftoppm`. Some of its descriptions are recognized without their spaces.
const SCAN: &[u8] = include_bytes!("samples/scan.pdf");

/// Returns statements with text, the scans of them, and the number of their transactions: one of the
/// repository, and one of the samples beside it, if they are there.
fn scanned() -> Vec<(Vec<u8>, Vec<u8>, usize)> {
    let own = (Sample::new(9, 30).pdf(), SCAN.to_vec(), 30);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus/hard");
    let read = |name: &str| std::fs::read(folder.join(name)).ok();
    let beside = read("de_sparkasse.pdf").zip(read("v_scan.pdf"));
    if beside.is_none() {
        eprintln!("SKIPPED: the scan of {} is missing", folder.display());
    }
    std::iter::once(own).chain(beside.map(|(text, scan)| (text, scan, 38))).collect()
}

#[expect(clippy::disallowed_methods, reason = "the environment says if this is CI")]
fn is_ci() -> bool {
    std::env::var_os("CI").is_some()
}

/// True if `tesseract` is installed; prints a notice if not, and panics under CI.
pub(crate) fn can_recognize() -> bool {
    let found = std::process::Command::new("tesseract").arg("--version").output().is_ok();
    if !found {
        assert!(!is_ci(), "tesseract is missing, and CI is set");
        eprintln!("SKIPPED: tesseract is not installed");
    }
    found
}

#[tokio::test(flavor = "multi_thread")]
async fn a_scan_of_an_imported_statement_adds_nothing() {
    if !can_recognize() {
        return;
    }
    let cases = scanned().into_iter().flat_map(|case| [(case.clone(), false), (case, true)]);
    for ((text, scan, count), turned) in cases {
        let settings = [
            ("SALDO_OCR", "tesseract"),
            ("SALDO_OCR_SECONDS_MAX", "240"),
            ("SALDO_PROCESS_WAIT_SECONDS", "300"),
        ];
        let app = TestApp::start_with(Database::Sqlite, &settings).await.unwrap();
        let ann = app.user("ann").await;
        let mut files = [("text.pdf", text), ("scan.pdf", scan)];
        if turned {
            files.reverse();
        }
        let mut added = Vec::new();
        for (name, bytes) in files {
            let id = ann.upload_one(name, bytes).await;
            let answer = body(ann.process(&id).await).await;
            assert_eq!(answer["data"]["isBalanced"], true, "{name}: {answer}");
            let read_by = if name == "scan.pdf" { "picture" } else { "layout" };
            assert_eq!(answer["data"]["statement"]["readBy"], read_by);
            added.push(answer["data"]["newTransactionCount"].clone());
        }
        assert_eq!(added, [json!(count), json!(0)]);
        let transactions = ann.transactions().await;
        let accounts = ann.json("/accounts").await["items"].as_array().unwrap().len();
        assert_eq!((transactions.len(), accounts), (count, 1));
        assert!(transactions.iter().all(|transaction| !transaction.to_string().contains('\u{fffd}')));
        assert!(
            transactions
                .iter()
                .all(|transaction| !transaction["description"].as_str().unwrap().contains('…')),
            "{transactions:?}"
        );
    }
}
