//! Bank accounts.

use crate::drafts::{draft, euro, line, may, part, simple, yen};
use crate::harness::{Database, at, on_both_databases};

on_both_databases!(
    an_account_is_made_once_however_its_number_is_printed,
    accounts_of_two_currencies_are_two,
    a_new_name_stays_when_another_statement_comes,
    someone_elses_account_is_none,
);

async fn an_account_is_made_once_however_its_number_is_printed(database: Database) {
    let ada = database.person("ada").await;
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
    let ada = database.person("ada").await;
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
    let ada = database.person("ada").await;
    let first = database.statement(ada.id).await;
    let coffee = || simple(vec![line(may(1), "Coffee", euro(-300))]);
    database.import_statement(ada.id, first.id, coffee(), at(1)).await.unwrap().unwrap();
    let account = database.list_accounts(ada.id).await.unwrap().remove(0);
    let renamed = database.rename_account(ada.id, account.id, "Mine", at(2)).await.unwrap().unwrap();
    assert_eq!((renamed.name.as_str(), renamed.updated_at), ("Mine", at(2)));
    let second = database.statement(ada.id).await;
    database.import_statement(ada.id, second.id, coffee(), at(3)).await.unwrap().unwrap();
    assert_eq!(database.list_accounts(ada.id).await.unwrap(), [renamed]);
}

async fn someone_elses_account_is_none(database: Database) {
    let (ada, bob) = (database.person("ada").await, database.person("bob").await);
    let statement = database.statement(ada.id).await;
    let coffee = simple(vec![line(may(1), "Coffee", euro(-300))]);
    database.import_statement(ada.id, statement.id, coffee.clone(), at(1)).await.unwrap().unwrap();
    let hers = database.list_accounts(ada.id).await.unwrap().remove(0);
    assert_eq!(database.find_account(bob.id, hers.id).await.unwrap(), None);
    assert_eq!(database.rename_account(bob.id, hers.id, "His", at(2)).await.unwrap(), None);
    let statement = database.statement(bob.id).await;
    database.import_statement(bob.id, statement.id, coffee, at(1)).await.unwrap().unwrap();
    let his = database.list_accounts(bob.id).await.unwrap();
    assert_ne!(his[0].id, hers.id, "the same printed number is two people's two accounts");
}
