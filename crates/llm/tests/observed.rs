//! Tests of the model whose requests are reported.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::sync::{Arc, Mutex};

use futures::StreamExt;
use saldo_llm::scripted::{Scripted, Turn};
use saldo_llm::{
    Chunk, Error, FinishReason, LanguageModel, ModelEvents, ObservedModel, Request, RequestEnd, Usage,
};

#[derive(Default)]
struct Ends(Mutex<Vec<RequestEnd>>);

impl ModelEvents for Ends {
    fn ended(&self, end: RequestEnd) {
        self.0.lock().unwrap().push(end);
    }
}

/// Reads this many chunks of each answer of a script, and returns the reported ends.
async fn ends(turns: Vec<Turn>, chunks: usize) -> Vec<RequestEnd> {
    let (ends, count) = (Arc::new(Ends::default()), turns.len());
    let model = ObservedModel::new(Scripted::new(turns), ends.clone());
    for _ in 0..count {
        if let Ok(answer) = model.answer(Request::default()).await {
            answer.take(chunks).collect::<Vec<_>>().await;
        }
    }
    let ends = ends.0.lock().unwrap();
    ends.clone()
}

#[tokio::test]
async fn a_finished_answer_is_reported_once_with_its_tokens() {
    let (reason, usage) = (FinishReason::Length, Some(Usage { input_tokens: 7, output_tokens: 3 }));
    let chunks = [Ok(Chunk::Text("Hello".to_owned())), Ok(Chunk::Finished { reason, usage })];
    assert_eq!(ends(vec![Turn::chunks(chunks)], 9).await, [RequestEnd::Finished { reason, usage }]);
}

#[tokio::test]
async fn failures_before_and_in_an_answer_are_reported_once() {
    let late = Turn::chunks([Ok(Chunk::Text("Hel".to_owned())), Err(Error::TimedOut)]);
    let turns = vec![Turn::failure(Error::TimedOut), late];
    assert_eq!(ends(turns, 9).await, [RequestEnd::Failed, RequestEnd::Failed]);
}

#[tokio::test]
async fn an_answer_that_is_dropped_before_its_end_is_canceled() {
    assert_eq!(ends(vec![Turn::text("Hello")], 1).await, [RequestEnd::Canceled]);
    assert_eq!(ends(vec![Turn::text("Hello"), Turn::text("Hello")], 0).await, [RequestEnd::Canceled; 2]);
}

#[test]
fn an_observed_model_is_otherwise_the_same() {
    let (model, plain) =
        (ObservedModel::new(Scripted::new([]), Arc::new(Ends::default())), Scripted::new([]));
    assert_eq!((model.name(), model.is_remote()), (plain.name(), plain.is_remote()));
    assert_eq!((model.is_bounded(), model.host()), (plain.is_bounded(), plain.host()));
    let request = Request { system: "Be brief.".to_owned(), ..Request::default() };
    assert_eq!(model.request_bytes(&request), plain.request_bytes(&request));
}
