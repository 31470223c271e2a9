//! Tests of a full disk and of an unreachable database.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use reqwest::multipart::{Form, Part};
use reqwest::{Method, StatusCode};
use saldo::routes;
use serde_json::json;
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};

use crate::app::{Database, Place, TestApp, TestUser, body};
use crate::attachments::{pdf, with_files};
use crate::crash::{Process, free_base};
use crate::my_data::untar;
use crate::pdf::Sample;

const SMALL_CSV: &[u8] = b"Date,Description,Amount,Currency\n2024-01-31,Rent,-1.00,EUR\n";

/// A mounted disk of 24 MiB. Dropping it unmounts it.
struct SmallDisk(PathBuf);

impl SmallDisk {
    /// Mounts a disk. If this user may not mount, it prints a notice and returns `None`, or panics in CI.
    fn mount(folder: PathBuf) -> Option<Self> {
        fs::create_dir(&folder).unwrap();
        if !run_as_root("mount", &["-t", "tmpfs", "-o", "size=24m,mode=777", "saldo-test"], &folder) {
            #[expect(clippy::disallowed_methods, reason = "the environment says if this is CI")]
            let is_ci = std::env::var_os("CI").is_some();
            assert!(!is_ci, "this test needs permission to mount a small disk");
            eprintln!("\n*** A FULL DISK IS NOT TESTED: this user may not mount a small one ***\n");
            return None;
        }
        Some(Self(folder))
    }

    /// Fills the disk to the last byte.
    fn fill(&self) {
        let mut file =
            fs::OpenOptions::new().create(true).append(true).open(self.0.join("of others")).unwrap();
        for bytes in [64 * 1024, 1] {
            let block = vec![7; bytes];
            while file.write_all(&block).is_ok() {}
        }
    }

    fn empty(&self) {
        fs::remove_file(self.0.join("of others")).unwrap();
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        run_as_root("umount", &["--lazy"], &self.0);
    }
}

/// Runs a program for a folder, with `sudo` if this user may not. Returns `true` if it succeeded.
fn run_as_root(program: &str, arguments: &[&str], folder: &Path) -> bool {
    [vec![program], vec!["sudo", "-n", program]].into_iter().any(|words| {
        let mut command = Command::new(words[0]);
        command.args(&words[1..]).args(arguments).arg(folder);
        command.status().is_ok_and(|status| status.success())
    })
}

async fn until_status(user: &TestUser, path: &str, wanted: StatusCode) {
    for _ in 0..600 {
        if user.get(path).await.status() == wanted {
            return;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("{path} never answered {wanted}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_rejects_uploads_and_allows_deleting_and_exporting() {
    let place = Place::new(Database::Sqlite).await.unwrap();
    let Some(disk) = SmallDisk::mount(place.folder.path().join("data")) else { return };
    let base = free_base();
    let process = Process::start(&place, &base, &[("SALDO_DISK_RESERVE_BYTES", "4194304")]).await;
    let mut ann = TestUser::new(base.clone());
    ann.sign_up("ann").await;
    let statement = ann.upload_one("first.pdf", Sample::new(1, 5).pdf()).await;
    let second = ann.upload_one("second.pdf", Sample::new(2, 5).pdf()).await;
    assert_eq!(ann.process(&statement).await.status(), StatusCode::OK);
    disk.fill();

    let refused = ann.upload(vec![("third.pdf", Sample::new(3, 5).pdf())]).await;
    assert_eq!(refused.status(), StatusCode::INSUFFICIENT_STORAGE, "{}", process.log());
    let said = body(refused).await["error"].as_str().unwrap().to_owned();
    assert!(said.contains("server's disk is full"), "{said}");
    let ready = ann.get("/health/ready").await;
    assert_eq!(ready.status(), StatusCode::SERVICE_UNAVAILABLE);
    assert!(ready.headers().contains_key("retry-after"));
    assert!(body(ready).await["error"].as_str().unwrap().contains("disk is full"));
    // The server released its reserve to be able to write; this fills that space too.
    disk.fill();

    let archive = ann.get("/me/data").await;
    assert_eq!(archive.status(), StatusCode::OK, "{}", process.log());
    let archive = untar(&archive.bytes().await.unwrap());
    assert!(archive.iter().any(|(name, _)| *name == format!("statements/{statement}")));
    assert_eq!(ann.get("/export?format=csv").await.status(), StatusCode::OK);
    assert_eq!(ann.transactions().await.len(), 5);

    disk.empty();
    until_status(&ann, "/health/ready", StatusCode::OK).await;
    let account = json!({"name": "Cash", "kind": "cash", "currency": "EUR"});
    let account = body(ann.post("/accounts", &account).await).await["id"].as_str().unwrap().to_owned();
    let rows: Vec<String> = (0..2_000).map(|row| format!("2024-01-31,Rent {row},-1.00,EUR")).collect();
    let csv = format!("Date,Description,Amount,Currency\n{}\n", rows.join("\n"));
    let csv = ann.upload_one("cash.csv", csv.into_bytes()).await;
    let import = ann.post("/import", &json!({"statementId": csv, "accountId": account})).await;
    assert_eq!(import.status(), StatusCode::OK, "{}", process.log());
    assert_eq!(ann.transactions().await.len(), 2_005);
    disk.fill();
    let deleted = ann.request(Method::DELETE, &format!("/accounts/{account}")).send().await.unwrap();
    assert_eq!(deleted.status(), StatusCode::NO_CONTENT, "{}", process.log());
    assert_eq!(ann.transactions().await.len(), 5);
    // However much space others leave or take: what the reserve released is not for new files.
    let refused = ann.upload(vec![("third.pdf", Sample::new(3, 5).pdf())]).await;
    assert_eq!(refused.status(), StatusCode::INSUFFICIENT_STORAGE);
    let preview = Form::new().part("file", Part::bytes(SMALL_CSV).file_name("small.csv"));
    let refused = ann.request(Method::POST, "/import/preview").multipart(preview).send().await.unwrap();
    assert_eq!(refused.status(), StatusCode::INSUFFICIENT_STORAGE);
    let chat = with_files("c", "u1", "Read this", [pdf(&Sample::new(4, 5))]);
    assert_eq!(ann.post("/chat", &chat).await.status(), StatusCode::INSUFFICIENT_STORAGE);
    assert_eq!(ann.process(&second).await.status(), StatusCode::INSUFFICIENT_STORAGE);
    for statement in [&statement, &second] {
        let deleted = ann.request(Method::DELETE, &format!("/statements/{statement}")).send().await.unwrap();
        assert!(deleted.status().is_success(), "{}: {}", deleted.status(), process.log());
    }
    assert_eq!(ann.transactions().await.len(), 0);
    disk.empty();
    until_status(&ann, "/health/ready", StatusCode::OK).await;
    ann.upload_one("third.pdf", Sample::new(3, 5).pdf()).await;
}

#[test]
fn every_route_that_deletes_data_may_use_the_reserve() {
    for endpoint in routes::TABLE.iter().chain(routes::auth::TABLE.iter()) {
        let ends_a_stream = endpoint.path == "/chat/{id}/stream";
        let deletes = (endpoint.method == "DELETE" && !ends_a_stream) || endpoint.path.contains("delete");
        assert_eq!(endpoint.deletes, deletes, "{} {}", endpoint.method, endpoint.path);
    }
}

/// A proxy in front of a database that can cut its connections.
struct Way {
    port: u16,
    is_open: Arc<AtomicBool>,
}

impl Way {
    async fn to(target: String) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let is_open = Arc::new(AtomicBool::new(true));
        let open = Arc::clone(&is_open);
        tokio::spawn(async move {
            while let Ok((mut near, _)) = listener.accept().await {
                if !open.load(Ordering::SeqCst) {
                    continue;
                }
                let (target, open) = (target.clone(), Arc::clone(&open));
                tokio::spawn(async move {
                    let mut far = TcpStream::connect(&target).await.unwrap();
                    let cut = async {
                        while open.load(Ordering::SeqCst) {
                            tokio::time::sleep(Duration::from_millis(5)).await;
                        }
                    };
                    tokio::select! {
                        _ = copy_bidirectional(&mut near, &mut far) => {}
                        () = cut => {}
                    }
                });
            }
        });
        Self { port, is_open }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unreachable_database_is_503_until_it_returns() {
    let Some(place) = Place::new(Database::Postgres).await else { return };
    let mut url = url::Url::parse(place.postgres.as_ref().unwrap().url()).unwrap();
    let way = Way::to(format!("{}:{}", url.host_str().unwrap(), url.port().unwrap_or(5432))).await;
    url.set_host(Some("127.0.0.1")).unwrap();
    url.set_port(Some(way.port)).unwrap();
    let app = TestApp::start_with(Database::Sqlite, &[("DATABASE_URL", url.as_str())]).await.unwrap();
    let ann = app.user("ann").await;
    let account = json!({"name": "Cash", "kind": "cash", "currency": "EUR"});
    let sign_in = json!({"email": "ann@example.com", "password": "correct horse"});
    assert_eq!(ann.post("/accounts", &account).await.status(), StatusCode::CREATED);

    way.is_open.store(false, Ordering::SeqCst);
    tokio::time::sleep(Duration::from_millis(100)).await;
    for answer in [
        ann.get("/accounts").await,
        ann.post("/accounts", &account).await,
        app.anon().post("/auth/sign-in/email", &sign_in).await,
        ann.get("/me/data").await,
        ann.get("/health/ready").await,
    ] {
        assert_eq!(answer.status(), StatusCode::SERVICE_UNAVAILABLE, "{}", answer.url());
        assert!(answer.headers().contains_key("retry-after"), "{}", answer.url());
        assert!(body(answer).await["error"].as_str().unwrap().contains("database"));
    }
    assert_eq!(ann.get("/health/live").await.status(), StatusCode::OK);

    way.is_open.store(true, Ordering::SeqCst);
    assert_eq!(ann.json("/accounts").await["items"].as_array().unwrap().len(), 1);
    assert_eq!(app.anon().post("/auth/sign-in/email", &sign_in).await.status(), StatusCode::OK);
}
