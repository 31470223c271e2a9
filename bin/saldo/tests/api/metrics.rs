//! Tests of the metrics of a server, on their own address.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::app::{Database, Place, TestUser, with_each_database};
use crate::chats::{ask, user_message};
use crate::crash::{Process, free_base, queue, until};
use crate::pdf::Sample;
use crate::upstream::Upstream;

with_each_database!(jobs_and_sessions_are_counted, connections_and_waiting_queries_are_counted);

/// Number of rows, enough that reading them takes seconds.
const MANY: usize = 6_000;

/// A server and the address of its metrics.
struct Measured {
    process: Process,
    address: String,
}

impl Measured {
    async fn start(place: &Place, settings: &[(&str, &str)]) -> Self {
        let address = free_base().replace("localhost", "127.0.0.1");
        let mut settings = settings.to_vec();
        settings.push(("SALDO_METRICS_LISTEN", address.trim_start_matches("http://")));
        let process = Process::start(place, &free_base(), &settings).await;
        Self { process, address }
    }

    async fn user(&self, name: &str) -> TestUser {
        let mut user = TestUser::new(self.process.base.clone());
        user.sign_up(name).await;
        user
    }

    async fn text(&self) -> String {
        let client = reqwest::Client::builder().build().unwrap();
        client.get(format!("{}/metrics", self.address)).send().await.unwrap().text().await.unwrap()
    }

    /// Returns the value of a metric.
    async fn value(&self, metric: &str) -> f64 {
        let text = self.text().await;
        let value = text.lines().find_map(|line| line.strip_prefix(metric)?.strip_prefix(' '));
        value.unwrap_or_else(|| panic!("{metric} is not in\n{text}")).parse().unwrap()
    }

    /// Waits until a metric has a wanted value, for a minute at most.
    async fn until(&self, metric: &str, is_wanted: impl Fn(f64) -> bool) {
        for _ in 0..1_200 {
            if is_wanted(self.value(metric).await) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("{metric}: {}\n{}", self.text().await, self.process.log());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn metrics_count_requests_and_statements_without_ids() {
    let place = Place::new(Database::Sqlite).await.unwrap();
    let mut server = Measured::start(&place, &[]).await;
    let ann = server.user("ann").await;
    let statement = ann.upload_one("may.pdf", Sample::new(1, 5).pdf()).await;
    assert_eq!(ann.process(&statement).await.status(), StatusCode::OK);
    let damaged = ann.upload_one("damaged.pdf", b"%PDF-1.7\nnothing else".to_vec()).await;
    assert_eq!(ann.process(&damaged).await.status(), StatusCode::UNPROCESSABLE_ENTITY);
    for _ in 0..3 {
        assert_eq!(ann.get(&format!("/statements/{statement}")).await.status(), StatusCode::OK);
    }
    let invented = Method::from_bytes(b"INVENTED").unwrap();
    ann.request(invented, "/statements").send().await.unwrap();
    // A job may be counted a moment after its answer.
    server.until("saldo_statements_total{result=\"processed\"}", |count| count > 0.5).await;
    server.until("saldo_jobs_open{state=\"running\"}", |count| count < 0.5).await;
    let text = server.text().await;
    let has = |line: &str| assert!(text.lines().any(|one| one == line), "{line} is not in\n{text}");
    has("saldo_http_requests_total{method=\"GET\",route=\"/api/statements/{id}\",status=\"200\"} 3");
    has("saldo_statements_total{result=\"processed\"} 1");
    has("saldo_statements_total{result=\"unreadable\"} 1");
    has("saldo_jobs_open{state=\"queued\"} 0");
    has("saldo_database_up 1");
    has("saldo_disk_full 0");
    has("saldo_chat_streams 0");
    assert!(text.contains("saldo_http_request_seconds_bucket{route=\"/api/upload\",le=\"0.5\"}"), "{text}");
    assert!(text.contains("method=\"other\"") && !text.contains("INVENTED"), "{text}");
    assert!(text.contains("process_resident_memory_bytes"), "{text}");
    assert!(!text.contains(&statement) && !text.contains("example.com"), "{text}");
    // The public address has no metrics.
    let public = ann.request(Method::GET, "/../metrics").send().await.unwrap();
    assert!(!public.text().await.unwrap().contains("saldo_http_requests_total"));
    assert_eq!(server.process.stop(), Some(0));
    assert!(!server.process.log().contains("did not stop in time"), "{}", server.process.log());
}

/// One server queues jobs and does none; then another server does them.
async fn jobs_and_sessions_are_counted(database: Database) {
    let Some(place) = Place::new(database).await else { return };
    let server = Measured::start(&place, &[("SALDO_JOBS_PARALLEL", "off")]).await;
    let (queued, running) = ("saldo_jobs_open{state=\"queued\"}", "saldo_jobs_open{state=\"running\"}");
    let age = "saldo_jobs_oldest_age_seconds";
    for (metric, value) in [("saldo_sessions", 0.0), (queued, 0.0), (running, 0.0), (age, 0.0)] {
        server.until(metric, |found| (found - value).abs() < 0.5).await;
    }
    let (ann, bob) = (server.user("ann").await, server.user("bob").await);
    server.until("saldo_sessions", |count| count > 1.5).await;
    assert!(bob.post("/auth/sign-out", &json!({})).await.status().is_success());
    server.until("saldo_sessions", |count| count < 1.5).await;
    for seed in 1..=2 {
        let statement = ann.upload_one("long.pdf", Sample::new(seed, MANY).pdf()).await;
        queue(&ann, &statement).await;
    }
    assert!((server.value(queued).await - 2.0).abs() < 0.5);
    server.until(age, |seconds| seconds > 0.5).await;
    let _worker = Process::start(&place, &free_base(), &[]).await;
    server.until(running, |count| count > 0.5).await;
    for metric in [queued, running, age] {
        server.until(metric, |found| found < 0.5).await;
    }
}

/// Forty clients at the same time need more connections than there are.
async fn connections_and_waiting_queries_are_counted(database: Database) {
    let Some(place) = Place::new(database).await else { return };
    let server = Measured::start(&place, &[("SALDO_JOBS_PARALLEL", "off")]).await;
    let pool = if place.postgres.is_some() { "all" } else { "read" };
    let connections =
        |state: &str| format!("saldo_database_connections{{pool=\"{pool}\",state=\"{state}\"}}");
    let waiting = format!("saldo_database_waiting{{pool=\"{pool}\"}}");
    let ann = server.user("ann").await;
    for metric in [&connections("in_use"), &waiting] {
        server.until(metric, |count| count < 0.5).await;
    }
    server.until(&connections("idle"), |count| count > 0.5).await;
    let statement = ann.upload_one("long.pdf", Sample::new(1, MANY).pdf()).await;
    let job = queue(&ann, &statement).await;
    let mut worker = Process::start(&place, &free_base(), &[]).await;
    until(&ann, &job, |job| job["state"] == "done").await;
    assert_eq!(worker.stop(), Some(0));
    let clients = (0..40).map(|_| async {
        loop {
            assert_eq!(ann.get("/transactions?limit=500").await.status(), StatusCode::OK);
        }
    });
    let seen = async {
        server.until(&connections("in_use"), |count| count > 0.5).await;
        server.until(&waiting, |count| count > 0.5).await;
    };
    tokio::select! {
        () = seen => {}
        _ = futures::future::join_all(clients) => {}
    }
    let max = server.value(&format!("saldo_database_connections_max{{pool=\"{pool}\"}}")).await;
    for (state, idle) in [("in_use", false), ("idle", true)] {
        server.until(&connections(state), |count| if idle { count > 0.5 } else { count < 0.5 }).await;
    }
    assert!(server.value(&connections("idle")).await <= max);
    server.until(&waiting, |count| count < 0.5).await;
}

/// Kills a process that `server` started, as the system does when memory is exhausted.
async fn kill_a_child(server: &Process) {
    let parent = server.pid().to_string();
    for _ in 0..3_000 {
        let killed = Command::new("pkill").args(["-KILL", "-P", &parent]).status().unwrap();
        if killed.success() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("no child was started: {}", server.log());
}

#[tokio::test(flavor = "multi_thread")]
async fn child_processes_that_read_files_are_counted_by_the_reason_of_their_end() {
    let place = Place::new(Database::Sqlite).await.unwrap();
    let started = "saldo_children_started_total";
    let killed = |reason: &str| format!("saldo_children_killed_total{{reason=\"{reason}\"}}");
    let long = Sample::new(1, 3 * MANY).pdf();
    let server = Measured::start(&place, &[("SALDO_READER_SECONDS_MAX", "1")]).await;
    for metric in [started, &killed("time"), &killed("memory"), &killed("canceled")] {
        assert!(server.value(metric).await < 0.5, "{metric}");
    }
    let ann = server.user("ann").await;
    let statement = ann.upload_one("long.pdf", long.clone()).await;
    queue(&ann, &statement).await;
    server.until(&killed("time"), |count| count > 0.5).await;
    assert!(server.value(started).await > 0.5);
    drop(server);

    let server = Measured::start(&place, &[]).await;
    let bob = server.user("bob").await;
    let statement = bob.upload_one("long.pdf", long).await;
    queue(&bob, &statement).await;
    kill_a_child(&server.process).await;
    server.until(&killed("memory"), |count| count > 0.5).await;
    server.until("saldo_jobs_open{state=\"running\"}", |count| count < 0.5).await;
    let before = server.value(started).await;
    queue(&bob, &statement).await;
    server.until(started, |count| count > before + 0.5).await;
    let deleted = bob.request(Method::DELETE, &format!("/statements/{statement}")).send().await.unwrap();
    assert!(deleted.status().is_success(), "{}", deleted.status());
    server.until(&killed("canceled"), |count| count > 0.5).await;
}

/// Returns a server whose model is at `port`.
async fn with_model(place: &Place, port: u16) -> Measured {
    let url = format!("http://127.0.0.1:{port}/v1");
    Measured::start(place, &[("OPENAI_BASE_URL", &url), ("OPENAI_MODEL", "test-model")]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_to_a_model_and_their_tokens_are_counted_by_outcome() {
    let place = Place::new(Database::Sqlite).await.unwrap();
    let message = json!({ "role": "assistant", "content": "You have 5 EUR." });
    let answer = json!({
        "choices": [{ "index": 0, "message": message, "finish_reason": "stop" }],
        "usage": { "prompt_tokens": 1234, "completion_tokens": 7 },
    });
    let requests = |outcome: &str| format!("saldo_model_requests_total{{outcome=\"{outcome}\"}}");
    let tokens = |kind: &str| format!("saldo_model_tokens_total{{kind=\"{kind}\",outcome=\"stop\"}}");
    let upstream = Upstream::start("200 OK", answer.to_string()).await;
    let server = with_model(&place, upstream.port).await;
    let ann = server.user("ann").await;
    for metric in [requests("stop"), tokens("prompt"), tokens("completion")] {
        assert!(server.value(&metric).await < 0.5, "{metric}");
    }
    ask(&ann, "c", "u1", "Why?").await;
    for (metric, value) in [(requests("stop"), 1.0), (tokens("prompt"), 1234.0), (tokens("completion"), 7.0)]
    {
        server.until(&metric, |found| (found - value).abs() < 0.5).await;
    }

    let failing = Upstream::start("400 Bad Request", "{}".to_owned()).await;
    let server = with_model(&place, failing.port).await;
    let bob = server.user("bob").await;
    ask(&bob, "c", "u1", "Why?").await;
    server.until(&requests("failed"), |count| count > 0.5).await;

    // A model that never answers.
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let server = with_model(&place, silent.local_addr().unwrap().port()).await;
    let eve = server.user("eve").await;
    let body = json!({ "id": "c", "messages": [user_message("u1", "Why?")] });
    let asked =
        tokio::time::timeout(Duration::from_secs(2), async { eve.post("/chat", &body).await.bytes().await });
    assert!(asked.await.is_err(), "the client leaves first");
    server.until(&requests("canceled"), |count| count > 0.5).await;
}

/// Returns the words in `text` that begin with `saldo_`.
fn names(text: &str) -> BTreeSet<String> {
    let words = text.split(|character: char| !character.is_ascii_alphanumeric() && character != '_');
    words.filter(|word| word.starts_with("saldo_")).map(str::to_owned).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_documentation_and_the_dashboard_name_the_metrics_that_exist() {
    let place = Place::new(Database::Sqlite).await.unwrap();
    let target = place.folder.path().join("backups").display().to_string();
    let settings = [
        ("SALDO_BACKUP_EVERY", "1h"),
        ("SALDO_BACKUP_TARGET", target.as_str()),
        ("SALDO_BACKUP_PASSPHRASE", "correct horse battery"),
    ];
    let server = Measured::start(&place, &settings).await;
    let ann = server.user("ann").await;
    let statement = ann.upload_one("may.pdf", Sample::new(1, 5).pdf()).await;
    assert_eq!(ann.process(&statement).await.status(), StatusCode::OK);
    for _ in 0..600 {
        if server.text().await.contains("saldo_backup_test_success_timestamp_seconds") {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let existing = names(&server.text().await);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/self-hosting");
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    let dashboard: Value = serde_json::from_str(&read("deploy/grafana.json")).unwrap();
    let shown = names(&dashboard.to_string());
    assert!(shown.is_subset(&existing), "{:?}", shown.difference(&existing));
    let documented = names(&read("metrics.md"));
    // A histogram is several metrics.
    let existing: BTreeSet<String> = existing
        .iter()
        .map(|name| match name.strip_prefix("saldo_http_request_seconds") {
            Some(_) => "saldo_http_request_seconds".to_owned(),
            None => name.clone(),
        })
        .collect();
    assert_eq!(documented, existing);
}
