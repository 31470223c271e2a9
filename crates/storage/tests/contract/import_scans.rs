//! Tests of a statement that is imported as text and as a picture: amounts are stored once, with the words of
//! the text.

use saldo_domain::{
    CheckedAccount, CheckedDraft, EditAction, PageRequest, ReadBy, StatementId, Transaction,
    TransactionDraft, TransactionFilter, TransactionId, UserId,
};
use saldo_storage::{Selection, TransactionChange};

use crate::drafts::{draft, euro, line, may, part};
use crate::harness::{Database, at, on_both_databases};

on_both_databases!(
    a_scan_of_an_imported_statement_adds_nothing,
    a_text_statement_replaces_the_descriptions_of_its_scan,
    an_unproven_scan_adds_nothing,
    a_scan_with_a_misread_account_number_is_matched_to_its_account,
    a_better_reading_keeps_ids_and_edits_despite_other_descriptions,
    an_equal_line_at_another_position_of_its_day_is_another_transaction,
);

const TEXT: [&str; 4] = ["Salary MAY", "REWE Markt 0042", "Kiosk", "Kiosk"];
const SCAN: [&str; 4] = ["Sa1ary MAY", "REWE Mar…", "Ki0sk", "Kiosk"];

fn lines(words: [&str; 4]) -> Vec<TransactionDraft> {
    let [first, second, third, fourth] = words;
    vec![
        line(may(1), first, euro(250_000)),
        line(may(2), second, euro(-4_250)),
        line(may(3), third, euro(-300)),
        line(may(3), fourth, euro(-300)),
    ]
}

fn of_account(number: &str, words: [&str; 4]) -> CheckedAccount {
    let mut part = part(number, lines(words));
    part.draft.opening_balance = Some(euro(10_000));
    part.draft.closing_balance = Some(euro(255_150));
    part
}

fn text() -> CheckedDraft {
    draft(vec![of_account("DE89370400440532013000", TEXT)])
}

fn scan() -> CheckedDraft {
    CheckedDraft { read_by: ReadBy::Picture, ..draft(vec![of_account("DE89370400440532013000", SCAN)]) }
}

async fn import(database: &Database, user: UserId, draft: CheckedDraft) -> (StatementId, u64, u64) {
    let statement = database.statement(user).await.id;
    let imported = database.import_statement(user, statement, draft, at(1)).await.unwrap().unwrap();
    (statement, imported.transactions_new, imported.transactions_known)
}

async fn transactions(database: &Database, user: UserId) -> Vec<Transaction> {
    let filter = TransactionFilter {
        order: saldo_domain::transaction::TransactionOrder::OldestFirst,
        ..Default::default()
    };
    database.list_transactions(user, filter, PageRequest::default()).await.unwrap().items
}

fn words(transactions: &[Transaction]) -> Vec<&str> {
    transactions.iter().map(|transaction| transaction.description.as_str()).collect()
}

async fn ids(database: &Database, user: UserId, statement: StatementId) -> Vec<TransactionId> {
    let lines = database.list_statement_lines(user, statement).await.unwrap().unwrap();
    lines.into_iter().map(|line| line.transaction.id).collect()
}

async fn a_scan_of_an_imported_statement_adds_nothing(database: Database) {
    let ada = database.user("ada").await;
    let (first, ..) = import(&database, ada.id, text()).await;
    let before = transactions(&database, ada.id).await;
    let (second, new, known) = import(&database, ada.id, scan()).await;
    assert_eq!((new, known), (0, 4));
    assert_eq!(transactions(&database, ada.id).await, before, "a scan's descriptions replace none");
    assert_eq!(ids(&database, ada.id, second).await, ids(&database, ada.id, first).await);
    let stored = database.find_statement(ada.id, second).await.unwrap().unwrap();
    assert_eq!(
        stored.read_by,
        Some(ReadBy::Picture),
        "a scan's amounts are proven, its descriptions are not"
    );
    database.import_statement(ada.id, second, scan(), at(2)).await.unwrap().unwrap();
    assert_eq!(transactions(&database, ada.id).await, before);
    let rows = database.rows().await;
    assert_eq!((rows["transactions"], rows["statement_lines"], rows["accounts"]), (4, 8, 1));
}

async fn a_text_statement_replaces_the_descriptions_of_its_scan(database: Database) {
    let ada = database.user("ada").await;
    import(&database, ada.id, scan()).await;
    let before = transactions(&database, ada.id).await;
    assert_eq!(words(&before), SCAN);
    let named = TransactionChange { description: Some("Sweets".to_owned()), ..Default::default() };
    let third = Selection::Ids(vec![before[2].id]);
    database.change_transactions(ada.id.into(), third, named, EditAction::Change, at(2)).await.unwrap();
    let (second, new, known) = import(&database, ada.id, text()).await;
    assert_eq!((new, known), (0, 4));
    let after = transactions(&database, ada.id).await;
    let same = |transactions: &[Transaction]| {
        transactions.iter().map(|transaction| transaction.id).collect::<Vec<_>>()
    };
    assert_eq!(same(&after), same(&before));
    assert_eq!(
        words(&after),
        ["Salary MAY", "REWE Markt 0042", "Sweets", "Kiosk"],
        "the user's own description stays"
    );
    assert_eq!((after[2].original_description.as_str(), after[1].merchant.as_str()), ("Kiosk", "rewe markt"));
    let categories = database.list_categories(ada.id).await.unwrap();
    let key = |transaction: &Transaction| {
        categories.iter().find(|of| Some(of.id) == transaction.category)?.key.clone()
    };
    assert_eq!(key(&after[0]).as_deref(), Some("salary"));
    assert!(after.iter().all(|transaction| transaction.statement == Some(second)));
    for draft in [scan(), text()] {
        assert_eq!(import(&database, ada.id, draft).await.1, 0);
    }
    assert_eq!(transactions(&database, ada.id).await, after);
}

async fn an_unproven_scan_adds_nothing(database: Database) {
    let ada = database.user("ada").await;
    let mut whole = text();
    let period = &mut whole.accounts[0].draft;
    (period.period_start, period.period_end) = (may(1).pred_opt(), Some(may(31)));
    import(&database, ada.id, whole).await;
    let mut unproven = scan();
    let CheckedAccount { draft, reconciliation } = &mut unproven.accounts[0];
    (draft.opening_balance, draft.closing_balance) = (None, None);
    reconciliation.outcome = saldo_domain::Outcome::Unchecked;
    draft.transactions[1].date = may(7);
    let (_, new, known) = import(&database, ada.id, unproven).await;
    assert_eq!((new, known), (0, 4));
}

async fn a_scan_with_a_misread_account_number_is_matched_to_its_account(database: Database) {
    let misread = || CheckedDraft {
        read_by: ReadBy::Picture,
        ..draft(vec![of_account("DE89370400440532013008", SCAN)])
    };
    let ada = database.user("ada").await;
    import(&database, ada.id, text()).await;
    assert_eq!(import(&database, ada.id, misread()).await.1, 0);
    let bob = database.user("bob").await;
    import(&database, bob.id, misread()).await;
    assert_eq!(import(&database, bob.id, text()).await.1, 0);
    assert_eq!(import(&database, bob.id, misread()).await.1, 0);
    for user in [ada.id, bob.id] {
        let accounts = database.list_accounts(user).await.unwrap();
        let numbers: Vec<_> = accounts.iter().map(|account| account.number_masked.as_deref()).collect();
        assert_eq!(numbers, [Some("••••3000")]);
    }
    // Text is not misread: two accounts with the same amounts by chance remain two.
    let other = draft(vec![of_account("FR7630006000011234567893008", TEXT)]);
    assert_eq!(import(&database, ada.id, other).await.1, 4);
}

async fn a_better_reading_keeps_ids_and_edits_despite_other_descriptions(database: Database) {
    let ada = database.user("ada").await;
    let (statement, ..) = import(&database, ada.id, scan()).await;
    let before = ids(&database, ada.id, statement).await;
    let category = database.list_categories(ada.id).await.unwrap()[0].id;
    let change = TransactionChange { category: Some(Some(category)), ..Default::default() };
    database.update_transaction(ada.id, before[1], change, at(2)).await.unwrap().unwrap();
    let better = CheckedDraft { read_by: ReadBy::Picture, ..text() };
    let again = database.import_statement(ada.id, statement, better, at(3)).await.unwrap().unwrap();
    assert_eq!((again.transactions_new, again.transactions_known), (0, 0));
    assert_eq!(ids(&database, ada.id, statement).await, before);
    let after = transactions(&database, ada.id).await;
    assert_eq!(words(&after), TEXT);
    assert_eq!(after[1].category, Some(category));
}

async fn an_equal_line_at_another_position_of_its_day_is_another_transaction(database: Database) {
    let ada = database.user("ada").await;
    let kiosk =
        |balance: i64| TransactionDraft { balance: Some(euro(balance)), ..line(may(3), "Kiosk", euro(-300)) };
    let second = || draft(vec![part("DE89370400440532013000", vec![kiosk(9_400)])]);
    let both = || draft(vec![part("DE89370400440532013000", vec![kiosk(9_700), kiosk(9_400)])]);
    let (first, ..) = import(&database, ada.id, second()).await;
    let (whole, new, known) = import(&database, ada.id, both()).await;
    assert_eq!((new, known), (1, 1));
    let lines = ids(&database, ada.id, whole).await;
    assert_eq!(ids(&database, ada.id, first).await, lines[1..]);
    let again = database.import_statement(ada.id, whole, both(), at(3)).await.unwrap().unwrap();
    assert_eq!((again.transactions_new, ids(&database, ada.id, whole).await), (0, lines));
}
