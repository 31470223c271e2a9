//! Requests that the adapter sends.

use saldo_llm::{LanguageModel, Message, Request, Tool, ToolCall};
use serde_json::json;

use crate::upstream::{Reply, Upstream};

const STOP: &str = r#"{"choices":[{"delta":{},"finish_reason":"stop"}]}"#;

#[tokio::test]
async fn a_conversation_with_tools_is_sent_as_chat_completions() {
    let upstream = Upstream::start([Reply::events(&[STOP])]).await;
    let call = ToolCall { id: "c1".into(), name: "spend".into(), arguments: "{}".into() };
    let request = Request {
        system: "Be exact.".into(),
        messages: vec![
            Message::User("How much?".into()),
            Message::Assistant { text: String::new(), calls: vec![call] },
            Message::ToolResult { call_id: "c1".into(), tool: "spend".into(), content: "[]".into() },
            Message::Assistant { text: "Nothing.".into(), calls: vec![] },
            Message::User("And before?".into()),
        ],
        tools: vec![Tool {
            name: "spend".into(),
            description: "Spending".into(),
            parameters: json!({"type": "object"}),
        }],
        output_tokens_max: Some(100),
    };
    drop(upstream.model().answer(request).await.unwrap());
    let (head, body) = upstream.requests().remove(0);
    assert!(head.starts_with("POST /v1/chat/completions HTTP/1.1\r\n"), "{head}");
    assert!(head.to_ascii_lowercase().contains("authorization: bearer sk-secret\r\n"), "{head}");
    insta::assert_json_snapshot!(body);
}

#[tokio::test]
async fn a_missing_key_is_not_mentioned() {
    let upstream = Upstream::start([Reply::events(&[STOP])]).await;
    let mut settings = upstream.settings();
    settings.key = None;
    let model = saldo_llm::openai::OpenAi::new(settings).unwrap();
    assert_eq!((model.name(), model.is_remote()), ("test-model", false));
    drop(model.answer(Request::default()).await.unwrap());
    let (head, body) = upstream.requests().remove(0);
    assert!(!head.to_ascii_lowercase().contains("authorization"), "{head}");
    assert_eq!(body["messages"], json!([]));
    assert!(body.get("tools").is_none());
}

#[tokio::test]
async fn a_server_trusted_by_name_is_local() {
    let settings = |hosts: &[&str]| {
        let settings = saldo_llm::openai::Settings::new("http://ollama.lan:11434/v1", "m", None).unwrap();
        saldo_llm::openai::OpenAi::new(settings.trusting(hosts)).unwrap()
    };
    assert!(settings(&[]).is_remote());
    let trusted = settings(&["ollama.lan"]);
    assert_eq!((trusted.is_remote(), trusted.host().as_deref()), (false, Some("ollama.lan:11434")));
}
