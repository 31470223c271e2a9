//! Parsing of requests of clients.

use serde_json::{Value, json};
use ui_message_stream::{Approval, ChatRequest, Part, RequestError, Role, ToolState, Trigger};

fn parse(body: &Value) -> Result<ChatRequest, RequestError> {
    ChatRequest::parse(body.to_string().as_bytes())
}

#[test]
fn messages_with_content_and_with_parts_mix_freely() {
    let request = parse(&json!({"messages": [
        {"role": "user", "content": "hi"},
        {"id": "g2", "role": "assistant", "parts": [{"type": "step-start"}, {"type": "text", "text": "Hello", "state": "done"}]},
        {"role": "user", "content": [{"type": "text", "text": "one"}, {"type": "text", "text": "two"}]},
    ]}))
    .unwrap();
    let read: Vec<_> = request.messages.iter().map(|message| (message.role, message.text())).collect();
    assert_eq!(
        read,
        [
            (Role::User, "hi".to_owned()),
            (Role::Assistant, "Hello".to_owned()),
            (Role::User, "one\ntwo".to_owned())
        ]
    );
    assert_eq!(request.messages[1].id.as_deref(), Some("g2"));
    assert_eq!(request.trigger, Trigger::SubmitMessage);
}

#[test]
fn the_body_of_the_ai_sdk_transport_is_read() {
    let request = parse(&json!({
        "threadId": "t9", "id": "chat-1", "trigger": "regenerate-message", "messageId": "gen2",
        "messages": [{"parts": [{"type": "text", "text": "hi"}], "id": "gen1", "role": "user", "metadata": {"a": 1}}],
    }))
    .unwrap();
    assert_eq!(request.id.as_deref(), Some("chat-1"));
    assert_eq!(request.trigger, Trigger::RegenerateMessage);
    assert_eq!(request.message_id.as_deref(), Some("gen2"));
    assert_eq!(request.extra["threadId"], "t9");
    assert_eq!(request.last().metadata, Some(json!({"a": 1})));
}

#[test]
fn unknown_parts_and_keys_are_tolerated() {
    let strange = json!({"type": "hologram", "x": 1});
    let request = parse(&json!({"messages": [{"role": "user", "mood": "good", "parts": [
        strange, {"type": "text"}, 7, {"type": "text", "text": "still here"},
    ]}]}))
    .unwrap();
    assert_eq!(request.last().text(), "still here");
    assert_eq!(request.last().parts[0], Part::Other(strange));
}

#[test]
fn a_tool_part_keeps_its_name_its_state_and_its_approval() {
    let request = parse(&json!({"messages": [{"role": "assistant", "parts": [
        {"type": "tool-categorize", "toolCallId": "c1", "state": "approval-responded", "input": {"to": "x"},
         "approval": {"id": "a1", "approved": true, "reason": "fine"}},
        {"type": "tool-categorize", "toolCallId": "c2", "state": "approval-requested", "input": {}, "approval": {"id": "a2"}},
        {"type": "dynamic-tool", "toolName": "spend", "toolCallId": "c3", "state": "output-available", "input": {}, "output": 1},
    ]}]}))
    .unwrap();
    let answered: Vec<_> = request.last().answered_approvals().collect();
    assert_eq!(answered.len(), 1);
    assert_eq!((answered[0].0.name.as_str(), answered[0].0.call_id.as_str()), ("categorize", "c1"));
    let expected = Approval { id: "a1".into(), approved: Some(true), reason: Some("fine".into()) };
    assert_eq!(answered[0].1, &expected);
    let Part::Tool(dynamic) = &request.last().parts[2] else { panic!("a tool part") };
    assert_eq!((dynamic.name.as_str(), dynamic.state), ("spend", ToolState::OutputAvailable));
}

#[test]
fn files_and_data_parts_are_read() {
    let request = parse(&json!({"messages": [{"role": "user", "parts": [
        {"type": "file", "mediaType": "application/pdf", "filename": "may.pdf", "url": "data:application/pdf;base64,JVBERg=="},
        {"type": "data-filter", "id": "f1", "data": {"month": "2025-05"}},
    ]}]}))
    .unwrap();
    let Part::File(file) = &request.last().parts[0] else { panic!("a file part") };
    assert_eq!(file.file_name.as_deref(), Some("may.pdf"));
    let Part::Data(data) = &request.last().parts[1] else { panic!("a data part") };
    assert_eq!((data.name.as_str(), &data.data), ("filter", &json!({"month": "2025-05"})));
}

#[test]
fn a_body_without_a_conversation_is_refused_with_a_message() {
    assert_eq!(ChatRequest::parse(b"{"), Err(RequestError::Json));
    assert_eq!(ChatRequest::parse(b"[]"), Err(RequestError::NotAnObject));
    for messages in [json!({}), json!({"messages": []}), json!({"messages": "hi"})] {
        assert_eq!(parse(&messages), Err(RequestError::NoMessages), "{messages}");
    }
    let robot = json!({"messages": [{"role": "user", "content": "a"}, {"role": "robot", "content": "b"}]});
    assert_eq!(parse(&robot), Err(RequestError::Role(1)));
    assert_eq!(parse(&json!({"messages": [{"role": "user"}]})), Err(RequestError::Content(0)));
    assert_eq!(
        RequestError::Role(1).to_string(),
        "messages[1]: \"role\" must be \"user\", \"assistant\" or \"system\""
    );
}
