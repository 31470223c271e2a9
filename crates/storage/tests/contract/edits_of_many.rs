//! Tests of edits of many transactions.

use saldo_domain::{TransactionFilter, UserId};
use saldo_storage::{Edited, Grouping, Selection};

use crate::drafts::{draft, euro, line, may, part};
use crate::edits::{import, transactions};
use crate::harness::{Database, at, on_both_databases};

on_both_databases!(
    deleted_transactions_are_restored_in_statement_order,
    deleting_most_transactions_clears_the_text_index,
    deleting_some_of_many_transactions_clears_their_text_from_the_index,
);

async fn deleted_transactions_are_restored_in_statement_order(database: Database) {
    let ada = database.user("ada").await;
    let statement = database.statement(ada.id).await;
    let lines = (0..40).map(|number| line(may(2), &format!("Shop {number}"), euro(-1 - number)));
    let draft = draft(vec![part("1111", lines.collect())]);
    database.import_statement(ada.id, statement.id, draft, at(1)).await.unwrap().unwrap();
    let printed = || async {
        let lines = database.list_statement_lines(ada.id, statement.id).await.unwrap().unwrap();
        lines.into_iter().map(|line| line.transaction.description).collect::<Vec<_>>()
    };
    let before = printed().await;
    assert_eq!((before.len(), before[39].as_str()), (40, "Shop 39"));
    // All of them; then all but some, with a line added by hand in between.
    let all = Selection::Matching(Box::default());
    let Edited { edit, .. } = database.delete_transactions(ada.id.into(), all, at(2)).await.unwrap();
    database.undo_edit(ada.id.into(), edit.id, at(3)).await.unwrap();
    assert_eq!(printed().await, before);
    let some = transactions(&database, ada.id)
        .await
        .into_iter()
        .filter(|transaction| transaction.amount.minor() % 3 != 0);
    let some = Selection::Ids(some.map(|transaction| transaction.id).collect());
    let Edited { edit, .. } = database.delete_transactions(ada.id.into(), some, at(4)).await.unwrap();
    database.undo_edit(ada.id.into(), edit.id, at(5)).await.unwrap();
    assert_eq!(printed().await, before);
}

async fn deleting_most_transactions_clears_the_text_index(database: Database) {
    texts_leave_nothing(&database, 0).await;
}

async fn deleting_some_of_many_transactions_clears_their_text_from_the_index(database: Database) {
    texts_leave_nothing(&database, 2_200).await;
}

/// Deletes the texts of 2,100 transactions of one user, while another user has `others` transactions or a
/// few.
async fn texts_leave_nothing(database: &Database, others: i64) {
    // A letter that no other text has. The index stores trigrams without the prefix that they share with the
    // previous one.
    let (secret, pieces) = ("ꙮꙮꙮ", "ꙮꙮ");
    let ada = database.user("ada").await;
    let bob = database.user("bob").await;
    import(database, bob.id).await;
    if others > 0 {
        let statement = database.statement(bob.id).await;
        let lines = (0..others).map(|number| line(may(2), &format!("Plain {number}"), euro(-1 - number)));
        let draft = draft(vec![part("2222", lines.collect())]);
        database.import_statement(bob.id, statement.id, draft, at(1)).await.unwrap().unwrap();
    }
    let statement = database.statement(ada.id).await;
    let lines = (0..2_100).map(|number| line(may(2), &format!("{secret} {number}"), euro(-1 - number)));
    let draft = draft(vec![part("1111", lines.collect())]);
    database.import_statement(ada.id, statement.id, draft, at(1)).await.unwrap().unwrap();
    assert_ne!(database.pieces_with(pieces), Some(0));
    let found = |user: UserId, text: &str| {
        let filter = TransactionFilter { text: Some(text.to_owned()), ..Default::default() };
        let totals = database.total_transactions(user, filter, Grouping::Whole);
        async move { totals.await.unwrap().iter().map(|total| total.flow.transactions).sum::<u64>() }
    };
    assert_eq!(found(ada.id, secret).await, 2_100);

    let all = || Selection::Matching(Box::default());
    let edited = database.delete_transactions(ada.id.into(), all(), at(2)).await.unwrap();
    let Edited { edit: deleted, .. } = edited;
    assert!(matches!(database.pieces_with(pieces), None | Some(0)));
    assert_eq!((found(ada.id, secret).await, found(bob.id, "blue cafe").await), (0, 1));

    database.undo_edit(ada.id.into(), deleted.id, at(3)).await.unwrap();
    assert_eq!(found(ada.id, secret).await, 2_100);

    // The text of a single transaction is overwritten immediately, as before many were deleted.
    let one = transactions(database, ada.id).await[0].id;
    database.delete_transactions(ada.id.into(), Selection::Ids(vec![one]), at(4)).await.unwrap();
    assert_eq!(found(ada.id, secret).await, 2_099);
    database.delete_books(ada.id, at(5)).await.unwrap();
    assert!(matches!(database.pieces_with(pieces), None | Some(0)));
    assert_eq!(found(bob.id, "blue cafe").await, 1);
}
