//! Making a backup: rows, verification, statement files, retention.

use std::collections::HashSet;
use std::fmt;
use std::io::BufWriter;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use futures::StreamExt;
use saldo_domain::{Sha256, Timestamp};
use saldo_storage::{
    SNAPSHOT_TABLES, SnapshotFault, SnapshotPart, SnapshotSink, SnapshotTable, SnapshotTotals, Storage,
};
use serde_json::Value;
use tempfile::NamedTempFile;
use tokio::runtime::Handle;

use crate::backups::{Backups, name_in, name_of, parse_digest};
use crate::error::{AtName, Error, Result};
use crate::files::{FileStore, ListWriter, ListedFile, WrittenList, collect, read_list};
use crate::retention::Retention;
use crate::rows::{Header, RowsWriter, VERSION};

/// The name of the rows in a backup.
pub(crate) const ROWS: &str = "rows";
/// The name of the list of files in a backup.
pub(crate) const FILES: &str = "files";

/// The largest number of lost files that a report names.
const LOST_NAMED_MAX: usize = 10;

/// A backup to make. It has no `Debug`, because it may contain the secret.
#[derive(Clone)]
#[non_exhaustive]
pub struct BackupOrder {
    /// The current time.
    pub now: Timestamp,
    /// The version of Saldo.
    pub made_by: String,
    /// The secret that signs cookies and encrypts two-factor secrets, to include it.
    pub secret: Option<String>,
    /// The backups to keep.
    pub retention: Retention,
    /// Set to true, it ends the backup as soon as possible.
    pub stop: Arc<AtomicBool>,
}

impl BackupOrder {
    /// Creates an order without the secret that keeps all backups.
    #[must_use]
    pub fn new(now: Timestamp, made_by: &str) -> Self {
        let (made_by, retention) = (made_by.to_owned(), Retention::default());
        Self { now, made_by, secret: None, retention, stop: Arc::default() }
    }
}

/// The result of a backup.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct BackupReport {
    /// The name of the backup.
    pub name: String,
    /// Rows of the database.
    pub rows: u64,
    /// Statement files in the backup.
    pub files: u64,
    /// The bytes of these files.
    pub bytes: u64,
    /// Files that were written now. The others were there from earlier backups.
    pub new_files: u64,
    /// Statement files that are missing or damaged in the file store, and therefore not in the backup.
    pub lost: u64,
    /// Keys of the first few of them.
    pub lost_keys: Vec<String>,
    /// Earlier backups that were deleted.
    pub deleted_backups: u64,
    /// Files that were deleted, because no backup names them any more.
    pub deleted_files: u64,
    /// The reason why such files were not deleted: the list of a kept backup cannot be read.
    pub not_deleted: Option<String>,
}

/// Writes sentences for the administrator, one a line.
impl fmt::Display for BackupReport {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, rows, files, bytes, new_files, .. } = self;
        writeln!(
            formatter,
            "backup {name} was made and verified: {rows} rows, {files} files ({new_files} new, {bytes} bytes in all)"
        )?;
        if self.lost > 0 {
            let keys = self.lost_keys.join(", ");
            writeln!(
                formatter,
                "warning: {} statement files are missing or damaged, and not in it: {keys}",
                self.lost
            )?;
        }
        if self.deleted_backups > 0 {
            writeln!(
                formatter,
                "{} old backups and {} files were deleted",
                self.deleted_backups, self.deleted_files
            )?;
        }
        if let Some(why) = &self.not_deleted {
            writeln!(formatter, "warning: files of deleted backups stay, because {why}")?;
        }
        Ok(())
    }
}

/// Makes a backup of a running instance.
///
/// All rows are of one moment. The backup is read back and compared with the totals that the database
/// counted, before it gets its name and before earlier backups are deleted.
///
/// # Errors
/// [`Error::NotVerified`] if the backup differs from the database; [`Error::Stopped`] on
/// [`BackupOrder::stop`]; [`Error::Storage`], [`Error::Files`] or [`Error::Io`]. Nothing is stored then, and
/// no backup is deleted.
pub async fn back_up(
    storage: Arc<dyn Storage>,
    files: Arc<dyn FileStore>,
    backups: Arc<Backups>,
    order: BackupOrder,
) -> Result<BackupReport> {
    let runtime = Handle::current();
    // Compression, encryption and files block their thread.
    let made = tokio::task::spawn_blocking(move || {
        make(storage.as_ref(), files.as_ref(), &backups, order, &runtime)
    });
    made.await.map_err(|error| Error::Files(error.into()))?
}

fn make(
    storage: &dyn Storage,
    files: &dyn FileStore,
    backups: &Backups,
    order: BackupOrder,
    runtime: &Handle,
) -> Result<BackupReport> {
    let created = backups.begin(order.now)?;
    let header =
        Header { version: VERSION, created, made_by: order.made_by, secret: order.secret, rows: None };
    let digest = export(storage, backups, &name_in(created, ROWS), &header, &order.stop, runtime)?;
    let mut report = BackupReport { name: name_of(created), ..BackupReport::default() };
    let mut run = Run { backups, files, runtime, report: &mut report, stop: &order.stop };
    run.verify_and_copy_files(created, &header, digest)?;
    backups.finish(created)?;
    run.delete_old(order.retention)?;
    Ok(report)
}

/// Stores all rows of the database under `name`. Returns their digest.
fn export(
    storage: &dyn Storage,
    backups: &Backups,
    name: &str,
    header: &Header,
    stop: &Arc<AtomicBool>,
    runtime: &Handle,
) -> Result<Sha256> {
    let state = Arc::new(Mutex::new(Exported { rows: Some(backups.writer(name, header)?), failure: None }));
    let sink = Sink { state: state.clone(), open: None, stop: stop.clone() };
    let exported = runtime.block_on(storage.export_snapshot(Box::new(sink)));
    let Exported { rows, failure } =
        std::mem::replace(&mut *locked(&state), Exported { rows: None, failure: None });
    if let Some(failure) = failure {
        return Err(failure).at(name);
    }
    if stop.load(Ordering::Relaxed) {
        return Err(Error::Stopped);
    }
    exported?;
    let Some(rows) = rows else { return Err(Error::NotVerified("no row was written".to_owned())) };
    let (output, digest) = rows.finish().at(name)?;
    backups.put(name, output)?;
    Ok(digest)
}

/// The rows written so far, or the reason why writing failed.
struct Exported {
    rows: Option<RowsWriter<BufWriter<NamedTempFile>>>,
    failure: Option<std::io::Error>,
}

fn locked(state: &Mutex<Exported>) -> std::sync::MutexGuard<'_, Exported> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes the rows that the database passes.
struct Sink {
    state: Arc<Mutex<Exported>>,
    /// The table whose beginning was written.
    open: Option<&'static SnapshotTable>,
    stop: Arc<AtomicBool>,
}

impl Sink {
    /// Writes with `write`, after the beginning of the table. Returns false after a failure, or to stop.
    fn write(
        &mut self,
        table: &'static SnapshotTable,
        write: impl FnOnce(&mut RowsWriter<BufWriter<NamedTempFile>>) -> std::io::Result<()>,
    ) -> bool {
        if self.stop.load(Ordering::Relaxed) {
            return false;
        }
        let is_new = self.open != Some(table);
        self.open = Some(table);
        let mut state = locked(&self.state);
        let Some(rows) = state.rows.as_mut() else { return false };
        let begun = if is_new {
            let columns: Vec<&str> = table.columns.iter().map(|(column, _)| *column).collect();
            rows.table(&table.section(), &columns, &table.summed())
        } else {
            Ok(())
        };
        match begun.and_then(|()| write(rows)) {
            Ok(()) => true,
            Err(error) => {
                state.failure = Some(error);
                false
            }
        }
    }
}

#[async_trait]
impl SnapshotSink for Sink {
    async fn take(&mut self, table: &'static SnapshotTable, lines: Vec<String>) -> bool {
        self.write(table, |rows| lines.iter().try_for_each(|line| rows.row(line)))
    }

    async fn end(&mut self, table: &'static SnapshotTable, totals: SnapshotTotals) -> bool {
        self.write(table, |rows| rows.end(totals.rows, &totals.sums))
    }
}

/// A backup whose rows were written.
struct Run<'a> {
    backups: &'a Backups,
    files: &'a dyn FileStore,
    runtime: &'a Handle,
    report: &'a mut BackupReport,
    stop: &'a AtomicBool,
}

impl Run<'_> {
    /// Reads the rows back, copies the files that they name, and writes their list.
    ///
    /// A file that is deleted meanwhile is in the trash of the file store, which [`FileStore::open`] reads.
    fn verify_and_copy_files(&mut self, created: Timestamp, header: &Header, digest: Sha256) -> Result<()> {
        let (mut rows, read) = self.backups.reader(&name_in(created, ROWS)).map_err(not_verified)?;
        if read != *header {
            return Err(Error::NotVerified("its header was read back differently".to_owned()));
        }
        let header = Header { rows: Some(digest.to_string()), secret: None, ..header.clone() };
        let name = name_in(created, FILES);
        let mut list = ListWriter::new(self.backups, &name, &header)?;
        let mut places = None;
        while let Some(part) = rows.next().map_err(not_verified)? {
            match part {
                SnapshotPart::Table { section, columns } => places = Places::of(&section, &columns),
                SnapshotPart::Rows(lines) => {
                    for file in places.iter().flat_map(|places| lines.iter().map(|line| places.file(line))) {
                        if let Some(file) = self.copy_file(file?)? {
                            list.add(&file).at(&name)?;
                        }
                    }
                }
                SnapshotPart::End { rows, .. } => self.report.rows += rows,
            }
        }
        let written = list.finish(self.backups, &name)?;
        (self.report.files, self.report.bytes) = (written.count, written.bytes);
        let mut found = WrittenList { count: 0, bytes: 0, digest: written.digest };
        let (read, listed) = read_list(self.backups, &name, |file| {
            found.count += 1;
            found.bytes += file.size;
            Ok(())
        })
        .map_err(not_verified)?;
        found.digest = listed;
        if rows.digest() != digest || read != header || found != written {
            return Err(Error::NotVerified("it was read back differently".to_owned()));
        }
        Ok(())
    }

    /// Copies a file unless the place has its content. Returns `None` if the file is lost.
    fn copy_file(&mut self, file: ListedFile) -> Result<Option<ListedFile>> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(Error::Stopped);
        }
        if self.backups.has_file(file.content, file.size) {
            return Ok(Some(file));
        }
        let opened = self.runtime.block_on(self.files.open(&file.key)).map_err(Error::Files)?;
        if let Some(mut bytes) = opened {
            let mut copy = self.backups.new_file(file.content)?;
            while let Some(chunk) = self.runtime.block_on(bytes.next()) {
                copy.write(&chunk.map_err(Error::Files)?)?;
            }
            if let Some(size) = copy.finish()? {
                self.report.new_files += 1;
                return Ok(Some(ListedFile { size, ..file }));
            }
        }
        self.report.lost += 1;
        if self.report.lost_keys.len() < LOST_NAMED_MAX {
            self.report.lost_keys.push(file.key);
        }
        Ok(None)
    }

    /// Deletes backups that are not to be kept, then files that no backup names. If the list of a kept backup
    /// cannot be read, all files stay.
    fn delete_old(&mut self, retention: Retention) -> Result<()> {
        let all = self.backups.finished()?;
        let kept = retention.kept(&all);
        for old in all.difference(&kept) {
            self.backups.delete(*old)?;
            self.report.deleted_backups += 1;
        }
        if self.report.deleted_backups > 0 {
            let mut contents: HashSet<Sha256> = HashSet::new();
            for backup in &kept {
                let list = name_in(*backup, FILES);
                if collect(self.backups, &list, &mut contents).is_err() {
                    self.report.not_deleted = Some(format!("{list} cannot be read"));
                    return Ok(());
                }
            }
            self.report.deleted_files = self.backups.delete_files_except(&contents)?;
        }
        Ok(())
    }
}

/// Converts an error of reading a backup that was just written.
fn not_verified(error: Error) -> Error {
    match error {
        Error::Damaged(why) => Error::NotVerified(why),
        Error::Storage(saldo_storage::Error::Snapshot(SnapshotFault::Ended)) => {
            Error::NotVerified("it was not written completely".to_owned())
        }
        other => other,
    }
}

/// The places of the columns of a file in the row of a statement or an attachment.
pub(crate) struct Places {
    key: usize,
    content: usize,
    size: usize,
}

impl Places {
    /// Returns the places if this is a table whose rows have files.
    pub(crate) fn of(section: &str, columns: &[String]) -> Option<Self> {
        if !["statements", "attachments"].contains(&section)
            || !SNAPSHOT_TABLES.iter().any(|table| table.name == section)
        {
            return None;
        }
        let place = |name: &str| columns.iter().position(|column| column == name);
        Some(Self { key: place("file_key")?, content: place("sha256")?, size: place("size")? })
    }

    /// Returns the file of a row.
    pub(crate) fn file(&self, row: &str) -> Result<ListedFile> {
        let wrong = || Error::damaged("the row of a file is invalid");
        let values: Vec<Value> = serde_json::from_str(row).map_err(|_| wrong())?;
        let text = |place: usize| values.get(place).and_then(Value::as_str);
        Ok(ListedFile {
            key: text(self.key).ok_or_else(wrong)?.to_owned(),
            content: text(self.content).and_then(parse_digest).ok_or_else(wrong)?,
            size: values.get(self.size).and_then(Value::as_u64).ok_or_else(wrong)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_warns_of_lost_files() {
        let mut report = BackupReport { name: "20261130T050000Z".to_owned(), ..BackupReport::default() };
        (report.rows, report.files, report.new_files, report.bytes) = (7, 3, 1, 42);
        let made =
            "backup 20261130T050000Z was made and verified: 7 rows, 3 files (1 new, 42 bytes in all)\n";
        assert_eq!(report.to_string(), made);
        (report.lost, report.lost_keys) = (2, vec!["statements/u/s".to_owned(), "statements/u/t".to_owned()]);
        (report.deleted_backups, report.deleted_files) = (4, 5);
        report.not_deleted = Some("a list is damaged".to_owned());
        let more = "warning: 2 statement files are missing or damaged, and not in it: statements/u/s, statements/u/t\n\
                    4 old backups and 5 files were deleted\n\
                    warning: files of deleted backups stay, because a list is damaged\n";
        assert_eq!(report.to_string(), format!("{made}{more}"));
    }
}
