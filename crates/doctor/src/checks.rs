//! The checks of an installation.

use std::sync::Arc;
use std::time::Duration;

use saldo_backup::{BackupAge, LastTest, name_of};
use saldo_domain::{Chain, Clock, SystemClock, Timestamp};
use saldo_files::FilePlace;
use saldo_settings::without_password;
use saldo_statement_ingest::WholeStore;
use saldo_storage::{Inspection, Storage};

use crate::{Finding, Installation, inbox, network};

/// The largest difference between the clocks of this machine and of the database.
const CLOCK_DIFFERENCE_MAX: Duration = Duration::from_secs(2);
/// Free disk space below which there is a warning, in addition to the reserve.
const FREE_BYTES_MIN: u64 = 1024 * 1024 * 1024;
/// The file that is written to the file store and deleted again.
const PROBE: &str = "doctor/probe";

impl Installation<'_> {
    /// Runs all checks.
    pub async fn check(&self) -> Vec<Finding> {
        let mut findings = vec![settings(self)];
        // First: opening a database corrects the permissions of its file.
        let permissions = permissions(self);
        let inspected = self.database.inspect().await;
        findings.push(database(self, inspected.as_ref()));
        let inspection = inspected.ok();
        findings.push(clock(inspection.and_then(|found| found.clock), SystemClock.now()));
        // Opening a database migrates it, which only the server does.
        let storage = match inspection {
            Some(Inspection { exists: true, pending_migrations: 0, .. }) => self.database.open().await,
            _ => None,
        };
        findings.push(files(self, storage.as_ref()).await);
        findings.push(inbox::inbox(self.inbox, storage.as_ref()).await);
        findings.push(permissions);
        findings.push(network::model(self));
        findings.push(network::mail(self));
        findings.push(network::feeds(self));
        findings.push(ocr(self));
        findings.push(disk(self));
        findings.push(backups(self).await);
        findings.push(backup_test(self, storage.as_ref()).await);
        findings
    }
}

fn settings(installation: &Installation<'_>) -> Finding {
    const CHECK: &str = "settings";
    let url = installation.base_url;
    let is_local = matches!(url.host_str(), Some("localhost" | "127.0.0.1" | "[::1]"));
    if url.scheme() == "http" && !is_local {
        return Finding::warning(
            CHECK,
            format!("{url} is not encrypted; put a proxy with TLS in front, and set BASE_URL to https://…"),
        );
    }
    Finding::ok(CHECK, format!("valid; users open {url}"))
}

fn database(installation: &Installation<'_>, inspected: Result<&Inspection, &String>) -> Finding {
    const CHECK: &str = "database";
    let shown = without_password(installation.database_url);
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

fn clock(theirs: Option<Timestamp>, now: Timestamp) -> Finding {
    const CHECK: &str = "clock";
    let Some(theirs) = theirs else {
        return Finding::ok(CHECK, "the database uses no clock of its own");
    };
    let apart = now.as_milliseconds().abs_diff(theirs.as_milliseconds());
    if u128::from(apart) > CLOCK_DIFFERENCE_MAX.as_millis() {
        let message = format!("{apart} ms apart from the database's clock; synchronize both machines (NTP)");
        return Finding::problem(CHECK, message);
    }
    Finding::ok(CHECK, format!("{apart} ms apart from the database's clock"))
}

async fn files(installation: &Installation<'_>, storage: Option<&Arc<dyn Storage>>) -> Finding {
    const CHECK: &str = "files";
    let place = installation.files_at;
    if let FilePlace::Folder(folder) = place
        && !folder.exists()
    {
        return Finding::warning(CHECK, format!("{place} does not exist yet; the server creates it"));
    }
    let store = match place.open(installation.file_options) {
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
fn permissions(installation: &Installation<'_>) -> Finding {
    use std::os::unix::fs::PermissionsExt;
    const CHECK: &str = "permissions";
    let data_dir = installation.data_dir;
    for path in [data_dir.to_owned(), data_dir.join("secret"), data_dir.join("saldo.db")] {
        let Ok(mode) = std::fs::metadata(&path).map(|found| found.permissions().mode()) else { continue };
        if mode & 0o077 != 0 {
            let (path, mode) = (path.display(), mode & 0o777);
            let advice = format!("chmod go= {path}");
            return Finding::problem(CHECK, format!("others can use {path} (mode {mode:o}); run: {advice}"));
        }
    }
    Finding::ok(CHECK, format!("only this user can read {}", data_dir.display()))
}

#[cfg(not(unix))]
fn permissions(_: &Installation<'_>) -> Finding {
    Finding::ok("permissions", "not checked on this system")
}

fn ocr(installation: &Installation<'_>) -> Finding {
    const CHECK: &str = "OCR";
    let Some(settings) = installation.ocr else {
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
fn disk(installation: &Installation<'_>) -> Finding {
    const CHECK: &str = "disk";
    let folder = saldo_files::existing(installation.data_dir);
    let Ok(free) = saldo_files::free_bytes(folder) else {
        let message = format!("cannot read the free space of {}; check SALDO_DATA_DIR", folder.display());
        return Finding::problem(CHECK, message);
    };
    let state = format!("{} MiB are free for {}", free / (1024 * 1024), folder.display());
    let needed = installation.disk_reserve_bytes;
    if free < needed {
        return Finding::problem(CHECK, format!("{state}; free some space"));
    }
    if free < needed.saturating_add(FREE_BYTES_MIN) {
        return Finding::warning(CHECK, format!("{state}; free some space soon"));
    }
    Finding::ok(CHECK, state)
}

#[cfg(not(unix))]
fn disk(_: &Installation<'_>) -> Finding {
    Finding::ok("disk", "not checked on this system")
}

async fn backups(installation: &Installation<'_>) -> Finding {
    const CHECK: &str = "backup";
    let Some(schedule) = installation.backups else {
        return Finding::warning(
            CHECK,
            "the server makes none by itself; set SALDO_BACKUP_EVERY, or run `saldo backup` regularly",
        );
    };
    let target = &schedule.target;
    let refused = |error: &(dyn std::error::Error + 'static)| {
        Finding::problem(CHECK, format!("{}; check SALDO_BACKUP_TARGET", Chain(error)))
    };
    let listed = match saldo_backup::open_store(target, installation.file_options) {
        Ok(store) => tokio::task::spawn_blocking(move || saldo_backup::finished(store.as_ref())).await,
        Err(error) => return refused(&error),
    };
    let newest = match listed {
        Ok(Ok(times)) => times.last().copied(),
        Ok(Err(error)) => return refused(&error),
        Err(error) => return refused(&error),
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
async fn backup_test(installation: &Installation<'_>, storage: Option<&Arc<dyn Storage>>) -> Finding {
    const CHECK: &str = "backup test";
    let Some(schedule) = installation.backups else {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Level;

    #[test]
    fn clocks_may_differ_by_two_seconds() {
        let now = Timestamp::from_milliseconds(1_750_000_000_000);
        assert_eq!(clock(None, now).level, Level::Ok, "the database has no clock");
        for (milliseconds, level) in [(2_000, Level::Ok), (2_001, Level::Problem), (-2_001, Level::Problem)] {
            let theirs = Timestamp::from_milliseconds(now.as_milliseconds() + milliseconds);
            assert_eq!(clock(Some(theirs), now).level, level, "{milliseconds}");
        }
    }
}
