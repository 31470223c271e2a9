//! Tests of accounts.

use saldo_domain::{
    Account, AccountId, AccountKind, AccountLabels, CategoryBy, EditAction, PageRequest, Period, Rule,
    RuleAction, RuleCondition, RuleId, Split, Tag, Transaction, TransactionFilter, UserId,
};
use saldo_storage::{AccountChange, EditError, MergeError, NewManualAccount, Selection, TransactionChange};

use crate::drafts::{draft, euro, line, may, part, simple, yen};
use crate::harness::{Database, at, not_merged, on_both_databases, rejected};

on_both_databases!(
    an_account_is_created_once_for_every_notation_of_its_number,
    accounts_of_two_currencies_are_two,
    a_new_name_stays_when_another_statement_comes,
    another_users_account_is_not_found,
    a_manual_account_has_the_balances_that_the_user_sets,
    statements_are_listed_by_account,
    labels_are_set_and_removed_one_by_one,
    a_change_of_an_account_is_undone_except_for_later_ones,
    a_merge_keeps_labels_and_its_undo_restores_those_of_the_other,
    merged_accounts_stay_merged,
    edits_survive_a_merge_whichever_account_remains,
    a_merge_combines_the_edits_of_both_transactions,
    an_empty_account_can_be_deleted,
    accounts_of_two_currencies_are_not_merged,
    rules_use_the_remaining_account_after_a_merge,
    a_balance_without_a_period_is_dated_by_the_last_line,
);

fn named(name: &str) -> AccountChange {
    AccountChange { name: Some(name.to_owned()), ..Default::default() }
}

async fn cash(database: &Database, user: UserId) -> Account {
    let new = NewManualAccount {
        id: AccountId::new(at(1)),
        name: "Cash".to_owned(),
        institution: None,
        kind: AccountKind::Cash,
        currency: euro(0).currency(),
    };
    database.insert_account(user, new, at(1)).await.unwrap()
}

async fn a_manual_account_has_the_balances_that_the_user_sets(database: Database) {
    let (ada, bob) = (database.user("ada").await, database.user("bob").await);
    let account = cash(&database, ada.id).await;
    assert!(account.by_hand);
    for (day, minor) in [(1, 5_000), (9, 7_000), (9, 6_000)] {
        assert!(database.put_balance(ada.id, account.id, may(day), euro(minor)).await.unwrap());
    }
    assert!(!database.put_balance(ada.id, account.id, may(2), yen(1)).await.unwrap());
    assert!(!database.put_balance(bob.id, account.id, may(2), euro(1)).await.unwrap());
    let stated = database.list_stated_balances(ada.id, account.id).await.unwrap();
    assert_eq!(stated, [(may(1), euro(5_000)), (may(9), euro(6_000))]);
    assert_eq!(database.list_stated_balances(bob.id, account.id).await.unwrap(), []);
    let held = |balances: Vec<saldo_storage::Balance>| balances.first().map(|balance| balance.amount);
    assert_eq!(held(database.list_balances(ada.id, may(8)).await.unwrap()), Some(euro(5_000)));
    assert_eq!(held(database.list_balances(ada.id, may(9)).await.unwrap()), Some(euro(6_000)));
    database.delete_balance(bob.id, account.id, may(9)).await.unwrap();
    database.delete_balance(ada.id, account.id, may(9)).await.unwrap();
    assert_eq!(held(database.list_balances(ada.id, may(9)).await.unwrap()), Some(euro(5_000)));
    assert!(!database.delete_account(bob.id, account.id).await.unwrap());
    assert!(database.delete_account(ada.id, account.id).await.unwrap());
    assert_eq!(database.find_account(ada.id, account.id).await.unwrap(), None);
}

async fn statements_are_listed_by_account(database: Database) {
    let (ada, bob) = (database.user("ada").await, database.user("bob").await);
    let import = async |numbers: &[&str]| {
        let statement = database.statement(ada.id).await;
        let parts = numbers.iter().map(|number| part(number, vec![line(may(1), "Coffee", euro(-300))]));
        let draft = draft(parts.collect());
        database.import_statement(ada.id, statement.id, draft, at(1)).await.unwrap().unwrap().statement.id
    };
    let first = import(&["1111"]).await;
    let account = database.list_accounts(ada.id).await.unwrap()[0].id;
    let both = import(&["1111", "2222"]).await;
    import(&["2222"]).await;
    let mut cursor = None;
    let mut listed = Vec::new();
    for _ in 0..2 {
        let page = PageRequest { limit: 1, cursor };
        let page = database.list_statements_of_account(ada.id, account, page).await.unwrap();
        listed.extend(page.items.iter().map(|statement| statement.id));
        cursor = page.next_cursor;
    }
    assert_eq!(cursor, None);
    let newest = if both > first { [both, first] } else { [first, both] };
    assert_eq!(listed, newest);
    let theirs = database.list_statements_of_account(bob.id, account, PageRequest::default()).await.unwrap();
    assert!(theirs.items.is_empty());
}

async fn labels_are_set_and_removed_one_by_one(database: Database) {
    let (ada, bob) = (database.user("ada").await, database.user("bob").await);
    let account = cash(&database, ada.id).await;
    let labels = async || database.list_account_labels(ada.id).await.unwrap().remove(&account.id).unwrap();
    assert_eq!(labels().await, AccountLabels::default());
    let text = |text: &str| Some(Some(text.to_owned()));
    let change = AccountChange { group: text("Daily"), note: text("Blue purse"), ..Default::default() };
    database.update_account(ada.id.into(), account.id, change, at(2)).await.unwrap().unwrap();
    let archive = AccountChange { is_archived: Some(true), note: Some(None), ..Default::default() };
    database.update_account(ada.id.into(), account.id, archive.clone(), at(3)).await.unwrap().unwrap();
    let expected = AccountLabels { group: Some("Daily".to_owned()), is_archived: true, ..Default::default() };
    assert_eq!(labels().await, expected);
    let remove = AccountChange { group: Some(None), is_archived: Some(false), ..Default::default() };
    assert_eq!(
        database.update_account(bob.id.into(), account.id, remove.clone(), at(4)).await.unwrap(),
        None
    );
    assert_eq!(labels().await, expected, "only its owner can change it");
    database.update_account(ada.id.into(), account.id, remove, at(4)).await.unwrap().unwrap();
    assert_eq!(labels().await, AccountLabels::default());
    assert!(database.list_account_labels(bob.id).await.unwrap().is_empty());
}

async fn a_change_of_an_account_is_undone_except_for_later_ones(database: Database) {
    let (ada, bob) = (database.user("ada").await, database.user("bob").await);
    let account = cash(&database, ada.id).await;
    let state = async || {
        let found = database.find_account(ada.id, account.id).await.unwrap().unwrap();
        let labels = database.list_account_labels(ada.id).await.unwrap().remove(&account.id).unwrap();
        (found.name, found.closed_on, labels)
    };
    let before = state().await;
    let text = |text: &str| Some(Some(text.to_owned()));
    let change = AccountChange {
        name: Some("Purse".to_owned()),
        closed_on: Some(Some(may(3))),
        group: text("Daily"),
        note: text("Blue"),
        is_archived: Some(true),
        ..Default::default()
    };
    let update = async |change: AccountChange| {
        database.update_account(ada.id.into(), account.id, change, at(2)).await.unwrap().unwrap().edit
    };
    let edit = update(change.clone()).await.unwrap();
    let after = state().await;
    assert_eq!((edit.action, edit.transactions), (EditAction::ChangeAccount, 0));
    assert_eq!(update(change).await, None, "nothing changed");
    let number = AccountChange { number: text("DE12 3456 7890"), ..Default::default() };
    assert_eq!(update(number).await, None, "a number is not recorded");
    assert_eq!(rejected(database.undo_edit(bob.id.into(), edit.id, at(3)).await), EditError::Unknown);
    let undone = database.undo_edit(ada.id.into(), edit.id, at(3)).await.unwrap();
    assert_eq!((state().await, undone.kept), (before.clone(), 0));
    let redone = database.undo_edit(ada.id.into(), undone.edit.id, at(4)).await.unwrap();
    assert_eq!(state().await, after);
    update(AccountChange { name: Some("Pocket".to_owned()), ..Default::default() }).await.unwrap();
    assert_eq!(database.undo_edit(ada.id.into(), redone.edit.id, at(5)).await.unwrap().kept, 1);
    assert_eq!(state().await, ("Pocket".to_owned(), before.1, before.2));
    let renamed = database.list_edits(ada.id, PageRequest::default()).await.unwrap().items;
    assert_eq!(renamed.len(), 5);
    assert!(database.list_edits(bob.id, PageRequest::default()).await.unwrap().items.is_empty());
    database.delete_account(ada.id, account.id).await.unwrap();
    assert_eq!(database.undo_edit(ada.id.into(), renamed[0].id, at(6)).await.unwrap().kept, 1);
}

async fn a_merge_keeps_labels_and_its_undo_restores_those_of_the_other(database: Database) {
    let ada = database.user("ada").await;
    let kept = cash(&database, ada.id).await;
    let new = NewManualAccount {
        id: AccountId::new(at(2)),
        name: "Jar".to_owned(),
        institution: None,
        kind: AccountKind::Cash,
        currency: euro(0).currency(),
    };
    let other = database.insert_account(ada.id, new, at(2)).await.unwrap();
    let label = |group: &str, is_archived| AccountChange {
        group: Some(Some(group.to_owned())),
        note: Some(Some(format!("about {group}"))),
        is_archived: Some(is_archived),
        ..Default::default()
    };
    database.update_account(ada.id.into(), kept.id, label("Daily", false), at(3)).await.unwrap().unwrap();
    database.update_account(ada.id.into(), other.id, label("Old", true), at(3)).await.unwrap().unwrap();
    let before = database.list_account_labels(ada.id).await.unwrap();
    let merge = database.merge_accounts(ada.id.into(), kept.id, other.id, at(4)).await.unwrap().merge;
    let merged = database.list_account_labels(ada.id).await.unwrap();
    assert_eq!(merged.into_iter().collect::<Vec<_>>(), [(kept.id, before[&kept.id].clone())]);
    database.undo_merge(ada.id.into(), merge, at(5)).await.unwrap();
    assert_eq!(database.list_account_labels(ada.id).await.unwrap(), before);
}

async fn merged_accounts_stay_merged(database: Database) {
    let ada = database.user("ada").await;
    let import = async |number: &str, days: &[u32]| {
        let statement = database.statement(ada.id).await;
        let lines = days.iter().map(|day| line(may(*day), "Coffee", euro(-300))).collect();
        let draft = draft(vec![part(number, lines)]);
        database.import_statement(ada.id, statement.id, draft, at(1)).await.unwrap().unwrap().statement
    };
    import("1111", &[1, 2]).await;
    let second = import("2222", &[2, 3]).await;
    let accounts = database.list_accounts(ada.id).await.unwrap();
    let (kept, other) = (accounts[0].id, accounts[1].id);
    database.merge_accounts(ada.id.into(), kept, other, at(2)).await.unwrap();
    let transactions = database
        .list_transactions(ada.id, TransactionFilter::default(), PageRequest::default())
        .await
        .unwrap()
        .items;
    assert_eq!(
        transactions.iter().map(|transaction| transaction.date).collect::<Vec<_>>(),
        [may(3), may(2), may(1)]
    );
    assert!(transactions.iter().all(|transaction| transaction.account == kept));
    // The statement still has both lines, and a further statement of the deleted account belongs to the
    // remaining one.
    assert_eq!(database.list_statement_lines(ada.id, second.id).await.unwrap().unwrap().len(), 2);
    import("2222", &[4]).await;
    assert_eq!(database.list_accounts(ada.id).await.unwrap().len(), 1);
    let same = database.merge_accounts(ada.id.into(), kept, kept, at(3)).await;
    assert_eq!(not_merged(same), MergeError::Unknown);
    let bob = database.user("bob").await;
    let his = cash(&database, bob.id).await.id;
    let hers = database.merge_accounts(bob.id.into(), his, kept, at(3)).await;
    assert_eq!(not_merged(hers), MergeError::Unknown);
}

/// Imports the same line into two accounts; returns the transaction of each.
async fn printed_twice(database: &Database, user: UserId) -> [Transaction; 2] {
    let mut transactions = Vec::new();
    for number in ["1111", "2222"] {
        let statement = database.statement(user).await.id;
        let draft = draft(vec![part(number, vec![line(may(1), "Coffee", euro(-300))])]);
        database.import_statement(user, statement, draft, at(1)).await.unwrap().unwrap();
        let mut lines = database.list_statement_lines(user, statement).await.unwrap().unwrap();
        transactions.push(lines.remove(0).transaction);
    }
    let second = transactions.remove(1);
    [transactions.remove(0), second]
}

async fn change(database: &Database, user: UserId, transaction: &Transaction, change: TransactionChange) {
    let ids = Selection::Ids(vec![transaction.id]);
    database.change_transactions(user.into(), ids, change, EditAction::Change, at(2)).await.unwrap();
}

async fn only_transaction(database: &Database, user: UserId) -> Transaction {
    let mut found = database
        .list_transactions(user, TransactionFilter::default(), PageRequest::default())
        .await
        .unwrap()
        .items;
    assert_eq!(found.len(), 1);
    found.remove(0)
}

async fn edits_survive_a_merge_whichever_account_remains(database: Database) {
    for (name, worked_on, is_split) in
        [("ada", 0, false), ("bob", 1, false), ("cyd", 0, true), ("dan", 1, true)]
    {
        let user = database.user(name).await.id;
        let both = printed_twice(&database, user).await;
        let category = Some(database.list_categories(user).await.unwrap()[3].id);
        let part = |minor| Split { amount: euro(minor), category, note: Some("half".to_owned()) };
        let made = TransactionChange {
            description: Some("With Bob".to_owned()),
            note: Some("he owes me".to_owned()),
            add_tags: vec![Tag::parse("work").unwrap()],
            category: (!is_split).then_some(category),
            splits: is_split.then(|| vec![part(-100), part(-200)]),
            ..Default::default()
        };
        change(&database, user, &both[worked_on], made).await;
        let before = database.find_transaction(user, both[worked_on].id).await.unwrap().unwrap();
        database.merge_accounts(user.into(), both[0].account, both[1].account, at(3)).await.unwrap();
        let after = only_transaction(&database, user).await;
        assert_eq!(after.id, both[0].id);
        assert_eq!((&after.description, &after.note), (&before.description, &before.note));
        assert_eq!((&after.tags, &after.splits), (&before.tags, &before.splits));
        assert_eq!((after.category, after.category_by), (before.category, CategoryBy::User));
        let tagged = TransactionFilter { text: Some("owes".to_owned()), ..TransactionFilter::default() };
        let found = database.list_transactions(user, tagged, PageRequest::default()).await.unwrap().items;
        assert_eq!(found.len(), 1, "a search finds it by the note it took over");
    }
}

async fn a_merge_combines_the_edits_of_both_transactions(database: Database) {
    let ada = database.user("ada").await.id;
    let both = printed_twice(&database, ada).await;
    let categories = database.list_categories(ada).await.unwrap();
    for (number, transaction) in both.iter().enumerate() {
        let tag = Tag::parse(["one", "two"][number]).unwrap();
        let made = TransactionChange {
            note: Some(["first", "second"][number].to_owned()),
            add_tags: vec![tag, Tag::parse("both").unwrap()],
            category: Some(Some(categories[3 + number].id)),
            ..Default::default()
        };
        change(&database, ada, transaction, made).await;
    }
    database.merge_accounts(ada.into(), both[0].account, both[1].account, at(3)).await.unwrap();
    let after = only_transaction(&database, ada).await;
    assert_eq!(after.note, "first\nsecond");
    assert_eq!(after.tags.iter().map(Tag::as_str).collect::<Vec<_>>(), ["both", "one", "two"]);
    assert_eq!(after.category, Some(categories[3].id), "the choice of the remaining account wins");
}

async fn an_empty_account_can_be_deleted(database: Database) {
    let ada = database.user("ada").await.id;
    let statement = database.statement(ada).await.id;
    let coffee = draft(vec![part("1111", vec![line(may(1), "Coffee", euro(-300))])]);
    database.import_statement(ada, statement, coffee, at(1)).await.unwrap().unwrap();
    let account = database.list_accounts(ada).await.unwrap()[0].id;
    let by_hand = crate::edits::new_transaction(account, None);
    let id = by_hand.id;
    database.insert_transaction(ada.into(), by_hand, at(2)).await.unwrap();
    assert!(!database.delete_account(ada, account).await.unwrap(), "the account has a statement");
    database.delete_statement(ada, statement, at(3)).await.unwrap();
    assert!(!database.delete_account(ada, account).await.unwrap(), "the account has a transaction");
    database.delete_transactions(ada.into(), Selection::Ids(vec![id]), at(4)).await.unwrap();
    let bob = database.user("bob").await.id;
    assert!(!database.delete_account(bob, account).await.unwrap());
    assert!(database.delete_account(ada, account).await.unwrap());
    assert_eq!(database.list_accounts(ada).await.unwrap(), []);
}

async fn accounts_of_two_currencies_are_not_merged(database: Database) {
    let ada = database.user("ada").await;
    let statement = database.statement(ada.id).await;
    let yens = draft(vec![part("5678", vec![line(may(1), "Coffee", yen(-300))])]);
    database.import_statement(ada.id, statement.id, yens, at(1)).await.unwrap().unwrap();
    let other = database.list_accounts(ada.id).await.unwrap()[0].id;
    let account = cash(&database, ada.id).await.id;
    let yens = database.merge_accounts(ada.id.into(), account, other, at(2)).await;
    assert_eq!(not_merged(yens), MergeError::OtherCurrency);
}

async fn an_account_is_created_once_for_every_notation_of_its_number(database: Database) {
    let ada = database.user("ada").await;
    for (number, day) in [("DE00 1234 5678", 1), ("XXXX5678", 2)] {
        let statement = database.statement(ada.id).await;
        let draft = draft(vec![part(number, vec![line(may(day), "Coffee", euro(-300))])]);
        database.import_statement(ada.id, statement.id, draft, at(1)).await.unwrap().unwrap();
    }
    let accounts = database.list_accounts(ada.id).await.unwrap();
    assert_eq!(accounts.len(), 1);
    assert_eq!(accounts[0].number_masked.as_deref(), Some("••••5678"));
    assert_eq!(accounts[0].institution.as_deref(), Some("Bank of Words"));
    assert_eq!(database.find_account(ada.id, accounts[0].id).await.unwrap().as_ref(), Some(&accounts[0]));
}

async fn accounts_of_two_currencies_are_two(database: Database) {
    let ada = database.user("ada").await;
    let statement = database.statement(ada.id).await;
    let both = draft(vec![
        part("5678", vec![line(may(1), "Coffee", euro(-300))]),
        part("5678", vec![line(may(1), "Coffee", yen(-300))]),
    ]);
    database.import_statement(ada.id, statement.id, both, at(1)).await.unwrap().unwrap();
    let mut currencies: Vec<_> =
        database.list_accounts(ada.id).await.unwrap().iter().map(|account| account.currency.code()).collect();
    currencies.sort_unstable();
    assert_eq!(currencies, ["EUR", "JPY"]);
}

async fn a_new_name_stays_when_another_statement_comes(database: Database) {
    let ada = database.user("ada").await;
    let first = database.statement(ada.id).await;
    let coffee = || simple(vec![line(may(1), "Coffee", euro(-300))]);
    database.import_statement(ada.id, first.id, coffee(), at(1)).await.unwrap().unwrap();
    let account = database.list_accounts(ada.id).await.unwrap().remove(0);
    let renamed =
        database.update_account(ada.id.into(), account.id, named("Mine"), at(2)).await.unwrap().unwrap();
    let renamed = renamed.account;
    assert_eq!((renamed.name.as_str(), renamed.updated_at), ("Mine", at(2)));
    let second = database.statement(ada.id).await;
    database.import_statement(ada.id, second.id, coffee(), at(3)).await.unwrap().unwrap();
    assert_eq!(database.list_accounts(ada.id).await.unwrap(), [renamed]);
}

async fn another_users_account_is_not_found(database: Database) {
    let (ada, bob) = (database.user("ada").await, database.user("bob").await);
    let statement = database.statement(ada.id).await;
    let coffee = simple(vec![line(may(1), "Coffee", euro(-300))]);
    database.import_statement(ada.id, statement.id, coffee.clone(), at(1)).await.unwrap().unwrap();
    let hers = database.list_accounts(ada.id).await.unwrap().remove(0);
    assert_eq!(database.find_account(bob.id, hers.id).await.unwrap(), None);
    assert_eq!(database.update_account(bob.id.into(), hers.id, named("His"), at(2)).await.unwrap(), None);
    let statement = database.statement(bob.id).await;
    database.import_statement(bob.id, statement.id, coffee, at(1)).await.unwrap().unwrap();
    let his = database.list_accounts(bob.id).await.unwrap();
    assert_ne!(his[0].id, hers.id, "two users with the same printed number have two accounts");
}

async fn rules_use_the_remaining_account_after_a_merge(database: Database) {
    let ada = database.user("ada").await;
    let (kept, gone) = (cash(&database, ada.id).await.id, cash(&database, ada.id).await.id);
    let rule = |account| Rule {
        id: RuleId::new(at(1)),
        name: "Pocket".to_owned(),
        enabled: true,
        conditions: vec![RuleCondition::Account { account }],
        actions: vec![RuleAction::MarkTransfer],
    };
    let (stays, moves) = (rule(kept), rule(gone));
    for rule in [&stays, &moves] {
        assert!(database.put_rule(ada.id, rule.clone(), at(1)).await.unwrap());
    }
    database.merge_accounts(ada.id.into(), kept, gone, at(2)).await.unwrap();
    let renamed = Rule { conditions: stays.conditions.clone(), ..moves };
    assert_eq!(database.list_rules(ada.id).await.unwrap(), [stays, renamed]);
}

async fn a_balance_without_a_period_is_dated_by_the_last_line(database: Database) {
    let ada = database.user("ada").await;
    let statement = database.statement(ada.id).await;
    let lines = vec![line(may(1), "Coffee", euro(-300)), line(may(7), "Tea", euro(-200))];
    let mut undated = part("1111", lines);
    undated.draft.period_start = None;
    undated.draft.period_end = None;
    undated.draft.opening_balance = Some(euro(1_000));
    undated.draft.closing_balance = Some(euro(500));
    database.import_statement(ada.id, statement.id, draft(vec![undated]), at(1)).await.unwrap().unwrap();
    let known = database.list_known_balances(ada.id).await.unwrap();
    let known: Vec<_> = known.iter().map(|balance| (balance.date, balance.amount)).collect();
    assert_eq!(known, [(may(7), euro(500))]);
    assert_eq!(database.list_balances(ada.id, may(6)).await.unwrap(), []);
    let held = database.list_balances(ada.id, may(7)).await.unwrap();
    assert_eq!((held[0].date, held[0].amount), (may(7), euro(500)));
    let days = database.list_statement_days(ada.id).await.unwrap();
    let days: Vec<_> = days.iter().map(|days| (days.statement, days.part, days.first, days.last)).collect();
    assert_eq!(days, [(statement.id, 0, may(1), may(7))]);
    assert_eq!(database.list_statement_periods(ada.id).await.unwrap(), []);
    let other = database.statement(ada.id).await;
    let [mut one, mut two] = ["1111", "2222"].map(|of| part(of, vec![line(may(3), "Tea", euro(-200))]));
    (one.draft.period_start, one.draft.period_end) = (Some(may(2)), Some(may(9)));
    (two.draft.period_start, two.draft.period_end) = (Some(may(4)), None);
    database.import_statement(ada.id, other.id, draft(vec![one, two]), at(1)).await.unwrap().unwrap();
    let periods = database.list_statement_periods(ada.id).await.unwrap();
    assert_eq!(periods, [(other.id, Period::new(may(2), may(9)).unwrap())]);
    let bob = database.user("bob").await;
    assert_eq!(database.list_statement_days(bob.id).await.unwrap(), []);
    assert_eq!(database.list_statement_periods(bob.id).await.unwrap(), []);
}
