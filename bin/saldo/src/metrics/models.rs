//! Counts of the requests to language models and of their tokens.

use async_trait::async_trait;
use futures::StreamExt;
use metrics::counter;
use saldo_llm::{Answer, Chunk, FinishReason, LanguageModel, Request, Result, Usage};

const REQUESTS: &str = "saldo_model_requests_total";
const TOKENS: &str = "saldo_model_tokens_total";
const FAILED: &str = "failed";
const CANCELED: &str = "canceled";

/// A model whose requests and tokens are counted.
pub struct CountedModel<M>(pub M);

#[async_trait]
impl<M: LanguageModel> LanguageModel for CountedModel<M> {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn is_remote(&self) -> bool {
        self.0.is_remote()
    }

    fn is_bounded(&self) -> bool {
        self.0.is_bounded()
    }

    fn host(&self) -> Option<String> {
        self.0.host()
    }

    fn request_bytes(&self, request: &Request) -> usize {
        self.0.request_bytes(request)
    }

    async fn answer(&self, request: Request) -> Result<Answer> {
        let mut count = RequestCount { is_counted: false };
        let answer = self.0.answer(request).await.inspect_err(|_| count.end(FAILED, None))?;
        Ok(Box::pin(answer.inspect(move |chunk| match chunk {
            Ok(Chunk::Finished { reason, usage }) => count.end(label(*reason), *usage),
            Err(_) => count.end(FAILED, None),
            Ok(_) => {}
        })))
    }
}

/// A request that is counted at its end, or as canceled when dropped before.
struct RequestCount {
    is_counted: bool,
}

impl RequestCount {
    fn end(&mut self, outcome: &'static str, usage: Option<Usage>) {
        if std::mem::replace(&mut self.is_counted, true) {
            return;
        }
        counter!(REQUESTS, "outcome" => outcome).increment(1);
        if let Some(Usage { input_tokens, output_tokens }) = usage {
            for (kind, tokens) in [("prompt", input_tokens), ("completion", output_tokens)] {
                counter!(TOKENS, "kind" => kind, "outcome" => outcome).increment(tokens);
            }
        }
    }
}

impl Drop for RequestCount {
    fn drop(&mut self) {
        self.end(CANCELED, None);
    }
}

const fn label(reason: FinishReason) -> &'static str {
    match reason {
        FinishReason::Stop => "stop",
        FinishReason::Length => "length",
        FinishReason::ToolCalls => "tool_calls",
        FinishReason::ContentFilter => "content_filter",
        FinishReason::Other => "other",
    }
}

/// Begins all counters at 0, so that Prometheus sees the first request.
pub(super) fn begin() {
    use FinishReason::{ContentFilter, Length, Other, Stop, ToolCalls};
    for outcome in [Stop, Length, ToolCalls, ContentFilter, Other].map(label) {
        counter!(REQUESTS, "outcome" => outcome).absolute(0);
        for kind in ["prompt", "completion"] {
            counter!(TOKENS, "kind" => kind, "outcome" => outcome).absolute(0);
        }
    }
    for outcome in [FAILED, CANCELED] {
        counter!(REQUESTS, "outcome" => outcome).absolute(0);
    }
}
