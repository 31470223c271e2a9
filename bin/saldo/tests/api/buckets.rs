//! Statement files in a bucket: a real S3 server, with a proxy in front of it that fails on request.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto;
use reqwest::{Method, StatusCode};
use s3s::auth::SimpleAuth;
use s3s::service::S3ServiceBuilder;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use crate::app::{Database, Place, TestApp, TestUser, body};
use crate::backup::run_saldo;
use crate::crash::{Process, free_base};
use crate::my_data::untar;
use crate::pdf::Sample;

const KEY: &str = "saldo";
const SECRET: &str = "secret of the bucket";
const BUCKET: &str = "statements";

/// A fault of the proxy, for a number of requests.
#[derive(Clone, Copy)]
#[repr(usize)]
enum Fault {
    None,
    /// Answers 500.
    Error,
    /// Closes the connection in the middle of the answer.
    Cut,
    /// Answers late.
    Slow,
}

/// An S3 server whose buckets are folders.
struct S3 {
    folder: TempDir,
    endpoint: String,
    /// The current fault, and the number of connections that still get it.
    fault: Arc<(AtomicUsize, AtomicUsize)>,
}

impl S3 {
    async fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join(BUCKET)).unwrap();
        let mut service = S3ServiceBuilder::new(s3s_fs::FileSystem::new(folder.path()).unwrap());
        service.set_auth(SimpleAuth::from_single(KEY, SECRET));
        let service = service.build();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let server = listener.local_addr().unwrap();
        tokio::spawn(async move {
            while let Ok((connection, _)) = listener.accept().await {
                let service = service.clone();
                tokio::spawn(async move {
                    let http = auto::Builder::new(TokioExecutor::new());
                    drop(http.serve_connection(TokioIo::new(connection), service).await);
                });
            }
        });
        let fault = Arc::new((AtomicUsize::new(Fault::None as usize), AtomicUsize::new(0)));
        let endpoint = proxy(server, fault.clone()).await;
        Self { folder, endpoint, fault }
    }

    /// Lets the next connections fail.
    fn fail(&self, fault: Fault, times: usize) {
        self.fault.0.store(fault as usize, Ordering::SeqCst);
        self.fault.1.store(times, Ordering::SeqCst);
    }

    /// Returns the settings of a server with its files in a folder of the bucket.
    fn settings(&self) -> [(&'static str, &str); 6] {
        [
            ("STATEMENTS_URL", "s3://statements/of/saldo"),
            ("AWS_ENDPOINT", &self.endpoint),
            ("AWS_ALLOW_HTTP", "true"),
            ("AWS_ACCESS_KEY_ID", KEY),
            ("AWS_SECRET_ACCESS_KEY", SECRET),
            ("AWS_REGION", "us-east-1"),
        ]
    }

    /// Returns the paths of the stored files, without metadata of the S3 server.
    fn files(&self) -> Vec<PathBuf> {
        fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
            let Ok(all) = fs::read_dir(folder) else { return };
            for one in all.map(|one| one.unwrap().path()) {
                if one.is_dir() { walk(&one, found) } else { found.push(one) }
            }
        }
        let mut found = Vec::new();
        walk(&self.folder.path().join(BUCKET).join("of/saldo"), &mut found);
        found.retain(|path| !path.file_name().unwrap().to_string_lossy().starts_with('.'));
        found.sort();
        found
    }
}

/// Starts a proxy that passes connections on, or lets them fail. Returns its address.
async fn proxy(server: std::net::SocketAddr, fault: Arc<(AtomicUsize, AtomicUsize)>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let endpoint = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move {
        while let Ok((connection, _)) = listener.accept().await {
            tokio::spawn(pass(connection, server, fault.clone()));
        }
    });
    endpoint
}

/// Passes one request at a time on. Each answer closes its connection, so that every request meets the fault
/// of its time.
async fn pass(
    mut client: TcpStream,
    server: std::net::SocketAddr,
    fault: Arc<(AtomicUsize, AtomicUsize)>,
) -> std::io::Result<()> {
    let mut head = Vec::new();
    while !head.windows(4).any(|end| end == b"\r\n\r\n") {
        let mut byte = [0];
        if client.read(&mut byte).await? == 0 {
            return Ok(());
        }
        head.push(byte[0]);
    }
    let now = fault.1.try_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1));
    let now = if now.is_ok() { fault.0.load(Ordering::SeqCst) } else { Fault::None as usize };
    if now == Fault::Error as usize {
        let answer = b"HTTP/1.1 500 Internal Server Error\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
        return client.write_all(answer).await;
    }
    if now == Fault::Cut as usize {
        return client.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\nonly").await;
    }
    if now == Fault::Slow as usize {
        tokio::time::sleep(Duration::from_millis(700)).await;
    }
    let text = String::from_utf8_lossy(&head).into_owned();
    let head = text.replacen("\r\n", "\r\nconnection: close\r\n", 1);
    let mut upstream = TcpStream::connect(server).await?;
    upstream.write_all(head.as_bytes()).await?;
    tokio::io::copy_bidirectional(&mut client, &mut upstream).await.map(drop)
}

async fn start(database: Database, s3: &S3) -> Option<TestApp> {
    TestApp::start_with(database, &s3.settings()).await
}

#[tokio::test(flavor = "multi_thread")]
async fn statement_files_are_stored_in_a_bucket_of_a_real_s3_server() {
    for database in [Database::Sqlite, Database::Postgres] {
        let s3 = S3::start().await;
        let Some(app) = start(database, &s3).await else { continue };
        app.app.ingest.join_files().await.unwrap();
        let ann = app.user("ann").await;
        let file = Sample::new(1, 5).pdf();
        let statement = ann.upload_one("may.pdf", file.clone()).await;
        assert_eq!(ann.process(&statement).await.status(), StatusCode::OK);
        let stored = s3.files();
        assert!(stored.iter().any(|path| path.ends_with("instance")), "{stored:?}");
        let [stored] = stored.iter().filter(|path| path.ends_with(&statement)).collect::<Vec<_>>()[..] else {
            panic!("{stored:?}");
        };
        assert!(fs::read(stored).unwrap() == file);
        let served = ann.get(&format!("/statements/{statement}/file")).await;
        assert!(served.bytes().await.unwrap() == file.as_slice());
        let archive = untar(&ann.get("/me/data").await.bytes().await.unwrap());
        assert!(archive.iter().any(|(_, content)| *content == file), "the archive has the file");
        let deleted = ann.request(Method::DELETE, &format!("/statements/{statement}")).send().await.unwrap();
        assert!(deleted.status().is_success());
        let left = s3.files();
        assert!(left.iter().any(|path| path.to_string_lossy().contains("/trash/")), "{left:?}");
        assert_eq!(app.app.ingest.sweep_files().await.unwrap().discarded, 0);
        let gone = ann.get(&format!("/statements/{statement}/file")).await;
        assert_eq!(gone.status(), StatusCode::NOT_FOUND);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn faults_of_the_s3_server_lose_nothing() {
    let s3 = S3::start().await;
    let app = start(Database::Sqlite, &s3).await.unwrap();
    let ann = app.user("ann").await;
    let file = Sample::new(1, 5).pdf();
    // One fault is repeated, and a slow answer is waited for.
    for (number, fault) in [(20, Fault::Error), (21, Fault::Slow)] {
        s3.fail(fault, 1);
        let one = Sample::new(number, 5).pdf();
        let statement = ann.upload_one("one.pdf", one).await;
        assert_eq!(ann.process(&statement).await.status(), StatusCode::OK);
    }
    // Faults that last are 503, and nothing is stored.
    for fault in [Fault::Error, Fault::Cut] {
        s3.fail(fault, usize::MAX);
        let refused = ann.upload(vec![("may.pdf", file.clone())]).await;
        assert_eq!(refused.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(refused.headers()["retry-after"], "60");
        let said = body(refused).await;
        assert_eq!(said["error"], "The file store cannot be reached; try again in a minute");
        s3.fail(Fault::None, 0);
        assert_eq!(body(ann.get("/statements").await).await["items"].as_array().unwrap().len(), 2);
    }
    let statement = ann.upload_one("may.pdf", file.clone()).await;
    assert_eq!(ann.process(&statement).await.status(), StatusCode::OK);
    let served = ann.get(&format!("/statements/{statement}/file")).await;
    assert!(served.bytes().await.unwrap() == file.as_slice());
}

#[tokio::test(flavor = "multi_thread")]
async fn files_move_from_a_folder_to_a_bucket_and_back() {
    let s3 = S3::start().await;
    let place = Place::new(Database::Sqlite).await.unwrap();
    let base = free_base();
    let mut process = Process::start(&place, &base, &[]).await;
    let mut ann = TestUser::new(process.base.clone());
    ann.sign_up("ann").await;
    let file = Sample::new(1, 5).pdf();
    let statement = ann.upload_one("may.pdf", file.clone()).await;
    process.stop();
    let settings = s3.settings();
    let folder = place.folder.path().join("data/files").display().to_string();
    let bucket = settings[0].1;
    let run = |from: &str, to: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_saldo"));
        command.env_clear().envs(place.settings(&base)).envs(settings[1..].iter().copied());
        let output = command.args(["files", "move", from, to]).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let said = run(&folder, bucket);
    assert!(said.starts_with("2 files copied, 0 copied before"), "{said}");
    assert_eq!(s3.files().len(), 2);
    let mut process = Process::start(&place, &base, &settings).await;
    let served = ann.get(&format!("/statements/{statement}/file")).await;
    assert!(served.bytes().await.unwrap() == file.as_slice());
    process.stop();
    let said = run(bucket, &folder);
    assert!(said.starts_with("2 files copied"), "{said}");
    assert!(s3.files().is_empty());
    let _process = Process::start(&place, &base, &[]).await;
    let served = ann.get(&format!("/statements/{statement}/file")).await;
    assert!(served.bytes().await.unwrap() == file.as_slice());
}

#[tokio::test(flavor = "multi_thread")]
async fn backups_in_a_bucket_are_made_tested_and_restored_and_old_ones_deleted() {
    let s3 = S3::start().await;
    let place = Place::new(Database::Sqlite).await.unwrap();
    let base = free_base();
    let mut process = Process::start(&place, &base, &s3.settings()).await;
    let mut ann = TestUser::new(base.clone());
    ann.sign_up("ann").await;
    let statement = ann.upload_one("first.pdf", Sample::new(1, 5).pdf()).await;
    assert_eq!(ann.process(&statement).await.status(), StatusCode::OK);
    process.kill();
    let mut settings = s3.settings().to_vec();
    settings.push(("SALDO_BACKUP_PASSPHRASE", "correct horse battery"));
    let back_up = "saldo backup s3://statements/backups --keep-last 1";
    for attempt in 1..=2 {
        let (done, printed) = run_saldo(back_up, &place, &settings);
        assert!(done && printed.contains("was made and verified"), "{printed}");
        assert_eq!(printed.contains("1 new"), attempt == 1, "files are stored once: {printed}");
        assert_eq!(printed.contains("1 old backups and 0 files were deleted"), attempt == 2, "{printed}");
    }
    // Something else in the bucket is no place for backups.
    let (done, printed) = run_saldo("saldo backup s3://statements/of", &place, &settings);
    assert!(!done && printed.contains("other content than backups"), "{printed}");
    let other = Place::new(Database::Sqlite).await.unwrap();
    let mut of_other = s3.settings().to_vec();
    of_other[0].1 = "s3://statements/of/another";
    of_other.push(("SALDO_BACKUP_PASSPHRASE", "correct horse battery"));
    s3.fail(Fault::Error, 1);
    let (done, printed) = run_saldo("saldo restore s3://statements/backups", &other, &of_other);
    assert!(done && printed.contains("was restored and verified"), "{printed}");
    let process = Process::start(&other, &base, &of_other).await;
    let file = ann.get(&format!("/statements/{statement}/file")).await;
    assert_eq!(file.status(), StatusCode::OK, "{}", process.log());
    assert!(file.bytes().await.unwrap() == Sample::new(1, 5).pdf().as_slice());
    assert_eq!(ann.transactions().await.len(), 5);
}
