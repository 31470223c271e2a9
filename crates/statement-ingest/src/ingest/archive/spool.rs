//! Temporary storage for the rows of an archive, in a file without a name, so that a slow client neither
//! blocks the database nor fills the memory.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use bytes::Bytes;
use futures::stream::{BoxStream, StreamExt, try_unfold};
use saldo_domain::{Id, Sha256};
use saldo_storage::{BOOKS, BookTable, RowSink};
use sha2::Digest;
use tokio::sync::mpsc;
use tokio::task::spawn_blocking;

use crate::error::Error;

/// Bytes read at a time.
pub(super) const CHUNK: usize = 64 * 1024;

/// Some rows of a table.
type Batch = (&'static BookTable, Vec<String>);

/// Passes rows on to the writer.
struct RowSender(mpsc::Sender<Batch>);

#[async_trait]
impl RowSink for RowSender {
    async fn take(&mut self, table: &'static BookTable, rows: Vec<String>) -> bool {
        self.0.send((table, rows)).await.is_ok()
    }
}

/// A table in the spool.
pub(super) struct SpooledTable {
    pub(super) name: &'static str,
    pub(super) start: u64,
    pub(super) bytes: u64,
    pub(super) rows: u64,
    pub(super) sha256: Sha256,
}

/// A file of the archive, and the row that names it.
#[derive(serde::Deserialize)]
pub(super) struct SpooledFile {
    /// The table of the row.
    #[serde(skip)]
    pub(super) table: &'static str,
    pub(super) id: Id<SpooledFile>,
    pub(super) size: u64,
    /// The SHA-256 digest of the file, in hexadecimal.
    pub(super) sha256: String,
}

/// The spool: all tables, one after the other.
pub(super) struct Spool {
    pub(super) file: Arc<Mutex<File>>,
    pub(super) tables: Vec<SpooledTable>,
    pub(super) files: Vec<SpooledFile>,
}

/// True for a table whose rows have a file.
pub(super) fn has_files(table: &BookTable) -> bool {
    table.left_out.contains(&"file_key")
}

/// Returns a receiver of rows, and a function that writes them to `file`. The function blocks, so that it
/// needs a thread of its own.
pub(super) fn begin(file: File) -> (Box<dyn RowSink>, impl FnOnce() -> Result<Spool, Error> + Send) {
    let (sender, receiver) = mpsc::channel(1);
    (Box::new(RowSender(sender)), move || write(file, receiver))
}

fn write(mut file: File, mut batches: mpsc::Receiver<Batch>) -> Result<Spool, Error> {
    let (mut tables, mut files, mut end) = (Vec::with_capacity(BOOKS.len()), Vec::new(), 0);
    let mut next = batches.blocking_recv();
    for table in BOOKS {
        let (start, mut rows, mut digest) = (end, 0, sha2::Sha256::new());
        while let Some((_, lines)) = next.take_if(|(of, _)| of.name == table.name) {
            for mut line in lines {
                if has_files(table) {
                    let file = serde_json::from_str(&line).map_err(|error| Error::Reader(error.into()))?;
                    files.push(SpooledFile { table: table.name, ..file });
                }
                line.push('\n');
                digest.update(line.as_bytes());
                file.write_all(line.as_bytes()).map_err(Error::spool)?;
                end += line.len() as u64;
                rows += 1;
            }
            next = batches.blocking_recv();
        }
        let sha256 = Sha256::from_bytes(digest.finalize().into());
        tables.push(SpooledTable { name: table.name, start, bytes: end - start, rows, sha256 });
    }
    Ok(Spool { file: Arc::new(Mutex::new(file)), tables, files })
}

/// Returns a part of a spool as a stream.
pub(super) fn read_region(
    file: &Arc<Mutex<File>>,
    start: u64,
    bytes: u64,
) -> BoxStream<'static, Result<Bytes, Error>> {
    let file = file.clone();
    try_unfold((start, bytes), move |(at, left)| {
        let file = file.clone();
        async move {
            if left == 0 {
                return Ok(None);
            }
            let wanted = usize::try_from(left).unwrap_or(CHUNK).min(CHUNK);
            let read = spawn_blocking(move || read_at(&file, at, wanted)).await;
            let chunk = read.map_err(|error| Error::Reader(error.into()))?;
            let chunk = chunk.map_err(|error| Error::Reader(error.into()))?;
            Ok(Some((chunk, (at + wanted as u64, left - wanted as u64))))
        }
    })
    .boxed()
}

fn read_at(file: &Mutex<File>, at: u64, bytes: usize) -> std::io::Result<Bytes> {
    let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
    let mut chunk = vec![0; bytes];
    file.seek(SeekFrom::Start(at))?;
    file.read_exact(&mut chunk)?;
    Ok(chunk.into())
}
