//! Tests of the edit history through HTTP: the subject of each kind of edit, merges of accounts, and authors.

use std::sync::Arc;

use reqwest::{Method, StatusCode};
use saldo_llm::scripted::{Scripted, Turn};
use serde_json::{Value, json};

use crate::app::{Database, TestApp, TestUser, on_each_database, with_each_database};
use crate::households::{Home, add_account, member};
use crate::ledger::{ok, refused, text};
use crate::pdf::Sample;

on_each_database!(
    an_edit_of_one_transaction_names_it_also_after_its_deletion,
    an_edit_of_many_transactions_names_their_merchant_or_the_first,
    a_category_is_named_with_what_got_it,
    a_transfer_names_both_accounts,
    a_new_name_of_merchants_is_shown_beside_the_former_one,
    a_changed_account_is_named_before_and_after,
    a_merge_of_accounts_is_an_edit_that_is_undone_and_redone,
    the_history_names_nothing_of_private_accounts,
    a_file_with_changes_of_its_user_names_the_user,
);

/// Returns the edits, newest first.
async fn edits(user: &TestUser) -> Vec<Value> {
    user.json("/edits").await["items"].as_array().unwrap().clone()
}

/// Returns the action and the subject of the latest edit.
async fn latest(user: &TestUser) -> (String, Value) {
    let edit = edits(user).await.remove(0);
    (text(&edit["action"]), edit["subject"].clone())
}

/// Adds a transaction of 2025-05-01 and returns it.
async fn add(user: &TestUser, account: &str, description: &str, amount: &str) -> Value {
    let new =
        json!({"accountId": account, "date": "2025-05-01", "description": description, "amount": amount});
    ok(user, Method::POST, "/transactions", new).await
}

fn named(transaction: &Value, description: &str, amount: &str) -> Value {
    let amount = json!({"amount": amount, "currency": "EUR"});
    json!({"id": transaction["id"], "date": "2025-05-01", "description": description, "amount": amount})
}

fn alone(transaction: &Value) -> Value {
    json!({"kind": "transaction", "transaction": transaction, "category": null})
}

async fn undo(user: &TestUser, edit: &Value) -> Value {
    ok(user, Method::POST, &format!("/edits/{}/undo", text(&edit["id"])), json!({})).await["edit"].clone()
}

async fn an_edit_of_one_transaction_names_it_also_after_its_deletion(app: TestApp) {
    let ann = app.user("ann").await;
    let purse = add_account(&ann, "Purse").await;
    let coffee = add(&ann, &purse, "Coffee", "-3.00").await;
    let path = format!("/transactions/{}", text(&coffee["id"]));
    let subject = alone(&named(&coffee, "Coffee", "-3.00"));
    assert_eq!(latest(&ann).await, ("create".to_owned(), subject.clone()));
    for change in [json!({"note": "with Bo"}), json!({"tags": ["treat"]})] {
        ok(&ann, Method::PATCH, &path, change).await;
        assert_eq!(latest(&ann).await, ("change".to_owned(), subject.clone()));
    }
    let splits =
        json!({"splits": [{"amount": "-1.00", "categoryId": null}, {"amount": "-2.00", "categoryId": null}]});
    ok(&ann, Method::PUT, &format!("{path}/splits"), splits).await;
    assert_eq!(latest(&ann).await, ("change".to_owned(), subject.clone()));
    let deleted = ok(&ann, Method::DELETE, &path, json!({})).await;
    assert_eq!(deleted["subject"], subject, "the response has the subject, too");
    assert_eq!(latest(&ann).await, ("delete".to_owned(), subject.clone()));
    undo(&ann, &deleted).await;
    assert_eq!(latest(&ann).await, ("undo".to_owned(), subject.clone()));
    let history = ann.json(&format!("{path}/history")).await["items"].clone();
    assert_eq!(history[0]["edit"]["subject"], subject);
    // An undo that finds everything changed since names what it was to undo.
    let first =
        ok(&ann, Method::PATCH, "/transactions", json!({"ids": [coffee["id"]], "change": {"note": "a"}}))
            .await;
    ok(&ann, Method::PATCH, &path, json!({"note": "b"})).await;
    let undone = undo(&ann, &first).await;
    assert_eq!((&undone["entries"], &undone["subject"]), (&json!(0), &subject));
}

async fn an_edit_of_many_transactions_names_their_merchant_or_the_first(app: TestApp) {
    let ann = app.user("ann").await;
    let purse = add_account(&ann, "Purse").await;
    let mut ids = Vec::new();
    let mut first = Value::Null;
    for number in 0..101 {
        let bought = add(&ann, &purse, &format!("BAKER {number:04}"), "-3.00").await;
        ids.push(bought["id"].clone());
        if number == 0 {
            first = named(&bought, "BAKER 0000", "-3.00");
        }
    }
    let tea = add(&ann, &purse, "Tea house", "-4.00").await;
    let note = async |ids: Vec<Value>| {
        // A note that none of them has yet: an edit records only transactions that it changes.
        let change = json!({"ids": ids, "change": {"note": format!("{} of them", ids.len())}});
        ok(&ann, Method::PATCH, "/transactions", change).await;
        latest(&ann).await.1
    };
    let merchant = json!({"kind": "merchant", "merchant": "baker", "category": null});
    assert_eq!(note(ids[1..4].to_vec()).await, merchant);
    let mixed = json!({"kind": "transactions", "first": first, "category": null});
    assert_eq!(note(vec![ids[0].clone(), tea["id"].clone()]).await, mixed);
    assert_eq!(note(ids[..100].to_vec()).await, merchant);
    assert_eq!(note(ids.clone()).await, mixed, "more than are examined");
    ok(&ann, Method::POST, "/transactions/delete", json!({"ids": ids[1..4]})).await;
    assert_eq!(latest(&ann).await.1, merchant);
    assert_eq!(edits(&ann).await[4]["subject"], merchant, "some are deleted since");
}

async fn a_category_is_named_with_what_got_it(app: TestApp) {
    let ann = app.user("ann").await;
    let purse = add_account(&ann, "Purse").await;
    let boats = ok(&ann, Method::POST, "/categories", json!({"name": "Boats"})).await["id"].clone();
    let (one, other) = (add(&ann, &purse, "Sail", "-3.00").await, add(&ann, &purse, "Sail", "-4.00").await);
    let change = json!({"ids": [one["id"], other["id"]], "change": {"categoryId": boats}});
    ok(&ann, Method::PATCH, "/transactions", change).await;
    let category = json!({"id": boats, "name": "Boats"});
    let subject = json!({"kind": "merchant", "merchant": "sail", "category": category});
    assert_eq!(latest(&ann).await, ("change".to_owned(), subject));
    let rule = json!({"name": "Oars", "conditions": [{"when": "description_contains", "text": "oar"}],
        "actions": [{"do": "set_category", "category": boats}]});
    let oar = add(&ann, &purse, "Oar", "-5.00").await;
    ok(&ann, Method::POST, "/rules", rule).await;
    ok(&ann, Method::POST, "/rules/apply", json!({})).await;
    let subject =
        json!({"kind": "transaction", "transaction": named(&oar, "Oar", "-5.00"), "category": category});
    assert_eq!(latest(&ann).await, ("categorize".to_owned(), subject));
    ok(&ann, Method::DELETE, &format!("/categories/{}", text(&boats)), json!({})).await;
    assert_eq!(latest(&ann).await.1["category"], json!({"id": boats, "name": null}));
}

async fn a_transfer_names_both_accounts(app: TestApp) {
    let ann = app.user("ann").await;
    let (giro, card) = (add_account(&ann, "Giro").await, add_account(&ann, "Card").await);
    let (out, into) = (add(&ann, &giro, "Bill", "-50.00").await, add(&ann, &card, "Paid", "50.00").await);
    let link = json!({"out": out["id"], "into": into["id"]});
    let linked = ok(&ann, Method::POST, "/transfers", link).await;
    let subject = json!({"kind": "transfer", "from": {"id": giro, "name": "Giro"},
        "to": {"id": card, "name": "Card"}, "first": named(&out, "Bill", "-50.00")});
    assert_eq!(latest(&ann).await, ("match".to_owned(), subject.clone()));
    undo(&ann, &linked).await;
    assert_eq!(latest(&ann).await, ("undo".to_owned(), subject));
}

async fn a_new_name_of_merchants_is_shown_beside_the_former_one(app: TestApp) {
    let ann = app.user("ann").await;
    let purse = add_account(&ann, "Purse").await;
    add(&ann, &purse, "AMZN MKTP 12", "-3.00").await;
    add(&ann, &purse, "AMAZON EU", "-4.00").await;
    let name = json!({"merchants": ["amzn mktp", "amazon eu"], "name": "Amazon"});
    let edit = ok(&ann, Method::POST, "/merchants/name", name).await;
    let subject = |from, to| json!({"kind": "merchant_names", "from": from, "to": to, "merchants": 2});
    assert_eq!(latest(&ann).await, ("name_merchants".to_owned(), subject("amazon eu", "Amazon")));
    assert_eq!(edit["subject"], subject("amazon eu", "Amazon"));
    undo(&ann, &edit).await;
    assert_eq!(latest(&ann).await, ("undo".to_owned(), subject("Amazon", "amazon eu")));
}

async fn a_changed_account_is_named_before_and_after(app: TestApp) {
    let ann = app.user("ann").await;
    let purse = add_account(&ann, "Purse").await;
    let path = format!("/accounts/{purse}");
    let subject = |name, former: Value| json!({"kind": "account", "account": {"id": purse, "name": name}, "formerName": former});
    ok(&ann, Method::PATCH, &path, json!({"name": "Wallet"})).await;
    assert_eq!(latest(&ann).await, ("change_account".to_owned(), subject("Wallet", json!("Purse"))));
    ok(&ann, Method::PATCH, &path, json!({"archived": true})).await;
    assert_eq!(latest(&ann).await.1, subject("Wallet", Value::Null));
    ok(&ann, Method::DELETE, &path, json!({})).await;
    assert_eq!(latest(&ann).await.1, subject("Wallet", Value::Null), "the record has the name");
}

async fn a_merge_of_accounts_is_an_edit_that_is_undone_and_redone(app: TestApp) {
    let home = Home::new(&app).await;
    let (giro, old) = (add_account(&home.owner, "Giro").await, add_account(&home.owner, "Old giro").await);
    add(&home.owner, &old, "Coffee", "-3.00").await;
    let path = format!("/accounts/{giro}/merge");
    let merged = ok(&home.editor, Method::POST, &path, json!({"other": old})).await;
    let subject = json!({"kind": "accounts", "account": {"id": giro, "name": "Giro"},
        "other": {"id": old, "name": "Old giro"}});
    let listed = edits(&home.viewer).await;
    let order: Vec<&str> = listed.iter().map(|edit| edit["action"].as_str().unwrap()).collect();
    assert_eq!(order, ["merge_accounts", "create"]);
    assert_eq!((&listed[0]["id"], &listed[0]["subject"]), (&merged["mergeId"], &subject));
    assert_eq!(listed[0]["by"]["name"], "editor");
    let accounts = async || home.viewer.json("/accounts").await["items"].as_array().unwrap().len();
    let undone = undo(&home.owner, &listed[0]).await;
    assert_eq!((accounts().await, &undone["subject"]), (2, &subject));
    let (status, error) =
        refused(&home.owner, Method::POST, &format!("/edits/{}/undo", text(&listed[0]["id"])), json!({}))
            .await;
    assert_eq!(status, StatusCode::CONFLICT, "{error}");
    let listed = edits(&home.viewer).await;
    assert_eq!((&listed[0]["action"], &listed[0]["by"]["name"]), (&json!("undo"), &json!("owner")));
    assert_eq!((&listed[0]["undoes"], &listed[1]["undone"]), (&merged["mergeId"], &json!(true)));
    let former_list = home.viewer.json("/account-merges").await["items"].clone();
    assert_eq!(former_list[0]["undoneBy"]["name"], "owner");
    let redone = undo(&home.editor, &undone).await;
    assert_eq!((accounts().await, &redone["subject"], &redone["undoes"]), (1, &subject, &undone["id"]));
    // The older route undoes the same merge, and the history has that as well.
    let path = format!("/account-merges/{}/undo", text(&redone["id"]));
    ok(&home.owner, Method::POST, &path, json!({})).await;
    assert_eq!(accounts().await, 2);
    let last = edits(&home.viewer).await.remove(0);
    assert_eq!((&last["undoes"], &last["subject"]), (&redone["id"], &subject));
    // Without one of the accounts it cannot be merged again.
    ok(&home.owner, Method::DELETE, &format!("/accounts/{old}"), json!({})).await;
    let (status, _) =
        refused(&home.owner, Method::POST, &format!("/edits/{}/undo", text(&last["id"])), json!({})).await;
    assert_eq!(status, StatusCode::CONFLICT);
}

async fn the_history_names_nothing_of_private_accounts(app: TestApp) {
    let home = Home::new(&app).await;
    let private = home.editor.in_own_books();
    let (secret, hidden) = (add_account(&private, "Secret").await, add_account(&private, "Hidden").await);
    let gift = add(&private, &secret, "Ring for Ann", "-900.00").await;
    ok(&private, Method::PATCH, &format!("/accounts/{secret}"), json!({"note": "quiet"})).await;
    ok(&private, Method::POST, &format!("/accounts/{secret}/merge"), json!({"other": hidden})).await;
    let shared = add_account(&home.editor, "Shared").await;
    let bread = add(&home.editor, &shared, "Bread", "-3.00").await;
    let members =
        [member(&home.owner, &home.books, "owner").await, member(&home.owner, &home.books, "editor").await];
    let even: Vec<Value> = members.iter().map(|member| json!({"member": member})).collect();
    let expense = json!({"transactionId": gift["id"], "by": "even", "shares": even});
    ok(&private, Method::POST, &format!("/books/{}/shared-expenses", home.books), expense).await;
    for user in [&home.owner, &home.editor, &home.viewer] {
        let listed = edits(user).await;
        assert_eq!(listed.len(), 1, "{listed:?}");
        assert_eq!(listed[0]["subject"], alone(&named(&bread, "Bread", "-3.00")));
        assert_eq!(
            user.get(&format!("/transactions/{}/history", text(&gift["id"]))).await.status(),
            StatusCode::NOT_FOUND
        );
    }
    assert_eq!(home.stranger.get("/edits").await.status(), StatusCode::NOT_FOUND);
    assert_eq!(edits(&private).await.len(), 3);
    assert_eq!(edits(&home.owner.in_own_books()).await, Vec::<Value>::new());
}

async fn a_file_with_changes_of_its_user_names_the_user(app: TestApp) {
    let home = Home::new(&app).await;
    let ann = home.owner.in_own_books();
    let statement = ann.upload_one("may.pdf", Sample::new(1, 5).pdf()).await;
    ann.process_to_the_end(&statement).await;
    let transaction = text(&ann.transactions().await[0]["id"]);
    ok(&ann, Method::PATCH, &format!("/transactions/{transaction}"), json!({"note": "for Bo"})).await;
    let file = ann.get("/export?format=csv").await.bytes().await.unwrap().to_vec();
    let statement = home.editor.upload_one("books.csv", file).await;
    home.editor.process_to_the_end(&statement).await;
    let edit = edits(&home.viewer).await.pop().unwrap();
    assert_eq!((&edit["action"], &edit["by"]["name"]), (&json!("change"), &json!("editor")));
    // What Saldo decides after an import is nobody's edit.
    let statement = home.editor.upload_one("june.pdf", Sample::new(2, 5).pdf()).await;
    home.editor.process_to_the_end(&statement).await;
    for edit in edits(&home.viewer).await.iter().filter(|edit| edit["action"] == "categorize") {
        assert_eq!(edit["by"], Value::Null);
    }
}

mod with_model {
    use super::*;

    with_each_database!(a_model_that_a_user_asks_makes_edits_of_the_user);

    async fn a_model_that_a_user_asks_makes_edits_of_the_user(database: Database) {
        let model = Arc::new(Scripted::new([Turn::text(r#"{"1": 2}"#)]));
        let Some(app) = TestApp::start_with_model(database, model).await else { return };
        let home = Home::new(&app).await;
        let statement = home.owner.upload_one("may.pdf", Sample::new(1, 5).pdf()).await;
        home.owner.process_to_the_end(&statement).await;
        let asked = ok(&home.editor, Method::POST, "/categorize", json!({"consent": "once"})).await;
        assert!(asked["entries"].as_u64().unwrap() > 0, "{asked}");
        let edit = edits(&home.viewer).await.remove(0);
        assert_eq!((&edit["action"], &edit["by"]["name"]), (&json!("categorize"), &json!("editor")));
        assert!(edit["subject"]["category"]["name"].is_string(), "{edit}");
    }
}
