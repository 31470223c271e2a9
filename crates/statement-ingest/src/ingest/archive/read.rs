//! Reading an archive. It may be anybody's work: only what [`super::archive_books`](crate::Ingest::archive_books) writes is taken,
//! letter by letter, and nothing in it ever becomes part of a path.

use std::fs::File;
use std::io::{ErrorKind, Read, Seek, SeekFrom};
use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use saldo_domain::{Sha256, StatementId};
use saldo_storage::{ArchiveFault, BOOKS, BookTable, RowSource};
use sha2::Digest;
use tokio::task::spawn_blocking;

use super::spool::{CHUNK, SpooledStatement};
use super::{
    FORMAT, Listed, MANIFEST, Manifest, VERSION, path_of_missing, path_of_statement, path_of_table, tar,
};
use crate::error::Error;

/// Bytes of the longest manifest: it names a hundred thousand files.
const MANIFEST_BYTES_MAX: u64 = 16 * 1024 * 1024;
/// Bytes of rows that are held in memory together, unless one alone is longer.
const BATCH_BYTES: u64 = 256 * 1024;
/// Bytes of the longest row: a long answer of the advisor with its tables stays far below.
const ROW_BYTES_MAX: u64 = 16 * 1024 * 1024;

/// Bytes of a digest as it is written.
const SHA256_HEX_BYTES: usize = 64;

/// Where a content stands in the archive.
#[derive(Debug, Clone, Copy)]
pub(super) struct Region {
    pub(super) start: u64,
    pub(super) bytes: u64,
}

/// What an archive holds: the tables in the order of [`BOOKS`], and the statement files.
pub(super) struct Contents {
    pub(super) tables: Vec<Region>,
    pub(super) files: Vec<(StatementId, Region)>,
    /// Statements of which the archive says that their file was missing.
    pub(super) missing: u64,
    pub(super) rows: u64,
}

pub(super) fn invalid(why: impl Into<String>) -> Error {
    Error::Archive(ArchiveFault::Invalid(why.into()))
}

/// Reads an archive of `size` bytes through, and compares it with what its manifest says.
pub(super) fn read(file: &mut File, size: u64) -> Result<Contents, Error> {
    file.seek(SeekFrom::Start(0)).map_err(ended)?;
    let (manifest, mut at) = read_manifest(file)?;
    let (mut tables, mut files) = (Vec::with_capacity(BOOKS.len()), Vec::new());
    let mut listed = manifest.files.iter();
    let (mut rows, mut missing) = (0, 0);
    for table in BOOKS {
        let name = path_of_table(table.name);
        let listed = listed.next().filter(|listed| listed.path == name);
        let listed = listed.ok_or_else(|| invalid(format!("{name} is not where it belongs")))?;
        let (region, lines) = read_content(file, &mut at, listed)?;
        if listed.rows != Some(lines) {
            return Err(invalid(format!("{name} has not as many rows as the manifest says")));
        }
        rows += lines;
        tables.push(region);
    }
    let statements =
        BOOKS.iter().position(|table| table.name == "statements").and_then(|place| tables.get(place));
    // Each has its file in the manifest, which is short; rows beyond these would only fill the memory.
    let rows_max = listed.len();
    let mut known = statement_rows(file, statements.copied(), rows_max)?.into_iter();
    file.seek(SeekFrom::Start(at)).map_err(ended)?;
    for listed in listed {
        let is_known = known.next().filter(|row| {
            listed.path == path_of_statement(row.id)
                && listed.bytes == row.size
                && listed.sha256 == row.sha256
        });
        let row = is_known
            .ok_or_else(|| invalid(format!("{:.100} is not the file of its statement", listed.path)))?;
        match read_file(file, &mut at, listed, row.id)? {
            Some(region) => files.push((row.id, region)),
            None => missing += 1,
        }
    }
    if known.next().is_some() {
        return Err(invalid("the file of a statement is missing"));
    }
    let mut end = [1; tar::END.len()];
    file.read_exact(&mut end).map_err(ended)?;
    if end != tar::END || at + tar::END.len() as u64 != size {
        return Err(invalid("it does not end where it should"));
    }
    Ok(Contents { tables, files, missing, rows })
}

/// The manifest, and where it ends.
fn read_manifest(file: &mut File) -> Result<(Manifest, u64), Error> {
    let mut head = [0; tar::BLOCK];
    file.read_exact(&mut head).map_err(ended)?;
    let bytes = tar::size_of(&head).filter(|bytes| tar::head(MANIFEST, *bytes) == Some(head));
    let bytes = bytes.ok_or_else(|| invalid("it does not begin as an archive of Saldo does"))?;
    if bytes > MANIFEST_BYTES_MAX {
        return Err(invalid(format!("its manifest is longer than {MANIFEST_BYTES_MAX} bytes")));
    }
    let mut text = Vec::new();
    file.by_ref().take(bytes).read_to_end(&mut text).map_err(ended)?;
    let manifest: Manifest = serde_json::from_slice(&text)
        .map_err(|error| invalid(format!("its manifest cannot be read: {error}")))?;
    if manifest.format != FORMAT || manifest.version != VERSION {
        let (format, version) = (&manifest.format, manifest.version);
        return Err(invalid(format!(
            "it is {format:.50} of version {version}, not {FORMAT} of version {VERSION}"
        )));
    }
    skip_padding(file, bytes)?;
    Ok((manifest, (tar::BLOCK as u64) + bytes + tar::padding(bytes) as u64))
}

/// Reads the next statement's file through; `None` where the archive says that it was missing.
fn read_file(
    file: &mut File,
    at: &mut u64,
    listed: &Listed,
    id: StatementId,
) -> Result<Option<Region>, Error> {
    let mut head = [0; tar::BLOCK];
    file.read_exact(&mut head).map_err(ended)?;
    if tar::head(&path_of_missing(id), 0) == Some(head) {
        *at += tar::BLOCK as u64;
        return Ok(None);
    }
    file.seek(SeekFrom::Start(*at)).map_err(ended)?;
    Ok(Some(read_content(file, at, listed)?.0))
}

/// Reads the next content through; answers where it stands and how many lines it has.
fn read_content(file: &mut File, at: &mut u64, listed: &Listed) -> Result<(Region, u64), Error> {
    let path = &listed.path;
    let mut head = [0; tar::BLOCK];
    file.read_exact(&mut head).map_err(ended)?;
    if tar::head(path, listed.bytes) != Some(head) {
        return Err(invalid(format!(
            "{path:.100} does not stand where the manifest says, or not as Saldo writes it"
        )));
    }
    let region = Region { start: *at + tar::BLOCK as u64, bytes: listed.bytes };
    let (mut digest, mut lines, mut left) = (sha2::Sha256::new(), 0, listed.bytes);
    let mut chunk = vec![0; CHUNK];
    while left > 0 {
        let wanted = usize::try_from(left).unwrap_or(CHUNK).min(CHUNK);
        file.read_exact(&mut chunk[..wanted]).map_err(ended)?;
        digest.update(&chunk[..wanted]);
        lines += chunk[..wanted].split(|byte| *byte == b'\n').count() as u64 - 1;
        left -= wanted as u64;
    }
    if Sha256::from_bytes(digest.finalize().into()).to_string() != listed.sha256 {
        return Err(invalid(format!("{path:.100} is not what it was: its checksum differs")));
    }
    skip_padding(file, listed.bytes)?;
    *at = region.start + region.bytes + tar::padding(listed.bytes) as u64;
    Ok((region, lines))
}

fn skip_padding(file: &mut File, bytes: u64) -> Result<(), Error> {
    let mut padding = [0; tar::BLOCK];
    let padding = &mut padding[..tar::padding(bytes)];
    file.read_exact(padding).map_err(ended)?;
    if padding.iter().any(|byte| *byte != 0) {
        return Err(invalid("there is something between its files"));
    }
    Ok(())
}

/// What the rows of the statements say of their files.
fn statement_rows(
    file: &mut File,
    region: Option<Region>,
    rows_max: usize,
) -> Result<Vec<SpooledStatement>, Error> {
    let Some(Region { start, bytes }) = region else { return Ok(Vec::new()) };
    let (mut rows, mut at): (Vec<SpooledStatement>, u64) = (Vec::new(), 0);
    while at < bytes {
        let lines = lines_at(file, start + at, bytes - at)?;
        for line in lines {
            at += line.len() as u64 + 1;
            let row: Option<SpooledStatement> = serde_json::from_str(&line).ok();
            let row = row.filter(|row| row.sha256.len() == SHA256_HEX_BYTES);
            rows.push(row.ok_or_else(|| invalid("a row of statements does not say what its file is"))?);
            if rows.len() > rows_max {
                return Err(invalid("the file of a statement is missing"));
            }
        }
    }
    Ok(rows)
}

/// Whole lines from here on, at least one.
fn lines_at(file: &mut File, start: u64, left: u64) -> Result<Vec<String>, Error> {
    let mut wanted = BATCH_BYTES;
    loop {
        let mut bytes = vec![0; usize::try_from(left.min(wanted)).unwrap_or(CHUNK)];
        file.seek(SeekFrom::Start(start)).map_err(ended)?;
        file.read_exact(&mut bytes).map_err(ended)?;
        if let Some(last) = bytes.iter().rposition(|byte| *byte == b'\n') {
            bytes.truncate(last);
            let text = String::from_utf8(bytes).map_err(|_| invalid("a row is not UTF-8"))?;
            return Ok(text.split('\n').map(str::to_owned).collect());
        }
        if wanted >= left || wanted >= ROW_BYTES_MAX {
            return Err(invalid(format!("a row has no end, or it is longer than {ROW_BYTES_MAX} bytes")));
        }
        wanted *= 2;
    }
}

/// The archive ends too early, or cannot be read.
fn ended(error: std::io::Error) -> Error {
    if error.kind() == ErrorKind::UnexpectedEof {
        invalid("it ends too early")
    } else {
        Error::Reader(error.into())
    }
}

/// Gives the rows of an archive that was read through.
pub(super) struct Rows {
    file: Arc<Mutex<File>>,
    tables: Vec<Region>,
    /// The table that is read, and how far.
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
