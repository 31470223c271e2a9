//! Tests of edits and of undoing them.

use saldo_domain::report::{Group, GroupTotal};
use saldo_domain::{
    CategoryBy, CategoryId, CauseCode, EditAction, LikelyCause, Outcome, PageRequest, Split, StatementId,
    Tag, Transaction, TransactionFilter, TransactionId, TransactionKind, UserId,
};
use saldo_storage::{EditError, Edited, Grouping, NewTransaction, Selection, TransactionChange, Undone};

use crate::drafts::{draft, euro, line, may, part, yen};
use crate::harness::{Database, at, on_both_databases, rejected};

on_both_databases!(
    an_edit_is_stored_and_undone,
    undoing_an_edit_keeps_later_changes,
    a_split_transaction_counts_in_the_categories_of_its_splits,
    stored_totals_match_the_transactions,
    a_deleted_transaction_is_restored_with_its_line,
    editing_a_line_marks_its_statement_unchecked,
    a_transaction_can_be_added_to_a_statement,
    tags_are_added_removed_and_counted,
    concurrent_edits_lose_nothing,
    another_users_transactions_cannot_be_edited,
    a_transaction_in_another_currency_is_rejected,
    a_deleted_categorys_transactions_move_to_its_replacement,
    undoing_one_side_of_a_transfer_undoes_both,
    an_edit_by_category_includes_split_transactions,
);

pub(crate) async fn import(database: &Database, user: UserId) -> (StatementId, Vec<Transaction>) {
    let statement = database.statement(user).await;
    let lines = vec![
        line(may(1), "Salary", euro(250_000)),
        line(may(2), "Blue Cafe", euro(-300)),
        line(may(3), "Supermarket", euro(-9_000)),
    ];
    let draft = draft(vec![part("1111", lines)]);
    database.import_statement(user, statement.id, draft, at(1)).await.unwrap().unwrap();
    (statement.id, transactions(database, user).await)
}

/// Returns the user's transactions, oldest first.
pub(crate) async fn transactions(database: &Database, user: UserId) -> Vec<Transaction> {
    let mut items = database
        .list_transactions(user, TransactionFilter::default(), PageRequest::default())
        .await
        .unwrap()
        .items;
    items.reverse();
    items
}

async fn edit(
    database: &Database,
    user: UserId,
    id: TransactionId,
    change: TransactionChange,
) -> saldo_domain::EditId {
    let selection = Selection::Ids(vec![id]);
    database
        .change_transactions(user.into(), selection, change, EditAction::Change, at(5))
        .await
        .unwrap()
        .edit
        .id
}

fn note(text: &str) -> TransactionChange {
    TransactionChange { note: Some(text.to_owned()), ..Default::default() }
}

async fn an_edit_is_stored_and_undone(database: Database) {
    let ada = database.user("ada").await;
    let (_, before) = import(&database, ada.id).await;
    let category = database.list_categories(ada.id).await.unwrap()[3].id;
    let change = TransactionChange {
        description: Some("Food".to_owned()),
        category: Some(Some(category)),
        kind: Some(TransactionKind::Transfer),
        add_tags: vec![Tag::parse("x").unwrap()],
        ..note("n")
    };
    let everything = Selection::Matching(Box::default());
    let done = database
        .change_transactions(ada.id.into(), everything, change, EditAction::Change, at(5))
        .await
        .unwrap();
    let Edited { edit, .. } = done;
    assert_eq!(edit.transactions, 3);
    let after = transactions(&database, ada.id).await;
    assert!(
        after.iter().all(|transaction| transaction.category == Some(category)
            && transaction.category_by == CategoryBy::User)
    );
    let records = database.list_transaction_records(ada.id, before[1].id).await.unwrap();
    assert_eq!(records.len(), 1);
    assert_eq!(records[0].before.as_ref().unwrap().description, "Blue Cafe");
    assert_eq!(records[0].after.as_ref().unwrap().note, "n");
    let undone = database.undo_edit(ada.id.into(), edit.id, at(6)).await.unwrap();
    let Undone { edit: undo, kept, .. } = undone;
    assert_eq!(kept, 0);
    assert_eq!(transactions(&database, ada.id).await, before);
    let twice = database.undo_edit(ada.id.into(), edit.id, at(7)).await;
    assert_eq!(rejected(twice), EditError::AlreadyUndone);
    // Undoing an undo redoes the edit.
    let again = database.undo_edit(ada.id.into(), undo.id, at(8)).await.unwrap();
    assert_eq!(again.kept, 0, "{again:?}");
    assert_eq!(transactions(&database, ada.id).await, after);
    let listed = database.list_edits(ada.id, PageRequest::default()).await.unwrap().items;
    assert_eq!(listed.iter().map(|edit| edit.undone).collect::<Vec<_>>(), [false, true, true]);
}

async fn undoing_an_edit_keeps_later_changes(database: Database) {
    let ada = database.user("ada").await;
    let (_, before) = import(&database, ada.id).await;
    let first = TransactionChange { description: Some("Tea".to_owned()), ..note("first") };
    let first = edit(&database, ada.id, before[1].id, first).await;
    edit(&database, ada.id, before[1].id, note("second")).await;
    let undone = database.undo_edit(ada.id.into(), first, at(6)).await.unwrap();
    assert_eq!(undone.kept, 1, "{undone:?}");
    let transaction = database.find_transaction(ada.id, before[1].id).await.unwrap().unwrap();
    assert_eq!((transaction.description.as_str(), transaction.note.as_str()), ("Blue Cafe", "second"));
}

fn split(minor: i64, category: Option<CategoryId>) -> Split {
    Split { amount: euro(minor), category, note: None }
}

async fn total_of(database: &Database, user: UserId, category: CategoryId) -> i64 {
    let filter = TransactionFilter { category: Some(category), ..Default::default() };
    let totals = database.total_transactions(user, filter, Grouping::Whole).await.unwrap();
    totals.iter().map(|total| total.flow.spending.minor()).sum()
}

async fn a_split_transaction_counts_in_the_categories_of_its_splits(database: Database) {
    let ada = database.user("ada").await;
    let (_, before) = import(&database, ada.id).await;
    let category = |key: &'static str| {
        let database = &database;
        async move {
            let all = database.list_categories(ada.id).await.unwrap();
            all.into_iter().find(|category| category.key.as_deref() == Some(key)).unwrap().id
        }
    };
    let (food, health) = (category("restaurants").await, category("pharmacy").await);
    let parts = vec![split(-6_000, Some(food)), split(-3_000, Some(health))];
    let change = TransactionChange { splits: Some(parts.clone()), ..Default::default() };
    edit(&database, ada.id, before[2].id, change).await;
    let transaction = database.find_transaction(ada.id, before[2].id).await.unwrap().unwrap();
    assert_eq!((transaction.category, transaction.splits), (None, parts));
    assert_eq!(total_of(&database, ada.id, food).await, 6_300);
    assert_eq!(total_of(&database, ada.id, health).await, 3_000);
    let listed = TransactionFilter { category: Some(health), ..Default::default() };
    assert_eq!(
        database.list_transactions(ada.id, listed, PageRequest::default()).await.unwrap().items.len(),
        1
    );
    // A period inside a month is added from the transactions, a whole month from the maintained totals. Both
    // include splits.
    let by_category = async |period| {
        let filter = TransactionFilter { period, ..Default::default() };
        let mut totals = database.total_transactions(ada.id, filter, Grouping::Category).await.unwrap();
        totals.sort_by(|one, other| one.group.cmp(&other.group));
        totals
    };
    assert_eq!(by_category(None).await, by_category(saldo_domain::Period::new(may(1), may(30))).await);
    edit(
        &database,
        ada.id,
        before[2].id,
        TransactionChange { splits: Some(Vec::new()), ..Default::default() },
    )
    .await;
    assert_eq!(total_of(&database, ada.id, food).await, 300);
}

/// Calculates the expected totals by category.
fn added_up(transactions: &[Transaction]) -> Vec<(Option<CategoryId>, i64, i64)> {
    let mut sums: std::collections::BTreeMap<Option<CategoryId>, (i64, i64)> =
        std::collections::BTreeMap::new();
    for transaction in
        transactions.iter().filter(|transaction| transaction.kind == TransactionKind::Transaction)
    {
        let whole = [Split { amount: transaction.amount, category: transaction.category, note: None }];
        let parts = if transaction.splits.is_empty() { whole.as_slice() } else { &transaction.splits };
        for part in parts {
            let sum = sums.entry(part.category).or_default();
            let minor = part.amount.minor();
            *sum = (sum.0 + minor.max(0), sum.1 - minor.min(0));
        }
    }
    sums.into_iter().map(|(category, (income, spending))| (category, income, spending)).collect()
}

fn figures(totals: Vec<GroupTotal>) -> Vec<(Option<CategoryId>, i64, i64)> {
    let mut figures: Vec<_> = totals
        .into_iter()
        .map(|total| {
            let Group::Category(category) = total.group else { panic!("{:?}", total.group) };
            (category, total.flow.income.minor(), total.flow.spending.minor())
        })
        .collect();
    figures.sort();
    figures
}

async fn stored_totals_match_the_transactions(database: Database) {
    let ada = database.user("ada").await;
    let (statement, before) = import(&database, ada.id).await;
    let categories = database.list_categories(ada.id).await.unwrap();
    let check = async || {
        let totals = database
            .total_transactions(ada.id, TransactionFilter::default(), Grouping::Category)
            .await
            .unwrap();
        assert_eq!(figures(totals), added_up(&transactions(&database, ada.id).await));
    };
    check().await;
    let parts = |one: usize, other: usize| {
        Some(vec![split(-100, Some(categories[one].id)), split(-200, Some(categories[other].id))])
    };
    let changes = [
        TransactionChange { splits: parts(4, 5), ..Default::default() },
        TransactionChange { date: Some(may(30)), ..Default::default() },
        TransactionChange { date: "2026-02-03".parse().ok(), ..Default::default() },
        TransactionChange { kind: Some(TransactionKind::Transfer), ..Default::default() },
        TransactionChange { kind: Some(TransactionKind::Transaction), ..Default::default() },
        TransactionChange { splits: parts(6, 7), ..Default::default() },
        TransactionChange { amount: Some(euro(-500)), ..Default::default() },
        TransactionChange { category: Some(Some(categories[8].id)), ..Default::default() },
        TransactionChange { splits: Some(Vec::new()), ..Default::default() },
    ];
    for change in changes {
        edit(&database, ada.id, before[1].id, change).await;
        check().await;
    }
    edit(
        &database,
        ada.id,
        before[2].id,
        TransactionChange {
            splits: Some(vec![split(-4_000, Some(categories[4].id)), split(-5_000, None)]),
            ..Default::default()
        },
    )
    .await;
    database.delete_category(ada.id, categories[4].id, None).await.unwrap();
    check().await;
    let all = Selection::Ids(before.iter().map(|transaction| transaction.id).collect());
    let Edited { edit, .. } = database.delete_transactions(ada.id.into(), all, at(9)).await.unwrap();
    check().await;
    database.undo_edit(ada.id.into(), edit.id, at(10)).await.unwrap();
    assert_eq!(transactions(&database, ada.id).await.len(), 3);
    check().await;
    database.delete_statement(ada.id, statement, at(9)).await.unwrap();
    let nothing =
        database.total_transactions(ada.id, TransactionFilter::default(), Grouping::Category).await.unwrap();
    assert_eq!(nothing, []);
}

async fn a_deleted_transaction_is_restored_with_its_line(database: Database) {
    let ada = database.user("ada").await;
    let (statement, before) = import(&database, ada.id).await;
    let tagged = TransactionChange { tags: Some(vec![Tag::parse("x").unwrap()]), ..note("mine") };
    edit(&database, ada.id, before[1].id, tagged).await;
    let before = transactions(&database, ada.id).await;
    let lines = database.list_statement_lines(ada.id, statement).await.unwrap().unwrap();
    let deleted =
        database.delete_transactions(ada.id.into(), Selection::Ids(vec![before[1].id]), at(6)).await.unwrap();
    let Edited { edit, statements } = deleted;
    assert_eq!(statements, [statement]);
    assert_eq!(database.list_statement_lines(ada.id, statement).await.unwrap().unwrap().len(), 2);
    database.undo_edit(ada.id.into(), edit.id, at(7)).await.unwrap();
    assert_eq!(transactions(&database, ada.id).await, before);
    let back = database.list_statement_lines(ada.id, statement).await.unwrap().unwrap();
    assert_eq!(back, lines);
}

async fn outcome(database: &Database, user: UserId, statement: StatementId) -> Outcome {
    database.find_statement(user, statement).await.unwrap().unwrap().accounts[0].outcome
}

async fn editing_a_line_marks_its_statement_unchecked(database: Database) {
    let ada = database.user("ada").await;
    let (statement, before) = import(&database, ada.id).await;
    assert_eq!(outcome(&database, ada.id, statement).await, Outcome::Balanced);
    edit(&database, ada.id, before[1].id, note("words do not move money")).await;
    assert_eq!(outcome(&database, ada.id, statement).await, Outcome::Balanced);
    edit(
        &database,
        ada.id,
        before[1].id,
        TransactionChange { amount: Some(euro(-400)), ..Default::default() },
    )
    .await;
    assert_eq!(outcome(&database, ada.id, statement).await, Outcome::Unchecked);
    let found = saldo_storage::PartCheck {
        outcome: Outcome::Unbalanced,
        discrepancy: Some(euro(-100)),
        first_broken: Some(before[1].id),
        witnesses: Vec::new(),
        opening_balance: Some(euro(50)),
        closing_balance: None,
        derived: saldo_domain::DerivedEnds { opening: true, closing: false },
        likely_causes: vec![LikelyCause {
            code: CauseCode::RowMissing,
            message: "a row is missing".to_owned(),
            transaction: Some(before[1].id),
            amount: euro(-100),
        }],
        findings: None,
    };
    assert!(
        !database
            .put_reconciliations(crate::harness::unknown_user(), statement, vec![found.clone()])
            .await
            .unwrap()
    );
    assert!(database.put_reconciliations(ada.id, statement, vec![found.clone()]).await.unwrap());
    let part = database.find_statement(ada.id, statement).await.unwrap().unwrap().accounts.remove(0);
    assert_eq!((part.outcome, part.discrepancy), (Outcome::Unbalanced, Some(euro(-100))));
    assert_eq!(part.likely_causes, found.likely_causes);
    assert_eq!((part.opening_balance, part.printed.derived), (Some(euro(50)), found.derived));
    edit(
        &database,
        ada.id,
        before[1].id,
        TransactionChange { amount: Some(euro(-300)), ..Default::default() },
    )
    .await;
    let part = database.find_statement(ada.id, statement).await.unwrap().unwrap().accounts.remove(0);
    assert!(part.likely_causes.is_empty(), "the result of the old check remains: {part:?}");
}

pub(crate) fn new_transaction(
    account: saldo_domain::AccountId,
    statement: Option<StatementId>,
) -> NewTransaction {
    NewTransaction {
        id: TransactionId::new(at(3)),
        account,
        statement,
        position: Some(1),
        date: may(2),
        description: "Left out".to_owned(),
        note: String::new(),
        amount: euro(-50),
        category: None,
        category_by: CategoryBy::Words,
        kind: TransactionKind::Transaction,
        tags: Vec::new(),
    }
}

async fn a_transaction_can_be_added_to_a_statement(database: Database) {
    let ada = database.user("ada").await;
    let (statement, before) = import(&database, ada.id).await;
    let added = database
        .insert_transaction(ada.id.into(), new_transaction(before[0].account, Some(statement)), at(5))
        .await
        .unwrap();
    let Edited { edit, statements } = added;
    assert_eq!(statements, [statement]);
    let lines = database.list_statement_lines(ada.id, statement).await.unwrap().unwrap();
    let listed: Vec<_> =
        lines.iter().map(|line| (line.transaction.description.as_str(), line.transaction.position)).collect();
    assert_eq!(listed, [("Salary", 0), ("Left out", 1), ("Blue Cafe", 2), ("Supermarket", 3)]);
    database.undo_edit(ada.id.into(), edit.id, at(6)).await.unwrap();
    assert_eq!(transactions(&database, ada.id).await, before);
}

async fn tags_are_added_removed_and_counted(database: Database) {
    let ada = database.user("ada").await;
    let (_, before) = import(&database, ada.id).await;
    let tag = |text| Tag::parse(text).unwrap();
    edit(
        &database,
        ada.id,
        before[0].id,
        TransactionChange { add_tags: vec![tag("b"), tag("a"), tag("b")], ..Default::default() },
    )
    .await;
    edit(
        &database,
        ada.id,
        before[1].id,
        TransactionChange { add_tags: vec![tag("b")], ..Default::default() },
    )
    .await;
    assert_eq!(database.list_tags(ada.id).await.unwrap(), [(tag("a"), 1), (tag("b"), 2)]);
    let filter = TransactionFilter { tag: Some(tag("b")), ..Default::default() };
    assert_eq!(
        database.list_transactions(ada.id, filter, PageRequest::default()).await.unwrap().items.len(),
        2
    );
    edit(
        &database,
        ada.id,
        before[0].id,
        TransactionChange { remove_tags: vec![tag("b")], ..Default::default() },
    )
    .await;
    assert_eq!(database.list_tags(ada.id).await.unwrap(), [(tag("a"), 1), (tag("b"), 1)]);
}

async fn concurrent_edits_lose_nothing(database: Database) {
    let ada = database.user("ada").await;
    import(&database, ada.id).await;
    let edits = (0..100).map(|number| {
        let storage = database.storage.clone();
        tokio::spawn(async move {
            let change = TransactionChange {
                add_tags: vec![Tag::parse(&format!("tag {number}")).unwrap()],
                ..Default::default()
            };
            let all = Selection::Matching(Box::default());
            storage
                .change_transactions(ada.id.into(), all, change, EditAction::Change, at(number))
                .await
                .unwrap()
        })
    });
    for edit in edits.collect::<Vec<_>>() {
        edit.await.unwrap();
    }
    assert!(transactions(&database, ada.id).await.iter().all(|transaction| transaction.tags.len() == 100));
}

async fn another_users_transactions_cannot_be_edited(database: Database) {
    let (ada, bob) = (database.user("ada").await, database.user("bob").await);
    let (statement, before) = import(&database, ada.id).await;
    let ids = || Selection::Ids(vec![before[0].id]);
    let changed =
        database.change_transactions(bob.id.into(), ids(), note("his"), EditAction::Change, at(5)).await;
    assert_eq!(rejected(changed), EditError::Unknown);
    assert_eq!(rejected(database.delete_transactions(bob.id.into(), ids(), at(5)).await), EditError::Unknown);
    let mine = edit(&database, ada.id, before[0].id, note("hers")).await;
    assert_eq!(rejected(database.undo_edit(bob.id.into(), mine, at(6)).await), EditError::Unknown);
    assert_eq!(database.list_transaction_records(bob.id, before[0].id).await.unwrap(), []);
    assert_eq!(database.list_edited_transactions(bob.id, mine, 10).await.unwrap(), []);
    assert_eq!(database.list_transaction_steps(bob.id, vec![before[0].id]).await.unwrap(), []);
    let steps = database.list_transaction_steps(ada.id, vec![before[0].id, before[1].id]).await.unwrap();
    let steps = steps.iter().map(|step| (step.transaction, step.action, step.after.note.as_str()));
    assert_eq!(steps.collect::<Vec<_>>(), [(before[0].id, EditAction::Change, "hers")]);
    assert_eq!(database.list_edits(bob.id, PageRequest::default()).await.unwrap().items, []);
    let into_hers = new_transaction(before[0].account, Some(statement));
    assert_eq!(
        rejected(database.insert_transaction(bob.id.into(), into_hers, at(6)).await),
        EditError::Unknown
    );
    assert!(!database.put_distinct(bob.id, before[0].id, before[1].id).await.unwrap());
    let his_category = database.list_categories(bob.id).await.unwrap()[0].id;
    let foreign = TransactionChange { category: Some(Some(his_category)), ..Default::default() };
    let changed =
        database.change_transactions(ada.id.into(), ids(), foreign, EditAction::Change, at(5)).await;
    assert_eq!(rejected(changed), EditError::Unknown);
}

async fn a_transaction_in_another_currency_is_rejected(database: Database) {
    let ada = database.user("ada").await;
    let (_, before) = import(&database, ada.id).await;
    let new = NewTransaction { amount: yen(-5), ..new_transaction(before[0].account, None) };
    assert_eq!(
        rejected(database.insert_transaction(ada.id.into(), new, at(5)).await),
        EditError::OtherCurrency
    );
    let change = TransactionChange { amount: Some(yen(5)), ..Default::default() };
    let ids = Selection::Ids(vec![before[0].id]);
    let changed = database.change_transactions(ada.id.into(), ids, change, EditAction::Change, at(5)).await;
    assert_eq!(rejected(changed), EditError::OtherCurrency);
}

async fn a_deleted_categorys_transactions_move_to_its_replacement(database: Database) {
    let (ada, bob) = (database.user("ada").await, database.user("bob").await);
    let (_, before) = import(&database, ada.id).await;
    let from = before[1].category.unwrap();
    let to = database.list_categories(ada.id).await.unwrap()[0].id;
    assert!(!database.delete_category(bob.id, from, None).await.unwrap());
    assert!(!database.delete_category(ada.id, from, Some(from)).await.unwrap());
    assert!(database.delete_category(ada.id, from, Some(to)).await.unwrap());
    assert_eq!(database.find_transaction(ada.id, before[1].id).await.unwrap().unwrap().category, Some(to));
}

async fn undoing_one_side_of_a_transfer_undoes_both(database: Database) {
    let ada = database.user("ada").await;
    import(&database, ada.id).await;
    let transfer = saldo_domain::TransferId::new(at(4));
    let link = TransactionChange {
        kind: Some(TransactionKind::Transfer),
        transfer: Some(Some(transfer)),
        ..Default::default()
    };
    let unlinked = transactions(&database, ada.id).await;
    let both = Selection::Ids(vec![unlinked[0].id, unlinked[1].id]);
    database.change_transactions(ada.id.into(), both, link, EditAction::Match, at(5)).await.unwrap();
    let linked = transactions(&database, ada.id).await;
    assert!(linked[..2].iter().all(|transaction| transaction.transfer == Some(transfer)));
    let back = TransactionChange { kind: Some(TransactionKind::Transaction), ..Default::default() };
    let unlink = edit(&database, ada.id, linked[0].id, back).await;
    assert_eq!(transactions(&database, ada.id).await, unlinked);
    database.undo_edit(ada.id.into(), unlink, at(6)).await.unwrap();
    assert_eq!(transactions(&database, ada.id).await, linked);
    let one = Selection::Ids(vec![linked[1].id]);
    let deleted = database.delete_transactions(ada.id.into(), one, at(7)).await.unwrap();
    let Edited { edit: deleted, .. } = deleted;
    assert_eq!(transactions(&database, ada.id).await, [unlinked[0].clone(), unlinked[2].clone()]);
    database.undo_edit(ada.id.into(), deleted.id, at(8)).await.unwrap();
    assert_eq!(transactions(&database, ada.id).await, linked);
}

async fn an_edit_by_category_includes_split_transactions(database: Database) {
    let ada = database.user("ada").await;
    let (_, before) = import(&database, ada.id).await;
    let categories = database.list_categories(ada.id).await.unwrap();
    // A category with neither transactions nor children.
    let is_free = |id| {
        before.iter().all(|transaction| transaction.category != Some(id))
            && categories.iter().all(|other| other.parent != Some(id))
    };
    let category = categories.iter().find(|category| is_free(category.id)).unwrap().id;
    let parts = vec![split(-100, Some(category)), split(-200, None)];
    edit(&database, ada.id, before[1].id, TransactionChange { splits: Some(parts), ..Default::default() })
        .await;
    let filter = TransactionFilter { category: Some(category), ..Default::default() };
    let listed =
        database.list_transactions(ada.id, filter.clone(), PageRequest::default()).await.unwrap().items;
    assert_eq!(listed.iter().map(|transaction| transaction.id).collect::<Vec<_>>(), [before[1].id]);
    let matching = || Selection::Matching(Box::new(filter.clone()));
    let changed = database
        .change_transactions(ada.id.into(), matching(), note("x"), EditAction::Change, at(6))
        .await
        .unwrap();
    assert_eq!(changed.edit.transactions, 1);
    let deleted = database.delete_transactions(ada.id.into(), matching(), at(7)).await.unwrap();
    assert_eq!(deleted.edit.transactions, 1);
    assert_eq!(database.find_transaction(ada.id, before[1].id).await.unwrap(), None);
}
