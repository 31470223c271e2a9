//! The task that sends spans to the collector.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use reqwest::Client;
use reqwest::header::CONTENT_TYPE;
use reqwest::redirect::Policy;
use tokio::sync::mpsc::Receiver;
use tokio::task::JoinHandle;
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};
use tokio_util::sync::CancellationToken;

use crate::record::SpanRecord;
use crate::{Error, TraceSettings, otlp};

/// Number of attempts to send a batch.
const ATTEMPTS_MAX: u32 = 4;
/// Pause before the second attempt. It doubles before each further one.
const PAUSE: Duration = Duration::from_secs(1);

/// Sends the spans of a queue.
pub struct Exporter {
    http: Client,
    settings: TraceSettings,
    queue: Receiver<SpanRecord>,
    dropped: Arc<AtomicU64>,
    is_failing: bool,
}

impl Exporter {
    pub(crate) fn new(
        settings: &TraceSettings,
        queue: Receiver<SpanRecord>,
        dropped: Arc<AtomicU64>,
    ) -> Result<Self, Error> {
        let http = Client::builder()
            .timeout(settings.time_max)
            // A redirect would send the headers to a server that nobody configured.
            .redirect(Policy::none())
            .user_agent(concat!("saldo/", env!("CARGO_PKG_VERSION")))
            .build()
            .map_err(Error::Client)?;
        Ok(Self { http, settings: settings.clone(), queue, dropped, is_failing: false })
    }

    /// Starts sending, on the current runtime.
    #[must_use]
    pub fn start(self) -> RunningExporter {
        let stopping = CancellationToken::new();
        let time_max = self.settings.time_max;
        let task = tokio::spawn(self.run(stopping.clone()));
        RunningExporter { task, stopping, time_max }
    }

    async fn run(mut self, stopping: CancellationToken) {
        let mut tick = interval(self.settings.delay);
        tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut batch = Vec::new();
        loop {
            let room = self.settings.batch_max.saturating_sub(batch.len());
            let is_due = tokio::select! {
                () = stopping.cancelled() => break,
                _ = tick.tick() => true,
                received = self.queue.recv_many(&mut batch, room) => {
                    if received == 0 {
                        break;
                    }
                    batch.len() >= self.settings.batch_max
                }
            };
            if is_due {
                self.send_with_retries(&batch, &stopping).await;
                batch.clear();
            }
        }
        self.queue.close();
        loop {
            let room = self.settings.batch_max.saturating_sub(batch.len());
            let received = if room == 0 { 0 } else { self.queue.recv_many(&mut batch, room).await };
            if received > 0 {
                continue;
            }
            if batch.is_empty() {
                return;
            }
            let sent = self.send(&batch).await;
            self.log(batch.len(), sent.as_ref().err());
            batch.clear();
        }
    }

    /// Sends a batch. It gives up after a few attempts, because newer spans wait.
    async fn send_with_retries(&mut self, batch: &[SpanRecord], stopping: &CancellationToken) {
        let mut pause = PAUSE;
        for attempt in 1.. {
            let sent = self.send(batch).await;
            let is_last = attempt == ATTEMPTS_MAX || stopping.is_cancelled();
            match sent {
                Err(error) if error.may_succeed_later() && !is_last => {
                    self.log(0, Some(&error));
                    tokio::select! {
                        () = sleep(pause) => {}
                        () = stopping.cancelled() => {}
                    }
                    pause *= 2;
                }
                sent => return self.log(batch.len(), sent.as_ref().err()),
            }
        }
    }

    async fn send(&self, batch: &[SpanRecord]) -> Result<(), Error> {
        if batch.is_empty() {
            return Ok(());
        }
        let request = self.http.post(self.settings.url.clone()).headers(self.settings.headers.clone());
        let request = request.header(CONTENT_TYPE, "application/json");
        let answer = request.body(otlp::body(&self.settings.service, batch)).send().await;
        let status = answer.map_err(|error| Error::Request(error.without_url()))?.status();
        if status.is_success() { Ok(()) } else { Err(Error::Status(status.as_u16())) }
    }

    /// Logs the first failure, the first success after it, and spans that the queue had no room for. `sent`
    /// spans were sent, or are given up if there is an error.
    fn log(&mut self, sent: usize, error: Option<&Error>) {
        let Some(error) = error else {
            let dropped = if sent > 0 { self.dropped.swap(0, Ordering::Relaxed) } else { 0 };
            if sent > 0 && std::mem::take(&mut self.is_failing) {
                tracing::info!(dropped, "traces are exported again");
            } else if dropped > 0 {
                tracing::warn!(dropped, "spans were dropped, because the queue was full");
            }
            return;
        };
        self.dropped.fetch_add(u64::try_from(sent).unwrap_or(u64::MAX), Ordering::Relaxed);
        if !std::mem::replace(&mut self.is_failing, true) {
            let cause = error as &dyn std::error::Error;
            tracing::warn!(
                cause,
                "cannot export traces; they are dropped while the collector does not accept them"
            );
        }
    }
}

/// A running [`Exporter`].
pub struct RunningExporter {
    task: JoinHandle<()>,
    stopping: CancellationToken,
    time_max: Duration,
}

impl RunningExporter {
    /// Sends the spans that are left, within the time of one request, and stops.
    pub async fn finish(mut self) {
        self.stopping.cancel();
        if timeout(self.time_max, &mut self.task).await.is_err() {
            self.task.abort();
            tracing::warn!("the last traces were not exported in time");
        }
    }
}
