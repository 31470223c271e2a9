//! Settings of traces. Their names are those of the OpenTelemetry specification.

use std::fmt;
use std::time::Duration;

use percent_encoding::percent_decode_str;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use saldo_settings::{Error as ConfigError, Layers, at_least_one, items, parsed, secret, settings, text};
use url::Url;

const MILLISECONDS: &str = "it must be a whole number of milliseconds, at least 1";

/// The settings of traces.
#[derive(Clone)]
pub struct TraceSettings {
    /// The address to which spans are sent.
    pub url: Url,
    /// Headers of each request, which may be secret.
    pub headers: HeaderMap,
    /// The name of this service.
    pub service: String,
    /// The share of traces that are sampled, between 0 and 1.
    pub share: f64,
    /// Maximum number of spans that wait to be sent.
    pub queue_max: usize,
    /// Maximum number of spans in one request.
    pub batch_max: usize,
    /// Longest wait of a span until it is sent.
    pub delay: Duration,
    /// Time limit of a request, and of the last one when the server stops.
    pub time_max: Duration,
}

/// Hides the headers.
impl fmt::Debug for TraceSettings {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "TraceSettings({}, {})", self.url, self.share)
    }
}

settings! {
    pub ALL:
    ENDPOINT: Option<Url> = parsed(
        "OTEL_EXPORTER_OTLP_ENDPOINT",
        "",
        "the collector of OpenTelemetry traces, such as `http://localhost:4318`; `/v1/traces` is added; empty: off",
        "it must be an address like http://localhost:4318, without a user name",
        |text| if text.is_empty() { Some(None) } else { endpoint(text).map(Some) },
    );
    HEADERS: Option<String> = secret(
        "OTEL_EXPORTER_OTLP_HEADERS",
        "headers of requests to the collector, such as `authorization=Bearer%20TOKEN`, separated by commas",
    );
    SERVICE: String = text("OTEL_SERVICE_NAME", "saldo", "the name of this service in traces");
    SHARE: f64 = parsed(
        "OTEL_TRACES_SAMPLER_ARG",
        "1",
        "the share of traces that are exported, from 0 to 1; a client that sends `traceparent` decides for its own",
        "it must be a number from 0 to 1",
        |text| text.parse().ok().filter(|share| (0.0..=1.0).contains(share)),
    );
    QUEUE_MAX: usize = at_least_one(
        "OTEL_BSP_MAX_QUEUE_SIZE",
        "2048",
        "spans that wait to be exported; further ones are dropped",
    );
    BATCH_MAX: usize = at_least_one("OTEL_BSP_MAX_EXPORT_BATCH_SIZE", "512", "spans in one request to the collector");
    DELAY: Duration = parsed(
        "OTEL_BSP_SCHEDULE_DELAY",
        "5000",
        "milliseconds that a span waits at most until it is exported",
        MILLISECONDS,
        milliseconds,
    );
    TIME_MAX: Duration = parsed(
        "OTEL_EXPORTER_OTLP_TIMEOUT",
        "10000",
        "milliseconds for one request to the collector, and for exporting the last spans when the server stops",
        MILLISECONDS,
        milliseconds,
    );
}

/// Reads these settings; `None` if traces are off.
///
/// # Errors
/// [`saldo_settings::Error::Malformed`] for a value that is not valid.
pub fn read(values: &Layers) -> Result<Option<TraceSettings>, ConfigError> {
    let Some(url) = values.get(&ENDPOINT)? else { return Ok(None) };
    let headers = values.get(&HEADERS)?.unwrap_or_default();
    let why = "it must be like name=value,name=value, with percent encoding";
    let headers = parse_headers(&headers).ok_or_else(|| values.malformed(&HEADERS, why))?;
    Ok(Some(TraceSettings {
        url,
        headers,
        service: values.get(&SERVICE)?,
        share: values.get(&SHARE)?,
        queue_max: values.get(&QUEUE_MAX)?,
        batch_max: values.get(&BATCH_MAX)?,
        delay: values.get(&DELAY)?,
        time_max: values.get(&TIME_MAX)?,
    }))
}

fn endpoint(text: &str) -> Option<Url> {
    let url: Url = format!("{}/v1/traces", text.trim_end_matches('/')).parse().ok()?;
    // A URL is printed in messages, so secrets belong into the headers.
    let is_plain = url.username().is_empty() && url.password().is_none() && url.query().is_none();
    let is_http = matches!(url.scheme(), "http" | "https") && url.has_host();
    (is_http && is_plain && url.fragment().is_none()).then_some(url)
}

fn milliseconds(text: &str) -> Option<Duration> {
    text.parse().ok().filter(|number| *number > 0).map(Duration::from_millis)
}

fn parse_headers(text: &str) -> Option<HeaderMap> {
    items(text).map(parse_header).collect()
}

fn parse_header(item: &str) -> Option<(HeaderName, HeaderValue)> {
    let (name, value) = item.split_once('=')?;
    let value = percent_decode_str(value.trim()).decode_utf8().ok()?;
    let mut value = HeaderValue::from_str(&value).ok()?;
    value.set_sensitive(true);
    Some((name.trim().parse().ok()?, value))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(values: &[(&str, &str)]) -> Result<Option<TraceSettings>, ConfigError> {
        read(&Layers::of_values(ALL, values).unwrap())
    }

    #[test]
    fn traces_are_off_without_an_endpoint() {
        assert!(of(&[("OTEL_TRACES_SAMPLER_ARG", "0.5")]).unwrap().is_none());
        let settings = of(&[
            ("OTEL_EXPORTER_OTLP_ENDPOINT", "https://collector.lan:4318/"),
            ("OTEL_EXPORTER_OTLP_HEADERS", "authorization=Bearer%20key, x-scope = home"),
        ]);
        let settings = settings.unwrap().unwrap();
        assert_eq!(settings.url.as_str(), "https://collector.lan:4318/v1/traces");
        assert_eq!(settings.headers["authorization"], "Bearer key");
        assert_eq!(settings.headers["x-scope"], "home");
        assert!(!format!("{settings:?} {:?}", settings.headers).contains("key"));
    }

    #[test]
    fn invalid_values_are_refused_without_showing_secrets() {
        let at = ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://localhost:4318");
        for wrong in ["localhost:4318", "ftp://host", "http://key:secret@host", "http://host?key=1"] {
            assert!(of(&[("OTEL_EXPORTER_OTLP_ENDPOINT", wrong)]).is_err(), "{wrong}");
        }
        for wrong in ["-0.1", "1.1", "NaN", "half"] {
            assert!(of(&[at, ("OTEL_TRACES_SAMPLER_ARG", wrong)]).is_err(), "{wrong}");
        }
        for (name, wrong) in [("OTEL_BSP_MAX_QUEUE_SIZE", "0"), ("OTEL_EXPORTER_OTLP_TIMEOUT", "0")] {
            assert!(of(&[at, (name, wrong)]).is_err(), "{name}");
        }
        let error = of(&[at, ("OTEL_EXPORTER_OTLP_HEADERS", "sesame")]).err().unwrap().to_string();
        assert!(error.contains("OTEL_EXPORTER_OTLP_HEADERS") && !error.contains("sesame"), "{error}");
    }
}
