//! Tests of work that one process at a time does periodically.

use std::time::Duration;

use saldo_storage::{PeriodicRuns, WorkerId};

use crate::harness::{Database, at, on_both_databases};

on_both_databases!(
    one_worker_claims_work_until_its_lease_ends,
    finished_work_is_claimed_again_when_it_is_due,
    a_worker_that_lost_its_claim_cannot_finish_it,
    of_many_workers_one_claims_the_work,
);

const NAME: &str = "backup";
const LEASE: Duration = Duration::from_millis(100);

fn worker(name: &str) -> WorkerId {
    WorkerId(name.to_owned())
}

async fn claims(database: &Database, name: &str, milliseconds: i64) -> bool {
    database.claim_work(NAME, &worker(name), LEASE, at(milliseconds)).await.unwrap()
}

async fn one_worker_claims_work_until_its_lease_ends(database: Database) {
    assert!(claims(&database, "a", 0).await);
    assert!(!claims(&database, "b", 99).await);
    assert!(database.extend_work(NAME, &worker("a"), LEASE, at(50)).await.unwrap());
    assert!(!database.extend_work(NAME, &worker("b"), LEASE, at(50)).await.unwrap());
    assert!(!claims(&database, "b", 149).await);
    assert!(database.claim_work("another", &worker("b"), LEASE, at(149)).await.unwrap());
    assert!(claims(&database, "b", 150).await);
    assert!(!claims(&database, "a", 151).await);
}

async fn finished_work_is_claimed_again_when_it_is_due(database: Database) {
    assert_eq!(database.find_runs(NAME).await.unwrap(), PeriodicRuns::default());
    assert!(claims(&database, "a", 0).await);
    assert!(database.finish_work(NAME, &worker("a"), true, at(1_000), at(10)).await.unwrap());
    assert!(!claims(&database, "b", 999).await);
    assert!(claims(&database, "b", 1_000).await);
    assert!(database.finish_work(NAME, &worker("b"), false, at(1_100), at(1_010)).await.unwrap());
    let runs = PeriodicRuns { last_success: Some(at(10)), last_failure: Some(at(1_010)) };
    assert_eq!(database.find_runs(NAME).await.unwrap(), runs);
}

async fn a_worker_that_lost_its_claim_cannot_finish_it(database: Database) {
    assert!(claims(&database, "a", 0).await);
    assert!(claims(&database, "b", 100).await);
    assert!(!database.finish_work(NAME, &worker("a"), true, at(1_000), at(110)).await.unwrap());
    assert!(!database.extend_work(NAME, &worker("a"), LEASE, at(110)).await.unwrap());
    assert_eq!(database.find_runs(NAME).await.unwrap(), PeriodicRuns::default());
    assert!(database.finish_work(NAME, &worker("b"), true, at(1_000), at(120)).await.unwrap());
}

async fn of_many_workers_one_claims_the_work(database: Database) {
    let claims = (0..8).map(|number| {
        let storage = database.storage.clone();
        tokio::spawn(async move {
            storage.claim_work(NAME, &worker(&number.to_string()), LEASE, at(0)).await.unwrap()
        })
    });
    let claims: Vec<_> = claims.collect();
    let mut claimed = 0;
    for claim in claims {
        claimed += usize::from(claim.await.unwrap());
    }
    assert_eq!(claimed, 1);
}
