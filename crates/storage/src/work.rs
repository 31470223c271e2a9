//! What runs on a connection.

use std::future::Future;

use crate::Result;

/// An async closure over a connection whose future may move between threads.
///
/// `AsyncFnOnce` alone cannot say that its future is `Send` on stable Rust; calling the closure through this trait can.
pub(crate) trait Work<Connection, R>:
    AsyncFnOnce(Connection) -> Result<R> + FnOnce(Connection) -> <Self as Work<Connection, R>>::Running
{
    /// The closure's future.
    type Running: Future<Output = Result<R>>;
}

impl<F, Connection, R, Running> Work<Connection, R> for F
where
    F: AsyncFnOnce(Connection) -> Result<R> + FnOnce(Connection) -> Running,
    Running: Future<Output = Result<R>>,
{
    type Running = Running;
}
