//! How the databases find what is asked for most: in an index, among the person's own rows only.

use diesel::prelude::*;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel_async::RunQueryDsl;
use saldo_domain::entry::EntryOrder;
use saldo_domain::{Date, EntryFilter, Id, Period, Timestamp, UserId};

use super::backend::plan::{self, Row};
use super::backend::{Backend, Connection};
use super::entries::{Narrowing, page_of};
use crate::cursor::EntryCursor;
use crate::{Error, Result};

/// A query that answers how the database would answer another.
struct Explain<Q>(Q);

impl<Q> QueryId for Explain<Q> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}
impl<Q: Query> Query for Explain<Q> {
    type SqlType = plan::SqlType;
}
impl<Q: QueryFragment<Backend>> QueryFragment<Backend> for Explain<Q> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Backend>) -> QueryResult<()> {
        out.push_sql(plan::EXPLAIN);
        self.0.walk_ast(out)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_of_entries_is_read_from_an_index_of_the_persons_own() {
    let Some((database, _kept)) = plan::database().await else { return };
    let after = EntryCursor {
        size_order: -5,
        date: Date::default(),
        position: 3,
        id: UserId::new(Timestamp::from_milliseconds(0)).into(),
    };
    for (order, index) in [
        (EntryOrder::NewestFirst, "entries_by_date"),
        (EntryOrder::OldestFirst, "entries_by_date"),
        (EntryOrder::LargestFirst, "entries_by_size"),
    ] {
        for after in [None, Some(after)] {
            let filter = EntryFilter { order, ..Default::default() };
            let query = page_of(after_user(), &Narrowing::plain(filter.clone()), after, 51).unwrap();
            let plan = database.write(async move |connection| explain(connection, query).await).await;
            let plan = plan.unwrap();
            assert!(plan::uses(&plan, index), "{order:?}, {after:?}:\n{plan}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn entries_that_an_index_has_named_are_read_by_their_names() {
    let Some((database, _kept)) = plan::database().await else { return };
    let now = Timestamp::from_milliseconds(0);
    let filters = [
        EntryFilter::default(),
        EntryFilter { account: Some(Id::new(now)), ..EntryFilter::default() },
        EntryFilter { category: Some(Id::new(now)), ..EntryFilter::default() },
        EntryFilter { period: Some(Period::EVER), ..EntryFilter::default() },
        EntryFilter { order: EntryOrder::LargestFirst, ..EntryFilter::default() },
    ];
    for filter in filters {
        let narrowing = Narrowing::named(filter.clone(), vec![after_user(); 5]);
        let query = page_of(after_user(), &narrowing, None, 51).unwrap();
        let plan = database.write(async move |connection| explain(connection, query).await).await;
        let plan = plan.unwrap();
        assert!(plan::uses_ids(&plan), "{filter:?}:\n{plan}");
    }
}

fn after_user() -> crate::sql_types::RowId {
    UserId::new(Timestamp::from_milliseconds(0)).into()
}

async fn explain<Q>(connection: &mut Connection, query: Q) -> Result<String>
where
    Q: Query + QueryFragment<Backend> + Send + 'static,
{
    plan::prepare(connection).await?;
    let rows: Vec<Row> = Explain(query).load(connection).await.map_err(Error::from)?;
    Ok(rows.into_iter().map(plan::line).collect::<Vec<_>>().join("\n"))
}
