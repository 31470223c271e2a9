//! Metrics in the text format of Prometheus, on an address of their own, because they are not for the users.

mod children;
mod models;

use std::net::TcpListener;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use actix_web::http::Method;
use actix_web::{App as Service, HttpResponse, HttpServer, web};
use metrics::{counter, gauge, histogram};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use saldo_backup::schedule;
use saldo_domain::{Chain, FailureCode};
use saldo_storage::{PeriodicRuns, PoolUse, Storage, StoreError};

use crate::app::App;

pub use children::CountedChildren;
pub use models::CountedModels;

/// Time for the queries of one answer. Without it, metrics would be missing just when all connections work.
const QUERY_TIME_MAX: Duration = Duration::from_secs(3);
/// Interval at which recorded times are sorted into their buckets, so that they take no more memory.
const UPKEEP_EVERY: Duration = Duration::from_secs(5);
/// Upper limits of the buckets of request times, in seconds.
const SECONDS: [f64; 11] = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0, 30.0];

static RECORDER: OnceLock<PrometheusHandle> = OnceLock::new();

/// Starts the recorder, once for the process.
fn recorder() -> anyhow::Result<&'static PrometheusHandle> {
    if let Some(handle) = RECORDER.get() {
        return Ok(handle);
    }
    let times = Matcher::Suffix("_seconds".to_owned());
    let handle = PrometheusBuilder::new().set_buckets_for_metric(times, &SECONDS)?.install_recorder()?;
    children::begin();
    models::begin();
    Ok(RECORDER.get_or_init(|| handle))
}

/// Counts an answered request. `route` is the pattern of its path, so that the number of routes is limited.
pub fn count_request(method: &Method, route: &str, status: u16, took: Duration) {
    if RECORDER.get().is_none() {
        return;
    }
    let labels = [
        ("method", method_label(method).to_owned()),
        ("route", route.to_owned()),
        ("status", status.to_string()),
    ];
    counter!("saldo_http_requests_total", &labels).increment(1);
    histogram!("saldo_http_request_seconds", "route" => route.to_owned()).record(took.as_secs_f64());
}

/// Returns the name of a method; `other` for those that a client may invent.
pub(crate) fn method_label(method: &Method) -> &str {
    match *method {
        Method::GET | Method::HEAD | Method::POST | Method::PUT | Method::PATCH | Method::DELETE => {
            method.as_str()
        }
        _ => "other",
    }
}

/// Counts a statement by its result: `processed`, or the code of its failure.
pub fn count_statement(failure: Option<FailureCode>) {
    if RECORDER.get().is_some() {
        let code = failure.and_then(|code| Some(serde_json::to_value(code).ok()?.as_str()?.to_owned()));
        let result = code.unwrap_or_else(|| "processed".to_owned());
        counter!("saldo_statements_total", "result" => result).increment(1);
    }
}

/// Starts the server of `GET /metrics`. It runs until `app` stops.
///
/// # Errors
/// If the server cannot be started.
pub fn serve(app: &App, storage: Arc<dyn Storage>, listener: TcpListener) -> anyhow::Result<()> {
    let handle = recorder()?;
    let scraped = web::Data::new(Scraped { app: app.clone(), storage, handle });
    let server = HttpServer::new(move || {
        Service::new().app_data(scraped.clone()).route("/metrics", web::get().to(scrape))
    });
    let server = server.workers(1).disable_signals().listen(listener)?.run();
    let stopping = app.stopping.clone();
    app.tasks.spawn(async move {
        let running = server.handle();
        let mut upkeep = tokio::time::interval(UPKEEP_EVERY);
        let mut server = std::pin::pin!(server);
        loop {
            tokio::select! {
                ended = &mut server => {
                    if let Err(error) = ended {
                        tracing::error!(cause = %Chain(&error), "the server of metrics failed");
                    }
                    return;
                }
                _ = upkeep.tick() => handle.run_upkeep(),
                // The server stops only while it is polled.
                () = stopping.cancelled() => return drop(tokio::join!(running.stop(false), &mut server)),
            }
        }
    });
    Ok(())
}

/// The sources of values that are read when Prometheus asks.
struct Scraped {
    app: App,
    storage: Arc<dyn Storage>,
    handle: &'static PrometheusHandle,
}

async fn scrape(scraped: web::Data<Scraped>) -> HttpResponse {
    let Scraped { app, storage, handle } = scraped.get_ref();
    // Before the queries, which use connections, too.
    for pool in storage.pools() {
        set_pool(&pool);
    }
    let is_reachable = match tokio::time::timeout(QUERY_TIME_MAX, set_stored(app, storage.as_ref())).await {
        Ok(Ok(())) => true,
        Ok(Err(error)) => {
            tracing::warn!(cause = %Chain(&error), "cannot read the database for the metrics");
            false
        }
        Err(_) => {
            tracing::warn!("the database does not answer in time for the metrics");
            false
        }
    };
    set("saldo_database_up", is_reachable.into());
    set("saldo_disk_full", app.disk.is_full().await.into());
    set("saldo_chat_streams", app.chats.running_answers() as u64);
    if let Some(bytes) = resident_bytes() {
        set("process_resident_memory_bytes", bytes);
    }
    HttpResponse::Ok().content_type("text/plain; version=0.0.4").body(handle.render())
}

fn set_pool(&PoolUse { pool, max, in_use, idle, waiting }: &PoolUse) {
    let connections = |state| gauge!("saldo_database_connections", "pool" => pool, "state" => state);
    connections("in_use").set(count(in_use as u64));
    connections("idle").set(count(idle as u64));
    gauge!("saldo_database_connections_max", "pool" => pool).set(count(max as u64));
    gauge!("saldo_database_waiting", "pool" => pool).set(count(waiting as u64));
}

/// Sets the values that are the same for all processes on this database.
async fn set_stored(app: &App, storage: &dyn Storage) -> Result<(), StoreError> {
    let now = app.clock.now();
    let jobs = storage.count_open_jobs().await.map_err(StoreError::from)?;
    for (state, jobs) in [("queued", jobs.queued), ("running", jobs.running)] {
        gauge!("saldo_jobs_open", "state" => state).set(count(jobs));
    }
    let age = jobs.oldest.map_or(0, |oldest| now.as_milliseconds() - oldest.as_milliseconds());
    set("saldo_jobs_oldest_age_seconds", u64::try_from(age / 1_000).unwrap_or_default());
    set("saldo_sessions", storage.count_sessions(now).await?);
    if app.config.backups.schedule.is_some() {
        set_backup(storage).await.map_err(StoreError::from)?;
    }
    Ok(())
}

/// Sets the results of the last scheduled backup and its last test, made by any process on this database.
async fn set_backup(storage: &dyn Storage) -> saldo_storage::Result<()> {
    let metrics = [
        (schedule::BACKUP, "saldo_backup_failed", "saldo_backup_success_timestamp_seconds"),
        (schedule::TEST, "saldo_backup_test_failed", "saldo_backup_test_success_timestamp_seconds"),
    ];
    for (work, failed, succeeded) in metrics {
        let PeriodicRuns { last_success, last_failure } = storage.find_runs(work).await?;
        set(failed, (last_failure > last_success).into());
        let seconds = last_success.map(|at| at.as_milliseconds() / 1_000);
        if let Some(seconds) = seconds.and_then(|seconds| u64::try_from(seconds).ok()) {
            set(succeeded, seconds);
        }
    }
    Ok(())
}

fn set(name: &'static str, value: u64) {
    gauge!(name).set(count(value));
}

#[expect(clippy::cast_precision_loss, reason = "all numbers in Prometheus are floating-point")]
const fn count(value: u64) -> f64 {
    value as f64
}

/// Returns the resident memory of this process; `None` where the system does not report it.
fn resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}
