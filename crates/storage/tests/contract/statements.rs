//! Tests of uploaded statements.

use saldo_domain::{Failure, FailureCode, PageRequest, StatementKind, StatementStatus};
use saldo_storage::{Error, NewStatement};

use crate::drafts::{euro, line, may, simple};
use crate::harness::{Database, START, at, new_statement, on_both_databases};

on_both_databases!(
    a_new_statement_is_unprocessed,
    the_same_file_conflicts_only_for_one_user,
    a_statement_is_found_by_digest_and_by_key,
    another_users_statement_is_not_found,
    statements_are_listed_newest_first_without_gaps,
    a_failure_is_stored_until_the_statement_is_read,
    a_failure_keeps_the_transactions_of_an_earlier_reading,
    deleting_a_statement_returns_its_key_and_removes_its_data,
    deleting_a_statement_keeps_transactions_of_other_statements,
);

async fn a_new_statement_is_unprocessed(database: Database) {
    let ada = database.user("ada").await;
    let new = new_statement();
    let statement = database.insert_statement(ada.id, new.clone(), START).await.unwrap();
    assert_eq!((statement.id, &statement.file_name), (new.id, &new.file_name));
    assert_eq!((statement.size, statement.pages, statement.sha256), (new.size, None, new.sha256));
    assert_eq!((statement.status, statement.kind), (StatementStatus::Uploaded, StatementKind::Other));
    assert_eq!((statement.outcome(), statement.job, statement.processed_at), (None, None, None));
    assert_eq!(database.find_statement(ada.id, statement.id).await.unwrap(), Some(statement));
}

async fn the_same_file_conflicts_only_for_one_user(database: Database) {
    let (ada, bob) = (database.user("ada").await, database.user("bob").await);
    let new = new_statement();
    database.insert_statement(ada.id, new.clone(), START).await.unwrap();
    let same_bytes = NewStatement { sha256: new.sha256, ..new_statement() };
    let again = database.insert_statement(ada.id, same_bytes.clone(), START).await;
    assert!(matches!(again, Err(Error::Conflict)), "{again:?}");
    database.insert_statement(bob.id, same_bytes, START).await.unwrap();
}

async fn a_statement_is_found_by_digest_and_by_key(database: Database) {
    let ada = database.user("ada").await;
    let statement = database.statement(ada.id).await;
    let by_digest = database.find_statement_by_digest(ada.id, statement.sha256).await.unwrap();
    let by_key = database.find_statement_by_key(ada.id, &statement.file_key).await.unwrap();
    assert_eq!((by_digest, by_key), (Some(statement.clone()), Some(statement)));
}

async fn another_users_statement_is_not_found(database: Database) {
    let (ada, bob) = (database.user("ada").await, database.user("bob").await);
    let hers = database.statement(ada.id).await;
    let coffee = || simple(vec![line(may(1), "Coffee", euro(-300))]);
    assert_eq!(database.find_statement(bob.id, hers.id).await.unwrap(), None);
    assert_eq!(database.find_statement_by_digest(bob.id, hers.sha256).await.unwrap(), None);
    assert_eq!(database.find_statement_by_key(bob.id, &hers.file_key).await.unwrap(), None);
    assert_eq!(database.list_statement_lines(bob.id, hers.id).await.unwrap(), None);
    assert_eq!(database.import_statement(bob.id, hers.id, coffee(), START).await.unwrap(), None);
    assert_eq!(database.enqueue_statement(bob.id.into(), hers.id, None, START).await.unwrap(), None);
    database.fail_statement(bob.id, hers.id, Failure::of(FailureCode::Unreadable), START).await.unwrap();
    assert_eq!(database.delete_statement(bob.id, hers.id, at(9)).await.unwrap(), None);
    assert_eq!(database.list_statements(bob.id, PageRequest::default()).await.unwrap().items, []);
    assert_eq!(database.find_statement(ada.id, hers.id).await.unwrap(), Some(hers));
    assert_eq!(database.rows().await["transactions"], 0);
}

async fn statements_are_listed_newest_first_without_gaps(database: Database) {
    let ada = database.user("ada").await;
    let mut made = Vec::new();
    // Only three moments, so that most statements share theirs with others.
    for number in 0..11 {
        made.push(database.insert_statement(ada.id, new_statement(), at(number / 4)).await.unwrap());
    }
    made.sort_by_key(|statement| std::cmp::Reverse((statement.created_at, statement.id)));
    let mut listed = Vec::new();
    let mut page = PageRequest::first(3);
    loop {
        let answer = database.list_statements(ada.id, page).await.unwrap();
        listed.extend(answer.items);
        let Some(cursor) = answer.next_cursor else { break };
        page = PageRequest { limit: 3, cursor: Some(cursor) };
    }
    assert_eq!(listed, made);
    let nonsense = PageRequest { limit: 3, cursor: Some("nonsense".to_owned()) };
    assert!(matches!(database.list_statements(ada.id, nonsense).await, Err(Error::InvalidCursor)));
}

async fn a_failure_is_stored_until_the_statement_is_read(database: Database) {
    let ada = database.user("ada").await;
    let statement = database.statement(ada.id).await;
    let failure = Failure::of(FailureCode::NeedsPassword);
    database.fail_statement(ada.id, statement.id, failure.clone(), at(1)).await.unwrap();
    let failed = database.find_statement(ada.id, statement.id).await.unwrap().unwrap();
    assert_eq!((failed.status, failed.failure), (StatementStatus::Failed, Some(failure)));
    let coffee = simple(vec![line(may(1), "Coffee", euro(-300))]);
    let imported = database.import_statement(ada.id, statement.id, coffee, at(2)).await.unwrap().unwrap();
    assert_eq!((imported.statement.status, imported.statement.failure), (StatementStatus::Processed, None));
}

async fn a_failure_keeps_the_transactions_of_an_earlier_reading(database: Database) {
    let ada = database.user("ada").await;
    let statement = database.statement(ada.id).await;
    let coffee = simple(vec![line(may(1), "Coffee", euro(-300))]);
    database.import_statement(ada.id, statement.id, coffee, at(1)).await.unwrap().unwrap();
    let failure = Failure::of(FailureCode::Unreadable);
    database.fail_statement(ada.id, statement.id, failure, at(2)).await.unwrap();
    assert_eq!(database.list_statement_lines(ada.id, statement.id).await.unwrap().unwrap().len(), 1);
}

async fn deleting_a_statement_returns_its_key_and_removes_its_data(database: Database) {
    let ada = database.user("ada").await;
    let before = database.rows().await;
    let statement = database.statement(ada.id).await;
    database.enqueue_statement(ada.id.into(), statement.id, None, START).await.unwrap().unwrap();
    let mut coffee = simple(vec![line(may(1), "Coffee", euro(-300))]);
    coffee.accounts[0].reconciliation.first_broken = Some(0);
    database.import_statement(ada.id, statement.id, coffee, at(1)).await.unwrap().unwrap();
    let key = database.delete_statement(ada.id, statement.id, at(9)).await.unwrap();
    assert_eq!(key, Some(statement.file_key));
    assert_eq!(database.rows().await, before);
    assert_eq!(database.delete_statement(ada.id, statement.id, at(9)).await.unwrap(), None);
}

async fn deleting_a_statement_keeps_transactions_of_other_statements(database: Database) {
    let ada = database.user("ada").await;
    let (first, second) = (database.statement(ada.id).await, database.statement(ada.id).await);
    let (coffee, gym) = (line(may(1), "Coffee", euro(-300)), line(may(2), "Gym", euro(-500)));
    let both = simple(vec![coffee, gym.clone()]);
    database.import_statement(ada.id, first.id, both, at(1)).await.unwrap().unwrap();
    database.import_statement(ada.id, second.id, simple(vec![gym]), at(2)).await.unwrap().unwrap();
    let kept = database.list_statement_lines(ada.id, second.id).await.unwrap().unwrap();
    assert_eq!(kept[0].transaction.statement, Some(first.id));
    database.delete_statement(ada.id, first.id, at(9)).await.unwrap();
    let left = database.list_statement_lines(ada.id, second.id).await.unwrap().unwrap();
    assert_eq!((left.len(), left[0].transaction.id), (1, kept[0].transaction.id));
    assert_eq!(left[0].transaction.statement, Some(second.id), "it belongs to the statement that printed it");
    assert_eq!(database.rows().await["transactions"], 1);
}
