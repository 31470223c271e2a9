//! Categories.

use saldo_domain::category::DEFAULT_CATEGORIES;

use crate::harness::{Database, nobody, on_both_databases};

on_both_databases!(everybody_starts_with_the_default_tree, someone_elses_category_is_none);

async fn everybody_starts_with_the_default_tree(database: Database) {
    let ada = database.person("ada").await;
    let categories = database.list_categories(ada.id).await.unwrap();
    let keys: Vec<_> = categories.iter().map(|category| category.key.as_deref()).collect();
    let defaults: Vec<_> = DEFAULT_CATEGORIES.iter().map(|category| Some(category.key)).collect();
    assert_eq!(keys, defaults);
    for (category, default) in categories.iter().zip(DEFAULT_CATEGORIES) {
        let parent = categories.iter().find(|other| Some(other.id) == category.parent);
        assert_eq!(parent.and_then(|parent| parent.key.as_deref()), default.parent);
    }
}

async fn someone_elses_category_is_none(database: Database) {
    let (ada, bob) = (database.person("ada").await, database.person("bob").await);
    let hers = database.list_categories(ada.id).await.unwrap();
    let his = database.list_categories(bob.id).await.unwrap();
    assert!(his.iter().all(|category| hers.iter().all(|other| other.id != category.id)));
    assert_eq!(database.list_categories(nobody()).await.unwrap(), []);
}
