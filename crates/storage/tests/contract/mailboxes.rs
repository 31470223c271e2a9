//! Tests of mailboxes and the messages that were read from them.

use std::time::Duration;

use saldo_domain::{
    Date, MailAction, MailLogin, MailMessage, MailOutcome, MailPosition, MailResult, MailRule, MailSecurity,
    MailboxId, MailboxSettings, MailboxState, MailboxStatus, UserId,
};
use saldo_storage::{MAIL_MESSAGES_MAX, MailFetchStart, MailLease};

use crate::harness::{Database, START, at, on_both_databases};

on_both_databases!(
    a_mailbox_is_of_one_user,
    the_number_of_mailboxes_is_limited,
    one_fetch_of_a_mailbox_runs_at_a_time,
    a_fetch_that_lost_its_lease_writes_nothing,
    a_changed_mailbox_is_due_and_may_forget_its_position,
    the_latest_results_of_messages_are_listed,
);

const LEASE: Duration = Duration::from_mins(10);

/// Inserts a row into every table of mailboxes.
pub(crate) async fn fill_mailboxes(database: &Database, user: UserId) {
    let mailbox = insert(database, user).await;
    let lease = begin(database, user, mailbox).await;
    let position = MailPosition { uid_validity: 1, uid: 7 };
    let message = Some(message(position));
    assert!(database.put_mail_position(user, mailbox, lease, position, message).await.unwrap());
}

fn settings() -> MailboxSettings {
    let rule = MailRule { sender: "@bank.example".to_owned(), subject: String::new() };
    MailboxSettings {
        host: "imap.example.org".to_owned(),
        port: 993,
        security: MailSecurity::Tls,
        user_name: "ada".to_owned(),
        login: MailLogin::Password,
        folder: "INBOX".to_owned(),
        since: Date::from_ymd_opt(2025, 5, 1).unwrap(),
        rules: vec![rule],
        after: MailAction::Move("Archive".to_owned()),
        receiving_server: None,
        requires_authentication: false,
    }
}

fn message(position: MailPosition) -> MailMessage {
    let result = MailResult { outcome: MailOutcome::NoFiles, notes: Vec::new(), files: Vec::new() };
    MailMessage {
        position,
        received_at: None,
        sender: "a@bank.example".to_owned(),
        subject: "A nul\0l".to_owned(),
        result,
        read_at: at(i64::from(position.uid)),
    }
}

async fn insert(database: &Database, user: UserId) -> MailboxId {
    let mailbox = MailboxId::new(START);
    assert!(database.insert_mailbox(user, mailbox, settings(), vec![1, 2], 3, START).await.unwrap());
    mailbox
}

async fn begin(database: &Database, user: UserId, mailbox: MailboxId) -> MailLease {
    match database.begin_mail_fetch(user, mailbox, LEASE, START).await.unwrap() {
        MailFetchStart::Begun(_, lease) => lease,
        other => panic!("{other:?}"),
    }
}

async fn a_mailbox_is_of_one_user(database: Database) {
    let (ada, bob) = (database.user("ada").await.id, database.user("bob").await.id);
    let mailbox = insert(&database, ada).await;
    let lease = begin(&database, ada, mailbox).await;
    let known = database.list_mailboxes(ada).await.unwrap();
    assert_eq!((&known[0].settings, &known[0].sealed[..]), (&settings(), &[1, 2][..]));
    assert!(database.list_mailboxes(bob).await.unwrap().is_empty());
    assert!(!database.put_mailbox(bob, mailbox, settings(), vec![9], true, START).await.unwrap());
    assert!(!database.put_mail_secrets(bob, mailbox, lease, vec![9]).await.unwrap());
    let position = MailPosition { uid_validity: 1, uid: 1 };
    assert!(!database.put_mail_position(bob, mailbox, lease, position, None).await.unwrap());
    let begun = database.begin_mail_fetch(bob, mailbox, LEASE, START).await.unwrap();
    assert_eq!(begun, MailFetchStart::NotFound);
    assert!(!database.delete_mailbox(bob, mailbox).await.unwrap());
    assert_eq!(database.list_mailboxes(ada).await.unwrap(), known);
    assert!(database.delete_mailbox(ada, mailbox).await.unwrap());
    assert!(database.list_mailboxes(ada).await.unwrap().is_empty());
}

async fn the_number_of_mailboxes_is_limited(database: Database) {
    let (ada, bob) = (database.user("ada").await.id, database.user("bob").await.id);
    let insert = async |user| {
        let id = MailboxId::new(START);
        database.insert_mailbox(user, id, settings(), Vec::new(), 2, START).await.unwrap()
    };
    assert!(insert(ada).await && insert(ada).await);
    assert!(!insert(ada).await);
    assert!(insert(bob).await);
}

async fn one_fetch_of_a_mailbox_runs_at_a_time(database: Database) {
    let ada = database.user("ada").await.id;
    let mailbox = insert(&database, ada).await;
    assert_eq!(database.list_due_mailboxes(START, 10).await.unwrap(), [(ada, mailbox)]);
    let lease = begin(&database, ada, mailbox).await;
    let begun = async |now| database.begin_mail_fetch(ada, mailbox, LEASE, now).await.unwrap();
    assert_eq!(begun(at(1)).await, MailFetchStart::Busy);
    assert!(matches!(begun(START.after(LEASE)).await, MailFetchStart::Begun(..)), "its process died");
    let status = MailboxStatus { state: MailboxState::Working, ..MailboxStatus::default() };
    let end = async |lease, due| {
        database.finish_mail_fetch(ada, mailbox, lease, status.clone(), Some(due), at(2)).await.unwrap();
        database.list_mailboxes(ada).await.unwrap().remove(0)
    };
    assert_eq!(end(lease, at(9)).await.fetched_at, None, "the lease is over");
    let known = end(MailLease(START.after(LEASE * 2)), at(9)).await;
    assert_eq!((known.fetched_at, known.due_at), (Some(at(2)), Some(at(9))));
    assert!(database.list_due_mailboxes(at(8), 10).await.unwrap().is_empty());
    database.hasten_mailbox(ada, mailbox, at(5)).await.unwrap();
    assert_eq!(database.list_due_mailboxes(at(8), 10).await.unwrap(), [(ada, mailbox)]);
    assert!(matches!(begun(at(3)).await, MailFetchStart::Begun(..)));
}

async fn a_fetch_that_lost_its_lease_writes_nothing(database: Database) {
    let ada = database.user("ada").await.id;
    let mailbox = insert(&database, ada).await;
    let lease = begin(&database, ada, mailbox).await;
    let position = MailPosition { uid_validity: 1, uid: 4 };
    assert!(database.put_mail_position(ada, mailbox, lease, position, None).await.unwrap());
    assert!(database.put_mail_secrets(ada, mailbox, lease, vec![3]).await.unwrap());
    assert!(database.put_mailbox(ada, mailbox, settings(), vec![4], false, at(1)).await.unwrap());
    let later = MailPosition { uid_validity: 1, uid: 5 };
    let written = database.put_mail_position(ada, mailbox, lease, later, Some(message(later))).await;
    assert!(!written.unwrap());
    assert!(!database.put_mail_secrets(ada, mailbox, lease, vec![5]).await.unwrap());
    let known = database.list_mailboxes(ada).await.unwrap().remove(0);
    assert_eq!((known.position, known.sealed), (Some(position), vec![4]));
    assert!(database.list_mail_messages(ada).await.unwrap().is_empty());
}

async fn a_changed_mailbox_is_due_and_may_forget_its_position(database: Database) {
    let ada = database.user("ada").await.id;
    let mailbox = insert(&database, ada).await;
    let lease = begin(&database, ada, mailbox).await;
    let position = MailPosition { uid_validity: u32::MAX, uid: u32::MAX };
    assert!(database.put_mail_position(ada, mailbox, lease, position, None).await.unwrap());
    let rejected = MailboxStatus { state: MailboxState::Rejected, ..MailboxStatus::default() };
    database.finish_mail_fetch(ada, mailbox, lease, rejected, None, at(1)).await.unwrap();
    database.hasten_mailbox(ada, mailbox, at(1)).await.unwrap();
    assert!(database.list_due_mailboxes(at(99), 10).await.unwrap().is_empty(), "it waits for its user");
    let change = async |is_elsewhere| {
        assert!(database.put_mailbox(ada, mailbox, settings(), vec![3], is_elsewhere, at(2)).await.unwrap());
        database.list_mailboxes(ada).await.unwrap().remove(0)
    };
    let known = change(false).await;
    assert_eq!((known.position, known.due_at), (Some(position), Some(at(2))));
    assert_eq!(known.status, MailboxStatus::default());
    assert_eq!(change(true).await.position, None);
}

async fn the_latest_results_of_messages_are_listed(database: Database) {
    let (ada, bob) = (database.user("ada").await.id, database.user("bob").await.id);
    let mailbox = insert(&database, ada).await;
    let lease = begin(&database, ada, mailbox).await;
    let put = async |uid| {
        let position = MailPosition { uid_validity: 1, uid };
        let message = Some(message(position));
        assert!(database.put_mail_position(ada, mailbox, lease, position, message).await.unwrap());
    };
    put(1).await;
    put(1).await;
    let known = database.list_mail_messages(ada).await.unwrap();
    assert_eq!((known.len(), known[0].0, &known[0].1.subject[..]), (1, mailbox, "A null"));
    let most = u32::try_from(MAIL_MESSAGES_MAX).unwrap();
    for uid in 2..=most + 2 {
        put(uid).await;
    }
    let known = database.list_mail_messages(ada).await.unwrap();
    assert_eq!(known.len(), MAIL_MESSAGES_MAX);
    assert_eq!((known[0].1.position.uid, known.last().unwrap().1.position.uid), (most + 2, 3));
    assert!(database.list_mail_messages(bob).await.unwrap().is_empty());
}
