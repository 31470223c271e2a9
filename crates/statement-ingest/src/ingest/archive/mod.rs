//! Archives: all data of a user in one file, with a manifest, JSON lines for each table, and the statement
//! files.

mod read;
mod restore;
mod spool;
mod tar;

use std::fs::File;
use std::future::ready;
use std::sync::Arc;

use bytes::Bytes;
use futures::stream::{BoxStream, StreamExt, TryStreamExt, iter, once};
use object_store::ObjectStore;
use saldo_domain::{Id, UserId};
use saldo_storage::Storage;
use serde::{Deserialize, Serialize};
use tokio::task::spawn_blocking;

use super::Ingest;
use super::files::key_of;
use super::trash::fetch;
use crate::error::Error;

pub use restore::RestoredData;
use spool::{Spool, SpooledFile};

/// The name of the format in the manifest.
const FORMAT: &str = "saldo-data";
/// The version of the format; no other one is read.
const VERSION: u32 = 1;
/// The first file of an archive.
const MANIFEST: &str = "manifest.json";

fn path_of_table(name: &str) -> String {
    format!("tables/{name}.jsonl")
}

/// Returns the path of the file of a row: `statements/ID` or `attachments/ID`.
fn path_of_file(table: &str, id: Id<SpooledFile>) -> String {
    format!("{table}/{id}")
}

/// Returns the path of an empty file that replaces a missing file.
fn path_of_missing(id: Id<SpooledFile>) -> String {
    format!("missing/{id}")
}

/// The table of contents. It has no date, so that the same data gives the same bytes.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Manifest {
    format: String,
    version: u32,
    files: Vec<Listed>,
}

/// A file in an archive.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Listed {
    path: String,
    bytes: u64,
    sha256: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rows: Option<u64>,
}

type Opened = BoxStream<'static, Result<Bytes, Error>>;

/// A piece of an archive. Its bytes are read when they are sent.
enum Piece {
    Bytes(Bytes),
    Table { start: u64, bytes: u64 },
    File { table: &'static str, id: Id<SpooledFile>, bytes: u64 },
}

impl Ingest {
    /// Returns all data of a user as an archive, which is generated while the stream is read. `spool` stores
    /// the rows until then; it must be an empty file that nothing else uses.
    ///
    /// The archive does not contain the user's credentials. An empty file `missing/ID` replaces a statement
    /// file that is lost.
    ///
    /// # Errors
    /// [`Error::Storage`], [`Error::DiskFull`], or [`Error::Reader`] if the spool cannot be written. Items of
    /// the stream may fail with [`Error::Files`], too.
    pub async fn archive_books(&self, user: UserId, spool: File) -> Result<Opened, Error> {
        let (sink, write) = spool::begin(spool);
        let (dumped, written) = futures::join!(self.storage.dump_books(user, sink), spawn_blocking(write));
        // If writing fails, the dump only notices that its receiver is gone. So the error of the writer comes
        // first.
        let spool = written.map_err(|error| Error::Reader(error.into()))??;
        dumped?;
        let spool = Arc::new(spool);
        let pieces = pieces(&spool)?;
        let source = Source { user, spool, storage: self.storage.clone(), files: self.files.clone() };
        let opened = iter(pieces).map(Ok).and_then(move |piece| open(piece, source.clone()));
        Ok(opened.try_flatten().boxed())
    }
}

/// The services that an archive's content is read from.
#[derive(Clone)]
struct Source {
    user: UserId,
    spool: Arc<Spool>,
    storage: Arc<dyn Storage>,
    files: Arc<dyn ObjectStore>,
}

async fn open(piece: Piece, source: Source) -> Result<Opened, Error> {
    match piece {
        Piece::Bytes(bytes) => Ok(once(ready(Ok(bytes))).boxed()),
        Piece::Table { start, bytes } => Ok(spool::read_region(&source.spool.file, start, bytes)),
        Piece::File { table, id, bytes } => {
            // A file that was deleted since then is in the trash.
            let key = key_now(&source, table, id).await?.unwrap_or_else(|| key_of(source.user, id));
            // The manifest already states the size, so that a file of another size counts as missing.
            let found = match fetch(source.files.as_ref(), &key).await {
                Ok(found) if found.meta.size == bytes => Some(found),
                Ok(_) | Err(Error::FileMissing) => None,
                Err(error) => return Err(error),
            };
            let Some(found) = found else {
                return Ok(once(ready(head_of(&path_of_missing(id), 0))).boxed());
            };
            let head = head_of(&path_of_file(table, id), bytes)?;
            let padding = Bytes::from(vec![0; tar::padding(bytes)]);
            let content = found.into_stream().map_err(Error::from);
            Ok(once(ready(Ok(head))).chain(content).chain(once(ready(Ok(padding)))).boxed())
        }
    }
}

/// Returns the current key of the file of a row; `None` if the row was deleted.
async fn key_now(source: &Source, table: &str, id: Id<SpooledFile>) -> Result<Option<String>, Error> {
    let (user, id) = (source.user, id.to_string());
    let wrong = |_| Error::NotFound;
    Ok(if table == "attachments" {
        let found = source.storage.find_attachment(user, id.parse().map_err(wrong)?).await?;
        found.map(|attachment| attachment.file_key)
    } else {
        let found = source.storage.find_statement(user, id.parse().map_err(wrong)?).await?;
        found.map(|statement| statement.file_key)
    })
}

fn head_of(path: &str, bytes: u64) -> Result<Bytes, Error> {
    let head =
        tar::head(path, bytes).ok_or_else(|| Error::Reader("a file is too large for an archive".into()))?;
    Ok(Bytes::copy_from_slice(&head))
}

/// Returns all pieces of the archive in their order.
fn pieces(spool: &Spool) -> Result<Vec<Piece>, Error> {
    let tables = spool.tables.iter().map(|table| {
        let path = path_of_table(table.name);
        Listed { path, bytes: table.bytes, sha256: table.sha256.to_string(), rows: Some(table.rows) }
    });
    let files = spool.files.iter().map(|file| {
        let path = path_of_file(file.table, file.id);
        Listed { path, bytes: file.size, sha256: file.sha256.clone(), rows: None }
    });
    let files: Vec<Listed> = tables.chain(files).collect();
    let manifest = Manifest { format: FORMAT.to_owned(), version: VERSION, files };
    let manifest = serde_json::to_vec_pretty(&manifest).map_err(|error| Error::Reader(error.into()))?;
    let mut pieces = Vec::with_capacity(3 * (spool.tables.len() + 1) + spool.files.len() + 1);
    put(&mut pieces, MANIFEST, manifest.len() as u64, Piece::Bytes(manifest.into()))?;
    for table in &spool.tables {
        let content = Piece::Table { start: table.start, bytes: table.bytes };
        put(&mut pieces, &path_of_table(table.name), table.bytes, content)?;
    }
    let files = spool.files.iter();
    pieces.extend(files.map(|file| Piece::File { table: file.table, id: file.id, bytes: file.size }));
    pieces.push(Piece::Bytes(Bytes::from_static(&tar::END)));
    Ok(pieces)
}

fn put(pieces: &mut Vec<Piece>, path: &str, bytes: u64, content: Piece) -> Result<(), Error> {
    pieces.push(Piece::Bytes(head_of(path, bytes)?));
    pieces.push(content);
    pieces.push(Piece::Bytes(vec![0; tar::padding(bytes)].into()));
    Ok(())
}
