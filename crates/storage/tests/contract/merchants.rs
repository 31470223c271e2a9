//! Tests of merchants and the names that users give them.

use saldo_domain::{EditId, TransactionFilter, UserId};
use saldo_storage::{EditError, Error, Grouping, Selection};

use crate::drafts::{euro, line, may, simple};
use crate::harness::{Database, at, on_both_databases, rejected};

on_both_databases!(
    a_name_is_kept_in_later_statements_and_undone_by_its_owner_only,
    merged_merchants_come_apart_and_a_later_name_stays,
    a_restored_transaction_has_the_name_that_its_merchant_has_now,
    an_unknown_merchant_cannot_be_named,
);

async fn import(database: &Database, user: UserId, lines: &[(u32, &str)]) {
    let statement = database.statement(user).await;
    let lines = lines.iter().map(|(day, text)| line(may(*day), text, euro(-300)));
    database.import_statement(user, statement.id, simple(lines.collect()), at(1)).await.unwrap().unwrap();
}

async fn name(database: &Database, user: UserId, merchants: &[&str], name: Option<&str>) -> EditId {
    let merchants = merchants.iter().map(|&merchant| merchant.to_owned()).collect();
    database.name_merchants(user.into(), merchants, name.map(str::to_owned), at(2)).await.unwrap().id
}

/// Returns each merchant with its number of transactions, as the maintained totals have them.
async fn merchants(database: &Database, user: UserId) -> Vec<String> {
    let filter = TransactionFilter::default();
    let totals = database.total_transactions(user, filter, Grouping::Merchant).await.unwrap();
    let mut merchants: Vec<String> =
        totals.iter().map(|total| format!("{} {}", total.group, total.flow.transactions)).collect();
    merchants.sort_unstable();
    merchants
}

async fn a_name_is_kept_in_later_statements_and_undone_by_its_owner_only(database: Database) {
    let (ada, bob) = (database.user("ada").await.id, database.user("bob").await.id);
    for user in [ada, bob] {
        import(&database, user, &[(1, "AMZN MKTP 12"), (2, "Blue Café"), (3, "BLUE CAFE 7")]).await;
    }
    let edit = name(&database, ada, &["blue cafe"], Some("Bleu")).await;
    assert_eq!(merchants(&database, ada).await, ["Bleu 2", "amzn mktp 1"]);
    assert_eq!(database.list_merchants(ada).await.unwrap(), ["Bleu", "amzn mktp"]);
    assert_eq!(database.list_merchant_days(ada).await.unwrap()["Bleu"], may(3));
    let names = database.list_merchant_names(ada).await.unwrap();
    assert_eq!(names.iter().collect::<Vec<_>>(), [("bleu", "Bleu"), ("blue cafe", "Bleu")]);
    import(&database, ada, &[(4, "BLUE CAFÉ 99"), (5, "BLEU")]).await;
    assert_eq!(merchants(&database, ada).await, ["Bleu 4", "amzn mktp 1"]);
    assert_eq!(merchants(&database, bob).await, ["amzn mktp 1", "blue cafe 2"]);
    assert_eq!(database.list_merchant_names(bob).await.unwrap().iter().count(), 0);
    assert_eq!(rejected(database.undo_edit(bob.into(), edit, at(3)).await), EditError::Unknown);
    let undone = database.undo_edit(ada.into(), edit, at(3)).await.unwrap();
    assert_eq!((undone.edit.transactions, undone.edit.undoes, undone.kept), (4, Some(edit), 0));
    assert_eq!(merchants(&database, ada).await, ["amzn mktp 1", "bleu 1", "blue cafe 3"]);
    assert_eq!(rejected(database.undo_edit(ada.into(), edit, at(4)).await), EditError::AlreadyUndone);
    database.undo_edit(ada.into(), undone.edit.id, at(5)).await.unwrap();
    assert_eq!(merchants(&database, ada).await, ["Bleu 4", "amzn mktp 1"]);
}

async fn merged_merchants_come_apart_and_a_later_name_stays(database: Database) {
    let ada = database.user("ada").await.id;
    import(&database, ada, &[(1, "REWE SAGT DANKE"), (2, "EDEKA"), (3, "ALDI"), (4, "Groceries")]).await;
    let first = name(&database, ada, &["rewe sagt danke"], Some("REWE")).await;
    let merged = name(&database, ada, &["REWE", "edeka", "aldi"], Some("Groceries")).await;
    assert_eq!(merchants(&database, ada).await, ["Groceries 4"], "one that had the name joins them");
    // "aldi" is given its printed name while the merge is undone, and named again before that.
    database.undo_edit(ada.into(), merged, at(3)).await.unwrap();
    assert_eq!(merchants(&database, ada).await, ["REWE 1", "aldi 1", "edeka 1", "groceries 1"]);
    let merged = name(&database, ada, &["REWE", "edeka"], Some("Markets")).await;
    name(&database, ada, &["Markets", "aldi"], Some("All")).await;
    let undone = database.undo_edit(ada.into(), merged, at(4)).await.unwrap();
    assert_eq!((undone.edit.transactions, undone.kept), (0, 2));
    assert_eq!(merchants(&database, ada).await, ["All 3", "groceries 1"]);
    name(&database, ada, &["all"], None).await;
    assert_eq!(merchants(&database, ada).await, ["aldi 1", "edeka 1", "groceries 1", "rewe sagt danke 1"]);
    assert_eq!(database.undo_edit(ada.into(), first, at(5)).await.unwrap().kept, 1);
}

async fn a_restored_transaction_has_the_name_that_its_merchant_has_now(database: Database) {
    let ada = database.user("ada").await.id;
    import(&database, ada, &[(1, "Blue Café"), (2, "Blue Café")]).await;
    let list = async || {
        let filter = TransactionFilter::default();
        database.list_transactions(ada, filter, saldo_domain::PageRequest::default()).await.unwrap().items
    };
    let first = list().await[0].id;
    let deleted = database.delete_transactions(ada.into(), Selection::Ids(vec![first]), at(2)).await.unwrap();
    name(&database, ada, &["blue cafe"], Some("Bleu")).await;
    database.undo_edit(ada.into(), deleted.edit.id, at(3)).await.unwrap();
    assert!(list().await.iter().all(|transaction| transaction.given_merchant() == Some("Bleu")));
    assert_eq!(merchants(&database, ada).await, ["Bleu 2"]);
    let found = TransactionFilter { text: Some("bleu".to_owned()), ..TransactionFilter::default() };
    let page = saldo_domain::PageRequest::default();
    assert_eq!(database.list_transactions(ada, found, page).await.unwrap().items.len(), 2);
}

async fn an_unknown_merchant_cannot_be_named(database: Database) {
    let (ada, bob) = (database.user("ada").await.id, database.user("bob").await.id);
    import(&database, ada, &[(1, "Blue Café")]).await;
    for (user, merchants) in [(bob, vec!["blue cafe"]), (ada, vec!["blue cafe", "red cafe"])] {
        let merchants = merchants.into_iter().map(str::to_owned).collect();
        let named = database.name_merchants(user.into(), merchants, Some("X".to_owned()), at(2)).await;
        assert!(matches!(named, Err(Error::Edit(EditError::Unknown))), "{named:?}");
    }
    assert_eq!(merchants(&database, ada).await, ["blue cafe 1"]);
}
