//! The exact bytes of every chunk.

use serde_json::{Value, json};
use ui_message_stream::{Chunk, DONE, FinishReason, HEADERS, KEEP_ALIVE, encode};

fn text(value: &str) -> String {
    value.to_owned()
}

fn tool_chunks() -> Vec<Chunk> {
    let (call, name) = (|| text("c1"), || text("spend"));
    vec![
        Chunk::ToolInputStart { tool_call_id: call(), tool_name: name(), dynamic: None, title: None },
        Chunk::ToolInputStart {
            tool_call_id: call(),
            tool_name: name(),
            dynamic: Some(true),
            title: Some(text("Spending")),
        },
        Chunk::ToolInputDelta { tool_call_id: call(), input_text_delta: text("{\"by\":") },
        Chunk::ToolInputAvailable {
            tool_call_id: call(),
            tool_name: name(),
            input: json!({"by": "month"}),
            dynamic: None,
            title: None,
        },
        Chunk::ToolInputError {
            tool_call_id: call(),
            tool_name: name(),
            input: Value::Null,
            error_text: text("no input"),
            dynamic: None,
        },
        Chunk::ToolOutputAvailable {
            tool_call_id: call(),
            output: json!({"amount": "-12.34", "currency": "EUR"}),
            preliminary: None,
            dynamic: None,
        },
        Chunk::ToolOutputError { tool_call_id: call(), error_text: text("no such account"), dynamic: None },
        Chunk::ToolApprovalRequest { approval_id: text("a1"), tool_call_id: call() },
        Chunk::ToolOutputDenied { tool_call_id: call() },
    ]
}

fn other_chunks() -> Vec<Chunk> {
    vec![
        Chunk::start(),
        Chunk::Start { message_id: Some(text("m1")), message_metadata: Some(json!({"model": "analyst"})) },
        Chunk::StartStep,
        Chunk::FinishStep,
        Chunk::TextStart { id: text("t1") },
        Chunk::TextDelta { id: text("t1"), delta: text("12,34 € \"so\"\n\u{2028}é\u{1}") },
        Chunk::TextEnd { id: text("t1") },
        Chunk::ReasoningStart { id: text("r1") },
        Chunk::ReasoningDelta { id: text("r1"), delta: text("hm") },
        Chunk::ReasoningEnd { id: text("r1") },
        Chunk::SourceUrl { source_id: text("s1"), url: text("https://example.org/"), title: None },
        Chunk::SourceDocument {
            source_id: text("s2"),
            media_type: text("application/pdf"),
            title: text("May"),
            filename: Some(text("may.pdf")),
        },
        Chunk::File { url: text("data:text/plain,x"), media_type: text("text/plain") },
        Chunk::Data { name: text("chart"), id: None, data: json!([1]), transient: false },
        Chunk::Data { name: text("chart"), id: Some(text("d1")), data: json!({}), transient: true },
        Chunk::MessageMetadata { message_metadata: json!({"tokens": 5}) },
        Chunk::Error { error_text: text("the model does not answer") },
        Chunk::Abort,
        Chunk::finish(FinishReason::Stop),
        Chunk::finish(FinishReason::ContentFilter),
        Chunk::finish(FinishReason::ToolCalls),
        Chunk::Finish { finish_reason: None, message_metadata: Some(json!({"tokens": 5})) },
    ]
}

fn lines(chunks: &[Chunk]) -> String {
    chunks.iter().map(encode).collect::<String>().replace("\n\n", "\n")
}

#[test]
fn every_chunk_has_exactly_these_bytes() {
    insta::assert_snapshot!(lines(&other_chunks()));
}

#[test]
fn every_tool_chunk_has_exactly_these_bytes() {
    insta::assert_snapshot!(lines(&tool_chunks()));
}

#[test]
fn an_event_is_one_data_line_and_an_empty_line() {
    for chunk in other_chunks().iter().chain(&tool_chunks()) {
        let event = encode(chunk);
        let body = event.strip_prefix("data: ").and_then(|rest| rest.strip_suffix("\n\n")).unwrap();
        assert!(!body.contains(['\n', '\r']), "{body}");
        assert!(serde_json::from_str::<Value>(body).unwrap()["type"].is_string());
    }
    assert_eq!(DONE, "data: [DONE]\n\n");
    assert!(KEEP_ALIVE.starts_with(':') && KEEP_ALIVE.ends_with("\n\n"));
}

#[test]
fn the_headers_suit_clients_and_proxies() {
    insta::assert_snapshot!(HEADERS.map(|(name, value)| format!("{name}: {value}")).join("\n"));
}
