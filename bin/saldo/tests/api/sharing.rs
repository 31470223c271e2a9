//! Test of several server processes that share one PostgreSQL database and its queue.

use crate::app::{Database, Place, TestUser};
use crate::crash::{Process, free_base, queue, until};
use crate::pdf::Sample;

const STATEMENTS: u32 = 40;
/// Rows in a statement: enough that one process cannot finish all jobs before the other polls the queue.
const ROWS: usize = 400;

#[tokio::test(flavor = "multi_thread")]
async fn two_processes_share_the_work_and_each_statement_is_processed_once() {
    let Some(place) = Place::new(Database::Postgres).await else { return };
    // This process only serves requests, so the other two do all the jobs.
    let base = free_base();
    let serving = Process::start(&place, &base, &[("SALDO_JOBS_PARALLEL", "off")]).await;
    let mut ann = TestUser::new(base.clone());
    ann.sign_up("ann").await;
    let mut statements = Vec::new();
    for number in 0..STATEMENTS {
        statements.push(ann.upload_one("one.pdf", Sample::new(number, ROWS).pdf()).await);
    }
    let workers = [("SALDO_JOBS_PARALLEL", "1"), ("SALDO_LOG", "info"), ("SALDO_LOG_FORMAT", "json")];
    let (one, two) = (free_base(), free_base());
    let (one, two) =
        tokio::join!(Process::start(&place, &one, &workers), Process::start(&place, &two, &workers));
    let mut jobs = Vec::new();
    for statement in &statements {
        jobs.push(queue(&ann, statement).await);
    }
    for job in &jobs {
        let done = until(&ann, job, |job| job["state"] == "done").await;
        assert_eq!(done["attempts"], 1, "each statement is processed once: {done}");
    }
    let done_by = |process: &Process| process.log().matches(r#""state":"done""#).count();
    let (ones, twos) = (done_by(&one), done_by(&two));
    assert!(ones > 0 && twos > 0, "both processes did some work: {ones} and {twos}");
    assert_eq!(ones + twos, STATEMENTS as usize);
    let transactions = ann.transactions().await;
    assert_eq!(transactions.len(), STATEMENTS as usize * ROWS);
    let listed = ann.json("/statements?limit=100").await;
    let balanced = listed["items"].as_array().unwrap().iter().filter(|item| item["outcome"] == "balanced");
    assert_eq!(balanced.count(), STATEMENTS as usize);
    drop(serving);
}
