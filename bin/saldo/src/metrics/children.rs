//! Counts of the child processes that read files.

use metrics::counter;
use saldo_statement_ingest::page::{ChildEvents, KillReason};

const STARTED: &str = "saldo_children_started_total";
const KILLED: &str = "saldo_children_killed_total";

/// Counts the child processes.
#[derive(Debug)]
pub struct CountedChildren;

impl ChildEvents for CountedChildren {
    fn started(&self) {
        counter!(STARTED).increment(1);
    }

    fn killed(&self, reason: KillReason) {
        counter!(KILLED, "reason" => label(reason)).increment(1);
    }
}

const fn label(reason: KillReason) -> &'static str {
    match reason {
        KillReason::Time => "time",
        KillReason::Memory => "memory",
        KillReason::Canceled => "canceled",
    }
}

/// Begins all counters at 0, so that Prometheus sees the first child and the first kill.
pub(super) fn begin() {
    counter!(STARTED).absolute(0);
    for reason in [KillReason::Time, KillReason::Memory, KillReason::Canceled] {
        counter!(KILLED, "reason" => label(reason)).absolute(0);
    }
}
