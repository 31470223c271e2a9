//! Tests of importing drafts.

use std::time::Duration;

use saldo_domain::{
    CauseCode, CheckedDraft, DerivedEnds, LikelyCause, Money, Outcome, PageRequest, Place, PrintedChecks,
    StatementKind, Transaction, Witness,
};
use saldo_storage::TransactionChange;

use crate::drafts::{draft, euro, line, line_with_balance, may, part, simple};
use crate::harness::{Database, START, at, on_both_databases};

on_both_databases!(
    an_import_is_stored_as_it_was_read,
    importing_a_statement_twice_changes_nothing,
    a_transaction_on_overlapping_statements_is_stored_once_with_two_lines,
    two_equal_coffees_are_two_transactions,
    equal_lines_of_two_periods_in_one_file_are_two_transactions,
    a_new_reading_keeps_ids_and_edits,
    a_new_reading_deletes_lines_that_it_does_not_contain,
    rereading_a_statement_for_another_account_deletes_the_empty_account,
    the_first_row_with_a_wrong_balance_is_reported,
    a_transaction_gets_the_category_that_its_description_suggests,
    a_thousand_transactions_are_imported_at_once,
    a_failed_import_stores_nothing,
    a_canceled_import_is_never_partial,
    concurrent_imports_store_each_transaction_once,
);

async fn transactions(database: &Database, user: saldo_domain::UserId) -> Vec<Transaction> {
    let page = PageRequest::first(PageRequest::LIMIT_MAX);
    let filter = saldo_domain::TransactionFilter {
        order: saldo_domain::transaction::TransactionOrder::OldestFirst,
        ..Default::default()
    };
    database.list_transactions(user, filter, page).await.unwrap().items
}

fn may_statement() -> CheckedDraft {
    simple(vec![
        line_with_balance(may(1), "Salary MAY", euro(250_000), euro(260_000)),
        line_with_balance(may(2), "Blue Café 0042", euro(-300), euro(259_700)),
        line_with_balance(may(3), "Gym", euro(-2_500), euro(257_200)),
    ])
}

async fn an_import_is_stored_as_it_was_read(database: Database) {
    let ada = database.user("ada").await;
    let statement = database.statement(ada.id).await;
    let mut read = may_statement();
    read.accounts[0].draft.opening_balance = Some(euro(10_000));
    read.accounts[0].draft.closing_balance = Some(euro(257_201));
    read.accounts[0].draft.transactions[0].value_date = Some(may(4));
    read.accounts[0].reconciliation.outcome = Outcome::Unbalanced;
    read.accounts[0].reconciliation.discrepancy = Some(euro(1));
    let cause = |transaction| LikelyCause {
        code: CauseCode::SignFlipped,
        message: "turned round".to_owned(),
        transaction: Some(transaction),
        amount: euro(300),
    };
    read.accounts[0].reconciliation.causes = vec![cause(1)];
    read.accounts[0].reconciliation.derived.closing = true;
    read.accounts[0].draft.printed_total_out = Some(euro(301));
    read.accounts[0].draft.printed_count = Some(4);
    let imported = database.import_statement(ada.id, statement.id, read, at(7)).await.unwrap().unwrap();
    assert_eq!((imported.transactions_new, imported.transactions_known), (3, 0));
    let stored = imported.statement;
    assert_eq!((stored.kind, stored.institution.as_deref()), (StatementKind::Bank, Some("Bank of Words")));
    assert_eq!((stored.outcome(), stored.processed_at), (Some(Outcome::Unbalanced), Some(at(7))));
    let account = &stored.accounts[0];
    assert_eq!((account.opening_balance, account.closing_balance), (Some(euro(10_000)), Some(euro(257_201))));
    assert_eq!((account.period_start, account.period_end), (Some(may(1)), Some(may(3))));
    assert_eq!((account.discrepancy, account.number_masked.as_deref()), (Some(euro(1)), Some("••••5678")));
    assert_eq!(account.witnesses, [Witness::Count { holds: true }]);
    let printed = PrintedChecks {
        derived: DerivedEnds { opening: false, closing: true },
        total_in: None,
        total_out: Some(euro(301)),
        count: Some(4),
    };
    assert_eq!(account.printed, printed);
    let causes = account.likely_causes.clone();
    assert_eq!(database.find_statement(ada.id, statement.id).await.unwrap(), Some(stored.clone()));
    let lines = database.list_statement_lines(ada.id, statement.id).await.unwrap().unwrap();
    let transaction = &lines[1].transaction;
    assert_eq!(causes, [cause(1).about(|_| Some(transaction.id))]);
    assert_eq!(
        (transaction.description.as_str(), transaction.merchant.as_str()),
        ("Blue Café 0042", "blue cafe")
    );
    assert_eq!(
        (transaction.amount, transaction.balance, transaction.position),
        (euro(-300), Some(euro(259_700)), 1)
    );
    assert_eq!((transaction.statement, transaction.account), (Some(statement.id), account.account));
    assert_eq!(lines[1].place, Some(Place { page: 1, x: 100, y: 200, width: 300, height: 40 }));
    assert_eq!(lines[0].transaction.value_date, Some(may(4)));
    assert_eq!(database.find_transaction(ada.id, transaction.id).await.unwrap().as_ref(), Some(transaction));
}

async fn importing_a_statement_twice_changes_nothing(database: Database) {
    let ada = database.user("ada").await;
    let statement = database.statement(ada.id).await;
    database.import_statement(ada.id, statement.id, may_statement(), at(1)).await.unwrap().unwrap();
    let (before, rows) = (transactions(&database, ada.id).await, database.rows().await);
    let again =
        database.import_statement(ada.id, statement.id, may_statement(), at(2)).await.unwrap().unwrap();
    assert_eq!((again.transactions_new, again.transactions_known), (0, 0));
    assert_eq!((transactions(&database, ada.id).await, database.rows().await), (before, rows));
}

async fn a_transaction_on_overlapping_statements_is_stored_once_with_two_lines(database: Database) {
    let ada = database.user("ada").await;
    let (first, second) = (database.statement(ada.id).await, database.statement(ada.id).await);
    database.import_statement(ada.id, first.id, may_statement(), at(1)).await.unwrap().unwrap();
    let mut gym = line_with_balance(may(3), "GYM", euro(-2_500), euro(257_200));
    gym.place = Some(Place { page: 9, x: 1, y: 2, width: 3, height: 4 });
    let overlapping = simple(vec![gym, line(may(4), "Rent", euro(-90_000))]);
    let imported = database.import_statement(ada.id, second.id, overlapping, at(2)).await.unwrap().unwrap();
    assert_eq!((imported.transactions_new, imported.transactions_known), (1, 1));
    let lines = database.list_statement_lines(ada.id, second.id).await.unwrap().unwrap();
    assert_eq!((lines[0].transaction.position, lines[0].place.unwrap().page), (0, 9));
    assert_eq!(lines[0].transaction.statement, Some(first.id));
    let first_lines = database.list_statement_lines(ada.id, first.id).await.unwrap().unwrap();
    assert_eq!(first_lines[2].transaction.id, lines[0].transaction.id);
    assert_eq!((first_lines[2].transaction.position, first_lines[2].place.unwrap().page), (2, 1));
    let rows = database.rows().await;
    assert_eq!((rows["transactions"], rows["statement_lines"], rows["accounts"]), (4, 5, 1));
}

async fn two_equal_coffees_are_two_transactions(database: Database) {
    let ada = database.user("ada").await;
    let coffee = || line(may(1), "Coffee", euro(-300));
    let statement = database.statement(ada.id).await;
    let two = simple(vec![coffee(), coffee()]);
    let imported = database.import_statement(ada.id, statement.id, two, at(1)).await.unwrap().unwrap();
    assert_eq!(imported.transactions_new, 2);
    let another = database.statement(ada.id).await;
    let three = simple(vec![coffee(), coffee(), coffee()]);
    let imported = database.import_statement(ada.id, another.id, three, at(2)).await.unwrap().unwrap();
    assert_eq!((imported.transactions_new, imported.transactions_known), (1, 2));
}

async fn equal_lines_of_two_periods_in_one_file_are_two_transactions(database: Database) {
    let ada = database.user("ada").await;
    let statement = database.statement(ada.id).await;
    let coffee = || line(may(31), "Coffee", euro(-300));
    let periods = || draft(vec![part("5678", vec![coffee()]), part("5678", vec![coffee()])]);
    let imported = database.import_statement(ada.id, statement.id, periods(), at(1)).await.unwrap().unwrap();
    assert_eq!(imported.transactions_new, 2);
    let accounts = &imported.statement.accounts;
    assert_eq!((accounts.len(), accounts[0].account), (2, accounts[1].account));
    let again = database.import_statement(ada.id, statement.id, periods(), at(2)).await.unwrap().unwrap();
    assert_eq!((again.transactions_new, database.rows().await["transactions"]), (0, 2));
}

async fn a_new_reading_keeps_ids_and_edits(database: Database) {
    let ada = database.user("ada").await;
    let statement = database.statement(ada.id).await;
    database.import_statement(ada.id, statement.id, may_statement(), at(1)).await.unwrap().unwrap();
    let before = transactions(&database, ada.id).await;
    let category = database.list_categories(ada.id).await.unwrap()[0].id;
    let edit = TransactionChange {
        description: Some("Sport".to_owned()),
        category: Some(Some(category)),
        ..Default::default()
    };
    database.update_transaction(ada.id, before[2].id, edit, at(2)).await.unwrap().unwrap();
    let mut better = may_statement();
    let read = &mut better.accounts[0].draft.transactions;
    "BLUE  CAFÉ 0042".clone_into(&mut read[1].description);
    "GYM".clone_into(&mut read[2].description);
    read[2].value_date = Some(may(5));
    database.import_statement(ada.id, statement.id, better, at(3)).await.unwrap().unwrap();
    let after = transactions(&database, ada.id).await;
    let ids = |transactions: &[Transaction]| {
        transactions.iter().map(|transaction| transaction.id).collect::<Vec<_>>()
    };
    assert_eq!(ids(&after), ids(&before));
    assert_eq!((after[2].description.as_str(), after[2].category), ("Sport", Some(category)));
    assert_eq!((after[2].original_description.as_str(), after[2].value_date), ("GYM", Some(may(5))));
    assert_eq!(after[1].description, "BLUE  CAFÉ 0042", "an unedited description is the printed one");
}

async fn a_new_reading_deletes_lines_that_it_does_not_contain(database: Database) {
    let ada = database.user("ada").await;
    let statement = database.statement(ada.id).await;
    database.import_statement(ada.id, statement.id, may_statement(), at(1)).await.unwrap().unwrap();
    let mut fewer = may_statement();
    fewer.accounts[0].draft.transactions.remove(1);
    database.import_statement(ada.id, statement.id, fewer, at(2)).await.unwrap().unwrap();
    let left: Vec<String> = transactions(&database, ada.id)
        .await
        .into_iter()
        .map(|transaction| transaction.description)
        .collect();
    assert_eq!(left, ["Salary MAY", "Gym"]);
}

async fn rereading_a_statement_for_another_account_deletes_the_empty_account(database: Database) {
    let ada = database.user("ada").await;
    let statement = database.statement(ada.id).await;
    let of = |number| draft(vec![part(number, vec![line(may(1), "Coffee", euro(-300))])]);
    database.import_statement(ada.id, statement.id, of("0000"), at(1)).await.unwrap().unwrap();
    database.import_statement(ada.id, statement.id, of("9999"), at(2)).await.unwrap().unwrap();
    let rows = database.rows().await;
    assert_eq!((rows["accounts"], rows["transactions"]), (1, 1));
}

async fn the_first_row_with_a_wrong_balance_is_reported(database: Database) {
    let ada = database.user("ada").await;
    let statement = database.statement(ada.id).await;
    let mut broken = may_statement();
    broken.accounts[0].reconciliation.outcome = Outcome::Unbalanced;
    broken.accounts[0].reconciliation.first_broken = Some(2);
    let imported = database.import_statement(ada.id, statement.id, broken, at(1)).await.unwrap().unwrap();
    let lines = database.list_statement_lines(ada.id, statement.id).await.unwrap().unwrap();
    assert_eq!(imported.statement.accounts[0].first_broken_transaction, Some(lines[2].transaction.id));
}

async fn a_transaction_gets_the_category_that_its_description_suggests(database: Database) {
    let ada = database.user("ada").await;
    let statement = database.statement(ada.id).await;
    database.import_statement(ada.id, statement.id, may_statement(), at(1)).await.unwrap().unwrap();
    let categories = database.list_categories(ada.id).await.unwrap();
    let keys: Vec<_> = transactions(&database, ada.id)
        .await
        .iter()
        .map(|transaction| {
            categories.iter().find(|category| Some(category.id) == transaction.category)?.key.clone()
        })
        .collect();
    let keys: Vec<_> = keys.iter().map(Option::as_deref).collect();
    assert_eq!(keys, [Some("salary"), Some("restaurants"), Some("sport")]);
}

fn thousand() -> CheckedDraft {
    let lines = (0..1_000_i64).map(|number| {
        let day = u32::try_from(number % 28).unwrap() + 1;
        line(may(day), &format!("Shop {}", number / 2), euro(-100 - number / 2))
    });
    simple(lines.collect())
}

async fn a_thousand_transactions_are_imported_at_once(database: Database) {
    let ada = database.user("ada").await;
    let statement = database.statement(ada.id).await;
    let imported = database.import_statement(ada.id, statement.id, thousand(), at(1)).await.unwrap().unwrap();
    assert_eq!(imported.transactions_new, 1_000);
    let lines = database.list_statement_lines(ada.id, statement.id).await.unwrap().unwrap();
    let read = thousand().accounts.remove(0).draft.transactions;
    assert_eq!(lines.len(), read.len());
    for (line, draft) in lines.iter().zip(&read) {
        assert_eq!(
            (&line.transaction.description, line.transaction.amount),
            (&draft.description, draft.amount)
        );
    }
    let another = database.statement(ada.id).await;
    let again = database.import_statement(ada.id, another.id, thousand(), at(2)).await.unwrap().unwrap();
    assert_eq!((again.transactions_new, again.transactions_known), (0, 1_000));
}

async fn a_failed_import_stores_nothing(database: Database) {
    let ada = database.user("ada").await;
    let statement = database.statement(ada.id).await;
    let rows = database.rows().await;
    let mut impossible = may_statement();
    // A page count that does not fit its column fails the import, as a full disk would.
    impossible.accounts[0].draft.transactions.push(line(may(4), "Last", euro(-1)));
    impossible.pages = u32::MAX;
    assert!(database.import_statement(ada.id, statement.id, impossible, at(1)).await.is_err());
    assert_eq!(database.rows().await, rows);
    assert_eq!(database.find_statement(ada.id, statement.id).await.unwrap(), Some(statement));
}

async fn a_canceled_import_is_never_partial(database: Database) {
    let ada = database.user("ada").await;
    // Callers are dropped after increasing delays, so that some are dropped while the import writes.
    for wait in 0..30_u64 {
        let statement = database.statement(ada.id).await;
        let import = database.import_statement(ada.id, statement.id, thousand(), at(1));
        let answered = tokio::time::timeout(Duration::from_micros(wait * wait * 40), import).await;
        drop(answered);
        // The next write waits for the abandoned import, so its result is final afterwards.
        let after = database.insert_statement(ada.id, crate::harness::new_statement(), START).await.unwrap();
        let lines = database.list_statement_lines(ada.id, statement.id).await.unwrap().unwrap();
        assert!(matches!(lines.len(), 0 | 1_000), "{} lines", lines.len());
        // Deleting waits for the user's lock: an import that was still running has ended, completely.
        database.delete_statement(ada.id, after.id, at(9)).await.unwrap();
        let lines = database.list_statement_lines(ada.id, statement.id).await.unwrap().unwrap();
        assert!(matches!(lines.len(), 0 | 1_000), "{} lines", lines.len());
        database.delete_statement(ada.id, statement.id, at(9)).await.unwrap();
    }
    let rows = database.rows().await;
    assert_eq!((rows["transactions"], rows["statement_lines"]), (0, 0));
}

async fn concurrent_imports_store_each_transaction_once(database: Database) {
    let ada = database.user("ada").await;
    let mut imports = tokio::task::JoinSet::new();
    for _ in 0..4 {
        let statement = database.statement(ada.id).await;
        let storage = database.storage.clone();
        imports.spawn(async move {
            storage.import_statement(ada.id, statement.id, thousand(), at(1)).await.unwrap().unwrap()
        });
    }
    let imported = imports.join_all().await;
    assert_eq!(imported.iter().map(|import| import.transactions_new).sum::<u64>(), 1_000);
    assert_eq!(imported.iter().map(|import| import.transactions_known).sum::<u64>(), 3_000);
    let total = Money::sum(
        euro(0).currency(),
        thousand().accounts[0].draft.transactions.iter().map(|transaction| transaction.amount),
    );
    let stored = database
        .total_transactions(
            ada.id,
            saldo_domain::TransactionFilter::default(),
            saldo_storage::Grouping::Whole,
        )
        .await
        .unwrap();
    assert_eq!(stored[0].flow.net(), total);
}
