//! Real answers of providers, and the chunks that the adapter makes of them.

use proptest::prelude::*;

use crate::upstream::{End, Reply, read};

const STOP: &str = r#"{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}"#;

async fn reads(events: &[&str], expected: &[&str]) {
    assert_eq!(read(Reply::events(events)).await, expected);
}

#[tokio::test]
async fn a_plain_openai_answer_is_read() {
    reads(
        &[
            r#"{"id":"x","created":1,"model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}]}"#,
            r#"{"id":"x","choices":[{"index":0,"delta":{"content":"Hel"},"finish_reason":null}]}"#,
            r#"{"id":"x","choices":[{"index":0,"delta":{"content":"lo"},"finish_reason":null}]}"#,
            STOP,
            r#"{"id":"x","choices":[],"usage":{"prompt_tokens":7,"completion_tokens":2,"total_tokens":9}}"#,
            "[DONE]",
        ],
        &["text: Hello", "finished: Stop 7+2"],
    )
    .await;
}

#[tokio::test]
async fn role_only_null_content_and_unknown_keys_are_tolerated() {
    reads(
        &[
            r#"{"choices":[{"delta":{"role":"assistant"}}]}"#,
            r#"{"choices":[{"delta":{"content":null},"logprobs":null,"weird":[1]}],"service_tier":"on_demand","created":1.5}"#,
            r#"{"choices":null}"#,
            r#"{"choices":[{"delta":{"content":[{"type":"text","text":"Hi"}]},"finish_reason":""}]}"#,
            r#"{"choices":[{"finish_reason":"stop"}],"usage":{"completion_tokens":1}}"#,
            "[DONE]",
        ],
        &["text: Hi", "finished: Stop 0+1"],
    )
    .await;
}

#[tokio::test]
async fn reasoning_has_two_names() {
    reads(
        &[
            r#"{"choices":[{"delta":{"reasoning":"a"}}]}"#,
            r#"{"choices":[{"delta":{"reasoning_content":"b","content":""}}]}"#,
            r#"{"choices":[{"delta":{"content":"c"},"finish_reason":"stop"}]}"#,
        ],
        &["reasoning: ab", "text: c", "finished: Stop"],
    )
    .await;
}

#[tokio::test]
async fn a_tool_call_may_arrive_byte_by_byte() {
    reads(
        &[
            r#"{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"c1","type":"function","function":{"name":"spend","arguments":""}}]}}]}"#,
            r#"{"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\"a\""}}]}}]}"#,
            r#"{"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":":1}"}}]}}]}"#,
            r#"{"choices":[{"delta":{},"finish_reason":"tool_calls"}]}"#,
            "[DONE]",
        ],
        &["start: c1 spend", r#"delta c1: {"a":1}"#, r#"call: c1 spend {"a":1}"#, "finished: ToolCalls"],
    )
    .await;
}

#[tokio::test]
async fn several_calls_can_arrive_at_once() {
    reads(
        &[
            r#"{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"c1","function":{"name":"a","arguments":"{"}},{"index":1,"id":"c2","function":{"name":"b","arguments":"{}"}}]}}]}"#,
            r#"{"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":"}"}}]},"finish_reason":"stop"}]}"#,
        ],
        &[
            "start: c1 a", "delta c1: {", "start: c2 b", "delta c2: {}", "delta c1: }", "call: c1 a {}",
            "call: c2 b {}", "finished: ToolCalls",
        ],
    )
    .await;
}

#[tokio::test]
async fn calls_without_index_or_id_are_distinguished_by_name() {
    reads(
        &[
            r#"{"choices":[{"delta":{"tool_calls":[{"function":{"name":"a","arguments":{"x":1}}}]}}]}"#,
            r#"{"choices":[{"delta":{"tool_calls":[{"function":{"name":"b","arguments":"{\"y\""}}]}}]}"#,
            r#"{"choices":[{"delta":{"tool_calls":{"function":{"arguments":":2}"}}},"finish_reason":"function_call"}]}"#,
        ],
        &[
            "start: call_1 a", r#"delta call_1: {"x":1}"#, "start: call_2 b", r#"delta call_2: {"y":2}"#,
            r#"call: call_1 a {"x":1}"#, r#"call: call_2 b {"y":2}"#, "finished: ToolCalls",
        ],
    )
    .await;
}

#[tokio::test]
async fn calls_with_the_same_index_are_distinguished_by_id() {
    reads(
        &[
            r#"{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"x","function":{"name":"a","arguments":"{}"}}]}}]}"#,
            r#"{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"y","function":{"name":"a","arguments":"{}"}}]},"finish_reason":"stop"}]}"#,
        ],
        &[
            "start: x a", "delta x: {}", "start: y a", "delta y: {}", "call: x a {}", "call: y a {}",
            "finished: ToolCalls",
        ],
    )
    .await;
}

#[tokio::test]
async fn one_id_for_two_calls_becomes_two_ids() {
    reads(
        &[r#"{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"x","function":{"name":"a"}},{"index":1,"id":"x","function":{"name":"b"}}]},"finish_reason":"tool_calls"}]}"#],
        &["start: x a", "start: call_2 b", "call: x a {}", "call: call_2 b {}", "finished: ToolCalls"],
    )
    .await;
}

#[tokio::test]
async fn a_repeated_id_and_name_is_the_same_call() {
    reads(
        &[
            r#"{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"x","function":{"name":"a","arguments":"{\"k\":"}}]}}]}"#,
            r#"{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"x","function":{"name":"a","arguments":"3}"}}]},"finish_reason":"stop"}]}"#,
        ],
        &["start: x a", r#"delta x: {"k":3}"#, r#"call: x a {"k":3}"#, "finished: ToolCalls"],
    )
    .await;
}

#[tokio::test]
async fn the_old_function_call_is_a_call() {
    reads(
        &[
            r#"{"choices":[{"delta":{"function_call":{"name":"a","arguments":"{"}}}]}"#,
            r#"{"choices":[{"delta":{"function_call":{"arguments":"}"}},"finish_reason":"function_call"}]}"#,
            "[DONE]",
        ],
        &["start: call_1 a", "delta call_1: {}", "call: call_1 a {}", "finished: ToolCalls"],
    )
    .await;
}

#[tokio::test]
async fn comments_and_empty_events_are_skipped() {
    let body = format!(
        ": OPENROUTER PROCESSING\n\ndata:\n\nevent: message\nid: 4\ndata: {}\n\n: x\n\ndata: {STOP}\r\n\r\n",
        r#"{"choices":[{"delta":{"content":"Hi"}}]}"#
    );
    assert_eq!(read(Reply::bytes(body.as_bytes())).await, ["text: Hi", "finished: Stop"]);
}

#[tokio::test]
async fn either_done_or_the_finish_reason_may_be_missing() {
    let hi = r#"{"choices":[{"delta":{"content":"Hi"},"finish_reason":null}]}"#;
    reads(&[hi, STOP], &["text: Hi", "finished: Stop"]).await;
    reads(&[hi, "[DONE]"], &["text: Hi", "finished: Stop"]).await;
    reads(&[hi], &["text: Hi", "error: the model's answer broke off; try again"]).await;
    reads(&["[DONE]"], &["error: the model's answer broke off; try again"]).await;
}

#[tokio::test]
async fn a_break_after_the_finish_reason_is_harmless() {
    let reply = Reply::events(&[r#"{"choices":[{"delta":{"content":"Hi"}}]}"#, STOP]).ending(End::Cut);
    assert_eq!(read(reply).await, ["text: Hi", "finished: Stop"]);
}

#[tokio::test]
async fn a_cut_in_the_middle_is_an_error() {
    let reply = Reply::events(&[r#"{"choices":[{"delta":{"content":"Hi"}}]}"#]).ending(End::Cut);
    assert_eq!(read(reply).await, ["text: Hi", "error: the model's answer broke off; try again"]);
}

#[tokio::test]
async fn an_error_inside_the_stream_is_an_error() {
    let reported = "error: the model's server reported a problem in the middle of its answer; try again";
    reads(&[r#"{"error":{"message":"secret detail"}}"#], &[reported]).await;
    reads(&[r#"{"choices":[{"delta":{"content":""},"finish_reason":"error"}]}"#], &[reported]).await;
    reads(
        &[r#"{"error":{"code":429,"message":"slow down"}}"#],
        &["error: the model's server received too many requests; try again later"],
    )
    .await;
}

#[tokio::test]
async fn an_answer_that_is_not_streamed_is_read_whole() {
    let reply = Reply::json(
        r#"{"choices":[{"index":0,"message":{"role":"assistant","content":"Hi","tool_calls":[{"id":"c","type":"function","function":{"name":"a","arguments":"{}"}}]},"finish_reason":"tool_calls"}],"usage":{"prompt_tokens":1,"completion_tokens":2}}"#,
    );
    let expected = ["text: Hi", "start: c a", "delta c: {}", "call: c a {}", "finished: ToolCalls 1+2"];
    assert_eq!(read(reply).await, expected);
}

#[tokio::test]
async fn garbage_is_reported() {
    let expected = "error: the model's server did not answer with a chat completion; check OPENAI_BASE_URL";
    reads(&["{oops"], &[expected]).await;
    reads(&["[1]"], &[expected]).await;
    assert_eq!(read(Reply::json("<html>")).await, [expected]);
    assert_eq!(read(Reply::bytes(b"data: \xff\xfe\n\n")).await, [expected]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn an_answer_can_be_split_anywhere(size in 1_usize..90, text in "\\PC{1,20}") {
        let content = serde_json::json!({"choices": [{"delta": {"content": text}}]}).to_string();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let lines = runtime.block_on(read(Reply::events(&[&content, STOP, "[DONE]"]).in_pieces_of(size)));
        prop_assert_eq!(lines, [format!("text: {text}"), "finished: Stop".to_owned()]);
    }
}
