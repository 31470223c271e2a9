//! Tests of consents at banks, through HTTP, with a server on this machine in the form of Enable Banking's
//! API. Its answers have the form of the provider's reference; the real service was never asked.

use std::sync::{Arc, Mutex};

use reqwest::{Method, StatusCode};
use saldo_domain::{Clock, Date, ManualClock, SystemClock};
use saldo_storage::WorkerId;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use crate::app::{Database, TestApp, TestUser, with_each_database};
use crate::ledger::{ok, refused, text};

with_each_database!(
    a_bank_is_connected_linked_and_fetched,
    a_renewal_keeps_the_links_of_accounts,
    a_state_is_of_one_user_and_works_once,
    a_refused_code_connects_nothing,
    a_bank_is_asked_four_times_a_day,
    a_consent_that_ended_is_revoked_without_a_request,
    the_credential_is_sealed_and_the_session_ends_with_the_feed,
    sessions_end_with_all_data_a_household_or_a_user,
    a_provider_that_fails_or_is_silent_does_not_delay_a_deletion,
    without_an_application_there_are_no_banks,
    invalid_authorizations_are_rejected,
);

const KEY: &str = include_str!("../../../../crates/feeds/src/enable_banking/tests/key.pem");
/// The hash of the account, which is the same in all sessions.
const HASH: &str =
    "WwpbCiJhY2NvdW50IiwKImFjY291bnRfaWQiLAoiaWJhbiIKXQpd.E8GzhnnsFC7K+4e3YMYYKpyM83Zx6toXrjgcvPP/Lqc=";

/// A server of the API with one bank.
struct Api {
    address: String,
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    /// The number of sessions so far.
    sessions: usize,
    /// The states that came with requests to consent.
    states: Vec<String>,
    transactions: Vec<Value>,
    /// The status and the code with which accounts are refused.
    refusal: Option<(u16, &'static str)>,
    /// True if requests to end a session get no answer.
    is_silent: bool,
    /// The methods and paths of all requests.
    paths: Vec<String>,
}

impl Api {
    async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let api =
            Self { address: format!("http://{}", listener.local_addr().unwrap()), state: Arc::default() };
        let (address, state) = (api.address.clone(), api.state.clone());
        tokio::spawn(async move {
            while let Ok((mut connection, _)) = listener.accept().await {
                let request = whole(&mut connection).await;
                let (status, body) = state.lock().unwrap().answer(&address, &request);
                if status == 0 {
                    tokio::spawn(async move { connection.read(&mut [0]).await });
                    continue;
                }
                let (length, body) = (body.to_string().len(), body.to_string());
                let answer = format!(
                    "HTTP/1.1 {status} X\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{body}"
                );
                connection.write_all(answer.as_bytes()).await.unwrap();
            }
        });
        api
    }

    fn set(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.state.lock().unwrap());
    }

    fn paths(&self) -> Vec<String> {
        self.state.lock().unwrap().paths.clone()
    }

    /// Waits until the session was to be ended that came with this number.
    async fn ended(&self, session: usize) {
        let asked = format!("DELETE /sessions/session-{session}");
        for _ in 0..200 {
            if self.paths().contains(&asked) {
                return;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
        panic!("no {asked} in {:?}", self.paths());
    }
}

/// Reads a request with its body.
async fn whole(connection: &mut tokio::net::TcpStream) -> String {
    let mut request = Vec::new();
    loop {
        let text = String::from_utf8_lossy(&request).to_lowercase();
        if let Some(end) = text.find("\r\n\r\n") {
            let length = text.split("content-length: ").nth(1).and_then(|rest| rest.split("\r\n").next());
            if request.len() >= end + 4 + length.map_or(0, |length| length.parse().unwrap()) {
                return String::from_utf8(request).unwrap();
            }
        }
        let mut buffer = [0; 4_096];
        let read = connection.read(&mut buffer).await.unwrap();
        assert_ne!(read, 0);
        request.extend_from_slice(&buffer[..read]);
    }
}

impl State {
    fn answer(&mut self, address: &str, request: &str) -> (u16, Value) {
        let mut words = request.split(' ');
        let (method, path) = (words.next().unwrap(), words.next().unwrap());
        let body: Value = serde_json::from_str(request.split("\r\n\r\n").nth(1).unwrap()).unwrap_or_default();
        self.paths.push(format!("{method} {path}"));
        if !request.contains("authorization: Bearer ey") {
            return (401, json!({"error": "UNAUTHORIZED_ACCESS"}));
        }
        let uid = format!("uid-{}", self.sessions);
        match (method, path.split('?').next().unwrap()) {
            ("GET", "/aspsps") => (
                200,
                json!({"aspsps": [
                {"name": "Nordea", "country": "FI", "maximum_consent_validity": 15_552_000, "beta": false},
                {"name": "Aktia", "country": "FI", "maximum_consent_validity": 7_776_000, "beta": false}]}),
            ),
            ("POST", "/auth") => {
                self.states.push(text(&body["state"]));
                (
                    200,
                    json!({"url": format!("{address}/welcome"), "authorization_id": "1", "psu_id_hash": "1"}),
                )
            }
            ("POST", "/sessions") if body["code"] == "good" => {
                self.sessions += 1;
                let until = SystemClock.now().after(std::time::Duration::from_hours(24 * 180)).to_utc();
                (
                    200,
                    json!({"session_id": format!("session-{}", self.sessions),
                    "accounts": [{"uid": format!("uid-{}", self.sessions), "identification_hash": HASH,
                        "account_id": {"iban": "FI0455231152453547"}, "details": "Current account",
                        "currency": "EUR", "cash_account_type": "CACC", "identification_hashes": [HASH]}],
                    "aspsp": {"name": "Nordea", "country": "FI"}, "psu_type": "personal",
                    "access": {"valid_until": until.to_rfc3339()}}),
                )
            }
            ("POST", "/sessions") => (422, json!({"error": "WRONG_AUTHORIZATION_CODE"})),
            ("GET", path) if path == format!("/sessions/session-{}", self.sessions) => {
                (200, json!({"status": "AUTHORIZED"}))
            }
            ("DELETE", path) if path.starts_with("/sessions/session-") => match self.refusal {
                _ if self.is_silent => (0, Value::Null),
                Some((status, code)) => (status, json!({"error": code})),
                None => (200, json!({"message": "OK"})),
            },
            ("GET", path) if path.starts_with(&format!("/accounts/{uid}/")) => match self.refusal {
                Some((status, code)) => (status, json!({"error": code, "message": "No"})),
                None if path.ends_with("/balances") => (
                    200,
                    json!({"balances": [
                    {"balance_amount": {"currency": "EUR", "amount": "100.00"}, "balance_type": "CLBD",
                     "reference_date": today()}]}),
                ),
                None => (200, json!({"transactions": self.transactions, "continuation_key": null})),
            },
            _ => (401, json!({"error": "EXPIRED_SESSION"})),
        }
    }
}

fn today() -> Date {
    SystemClock.now().date()
}

fn row(reference: &str, days_ago: u64, amount: &str, direction: &str, status: &str) -> Value {
    json!({"entry_reference": reference, "transaction_amount": {"currency": "EUR", "amount": amount},
        "credit_debit_indicator": direction, "status": status, "booking_date": today() - chrono::Days::new(days_ago),
        "creditor": {"name": "K-Market"}, "remittance_information": ["Card payment"]})
}

async fn start(database: Database, api: &Api) -> Option<TestApp> {
    let settings = [
        ("SALDO_FEED_PRIVATE_HOSTS", "127.0.0.1"),
        ("SALDO_ENABLE_BANKING_URL", &api.address[..]),
        ("SALDO_ENABLE_BANKING_APPLICATION_ID", "cf589be3-3755-465b-a8df-a90a16a31403"),
        ("SALDO_ENABLE_BANKING_KEY", KEY),
    ];
    TestApp::start_with(database, &settings).await
}

fn nordea() -> Value {
    json!({"bank": {"name": "Nordea", "country": "FI"}})
}

/// Begins an authorization, and returns its state.
async fn begin(user: &TestUser, api: &Api, target: Value) -> String {
    let begun = ok(user, Method::POST, "/feed-authorizations", target).await;
    assert_eq!(begun["url"], format!("{}/welcome", api.address));
    api.state.lock().unwrap().states.last().unwrap().clone()
}

async fn finish(user: &TestUser, state: &str) -> Value {
    let answer = json!({"state": state, "code": "good"});
    ok(user, Method::POST, "/feed-authorizations/finish", answer).await
}

/// Connects the bank, and links its account to a new one. Returns the feed.
async fn connect(user: &TestUser, api: &Api) -> Value {
    let state = begin(user, api, nordea()).await;
    let feed = finish(user, &state).await;
    let account = text(&feed["accounts"][0]["id"]);
    ok(user, Method::PUT, &format!("/feed-accounts/{account}"), json!({"into": "new"})).await;
    feed
}

async fn fetch(user: &TestUser, feed: &Value) -> Value {
    ok(user, Method::POST, &format!("/feeds/{}/fetch", text(&feed["id"])), json!({})).await
}

async fn a_bank_is_connected_linked_and_fetched(database: Database) {
    let api = Api::start().await;
    let Some(app) = start(database, &api).await else { return };
    let ann = app.user("ann").await;
    assert_eq!(ann.json("/feeds").await["providers"], json!(["simplefin", "enable_banking"]));
    let banks = ann.json("/feed-banks?country=FI").await;
    assert_eq!(banks["items"][0], json!({"name": "Aktia", "country": "FI", "daysMax": 90}));
    let feed = connect(&ann, &api).await;
    assert_eq!((&feed["provider"], &feed["state"]), (&json!("enable_banking"), &json!("working")));
    assert_eq!((&feed["label"], &feed["bank"]["country"]), (&json!("Nordea"), &json!("FI")));
    assert_eq!(feed["accounts"][0]["name"], "Current account ··3547");
    assert!(!api.paths().iter().any(|path| path.contains("/accounts/")), "it costs no request to the bank");
    api.set(|state| {
        state.transactions = vec![
            row("a", 3, "5.00", "DBIT", "BOOK"),
            row("b", 2, "12.34", "CRDT", "BOOK"),
            row("c", 0, "7.00", "DBIT", "PDNG"),
        ];
    });
    let fetched = fetch(&ann, &feed).await;
    let account = &fetched["accounts"][0];
    assert_eq!(
        (&account["balance"], &account["pendingSum"]),
        (&json!("100.00"), &json!("-7.00")),
        "{fetched}"
    );
    let mut amounts: Vec<String> = ann.transactions().await.iter().map(|row| text(&row["amount"])).collect();
    amounts.sort();
    assert_eq!(amounts, ["-5.00", "12.34"]);
    fetch(&ann, &feed).await;
    assert_eq!(ann.transactions().await.len(), 2, "a second fetch adds no duplicate");
}

async fn a_renewal_keeps_the_links_of_accounts(database: Database) {
    let api = Api::start().await;
    let Some(app) = start(database, &api).await else { return };
    let ann = app.user("ann").await;
    let feed = connect(&ann, &api).await;
    api.set(|state| state.transactions = vec![row("a", 3, "5.00", "DBIT", "BOOK")]);
    fetch(&ann, &feed).await;
    api.set(|state| state.refusal = Some((401, "EXPIRED_SESSION")));
    let revoked = fetch(&ann, &feed).await;
    assert_eq!((&revoked["state"], &revoked["dueAt"]), (&json!("revoked"), &Value::Null));
    api.set(|state| state.refusal = None);
    let state = begin(&ann, &api, json!({"feedId": feed["id"]})).await;
    let renewed = finish(&ann, &state).await;
    assert_eq!((&renewed["id"], &renewed["state"]), (&feed["id"], &json!("working")), "{renewed}");
    assert_eq!(renewed["accounts"].as_array().unwrap().len(), 1, "the account is the same in a new session");
    assert_eq!(renewed["accounts"][0]["link"], "linked");
    assert!(
        api.paths().iter().any(|path| path.contains("/accounts/uid-2/transactions")),
        "{:?}",
        api.paths()
    );
    assert_eq!(ann.transactions().await.len(), 1);
}

async fn a_state_is_of_one_user_and_works_once(database: Database) {
    let api = Api::start().await;
    let Some(app) = start(database, &api).await else { return };
    let (ann, bob) = (app.user("ann").await, app.user("bob").await);
    let state = begin(&ann, &api, nordea()).await;
    let answer = json!({"state": state, "code": "good"});
    for (user, answer) in [(&bob, &answer), (&ann, &json!({"state": "other", "code": "good"}))] {
        let (status, error) =
            refused(user, Method::POST, "/feed-authorizations/finish", answer.clone()).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{error}");
    }
    finish(&ann, &state).await;
    let again = refused(&ann, Method::POST, "/feed-authorizations/finish", answer).await;
    assert_eq!(again.0, StatusCode::BAD_REQUEST);
    assert_eq!(api.paths().iter().filter(|path| *path == "POST /sessions").count(), 1);
    let path = "/feed-authorizations/finish";
    let mut foreign = ann.request(Method::POST, path).body("{}").build().unwrap();
    foreign.headers_mut().insert("content-type", "application/json".parse().unwrap());
    foreign.headers_mut().insert("origin", "https://evil.example".parse().unwrap());
    let answer = reqwest::Client::builder().build().unwrap().execute(foreign).await.unwrap();
    assert_eq!(answer.status(), StatusCode::FORBIDDEN);
}

async fn a_refused_code_connects_nothing(database: Database) {
    let api = Api::start().await;
    let Some(app) = start(database, &api).await else { return };
    let ann = app.user("ann").await;
    let state = begin(&ann, &api, nordea()).await;
    let answer = json!({"state": state, "code": "bad"});
    let (status, error) = refused(&ann, Method::POST, "/feed-authorizations/finish", answer).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    assert!(error.contains("was used before"), "{error}");
    assert_eq!(ann.json("/feeds").await["items"], json!([]));
    let unknown = json!({"bank": {"name": "Sampo", "country": "FI"}});
    let (status, error) = refused(&ann, Method::POST, "/feed-authorizations", unknown).await;
    assert!(status == StatusCode::BAD_REQUEST && error.contains("does not have this bank"));
}

async fn a_bank_is_asked_four_times_a_day(database: Database) {
    let api = Api::start().await;
    let Some(app) = start(database, &api).await else { return };
    let ann = app.user("ann").await;
    let feed = connect(&ann, &api).await;
    assert_eq!(feed["fetchesLeft"], 3, "the provider permits fewer fetches than the settings");
    api.set(|state| state.refusal = Some((429, "ASPSP_RATE_LIMIT_EXCEEDED")));
    let limited = fetch(&ann, &feed).await;
    assert_eq!((&limited["state"], &limited["fetchesLeft"]), (&json!("failed"), &json!(2)));
    assert!(text(&limited["failure"]).contains("six hours"), "{limited}");
    // The schedule waits six hours, and keeps to four fetches a day.
    let (worker, now) = (WorkerId("one".to_owned()), ManualClock::at(SystemClock.now()));
    now.advance(std::time::Duration::from_hours(5));
    assert_eq!(app.app.feeds.fetch_due(&worker, &now).await.unwrap(), 0);
    fetch(&ann, &feed).await;
    fetch(&ann, &feed).await;
    let path = format!("/feeds/{}/fetch", text(&feed["id"]));
    let (status, _) = refused(&ann, Method::POST, &path, json!({})).await;
    assert_eq!(status, StatusCode::CONFLICT);
}

async fn a_consent_that_ended_is_revoked_without_a_request(database: Database) {
    let api = Api::start().await;
    let Some(app) = start(database, &api).await else { return };
    let ann = app.user("ann").await;
    connect(&ann, &api).await;
    let made = api.paths().len();
    let (worker, now) = (WorkerId("one".to_owned()), ManualClock::at(SystemClock.now()));
    now.advance(std::time::Duration::from_hours(24 * 181));
    assert_eq!(app.app.feeds.fetch_due(&worker, &now).await.unwrap(), 1);
    let feed = ann.json("/feeds").await["items"][0].clone();
    assert_eq!((&feed["state"], &feed["dueAt"]), (&json!("revoked"), &Value::Null));
    assert!(text(&feed["failure"]).contains("renew") && feed["validUntil"].is_string(), "{feed}");
    assert_eq!(api.paths().len(), made);
}

async fn the_credential_is_sealed_and_the_session_ends_with_the_feed(database: Database) {
    let api = Api::start().await;
    let Some(app) = start(database, &api).await else { return };
    let ann = app.user("ann").await;
    let feed = connect(&ann, &api).await;
    let listed = ann.json("/feeds").await.to_string();
    let export = ann.get("/me/export").await.bytes().await.unwrap();
    for secret in ["session-1", "uid-1", HASH] {
        assert!(!listed.contains(secret), "{secret}");
        assert!(!export.windows(secret.len()).any(|part| part == secret.as_bytes()), "{secret}");
    }
    let path = format!("/feeds/{}", text(&feed["id"]));
    let gone = ann.request(Method::DELETE, &path).body("").send().await.unwrap();
    assert_eq!(gone.status(), StatusCode::NO_CONTENT);
    api.ended(1).await;
}

async fn sessions_end_with_all_data_a_household_or_a_user(database: Database) {
    let api = Api::start().await;
    let Some(app) = start(database, &api).await else { return };
    let ann = app.user("ann").await;
    let household = async |name: &str| {
        let new = ok(&ann, Method::POST, "/books", json!({ "name": name })).await;
        ann.in_books(new["id"].as_str().unwrap())
    };
    connect(&ann, &api).await;
    let (deleted, kept) = (household("Deleted").await, household("Kept").await);
    connect(&deleted, &api).await;
    connect(&kept, &api).await;
    ok(&ann, Method::DELETE, "/me/data", json!({"confirm": "delete my data"})).await;
    api.ended(1).await;
    let path = format!("/books/{}", deleted.books().unwrap());
    assert_eq!(
        refused(&ann, Method::DELETE, &path, json!({"confirm": "no"})).await.0,
        StatusCode::BAD_REQUEST
    );
    ok(&ann, Method::DELETE, &path, json!({"confirm": "delete this household"})).await;
    api.ended(2).await;
    assert!(!api.paths().contains(&"DELETE /sessions/session-3".to_owned()), "{:?}", api.paths());
    connect(&ann, &api).await;
    let wrong = ann.post("/auth/delete-user", &json!({ "password": "wrong horse" })).await;
    assert_eq!(wrong.status(), StatusCode::BAD_REQUEST);
    let gone = ann.post("/auth/delete-user", &json!({ "password": "correct horse" })).await;
    assert_eq!(gone.status(), StatusCode::OK);
    api.ended(3).await;
    api.ended(4).await;
    let ends = api.paths().iter().filter(|path| path.starts_with("DELETE")).count();
    assert_eq!(ends, 4, "{:?}", api.paths());
}

async fn a_provider_that_fails_or_is_silent_does_not_delay_a_deletion(database: Database) {
    let api = Api::start().await;
    let Some(app) = start(database, &api).await else { return };
    let ann = app.user("ann").await;
    for (session, is_silent) in [(1, false), (2, true)] {
        let feed = connect(&ann, &api).await;
        api.set(|state| (state.refusal, state.is_silent) = (Some((500, "ASPSP_ERROR")), is_silent));
        let path = format!("/feeds/{}", text(&feed["id"]));
        let deletion = ann.request(Method::DELETE, &path).body("").send();
        let gone = tokio::time::timeout(std::time::Duration::from_secs(20), deletion).await.unwrap().unwrap();
        assert_eq!(gone.status(), StatusCode::NO_CONTENT);
        assert_eq!(ann.json("/feeds").await["items"], json!([]));
        api.ended(session).await;
        api.set(|state| (state.refusal, state.is_silent) = (None, false));
    }
}

async fn without_an_application_there_are_no_banks(database: Database) {
    let Some(app) = TestApp::start_with(database, &[]).await else { return };
    let ann = app.user("ann").await;
    assert_eq!(ann.json("/feeds").await["providers"], json!(["simplefin"]));
    let (status, error) = refused(&ann, Method::POST, "/feed-authorizations", nordea()).await;
    assert!(status == StatusCode::CONFLICT && error.contains("administrator"), "{error}");
    assert_eq!(ann.get("/feed-banks?country=FI").await.status(), StatusCode::CONFLICT);
}

async fn invalid_authorizations_are_rejected(database: Database) {
    let api = Api::start().await;
    let Some(app) = start(database, &api).await else { return };
    let ann = app.user("ann").await;
    for target in [
        json!({}),
        json!({"bank": {"name": "Nordea", "country": "FI"}, "feedId": "x"}),
        json!({"bank": {"name": "", "country": "FI"}}),
        json!({"bank": {"name": "Nordea", "country": "fi"}}),
    ] {
        let (status, error) = refused(&ann, Method::POST, "/feed-authorizations", target).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{error}");
    }
    assert_eq!(ann.get("/feed-banks?country=FIN").await.status(), StatusCode::BAD_REQUEST);
    let empty = json!({"state": "", "code": "good"});
    let (status, _) = refused(&ann, Method::POST, "/feed-authorizations/finish", empty).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    let feed = connect(&ann, &api).await;
    let token = json!({"setupToken": "eA=="});
    let (status, _) = refused(&ann, Method::PUT, &format!("/feeds/{}/token", text(&feed["id"])), token).await;
    assert_eq!(status, StatusCode::CONFLICT, "it has no setup token");
}
