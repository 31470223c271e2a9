//! A span while it runs, and what may be exported of it.

use std::fmt;
use std::time::{Duration, Instant, SystemTime};

use tracing::field::{Field, Visit};

use crate::context::SpanContext;

/// Attributes that are exported. Everything else is dropped, so that nothing private can be exported by
/// mistake.
const ATTRIBUTES: [&str; 12] = [
    "db.pool",
    "gen_ai.request.model",
    "gen_ai.response.finish_reason",
    "gen_ai.usage.input_tokens",
    "gen_ai.usage.output_tokens",
    "http.request.method",
    "http.response.status_code",
    "http.route",
    "saldo.attempt",
    "saldo.job.id",
    "saldo.outcome",
    "saldo.request.id",
];
/// Maximum characters of a text.
const CHARACTERS_MAX: usize = 128;

/// The role of a span, with its number in OTLP.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Internal = 1,
    Server = 2,
    Client = 3,
}

/// The value of an attribute.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Value {
    Text(String),
    Number(i64),
    Flag(bool),
}

/// A span: its times, its place in a trace, and its attributes.
#[derive(Debug)]
pub(crate) struct SpanRecord {
    pub(crate) context: SpanContext,
    pub(crate) parent: Option<u64>,
    pub(crate) name: String,
    pub(crate) kind: Kind,
    pub(crate) begun: SystemTime,
    pub(crate) since: Instant,
    pub(crate) took: Duration,
    pub(crate) shortest: Duration,
    pub(crate) is_failed: bool,
    pub(crate) attributes: Vec<(&'static str, Value)>,
}

impl SpanRecord {
    pub(crate) fn begin(name: &str, context: SpanContext, parent: Option<u64>) -> Self {
        Self {
            context,
            parent,
            name: name.to_owned(),
            kind: Kind::Internal,
            begun: SystemTime::now(),
            since: Instant::now(),
            took: Duration::ZERO,
            shortest: Duration::ZERO,
            is_failed: false,
            attributes: Vec::new(),
        }
    }

    fn put(&mut self, name: &'static str, value: Value) {
        if !ATTRIBUTES.contains(&name) {
            return;
        }
        match self.attributes.iter_mut().find(|(known, _)| *known == name) {
            Some((_, old)) => *old = value,
            None => self.attributes.push((name, value)),
        }
    }

    fn put_text(&mut self, name: &'static str, text: &str) {
        let text = || text.chars().take(CHARACTERS_MAX).collect();
        match name {
            "otel.name" => self.name = text(),
            "otel.kind" => {
                self.kind = match text().as_str() {
                    "server" => Kind::Server,
                    "client" => Kind::Client,
                    _ => Kind::Internal,
                };
            }
            name => self.put(name, Value::Text(text())),
        }
    }
}

impl Visit for SpanRecord {
    fn record_str(&mut self, field: &Field, value: &str) {
        self.put_text(field.name(), value);
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        match field.name() {
            "failed" => self.is_failed = value,
            name => self.put(name, Value::Flag(value)),
        }
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.put(field.name(), Value::Number(value));
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        match field.name() {
            "shortest_milliseconds" => self.shortest = Duration::from_millis(value),
            name => self.put(name, Value::Number(i64::try_from(value).unwrap_or(i64::MAX))),
        }
    }

    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.put_text(field.name(), &format!("{value:?}"));
    }
}
