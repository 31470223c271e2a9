//! Tests of decisions about recurring payments.

use saldo_domain::Timestamp;
use saldo_domain::transaction::Direction;
use saldo_ledger::recurring::{Decision, RecurringDecision, RecurringKey, Rhythm};
use saldo_storage::RECURRING_DECISIONS_MAX;

use crate::drafts::euro;
use crate::harness::{Database, at, on_both_databases};

on_both_databases!(
    a_decision_is_stored_replaced_and_deleted_for_its_owner_only,
    decisions_of_one_merchant_differ_by_rhythm_and_direction,
    the_number_of_decisions_is_limited,
);

pub(crate) fn decided(merchant: &str, decision: Decision, decided_at: Timestamp) -> RecurringDecision {
    let series = RecurringKey {
        merchant: merchant.to_owned(),
        currency: euro(0).currency(),
        direction: Direction::Out,
        rhythm: Rhythm::Monthly,
    };
    RecurringDecision { series, decision, decided_at }
}

async fn a_decision_is_stored_replaced_and_deleted_for_its_owner_only(database: Database) {
    let (ada, bob) = (database.user("ada").await.id, database.user("bob").await.id);
    let first = decided("streamflix", Decision::Ignored, at(1));
    let key = first.series.clone();
    for user in [ada, bob] {
        assert!(database.replace_recurring_decisions(user, vec![], Some(first.clone())).await.unwrap());
    }
    let later = decided("streamflix", Decision::Confirmed, at(2));
    assert!(database.replace_recurring_decisions(ada, vec![], Some(later.clone())).await.unwrap());
    assert_eq!(database.list_recurring_decisions(ada).await.unwrap(), [later]);
    let other = decided("sfx intl", Decision::Ignored, at(3));
    assert!(database.replace_recurring_decisions(ada, vec![key.clone()], Some(other.clone())).await.unwrap());
    assert_eq!(database.list_recurring_decisions(ada).await.unwrap(), [other]);
    assert_eq!(database.list_recurring_decisions(bob).await.unwrap(), [first]);
    assert!(database.replace_recurring_decisions(bob, vec![key], None).await.unwrap());
    assert_eq!(database.list_recurring_decisions(bob).await.unwrap(), []);
    assert_eq!(database.list_recurring_decisions(ada).await.unwrap().len(), 1);
}

async fn decisions_of_one_merchant_differ_by_rhythm_and_direction(database: Database) {
    let ada = database.user("ada").await.id;
    let monthly = decided("insurer", Decision::Confirmed, at(1));
    let key = || monthly.series.clone();
    let yearly = RecurringKey { rhythm: Rhythm::Yearly, ..key() };
    let income = RecurringKey { direction: Direction::In, ..key() };
    for series in [key(), yearly.clone(), income] {
        let new = RecurringDecision { series, ..monthly.clone() };
        assert!(database.replace_recurring_decisions(ada, vec![], Some(new)).await.unwrap());
    }
    assert_eq!(database.list_recurring_decisions(ada).await.unwrap().len(), 3);
    assert!(database.replace_recurring_decisions(ada, vec![yearly.clone()], None).await.unwrap());
    let left = database.list_recurring_decisions(ada).await.unwrap();
    assert!(left.len() == 2 && left.iter().all(|one| one.series != yearly), "{left:?}");
}

async fn the_number_of_decisions_is_limited(database: Database) {
    let (ada, bob) = (database.user("ada").await.id, database.user("bob").await.id);
    let put = async |user, merchant: &str| {
        let new = decided(merchant, Decision::Ignored, at(1));
        database.replace_recurring_decisions(user, vec![], Some(new)).await.unwrap()
    };
    for number in 0..RECURRING_DECISIONS_MAX {
        assert!(put(ada, &format!("merchant {number}")).await);
    }
    assert!(!put(ada, "one more").await);
    assert!(put(ada, "merchant 0").await, "a decision can change");
    assert!(put(bob, "one more").await);
    assert_eq!(database.list_recurring_decisions(ada).await.unwrap().len(), RECURRING_DECISIONS_MAX);
}
