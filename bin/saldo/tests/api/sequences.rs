//! Snapshots of the bytes that stored chats send, because clients of every version rely on them.
//!
//! Identifiers are numbered in order of appearance. Timestamps are left out, as are the
//! instructions, which contain the date.

use std::sync::Arc;

use reqwest::{Method, Response};
use saldo_llm::scripted::{Scripted, Turn};
use saldo_llm::{Chunk, Error};
use serde_json::{Value, json};

use crate::app::{Database, TestApp, TestUser};
use crate::attachments::{pdf, with_files};
use crate::chats::{answered, thread, user_message};
use crate::ledger::{ok, with_statement};
use crate::pdf::Sample;

/// Starts a server with a scripted remote model, and a user who allows sending everything to it.
async fn with_model(turns: impl IntoIterator<Item = Turn>) -> (TestApp, TestUser) {
    let app = TestApp::start_with_model(Database::Sqlite, Arc::new(Scripted::new(turns))).await.unwrap();
    let (ann, _) = with_statement(&app, Sample::new(1, 5)).await;
    ok(&ann, Method::PUT, "/preferences", json!({ "advisor": { "sends": "always" } })).await;
    (app, ann)
}

async fn sent(user: &TestUser, request: &Value) -> String {
    bytes(user.post("/chat", request).await).await
}

async fn bytes(answer: Response) -> String {
    answer.text().await.unwrap()
}

fn question(chat: &str, id: &str, words: &str) -> Value {
    json!({ "id": chat, "messages": [user_message(id, words)] })
}

/// Joins texts for a snapshot, without the parts that change from run to run.
fn pinned(texts: &[(&str, &str)]) -> String {
    let all: Vec<String> = texts.iter().map(|(name, text)| format!("== {name}\n{text}")).collect();
    let all = in_order_of_calls(&all.join("\n").replace("\n\n", "\n"));
    let changing =
        [("\"system\":\"", '"'), ("\"today\":\"", '"'), ("\"milliseconds\":", ','), ("\"bytes\":", ',')];
    changing.iter().fold(numbered(&all), |text, (beginning, end)| without(&text, beginning, *end))
}

/// Sorts the results of concurrent calls, because each is sent as soon as it is done.
fn in_order_of_calls(text: &str) -> String {
    let is_result = |line: &&str| line.starts_with("data: {\"type\":\"tool-output-available\"");
    let mut lines: Vec<&str> = text.lines().collect();
    for results in lines.chunk_by_mut(|one, other| is_result(one) && is_result(other)) {
        results.sort_unstable();
    }
    lines.join("\n")
}

/// Replaces the text between each `beginning` and the next unescaped `end` with an ellipsis.
fn without(text: &str, beginning: &str, end: char) -> String {
    let mut pieces = text.split(beginning);
    let mut kept = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let mut escaped = false;
        let at = piece.find(|character| {
            let is_end = character == end && !escaped;
            escaped = character == '\\' && !escaped;
            is_end
        });
        kept.push_str(beginning);
        kept.push('…');
        kept.push_str(&piece[at.unwrap_or(piece.len())..]);
    }
    kept
}

/// Numbers identifiers in order of appearance, and replaces timestamps.
fn numbered(text: &str) -> String {
    let mut known: Vec<&str> = Vec::new();
    let (mut kept, mut rest) = (String::new(), text);
    while let Some(first) = rest.chars().next() {
        if let Some(id) = rest.get(..36).filter(|piece| is_id(piece)) {
            let number = known.iter().position(|other| *other == id).unwrap_or_else(|| {
                known.push(id);
                known.len() - 1
            });
            kept.extend(["<id ", &(number + 1).to_string(), ">"]);
            rest = &rest[36..];
        } else if let Some(length) = moment(rest) {
            kept.push_str("<moment>");
            rest = &rest[length..];
        } else {
            kept.push(first);
            rest = &rest[first.len_utf8()..];
        }
    }
    kept
}

fn is_id(text: &str) -> bool {
    text.char_indices().all(|(at, character)| match at {
        8 | 13 | 18 | 23 => character == '-',
        _ => character.is_ascii_hexdigit(),
    })
}

/// Returns the length in bytes of the timestamp at the beginning of a text.
fn moment(text: &str) -> Option<usize> {
    let head = text.get(..11)?;
    let is_day = head.char_indices().all(|(at, character)| match at {
        4 | 7 => character == '-',
        10 => character == 'T',
        _ => character.is_ascii_digit(),
    });
    let end = text.find('Z').filter(|end| is_day && *end < 32)?;
    Some(end + 1)
}

#[tokio::test(flavor = "multi_thread")]
async fn approving_and_rejecting_a_proposal_send_stable_bytes() {
    let app = TestApp::start(Database::Sqlite).await.unwrap();
    let (ann, _) = with_statement(&app, Sample::new(1, 5)).await;
    let instruction = "Set a budget of 300 EUR for groceries";
    let asked = sent(&ann, &question("c", "u1", instruction)).await;
    let allowed = sent(&ann, &answered(&ann, "c", true).await).await;
    sent(&ann, &question("d", "u1", instruction)).await;
    let refused = sent(&ann, &answered(&ann, "d", false).await).await;
    insta::assert_snapshot!(pinned(&[("asked", &asked), ("allowed", &allowed), ("refused", &refused)]));
}

#[tokio::test(flavor = "multi_thread")]
async fn regenerating_an_answer_and_editing_a_question_send_stable_bytes() {
    let (_app, ann) = with_model([Turn::text("One"), Turn::text("Two"), Turn::text("Three")]).await;
    let first = sent(&ann, &question("c", "u1", "Count")).await;
    let mut again = question("c", "u1", "Count");
    again["trigger"] = "regenerate-message".into();
    let again = sent(&ann, &again).await;
    let mut changed = question("c", "u1", "Count on");
    changed["messageId"] = "u1".into();
    let changed = sent(&ann, &changed).await;
    let kept = thread(&ann, "c").await["messages"].to_string();
    let all = [("first", first), ("again", again), ("changed", changed), ("kept", kept)];
    insta::assert_snapshot!(pinned(&all.each_ref().map(|(name, text)| (*name, text.as_str()))));
}

#[tokio::test(flavor = "multi_thread")]
async fn resuming_and_stopping_an_answer_send_stable_bytes() {
    let (_app, ann) = with_model([Turn::chunks([Ok(Chunk::Text("First".to_owned()))]).then_silence()]).await;
    let mut asker = ann.post("/chat", &question("c", "u1", "Hold")).await;
    let mut read = String::new();
    while !read.contains("First") {
        read.push_str(std::str::from_utf8(&asker.chunk().await.unwrap().unwrap()).unwrap());
    }
    let along = ann.get("/chat/c/stream").await;
    ok(&ann, Method::DELETE, "/chat/c/stream", Value::Null).await;
    read.push_str(&bytes(asker).await);
    assert_eq!(bytes(along).await, read, "a second client receives the same stream");
    assert_eq!(ann.get("/chat/c/stream").await.status(), 204);
    let kept = thread(&ann, "c").await["messages"].to_string();
    insta::assert_snapshot!(pinned(&[("stopped", &read), ("kept", &kept)]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_consent_question_and_its_answer_send_stable_bytes() {
    let (_app, ann) = with_model([Turn::text("Hello")]).await;
    ok(&ann, Method::PUT, "/preferences", json!({ "advisor": { "sends": "ask" } })).await;
    let asked = sent(&ann, &question("c", "u1", "Hi")).await;
    let mut again = question("c", "u1", "Hi");
    again["trigger"] = "regenerate-message".into();
    again["consent"] = "thread".into();
    let allowed = sent(&ann, &again).await;
    insta::assert_snapshot!(pinned(&[("asked", &asked), ("allowed", &allowed)]));
}

#[tokio::test(flavor = "multi_thread")]
async fn readable_and_unreadable_files_send_stable_bytes() {
    let app = TestApp::start(Database::Sqlite).await.unwrap();
    let ann = app.user("ann").await;
    let noise = json!({ "type": "file", "mediaType": "image/png", "filename": "cat.png", "url": "data:image/png;base64,iVBORw0KGgo=" });
    let all = sent(&ann, &with_files("c", "u1", "", [pdf(&Sample::new(1, 3)), noise])).await;
    // The number of progress events depends on timing; the last one does not.
    let last = all.lines().rfind(|line| line.contains("data-progress")).unwrap_or_default();
    let lines: Vec<&str> = all
        .lines()
        .filter(|line| !line.is_empty() && (!line.contains("data-progress") || *line == last))
        .collect();
    let kept = thread(&ann, "c").await["messages"][0].to_string();
    insta::assert_snapshot!(pinned(&[("read", &lines.join("\n")), ("kept", &kept)]));
}

#[tokio::test(flavor = "multi_thread")]
async fn failures_at_the_start_midway_and_after_a_tool_send_stable_bytes() {
    let midway = Turn::chunks([Ok(Chunk::Text("Half a".to_owned())), Err(Error::CutOff)]);
    let turns = [
        Turn::failure(Error::CutOff),
        midway,
        Turn::calls([("books", "{\"nonsense\":1}")]),
        Turn::failure(Error::CutOff),
    ];
    let (_app, ann) = with_model(turns).await;
    let before = sent(&ann, &question("c", "u1", "One")).await;
    let midway = sent(&ann, &question("c", "u2", "Two")).await;
    let after = sent(&ann, &question("c", "u3", "Three")).await;
    insta::assert_snapshot!(pinned(&[("before", &before), ("midway", &midway), ("after a tool", &after)]));
}

#[tokio::test(flavor = "multi_thread")]
async fn sources_of_figures_and_sent_data_have_stable_bytes() {
    let turns = [
        Turn::calls([(
            "savings_growth",
            r#"{"start":"100","rate_percent":"1","months":1,"currency":"EUR"}"#,
        )]),
        Turn::text("It grows to 100.08 EUR, not to 200.00 EUR."),
    ];
    let (_app, ann) = with_model(turns).await;
    let answer = sent(&ann, &question("c", "u1", "What does 100 euros grow to?")).await;
    let trace = ann.json("/chat/threads/c/trace").await.to_string();
    insta::assert_snapshot!(pinned(&[("answer", &answer), ("trace", &trace)]));
}
