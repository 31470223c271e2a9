//! Tests of `saldo doctor` on healthy and broken installations.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::time::Duration;

use saldo_backup::schedule::TEST;
use saldo_domain::{Clock, SystemClock, Timestamp};
use saldo_storage::WorkerId;
use serde_json::Value;

use crate::app::{Database, Place, TestUser, with_each_database};
use crate::backup::run_saldo;
use crate::crash::{Process, free_base};

with_each_database!(the_last_test_of_a_backup_is_checked);

/// Runs the command. Returns success, and the level and the message of each check.
fn doctor(place: &Place, settings: &[(&str, &str)]) -> (bool, Vec<(String, String, String)>) {
    let (is_well, printed) = run_saldo("saldo doctor --json", place, settings);
    let findings: Vec<Value> = serde_json::from_str(&printed).unwrap_or_else(|_| panic!("{printed}"));
    let text = |finding: &Value, name: &str| finding[name].as_str().unwrap().to_owned();
    let read = |finding| (text(finding, "check"), text(finding, "level"), text(finding, "message"));
    (is_well, findings.iter().map(read).collect())
}

/// Expects this result of a check, with these words in its message.
fn expect(place: &Place, settings: &[(&str, &str)], check: &str, level: &str, words: &str) {
    let (is_well, findings) = doctor(place, settings);
    let found = findings.iter().find(|(name, ..)| name == check).unwrap();
    assert!(found.1 == level && found.2.contains(words), "{found:?} is not {level}: {words}");
    assert_eq!(is_well, findings.iter().all(|(_, level, _)| level != "problem"), "{findings:?}");
    assert!(level != "problem" || !is_well);
}

/// The secret is in the data folder, so that its permissions are checked.
const IN_FOLDER: (&str, &str) = ("SALDO_SECRET", "");

#[tokio::test(flavor = "multi_thread")]
async fn a_new_installation_has_no_problem_and_is_not_changed() {
    let place = Place::new(Database::Sqlite).await.unwrap();
    expect(&place, &[], "database", "warning", "does not exist yet; the server creates it");
    expect(&place, &[], "files", "warning", "does not exist yet; the server creates it");
    assert!(!place.folder.path().join("data").exists());
    if let Some(place) = Place::new(Database::Postgres).await {
        expect(&place, &[], "database", "warning", "is not migrated yet; run `saldo migrate`");
        let (is_migrated, printed) = run_saldo("saldo migrate", &place, &[]);
        assert!(is_migrated, "{printed}");
        expect(&place, &[], "database", "ok", "reachable and migrated; this process uses at most 10 of");
    }
}

async fn an_installation_that_runs_is_well(database: Database) {
    let Some(place) = Place::new(database).await else { return };
    let process = Process::start(&place, &free_base(), &[IN_FOLDER]).await;
    let (is_well, findings) = doctor(&place, &[IN_FOLDER]);
    assert!(is_well, "{findings:?} {}", process.log());
    let checks: Vec<&str> = findings.iter().map(|(check, ..)| check.as_str()).collect();
    let expected = [
        "settings",
        "database",
        "clock",
        "files",
        "inbox",
        "permissions",
        "model",
        "mail",
        "bank feeds",
        "OCR",
        "disk",
        "backup",
        "backup test",
    ];
    assert_eq!(checks, expected);
    let others: Vec<_> =
        findings.iter().filter(|(check, level, _)| level != "ok" && check != "disk").collect();
    assert!(others.iter().all(|(check, ..)| check == "backup"), "{others:?}");
    let (_, printed) = run_saldo("saldo doctor", &place, &[IN_FOLDER]);
    assert!(
        printed.lines().count() == expected.len() && printed.starts_with("ok       settings"),
        "{printed}"
    );
    assert!(!place.folder.path().join("data/files/doctor/probe").exists());
}

#[tokio::test(flavor = "multi_thread")]
async fn an_installation_that_runs_on_sqlite_is_well() {
    an_installation_that_runs_is_well(Database::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_installation_that_runs_on_postgresql_is_well() {
    an_installation_that_runs_is_well(Database::Postgres).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_application_at_enable_banking_is_checked() {
    let place = Place::new(Database::Sqlite).await.unwrap();
    drop(Process::start(&place, &free_base(), &[IN_FOLDER]).await);
    let id = ("SALDO_ENABLE_BANKING_APPLICATION_ID", "cf589be3-3755-465b-a8df-a90a16a31403");
    let key = |key: &'static str| ("SALDO_ENABLE_BANKING_KEY", key);
    let good = include_str!("../../../../crates/feeds/src/enable_banking/tests/key.pem");
    let (tls, closed) =
        (("BASE_URL", "https://saldo.example.org"), ("SALDO_ENABLE_BANKING_URL", "http://127.0.0.1:1"));
    for (settings, check, level, words) in [
        (vec![IN_FOLDER, id], "settings", "problem", "SALDO_ENABLE_BANKING_KEY must be set, too"),
        (vec![IN_FOLDER, id, key("hidden")], "bank feeds", "problem", "a private key in PEM"),
        (vec![IN_FOLDER, id, key(good)], "bank feeds", "warning", "set BASE_URL to https://"),
        (
            vec![IN_FOLDER, id, key(good), tls, closed],
            "bank feeds",
            "problem",
            "check SALDO_ENABLE_BANKING_URL",
        ),
    ] {
        expect(&place, &settings, check, level, words);
        let (_, printed) = run_saldo("saldo doctor", &place, &settings);
        assert!(!printed.contains("hidden") && !printed.contains("PRIVATE KEY-----M"), "{printed}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_broken_part_is_named_with_advice() {
    let place = Place::new(Database::Sqlite).await.unwrap();
    drop(Process::start(&place, &free_base(), &[IN_FOLDER]).await);
    let with = |name: &'static str, value: &'static str| vec![IN_FOLDER, (name, value)];
    let closed = "http://127.0.0.1:1";
    for (settings, check, level, words) in [
        (with("SALDO_PAGES_MAX", "many"), "settings", "problem", "SALDO_PAGES_MAX cannot be `many`"),
        (with("BASE_URL", "http://saldo.example.org"), "settings", "warning", "set BASE_URL to https://"),
        (
            with("DATABASE_URL", "postgres://nobody:hidden@127.0.0.1:1/none"),
            "database",
            "problem",
            "check DATABASE_URL",
        ),
        (with("STATEMENTS_URL", "/dev/null"), "files", "problem", "check STATEMENTS_URL"),
        (
            vec![IN_FOLDER, ("OPENAI_MODEL", "m"), ("OPENAI_BASE_URL", closed)],
            "model",
            "problem",
            "check OPENAI_BASE_URL",
        ),
        (
            vec![IN_FOLDER, ("SMTP_URL", "smtp://u:hidden@127.0.0.1:1"), ("SMTP_FROM", "a@b.example")],
            "mail",
            "problem",
            "check SMTP_URL",
        ),
        (with("SALDO_INBOX_DIR", "/nowhere/inbox"), "inbox", "problem", "create the folder"),
        (with("SALDO_OCR", "/nowhere/tesseract"), "OCR", "warning", "install it, or set SALDO_OCR=off"),
        (with("SALDO_DISK_RESERVE_BYTES", "9000000000000000000"), "disk", "problem", "free some space"),
    ] {
        expect(&place, &settings, check, level, words);
        let (_, printed) = run_saldo("saldo doctor", &place, &settings);
        assert!(!printed.contains("hidden"), "{printed}");
    }
    let data = place.folder.path().join("data");
    fs::set_permissions(data.join("secret"), fs::Permissions::from_mode(0o644)).unwrap();
    expect(&place, &[IN_FOLDER], "permissions", "problem", "run: chmod go= ");
    fs::set_permissions(data.join("secret"), fs::Permissions::from_mode(0o600)).unwrap();
    let marker = data.join("files/instance");
    fs::write(&marker, "0196884f-2000-7000-8000-000000000000\n").unwrap();
    expect(&place, &[IN_FOLDER], "files", "problem", "belongs to another database");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_age_of_the_last_backup_is_checked() {
    let place = Place::new(Database::Sqlite).await.unwrap();
    expect(&place, &[], "backup", "warning", "set SALDO_BACKUP_EVERY");
    let target = place.folder.path().join("backups");
    let target_text = target.display().to_string();
    let settings = [
        ("SALDO_BACKUP_EVERY", "1d"),
        ("SALDO_BACKUP_TARGET", target_text.as_str()),
        ("SALDO_BACKUP_PASSPHRASE", "correct horse battery"),
    ];
    expect(&place, &settings, "backup", "warning", "has none yet");
    let old = target.join("backups/20200101T000000Z");
    fs::create_dir_all(&old).unwrap();
    fs::write(old.join("saldo-backups.json"), "{}").unwrap();
    expect(&place, &settings, "backup", "problem", "20200101T000000Z, which is too old");
    fs::remove_dir_all(&target).unwrap();
    let (is_made, printed) = run_saldo("saldo backup backups", &place, &settings);
    assert!(is_made, "{printed}");
    expect(&place, &settings, "backup", "ok", "the newest backup in");
}

/// Records the end of a test of a backup, as a server does.
async fn record_test(place: &Place, is_success: bool, at: Timestamp) {
    let in_folder = format!("sqlite://{}", place.folder.path().join("data/saldo.db").display());
    let url = place.postgres.as_ref().map_or(in_folder, |database| database.url().to_owned());
    let storage = saldo_storage::open(&url).await.unwrap();
    let worker = WorkerId("a server".to_owned());
    assert!(storage.claim_work(TEST, &worker, Duration::from_secs(1), at).await.unwrap());
    assert!(storage.finish_work(TEST, &worker, is_success, at, at).await.unwrap());
}

async fn the_last_test_of_a_backup_is_checked(database: Database) {
    let Some(place) = Place::new(database).await else { return };
    let target = place.folder.path().join("backups").display().to_string();
    let settings = [
        ("SALDO_BACKUP_EVERY", "1d"),
        ("SALDO_BACKUP_TARGET", target.as_str()),
        ("SALDO_BACKUP_PASSPHRASE", "correct horse battery"),
    ];
    expect(&place, &[], "backup test", "ok", "tests only the backups that it makes by itself");
    expect(&place, &settings, "backup test", "warning", "unknown until the database can be read");
    let (is_migrated, printed) = run_saldo("saldo migrate", &place, &[]);
    assert!(is_migrated, "{printed}");
    expect(&place, &settings, "backup test", "warning", "none yet");
    let now = SystemClock.now();
    let before = |days: i64| Timestamp::from_milliseconds(now.as_milliseconds() - days * 86_400_000);
    record_test(&place, true, before(63)).await;
    expect(&place, &settings, "backup test", "problem", "which is too long ago");
    record_test(&place, true, before(2)).await;
    expect(&place, &settings, "backup test", "ok", "restored a whole backup");
    record_test(&place, false, before(1)).await;
    expect(&place, &settings, "backup test", "problem", "failed, so that the backup may be useless");
}

#[tokio::test(flavor = "multi_thread")]
async fn each_folder_of_the_inbox_belongs_to_a_user() {
    let place = Place::new(Database::Sqlite).await.unwrap();
    let process = Process::start(&place, &free_base(), &[]).await;
    TestUser::new(process.base.clone()).sign_up("ann").await;
    let inbox = place.folder.path().join("inbox");
    fs::create_dir(&inbox).unwrap();
    let path = inbox.display().to_string();
    let settings = [("SALDO_INBOX_DIR", path.as_str())];
    expect(&place, &settings, "inbox", "warning", "has no folders");
    fs::create_dir(inbox.join("ann@example.com")).unwrap();
    fs::create_dir(inbox.join(".stfolder")).unwrap();
    expect(&place, &settings, "inbox", "ok", "folders of 1 users, which are writable");
    fs::create_dir(inbox.join("ben@example.com")).unwrap();
    expect(&place, &settings, "inbox", "warning", "ben@example.com in");
}
