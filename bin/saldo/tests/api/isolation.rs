//! Tests that no user can see, change or infer data of another, for every route of the table.

use reqwest::StatusCode;
use saldo::routes::{Access, Endpoint, TABLE};
use saldo_domain::{
    FeedAccountDetails, FeedId, FeedProvider, FeedStatus, MailAction, MailLogin, MailSecurity, MailboxId,
    MailboxSettings,
};
use saldo_storage::{FeedCredential, FetchEnd, NewFeed};
use serde_json::{Value, json};

use crate::app::{TestApp, TestUser, body, on_each_database};
use crate::pdf::Sample;
use crate::receipts::attach;

on_each_database!(
    every_protected_route_is_401_without_a_session,
    every_route_with_another_users_id_is_404,
    lists_contain_nothing_of_other_users,
    another_users_statement_cannot_be_processed_by_its_path,
    the_same_file_of_two_users_is_two_statements,
    a_request_from_another_site_is_403,
    an_unsupported_method_is_405_and_lists_the_allowed_ones,
);

async fn every_protected_route_is_401_without_a_session(app: TestApp) {
    let anon = app.anon();
    for transaction in TABLE.iter().filter(|transaction| transaction.access != Access::Public) {
        let path = transaction.path.replace("{id}", "01890000-0000-7000-8000-000000000000");
        let answer =
            anon.request(transaction.method.as_str().parse().unwrap(), &path).body("").send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::UNAUTHORIZED, "{} {path}", transaction.method);
        assert_eq!(answer.text().await.unwrap(), r#"{"error":"Unauthorized"}"#, "{path}");
    }
}

/// Creates one record of each kind for a user. Returns the ids, each with the first
/// segment of the paths that name it.
pub async fn ids_of(app: &TestApp, ann: &TestUser) -> Vec<(&'static str, String)> {
    let statement = ann.upload_one("ann.pdf", Sample::new(1, 5).pdf()).await;
    let processed = body(ann.process(&statement).await).await;
    let account = &processed["data"]["statement"]["accounts"][0]["accountId"];
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let made = async |path: &str, value: Value| text(&body(ann.post(path, &value).await).await["id"]);
    let category = text(&ann.json("/categories").await["items"][0]["id"]);
    let rule = made("/rules", rule()).await;
    let budget = made("/budgets", everything(&category, "")).await;
    let view = made("/saved-views", json!({"page": "reports", "name": "hers", "query": ""})).await;
    let hook = json!({"kind": "webhook", "address": "http://127.0.0.1:1/"});
    let hook = body(ann.post("/notification-channels", &hook).await).await;
    let (feed, feed_account) = feed_of(app, ann).await;
    let goal = made("/goals", goal()).await;
    let contribution = json!({"date": "2025-05-01", "amount": "5.00"});
    let contribution = made(&format!("/goals/{goal}/contributions"), contribution).await;
    let transaction = text(&ann.transactions().await[0]["id"]);
    let noted = ann.request(reqwest::Method::PATCH, &format!("/transactions/{transaction}"));
    let noted =
        noted.header("content-type", "application/json").body(r#"{"note":"hers"}"#).send().await.unwrap();
    assert!(noted.status().is_success());
    let receipt = attach(ann, "/attachments", "hers.pdf", &Sample::new(2, 1).pdf()).await;
    let receipt = text(&body(receipt).await["id"]);
    let edit = text(&ann.json("/edits").await["items"][0]["id"]);
    let asked =
        json!({"id": "hers", "messages": [{"role": "user", "content": "How many entries are there?"}]});
    assert!(ann.post("/chat", &asked).await.text().await.unwrap().contains("[DONE]"));
    let thread = text(&ann.json("/chat/threads/hers").await["id"]);
    let memory = made("/chat/memories", json!({"text": "hers"})).await;
    let hand = json!({"name": "Pocket", "kind": "cash", "currency": "EUR"});
    let (kept, gone) = (made("/accounts", hand.clone()).await, made("/accounts", hand).await);
    let merged = body(ann.post(&format!("/accounts/{kept}/merge"), &json!({"other": gone})).await).await;
    vec![
        ("/rules/", rule),
        ("/attachments/", receipt),
        ("/chat/memories/", memory),
        ("/chat/", thread),
        ("/budgets/", budget),
        ("/saved-views/", view),
        ("/notification-channels/", text(&hook["channel"]["id"])),
        ("/feeds/", feed),
        ("/feed-accounts/", feed_account),
        ("/mailboxes/", mailbox_of(app, ann).await),
        ("/goals/", goal),
        ("/goal-contributions/", contribution),
        ("/edits/", edit),
        ("/categories/", category),
        ("/accounts/", text(account)),
        ("/account-merges/", text(&merged["mergeId"])),
        ("/import/mappings/", text(account)),
        ("/jobs/", text(&processed["jobId"])),
        ("/statements/", statement),
        ("/transactions/", transaction),
    ]
}

/// Adds a bank feed with an account, without a provider. Returns both ids.
async fn feed_of(app: &TestApp, ann: &TestUser) -> (String, String) {
    let now = app.app.clock.now();
    let own = ann.json("/auth/get-session").await["user"]["id"].as_str().unwrap().to_owned();
    let user = ann.books().unwrap_or(&own).parse().unwrap();
    let new = NewFeed {
        id: FeedId::new(now),
        provider: FeedProvider::Simplefin,
        bank: None,
        credential: FeedCredential { label: "example.org".to_owned(), sealed: vec![1], valid_until: None },
    };
    let id = new.id;
    assert!(app.storage.insert_feed(user, new, now).await.unwrap());
    let details = FeedAccountDetails {
        institution: None,
        name: "hers".to_owned(),
        currency: None,
        balance: None,
        balance_at: None,
        pending: 0,
        pending_sum: None,
    };
    let accounts = vec![("1".to_owned(), details)];
    let end = FetchEnd { status: FeedStatus::default(), accounts, due_at: None };
    app.storage.finish_fetch(user, id, end, now).await.unwrap();
    let account = app.storage.list_feeds(user).await.unwrap()[0].accounts[0].id;
    (id.to_string(), account.to_string())
}

/// Adds a mailbox without a mail server. Returns its id.
async fn mailbox_of(app: &TestApp, ann: &TestUser) -> String {
    let now = app.app.clock.now();
    let own = ann.json("/auth/get-session").await["user"]["id"].as_str().unwrap().to_owned();
    let user = ann.books().unwrap_or(&own).parse().unwrap();
    let settings = MailboxSettings {
        host: "127.0.0.1".to_owned(),
        port: 1,
        security: MailSecurity::Tls,
        user_name: "hers".to_owned(),
        login: MailLogin::Password,
        folder: "INBOX".to_owned(),
        since: now.date(),
        rules: Vec::new(),
        after: MailAction::Nothing,
        receiving_server: None,
        requires_authentication: false,
    };
    let id = MailboxId::new(now);
    assert!(app.storage.insert_mailbox(user, id, settings, vec![1], 5, now).await.unwrap());
    id.to_string()
}

fn goal() -> Value {
    json!({"name": "hers", "target": "5.00", "currency": "EUR"})
}

fn rule() -> Value {
    json!({"name": "mine", "conditions": [{"when": "description_contains", "text": "x"}], "actions": [{"do": "mark_transfer"}]})
}

/// Returns a body with the fields of every route that names a record.
pub fn everything(category: &str, other: &str) -> Value {
    let mut all = rule();
    let more = json!({"description": "mine", "date": "2025-05-01", "amount": "1.00", "currency": "EUR", "rhythm": "monthly",
        "target": "5.00", "rollOver": "nothing", "start": "2025-01", "categoryId": category, "splits": [], "other": other, "text": "mine",
        "into": "nothing", "setupToken": "x", "host": "127.0.0.1", "userName": "x", "password": "x",
        "rules": [{"sender": "@bank.example"}]});
    all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    all
}

/// Returns a body that a route accepts. Some routes reject unknown fields.
pub fn fields_of(endpoint: &Endpoint, everything: &str) -> String {
    match (endpoint.method.as_str(), endpoint.path) {
        ("PATCH", "/accounts/{id}" | "/categories/{id}" | "/saved-views/{id}") => {
            json!({"name": "mine"}).to_string()
        }
        ("PUT", "/attachments/{id}") => "{}".to_owned(),
        ("PATCH", "/transactions/{id}") => json!({"description": "mine"}).to_string(),
        ("POST", "/statements/{id}/answers") => json!({"asShown": true}).to_string(),
        _ => everything.to_owned(),
    }
}

async fn every_route_with_another_users_id_is_404(app: TestApp) {
    let ann = app.user("ann").await;
    let bob = app.user("bob").await;
    let ids = ids_of(&app, &ann).await;
    let hand = json!({"name": "Cash", "kind": "cash", "currency": "EUR"});
    let hand = body(ann.post("/accounts", &hand).await).await["id"].as_str().unwrap().to_owned();
    let category = ids.iter().find(|(prefix, _)| *prefix == "/categories/").unwrap().1.clone();
    let everything = everything(&category, &hand).to_string();
    let of_books = |transaction: &&Endpoint| transaction.access != Access::Person;
    for transaction in TABLE.iter().filter(of_books).filter(|transaction| transaction.path.contains("{id}")) {
        // The body of this route is a file; `receipts.rs` sends one with another user's id.
        if (transaction.method.as_str(), transaction.path) == ("POST", "/transactions/{id}/attachments") {
            continue;
        }
        let id = &ids
            .iter()
            .find(|(prefix, _)| transaction.path.starts_with(prefix))
            .expect("a route has an unknown noun")
            .1;
        let path = transaction.path.replace("{id}", id);
        let fields = fields_of(transaction, &everything);
        let send = |user: &TestUser| {
            let request = user.request(transaction.method.as_str().parse().unwrap(), &path);
            request.header("content-type", "application/json").body(fields.clone()).send()
        };
        let answer = send(&bob).await.unwrap();
        assert_eq!(answer.status(), StatusCode::NOT_FOUND, "{} {path}", transaction.method);
        assert_eq!(answer.text().await.unwrap(), r#"{"error":"Not found"}"#);
        if transaction.method != actix_web::http::Method::DELETE {
            let own = send(&ann).await.unwrap();
            // No provider would accept the setup token, and no mail server the password.
            let is_refused = ["/feeds/{id}/token", "/mailboxes/{id}"].contains(&transaction.path)
                && own.status() == StatusCode::BAD_REQUEST;
            assert!(
                own.status().is_success() || is_refused,
                "{} {path} of the user's own record: {}",
                transaction.method,
                own.status()
            );
        }
    }
    assert_eq!(ann.transactions().await.len(), 5);
}

async fn lists_contain_nothing_of_other_users(app: TestApp) {
    let ann = app.user("ann").await;
    let bob = app.user("bob").await;
    ids_of(&app, &ann).await;
    for path in [
        "/chat/threads",
        "/statements",
        "/accounts",
        "/transactions",
        "/edits",
        "/merchants",
        "/rules",
        "/budgets",
        "/saved-views",
        "/goals",
        "/coverage",
    ] {
        assert_eq!(bob.json(path).await["items"], json!([]), "{path}");
        assert_ne!(ann.json(path).await["items"], json!([]), "{path}");
    }
    let ids = |list: Value| -> Vec<String> {
        list["items"].as_array().unwrap().iter().map(|item| item["id"].as_str().unwrap().to_owned()).collect()
    };
    let (anns, bobs) = (ids(ann.json("/categories").await), ids(bob.json("/categories").await));
    assert!(!bobs.is_empty() && anns.iter().all(|id| !bobs.contains(id)));
    let filtered = bob.json(&format!("/transactions?category={}", anns[0])).await;
    assert_eq!(filtered["items"], json!([]));
}

async fn another_users_statement_cannot_be_processed_by_its_path(app: TestApp) {
    let ann = app.user("ann").await;
    let bob = app.user("bob").await;
    let uploaded = body(ann.upload(vec![("ann.pdf", Sample::new(2, 5).pdf())]).await).await;
    for request in [
        json!({ "filePath": uploaded["filePath"], "fileName": "ann.pdf" }),
        json!({ "statementId": uploaded["statementId"] }),
        json!({ "filePath": "../../secret", "fileName": "x" }),
        json!({ "filePath": "/etc/passwd", "fileName": "x" }),
        json!({ "statementId": "nonsense" }),
    ] {
        let answer = bob.post("/process-statement", &request).await;
        assert_eq!(answer.status(), StatusCode::NOT_FOUND, "{request}");
    }
    assert_eq!(ann.json("/statements").await["items"][0]["status"], "uploaded");
}

async fn the_same_file_of_two_users_is_two_statements(app: TestApp) {
    let ann = app.user("ann").await;
    let bob = app.user("bob").await;
    let pdf = Sample::new(3, 5).pdf();
    let anns = ann.upload_one("one.pdf", pdf.clone()).await;
    let bobs = body(bob.upload(vec![("one.pdf", pdf)]).await).await;
    assert_eq!(bobs["files"][0]["duplicateOf"], Value::Null);
    assert_ne!(bobs["statementId"], anns);
}

async fn a_request_from_another_site_is_403(app: TestApp) {
    let ann = app.user("ann").await;
    let good = app.base.clone();
    let evil = [
        format!("{good}.evil.example"),
        good.replace("http://", "https://"),
        "null".to_owned(),
        "http://localhost:1".to_owned(),
    ];
    for origin in evil {
        let request = ann.request(reqwest::Method::POST, "/process-statement");
        let mut request = request.header("content-type", "application/json").body("{}").build().unwrap();
        request.headers_mut().insert("origin", origin.parse().unwrap());
        let answer = reqwest::Client::builder().build().unwrap().execute(request).await.unwrap();
        assert_eq!(answer.status(), StatusCode::FORBIDDEN, "{origin}");
        assert_eq!(answer.text().await.unwrap(), r#"{"error":"Invalid origin"}"#);
    }
    let mut plain = ann.request(reqwest::Method::POST, "/process-statement").body("{}").build().unwrap();
    plain.headers_mut().remove("origin");
    plain.headers_mut().insert("content-type", "application/json".parse().unwrap());
    let answer = reqwest::Client::builder().build().unwrap().execute(plain).await.unwrap();
    assert_eq!(answer.status(), StatusCode::BAD_REQUEST, "plain HTTP clients send no Origin");
}

async fn an_unsupported_method_is_405_and_lists_the_allowed_ones(app: TestApp) {
    let ann = app.user("ann").await;
    let answer = ann.get("/upload").await;
    assert_eq!(answer.status(), StatusCode::METHOD_NOT_ALLOWED);
    assert_eq!(answer.headers()["allow"], "POST");
    let answer = ann.request(reqwest::Method::PATCH, "/accounts").send().await.unwrap();
    assert_eq!(answer.headers()["allow"], "GET, HEAD, POST");
    assert_eq!(ann.get("/nothing-here").await.text().await.unwrap(), r#"{"error":"Not found"}"#);
}
