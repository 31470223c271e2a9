//! The port to the statement files, and the list of them in a backup.

use std::collections::HashSet;
use std::io::BufWriter;

use async_trait::async_trait;
use bytes::Bytes;
use futures::stream::BoxStream;
use saldo_domain::Sha256;
use saldo_storage::SnapshotPart;
use serde_json::Value;
use tempfile::NamedTempFile;

use crate::backups::{Backups, parse_digest};
use crate::error::{AtName, Error, Result};
use crate::rows::{Header, RowsWriter};

/// An error of a file store.
pub type FilesError = Box<dyn std::error::Error + Send + Sync>;

/// The bytes of a file.
pub type FileBytes<'a> = BoxStream<'a, std::result::Result<Bytes, FilesError>>;

/// The place of the statement files of an instance.
#[async_trait]
pub trait FileStore: Send + Sync {
    /// Opens a file, also one that was deleted recently; `None` if it does not exist.
    async fn open(&self, key: &str) -> std::result::Result<Option<FileBytes<'static>>, FilesError>;

    /// Stores a file. An error of `bytes` stores nothing.
    async fn put(&self, key: &str, bytes: FileBytes<'_>) -> std::result::Result<(), FilesError>;

    /// Returns the id of the instance that the files belong to, if they are marked.
    async fn instance(&self) -> std::result::Result<Option<String>, FilesError>;

    /// Returns true if the store has any statement file.
    async fn has_statements(&self) -> std::result::Result<bool, FilesError>;

    /// Marks the files as belonging to an instance.
    async fn mark(&self, instance: &str) -> std::result::Result<(), FilesError>;
}

/// The table in the list.
const TABLE: &str = "files";
const COLUMNS: [&str; 3] = ["key", "sha256", "size"];

/// A statement file of a backup.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ListedFile {
    pub(crate) key: String,
    pub(crate) content: Sha256,
    pub(crate) size: u64,
}

/// The number of files of a list, their bytes, and the digest of the list.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct WrittenList {
    pub(crate) count: u64,
    pub(crate) bytes: u64,
    pub(crate) digest: Sha256,
}

/// Writes the list of files.
pub(crate) struct ListWriter {
    rows: RowsWriter<BufWriter<NamedTempFile>>,
    count: u64,
    bytes: u64,
}

impl ListWriter {
    pub(crate) fn new(backups: &Backups, name: &str, header: &Header) -> Result<Self> {
        let mut rows = backups.writer(name, header)?;
        rows.table(TABLE, &COLUMNS, &["size"]).at(name)?;
        Ok(Self { rows, count: 0, bytes: 0 })
    }

    pub(crate) fn add(&mut self, file: &ListedFile) -> std::io::Result<()> {
        let row = serde_json::json!([file.key, file.content.to_string(), file.size]);
        self.count += 1;
        self.bytes += file.size;
        self.rows.row(&row.to_string())
    }

    /// Writes the end, and stores the list under `name`.
    pub(crate) fn finish(mut self, backups: &Backups, name: &str) -> Result<WrittenList> {
        self.rows.end(self.count, &[i128::from(self.bytes)]).at(name)?;
        let (output, digest) = self.rows.finish().at(name)?;
        backups.put(name, output)?;
        Ok(WrittenList { count: self.count, bytes: self.bytes, digest })
    }
}

/// Reads the list of files with a name, and passes each one to `visit`. Returns its header and its digest.
pub(crate) fn read_list(
    backups: &Backups,
    name: &str,
    mut visit: impl FnMut(ListedFile) -> Result<()>,
) -> Result<(Header, Sha256)> {
    let (mut reader, header) = backups.reader(name)?;
    while let Some(part) = reader.next()? {
        if let SnapshotPart::Rows(rows) = part {
            rows.iter().try_for_each(|row| visit(parse(row)?))?;
        }
    }
    Ok((header, reader.digest()))
}

fn parse(row: &str) -> Result<ListedFile> {
    let values: Vec<Value> = serde_json::from_str(row).unwrap_or_default();
    let file = match values.as_slice() {
        [Value::String(key), Value::String(content), size] => {
            parse_digest(content).zip(size.as_u64()).map(|(content, size)| (key, content, size))
        }
        _ => None,
    };
    let (key, content, size) = file.ok_or_else(|| Error::damaged("the list of files is invalid"))?;
    Ok(ListedFile { key: key.clone(), content, size })
}

/// Adds the contents of the files of a backup to `contents`.
pub(crate) fn collect(backups: &Backups, list: &str, contents: &mut HashSet<Sha256>) -> Result<()> {
    let added = read_list(backups, list, |file| {
        contents.insert(file.content);
        Ok(())
    });
    added.map(|_| ())
}
