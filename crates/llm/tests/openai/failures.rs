//! Error messages: one for each failure, without address or key. The server's reason is shown shortened.

use std::time::Duration;

use saldo_llm::Error;
use saldo_llm::openai::{OpenAi, Settings};
use tokio::net::TcpListener;

use crate::upstream::{End, Reply, Upstream, chunks, hasty, read};

#[tokio::test]
async fn every_status_has_its_own_message() {
    let body = r#"{"error":{"message":"sk-secret at http://internal"}}"#;
    let mut lines = Vec::new();
    for status in [400, 401, 402, 403, 404, 413, 418, 429, 500, 502, 503] {
        let said = read(Reply::status(status, &[], body)).await;
        assert_eq!(said.len(), 1);
        assert!(!said[0].contains("secret") && !said[0].contains("internal"), "{}", said[0]);
        lines.push(format!("{status} {}", said[0]));
    }
    insta::assert_snapshot!(lines.join("\n"));
}

#[tokio::test]
async fn a_refusal_shows_the_server_s_own_reason_shortened() {
    let long = "tools are not supported by this model; ".repeat(20);
    let body = serde_json::json!({ "error": { "message": long } }).to_string();
    for (status, beginning) in [
        (400, "the model's server refused the request (status 400): tools are not supported"),
        (
            403,
            "the API key may not use this model; check OPENAI_MODEL and the permissions of the key; the \
             server's reason: tools",
        ),
        (
            500,
            "the model's server has a problem (status 500); try again later; the server's reason: tools are not",
        ),
    ] {
        let upstream = Upstream::start([Reply::status(status, &[], &body)]).await;
        let error = chunks(&upstream.model()).await.1.unwrap();
        let shown = error.with_reason();
        assert!(shown.starts_with(beginning), "{shown}");
        assert!(shown.len() < 330 && shown.ends_with('…'), "{shown}");
        assert!(!error.to_string().contains("not supported by"), "a log shows no reason: {error}");
    }
    let upstream = Upstream::start([Reply::events(&[r#"{"error":{"message":"the GPU is gone"}}"#])]).await;
    let shown = chunks(&upstream.model()).await.1.unwrap().with_reason();
    assert!(shown.ends_with("; the server's reason: the GPU is gone"), "{shown}");
}

#[tokio::test]
async fn an_error_code_refines_the_status() {
    let quota = read(Reply::status(429, &[], r#"{"error":{"code":"insufficient_quota"}}"#)).await;
    assert!(quota[0].contains("no credit left"), "{}", quota[0]);
    let long = read(Reply::status(400, &[], r#"{"error":{"code":"context_length_exceeded"}}"#)).await;
    assert!(long[0].contains("too long for this model"), "{}", long[0]);
    let html = read(Reply::status(502, &[], "<html><body>bad gateway")).await;
    assert!(html[0].contains("status 502"), "{}", html[0]);
}

#[tokio::test]
async fn a_redirect_is_not_followed() {
    let said = read(Reply::status(307, &["location: http://elsewhere.example/"], "")).await;
    assert!(said[0].contains("status 307"), "{}", said[0]);
}

#[tokio::test]
async fn a_retry_after_header_is_respected() {
    let stop = r#"{"choices":[{"delta":{"content":"Hi"},"finish_reason":"stop"}]}"#;
    let upstream =
        Upstream::start([Reply::status(429, &["retry-after-ms: 1"], "{}"), Reply::events(&[stop])]).await;
    let (chunks, error) = chunks(&upstream.model()).await;
    assert!(error.is_none());
    assert_eq!(chunks.len(), 2);
    assert_eq!(upstream.requests().len(), 2);
}

#[tokio::test]
async fn a_wait_above_the_limit_is_reported_instead() {
    let upstream = Upstream::start([Reply::status(429, &["retry-after: 300"], "{}")]).await;
    let (_, error) = chunks(&upstream.model()).await;
    let error = error.unwrap();
    assert!(
        matches!(error, Error::RateLimited { retry_after: Some(wait) } if wait == Duration::from_mins(5))
    );
    assert_eq!(error.to_string(), "the model's server received too many requests; try again in 5 minutes");
    assert_eq!(upstream.requests().len(), 1);
}

#[tokio::test]
async fn a_server_that_is_not_there_is_unreachable() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    drop(listener);
    let settings = Settings::new(&format!("http://{address}/v1?key=sk-secret"), "m", None).unwrap();
    let (_, error) = chunks(&OpenAi::new(settings).unwrap()).await;
    let error = error.unwrap();
    assert!(matches!(error, Error::Unreachable(_)));
    assert!(!format!("{error:?}").contains("sk-secret"), "{error:?}");
}

#[tokio::test]
async fn a_closed_connection_is_distinguished_from_an_unreachable_server() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((socket, _)) = listener.accept().await {
            drop(socket);
        }
    });
    let settings = Settings::new(&format!("http://{address}/v1"), "m", None).unwrap();
    let (_, error) = chunks(&OpenAi::new(settings).unwrap()).await;
    assert!(matches!(error, Some(Error::CutOff)), "{error:?}");
}

#[tokio::test]
async fn a_silent_server_times_out() {
    let before_anything = Reply::bytes(b"").ending(End::Silence);
    let midway = Reply::events(&[r#"{"choices":[{"delta":{"content":"Hi"}}]}"#]).ending(End::Silence);
    for reply in [before_anything, midway] {
        let upstream = Upstream::start([reply]).await;
        let (_, error) = chunks(&OpenAi::new(hasty(upstream.settings())).unwrap()).await;
        assert!(matches!(error, Some(Error::TimedOut)), "{error:?}");
    }
}

#[tokio::test]
async fn an_endless_answer_ends_at_the_limit() {
    let delta = r#"{"choices":[{"delta":{"content":"more "}}]}"#;
    let upstream = Upstream::start([Reply::events(&[delta; 100])]).await;
    let mut settings = upstream.settings();
    settings.limits.answer_bytes_max = 1_000;
    let (_, error) = chunks(&OpenAi::new(settings).unwrap()).await;
    assert!(matches!(error, Some(Error::AnswerTooLong)), "{error:?}");
}
