//! Metrics in the text format of Prometheus, on an address of their own, because they are not for the users.

use std::net::TcpListener;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use actix_web::http::Method;
use actix_web::{App as Service, HttpResponse, HttpServer, web};
use metrics::{counter, gauge, histogram};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use saldo_domain::FailureCode;
use saldo_storage::{PeriodicRuns, Storage};

use crate::app::App;
use crate::backup_schedule;
use crate::error::Chain;

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
    Ok(RECORDER.get_or_init(|| handle))
}

/// Counts an answered request. `route` is the pattern of its path, so that the number of routes is limited.
pub fn count_request(method: &Method, route: &str, status: u16, took: Duration) {
    if RECORDER.get().is_none() {
        return;
    }
    // A client may invent methods.
    let method = match *method {
        Method::GET | Method::HEAD | Method::POST | Method::PUT | Method::PATCH | Method::DELETE => {
            method.to_string()
        }
        _ => "other".to_owned(),
    };
    let labels = [("method", method), ("route", route.to_owned()), ("status", status.to_string())];
    counter!("saldo_http_requests_total", &labels).increment(1);
    histogram!("saldo_http_request_seconds", "route" => route.to_owned()).record(took.as_secs_f64());
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
    let is_reachable = match storage.count_open_jobs().await {
        Ok(jobs) => {
            set("saldo_jobs_open", jobs);
            true
        }
        Err(error) => {
            tracing::warn!(cause = %Chain(&error), "cannot read the number of jobs for the metrics");
            false
        }
    };
    set("saldo_database_up", is_reachable.into());
    if is_reachable && app.config.backups.schedule.is_some() {
        set_backup(storage.as_ref()).await;
    }
    set("saldo_disk_full", app.disk.is_full().await.into());
    set("saldo_chat_streams", app.chats.running_answers() as u64);
    if let Some(bytes) = resident_bytes() {
        set("process_resident_memory_bytes", bytes);
    }
    HttpResponse::Ok().content_type("text/plain; version=0.0.4").body(handle.render())
}

/// Sets the results of the last scheduled backup and its last test, made by any process on this database.
async fn set_backup(storage: &dyn Storage) {
    let metrics = [
        (backup_schedule::BACKUP, "saldo_backup_failed", "saldo_backup_success_timestamp_seconds"),
        (backup_schedule::TEST, "saldo_backup_test_failed", "saldo_backup_test_success_timestamp_seconds"),
    ];
    for (work, failed, succeeded) in metrics {
        match storage.find_runs(work).await {
            Ok(PeriodicRuns { last_success, last_failure }) => {
                set(failed, (last_failure > last_success).into());
                let seconds = last_success.map(|at| at.as_milliseconds() / 1_000);
                if let Some(seconds) = seconds.and_then(|seconds| u64::try_from(seconds).ok()) {
                    set(succeeded, seconds);
                }
            }
            Err(error) => {
                tracing::warn!(cause = %Chain(&error), "cannot read the last backup for the metrics");
            }
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "all numbers in Prometheus are floating-point")]
fn set(name: &'static str, value: u64) {
    gauge!(name).set(value as f64);
}

/// Returns the resident memory of this process; `None` where the system does not report it.
fn resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}
