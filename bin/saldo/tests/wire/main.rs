//! Wire tests of this binary with better-auth's client and server, the AI SDK's client and the
//! official MCP clients (npm, pinned).
//!
//! Without Node the tests print a notice and pass; if `CI` is set they fail.
#![expect(clippy::unwrap_used, reason = "tests")]

mod chat;
mod mail;
mod mcp;
mod users;

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// Returns the path of the binary under test: the one named by `SALDO_WIRE_BINARY`, such as a release
/// build, or the one of this build.
fn binary() -> PathBuf {
    #[expect(clippy::disallowed_methods, reason = "the environment names the build to test")]
    let named = std::env::var_os("SALDO_WIRE_BINARY");
    named.map_or_else(|| PathBuf::from(env!("CARGO_BIN_EXE_saldo")), PathBuf::from)
}

/// The binary, serving on a port of its own. Dropping it kills the process.
struct Server {
    process: Child,
    base_url: String,
    folder: tempfile::TempDir,
}

impl Server {
    fn start(database_url: Option<&str>) -> Self {
        Self::start_with(database_url, &[])
    }

    fn start_with(database_url: Option<&str>, settings: &[(&str, &str)]) -> Self {
        let port = free_port();
        let base_url = format!("http://127.0.0.1:{port}");
        let folder = tempfile::tempdir().unwrap();
        let mut command = Command::new(binary());
        command
            .env("SALDO_DATA_DIR", folder.path())
            .env("SALDO_LISTEN", format!("127.0.0.1:{port}"))
            .env("BASE_URL", &base_url)
            .env("SALDO_LOG", "warn")
            .env_remove("DATABASE_URL")
            .env_remove("SALDO_WIRE_BINARY")
            .envs(database_url.map(|url| ("DATABASE_URL", url)))
            .envs(settings.iter().copied())
            .current_dir(folder.path());
        let server = Self { process: command.spawn().unwrap(), base_url, folder };
        wait_for(port);
        server
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.process.kill());
        drop(self.process.wait());
    }
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

fn wait_for(port: u16) {
    let deadline = Instant::now() + Duration::from_secs(30);
    while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(Instant::now() < deadline, "the server is not listening");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn scripts(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/wire").join(folder)
}

/// Installs better-auth unless it is installed, once for all tests. True if it is installed now.
fn is_ready() -> bool {
    static READY: OnceLock<bool> = OnceLock::new();
    *READY.get_or_init(|| {
        is_installed(
            "auth",
            "for (const name of ['better-auth', '@better-auth/api-key', 'better-sqlite3', 'oidc-provider']) await import(name)",
        )
    })
}

/// Runs `npm ci` in a folder of scripts unless `probe` succeeds there. True if it succeeds now.
fn is_installed(folder: &str, probe: &str) -> bool {
    let succeeds =
        |command: &mut Command| command.stdout(Stdio::null()).status().is_ok_and(|it| it.success());
    let installed = || {
        let mut node = Command::new("node");
        let node = node.args(["--input-type=module", "-e", probe]).current_dir(scripts(folder));
        succeeds(node.stderr(Stdio::null()))
    };
    let ready =
        installed() || (succeeds(Command::new("npm").arg("ci").current_dir(scripts(folder))) && installed());
    #[expect(clippy::disallowed_methods, reason = "the environment says if this is CI")]
    let must = std::env::var_os("CI").is_some();
    assert!(ready || !must, "the wire tests need Node 20 and npm, and skip without them only outside CI");
    if !ready {
        eprintln!("NOT RUN: the wire tests need Node 20 and npm");
    }
    ready
}

fn run(script: &str, base_url: &str) {
    run_in("auth", script, &[base_url]);
}

/// better-auth's own server. Dropping it kills the process.
struct Reference {
    process: Child,
    base_url: String,
}

impl Reference {
    fn start() -> Self {
        let port = free_port();
        let mut node = Command::new("node");
        let node = node.args(["reference.mjs", &port.to_string()]).current_dir(scripts("auth"));
        let process = node.stdout(Stdio::null()).spawn().unwrap();
        let reference = Self { process, base_url: format!("http://127.0.0.1:{port}") };
        wait_for(port);
        reference
    }
}

impl Drop for Reference {
    fn drop(&mut self) {
        drop(self.process.kill());
        drop(self.process.wait());
    }
}

fn run_in(folder: &str, script: &str, arguments: &[&str]) {
    let mut node = Command::new("node");
    let output = node.arg(script).args(arguments).current_dir(scripts(folder)).output().unwrap();
    let (said, complained) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{script} with {arguments:?}:\n{said}{complained}");
    println!("{said}");
}

#[test]
fn the_better_auth_client_works_unmodified_on_sqlite() {
    if is_ready() {
        let server = Server::start(None);
        run("client.mjs", &server.base_url);
        run("plugins.mjs", &server.base_url);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_better_auth_client_works_unmodified_on_postgresql() {
    let Some(database) = saldo_test_postgres::database().await else { return };
    if is_ready() {
        let server = Server::start(Some(database.url()));
        run("client.mjs", &server.base_url);
        run("plugins.mjs", &server.base_url);
    }
}

#[test]
fn the_client_test_passes_against_the_better_auth_server_too() {
    if is_ready() {
        let reference = Reference::start();
        for script in ["client.mjs", "plugins.mjs"] {
            run_in("auth", script, &[&reference.base_url, "reference"]);
        }
    }
}

#[test]
fn every_auth_response_matches_better_auth_except_the_listed_differences() {
    if is_ready() {
        run("compare.mjs", &Server::start(None).base_url);
    }
}

#[test]
fn a_real_identity_provider_signs_users_up_and_in_and_forgeries_fail() {
    if is_ready() {
        let port = free_port().to_string();
        let issuer = format!("http://127.0.0.1:{port}");
        let settings = [
            ("IDP_ISSUER", issuer.as_str()),
            ("IDP_NAME", "Example"),
            ("IDP_CLIENT_ID", "saldo"),
            ("IDP_CLIENT_SECRET", "secret"),
        ];
        let server = Server::start_with(None, &settings);
        run_in("auth", "oidc.mjs", &[&server.base_url, &port]);
    }
}

#[tokio::test]
async fn an_unresponsive_identity_provider_is_a_clear_error() {
    // The operating system accepts connections to this port, but nothing reads them.
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let issuer = format!("http://{}", silent.local_addr().unwrap());
    let settings = [
        ("IDP_ISSUER", issuer.as_str()),
        ("IDP_NAME", "Example"),
        ("IDP_CLIENT_ID", "saldo"),
        ("IDP_CLIENT_SECRET", "secret"),
    ];
    let server = Server::start_with(None, &settings);
    let (status, body) =
        users::post(&server, "sign-in/social", serde_json::json!({ "provider": "example" })).await;
    assert_eq!((status, body["code"].as_str()), (502, Some("PROVIDER_UNAVAILABLE")));
}
