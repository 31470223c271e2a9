//! Tests of the documented backups of a running server.

use std::fs;
use std::path::Path;
use std::process::Command;

use reqwest::{Method, StatusCode};
use serde_json::json;

use crate::app::{Database, Place, TestUser};
use crate::crash::{Process, free_base};
use crate::ledger::ok;
use crate::my_data::untar;
use crate::pdf::Sample;

/// The page with the commands, which end users copy.
const PAGE: &str = include_str!("../../../../docs/self-hosting/backup.md");

/// Returns the commands in the first block of a section of the page.
fn commands_of(section: &str) -> &'static str {
    let text = PAGE.split(&format!("# {section}\n")).nth(1).unwrap();
    text.split("```sh\n").nth(1).unwrap().split("```").next().unwrap()
}

/// Runs commands of the page in a folder.
fn run(commands: &str, folder: &Path) {
    let done = Command::new("sh").args(["-ec", commands]).current_dir(folder).status().unwrap();
    assert!(done.success(), "{commands}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_has_the_file_of_a_statement_that_is_deleted_meanwhile() {
    if Command::new("sqlite3").arg("--version").output().is_err() {
        #[expect(clippy::disallowed_methods, reason = "an environment variable says that this is CI")]
        let is_ci = std::env::var_os("CI").is_some();
        assert!(!is_ci, "sqlite3 is needed for this test");
        eprintln!("\n*** BACKUPS ARE NOT TESTED: install sqlite3 ***\n");
        return;
    }
    let place = Place::new(Database::Sqlite).await.unwrap();
    let base = free_base();
    // The secret is in the data folder, so that it must be part of the backup.
    let settings = [("SALDO_SECRET", "")];
    let mut process = Process::start(&place, &base, &settings).await;
    let mut ann = TestUser::new(base.clone());
    ann.sign_up("ann").await;
    let first = ann.upload_one("first.pdf", Sample::new(1, 5).pdf()).await;
    let second = ann.upload_one("second.pdf", Sample::new(2, 5).pdf()).await;
    assert_eq!(ann.process(&first).await.status(), StatusCode::OK);
    // As if the server had run for a while: this file is deleted before the backup, and stays deleted.
    let third = ann.upload_one("third.pdf", Sample::new(3, 5).pdf()).await;
    ok(&ann, Method::DELETE, &format!("/statements/{third}"), json!({})).await;

    let commands = commands_of("Copy by hand");
    let (database, files) = commands.split_at(commands.find("mkdir -p backup/files").unwrap());
    run(database, place.folder.path());
    ok(&ann, Method::DELETE, &format!("/statements/{first}"), json!({})).await;
    run(files, place.folder.path());
    process.kill();

    let copy = Place::new(Database::Sqlite).await.unwrap();
    fs::rename(place.folder.path().join("backup"), copy.folder.path().join("data")).unwrap();
    let process = Process::start(&copy, &base, &settings).await;
    for (statement, sample) in [(&first, Sample::new(1, 5)), (&second, Sample::new(2, 5))] {
        let file = ann.get(&format!("/statements/{statement}/file")).await;
        assert_eq!(file.status(), StatusCode::OK, "{}", process.log());
        assert!(file.bytes().await.unwrap() == sample.pdf().as_slice());
    }
    assert_eq!(ann.transactions().await.len(), 5);
    let archive = ann.get("/me/data").await;
    assert_eq!(archive.status(), StatusCode::OK);
    let archive = untar(&archive.bytes().await.unwrap());
    let names: Vec<&str> = archive.iter().map(|(name, _)| name.as_str()).collect();
    for statement in [&first, &second] {
        assert!(names.contains(&format!("statements/{statement}").as_str()), "{names:?}");
    }
    assert!(names.iter().all(|name| !name.starts_with("missing/") && !name.contains(&third)), "{names:?}");
}

/// Runs commands with the settings of `place`, in its folder. Returns success, and what they print.
pub(crate) fn run_saldo(commands: &str, place: &Place, settings: &[(&str, &str)]) -> (bool, String) {
    let program = Path::new(env!("CARGO_BIN_EXE_saldo")).parent().unwrap();
    let done = Command::new("sh")
        .args(["-ec", commands])
        .current_dir(place.folder.path())
        .env_clear()
        .envs(place.settings("http://localhost:3000"))
        .envs(settings.iter().copied())
        .env("PATH", format!("{}:/usr/bin:/bin", program.display()))
        .output()
        .unwrap();
    let printed = [done.stdout, done.stderr].concat();
    (done.status.success(), String::from_utf8(printed).unwrap())
}

/// The answers of the API that must be the same after a restore.
async fn answers(user: &TestUser, statements: &[String]) -> Vec<serde_json::Value> {
    let mut answers = Vec::new();
    for path in ["/accounts", "/categories", "/transactions?limit=200", "/statements", "/reports/cash-flow"] {
        answers.push(user.json(path).await);
    }
    for statement in statements {
        answers.push(user.json(&format!("/statements/{statement}")).await);
    }
    answers
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_of_sqlite_is_restored_onto_postgresql() {
    back_up_and_restore(Database::Sqlite, Database::Postgres).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_of_postgresql_is_restored_onto_sqlite() {
    back_up_and_restore(Database::Postgres, Database::Sqlite).await;
}

/// Backs up a running server with the commands of the page, and restores onto the other database.
async fn back_up_and_restore(from: Database, to: Database) {
    let (Some(place), Some(new)) = (Place::new(from).await, Place::new(to).await) else { return };
    let base = free_base();
    // The secret is in the data folder, so that it must be part of the backup.
    let settings = [("SALDO_SECRET", "")];
    let process = Process::start(&place, &base, &settings).await;
    let mut ann = TestUser::new(base.clone());
    ann.sign_up("ann").await;
    let mut statements = Vec::new();
    for number in 1..=2 {
        statements.push(ann.upload_one("may.pdf", Sample::new(number, 5).pdf()).await);
        assert_eq!(ann.process(&statements[statements.len() - 1]).await.status(), StatusCode::OK);
    }
    let before = answers(&ann, &statements).await;
    assert_eq!(before[2]["items"].as_array().map(Vec::len), Some(10), "{}", before[2]);

    // While the server runs.
    let (is_made, printed) = run_saldo(commands_of("Backup"), &place, &settings);
    assert!(is_made && printed.contains("2 files (2 new"), "{printed}");
    let again = "saldo backup backups --passphrase-file passphrase --with-secret";
    let (is_made, printed) = run_saldo(again, &place, &settings);
    assert!(is_made && printed.contains("2 files (0 new"), "{printed}");
    drop(process);

    for file in ["backups", "passphrase"] {
        fs::rename(place.folder.path().join(file), new.folder.path().join(file)).unwrap();
    }
    let restore = commands_of("Restore");
    refuses_a_changed_backup(&new, restore, &settings);
    let (is_restored, printed) = run_saldo(restore, &new, &settings);
    assert!(is_restored && printed.contains("was restored and verified"), "{printed}");
    let (is_restored, printed) = run_saldo(restore, &new, &settings);
    assert!(!is_restored && printed.contains("the database is not empty"), "{printed}");

    // The session of before is still valid, because the secret was restored, too.
    let process = Process::start(&new, &base, &settings).await;
    assert_eq!(answers(&ann, &statements).await, before, "{}", process.log());
    for (statement, number) in statements.iter().zip(1..) {
        let file = ann.get(&format!("/statements/{statement}/file")).await;
        assert_eq!(file.status(), StatusCode::OK, "{}", process.log());
        assert!(file.bytes().await.unwrap() == Sample::new(number, 5).pdf().as_slice());
    }
}

/// Flips a byte of the newest backup: it is refused, and nothing is written.
fn refuses_a_changed_backup(place: &Place, restore: &str, settings: &[(&str, &str)]) {
    let backups = place.folder.path().join("backups/backups");
    let newest = fs::read_dir(backups).unwrap().map(|found| found.unwrap().path()).max().unwrap();
    let rows = newest.join("rows");
    let kept = fs::read(&rows).unwrap();
    let mut changed = kept.clone();
    let middle = changed.len() / 2;
    changed[middle] ^= 1;
    fs::write(&rows, changed).unwrap();
    let (is_restored, printed) = run_saldo(restore, place, settings);
    assert!(!is_restored && printed.contains("the backup is damaged"), "{printed}");
    assert!(!place.folder.path().join("data").exists(), "nothing was written");
    fs::write(&rows, kept).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_needs_a_passphrase_or_leave_to_be_unencrypted() {
    let place = Place::new(Database::Sqlite).await.unwrap();
    let (is_made, printed) = run_saldo("saldo backup backups", &place, &[]);
    assert!(!is_made && printed.contains("no passphrase; set SALDO_BACKUP_PASSPHRASE"), "{printed}");
    let short = "printf short > passphrase; saldo backup backups --passphrase-file passphrase";
    let (is_made, printed) = run_saldo(short, &place, &[]);
    assert!(!is_made && printed.contains("too short"), "{printed}");
    assert!(!place.folder.path().join("backups").exists());
    let (is_made, printed) = run_saldo("saldo backup backups --unencrypted", &place, &[]);
    assert!(is_made, "{printed}");
    let passphrase = [("SALDO_BACKUP_PASSPHRASE", "correct horse battery")];
    let (is_made, printed) = run_saldo("saldo backup backups", &place, &passphrase);
    assert!(!is_made && printed.contains("are not encrypted"), "{printed}");
    let (is_made, printed) = run_saldo("saldo backup encrypted", &place, &passphrase);
    assert!(is_made && !printed.contains("correct horse"), "{printed}");
    let (is_complete, printed) = run_saldo("saldo restore encrypted --check", &place, &passphrase);
    assert!(is_complete && printed.contains("is complete"), "{printed}");
    let wrong = [("SALDO_BACKUP_PASSPHRASE", "wrong horse battery")];
    let (is_complete, printed) = run_saldo("saldo restore encrypted --check", &place, &wrong);
    assert!(!is_complete && printed.contains("the passphrase is not that of the backups"), "{printed}");
}
