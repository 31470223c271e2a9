//! Running queries with boxed futures, to limit the work of the compiler.
//!
//! The futures of [`diesel_async::RunQueryDsl`] contain the type of their query. The compiler would prove
//! for each of hundreds of queries, twice, that such a future may move between threads. That was half of its
//! work on this crate. Boxed, all futures have one type.

use diesel::dsl::Limit;
use diesel::query_dsl::methods::LimitDsl;
use diesel::result::QueryResult;
use diesel_async::AsyncConnectionCore;
use diesel_async::methods::{ExecuteDsl, LoadQuery};
use futures::future::BoxFuture;

/// The methods that run a query. They do the same as those of [`diesel_async::RunQueryDsl`].
pub(crate) trait RunQueryDsl<Conn: AsyncConnectionCore + Send>: Sized {
    /// Runs the query and returns the number of rows that it affected.
    fn execute<'c>(self, connection: &'c mut Conn) -> BoxFuture<'c, QueryResult<usize>>
    where
        Self: ExecuteDsl<Conn> + 'c,
    {
        Box::pin(ExecuteDsl::execute(self, connection))
    }

    /// Returns all rows of the query.
    fn load<'c, U>(self, connection: &'c mut Conn) -> BoxFuture<'c, QueryResult<Vec<U>>>
    where
        U: Send + 'c,
        Self: LoadQuery<'c, Conn, U> + 'c,
    {
        Box::pin(diesel_async::RunQueryDsl::load(self, connection))
    }

    /// Returns the affected rows of the query.
    fn get_results<'c, U>(self, connection: &'c mut Conn) -> BoxFuture<'c, QueryResult<Vec<U>>>
    where
        U: Send + 'c,
        Self: LoadQuery<'c, Conn, U> + 'c,
    {
        RunQueryDsl::load(self, connection)
    }

    /// Returns the row of the query.
    fn get_result<'c, U>(self, connection: &'c mut Conn) -> BoxFuture<'c, QueryResult<U>>
    where
        U: Send + 'c,
        Self: LoadQuery<'c, Conn, U> + 'c,
    {
        Box::pin(diesel_async::RunQueryDsl::get_result(self, connection))
    }

    /// Returns the first row of the query.
    fn first<'c, U>(self, connection: &'c mut Conn) -> BoxFuture<'c, QueryResult<U>>
    where
        U: Send + 'c,
        Self: LimitDsl,
        Limit<Self>: LoadQuery<'c, Conn, U> + Send + 'c,
    {
        RunQueryDsl::get_result(self.limit(1), connection)
    }
}

impl<T, Conn: AsyncConnectionCore + Send> RunQueryDsl<Conn> for T {}
