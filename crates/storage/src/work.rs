//! The trait of closures that run on a connection.

use std::future::Future;

use crate::Result;

/// An async closure over a connection whose future may move between threads.
///
/// On stable Rust, a bound of `AsyncFnOnce` cannot require that the future is `Send`. This trait names the
/// future, so that callers can.
pub(crate) trait Work<Connection, R>:
    AsyncFnOnce(Connection) -> Result<R> + FnOnce(Connection) -> <Self as Work<Connection, R>>::Running
{
    /// The future of the closure.
    type Running: Future<Output = Result<R>>;
}

impl<F, Connection, R, Running> Work<Connection, R> for F
where
    F: AsyncFnOnce(Connection) -> Result<R> + FnOnce(Connection) -> Running,
    Running: Future<Output = Result<R>>,
{
    type Running = Running;
}
