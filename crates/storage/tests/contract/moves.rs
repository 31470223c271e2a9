//! A move of which a side is gone is none.

use saldo_domain::{
    AccountId, AccountKind, EditAction, Entry, EntryFilter, EntryKind, PageRequest, StatementId, UserId,
};
use saldo_storage::{EntryChange, NewHandAccount, Selection};

use crate::drafts::{draft, euro, line, may, part};
use crate::harness::{Database, at, on_both_databases};

on_both_databases!(
    a_move_ends_with_the_statement_of_a_side,
    a_move_ends_where_merged_accounts_had_a_side_twice,
    a_move_ends_with_the_account_of_a_side,
);

/// The oldest first.
async fn entries(database: &Database, user: UserId) -> Vec<Entry> {
    let mut items =
        database.list_entries(user, EntryFilter::default(), PageRequest::default()).await.unwrap().items;
    items.reverse();
    items
}

/// One entry in each of as many accounts, each of a statement of its own, and a move between the two of `sides`.
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
        ids.push(lines[0].entry.id);
    }
    let transfer = Some(Some(saldo_domain::TransferId::new(at(4))));
    let link = EntryChange { kind: Some(EntryKind::Transfer), transfer, ..Default::default() };
    database.change_entries(user, Selection::Ids(ids), link, EditAction::Match, at(5)).await.unwrap();
    let linked = entries(database, user).await;
    assert_eq!(linked.iter().filter(|entry| entry.transfer.is_some()).count(), 2);
    statements
}

async fn a_move_ends_with_the_statement_of_a_side(database: Database) {
    let ada = database.person("ada").await;
    let statements = moved(&database, ada.id, &[1, 2], [0, 1]).await;
    database.delete_statement(ada.id, statements[0], at(9)).await.unwrap();
    let left = entries(&database, ada.id).await;
    let left: Vec<_> = left.iter().map(|entry| (entry.date, entry.kind, entry.transfer)).collect();
    assert_eq!(left, [(may(2), EntryKind::Entry, None)]);
}

async fn a_move_ends_where_merged_accounts_had_a_side_twice(database: Database) {
    let ada = database.person("ada").await;
    // The first two accounts are one: both print the line. The third has the other side of the second's.
    let statements = moved(&database, ada.id, &[1, 1, 2], [1, 2]).await;
    let mut accounts = Vec::new();
    for statement in &statements[..2] {
        let lines = database.list_statement_lines(ada.id, *statement).await.unwrap().unwrap();
        accounts.push(lines[0].entry.account);
    }
    database.merge_accounts(ada.id, accounts[0], accounts[1], at(9)).await.unwrap();
    let left = entries(&database, ada.id).await;
    let left: Vec<_> = left.iter().map(|entry| (entry.date, entry.kind, entry.transfer)).collect();
    assert_eq!(left, [(may(1), EntryKind::Entry, None), (may(2), EntryKind::Entry, None)]);
}

async fn a_move_ends_with_the_account_of_a_side(database: Database) {
    let ada = database.person("ada").await;
    let mut sides = Vec::new();
    for number in 1..=2 {
        let new = NewHandAccount {
            id: AccountId::new(at(number)),
            name: "Cash".to_owned(),
            institution: None,
            kind: AccountKind::Cash,
            currency: euro(0).currency(),
        };
        let account = database.insert_account(ada.id, new, at(1)).await.unwrap().id;
        let new = crate::edits::new_entry(account, None);
        sides.push((account, new.id));
        database.insert_entry(ada.id, new, at(2)).await.unwrap();
    }
    let ids = Selection::Ids(sides.iter().map(|(_, entry)| *entry).collect());
    let transfer = Some(Some(saldo_domain::TransferId::new(at(4))));
    let link = EntryChange { kind: Some(EntryKind::Transfer), transfer, ..Default::default() };
    database.change_entries(ada.id, ids, link, EditAction::Match, at(5)).await.unwrap();
    assert!(database.delete_account(ada.id, sides[1].0).await.unwrap());
    let left = entries(&database, ada.id).await;
    let left: Vec<_> = left.iter().map(|entry| (entry.id, entry.kind, entry.transfer)).collect();
    assert_eq!(left, [(sides[0].1, EntryKind::Entry, None)]);
}
