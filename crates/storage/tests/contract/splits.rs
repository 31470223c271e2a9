//! Tests of split transactions, which have the categories of their splits: in lists, in totals and in edits
//! of all matches.

use saldo_domain::report::Group;
use saldo_domain::{
    CategoryId, EditAction, Money, PageRequest, Split, Tag, TransactionFilter, TransactionId, UserId,
};
use saldo_storage::{
    EditError, Edited, Grouping, NewTransaction, Selection, TRANSACTION_TAGS_MAX, TransactionChange,
};

use crate::drafts::euro;
use crate::edits::{import, new_transaction, transactions};
use crate::harness::{Database, at, on_both_databases, rejected};

on_both_databases!(
    an_uncategorized_split_is_listed_and_counted_as_uncategorized,
    no_transaction_is_both_categorized_and_uncategorized,
    excluding_a_category_keeps_the_other_splits,
    categorizing_all_uncategorized_keeps_categorized_splits,
    recategorizing_a_category_changes_only_its_splits,
    a_transaction_cannot_exceed_the_tag_limit,
);

fn split(minor: i64, category: Option<CategoryId>) -> Split {
    Split { amount: euro(minor), category, note: None }
}

async fn change(
    database: &Database,
    user: UserId,
    selection: Selection,
    change: TransactionChange,
) -> Edited {
    database.change_transactions(user.into(), selection, change, EditAction::Change, at(5)).await.unwrap()
}

/// Imports three uncategorized transactions and splits the last. Returns the transactions and two categories.
/// One split has the first category; nothing else has either of them.
async fn books(database: &Database, user: UserId) -> ([TransactionId; 3], [CategoryId; 2]) {
    let (_, before) = import(database, user).await;
    let all = Selection::Matching(Box::default());
    change(database, user, all, TransactionChange { category: Some(None), ..Default::default() }).await;
    let categories = database.list_categories(user).await.unwrap();
    let leaves = categories.iter().filter(|one| categories.iter().all(|other| other.parent != Some(one.id)));
    let mut leaves = leaves.map(|category| category.id);
    let own = [leaves.next().unwrap(), leaves.next().unwrap()];
    let ids = [before[0].id, before[1].id, before[2].id];
    let splits = vec![split(-4_000, Some(own[0])), split(-3_000, None), split(-2_000, None)];
    let split = TransactionChange { splits: Some(splits), ..Default::default() };
    change(database, user, Selection::Ids(vec![ids[2]]), split).await;
    (ids, own)
}

fn of_none() -> TransactionFilter {
    TransactionFilter { uncategorized: true, ..TransactionFilter::default() }
}

async fn listed(database: &Database, user: UserId, filter: TransactionFilter) -> Vec<TransactionId> {
    let items = database.list_transactions(user, filter, PageRequest::default()).await.unwrap().items;
    items.into_iter().rev().map(|transaction| transaction.id).collect()
}

/// Returns money in, money out and the number of transactions of each group.
async fn sums(
    database: &Database,
    user: UserId,
    filter: TransactionFilter,
    by: Grouping,
) -> Vec<(i64, i64, u64)> {
    let totals = database.total_transactions(user, filter, by).await.unwrap();
    let figures = |flow: saldo_domain::report::CashFlow| {
        (flow.income.minor(), flow.spending.minor(), flow.transactions)
    };
    totals.into_iter().map(|total| figures(total.flow)).collect()
}

async fn an_uncategorized_split_is_listed_and_counted_as_uncategorized(database: Database) {
    let ada = database.user("ada").await;
    let (ids, _) = books(&database, ada.id).await;
    assert_eq!(listed(&database, ada.id, of_none()).await, ids);
    // Income is 2,500.00. Spending is 3.00 and 50.00 of the split 90.00. Each transaction counts once,
    // however many splits it has.
    let expected = (250_000, 5_300, 3);
    for by in [Grouping::Whole, Grouping::Month, Grouping::Account, Grouping::Category] {
        assert_eq!(sums(&database, ada.id, of_none(), by).await, [expected], "{by:?}");
    }
    for by in [Grouping::Day, Grouping::Merchant] {
        let each = sums(&database, ada.id, of_none(), by).await;
        assert_eq!(each, [(0, 5_000, 1), (0, 300, 1), (250_000, 0, 1)], "{by:?}");
    }
    // A report by category states the same for uncategorized.
    let tree =
        database.total_transactions(ada.id, TransactionFilter::default(), Grouping::Category).await.unwrap();
    let none = tree.into_iter().find(|total| total.group == Group::Category(None)).unwrap().flow;
    assert_eq!((none.income.minor(), none.spending.minor(), none.transactions), expected);
}

async fn no_transaction_is_both_categorized_and_uncategorized(database: Database) {
    let ada = database.user("ada").await;
    let (_, [food, _]) = books(&database, ada.id).await;
    let both = TransactionFilter { category: Some(food), ..of_none() };
    assert_eq!(listed(&database, ada.id, both.clone()).await, []);
    assert_eq!(sums(&database, ada.id, both, Grouping::Whole).await, []);
}

async fn excluding_a_category_keeps_the_other_splits(database: Database) {
    let ada = database.user("ada").await;
    let (ids, [food, home]) = books(&database, ada.id).await;
    let without =
        |category| TransactionFilter { without_category: Some(category), ..TransactionFilter::default() };
    assert_eq!(listed(&database, ada.id, without(food)).await, ids);
    for (category, expected) in [(food, (250_000, 5_300, 3)), (home, (250_000, 9_300, 3))] {
        for by in [Grouping::Whole, Grouping::Month, Grouping::Account] {
            assert_eq!(sums(&database, ada.id, without(category), by).await, [expected], "{by:?}");
        }
    }
    let split = TransactionChange { category: Some(Some(food)), ..Default::default() };
    change(&database, ada.id, Selection::Ids(vec![ids[0]]), split).await;
    assert_eq!(listed(&database, ada.id, without(food)).await, ids[1..]);
    let all_of =
        TransactionFilter { category: Some(food), without_category: Some(food), ..Default::default() };
    assert_eq!(sums(&database, ada.id, all_of, Grouping::Whole).await, []);
}

async fn categorizing_all_uncategorized_keeps_categorized_splits(database: Database) {
    let ada = database.user("ada").await;
    let (_, [food, home]) = books(&database, ada.id).await;
    let all = Selection::Matching(Box::new(of_none()));
    let to_home = TransactionChange { category: Some(Some(home)), ..Default::default() };
    let edited = change(&database, ada.id, all, to_home).await;
    assert_eq!(edited.edit.transactions, 3);
    let after = transactions(&database, ada.id).await;
    assert_eq!([after[0].category, after[1].category, after[2].category], [Some(home), Some(home), None]);
    let splits: Vec<(Money, Option<CategoryId>)> =
        after[2].splits.iter().map(|part| (part.amount, part.category)).collect();
    assert_eq!(splits, [(euro(-4_000), Some(food)), (euro(-3_000), Some(home)), (euro(-2_000), Some(home))]);
    assert_eq!(listed(&database, ada.id, of_none()).await, []);
}

async fn recategorizing_a_category_changes_only_its_splits(database: Database) {
    let ada = database.user("ada").await;
    let (_, [food, home]) = books(&database, ada.id).await;
    let of_food = TransactionFilter { category: Some(food), ..TransactionFilter::default() };
    let to_home = TransactionChange { category: Some(Some(home)), ..Default::default() };
    change(&database, ada.id, Selection::Matching(Box::new(of_food)), to_home).await;
    let after = transactions(&database, ada.id).await;
    assert_eq!(
        after[2].splits.iter().map(|part| part.category).collect::<Vec<_>>(),
        [Some(home), None, None]
    );
    assert_eq!((after[0].category, after[1].category), (None, None));
}

async fn a_transaction_cannot_exceed_the_tag_limit(database: Database) {
    let ada = database.user("ada").await;
    let (ids, _) = books(&database, ada.id).await;
    let tags = |numbers: std::ops::Range<usize>| -> Vec<Tag> {
        numbers.map(|number| Tag::parse(&format!("tag {number}")).unwrap()).collect()
    };
    let add = |numbers| TransactionChange { add_tags: tags(numbers), ..Default::default() };
    let one = || Selection::Ids(vec![ids[0]]);
    change(&database, ada.id, one(), add(0..TRANSACTION_TAGS_MAX)).await;
    let more = add(TRANSACTION_TAGS_MAX..TRANSACTION_TAGS_MAX + 1);
    let more = database.change_transactions(ada.id.into(), one(), more, EditAction::Change, at(5)).await;
    assert_eq!(rejected(more), EditError::TooManyTags);
    let account = transactions(&database, ada.id).await[0].account;
    let new = |numbers| NewTransaction { tags: tags(numbers), ..new_transaction(account, None) };
    let refused = database.insert_transaction(ada.id.into(), new(0..TRANSACTION_TAGS_MAX + 1), at(6)).await;
    assert_eq!(rejected(refused), EditError::TooManyTags);
    database.insert_transaction(ada.id.into(), new(0..TRANSACTION_TAGS_MAX), at(6)).await.unwrap();
    // It has these tags already.
    change(&database, ada.id, one(), add(0..3)).await;
    assert_eq!(transactions(&database, ada.id).await[0].tags.len(), TRANSACTION_TAGS_MAX);
}
