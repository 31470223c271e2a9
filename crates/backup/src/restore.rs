//! Restoring a backup: it is checked completely before anything is written.

use std::io::Read;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use bytes::Bytes;
use futures::{StreamExt, stream};
use saldo_domain::Timestamp;
use saldo_storage::{SNAPSHOT_TABLES, SnapshotFault, SnapshotPart, SnapshotSource, Storage};
use tokio::runtime::Handle;

use crate::backups::{Backups, name_in, name_of};
use crate::error::{Error, Result};
use crate::files::{FileStore, FilesError, ListedFile, read_list};
use crate::rows::{Header, RowsReader};
use crate::save::{FILES, Places, ROWS};

/// The number of bytes of a file that are held in memory.
const CHUNK_BYTES: usize = 256 * 1024;

/// The content of a checked backup.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct CheckedBackup {
    /// The time of the backup.
    pub created: Timestamp,
    /// The version of Saldo that made it.
    pub made_by: String,
    /// The secret, if the backup contains it.
    pub secret: Option<String>,
    /// The id of the instance, which its database and its files share.
    pub instance: Option<String>,
    /// Rows of the database.
    pub rows: u64,
    /// Statement files.
    pub files: u64,
    /// The bytes of these files.
    pub bytes: u64,
    /// Statements whose file is not in the backup, because it was lost before.
    pub lost: u64,
}

impl CheckedBackup {
    /// Returns the name of the backup.
    #[must_use]
    pub fn name(&self) -> String {
        name_of(self.created)
    }
}

impl std::fmt::Debug for CheckedBackup {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { rows, files, bytes, lost, .. } = self;
        let name = self.name();
        write!(formatter, "{name}: {rows} rows, {files} files, {bytes} bytes, {lost} lost")
    }
}

/// Reads a whole backup, the newest one without a `name`, and compares every digest and every total.
///
/// # Errors
/// [`Error::NoBackup`] or [`Error::UnknownName`]; [`Error::Damaged`] or [`Error::Newer`]; [`Error::Io`].
pub async fn check(backups: Arc<Backups>, name: Option<Timestamp>) -> Result<CheckedBackup> {
    check_until(backups, name, Arc::default()).await
}

/// Reads a whole backup like [`check`], until `stop` becomes true.
async fn check_until(
    backups: Arc<Backups>,
    name: Option<Timestamp>,
    stop: Arc<AtomicBool>,
) -> Result<CheckedBackup> {
    let checked = tokio::task::spawn_blocking(move || check_all(&backups, name, &stop));
    checked.await.map_err(|error| Error::Files(error.into()))?
}

/// Restores a checked backup: files first, then the rows, completely or not at all.
///
/// # Errors
/// [`Error::DatabaseNotEmpty`] or [`Error::FilesOfOther`] unless `replaces`; [`Error::Damaged`] if the backup
/// changed after the check; [`Error::Storage`], [`Error::Files`] or [`Error::Io`].
pub async fn restore(
    storage: Arc<dyn Storage>,
    files: Arc<dyn FileStore>,
    backups: Arc<Backups>,
    backup: &CheckedBackup,
    replaces: bool,
) -> Result<()> {
    if !replaces {
        if !storage.has_no_users().await? {
            return Err(Error::DatabaseNotEmpty);
        }
        let marked = files.instance().await.map_err(Error::Files)?;
        let is_other = marked.is_some() && marked != backup.instance;
        if is_other && files.has_statements().await.map_err(Error::Files)? {
            return Err(Error::FilesOfOther);
        }
    }
    let (created, store, runtime) = (backup.created, files.clone(), Handle::current());
    let of_files = backups.clone();
    let put = tokio::task::spawn_blocking(move || {
        let put = |file: ListedFile| {
            let content = of_files.open_file(file.content)?;
            runtime.block_on(store.put(&file.key, chunks(content).boxed())).map_err(Error::Files)
        };
        read_list(&of_files, &name_in(created, FILES), put).map(drop)
    });
    put.await.map_err(|error| Error::Files(error.into()))??;
    import(storage.as_ref(), backups, created, replaces).await?;
    if let Some(instance) = storage.find_instance_id().await? {
        files.mark(&instance.to_string()).await.map_err(Error::Files)?;
    }
    Ok(())
}

/// Checks the newest backup as a restore does, and restores its rows into `scratch`, an empty database that
/// the caller deletes afterwards. The database compares the totals. Set to true, `stop` ends the reading.
///
/// # Errors
/// Those of [`check`] and [`restore`]; [`Error::Stopped`].
pub async fn test_restore(
    scratch: Arc<dyn Storage>,
    backups: Arc<Backups>,
    stop: Arc<AtomicBool>,
) -> Result<CheckedBackup> {
    let newest = check_until(backups.clone(), None, stop).await?;
    import(scratch.as_ref(), backups, newest.created, false).await?;
    Ok(newest)
}

/// Restores the rows of a checked backup, completely or not at all.
async fn import(
    storage: &dyn Storage,
    backups: Arc<Backups>,
    created: Timestamp,
    replaces: bool,
) -> Result<()> {
    let opened = tokio::task::spawn_blocking(move || backups.reader(&name_in(created, ROWS)));
    let (rows, _) = opened.await.map_err(|error| Error::Files(error.into()))??;
    let failure = Arc::new(Mutex::new(None));
    let imported =
        storage.import_snapshot(replaces, Box::new(Source { rows, failure: failure.clone() })).await;
    if let Some(failure) = failure.lock().unwrap_or_else(PoisonError::into_inner).take() {
        return Err(failure);
    }
    imported.map_err(|error| match error {
        saldo_storage::Error::Snapshot(SnapshotFault::NotEmpty) => Error::DatabaseNotEmpty,
        other => other.into(),
    })
}

/// Returns the content of a file in chunks. The digest was compared by the check.
fn chunks(
    content: Box<dyn Read + Send>,
) -> impl stream::Stream<Item = std::result::Result<Bytes, FilesError>> {
    stream::unfold(Some(content), |content| async move {
        let mut content = content?;
        let mut chunk = Vec::with_capacity(CHUNK_BYTES);
        match (&mut content).take(CHUNK_BYTES as u64).read_to_end(&mut chunk) {
            Ok(0) => None,
            Ok(_) => Some((Ok(Bytes::from(chunk)), Some(content))),
            Err(error) => Some((Err(error.into()), None)),
        }
    })
}

fn check_all(backups: &Backups, name: Option<Timestamp>, stop: &AtomicBool) -> Result<CheckedBackup> {
    let unless_stopped = || if stop.load(Ordering::Relaxed) { Err(Error::Stopped) } else { Ok(()) };
    let all = backups.finished()?;
    let created = match name {
        Some(name) if all.contains(&name) => name,
        Some(name) => return Err(Error::UnknownName(name_of(name))),
        None => *all.last().ok_or_else(|| Error::NoBackup(backups.place()))?,
    };
    let (mut rows, header) = backups.reader(&name_in(created, ROWS))?;
    if header.created != created {
        return Err(Error::damaged("it has the name of another backup"));
    }
    let Header { made_by, secret, .. } = header;
    let mut backup =
        CheckedBackup { created, made_by, secret, instance: None, rows: 0, files: 0, bytes: 0, lost: 0 };
    let (mut places, mut statements, mut is_instance) = (None, 0_u64, false);
    while let Some(part) = rows.next()? {
        unless_stopped()?;
        match part {
            SnapshotPart::Table { section, columns } => {
                is_known(&section, &columns)?;
                places = Places::of(&section, &columns);
                is_instance = section == "instance";
            }
            SnapshotPart::Rows(lines) => {
                if is_instance {
                    backup.instance = lines.first().and_then(|line| instance_of(line));
                }
                for line in lines.iter().filter(|_| places.is_some()) {
                    places.as_ref().map(|places| places.file(line)).transpose()?;
                    statements += 1;
                }
            }
            SnapshotPart::End { rows, .. } => backup.rows += rows,
        }
    }
    let (list, _) = read_list(backups, &name_in(created, FILES), |file| {
        unless_stopped()?;
        let size = backups.check_file(file.content)?;
        if size != file.size {
            return Err(Error::damaged(format!("the file {} has another size", file.content)));
        }
        backup.files += 1;
        backup.bytes += size;
        Ok(())
    })?;
    if list.created != created || list.rows != Some(rows.digest().to_string()) {
        return Err(Error::damaged("its list of files belongs to another backup"));
    }
    backup.lost = statements.saturating_sub(backup.files);
    Ok(backup)
}

/// Returns the id in the row of the instance: its place, and its id.
fn instance_of(row: &str) -> Option<String> {
    let (_, id): (i64, String) = serde_json::from_str(row).ok()?;
    Some(id)
}

/// Refuses tables and columns that this version does not know.
fn is_known(section: &str, columns: &[String]) -> Result<()> {
    let table = SNAPSHOT_TABLES.iter().find(|table| table.section() == section);
    let table = table.ok_or_else(|| Error::Newer(format!("it has the table {section}")))?;
    let is_unknown = |column: &&String| !table.columns.iter().any(|(known, _)| known == column);
    match columns.iter().find(is_unknown) {
        Some(column) => Err(Error::Newer(format!("it has the column {section}.{column}"))),
        None => Ok(()),
    }
}

/// Passes the rows of a backup to the database.
struct Source {
    rows: RowsReader,
    failure: Arc<Mutex<Option<Error>>>,
}

#[async_trait]
impl SnapshotSource for Source {
    async fn next(&mut self) -> saldo_storage::Result<Option<SnapshotPart>> {
        self.rows.next().map_err(|error| {
            *self.failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
            SnapshotFault::Ended.into()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_or_a_column_of_a_newer_version_is_refused() {
        let known = &SNAPSHOT_TABLES[0];
        let mut columns: Vec<String> = known.columns.iter().map(|(name, _)| (*name).to_owned()).collect();
        assert!(is_known(&known.section(), &columns).is_ok());
        columns.push("from_the_future".to_owned());
        let refused = is_known(&known.section(), &columns);
        assert!(matches!(&refused, Err(Error::Newer(why)) if why.contains("from_the_future")), "{refused:?}");
        assert!(matches!(is_known("planets", &[]), Err(Error::Newer(why)) if why.contains("planets")));
    }
}
