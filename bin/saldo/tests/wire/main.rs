//! The auth library's own client and server (npm, pinned) against this binary, on both databases.
//!
//! Without Node the tests say so and pass; where `CI` is set they fail instead.
#![expect(clippy::unwrap_used, reason = "tests")]

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// The binary, serving on a port of its own until it is dropped.
struct Server {
    process: Child,
    base_url: String,
    _folder: tempfile::TempDir,
}

impl Server {
    fn start(database_url: Option<&str>) -> Self {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let base_url = format!("http://127.0.0.1:{port}");
        let folder = tempfile::tempdir().unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_saldo"));
        command
            .env("SALDO_DATA_DIR", folder.path())
            .env("SALDO_LISTEN", format!("127.0.0.1:{port}"))
            .env("BASE_URL", &base_url)
            .env("SALDO_LOG", "warn")
            .current_dir(folder.path());
        match database_url {
            Some(url) => command.env("DATABASE_URL", url),
            None => command.env_remove("DATABASE_URL"),
        };
        let server = Self { process: command.spawn().unwrap(), base_url, _folder: folder };
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

fn wait_for(port: u16) {
    let patience = Instant::now() + Duration::from_secs(30);
    while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(Instant::now() < patience, "the server does not listen");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn scripts() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/wire/auth")
}

/// Whether the library is installed; installs it when it is not. Once for all tests.
fn is_ready() -> bool {
    static READY: OnceLock<bool> = OnceLock::new();
    *READY.get_or_init(|| {
        let succeeds = |command: &mut Command| command.stdout(Stdio::null()).status().is_ok_and(|it| it.success());
        let installed = || {
            let probe = "await import('better-auth'); await import('better-sqlite3')";
            let mut node = Command::new("node");
            succeeds(node.args(["--input-type=module", "-e", probe]).current_dir(scripts()).stderr(Stdio::null()))
        };
        let ready =
            installed() || (succeeds(Command::new("npm").arg("ci").current_dir(scripts())) && installed());
        #[expect(clippy::disallowed_methods, reason = "whether a machine checks a change is no setting of Saldo's")]
        let must = std::env::var_os("CI").is_some();
        assert!(ready || !must, "the wire tests need Node 20 and npm, and CI is set");
        if !ready {
            eprintln!("NOT RUN: the wire tests need Node 20 and npm");
        }
        ready
    })
}

fn run(script: &str, base_url: &str) {
    let output = Command::new("node").args([script, base_url]).current_dir(scripts()).output().unwrap();
    let (said, complained) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{script} against {base_url}:\n{said}{complained}");
    println!("{said}");
}

#[test]
fn the_auth_librarys_client_works_unmodified_on_sqlite() {
    if is_ready() {
        run("client.mjs", &Server::start(None).base_url);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_auth_librarys_client_works_unmodified_on_postgresql() {
    let Some(database) = saldo_test_postgres::database().await else { return };
    if is_ready() {
        run("client.mjs", &Server::start(Some(database.url())).base_url);
    }
}

#[test]
fn every_answer_under_auth_is_the_auth_librarys_but_for_the_listed_differences() {
    if is_ready() {
        run("compare.mjs", &Server::start(None).base_url);
    }
}
