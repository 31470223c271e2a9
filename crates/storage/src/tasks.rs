//! Type-erased spawning of tasks, to limit monomorphization.
//!
//! Tokio compiles about seventy functions for each type of task. With hundreds of queries for two databases,
//! unboxed tasks were a third of the crate's machine code in a debug build. Boxed, all tasks have one type.

#[cfg(feature = "sqlite")]
use std::cell::Cell;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};

#[cfg(feature = "sqlite")]
use futures::future::BoxFuture;
use tokio::runtime::Handle;
use tracing::{Instrument, Span};

use crate::{Error, Result};

/// The place where a task leaves its result.
struct Slot<R>(Arc<Mutex<Option<R>>>);

impl<R> Slot<R> {
    fn new() -> (Self, Self) {
        let shared = Arc::new(Mutex::new(None));
        (Self(Arc::clone(&shared)), Self(shared))
    }

    fn fill(self, value: R) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(value);
    }

    fn take(self) -> Option<R> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Begins the span of a wait for a connection, within a request or a job. Waits of less than a millisecond
/// are not exported.
pub(crate) fn wait_span() -> Span {
    if Span::current().is_none() {
        return Span::none();
    }
    tracing::info_span!(target: "saldo::traces", "database wait", otel.kind = "client", shortest_milliseconds = 1_u64)
}

/// Runs `work` on `runtime` to completion, even if the caller is dropped.
///
/// `runtime` is the one on which the database was opened. A web server has one runtime per thread and shuts
/// them down one by one, which would close the connections that were first used there.
///
/// # Errors
/// Those of `work`, and [`Error::Database`] if the runtime stops first.
pub(crate) async fn run<R: Send + 'static>(
    runtime: &Handle,
    work: impl Future<Output = Result<R>> + Send + 'static,
) -> Result<R> {
    let (inner, outer) = Slot::new();
    let task: Pin<Box<dyn Future<Output = ()> + Send>> = Box::pin(async move { inner.fill(work.await) });
    // One type, because the task is boxed before.
    runtime.spawn(task.in_current_span()).await.map_err(Error::database)?;
    outer.take().unwrap_or_else(|| Err(Error::database("a task ended without a result")))
}

/// Runs `work` on a thread for blocking tasks, because SQLite's driver waits for the disk. All queries of
/// `work` run on that thread, one after the other. With a thread for each query, waking threads was the
/// larger part of a small write.
///
/// # Errors
/// Those of `work`, and [`Error::Database`] if the runtime stops first.
#[cfg(feature = "sqlite")]
pub(crate) async fn block_on<R: Send + 'static>(
    work: impl Future<Output = Result<R>> + Send + 'static,
) -> Result<R> {
    let (inner, outer) = Slot::new();
    let work: Pin<Box<dyn Future<Output = ()> + Send>> = Box::pin(async move { inner.fill(work.await) });
    let runtime = Handle::current();
    let task: Box<dyn FnOnce() + Send> = Box::new(move || {
        let _here = Blocking::enter();
        runtime.block_on(work);
    });
    tokio::task::spawn_blocking(task).await.map_err(Error::database)?;
    outer.take().unwrap_or_else(|| Err(Error::database("a task ended without a result")))
}

#[cfg(feature = "sqlite")]
thread_local! {
    /// True while this thread runs the work of [`block_on`].
    static MAY_BLOCK: Cell<bool> = const { Cell::new(false) };
}

/// A guard that marks its thread as one that may block. It clears the mark when dropped, also after a panic,
/// because the runtime reuses threads.
#[cfg(feature = "sqlite")]
struct Blocking;

#[cfg(feature = "sqlite")]
impl Blocking {
    fn enter() -> Self {
        MAY_BLOCK.set(true);
        Self
    }
}

#[cfg(feature = "sqlite")]
impl Drop for Blocking {
    fn drop(&mut self) {
        MAY_BLOCK.set(false);
    }
}

/// Runs the queries of the SQLite driver: on the current thread if it may block, otherwise on a thread for
/// blocking tasks.
#[cfg(feature = "sqlite")]
pub(crate) struct BlockingThreads;

#[cfg(feature = "sqlite")]
impl diesel_async::sync_connection_wrapper::SpawnBlocking for BlockingThreads {
    fn spawn_blocking<'a, R: Send + 'static>(
        &mut self,
        task: impl FnOnce() -> R + Send + 'static,
    ) -> BoxFuture<'a, std::result::Result<R, Box<dyn std::error::Error + Send + Sync>>> {
        if MAY_BLOCK.get() {
            let result = task();
            return Box::pin(std::future::ready(Ok(result)));
        }
        let (inner, outer) = Slot::new();
        let task: Box<dyn FnOnce() + Send> = Box::new(move || inner.fill(task()));
        let running = tokio::task::spawn_blocking(task);
        Box::pin(async move {
            running.await?;
            outer.take().ok_or_else(|| "a query ended without a result".into())
        })
    }

    fn get_runtime() -> Self {
        Self
    }
}
