//! Tests of crashes: a killed process loses no acknowledged data, and its jobs are
//! finished without duplicates.

use std::fs::OpenOptions;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use reqwest::StatusCode;
use serde_json::json;

use crate::app::{Database, Place, TestUser, with_each_database};
use crate::pdf::Sample;

/// A `saldo` process of its own.
pub struct Process {
    child: Child,
    log: PathBuf,
    /// Base address: `http://localhost:PORT`.
    pub base: String,
}

impl Process {
    /// Starts a process with the storage of `place` and waits until it is ready, for 30 seconds at most.
    pub async fn start(place: &Place, base: &str, settings: &[(&str, &str)]) -> Self {
        let port = base.rsplit(':').next().unwrap();
        let log = place.folder.path().join(format!("{port}.log"));
        let written = OpenOptions::new().create(true).append(true).open(&log).unwrap();
        let child = Command::new(env!("CARGO_BIN_EXE_saldo"))
            .env_clear()
            .envs(place.settings(base))
            .env("SALDO_LISTEN", format!("127.0.0.1:{port}"))
            .envs(settings.iter().copied())
            .stdin(Stdio::null())
            .stderr(written)
            .spawn()
            .unwrap();
        let process = Self { child, log, base: base.to_owned() };
        let user = TestUser::new(process.base.clone());
        for _ in 0..300 {
            let request = user.request(reqwest::Method::GET, "/health/ready");
            if request.send().await.is_ok_and(|answer| answer.status() == StatusCode::OK) {
                return process;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        panic!("the server did not start: {}", process.log());
    }

    /// Returns the id of the process.
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Returns the log.
    pub fn log(&self) -> String {
        std::fs::read_to_string(&self.log).unwrap()
    }

    /// Kills the process with `SIGKILL`.
    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Stops the process with `SIGTERM` and returns its exit code.
    pub fn stop(&mut self) -> Option<i32> {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
        self.child.wait().unwrap().code()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// First port for processes. The system gives connections and other listeners ports from 32,768 on.
const FIRST_PORT: u32 = 18_000;

/// Returns the address of a free port, another one each time.
pub fn free_base() -> String {
    static STARTED: AtomicU32 = AtomicU32::new(0);
    let first = FIRST_PORT + std::process::id() % 10_000;
    let next = || u16::try_from(first + STARTED.fetch_add(1, Ordering::Relaxed)).unwrap();
    let is_free = |port: &u16| std::net::TcpListener::bind(("127.0.0.1", *port)).is_ok();
    let port = std::iter::repeat_with(next).find(is_free).unwrap();
    format!("http://localhost:{port}")
}

/// Waits until `wanted` accepts the JSON of a job, for three minutes at most, and returns that JSON.
pub async fn until(
    user: &TestUser,
    job: &str,
    wanted: impl Fn(&serde_json::Value) -> bool,
) -> serde_json::Value {
    for _ in 0..9_000 {
        let seen = user.json(&format!("/jobs/{job}")).await;
        if wanted(&seen) {
            return seen;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("the job did not reach that stage");
}

/// Queues the processing of a statement and returns the id of its job.
pub async fn queue(user: &TestUser, statement: &str) -> String {
    let answer = user
        .request(reqwest::Method::POST, "/process-statement")
        .header("content-type", "application/json")
        .header("prefer", "respond-async")
        .body(json!({ "statementId": statement }).to_string())
        .send()
        .await
        .unwrap();
    assert_eq!(answer.status(), StatusCode::ACCEPTED);
    crate::app::body(answer).await["jobId"].as_str().unwrap().to_owned()
}

/// Number of rows, enough that reading them takes seconds.
const MANY: usize = 6_000;

async fn a_killed_server_finishes_its_job_after_a_restart(database: Database) {
    let Some(place) = Place::new(database).await else { return };
    let base = free_base();
    let mut process = Process::start(&place, &base, &[]).await;
    let mut ann = TestUser::new(base.clone());
    ann.sign_up("ann").await;
    let sample = Sample::new(1, MANY);
    let statement = ann.upload_one("long.pdf", sample.pdf()).await;
    let job = queue(&ann, &statement).await;
    until(&ann, &job, |job| job["state"] == "running").await;
    process.kill();

    let _restarted = Process::start(&place, &base, &[]).await;
    let done = until(&ann, &job, |job| job["state"] != "running" && job["state"] != "queued").await;
    assert_eq!(done["state"], "done", "{done}");
    assert_eq!(done["attempts"], 2, "the process was killed during the job");
    assert_eq!(ann.transactions().await.len(), MANY, "no transaction is duplicated or lost");
    let read = ann.json(&format!("/statements/{statement}")).await;
    assert_eq!((&read["status"], &read["outcome"]), (&json!("processed"), &json!("balanced")));
}

async fn a_stopped_server_releases_its_job_immediately(database: Database) {
    let Some(place) = Place::new(database).await else { return };
    let base = free_base();
    let settings = [("SALDO_JOB_LEASE_SECONDS", "3600")];
    let mut process = Process::start(&place, &base, &settings).await;
    let mut ann = TestUser::new(base.clone());
    ann.sign_up("ann").await;
    let statement = ann.upload_one("long.pdf", Sample::new(1, MANY).pdf()).await;
    let job = queue(&ann, &statement).await;
    until(&ann, &job, |job| job["state"] == "running").await;
    assert_eq!(process.stop(), Some(0), "a clean exit");

    // The lease is an hour, so only a job that was released can be done by now.
    let _restarted = Process::start(&place, &base, &settings).await;
    let done = until(&ann, &job, |job| job["state"] != "running" && job["state"] != "queued").await;
    assert_eq!((&done["state"], &done["attempts"]), (&json!("done"), &json!(1)));
    assert_eq!(ann.transactions().await.len(), MANY);
}

with_each_database!(
    a_killed_server_finishes_its_job_after_a_restart,
    a_stopped_server_releases_its_job_immediately
);
