//! A model whose requests are reported, for metrics and traces.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use async_trait::async_trait;
use futures_core::Stream;
use tracing::Span;
use tracing::field::Empty;

use crate::{Answer, Chunk, FinishReason, LanguageModel, Request, Result, Usage};

/// The end of a request to a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RequestEnd {
    /// The model finished its answer.
    Finished {
        /// The reason why the model stopped.
        reason: FinishReason,
        /// The tokens used, if the provider reports them.
        usage: Option<Usage>,
    },
    /// The request or its answer failed.
    Failed,
    /// The answer was dropped before its end.
    Canceled,
}

/// Receives the ends of requests.
pub trait ModelEvents: Send + Sync {
    /// Reports the end of a request, once for each.
    fn ended(&self, end: RequestEnd);
}

/// A model that reports the end of each request.
pub struct ObservedModel<M> {
    model: M,
    events: Arc<dyn ModelEvents>,
}

impl<M> ObservedModel<M> {
    /// Reports the requests to `model` to `events`.
    #[must_use]
    pub fn new(model: M, events: Arc<dyn ModelEvents>) -> Self {
        Self { model, events }
    }
}

#[async_trait]
impl<M: LanguageModel> LanguageModel for ObservedModel<M> {
    fn name(&self) -> &str {
        self.model.name()
    }

    fn is_remote(&self) -> bool {
        self.model.is_remote()
    }

    fn is_bounded(&self) -> bool {
        self.model.is_bounded()
    }

    fn host(&self) -> Option<String> {
        self.model.host()
    }

    fn request_bytes(&self, request: &Request) -> usize {
        self.model.request_bytes(request)
    }

    async fn answer(&self, request: Request) -> Result<Answer> {
        let span = tracing::info_span!(
            target: "saldo::traces",
            "model request",
            otel.kind = "client",
            gen_ai.request.model = self.name(),
            gen_ai.response.finish_reason = Empty,
            gen_ai.usage.input_tokens = Empty,
            gen_ai.usage.output_tokens = Empty,
            saldo.outcome = Empty,
            failed = Empty,
        );
        let mut running = Running { events: self.events.clone(), span, is_over: false };
        let answer = self.model.answer(request).await.inspect_err(|_| running.end(RequestEnd::Failed))?;
        Ok(Box::pin(ObservedAnswer { answer, running }))
    }
}

/// An answer whose end is reported.
struct ObservedAnswer {
    answer: Answer,
    running: Running,
}

impl Stream for ObservedAnswer {
    type Item = Result<Chunk>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Chunk>>> {
        let polled = self.answer.as_mut().poll_next(context);
        match &polled {
            Poll::Ready(Some(Ok(Chunk::Finished { reason, usage }))) => {
                self.running.end(RequestEnd::Finished { reason: *reason, usage: *usage });
            }
            Poll::Ready(Some(Err(_))) => self.running.end(RequestEnd::Failed),
            _ => {}
        }
        polled
    }
}

/// A request, whose end is reported once: as canceled if this is dropped before.
struct Running {
    events: Arc<dyn ModelEvents>,
    span: Span,
    is_over: bool,
}

impl Running {
    fn end(&mut self, end: RequestEnd) {
        if !std::mem::replace(&mut self.is_over, true) {
            trace(&self.span, end);
            self.events.ended(end);
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.end(RequestEnd::Canceled);
    }
}

/// Records the end of a request in its span.
fn trace(span: &Span, end: RequestEnd) {
    let outcome = match end {
        RequestEnd::Finished { reason, usage } => {
            span.record("gen_ai.response.finish_reason", tracing::field::debug(reason));
            if let Some(Usage { input_tokens, output_tokens }) = usage {
                span.record("gen_ai.usage.input_tokens", input_tokens);
                span.record("gen_ai.usage.output_tokens", output_tokens);
            }
            "finished"
        }
        RequestEnd::Failed => {
            span.record("failed", true);
            "failed"
        }
        RequestEnd::Canceled => "canceled",
    };
    span.record("saldo.outcome", outcome);
}
