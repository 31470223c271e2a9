//! Tests of a power cut, in which only synced data survives and every acknowledged write was synced, and of a
//! sync that fails.

use std::collections::BTreeMap;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, UNIX_EPOCH};

use reqwest::StatusCode;
use serde_json::json;

use crate::app::{Database, Place, TestUser, body};
use crate::crash::{Process, free_base};
use crate::pdf::Sample;

/// A library for `LD_PRELOAD` and the folder in which it records all synced data.
struct Recorder {
    library: PathBuf,
    record: PathBuf,
    from: PathBuf,
}

impl Recorder {
    /// Compiles the library. Without a C compiler it prints a notice and returns `None`, or panics in CI.
    fn build(place: &Place) -> Option<Self> {
        let (library, record) = (place.folder.path().join("recorder.so"), place.folder.path().join("record"));
        std::fs::create_dir(&record).unwrap();
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/api/power_cut/recorder.c");
        let built =
            Command::new("cc").args(["-shared", "-fPIC", "-O1", "-o"]).args([&library, &source]).status();
        if !built.as_ref().is_ok_and(std::process::ExitStatus::success) {
            #[expect(clippy::disallowed_methods, reason = "the environment says if this is CI")]
            let is_ci = std::env::var_os("CI").is_some();
            assert!(!is_ci, "a C compiler is needed for this test: {built:?}");
            eprintln!("\n*** POWER CUTS ARE NOT TESTED: install a C compiler ***\n");
            return None;
        }
        let from = place.folder.path().join("data");
        std::fs::create_dir(&from).unwrap();
        Some(Self { library, record, from })
    }

    /// Path of a file that makes the next sync of data fail.
    fn failure(&self) -> PathBuf {
        self.record.with_extension("fails")
    }

    fn settings(&self) -> [(&'static str, String); 4] {
        [
            ("LD_PRELOAD", self.library.clone()),
            ("POWER_CUT_FROM", self.from.clone()),
            ("POWER_CUT_TO", self.record.clone()),
            ("POWER_CUT_FAILS", self.failure()),
        ]
        .map(|(name, path)| (name, path.display().to_string()))
    }

    /// Creates the folder `to` with the content that a power cut would leave.
    fn restore(&self, to: &Path) {
        let root = std::fs::metadata(&self.from).unwrap();
        let made = root.created().unwrap().duration_since(UNIX_EPOCH).unwrap();
        let key = format!("{}-{}-{}", root.ino(), made.as_secs(), made.subsec_nanos());
        self.restore_folder(&key, to);
    }

    fn restore_folder(&self, key: &str, to: &Path) {
        std::fs::create_dir(to).unwrap();
        // A folder that was never synced is empty.
        let names = std::fs::read_to_string(self.record.join(key)).unwrap_or_default();
        for line in names.lines() {
            let mut words = line.splitn(3, ' ');
            let [kind, key, name] = [(); 3].map(|()| words.next().unwrap());
            match kind {
                "folder" => self.restore_folder(key, &to.join(name)),
                // A file that was never synced is empty.
                _ => std::fs::write(to.join(name), std::fs::read(self.record.join(key)).unwrap_or_default())
                    .unwrap(),
            }
        }
    }
}

/// The writes that the server acknowledged.
#[derive(Default)]
struct Acknowledged {
    accounts: Vec<String>,
    files: BTreeMap<String, Vec<u8>>,
}

/// Creates accounts and uploads files until the server is gone. Returns the acknowledged writes.
async fn write_until_the_end(user: TestUser, writer: u32, count: Arc<AtomicUsize>) -> Acknowledged {
    let mut acknowledged = Acknowledged::default();
    for number in 0.. {
        // One write in eight is an upload, which syncs a file and its folder besides the database.
        if number % 8 == 7 {
            let sample = Sample::new(writer * 100_000 + number, 2).pdf();
            let Some(answer) = user.try_upload(vec![("file.pdf", sample.clone())]).await else { break };
            assert_eq!(answer.status(), StatusCode::OK);
            let Ok(text) = answer.text().await else { break };
            let uploaded: serde_json::Value = serde_json::from_str(&text).unwrap();
            acknowledged.files.insert(uploaded["statementId"].as_str().unwrap().to_owned(), sample);
        } else {
            let account =
                json!({"name": format!("{writer} {number}"), "kind": "cash", "currency": "EUR"}).to_string();
            let request = user.request(reqwest::Method::POST, "/accounts");
            let request = request.header("content-type", "application/json").body(account);
            let Ok(answer) = request.send().await else { break };
            assert_eq!(answer.status(), StatusCode::CREATED);
            let Ok(text) = answer.text().await else { break };
            let made: serde_json::Value = serde_json::from_str(&text).unwrap();
            acknowledged.accounts.push(made["id"].as_str().unwrap().to_owned());
        }
        count.fetch_add(1, Ordering::Relaxed);
    }
    acknowledged
}

/// Starts a server whose synced writes are recorded.
async fn recorded(recorder: &Recorder, place: &Place, base: &str) -> Process {
    let settings = recorder.settings();
    let settings = settings.each_ref().map(|(name, value)| (*name, value.as_str()));
    Process::start(place, base, &settings).await
}

/// Number of acknowledged writes before the power cut, which hits others that are under way.
const WRITES: usize = 150;

#[tokio::test(flavor = "multi_thread")]
async fn acknowledged_writes_survive_a_power_cut() {
    let place = Place::new(Database::Sqlite).await.unwrap();
    let Some(recorder) = Recorder::build(&place) else { return };
    let base = free_base();
    let mut process = recorded(&recorder, &place, &base).await;
    let mut ann = TestUser::new(base.clone());
    ann.sign_up("ann").await;
    let count = Arc::new(AtomicUsize::new(0));
    let writers: Vec<_> = (0..6)
        .map(|writer| tokio::spawn(write_until_the_end(ann.clone(), writer, Arc::clone(&count))))
        .collect();
    while count.load(Ordering::Relaxed) < WRITES {
        assert!(writers.iter().all(|writer| !writer.is_finished()), "{}", process.log());
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    process.kill();
    let mut acknowledged = Acknowledged::default();
    for writer in writers {
        let Acknowledged { accounts, files } = writer.await.unwrap();
        acknowledged.accounts.extend(accounts);
        acknowledged.files.extend(files);
    }

    let after = Place::new(Database::Sqlite).await.unwrap();
    recorder.restore(&after.folder.path().join("data"));
    let _process = Process::start(&after, &base, &[]).await;
    let accounts = ann.json("/accounts").await;
    let there: Vec<&str> =
        accounts["items"].as_array().unwrap().iter().map(|account| account["id"].as_str().unwrap()).collect();
    let lost = acknowledged.accounts.iter().filter(|id| !there.contains(&id.as_str())).count();
    assert_eq!(lost, 0, "of {} acknowledged accounts, some are lost", acknowledged.accounts.len());
    assert!(!acknowledged.files.is_empty());
    for (statement, bytes) in &acknowledged.files {
        let file = ann.get(&format!("/statements/{statement}/file")).await;
        assert_eq!(file.status(), StatusCode::OK, "{statement}");
        assert!(file.bytes().await.unwrap() == bytes.as_slice(), "{statement}");
    }
    assert_eq!(body(ann.get("/health/ready").await).await["status"], "ok");
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_failed_sync_nothing_is_written_until_a_restart() {
    let place = Place::new(Database::Sqlite).await.unwrap();
    let Some(recorder) = Recorder::build(&place) else { return };
    let base = free_base();
    let mut process = recorded(&recorder, &place, &base).await;
    let mut ann = TestUser::new(base.clone());
    ann.sign_up("ann").await;
    let account = json!({"name": "Cash", "kind": "cash", "currency": "EUR"});
    std::fs::write(recorder.failure(), "").unwrap();
    let failed = ann.post("/accounts", &account).await;
    assert!(failed.status().is_server_error(), "{}", failed.status());
    assert!(!recorder.failure().exists());

    // The rows of the failed write are visible, but whether they are on the disk is unknown.
    let known = ann.json("/accounts").await["items"].as_array().unwrap().len();
    for _ in 0..2 {
        let refused = ann.post("/accounts", &account).await;
        assert_eq!(refused.status(), StatusCode::SERVICE_UNAVAILABLE, "{}", process.log());
        assert!(refused.headers().contains_key("retry-after"));
    }
    assert_eq!(ann.get("/health/ready").await.status(), StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(ann.json("/accounts").await["items"].as_array().unwrap().len(), known, "nothing is written");
    assert!(process.log().contains("restart Saldo"), "{}", process.log());

    process.stop();
    let _process = recorded(&recorder, &place, &base).await;
    assert_eq!(ann.post("/accounts", &account).await.status(), StatusCode::CREATED);
}
