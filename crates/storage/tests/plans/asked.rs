//! What connections of this process are asked.

use std::sync::{Mutex, PoisonError};

use diesel::connection::{InstrumentationEvent, set_default_instrumentation};

static ASKED: Mutex<Vec<String>> = Mutex::new(Vec::new());
static TURN: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());

/// Connections opened from now on write down what they are asked. One test at a time: until the answer is dropped.
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

/// What was asked since the last time, each question once.
pub(crate) fn take() -> Vec<String> {
    let mut asked = std::mem::take(&mut *ASKED.lock().unwrap_or_else(PoisonError::into_inner));
    asked.sort();
    asked.dedup();
    asked
}
