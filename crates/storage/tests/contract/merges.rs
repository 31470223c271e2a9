//! Tests of undoing merges of accounts, and of the numbers by which statements find their account.

use saldo_domain::{
    Account, AccountId, AccountKind, EditAction, PageRequest, Rule, RuleAction, RuleCondition, RuleId, Split,
    Statement, Tag, Transaction, TransactionFilter, TransactionId, TransactionKind, TransferId, UserId,
};
use saldo_storage::{
    AccountChange, Error, ImportChoice, MergeError, MergeUndone, NewManualAccount, Selection, StatementLine,
    TransactionChange,
};
use serde_json::json;

use crate::drafts::{draft, euro, line, may, part};
use crate::harness::{Database, at, not_merged, on_both_databases};

on_both_databases!(
    undoing_a_merge_restores_every_field,
    undoing_a_merge_keeps_later_edits,
    undoing_a_merge_returns_a_reprocessed_statement_to_its_account,
    merges_are_undone_once_and_in_reverse_order,
    a_manual_account_gets_its_number_from_its_first_imported_file,
    an_account_number_can_be_set_changed_and_removed,
    two_accounts_with_one_number_keep_their_statements,
    accounts_marked_as_different_stay_marked,
);

async fn hand(database: &Database, user: UserId, name: &str) -> AccountId {
    let new = NewManualAccount {
        id: AccountId::new(at(1)),
        name: name.to_owned(),
        institution: None,
        kind: AccountKind::Checking,
        currency: euro(0).currency(),
    };
    database.insert_account(user, new, at(1)).await.unwrap().id
}

/// Imports lines (day, description, minor units) into an account; returns the statement.
async fn import(database: &Database, user: UserId, number: &str, lines: &[(u32, &str, i64)]) -> Statement {
    let statement = database.statement(user).await;
    let lines = lines.iter().map(|(day, text, minor)| line(may(*day), text, euro(*minor))).collect();
    let draft = draft(vec![part(number, lines)]);
    database.import_statement(user, statement.id, draft, at(1)).await.unwrap().unwrap().statement
}

async fn transactions(database: &Database, user: UserId) -> Vec<Transaction> {
    let page = PageRequest { limit: 200, cursor: None };
    database.list_transactions(user, TransactionFilter::default(), page).await.unwrap().items
}

async fn change(database: &Database, user: UserId, transaction: TransactionId, change: TransactionChange) {
    let ids = Selection::Ids(vec![transaction]);
    database.change_transactions(user.into(), ids, change, EditAction::Change, at(2)).await.unwrap();
}

/// Everything of a user's data that a merge changes.
#[derive(Debug, PartialEq)]
struct Books {
    accounts: Vec<Account>,
    identities: Vec<(AccountId, String)>,
    transactions: Vec<Transaction>,
    statements: Vec<Statement>,
    lines: Vec<Vec<StatementLine>>,
    balances: Vec<Vec<(saldo_domain::Date, saldo_domain::Money)>>,
    rules: Vec<Rule>,
    mappings: Vec<saldo_storage::SavedMapping>,
    choices: Vec<Option<ImportChoice>>,
    distinct: Vec<(TransactionId, TransactionId)>,
    months: Vec<saldo_storage::MonthFlow>,
}

async fn books(database: &Database, user: UserId) -> Books {
    let accounts = database.list_accounts(user).await.unwrap();
    let page = PageRequest { limit: 200, cursor: None };
    let mut statements = database.list_statements(user, page).await.unwrap().items;
    statements.sort_by_key(|statement| statement.id);
    let (mut lines, mut balances, mut choices) = (Vec::new(), Vec::new(), Vec::new());
    for statement in &statements {
        lines.push(database.list_statement_lines(user, statement.id).await.unwrap().unwrap());
        choices.push(database.find_import_choice(user, statement.id).await.unwrap());
    }
    for account in &accounts {
        balances.push(database.list_stated_balances(user, account.id).await.unwrap());
    }
    let mut transactions = transactions(database, user).await;
    transactions.sort_by_key(|transaction| transaction.id);
    let mut identities = database.list_account_identities(user).await.unwrap();
    identities.sort();
    let mut distinct = database.list_distinct(user).await.unwrap();
    distinct.sort();
    Books {
        identities,
        transactions,
        lines,
        balances,
        choices,
        distinct,
        rules: database.list_rules(user).await.unwrap(),
        mappings: database.list_import_mappings(user).await.unwrap(),
        months: database.list_month_flows(user).await.unwrap(),
        accounts,
        statements,
    }
}

/// Returns the accounts whose numbers have these endings.
async fn by_endings<const COUNT: usize>(
    database: &Database,
    user: UserId,
    endings: [&str; COUNT],
) -> [AccountId; COUNT] {
    let accounts = database.list_accounts(user).await.unwrap();
    endings.map(|ending| {
        let ends = |account: &&Account| {
            account.number_masked.as_ref().is_some_and(|number| number.ends_with(ending))
        };
        accounts.iter().find(ends).unwrap().id
    })
}

/// Adds two accounts that share a transaction, a third with the other side of a transfer, and everything that
/// users add. Returns the two accounts, and the transactions of the second.
async fn two_accounts(database: &Database, user: UserId) -> ([AccountId; 2], Vec<Transaction>) {
    import(database, user, "1111", &[(1, "Coffee", -300), (2, "Tea", -200)]).await;
    import(database, user, "2222", &[(2, "Tea", -200), (3, "Rent", -900), (4, "Split", -500)]).await;
    import(database, user, "3333", &[(2, "From 2222", 200)]).await;
    let [kept, gone, third] = by_endings(database, user, ["1111", "2222", "3333"]).await;
    let all = transactions(database, user).await;
    let of = |account: AccountId, text: &str| {
        all.iter()
            .find(|transaction| transaction.account == account && transaction.description == text)
            .unwrap()
            .id
    };
    let categories = database.list_categories(user).await.unwrap();
    let (tea, other_tea) = (of(kept, "Tea"), of(gone, "Tea"));
    let noted = |note: &str, tag: &str| TransactionChange {
        note: Some(note.to_owned()),
        add_tags: vec![Tag::parse(tag).unwrap()],
        ..TransactionChange::default()
    };
    change(database, user, tea, noted("mine", "one")).await;
    let category = Some(Some(categories[3].id));
    change(database, user, other_tea, TransactionChange { category, ..noted("his", "two") }).await;
    let split =
        |minor, index: usize| Split { amount: euro(minor), category: Some(categories[index].id), note: None };
    let splits = Some(vec![split(-200, 2), split(-300, 4)]);
    change(database, user, of(gone, "Split"), TransactionChange { splits, ..TransactionChange::default() })
        .await;
    let transfer = TransferId::new(at(2));
    let side = TransactionChange {
        kind: Some(TransactionKind::Transfer),
        transfer: Some(Some(transfer)),
        ..TransactionChange::default()
    };
    let sides = vec![(other_tea, side.clone()), (of(third, "From 2222"), side)];
    database.change_each_transaction(user.into(), sides, EditAction::Match, at(2)).await.unwrap();
    database.put_distinct(user, other_tea, of(gone, "Rent")).await.unwrap();
    for (account, day, minor) in [(kept, 5, 10), (gone, 5, 20), (gone, 6, 30)] {
        database.put_balance(user, account, may(day), euro(minor)).await.unwrap();
    }
    for (number, account) in (0..).zip([kept, gone]) {
        let rule = Rule {
            id: RuleId::new(at(1)),
            name: format!("Rule {number}"),
            enabled: true,
            conditions: vec![RuleCondition::Account { account }],
            actions: vec![RuleAction::MarkTransfer],
        };
        database.put_rule(user, rule, at(1)).await.unwrap();
    }
    let choice =
        |account, head: u32| ImportChoice { account: Some(account), mapping: Some(json!({"date": head})) };
    for (account, head, header) in [(kept, 1, "A"), (gone, 2, "A"), (gone, 3, "B")] {
        let statement = database.statement(user).await.id;
        let header = Some(header.to_owned());
        database
            .put_import_choice(user, statement, choice(account, head), header, at(head.into()))
            .await
            .unwrap();
    }
    let theirs = transactions(database, user)
        .await
        .into_iter()
        .filter(|transaction| transaction.account == gone)
        .collect();
    ([kept, gone], theirs)
}

async fn merge(
    database: &Database,
    user: UserId,
    kept: AccountId,
    gone: AccountId,
) -> saldo_domain::Id<saldo_storage::AccountMerge> {
    database.merge_accounts(user.into(), kept, gone, at(3)).await.unwrap().merge
}

async fn undoing_a_merge_restores_every_field(database: Database) {
    let ada = database.user("ada").await.id;
    let ([kept, gone], theirs) = two_accounts(&database, ada).await;
    let before = books(&database, ada).await;
    let id = merge(&database, ada, kept, gone).await;
    let after = books(&database, ada).await;
    assert_eq!(after.accounts.len(), 2);
    assert_eq!(
        after.transactions.len(),
        before.transactions.len() - 1,
        "each account has one of the transactions"
    );
    assert!(
        after.transactions.iter().all(|transaction| transaction.transfer.is_none()),
        "one side of the transfer is gone"
    );
    let merges = database.list_merges(ada).await.unwrap();
    assert_eq!((merges[0].id, merges[0].account, merges[0].other), (id, kept, gone));
    assert!(!merges[0].is_undone);
    assert_eq!(merges[0].by.as_ref().map(|by| by.user), Some(ada));
    assert_eq!(merges[0].undone_by, None);
    let undone = database.undo_merge(ada.into(), id, at(4)).await.unwrap();
    let account = before.accounts.iter().find(|account| account.id == gone).unwrap().clone();
    assert_eq!(undone, MergeUndone { account, kept: 0 });
    assert_eq!(books(&database, ada).await, before);
    let undone = database.list_merges(ada).await.unwrap().remove(0);
    assert!(undone.is_undone);
    assert_eq!(undone.undone_by.map(|by| by.user), Some(ada));
    // Statements with either number find their own account again.
    import(&database, ada, "2222", &[(9, "Later", -1)]).await;
    let later = transactions(&database, ada)
        .await
        .into_iter()
        .find(|transaction| transaction.description == "Later")
        .unwrap();
    assert_eq!(later.account, theirs[0].account);
}

async fn undoing_a_merge_keeps_later_edits(database: Database) {
    let ada = database.user("ada").await.id;
    let ([kept, gone], theirs) = two_accounts(&database, ada).await;
    let before = books(&database, ada).await;
    let id = merge(&database, ada, kept, gone).await;
    let of = |text: &str, account| {
        let found = before
            .transactions
            .iter()
            .find(|transaction| transaction.account == account && transaction.description == text);
        found.unwrap().id
    };
    let renamed =
        |text: &str| TransactionChange { description: Some(text.to_owned()), ..TransactionChange::default() };
    change(
        &database,
        ada,
        of("Tea", kept),
        TransactionChange { note: Some("later".to_owned()), ..renamed("Chai") },
    )
    .await;
    change(&database, ada, of("Rent", gone), renamed("House")).await;
    let deleted = Selection::Ids(vec![of("Split", gone)]);
    database.delete_transactions(ada.into(), deleted, at(3)).await.unwrap();
    database.put_balance(ada, kept, may(6), euro(31)).await.unwrap();
    let undone = database.undo_merge(ada.into(), id, at(4)).await.unwrap();
    assert_eq!(undone.kept, 1, "the transaction with the new note was kept: {undone:?}");
    let after = books(&database, ada).await;
    let named = |text: &str, account| {
        let found = after
            .transactions
            .iter()
            .find(|transaction| transaction.account == account && transaction.description == text);
        found.cloned()
    };
    let chai = named("Chai", kept).unwrap();
    assert_eq!(
        (chai.note.as_str(), chai.tags.len(), chai.category_by),
        ("later", 1, saldo_domain::CategoryBy::Words)
    );
    let tea = theirs.iter().find(|transaction| transaction.description == "Tea").unwrap();
    assert_eq!(
        named("Tea", gone).as_ref(),
        Some(tea),
        "transactions of the other account alone are unchanged"
    );
    assert!(named("House", gone).is_some() && named("Split", gone).is_none());
    let stated = |account| database.list_stated_balances(ada, account);
    assert_eq!(stated(kept).await.unwrap(), [(may(5), euro(10)), (may(6), euro(31))]);
    assert_eq!(stated(gone).await.unwrap(), [(may(5), euro(20))]);
}

async fn undoing_a_merge_returns_a_reprocessed_statement_to_its_account(database: Database) {
    let ada = database.user("ada").await.id;
    import(&database, ada, "1111", &[(1, "Coffee", -300)]).await;
    let second = import(&database, ada, "2222", &[(2, "Tea", -200)]).await;
    let [kept, gone] = by_endings(&database, ada, ["1111", "2222"]).await;
    let id = merge(&database, ada, kept, gone).await;
    let again =
        draft(vec![part("2222", vec![line(may(2), "Tea", euro(-200)), line(may(3), "Cake", euro(-400))])]);
    database.import_statement(ada, second.id, again, at(3)).await.unwrap().unwrap();
    database.undo_merge(ada.into(), id, at(4)).await.unwrap();
    let of = |account| TransactionFilter { account: Some(account), ..TransactionFilter::default() };
    let names = async |account| -> Vec<String> {
        let found = database.list_transactions(ada, of(account), PageRequest::default()).await.unwrap().items;
        found.into_iter().map(|transaction| transaction.description).collect()
    };
    assert_eq!(names(kept).await, ["Coffee"]);
    assert_eq!(names(gone).await, ["Cake", "Tea"]);
}

async fn merges_are_undone_once_and_in_reverse_order(database: Database) {
    let (ada, bob) = (database.user("ada").await.id, database.user("bob").await.id);
    let mut accounts = Vec::new();
    for name in ["One", "Two", "Three"] {
        accounts.push(hand(&database, ada, name).await);
    }
    let first = merge(&database, ada, accounts[1], accounts[2]).await;
    let second = merge(&database, ada, accounts[0], accounts[1]).await;
    let undo = async |user: UserId, id| database.undo_merge(user.into(), id, at(4)).await;
    assert_eq!(not_merged(undo(bob, second).await), MergeError::Unknown);
    assert_eq!(not_merged(undo(ada, first).await), MergeError::Gone);
    assert_eq!(undo(ada, second).await.unwrap().kept, 0);
    assert_eq!(not_merged(undo(ada, second).await), MergeError::AlreadyUndone);
    assert_eq!(undo(ada, first).await.unwrap().kept, 0);
    assert_eq!(database.list_accounts(ada).await.unwrap().len(), 3);
    assert_eq!(database.list_merges(bob).await.unwrap(), []);
}

async fn import_into(database: &Database, user: UserId, account: AccountId, number: &str, day: u32) {
    let statement = database.statement(user).await;
    let choice = ImportChoice { account: Some(account), mapping: None };
    database.put_import_choice(user, statement.id, choice, None, at(1)).await.unwrap();
    let draft = draft(vec![part(number, vec![line(may(day), "Coffee", euro(-300))])]);
    database.import_statement(user, statement.id, draft, at(1)).await.unwrap().unwrap();
}

async fn a_manual_account_gets_its_number_from_its_first_imported_file(database: Database) {
    for (name, first, later) in [
        ("ada", "DE89 3704 0044 0532 0130 00", "XXXX3000"),
        ("bob", "XXXX3000", "DE89370400440532013000"),
        ("cyd", "DE89 3704 0044 0532 0130 00", "3704 0044/0532013000"),
    ] {
        let user = database.user(name).await.id;
        let account = hand(&database, user, "Everyday").await;
        import_into(&database, user, account, first, 1).await;
        let learned = database.find_account(user, account).await.unwrap().unwrap();
        assert_eq!(learned.number_masked.as_deref(), Some("••••3000"));
        import(&database, user, later, &[(2, "Tea", -200)]).await;
        assert_eq!(
            database.list_accounts(user).await.unwrap(),
            std::slice::from_ref(&learned),
            "{first} | {later}"
        );
        // Importing a second file into it changes nothing.
        import_into(&database, user, account, "9999 8888 7777", 3).await;
        assert_eq!(database.find_account(user, account).await.unwrap(), Some(learned));
    }
}

fn numbered(number: Option<&str>) -> AccountChange {
    AccountChange { number: Some(number.map(str::to_owned)), ..AccountChange::default() }
}

async fn an_account_number_can_be_set_changed_and_removed(database: Database) {
    let ada = database.user("ada").await.id;
    let account = hand(&database, ada, "Everyday").await;
    let set = async |number: Option<&str>| {
        let changed =
            database.update_account(ada.into(), account, numbered(number), at(2)).await.unwrap().unwrap();
        changed.account.number_masked
    };
    assert_eq!(set(Some("DE89 3704 0044 0532 0130 00")).await.as_deref(), Some("••••3000"));
    import(&database, ada, "DE89370400440532013000", &[(1, "Coffee", -300)]).await;
    assert_eq!(database.list_accounts(ada).await.unwrap().len(), 1);
    assert_eq!(set(Some("12345678901")).await.as_deref(), Some("••••8901"));
    import(&database, ada, "XXXX8901", &[(2, "Tea", -200)]).await;
    assert_eq!(database.list_accounts(ada).await.unwrap().len(), 1);
    assert_eq!(set(None).await, None);
    import(&database, ada, "XXXX8901", &[(3, "Cake", -100)]).await;
    let accounts = database.list_accounts(ada).await.unwrap();
    assert_eq!(accounts.len(), 2, "statements with its former number no longer go to it");
    let taken = database.update_account(ada.into(), account, numbered(Some("****8901")), at(3)).await;
    assert!(matches!(taken, Err(Error::Conflict)), "{taken:?}");
    assert_eq!(database.list_accounts(ada).await.unwrap(), accounts, "a rejected change changes nothing");
    let bob = database.user("bob").await.id;
    assert_eq!(
        database.update_account(bob.into(), account, numbered(Some("1234")), at(3)).await.unwrap(),
        None
    );
}

async fn two_accounts_with_one_number_keep_their_statements(database: Database) {
    let ada = database.user("ada").await.id;
    import(&database, ada, "DE89370400440532013000", &[(1, "Coffee", -300)]).await;
    let found = database.list_accounts(ada).await.unwrap()[0].id;
    let account = hand(&database, ada, "Everyday").await;
    import_into(&database, ada, account, "DE89370400440532013000", 1).await;
    let learned = database.find_account(ada, account).await.unwrap().unwrap();
    assert_eq!(
        learned.number_masked.as_deref(),
        Some("••••3000"),
        "the account learns its number from equal transactions"
    );
    import(&database, ada, "DE89370400440532013000", &[(5, "Tea", -200)]).await;
    let tea = transactions(&database, ada)
        .await
        .into_iter()
        .find(|transaction| transaction.description == "Tea")
        .unwrap();
    assert_eq!(tea.account, found);
    merge(&database, ada, account, found).await;
    import(&database, ada, "DE89370400440532013000", &[(6, "Cake", -200)]).await;
    assert_eq!(database.list_accounts(ada).await.unwrap().len(), 1);
}

async fn accounts_marked_as_different_stay_marked(database: Database) {
    let (ada, bob) = (database.user("ada").await.id, database.user("bob").await.id);
    let (one, other) = (hand(&database, ada, "One").await, hand(&database, ada, "Two").await);
    let his = hand(&database, bob, "His").await;
    assert!(!database.put_distinct_accounts(ada, one, his).await.unwrap());
    assert!(!database.put_distinct_accounts(ada, one, one).await.unwrap());
    for (one, other) in [(one, other), (other, one)] {
        assert!(database.put_distinct_accounts(ada, one, other).await.unwrap());
    }
    let pair = if one < other { (one, other) } else { (other, one) };
    assert_eq!(database.list_distinct_accounts(ada).await.unwrap(), [pair]);
    assert_eq!(database.list_distinct_accounts(bob).await.unwrap(), []);
    assert_eq!(database.list_account_identities(bob).await.unwrap().len(), 1);
}
