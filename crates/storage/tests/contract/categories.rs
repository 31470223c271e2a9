//! Tests of categories.

use saldo_domain::category::DEFAULT_CATEGORIES;
use saldo_domain::{
    Budget, BudgetRhythm, CategoryBy, CategoryId, Id, Money, Month, RollOver, Rule, RuleAction,
    RuleCondition, Tag,
};
use saldo_storage::TransactionChange;

use crate::drafts::{euro, yen};
use crate::harness::{Database, at, on_both_databases, unknown_user};

on_both_databases!(
    every_user_starts_with_the_default_categories,
    another_users_category_is_not_found,
    budgets_and_rules_move_to_the_replacement_category,
    rules_can_categorize_transactions_of_a_deleted_category,
);

async fn every_user_starts_with_the_default_categories(database: Database) {
    let ada = database.user("ada").await;
    let categories = database.list_categories(ada.id).await.unwrap();
    let keys: Vec<_> = categories.iter().map(|category| category.key.as_deref()).collect();
    let defaults: Vec<_> = DEFAULT_CATEGORIES.iter().map(|category| Some(category.key)).collect();
    assert_eq!(keys, defaults);
    for (category, default) in categories.iter().zip(DEFAULT_CATEGORIES) {
        let parent = categories.iter().find(|other| Some(other.id) == category.parent);
        assert_eq!(parent.and_then(|parent| parent.key.as_deref()), default.parent);
    }
}

async fn another_users_category_is_not_found(database: Database) {
    let (ada, bob) = (database.user("ada").await, database.user("bob").await);
    let hers = database.list_categories(ada.id).await.unwrap();
    let his = database.list_categories(bob.id).await.unwrap();
    assert!(his.iter().all(|category| hers.iter().all(|other| other.id != category.id)));
    assert_eq!(database.list_categories(unknown_user()).await.unwrap(), []);
}

fn budget(category: CategoryId, amount: Money) -> Budget {
    Budget {
        id: Id::new(at(1)),
        category,
        amount,
        rhythm: BudgetRhythm::Monthly,
        roll_over: RollOver::Nothing,
        start: Month::new(2025, 1).unwrap(),
        end: None,
    }
}

fn rule(actions: Vec<RuleAction>) -> Rule {
    Rule {
        id: Id::new(at(1)),
        name: "Rule".to_owned(),
        enabled: true,
        conditions: vec![RuleCondition::DescriptionContains { text: "coffee".to_owned() }],
        actions,
    }
}

async fn budgets_and_rules_move_to_the_replacement_category(database: Database) {
    let (ada, bob) = (database.user("ada").await, database.user("bob").await);
    let categories = database.list_categories(ada.id).await.unwrap();
    let (from, to) = (categories[1].id, categories[2].id);
    let (first, goes, stays) = (budget(from, yen(100)), budget(from, euro(100)), budget(to, euro(200)));
    for (budget, now) in [(&first, 1), (&goes, 2), (&stays, 3)] {
        database.put_budget(ada.id, budget.clone(), at(now)).await.unwrap();
    }
    let other = rule(vec![RuleAction::SetCategory { category: categories[3].id }]);
    let named = rule(vec![RuleAction::SetCategory { category: from }, RuleAction::MarkTransfer]);
    for rule in [&other, &named] {
        assert!(database.put_rule(ada.id, rule.clone(), at(1)).await.unwrap());
    }
    let his = database.list_categories(bob.id).await.unwrap()[1].id;
    let of_bob = rule(vec![RuleAction::SetCategory { category: his }]);
    assert!(database.put_rule(bob.id, of_bob.clone(), at(1)).await.unwrap());
    assert!(database.delete_category(ada.id, from, Some(to)).await.unwrap());
    let left = Budget { category: to, ..first };
    assert_eq!(database.list_budgets(ada.id).await.unwrap(), [left, stays]);
    let renamed =
        Rule { actions: vec![RuleAction::SetCategory { category: to }, RuleAction::MarkTransfer], ..named };
    assert_eq!(database.list_rules(ada.id).await.unwrap(), [other, renamed]);
    assert_eq!(database.list_rules(bob.id).await.unwrap(), [of_bob]);
}

async fn rules_can_categorize_transactions_of_a_deleted_category(database: Database) {
    let ada = database.user("ada").await;
    let (_, transactions) = crate::edits::import(&database, ada.id).await;
    let category = database.list_categories(ada.id).await.unwrap()[1].id;
    let chosen = TransactionChange { category: Some(Some(category)), ..Default::default() };
    let chosen =
        database.update_transaction(ada.id, transactions[1].id, chosen, at(2)).await.unwrap().unwrap();
    assert_eq!((chosen.category, chosen.category_by), (Some(category), CategoryBy::User));
    let none = TransactionChange { category: Some(None), ..Default::default() };
    database.update_transaction(ada.id, transactions[0].id, none, at(2)).await.unwrap().unwrap();
    let tag = RuleAction::AddTag { tag: Tag::parse("x").unwrap() };
    let kept = rule(vec![RuleAction::SetCategory { category }, tag.clone()]);
    let goes = rule(vec![RuleAction::SetCategory { category }]);
    for rule in [&kept, &goes] {
        assert!(database.put_rule(ada.id, rule.clone(), at(1)).await.unwrap());
    }
    database.put_budget(ada.id, budget(category, euro(100)), at(1)).await.unwrap();
    assert!(database.delete_category(ada.id, category, None).await.unwrap());
    let by = async |number: usize| {
        let transaction = database.find_transaction(ada.id, transactions[number].id).await.unwrap().unwrap();
        (transaction.category, transaction.category_by)
    };
    assert_eq!(by(1).await, (None, CategoryBy::Words));
    assert_eq!(by(0).await, (None, CategoryBy::User), "no category is the user's choice too");
    assert_eq!(database.list_rules(ada.id).await.unwrap(), [Rule { actions: vec![tag], ..kept }]);
    assert_eq!(database.list_budgets(ada.id).await.unwrap(), []);
}
