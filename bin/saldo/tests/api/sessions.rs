//! Tests of ended sessions and of sign-ins, also across replicas and with other errors in a request.

use std::io::{Read as _, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use futures::future::join_all;
use reqwest::header::{HeaderMap, SET_COOKIE};
use reqwest::{Method, StatusCode};
use saldo::routes::{Access, TABLE};
use saldo_domain::{Clock as _, SystemClock, UserId};
use serde_json::{Value, json};
use totp_rs::{Builder, Secret};

use crate::app::{Database, Place, TestApp, TestUser, body, on_each_database};
use crate::crash::{Process, free_base};
use crate::pdf::Sample;

on_each_database!(
    an_ended_session_is_401_before_any_other_error,
    a_session_ended_by_another_replica_cannot_write,
    an_upload_of_a_deleted_user_leaves_no_file,
    a_burst_of_codes_is_locked_out_after_ten_wrong_ones,
);

/// Returns the id of a signed-in user.
async fn id_of(user: &TestUser) -> UserId {
    user.json("/auth/get-session").await["user"]["id"].as_str().unwrap().parse().unwrap()
}

/// Returns requests with one fault each, and the name of the fault.
fn faults(user: &TestUser, method: &Method, path: &str) -> Vec<(&'static str, reqwest::RequestBuilder)> {
    let unknown = path.replace("{id}", "01890000-0000-7000-8000-000000000000");
    let of = |path: &str| user.request(method.clone(), path);
    let query =
        "limit=x&cursor=x&from=x&to=x&month=x&date=x&format=x&account=x&category=x&kind=x&currency=x&year=x";
    vec![
        ("a bad id", of(&path.replace("{id}", "nonsense")).body("")),
        ("a bad query", of(&format!("{unknown}?{query}")).body("")),
        ("no JSON", of(&unknown).header("content-type", "application/json").body("{")),
        ("a body that does not fit", of(&unknown).header("content-type", "application/json").body("[1]")),
        ("another content type", of(&unknown).header("content-type", "text/plain").body("x")),
        ("an Idempotency-Key too long", of(&unknown).header("idempotency-key", "k".repeat(300)).body("")),
    ]
}

async fn an_ended_session_is_401_before_any_other_error(app: TestApp) {
    let ann = app.user("ann").await;
    assert!(ann.post("/auth/sign-out", &json!({})).await.status().is_success());
    for transaction in TABLE.iter().filter(|transaction| transaction.access != Access::Public) {
        let method: Method = transaction.method.as_str().parse().unwrap();
        for (fault, request) in faults(&ann, &method, transaction.path) {
            let answer = request.send().await.unwrap();
            assert_eq!(answer.status(), StatusCode::UNAUTHORIZED, "{fault}: {method} {}", transaction.path);
            assert_eq!(
                answer.text().await.unwrap(),
                r#"{"error":"Unauthorized"}"#,
                "{fault}: {}",
                transaction.path
            );
        }
        if method == Method::GET {
            for (fault, request) in faults(&ann, &Method::HEAD, transaction.path) {
                let answer = request.send().await.unwrap();
                assert_eq!(answer.status(), StatusCode::UNAUTHORIZED, "{fault}: HEAD {}", transaction.path);
            }
        }
    }
}

async fn a_session_ended_by_another_replica_cannot_write(app: TestApp) {
    let ann = app.user("ann").await;
    let user = id_of(&ann).await;
    // As another process would do it: this one is not notified.
    app.storage.delete_sessions(user, None).await.unwrap();
    for transaction in
        TABLE.iter().filter(|transaction| transaction.access != Access::Public && transaction.method != "GET")
    {
        let path = transaction.path.replace("{id}", "01890000-0000-7000-8000-000000000000");
        let request = ann.request(transaction.method.as_str().parse().unwrap(), &path);
        let answer = request.header("content-type", "application/json").body("{}").send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::UNAUTHORIZED, "{} {path}", transaction.method);
    }
    let upload = ann.upload(vec![("a.pdf", Sample::new(1, 5).pdf())]).await;
    assert_eq!(upload.status(), StatusCode::UNAUTHORIZED);
    let name = ann.post("/auth/update-user", &json!({ "name": "Eve" })).await;
    assert_eq!(name.status(), StatusCode::UNAUTHORIZED);
    assert_eq!(files_in(app.app.config.files_at.folder().unwrap()), 0);
}

async fn an_upload_of_a_deleted_user_leaves_no_file(app: TestApp) {
    let ann = app.user("ann").await;
    let user = id_of(&ann).await;
    let (storage, file) = (app.storage.clone(), Sample::new(1, 5).pdf());
    let (first, rest) = (file[..1_000].to_vec(), file[1_000..].to_vec());
    // Another process deletes the user during the upload.
    let pieces = futures::stream::unfold(Some((first, Some(rest))), move |next| {
        let storage = storage.clone();
        async move {
            let (piece, rest) = next?;
            if rest.is_none() {
                // By now the server has checked the session and waits for the rest.
                tokio::time::sleep(Duration::from_secs(1)).await;
                storage.delete_user(user).await.unwrap();
            }
            Some((Ok::<_, std::io::Error>(piece), rest.map(|rest| (rest, None))))
        }
    });
    let part = reqwest::multipart::Part::stream(reqwest::Body::wrap_stream(pieces)).file_name("a.pdf");
    let form = reqwest::multipart::Form::new().part("files", part);
    let answer = ann.request(Method::POST, "/upload").multipart(form).send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::CONFLICT);
    assert_eq!(files_in(app.app.config.files_at.folder().unwrap()), 0);
    let again = ann.upload(vec![("a.pdf", file)]).await;
    assert_eq!(again.status(), StatusCode::UNAUTHORIZED);
    assert_eq!(files_in(app.app.config.files_at.folder().unwrap()), 0);
}

fn files_in(folder: &Path) -> usize {
    let files = std::fs::read_dir(folder).into_iter().flatten().map(Result::unwrap);
    files.map(|file| if file.path().is_dir() { files_in(&file.path()) } else { 1 }).sum()
}

/// Returns the cookies of a response as a browser sends them back.
fn cookies_of(headers: &HeaderMap) -> String {
    let lines = headers.get_all(SET_COOKIE).iter().map(|line| line.to_str().unwrap());
    let kept = lines.filter(|line| !line.contains("Max-Age=0"));
    kept.map(|line| line.split(';').next().unwrap()).collect::<Vec<_>>().join("; ")
}

/// Returns the current code of an authenticator app.
fn code_of(app: &totp_rs::Totp) -> String {
    let now = SystemClock.now().as_milliseconds() / 1_000;
    app.generate(u64::try_from(now).unwrap()).to_string()
}

/// Enables two-factor authentication and returns the generator of its codes.
async fn enroll(user: &mut TestUser) -> totp_rs::Totp {
    let enabled =
        body(user.post("/auth/two-factor/enable", &json!({ "password": "correct horse" })).await).await;
    let uri = url::Url::parse(enabled["totpURI"].as_str().unwrap()).unwrap();
    let (_, secret) = uri.query_pairs().find(|(name, _)| name == "secret").unwrap();
    let app = Builder::new().with_secret(Secret::try_from_base32(secret.as_ref()).unwrap()).build().unwrap();
    let code = code_of(&app);
    let verified = user.post("/auth/two-factor/verify-totp", &json!({ "code": code })).await;
    assert_eq!(verified.status(), StatusCode::OK);
    user.take_cookies(&verified);
    app
}

async fn a_burst_of_codes_is_locked_out_after_ten_wrong_ones(app: TestApp) {
    let mut ann = app.user("ann").await;
    let codes = enroll(&mut ann).await;
    let signs_in = json!({ "email": "ann@example.com", "password": "correct horse" });
    let stranger = app.anon();
    let mut looked_at = 0;
    for _ in 0..4 {
        let mut open = Vec::new();
        for _ in 0..4 {
            let answer = stranger.post("/auth/sign-in/email", &signs_in).await;
            open.push(cookies_of(answer.headers()));
        }
        let verify = |cookie: &String| {
            let request =
                stranger.request(Method::POST, "/auth/two-factor/verify-totp").header("cookie", cookie);
            request.header("content-type", "application/json").body(r#"{"code":"000000"}"#).send()
        };
        let burst = join_all(open.iter().cycle().take(60).map(verify)).await;
        for answer in burst {
            let code = body(answer.unwrap()).await["code"].as_str().unwrap().to_owned();
            looked_at += u32::from(code == "INVALID_CODE");
        }
    }
    assert!((1..=10).contains(&looked_at), "{looked_at} codes were checked");
    // Attempts that found their sign-in used up were not checked either. This
    // uses the attempts that are left.
    let answer = loop {
        let cookie = cookies_of(stranger.post("/auth/sign-in/email", &signs_in).await.headers());
        let right = json!({ "code": if looked_at < 10 { "000000".to_owned() } else { code_of(&codes) } });
        let request = stranger.request(Method::POST, "/auth/two-factor/verify-totp").header("cookie", cookie);
        let answer =
            request.header("content-type", "application/json").body(right.to_string()).send().await.unwrap();
        if looked_at == 10 {
            break answer;
        }
        assert_eq!(answer.status(), StatusCode::UNAUTHORIZED);
        looked_at += 1;
    };
    assert_eq!(answer.status(), StatusCode::TOO_MANY_REQUESTS);
}

fn saldo_user(place: &Place, base: &str, arguments: &[&str], input: &str) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_saldo"));
    let command = command.arg("user").args(arguments).env_clear().envs(place.settings(base));
    let mut process = command.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    process.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    assert!(process.wait().unwrap().success());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_command_line_ends_sessions_in_a_running_server() {
    let place = Place::new(Database::Sqlite).await.unwrap();
    let base = free_base();
    let _server = Process::start(&place, &base, &[]).await;
    for (name, arguments) in [
        ("ann", vec!["set-password", "ann@example.com"]),
        ("bob", vec!["delete", "bob@example.com", "--yes"]),
        ("cat", vec!["disable-two-factor", "cat@example.com"]),
    ] {
        let mut user = TestUser::new(base.clone());
        user.sign_up(name).await;
        if name == "cat" {
            enroll(&mut user).await;
        }
        assert_eq!(user.get("/accounts").await.status(), StatusCode::OK);
        saldo_user(&place, &base, &arguments, "battery staple\n");
        let tag = json!({ "name": "Groceries" });
        assert_eq!(user.post("/categories", &tag).await.status(), StatusCode::UNAUTHORIZED, "{name}");
        let ended = Instant::now();
        loop {
            match user.get("/accounts").await.status() {
                StatusCode::UNAUTHORIZED => break,
                status => assert_eq!(status, StatusCode::OK, "{name}"),
            }
            assert!(
                ended.elapsed() < Duration::from_secs(6),
                "{name} is still signed in after more than 5 s"
            );
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_hundred_sign_ins_from_one_address_do_not_block_others() {
    let app = TestApp::start(Database::Sqlite).await.unwrap();
    app.user("ann").await;
    let sign_in = |address: &str, password: &str| {
        let value = json!({ "email": "ann@example.com", "password": password });
        let request = app.anon().request(Method::POST, "/auth/sign-in/email");
        let request = request.header("content-type", "application/json").header("x-forwarded-for", address);
        request.body(value.to_string()).send()
    };
    let flood = join_all((0..200).map(|_| sign_in("9.9.9.9", "wrong horse")));
    let others = join_all((0..8).map(|number| sign_in(&format!("8.8.8.{number}"), "correct horse")));
    let (flood, others) = tokio::join!(flood, others);
    let refused = flood
        .into_iter()
        .filter(|answer| answer.as_ref().unwrap().status() == StatusCode::SERVICE_UNAVAILABLE);
    assert!(refused.count() > 0, "excess sign-ins are rejected");
    for answer in others {
        assert_eq!(answer.unwrap().status(), StatusCode::OK);
    }
}

/// Posts to `/auth/PATH`. Returns the status, the headers and the body.
async fn posted(base: &str, path: &str, value: Value) -> (StatusCode, HeaderMap, Value) {
    let answer = TestUser::new(base.to_owned()).post(&format!("/auth/{path}"), &value).await;
    (answer.status(), answer.headers().clone(), body(answer).await)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_google_authorization_url_needs_no_network() {
    // No setting names an endpoint: those of Google must be built in.
    let settings = [
        ("IDP_CLIENT_ID", "saldo"),
        ("IDP_CLIENT_SECRET", "secret"),
        ("SALDO_COOKIE_PREFIX", "mine"),
        // Nothing listens there, so that every request to another machine fails.
        ("HTTPS_PROXY", "http://127.0.0.1:9"),
    ];
    let (place, base) = (Place::new(Database::Sqlite).await.unwrap(), free_base());
    let process = Process::start(&place, &base, &settings).await;
    let request = json!({ "provider": "google", "errorCallbackURL": "/failed?x=1" });
    let (status, headers, answer) = posted(&base, "sign-in/social", request).await;
    assert_eq!((status, &answer["redirect"]), (StatusCode::OK, &json!(true)), "{answer}: {}", process.log());
    let url = url::Url::parse(answer["url"].as_str().unwrap()).unwrap();
    assert!(url.as_str().starts_with("https://accounts.google.com/o/oauth2/v2/auth?"), "{url}");
    let query: std::collections::HashMap<_, _> = url.query_pairs().into_owned().collect();
    assert_eq!(query["redirect_uri"], format!("{base}/api/auth/callback/google"));
    assert_eq!(query["include_granted_scopes"], "true");
    assert!(cookies_of(&headers).starts_with("mine.state="));
    let client = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap();
    let back = format!("{}/api/auth/callback/google?code=x&state={}", base, query["state"]);
    let checked = client.head(&back).send().await.unwrap();
    assert_eq!(checked.status(), StatusCode::METHOD_NOT_ALLOWED, "a check of the link does not use it up");
    let lost = client.get(&back).send().await.unwrap();
    assert_eq!(lost.headers()["location"], "/failed?x=1&error=state_mismatch", "the cookie is missing");
    let token = json!({ "provider": "google", "idToken": { "token": "nonsense" } });
    let (status, _, answer) = posted(&base, "sign-in/social", token).await;
    assert_eq!((status, answer["code"].as_str()), (StatusCode::UNAUTHORIZED, Some("INVALID_TOKEN")));
    let document = TestUser::new(base).json("/openapi.json").await;
    assert_eq!(document["components"]["securitySchemes"]["session"]["name"], "mine.session_token");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_provider_is_discovered_at_startup_with_retries() {
    let provider = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let issuer = format!("http://{}", provider.local_addr().unwrap());
    let settings = [
        ("IDP_ISSUER", issuer.as_str()),
        ("IDP_NAME", "Example"),
        ("IDP_CLIENT_ID", "saldo"),
        ("IDP_CLIENT_SECRET", "secret"),
    ];
    let _app = TestApp::start_with(Database::Sqlite, &settings).await.unwrap();
    let asked = tokio::task::spawn_blocking(move || {
        // Closes each connection without a response.
        [(); 2].map(|()| {
            let (mut connection, _) = provider.accept().unwrap();
            let mut head = [0; 64];
            let length = connection.read(&mut head).unwrap();
            String::from_utf8_lossy(&head[..length]).into_owned()
        })
    });
    for head in tokio::time::timeout(Duration::from_mins(1), asked).await.unwrap().unwrap() {
        assert!(head.starts_with("GET /.well-known/openid-configuration HTTP/1.1"), "{head}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn names_are_limited_to_200_characters_and_pictures_to_urls() {
    let app = TestApp::start(Database::Sqlite).await.unwrap();
    let new = |name: String, image: &str| json!({ "email": "ann@example.com", "password": "correct horse", "name": name, "image": image });
    for (name, image) in [
        ("n".repeat(201), "https://example.com/a.png"),
        ("n".repeat(200), "javascript:alert(1)"),
        ("n".repeat(200), "data:image/png;base64,AAAA"),
    ] {
        let (status, _, answer) = posted(&app.base, "sign-up/email", new(name, image)).await;
        assert_eq!((status, answer["code"].as_str()), (StatusCode::BAD_REQUEST, Some("VALIDATION_ERROR")));
    }
    let fits = new("n".repeat(200), "https://example.com/a.png");
    assert_eq!(posted(&app.base, "sign-up/email", fits).await.0, StatusCode::OK);
    let bob = app.user("bob").await;
    for change in [
        json!({ "name": "n".repeat(201) }),
        json!({ "image": "javascript:alert(1)" }),
        json!({ "image": "data:image/png;base64,AAAA" }),
    ] {
        let answer = bob.post("/auth/update-user", &change).await;
        assert_eq!(answer.status(), StatusCode::BAD_REQUEST, "{change}");
    }
    let change = json!({ "name": "n".repeat(200), "image": "https://example.com/b.png" });
    assert_eq!(bob.post("/auth/update-user", &change).await.status(), StatusCode::OK);
    let user = &bob.json("/auth/get-session").await["user"];
    assert_eq!((&user["name"], &user["image"]), (&change["name"], &change["image"]));
}
