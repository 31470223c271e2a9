//! Tests of ending a transfer that loses a side.

use saldo_domain::{
    AccountId, AccountKind, EditAction, EditId, PageRequest, StatementId, Transaction, TransactionFilter,
    TransactionId, TransactionKind, UserId,
};
use saldo_storage::{NewManualAccount, NewTransaction, Selection, TransactionChange};

use crate::drafts::{draft, euro, line, may, part};
use crate::harness::{Database, at, on_both_databases};

on_both_databases!(
    deleting_the_statement_of_one_side_ends_a_transfer,
    merging_accounts_that_both_have_one_side_ends_a_transfer,
    deleting_the_account_of_one_side_ends_a_transfer,
    an_amount_change_that_breaks_a_transfer_ends_it_on_both_sides,
    undoing_an_amount_ends_a_transfer_that_it_breaks,
);

/// Returns the user's transactions, oldest first.
async fn transactions(database: &Database, user: UserId) -> Vec<Transaction> {
    let mut items = database
        .list_transactions(user, TransactionFilter::default(), PageRequest::default())
        .await
        .unwrap()
        .items;
    items.reverse();
    items
}

/// Adds two transactions with these amounts, each in an account of its own.
async fn two(database: &Database, user: UserId, minors: [i64; 2]) -> [TransactionId; 2] {
    let mut ids = Vec::new();
    for minor in minors {
        let new = NewManualAccount {
            id: AccountId::new(at(1)),
            name: "Cash".to_owned(),
            institution: None,
            kind: AccountKind::Cash,
            currency: euro(0).currency(),
        };
        let account = database.insert_account(user, new, at(1)).await.unwrap().id;
        let new = NewTransaction { amount: euro(minor), ..crate::edits::new_transaction(account, None) };
        ids.push(new.id);
        database.insert_transaction(user.into(), new, at(2)).await.unwrap();
    }
    [ids[0], ids[1]]
}

async fn link(database: &Database, user: UserId, sides: [TransactionId; 2]) {
    let transfer = Some(Some(saldo_domain::TransferId::new(at(4))));
    let link = TransactionChange { kind: Some(TransactionKind::Transfer), transfer, ..Default::default() };
    let ids = Selection::Ids(sides.to_vec());
    database.change_transactions(user.into(), ids, link, EditAction::Match, at(5)).await.unwrap();
}

async fn amount(database: &Database, user: UserId, transaction: TransactionId, minor: i64) -> EditId {
    let change = TransactionChange { amount: Some(euro(minor)), ..Default::default() };
    let ids = Selection::Ids(vec![transaction]);
    database.change_transactions(user.into(), ids, change, EditAction::Change, at(6)).await.unwrap().edit.id
}

async fn sides(
    database: &Database,
    user: UserId,
    ids: [TransactionId; 2],
) -> [(i64, TransactionKind, bool); 2] {
    let mut found = Vec::new();
    for id in ids {
        let transaction = database.find_transaction(user, id).await.unwrap().unwrap();
        found.push((transaction.amount.minor(), transaction.kind, transaction.transfer.is_some()));
    }
    [found[0], found[1]]
}

async fn an_amount_change_that_breaks_a_transfer_ends_it_on_both_sides(database: Database) {
    let ada = database.user("ada").await;
    for minor in [10_000, -9_900, 0] {
        let ids = two(&database, ada.id, [-10_000, 10_000]).await;
        link(&database, ada.id, ids).await;
        let edit = amount(&database, ada.id, ids[0], minor).await;
        let ended =
            [(minor, TransactionKind::Transaction, false), (10_000, TransactionKind::Transaction, false)];
        assert_eq!(sides(&database, ada.id, ids).await, ended);
        // It is one edit, which is undone as a whole.
        database.undo_edit(ada.id.into(), edit, at(7)).await.unwrap();
        let linked = [(-10_000, TransactionKind::Transfer, true), (10_000, TransactionKind::Transfer, true)];
        assert_eq!(sides(&database, ada.id, ids).await, linked);
    }
}

async fn undoing_an_amount_ends_a_transfer_that_it_breaks(database: Database) {
    let ada = database.user("ada").await;
    let ids = two(&database, ada.id, [-9_000, 10_000]).await;
    let edit = amount(&database, ada.id, ids[0], -10_000).await;
    link(&database, ada.id, ids).await;
    database.undo_edit(ada.id.into(), edit, at(7)).await.unwrap();
    let ended =
        [(-9_000, TransactionKind::Transaction, false), (10_000, TransactionKind::Transaction, false)];
    assert_eq!(sides(&database, ada.id, ids).await, ended);
}

/// Imports one transaction per day of `days`, each from a statement of its own into an account of its own,
/// and matches the two of `sides` as a transfer.
async fn moved(database: &Database, user: UserId, days: &[u32], sides: [usize; 2]) -> Vec<StatementId> {
    let mut statements = Vec::new();
    for (number, day) in ["1111", "2222", "3333"].into_iter().zip(days) {
        let statement = database.statement(user).await.id;
        let lines = vec![line(may(*day), "Savings", euro(-300))];
        database.import_statement(user, statement, draft(vec![part(number, lines)]), at(1)).await.unwrap();
        statements.push(statement);
    }
    let mut ids = Vec::new();
    for side in sides {
        let lines = database.list_statement_lines(user, statements[side]).await.unwrap().unwrap();
        ids.push(lines[0].transaction.id);
    }
    let transfer = Some(Some(saldo_domain::TransferId::new(at(4))));
    let link = TransactionChange { kind: Some(TransactionKind::Transfer), transfer, ..Default::default() };
    database
        .change_transactions(user.into(), Selection::Ids(ids), link, EditAction::Match, at(5))
        .await
        .unwrap();
    let linked = transactions(database, user).await;
    assert_eq!(linked.iter().filter(|transaction| transaction.transfer.is_some()).count(), 2);
    statements
}

async fn deleting_the_statement_of_one_side_ends_a_transfer(database: Database) {
    let ada = database.user("ada").await;
    let statements = moved(&database, ada.id, &[1, 2], [0, 1]).await;
    database.delete_statement(ada.id, statements[0], at(9)).await.unwrap();
    let left = transactions(&database, ada.id).await;
    let left: Vec<_> =
        left.iter().map(|transaction| (transaction.date, transaction.kind, transaction.transfer)).collect();
    assert_eq!(left, [(may(2), TransactionKind::Transaction, None)]);
}

async fn merging_accounts_that_both_have_one_side_ends_a_transfer(database: Database) {
    let ada = database.user("ada").await;
    // The first two accounts print the same line and are then merged. The third has the other side of the
    // transfer of the second.
    let statements = moved(&database, ada.id, &[1, 1, 2], [1, 2]).await;
    let mut accounts = Vec::new();
    for statement in &statements[..2] {
        let lines = database.list_statement_lines(ada.id, *statement).await.unwrap().unwrap();
        accounts.push(lines[0].transaction.account);
    }
    database.merge_accounts(ada.id.into(), accounts[0], accounts[1], at(9)).await.unwrap();
    let left = transactions(&database, ada.id).await;
    let left: Vec<_> =
        left.iter().map(|transaction| (transaction.date, transaction.kind, transaction.transfer)).collect();
    assert_eq!(
        left,
        [(may(1), TransactionKind::Transaction, None), (may(2), TransactionKind::Transaction, None)]
    );
}

async fn deleting_the_account_of_one_side_ends_a_transfer(database: Database) {
    let ada = database.user("ada").await;
    let mut sides = Vec::new();
    for number in 1..=2 {
        let new = NewManualAccount {
            id: AccountId::new(at(number)),
            name: "Cash".to_owned(),
            institution: None,
            kind: AccountKind::Cash,
            currency: euro(0).currency(),
        };
        let account = database.insert_account(ada.id, new, at(1)).await.unwrap().id;
        let new = crate::edits::new_transaction(account, None);
        sides.push((account, new.id));
        database.insert_transaction(ada.id.into(), new, at(2)).await.unwrap();
    }
    let ids = Selection::Ids(sides.iter().map(|(_, transaction)| *transaction).collect());
    let transfer = Some(Some(saldo_domain::TransferId::new(at(4))));
    let link = TransactionChange { kind: Some(TransactionKind::Transfer), transfer, ..Default::default() };
    database.change_transactions(ada.id.into(), ids, link, EditAction::Match, at(5)).await.unwrap();
    assert!(database.delete_account(ada.id, sides[1].0).await.unwrap());
    let left = transactions(&database, ada.id).await;
    let left: Vec<_> =
        left.iter().map(|transaction| (transaction.id, transaction.kind, transaction.transfer)).collect();
    assert_eq!(left, [(sides[0].1, TransactionKind::Transaction, None)]);
}
