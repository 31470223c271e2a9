//! Tests of mailboxes, through HTTP, with a real mail server on this machine.

use std::fmt::Write as _;
use std::io::Write as _;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use reqwest::{Method, StatusCode};
use saldo_domain::{Clock as _, SystemClock};
use saldo_storage::WorkerId;
use serde_json::{Value, json};

use crate::app::{Database, TestApp, TestUser, with_each_database};
use crate::bad_input::LOCKED;
use crate::crash::{Process, free_base};
use crate::dovecot::{Dovecot, PASSWORD};
use crate::ledger::{ok, refused, text};
use crate::pdf::Sample;

with_each_database!(
    files_of_chosen_senders_are_imported_once,
    messages_are_moved_flagged_or_marked,
    a_renumbered_folder_is_read_again_and_adds_nothing,
    the_statements_of_the_receiving_server_are_respected,
    a_protected_file_opens_with_the_password_of_its_sender,
    broken_and_hostile_messages_are_refused_or_have_no_files,
    a_mailbox_is_connected_only_if_it_works,
    an_access_token_is_obtained_and_its_refresh_token_replaced,
    a_mailbox_is_sealed_and_of_one_user,
    a_due_mailbox_is_fetched_by_one_process,
    the_messages_of_a_fetch_are_limited,
    a_new_message_is_fetched_when_the_server_reports_it,
    a_message_is_moved_on_a_server_that_can_only_copy,
    a_killed_fetch_is_repeated_and_doubles_nothing,
);

const BANK: &str = "news@bank.example";

async fn start(database: Database, mail: &Dovecot, more: &[(&str, &str)]) -> Option<TestApp> {
    let authority = mail.authority();
    let mut settings =
        vec![("SALDO_MAIL_PRIVATE_HOSTS", "localhost,127.0.0.1"), ("SALDO_MAIL_CA_FILE", &authority[..])];
    settings.extend_from_slice(more);
    TestApp::start_with(database, &settings).await
}

/// Returns the request for the mailbox of `ann`, with these changes.
fn mailbox(mail: &Dovecot, change: Value) -> Value {
    let mut request = json!({"host": "localhost", "port": mail.tls_port, "userName": "ann", "password": PASSWORD,
        "since": "2020-01-01", "rules": [{"sender": "@bank.example"}]});
    let Value::Object(change) = change else { panic!("not an object: {change}") };
    request.as_object_mut().unwrap().extend(change);
    request
}

/// A message with files, each with its name and content.
fn message(from: &str, subject: &str, fields: &str, files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut raw = format!(
        "{fields}From: Bank <{from}>\r\nTo: ann@example.org\r\nSubject: {subject}\r\nMIME-Version: 1.0\r\n\
         Content-Type: multipart/mixed; boundary=b1\r\n\r\n--b1\r\nContent-Type: text/plain\r\n\r\nHello.\r\n"
    );
    for (name, content) in files {
        let encoded = STANDARD.encode(content);
        let lines: Vec<&str> =
            encoded.as_bytes().chunks(76).map(|line| str::from_utf8(line).unwrap()).collect();
        write!(
            raw,
            "--b1\r\nContent-Type: application/octet-stream\r\nContent-Transfer-Encoding: base64\r\n\
             Content-Disposition: attachment; filename=\"{name}\"\r\n\r\n{}\r\n",
            lines.join("\r\n")
        )
        .unwrap();
    }
    (raw + "--b1--\r\n").into_bytes()
}

fn csv(number: u32) -> Vec<u8> {
    format!("Date,Description,Amount,Currency\n2025-05-0{number},Shop {number},-5.0{number},EUR\n")
        .into_bytes()
}

fn zipped(files: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, content) in files {
        archive.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
        archive.write_all(content).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

async fn connect(user: &TestUser, request: Value) -> String {
    text(&ok(user, Method::POST, "/mailboxes", request).await["id"])
}

async fn fetch(user: &TestUser, id: &str) -> Value {
    let fetched = ok(user, Method::POST, &format!("/mailboxes/{id}/fetch"), json!({})).await;
    assert_eq!(fetched["state"], "working", "{fetched}");
    fetched
}

/// Returns subject and outcome of the messages that were read, sorted.
fn outcomes(mailbox: &Value) -> Vec<(String, String)> {
    let messages = mailbox["messages"].as_array().unwrap().iter();
    let mut found: Vec<_> =
        messages.map(|message| (text(&message["subject"]), text(&message["outcome"]))).collect();
    found.sort();
    found
}

fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    expected.iter().map(|(subject, outcome)| ((*subject).to_owned(), (*outcome).to_owned())).collect()
}

async fn statements(user: &TestUser) -> usize {
    user.json("/statements").await["items"].as_array().unwrap().len()
}

async fn files_of_chosen_senders_are_imported_once(database: Database) {
    let Some(mail) = Dovecot::start() else { return };
    let Some(app) = start(database, &mail, &[]).await else { return };
    let ann = app.user("ann").await;
    let pdf = Sample::new(1, 5).pdf();
    mail.deliver(&message(BANK, "a PDF", "", &[("may.pdf", &pdf)]));
    let zip = zipped(&[("a.csv", csv(1)), ("b.csv", csv(2))]);
    mail.deliver(&message("x@mail.bank.example", "b ZIP", "", &[("all.zip", &zip), ("x.docx", b"no")]));
    mail.deliver(&message("news@evil.example", "c stranger", "", &[("c.csv", &csv(3))]));
    mail.deliver(&message(BANK, "d empty", "", &[]));
    let id = connect(&ann, mailbox(&mail, json!({"after": "mark_seen"}))).await;
    let fetched = fetch(&ann, &id).await;
    let expected = pairs(&[("a PDF", "imported"), ("b ZIP", "imported"), ("d empty", "no_files")]);
    assert_eq!(outcomes(&fetched), expected, "{fetched}");
    let zip =
        fetched["messages"].as_array().unwrap().iter().find(|found| found["subject"] == "b ZIP").unwrap();
    let files: Vec<(&str, &str)> = zip["files"]
        .as_array()
        .unwrap()
        .iter()
        .map(|file| (file["name"].as_str().unwrap(), file["outcome"].as_str().unwrap()))
        .collect();
    assert_eq!(files, [("a.csv", "imported"), ("b.csv", "imported"), ("x.docx", "unsupported")]);
    assert_eq!((statements(&ann).await, ann.transactions().await.len()), (3, 7));
    let seen = mail.messages("").iter().filter(|name| name.ends_with(":2,S")).count();
    assert_eq!(seen, 2, "only messages whose files were imported are marked: {:?}", mail.messages(""));
    fetch(&ann, &id).await;
    mail.deliver(&message(BANK, "e again", "", &[("may.pdf", &pdf)]));
    let fetched = fetch(&ann, &id).await;
    assert_eq!(outcomes(&fetched).len(), 4);
    assert_eq!(fetched["messages"][0]["files"][0]["outcome"], "known", "{fetched}");
    assert_eq!((statements(&ann).await, ann.transactions().await.len()), (3, 7));
}

async fn messages_are_moved_flagged_or_marked(database: Database) {
    let Some(mail) = Dovecot::start() else { return };
    let Some(app) = start(database, &mail, &[]).await else { return };
    let ann = app.user("ann").await;
    let security = json!({"security": "start_tls", "port": mail.port, "after": "move", "moveTo": "Archive",
        "rules": [{"sender": BANK, "subject": "statement MAY"}]});
    let id = connect(&ann, mailbox(&mail, security)).await;
    mail.deliver(&message(BANK, "Your statement of May", "", &[("a.csv", &csv(1))]));
    mail.deliver(&message(BANK, "Your statement of June", "", &[("b.csv", &csv(2))]));
    assert_eq!(outcomes(&fetch(&ann, &id).await), pairs(&[("Your statement of May", "imported")]));
    assert_eq!((mail.messages("").len(), mail.messages(".Archive").len()), (1, 1));
    // A changed rule looks at all messages again.
    let flag =
        mailbox(&mail, json!({"after": "flag", "password": null, "security": "none", "port": mail.port}));
    let path = format!("/mailboxes/{id}");
    let (status, error) = refused(&ann, Method::PUT, &path, flag.clone()).await;
    assert_eq!(status, StatusCode::BAD_REQUEST, "the stored password is not sent elsewhere: {error}");
    let mut flag = flag;
    flag["password"] = json!(PASSWORD);
    ok(&ann, Method::PUT, &path, flag).await;
    fetch(&ann, &id).await;
    assert!(mail.messages("")[0].ends_with(":2,F"), "{:?}", mail.messages(""));
    assert_eq!(ann.transactions().await.len(), 2);
    let nowhere = mailbox(&mail, json!({"after": "move", "moveTo": "Entwürfe"}));
    let (status, error) = refused(&ann, Method::PUT, &path, nowhere).await;
    assert!(status == StatusCode::BAD_REQUEST && error.contains("no folder Entwürfe"), "{error}");
}

async fn a_renumbered_folder_is_read_again_and_adds_nothing(database: Database) {
    let Some(mail) = Dovecot::start() else { return };
    let Some(app) = start(database, &mail, &[]).await else { return };
    let ann = app.user("ann").await;
    let id = connect(&ann, mailbox(&mail, json!({}))).await;
    mail.deliver(&message(BANK, "one", "", &[("a.csv", &csv(1))]));
    fetch(&ann, &id).await;
    mail.renumber();
    mail.deliver(&message(BANK, "two", "", &[("b.csv", &csv(2))]));
    let fetched = fetch(&ann, &id).await;
    let known = pairs(&[("one", "imported"), ("one", "imported"), ("two", "imported")]);
    assert_eq!(outcomes(&fetched), known, "{fetched}");
    assert_eq!(ann.transactions().await.len(), 2);
}

async fn the_statements_of_the_receiving_server_are_respected(database: Database) {
    let Some(mail) = Dovecot::start() else { return };
    let Some(app) = start(database, &mail, &[]).await else { return };
    let ann = app.user("ann").await;
    let own = |results: &str| format!("Authentication-Results: mx.example.org; {results}\r\n");
    let pass = own("dkim=pass header.d=bank.example");
    let forged = "Authentication-Results: other.example; dkim=none\r\n".to_owned() + &pass;
    for (subject, fields, number) in [
        ("a pass", pass.clone(), 1),
        ("b fail", own("dkim=fail header.d=bank.example; spf=fail smtp.mailfrom=bank.example"), 2),
        ("c unstated", String::new(), 3),
        ("d forged", forged, 4),
        ("e other domain", own("dkim=pass header.d=evil.example"), 5),
    ] {
        mail.deliver(&message(BANK, subject, &fields, &[("a.csv", &csv(number))]));
    }
    let strict =
        json!({"receivingServer": "mx.example.org", "requiresAuthentication": true, "after": "mark_seen"});
    let id = connect(&ann, mailbox(&mail, strict)).await;
    let fetched = fetch(&ann, &id).await;
    let expected = pairs(&[
        ("a pass", "imported"),
        ("b fail", "refused"),
        ("c unstated", "refused"),
        ("d forged", "refused"),
        ("e other domain", "refused"),
    ]);
    assert_eq!(outcomes(&fetched), expected, "{fetched}");
    assert_eq!(ann.transactions().await.len(), 1);
    let lenient = mailbox(&mail, json!({"receivingServer": "mx.example.org"}));
    ok(&ann, Method::PUT, &format!("/mailboxes/{id}"), lenient).await;
    let fetched = fetch(&ann, &id).await;
    let refused: Vec<_> =
        outcomes(&fetched).into_iter().filter(|(_, outcome)| outcome == "refused").collect();
    assert_eq!(refused, pairs(&[("b fail", "refused")]), "a stated failure is refused in any case");
    assert_eq!(ann.transactions().await.len(), 4);
    let unstated =
        fetched["messages"].as_array().unwrap().iter().find(|found| found["subject"] == "c unstated");
    assert_eq!(unstated.unwrap()["notes"], json!(["mx.example.org states nothing about the sender."]));
}

async fn a_protected_file_opens_with_the_password_of_its_sender(database: Database) {
    let Some(mail) = Dovecot::start() else { return };
    let Some(app) = start(database, &mail, &[]).await else { return };
    let ann = app.user("ann").await;
    mail.deliver(&message(BANK, "locked", "", &[("locked.pdf", LOCKED)]));
    let id = connect(&ann, mailbox(&mail, json!({}))).await;
    let fetched = fetch(&ann, &id).await;
    assert_eq!(outcomes(&fetched), pairs(&[("locked", "failed")]));
    assert!(text(&fetched["messages"][0]["files"][0]["reason"]).contains("protected by a password"));
    let rules = json!({"rules": [{"sender": "@bank.example", "filePassword": "harbour"}]});
    let path = format!("/mailboxes/{id}");
    let changed = ok(&ann, Method::PUT, &path, mailbox(&mail, rules)).await;
    assert_eq!(changed["rules"][0]["hasFilePassword"], true);
    // A request without the password keeps it; a changed first day looks at all messages again.
    let rules = json!({"rules": [{"sender": "@bank.example"}], "since": "2020-01-02", "password": null});
    let changed = ok(&ann, Method::PUT, &path, mailbox(&mail, rules)).await;
    assert_eq!(changed["rules"][0]["hasFilePassword"], true);
    assert_eq!(outcomes(&fetch(&ann, &id).await), pairs(&[("locked", "imported")]));
    assert_eq!(ann.json("/statements").await["items"][0]["outcome"], "balanced");
    let rules = json!({"rules": [{"sender": "@bank.example", "filePassword": ""}]});
    let changed = ok(&ann, Method::PUT, &path, mailbox(&mail, rules)).await;
    assert_eq!(changed["rules"][0]["hasFilePassword"], false);
}

async fn broken_and_hostile_messages_are_refused_or_have_no_files(database: Database) {
    let Some(mail) = Dovecot::start() else { return };
    let limits = [("SALDO_MAIL_BYTES_MAX", "100000"), ("SALDO_MAIL_FILES_MAX", "2")];
    let Some(app) = start(database, &mail, &limits).await else { return };
    let ann = app.user("ann").await;
    let csv = csv(1);
    let many: Vec<(&str, &[u8])> = vec![("a.csv", &csv[..]); 3];
    mail.deliver(&message(BANK, "a many", "", &many));
    mail.deliver(&message(BANK, "b large", "", &[("x.csv", &vec![b'x'; 100_000])]));
    mail.deliver(format!("From: {BANK}\r\nSubject: c cut\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Disp").as_bytes());
    let bomb = "Content-Type: message/rfc822\r\n\r\n".repeat(2_000);
    mail.deliver(format!("From: {BANK}\r\nSubject: d bomb\r\n{bomb}").as_bytes());
    mail.deliver(format!("From: {BANK}, x@evil.example\r\nSubject: e two senders\r\n\r\nx").as_bytes());
    mail.deliver(b"\r\n\x00\xff\xfe");
    mail.deliver(&message(BANK, "=?utf-8?q?f_=00_=0D=0A_sent?=", "", &[("../../../etc/passwd.csv", &csv)]));
    let id = connect(&ann, mailbox(&mail, json!({}))).await;
    let fetched = fetch(&ann, &id).await;
    let expected = pairs(&[
        ("a many", "refused"),
        ("b large", "refused"),
        ("c cut", "no_files"),
        ("d bomb", "refused"),
        ("f sent", "imported"),
    ]);
    assert_eq!(outcomes(&fetched), expected, "{fetched}");
    assert_eq!(ann.transactions().await.len(), 1);
    let name = text(&ann.json("/statements").await["items"][0]["fileName"]);
    assert!(!name.contains('/'), "{name}");
}

async fn a_mailbox_is_connected_only_if_it_works(database: Database) {
    let Some(mail) = Dovecot::start() else { return };
    let Some(app) = start(database, &mail, &[("SALDO_MAIL_STEP_SECONDS_MAX", "6")]).await else { return };
    let ann = app.user("ann").await;
    let tested = ok(&ann, Method::POST, "/mailboxes/test", mailbox(&mail, json!({}))).await;
    assert_eq!(tested, json!({"messages": 0}));
    let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let silent = silent.local_addr().unwrap().port();
    for (change, reason) in [
        (json!({"password": "wrong"}), "rejects the user name or the password"),
        (json!({"folder": "Nowhere"}), "has no folder Nowhere"),
        (json!({"port": mail.port}), "TLS connection to the mail server failed"),
        (json!({"port": silent}), "cannot be reached"),
        (json!({"host": "10.11.12.13"}), "is in a private network"),
        (json!({"host": "127.0.0.2"}), "is in a private network"),
        (json!({"password": null}), "is missing"),
    ] {
        let request = mailbox(&mail, change);
        for path in ["/mailboxes/test", "/mailboxes"] {
            let (status, error) = refused(&ann, Method::POST, path, request.clone()).await;
            let is_expected = status == StatusCode::BAD_REQUEST && error.contains(reason);
            assert!(is_expected, "{request}: {status} {error}");
        }
    }
    assert_eq!(ann.json("/mailboxes").await["items"], json!([]));
    for _ in 0..5 {
        connect(&ann, mailbox(&mail, json!({}))).await;
    }
    let (status, _) = refused(&ann, Method::POST, "/mailboxes", mailbox(&mail, json!({}))).await;
    assert_eq!(status, StatusCode::CONFLICT);
}

async fn an_access_token_is_obtained_and_its_refresh_token_replaced(database: Database) {
    let Some(mail) = Dovecot::start() else { return };
    let Some(app) = start(database, &mail, &[]).await else { return };
    let ann = app.user("ann").await;
    mail.deliver(&message(BANK, "one", "", &[("a.csv", &csv(1))]));
    let oauth = json!({"login": "oauth2", "tokenUrl": mail.provider.token_url, "clientId": "saldo",
        "clientSecret": "s&cret", "refreshToken": "refresh-0", "password": null});
    let id = connect(&ann, mailbox(&mail, oauth)).await;
    assert_eq!(outcomes(&fetch(&ann, &id).await), pairs(&[("one", "imported")]));
    let requests = mail.provider.requests.lock().unwrap().clone();
    let expected = "grant_type=refresh_token&refresh_token=refresh-0&client_id=saldo&client_secret=s%26cret";
    assert_eq!(requests[0], expected);
    assert!(requests[1].contains("refresh_token=refresh-1&"), "the new one is stored: {requests:?}");
    "revoked".clone_into(&mut mail.provider.refresh_token.lock().unwrap());
    let fetched = ok(&ann, Method::POST, &format!("/mailboxes/{id}/fetch"), json!({})).await;
    assert_eq!((&fetched["state"], &fetched["dueAt"]), (&json!("rejected"), &Value::Null), "{fetched}");
    assert!(text(&fetched["failure"]).contains("invalid_grant"), "{fetched}");
}

async fn a_mailbox_is_sealed_and_of_one_user(database: Database) {
    let Some(mail) = Dovecot::start() else { return };
    let Some(app) = start(database, &mail, &[]).await else { return };
    let (ann, bob) = (app.user("ann").await, app.user("bob").await);
    let rules = json!({"rules": [{"sender": BANK, "filePassword": "harbour"}]});
    let id = connect(&ann, mailbox(&mail, rules)).await;
    assert_eq!(bob.json("/mailboxes").await["items"], json!([]));
    for (method, path) in [(Method::DELETE, ""), (Method::POST, "/fetch")] {
        let answer = bob.request(method, &format!("/mailboxes/{id}{path}")).body("").send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::NOT_FOUND);
    }
    let test = mailbox(&mail, json!({"password": null, "mailboxId": id}));
    ok(&ann, Method::POST, "/mailboxes/test", test.clone()).await;
    assert_eq!(refused(&bob, Method::POST, "/mailboxes/test", test).await.0, StatusCode::NOT_FOUND);
    let user = text(&ann.json("/auth/get-session").await["user"]["id"]).parse().unwrap();
    let stored = app.storage.list_mailboxes(user).await.unwrap();
    let export = ann.get("/me/export").await.bytes().await.unwrap();
    let listed = ann.json("/mailboxes").await.to_string();
    for secret in [PASSWORD, "harbour"] {
        let has = |bytes: &[u8]| bytes.windows(secret.len()).any(|part| part == secret.as_bytes());
        assert!(!has(&stored[0].sealed) && !has(&export) && !has(listed.as_bytes()), "{secret}");
    }
    let gone = ann.request(Method::DELETE, &format!("/mailboxes/{id}")).body("").send().await.unwrap();
    assert_eq!(gone.status(), StatusCode::NO_CONTENT);
    assert_eq!(ann.json("/mailboxes").await["items"], json!([]));
}

async fn a_due_mailbox_is_fetched_by_one_process(database: Database) {
    let Some(mail) = Dovecot::start() else { return };
    let Some(app) = start(database, &mail, &[]).await else { return };
    let ann = app.user("ann").await;
    mail.deliver(&message(BANK, "one", "", &[("a.csv", &csv(1))]));
    connect(&ann, mailbox(&mail, json!({}))).await;
    let worker = WorkerId("one".to_owned());
    let now = saldo_domain::ManualClock::at(SystemClock.now());
    assert_eq!(app.app.mailboxes.fetch_due(&worker, &now).await.unwrap(), 1, "a new one is due at once");
    assert_eq!(app.app.mailboxes.fetch_due(&worker, &now).await.unwrap(), 0);
    now.advance(std::time::Duration::from_mins(16));
    assert_eq!(app.app.mailboxes.fetch_due(&worker, &now).await.unwrap(), 1);
    assert_eq!(ann.transactions().await.len(), 1);
}

async fn the_messages_of_a_fetch_are_limited(database: Database) {
    let Some(mail) = Dovecot::start() else { return };
    let Some(app) = start(database, &mail, &[("SALDO_MAIL_MESSAGES_MAX", "2")]).await else { return };
    let ann = app.user("ann").await;
    for number in 1..=5 {
        mail.deliver(&message(BANK, &format!("{number}"), "", &[("a.csv", &csv(number))]));
    }
    let id = connect(&ann, mailbox(&mail, json!({}))).await;
    for count in [2, 4, 5, 5] {
        let fetched = fetch(&ann, &id).await;
        assert_eq!(outcomes(&fetched).len(), count);
    }
    assert_eq!(ann.transactions().await.len(), 5);
}

async fn a_new_message_is_fetched_when_the_server_reports_it(database: Database) {
    let Some(mail) = Dovecot::start() else { return };
    let Some(app) = start(database, &mail, &[]).await else { return };
    let ann = app.user("ann").await;
    connect(&ann, mailbox(&mail, json!({}))).await;
    saldo::periodic::start(&app.app);
    let fetched = async |count: usize| {
        for _ in 0..400 {
            let listed = ann.json("/mailboxes").await["items"][0].clone();
            if listed["state"] == "working" && listed["messages"].as_array().unwrap().len() == count {
                return true;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
        false
    };
    assert!(fetched(0).await);
    // The server needs a moment to begin to watch the folder.
    tokio::time::sleep(std::time::Duration::from_secs(2)).await;
    mail.deliver(&message(BANK, "one", "", &[("a.csv", &csv(1))]));
    assert!(fetched(1).await, "the next fetch without a report is after 15 minutes");
    app.app.stopping.cancel();
}

async fn a_message_is_moved_on_a_server_that_can_only_copy(database: Database) {
    let more = "imap_capability = IMAP4rev1 SASL-IR ID ENABLE IDLE LITERAL+ UIDPLUS\n";
    let Some(mail) = Dovecot::start_with(more) else { return };
    let Some(app) = start(database, &mail, &[]).await else { return };
    let ann = app.user("ann").await;
    let moving =
        json!({"after": "move", "moveTo": "Archive", "rules": [{"sender": BANK, "subject": "statement"}]});
    let id = connect(&ann, mailbox(&mail, moving)).await;
    mail.deliver(&message(BANK, "Your statement", "", &[("a.csv", &csv(1))]));
    mail.deliver(&message(BANK, "News", "", &[("b.csv", &csv(2))]));
    assert_eq!(outcomes(&fetch(&ann, &id).await), pairs(&[("Your statement", "imported")]));
    assert_eq!((mail.messages("").len(), mail.messages(".Archive").len()), (1, 1));
}

async fn a_killed_fetch_is_repeated_and_doubles_nothing(database: Database) {
    let Some(mail) = Dovecot::start() else { return };
    let Some(app) = start(database, &mail, &[]).await else { return };
    let authority = mail.authority();
    let settings =
        [("SALDO_MAIL_PRIVATE_HOSTS", "localhost,127.0.0.1"), ("SALDO_MAIL_CA_FILE", &authority[..])];
    let base = free_base();
    let mut process = Process::start(&app.place, &base, &settings).await;
    let mut ann = TestUser::new(base);
    ann.sign_up("ann").await;
    for number in 1..=9 {
        mail.deliver(&message(BANK, &format!("statement {number}"), "", &[("a.csv", &csv(number))]));
    }
    let id = connect(&ann, mailbox(&mail, json!({"after": "mark_seen"}))).await;
    // The process fetches a new mailbox by itself, or because of this request.
    let request = ann.request(Method::POST, &format!("/mailboxes/{id}/fetch"));
    let running = tokio::spawn(request.header("content-type", "application/json").body("{}").send());
    while statements(&ann).await < 3 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    process.kill();
    drop(running.await.unwrap());
    // The lease of the killed process ends first.
    let later = SystemClock.now().after(Duration::from_hours(1));
    let ann = ann.at(app.base.clone());
    let user = text(&ann.json("/auth/get-session").await["user"]["id"]).parse().unwrap();
    app.app.mailboxes.fetch(user, id.parse().unwrap(), later).await.unwrap();
    assert_eq!((statements(&ann).await, ann.transactions().await.len()), (9, 9));
    let seen = mail.messages("").iter().filter(|name| name.ends_with(":2,S")).count();
    assert_eq!(seen, 9, "{:?}", mail.messages(""));
}
