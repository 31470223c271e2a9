//! Logs: one line a request, no secrets, no statement text, no query strings.

use std::io::IsTerminal;
use std::time::Instant;

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::Next;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::config::Config;

/// Logged at no other level, whatever is wished: this library logs what is asked and answered, which is the person's.
const SILENCED: &str = "rmcp=error";

/// Starts logging to standard error.
///
/// # Errors
/// When the filter is malformed, or logging was started before.
pub fn start(config: &Config) -> anyhow::Result<()> {
    let filter = EnvFilter::try_new(format!("{},{SILENCED}", config.log_filter))?;
    let registry = tracing_subscriber::registry().with(filter);
    if config.log_json {
        registry.with(fmt::layer().json().with_writer(std::io::stderr)).try_init()?;
    } else {
        let colours = std::io::stderr().is_terminal();
        registry.with(fmt::layer().with_ansi(colours).with_writer(std::io::stderr)).try_init()?;
    }
    Ok(())
}

/// Logs each request when its answer begins: method, route (not the path with its ids), status, time.
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
    tracing::info!(
        %method,
        route,
        status = response.status().as_u16(),
        milliseconds = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX),
        "request"
    );
    Ok(response)
}
