//! A record of the queries that this process sends.

use std::sync::{Mutex, PoisonError};

use diesel::connection::{InstrumentationEvent, set_default_instrumentation};

static ASKED: Mutex<Vec<String>> = Mutex::new(Vec::new());
static TURN: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());

/// Makes connections that are opened from now on record their queries. Returns a guard; only one test at a
/// time can hold it.
pub(crate) async fn begin() -> tokio::sync::MutexGuard<'static, ()> {
    let turn = TURN.lock().await;
    set_default_instrumentation(|| Some(Box::new(|event: InstrumentationEvent<'_>| record(&event)))).unwrap();
    take();
    turn
}

fn record(event: &InstrumentationEvent<'_>) {
    if let InstrumentationEvent::StartQuery { query, .. } = event {
        let text = query.to_string();
        let sql = text.split(" -- binds").next().unwrap_or_default();
        if ["SELECT ", "WITH ", "UPDATE ", "DELETE "].iter().any(|finds| sql.starts_with(finds)) {
            ASKED.lock().unwrap_or_else(PoisonError::into_inner).push(sql.to_owned());
        }
    }
}

/// Returns the distinct queries since the last call.
pub(crate) fn take() -> Vec<String> {
    let mut asked = std::mem::take(&mut *ASKED.lock().unwrap_or_else(PoisonError::into_inner));
    asked.sort();
    asked.dedup();
    asked
}
