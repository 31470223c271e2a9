//! Tests of saved views.

use saldo_domain::{SavedViewId, ViewPage};
use saldo_storage::{Error, NewSavedView, SAVED_VIEWS_MAX, SavedViewChange};

use crate::harness::{Database, at, on_both_databases};

on_both_databases!(
    a_view_is_saved_changed_and_deleted_by_its_owner_only,
    views_of_a_page_have_different_names,
    the_number_of_views_is_limited,
);

fn new(page: ViewPage, name: &str) -> NewSavedView {
    NewSavedView { page, name: name.to_owned(), query: "text=coffee".to_owned() }
}

async fn a_view_is_saved_changed_and_deleted_by_its_owner_only(database: Database) {
    let (ada, bob) = (database.user("ada").await.id, database.user("bob").await.id);
    let saved = database.insert_saved_view(ada, new(ViewPage::Transactions, "Coffee"), at(1)).await;
    let saved = saved.unwrap().unwrap();
    assert_eq!(database.list_saved_views(ada).await.unwrap(), std::slice::from_ref(&saved));
    assert_eq!(database.list_saved_views(bob).await.unwrap(), []);
    let change = SavedViewChange { query: Some("text=tea".to_owned()), name: None };
    assert_eq!(database.update_saved_view(bob, saved.id, change.clone(), at(2)).await.unwrap(), None);
    let changed = database.update_saved_view(ada, saved.id, change, at(2)).await.unwrap().unwrap();
    assert_eq!((changed.name.as_str(), changed.query.as_str()), ("Coffee", "text=tea"));
    assert_eq!((changed.page, changed.updated_at), (ViewPage::Transactions, at(2)));
    assert!(!database.delete_saved_view(bob, saved.id).await.unwrap());
    assert!(!database.delete_saved_view(ada, SavedViewId::new(at(3))).await.unwrap());
    assert!(database.delete_saved_view(ada, saved.id).await.unwrap());
    assert_eq!(database.list_saved_views(ada).await.unwrap(), []);
}

async fn views_of_a_page_have_different_names(database: Database) {
    let (ada, bob) = (database.user("ada").await.id, database.user("bob").await.id);
    for (user, page) in [(ada, ViewPage::Transactions), (ada, ViewPage::Reports), (bob, ViewPage::Reports)] {
        database.insert_saved_view(user, new(page, "Coffee"), at(1)).await.unwrap().unwrap();
    }
    let again = database.insert_saved_view(ada, new(ViewPage::Reports, "Coffee"), at(2)).await;
    assert!(matches!(again, Err(Error::Conflict)), "{again:?}");
    let tea = database.insert_saved_view(ada, new(ViewPage::Reports, "Tea"), at(2)).await.unwrap().unwrap();
    let change = SavedViewChange { name: Some("Coffee".to_owned()), query: None };
    let renamed = database.update_saved_view(ada, tea.id, change, at(3)).await;
    assert!(matches!(renamed, Err(Error::Conflict)), "{renamed:?}");
}

async fn the_number_of_views_is_limited(database: Database) {
    let (ada, bob) = (database.user("ada").await.id, database.user("bob").await.id);
    for number in 0..SAVED_VIEWS_MAX {
        let view = new(ViewPage::Reports, &format!("View {number}"));
        assert!(database.insert_saved_view(ada, view, at(1)).await.unwrap().is_some());
    }
    assert_eq!(database.insert_saved_view(ada, new(ViewPage::Reports, "More"), at(2)).await.unwrap(), None);
    assert!(database.insert_saved_view(bob, new(ViewPage::Reports, "More"), at(2)).await.unwrap().is_some());
}
