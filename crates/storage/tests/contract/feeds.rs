//! Tests of bank feeds, their accounts and the files of their months.

use std::time::Duration;

use saldo_domain::{
    Feed, FeedAccountDetails, FeedId, FeedLink, FeedProvider, FeedRows, FeedState, FeedStatus, UserId,
};
use saldo_storage::{FEEDS_MAX, FetchEnd, FetchStart, NewFeed};

use crate::drafts::euro;
use crate::harness::{Database, START, at, on_both_databases};

on_both_databases!(
    a_feed_is_of_one_user,
    the_number_of_feeds_is_limited,
    one_fetch_runs_at_a_time_and_the_day_has_a_quota,
    a_revoked_feed_is_not_fetched_until_its_credential_is_replaced,
    the_decision_of_the_user_survives_a_fetch,
    a_file_is_deleted_with_its_statement,
);

const DAY: Duration = Duration::from_hours(24);
const LEASE: Duration = Duration::from_mins(1);

/// Inserts a row into every table of bank feeds.
pub(crate) async fn fill_feeds(database: &Database, user: UserId) {
    let feed = insert(database, user).await;
    let account = feed.accounts[0].id;
    let statement = database.statement(user).await.id;
    database
        .put_feed_file(user, account, statement, "2025-05".to_owned(), FeedRows::default(), START)
        .await
        .unwrap();
}

fn new_feed() -> NewFeed {
    let id = FeedId::new(START);
    NewFeed { id, provider: FeedProvider::Simplefin, label: "example.org".to_owned(), sealed: vec![1, 2, 3] }
}

fn end(state: FeedState) -> FetchEnd {
    let details = FeedAccountDetails {
        institution: None,
        name: "Checking".to_owned(),
        currency: Some(euro(0).currency()),
        balance: Some(euro(500)),
        balance_at: Some(START),
        pending: 0,
        pending_sum: None,
    };
    let status = FeedStatus { state, ..FeedStatus::default() };
    FetchEnd { status, accounts: vec![("1".to_owned(), details)], due_at: Some(START.after(DAY)) }
}

/// Inserts a feed with an account.
async fn insert(database: &Database, user: UserId) -> Feed {
    let new = new_feed();
    let id = new.id;
    assert!(database.insert_feed(user, new, START).await.unwrap());
    database.finish_fetch(user, id, end(FeedState::Working), START).await.unwrap();
    let feeds = database.list_feeds(user).await.unwrap();
    feeds.into_iter().find(|feed| feed.id == id).unwrap()
}

async fn a_feed_is_of_one_user(database: Database) {
    let (ada, bob) = (database.user("ada").await.id, database.user("bob").await.id);
    let feed = insert(&database, ada).await;
    assert_eq!((feed.sealed.as_slice(), feed.fetched_at), (&[1, 2, 3][..], Some(START)));
    assert!(database.list_feeds(bob).await.unwrap().is_empty());
    assert!(!database.delete_feed(bob, feed.id).await.unwrap());
    assert!(!database.put_feed_link(bob, feed.accounts[0].id, FeedLink::Skipped).await.unwrap());
    assert!(!database.put_feed_credential(bob, feed.id, String::new(), vec![9], START).await.unwrap());
    let begun = database.begin_fetch(bob, feed.id, 5, LEASE, START).await.unwrap();
    assert_eq!(begun, FetchStart::NotFound);
    assert_eq!(database.list_feeds(ada).await.unwrap(), std::slice::from_ref(&feed));
    assert!(database.delete_feed(ada, feed.id).await.unwrap());
    assert!(database.list_feeds(ada).await.unwrap().is_empty());
}

async fn the_number_of_feeds_is_limited(database: Database) {
    let (ada, bob) = (database.user("ada").await.id, database.user("bob").await.id);
    for _ in 0..FEEDS_MAX {
        assert!(database.insert_feed(ada, new_feed(), START).await.unwrap());
    }
    assert!(!database.insert_feed(ada, new_feed(), START).await.unwrap());
    assert!(database.insert_feed(bob, new_feed(), START).await.unwrap());
}

async fn one_fetch_runs_at_a_time_and_the_day_has_a_quota(database: Database) {
    let ada = database.user("ada").await.id;
    let feed = insert(&database, ada).await.id;
    let begin = async |now| database.begin_fetch(ada, feed, 2, LEASE, now).await.unwrap();
    assert_eq!(begin(START).await, FetchStart::Begun);
    assert_eq!(begin(START).await, FetchStart::Busy);
    let late = START.after(LEASE);
    assert_eq!(begin(late).await, FetchStart::Begun, "the first process died");
    database.finish_fetch(ada, feed, end(FeedState::Working), late).await.unwrap();
    assert_eq!(begin(late).await, FetchStart::QuotaUsed);
    assert_eq!(begin(late.after(DAY)).await, FetchStart::Begun);
    assert!(database.list_due_feeds(late, 10).await.unwrap().is_empty(), "it is not due again at once");
    assert_eq!(database.list_due_feeds(late.after(DAY), 10).await.unwrap(), [(ada, feed)]);
}

async fn a_revoked_feed_is_not_fetched_until_its_credential_is_replaced(database: Database) {
    let ada = database.user("ada").await.id;
    let feed = insert(&database, ada).await.id;
    let revoked = FetchEnd { due_at: None, ..end(FeedState::Revoked) };
    database.finish_fetch(ada, feed, revoked, at(1)).await.unwrap();
    let begin = async || database.begin_fetch(ada, feed, 9, LEASE, at(2)).await.unwrap();
    assert_eq!(begin().await, FetchStart::NotFound);
    assert!(database.list_due_feeds(START.after(DAY * 9), 10).await.unwrap().is_empty());
    assert!(database.put_feed_credential(ada, feed, "other.org".to_owned(), vec![4], at(2)).await.unwrap());
    assert_eq!(database.list_due_feeds(at(2), 10).await.unwrap(), [(ada, feed)]);
    assert_eq!(begin().await, FetchStart::Begun);
    let known = database.list_feeds(ada).await.unwrap().remove(0);
    assert_eq!((known.label.as_str(), known.sealed.as_slice()), ("other.org", &[4][..]));
}

async fn the_decision_of_the_user_survives_a_fetch(database: Database) {
    let ada = database.user("ada").await.id;
    let feed = insert(&database, ada).await;
    let account = feed.accounts[0].id;
    assert_eq!(feed.accounts[0].link, FeedLink::Undecided);
    assert!(database.put_feed_link(ada, account, FeedLink::Skipped).await.unwrap());
    database.mark_feed_imported(ada, account, at(3)).await.unwrap();
    database.finish_fetch(ada, feed.id, end(FeedState::Working), at(4)).await.unwrap();
    let known = database.list_feeds(ada).await.unwrap().remove(0).accounts.remove(0);
    assert_eq!((known.id, known.link, known.imported_at), (account, FeedLink::Skipped, Some(at(3))));
    assert!(database.put_feed_link(ada, account, FeedLink::Undecided).await.unwrap());
    let known = database.list_feeds(ada).await.unwrap().remove(0).accounts.remove(0);
    assert_eq!(known.imported_at, None, "another decision starts from the beginning");
}

async fn a_file_is_deleted_with_its_statement(database: Database) {
    let ada = database.user("ada").await.id;
    fill_feeds(&database, ada).await;
    let account = database.list_feeds(ada).await.unwrap()[0].accounts[0].id;
    let files = database.list_feed_files(ada, account).await.unwrap();
    assert_eq!((files.len(), files[0].month.as_str(), files[0].is_processed), (1, "2025-05", false));
    let rows = FeedRows { ids: vec!["a".to_owned()], digest: "x".to_owned() };
    let again = (files[0].statement, "2025-05".to_owned(), rows.clone());
    database.put_feed_file(ada, account, again.0, again.1, again.2, at(1)).await.unwrap();
    let files = database.list_feed_files(ada, account).await.unwrap();
    assert_eq!((files.len(), &files[0].rows), (1, &rows));
    database.delete_statement(ada, files[0].statement, at(2)).await.unwrap();
    assert!(database.list_feed_files(ada, account).await.unwrap().is_empty());
}
