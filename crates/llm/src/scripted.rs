//! A scripted language model for tests.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};

use async_trait::async_trait;
use futures_core::Stream;

use crate::{Answer, Chunk, FinishReason, LanguageModel, Request, Result, ToolCall};

/// A model that answers each request with the next turn of its script, and records the requests.
///
/// Requests after the last turn get an answer without chunks.
///
/// ```
/// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
/// use futures::StreamExt;
/// use saldo_llm::scripted::{Scripted, Turn};
/// use saldo_llm::{Chunk, LanguageModel, Request};
///
/// let model = Scripted::new([Turn::text("Hello")]);
/// let mut answer = model.answer(Request::default()).await.unwrap();
/// assert_eq!(answer.next().await.unwrap().unwrap(), Chunk::Text("Hello".to_owned()));
/// # });
/// ```
#[derive(Debug)]
pub struct Scripted {
    turns: Mutex<VecDeque<Turn>>,
    requests: Mutex<Vec<Request>>,
    dropped: Arc<AtomicUsize>,
}

/// One answer of a script.
#[derive(Debug)]
pub struct Turn {
    start: Result<()>,
    chunks: Vec<Result<Chunk>>,
    silent_at_end: bool,
}

impl Turn {
    /// An answer of text.
    #[must_use]
    pub fn text(text: &str) -> Self {
        let finished = Chunk::Finished { reason: FinishReason::Stop, usage: None };
        Self::chunks([Ok(Chunk::Text(text.to_owned())), Ok(finished)])
    }

    /// An answer that calls tools, each given as name and input. The calls have the ids `call_1`, `call_2`,
    /// ….
    #[must_use]
    pub fn calls<'a>(calls: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let mut chunks = Vec::new();
        for (index, (name, arguments)) in calls.into_iter().enumerate() {
            let id = format!("call_{}", index + 1);
            chunks.push(Ok(Chunk::CallStarted { id: id.clone(), name: name.to_owned() }));
            chunks.push(Ok(Chunk::CallDelta { id: id.clone(), delta: arguments.to_owned() }));
            let call = ToolCall { id, name: name.to_owned(), arguments: arguments.to_owned() };
            chunks.push(Ok(Chunk::Call(call)));
        }
        chunks.push(Ok(Chunk::Finished { reason: FinishReason::ToolCalls, usage: None }));
        Self::chunks(chunks)
    }

    /// An answer of exactly these chunks.
    #[must_use]
    pub fn chunks(chunks: impl IntoIterator<Item = Result<Chunk>>) -> Self {
        Self { start: Ok(()), chunks: chunks.into_iter().collect(), silent_at_end: false }
    }

    /// A failure before the first chunk.
    #[must_use]
    pub fn failure(error: crate::Error) -> Self {
        Self { start: Err(error), chunks: Vec::new(), silent_at_end: false }
    }

    /// Returns the turn with an answer that stays open after its last chunk.
    #[must_use]
    pub fn then_silence(mut self) -> Self {
        self.silent_at_end = true;
        self
    }
}

impl Scripted {
    /// Creates a model with this script.
    #[must_use]
    pub fn new(turns: impl IntoIterator<Item = Turn>) -> Self {
        Self {
            turns: Mutex::new(turns.into_iter().collect()),
            requests: Mutex::default(),
            dropped: Arc::default(),
        }
    }

    /// Returns all requests so far.
    #[must_use]
    pub fn requests(&self) -> Vec<Request> {
        self.requests.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns the number of answers dropped so far, finished or not.
    #[must_use]
    pub fn answers_dropped(&self) -> usize {
        self.dropped.load(Ordering::SeqCst)
    }
}

#[async_trait]
impl LanguageModel for Scripted {
    fn name(&self) -> &'static str {
        "scripted"
    }

    async fn answer(&self, request: Request) -> Result<Answer> {
        self.requests.lock().unwrap_or_else(PoisonError::into_inner).push(request);
        let turn = self.turns.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        let turn = turn.unwrap_or_else(|| Turn::chunks([]));
        turn.start?;
        Ok(Box::pin(ScriptedStream {
            chunks: turn.chunks.into(),
            silent_at_end: turn.silent_at_end,
            dropped: Arc::clone(&self.dropped),
        }))
    }
}

struct ScriptedStream {
    chunks: VecDeque<Result<Chunk>>,
    silent_at_end: bool,
    dropped: Arc<AtomicUsize>,
}

impl Stream for ScriptedStream {
    type Item = Result<Chunk>;

    fn poll_next(self: std::pin::Pin<&mut Self>, _context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = self.get_mut();
        match this.chunks.pop_front() {
            None if this.silent_at_end => Poll::Pending,
            next => Poll::Ready(next),
        }
    }
}

impl Drop for ScriptedStream {
    fn drop(&mut self) {
        self.dropped.fetch_add(1, Ordering::SeqCst);
    }
}
