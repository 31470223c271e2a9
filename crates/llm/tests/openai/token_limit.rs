//! Fallback between the two names of the token limit.

use saldo_llm::openai::{OpenAi, Settings};
use saldo_llm::{LanguageModel, Request};
use serde_json::Value;

use crate::upstream::{Reply, Upstream};

const STOP: &str = r#"{"choices":[{"delta":{"content":"Hi"},"finish_reason":"stop"}]}"#;
/// Refusal of a newer OpenAI model that was sent the old name.
const NEWER: &str = r#"{"error":{"message":"Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.","type":"invalid_request_error","param":"max_tokens","code":"unsupported_parameter"}}"#;
/// Refusal of a strict server that knows only the old name.
const OLDER: &str = r#"{"detail":[{"type":"extra_forbidden","loc":["body","max_completion_tokens"],"msg":"Extra inputs are not permitted"}]}"#;
const TOO_LARGE: &str = r#"{"error":{"message":"max_tokens is too large: 100. This model supports at most 50.","param":"max_tokens"}}"#;

/// Returns the limits of the requests so far, as `name=tokens`.
fn limits(upstream: &Upstream) -> Vec<String> {
    let of = |(_, body): &(String, Value)| {
        ["max_tokens", "max_completion_tokens"]
            .into_iter()
            .find_map(|key| Some(format!("{key}={}", body.get(key)?)))
    };
    upstream.requests().iter().filter_map(of).collect()
}

async fn ask(model: &OpenAi, times: usize) -> Result<(), saldo_llm::Error> {
    for _ in 0..times {
        let request = Request { output_tokens_max: Some(100), ..Request::default() };
        drop(model.answer(request).await?);
    }
    Ok(())
}

#[tokio::test]
async fn a_server_that_refuses_the_old_name_is_asked_with_the_new_one_from_then_on() {
    let upstream =
        Upstream::start([Reply::status(400, &[], NEWER), Reply::events(&[STOP]), Reply::events(&[STOP])])
            .await;
    ask(&upstream.model(), 2).await.unwrap();
    assert_eq!(
        limits(&upstream),
        ["max_tokens=100", "max_completion_tokens=100", "max_completion_tokens=100"]
    );
}

#[tokio::test]
async fn a_server_that_refuses_the_new_name_later_is_asked_with_the_old_one_again() {
    let upstream = Upstream::start([
        Reply::status(400, &[], NEWER),
        Reply::events(&[STOP]),
        Reply::status(422, &[], OLDER),
        Reply::events(&[STOP]),
        Reply::events(&[STOP]),
    ])
    .await;
    ask(&upstream.model(), 3).await.unwrap();
    let [old, new] = ["max_tokens=100", "max_completion_tokens=100"];
    assert_eq!(limits(&upstream), [old, new, new, old, old]);
}

#[tokio::test]
async fn a_remote_server_is_asked_with_the_new_name_and_with_the_old_one_if_it_refuses_that() {
    let replies = [Reply::status(422, &[], OLDER), Reply::events(&[STOP]), Reply::events(&[STOP])];
    let upstream = Upstream::start(replies).await;
    // The address reaches this machine, but is not one of those that are known to be local.
    let base_url = upstream.base_url.replace("127.0.0.1", "0.0.0.0");
    let model = OpenAi::new(Settings::new(&base_url, "test-model", None).unwrap()).unwrap();
    assert!(model.is_remote());
    ask(&model, 2).await.unwrap();
    assert_eq!(limits(&upstream), ["max_completion_tokens=100", "max_tokens=100", "max_tokens=100"]);
}

#[tokio::test]
async fn a_limit_refused_under_both_names_reports_the_first_reason_and_is_tried_again() {
    let refusals = [TOO_LARGE, &TOO_LARGE.replace("max_tokens", "max_completion_tokens")];
    let replies = refusals.map(|body| Reply::status(400, &[], body));
    let upstream = Upstream::start(replies.into_iter().chain([Reply::events(&[STOP])])).await;
    let model = upstream.model();
    let error = ask(&model, 1).await.unwrap_err();
    assert!(error.with_reason().ends_with(": max_tokens is too large: 100. This model supports at most 50."));
    ask(&model, 1).await.unwrap();
    assert_eq!(limits(&upstream), ["max_tokens=100", "max_completion_tokens=100", "max_tokens=100"]);
}

#[tokio::test]
async fn an_unrelated_error_is_not_retried() {
    let body = r#"{"error":{"message":"tools are not supported, see max_tokens_of_tools"}}"#;
    for status in [400, 422, 500] {
        let upstream = Upstream::start([Reply::status(status, &[], body)]).await;
        ask(&upstream.model(), 1).await.unwrap_err();
        assert_eq!(upstream.requests().len(), 1, "{status}");
    }
}
