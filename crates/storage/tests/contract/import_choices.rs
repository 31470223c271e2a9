//! Tests of the user's choices on how files are imported.

use saldo_domain::{AccountId, AccountKind, UserId};
use saldo_storage::{ImportChoice, NewManualAccount};
use serde_json::json;

use crate::drafts::{draft, euro, line, may, part, yen};
use crate::harness::{Database, at, on_both_databases};

on_both_databases!(
    a_statement_is_imported_into_the_selected_account,
    a_mapping_is_stored_by_header_and_account,
    another_users_choice_is_not_found,
);

async fn account(database: &Database, user: UserId) -> AccountId {
    let new = NewManualAccount {
        id: AccountId::new(at(1)),
        name: "Mine".to_owned(),
        institution: None,
        kind: AccountKind::Checking,
        currency: euro(0).currency(),
    };
    database.insert_account(user, new, at(1)).await.unwrap().id
}

fn choice(account: AccountId) -> ImportChoice {
    ImportChoice { account: Some(account), mapping: Some(json!({"date": 0})) }
}

async fn a_statement_is_imported_into_the_selected_account(database: Database) {
    let ada = database.user("ada").await;
    let chosen = account(&database, ada.id).await;
    for _ in 0..2 {
        let statement = database.statement(ada.id).await;
        assert!(database.put_import_choice(ada.id, statement.id, choice(chosen), None, at(1)).await.unwrap());
        let parts = vec![
            part("1111", vec![line(may(1), "Coffee", euro(-300))]),
            part("1111", vec![line(may(1), "Sushi", yen(-900))]),
        ];
        let imported =
            database.import_statement(ada.id, statement.id, draft(parts), at(2)).await.unwrap().unwrap();
        let parts = imported.statement.accounts;
        assert_eq!(parts[0].account, chosen);
        assert_ne!(parts[1].account, chosen, "an account in another currency is a different account");
    }
    let transactions = database
        .list_transactions(
            ada.id,
            saldo_domain::TransactionFilter::default(),
            saldo_domain::PageRequest::default(),
        )
        .await
        .unwrap();
    assert_eq!(transactions.items.len(), 2, "equal lines of a second file are imported once");
}

async fn a_mapping_is_stored_by_header_and_account(database: Database) {
    let ada = database.user("ada").await;
    let (one, other) = (account(&database, ada.id).await, account(&database, ada.id).await);
    let statement = database.statement(ada.id).await;
    let head = || Some("Date;Amount".to_owned());
    for (account, mapping) in
        [(one, json!({"date": 0})), (other, json!({"date": 1})), (one, json!({"date": 2}))]
    {
        let choice = ImportChoice { account: Some(account), mapping: Some(mapping) };
        assert!(database.put_import_choice(ada.id, statement.id, choice, head(), at(1)).await.unwrap());
    }
    let mut saved = database.list_import_mappings(ada.id).await.unwrap();
    saved.sort_by_key(|saved| saved.account != one);
    let saved: Vec<_> = saved.into_iter().map(|saved| (saved.account, saved.mapping)).collect();
    assert_eq!(saved, [(one, json!({"date": 2})), (other, json!({"date": 1}))]);
    let found = database.find_import_choice(ada.id, statement.id).await.unwrap().unwrap();
    assert_eq!((found.account, found.mapping), (Some(one), Some(json!({"date": 2}))));
    // The mapping of the remaining account applies; the choice for the statement moves to it.
    database.merge_accounts(ada.id.into(), other, one, at(3)).await.unwrap();
    let saved = database.list_import_mappings(ada.id).await.unwrap();
    assert_eq!(saved.iter().map(|saved| &saved.mapping).collect::<Vec<_>>(), [&json!({"date": 1})]);
    assert_eq!(
        database.find_import_choice(ada.id, statement.id).await.unwrap().unwrap().account,
        Some(other)
    );
    assert!(database.delete_import_mappings(ada.id, other).await.unwrap());
    assert_eq!(database.list_import_mappings(ada.id).await.unwrap(), []);
}

async fn another_users_choice_is_not_found(database: Database) {
    let (ada, bob) = (database.user("ada").await, database.user("bob").await);
    let (hers, his) = (account(&database, ada.id).await, account(&database, bob.id).await);
    let statement = database.statement(ada.id).await.id;
    let head = || Some("Date;Amount".to_owned());
    assert!(database.put_import_choice(ada.id, statement, choice(hers), head(), at(1)).await.unwrap());
    assert!(!database.put_import_choice(ada.id, statement, choice(his), head(), at(1)).await.unwrap());
    assert!(!database.put_import_choice(bob.id, statement, choice(his), head(), at(1)).await.unwrap());
    assert_eq!(database.find_import_choice(bob.id, statement).await.unwrap(), None);
    assert_eq!(database.list_import_mappings(bob.id).await.unwrap(), []);
    assert!(!database.delete_import_mappings(bob.id, hers).await.unwrap());
    assert_eq!(database.list_import_mappings(ada.id).await.unwrap().len(), 1);
}
