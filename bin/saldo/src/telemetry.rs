//! Logs: one line per request, without secrets, statement texts and query strings.

use std::io::IsTerminal;
use std::time::Instant;

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::Next;
use tracing::field::{Field, Visit};
use tracing::level_filters::LevelFilter;
use tracing::{Event, Subscriber};
use tracing_subscriber::layer::{Context, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer, fmt};

use crate::config::Config;
use crate::metrics;

/// Log levels of libraries that log requests and answers, which are private to the user.
const SILENCED: &str = "async_openai=off,rmcp=error";

/// Starts logging to standard error.
///
/// # Errors
/// If the filter is malformed, or logging was already started.
pub fn start(config: &Config) -> anyhow::Result<()> {
    let filter = EnvFilter::try_new(format!("{},{SILENCED}", config.log_filter))?;
    let shows_strangers = filter.max_level_hint().is_none_or(|level| level >= LevelFilter::DEBUG);
    let strangers = (!shows_strangers).then_some(ClientErrorFilter);
    let registry = tracing_subscriber::registry().with(filter).with(strangers);
    if config.log_json {
        registry.with(fmt::layer().json().with_writer(std::io::stderr)).try_init()?;
    } else {
        let colours = std::io::stderr().is_terminal();
        registry.with(fmt::layer().with_ansi(colours).with_writer(std::io::stderr)).try_init()?;
    }
    Ok(())
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

/// Logs and counts each request when its answer begins: method, route (without the ids in the path), status,
/// time.
///
/// # Errors
/// Those of the handler, unchanged.
pub async fn log_requests(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, actix_web::Error> {
    let begun = Instant::now();
    let method = request.method().clone();
    let response = next.call(request).await?;
    let route = response.request().match_pattern().unwrap_or_else(|| "(web)".to_owned());
    metrics::count_request(&method, &route, response.status().as_u16(), begun.elapsed());
    tracing::info!(
        %method,
        route,
        status = response.status().as_u16(),
        milliseconds = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX),
        "request"
    );
    Ok(response)
}
