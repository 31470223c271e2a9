//! Tests of notifications, through HTTP, with a receiver on this machine.

use std::sync::{Arc, Mutex};

use hmac::{Hmac, KeyInit as _, Mac as _};
use reqwest::{Method, StatusCode};
use saldo_domain::{Clock, DigestRhythm, Period, SystemClock};
use serde_json::{Value, json};
use sha2::Sha256;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use crate::app::{Database, TestApp, TestUser, on_each_database, with_each_database};
use crate::ledger::{ok, refused, text};
use crate::pdf::Sample;

on_each_database!(
    nothing_is_on_and_nothing_is_stored_by_default,
    an_event_is_a_notification_once_and_is_read,
    a_private_address_is_refused_by_default,
    invalid_channels_are_rejected,
    notifications_and_channels_are_of_one_user,
    notifications_are_in_the_archive_and_deleted_with_the_data,
    a_statement_that_does_not_add_up_is_noticed_when_it_is_imported,
    a_digest_of_the_last_month_has_the_figures_of_the_reports,
);

/// Tests of deliveries, each on a server that may send to this machine.
mod deliveries {
    use super::{
        a_digest_is_sent_with_its_chart, a_failed_delivery_is_recorded_and_due_again,
        a_redirect_is_not_followed, a_topic_of_ntfy_gets_the_text_in_the_language_of_the_channel,
        a_webhook_is_signed_and_sent_once, with_each_database,
    };

    with_each_database!(
        a_webhook_is_signed_and_sent_once,
        a_failed_delivery_is_recorded_and_due_again,
        a_redirect_is_not_followed,
        a_topic_of_ntfy_gets_the_text_in_the_language_of_the_channel,
        a_digest_is_sent_with_its_chart,
    );
}

/// A server on this machine that records requests and answers each with one head.
struct Receiver {
    address: String,
    received: Arc<Mutex<Vec<String>>>,
}

impl Receiver {
    async fn answering(head: &'static str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let received: Arc<Mutex<Vec<String>>> = Arc::default();
        let stored = received.clone();
        tokio::spawn(async move {
            while let Ok((mut connection, _)) = listener.accept().await {
                let mut request = String::new();
                while !is_whole(&request) {
                    let mut buffer = [0; 4_096];
                    let read = connection.read(&mut buffer).await.unwrap();
                    request.push_str(std::str::from_utf8(&buffer[..read]).unwrap());
                    if read == 0 {
                        break;
                    }
                }
                stored.lock().unwrap().push(request);
                let answer = format!("HTTP/1.1 {head}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
                connection.write_all(answer.as_bytes()).await.unwrap();
            }
        });
        Self { address, received }
    }

    fn take(&self) -> Vec<String> {
        std::mem::take(&mut *self.received.lock().unwrap())
    }
}

fn is_whole(request: &str) -> bool {
    let Some((_, body)) = request.split_once("\r\n\r\n") else { return false };
    header(request, "content-length").is_some_and(|length| body.len() >= length.parse::<usize>().unwrap())
}

fn header(request: &str, name: &str) -> Option<String> {
    let (head, _) = request.split_once("\r\n\r\n")?;
    let mut lines = head.lines().filter_map(|line| line.split_once(": "));
    lines.find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.to_owned())
}

fn body_of(request: &str) -> &str {
    request.split_once("\r\n\r\n").unwrap().1
}

/// Spends 90 of a budget of 100 euros in this month.
async fn spend_a_budget(user: &TestUser) {
    let account = json!({"name": "Cash", "kind": "cash", "currency": "EUR"});
    let account = ok(user, Method::POST, "/accounts", account).await["id"].clone();
    let category = user.json("/categories").await["items"][3]["id"].clone();
    let today = SystemClock.now().date();
    let new = json!({"accountId": account, "date": today, "description": "x", "amount": "-90.00",
        "categoryId": category});
    ok(user, Method::POST, "/transactions", new).await;
    let budget = json!({"categoryId": category, "amount": "100.00", "currency": "EUR",
        "rhythm": "monthly", "rollOver": "nothing", "start": today.format("%Y-%m").to_string()});
    ok(user, Method::POST, "/budgets", budget).await;
}

async fn turn_on(user: &TestUser, kinds: &[&str]) {
    ok(user, Method::PUT, "/notifications/settings", json!({ "kinds": kinds })).await;
}

async fn add_channel(user: &TestUser, kind: &str, address: &str) -> Value {
    let new = json!({"kind": kind, "address": address, "language": "de"});
    ok(user, Method::POST, "/notification-channels", new).await
}

async fn nothing_is_on_and_nothing_is_stored_by_default(app: TestApp) {
    let ann = app.user("ann").await;
    spend_a_budget(&ann).await;
    let settings = ann.json("/notifications/settings").await;
    assert_eq!((&settings["kinds"], &settings["channels"]), (&json!([]), &json!([])));
    assert_eq!(settings["availableChannels"], json!(["webhook", "ntfy"]), "there is no mail server");
    app.app.notifier.deliver_due(&SystemClock).await.unwrap();
    let listed = ann.json("/notifications").await;
    assert_eq!((&listed["items"], &listed["unread"]), (&json!([]), &json!(0)));
}

async fn an_event_is_a_notification_once_and_is_read(app: TestApp) {
    let ann = app.user("ann").await;
    spend_a_budget(&ann).await;
    turn_on(&ann, &["budget_reached"]).await;
    let listed = ann.json("/notifications").await;
    let [one] = &listed["items"].as_array().unwrap()[..] else { panic!("{listed}") };
    let event = &one["event"];
    assert_eq!((&event["kind"], &event["percent"]), (&json!("budget_reached"), &json!(80)));
    assert_eq!((&event["amount"], &event["compared"]), (&json!("90.00"), &json!("100.00")));
    assert_eq!((&event["path"], &event["currency"]), (&json!("/budget"), &json!("EUR")));
    assert_eq!((&one["readAt"], &one["deliveries"]), (&Value::Null, &json!([])));
    // A second look at the same state, here by saving the same settings, adds nothing.
    turn_on(&ann, &["budget_reached"]).await;
    assert_eq!(ann.json("/notifications").await, listed);
    ok(&ann, Method::POST, "/notifications/read", json!({"ids": [one["id"]]})).await;
    let read = ann.json("/notifications").await;
    assert_eq!(read["unread"], 0);
    assert_ne!(read["items"][0]["readAt"], Value::Null);
    turn_on(&ann, &[]).await;
    assert_eq!(ann.json("/notifications/settings").await["kinds"], json!([]));
}

async fn a_private_address_is_refused_by_default(app: TestApp) {
    let ann = app.user("ann").await;
    let receiver = Receiver::answering("200 OK").await;
    let port = receiver.address.rsplit(':').next().unwrap();
    for host in ["127.0.0.1", "localhost", "[::ffff:127.0.0.1]", "169.254.169.254", "0.0.0.0"] {
        let made = add_channel(&ann, "webhook", &format!("http://{host}:{port}/")).await;
        let id = text(&made["channel"]["id"]);
        let tested = ok(&ann, Method::POST, &format!("/notification-channels/{id}/test"), json!({})).await;
        let failure = text(&tested["failure"]);
        assert!(failure.contains("private network"), "{host}: {failure}");
        ok(&ann, Method::DELETE, &format!("/notification-channels/{id}"), json!({})).await;
    }
    assert_eq!(receiver.take(), Vec::<String>::new());
}

async fn invalid_channels_are_rejected(app: TestApp) {
    let ann = app.user("ann").await;
    for (kind, address) in [
        ("webhook", "ftp://example.org/"),
        ("webhook", "file:///etc/passwd"),
        ("webhook", "http://ann:secret@example.org/"),
        ("webhook", "nowhere"),
        ("ntfy", "https://ntfy.sh/"),
    ] {
        let new = json!({"kind": kind, "address": address});
        let (status, error) = refused(&ann, Method::POST, "/notification-channels", new).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{address}: {error}");
    }
    let mail = refused(&ann, Method::POST, "/notification-channels", json!({"kind": "mail"})).await;
    assert_eq!(mail.0, StatusCode::CONFLICT, "there is no mail server");
    let unknown = json!({"kinds": ["everything"]});
    let (status, _) = refused(&ann, Method::PUT, "/notifications/settings", unknown).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    for _ in 0..5 {
        add_channel(&ann, "webhook", "https://example.org/").await;
    }
    let more = json!({"kind": "webhook", "address": "https://example.org/"});
    let (status, error) = refused(&ann, Method::POST, "/notification-channels", more).await;
    assert_eq!((status, error.contains("the most")), (StatusCode::CONFLICT, true), "{error}");
}

async fn notifications_and_channels_are_of_one_user(app: TestApp) {
    let (ann, bob) = (app.user("ann").await, app.user("bob").await);
    spend_a_budget(&ann).await;
    turn_on(&ann, &["budget_reached"]).await;
    turn_on(&bob, &["budget_reached"]).await;
    let made = add_channel(&ann, "webhook", "https://example.org/secret").await;
    let shown = ann.json("/notifications/settings").await.to_string();
    assert!(!shown.contains("secret") && !shown.contains(&text(&made["signingKey"])), "{shown}");
    assert_eq!(bob.json("/notifications").await["items"], json!([]));
    assert_eq!(bob.json("/notifications/settings").await["channels"], json!([]));
    let id = ann.json("/notifications").await["items"][0]["id"].clone();
    ok(&bob, Method::POST, "/notifications/read", json!({"ids": [id]})).await;
    ok(&bob, Method::POST, "/notifications/read", json!({})).await;
    assert_eq!(ann.json("/notifications").await["unread"], 1);
}

async fn notifications_are_in_the_archive_and_deleted_with_the_data(app: TestApp) {
    let ann = app.user("ann").await;
    spend_a_budget(&ann).await;
    turn_on(&ann, &["budget_reached"]).await;
    add_channel(&ann, "webhook", "https://example.org/").await;
    let listed = ann.json("/notifications").await;
    let archive = ann.get("/me/data").await.bytes().await.unwrap();
    ok(&ann, Method::DELETE, "/me/data", json!({"confirm": "delete my data"})).await;
    assert_eq!(ann.json("/notifications").await["items"], json!([]));
    assert_eq!(ann.json("/notifications/settings").await["kinds"], json!([]));
    let import = ann.request(Method::POST, "/me/data/import").header("content-type", "application/x-tar");
    let import = import.body(archive);
    let imported = import.send().await.unwrap();
    let status = imported.status();
    assert!(status.is_success(), "{status} {}", imported.text().await.unwrap());
    assert_eq!(ann.json("/notifications").await["items"], listed["items"]);
    assert_eq!(ann.json("/notifications/settings").await["kinds"], json!(["budget_reached"]));
}

async fn a_statement_that_does_not_add_up_is_noticed_when_it_is_imported(app: TestApp) {
    let ann = app.user("ann").await;
    turn_on(&ann, &["statement_unbalanced"]).await;
    let wrong = Sample { hidden_row: Some(3), ..Sample::new(4, 8) };
    let mut statements = Vec::new();
    for (name, sample) in [("right.pdf", Sample::new(5, 8)), ("wrong.pdf", wrong)] {
        let statement = ann.upload_one(name, sample.pdf()).await;
        ann.process(&statement).await;
        statements.push(statement);
    }
    // The look is in the background, after the answer.
    let listed = loop {
        let listed = ann.json("/notifications").await;
        if listed["items"] != json!([]) {
            break listed;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    };
    let [one] = &listed["items"].as_array().unwrap()[..] else { panic!("{listed}") };
    assert_eq!(one["event"]["kind"], "statement_unbalanced");
    assert_eq!(one["event"]["path"], format!("/statements/{}", statements[1]));
}

/// Starts a server that may send to this machine.
async fn permitting(database: Database) -> Option<TestApp> {
    TestApp::start_with(database, &[("SALDO_NOTIFICATION_PRIVATE_HOSTS", "127.0.0.1")]).await
}

async fn a_webhook_is_signed_and_sent_once(database: Database) {
    let Some(app) = permitting(database).await else { return };
    let (ann, receiver) = (app.user("ann").await, Receiver::answering("204 No Content").await);
    spend_a_budget(&ann).await;
    let made = add_channel(&ann, "webhook", &format!("{}/hook?of=ann", receiver.address)).await;
    assert_eq!(
        (&made["channel"]["kind"], &made["channel"]["label"]),
        (&json!("webhook"), &json!("127.0.0.1"))
    );
    turn_on(&ann, &["budget_reached"]).await;
    assert_eq!(app.app.notifier.deliver_due(&SystemClock).await.unwrap(), 1);
    assert_eq!(app.app.notifier.deliver_due(&SystemClock).await.unwrap(), 0);
    let requests = receiver.take();
    let [request] = &requests[..] else { panic!("{requests:?}") };
    assert!(request.starts_with("POST /hook?of=ann HTTP/1.1\r\n"), "{request}");
    let body = body_of(request);
    let seconds = header(request, "X-Saldo-Timestamp").unwrap();
    let key = text(&made["signingKey"]);
    let mut mac = Hmac::<Sha256>::new_from_slice(key.as_bytes()).unwrap();
    mac.update(format!("{seconds}.{body}").as_bytes());
    let signature = format!("sha256={}", hex::encode(mac.finalize().into_bytes()));
    assert_eq!(header(request, "X-Saldo-Signature").unwrap(), signature);
    let sent: Value = serde_json::from_str(body).unwrap();
    let listed = &ann.json("/notifications").await["items"][0];
    assert_eq!((&sent["id"], &sent["event"]), (&listed["id"], &listed["event"]));
    assert!(text(&sent["text"]).contains("80 % erreicht"), "{sent}");
    let delivery = &listed["deliveries"][0];
    assert_eq!((&delivery["attempts"], &delivery["failure"]), (&json!(1), &Value::Null));
    assert_ne!(delivery["deliveredAt"], Value::Null);
}

async fn a_failed_delivery_is_recorded_and_due_again(database: Database) {
    let Some(app) = permitting(database).await else { return };
    let (ann, receiver) = (app.user("ann").await, Receiver::answering("500 Broken").await);
    spend_a_budget(&ann).await;
    add_channel(&ann, "webhook", &receiver.address).await;
    turn_on(&ann, &["budget_reached"]).await;
    let clock = saldo_domain::ManualClock::at(SystemClock.now());
    let mut attempts = 0;
    for _ in 0..10 {
        attempts += app.app.notifier.deliver_due(&clock).await.unwrap();
        clock.advance(std::time::Duration::from_hours(12));
    }
    assert_eq!((attempts, receiver.take().len()), (6, 6), "the attempts are limited");
    let delivery = ann.json("/notifications").await["items"][0]["deliveries"][0].clone();
    assert_eq!((&delivery["attempts"], &delivery["dueAt"]), (&json!(6), &Value::Null));
    assert_eq!(delivery["failure"], "the host answered with the status 500");
}

async fn a_redirect_is_not_followed(database: Database) {
    let Some(app) = permitting(database).await else { return };
    let (ann, receiver) = (app.user("ann").await, Receiver::answering("302 Found\r\nlocation: /other").await);
    let made = add_channel(&ann, "webhook", &receiver.address).await;
    let path = format!("/notification-channels/{}/test", text(&made["channel"]["id"]));
    let tested = ok(&ann, Method::POST, &path, json!({})).await;
    assert_eq!(tested["failure"], "the host answered with the status 302");
    assert_eq!(receiver.take().len(), 1);
}

async fn a_topic_of_ntfy_gets_the_text_in_the_language_of_the_channel(database: Database) {
    let Some(app) = permitting(database).await else { return };
    let (ann, receiver) = (app.user("ann").await, Receiver::answering("200 OK").await);
    let address = format!("{}/my-topic", receiver.address);
    let new = json!({"kind": "ntfy", "address": address, "token": "tk_secret", "language": "fr"});
    let made = ok(&ann, Method::POST, "/notification-channels", new).await;
    assert_eq!(made["signingKey"], Value::Null);
    let path = format!("/notification-channels/{}/test", text(&made["channel"]["id"]));
    assert_eq!(ok(&ann, Method::POST, &path, json!({})).await["failure"], Value::Null);
    let requests = receiver.take();
    let [request] = &requests[..] else { panic!("{requests:?}") };
    assert!(request.starts_with("POST / HTTP/1.1\r\n"), "{request}");
    assert_eq!(header(request, "authorization").unwrap(), "Bearer tk_secret");
    let sent: Value = serde_json::from_str(body_of(request)).unwrap();
    assert_eq!((&sent["topic"], &sent["title"]), (&json!("my-topic"), &json!("Saldo")));
    assert_eq!(sent["message"], "Ceci est un message de test de Saldo.");
}

/// Spends 90 and 10 in a category and receives 250 on the last day of the last month, and returns that
/// month.
async fn spend_in_the_last_month(user: &TestUser) -> Period {
    let month = DigestRhythm::Monthly.last_before(SystemClock.now().date()).unwrap();
    let account = json!({"name": "Cash", "kind": "cash", "currency": "EUR"});
    let account = ok(user, Method::POST, "/accounts", account).await["id"].clone();
    let category = user.json("/categories").await["items"][3]["id"].clone();
    for amount in ["-90.00", "-10.00", "250.00"] {
        let new = json!({"accountId": account, "date": month.end(), "description": "x", "amount": amount,
            "categoryId": category});
        ok(user, Method::POST, "/transactions", new).await;
    }
    month
}

async fn a_digest_of_the_last_month_has_the_figures_of_the_reports(app: TestApp) {
    let ann = app.user("ann").await;
    let month = spend_in_the_last_month(&ann).await;
    turn_on(&ann, &["monthly_digest"]).await;
    let listed = ann.json("/notifications").await;
    let [one] = &listed["items"].as_array().unwrap()[..] else { panic!("{listed}") };
    let event = &one["event"];
    assert_eq!((&event["kind"], &event["amount"]), (&json!("monthly_digest"), &json!("100.00")));
    assert_eq!((&event["from"], &event["to"]), (&json!(month.start()), &json!(month.end())));
    let flow = &event["digest"]["flows"][0];
    let path = format!("/reports/spending?from={}&to={}", month.start(), month.end());
    let report = ann.json(&path).await;
    for category in flow["categories"].as_array().unwrap() {
        let rows = report["items"].as_array().unwrap();
        let row = rows.iter().find(|row| row["categoryId"] == category["categoryId"]).unwrap();
        assert_eq!(row["flows"][0]["spending"], category["spending"], "{report}");
    }
    assert_eq!((&flow["income"], &flow["spendingBefore"]), (&json!("250.00"), &Value::Null));
    // A second look adds nothing, also if the figures have changed since.
    spend_in_the_last_month(&ann).await;
    turn_on(&ann, &["monthly_digest"]).await;
    assert_eq!(ann.json("/notifications").await, listed);
    let all = ann.json("/notifications/settings").await;
    assert_eq!(all["kinds"], json!(["monthly_digest"]));
}

async fn a_digest_is_sent_with_its_chart(database: Database) {
    let Some(app) = permitting(database).await else { return };
    let ann = app.user("ann").await;
    let receiver = Receiver::answering("200 OK").await;
    spend_in_the_last_month(&ann).await;
    add_channel(&ann, "ntfy", &format!("{}/topic", receiver.address)).await;
    turn_on(&ann, &["monthly_digest"]).await;
    app.app.notifier.deliver_due(&SystemClock).await.unwrap();
    let requests = receiver.take();
    let [request] = &requests[..] else { panic!("{requests:?}") };
    let sent: Value = serde_json::from_str(body_of(request)).unwrap();
    let message = sent["message"].as_str().unwrap();
    assert!(
        message.starts_with("Dein Monat vom ") && message.contains("100.00 EUR ausgegeben."),
        "{message}"
    );
    assert!(message.contains("\n████████████████ Einkommen 100.00 EUR"), "{message}");
}
