//! Tests of the backups that servers make by themselves.

use std::fs;

use crate::app::{Database, Place};
use crate::backup::run_saldo;
use crate::crash::{Process, free_base};

/// Starts two servers on one database with a schedule, and waits until they made three backups.
async fn two_servers_make_scheduled_backups_in_turn(database: Database) {
    let Some(place) = Place::new(database).await else { return };
    let target = place.folder.path().join("backups").display().to_string();
    let metrics = free_base().replace("localhost", "127.0.0.1");
    let address = metrics.trim_start_matches("http://").to_owned();
    let settings = [
        ("SALDO_BACKUP_EVERY", "1s"),
        ("SALDO_BACKUP_TARGET", target.as_str()),
        ("SALDO_BACKUP_KEEP", "last=2"),
        ("SALDO_BACKUP_PASSPHRASE", "correct horse battery"),
        ("SALDO_LOG", "info"),
    ];
    let mut of_first = settings.to_vec();
    of_first.push(("SALDO_METRICS_LISTEN", address.as_str()));
    let mut first = Process::start(&place, &free_base(), &of_first).await;
    let mut second = Process::start(&place, &free_base(), &settings).await;
    let made = |process: &Process| process.log().matches("a backup was made and verified").count();
    for _ in 0..600 {
        if made(&first) + made(&second) >= 3 {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    let logs = first.log() + &second.log();
    assert!(made(&first) + made(&second) >= 3, "{logs}");
    // Each process would fail if both made one at the same time, because the folder is locked.
    assert!(!logs.contains("the backup failed") && !logs.contains("correct horse"), "{logs}");
    let client = reqwest::Client::builder().build().unwrap();
    let text = client.get(format!("{metrics}/metrics")).send().await.unwrap().text().await.unwrap();
    assert!(text.contains("saldo_backup_failed 0"), "{text}");
    assert!(text.contains("saldo_backup_success_timestamp_seconds 1"), "{text}");
    // The first backup was tested, once and by one of them.
    let tested = logs.matches("a backup was restored for a test").count();
    assert_eq!(tested, 1, "{logs}");
    assert!(text.contains("saldo_backup_test_failed 0"), "{text}");
    assert!(text.contains("saldo_backup_test_success_timestamp_seconds 1"), "{text}");
    let data = fs::read_dir(place.folder.path().join("data")).unwrap().flatten();
    assert!(data.map(|one| one.file_name()).all(|name| name != "backup-test"));
    assert_eq!((first.stop(), second.stop()), (Some(0), Some(0)), "{logs}");
    let kept = fs::read_dir(place.folder.path().join("backups/backups")).unwrap().flatten();
    let kept = kept.filter(|found| !found.file_name().to_string_lossy().contains("unfinished")).count();
    assert!((1..=2).contains(&kept), "{kept}");
    let passphrase = [("SALDO_BACKUP_PASSPHRASE", "correct horse battery")];
    let (is_complete, printed) = run_saldo("saldo restore backups --check", &place, &passphrase);
    assert!(is_complete, "{printed}");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_make_scheduled_backups_in_turn_on_sqlite() {
    two_servers_make_scheduled_backups_in_turn(Database::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_make_scheduled_backups_in_turn_on_postgresql() {
    two_servers_make_scheduled_backups_in_turn(Database::Postgres).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_scheduled_backup_that_fails_is_logged_and_counted() {
    let place = Place::new(Database::Sqlite).await.unwrap();
    let target = place.folder.path().join("backups");
    fs::create_dir(&target).unwrap();
    fs::write(target.join("other"), b"not a backup").unwrap();
    let metrics = free_base().replace("localhost", "127.0.0.1");
    let process = Process::start(
        &place,
        &free_base(),
        &[
            ("SALDO_BACKUP_EVERY", "1s"),
            ("SALDO_BACKUP_TARGET", &target.display().to_string()),
            ("SALDO_BACKUP_PASSPHRASE", "correct horse battery"),
            ("SALDO_METRICS_LISTEN", metrics.trim_start_matches("http://")),
        ],
    )
    .await;
    let client = reqwest::Client::builder().build().unwrap();
    for _ in 0..300 {
        let text = client.get(format!("{metrics}/metrics")).send().await.unwrap().text().await.unwrap();
        if text.contains("saldo_backup_failed 1") {
            let log = process.log();
            assert!(log.contains("the backup failed") && log.contains("other content than backups"), "{log}");
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    panic!("no failure was counted: {}", process.log());
}
