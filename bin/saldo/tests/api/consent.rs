//! Tests of consent: nothing is sent to a remote model before the user has seen the data and agreed.

use std::sync::Arc;

use reqwest::{Method, StatusCode};
use saldo_llm::scripted::{Scripted, Turn};
use serde_json::{Value, json};

use crate::app::{Database, TestApp, TestUser};
use crate::chats::{answered, ask, find, said, send, thread, user_message};
use crate::ledger::{ok, text, with_statement};
use crate::pdf::Sample;

const QUESTION: &str = "How many entries are there?";

/// Starts a server with a scripted remote model, and a user with a statement of five transactions. The
/// returned model records its requests.
async fn with_model(turns: impl IntoIterator<Item = Turn>) -> (TestApp, TestUser, Arc<Scripted>) {
    let model = Arc::new(Scripted::new(turns));
    let app = TestApp::start_with_model(Database::Sqlite, model.clone()).await.unwrap();
    let (ann, _) = with_statement(&app, Sample::new(1, 5)).await;
    (app, ann, model)
}

/// Returns the request that answers the last question of a chat again, as
/// `regenerate` of the AI SDK sends it.
fn again(chat: &str, question: &str, consent: &str) -> Value {
    json!({ "id": chat, "messages": [user_message("u1", question)], "trigger": "regenerate-message", "consent": consent })
}

async fn prefers(user: &TestUser, sends: &str) {
    ok(user, Method::PUT, "/preferences", json!({ "advisor": { "sends": sends } })).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_reaches_a_model_before_the_user_consents() {
    let (_app, ann, model) = with_model([Turn::text("Hello"), Turn::text("Again")]).await;
    assert_eq!(ann.json("/preferences").await["advisor"]["sends"], "ask");
    let chunks = ask(&ann, "c", "u1", QUESTION).await;
    assert!(model.requests().is_empty());
    let asked = &find(&chunks, "data-consent")["data"];
    assert_eq!((&asked["model"], &asked["kinds"]), (&json!("scripted"), &json!(["question", "books"])));
    assert_eq!(asked["messages"], json!([{ "role": "user", "text": QUESTION }]));
    assert_eq!(find(&chunks, "finish")["finishReason"], "other");
    assert_eq!(thread(&ann, "c").await["messages"][1]["metadata"]["state"], "waiting");
    assert_eq!(ann.json("/chat/threads/c/trace").await["items"], json!([]), "nothing was sent");
    let (status, chunks) = send(&ann, again("c", QUESTION, "once")).await;
    assert_eq!((status, said(&chunks).as_str()), (StatusCode::OK, "Hello"));
    assert_eq!(find(&chunks, "start")["messageMetadata"]["consent"], "once");
    let sent = model.requests().remove(0);
    assert_eq!(sent.system, text(&asked["system"]));
    let tools: Vec<&str> = sent.tools.iter().map(|tool| tool.name.as_str()).collect();
    assert_eq!(json!(tools), asked["tools"], "the request that was shown is the one sent");
    let kept = thread(&ann, "c").await;
    assert_eq!(kept["messages"].as_array().unwrap().len(), 2, "the answer replaces the consent question");
    assert_eq!(kept["consent"], Value::Null);
    let chunks = ask(&ann, "c", "u2", "And what did I spend?").await;
    assert_eq!(find(&chunks, "data-consent")["data"]["kinds"], json!(["question", "conversation", "books"]));
    assert_eq!(model.requests().len(), 1, "consent given once applies once");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_on_a_trusted_host_needs_no_consent() {
    // Nothing listens there, and the address is not a loopback one, so that the model counts as remote.
    let model = [("OPENAI_BASE_URL", "http://0.0.0.0:9/v1"), ("OPENAI_MODEL", "local")];
    for (trusted, needs_consent) in
        [("", true), ("ollama.lan", true), ("0.0.0.0:9", false), ("0.0.0.0", false)]
    {
        let settings = [model[0], model[1], ("SALDO_MODEL_TRUSTED_HOSTS", trusted)];
        let app = TestApp::start_with(Database::Sqlite, &settings).await.unwrap();
        let ann = app.user("ann").await;
        let chunks = ask(&ann, "c", "u1", QUESTION).await;
        let asked = chunks.iter().any(|chunk| chunk["type"] == "data-consent");
        assert_eq!(asked, needs_consent, "{trusted}: {chunks:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn consent_for_a_chat_holds_only_there_and_until_it_is_withdrawn() {
    let (app, ann, model) = with_model([Turn::text("One"), Turn::text("Two")]).await;
    ask(&ann, "c", "u1", QUESTION).await;
    assert_eq!(send(&ann, again("c", QUESTION, "thread")).await.0, StatusCode::OK);
    assert_eq!(thread(&ann, "c").await["consent"], "scripted at another machine");
    assert_eq!(said(&ask(&ann, "c", "u2", "More").await), "Two");
    assert_eq!(model.requests().len(), 2);
    find(&ask(&ann, "d", "u1", QUESTION).await, "data-consent");
    let bob = app.user("bob").await;
    find(&ask(&bob, "c", "u1", QUESTION).await, "data-consent");
    let given = json!({ "consent": "scripted at another machine" });
    let path = "/chat/threads/d";
    let refused = ann.request(Method::PATCH, path).json(&given).send().await.unwrap();
    assert_eq!(refused.status(), StatusCode::BAD_REQUEST);
    let taken = ok(&ann, Method::PATCH, "/chat/threads/c", json!({ "consent": null })).await;
    assert_eq!(taken["consent"], Value::Null);
    find(&ask(&ann, "c", "u3", QUESTION).await, "data-consent");
    assert_eq!(model.requests().len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_user_who_declines_is_answered_by_the_analyst_and_asked_again_next_time() {
    let (_app, ann, model) = with_model([]).await;
    ask(&ann, "c", "u1", QUESTION).await;
    let (_, chunks) = send(&ann, again("c", QUESTION, "no")).await;
    assert_eq!(find(&chunks, "start")["messageMetadata"]["model"], "built-in analyst");
    assert!(said(&chunks).contains('5'), "{}", said(&chunks));
    find(&ask(&ann, "c", "u2", "And what did I spend?").await, "data-consent");
    let (status, error) = send(&ann, again("c", QUESTION, "perhaps")).await;
    assert_eq!(
        (status, text(&error[0]["error"])),
        (StatusCode::BAD_REQUEST, r#"consent must be "once", "thread" or "no""#.into())
    );
    assert!(model.requests().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn standing_consent_and_refusal_skip_the_question() {
    let (_app, ann, model) = with_model([Turn::text("Hello")]).await;
    prefers(&ann, "never").await;
    for consent in ["once", "thread"] {
        let request = json!({ "id": "c", "messages": [user_message(consent, QUESTION)], "consent": consent });
        let (_, chunks) = send(&ann, request).await;
        assert_eq!(find(&chunks, "start")["messageMetadata"]["model"], "built-in analyst");
    }
    assert!(model.requests().is_empty());
    assert_eq!(thread(&ann, "c").await["consent"], Value::Null);
    prefers(&ann, "always").await;
    assert_eq!(said(&ask(&ann, "d", "u1", QUESTION).await), "Hello");
    assert_eq!(model.requests().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_chat_without_an_id_asks_for_consent() {
    let (_app, ann, model) = with_model([Turn::text("Hello")]).await;
    let mut request = json!({ "messages": [{ "role": "user", "content": QUESTION }] });
    find(&send(&ann, request.clone()).await.1, "data-consent");
    assert!(model.requests().is_empty());
    request["consent"] = "once".into();
    assert_eq!(said(&send(&ann, request).await.1), "Hello");
}

#[tokio::test(flavor = "multi_thread")]
async fn consent_for_one_answer_covers_its_approvals_and_no_other_answer() {
    let budget =
        || Turn::calls([("set_budget", r#"{"category":"Groceries","amount":"300","currency":"EUR"}"#)]);
    let (_app, ann, model) = with_model([budget(), Turn::text("It is set."), budget()]).await;
    let instruction = "Set a budget of 300 EUR for groceries";
    let first = json!({ "id": "c", "messages": [user_message("u1", instruction)], "consent": "once" });
    find(&send(&ann, first).await.1, "data-approval");
    let (status, chunks) = send(&ann, answered(&ann, "c", true).await).await;
    assert_eq!((status, said(&chunks).as_str()), (StatusCode::OK, "It is set."));
    assert_eq!(model.requests().len(), 2);
    let second = json!({ "id": "d", "messages": [user_message("u1", instruction)], "consent": "thread" });
    find(&send(&ann, second).await.1, "data-approval");
    ok(&ann, Method::PATCH, "/chat/threads/d", json!({ "consent": null })).await;
    let (_, chunks) = send(&ann, answered(&ann, "d", true).await).await;
    find(&chunks, "tool-output-available");
    assert!(said(&chunks).starts_with("Done: "), "{}", said(&chunks));
    assert_eq!(model.requests().len(), 3, "a withdrawn consent applies at once");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_ignored_consent_question_is_closed_and_not_sent_to_a_model() {
    let (_app, ann, model) = with_model([Turn::text("Hello")]).await;
    ask(&ann, "c", "u1", QUESTION).await;
    let request = json!({ "id": "c", "messages": [user_message("u2", "More")], "consent": "once" });
    assert_eq!(said(&send(&ann, request).await.1), "Hello");
    let kept = thread(&ann, "c").await;
    assert_eq!(kept["messages"][1]["metadata"]["state"], "done");
    assert_eq!(kept["messages"].as_array().unwrap().len(), 4);
    let sent = format!("{:?}", model.requests());
    assert!(!sent.contains("Nothing was sent yet"), "{sent}");
}
