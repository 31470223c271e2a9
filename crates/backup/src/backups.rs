//! The backups in one place:
//!
//! ```text
//! saldo-backups.json       the version of the layout, and the key that the passphrase encrypts
//! backups/TIME/rows        the rows of the database
//! backups/TIME/files       the list of the statement files that the rows name
//! backups/TIME/saldo-backups.json   a copy, in case the first is lost
//! files/ab/abcdef…         the content of a statement file; its name is its SHA-256
//! ```
//!
//! The copy is written last, and a backup without it is unfinished. Files are shared by all backups.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::sync::Arc;
use std::time::SystemTime;

use chrono::NaiveDateTime;
use saldo_domain::{Sha256, Timestamp};
use serde::{Deserialize, Serialize};
use sha2::Digest;
use tempfile::NamedTempFile;

use crate::error::{AtName, Error, Result};
use crate::rows::{Header, RowsReader, RowsWriter};
use crate::seal::{Seal, SealedWriter};
use crate::store::{Access, BackupStore, StoredFile};

const DESCRIPTION: &str = "saldo-backups.json";
const BACKUPS: &str = "backups";
const FILES: &str = "files";
/// The format of a backup's name, in UTC.
const NAME: &str = "%Y%m%dT%H%M%SZ";
/// The version of the layout.
const LAYOUT: u32 = 1;
/// The longest description that is read.
const DESCRIPTION_BYTES_MAX: u64 = 64 * 1024;

/// The encryption that the caller expects.
#[derive(Clone)]
pub enum Protection {
    /// A passphrase encrypts all backups.
    Passphrase(String),
    /// The backups are not encrypted.
    Unencrypted,
}

impl Protection {
    /// The shortest passphrase. An attacker who has the backups can try many.
    pub const PASSPHRASE_CHARACTERS_MIN: usize = 12;

    /// True for a passphrase that is long enough.
    #[must_use]
    pub fn is_long_enough(passphrase: &str) -> bool {
        passphrase.chars().count() >= Self::PASSPHRASE_CHARACTERS_MIN
    }
}

impl std::fmt::Debug for Protection {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(match self {
            Self::Passphrase(_) => "Passphrase(…)",
            Self::Unencrypted => "Unencrypted",
        })
    }
}

#[derive(Serialize, Deserialize)]
struct Description {
    layout: u32,
    /// The encrypted key in hexadecimal digits; none if the backups are not encrypted.
    key: Option<String>,
}

/// The backups in a place.
pub struct Backups {
    store: Arc<dyn BackupStore>,
    seal: Seal,
    /// Excludes other processes.
    _lock: Box<dyn Send + Sync>,
}

impl Backups {
    /// Opens a place to add backups, and describes it if it is empty. It blocks its thread for about a
    /// second, to derive the key of the passphrase.
    ///
    /// # Errors
    /// [`Error::NotBackups`] if it has other content; [`Error::InUse`]; [`Error::NeedsPassphrase`],
    /// [`Error::NotEncrypted`] or [`Error::WrongPassphrase`]; [`Error::Io`].
    pub fn open_or_create(store: Arc<dyn BackupStore>, protection: &Protection) -> Result<Self> {
        let place = store.place();
        let is_described = || Ok::<_, Error>(store.size(DESCRIPTION).at(&place)?.is_some());
        // Nothing is written to a place of something else, not even a lock.
        if !is_described()? && !store.is_empty().at(&place)? {
            return Err(Error::NotBackups(place));
        }
        let lock = store.lock(Access::Write).at(&place)?.ok_or_else(|| Error::InUse(place.clone()))?;
        if !is_described()? {
            describe(store.as_ref(), protection)?;
        }
        let seal = unlock(store.as_ref(), protection)?;
        let backups = Self { store, seal, _lock: lock };
        backups.remove_unfinished()?;
        Ok(backups)
    }

    /// Opens a place to restore a backup. It may be read-only.
    ///
    /// # Errors
    /// [`Error::NoBackup`] if it has no backups; [`Error::InUse`] while a backup is written; the errors of
    /// the passphrase as in [`Self::open_or_create`].
    pub fn open(store: Arc<dyn BackupStore>, protection: &Protection) -> Result<Self> {
        let place = store.place();
        if store.size(DESCRIPTION).at(&place)?.is_none() {
            return Err(Error::NoBackup(place));
        }
        let lock = store.lock(Access::Read).at(&place)?.ok_or(Error::InUse(place))?;
        let seal = unlock(store.as_ref(), protection)?;
        Ok(Self { store, seal, _lock: lock })
    }

    /// Returns the times of all finished backups.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn finished(&self) -> Result<BTreeSet<Timestamp>> {
        finished(self.store.as_ref())
    }

    /// Returns text that names the place in messages.
    #[must_use]
    pub fn place(&self) -> String {
        self.store.place()
    }

    pub(crate) fn writer(&self, name: &str, header: &Header) -> Result<RowsWriter<BufWriter<NamedTempFile>>> {
        let file = self.store.new_file().at(name)?;
        RowsWriter::new(&self.seal, BufWriter::new(file), header).at(name)
    }

    pub(crate) fn reader(&self, name: &str) -> Result<(RowsReader, Header)> {
        RowsReader::open(&self.seal, self.store.open(name).at(name)?)
    }

    pub(crate) fn put(&self, name: &str, written: BufWriter<NamedTempFile>) -> Result<()> {
        let file = written.into_inner().map_err(io::IntoInnerError::into_error).at(name)?;
        self.store.put(name, file).at(name)
    }

    /// Returns the time of a new backup.
    pub(crate) fn begin(&self, now: Timestamp) -> Result<Timestamp> {
        let known = self.finished()?;
        // A name has whole seconds. After the clock was set back, the newest backup is still the last one.
        let created = Timestamp::from_milliseconds(now.as_milliseconds().div_euclid(1_000) * 1_000);
        let next = |newest: &Timestamp| Timestamp::from_milliseconds(newest.as_milliseconds() + 1_000);
        Ok(known.last().map(next).filter(|next| *next > created).unwrap_or(created))
    }

    /// Marks a backup as finished, once it is complete.
    pub(crate) fn finish(&self, created: Timestamp) -> Result<()> {
        let mut copy = self.store.new_file().at(DESCRIPTION)?;
        let mut original = self.store.open(DESCRIPTION).at(DESCRIPTION)?;
        io::copy(&mut original, &mut copy).at(DESCRIPTION)?;
        let name = name_in(created, DESCRIPTION);
        self.store.put(&name, copy).at(&name)
    }

    /// Deletes a backup, but not its files. A deletion that is interrupted leaves an unfinished backup.
    pub(crate) fn delete(&self, created: Timestamp) -> Result<()> {
        let first = name_in(created, DESCRIPTION);
        self.store.delete(&first).at(&first)?;
        let folder = format!("{BACKUPS}/{}", name_of(created));
        for file in self.store.list(&folder).at(&folder)? {
            self.store.delete(&file.name).at(&file.name)?;
        }
        Ok(())
    }

    fn remove_unfinished(&self) -> Result<()> {
        self.store.delete_partial().at(&self.place())?;
        let mut of_backups: BTreeMap<String, Vec<StoredFile>> = BTreeMap::new();
        for file in self.store.list(BACKUPS).at(BACKUPS)? {
            let backup = file.name.split('/').nth(1).unwrap_or_default().to_owned();
            of_backups.entry(backup).or_default().push(file);
        }
        for (backup, files) in of_backups {
            let is_finished = files.iter().any(|file| file.name.ends_with(&format!("/{DESCRIPTION}")));
            if !is_finished || parse_name(&backup).is_none() {
                for file in files.iter().filter(|file| self.is_old(file)) {
                    self.store.delete(&file.name).at(&file.name)?;
                }
            }
        }
        Ok(())
    }

    /// Returns true if no other process can have just written a file.
    fn is_old(&self, file: &StoredFile) -> bool {
        let grace = self.store.grace();
        grace.is_zero() || SystemTime::now().duration_since(file.written).is_ok_and(|age| age > grace)
    }

    /// Returns true if the place has this content. Its size is compared, not its bytes.
    pub(crate) fn has_file(&self, content: Sha256, size: u64) -> bool {
        self.store.size(&file_name(content)).is_ok_and(|found| found.is_some_and(|found| found >= size))
    }

    /// Begins to write a statement file.
    pub(crate) fn new_file(&self, expected: Sha256) -> Result<NewFile<'_>> {
        let name = file_name(expected);
        let file = self.store.new_file().at(&name)?;
        let output = self.seal.writer(BufWriter::new(file)).at(&name)?;
        Ok(NewFile { backups: self, expected, name, output, digest: sha2::Sha256::new(), size: 0 })
    }

    /// Opens the content of a statement file.
    pub(crate) fn open_file(&self, content: Sha256) -> Result<Box<dyn Read + Send>> {
        let wrong = || Error::damaged(format!("the file {content} is missing or cannot be decrypted"));
        let file = self.store.open(&file_name(content)).map_err(|_| wrong())?;
        self.seal.reader(BufReader::new(file)).map_err(|_| wrong())
    }

    /// Reads a statement file and compares its digest. Returns its size.
    pub(crate) fn check_file(&self, content: Sha256) -> Result<u64> {
        let (size, found) = digest_of(self.open_file(content)?)
            .map_err(|_| Error::damaged(format!("the file {content} cannot be decrypted")))?;
        if found != content {
            return Err(Error::damaged(format!("the file {content} has another content")));
        }
        Ok(size)
    }

    /// Deletes statement files whose content is not in `kept`. Returns their number.
    pub(crate) fn delete_files_except(&self, kept: &HashSet<Sha256>) -> Result<u64> {
        let mut deleted = 0;
        for file in self.store.list(FILES).at(FILES)? {
            let content = file.name.rsplit('/').next().and_then(parse_digest);
            if content.is_none_or(|content| !kept.contains(&content)) && self.is_old(&file) {
                self.store.delete(&file.name).at(&file.name)?;
                deleted += u64::from(content.is_some());
            }
        }
        Ok(deleted)
    }
}

/// Returns the times of the finished backups in a place; none if it has none. Needs no passphrase.
///
/// # Errors
/// [`Error::Io`].
pub fn finished(store: &dyn BackupStore) -> Result<BTreeSet<Timestamp>> {
    let all = store.list(BACKUPS).at(BACKUPS)?;
    let time = |file: &StoredFile| {
        let (folder, name) = file.name.rsplit_once('/')?;
        parse_name(folder.rsplit('/').next()?).filter(|_| name == DESCRIPTION)
    };
    Ok(all.iter().filter_map(time).collect())
}

/// Returns the name of a file of a backup.
pub(crate) fn name_in(created: Timestamp, file: &str) -> String {
    format!("{BACKUPS}/{}/{file}", name_of(created))
}

/// Returns the name of the file with a content.
fn file_name(content: Sha256) -> String {
    let digits = content.to_string();
    format!("{FILES}/{}/{digits}", &digits[..2])
}

/// Returns the name of a backup, such as `20261130T050000Z`.
#[must_use]
pub fn name_of(created: Timestamp) -> String {
    created.to_utc().format(NAME).to_string()
}

/// Parses the name of a backup.
#[must_use]
pub fn parse_name(name: &str) -> Option<Timestamp> {
    let time = NaiveDateTime::parse_from_str(name, NAME).ok()?;
    Some(Timestamp::from_utc(time.and_utc())).filter(|time| name_of(*time) == name)
}

/// Parses 64 hexadecimal digits.
pub(crate) fn parse_digest(text: &str) -> Option<Sha256> {
    let bytes: [u8; 32] = hex::decode(text).ok()?.try_into().ok()?;
    Some(Sha256::from_bytes(bytes))
}

fn describe(store: &dyn BackupStore, protection: &Protection) -> Result<()> {
    let key = match protection {
        Protection::Unencrypted => None,
        Protection::Passphrase(passphrase) => {
            Some(hex::encode(Seal::generate(passphrase).at(DESCRIPTION)?.1))
        }
    };
    let text = serde_json::to_vec(&Description { layout: LAYOUT, key }).map_err(io::Error::from);
    let mut file = store.new_file().at(DESCRIPTION)?;
    text.and_then(|text| file.write_all(&text)).at(DESCRIPTION)?;
    store.put(DESCRIPTION, file).at(DESCRIPTION)
}

fn unlock(store: &dyn BackupStore, protection: &Protection) -> Result<Seal> {
    let mut text = Vec::new();
    let opened = store.open(DESCRIPTION).at(DESCRIPTION)?;
    opened.take(DESCRIPTION_BYTES_MAX).read_to_end(&mut text).at(DESCRIPTION)?;
    let description: Description =
        serde_json::from_slice(&text).map_err(|_| Error::damaged(format!("{DESCRIPTION} cannot be read")))?;
    if description.layout > LAYOUT {
        return Err(Error::Newer(format!("layout {}", description.layout)));
    }
    match (description.key, protection) {
        (None, Protection::Unencrypted) => Ok(Seal::Open),
        (None, Protection::Passphrase(_)) => Err(Error::NotEncrypted(store.place())),
        (Some(_), Protection::Unencrypted) => Err(Error::NeedsPassphrase(store.place())),
        (Some(key), Protection::Passphrase(passphrase)) => {
            let key = hex::decode(key).map_err(|_| Error::damaged("its key cannot be read"))?;
            Seal::unlock(passphrase, &key)
        }
    }
}

/// Returns the number of bytes and the digest of an input.
fn digest_of(mut input: impl Read) -> io::Result<(u64, Sha256)> {
    let (mut digest, mut buffer, mut size) = (sha2::Sha256::new(), vec![0; 64 * 1024], 0);
    loop {
        let count = input.read(&mut buffer)?;
        if count == 0 {
            return Ok((size, Sha256::from_bytes(digest.finalize().into())));
        }
        digest.update(&buffer[..count]);
        size += count as u64;
    }
}

/// A statement file that is being written.
pub(crate) struct NewFile<'a> {
    backups: &'a Backups,
    expected: Sha256,
    name: String,
    output: SealedWriter<BufWriter<NamedTempFile>>,
    digest: sha2::Sha256,
    size: u64,
}

impl NewFile<'_> {
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<()> {
        self.digest.update(bytes);
        self.size += bytes.len() as u64;
        self.output.write_all(bytes).at(&self.name)
    }

    /// Stores the file, and reads it back. Returns its size; `None` if the content is not the expected one,
    /// and nothing is stored.
    pub(crate) fn finish(self) -> Result<Option<u64>> {
        let found = Sha256::from_bytes(self.digest.finalize().into());
        if found != self.expected {
            return Ok(None);
        }
        let output = self.output.finish().at(&self.name)?;
        self.backups.put(&self.name, output)?;
        if self.backups.check_file(found).ok() != Some(self.size) {
            self.backups.store.delete(&self.name).at(&self.name)?;
            return Err(Error::NotVerified(format!("the file {found} was read back differently")));
        }
        Ok(Some(self.size))
    }
}
