//! Tests that one user's jobs do not delay those of another.

use crate::app::{TestApp, on_each_database};
use crate::crash::{queue, until};
use crate::pdf::Sample;

on_each_database!(a_statement_does_not_wait_for_the_many_of_another_user);

/// Number of files. It must exceed the number of workers, which is by default the number of cores.
const FILES: u32 = 8;
const ROWS: usize = 2_000;

async fn a_statement_does_not_wait_for_the_many_of_another_user(app: TestApp) {
    let (ann, bob) = (app.person("ann").await, app.person("bob").await);
    let mut statements = Vec::new();
    for number in 0..FILES {
        statements.push(ann.upload_one("long.pdf", Sample::new(number, ROWS).pdf()).await);
    }
    let short = bob.upload_one("short.pdf", Sample::new(99, 2).pdf()).await;
    let mut jobs = Vec::new();
    for statement in &statements {
        jobs.push(queue(&ann, statement).await);
    }
    let bobs = queue(&bob, &short).await;
    until(&bob, &bobs, |job| job["state"] == "done").await;
    let mut waiting = 0;
    for job in &jobs {
        let state = ann.json(&format!("/jobs/{job}")).await["state"].clone();
        waiting += usize::from(state == "queued" || state == "running");
    }
    assert!(waiting > 0, "his was done among hers, not after them");
}
