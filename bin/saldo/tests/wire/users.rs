//! Tests of `saldo user …` beside a running server.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

use crate::{Server, binary};

fn saldo_user(folder: &Path, arguments: &[&str], input: &str) -> Output {
    let mut command = Command::new(binary());
    command.arg("user").args(arguments).env("SALDO_DATA_DIR", folder).env("SALDO_LOG", "warn");
    command.env_remove("DATABASE_URL").env_remove("SALDO_WIRE_BINARY").current_dir(folder);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut process = command.spawn().unwrap();
    process.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    process.wait_with_output().unwrap()
}

fn said(output: &Output) -> String {
    let (out, error) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{out}{error}");
    out.into_owned()
}

/// Posts to `/api/auth/PATH` as a program that is not a browser. Returns the status and the body.
pub(crate) async fn post(server: &Server, path: &str, body: Value) -> (u16, Value) {
    // Installing a second provider fails, which does no harm.
    drop(rustls::crypto::ring::default_provider().install_default());
    let client = reqwest::Client::builder().build().unwrap();
    let request = client.post(format!("{}/api/auth/{path}", server.base_url));
    let request = request.header("content-type", "application/json").body(body.to_string());
    let answer = request.send().await.unwrap();
    let status = answer.status().as_u16();
    (status, serde_json::from_str(&answer.text().await.unwrap()).unwrap())
}

#[tokio::test]
async fn an_administrator_can_manage_users_of_a_closed_instance() {
    let server = Server::start_with(None, &[("SALDO_SIGN_UP", "closed")]);
    let folder = server.folder.path();
    let new = json!({ "email": "eve@example.com", "password": "correct horse", "name": "Eve" });
    assert_eq!(post(&server, "sign-up/email", new).await.0, 400);

    said(&saldo_user(folder, &["create", "Ada@example.com", "--name", "Ada"], "correct horse\n"));
    let listed = said(&saldo_user(folder, &["list"], ""));
    assert_eq!(listed.lines().count(), 1);
    assert!(listed.contains("ada@example.com  Ada"), "{listed}");
    let sign_in = async |password: &str| {
        post(&server, "sign-in/email", json!({ "email": "ada@example.com", "password": password })).await.0
    };
    assert_eq!(sign_in("correct horse").await, 200);

    said(&saldo_user(folder, &["set-password", "ada@example.com"], "battery staple\n"));
    assert_eq!(sign_in("correct horse").await, 401);
    assert_eq!(sign_in("battery staple").await, 200);

    assert!(!saldo_user(folder, &["delete", "ada@example.com"], "").status.success());
    said(&saldo_user(folder, &["delete", "ada@example.com", "--yes"], ""));
    assert_eq!(sign_in("battery staple").await, 401);
    assert_eq!(said(&saldo_user(folder, &["list"], "")), "");
}

#[tokio::test]
async fn an_administrator_can_disable_two_factor() {
    let server = Server::start(None);
    let folder = server.folder.path();
    let ada = json!({ "email": "ada@example.com", "password": "correct horse", "name": "Ada" });
    let client = reqwest::Client::builder().build().unwrap();
    let signed_up = client.post(format!("{}/api/auth/sign-up/email", server.base_url));
    let signed_up = signed_up.header("content-type", "application/json").body(ada.to_string());
    let signed_up = signed_up.send().await.unwrap();
    let cookies: Vec<String> = signed_up
        .headers()
        .get_all("set-cookie")
        .iter()
        .map(|line| line.to_str().unwrap().split(';').next().unwrap().to_owned())
        .collect();
    let step = async |path: &str, body: Value| {
        let request = client.post(format!("{}/api/auth/two-factor/{path}", server.base_url));
        let request = request.header("content-type", "application/json").header("origin", &server.base_url);
        let answer =
            request.header("cookie", cookies.join("; ")).body(body.to_string()).send().await.unwrap();
        assert_eq!(answer.status(), 200, "{path}");
        serde_json::from_str::<Value>(&answer.text().await.unwrap()).unwrap()
    };
    let disable = || saldo_user(folder, &["disable-two-factor", "ada@example.com"], "");
    let refused = disable();
    assert!(String::from_utf8_lossy(&refused.stderr).contains("does not use two-factor"), "{refused:?}");

    let enrolment = step("enable", json!({ "password": "correct horse" })).await;
    let code = code_of(enrolment["totpURI"].as_str().unwrap());
    step("verify-totp", json!({ "code": code })).await;
    let sign_in = async || post(&server, "sign-in/email", ada.clone()).await.1["twoFactorRedirect"] == true;
    assert!(sign_in().await);
    said(&disable());
    assert!(!sign_in().await);
}

/// Returns the current code of an authenticator app.
fn code_of(uri: &str) -> String {
    let uri = url::Url::parse(uri).unwrap();
    let (_, secret) = uri.query_pairs().find(|(name, _)| name == "secret").unwrap();
    let secret = totp_rs::Secret::try_from_base32(secret.as_ref()).unwrap();
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs();
    totp_rs::Builder::new().with_secret(secret).build().unwrap().generate(now).to_string()
}

#[test]
fn a_failed_command_explains_itself() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, input, why) in [
        (&["create", "nonsense"][..], "correct horse", "not an email address"),
        (&["create", "ada@example.com"], "short", "too short"),
        (&["set-password", "nobody@example.com"], "correct horse", "no user has the address"),
        // Its former name.
        (&["disable-two-step", "nobody@example.com"], "", "no user has the address"),
        (&["delete", "nobody@example.com", "--yes"], "", "no user has the address"),
    ] {
        let output = saldo_user(folder.path(), arguments, input);
        assert!(!output.status.success());
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(error.contains(why), "{arguments:?}: {error}");
    }
}
