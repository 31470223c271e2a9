//! Tests of the main job: sign up, upload a statement, get verified transactions, ask about them.

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::app::{TestApp, TestUser, body, on_each_database};
use crate::pdf::Sample;

on_each_database!(
    a_statement_becomes_proven_transactions,
    an_unbalanced_statement_reports_the_row_and_the_difference,
    the_same_file_is_the_same_statement,
    processing_a_processed_statement_is_409_unless_forced,
    reprocessing_a_statement_adds_no_duplicates_and_keeps_edits,
    a_job_reports_its_progress,
    an_asynchronous_request_is_202,
    deleting_a_statement_deletes_its_transactions_and_its_file,
    a_question_is_answered_with_the_sum_of_the_transactions,
);

async fn processed(user: &TestUser, sample: &Sample) -> Value {
    let id = user.upload_one("sample.pdf", sample.pdf()).await;
    let answer = user.process(&id).await;
    assert_eq!(answer.status(), StatusCode::OK);
    body(answer).await
}

async fn a_statement_becomes_proven_transactions(app: TestApp) {
    let ann = app.user("ann").await;
    let sample = Sample::new(1, 60);
    let answer = processed(&ann, &sample).await;
    assert_eq!(answer["success"], true);
    assert_eq!(answer["data"]["isBalanced"], true, "{answer}");
    assert_eq!(answer["data"]["transactionCount"], 60);
    assert_eq!(answer["data"]["newTransactionCount"], 60);
    assert_eq!(answer["data"]["statement"]["pages"], 2);
    assert_eq!(answer["data"]["statement"]["accounts"][0]["numberMasked"], "••••1012");
    let id = answer["statementId"].as_str().unwrap();
    let lines = ann.json(&format!("/statements/{id}/transactions")).await;
    let read: Vec<(String, String)> = lines["items"].as_array().unwrap().iter().map(described).collect();
    let printed: Vec<(String, String)> =
        sample.transactions().into_iter().map(|(description, cents)| (description, decimal(cents))).collect();
    assert_eq!(read, printed);
    assert_eq!(lines["items"][0]["place"]["page"], 1);
    assert_eq!(lines["items"][59]["place"]["page"], 2);
    assert_eq!(ann.transactions().await.len(), 60);
    let file = ann.get(&format!("/statements/{id}/file")).await;
    assert_eq!(file.headers()["content-type"], "application/pdf");
    assert_eq!(file.bytes().await.unwrap(), sample.pdf());
}

fn described(transaction: &Value) -> (String, String) {
    let text = |name: &str| transaction[name].as_str().unwrap().to_owned();
    (text("description"), text("amount"))
}

fn decimal(cents: i64) -> String {
    let sign = if cents < 0 { "-" } else { "" };
    format!("{sign}{}.{:02}", cents.abs() / 100, cents.abs() % 100)
}

async fn an_unbalanced_statement_reports_the_row_and_the_difference(app: TestApp) {
    let ann = app.user("ann").await;
    let answer = processed(&ann, &Sample { closing_error: 1234, ..Sample::new(2, 10) }).await;
    assert_eq!(answer["data"]["isBalanced"], false);
    let account = &answer["data"]["verification"]["accounts"][0];
    assert_eq!(account["outcome"], "unbalanced");
    assert_eq!(account["discrepancy"], "12.34");
    let list = ann.json("/statements").await;
    assert_eq!(list["items"][0]["outcome"], "unbalanced");

    let answer = processed(&ann, &Sample { hidden_row: Some(5), ..Sample::new(3, 10) }).await;
    let account = &answer["data"]["verification"]["accounts"][0];
    assert_eq!(account["outcome"], "unbalanced");
    let lines =
        ann.json(&format!("/statements/{}/transactions", answer["statementId"].as_str().unwrap())).await;
    assert_eq!(account["firstBrokenEntryId"], lines["items"][5]["id"], "the row after the missing one");
    assert!(account["discrepancy"].is_string());
}

async fn the_same_file_is_the_same_statement(app: TestApp) {
    let ann = app.user("ann").await;
    let pdf = Sample::new(3, 5).pdf();
    let first = body(ann.upload(vec![("one.pdf", pdf.clone())]).await).await;
    let again = body(ann.upload(vec![("two.pdf", pdf)]).await).await;
    assert_eq!(first["files"][0]["duplicateOf"], Value::Null);
    assert_eq!(again["files"][0]["duplicateOf"], first["statementId"]);
    assert_eq!(again["statementId"], first["statementId"]);
    assert_eq!(ann.json("/statements").await["items"].as_array().unwrap().len(), 1);
}

async fn processing_a_processed_statement_is_409_unless_forced(app: TestApp) {
    let ann = app.user("ann").await;
    let done = processed(&ann, &Sample::new(4, 5)).await;
    let id = done["statementId"].as_str().unwrap();
    let answer = ann.process(id).await;
    assert_eq!(answer.status(), StatusCode::CONFLICT);
    assert_eq!(body(answer).await["isDuplicate"], true);
    let answer = ann.post("/process-statement", &json!({ "statementId": id, "reprocess": true })).await;
    assert_eq!(answer.status(), StatusCode::OK);
}

async fn reprocessing_a_statement_adds_no_duplicates_and_keeps_edits(app: TestApp) {
    let ann = app.user("ann").await;
    let done = processed(&ann, &Sample::new(5, 8)).await;
    let transaction = ann.transactions().await[0].clone();
    let path = format!("/transactions/{}", transaction["id"].as_str().unwrap());
    let change = json!({ "description": "Birthday present" }).to_string();
    let edited =
        ann.request(reqwest::Method::PATCH, &path).header("content-type", "application/json").body(change);
    assert_eq!(edited.send().await.unwrap().status(), StatusCode::OK);
    let again =
        json!({ "filePath": done["data"]["statement"]["filePath"], "fileName": "x", "reprocess": true });
    let answer = body(ann.post("/process-statement", &again).await).await;
    assert_eq!(answer["data"]["newTransactionCount"], 0, "{answer}");
    assert_eq!(answer["data"]["transactionCount"], 8);
    assert_eq!(ann.transactions().await.len(), 8);
    let kept = ann.json(&path).await;
    assert_eq!(kept["description"], "Birthday present");
    assert_eq!(kept["originalDescription"], transaction["originalDescription"]);
}

async fn a_job_reports_its_progress(app: TestApp) {
    let ann = app.user("ann").await;
    let done = processed(&ann, &Sample::new(6, 5)).await;
    let path = format!("/jobs/{}", done["jobId"].as_str().unwrap());
    let job = ann.json(&path).await;
    assert_eq!((&job["state"], &job["stage"], &job["rows"]), (&json!("done"), &json!("finished"), &json!(5)));
    let events = ann.get(&format!("{path}/events")).await;
    assert_eq!(events.headers()["content-type"], "text/event-stream");
    let text = events.text().await.unwrap();
    let last: Value = serde_json::from_str(text.trim().strip_prefix("data: ").unwrap()).unwrap();
    assert_eq!(last, job);
}

async fn an_asynchronous_request_is_202(app: TestApp) {
    let ann = app.user("ann").await;
    let id = ann.upload_one("sample.pdf", Sample::new(7, 5).pdf()).await;
    let answer = ann
        .request(reqwest::Method::POST, "/process-statement")
        .header("content-type", "application/json")
        .header("prefer", "respond-async")
        .body(json!({ "statementId": id }).to_string())
        .send()
        .await
        .unwrap();
    assert_eq!(answer.status(), StatusCode::ACCEPTED);
    assert_eq!(answer.headers()["preference-applied"], "respond-async");
    let location = answer.headers()["location"].to_str().unwrap().strip_prefix("/api").unwrap().to_owned();
    let accepted = body(answer).await;
    assert_eq!(accepted["status"], "processing");
    let text = ann.get(&format!("{location}/events")).await.text().await.unwrap();
    assert!(text.trim().lines().last().unwrap().contains(r#""state":"done""#), "{text}");
}

async fn deleting_a_statement_deletes_its_transactions_and_its_file(app: TestApp) {
    let ann = app.user("ann").await;
    let done = processed(&ann, &Sample::new(8, 5)).await;
    let path = format!("/statements/{}", done["statementId"].as_str().unwrap());
    let answer = ann.request(reqwest::Method::DELETE, &path).send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::NO_CONTENT);
    assert_eq!(ann.get(&path).await.status(), StatusCode::NOT_FOUND);
    assert!(ann.transactions().await.is_empty());
    // The file is in the trash now, which is another folder.
    let left = walk(&app.app.config.files_at.folder().unwrap().join("statements"));
    assert!(left.is_empty(), "{left:?}");
}

fn walk(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let paths = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    paths.flat_map(|path| if path.is_dir() { walk(&path) } else { vec![path] }).collect()
}

async fn a_question_is_answered_with_the_sum_of_the_transactions(app: TestApp) {
    let ann = app.user("ann").await;
    processed(&ann, &Sample::new(9, 60)).await;
    let spent: i64 = ann
        .transactions()
        .await
        .iter()
        .filter(|transaction| transaction["date"].as_str().unwrap().starts_with("2025-05"))
        .filter_map(|transaction| {
            transaction["amount"].as_str().unwrap().strip_prefix('-')?.replace('.', "").parse::<i64>().ok()
        })
        .sum();
    assert!(spent > 0);
    let question =
        json!({ "messages": [{ "role": "user", "content": "How much did I spend in May 2025?" }] });
    let answer = ann.post("/chat", &question).await;
    assert_eq!(answer.status(), StatusCode::OK);
    assert_eq!(answer.headers()["content-type"], "text/event-stream");
    assert_eq!(answer.headers()["x-vercel-ai-ui-message-stream"], "v1");
    let stream = answer.text().await.unwrap();
    assert!(stream.ends_with("data: [DONE]\n\n"));
    let said: String = stream
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line.strip_prefix("data: ")?).ok())
        .filter(|chunk| chunk["type"] == "text-delta")
        .map(|chunk| chunk["delta"].as_str().unwrap().to_owned())
        .collect();
    assert!(said.replace(',', "").contains(&decimal(spent)), "{} is not in: {said}", decimal(spent));
}
