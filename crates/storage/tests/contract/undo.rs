//! Tests that totals add up after an edit is undone.

use saldo_domain::{
    CategoryBy, EditAction, EditId, Split, Transaction, TransactionFilter, TransactionId, TransactionKind,
    TransferId, UserId,
};
use saldo_storage::{EditError, Edited, Error, Grouping, Selection, TransactionChange};

use crate::drafts::euro;
use crate::edits::{import, transactions};
use crate::harness::{Database, at, on_both_databases, rejected};

on_both_databases!(
    an_amount_with_later_splits_is_not_undone,
    a_category_is_not_restored_beside_splits,
    a_split_is_undone_completely,
    unbalanced_splits_are_never_stored,
    an_amount_and_splits_set_together_must_add_up,
    undo_does_not_restore_a_deleted_category,
    a_restored_transaction_is_not_part_of_a_transfer,
    undo_keeps_a_later_transfer,
    undo_does_not_restore_one_side_of_a_transfer,
);

fn splits(minors: &[i64]) -> Vec<Split> {
    minors.iter().map(|minor| Split { amount: euro(*minor), category: None, note: None }).collect()
}

fn amount(minor: i64) -> TransactionChange {
    TransactionChange { amount: Some(euro(minor)), ..Default::default() }
}

async fn edit(
    database: &Database,
    user: UserId,
    transaction: TransactionId,
    change: TransactionChange,
) -> EditId {
    let ids = Selection::Ids(vec![transaction]);
    database.change_transactions(user.into(), ids, change, EditAction::Change, at(5)).await.unwrap().edit.id
}

async fn split(database: &Database, user: UserId, transaction: TransactionId, minors: &[i64]) -> EditId {
    database.split_transaction(user.into(), transaction, splits(minors), at(6)).await.unwrap().edit.id
}

async fn undo(database: &Database, user: UserId, edit: EditId) -> u64 {
    database.undo_edit(user.into(), edit, at(9)).await.unwrap().kept
}

async fn find(database: &Database, user: UserId, transaction: TransactionId) -> Transaction {
    database.find_transaction(user, transaction).await.unwrap().unwrap()
}

/// Checks that totals by every grouping are equal.
async fn assert_adds_up(database: &Database, user: UserId) {
    let spending = async |by| {
        let totals = database.total_transactions(user, TransactionFilter::default(), by).await.unwrap();
        totals.iter().map(|total| total.flow.spending.minor()).sum::<i64>()
    };
    assert_eq!(spending(Grouping::Category).await, spending(Grouping::Whole).await);
}

async fn an_amount_with_later_splits_is_not_undone(database: Database) {
    let ada = database.user("ada").await;
    let transaction = import(&database, ada.id).await.1[1].id;
    let changed = edit(&database, ada.id, transaction, amount(-1_200)).await;
    split(&database, ada.id, transaction, &[-400, -800]).await;
    let before = find(&database, ada.id, transaction).await;
    assert_eq!(undo(&database, ada.id, changed).await, 1);
    assert_eq!(find(&database, ada.id, transaction).await, before);
    assert_adds_up(&database, ada.id).await;
}

async fn a_category_is_not_restored_beside_splits(database: Database) {
    let ada = database.user("ada").await;
    let (_, before) = import(&database, ada.id).await;
    assert!(before[1].category.is_some());
    let none = TransactionChange { category: Some(None), ..Default::default() };
    let changed = edit(&database, ada.id, before[1].id, none).await;
    split(&database, ada.id, before[1].id, &[-100, -200]).await;
    let split = find(&database, ada.id, before[1].id).await;
    assert_eq!(undo(&database, ada.id, changed).await, 1);
    assert_eq!(find(&database, ada.id, before[1].id).await, split);
    assert_adds_up(&database, ada.id).await;
}

async fn a_split_is_undone_completely(database: Database) {
    let ada = database.user("ada").await;
    let (_, before) = import(&database, ada.id).await;
    let done = split(&database, ada.id, before[1].id, &[-100, -200]).await;
    let renamed = TransactionChange { note: Some("two things".to_owned()), ..Default::default() };
    edit(&database, ada.id, before[1].id, renamed).await;
    assert_eq!(undo(&database, ada.id, done).await, 0);
    let back = find(&database, ada.id, before[1].id).await;
    assert_eq!(back, Transaction { note: "two things".to_owned(), ..before[1].clone() });
    assert_adds_up(&database, ada.id).await;
}

async fn unbalanced_splits_are_never_stored(database: Database) {
    let (ada, bob) = (database.user("ada").await, database.user("bob").await);
    let (_, before) = import(&database, ada.id).await;
    let transaction = before[1].id;
    for wrong in [&[-100, -100][..], &[-300], &[-300, 0], &[100, 200]] {
        let written = database.split_transaction(ada.id.into(), transaction, splits(wrong), at(5)).await;
        assert_eq!(rejected(written), EditError::SplitsDiffer, "{wrong:?}");
    }
    let unknown = database.split_transaction(bob.id.into(), transaction, splits(&[-100, -200]), at(5)).await;
    assert_eq!(rejected(unknown), EditError::Unknown);
    let change = TransactionChange { splits: Some(splits(&[-1, -2])), ..Default::default() };
    let ids = Selection::Ids(vec![transaction]);
    let written = database.change_transactions(ada.id.into(), ids, change, EditAction::Change, at(5)).await;
    assert_eq!(rejected(written), EditError::SplitsDiffer);
    assert_eq!(transactions(&database, ada.id).await, before);
}

async fn an_amount_and_splits_set_together_must_add_up(database: Database) {
    let ada = database.user("ada").await;
    let transaction = import(&database, ada.id).await.1[1].id;
    for round in 0..10 {
        edit(&database, ada.id, transaction, amount(-1_000)).await;
        let (one, other) = (database.storage.clone(), database.storage.clone());
        let other = tokio::spawn(async move {
            other.split_transaction(ada.id.into(), transaction, splits(&[-400, -600]), at(7)).await
        });
        let one = tokio::spawn(async move {
            let ids = Selection::Ids(vec![transaction]);
            one.change_transactions(ada.id.into(), ids, amount(-1_500), EditAction::Change, at(7))
                .await
                .unwrap()
        });
        one.await.unwrap();
        if let Err(error) = other.await.unwrap() {
            assert!(matches!(error, Error::Edit(EditError::SplitsDiffer)), "{error:?}");
        }
        let now = find(&database, ada.id, transaction).await;
        assert_eq!((now.amount, now.splits), (euro(-1_500), Vec::new()), "round {round}");
        assert_adds_up(&database, ada.id).await;
    }
}

async fn undo_does_not_restore_a_deleted_category(database: Database) {
    let ada = database.user("ada").await;
    let (_, before) = import(&database, ada.id).await;
    let [one, other] =
        [1, 2].map(async |number: usize| database.list_categories(ada.id).await.unwrap()[number].id);
    let (one, other) = (one.await, other.await);
    let chosen = |category| TransactionChange { category: Some(Some(category)), ..Default::default() };
    edit(&database, ada.id, before[1].id, chosen(one)).await;
    let second = edit(&database, ada.id, before[1].id, chosen(other)).await;
    assert!(database.delete_category(ada.id, one, None).await.unwrap());
    assert_eq!(undo(&database, ada.id, second).await, 0);
    let transaction = find(&database, ada.id, before[1].id).await;
    assert_eq!((transaction.category, transaction.category_by), (None, CategoryBy::Words));
}

async fn link(database: &Database, user: UserId, one: TransactionId, other: TransactionId) -> EditId {
    let transfer = Some(Some(TransferId::new(at(4))));
    let side = TransactionChange { kind: Some(TransactionKind::Transfer), transfer, ..Default::default() };
    let changes = vec![(one, side.clone()), (other, side)];
    database.change_each_transaction(user.into(), changes, EditAction::Match, at(5)).await.unwrap().edit.id
}

async fn sides(database: &Database, user: UserId) -> Vec<(TransactionKind, Option<TransferId>)> {
    transactions(database, user)
        .await
        .iter()
        .map(|transaction| (transaction.kind, transaction.transfer))
        .collect()
}

const NO_SIDE: (TransactionKind, Option<TransferId>) = (TransactionKind::Transaction, None);

async fn a_restored_transaction_is_not_part_of_a_transfer(database: Database) {
    let ada = database.user("ada").await;
    let (_, before) = import(&database, ada.id).await;
    let new = crate::edits::new_transaction(before[0].account, None);
    let added = new.id;
    let Edited { edit: made, .. } = database.insert_transaction(ada.id.into(), new, at(3)).await.unwrap();
    link(&database, ada.id, added, before[0].id).await;
    assert_eq!(undo(&database, ada.id, made.id).await, 0);
    assert_eq!(transactions(&database, ada.id).await, before);
    // The history of the other side has the change, and undoing it restores both sides.
    let records = database.list_transaction_records(ada.id, before[0].id).await.unwrap();
    assert_eq!(records[0].edit.action, EditAction::Undo);
    assert_eq!(undo(&database, ada.id, records[0].edit.id).await, 0);
    assert_eq!(sides(&database, ada.id).await.iter().filter(|side| **side != NO_SIDE).count(), 2);
}

async fn undo_keeps_a_later_transfer(database: Database) {
    let ada = database.user("ada").await;
    let (_, before) = import(&database, ada.id).await;
    let [x, y, z] = [0, 1, 2].map(|number: usize| before[number].id);
    let first = link(&database, ada.id, x, y).await;
    let second = link(&database, ada.id, x, z).await;
    let linked = sides(&database, ada.id).await;
    assert_eq!((linked[0], linked[1]), (linked[2], NO_SIDE));
    assert_eq!(undo(&database, ada.id, first).await, 2);
    assert_eq!(sides(&database, ada.id).await, linked);
    assert_eq!(undo(&database, ada.id, second).await, 0);
    let back = sides(&database, ada.id).await;
    assert_eq!((back[0], back[2]), (back[1], NO_SIDE));
    assert_ne!(back[0], NO_SIDE);
}

async fn undo_does_not_restore_one_side_of_a_transfer(database: Database) {
    let ada = database.user("ada").await;
    let (_, before) = import(&database, ada.id).await;
    let [x, y, z] = [0, 1, 2].map(|number: usize| before[number].id);
    link(&database, ada.id, x, y).await;
    let none = TransactionChange { kind: Some(TransactionKind::Transaction), ..Default::default() };
    let unlinked = edit(&database, ada.id, x, none).await;
    link(&database, ada.id, y, z).await;
    let linked = sides(&database, ada.id).await;
    assert_eq!((linked[0], linked[1]), (NO_SIDE, linked[2]));
    assert_eq!(undo(&database, ada.id, unlinked).await, 2);
    assert_eq!(sides(&database, ada.id).await, linked);
    // Nor does a deleted one.
    let Edited { edit: deleted, .. } =
        database.delete_transactions(ada.id.into(), Selection::Ids(vec![y]), at(7)).await.unwrap();
    link(&database, ada.id, x, z).await;
    assert_eq!(undo(&database, ada.id, deleted.id).await, 2);
    let back = sides(&database, ada.id).await;
    assert_eq!((back[0], back[1]), (back[2], NO_SIDE));
    assert_ne!(back[0], NO_SIDE);
}
