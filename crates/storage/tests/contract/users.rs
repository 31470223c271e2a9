//! Tests of users.

use saldo_domain::{
    AccountId, Budget, BudgetRhythm, Email, FiscalCalendar, Id, Month, PageRequest, PreferencesChange,
    RollOver, Rule, RuleAction, RuleCondition, SendingConsent, Split, Tag, TransactionFilter, User, UserId,
};
use saldo_storage::{
    ImportChoice, NewApiToken, NewCredential, NewSession, PasswordHash, StoreError, TransactionChange,
    UserChange,
};

use crate::drafts::{draft, euro, line, may, part, simple};
use crate::harness::{Database, START, at, new_user, on_both_databases, unknown_user};

on_both_databases!(
    a_user_is_found_by_id_and_email,
    an_email_is_unique,
    a_failed_sign_up_stores_nothing,
    a_change_keeps_other_fields,
    a_change_to_another_users_email_conflicts,
    an_unknown_user_is_not_found,
    users_are_listed_oldest_first,
    text_with_a_nul_is_stored_without_it,
    deleting_a_user_leaves_nothing_in_any_table,
    writes_finish_after_their_runtime_ends,
    concurrent_preference_changes_are_both_stored,
);

async fn a_user_is_found_by_id_and_email(database: Database) {
    let ada = database.user("ada").await;
    assert_eq!(database.find_user(ada.id).await.unwrap(), Some(ada.clone()));
    assert_eq!(database.find_user_by_email(&ada.email).await.unwrap(), Some(ada.clone()));
    assert_eq!(ada.created_at, START);
    assert_eq!(database.count_users().await.unwrap(), 1);
}

async fn an_email_is_unique(database: Database) {
    database.user("ada").await;
    let credential = NewCredential::Password { hash: PasswordHash::from_phc("x".to_owned()) };
    let again = database.insert_user(new_user("ada"), credential, START).await;
    assert!(matches!(again, Err(StoreError::Conflict)), "{again:?}");
}

async fn a_failed_sign_up_stores_nothing(database: Database) {
    let provider = || NewCredential::Provider {
        provider: "idp".to_owned(),
        subject: "42".to_owned(),
        scopes: Vec::new(),
        sealed_tokens: None,
    };
    database.insert_user(new_user("ada"), provider(), START).await.unwrap();
    let rows = database.rows().await;
    let second = database.insert_user(new_user("bob"), provider(), START).await;
    assert!(matches!(second, Err(StoreError::Conflict)), "{second:?}");
    assert_eq!(database.rows().await, rows);
}

async fn a_change_keeps_other_fields(database: Database) {
    let ada = database.user("ada").await;
    let image =
        UserChange { image: Some(Some("https://example.com/a.png".to_owned())), ..Default::default() };
    let changed = database.update_user(ada.id, image, at(5)).await.unwrap().unwrap();
    assert_eq!((changed.name.as_str(), changed.updated_at), ("ada", at(5)));
    let verified = UserChange { email_verified: Some(true), ..Default::default() };
    let changed = database.update_user(ada.id, verified, at(6)).await.unwrap().unwrap();
    assert_eq!(changed.image.as_deref(), Some("https://example.com/a.png"));
    let without = UserChange { image: Some(None), ..Default::default() };
    let changed = database.update_user(ada.id, without, at(7)).await.unwrap().unwrap();
    assert_eq!((changed.image, changed.email_verified), (None, true));
}

async fn a_change_to_another_users_email_conflicts(database: Database) {
    let (ada, bob) = (database.user("ada").await, database.user("bob").await);
    let change = UserChange { email: Some(ada.email), ..Default::default() };
    assert!(matches!(database.update_user(bob.id, change, at(1)).await, Err(StoreError::Conflict)));
    assert_eq!(database.find_user(bob.id).await.unwrap(), Some(bob));
}

async fn an_unknown_user_is_not_found(database: Database) {
    assert_eq!(database.find_user(unknown_user()).await.unwrap(), None);
    assert_eq!(database.find_user_by_email(&Email::parse("a@b.co").unwrap()).await.unwrap(), None);
    assert_eq!(database.update_user(unknown_user(), UserChange::default(), START).await.unwrap(), None);
    database.delete_user(unknown_user()).await.unwrap();
}

async fn users_are_listed_oldest_first(database: Database) {
    for (index, name) in ["ada", "bob", "cyd"].into_iter().enumerate() {
        let credential = NewCredential::Password { hash: PasswordHash::from_phc("x".to_owned()) };
        let now = at(i64::try_from(index).unwrap());
        database.insert_user(new_user(name), credential, now).await.unwrap();
    }
    let first = database.list_users(PageRequest::first(2)).await.unwrap();
    let names = |page: &saldo_domain::Page<saldo_domain::User>| -> Vec<String> {
        page.items.iter().map(|user| user.name.clone()).collect()
    };
    assert_eq!(names(&first), ["ada", "bob"]);
    let rest = PageRequest { limit: 2, cursor: first.next_cursor };
    let second = database.list_users(rest).await.unwrap();
    assert_eq!((names(&second), second.next_cursor), (vec!["cyd".to_owned()], None));
}

async fn text_with_a_nul_is_stored_without_it(database: Database) {
    let ada = database.user("ada").await;
    let change = UserChange { name: Some("A\0da".to_owned()), ..Default::default() };
    assert_eq!(database.update_user(ada.id, change, at(1)).await.unwrap().unwrap().name, "Ada");
}

async fn writes_finish_after_their_runtime_ends(database: Database) {
    let storage = std::sync::Arc::clone(&database.storage);
    let begun = std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let credential = NewCredential::Password { hash: PasswordHash::from_phc("x".to_owned()) };
            let adding = storage.insert_user(new_user("ada"), credential, START);
            // Polled once, the call is running, and nothing waits for its result.
            assert!(futures::poll!(adding).is_pending());
        });
    });
    tokio::task::spawn_blocking(|| begun.join().unwrap()).await.unwrap();
    for _ in 0..500 {
        if database.count_users().await.unwrap() == 1 {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    panic!("the transaction ended with its runtime");
}

async fn concurrent_preference_changes_are_both_stored(database: Database) {
    for round in 0..20 {
        let ada = database.user(&format!("ada{round}")).await.id;
        let calendar = FiscalCalendar::new(4, 6);
        let [first, second] = [
            PreferencesChange { fiscal_calendar: calendar, ..PreferencesChange::default() },
            PreferencesChange { sends: Some(SendingConsent::Never), ..PreferencesChange::default() },
        ]
        .map(|change| database.change_preferences(ada, change, START));
        let (first, second) = tokio::join!(first, second);
        let (first, second) = (first.unwrap(), second.unwrap());
        let kept = database.find_preferences(ada).await.unwrap();
        assert_eq!((Some(kept.fiscal_calendar), kept.advisor.sends), (calendar, SendingConsent::Never));
        assert!([first, second].contains(&kept), "the later of two changes wins");
    }
}

async fn deleting_a_user_leaves_nothing_in_any_table(database: Database) {
    let empty = database.rows().await;
    assert!(empty.len() > 8 && empty.values().all(|rows| *rows == 0), "{empty:?}");
    let ada = database.user("ada").await;
    fill_every_table(&database, &ada).await;
    let books = crate::households::fill_households(&database, ada.id).await;
    database.delete_user(ada.id).await.unwrap();
    // Her files and those of her household can still be found, by their ids alone.
    let departed = database.list_departed_users().await.unwrap();
    assert!(departed.len() == 2 && departed.contains(&ada.id) && departed.contains(&books));
    for user in departed {
        database.forget_departed_user(user).await.unwrap();
    }
    assert_eq!(database.rows().await, empty);
    database.delete_user(ada.id).await.unwrap();
    assert_eq!(database.rows().await, empty);
}

/// Inserts a row of the user into every table.
pub(crate) async fn fill_every_table(database: &Database, ada: &User) {
    let session = NewSession {
        token: saldo_domain::TokenHash::of("secret"),
        expires_at: at(1_000),
        ip_address: "192.0.2.1".to_owned(),
        user_agent: "a browser".to_owned(),
        remember: true,
    };
    database.insert_session(ada.id, session, START).await.unwrap();
    let code = saldo_domain::TokenHash::of("backup code");
    database.put_two_step(ada.id, vec![1], vec![code], START).await.unwrap();
    let token = NewApiToken {
        token: saldo_domain::TokenHash::of("api token"),
        name: None,
        prefix: None,
        start: "saldo_AbCd".to_owned(),
        scope: saldo_domain::Scope::Read,
        books: None,
        expires_at: None,
    };
    database.insert_api_token(ada.id, token, START).await.unwrap().unwrap();
    let statement = database.statement(ada.id).await;
    database.enqueue_statement(ada.id.into(), statement.id, None, START).await.unwrap().unwrap();
    let mut draft = simple(vec![line(may(1), "Coffee", euro(-300))]);
    draft.accounts[0].reconciliation.first_broken = Some(0);
    draft.accounts[0].draft.findings = Some(crate::answers::findings());
    database.import_statement(ada.id, statement.id, draft, START).await.unwrap().unwrap();
    fill_answers(database, ada.id, statement.id).await;
    fill_ledger(database, ada.id).await;
    crate::chats::fill_chats(database, ada.id).await;
    // A household adds rows of its own, so `fill_households` does that apart.
    // Verifications do not refer to a user: the owner is in the encrypted value, and they expire.
    let untouched: Vec<String> =
        database.rows().await.into_iter().filter(|(_, rows)| *rows == 0).map(|(table, _)| table).collect();
    assert_eq!(
        untouched,
        [
            "departed_users",
            "households",
            "instance",
            "invitations",
            "memberships",
            "periodic_work",
            "settlements",
            "shared_expenses",
            "verifications"
        ],
        "the test must fill every table that it checks"
    );
}

/// Inserts a row into every table of answers to what statements leave open.
async fn fill_answers(database: &Database, user: UserId, statement: saldo_domain::StatementId) {
    let account = database.list_accounts(user).await.unwrap()[0].id;
    let new = saldo_storage::NewAnswers {
        layout: Some(("1f".to_owned(), saldo_domain::LayoutHint::default())),
        confirmed: vec![(account, saldo_domain::OpenFact::Year)],
        ..Default::default()
    };
    assert!(database.put_answers(user, statement, new, START).await.unwrap());
}

/// Adds an account that is kept by hand, distinct from `account` and changed once.
async fn fill_accounts(database: &Database, user: UserId, account: AccountId) {
    let cash = saldo_storage::NewManualAccount {
        id: Id::new(START),
        name: "Cash".to_owned(),
        institution: None,
        kind: saldo_domain::AccountKind::Cash,
        currency: euro(0).currency(),
    };
    let cash = database.insert_account(user, cash, START).await.unwrap().id;
    assert!(database.put_distinct_accounts(user, account, cash).await.unwrap());
    let labels = saldo_storage::AccountChange {
        group: Some(Some("Daily".to_owned())),
        note: Some(Some("Blue purse".to_owned())),
        is_archived: Some(true),
        ..Default::default()
    };
    database.update_account(user.into(), cash, labels, START).await.unwrap().unwrap();
}

/// Inserts a row into every table of savings goals.
async fn fill_goals(database: &Database, user: UserId, account: AccountId) {
    use saldo_domain::{Earmark, GoalSource};
    let earmark = Earmark { account, amount: Some(euro(500)) };
    let linked = crate::goals::goal("Linked", GoalSource::Accounts(vec![earmark]));
    assert!(database.put_goal(user, linked, START).await.unwrap());
    let by_hand = crate::goals::goal("By hand", GoalSource::Contributions);
    assert!(database.put_goal(user, by_hand.clone(), START).await.unwrap());
    let one = crate::goals::contribution(1, 300);
    assert!(database.insert_contribution(user, by_hand.id, one).await.unwrap());
}

/// Inserts a row into every table of the ledger.
async fn fill_ledger(database: &Database, user: UserId) {
    let account = database.list_accounts(user).await.unwrap()[0].id;
    database.put_balance(user, account, may(1), euro(5)).await.unwrap();
    let second = database.statement(user).await;
    let other = draft(vec![part("9999", vec![line(may(2), "Tea", euro(-200))])]);
    database.import_statement(user, second.id, other, START).await.unwrap().unwrap();
    let others = database.list_accounts(user).await.unwrap();
    let other = others.iter().find(|other| other.id != account).unwrap().id;
    database.merge_accounts(user.into(), account, other, START).await.unwrap();
    let transactions = database
        .list_transactions(user, TransactionFilter::default(), PageRequest::default())
        .await
        .unwrap()
        .items;
    database.put_distinct(user, transactions[0].id, transactions[1].id).await.unwrap();
    fill_accounts(database, user, account).await;
    let merchants = vec![transactions[0].merchant.clone()];
    database.name_merchants(user.into(), merchants, Some("Named".to_owned()), START).await.unwrap();
    let half = |minor| Split { amount: euro(minor), category: None, note: None };
    let change = TransactionChange {
        tags: Some(vec![Tag::parse("breakfast").unwrap()]),
        splits: Some(vec![half(-100), half(-100)]),
        ..Default::default()
    };
    database.update_transaction(user, transactions[0].id, change, START).await.unwrap().unwrap();
    let category = database.list_categories(user).await.unwrap()[0].id;
    let rule = Rule {
        id: Id::new(START),
        name: "Rule".to_owned(),
        enabled: true,
        conditions: vec![RuleCondition::DescriptionContains { text: "coffee".to_owned() }],
        actions: vec![RuleAction::SetCategory { category }],
    };
    assert!(database.put_rule(user, rule, START).await.unwrap());
    let budget = Budget {
        id: Id::new(START),
        category,
        amount: euro(100),
        rhythm: BudgetRhythm::Monthly,
        roll_over: RollOver::Nothing,
        start: Month::new(2025, 1).unwrap(),
        end: None,
    };
    database.put_budget(user, budget, START).await.unwrap();
    let view = saldo_storage::NewSavedView {
        page: saldo_domain::ViewPage::Transactions,
        name: "Coffee".to_owned(),
        query: "text=coffee".to_owned(),
    };
    database.insert_saved_view(user, view, START).await.unwrap().unwrap();
    fill_goals(database, user, account).await;
    crate::attachments::fill_attachments(database, user).await;
    crate::notifications::fill_notifications(database, user).await;
    crate::feeds::fill_feeds(database, user).await;
    crate::mailboxes::fill_mailboxes(database, user).await;
    let decision = saldo_ledger::recurring::Decision::Ignored;
    let decided = crate::recurring_decisions::decided("coffee", decision, START);
    assert!(database.replace_recurring_decisions(user, Vec::new(), Some(decided)).await.unwrap());
    database.put_rates(user, vec![(may(1), euro(0).currency(), "1".to_owned())]).await.unwrap();
    database.change_preferences(user, PreferencesChange::default(), START).await.unwrap();
    let choice = ImportChoice { account: Some(account), mapping: Some(serde_json::json!({})) };
    let head = Some("Date;Amount".to_owned());
    assert!(database.put_import_choice(user, second.id, choice, head, START).await.unwrap());
    database.take_key(user, "key", [0; 32], START, START).await.unwrap();
}
