//! Tests of shared expenses through HTTP: shares, balances, settlements, offers, and the privacy of own
//! accounts.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::app::{Database, TestApp, TestUser, on_each_database, with_each_database};
use crate::households::{Home, member};
use crate::ledger::{ok, refused, text};

on_each_database!(
    a_private_account_shows_its_household_only_the_shared_amount,
    shares_add_up_to_the_cent_and_a_refund_turns_them_round,
    the_payer_of_a_household_transaction_is_chosen,
    the_payer_follows_from_the_account_unless_another_is_named,
    an_expense_follows_its_transaction,
    a_settlement_is_recorded_and_deleted,
    a_found_payment_is_offered_to_its_member_only,
    a_former_member_keeps_the_balance_and_the_name,
    a_deleted_user_leaves_the_balance_without_a_name,
    roles_are_observed,
    invalid_requests_are_rejected,
);

/// Adds a transaction to the books of a client. Returns its id.
async fn book(user: &TestUser, amount: &str, date: &str, description: &str) -> String {
    let account = json!({"name": format!("{description} {date}"), "kind": "cash", "currency": "EUR"});
    let account = text(&ok(user, Method::POST, "/accounts", account).await["id"]);
    let new = json!({
        "accountId": account, "date": date, "amount": amount, "currency": "EUR", "description": description,
    });
    text(&ok(user, Method::POST, "/transactions", new).await["id"])
}

/// A household whose members all may edit, with the ids of the first two.
struct Pair {
    home: Home,
    ann: TestUser,
    bob: TestUser,
    ann_id: String,
    bob_id: String,
    books: String,
}

impl Pair {
    async fn new(app: &TestApp) -> Self {
        let home = Home::new(app).await;
        let books = home.books.clone();
        let ann_id = member(&home.owner, &books, "owner").await.unwrap();
        let bob_id = member(&home.owner, &books, "editor").await.unwrap();
        let (ann, bob) = (home.owner.in_own_books(), home.editor.in_own_books());
        Self { home, ann, bob, ann_id, bob_id, books }
    }

    fn path(&self, rest: &str) -> String {
        format!("/books/{}/{rest}", self.books)
    }

    fn half(&self) -> Value {
        json!([{"member": self.ann_id}, {"member": self.bob_id}])
    }

    /// Shares a transaction of a client by halves.
    async fn share(&self, user: &TestUser, transaction: &str) -> Value {
        let half = json!({"transactionId": transaction, "by": "even", "shares": self.half()});
        ok(user, Method::POST, &self.path("shared-expenses"), half).await
    }

    /// Returns what the balance of Ann is in euros, as a member sees it.
    async fn balance(&self, user: &TestUser) -> String {
        let all = user.json(&self.path("balances")).await;
        let balances = all["currencies"][0]["balances"].as_array().cloned().unwrap_or_default();
        let cents = |one: &Value| text(&one["amount"]).replace('.', "").parse::<i64>().unwrap();
        assert_eq!(balances.iter().map(cents).sum::<i64>(), 0, "{all}");
        let own = balances.iter().find(|one| one["member"] == self.ann_id.as_str());
        own.map_or_else(|| "0.00".to_owned(), |one| text(&one["amount"]))
    }
}

fn amounts(expense: &Value) -> Vec<String> {
    let mut amounts: Vec<_> =
        expense["shares"].as_array().unwrap().iter().map(|share| text(&share["amount"])).collect();
    amounts.sort();
    amounts
}

async fn a_private_account_shows_its_household_only_the_shared_amount(app: TestApp) {
    let pair = Pair::new(&app).await;
    let dinner = book(&pair.ann, "-90.00", "2026-11-02", "Trattoria").await;
    let note = json!({"note": "A secret note"});
    ok(&pair.ann, Method::PATCH, &format!("/transactions/{dinner}"), note).await;
    book(&pair.ann, "-5.00", "2026-11-03", "Pharmacy").await;
    let shared = pair.share(&pair.ann, &dinner).await;
    assert_eq!((&shared["transactionId"], &shared["amount"]), (&json!(dinner), &json!("90.00")));
    assert_eq!(amounts(&shared), ["45.00", "45.00"]);
    for other in [&pair.bob, &pair.home.viewer] {
        let listed = other.json(&pair.path("shared-expenses")).await;
        let seen = &listed["items"][0];
        assert_eq!(seen["merchant"].as_str().unwrap().to_lowercase(), "trattoria");
        assert_eq!((&seen["date"], &seen["transactionId"]), (&json!("2026-11-02"), &Value::Null));
        for hidden in [dinner.as_str(), "secret", "Pharmacy", "account"] {
            assert!(!listed.to_string().contains(hidden), "{hidden}: {listed}");
        }
        assert_eq!(other.get(&format!("/transactions/{dinner}")).await.status(), StatusCode::NOT_FOUND);
        let sharing = format!("/transactions/{dinner}/shared-expense");
        assert_eq!(other.get(&sharing).await.status(), StatusCode::NOT_FOUND);
    }
    let own = pair.ann.json(&format!("/transactions/{dinner}/shared-expense")).await;
    assert_eq!(own["sharedExpense"]["id"], shared["id"]);
    assert_eq!(pair.balance(&pair.home.viewer).await, "45.00");
    let all = pair.bob.json(&pair.path("balances")).await;
    let expected = json!([{"from": pair.bob_id, "to": pair.ann_id, "amount": "45.00"}]);
    assert_eq!(all["currencies"][0]["transfers"], expected);
    assert_eq!(pair.home.owner.json("/transactions").await["items"], json!([]));
}

async fn shares_add_up_to_the_cent_and_a_refund_turns_them_round(app: TestApp) {
    let pair = Pair::new(&app).await;
    let viewer = member(&pair.ann, &pair.books, "viewer").await.unwrap();
    let shop = book(&pair.ann, "-10.00", "2026-11-02", "Shop").await;
    let all = json!({"transactionId": shop, "by": "even"});
    let shared = ok(&pair.ann, Method::POST, &pair.path("shared-expenses"), all).await;
    assert_eq!(amounts(&shared), ["3.33", "3.33", "3.34"]);
    let path = pair.path(&format!("shared-expenses/{}", text(&shared["id"])));
    let percent = json!({"by": "percent", "shares": [
        {"member": pair.ann_id, "percent": "33.33"}, {"member": pair.bob_id, "percent": "66.67"},
    ]});
    let changed = ok(&pair.ann, Method::PATCH, &path, percent).await;
    assert_eq!(amounts(&changed), ["3.33", "6.67"]);
    let exact = json!({"by": "amount", "shares": [
        {"member": pair.ann_id, "amount": "2.50"}, {"member": viewer, "amount": "7.50"},
    ]});
    let changed = ok(&pair.ann, Method::PATCH, &path, exact).await;
    assert_eq!(
        (amounts(&changed), changed["by"].clone()),
        (vec!["2.50".into(), "7.50".into()], json!("amount"))
    );
    assert_eq!(pair.balance(&pair.bob).await, "7.50");
    let refund = book(&pair.ann, "4.00", "2026-11-05", "Shop refund").await;
    let shared = pair.share(&pair.ann, &refund).await;
    assert_eq!(
        (shared["amount"].clone(), amounts(&shared)),
        (json!("-4.00"), vec!["-2.00".into(), "-2.00".into()])
    );
    assert_eq!(pair.balance(&pair.bob).await, "5.50", "the refund is owed to Bob");
}

async fn the_payer_of_a_household_transaction_is_chosen(app: TestApp) {
    let pair = Pair::new(&app).await;
    let rent = book(&pair.home.owner, "-800.00", "2026-11-01", "Rent").await;
    let new = json!({
        "transactionId": rent, "paidBy": pair.bob_id, "by": "even", "shares": pair.half(),
    });
    let shared = ok(&pair.ann, Method::POST, &pair.path("shared-expenses"), new).await;
    assert_eq!((&shared["paidBy"], &shared["isOfHousehold"]), (&json!(pair.bob_id), &json!(true)));
    assert_eq!(pair.balance(&pair.ann).await, "-400.00");
    let seen = pair.home.viewer.json(&format!("/transactions/{rent}/shared-expense")).await;
    assert_eq!(seen["sharedExpense"]["transactionId"], json!(rent), "its books are open to every member");
    let path = pair.path(&format!("shared-expenses/{}", text(&shared["id"])));
    let change = json!({"paidBy": pair.ann_id, "by": "even", "shares": pair.half()});
    ok(&pair.bob, Method::PATCH, &path, change).await;
    assert_eq!(pair.balance(&pair.ann).await, "400.00");
    let own = book(&pair.ann, "-8.00", "2026-11-01", "Own").await;
    let wrong = json!({"transactionId": own, "paidBy": pair.bob_id, "by": "even"});
    let (status, _) = refused(&pair.ann, Method::POST, &pair.path("shared-expenses"), wrong).await;
    assert_eq!(status, StatusCode::BAD_REQUEST, "an own transaction was paid by its user");
}

async fn the_payer_follows_from_the_account_unless_another_is_named(app: TestApp) {
    let pair = Pair::new(&app).await;
    let (ann, bob) = (&pair.home.owner, &pair.home.editor);
    let rent = book(ann, "-90.00", "2026-11-02", "Rent").await;
    let account = text(&ann.json(&format!("/transactions/{rent}")).await["accountId"]);
    let path = format!("/accounts/{account}");
    let payer = async |user: &TestUser, transaction: &str| {
        text(&user.json(&format!("/transactions/{transaction}/shared-expense")).await["paidBy"])
    };
    assert_eq!(
        (payer(ann, &rent).await, payer(bob, &rent).await),
        (pair.ann_id.clone(), pair.bob_id.clone())
    );
    let set = ok(bob, Method::PATCH, &path, json!({"paidBy": pair.bob_id})).await;
    assert_eq!((&set["paidBy"], &set["edit"]["by"]["id"]), (&json!(pair.bob_id), &json!(pair.bob_id)));
    assert_eq!(payer(ann, &rent).await, pair.bob_id);
    let share = async |transaction: &str, more: Value| {
        let mut new = json!({"transactionId": transaction, "by": "even", "shares": pair.half()});
        new.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        ok(&pair.ann, Method::POST, &pair.path("shared-expenses"), new).await["paidBy"].clone()
    };
    assert_eq!(share(&rent, json!({})).await, json!(pair.bob_id));
    let again = json!({
        "accountId": account, "date": "2026-11-03", "amount": "-2.00", "currency": "EUR", "description": "Key",
    });
    let key = text(&ok(ann, Method::POST, "/transactions", again.clone()).await["id"]);
    assert_eq!(share(&key, json!({"paidBy": pair.ann_id})).await, json!(pair.ann_id), "named");
    // The change is in the history, and undoing it asks as before.
    ok(ann, Method::POST, &format!("/edits/{}/undo", text(&set["edit"]["id"])), json!({})).await;
    assert_eq!(ann.json(&path).await["paidBy"], Value::Null);
    assert_eq!(payer(ann, &rent).await, pair.ann_id);
    // A former member pays no more.
    ok(ann, Method::PATCH, &path, json!({"paidBy": pair.bob_id})).await;
    ok(&pair.ann, Method::DELETE, &pair.path(&format!("members/{}", pair.bob_id)), Value::Null).await;
    let last = text(&ok(ann, Method::POST, "/transactions", again).await["id"]);
    assert_eq!(payer(ann, &last).await, pair.ann_id);
    for (user, account, member) in [
        (ann, &path, pair.bob_id.as_str()),
        (ann, &path, "nobody"),
        (&pair.ann, &own_account(&pair.ann).await, pair.ann_id.as_str()),
    ] {
        let (status, error) = refused(user, Method::PATCH, account, json!({"paidBy": member})).await;
        assert_eq!((status, error.contains("member")), (StatusCode::BAD_REQUEST, true), "{error}");
    }
    let viewer = &pair.home.viewer;
    let (status, _) = refused(viewer, Method::PATCH, &path, json!({"paidBy": null})).await;
    assert_eq!(status, StatusCode::FORBIDDEN);
}

/// Adds an account to a user's own books, and returns its path.
async fn own_account(user: &TestUser) -> String {
    let new = json!({"name": "Own", "kind": "cash", "currency": "EUR"});
    format!("/accounts/{}", text(&ok(user, Method::POST, "/accounts", new).await["id"]))
}

async fn an_expense_follows_its_transaction(app: TestApp) {
    let pair = Pair::new(&app).await;
    let shop = book(&pair.ann, "-10.00", "2026-11-02", "Shop").await;
    let shared = pair.share(&pair.ann, &shop).await;
    let path = format!("/transactions/{shop}");
    ok(&pair.ann, Method::PATCH, &path, json!({"amount": "-10.01"})).await;
    let listed = pair.bob.json(&pair.path("shared-expenses")).await;
    assert_eq!(amounts(&listed["items"][0]), ["5.00", "5.01"], "the shares follow a correction");
    ok(&pair.ann, Method::DELETE, &path, json!({})).await;
    let listed = pair.bob.json(&pair.path("shared-expenses")).await;
    assert_eq!((&listed["items"][0]["state"], &listed["items"][0]["amount"]), (&json!("gone"), &Value::Null));
    assert_eq!(pair.balance(&pair.bob).await, "0.00");
    let change = json!({"by": "even"});
    let one = pair.path(&format!("shared-expenses/{}", text(&shared["id"])));
    let (status, _) = refused(&pair.ann, Method::PATCH, &one, change).await;
    assert_eq!(status, StatusCode::CONFLICT);
    let edit = text(&pair.ann.json("/edits").await["items"][0]["id"]);
    ok(&pair.ann, Method::POST, &format!("/edits/{edit}/undo"), json!({})).await;
    assert!(["5.00", "5.01"].contains(&pair.balance(&pair.bob).await.as_str()), "the deletion is undone");
    ok(&pair.ann, Method::DELETE, &one, json!({})).await;
    assert_eq!(pair.balance(&pair.bob).await, "0.00");
    assert_eq!(pair.ann.get(&path).await.status(), StatusCode::OK, "the transaction stays");
}

async fn a_settlement_is_recorded_and_deleted(app: TestApp) {
    let pair = Pair::new(&app).await;
    let shop = book(&pair.ann, "-90.00", "2026-11-02", "Shop").await;
    pair.share(&pair.ann, &shop).await;
    let payment = json!({
        "from": pair.bob_id, "to": pair.ann_id, "amount": "45.00", "currency": "EUR", "date": "2026-11-12",
    });
    let settled = ok(&pair.bob, Method::POST, &pair.path("settlements"), payment).await;
    assert_eq!(pair.balance(&pair.ann).await, "0.00");
    let all = pair.ann.json(&pair.path("balances")).await;
    assert_eq!(all["currencies"][0]["transfers"], json!([]));
    let listed = pair.home.viewer.json(&pair.path("settlements")).await;
    assert_eq!(listed["items"], json!([settled]));
    let path = pair.path(&format!("settlements/{}", text(&settled["id"])));
    let (status, _) = refused(&pair.home.viewer, Method::DELETE, &path, json!({})).await;
    assert_eq!(status, StatusCode::FORBIDDEN);
    ok(&pair.ann, Method::DELETE, &path, json!({})).await;
    assert_eq!(pair.balance(&pair.ann).await, "45.00");
}

async fn a_found_payment_is_offered_to_its_member_only(app: TestApp) {
    let pair = Pair::new(&app).await;
    let shop = book(&pair.ann, "-90.00", "2026-11-02", "Shop").await;
    book(&pair.bob, "-45.00", "2026-11-01", "Before the debt").await;
    let sent = book(&pair.bob, "-45.00", "2026-11-12", "To Ann").await;
    let received = book(&pair.ann, "45.00", "2026-11-13", "From Bob").await;
    let offers = async |user: &TestUser| user.json(&pair.path("settlement-offers")).await["items"].clone();
    assert_eq!(offers(&pair.bob).await, json!([]), "there is no debt");
    pair.share(&pair.ann, &shop).await;
    let (bobs, anns) = (offers(&pair.bob).await, offers(&pair.ann).await);
    assert_eq!((bobs.as_array().unwrap().len(), &bobs[0]["transactionId"]), (1, &json!(sent)));
    assert_eq!((anns.as_array().unwrap().len(), &anns[0]["transactionId"]), (1, &json!(received)));
    assert_eq!(bobs[0]["description"], "To Ann");
    assert_eq!(offers(&pair.home.viewer).await, json!([]));
    assert_eq!(pair.balance(&pair.ann).await, "45.00", "an offer is never taken by itself");
    let confirm = |transaction: &str, date: &str| {
        json!({
            "from": pair.bob_id, "to": pair.ann_id, "amount": "45.00", "currency": "EUR", "date": date,
            "transactionId": transaction,
        })
    };
    let path = pair.path("settlements");
    let (status, _) = refused(&pair.ann, Method::POST, &path, confirm(&sent, "2026-11-12")).await;
    assert_eq!(status, StatusCode::NOT_FOUND, "it is not hers");
    let (status, _) = refused(&pair.bob, Method::POST, &path, confirm(&sent, "2026-11-11")).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    ok(&pair.bob, Method::POST, &path, confirm(&sent, "2026-11-12")).await;
    assert_eq!(pair.balance(&pair.ann).await, "0.00");
    assert_eq!((offers(&pair.bob).await, offers(&pair.ann).await), (json!([]), json!([])));
    let (status, _) = refused(&pair.bob, Method::POST, &path, confirm(&sent, "2026-11-12")).await;
    assert_eq!(status, StatusCode::CONFLICT);
    // A second debt of the same amount: the other side of the first payment is not its payment.
    let second = book(&pair.ann, "-90.00", "2026-11-13", "Shop again").await;
    pair.share(&pair.ann, &second).await;
    assert_eq!((offers(&pair.bob).await, offers(&pair.ann).await), (json!([]), json!([])));
}

async fn a_former_member_keeps_the_balance_and_the_name(app: TestApp) {
    let pair = Pair::new(&app).await;
    let shop = book(&pair.bob, "-90.00", "2026-11-02", "Shop").await;
    pair.share(&pair.bob, &shop).await;
    let leave = pair.path(&format!("members/{}", pair.bob_id));
    ok(&pair.bob, Method::DELETE, &leave, json!({})).await;
    assert_eq!(pair.bob.get(&pair.path("balances")).await.status(), StatusCode::NOT_FOUND);
    assert_eq!(pair.balance(&pair.ann).await, "-45.00");
    let all = pair.ann.json(&pair.path("balances")).await;
    let former = all["members"].as_array().unwrap().iter().find(|one| one["id"] == pair.bob_id.as_str());
    assert_eq!((&former.unwrap()["name"], &former.unwrap()["isMember"]), (&json!("editor"), &json!(false)));
    let listed = pair.ann.json(&pair.path("shared-expenses")).await;
    assert_eq!(
        (&listed["items"][0]["state"], &listed["items"][0]["merchant"]),
        (&json!("kept"), &Value::Null)
    );
    ok(&pair.bob, Method::PATCH, &format!("/transactions/{shop}"), json!({"amount": "-1.00"})).await;
    assert_eq!(pair.balance(&pair.ann).await, "-45.00", "what he changes now has no effect");
    let payment = json!({
        "from": pair.ann_id, "to": pair.bob_id, "amount": "45.00", "currency": "EUR", "date": "2026-11-12",
    });
    ok(&pair.ann, Method::POST, &pair.path("settlements"), payment).await;
    assert_eq!(pair.balance(&pair.ann).await, "0.00");
}

async fn a_deleted_user_leaves_the_balance_without_a_name(app: TestApp) {
    let pair = Pair::new(&app).await;
    let shop = book(&pair.bob, "-90.00", "2026-11-02", "Shop").await;
    pair.share(&pair.bob, &shop).await;
    let deleted = pair.bob.post("/auth/delete-user", &json!({ "password": "correct horse" })).await;
    assert_eq!(deleted.status(), StatusCode::OK);
    assert_eq!(pair.balance(&pair.ann).await, "-45.00");
    let all = pair.ann.json(&pair.path("balances")).await;
    let deleted = all["members"].as_array().unwrap().iter().find(|one| one["id"] == pair.bob_id.as_str());
    assert_eq!(deleted.map(|one| one["name"].clone()), Some(Value::Null), "{all}");
    let all = all.to_string();
    let listed = pair.ann.json(&pair.path("shared-expenses")).await;
    assert!(!format!("{listed}{all}").to_lowercase().contains("shop"), "{listed} {all}");
    assert!(!all.contains("editor"), "{all}");
}

async fn roles_are_observed(app: TestApp) {
    let pair = Pair::new(&app).await;
    let shop = book(&pair.ann, "-90.00", "2026-11-02", "Shop").await;
    let shared = pair.share(&pair.ann, &shop).await;
    let one = pair.path(&format!("shared-expenses/{}", text(&shared["id"])));
    let even = json!({"by": "even"});
    let (status, error) = refused(&pair.bob, Method::PATCH, &one, even.clone()).await;
    assert_eq!((status, error.contains("Only the member who shared")), (StatusCode::FORBIDDEN, true));
    let (status, _) = refused(&pair.bob, Method::DELETE, &one, json!({})).await;
    assert_eq!(status, StatusCode::FORBIDDEN, "an editor does not end what is of another's own books");
    let viewer = pair.home.viewer.in_own_books();
    let own = book(&viewer, "-9.00", "2026-11-02", "Own").await;
    let request = json!({"transactionId": own, "by": "even"});
    let (status, _) = refused(&viewer, Method::POST, &pair.path("shared-expenses"), request.clone()).await;
    assert_eq!(status, StatusCode::FORBIDDEN);
    for (method, path) in [
        (Method::GET, pair.path("shared-expenses")),
        (Method::GET, pair.path("balances")),
        (Method::GET, pair.path("settlements")),
        (Method::GET, pair.path("settlement-offers")),
        (Method::PATCH, one.clone()),
        (Method::DELETE, one.clone()),
    ] {
        let (status, error) = refused(&pair.home.stranger, method.clone(), &path, even.clone()).await;
        assert_eq!((status, error.as_str()), (StatusCode::NOT_FOUND, "Not found"), "{method} {path}");
    }
    let other = book(&pair.bob, "-7.00", "2026-11-02", "Own").await;
    let foreign = json!({"transactionId": other, "by": "even"});
    let (status, _) = refused(&pair.ann, Method::POST, &pair.path("shared-expenses"), foreign).await;
    assert_eq!(status, StatusCode::NOT_FOUND, "a transaction of another member's own books");
    pair.share(&pair.bob, &other).await;
    let listed = pair.ann.json(&pair.path("shared-expenses")).await;
    let theirs = pair.path(&format!("shared-expenses/{}", text(&listed["items"][0]["id"])));
    ok(&pair.ann, Method::DELETE, &theirs, json!({})).await;
    assert_eq!(pair.balance(&pair.bob).await, "45.00", "an owner ends any sharing");
}

async fn invalid_requests_are_rejected(app: TestApp) {
    let pair = Pair::new(&app).await;
    let shop = book(&pair.ann, "-90.00", "2026-11-02", "Shop").await;
    let stranger = text(&pair.home.stranger.in_own_books().json("/books").await["items"][0]["id"]);
    let path = pair.path("shared-expenses");
    for (by, shares) in [
        ("percent", json!([{"member": pair.ann_id, "percent": "99.99"}])),
        ("percent", json!([{"member": pair.ann_id, "percent": "100.001"}])),
        ("amount", json!([{"member": pair.ann_id, "amount": "89.99"}])),
        ("amount", json!([{"member": pair.ann_id, "percent": "100"}])),
        ("even", json!([])),
        ("even", json!([{"member": pair.ann_id}, {"member": pair.ann_id}])),
        ("even", json!([{"member": stranger}])),
    ] {
        let request = json!({"transactionId": shop, "by": by, "shares": shares});
        let (status, error) = refused(&pair.ann, Method::POST, &path, request).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{by} {shares}: {error}");
    }
    pair.share(&pair.ann, &shop).await;
    let again = json!({"transactionId": shop, "by": "even"});
    let (status, _) = refused(&pair.ann, Method::POST, &path, again).await;
    assert_eq!(status, StatusCode::CONFLICT);
    let settlements = pair.path("settlements");
    for (from, to, amount) in [
        (&pair.ann_id, &pair.ann_id, "1.00"),
        (&pair.ann_id, &pair.bob_id, "0.00"),
        (&pair.ann_id, &pair.bob_id, "-1.00"),
        (&pair.ann_id, &pair.bob_id, "1.001"),
        (&pair.ann_id, &stranger, "1.00"),
    ] {
        let payment =
            json!({"from": from, "to": to, "amount": amount, "currency": "EUR", "date": "2026-11-12"});
        let (status, error) = refused(&pair.ann, Method::POST, &settlements, payment).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{from} {to} {amount}: {error}");
    }
}

/// Tests that need settings of their own.
mod with_settings {
    use super::*;

    with_each_database!(limits_are_settings);

    async fn limits_are_settings(database: Database) {
        let settings = [("SALDO_SHARED_EXPENSES_MAX", "1"), ("SALDO_SETTLEMENTS_MAX", "1")];
        let Some(app) = TestApp::start_with(database, &settings).await else { return };
        let pair = Pair::new(&app).await;
        let shop = book(&pair.ann, "-90.00", "2026-11-02", "Shop").await;
        pair.share(&pair.ann, &shop).await;
        let other = book(&pair.ann, "-9.00", "2026-11-02", "Other").await;
        let request = json!({"transactionId": other, "by": "even"});
        let (status, _) = refused(&pair.ann, Method::POST, &pair.path("shared-expenses"), request).await;
        assert_eq!(status, StatusCode::CONFLICT);
        let payment = json!({
            "from": pair.bob_id, "to": pair.ann_id, "amount": "1.00", "currency": "EUR", "date": "2026-11-12",
        });
        ok(&pair.bob, Method::POST, &pair.path("settlements"), payment.clone()).await;
        let (status, _) = refused(&pair.bob, Method::POST, &pair.path("settlements"), payment).await;
        assert_eq!(status, StatusCode::CONFLICT);
    }
}
