//! Tests of files attached to a chat message.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::app::{Database, TestApp, TestUser, on_each_database};
use crate::bad_input::LOCKED;
use crate::chats::{find, said, send, thread, user_message};
use crate::ledger::text;
use crate::pdf::{Sample, letter};

on_each_database!(
    a_file_attached_to_a_chat_is_read_and_answered_about,
    attaching_the_same_file_twice_adds_no_duplicates,
    a_file_uploaded_earlier_can_be_attached_by_its_url,
    an_unreadable_attachment_is_explained,
    only_attached_or_stored_files_are_accepted,
    an_attached_export_is_read_and_the_question_answered,
    an_answer_is_regenerated_from_the_stored_file,
);

fn file(name: &str, media_type: &str, bytes: &[u8]) -> Value {
    let url = format!("data:{media_type};base64,{}", STANDARD.encode(bytes));
    json!({ "type": "file", "mediaType": media_type, "filename": name, "url": url })
}

pub fn pdf(sample: &Sample) -> Value {
    file("may.pdf", "application/pdf", &sample.pdf())
}

pub fn with_files(chat: &str, id: &str, words: &str, files: impl IntoIterator<Item = Value>) -> Value {
    let mut message = user_message(id, words);
    let parts = message["parts"].as_array_mut().unwrap();
    if words.is_empty() {
        parts.clear();
    }
    parts.extend(files);
    json!({ "id": chat, "messages": [message] })
}

async fn statements(user: &TestUser) -> usize {
    user.json("/statements").await["items"].as_array().unwrap().len()
}

async fn a_file_attached_to_a_chat_is_read_and_answered_about(app: TestApp) {
    let ann = app.user("ann").await;
    let (status, chunks) = send(&ann, with_files("c", "u1", "", [pdf(&Sample::new(1, 5))])).await;
    assert_eq!(status, StatusCode::OK);
    let read = find(&chunks, "tool-output-available");
    assert_eq!((&read["toolCallId"], &read["output"]["matched"]), (&json!("file_1"), &json!(5)));
    assert_eq!(read["output"]["statement"]["outcome"], "balanced");
    assert_eq!((&read["output"]["new_entries"], &read["output"]["known_file"]), (&json!(5), &json!(false)));
    let progress = find(&chunks, "data-progress");
    assert_eq!((&progress["transient"], &progress["data"]["fileName"]), (&json!(true), &json!("may.pdf")));
    let words = said(&chunks);
    assert!(words.starts_with("I read may.pdf (") && words.contains("It adds up to the cent"), "{words}");
    let grounding = &find(&chunks, "data-grounding")["data"]["figures"];
    let unknown = grounding.as_array().unwrap().iter().find(|figure| figure["source"].is_null());
    assert_eq!(unknown, None, "{words}");
    assert_eq!(ann.transactions().await.len(), 5);
    let kept = thread(&ann, "c").await;
    assert_eq!(kept["title"], "may.pdf");
    let statement = text(&read["output"]["statement"]["id"]);
    let part = json!({ "type": "file", "mediaType": "application/pdf", "filename": "may.pdf",
        "url": format!("/api/statements/{statement}/file") });
    assert_eq!(kept["messages"][0]["parts"], json!([part]));
    let kinds: Vec<&str> = kept["messages"][1]["parts"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|part| part["type"].as_str())
        .collect();
    assert!(kinds.contains(&"tool-read_statement") && !kinds.contains(&"data-progress"), "{kinds:?}");
}

async fn attaching_the_same_file_twice_adds_no_duplicates(app: TestApp) {
    let ann = app.user("ann").await;
    let twice = [pdf(&Sample::new(1, 5)), pdf(&Sample::new(1, 5))];
    let (_, chunks) = send(&ann, with_files("c", "u1", "What is this?", twice)).await;
    let read = chunks
        .iter()
        .filter(|chunk| chunk["type"] == "tool-output-available" && chunk["output"]["matched"] == 5);
    assert_eq!(read.count(), 2, "{chunks:?}");
    let (_, chunks) = send(&ann, with_files("d", "u1", "What is this?", [pdf(&Sample::new(1, 5))])).await;
    assert_eq!(find(&chunks, "tool-output-available")["output"]["known_file"], true);
    assert!(said(&chunks).contains("It was imported before"), "{}", said(&chunks));
    assert_eq!((statements(&ann).await, ann.transactions().await.len()), (1, 5));
}

async fn a_file_uploaded_earlier_can_be_attached_by_its_url(app: TestApp) {
    let ann = app.user("ann").await;
    let statement = ann.upload_one("may.pdf", Sample::new(1, 5).pdf()).await;
    let named = |id: &str| json!({ "type": "file", "mediaType": "application/pdf", "filename": "x.pdf", "url": format!("/api/statements/{id}/file") });
    let (status, chunks) = send(&ann, with_files("c", "u1", "", [named(&statement)])).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(find(&chunks, "tool-output-available")["output"]["statement"]["file_name"], "may.pdf");
    assert_eq!(ann.transactions().await.len(), 5);
    let bob = app.user("bob").await;
    assert_eq!(send(&bob, with_files("c", "u1", "", [named(&statement)])).await.0, StatusCode::NOT_FOUND);
    assert_eq!(send(&bob, with_files("c", "u1", "", [named("nonsense")])).await.0, StatusCode::NOT_FOUND);
    assert_eq!(bob.json("/statements").await["items"], json!([]));
}

async fn an_unreadable_attachment_is_explained(app: TestApp) {
    let ann = app.user("ann").await;
    let words = letter(&["Dear Ann,", "nothing is booked here."], 1);
    let files = [
        file("song.mp3", "audio/mpeg", b"\x00\x01ID3 nothing of ours"),
        file("letter.pdf", "application/pdf", &words),
    ];
    let (status, chunks) = send(&ann, with_files("c", "u1", "", files)).await;
    assert_eq!(status, StatusCode::OK);
    let problems: Vec<&str> = chunks.iter().filter_map(|chunk| chunk["errorText"].as_str()).collect();
    assert_eq!(problems.len(), 2, "{chunks:?}");
    assert!(problems[0].starts_with("The file is not a PDF"), "{problems:?}");
    assert!(problems[1].starts_with("No statement was found in this file"), "{problems:?}");
    assert!(said(&chunks).contains("I could not read song.mp3: "), "{}", said(&chunks));
    assert_eq!(find(&chunks, "finish")["finishReason"], "stop");
    let kept = thread(&ann, "c").await["messages"][0]["parts"].clone();
    assert_eq!(
        kept.as_array().unwrap().len(),
        1,
        "only the file that could be stored is part of the message: {kept}"
    );
    let (_, chunks) =
        send(&ann, with_files("d", "u1", "", [file("locked.pdf", "application/pdf", LOCKED)])).await;
    let locked = text(&find(&chunks, "tool-output-error")["errorText"]);
    assert!(
        locked.starts_with("it is protected by a password. Upload it on the Statements page"),
        "{locked}"
    );
}

async fn only_attached_or_stored_files_are_accepted(app: TestApp) {
    let ann = app.user("ann").await;
    for url in [
        "https://example.com/may.pdf",
        "file:///etc/passwd",
        "data:application/pdf,plain",
        "data:application/pdf;base64,*",
        "",
    ] {
        let part =
            json!({ "type": "file", "mediaType": "application/pdf", "filename": "may.pdf", "url": url });
        let (status, error) = send(&ann, with_files("c", "u1", "Hi", [part])).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{url} {error:?}");
    }
    let six = std::iter::repeat_n(pdf(&Sample::new(1, 2)), 6);
    let (status, error) = send(&ann, with_files("c", "u1", "Hi", six)).await;
    assert_eq!(
        (status, text(&error[0]["error"]).as_str()),
        (StatusCode::BAD_REQUEST, "A message can have at most 5 files; send fewer")
    );
    assert_eq!(ann.json("/chat/threads").await["items"], json!([]));
    assert_eq!(statements(&ann).await, 0, "a rejected request stores nothing");
}

async fn an_attached_export_is_read_and_the_question_answered(app: TestApp) {
    let ann = app.user("ann").await;
    let csv = "Date,Description,Amount,Currency\n2025-05-02,Fresh Market,-12.50,EUR\n2025-05-03,Salary,2000.00,EUR\n";
    let question = "How many entries are there?";
    let (status, chunks) =
        send(&ann, with_files("c", "u1", question, [file("may.csv", "text/csv", csv.as_bytes())])).await;
    assert_eq!(status, StatusCode::OK);
    let words = said(&chunks);
    assert!(
        words.contains("I read may.csv") && words.contains("12.50 EUR out and 2,000.00 EUR in"),
        "{words}"
    );
    assert!(words.contains("It prints no balances"), "{words}");
    find(&chunks, "tool-input-available");
    assert!(
        chunks.iter().any(|chunk| chunk["toolName"] == "query"),
        "the question is answered as well: {words}"
    );
    assert_eq!(ann.transactions().await.len(), 2);
}

async fn an_answer_is_regenerated_from_the_stored_file(app: TestApp) {
    let ann = app.user("ann").await;
    send(&ann, with_files("c", "u1", "", [pdf(&Sample::new(1, 5))])).await;
    let mut message = thread(&ann, "c").await["messages"][0].clone();
    let again = json!({ "id": "c", "messages": [message], "trigger": "regenerate-message" });
    let (status, chunks) = send(&ann, again).await;
    assert_eq!(
        (status, &find(&chunks, "tool-output-available")["output"]["matched"]),
        (StatusCode::OK, &json!(5))
    );
    let statement = text(&find(&chunks, "tool-output-available")["output"]["statement"]["id"]);
    let gone = ann.request(Method::DELETE, &format!("/statements/{statement}")).send().await.unwrap();
    assert_eq!(gone.status(), StatusCode::NO_CONTENT);
    message = thread(&ann, "c").await["messages"][0].clone();
    let again = json!({ "id": "c", "messages": [message], "trigger": "regenerate-message" });
    let (status, chunks) = send(&ann, again).await;
    assert_eq!(
        (status, &find(&chunks, "tool-output-error")["errorText"]),
        (StatusCode::OK, &json!("this file was deleted"))
    );
    assert_eq!(thread(&ann, "c").await["messages"].as_array().unwrap().len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_disconnected_client_stops_the_answer_but_not_the_reading() {
    let app = TestApp::start(Database::Sqlite).await.unwrap();
    let ann = app.user("ann").await;
    let request = with_files("c", "u1", "", [pdf(&Sample::new(1, 40))]);
    let answer = ann.post("/chat", &request).await;
    assert_eq!(answer.status(), StatusCode::OK);
    drop(answer);
    let deadline = tokio::time::Instant::now() + std::time::Duration::from_secs(30);
    while ann.transactions().await.len() < 40 {
        assert!(tokio::time::Instant::now() < deadline, "the file was not processed after the client left");
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    assert_eq!(thread(&ann, "c").await["messages"][0]["parts"][0]["type"], "file");
}
