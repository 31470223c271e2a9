//! Tests of HTTP connections: `HEAD`, idle connections, slow bodies, malformed heads, and
//! requests repeated after a crash.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use reqwest::{Method, StatusCode};
use saldo::routes::{Access, TABLE};
use serde_json::json;

use crate::app::{Database, Place, TestApp, TestUser, body};
use crate::crash::{Process, free_base};
use crate::pdf::Sample;

/// Sends raw bytes and returns the response, read until the server closes the connection.
fn raw(base: &str, bytes: &[u8]) -> String {
    let mut connection = TcpStream::connect(base.trim_start_matches("http://")).unwrap();
    connection.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    connection.write_all(bytes).unwrap();
    let mut answer = Vec::new();
    // The server may reset the connection after its response, so an error here is fine.
    drop(connection.read_to_end(&mut answer));
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_get_route_answers_head_except_links_that_work_once() {
    let app = TestApp::start(Database::Sqlite).await.unwrap();
    let ann = app.user("ann").await;
    let statement = ann.upload_one("a.pdf", Sample::new(1, 5).pdf()).await;
    let paths = TABLE.iter().filter(|transaction| transaction.method == "GET").map(|transaction| {
        match transaction.path {
            path if path.starts_with("/statements/") => path.replace("{id}", &statement),
            path => path.replace("{id}", "01890000-0000-7000-8000-000000000000"),
        }
    });
    for path in paths.chain(["/auth/get-session", "/auth/ok", "/auth/list-accounts"].map(str::to_owned)) {
        let get = ann.get(&path).await;
        let head = ann.request(Method::HEAD, &path).send().await.unwrap();
        assert_eq!(head.status(), get.status(), "{path}");
        for name in ["content-type", "content-length"] {
            assert_eq!(head.headers().get(name), get.headers().get(name), "{name} of {path}");
        }
        assert_eq!(head.bytes().await.unwrap().len(), 0, "{path}");
    }
    let stranger = app.anon();
    for transaction in
        TABLE.iter().filter(|transaction| transaction.access != Access::Public && transaction.method == "GET")
    {
        let answer = stranger.request(Method::HEAD, transaction.path).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::UNAUTHORIZED, "{}", transaction.path);
    }
    for (path, allowed) in
        [("/auth/callback/google?code=x&state=y", "GET, POST"), ("/auth/verify-email?token=x", "GET")]
    {
        let refused = stranger.request(Method::HEAD, path).send().await.unwrap();
        assert_eq!(refused.status(), StatusCode::METHOD_NOT_ALLOWED, "{path} works once");
        assert_eq!(refused.headers()["allow"], allowed, "{path}");
    }
    let other = ann.request(Method::PATCH, "/accounts").send().await.unwrap();
    assert_eq!(other.headers()["allow"], "GET, HEAD, POST");
}

const LIVE: &[u8] = b"GET /api/health/live HTTP/1.1\r\nhost: x\r\n\r\n";

/// Returns a connection that has received a response, and how long the server keeps it open after `sent`.
async fn kept_open(base: &str, sent: &'static [u8]) -> Duration {
    let address = base.trim_start_matches("http://").to_owned();
    let work = tokio::task::spawn_blocking(move || {
        let mut connection = TcpStream::connect(address).unwrap();
        connection.set_read_timeout(Some(Duration::from_mins(1))).unwrap();
        connection.write_all(LIVE).unwrap();
        assert!(connection.read(&mut [0; 4096]).unwrap() > 0);
        let answered = Instant::now();
        connection.write_all(sent).unwrap();
        assert_eq!(
            connection.read(&mut [0; 64]).unwrap(),
            0,
            "the server closes the connection without a response"
        );
        answered.elapsed()
    });
    work.await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_idle_connection_stays_open_for_the_announced_time() {
    let app = TestApp::start(Database::Sqlite).await.unwrap();
    for path in ["/api/health/live", "/"] {
        let answer = reqwest::get(format!("{}{path}", app.base)).await.unwrap();
        assert_eq!(answer.headers()["keep-alive"], "timeout=75", "{path}");
    }
    let closing = raw(&app.base, b"GET /api/health/live HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
    assert!(closing.starts_with("HTTP/1.1 200") && !closing.contains("keep-alive"), "{closing}");

    // Longer than the default of the library, which is five seconds.
    let settings = [("SALDO_IDLE_SECONDS_MAX", "7")];
    let app = TestApp::start_with(Database::Sqlite, &settings).await.unwrap();
    let answer = reqwest::get(format!("{}/api/health/live", app.base)).await.unwrap();
    assert_eq!(answer.headers()["keep-alive"], "timeout=7");
    let kept = kept_open(&app.base, b"").await;
    assert!(kept > Duration::from_secs(6), "closed after {kept:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_later_head_that_never_ends_closes_its_connection() {
    let app = TestApp::start(Database::Sqlite).await.unwrap();
    for begun in [b"G".as_slice(), b"GET / HTTP/1.1\r\nhost: x\r\n"] {
        let kept = kept_open(&app.base, begun).await;
        assert!(kept < Duration::from_secs(40), "closed after {kept:?}, with {begun:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_does_not_read_its_response_is_disconnected() {
    const FILE_BYTES: usize = 24 << 20;
    let settings = [("SALDO_BODY_SECONDS_MAX", "2"), ("SALDO_UPLOAD_BYTES_PER_SECOND_MIN", "4000000")];
    let app = TestApp::start_with(Database::Sqlite, &settings).await.unwrap();
    let ann = app.user("ann").await;
    let mut file = b"%PDF-1.7\n".to_vec();
    file.resize(FILE_BYTES, 0);
    let statement = ann.upload_one("large.pdf", file).await;
    let path = format!("/statements/{statement}/file");
    let request = ann.request(Method::GET, &path).build().unwrap();
    let cookie = request.headers()["cookie"].to_str().unwrap();
    let head = format!("GET /api{path} HTTP/1.1\r\nhost: localhost\r\ncookie: {cookie}\r\n\r\n");
    let address = app.base.trim_start_matches("http://").to_owned();
    let received = tokio::task::spawn_blocking(move || {
        let mut connection = TcpStream::connect(address).unwrap();
        connection.write_all(head.as_bytes()).unwrap();
        // The server gives up within these seconds: the buffers of the system hold a few megabytes.
        thread::sleep(Duration::from_secs(12));
        let mut received = Vec::new();
        connection.set_read_timeout(Some(Duration::from_secs(5))).unwrap();
        drop(connection.read_to_end(&mut received));
        received
    });
    let received = received.await.unwrap();
    assert!(received.starts_with(b"HTTP/1.1 200 "));
    assert!(
        received.len() < FILE_BYTES,
        "the whole file of {} bytes was sent to a client that does not read",
        received.len()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_head_with_bare_line_feeds_is_rejected() {
    let app = TestApp::start(Database::Sqlite).await.unwrap();
    let whole = "GET /api/health/live HTTP/1.1\r\nhost: x\r\n";
    let refused = [
        "GET /api/health/live HTTP/1.1\nhost: x\n\n".to_owned(),
        format!("{whole}a: b\n\r\n"),
        format!("{whole}\n"),
        format!("{whole}transfer-encoding: chunked\nx: y\r\n\r\n0\r\n\r\n"),
    ];
    for head in &refused {
        let answer = raw(&app.base, head.as_bytes());
        assert!(answer.starts_with("HTTP/1.1 400 "), "{head:?}: {answer}");
    }
    let second = raw(&app.base, format!("{whole}\r\n{}", refused[0]).as_bytes());
    assert!(second.starts_with("HTTP/1.1 200 ") && second.contains("HTTP/1.1 400 "), "{second}");
    let body = "{\n\"email\": \"x\"\n}";
    let length = body.len();
    let last = format!("{whole}connection: close\r\n\r\n");
    let request = format!(
        "POST /api/auth/sign-in/email HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}{last}"
    );
    let answers = raw(&app.base, request.as_bytes());
    assert!(answers.contains("application/json") && answers.contains("HTTP/1.1 200 "), "{answers}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_chat_stream_has_no_content_encoding() {
    let app = TestApp::start(Database::Sqlite).await.unwrap();
    let ann = app.user("ann").await;
    let asked =
        json!({"id": "a", "messages": [{"role": "user", "content": "How many transactions are there?"}]});
    let answer = ann
        .request(Method::POST, "/chat")
        .header("content-type", "application/json")
        .header("accept-encoding", "gzip, br")
        .body(asked.to_string())
        .send()
        .await
        .unwrap();
    assert_eq!(answer.headers().get("content-encoding"), None);
    assert_eq!(answer.headers()["content-type"], "text/event-stream");
    assert!(answer.text().await.unwrap().contains("[DONE]"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_never_arrives_times_out() {
    let settings = [("SALDO_BODY_SECONDS_MAX", "1"), ("SALDO_UPLOAD_BYTES_PER_SECOND_MIN", "1000000")];
    let app = TestApp::start_with(Database::Sqlite, &settings).await.unwrap();
    let ann = app.user("ann").await;
    let cookie =
        ann.request(Method::GET, "/").build().unwrap().headers()["cookie"].to_str().unwrap().to_owned();
    let json = "content-type: application/json\r\n";
    let parts = "content-type: multipart/form-data; boundary=x\r\n";
    let file =
        "--x\r\ncontent-disposition: form-data; name=\"file\"; filename=\"a.csv\"\r\n\r\nDate,Amount\r\n";
    let mut requests = Vec::new();
    for (method, path, more, begun, status) in [
        ("POST", "/api/auth/sign-in/email", json.to_owned(), "{", 408),
        ("POST", "/api/rules", json.to_owned(), "{", 408),
        ("POST", "/api/rules", format!("{json}idempotency-key: k\r\n"), "{", 408),
        ("POST", "/api/rules", format!("{json}connection: upgrade\r\nupgrade: websocket\r\n"), "{", 408),
        ("POST", "/api/chat", json.to_owned(), "{", 408),
        ("PUT", "/api/rates", "content-type: text/csv\r\n".to_owned(), "Date,", 408),
        ("POST", "/api/upload", parts.to_owned(), "{", 408),
        ("POST", "/api/upload", parts.to_owned(), file, 408),
        ("POST", "/api/import/preview", parts.to_owned(), "{", 408),
        ("POST", "/api/import/preview", parts.to_owned(), file, 408),
        ("POST", "/api/me/data/import", "content-type: application/x-tar\r\n".to_owned(), "PK", 408),
        // No handler reads these.
        ("GET", "/", String::new(), "{", 200),
        ("HEAD", "/api/health/live", String::new(), "{", 200),
        ("GET", "/api/health/live", String::new(), "{", 200),
        ("GET", "/health/ready", String::new(), "{", 200),
        ("GET", "/api/accounts", String::new(), "{", 200),
        ("GET", "/api/accounts", "connection: upgrade\r\nupgrade: websocket\r\n".to_owned(), "{", 200),
        ("POST", "/api/nothing", json.to_owned(), "{", 404),
    ] {
        let origin = &app.base;
        let length = begun.len();
        for body in [
            format!("content-length: {}\r\n\r\n{begun}", length + 100),
            format!("transfer-encoding: chunked\r\n\r\n{:x}\r\n{begun}", length + 100),
        ] {
            let request = format!(
                "{method} {path} HTTP/1.1\r\nhost: localhost\r\norigin: {origin}\r\ncookie: {cookie}\r\n{more}{body}"
            );
            let base = app.base.replace("localhost", "127.0.0.1");
            requests.push(tokio::task::spawn_blocking(move || {
                let answer = raw(&base, request.as_bytes());
                assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{request}: {answer}");
            }));
        }
    }
    let started = Instant::now();
    for request in requests {
        request.await.unwrap();
    }
    // `raw` waits for 30 seconds for the server to close the connection.
    assert!(started.elapsed() < Duration::from_secs(25), "a connection was not closed");
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_above_the_limit_wait_for_a_free_one() {
    let settings = [("SALDO_CONNECTIONS_MAX", "4")];
    let app = TestApp::start_with(Database::Sqlite, &settings).await.unwrap();
    let address = app.base.trim_start_matches("http://").replace("localhost", "127.0.0.1");
    let connect = || {
        let mut connection = TcpStream::connect(&address).unwrap();
        connection.set_read_timeout(Some(Duration::from_millis(50))).unwrap();
        connection.write_all(b"GET /api/health/live HTTP/1.1\r\nhost: x\r\n\r\n").unwrap();
        connection
    };
    let answers = |connection: &mut TcpStream| connection.read(&mut [0; 4096]).is_ok_and(|bytes| bytes > 0);
    let (answered, mut waiting): (Vec<_>, Vec<_>) = tokio::task::block_in_place(|| {
        let connections = (0..40).map(|_| connect()).collect::<Vec<_>>();
        thread::sleep(Duration::from_secs(2));
        connections
            .into_iter()
            .map(|mut connection| (answers(&mut connection), connection))
            .partition(|(is_answered, _)| *is_answered)
    });
    // Each of the server's threads, of which there is one per core, serves at least one.
    let most = thread::available_parallelism().map_or(1, usize::from).max(4);
    assert!((1..=most).contains(&answered.len()), "{} of 40 requests were answered", answered.len());
    drop(answered);
    let (_, next) = &mut waiting[0];
    next.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    assert!(
        tokio::task::block_in_place(|| answers(next)),
        "a waiting connection is served after others close"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn malformed_requests_are_not_logged_as_errors() {
    let place = Place::new(Database::Sqlite).await.unwrap();
    let base = free_base();
    let server = Process::start(&place, &base, &[("SALDO_LOG", "info")]).await;
    let address = base.replace("localhost", "127.0.0.1");
    for bytes in [
        b"nonsense\r\n\r\n".as_slice(),
        b"GET / HTTP/9.9\r\n\r\n",
        b"\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03",
    ] {
        let (address, bytes) = (address.clone(), bytes.to_vec());
        tokio::task::spawn_blocking(move || raw(&address, &bytes)).await.unwrap();
    }
    let log = server.log();
    assert!(!log.contains("ERROR") && !log.contains("stream error"), "{log}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_interrupted_by_a_crash_reports_when_its_outcome_is_known() {
    let place = Place::new(Database::Sqlite).await.unwrap();
    let base = free_base();
    let settings = [("SALDO_JOBS_PARALLEL", "off"), ("SALDO_PROCESS_WAIT_SECONDS", "120")];
    let mut server = Process::start(&place, &base, &settings).await;
    let mut ann = TestUser::new(base.clone());
    ann.sign_up("ann").await;
    let statement = ann.upload_one("a.pdf", Sample::new(1, 5).pdf()).await;
    let ask = |ann: TestUser| {
        let value = json!({ "statementId": statement });
        let request = ann.request(Method::POST, "/process-statement").header("idempotency-key", "key");
        request.header("content-type", "application/json").body(value.to_string()).send()
    };
    let waiting = tokio::spawn(ask(ann.clone()));
    let retry_after = |answer: &reqwest::Response| -> u64 {
        answer.headers()["retry-after"].to_str().unwrap().parse().unwrap()
    };
    // The first request has taken the key by then.
    tokio::time::sleep(Duration::from_millis(500)).await;
    let at_work = loop {
        let answer = ask(ann.clone()).await.unwrap();
        if answer.status() == StatusCode::CONFLICT {
            break answer;
        }
    };
    assert_eq!(retry_after(&at_work), 1, "this process is processing the statement");
    server.kill();
    assert!(waiting.await.unwrap().is_err());
    let server = Process::start(&place, &base, &settings).await;
    let cut_off = ask(ann.clone()).await.unwrap();
    assert_eq!(cut_off.status(), StatusCode::CONFLICT);
    let wait = retry_after(&cut_off);
    assert!((2..=300).contains(&wait), "{wait}: {}", body(cut_off).await);
    drop(server);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_health_command_reports_readiness() {
    let place = Place::new(Database::Sqlite).await.unwrap();
    let base = free_base();
    let health = || {
        let port = base.rsplit(':').next().unwrap();
        let command = Command::new(env!("CARGO_BIN_EXE_saldo"))
            .arg("health")
            .env_clear()
            .env("SALDO_LISTEN", format!("0.0.0.0:{port}"))
            .output()
            .unwrap();
        (command.status.success(), String::from_utf8(command.stderr).unwrap())
    };
    let (is_ready, problem) = health();
    assert!(!is_ready && problem.contains("is Saldo running?"), "{problem}");
    let _process = Process::start(&place, &base, &[]).await;
    assert_eq!(health(), (true, String::new()));
}
