//! Tests of API tokens: permissions, user and expiry.

use reqwest::header::HeaderMap;
use reqwest::{Method, RequestBuilder, Response, StatusCode};
use saldo::routes::{Access, TABLE};
use saldo_domain::{Scope, Timestamp, TokenHash};
use saldo_storage::NewApiToken;
use serde_json::{Value, json};

use crate::app::{Database, TestApp, TestUser, body, on_each_database};
use crate::pdf::Sample;

on_each_database!(
    a_read_token_reads_every_list_and_is_403_for_every_write,
    a_write_token_uploads_processes_and_deletes,
    a_write_with_a_token_and_an_idempotency_key_runs_once,
    a_token_cannot_read_or_change_data_of_other_users,
    a_deleted_or_disabled_token_is_401_immediately,
    an_expired_token_is_401,
    a_token_of_a_deleted_user_is_401,
    a_token_needs_no_origin_and_cookies_do_not_extend_it,
    a_token_cannot_manage_tokens_passwords_or_sessions,
);

#[tokio::test(flavor = "multi_thread")]
async fn an_assistant_has_no_rate_limit_by_default() {
    let app = TestApp::start(Database::Sqlite).await.unwrap();
    let ann = app.user("ann").await;
    let script = Script::new(&app, &token(&ann, &["read"]).await.1);
    let ping = json!({ "jsonrpc": "2.0", "id": 1, "method": "ping" });
    for _ in 0..200 {
        assert_eq!(script.post("/mcp", &ping).await.status(), StatusCode::OK);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rate_limited_assistant_gets_the_time_to_retry() {
    let settings = [("SALDO_MCP_REQUESTS_PER_MINUTE", "2")];
    let app = TestApp::start_with(Database::Sqlite, &settings).await.unwrap();
    let ann = app.user("ann").await;
    let script = Script::new(&app, &token(&ann, &["read"]).await.1);
    let ping = json!({ "jsonrpc": "2.0", "id": 1, "method": "ping" });
    for _ in 0..2 {
        assert_eq!(script.post("/mcp", &ping).await.status(), StatusCode::OK);
    }
    let refused = script.post("/mcp", &ping).await;
    assert_eq!(refused.status(), StatusCode::TOO_MANY_REQUESTS);
    let wait: u32 = refused.headers()["retry-after"].to_str().unwrap().parse().unwrap();
    assert!((1..=30).contains(&wait), "{wait}");
    assert_eq!(
        script.get("/accounts").await.status(),
        StatusCode::OK,
        "only the assistants' route has this rate limit"
    );
    let other = Script::new(&app, &token(&ann, &["read"]).await.1);
    assert_eq!(other.post("/mcp", &ping).await.status(), StatusCode::OK, "each token has its own limit");
}

/// A program with an API token, and with neither cookies nor an `Origin`.
struct Script {
    base: String,
    client: reqwest::Client,
    key: String,
}

impl Script {
    fn new(app: &TestApp, key: &str) -> Self {
        let client = reqwest::Client::builder().build().unwrap();
        Self { base: app.base.clone(), client, key: key.to_owned() }
    }

    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let request = self.client.request(method, format!("{}/api{path}", self.base));
        request.header("authorization", format!("Bearer {}", self.key))
    }

    async fn get(&self, path: &str) -> Response {
        self.request(Method::GET, path).send().await.unwrap()
    }

    async fn post(&self, path: &str, body: &Value) -> Response {
        let request = self.request(Method::POST, path).header("content-type", "application/json");
        let request = request.header("accept", "application/json, text/event-stream");
        request.body(body.to_string()).send().await.unwrap()
    }
}

/// Creates an API token. Returns its id and its text.
async fn token(user: &TestUser, actions: &[&str]) -> (String, String) {
    let made =
        body(user.post("/auth/api-key/create", &json!({ "permissions": { "api": actions } })).await).await;
    let text = |name: &str| made[name].as_str().unwrap().to_owned();
    (text("id"), text("key"))
}

async fn a_read_token_reads_every_list_and_is_403_for_every_write(app: TestApp) {
    let ann = app.user("ann").await;
    let script = Script::new(&app, &token(&ann, &["read"]).await.1);
    for transaction in TABLE.iter().filter(|transaction| transaction.access != Access::Public) {
        let path = transaction.path.replace("{id}", "01890000-0000-7000-8000-000000000000");
        let path = match path.as_str() {
            "/export" => "/export?format=csv".to_owned(),
            "/feed-banks" => format!("{path}?country=FI"),
            "/transactions/totals/groups" => format!("{path}?by=day"),
            _ => path,
        };
        let method: Method = transaction.method.as_str().parse().unwrap();
        // The tools of `/mcp` and all queries only read, although the method is `POST`. The empty
        // body is an error, but not 403.
        if ["/mcp", "/query"].contains(&transaction.path) {
            let answer = script.request(method, &path).body("").send().await.unwrap();
            assert_ne!(answer.status(), StatusCode::FORBIDDEN);
            continue;
        }
        let reads = method == Method::GET && transaction.access != Access::Person;
        let answer = script.request(method, &path).body("").send().await.unwrap();
        let expected = match (reads, transaction.path.contains("{id}")) {
            (true, true) => StatusCode::NOT_FOUND,
            // This server has no provider with banks.
            (true, false) if transaction.path == "/feed-banks" => StatusCode::CONFLICT,
            (true, false) => StatusCode::OK,
            (false, _) => StatusCode::FORBIDDEN,
        };
        assert_eq!(answer.status(), expected, "{} {path}", transaction.method);
    }
    let answer = script.post("/chat", &json!({})).await;
    assert_eq!(answer.headers()["www-authenticate"], r#"Bearer error="insufficient_scope""#);
    assert_eq!(
        body(answer).await,
        json!({ "error": "This API token is read-only; create one that may write" })
    );
}

async fn a_write_token_uploads_processes_and_deletes(app: TestApp) {
    let ann = app.user("ann").await;
    let script = Script::new(&app, &token(&ann, &["read", "write"]).await.1);
    let part = reqwest::multipart::Part::bytes(Sample::new(1, 5).pdf()).file_name("ann.pdf");
    let form = reqwest::multipart::Form::new().part("files", part);
    let uploaded = script.request(Method::POST, "/upload").multipart(form).send().await.unwrap();
    assert_eq!(uploaded.status(), StatusCode::OK);
    let statement = body(uploaded).await["statementId"].as_str().unwrap().to_owned();
    let processed = script.post("/process-statement", &json!({ "statementId": statement })).await;
    assert_eq!(processed.status(), StatusCode::OK);
    assert!(!ann.transactions().await.is_empty());
    let path = format!("/statements/{statement}");
    let deleted = script.request(Method::DELETE, &path).send().await.unwrap();
    assert!(deleted.status().is_success(), "{}", deleted.status());
    assert_eq!(script.get(&path).await.status(), StatusCode::NOT_FOUND);
}

async fn a_write_with_a_token_and_an_idempotency_key_runs_once(app: TestApp) {
    let ann = app.user("ann").await;
    let script = Script::new(&app, &token(&ann, &["read", "write"]).await.1);
    let account = json!({"name": "Purse", "kind": "cash", "currency": "EUR"}).to_string();
    let send = async |key: &[u8]| {
        let request = script.request(Method::POST, "/accounts").header("content-type", "application/json");
        request.header("idempotency-key", key).body(account.clone()).send().await.unwrap()
    };
    assert_eq!(send(b"one").await.status(), StatusCode::CREATED);
    let again = send(b"one").await;
    assert_eq!(
        (again.status(), &again.headers()["idempotency-replayed"]),
        (StatusCode::CREATED, &"true".parse().unwrap())
    );
    assert_eq!(ann.json("/accounts").await["items"].as_array().unwrap().len(), 1);
    assert_eq!(send(b"\xd7\xf8").await.status(), StatusCode::BAD_REQUEST);
}

async fn a_token_cannot_read_or_change_data_of_other_users(app: TestApp) {
    let ann = app.user("ann").await;
    let bob = app.user("bob").await;
    let statement = ann.upload_one("ann.pdf", Sample::new(1, 5).pdf()).await;
    assert_eq!(ann.process(&statement).await.status(), StatusCode::OK);
    let script = Script::new(&app, &token(&bob, &["write"]).await.1);
    for list in ["/statements", "/transactions", "/accounts"] {
        assert_eq!(body(script.get(list).await).await["items"], json!([]), "{list}");
    }
    let path = format!("/statements/{statement}");
    assert_eq!(script.get(&path).await.status(), StatusCode::NOT_FOUND);
    let deleted = script.request(Method::DELETE, &path).send().await.unwrap();
    assert_eq!(deleted.status(), StatusCode::NOT_FOUND);
    let processed = script.post("/process-statement", &json!({ "statementId": statement })).await;
    assert_eq!(processed.status(), StatusCode::NOT_FOUND);
    assert_eq!(ann.get(&path).await.status(), StatusCode::OK);

    let (id, _) = token(&ann, &["read"]).await;
    assert_eq!(bob.get(&format!("/auth/api-key/get?id={id}")).await.status(), StatusCode::NOT_FOUND);
    for (route, change) in
        [("update", json!({ "keyId": id, "name": "his" })), ("delete", json!({ "keyId": id }))]
    {
        let answer = bob.post(&format!("/auth/api-key/{route}"), &change).await;
        assert_eq!(answer.status(), StatusCode::NOT_FOUND, "{route}");
    }
    assert_eq!(ann.json(&format!("/auth/api-key/get?id={id}")).await["name"], Value::Null);
}

async fn a_deleted_or_disabled_token_is_401_immediately(app: TestApp) {
    let ann = app.user("ann").await;
    let (id, key) = token(&ann, &["read"]).await;
    let script = Script::new(&app, &key);
    assert_eq!(script.get("/transactions").await.status(), StatusCode::OK);
    for (enabled, status) in [(false, StatusCode::UNAUTHORIZED), (true, StatusCode::OK)] {
        let change = json!({ "keyId": id, "enabled": enabled });
        assert_eq!(ann.post("/auth/api-key/update", &change).await.status(), StatusCode::OK);
        assert_eq!(script.get("/transactions").await.status(), status, "enabled: {enabled}");
    }
    assert_eq!(ann.post("/auth/api-key/delete", &json!({ "keyId": id })).await.status(), StatusCode::OK);
    let answer = script.get("/transactions").await;
    assert_eq!(answer.status(), StatusCode::UNAUTHORIZED);
    assert_eq!(answer.headers()["www-authenticate"], r#"Bearer error="invalid_token""#);
    assert_eq!(body(answer).await, json!({ "error": "Unauthorized" }));
}

async fn an_expired_token_is_401(app: TestApp) {
    let ann = app.user("ann").await;
    let user =
        body(ann.get("/auth/get-session").await).await["user"]["id"].as_str().unwrap().parse().unwrap();
    let made_at = Timestamp::from_milliseconds(0);
    for (text, ends, status) in [
        ("saldo_ended", app.app.clock.now(), StatusCode::UNAUTHORIZED),
        ("saldo_lasts", app.app.clock.now().after(std::time::Duration::from_hours(1)), StatusCode::OK),
    ] {
        let new = NewApiToken {
            token: TokenHash::of(text),
            name: None,
            prefix: None,
            start: "saldo_".to_owned(),
            scope: Scope::Write,
            books: None,
            expires_at: Some(ends),
        };
        app.storage.insert_api_token(user, new, made_at).await.unwrap().unwrap();
        assert_eq!(Script::new(&app, text).get("/transactions").await.status(), status, "{text}");
    }
}

async fn a_token_of_a_deleted_user_is_401(app: TestApp) {
    let ann = app.user("ann").await;
    let script = Script::new(&app, &token(&ann, &["write"]).await.1);
    assert_eq!(script.get("/transactions").await.status(), StatusCode::OK);
    let deleted = ann.post("/auth/delete-user", &json!({ "password": "correct horse" })).await;
    assert_eq!(deleted.status(), StatusCode::OK);
    assert_eq!(script.get("/transactions").await.status(), StatusCode::UNAUTHORIZED);
}

async fn a_token_needs_no_origin_and_cookies_do_not_extend_it(app: TestApp) {
    let ann = app.user("ann").await;
    let (_, read) = token(&ann, &["read"]).await;
    let (_, write) = token(&ann, &["write"]).await;
    let send = async |method: Method, key: &str, origin: &str| {
        let path = if method == Method::GET { "/transactions" } else { "/process-statement" };
        // The request carries the cookies of Ann's browser too.
        let mut request = ann.request(method, path).body("{}").build().unwrap();
        let headers: &mut HeaderMap = request.headers_mut();
        headers.insert("content-type", "application/json".parse().unwrap());
        headers.insert("origin", origin.parse().unwrap());
        headers.insert("authorization", format!("bearer {key}").parse().unwrap());
        reqwest::Client::builder().build().unwrap().execute(request).await.unwrap().status()
    };
    let evil = "https://evil.example";
    assert_eq!(send(Method::POST, &write, evil).await, StatusCode::BAD_REQUEST);
    assert_eq!(send(Method::POST, &read, &app.base).await, StatusCode::FORBIDDEN);
    for key in ["saldo_nonsense", ""] {
        assert_eq!(send(Method::GET, key, &app.base).await, StatusCode::UNAUTHORIZED, "{key}");
        assert_eq!(send(Method::POST, key, evil).await, StatusCode::UNAUTHORIZED, "{key}");
    }
}

async fn a_token_cannot_manage_tokens_passwords_or_sessions(app: TestApp) {
    let ann = app.user("ann").await;
    let (id, key) = token(&ann, &["write"]).await;
    let script = Script::new(&app, &key);
    for (path, change) in [
        ("/auth/api-key/create", json!({})),
        ("/auth/api-key/update", json!({ "keyId": id, "name": "x" })),
        ("/auth/api-key/delete", json!({ "keyId": id })),
        (
            "/auth/change-password",
            json!({ "currentPassword": "correct horse", "newPassword": "battery staple" }),
        ),
        ("/auth/update-user", json!({ "name": "x" })),
        ("/auth/delete-user", json!({ "password": "correct horse" })),
        ("/auth/revoke-sessions", json!({})),
        ("/auth/revoke-other-sessions", json!({})),
        ("/auth/two-factor/enable", json!({ "password": "correct horse" })),
        ("/auth/two-factor/disable", json!({ "password": "correct horse" })),
    ] {
        assert_eq!(script.post(path, &change).await.status(), StatusCode::UNAUTHORIZED, "{path}");
    }
    for path in ["/auth/api-key/list", "/auth/list-sessions", "/auth/list-accounts"] {
        assert_eq!(script.get(path).await.status(), StatusCode::UNAUTHORIZED, "{path}");
    }
    assert_eq!(body(script.get("/auth/get-session").await).await, Value::Null);
    assert_eq!(ann.get("/auth/list-sessions").await.status(), StatusCode::OK);
}
