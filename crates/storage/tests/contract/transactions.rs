//! Tests of finding and changing transactions, and of balances.

use saldo_domain::transaction::Direction;
use saldo_domain::{
    Money, PageRequest, Period, StatementId, Transaction, TransactionFilter, TransactionKind, UserId,
};
use saldo_ledger::Movement;
use saldo_storage::TransactionChange;

use crate::drafts::{draft, euro, line, line_with_balance, may, part, simple, yen};
use crate::harness::{Database, at, on_both_databases};

on_both_databases!(
    every_field_of_a_filter_narrows_the_result,
    text_is_found_without_regard_to_case_and_accents,
    wildcards_in_a_search_are_literal,
    edited_and_original_descriptions_are_found,
    a_category_can_be_set_and_cleared,
    another_users_transaction_is_not_found,
    movements_are_those_of_an_account_a_period_and_a_kind,
    a_balance_is_the_last_printed_one,
    a_balance_is_found_in_either_statement_order,
);

async fn import(database: &Database, user: UserId) -> StatementId {
    let statement = database.statement(user).await;
    let both = draft(vec![
        part(
            "1111",
            vec![
                line(may(1), "Salary", euro(250_000)),
                line(may(2), "Blue Café", euro(-300)),
                line(may(3), "100%_sure\\shop", euro(-999)),
            ],
        ),
        part("2222", vec![line(may(2), "Ramen", yen(-900))]),
    ]);
    database.import_statement(user, statement.id, both, at(1)).await.unwrap().unwrap();
    statement.id
}

async fn found(database: &Database, user: UserId, filter: TransactionFilter) -> Vec<Transaction> {
    database.list_transactions(user, filter, PageRequest::default()).await.unwrap().items
}

async fn descriptions(database: &Database, user: UserId, filter: TransactionFilter) -> Vec<String> {
    found(database, user, filter).await.into_iter().map(|transaction| transaction.description).collect()
}

async fn movements_are_those_of_an_account_a_period_and_a_kind(database: Database) {
    let (ada, bob) = (database.user("ada").await.id, database.user("bob").await.id);
    import(&database, ada).await;
    import(&database, bob).await;
    let all = found(&database, ada, TransactionFilter::default()).await;
    let account = all.iter().find(|transaction| transaction.amount == euro(-300)).unwrap().account;
    let movements = async |user, period, kind, limit| {
        let mut movements = database.list_movements(user, account, period, kind, limit).await.unwrap();
        movements.sort_unstable_by_key(|movement| movement.date);
        movements
    };
    let mut expected: Vec<Movement> =
        all.iter().filter(|transaction| transaction.account == account).map(Movement::from).collect();
    expected.sort_unstable_by_key(|movement| movement.date);
    assert_eq!(movements(ada, Period::EVER, None, 10).await, expected);
    let ordinary = Some(TransactionKind::Transaction);
    assert_eq!(movements(ada, Period::new(may(2), may(2)).unwrap(), ordinary, 10).await, expected[1..2]);
    assert_eq!(movements(ada, Period::EVER, Some(TransactionKind::Transfer), 10).await, []);
    assert_eq!(movements(ada, Period::EVER, None, 2).await.len(), 2);
    assert_eq!(movements(bob, Period::EVER, None, 10).await, []);
}

async fn every_field_of_a_filter_narrows_the_result(database: Database) {
    let ada = database.user("ada").await;
    let statement = import(&database, ada.id).await;
    let other = database.statement(ada.id).await.id;
    let all = TransactionFilter::default;
    let ramen = found(&database, ada.id, TransactionFilter { text: Some("ramen".to_owned()), ..all() })
        .await
        .remove(0);
    let cases = [
        (TransactionFilter { account: Some(ramen.account), ..all() }, 1),
        (TransactionFilter { statement: Some(statement), ..all() }, 4),
        (TransactionFilter { statement: Some(other), ..all() }, 0),
        (TransactionFilter { period: Period::new(may(2), may(3)), ..all() }, 3),
        (TransactionFilter { direction: Some(Direction::In), ..all() }, 1),
        (TransactionFilter { direction: Some(Direction::Out), ..all() }, 3),
        (TransactionFilter { kind: Some(TransactionKind::Transaction), ..all() }, 4),
        (TransactionFilter { kind: Some(TransactionKind::Transfer), ..all() }, 0),
        (all(), 4),
    ];
    for (filter, expected) in cases {
        assert_eq!(found(&database, ada.id, filter.clone()).await.len(), expected, "{filter:?}");
    }
    let cafe = found(&database, ada.id, TransactionFilter { text: Some("cafe".to_owned()), ..all() })
        .await
        .remove(0);
    let same_category = TransactionFilter { category: cafe.category, ..all() };
    assert!(cafe.category.is_some());
    assert_eq!(found(&database, ada.id, same_category).await, [cafe]);
}

async fn text_is_found_without_regard_to_case_and_accents(database: Database) {
    let ada = database.user("ada").await;
    import(&database, ada.id).await;
    for text in ["CAFE", "café", "blue  c", "E CAF"] {
        let filter = TransactionFilter { text: Some(text.to_owned()), ..Default::default() };
        assert_eq!(descriptions(&database, ada.id, filter).await, ["Blue Café"], "{text}");
    }
}

async fn wildcards_in_a_search_are_literal(database: Database) {
    let ada = database.user("ada").await;
    import(&database, ada.id).await;
    for text in ["%", "_", "\\", "0%_s"] {
        let filter = TransactionFilter { text: Some(text.to_owned()), ..Default::default() };
        assert_eq!(descriptions(&database, ada.id, filter).await, ["100%_sure\\shop"], "{text}");
    }
}

async fn edited_and_original_descriptions_are_found(database: Database) {
    let ada = database.user("ada").await;
    import(&database, ada.id).await;
    let cafe = TransactionFilter { text: Some("cafe".to_owned()), ..Default::default() };
    let transaction = found(&database, ada.id, cafe.clone()).await.remove(0);
    let change = TransactionChange { description: Some("Breakfast".to_owned()), ..Default::default() };
    let changed = database.update_transaction(ada.id, transaction.id, change, at(2)).await.unwrap().unwrap();
    assert_eq!(
        (changed.description.as_str(), changed.original_description.as_str()),
        ("Breakfast", "Blue Café")
    );
    assert_eq!(changed.category, transaction.category);
    let breakfast = TransactionFilter { text: Some("break".to_owned()), ..Default::default() };
    assert_eq!(found(&database, ada.id, breakfast).await, std::slice::from_ref(&changed));
    // The printed description still finds it.
    assert_eq!(found(&database, ada.id, cafe).await, [changed]);
}

async fn a_category_can_be_set_and_cleared(database: Database) {
    let ada = database.user("ada").await;
    import(&database, ada.id).await;
    let transaction = found(&database, ada.id, TransactionFilter::default()).await.remove(0);
    let category = database.list_categories(ada.id).await.unwrap()[3].id;
    for wanted in [Some(category), None] {
        let change = TransactionChange { category: Some(wanted), ..Default::default() };
        let changed =
            database.update_transaction(ada.id, transaction.id, change, at(2)).await.unwrap().unwrap();
        assert_eq!((changed.category, &changed.description), (wanted, &transaction.description));
    }
}

async fn another_users_transaction_is_not_found(database: Database) {
    let (ada, bob) = (database.user("ada").await, database.user("bob").await);
    let statement = import(&database, ada.id).await;
    let hers = found(&database, ada.id, TransactionFilter::default()).await.remove(0);
    let edit = || TransactionChange { description: Some("His".to_owned()), ..Default::default() };
    assert_eq!(database.find_transaction(bob.id, hers.id).await.unwrap(), None);
    assert_eq!(database.update_transaction(bob.id, hers.id, edit(), at(2)).await.unwrap(), None);
    let her_statement = TransactionFilter { statement: Some(statement), ..Default::default() };
    assert_eq!(found(&database, bob.id, her_statement).await, []);
    assert_eq!(database.list_balances(bob.id, may(31)).await.unwrap(), []);
    let his_category = database.list_categories(bob.id).await.unwrap()[0].id;
    let foreign = TransactionChange {
        description: Some("Hers".to_owned()),
        category: Some(Some(his_category)),
        ..Default::default()
    };
    assert_eq!(database.update_transaction(ada.id, hers.id, foreign, at(2)).await.unwrap(), None);
    assert_eq!(database.find_transaction(ada.id, hers.id).await.unwrap(), Some(hers));
}

async fn balance(database: &Database, user: UserId, day: u32) -> Option<(u32, Money)> {
    use chrono::Datelike;
    let balances = database.list_balances(user, may(day)).await.unwrap();
    assert!(balances.len() <= 1);
    balances.first().map(|balance| (balance.date.day(), balance.amount))
}

async fn a_balance_is_the_last_printed_one(database: Database) {
    let ada = database.user("ada").await;
    let statement = database.statement(ada.id).await;
    let mut printed = simple(vec![
        line_with_balance(may(1), "Salary", euro(1_000), euro(1_000)),
        line_with_balance(may(3), "Rent", euro(-400), euro(600)),
        line(may(4), "Coffee", euro(-3)),
    ]);
    printed.accounts[0].draft.period_end = Some(may(10));
    printed.accounts[0].draft.closing_balance = Some(euro(597));
    database.import_statement(ada.id, statement.id, printed, at(1)).await.unwrap().unwrap();
    assert_eq!(balance(&database, ada.id, 1).await, Some((1, euro(1_000))));
    assert_eq!(balance(&database, ada.id, 2).await, Some((1, euro(1_000))));
    assert_eq!(balance(&database, ada.id, 9).await, Some((3, euro(600))));
    assert_eq!(balance(&database, ada.id, 10).await, Some((10, euro(597))));
    let april = chrono::NaiveDate::from_ymd_opt(2025, 4, 30).unwrap();
    assert_eq!(database.list_balances(ada.id, april).await.unwrap(), []);
}

async fn a_balance_is_found_in_either_statement_order(database: Database) {
    let ada = database.user("ada").await;
    let statement = database.statement(ada.id).await;
    let latest_first = simple(vec![
        line_with_balance(may(3), "Third", euro(-50), euro(850)),
        line_with_balance(may(3), "Second", euro(-100), euro(900)),
        line_with_balance(may(3), "First", euro(1_000), euro(1_000)),
    ]);
    database.import_statement(ada.id, statement.id, latest_first, at(1)).await.unwrap().unwrap();
    assert_eq!(balance(&database, ada.id, 3).await, Some((3, euro(850))));
}
