//! Test of the documented backup of a running server.

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

    let commands = PAGE.split("```sh\n").nth(1).unwrap().split("```").next().unwrap();
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
