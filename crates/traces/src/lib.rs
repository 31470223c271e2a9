#![doc = include_str!("../README.md")]

mod context;
mod error;
mod export;
mod layer;
mod otlp;
mod record;
pub mod settings;

pub use error::Error;
pub use export::{Exporter, RunningExporter};
pub use layer::SpanLayer;
pub use settings::TraceSettings;

/// The target of spans that are exported. All other spans and all events are ignored.
pub const TARGET: &str = "saldo::traces";

/// Creates a layer that collects spans, and the exporter that sends them.
///
/// # Errors
/// [`Error::Client`] if this machine has no certificates to verify servers with.
pub fn open(settings: &TraceSettings) -> Result<(SpanLayer, Exporter), Error> {
    let (sender, receiver) = tokio::sync::mpsc::channel(settings.queue_max);
    let layer = SpanLayer::new(sender, settings.share);
    let exporter = Exporter::new(settings, receiver, layer.dropped())?;
    Ok((layer, exporter))
}
