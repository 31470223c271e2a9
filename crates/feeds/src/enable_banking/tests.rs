//! Tests against a server on this machine. `tests/README.md` says where its answers come from: they are
//! printed in the provider's reference, or have the form of its schema. The real service was never asked.

use std::sync::Mutex;

use saldo_domain::{Currency, ManualClock, Money, Timestamp};
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use super::*;

const KEY: &str = include_str!("tests/key.pem");
const APPLICATION: &str = "cf589be3-3755-465b-a8df-a90a16a31403";
const SESSION: &str = include_str!("tests/session.json");
const STATE: &str = include_str!("tests/session-state.json");
const BALANCES: &str = include_str!("tests/balances.json");
const TRANSACTIONS: &str = include_str!("tests/transactions.json");
const NOW: Timestamp = Timestamp::from_milliseconds(1_601_456_633_000);

/// Answers each request with the next of these, and records the requests.
struct Server {
    address: String,
    requests: Arc<Mutex<Vec<String>>>,
}

impl Server {
    async fn answering(answers: Vec<String>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let requests: Arc<Mutex<Vec<String>>> = Arc::default();
        let recorded = requests.clone();
        tokio::spawn(async move {
            for answer in answers {
                let (mut connection, _) = listener.accept().await.unwrap();
                let request = request(&mut connection).await;
                recorded.lock().unwrap().push(request);
                // The client may stop reading at a limit.
                drop(connection.write_all(answer.as_bytes()).await);
                if answer.is_empty() {
                    std::mem::forget(connection);
                }
            }
        });
        Self { address, requests }
    }

    fn adapter(&self) -> EnableBanking {
        adapter(&self.address, &["127.0.0.1"])
    }

    fn requests(&self) -> Vec<String> {
        self.requests.lock().unwrap().clone()
    }
}

/// Reads a request with its body.
async fn request(connection: &mut tokio::net::TcpStream) -> String {
    let mut request = Vec::new();
    loop {
        let text = String::from_utf8_lossy(&request).to_lowercase();
        if let Some(end) = text.find("\r\n\r\n") {
            let length = text.split("content-length: ").nth(1).and_then(|rest| rest.split("\r\n").next());
            let length: usize = length.map_or(0, |length| length.parse().unwrap());
            if request.len() >= end + 4 + length {
                return String::from_utf8(request).unwrap();
            }
        }
        let mut buffer = [0; 4_096];
        let read = connection.read(&mut buffer).await.unwrap();
        assert_ne!(read, 0);
        request.extend_from_slice(&buffer[..read]);
    }
}

fn answer(status: &str, body: &str) -> String {
    format!("HTTP/1.1 {status}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}", body.len())
}

fn ok(body: &str) -> String {
    answer("200 OK", body)
}

fn error(status: &str, code: &str) -> String {
    answer(status, &format!(r#"{{"message":"No","code":1,"error":"{code}","detail":"<b>"}}"#))
}

fn adapter(address: &str, permitted: &[&str]) -> EnableBanking {
    drop(rustls::crypto::ring::default_provider().install_default());
    let permitted: Vec<String> = permitted.iter().map(|host| (*host).to_owned()).collect();
    let limits = AnswerLimits::new(20_000, 10, 5, 3, Duration::from_millis(500));
    let (url, redirect) = (address.parse().unwrap(), "https://saldo.example/feeds/callback".parse().unwrap());
    let key = ApplicationKey::new(APPLICATION, KEY).unwrap();
    let client = GuardedClient::new(&permitted).unwrap();
    EnableBanking::new(client, url, key, redirect, limits, Arc::new(ManualClock::at(NOW)))
}

fn bank() -> FeedBank {
    FeedBank { name: "Nordea".to_owned(), country: "FI".to_owned() }
}

/// Returns the documented session with an account in euros.
fn session() -> String {
    SESSION.replace(r#""currency": "string""#, r#""currency": "EUR""#)
}

/// Returns the documented last page of transactions, with these changes.
fn page(changes: &[(&str, &str)]) -> String {
    let page = TRANSACTIONS.replace(r#""continuation_key": "string""#, r#""continuation_key": null"#);
    changes.iter().fold(page, |page, (from, to)| {
        assert!(page.contains(from), "{from}");
        page.replace(from, to)
    })
}

/// Connects with the documented session, and fetches its account with these answers.
async fn fetched(answers: Vec<String>) -> (Server, Result<Fetched, FeedError>) {
    let mut all = vec![ok(&session()), ok(STATE)];
    all.extend(answers);
    let server = Server::answering(all).await;
    let adapter = server.adapter();
    let claimed = adapter.finish("code").await.unwrap();
    let consent: Consent = serde_json::from_str(&claimed.credential.0).unwrap();
    let (credential, key) = (&claimed.credential, &consent.accounts[0].key[..]);
    let request = FetchRequest { credential, since: Date::from_ymd_opt(2020, 1, 1).unwrap(), linked: &[key] };
    let fetched = adapter.fetch(request).await;
    (server, fetched)
}

#[test]
fn a_token_is_the_one_that_openssl_signs() {
    let key = ApplicationKey::new(APPLICATION, KEY).unwrap();
    assert_eq!(key.token(NOW).unwrap(), include_str!("tests/token.txt"));
    assert_eq!(format!("{key:?}"), format!("ApplicationKey({APPLICATION})"));
}

#[test]
fn ids_and_keys_that_cannot_be_used_are_refused() {
    for id in ["", "a b", "ä", &"a".repeat(101)] {
        assert_eq!(ApplicationKey::new(id, KEY).unwrap_err(), KeyError::InvalidId, "{id}");
    }
    for pem in ["", "key", &KEY.replace("PRIVATE KEY", "CERTIFICATE")] {
        assert_eq!(ApplicationKey::new(APPLICATION, pem).unwrap_err(), KeyError::InvalidKey, "{pem}");
    }
    let curve = include_str!("tests/curve.pem");
    assert_eq!(ApplicationKey::new(APPLICATION, curve).unwrap_err(), KeyError::NotRsa);
}

#[tokio::test]
async fn an_authorization_asks_for_the_longest_consent_of_the_bank() {
    let list = r#"{"aspsps":[{"name":"Nordea","country":"FI","maximum_consent_validity":7776000,"beta":false},
        {"name":"Other","country":"FI","maximum_consent_validity":99999999}]}"#;
    let url = "https://tilisy.enablebanking.com/welcome?sessionid=73100c65-c54d-46a1-87d1-aa3effde435a";
    let started = format!(r#"{{"url":"{url}","authorization_id":"1","psu_id_hash":"string"}}"#);
    let server = Server::answering(vec![ok(list), ok(&started), ok(list)]).await;
    let adapter = server.adapter();
    assert_eq!(adapter.authorize(&bank(), "state-1").await.unwrap().as_str(), url);
    let unknown = FeedBank { name: "Sampo".to_owned(), ..bank() };
    assert_eq!(adapter.authorize(&unknown, "s").await, Err(FeedError::UnknownBank));
    let requests = server.requests();
    let listed = "GET /aspsps?country=FI&psu_type=personal&service=AIS HTTP/1.1\r\n";
    assert!(requests[0].starts_with(listed), "{}", requests[0]);
    let token = format!("authorization: Bearer {}\r\n", include_str!("tests/token.txt"));
    assert!(requests.iter().all(|request| request.contains(&token)));
    assert!(requests[1].starts_with("POST /auth HTTP/1.1\r\n"), "{}", requests[1]);
    let body: Value = serde_json::from_str(requests[1].split("\r\n\r\n").nth(1).unwrap()).unwrap();
    // 90 days after 2020-09-30, less ten minutes.
    assert_eq!(body["access"]["valid_until"], "2020-12-29T08:53:53Z");
    assert_eq!((&body["aspsp"]["name"], &body["state"]), (&"Nordea".into(), &"state-1".into()));
    assert_eq!(body["redirect_url"], "https://saldo.example/feeds/callback");
}

#[tokio::test]
async fn the_documented_session_becomes_a_credential() {
    let server = Server::answering(vec![ok(SESSION)]).await;
    let claimed = server.adapter().finish("code-1").await.unwrap();
    assert_eq!(
        (&claimed.label[..], claimed.valid_until.unwrap().date().to_string()),
        ("Nordea", "2019-08-24".to_owned())
    );
    let consent: Consent = serde_json::from_str(&claimed.credential.0).unwrap();
    assert_eq!((&consent.session[..], &consent.bank, consent.accounts.len()), ("string", &bank(), 1));
    assert_eq!(consent.accounts[0].details(&bank()).currency, None, "the documented one is no currency");
    assert!(server.requests()[0].ends_with(r#"{"code":"code-1"}"#));
}

#[tokio::test]
async fn the_documented_answers_are_an_account_with_a_row() {
    let (server, fetched) = fetched(vec![ok(BALANCES), ok(TRANSACTIONS), ok(&page(&[]))]).await;
    let fetched = fetched.unwrap();
    let found = &fetched.accounts[0];
    let details = &found.details;
    assert_eq!((details.institution.as_deref(), &details.name[..]), (Some("Nordea"), "string ··3547"));
    assert_eq!(details.balance, None, "CLAV is not a booked balance");
    // Both pages have the same transaction.
    let [row] = &found.rows[..] else { panic!("{:?}", found.rows) };
    assert_eq!((&row.id[..], row.date.to_string()), ("5561990681", "2020-01-03".to_owned()));
    assert_eq!(row.amount, Money::from_minor(123, Currency::parse("EUR").unwrap()));
    assert_eq!(row.description, "MyPreferredAisp RF07850352502356628678117 Gift for Alex");
    let paths: Vec<String> =
        server.requests().iter().map(|text| text.lines().next().unwrap().to_owned()).collect();
    let account = "/accounts/07cc67f4-45d6-494b-adac-09b5cbc7e2b5";
    assert_eq!(paths[1], "GET /sessions/string HTTP/1.1");
    assert_eq!(paths[2], format!("GET {account}/balances HTTP/1.1"));
    let query = "transactions?date_from=2020-01-01&strategy=default";
    assert_eq!(paths[3], format!("GET {account}/{query} HTTP/1.1"));
    assert_eq!(paths[4], format!("GET {account}/{query}&continuation_key=string HTTP/1.1"));
}

#[tokio::test]
async fn booked_balances_directions_and_pending_transactions_are_read() {
    let balances = BALANCES.replace("CLAV", "XPCD");
    let with_booked = balances.replace(
        r#""balances": ["#,
        r#""balances": [{"balance_amount":{"currency":"EUR","amount":"7.00"},"balance_type":"ITBD"},"#,
    );
    let debit = [("CRDT", "DBIT")];
    let pending = [("BOOK", "PDNG"), ("CRDT", "DBIT")];
    for (balances, rows, expected) in [
        (&balances, page(&debit), (123, Some(-123), 0)),
        (&with_booked, page(&debit), (700, Some(-123), 0)),
        (&balances, page(&[("\"1.23\"", "\"-1.23\""), debit[0]]), (123, Some(-123), 0)),
        (&balances, page(&pending), (123, None, -123)),
        (&balances, page(&[("BOOK", "RJCT")]), (123, None, 0)),
    ] {
        let (_, fetched) = fetched(vec![ok(balances), ok(&rows)]).await;
        let account = fetched.unwrap().accounts.remove(0);
        let row = account.rows.first().map(|row| row.amount.minor());
        let pending = account.details.pending_sum.unwrap().minor();
        assert_eq!((account.details.balance.unwrap().minor(), row, pending), expected);
    }
}

#[tokio::test]
async fn transactions_without_a_reference_differ_by_their_number() {
    let mut without: Value = serde_json::from_str(&page(&[])).unwrap();
    let one = &mut without["transactions"][0];
    one["entry_reference"] = Value::Null;
    let one = one.clone();
    without["transactions"].as_array_mut().unwrap().push(one.clone());
    let first = without.to_string();
    let (_, twice) = fetched(vec![ok(BALANCES), ok(&first)]).await;
    let rows = twice.unwrap().accounts.remove(0).rows;
    assert_eq!((rows.len(), &rows[1].id), (2, &format!("{}#2", rows[0].id)));
    // `transaction_id` may change with each request.
    let (_, again) = fetched(vec![
        ok(BALANCES),
        ok(&first.replace(r#""transaction_id":"string""#, r#""transaction_id":"x""#)),
    ])
    .await;
    assert_eq!(again.unwrap().accounts.remove(0).rows, rows);
}

#[tokio::test]
async fn a_bank_that_keeps_fewer_days_is_asked_for_the_longest_period() {
    let refused = error("422 Unprocessable Entity", "WRONG_TRANSACTIONS_PERIOD");
    let (server, fetched) = fetched(vec![ok(BALANCES), refused, ok(&page(&[]))]).await;
    assert_eq!(fetched.unwrap().accounts[0].rows.len(), 1);
    assert!(server.requests()[4].contains("strategy=longest"));
}

#[tokio::test]
async fn a_session_that_ended_is_revoked() {
    for status in ["EXPIRED", "REVOKED", "CLOSED", "CANCELLED", "INVALID"] {
        let server = Server::answering(vec![ok(&STATE.replace("AUTHORIZED", status))]).await;
        let credential =
            Credential(r#"{"session":"a","bank":{"name":"Nordea","country":"FI"},"accounts":[]}"#.to_owned());
        let since = Date::from_ymd_opt(2020, 1, 1).unwrap();
        let request = FetchRequest { credential: &credential, since, linked: &[] };
        assert_eq!(server.adapter().fetch(request).await, Err(FeedError::Revoked), "{status}");
    }
    for refused in [error("401 Unauthorized", "EXPIRED_SESSION"), error("403 Forbidden", "REVOKED_SESSION")] {
        assert_eq!(fetched(vec![refused]).await.1, Err(FeedError::Revoked));
    }
}

#[tokio::test]
async fn answers_that_are_no_accounts_are_errors() {
    let endless = ok(TRANSACTIONS);
    let many = page(&[]).replacen(
        "\"transactions\": [",
        &format!("\"transactions\": [{}", {
            let one: Value = serde_json::from_str::<Value>(&page(&[])).unwrap()["transactions"][0].clone();
            format!("{one},").repeat(5)
        }),
        1,
    );
    for (answers, expected) in [
        (vec![error("401 Unauthorized", "UNAUTHORIZED_ACCESS")], FeedError::KeyRejected),
        (vec![error("429 Too Many Requests", "ASPSP_RATE_LIMIT_EXCEEDED")], FeedError::RateLimited),
        (vec![answer("429 Too Many Requests", "<html>")], FeedError::RateLimited),
        (vec![error("500 X", "ASPSP_ERROR")], FeedError::Code("ASPSP_ERROR".to_owned())),
        (vec![error("500 X", "<script>")], FeedError::Status(500)),
        (vec![answer("302 Found\r\nlocation: http://127.0.0.1:1/", "")], FeedError::Status(302)),
        (vec![ok("<html>")], FeedError::Malformed),
        (vec![ok(&" ".repeat(20_001))], FeedError::TooLarge),
        (vec![String::new()], FeedError::Unreachable),
        (vec![ok(BALANCES), endless.clone(), endless.clone(), endless], FeedError::TooLarge),
        (vec![ok(BALANCES), ok(&many)], FeedError::TooLarge),
    ] {
        assert_eq!(fetched(answers).await.1, Err(expected));
    }
}

#[tokio::test]
async fn an_account_that_cannot_be_read_is_left_out_with_a_message() {
    for (from, to, message) in [
        ("\"EUR\"", "\"SEK\"", "another currency"),
        ("\"1.23\"", "\"1.234\"", "cannot be read"),
        ("\"1.23\"", "\"-1.23\"", "contradicts"),
        ("CRDT", "X", "direction"),
        ("2020-01-0", "0001-01-0", "day of a transaction"),
    ] {
        let (_, fetched) = fetched(vec![ok(BALANCES), ok(&page(&[(from, to)]))]).await;
        let fetched = fetched.unwrap();
        let text = &fetched.messages[0];
        assert!(fetched.accounts.is_empty() && text.contains(message), "{text}");
        assert!(text.starts_with("string ··3547: ") && text.ends_with("This account is left out."));
    }
}

#[tokio::test]
async fn an_account_that_is_not_linked_costs_no_request_to_the_bank() {
    let server = Server::answering(vec![ok(&session()), ok(STATE)]).await;
    let adapter = server.adapter();
    let claimed = adapter.finish("code").await.unwrap();
    let since = Date::from_ymd_opt(2020, 1, 1).unwrap();
    let (credential, linked) = (&claimed.credential, &["other"][..]);
    let fetched = adapter.fetch(FetchRequest { credential, since, linked }).await.unwrap();
    assert_eq!((fetched.accounts.len(), server.requests().len()), (1, 2));
    assert_eq!(fetched.messages, ["An account is not in your consent at the bank; renew it."]);
}

#[tokio::test]
async fn the_key_of_an_account_is_the_same_in_another_session() {
    let later = session()
        .replace("07cc67f4-45d6-494b-adac-09b5cbc7e2b5", "497f6eca-6276-4993-bfeb-53cbbbba6f08")
        .replace("\"string\"", "\"x\"");
    let server = Server::answering(vec![ok(&session()), ok(&later)]).await;
    let adapter = server.adapter();
    let mut known = Vec::new();
    for _ in 0..2 {
        let claimed = adapter.finish("code").await.unwrap();
        assert!(claimed.valid_until.is_some() && !format!("{claimed:?}").contains("497f6eca"));
        let consent: Consent = serde_json::from_str(&claimed.credential.0).unwrap();
        known.push(consent.accounts.into_iter().next().unwrap());
    }
    assert_eq!(known[0].key, known[1].key);
    assert_ne!(known[0].uid, known[1].uid);
}

#[tokio::test]
async fn a_code_that_was_used_and_private_hosts_are_refused() {
    let used = error("422 X", "EXPIRED_AUTHORIZATION_CODE");
    let server = Server::answering(vec![used]).await;
    assert_eq!(server.adapter().finish("code").await, Err(FeedError::CodeUsed));
    let guarded = adapter("https://127.0.0.1:1", &[]);
    assert_eq!(guarded.finish("code").await, Err(FeedError::PrivateAddress));
    let insecure = adapter("http://example.org", &[]);
    assert_eq!(insecure.banks("FI").await, Err(FeedError::Insecure));
}

#[tokio::test]
async fn a_deleted_feed_ends_the_session() {
    let server = Server::answering(vec![ok(r#"{"message":"OK"}"#), error("401 X", "CLOSED_SESSION")]).await;
    let credential =
        Credential(r#"{"session":"a","bank":{"name":"Nordea","country":"FI"},"accounts":[]}"#.to_owned());
    assert_eq!(server.adapter().end(&credential).await, Ok(()));
    assert_eq!(server.adapter().end(&credential).await, Ok(()), "it has ended already");
    assert!(server.requests()[0].starts_with("DELETE /sessions/a HTTP/1.1\r\n"));
}
