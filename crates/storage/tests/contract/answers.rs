//! Tests of the user's answers to what statements leave open, and of the reader's findings.

use saldo_domain::{
    Alternative, Currency, Difference, Example, Finding, Findings, LayoutHint, OpenFact, Origin, Origins,
    Outcome, PrintedFigure, StatementAnswers,
};
use saldo_storage::NewAnswers;

use crate::drafts::{euro, line, may, simple};
use crate::harness::{Database, at, on_both_databases};

on_both_databases!(
    findings_are_stored_with_their_transactions,
    lines_remember_what_was_read,
    answers_and_hints_are_the_users_own,
    a_confirmed_fact_is_not_asked_for_again,
);

/// Findings that leave everything open, about two transactions.
pub(crate) fn findings() -> Findings {
    Findings {
        outcome: Outcome::Unchecked,
        rows: 2,
        witnesses: Vec::new(),
        contradictions: vec![Finding {
            figure: PrintedFigure::RunningBalance,
            transaction: Some(1),
            after: Some(0),
            difference: euro(4_510),
            message: "the balance changes".to_owned(),
        }],
        alternatives: vec![Alternative {
            differs: vec![Difference::Signs],
            message: "the other way".to_owned(),
            examples: vec![Example { transaction: 0, date: may(4), amount: euro(300) }],
            reading: "a marked-in".to_owned(),
        }],
        origins: Origins {
            currency: Origin::Inferred,
            year: Origin::Inferred,
            kind: Origin::Printed,
            signs: Origin::Printed,
        },
        reading: "a marked-out".to_owned(),
        layout: "1f".to_owned(),
        is_current: true,
    }
}

fn read() -> saldo_domain::CheckedDraft {
    let mut draft = simple(vec![line(may(1), "Coffee", euro(-300)), line(may(2), "Tea", euro(-200))]);
    draft.accounts[0].draft.findings = Some(findings());
    draft
}

async fn findings_are_stored_with_their_transactions(database: Database) {
    let ada = database.user("ada").await;
    let statement = database.statement(ada.id).await;
    let imported = database.import_statement(ada.id, statement.id, read(), at(2)).await.unwrap().unwrap();
    let lines = database.list_statement_lines(ada.id, statement.id).await.unwrap().unwrap();
    let stored = imported.statement.accounts[0].findings.clone().unwrap();
    assert_eq!(stored, findings().about(|index| lines.get(index).map(|line| line.transaction.id)));
    assert_eq!(stored.contradictions[0].transaction, Some(lines[1].transaction.id));
}

async fn lines_remember_what_was_read(database: Database) {
    let ada = database.user("ada").await;
    let statement = database.statement(ada.id).await;
    database.import_statement(ada.id, statement.id, read(), at(2)).await.unwrap();
    let lines = database.list_statement_lines(ada.id, statement.id).await.unwrap().unwrap();
    let change = saldo_storage::TransactionChange { amount: Some(euro(300)), ..Default::default() };
    let ids = saldo_storage::Selection::Ids(vec![lines[0].transaction.id]);
    database
        .change_transactions(ada.id.into(), ids, change, saldo_domain::EditAction::Change, at(3))
        .await
        .unwrap();
    let lines = database.list_statement_lines(ada.id, statement.id).await.unwrap().unwrap();
    assert_eq!((lines[0].transaction.amount, lines[0].printed), (euro(300), Some((may(1), euro(-300)))));
    assert_eq!(lines[1].printed, Some((may(2), euro(-200))));
}

async fn answers_and_hints_are_the_users_own(database: Database) {
    let (ada, eve) = (database.user("ada").await, database.user("eve").await);
    let statement = database.statement(ada.id).await;
    let answers = StatementAnswers {
        currency: Currency::parse("NOK").ok(),
        last_day: Some(may(5)),
        reading: Some("a marked-in".to_owned()),
    };
    let hint = LayoutHint { currency: None, reading: Some("a marked-in".to_owned()) };
    let new = NewAnswers {
        answers: answers.clone(),
        layout: Some(("1f".to_owned(), hint.clone())),
        confirmed: vec![],
    };
    assert!(!database.put_answers(eve.id, statement.id, new.clone(), at(2)).await.unwrap());
    assert!(database.put_answers(ada.id, statement.id, new.clone(), at(2)).await.unwrap());
    assert!(database.put_answers(ada.id, statement.id, new, at(3)).await.unwrap(), "again");
    assert_eq!(database.find_statement_answers(ada.id, statement.id).await.unwrap(), answers);
    let nothing = StatementAnswers::default();
    assert_eq!(database.find_statement_answers(eve.id, statement.id).await.unwrap(), nothing);
    assert_eq!(database.list_layout_hints(ada.id).await.unwrap(), [("1f".to_owned(), hint)].into());
    assert!(database.list_layout_hints(eve.id).await.unwrap().is_empty());
    database.delete_books(ada.id, at(4)).await.unwrap();
    assert!(database.list_layout_hints(ada.id).await.unwrap().is_empty());
}

async fn a_confirmed_fact_is_not_asked_for_again(database: Database) {
    let ada = database.user("ada").await;
    let statement = database.statement(ada.id).await;
    let imported = database.import_statement(ada.id, statement.id, read(), at(2)).await.unwrap().unwrap();
    let account = imported.statement.accounts[0].account;
    let new = NewAnswers { confirmed: vec![(account, OpenFact::Currency)], ..NewAnswers::default() };
    assert!(database.put_answers(ada.id, statement.id, new.clone(), at(3)).await.unwrap());
    let eve = database.user("eve").await;
    let other = database.statement(eve.id).await;
    assert!(
        !database.put_answers(eve.id, other.id, new, at(3)).await.unwrap(),
        "the account belongs to another user"
    );
    let later = database.statement(ada.id).await;
    let imported = database.import_statement(ada.id, later.id, read(), at(4)).await.unwrap().unwrap();
    let origins = imported.statement.accounts[0].findings.as_ref().unwrap().origins;
    assert_eq!((origins.currency, origins.year), (Origin::Confirmed, Origin::Inferred));
}
