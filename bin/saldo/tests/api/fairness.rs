//! Tests that one user's jobs do not delay those of another.

use crate::app::{TestApp, on_each_database};
use crate::crash::{queue, until};
use crate::pdf::Sample;

on_each_database!(a_statement_does_not_wait_for_another_users_queue);

const ROWS: usize = 2_000;

async fn a_statement_does_not_wait_for_another_users_queue(app: TestApp) {
    let (ann, bob) = (app.user("ann").await, app.user("bob").await);
    let workers = app.app.config.jobs_parallel;
    let mut statements = Vec::new();
    for number in 0..u32::try_from(2 * workers + 4).unwrap() {
        statements.push(ann.upload_one("long.pdf", Sample::new(number, ROWS).pdf()).await);
    }
    let mut jobs = Vec::new();
    for statement in &statements {
        jobs.push(queue(&ann, statement).await);
    }
    until(&ann, &jobs[0], |job| job["state"] != "queued").await;
    // The upload must not wait for her jobs either.
    let short = bob.upload_one("short.pdf", Sample::new(99, 2).pdf()).await;
    let bobs = queue(&bob, &short).await;
    until(&bob, &bobs, |job| job["state"] == "done").await;
    let mut queued = 0;
    for job in &jobs {
        queued += usize::from(ann.json(&format!("/jobs/{job}")).await["state"] == "queued");
    }
    assert!(queued > 0, "his job should finish before all of hers, which were queued earlier");
}
