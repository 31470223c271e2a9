//! Tests of bank feeds, through HTTP, with a server of the SimpleFIN protocol on this machine.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use reqwest::{Method, StatusCode};
use saldo_domain::{Clock, Date, SystemClock};
use saldo_storage::WorkerId;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use crate::app::{Database, TestApp, TestUser, with_each_database};
use crate::ledger::{ok, text};

with_each_database!(
    a_feed_is_claimed_linked_and_fetched_once,
    a_setup_token_is_not_lost_with_the_connection_of_the_client,
    a_file_of_the_same_days_adds_nothing,
    a_pending_transaction_is_imported_when_it_is_booked,
    a_transaction_that_disappears_from_the_feed_stays,
    a_feed_is_sealed_and_of_one_user,
    a_revoked_feed_waits_for_a_new_token,
    the_requests_of_a_day_are_limited,
    a_due_feed_is_fetched_by_one_process,
    invalid_requests_are_rejected,
);

/// The password of the access URL, which must appear nowhere.
const PASSWORD: &str = "correct-horse-battery";

/// A server of the protocol with one account.
pub(crate) struct Bridge {
    address: String,
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
pub(crate) struct State {
    /// The setup tokens that were claimed.
    claimed: Vec<String>,
    /// The status of `/accounts` if it is not 200.
    pub(crate) status: Option<u16>,
    pub(crate) transactions: Vec<Value>,
    errors: Vec<String>,
    requests: usize,
    /// The time before an answer.
    pause: Duration,
}

impl Bridge {
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let bridge = Self { address, state: Arc::default() };
        let (address, state) = (bridge.address.clone(), bridge.state.clone());
        tokio::spawn(async move {
            while let Ok((mut connection, _)) = listener.accept().await {
                let mut request = Vec::new();
                while !request.ends_with(b"\r\n\r\n") {
                    let mut buffer = [0; 4_096];
                    let read = connection.read(&mut buffer).await.unwrap();
                    request.extend_from_slice(&buffer[..read]);
                }
                let request = String::from_utf8(request).unwrap();
                let pause = state.lock().unwrap().pause;
                let (status, body) = state.lock().unwrap().answer(&address, &request);
                tokio::time::sleep(pause).await;
                let length = body.len();
                let answer = format!(
                    "HTTP/1.1 {status} X\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{body}"
                );
                connection.write_all(answer.as_bytes()).await.unwrap();
            }
        });
        bridge
    }

    pub(crate) fn token(&self, name: &str) -> Value {
        json!({"setupToken": STANDARD.encode(format!("http://{}/claim/{name}", self.address))})
    }

    pub(crate) fn set(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.state.lock().unwrap());
    }
}

impl State {
    fn answer(&mut self, address: &str, request: &str) -> (u16, String) {
        let path = request.split(' ').nth(1).unwrap();
        if let Some(name) = path.strip_prefix("/claim/").filter(|_| request.starts_with("POST ")) {
            if self.claimed.iter().any(|known| known == name) {
                return (403, String::new());
            }
            self.claimed.push(name.to_owned());
            return (200, format!("http://user:{PASSWORD}@{address}/simplefin"));
        }
        let basic = format!("authorization: Basic {}", STANDARD.encode(format!("user:{PASSWORD}")));
        if !path.starts_with("/simplefin/accounts?") || !request.contains(&basic) {
            return (404, String::new());
        }
        self.requests += 1;
        let account = |id: &str, currency: &str, transactions: &[Value]| {
            json!({"org": {"domain": "mybank.com", "name": "My Bank"}, "id": id, "name": format!("Account {id}"),
                "currency": currency, "balance": "100.00", "balance-date": seconds(today(), 1),
                "transactions": transactions})
        };
        let accounts =
            [account("1", "USD", &self.transactions), account("2", "https://mybank.com/miles", &[])];
        (self.status.unwrap_or(200), json!({"errors": self.errors, "accounts": accounts}).to_string())
    }
}

pub(crate) fn today() -> Date {
    SystemClock.now().date()
}

pub(crate) fn seconds(date: Date, hour: u32) -> i64 {
    date.and_hms_opt(hour, 0, 0).unwrap().and_utc().timestamp()
}

fn row(id: &str, days_ago: u64, amount: &str) -> Value {
    let date = today() - chrono::Days::new(days_ago);
    json!({"id": id, "posted": seconds(date, 12), "amount": amount, "description": format!("Shop {id}")})
}

pub(crate) async fn start(database: Database) -> Option<TestApp> {
    TestApp::start_with(
        database,
        &[("SALDO_FEED_PRIVATE_HOSTS", "127.0.0.1"), ("SALDO_FEED_FETCHES_PER_DAY", "6")],
    )
    .await
}

/// Connects a feed and links its account to a new one. Returns the id of the feed.
pub(crate) async fn connect(user: &TestUser, bridge: &Bridge) -> String {
    let feed = ok(user, Method::POST, "/feeds", bridge.token("one")).await;
    let account = text(&feed["accounts"][0]["id"]);
    ok(user, Method::PUT, &format!("/feed-accounts/{account}"), json!({"into": "new"})).await;
    text(&feed["id"])
}

/// Sends a request that must be refused with this status.
async fn refused(user: &TestUser, method: Method, path: &str, value: Value, status: StatusCode) {
    let (found, error) = crate::ledger::refused(user, method, path, value).await;
    assert_eq!(found, status, "{path}: {error}");
}

pub(crate) async fn fetch(user: &TestUser, feed: &str) -> Value {
    ok(user, Method::POST, &format!("/feeds/{feed}/fetch"), json!({})).await
}

async fn ids(user: &TestUser) -> Vec<String> {
    let mut ids: Vec<String> = user.transactions().await.iter().map(|row| text(&row["id"])).collect();
    ids.sort();
    ids
}

async fn a_feed_is_claimed_linked_and_fetched_once(database: Database) {
    let Some(app) = start(database).await else { return };
    let (ann, bridge) = (app.user("ann").await, Bridge::start().await);
    bridge.set(|state| {
        state.transactions = vec![row("a", 40, "-5.00"), row("b", 1, "12.34"), row("c", 1, "12.34")];
        state.errors = vec!["<b>Sign in</b> again".to_owned()];
    });
    let feed = ok(&ann, Method::POST, "/feeds", bridge.token("one")).await;
    assert_eq!((&feed["state"], &feed["label"]), (&json!("working"), &json!("127.0.0.1")));
    assert_eq!(feed["messages"], json!(["<b>Sign in</b> again"]));
    let accounts = feed["accounts"].as_array().unwrap();
    assert_eq!((&accounts[0]["link"], &accounts[0]["balance"]), (&json!("undecided"), &json!("100.00")));
    assert_eq!((&accounts[1]["link"], &accounts[1]["currency"]), (&json!("unsupported"), &Value::Null));
    assert_eq!(ann.transactions().await.len(), 0, "nothing is imported before the user decides");
    let into = format!("/feed-accounts/{}", text(&accounts[0]["id"]));
    ok(&ann, Method::PUT, &into, json!({"into": "new"})).await;
    let id = text(&feed["id"]);
    let fetched = fetch(&ann, &id).await;
    assert_eq!((&fetched["state"], &fetched["fetchesLeft"]), (&json!("working"), &json!(4)), "{fetched}");
    let first = ids(&ann).await;
    assert_eq!(first.len(), 3);
    let account = ann.json("/accounts").await["items"][0].clone();
    assert_eq!((&account["name"], &account["institution"]), (&json!("Account 1"), &json!("My Bank")));
    assert_eq!(account["balance"]["amount"], "100.00", "{account}");
    // A second fetch, and one with a further transaction, add no duplicate.
    fetch(&ann, &id).await;
    assert_eq!(ids(&ann).await, first);
    let files = ann.json("/statements").await["items"].as_array().unwrap().len();
    bridge.set(|state| state.transactions.push(row("d", 1, "12.34")));
    fetch(&ann, &id).await;
    let more = ids(&ann).await;
    assert!(more.len() == 4 && first.iter().all(|known| more.contains(known)));
    let now = ann.json("/statements").await["items"].as_array().unwrap().len();
    assert_eq!(now, files, "the file of the month replaces the one before it");
    let gone = ann.request(Method::DELETE, &format!("/feeds/{id}")).body("").send().await.unwrap();
    assert_eq!(gone.status(), StatusCode::NO_CONTENT);
    assert_eq!(ids(&ann).await, more, "what it brought stays");
}

async fn a_setup_token_is_not_lost_with_the_connection_of_the_client(database: Database) {
    let Some(app) = start(database).await else { return };
    let bridge = Bridge::start().await;
    bridge.set(|state| state.pause = Duration::from_secs(1));
    let ann = app.user("ann").await;
    let request = ann.request(Method::POST, "/feeds").json(&bridge.token("one"));
    assert!(request.timeout(Duration::from_millis(300)).send().await.unwrap_err().is_timeout());
    bridge.set(|state| assert_eq!(state.claimed, ["one"]));
    for _ in 0..600 {
        if ann.json("/feeds").await["items"][0]["provider"] == "simplefin" {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the token was used, and no feed was stored within 30 seconds");
}

async fn a_file_of_the_same_days_adds_nothing(database: Database) {
    let Some(app) = start(database).await else { return };
    let (ann, bridge) = (app.user("ann").await, Bridge::start().await);
    bridge.set(|state| state.transactions = vec![row("a", 2, "-5.00"), row("b", 1, "12.34")]);
    let feed = connect(&ann, &bridge).await;
    fetch(&ann, &feed).await;
    let before = ids(&ann).await;
    assert_eq!(before.len(), 2);
    let day = |ago| (today() - chrono::Days::new(ago)).to_string();
    let csv = format!(
        "Date,Description,Amount,Balance,Currency\n{},Shop a,-5.00,87.66,USD\n{},Shop b,12.34,100.00,USD\n",
        day(2),
        day(1)
    );
    let statement = ann.upload_one("export.csv", csv.into_bytes()).await;
    let account = ann.json("/accounts").await["items"][0]["id"].clone();
    let confirmed = json!({"statementId": statement, "accountId": account});
    let done = ok(&ann, Method::POST, "/import", confirmed).await;
    assert_eq!(done["data"]["statement"]["status"], "processed", "{done}");
    assert_eq!(ids(&ann).await, before);
}

async fn a_pending_transaction_is_imported_when_it_is_booked(database: Database) {
    let Some(app) = start(database).await else { return };
    let (ann, bridge) = (app.user("ann").await, Bridge::start().await);
    let pending = json!({"id": "p", "posted": 0, "pending": true, "amount": "-7.00", "description": "Cafe"});
    bridge.set(|state| state.transactions = vec![row("a", 2, "-5.00"), pending]);
    let feed = connect(&ann, &bridge).await;
    let fetched = fetch(&ann, &feed).await;
    let account = &fetched["accounts"][0];
    assert_eq!((&account["pending"], &account["pendingSum"]), (&json!(1), &json!("-7.00")));
    assert_eq!(ids(&ann).await.len(), 1);
    bridge.set(|state| state.transactions[1] = row("q", 0, "-7.50"));
    let fetched = fetch(&ann, &feed).await;
    assert_eq!(fetched["accounts"][0]["pending"], 0);
    let amounts: Vec<String> = ann.transactions().await.iter().map(|row| text(&row["amount"])).collect();
    assert!(amounts.len() == 2 && amounts.contains(&"-7.50".to_owned()), "{amounts:?}");
}

async fn a_transaction_that_disappears_from_the_feed_stays(database: Database) {
    let Some(app) = start(database).await else { return };
    let (ann, bridge) = (app.user("ann").await, Bridge::start().await);
    bridge.set(|state| state.transactions = vec![row("a", 0, "-5.00"), row("b", 0, "12.34")]);
    let feed = connect(&ann, &bridge).await;
    fetch(&ann, &feed).await;
    bridge.set(|state| drop(state.transactions.remove(0)));
    fetch(&ann, &feed).await;
    assert_eq!(ids(&ann).await.len(), 2);
}

async fn a_feed_is_sealed_and_of_one_user(database: Database) {
    let Some(app) = start(database).await else { return };
    let (ann, bob, bridge) = (app.user("ann").await, app.user("bob").await, Bridge::start().await);
    let feed = connect(&ann, &bridge).await;
    assert_eq!(bob.json("/feeds").await["items"], json!([]));
    for (method, path) in [(Method::DELETE, ""), (Method::POST, "/fetch")] {
        let answer = bob.request(method, &format!("/feeds/{feed}{path}")).body("").send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::NOT_FOUND);
    }
    let me = ann.json("/auth/get-session").await;
    let user = text(&me["user"]["id"]).parse().unwrap();
    let stored = app.storage.list_feeds(user).await.unwrap();
    let sealed = &stored[0].sealed;
    assert!(!sealed.windows(PASSWORD.len()).any(|part| part == PASSWORD.as_bytes()));
    let export = ann.get("/me/export").await.bytes().await.unwrap();
    let listed = ann.json("/feeds").await.to_string();
    assert!(!export.windows(PASSWORD.len()).any(|part| part == PASSWORD.as_bytes()));
    assert!(!listed.contains(PASSWORD) && !export.windows(sealed.len()).any(|part| part == sealed));
}

async fn a_revoked_feed_waits_for_a_new_token(database: Database) {
    let Some(app) = start(database).await else { return };
    let (ann, bridge) = (app.user("ann").await, Bridge::start().await);
    let feed = connect(&ann, &bridge).await;
    bridge.set(|state| state.status = Some(402));
    let failed = fetch(&ann, &feed).await;
    assert_eq!(failed["state"], "failed");
    assert!(text(&failed["failure"]).contains("payment"), "{failed}");
    bridge.set(|state| state.status = Some(403));
    let revoked = fetch(&ann, &feed).await;
    assert_eq!((&revoked["state"], &revoked["dueAt"]), (&json!("revoked"), &Value::Null));
    refused(&ann, Method::POST, &format!("/feeds/{feed}/fetch"), json!({}), StatusCode::CONFLICT).await;
    bridge.set(|state| state.status = None);
    let path = format!("/feeds/{feed}/token");
    refused(&ann, Method::PUT, &path, bridge.token("one"), StatusCode::BAD_REQUEST).await;
    let again = ok(&ann, Method::PUT, &path, bridge.token("two")).await;
    assert_eq!((&again["state"], &again["accounts"][0]["link"]), (&json!("working"), &json!("linked")));
}

async fn the_requests_of_a_day_are_limited(database: Database) {
    let Some(app) = start(database).await else { return };
    let (ann, bridge) = (app.user("ann").await, Bridge::start().await);
    let feed = connect(&ann, &bridge).await;
    for left in [4, 3, 2, 1, 0] {
        assert_eq!(fetch(&ann, &feed).await["fetchesLeft"], left);
    }
    refused(&ann, Method::POST, &format!("/feeds/{feed}/fetch"), json!({}), StatusCode::CONFLICT).await;
    assert_eq!(bridge.state.lock().unwrap().requests, 6);
}

async fn a_due_feed_is_fetched_by_one_process(database: Database) {
    let Some(app) = start(database).await else { return };
    let (ann, bridge) = (app.user("ann").await, Bridge::start().await);
    connect(&ann, &bridge).await;
    let worker = WorkerId("one".to_owned());
    let now = saldo_domain::ManualClock::at(SystemClock.now());
    assert_eq!(app.app.feeds.fetch_due(&worker, &now).await.unwrap(), 0, "it was just fetched");
    now.advance(std::time::Duration::from_hours(25));
    assert_eq!(app.app.feeds.fetch_due(&worker, &now).await.unwrap(), 1);
    assert_eq!(app.app.feeds.fetch_due(&worker, &now).await.unwrap(), 0);
}

async fn invalid_requests_are_rejected(database: Database) {
    let Some(app) = start(database).await else { return };
    let (ann, bridge) = (app.user("ann").await, Bridge::start().await);
    let bad = StatusCode::BAD_REQUEST;
    refused(&ann, Method::POST, "/feeds", json!({"setupToken": "x"}), bad).await;
    refused(&ann, Method::POST, "/feeds", json!({"setupToken": "x".repeat(2_001)}), bad).await;
    let feed = ok(&ann, Method::POST, "/feeds", bridge.token("one")).await;
    let path = |index: usize| format!("/feed-accounts/{}", text(&feed["accounts"][index]["id"]));
    refused(&ann, Method::PUT, &path(0), json!({"into": "account"}), bad).await;
    let euros = json!({"name": "Cash", "kind": "cash", "currency": "EUR"});
    let euros = ok(&ann, Method::POST, "/accounts", euros).await["id"].clone();
    let into = json!({"into": "account", "accountId": euros});
    refused(&ann, Method::PUT, &path(0), into, StatusCode::CONFLICT).await;
    refused(&ann, Method::PUT, &path(1), json!({"into": "new"}), StatusCode::CONFLICT).await;
    ok(&ann, Method::PUT, &path(0), json!({"into": "nothing"})).await;
    assert_eq!(ann.json("/feeds").await["items"][0]["accounts"][0]["link"], "skipped");
}
