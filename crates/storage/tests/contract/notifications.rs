//! Tests of notifications, their settings, and their deliveries to channels.

use std::collections::BTreeSet;
use std::time::Duration;

use saldo_domain::{
    ChannelKind, Event, NotificationChannelId, NotificationId, NotificationKind, StatementId, UserId,
};
use saldo_storage::{DeliveryAttempt, NOTIFICATION_CHANNELS_MAX, NewChannel};

use crate::drafts::may;
use crate::harness::{Database, START, at, on_both_databases};

on_both_databases!(
    an_event_is_stored_once_for_each_user,
    notifications_are_read_by_their_user_only,
    nothing_is_on_until_a_user_turns_it_on,
    the_number_of_channels_is_limited,
    a_delivery_is_due_until_it_succeeds_or_ends,
    a_deleted_channel_has_no_deliveries,
);

/// Inserts a row into every table of notifications.
pub(crate) async fn fill_notifications(database: &Database, user: UserId) {
    let kinds = BTreeSet::from([NotificationKind::StatementUnbalanced]);
    database.put_notification_kinds(user, kinds, START).await.unwrap();
    assert!(database.insert_notification_channel(user, channel(), START).await.unwrap());
    assert_eq!(database.insert_notifications(user, vec![event("may.pdf")], START).await.unwrap(), 1);
}

fn channel() -> NewChannel {
    let id = NotificationChannelId::new(START);
    NewChannel { id, kind: ChannelKind::Webhook, label: "example.org".to_owned(), sealed: vec![1, 2, 3] }
}

fn event(file_name: &str) -> Event {
    let statement = StatementId::new(START);
    Event::StatementUnbalanced { statement, file_name: file_name.to_owned() }
}

async fn an_event_is_stored_once_for_each_user(database: Database) {
    let (ada, bob) = (database.user("ada").await.id, database.user("bob").await.id);
    let (one, other) = (event("may.pdf"), event("june.pdf"));
    assert_eq!(database.insert_notifications(ada, vec![one.clone()], at(1)).await.unwrap(), 1);
    let both = vec![one.clone(), other.clone(), other.clone()];
    assert_eq!(database.insert_notifications(ada, both, at(2)).await.unwrap(), 1);
    assert_eq!(database.insert_notifications(bob, vec![one.clone()], at(3)).await.unwrap(), 1);
    let listed = database.list_notifications(ada, 10).await.unwrap();
    let events: Vec<Event> = listed.into_iter().map(|one| one.event).collect();
    assert_eq!(events, [other, one], "newest first");
    assert_eq!(database.list_notifications(ada, 1).await.unwrap().len(), 1);
}

async fn notifications_are_read_by_their_user_only(database: Database) {
    let (ada, bob) = (database.user("ada").await.id, database.user("bob").await.id);
    database.insert_notifications(ada, vec![event("a"), event("b")], at(1)).await.unwrap();
    let ids: Vec<NotificationId> =
        database.list_notifications(ada, 10).await.unwrap().into_iter().map(|one| one.id).collect();
    database.mark_notifications_read(bob, Some(ids.clone()), at(2)).await.unwrap();
    database.mark_notifications_read(bob, None, at(2)).await.unwrap();
    assert_eq!(database.count_unread_notifications(ada).await.unwrap(), 2);
    database.mark_notifications_read(ada, Some(vec![ids[0]]), at(3)).await.unwrap();
    assert_eq!(database.count_unread_notifications(ada).await.unwrap(), 1);
    database.mark_notifications_read(ada, None, at(4)).await.unwrap();
    let read: Vec<_> =
        database.list_notifications(ada, 10).await.unwrap().into_iter().map(|one| one.read_at).collect();
    assert_eq!(read, [Some(at(3)), Some(at(4))], "the first time is kept");
    assert_eq!(database.count_unread_notifications(bob).await.unwrap(), 0);
}

async fn nothing_is_on_until_a_user_turns_it_on(database: Database) {
    let (ada, bob) = (database.user("ada").await.id, database.user("bob").await.id);
    assert!(database.find_notification_kinds(ada).await.unwrap().is_empty());
    assert!(database.list_notified_users().await.unwrap().is_empty());
    let kinds = BTreeSet::from([NotificationKind::BillDue, NotificationKind::PriceRose]);
    database.put_notification_kinds(ada, kinds.clone(), at(1)).await.unwrap();
    assert_eq!(database.find_notification_kinds(ada).await.unwrap(), kinds);
    assert!(database.find_notification_kinds(bob).await.unwrap().is_empty());
    assert_eq!(database.list_notified_users().await.unwrap(), [ada]);
    database.put_notification_kinds(ada, BTreeSet::new(), at(2)).await.unwrap();
    assert!(database.list_notified_users().await.unwrap().is_empty());
}

async fn the_number_of_channels_is_limited(database: Database) {
    let (ada, bob) = (database.user("ada").await.id, database.user("bob").await.id);
    for _ in 0..NOTIFICATION_CHANNELS_MAX {
        assert!(database.insert_notification_channel(ada, channel(), at(1)).await.unwrap());
    }
    assert!(!database.insert_notification_channel(ada, channel(), at(1)).await.unwrap());
    assert!(database.insert_notification_channel(bob, channel(), at(1)).await.unwrap());
    let listed = database.list_notification_channels(ada).await.unwrap();
    assert_eq!(listed.len(), NOTIFICATION_CHANNELS_MAX);
    assert!(!database.delete_notification_channel(bob, listed[0].id).await.unwrap());
    assert!(database.delete_notification_channel(ada, listed[0].id).await.unwrap());
    assert!(database.insert_notification_channel(ada, channel(), at(1)).await.unwrap());
}

async fn a_delivery_is_due_until_it_succeeds_or_ends(database: Database) {
    let ada = database.user("ada").await.id;
    let to = channel();
    database.insert_notification_channel(ada, to.clone(), at(0)).await.unwrap();
    database.insert_notifications(ada, vec![event("may.pdf")], at(1)).await.unwrap();
    let due = database.list_due_deliveries(at(1), 10).await.unwrap();
    let [one] = &due[..] else { panic!("{due:?}") };
    assert_eq!((one.user, one.channel.id, one.attempts), (ada, to.id, 0));
    assert_eq!(one.channel.sealed, to.sealed);
    let later = at(1).after(Duration::from_mins(5));
    let failed = DeliveryAttempt::Failed { failure: "no answer".to_owned(), due_at: Some(later) };
    database.record_delivery(ada, one.notification.id, to.id, failed, at(2)).await.unwrap();
    assert!(database.list_due_deliveries(at(3), 10).await.unwrap().is_empty());
    assert_eq!(database.list_due_deliveries(later, 10).await.unwrap()[0].attempts, 1);
    let sent = DeliveryAttempt::Delivered;
    database.record_delivery(ada, one.notification.id, to.id, sent, later).await.unwrap();
    assert!(database.list_due_deliveries(later, 10).await.unwrap().is_empty());
    let listed = database.list_notifications(ada, 10).await.unwrap();
    let delivery = &listed[0].deliveries[0];
    assert_eq!((delivery.attempts, delivery.delivered_at), (2, Some(later)));
    assert_eq!((&delivery.failure, delivery.due_at), (&None, None));
}

async fn a_deleted_channel_has_no_deliveries(database: Database) {
    let ada = database.user("ada").await.id;
    let to = channel();
    database.insert_notification_channel(ada, to.clone(), at(0)).await.unwrap();
    let missing = Event::StatementMissing {
        account: saldo_domain::AccountId::new(START),
        account_name: "Current".to_owned(),
        from: may(1),
        to: may(31),
    };
    database.insert_notifications(ada, vec![missing], at(1)).await.unwrap();
    database.delete_notification_channel(ada, to.id).await.unwrap();
    assert!(database.list_due_deliveries(at(2), 10).await.unwrap().is_empty());
    assert!(database.list_notifications(ada, 10).await.unwrap()[0].deliveries.is_empty());
}
