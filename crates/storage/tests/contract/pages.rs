//! Tests of pages of transactions.

use saldo_domain::transaction::TransactionOrder;
use saldo_domain::{PageRequest, Transaction, TransactionFilter, UserId};
use saldo_storage::Error;

use crate::drafts::{euro, line, may, simple};
use crate::harness::{Database, at, on_both_databases};

on_both_databases!(
    pages_contain_each_transaction_once,
    an_invalid_cursor_is_rejected,
    a_limit_out_of_range_is_clamped,
);

/// Imports transactions, many of which share date, position and amount.
async fn import(database: &Database, user: UserId) {
    for shop in 0..4_i64 {
        let lines = (0..9_i64).map(|number| {
            let day = u32::try_from(number / 4).unwrap() + 1;
            let sign = if number % 2 == 0 { 1 } else { -1 };
            line(may(day), &format!("Shop {shop} {number}"), euro(sign * (100 + number / 3)))
        });
        let statement = database.statement(user).await;
        database.import_statement(user, statement.id, simple(lines.collect()), at(1)).await.unwrap().unwrap();
    }
}

async fn pages_contain_each_transaction_once(database: Database) {
    let ada = database.user("ada").await;
    import(&database, ada.id).await;
    for order in [
        TransactionOrder::NewestFirst,
        TransactionOrder::OldestFirst,
        TransactionOrder::LargestFirst,
        TransactionOrder::SmallestFirst,
    ] {
        let filter = TransactionFilter { order, ..Default::default() };
        let whole = PageRequest::first(PageRequest::LIMIT_MAX);
        let whole = database.list_transactions(ada.id, filter.clone(), whole).await.unwrap();
        assert_eq!((whole.items.len(), whole.next_cursor), (36, None));
        assert!(whole.items.is_sorted_by(|one, next| stands_before(order, one, next)), "{order:?}");
        for limit in [1, 5, 36] {
            let mut listed = Vec::new();
            let mut page = PageRequest::first(limit);
            loop {
                let answer = database.list_transactions(ada.id, filter.clone(), page).await.unwrap();
                listed.extend(answer.items);
                let Some(cursor) = answer.next_cursor else { break };
                page = PageRequest { limit, cursor: Some(cursor) };
            }
            assert_eq!(listed, whole.items, "{order:?} by {limit}");
        }
    }
}

fn stands_before(order: TransactionOrder, one: &Transaction, next: &Transaction) -> bool {
    let age = |transaction: &Transaction| (transaction.date, transaction.position, transaction.id);
    match order {
        TransactionOrder::NewestFirst => age(one) > age(next),
        TransactionOrder::OldestFirst => age(one) < age(next),
        TransactionOrder::LargestFirst => one.amount.minor().abs() >= next.amount.minor().abs(),
        TransactionOrder::SmallestFirst => one.amount.minor().abs() <= next.amount.minor().abs(),
    }
}

async fn an_invalid_cursor_is_rejected(database: Database) {
    let ada = database.user("ada").await;
    import(&database, ada.id).await;
    let first = database
        .list_transactions(ada.id, TransactionFilter::default(), PageRequest::first(1))
        .await
        .unwrap();
    let id = first.items[0].id;
    let other_order = TransactionFilter { order: TransactionOrder::OldestFirst, ..Default::default() };
    let nonsense = ["", "n", "n.1.2025-05-01.7", "n.1.2025-13-01.7.0", "x.1", "5.6.7", "nonsense"];
    let mut cursors: Vec<String> = nonsense.map(str::to_owned).into();
    // Days outside the range that the databases can store.
    for day in ["-262143-01-01", "-0001-12-31", "0000-01-01", "+10000-01-01", "+262142-12-31"] {
        cursors.push(format!("n.0.{day}.0.{id}"));
    }
    let filters = cursors.iter().map(|cursor| (TransactionFilter::default(), Some(cursor.clone())));
    for (filter, cursor) in filters.chain([(other_order, first.next_cursor)]) {
        let answer = database
            .list_transactions(ada.id, filter, PageRequest { limit: 1, cursor: cursor.clone() })
            .await;
        assert!(matches!(answer, Err(Error::InvalidCursor)), "{cursor:?}: {answer:?}");
    }
    for cursor in cursors {
        let page = PageRequest { limit: 1, cursor: Some(cursor.clone()) };
        let answer = database.list_statements(ada.id, page).await;
        assert!(matches!(answer, Err(Error::InvalidCursor)), "{cursor}: {answer:?}");
    }
}

async fn a_limit_out_of_range_is_clamped(database: Database) {
    let ada = database.user("ada").await;
    import(&database, ada.id).await;
    let none = PageRequest { limit: 0, cursor: None };
    let page = database.list_transactions(ada.id, TransactionFilter::default(), none).await.unwrap();
    assert_eq!(page.items.len(), 1);
    let all = PageRequest { limit: u32::MAX, cursor: None };
    let page = database.list_transactions(ada.id, TransactionFilter::default(), all).await.unwrap();
    assert_eq!(page.items.len(), 36);
}
