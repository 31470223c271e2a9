//! The layer of `tracing` that collects spans.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::mpsc::Sender;
use tracing::Subscriber;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::Context;
use tracing_subscriber::registry::LookupSpan;

use crate::TARGET;
use crate::context::SpanContext;
use crate::record::SpanRecord;

/// Collects spans with the target [`TARGET`], and queues them for export when they end.
pub struct SpanLayer {
    queue: Sender<SpanRecord>,
    share: f64,
    dropped: Arc<AtomicU64>,
}

impl SpanLayer {
    pub(crate) fn new(queue: Sender<SpanRecord>, share: f64) -> Self {
        Self { queue, share, dropped: Arc::default() }
    }

    /// Returns the counter of spans that found the queue full.
    pub(crate) fn dropped(&self) -> Arc<AtomicU64> {
        self.dropped.clone()
    }
}

impl<S: Subscriber + for<'span> LookupSpan<'span>> Layer<S> for SpanLayer {
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        if attributes.metadata().target() != TARGET {
            return;
        }
        let Some(span) = context.span(id) else { return };
        let outer = span.scope().skip(1).find_map(|outer| {
            let extensions = outer.extensions();
            extensions.get::<SpanRecord>().map(|record| record.context)
        });
        let outer = outer.or_else(|| {
            let mut remote = Remote(None);
            attributes.record(&mut remote);
            remote.0
        });
        let place = outer.map_or_else(|| SpanContext::root(self.share), SpanContext::child);
        let mut record =
            SpanRecord::begin(attributes.metadata().name(), place, outer.map(|outer| outer.span));
        if place.is_sampled {
            attributes.record(&mut record);
        }
        span.extensions_mut().insert(record);
    }

    fn on_record(&self, id: &Id, values: &Record<'_>, context: Context<'_, S>) {
        let Some(span) = context.span(id) else { return };
        let mut extensions = span.extensions_mut();
        let record = extensions.get_mut::<SpanRecord>().filter(|record| record.context.is_sampled);
        if let Some(record) = record {
            values.record(record);
        }
    }

    fn on_close(&self, id: Id, context: Context<'_, S>) {
        let Some(span) = context.span(&id) else { return };
        let Some(mut record) = span.extensions_mut().remove::<SpanRecord>() else { return };
        record.took = record.since.elapsed();
        let is_wanted = record.context.is_sampled && record.took >= record.shortest;
        // A closed queue means that the server has stopped.
        if is_wanted && self.queue.try_send(record).is_err() {
            self.dropped.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// The context of the field `traceparent`.
struct Remote(Option<SpanContext>);

impl Visit for Remote {
    fn record_str(&mut self, field: &Field, value: &str) {
        if field.name() == "traceparent" {
            self.0 = SpanContext::parse(value);
        }
    }

    fn record_debug(&mut self, _: &Field, _: &dyn fmt::Debug) {}
}
