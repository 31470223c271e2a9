//! Dropping an answer stops the request.

use futures::StreamExt;
use saldo_llm::{Chunk, LanguageModel, Request};

use crate::upstream::{End, Reply, Upstream};

#[tokio::test]
async fn dropping_an_answer_closes_the_connection() {
    let delta = r#"{"choices":[{"delta":{"content":"Hi"}}]}"#;
    let mut upstream = Upstream::start([Reply::events(&[delta]).ending(End::Silence)]).await;
    let mut answer = upstream.model().answer(Request::default()).await.unwrap();
    assert_eq!(answer.next().await.unwrap().unwrap(), Chunk::Text("Hi".to_owned()));
    drop(answer);
    upstream.client_hung_up().await;
}

#[tokio::test]
async fn dropping_a_request_before_the_answer_closes_the_connection() {
    let mut upstream = Upstream::start([Reply::bytes(b"").ending(End::Silence)]).await;
    let model = upstream.model();
    let asking = tokio::spawn(async move {
        let mut answer = model.answer(Request::default()).await.unwrap();
        answer.next().await.is_none()
    });
    while upstream.requests().is_empty() {
        tokio::task::yield_now().await;
    }
    asking.abort();
    upstream.client_hung_up().await;
}
