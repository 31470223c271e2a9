//! `saldo user …` beside a running server.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

use crate::Server;

fn saldo_user(folder: &Path, arguments: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_saldo"));
    command.arg("user").args(arguments).env("SALDO_DATA_DIR", folder).env("SALDO_LOG", "warn");
    command.env_remove("DATABASE_URL").current_dir(folder);
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

async fn post(server: &Server, path: &str, body: Value) -> u16 {
    // The second test to install it finds it installed.
    drop(rustls::crypto::ring::default_provider().install_default());
    let client = reqwest::Client::builder().build().unwrap();
    let request = client.post(format!("{}/api/auth/{path}", server.base_url));
    let request = request.header("content-type", "application/json").body(body.to_string());
    request.send().await.unwrap().status().as_u16()
}

#[tokio::test]
async fn who_runs_a_closed_instance_adds_lists_changes_and_deletes_people() {
    let server = Server::start_with(None, &[("SALDO_SIGN_UP", "closed")]);
    let folder = server.folder.path();
    let new = json!({ "email": "eve@example.com", "password": "correct horse", "name": "Eve" });
    assert_eq!(post(&server, "sign-up/email", new).await, 400);

    said(&saldo_user(folder, &["create", "Ada@example.com", "--name", "Ada"], "correct horse\n"));
    let listed = said(&saldo_user(folder, &["list"], ""));
    assert_eq!(listed.lines().count(), 1);
    assert!(listed.contains("ada@example.com  Ada"), "{listed}");
    let sign_in = async |password: &str| {
        post(&server, "sign-in/email", json!({ "email": "ada@example.com", "password": password })).await
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

#[test]
fn a_command_that_cannot_be_done_says_why_and_fails() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, input, why) in [
        (&["create", "nonsense"][..], "correct horse", "not an e-mail address"),
        (&["create", "ada@example.com"], "short", "too short"),
        (&["set-password", "nobody@example.com"], "correct horse", "nobody here has the address"),
        (&["delete", "nobody@example.com", "--yes"], "", "nobody here has the address"),
    ] {
        let output = saldo_user(folder.path(), arguments, input);
        assert!(!output.status.success());
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(error.contains(why), "{arguments:?}: {error}");
    }
}
