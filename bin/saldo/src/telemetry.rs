//! Logs and traces: one line and one span per request, without secrets, statement texts and query strings.

use std::io::IsTerminal;
use std::time::Instant;

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::Next;
use saldo_domain::{Clock, Id, SystemClock};
use saldo_traces::{RunningExporter, TARGET};
use tracing::field::{Field, Visit};
use tracing::level_filters::LevelFilter;
use tracing::{Event, Instrument, Span, Subscriber, field};
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::layer::{Context, SubscriberExt};
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer, fmt};

use crate::config::Config;
use crate::{metrics, setup};

/// Log levels of libraries that log requests and answers, which are private to the user, and of spans for
/// traces, which are no part of the log.
const SILENCED: &str = "async_openai=off,rmcp=error,saldo::traces=off";

/// Starts logging to standard error.
///
/// # Errors
/// If the filter is malformed, or logging was already started.
pub fn start(config: &Config) -> anyhow::Result<()> {
    let (filter, strangers) = filters(config)?;
    Ok(tracing_subscriber::registry().with(filter).with(strangers).with(lines(config)).try_init()?)
}

/// Starts logging to standard error and, if the settings enable it, exporting traces.
///
/// # Errors
/// As for [`start`], or if this machine has no certificates to verify the collector with.
pub fn start_with_traces(config: &Config) -> anyhow::Result<Option<RunningExporter>> {
    let Some(traces) = &config.traces else { return start(config).map(|()| None) };
    setup::install_tls();
    let (filter, strangers) = filters(config)?;
    let (spans, exporter) = saldo_traces::open(traces)?;
    let spans = spans.with_filter(filter_fn(|metadata| metadata.is_span() && metadata.target() == TARGET));
    let log = lines(config).with_filter(filter);
    tracing_subscriber::registry().with(strangers).with(log).with(spans).try_init()?;
    Ok(Some(exporter.start()))
}

fn filters(config: &Config) -> anyhow::Result<(EnvFilter, Option<ClientErrorFilter>)> {
    let filter = EnvFilter::try_new(format!("{},{SILENCED}", config.log_filter))?;
    let shows_strangers = filter.max_level_hint().is_none_or(|level| level >= LevelFilter::DEBUG);
    Ok((filter, (!shows_strangers).then_some(ClientErrorFilter)))
}

/// Writes the log to standard error.
fn lines<S>(config: &Config) -> Box<dyn Layer<S> + Send + Sync>
where
    S: Subscriber + for<'span> LookupSpan<'span>,
{
    if config.log_json {
        return fmt::layer().json().with_writer(std::io::stderr).boxed();
    }
    fmt::layer().with_ansi(std::io::stderr().is_terminal()).with_writer(std::io::stderr).boxed()
}

/// Drops events about connections that break off or send invalid HTTP. Anyone can cause them in any number.
struct ClientErrorFilter;

impl<S: Subscriber> Layer<S> for ClientErrorFilter {
    fn event_enabled(&self, event: &Event<'_>, _: Context<'_, S>) -> bool {
        let is_of_connections = event.metadata().target().starts_with("actix_http::h1");
        let mut message = Message(String::new());
        if is_of_connections {
            event.record(&mut message);
        }
        !message.0.starts_with("stream error: ")
    }
}

/// The message of an event.
struct Message(String);

impl Visit for Message {
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        if field.name() == "message" {
            self.0 = format!("{value:?}");
        }
    }
}

/// Begins the span of a request. It does nothing unless traces are exported.
fn request_span(request: &ServiceRequest) -> Span {
    let given = request.headers().get("traceparent").and_then(|value| value.to_str().ok());
    tracing::info_span!(
        target: TARGET,
        "request",
        traceparent = given,
        otel.name = field::Empty,
        otel.kind = "server",
        failed = field::Empty,
        http.request.method = metrics::method_label(request.method()),
        http.route = field::Empty,
        http.response.status_code = field::Empty,
        saldo.request.id = field::Empty,
    )
}

/// Logs, counts and traces each request until its answer begins: method, route (without the ids in the path),
/// status, time.
///
/// # Errors
/// Those of the handler, unchanged.
pub async fn log_requests(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, actix_web::Error> {
    let begun = Instant::now();
    let method = request.method().clone();
    let span = request_span(&request);
    // In the log and in the trace, so that one leads to the other.
    let id = (!span.is_disabled()).then(|| Id::<Span>::new(SystemClock.now()).to_string());
    let response = next.call(request).instrument(span.clone()).await?;
    let route = response.request().match_pattern().unwrap_or_else(|| "(web)".to_owned());
    let status = response.status().as_u16();
    metrics::count_request(&method, &route, status, begun.elapsed());
    if let Some(id) = &id {
        span.record("otel.name", format!("{} {route}", metrics::method_label(&method)));
        span.record("http.route", &route);
        span.record("http.response.status_code", status);
        span.record("saldo.request.id", id);
        span.record("failed", status >= 500);
    }
    tracing::info!(
        %method,
        route,
        status,
        request = id,
        milliseconds = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX),
        "request"
    );
    Ok(response)
}
