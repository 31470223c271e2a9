//! Tests of the transactions that a closing balance includes, regardless of their dates.

use saldo_domain::{Date, EditAction, Outcome, PageRequest, Period, TransactionFilter, UserId};
use saldo_storage::{Selection, TransactionChange};

use crate::drafts::{draft, euro, line, may, part};
use crate::harness::{Database, at, on_both_databases};

on_both_databases!(
    a_line_is_proven_until_its_statement_ends_whatever_its_date,
    only_balanced_statements_with_a_closing_balance_prove_lines,
);

/// Imports a statement of May with these lines and this outcome.
async fn import(database: &Database, user: UserId, days: [u32; 2], outcome: Outcome, closing: Option<i64>) {
    let statement = database.statement(user).await;
    let lines = vec![line(may(days[0]), "Coffee", euro(-300)), line(may(days[1]), "Refund", euro(500))];
    let mut checked = part("1111", lines);
    checked.draft.closing_balance = closing.map(euro);
    checked.reconciliation.outcome = outcome;
    database.import_statement(user, statement.id, draft(vec![checked]), at(1)).await.unwrap().unwrap();
}

async fn proven(database: &Database, user: UserId, period: Period) -> Vec<(Date, i64, Date)> {
    let account = database.list_accounts(user).await.unwrap()[0].id;
    let lines = database.list_proven_lines(user, account, period).await.unwrap();
    lines.into_iter().map(|line| (line.date, line.amount.minor(), line.until)).collect()
}

async fn a_line_is_proven_until_its_statement_ends_whatever_its_date(database: Database) {
    let [ada, bob] = [database.user("ada").await, database.user("bob").await];
    import(&database, ada.id, [5, 20], Outcome::Balanced, Some(9_500)).await;
    let filter = TransactionFilter { text: Some("refund".to_owned()), ..Default::default() };
    let refund =
        database.list_transactions(ada.id, filter, PageRequest::default()).await.unwrap().items[0].id;
    let later = may(31) + chrono::Days::new(30);
    let change = TransactionChange { date: Some(later), ..Default::default() };
    let only = Selection::Ids(vec![refund]);
    database.change_transactions(ada.id.into(), only, change, EditAction::Change, at(2)).await.unwrap();
    assert_eq!(
        proven(&database, ada.id, Period::new(may(21), later).unwrap()).await,
        [(later, 500, may(20))]
    );
    assert_eq!(
        proven(&database, ada.id, Period::new(may(1), may(20)).unwrap()).await,
        [(may(5), -300, may(20))]
    );
    let account = database.list_accounts(ada.id).await.unwrap()[0].id;
    assert_eq!(database.list_proven_lines(bob.id, account, Period::EVER).await.unwrap(), []);
    // If two statements print the same lines, the closing balance of the one that ends first already includes
    // them.
    let statement = database.statement(ada.id).await;
    let mut again = part("1111", vec![line(may(5), "Coffee", euro(-300))]);
    again.draft.period_end = Some(may(10));
    again.draft.closing_balance = Some(euro(9_000));
    database.import_statement(ada.id, statement.id, draft(vec![again]), at(3)).await.unwrap().unwrap();
    assert_eq!(
        proven(&database, ada.id, Period::new(may(1), may(20)).unwrap()).await,
        [(may(5), -300, may(10))]
    );
}

async fn only_balanced_statements_with_a_closing_balance_prove_lines(database: Database) {
    let [ada, bob] = [database.user("ada").await, database.user("bob").await];
    import(&database, ada.id, [5, 20], Outcome::Unbalanced, Some(9_500)).await;
    import(&database, bob.id, [5, 20], Outcome::Balanced, None).await;
    for user in [ada.id, bob.id] {
        assert_eq!(proven(&database, user, Period::EVER).await, []);
    }
}
