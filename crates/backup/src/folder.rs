//! A folder of backups:
//!
//! ```text
//! saldo-backups.json       the version of the layout, and the key that the passphrase encrypts
//! backups/TIME/rows        the rows of the database
//! backups/TIME/files       the list of the statement files that the rows name
//! backups/TIME/saldo-backups.json   a copy, in case the first is lost
//! files/ab/abcdef…         the content of a statement file; its name is its SHA-256
//! ```
//!
//! A backup is written as `TIME.unfinished` and renamed at the end. Files are shared by all backups.

use std::collections::{BTreeSet, HashSet};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use chrono::NaiveDateTime;
use saldo_domain::{Sha256, Timestamp};
use serde::{Deserialize, Serialize};
use sha2::Digest;

use crate::error::{AtPath, Error, Result};
use crate::rows::{Header, RowsReader, RowsWriter};
use crate::seal::{Seal, SealedWriter};

const DESCRIPTION: &str = "saldo-backups.json";
const BACKUPS: &str = "backups";
const FILES: &str = "files";
const LOCK: &str = "lock";
const UNFINISHED: &str = "unfinished";
/// The format of a backup's name, in UTC.
const NAME: &str = "%Y%m%dT%H%M%SZ";
/// The version of the layout.
const LAYOUT: u32 = 1;

/// The encryption that the caller expects.
#[derive(Clone)]
pub enum Protection {
    /// A passphrase encrypts all backups.
    Passphrase(String),
    /// The backups are not encrypted.
    Unencrypted,
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

/// A folder of backups.
pub struct BackupFolder {
    path: PathBuf,
    seal: Seal,
    /// The lock, which ends with its file.
    _lock: Option<File>,
}

impl BackupFolder {
    /// Opens the folder to add backups, and creates it if it does not exist. No other process can use it
    /// meanwhile.
    ///
    /// # Errors
    /// [`Error::NotBackups`] if it has other content; [`Error::InUse`]; [`Error::NeedsPassphrase`],
    /// [`Error::NotEncrypted`] or [`Error::WrongPassphrase`]; [`Error::Io`].
    pub fn open_or_create(path: &Path, protection: &Protection) -> Result<Self> {
        fs::create_dir_all(path).at(path)?;
        if !path.join(DESCRIPTION).exists() {
            let is_other = fs::read_dir(path).at(path)?.flatten().any(|found| found.file_name() != LOCK);
            if is_other {
                return Err(Error::NotBackups(path.display().to_string()));
            }
        }
        let lock_path = path.join(LOCK);
        let lock = OpenOptions::new().create(true).append(true).open(&lock_path).at(&lock_path)?;
        lock.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => Error::InUse(path.display().to_string()),
            TryLockError::Error(source) => Error::Io { path: lock_path.display().to_string(), source },
        })?;
        if !path.join(DESCRIPTION).exists() {
            describe(path, protection)?;
        }
        let folder = Self { path: path.to_owned(), seal: unlock(path, protection)?, _lock: Some(lock) };
        folder.remove_unfinished()?;
        Ok(folder)
    }

    /// Opens the folder to restore a backup. It may be read-only.
    ///
    /// # Errors
    /// [`Error::NoBackup`] if it is no folder of backups; [`Error::InUse`] while a backup is written; the
    /// errors of the passphrase as in [`Self::open_or_create`].
    pub fn open(path: &Path, protection: &Protection) -> Result<Self> {
        if !path.join(DESCRIPTION).exists() {
            return Err(Error::NoBackup(path.display().to_string()));
        }
        let lock = File::open(path.join(LOCK)).ok();
        if let Some(Err(TryLockError::WouldBlock)) = lock.as_ref().map(File::try_lock_shared) {
            return Err(Error::InUse(path.display().to_string()));
        }
        Ok(Self { path: path.to_owned(), seal: unlock(path, protection)?, _lock: lock })
    }

    /// Returns the times of all finished backups.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn backups(&self) -> Result<BTreeSet<Timestamp>> {
        finished(&self.path)
    }

    /// Returns the path of the folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn writer(&self, path: &Path, header: &Header) -> Result<RowsWriter<BufWriter<File>>> {
        let file = File::create(path).at(path)?;
        RowsWriter::new(&self.seal, BufWriter::new(file), header).at(path)
    }

    pub(crate) fn reader(&self, path: &Path) -> Result<(RowsReader, Header)> {
        RowsReader::open(&self.seal, File::open(path).at(path)?)
    }

    /// Returns the time of a new backup, and creates its folder.
    pub(crate) fn begin(&self, now: Timestamp) -> Result<(Timestamp, PathBuf)> {
        let known = self.backups()?;
        // A name has whole seconds. After the clock was set back, the newest backup is still the last one.
        let mut created = Timestamp::from_milliseconds(now.as_milliseconds().div_euclid(1_000) * 1_000);
        if let Some(newest) = known.last().filter(|newest| **newest >= created) {
            created = Timestamp::from_milliseconds(newest.as_milliseconds() + 1_000);
        }
        let path = self.path.join(BACKUPS).join(format!("{}.{UNFINISHED}", name_of(created)));
        fs::create_dir_all(&path).at(&path)?;
        Ok((created, path))
    }

    /// Gives a backup its name, once it is complete.
    pub(crate) fn finish(&self, created: Timestamp, unfinished: &Path) -> Result<()> {
        let copy = unfinished.join(DESCRIPTION);
        fs::copy(self.path.join(DESCRIPTION), &copy).and_then(|_| File::open(&copy)?.sync_all()).at(&copy)?;
        sync_folder(unfinished)?;
        let path = self.path_of(created);
        fs::rename(unfinished, &path).at(&path)?;
        sync_folder(&self.path.join(BACKUPS))
    }

    pub(crate) fn path_of(&self, created: Timestamp) -> PathBuf {
        self.path.join(BACKUPS).join(name_of(created))
    }

    /// Deletes a backup, but not its files. A deletion that is interrupted leaves no incomplete backup.
    pub(crate) fn delete(&self, created: Timestamp) -> Result<()> {
        let path = self.path_of(created);
        let unfinished = path.with_extension(UNFINISHED);
        fs::rename(&path, &unfinished).at(&path)?;
        fs::remove_dir_all(&unfinished).at(&unfinished)
    }

    fn remove_unfinished(&self) -> Result<()> {
        for folder in [BACKUPS, FILES] {
            let path = self.path.join(folder);
            fs::create_dir_all(&path).at(&path)?;
        }
        let backups = self.path.join(BACKUPS);
        for found in fs::read_dir(&backups).at(&backups)? {
            let path = found.at(&backups)?.path();
            if path.extension().is_some_and(|ending| ending == UNFINISHED) {
                fs::remove_dir_all(&path).at(&path)?;
            }
        }
        Ok(())
    }

    fn file_path(&self, content: Sha256) -> PathBuf {
        let name = content.to_string();
        self.path.join(FILES).join(&name[..2]).join(name)
    }

    /// Returns true if the folder has this content. Its size is compared, not its bytes.
    pub(crate) fn has_file(&self, content: Sha256, size: u64) -> bool {
        fs::metadata(self.file_path(content)).is_ok_and(|found| found.is_file() && found.len() >= size)
    }

    /// Begins to write a statement file.
    pub(crate) fn new_file(&self, expected: Sha256) -> Result<NewFile<'_>> {
        let path = self.file_path(expected);
        let folder = path.parent().unwrap_or(&self.path).to_owned();
        fs::create_dir_all(&folder).at(&folder)?;
        let file = tempfile::Builder::new().prefix(UNFINISHED).tempfile_in(&folder).at(&folder)?;
        let output = self.seal.writer(BufWriter::new(file)).at(&path)?;
        Ok(NewFile { folder: self, expected, path, output, digest: sha2::Sha256::new(), size: 0 })
    }

    /// Opens the content of a statement file.
    pub(crate) fn open_file(&self, content: Sha256) -> Result<Box<dyn Read + Send>> {
        self.opened(&self.file_path(content), content)
    }

    fn opened(&self, path: &Path, content: Sha256) -> Result<Box<dyn Read + Send>> {
        let wrong = || Error::damaged(format!("the file {content} is missing or cannot be decrypted"));
        let file = File::open(path).map_err(|_| wrong())?;
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
        let (files, mut deleted) = (self.path.join(FILES), 0);
        for folder in fs::read_dir(&files).at(&files)? {
            let folder = folder.at(&files)?.path();
            for found in fs::read_dir(&folder).at(&folder)? {
                let found = found.at(&folder)?;
                let name = found.file_name();
                let content = name.to_str().and_then(parse_digest);
                if content.is_none_or(|content| !kept.contains(&content)) {
                    fs::remove_file(found.path()).at(&found.path())?;
                    deleted += u64::from(content.is_some());
                }
            }
        }
        Ok(deleted)
    }
}

/// Returns the times of the finished backups in a folder; none if it has none. Needs no passphrase.
///
/// # Errors
/// [`Error::Io`].
pub fn finished(folder: &Path) -> Result<BTreeSet<Timestamp>> {
    let backups = folder.join(BACKUPS);
    let found = match fs::read_dir(&backups) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(BTreeSet::new()),
        found => found.at(&backups)?,
    };
    let mut times = BTreeSet::new();
    for found in found {
        times.extend(found.at(&backups)?.file_name().to_str().and_then(parse_name));
    }
    Ok(times)
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

fn describe(path: &Path, protection: &Protection) -> Result<()> {
    let key = match protection {
        Protection::Unencrypted => None,
        Protection::Passphrase(passphrase) => Some(hex::encode(Seal::generate(passphrase).at(path)?.1)),
    };
    let text =
        serde_json::to_vec(&Description { layout: LAYOUT, key }).map_err(std::io::Error::from).at(path)?;
    let mut file = tempfile::NamedTempFile::new_in(path).at(path)?;
    file.write_all(&text).and_then(|()| file.as_file().sync_all()).at(file.path())?;
    file.persist(path.join(DESCRIPTION)).map_err(|error| error.error).at(path)?;
    sync_folder(path)
}

fn unlock(path: &Path, protection: &Protection) -> Result<Seal> {
    let text = fs::read(path.join(DESCRIPTION)).at(&path.join(DESCRIPTION))?;
    let description: Description =
        serde_json::from_slice(&text).map_err(|_| Error::damaged(format!("{DESCRIPTION} cannot be read")))?;
    if description.layout > LAYOUT {
        return Err(Error::Newer(format!("layout {}", description.layout)));
    }
    match (description.key, protection) {
        (None, Protection::Unencrypted) => Ok(Seal::Open),
        (None, Protection::Passphrase(_)) => Err(Error::NotEncrypted(path.display().to_string())),
        (Some(_), Protection::Unencrypted) => Err(Error::NeedsPassphrase(path.display().to_string())),
        (Some(key), Protection::Passphrase(passphrase)) => {
            let key = hex::decode(key).map_err(|_| Error::damaged("its key cannot be read"))?;
            Seal::unlock(passphrase, &key)
        }
    }
}

/// Makes the names in a folder durable.
fn sync_folder(path: &Path) -> Result<()> {
    File::open(path).and_then(|folder| folder.sync_all()).at(path)
}

/// Returns the number of bytes and the digest of an input.
fn digest_of(mut input: impl Read) -> std::io::Result<(u64, Sha256)> {
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
    folder: &'a BackupFolder,
    expected: Sha256,
    path: PathBuf,
    output: SealedWriter<BufWriter<tempfile::NamedTempFile>>,
    digest: sha2::Sha256,
    size: u64,
}

impl NewFile<'_> {
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<()> {
        self.digest.update(bytes);
        self.size += bytes.len() as u64;
        self.output.write_all(bytes).at(&self.path)
    }

    /// Stores the file, after it was read back. Returns its size; `None` if the content is not the expected
    /// one, and nothing is stored.
    pub(crate) fn finish(self) -> Result<Option<u64>> {
        let found = Sha256::from_bytes(self.digest.finalize().into());
        if found != self.expected {
            return Ok(None);
        }
        let output = self.output.finish().at(&self.path)?;
        let file = output.into_inner().map_err(std::io::IntoInnerError::into_error).at(&self.path)?;
        file.as_file().sync_all().at(&self.path)?;
        let read_back = digest_of(self.folder.opened(file.path(), self.expected)?);
        if read_back.ok() != Some((self.size, self.expected)) {
            return Err(Error::NotVerified(format!("the file {found} was read back differently")));
        }
        file.persist(&self.path).map_err(|error| error.error).at(&self.path)?;
        if let Some(folder) = self.path.parent() {
            sync_folder(folder)?;
        }
        Ok(Some(self.size))
    }
}
