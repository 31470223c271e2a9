//! Parser of archives. Anybody may have written one: only the exact bytes that
//! [`Ingest::archive_books`](crate::Ingest::archive_books) would write are accepted, and no content is part
//! of a path.

use std::fs::File;
use std::io::{ErrorKind, Read, Seek, SeekFrom};
use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use saldo_domain::{Id, Sha256};
use saldo_storage::{ArchiveFault, BOOKS, BookTable, RowSource};
use sha2::Digest;
use tokio::task::spawn_blocking;

use super::spool::{CHUNK, SpooledFile, has_files};
use super::{FORMAT, Listed, MANIFEST, Manifest, VERSION, path_of_file, path_of_missing, path_of_table, tar};
use crate::error::Error;

/// Upper limit for the bytes of a manifest, enough for 100,000 files.
const MANIFEST_BYTES_MAX: u64 = 16 * 1024 * 1024;
/// Upper limit for the bytes of rows in memory at the same time, unless a single row is longer.
const BATCH_BYTES: u64 = 256 * 1024;
/// Upper limit for the bytes of a row. A long answer of the advisor with its tables is far shorter.
const ROW_BYTES_MAX: u64 = 16 * 1024 * 1024;

/// Number of characters of a SHA-256 digest in hexadecimal.
const SHA256_HEX_BYTES: usize = 64;

/// The position of a file's content in the archive, in bytes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Region {
    pub(super) start: u64,
    pub(super) bytes: u64,
}

/// The contents of an archive: the tables in the order of [`BOOKS`], and the statement files.
pub(super) struct Contents {
    pub(super) tables: Vec<Region>,
    pub(super) files: Vec<(Id<SpooledFile>, Region)>,
    /// Number of statements whose file was missing when the archive was written.
    pub(super) missing: u64,
    pub(super) rows: u64,
}

pub(super) fn invalid(why: impl Into<String>) -> Error {
    Error::Archive(ArchiveFault::Invalid(why.into()))
}

/// Reads an archive of `size` bytes completely and compares it with its manifest.
///
/// # Errors
/// [`Error::Archive`] if it differs from what an export writes, [`Error::Reader`] if it cannot be read.
pub(super) fn read(file: &mut File, size: u64) -> Result<Contents, Error> {
    file.seek(SeekFrom::Start(0)).map_err(read_error)?;
    let (manifest, mut at) = read_manifest(file)?;
    let (mut tables, mut files) = (Vec::with_capacity(BOOKS.len()), Vec::new());
    let mut listed = manifest.files.iter();
    let (mut rows, mut missing) = (0, 0);
    for table in BOOKS {
        let name = path_of_table(table.name);
        let listed = listed.next().filter(|listed| listed.path == name);
        let listed = listed.ok_or_else(|| invalid(format!("{name} is missing or out of order")))?;
        let (region, lines) = read_content(file, &mut at, listed)?;
        if listed.rows != Some(lines) {
            return Err(invalid(format!("{name} does not have the number of rows in the manifest")));
        }
        rows += lines;
        tables.push(region);
    }
    // Each row with a file has it in the manifest, which is short; without this limit more rows would
    // fill the memory.
    let rows_max = listed.len();
    let mut known = Vec::new();
    for (table, region) in BOOKS.iter().zip(&tables).filter(|(table, _)| has_files(table)) {
        file_rows(file, table.name, *region, rows_max, &mut known)?;
    }
    let mut known = known.into_iter();
    file.seek(SeekFrom::Start(at)).map_err(read_error)?;
    for listed in listed {
        let is_known = known.next().filter(|row| {
            listed.path == path_of_file(row.table, row.id)
                && listed.bytes == row.size
                && listed.sha256 == row.sha256
        });
        let row = is_known.ok_or_else(|| invalid(format!("{:.100} does not match its row", listed.path)))?;
        match read_file(file, &mut at, listed, row.id)? {
            Some(region) => files.push((row.id, region)),
            None => missing += 1,
        }
    }
    if known.next().is_some() {
        return Err(invalid("the file of a statement or an attachment is missing"));
    }
    let mut end = [1; tar::END.len()];
    file.read_exact(&mut end).map_err(read_error)?;
    if end != tar::END || at + tar::END.len() as u64 != size {
        return Err(invalid("it is not a complete Saldo archive"));
    }
    Ok(Contents { tables, files, missing, rows })
}

/// Returns the manifest and its end.
fn read_manifest(file: &mut File) -> Result<(Manifest, u64), Error> {
    let mut head = [0; tar::BLOCK];
    file.read_exact(&mut head).map_err(read_error)?;
    let bytes = tar::size_of(&head).filter(|bytes| tar::head(MANIFEST, *bytes) == Some(head));
    let bytes = bytes.ok_or_else(|| invalid("it is not a Saldo archive"))?;
    if bytes > MANIFEST_BYTES_MAX {
        return Err(invalid(format!("its manifest is longer than {MANIFEST_BYTES_MAX} bytes")));
    }
    let mut text = Vec::new();
    file.by_ref().take(bytes).read_to_end(&mut text).map_err(read_error)?;
    let manifest: Manifest = serde_json::from_slice(&text)
        .map_err(|error| invalid(format!("its manifest is invalid: {error}")))?;
    if manifest.format != FORMAT || manifest.version != VERSION {
        let (format, version) = (&manifest.format, manifest.version);
        return Err(invalid(format!(
            "its format is {format:.50}, version {version}; this server reads {FORMAT}, version {VERSION}"
        )));
    }
    skip_padding(file, bytes)?;
    Ok((manifest, (tar::BLOCK as u64) + bytes + tar::padding(bytes) as u64))
}

/// Reads the file of the next row; `None` if the archive marks it as missing.
fn read_file(
    file: &mut File,
    at: &mut u64,
    listed: &Listed,
    id: Id<SpooledFile>,
) -> Result<Option<Region>, Error> {
    let mut head = [0; tar::BLOCK];
    file.read_exact(&mut head).map_err(read_error)?;
    if tar::head(&path_of_missing(id), 0) == Some(head) {
        *at += tar::BLOCK as u64;
        return Ok(None);
    }
    file.seek(SeekFrom::Start(*at)).map_err(read_error)?;
    Ok(Some(read_content(file, at, listed)?.0))
}

/// Reads the next content, and returns its position and its number of lines.
fn read_content(file: &mut File, at: &mut u64, listed: &Listed) -> Result<(Region, u64), Error> {
    let path = &listed.path;
    let mut head = [0; tar::BLOCK];
    file.read_exact(&mut head).map_err(read_error)?;
    if tar::head(path, listed.bytes) != Some(head) {
        return Err(invalid(format!("{path:.100} is missing or out of order")));
    }
    let region = Region { start: *at + tar::BLOCK as u64, bytes: listed.bytes };
    let (mut digest, mut lines, mut left) = (sha2::Sha256::new(), 0, listed.bytes);
    let mut chunk = vec![0; CHUNK];
    while left > 0 {
        let wanted = usize::try_from(left).unwrap_or(CHUNK).min(CHUNK);
        file.read_exact(&mut chunk[..wanted]).map_err(read_error)?;
        digest.update(&chunk[..wanted]);
        lines += chunk[..wanted].split(|byte| *byte == b'\n').count() as u64 - 1;
        left -= wanted as u64;
    }
    if Sha256::from_bytes(digest.finalize().into()).to_string() != listed.sha256 {
        return Err(invalid(format!("the checksum of {path:.100} is wrong")));
    }
    skip_padding(file, listed.bytes)?;
    *at = region.start + region.bytes + tar::padding(listed.bytes) as u64;
    Ok((region, lines))
}

fn skip_padding(file: &mut File, bytes: u64) -> Result<(), Error> {
    let mut padding = [0; tar::BLOCK];
    let padding = &mut padding[..tar::padding(bytes)];
    file.read_exact(padding).map_err(read_error)?;
    if padding.iter().any(|byte| *byte != 0) {
        return Err(invalid("there is data between its files"));
    }
    Ok(())
}

/// Adds the id, size and digest of the file of each row of a table.
fn file_rows(
    file: &mut File,
    table: &'static str,
    Region { start, bytes }: Region,
    rows_max: usize,
    rows: &mut Vec<SpooledFile>,
) -> Result<(), Error> {
    let mut at = 0;
    while at < bytes {
        let lines = lines_at(file, start + at, bytes - at)?;
        for line in lines {
            at += line.len() as u64 + 1;
            let row: Option<SpooledFile> = serde_json::from_str(&line).ok();
            let row = row.filter(|row| row.sha256.len() == SHA256_HEX_BYTES);
            let row = row.ok_or_else(|| invalid(format!("a row of {table} does not describe its file")))?;
            rows.push(SpooledFile { table, ..row });
            if rows.len() > rows_max {
                return Err(invalid("the file of a statement or an attachment is missing"));
            }
        }
    }
    Ok(())
}

/// Returns complete lines from this position, at least one.
fn lines_at(file: &mut File, start: u64, left: u64) -> Result<Vec<String>, Error> {
    let mut wanted = BATCH_BYTES;
    loop {
        let mut bytes = vec![0; usize::try_from(left.min(wanted)).unwrap_or(CHUNK)];
        file.seek(SeekFrom::Start(start)).map_err(read_error)?;
        file.read_exact(&mut bytes).map_err(read_error)?;
        if let Some(last) = bytes.iter().rposition(|byte| *byte == b'\n') {
            bytes.truncate(last);
            let text = String::from_utf8(bytes).map_err(|_| invalid("a row is not UTF-8"))?;
            return Ok(text.split('\n').map(str::to_owned).collect());
        }
        if wanted >= left || wanted >= ROW_BYTES_MAX {
            return Err(invalid(format!("a row is incomplete or longer than {ROW_BYTES_MAX} bytes")));
        }
        wanted *= 2;
    }
}

/// Converts an I/O error while reading the archive.
fn read_error(error: std::io::Error) -> Error {
    if error.kind() == ErrorKind::UnexpectedEof {
        invalid("it is incomplete")
    } else {
        Error::Reader(error.into())
    }
}

/// Returns the rows of an archive that was checked before.
pub(super) struct Rows {
    file: Arc<Mutex<File>>,
    tables: Vec<Region>,
    /// The current table and the position in it.
    now: (&'static str, u64),
}

impl Rows {
    pub(super) const fn new(file: Arc<Mutex<File>>, tables: Vec<Region>) -> Self {
        Self { file, tables, now: ("", 0) }
    }
}

#[async_trait]
impl RowSource for Rows {
    async fn next(&mut self, table: &'static BookTable) -> saldo_storage::Result<Vec<String>> {
        let at = if self.now.0 == table.name { self.now.1 } else { 0 };
        let place = BOOKS.iter().position(|known| known.name == table.name);
        let region = place.and_then(|place| self.tables.get(place)).copied();
        let Some(Region { start, bytes }) = region.filter(|region| at < region.bytes) else {
            self.now = ("", 0);
            return Ok(Vec::new());
        };
        let file = self.file.clone();
        let lines = spawn_blocking(move || {
            let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
            lines_at(&mut file, start + at, bytes - at)
        });
        let lines = match lines.await {
            Ok(Ok(lines)) => lines,
            Ok(Err(Error::Archive(fault))) => return Err(saldo_storage::Error::Archive(fault)),
            Ok(Err(error)) => return Err(saldo_storage::Error::Database(error.into())),
            Err(error) => return Err(saldo_storage::Error::Database(error.into())),
        };
        let read: usize = lines.iter().map(|line| line.len() + 1).sum();
        self.now = (table.name, at + read as u64);
        Ok(lines)
    }
}
