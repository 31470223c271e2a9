//! Tests of bank feeds, their accounts and the files of their months.

use std::time::Duration;

use saldo_domain::{
    Feed, FeedAccountDetails, FeedAuthorization, FeedBank, FeedId, FeedLink, FeedProvider, FeedRows,
    FeedState, FeedStatus, UserId,
};
use saldo_storage::{FEED_AUTHORIZATIONS_MAX, FEEDS_MAX, FeedCredential, FetchEnd, FetchStart, NewFeed};

use crate::drafts::euro;
use crate::harness::{Database, START, at, on_both_databases};

on_both_databases!(
    a_feed_is_of_one_user,
    the_number_of_feeds_is_limited,
    one_fetch_runs_at_a_time_and_the_day_has_a_quota,
    a_revoked_feed_is_not_fetched_until_its_credential_is_replaced,
    the_decision_of_the_user_survives_a_fetch,
    a_file_is_deleted_with_its_statement,
    an_authorization_is_taken_once_by_its_user,
    an_authorization_expires_and_their_number_is_limited,
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
    begin(database, user, 1, Some(feed.id)).await;
}

/// Stores an authorization with this number as its state.
async fn begin(database: &Database, user: UserId, state: u8, feed: Option<FeedId>) {
    let authorization = FeedAuthorization { bank: bank(), feed };
    let expires_at = at(i64::from(state)).after(DAY);
    let now = at(i64::from(state));
    database.insert_feed_authorization(user, [state; 32], authorization, expires_at, now).await.unwrap();
}

fn bank() -> FeedBank {
    FeedBank { name: "Nordea".to_owned(), country: "FI".to_owned() }
}

fn credential(label: &str, sealed: u8) -> FeedCredential {
    FeedCredential { label: label.to_owned(), sealed: vec![sealed; 3], valid_until: Some(at(99)) }
}

fn new_feed() -> NewFeed {
    let id = FeedId::new(START);
    let credential = credential("example.org", 1);
    NewFeed { id, provider: FeedProvider::EnableBanking, bank: Some(bank()), credential }
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
    assert_eq!((feed.sealed.as_slice(), feed.fetched_at), (&[1, 1, 1][..], Some(START)));
    assert_eq!((feed.bank.as_ref(), feed.valid_until), (Some(&bank()), Some(at(99))));
    assert_eq!(feed.provider, FeedProvider::EnableBanking);
    assert!(database.list_feeds(bob).await.unwrap().is_empty());
    assert!(!database.delete_feed(bob, feed.id).await.unwrap());
    assert!(!database.put_feed_link(bob, feed.accounts[0].id, FeedLink::Skipped).await.unwrap());
    assert!(!database.put_feed_credential(bob, feed.id, credential("", 9), START).await.unwrap());
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
    assert!(database.put_feed_credential(ada, feed, credential("other.org", 4), at(2)).await.unwrap());
    assert_eq!(database.list_due_feeds(at(2), 10).await.unwrap(), [(ada, feed)]);
    assert_eq!(begin().await, FetchStart::Begun);
    let known = database.list_feeds(ada).await.unwrap().remove(0);
    assert_eq!((known.label.as_str(), known.sealed.as_slice()), ("other.org", &[4; 3][..]));
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

async fn an_authorization_is_taken_once_by_its_user(database: Database) {
    let (ada, bob) = (database.user("ada").await.id, database.user("bob").await.id);
    let feed = insert(&database, ada).await.id;
    begin(&database, ada, 1, None).await;
    begin(&database, ada, 2, Some(feed)).await;
    let take = async |user, state| database.take_feed_authorization(user, [state; 32], at(3)).await.unwrap();
    assert_eq!(take(bob, 1).await, None, "it is of another user");
    assert_eq!(take(ada, 1).await, Some(FeedAuthorization { bank: bank(), feed: None }));
    assert_eq!(take(ada, 1).await, None, "it was used");
    assert_eq!(take(ada, 2).await.unwrap().feed, Some(feed));
    begin(&database, ada, 3, Some(feed)).await;
    assert!(database.delete_feed(ada, feed).await.unwrap());
    assert_eq!(take(ada, 3).await, None, "its feed was deleted");
}

async fn an_authorization_expires_and_their_number_is_limited(database: Database) {
    let ada = database.user("ada").await.id;
    begin(&database, ada, 1, None).await;
    let late = at(1).after(DAY);
    assert_eq!(database.take_feed_authorization(ada, [1; 32], late).await.unwrap(), None);
    let most = u8::try_from(FEED_AUTHORIZATIONS_MAX).unwrap();
    for state in 2..=most + 2 {
        begin(&database, ada, state, None).await;
    }
    let take = async |state| database.take_feed_authorization(ada, [state; 32], at(50)).await.unwrap();
    assert_eq!(take(2).await, None, "the oldest was deleted");
    assert!(take(3).await.is_some() && take(most + 2).await.is_some());
}
