//! Tests of the file store: sweeping, restoring from the trash, quotas, and files of another database.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use async_trait::async_trait;
use futures::stream::BoxStream;
use object_store::local::LocalFileSystem;
use object_store::path::Path as StorePath;
use object_store::{
    CopyOptions, GetOptions, GetResult, ListResult, MultipartUpload, ObjectMeta, ObjectStore,
    PutMultipartOptions, PutOptions, PutPayload, PutResult,
};
use reqwest::{Method, StatusCode};
use saldo_domain::{Clock as _, Id, ManualClock, PageRequest, SystemClock, Timestamp};
use saldo_statement_ingest::page::InProcess;
use saldo_statement_ingest::{Ingest, LayoutReader, Limits};
use serde_json::json;

use crate::app::{Database, Parts, Place, TestApp, TestUser, body, on_each_database};
use crate::crash::{Process, free_base};
use crate::ledger::ok;
use crate::my_data::{files, files_in, untar};
use crate::pdf::Sample;

on_each_database!(
    a_sweep_moves_unreferenced_files_to_the_trash,
    a_sweep_skips_files_of_unknown_users,
    a_sweep_that_would_remove_most_files_removes_none,
    files_of_unknown_users_do_not_count_towards_the_sweep_limit,
    a_sweep_leaves_files_that_a_full_disk_cannot_move,
    a_sweep_deletes_expired_files_from_the_trash,
    a_sweep_finds_the_leftover_files_of_a_deleted_user,
    the_first_sweep_waits_for_its_delay,
    the_trash_keeps_deleted_files_for_six_hours_and_swept_ones_for_seven_days,
    a_deleted_statements_file_stays_in_the_trash_for_a_while,
    a_referenced_file_in_the_trash_is_served_and_restored,
    an_archive_lists_missing_files_and_continues,
    a_missing_file_is_reported_and_restored_by_the_next_upload,
    a_user_cannot_exceed_the_file_quota,
);

/// Returns the kind of a server's database, for a test that starts another server with its own settings.
fn kind(app: &TestApp) -> Database {
    if app.app.config.database_url.starts_with("sqlite") { Database::Sqlite } else { Database::Postgres }
}

fn store(app: &TestApp) -> PathBuf {
    app.app.config.files_at.folder().unwrap().to_owned()
}

/// Returns the folder of the only user who has files.
fn folder_of_user(app: &TestApp) -> PathBuf {
    let mut folders = fs::read_dir(store(app).join("statements")).unwrap().map(|entry| entry.unwrap().path());
    let folder = folders.next().unwrap();
    assert!(folders.next().is_none(), "only one user has files");
    folder
}

fn unnamed_file(folder: &Path, age: Duration) -> PathBuf {
    fs::create_dir_all(folder).unwrap();
    let path = folder.join(Id::<()>::new(Timestamp::from_milliseconds(0)).to_string());
    let file = fs::File::create(&path).unwrap();
    file.set_modified(SystemTime::now() - age).unwrap();
    path
}

const OLD: Duration = Duration::from_hours(25);

async fn with_three_files(app: &TestApp) -> (TestUser, Vec<String>) {
    let ann = app.user("ann").await;
    let mut statements = Vec::new();
    for number in 1..=3 {
        statements.push(ann.upload_one("file.pdf", Sample::new(number, 2).pdf()).await);
    }
    (ann, statements)
}

async fn a_sweep_moves_unreferenced_files_to_the_trash(app: TestApp) {
    with_three_files(&app).await;
    let folder = folder_of_user(&app);
    let (old, young) = (unnamed_file(&folder, OLD), unnamed_file(&folder, Duration::from_hours(23)));
    let swept = app.app.ingest.sweep_files().await.unwrap();
    assert_eq!((swept.discarded, swept.held_back, swept.of_unknown_users), (1, 0, 0));
    assert!(!old.exists() && young.exists());
    assert_eq!(files(&app).len(), 4);
    let trash = files_in(&store(&app).join("trash"));
    assert_eq!(trash.len(), 1);
    assert!(trash[0].ends_with(old.file_name().unwrap().to_str().unwrap()), "{trash:?}");
}

async fn a_sweep_skips_files_of_unknown_users(app: TestApp) {
    let (_, statements) = with_three_files(&app).await;
    let stranger: Id<()> = Id::new(Timestamp::from_milliseconds(0));
    unnamed_file(&store(&app).join("statements").join(stranger.to_string()), OLD);
    unnamed_file(&store(&app).join("statements").join("not an id"), OLD);
    let swept = app.app.ingest.sweep_files().await.unwrap();
    assert_eq!((swept.discarded, swept.of_unknown_users), (0, 2));
    assert_eq!(files(&app).len(), statements.len() + 2);
}

async fn a_sweep_that_would_remove_most_files_removes_none(app: TestApp) {
    with_three_files(&app).await;
    let folder = folder_of_user(&app);
    for _ in 0..4 {
        unnamed_file(&folder, OLD);
    }
    let swept = app.app.ingest.sweep_files().await.unwrap();
    assert_eq!((swept.discarded, swept.held_back), (0, 4));
    assert_eq!(files(&app).len(), 7);
}

/// Returns the folder for the files of the only user.
async fn folder_of_only_user(app: &TestApp) -> PathBuf {
    let user = app.storage.list_users(PageRequest::default()).await.unwrap().items[0].id;
    store(app).join("statements").join(user.to_string())
}

async fn files_of_unknown_users_do_not_count_towards_the_sweep_limit(app: TestApp) {
    app.user("ann").await;
    let folder = folder_of_only_user(&app).await;
    for _ in 0..10 {
        unnamed_file(&folder, OLD);
    }
    for _ in 0..20 {
        let stranger: Id<()> = Id::new(Timestamp::from_milliseconds(0));
        unnamed_file(&store(&app).join("statements").join(stranger.to_string()), OLD);
    }
    let swept = app.app.ingest.sweep_files().await.unwrap();
    assert_eq!((swept.discarded, swept.held_back, swept.of_unknown_users), (0, 10, 20));
    assert_eq!(files(&app).len(), 30);
}

/// A file store on a disk that is too full to move a file.
#[derive(Debug)]
struct FullStore(LocalFileSystem);

impl std::fmt::Display for FullStore {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(formatter)
    }
}

#[async_trait]
impl ObjectStore for FullStore {
    async fn put_opts(
        &self,
        location: &StorePath,
        payload: PutPayload,
        options: PutOptions,
    ) -> object_store::Result<PutResult> {
        self.0.put_opts(location, payload, options).await
    }

    async fn put_multipart_opts(
        &self,
        location: &StorePath,
        options: PutMultipartOptions,
    ) -> object_store::Result<Box<dyn MultipartUpload>> {
        self.0.put_multipart_opts(location, options).await
    }

    async fn get_opts(&self, location: &StorePath, options: GetOptions) -> object_store::Result<GetResult> {
        self.0.get_opts(location, options).await
    }

    fn delete_stream(
        &self,
        locations: BoxStream<'static, object_store::Result<StorePath>>,
    ) -> BoxStream<'static, object_store::Result<StorePath>> {
        self.0.delete_stream(locations)
    }

    fn list(&self, prefix: Option<&StorePath>) -> BoxStream<'static, object_store::Result<ObjectMeta>> {
        self.0.list(prefix)
    }

    async fn list_with_delimiter(&self, prefix: Option<&StorePath>) -> object_store::Result<ListResult> {
        self.0.list_with_delimiter(prefix).await
    }

    async fn copy_opts(&self, _: &StorePath, _: &StorePath, _: CopyOptions) -> object_store::Result<()> {
        let source = Box::new(std::io::Error::from(std::io::ErrorKind::StorageFull));
        Err(object_store::Error::Generic { store: "full", source })
    }
}

async fn a_sweep_leaves_files_that_a_full_disk_cannot_move(app: TestApp) {
    let (_, statements) = with_three_files(&app).await;
    let unnamed = unnamed_file(&folder_of_user(&app), OLD);
    let reader = LayoutReader::new(Arc::new(InProcess::default()), app.app.clock.clone());
    let ingest = Ingest::new(
        app.storage.clone(),
        Arc::new(FullStore(LocalFileSystem::new_with_prefix(store(&app)).unwrap())),
        Arc::new(reader),
        app.app.clock.clone(),
        Limits::default(),
    );
    let swept = ingest.sweep_files().await.unwrap();
    assert_eq!((swept.discarded, swept.unmoved), (0, 1));
    assert!(unnamed.exists(), "a swept file is never deleted without a time in the trash");
    // A user who deletes a statement needs the space.
    let user = app.storage.list_users(PageRequest::default()).await.unwrap().items[0].id;
    ingest.delete_statement(user, statements[0].parse().unwrap()).await.unwrap();
    assert_eq!(files(&app).len(), 3);
    assert_eq!(files_in(&store(&app).join("trash")), Vec::<String>::new());
}

async fn a_sweep_deletes_expired_files_from_the_trash(app: TestApp) {
    let folder = store(&app).join("trash");
    unnamed_file(&folder.join("20200101T000000Z/statements/u"), OLD);
    let kept = unnamed_file(&folder.join("29990101T000000Z/statements/u"), OLD);
    let strange = unnamed_file(&folder.join("by hand"), OLD);
    assert_eq!(app.app.ingest.sweep_files().await.unwrap().deleted, 1);
    assert_eq!(files_in(&folder).len(), 2);
    assert!(kept.exists() && strange.exists());
}

async fn a_sweep_finds_the_leftover_files_of_a_deleted_user(app: TestApp) {
    with_three_files(&app).await;
    let user = app.storage.list_users(PageRequest::default()).await.unwrap().items[0].id;
    // The state after a crash of `saldo user delete` between deleting the rows and the files.
    app.storage.delete_user(user).await.unwrap();
    assert_eq!(app.app.ingest.sweep_files().await.unwrap().discarded, 3);
    assert_eq!(files(&app), Vec::<String>::new());
    assert_eq!(app.storage.list_departed_users().await.unwrap(), []);
}

async fn the_first_sweep_waits_for_its_delay(app: TestApp) {
    let delay = Duration::from_secs(2);
    let app = TestApp::start_with(kind(&app), &[("SALDO_SWEEP_DELAY_SECONDS", "2")]).await.unwrap();
    with_three_files(&app).await;
    let unnamed = unnamed_file(&folder_of_user(&app), OLD);
    let started = Instant::now();
    saldo::periodic::start_cleanup(&app.app, app.storage.clone());
    while unnamed.exists() {
        assert!(started.elapsed() < Duration::from_mins(1), "the file was never swept");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert!(started.elapsed() >= delay, "the file was swept too early");
}

async fn the_trash_keeps_deleted_files_for_six_hours_and_swept_ones_for_seven_days(app: TestApp) {
    let clock = Arc::new(ManualClock::at(SystemClock.now()));
    let parts = Parts { clock: clock.clone(), ..Parts::default() };
    let app = TestApp::start_with_parts(kind(&app), &[], parts).await.unwrap();
    let (ann, statements) = with_three_files(&app).await;
    unnamed_file(&folder_of_user(&app), OLD);
    assert_eq!(app.app.ingest.sweep_files().await.unwrap().discarded, 1);
    ok(&ann, Method::DELETE, &format!("/statements/{}", statements[0]), json!({})).await;
    for (minutes, deleted) in [(6 * 60 - 1, 0), (2, 1), ((7 * 24 - 6) * 60 - 2, 0), (2, 1)] {
        clock.advance(Duration::from_mins(minutes));
        let swept = app.app.ingest.sweep_files().await.unwrap();
        assert_eq!((swept.deleted, swept.discarded), (deleted, 0), "after {minutes} more minutes");
    }
    assert_eq!(files(&app).len(), 2, "files of statements stay");
}

async fn a_deleted_statements_file_stays_in_the_trash_for_a_while(app: TestApp) {
    let (ann, statements) = with_three_files(&app).await;
    ok(&ann, Method::DELETE, &format!("/statements/{}", statements[0]), json!({})).await;
    assert_eq!(ann.get(&format!("/statements/{}/file", statements[0])).await.status(), StatusCode::NOT_FOUND);
    assert_eq!(files(&app).len(), 2);
    assert_eq!(files_in(&store(&app).join("trash")).len(), 1);
    assert_eq!(app.app.ingest.sweep_files().await.unwrap().put_back, 0, "no statement refers to the file");
}

async fn a_referenced_file_in_the_trash_is_served_and_restored(app: TestApp) {
    let (ann, statements) = with_three_files(&app).await;
    let path = folder_of_user(&app).join(&statements[1]);
    let user = path.parent().unwrap().file_name().unwrap();
    let trash = store(&app).join("trash/29990101T000000Z/statements").join(user);
    fs::create_dir_all(&trash).unwrap();
    fs::rename(&path, trash.join(&statements[1])).unwrap();
    let file = ann.get(&format!("/statements/{}/file", statements[1])).await;
    assert_eq!(file.status(), StatusCode::OK);
    assert!(file.bytes().await.unwrap() == Sample::new(2, 2).pdf().as_slice());
    assert_eq!(app.app.ingest.restore_referenced_files().await.unwrap(), 1);
    assert!(path.exists());
}

async fn an_archive_lists_missing_files_and_continues(app: TestApp) {
    let (ann, statements) = with_three_files(&app).await;
    fs::remove_file(folder_of_user(&app).join(&statements[1])).unwrap();
    let answer = ann.get("/me/data").await;
    assert_eq!(answer.status(), StatusCode::OK);
    let archive = answer.bytes().await.unwrap();
    let names: Vec<String> = untar(&archive).into_iter().map(|(name, _)| name).collect();
    assert!(names.contains(&format!("missing/{}", statements[1])), "{names:?}");
    assert!(!names.contains(&format!("statements/{}", statements[1])), "{names:?}");
    assert!(names.contains(&format!("statements/{}", statements[2])), "{names:?}");

    ok(&ann, Method::DELETE, "/me/data", json!({"confirm": "delete my data"})).await;
    let request = ann.request(Method::POST, "/me/data/import").header("content-type", "application/x-tar");
    let answer = request.body(archive.clone()).send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::OK);
    let answer = body(answer).await;
    assert_eq!((&answer["files"], &answer["missing"]), (&json!(2), &json!(1)));
    assert!(ann.get("/me/data").await.bytes().await.unwrap() == archive);
}

async fn a_missing_file_is_reported_and_restored_by_the_next_upload(app: TestApp) {
    let (ann, statements) = with_three_files(&app).await;
    fs::remove_file(folder_of_user(&app).join(&statements[1])).unwrap();
    let missing = ann.get(&format!("/statements/{}/file", statements[1])).await;
    assert_eq!(missing.status(), StatusCode::NOT_FOUND);
    assert!(body(missing).await["error"].as_str().unwrap().contains("upload it again"));
    let failed = ann.process(&statements[1]).await;
    assert_eq!(failed.status(), StatusCode::UNPROCESSABLE_ENTITY);
    let again = body(ann.upload(vec![("again.pdf", Sample::new(2, 2).pdf())]).await).await;
    assert_eq!(again["files"][0]["duplicateOf"], json!(statements[1]));
    let file = ann.get(&format!("/statements/{}/file", statements[1])).await;
    assert!(file.bytes().await.unwrap() == Sample::new(2, 2).pdf().as_slice());
    assert_eq!(ann.process(&statements[1]).await.status(), StatusCode::OK);
}

async fn a_user_cannot_exceed_the_file_quota(app: TestApp) {
    let kind = kind(&app);
    let sizes: Vec<u64> = (1..=3).map(|number| Sample::new(number, 2).pdf().len() as u64).collect();
    let bytes_max = (sizes[0] + sizes[1]).to_string();
    for settings in [("SALDO_USER_FILES_MAX", "2"), ("SALDO_USER_BYTES_MAX", bytes_max.as_str())] {
        let app = TestApp::start_with(kind, &[settings]).await.unwrap();
        let (ann, bob) = (app.user("ann").await, app.user("bob").await);
        let first = ann.upload_one("file.pdf", Sample::new(1, 2).pdf()).await;
        ann.upload_one("file.pdf", Sample::new(2, 2).pdf()).await;
        let refused = ann.upload(vec![("file.pdf", Sample::new(3, 2).pdf())]).await;
        assert_eq!(refused.status(), StatusCode::PAYLOAD_TOO_LARGE, "{settings:?}");
        assert_eq!(files(&app).len(), 2);
        bob.upload_one("file.pdf", Sample::new(3, 2).pdf()).await;
        ok(&ann, Method::DELETE, &format!("/statements/{first}"), json!({})).await;
        ann.upload_one("file.pdf", Sample::new(1, 2).pdf()).await;
    }
}

/// Runs `saldo` for one minute at most. Returns `true` if it succeeded or was still
/// running, and its standard error.
fn run(place: &Place, arguments: &[&str], settings: &[(&str, &str)]) -> (bool, String) {
    let mut process = Command::new(env!("CARGO_BIN_EXE_saldo"))
        .args(arguments)
        .env_clear()
        .envs(place.settings("http://localhost:9"))
        .env("SALDO_LISTEN", "127.0.0.1:0")
        .envs(settings.iter().copied())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let ended = (0..600).find_map(|_| {
        std::thread::sleep(Duration::from_millis(100));
        process.try_wait().unwrap()
    });
    drop(process.kill());
    let said = process.wait_with_output().unwrap().stderr;
    (ended.is_none_or(|status| status.success()), String::from_utf8(said).unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_store_of_another_database_is_rejected_unchanged() {
    let place = Place::new(Database::Sqlite).await.unwrap();
    let base = free_base();
    let mut process = Process::start(&place, &base, &[]).await;
    let mut ann = TestUser::new(base.clone());
    ann.sign_up("ann").await;
    let statement = ann.upload_one("file.pdf", Sample::new(1, 2).pdf()).await;
    process.stop();
    let store = place.folder.path().join("data/files");
    let before = files_in(&store);
    let marker = store.join("instance");
    fs::set_permissions(&marker, fs::Permissions::from_mode(0o644)).unwrap();

    let other = format!("sqlite://{}", place.folder.path().join("mistyped.db").display());
    let wrong = [("DATABASE_URL", other.as_str())];
    let (is_up, said) = run(&place, &[], &wrong);
    assert!(!is_up && said.contains("belong to different instances"), "{said}");
    assert!(said.contains("DATABASE_URL") && said.contains("saldo adopt-files"), "{said}");
    assert_eq!(files_in(&store), before);
    assert_eq!(
        fs::metadata(&marker).unwrap().permissions().mode() & 0o777,
        0o644,
        "permissions are unchanged"
    );
    // A folder with other files is refused as well.
    let elsewhere = place.folder.path().join("elsewhere").display().to_string();
    let (is_up, said) = run(&place, &[], &[("STATEMENTS_DIR", elsewhere.as_str())]);
    assert!(!is_up && said.contains("belong to different instances"), "{said}");

    // The right folder is accepted, even without its marker file, as after an upgrade.
    let mut process = Process::start(&place, &base, &[]).await;
    process.stop();
    fs::remove_file(&marker).unwrap();
    let mut process = Process::start(&place, &base, &[]).await;
    assert_eq!(ann.get(&format!("/statements/{statement}/file")).await.status(), StatusCode::OK);
    process.stop();

    let (is_done, said) = run(&place, &["adopt-files"], &wrong);
    assert!(is_done, "{said}");
    let _adopted = Process::start(&place, &base, &wrong).await;
    assert_eq!(files_in(&store), before, "files of unknown users stay");
}

fn walk(path: &Path, found: &mut Vec<PathBuf>) {
    found.push(path.to_owned());
    if path.is_dir() {
        for entry in fs::read_dir(path).unwrap() {
            walk(&entry.unwrap().path(), found);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn startup_makes_restored_files_private() {
    let place = Place::new(Database::Sqlite).await.unwrap();
    let base = free_base();
    let without_secret: [(&str, &str); 1] = [("SALDO_SECRET", "")];
    let mut process = Process::start(&place, &base, &without_secret).await;
    let mut ann = TestUser::new(base.clone());
    ann.sign_up("ann").await;
    ann.upload_one("file.pdf", Sample::new(1, 2).pdf()).await;
    process.kill();

    let mut all = Vec::new();
    walk(&place.folder.path().join("data"), &mut all);
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let open: Vec<_> = all.iter().filter(|path| mode(path) & 0o077 != 0).collect();
    assert!(open.is_empty(), "created readable by others: {open:?}");
    for path in &all {
        fs::set_permissions(path, fs::Permissions::from_mode(if path.is_dir() { 0o755 } else { 0o644 }))
            .unwrap();
    }
    let _process = Process::start(&place, &base, &without_secret).await;
    for path in all.iter().filter(|path| path.exists()) {
        assert_eq!(mode(path), if path.is_dir() { 0o700 } else { 0o600 }, "{}", path.display());
    }
}
