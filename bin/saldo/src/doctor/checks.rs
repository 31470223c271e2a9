//! The checks of an installation.

use std::sync::Arc;
use std::time::Duration;

use saldo_backup::{BackupAge, LastTest, name_of};
use saldo_domain::{Chain, Clock, SystemClock};
use saldo_statement_ingest::WholeStore;
use saldo_storage::{Inspection, Storage};

use super::{Finding, inbox, network};
use crate::config::Config;
use crate::setup;
use saldo_files::FilePlace;
use saldo_settings::without_password;

/// The largest difference between the clocks of this machine and of the database.
const CLOCK_DIFFERENCE_MAX: Duration = Duration::from_secs(2);
/// Free disk space below which there is a warning, in addition to the reserve.
const FREE_BYTES_MIN: u64 = 1024 * 1024 * 1024;
/// The file that is written to the file store and deleted again.
const PROBE: &str = "doctor/probe";

/// Runs all checks.
pub(super) async fn all(config: &Config) -> Vec<Finding> {
    let mut findings = vec![settings(config)];
    // First: opening a database corrects the permissions of its file.
    let permissions = permissions(config);
    let inspected = setup::inspect_storage(config).await;
    findings.push(database(config, inspected.as_ref().map_err(|error| format!("{error:#}"))));
    let inspection = inspected.ok();
    findings.push(clock(inspection.as_ref()));
    // Opening a database migrates it, which only the server does.
    let storage = match inspection {
        Some(Inspection { exists: true, pending_migrations: 0, .. }) => {
            setup::open_storage(config).await.ok()
        }
        _ => None,
    };
    findings.push(files(config, storage.as_ref()).await);
    findings.push(inbox::inbox(config, storage.as_ref()).await);
    findings.push(permissions);
    findings.push(network::model(config));
    findings.push(network::mail(config));
    findings.push(network::feeds(config));
    findings.push(ocr(config));
    findings.push(disk(config));
    findings.push(backups(config).await);
    findings.push(backup_test(config, storage.as_ref()).await);
    findings
}

fn settings(config: &Config) -> Finding {
    const CHECK: &str = "settings";
    let url = &config.base_url;
    let is_local = matches!(url.host_str(), Some("localhost" | "127.0.0.1" | "[::1]"));
    if url.scheme() == "http" && !is_local {
        return Finding::warning(
            CHECK,
            format!("{url} is not encrypted; put a proxy with TLS in front, and set BASE_URL to https://…"),
        );
    }
    Finding::ok(CHECK, format!("valid; users open {url}"))
}

fn database(config: &Config, inspected: Result<&Inspection, String>) -> Finding {
    const CHECK: &str = "database";
    let shown = without_password(&config.database_url);
    let found = match inspected {
        Ok(found) => found,
        Err(why) => return Finding::problem(CHECK, format!("{shown}: {why}; check DATABASE_URL")),
    };
    if !found.exists {
        return Finding::warning(CHECK, format!("{shown} does not exist yet; the server creates it"));
    }
    if found.pending_migrations > 0 {
        return Finding::warning(CHECK, format!("{shown} is not migrated yet; run `saldo migrate`"));
    }
    let Some((pool, connections)) = found.pool_max.zip(found.connections) else {
        return Finding::ok(CHECK, format!("{shown} is reachable and migrated"));
    };
    let state = format!(
        "{shown} is reachable and migrated; this process uses at most {pool} of {} connections",
        connections.max
    );
    if pool > connections.max {
        return Finding::problem(CHECK, format!("{state}; increase max_connections of PostgreSQL"));
    }
    if connections.used + pool > connections.max {
        let used = connections.used;
        return Finding::warning(
            CHECK,
            format!("{state}, and {used} are in use; increase max_connections of PostgreSQL"),
        );
    }
    Finding::ok(CHECK, state)
}

fn clock(inspection: Option<&Inspection>) -> Finding {
    const CHECK: &str = "clock";
    let Some(theirs) = inspection.and_then(|found| found.clock) else {
        return Finding::ok(CHECK, "the database uses no clock of its own");
    };
    let ours = SystemClock.now().as_milliseconds();
    let apart = ours.abs_diff(theirs.as_milliseconds());
    if u128::from(apart) > CLOCK_DIFFERENCE_MAX.as_millis() {
        let message = format!("{apart} ms apart from the database's clock; synchronize both machines (NTP)");
        return Finding::problem(CHECK, message);
    }
    Finding::ok(CHECK, format!("{apart} ms apart from the database's clock"))
}

async fn files(config: &Config, storage: Option<&Arc<dyn Storage>>) -> Finding {
    const CHECK: &str = "files";
    let place = &config.files_at;
    if let FilePlace::Folder(folder) = place
        && !folder.exists()
    {
        return Finding::warning(CHECK, format!("{place} does not exist yet; the server creates it"));
    }
    let store = match place.open(&config.file_options) {
        Ok(files) => WholeStore::new(files),
        Err(error) => {
            return Finding::problem(CHECK, format!("{}; check STATEMENTS_URL", Chain(&error)));
        }
    };
    if let Err(why) = store.probe(PROBE).await {
        let message = format!("cannot write to {place} ({why}); check STATEMENTS_URL and its permissions");
        return Finding::problem(CHECK, message);
    }
    let marked = match store.instance().await {
        Ok(marked) => marked,
        Err(error) => return Finding::problem(CHECK, format!("cannot read {place} ({error})")),
    };
    let known = match storage {
        Some(storage) => storage.find_instance_id().await.ok().flatten(),
        None => None,
    };
    match (marked, known.map(|id| id.to_string())) {
        (Some(marked), Some(known)) if marked != known => Finding::problem(
            CHECK,
            format!(
                "{place} belongs to another database; check DATABASE_URL and STATEMENTS_URL, or restore both \
                 from the same backup"
            ),
        ),
        (Some(_), Some(_)) => Finding::ok(CHECK, format!("{place} is writable and belongs to the database")),
        _ => Finding::ok(CHECK, format!("{place} is writable; the server marks it at its first start")),
    }
}

#[cfg(unix)]
fn permissions(config: &Config) -> Finding {
    use std::os::unix::fs::PermissionsExt;
    const CHECK: &str = "permissions";
    for path in [config.data_dir.clone(), config.data_dir.join("secret"), config.data_dir.join("saldo.db")] {
        let Ok(mode) = std::fs::metadata(&path).map(|found| found.permissions().mode()) else { continue };
        if mode & 0o077 != 0 {
            let (path, mode) = (path.display(), mode & 0o777);
            let advice = format!("chmod go= {path}");
            return Finding::problem(CHECK, format!("others can use {path} (mode {mode:o}); run: {advice}"));
        }
    }
    Finding::ok(CHECK, format!("only this user can read {}", config.data_dir.display()))
}

#[cfg(not(unix))]
fn permissions(_: &Config) -> Finding {
    Finding::ok("permissions", "not checked on this system")
}

fn ocr(config: &Config) -> Finding {
    const CHECK: &str = "OCR";
    let Some(settings) = &config.reading.pictures else {
        return Finding::ok(CHECK, "off; images are not read");
    };
    match settings.version() {
        Some(version) => Finding::ok(CHECK, version),
        None => Finding::warning(
            CHECK,
            format!(
                "{} is not installed, so that images are not read; install it, or set SALDO_OCR=off",
                settings.program
            ),
        ),
    }
}

#[cfg(unix)]
fn disk(config: &Config) -> Finding {
    const CHECK: &str = "disk";
    let folder = saldo_files::existing(&config.data_dir);
    let Ok(free) = saldo_files::free_bytes(folder) else {
        let message = format!("cannot read the free space of {}; check SALDO_DATA_DIR", folder.display());
        return Finding::problem(CHECK, message);
    };
    let state = format!("{} MiB are free for {}", free / (1024 * 1024), folder.display());
    let needed = config.files.disk_reserve_bytes;
    if free < needed {
        return Finding::problem(CHECK, format!("{state}; free some space"));
    }
    if free < needed.saturating_add(FREE_BYTES_MIN) {
        return Finding::warning(CHECK, format!("{state}; free some space soon"));
    }
    Finding::ok(CHECK, state)
}

#[cfg(not(unix))]
fn disk(_: &Config) -> Finding {
    Finding::ok("disk", "not checked on this system")
}

async fn backups(config: &Config) -> Finding {
    const CHECK: &str = "backup";
    let Some(schedule) = &config.backups.schedule else {
        return Finding::warning(
            CHECK,
            "the server makes none by itself; set SALDO_BACKUP_EVERY, or run `saldo backup` regularly",
        );
    };
    let target = &schedule.target;
    let found = match crate::backups::open_store(target, &config.file_options) {
        Ok(store) => {
            let listed = tokio::task::spawn_blocking(move || saldo_backup::finished(store.as_ref()));
            listed.await.map_err(anyhow::Error::from).and_then(|found| Ok(found?))
        }
        Err(error) => Err(error),
    };
    let newest = match found {
        Err(error) => return Finding::problem(CHECK, format!("{error:#}; check SALDO_BACKUP_TARGET")),
        Ok(times) => times.last().copied(),
    };
    let state = |newest| format!("the newest backup in {target} is {}", name_of(newest));
    match BackupAge::of(newest, schedule.every, SystemClock.now()) {
        BackupAge::None => {
            Finding::warning(CHECK, format!("{target} has none yet; the server makes one after its start"))
        }
        BackupAge::Recent(newest) => Finding::ok(CHECK, state(newest)),
        BackupAge::TooOld(newest) => Finding::problem(
            CHECK,
            format!("{}, which is too old; look for errors in the log", state(newest)),
        ),
    }
}

/// Reports the last test of a backup, which any server on this database made.
async fn backup_test(config: &Config, storage: Option<&Arc<dyn Storage>>) -> Finding {
    const CHECK: &str = "backup test";
    let Some(schedule) = &config.backups.schedule else {
        return Finding::ok(CHECK, "none; the server tests only the backups that it makes by itself");
    };
    let Some(storage) = storage else {
        return Finding::warning(CHECK, "unknown until the database can be read");
    };
    let runs = match storage.find_runs(saldo_backup::schedule::TEST).await {
        Ok(runs) => runs,
        Err(error) => return Finding::problem(CHECK, format!("cannot read the last test ({error})")),
    };
    let state = |succeeded| format!("the last test, {}, restored a whole backup", name_of(succeeded));
    match LastTest::of(runs, schedule.every, schedule.test_every, SystemClock.now()) {
        LastTest::None => Finding::warning(CHECK, "none yet; the server tests its first backup"),
        LastTest::Failed(failed) => Finding::problem(
            CHECK,
            format!(
                "the last test, {}, failed, so that the backup may be useless; look for errors in the log",
                name_of(failed)
            ),
        ),
        LastTest::Recent(succeeded) => Finding::ok(CHECK, state(succeeded)),
        LastTest::TooOld(succeeded) => Finding::problem(
            CHECK,
            format!("{}, which is too long ago; look for errors in the log", state(succeeded)),
        ),
    }
}
