//! Tests of statements that meet within a day, accounts with similar numbers, and edits of a statement that
//! is read again.

use saldo_domain::{
    AccountId, CheckedAccount, EditAction, EditId, Outcome, PageRequest, Place, Split, StatementId, Tag,
    TransactionDraft, TransactionFilter, TransactionId, UserId,
};
use saldo_storage::{Edited, NewTransaction, Selection, TransactionChange};

use crate::drafts::{draft, euro, line, may, part};
use crate::harness::{Database, at, on_both_databases};

on_both_databases!(
    equal_lines_of_statements_that_continue_within_a_day_are_distinct,
    a_day_on_two_statements_is_imported_once,
    a_shared_day_with_a_net_of_zero_is_treated_as_an_overlap,
    full_numbers_with_the_same_ending_are_two_accounts,
    a_masked_number_identifies_the_account_of_the_full_number,
    parts_of_one_file_find_the_accounts_that_files_one_by_one_would,
    accounts_without_a_number_are_distinguished_by_name,
    a_manual_line_survives_reprocessing,
    reprocessing_detects_user_edits_as_differences,
    a_transaction_whose_sign_or_date_is_read_differently_keeps_the_users_work,
);

/// A part with these opening and closing balances, in minor units.
fn between(opening: i64, closing: i64, transactions: Vec<TransactionDraft>) -> CheckedAccount {
    let mut part = part("DE89370400440532013000", transactions);
    part.draft.opening_balance = Some(euro(opening));
    part.draft.closing_balance = Some(euro(closing));
    part
}

fn coffee() -> TransactionDraft {
    line(may(5), "Coffee", euro(-500))
}

async fn import(database: &Database, user: UserId, part: CheckedAccount) -> (StatementId, u64, u64) {
    let statement = database.statement(user).await;
    let imported =
        database.import_statement(user, statement.id, draft(vec![part]), at(1)).await.unwrap().unwrap();
    (statement.id, imported.transactions_new, imported.transactions_known)
}

async fn of_statement(database: &Database, user: UserId, statement: StatementId) -> Vec<TransactionId> {
    let lines = database.list_statement_lines(user, statement).await.unwrap().unwrap();
    lines.into_iter().map(|line| line.transaction.id).collect()
}

async fn equal_lines_of_statements_that_continue_within_a_day_are_distinct(database: Database) {
    let ada = database.user("ada").await;
    let parts = [(10_000, 9_500), (9_500, 9_000), (9_000, 8_500)];
    let mut statements = Vec::new();
    // The last one is imported before the middle one.
    for index in [0, 2, 1] {
        let (opening, closing) = parts[index];
        let (statement, new, known) =
            import(&database, ada.id, between(opening, closing, vec![coffee()])).await;
        let is_apart = index == 2;
        assert_eq!((new, known), if is_apart { (0, 1) } else { (1, 0) }, "{index}");
        statements.push((index, statement));
    }
    // After the middle one exists, all are read again: their transactions are distinct, and remain so.
    for _ in 0..2 {
        for (index, statement) in &statements {
            let (opening, closing) = parts[*index];
            let all = draft(vec![between(opening, closing, vec![coffee()])]);
            database.import_statement(ada.id, *statement, all, at(2)).await.unwrap().unwrap();
        }
    }
    let mut ids = Vec::new();
    for (_, statement) in &statements {
        ids.extend(of_statement(&database, ada.id, *statement).await);
    }
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), 3);
    assert_eq!(database.rows().await["transactions"], 3);
}

async fn a_day_on_two_statements_is_imported_once(database: Database) {
    let ada = database.user("ada").await;
    let first = between(10_000, 9_000, vec![line(may(4), "Rent", euro(-500)), coffee()]);
    import(&database, ada.id, first).await;
    // Its opening balance is that before the day.
    let second = between(9_500, 8_900, vec![coffee(), line(may(6), "Bus", euro(-100))]);
    let (_, new, known) = import(&database, ada.id, second).await;
    assert_eq!((new, known), (1, 1));
}

async fn a_shared_day_with_a_net_of_zero_is_treated_as_an_overlap(database: Database) {
    let ada = database.user("ada").await;
    let lines = || vec![coffee(), line(may(5), "Refund", euro(500))];
    import(&database, ada.id, between(10_000, 10_000, lines())).await;
    let (_, new, known) = import(&database, ada.id, between(10_000, 10_000, lines())).await;
    assert_eq!((new, known), (0, 2));
}

fn of_number(number: &str, amount: i64) -> CheckedAccount {
    part(number, vec![line(may(5), "Fee", euro(amount))])
}

async fn full_numbers_with_the_same_ending_are_two_accounts(database: Database) {
    let ada = database.user("ada").await;
    let both = [of_number("DE89370400440532013000", -100), of_number("FR7630006000011234567893000", -100)];
    let statement = database.statement(ada.id).await;
    let all = || draft(both.to_vec());
    let imported = database.import_statement(ada.id, statement.id, all(), at(1)).await.unwrap().unwrap();
    assert_eq!((imported.transactions_new, database.list_accounts(ada.id).await.unwrap().len()), (2, 2));
    let again = database.import_statement(ada.id, statement.id, all(), at(2)).await.unwrap().unwrap();
    assert_eq!(again.transactions_new, 0);
    // The same number in another notation is the same account; a masked number may be either account.
    let (_, new, _) = import(&database, ada.id, of_number("37040044/0532013000", -100)).await;
    assert_eq!((new, database.list_accounts(ada.id).await.unwrap().len()), (0, 2));
    import(&database, ada.id, of_number("••••3000", -100)).await;
    assert_eq!(database.list_accounts(ada.id).await.unwrap().len(), 3);
}

async fn a_masked_number_identifies_the_account_of_the_full_number(database: Database) {
    let ada = database.user("ada").await;
    import(&database, ada.id, of_number("XXXX3000", -100)).await;
    let (_, new, known) = import(&database, ada.id, of_number("DE89370400440532013000", -100)).await;
    assert_eq!((new, known, database.list_accounts(ada.id).await.unwrap().len()), (0, 1, 1));
    // From now on another bank's number with the same ending is another account, and the masked number
    // remains with this one.
    import(&database, ada.id, of_number("FR7630006000011234567893000", -100)).await;
    assert_eq!(database.list_accounts(ada.id).await.unwrap().len(), 2);
    let bob = database.user("bob").await;
    import(&database, bob.id, of_number("DE89370400440532013000", -100)).await;
    import(&database, bob.id, of_number("•••• 3000", -200)).await;
    assert_eq!(database.list_accounts(bob.id).await.unwrap().len(), 1);
}

/// Returns the accounts of parts, as the position of the first part with the same account.
fn firsts(accounts: &[AccountId]) -> Vec<usize> {
    accounts.iter().filter_map(|own| accounts.iter().position(|other| other == own)).collect()
}

async fn accounts_of(database: &Database, user: UserId, statement: StatementId) -> Vec<AccountId> {
    let found = database.find_statement(user, statement).await.unwrap().unwrap();
    found.accounts.into_iter().map(|part| part.account).collect()
}

async fn parts_of_one_file_find_the_accounts_that_files_one_by_one_would(database: Database) {
    let (german, french) = ("DE89370400440532013000", "FR7630006000011234567893000");
    let numbers = ["XXXX3000", german, french, german, "••••3000", french];
    let part = |(amount, number): (i64, &&str)| of_number(number, -amount);
    let parts: Vec<CheckedAccount> = (1..).zip(&numbers).map(part).collect();
    let ada = database.user("ada").await;
    let mut one_by_one = Vec::new();
    for part in parts.clone() {
        let (statement, ..) = import(&database, ada.id, part).await;
        one_by_one.extend(accounts_of(&database, ada.id, statement).await);
    }
    let bob = database.user("bob").await;
    let statement = database.statement(bob.id).await;
    database.import_statement(bob.id, statement.id, draft(parts), at(1)).await.unwrap().unwrap();
    let together = accounts_of(&database, bob.id, statement.id).await;
    assert_eq!(firsts(&together), [0, 0, 2, 0, 4, 2]);
    assert_eq!(firsts(&one_by_one), [0, 0, 2, 0, 4, 2]);
}

fn called(name: &str, amount: i64) -> CheckedAccount {
    let mut part = of_number("", amount);
    part.draft.number = None;
    part.draft.name = Some(name.to_owned());
    part
}

async fn accounts_without_a_number_are_distinguished_by_name(database: Database) {
    let ada = database.user("ada").await;
    let statement = database.statement(ada.id).await;
    let mut all = draft(vec![called("Checking", -100), called("Savings", 100)]);
    all.institution = None;
    for time in 1..3 {
        database.import_statement(ada.id, statement.id, all.clone(), at(time)).await.unwrap().unwrap();
        let mut names: Vec<String> =
            database.list_accounts(ada.id).await.unwrap().into_iter().map(|account| account.name).collect();
        names.sort();
        assert_eq!(names, ["Checking", "Savings"]);
    }
    // If the user has one account with the printed name, it is that one.
    let bob = database.user("bob").await;
    import(&database, bob.id, of_number("DE89370400440532013000", -100)).await;
    assert_eq!(database.list_accounts(bob.id).await.unwrap()[0].name, "Everyday");
    let statement = database.statement(bob.id).await;
    let mut own = draft(vec![called("Everyday", -100)]);
    own.institution = None;
    let imported = database.import_statement(bob.id, statement.id, own, at(1)).await.unwrap().unwrap();
    assert_eq!((imported.transactions_known, database.list_accounts(bob.id).await.unwrap().len()), (1, 1));
}

fn by_hand(account: AccountId, statement: StatementId) -> NewTransaction {
    NewTransaction {
        id: TransactionId::new(at(3)),
        account,
        statement: Some(statement),
        position: Some(0),
        date: may(4),
        description: "Cut off".to_owned(),
        note: "the description is the printed one".to_owned(),
        amount: euro(-200),
        category: None,
        category_by: saldo_domain::CategoryBy::Words,
        kind: saldo_domain::TransactionKind::Transaction,
        tags: Vec::new(),
    }
}

async fn a_manual_line_survives_reprocessing(database: Database) {
    let ada = database.user("ada").await;
    let first = || between(10_000, 9_300, vec![coffee()]);
    let (statement, ..) = import(&database, ada.id, first()).await;
    let account = database.list_accounts(ada.id).await.unwrap()[0].id;
    let new = by_hand(account, statement);
    let id = new.id;
    let created = database.insert_transaction(ada.id.into(), new, at(3)).await.unwrap();
    let Edited { edit, .. } = created;
    let before = of_statement(&database, ada.id, statement).await;
    assert_eq!(before[0], id);
    let again =
        database.import_statement(ada.id, statement, draft(vec![first()]), at(4)).await.unwrap().unwrap();
    assert!(again.differs, "a statement without a result is checked after the import");
    assert_eq!(of_statement(&database, ada.id, statement).await, before);
    assert_eq!(
        database.find_transaction(ada.id, id).await.unwrap().unwrap().note,
        "the description is the printed one"
    );
    // The edit can still be undone.
    let taken: EditId = edit.id;
    database.undo_edit(ada.id.into(), taken, at(5)).await.unwrap();
    assert_eq!(database.find_transaction(ada.id, id).await.unwrap(), None);
}

async fn reprocessing_detects_user_edits_as_differences(database: Database) {
    let ada = database.user("ada").await;
    let first = || between(10_000, 9_500, vec![coffee()]);
    let (statement, ..) = import(&database, ada.id, first()).await;
    let read = async || {
        let all = draft(vec![first()]);
        database.import_statement(ada.id, statement, all, at(4)).await.unwrap().unwrap()
    };
    assert!(!read().await.differs);
    let items = database
        .list_transactions(ada.id, TransactionFilter::default(), PageRequest::default())
        .await
        .unwrap()
        .items;
    let change = TransactionChange { amount: Some(euro(-600)), ..Default::default() };
    let one = Selection::Ids(vec![items[0].id]);
    database.change_transactions(ada.id.into(), one, change, EditAction::Change, at(3)).await.unwrap();
    let again = read().await;
    assert!(again.differs);
    assert_eq!(
        again.statement.outcome(),
        Some(Outcome::Balanced),
        "the balance of the file stays until the next check"
    );
}

async fn a_transaction_whose_sign_or_date_is_read_differently_keeps_the_users_work(database: Database) {
    let ada = database.user("ada").await;
    let lines = |sign: i64, days: u32| -> Vec<TransactionDraft> {
        let amounts = [(1, 100), (2, 250), (3, 400), (4, 75)];
        let printed = |(number, minor): (i32, i64)| {
            let place = Place { page: 1, x: 100, y: number * 20, width: 300, height: 10 };
            let printed = line(may(number.unsigned_abs() + days), "Shop", euro(sign * minor));
            TransactionDraft { place: Some(place), ..printed }
        };
        amounts.into_iter().map(printed).collect()
    };
    let (statement, ..) = import(&database, ada.id, part("1", lines(1, 0))).await;
    let ids = of_statement(&database, ada.id, statement).await;
    let category = database.list_categories(ada.id).await.unwrap()[3].id;
    let tag = Tag::parse("gift").unwrap();
    let split = |minor| Split { amount: euro(minor), category: None, note: None };
    let splits = vec![split(50), split(200)];
    for (id, change) in [
        (
            ids[0],
            TransactionChange {
                category: Some(Some(category)),
                note: Some("for Eve".to_owned()),
                tags: Some(vec![tag.clone()]),
                ..TransactionChange::default()
            },
        ),
        (ids[1], TransactionChange { splits: Some(splits), ..TransactionChange::default() }),
        (ids[3], TransactionChange { amount: Some(euro(80)), ..TransactionChange::default() }),
    ] {
        let one = Selection::Ids(vec![id]);
        database.change_transactions(ada.id.into(), one, change, EditAction::Change, at(2)).await.unwrap();
    }
    let again = |sign, days| draft(vec![part("1", lines(sign, days))]);
    for (sign, days) in [(-1, 0), (-1, 7), (1, 7)] {
        database.import_statement(ada.id, statement, again(sign, days), at(2)).await.unwrap().unwrap();
        assert_eq!(of_statement(&database, ada.id, statement).await, ids, "{sign} {days}");
        let found = database.list_statement_lines(ada.id, statement).await.unwrap().unwrap();
        let found: Vec<_> = found.into_iter().map(|line| line.transaction).collect();
        let amounts: Vec<i64> = found.iter().map(|transaction| transaction.amount.minor()).collect();
        assert_eq!(
            amounts,
            [sign * 100, sign * 250, sign * 400, 80],
            "an amount that the user changed stays"
        );
        assert_eq!(found[0].date, may(1 + days));
        assert_eq!((found[0].category, found[0].note.as_str()), (Some(category), "for Eve"));
        assert_eq!(found[0].tags, std::slice::from_ref(&tag));
        let shares: Vec<i64> = found[1].splits.iter().map(|split| split.amount.minor()).collect();
        assert_eq!(shares, [sign * 50, sign * 200]);
    }
    // Read the same way again, each line is the transaction by its fingerprint.
    let imported = database.import_statement(ada.id, statement, again(1, 7), at(3)).await.unwrap().unwrap();
    assert_eq!(imported.transactions_new, 0);
    assert_eq!(database.rows().await["transactions"], 4);
}
