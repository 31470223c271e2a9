//! OTLP in JSON: the body of a request to `/v1/traces`.

use std::time::UNIX_EPOCH;

use serde_json::{Value as Json, json};

use crate::record::{SpanRecord, Value};

/// `STATUS_CODE_ERROR`.
const ERROR: u8 = 2;
/// The bit of `flags` that says that the trace is sampled.
const SAMPLED: u8 = 1;

/// Returns the body for a batch of spans.
pub(crate) fn body(service: &str, spans: &[SpanRecord]) -> String {
    let text = |name: &str, value: &str| json!({ "key": name, "value": { "stringValue": value } });
    let version = env!("CARGO_PKG_VERSION");
    let body = json!({
        "resourceSpans": [{
            "resource": { "attributes": [text("service.name", service), text("service.version", version)] },
            "scopeSpans": [{
                "scope": { "name": "saldo", "version": version },
                "spans": spans.iter().map(span).collect::<Vec<_>>(),
            }],
        }],
    });
    body.to_string()
}

fn span(record: &SpanRecord) -> Json {
    let begun = record.begun.duration_since(UNIX_EPOCH).unwrap_or_default();
    let ended = begun.saturating_add(record.took);
    let attributes =
        record.attributes.iter().map(|(name, value)| json!({ "key": name, "value": any(value) }));
    let mut span = json!({
        "traceId": format!("{:032x}", record.context.trace),
        "spanId": format!("{:016x}", record.context.span),
        "flags": SAMPLED,
        "name": record.name,
        "kind": record.kind as u8,
        // 64-bit numbers are texts in this format.
        "startTimeUnixNano": begun.as_nanos().to_string(),
        "endTimeUnixNano": ended.as_nanos().to_string(),
        "attributes": attributes.collect::<Vec<_>>(),
    });
    if let Some(parent) = record.parent {
        span["parentSpanId"] = format!("{parent:016x}").into();
    }
    if record.is_failed {
        span["status"] = json!({ "code": ERROR });
    }
    span
}

fn any(value: &Value) -> Json {
    match value {
        Value::Text(text) => json!({ "stringValue": text }),
        Value::Number(number) => json!({ "intValue": number.to_string() }),
        Value::Flag(flag) => json!({ "boolValue": flag }),
    }
}
