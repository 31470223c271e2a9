//! Counts of the requests to language models and of their tokens.

use metrics::counter;
use saldo_llm::{FinishReason, ModelEvents, RequestEnd, Usage};

const REQUESTS: &str = "saldo_model_requests_total";
const TOKENS: &str = "saldo_model_tokens_total";
const FAILED: &str = "failed";
const CANCELED: &str = "canceled";

/// Counts the requests to models, and their tokens.
pub struct CountedModels;

impl ModelEvents for CountedModels {
    fn ended(&self, end: RequestEnd) {
        let (outcome, usage) = match end {
            RequestEnd::Finished { reason, usage } => (label(reason), usage),
            RequestEnd::Failed => (FAILED, None),
            RequestEnd::Canceled => (CANCELED, None),
        };
        counter!(REQUESTS, "outcome" => outcome).increment(1);
        if let Some(Usage { input_tokens, output_tokens }) = usage {
            for (kind, tokens) in [("prompt", input_tokens), ("completion", output_tokens)] {
                counter!(TOKENS, "kind" => kind, "outcome" => outcome).increment(tokens);
            }
        }
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
