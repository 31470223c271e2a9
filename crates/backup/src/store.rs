//! The port to the place of backups, and its adapter for a folder.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use tempfile::NamedTempFile;

const LOCK: &str = "lock";
/// The beginning of the names of files that are being written.
const PARTIAL: &str = ".saldo-backup-";

/// A file in a place of backups.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredFile {
    /// Its name, with `/` between its parts.
    pub name: String,
    /// The time at which it was written.
    pub written: SystemTime,
}

/// The way in which a process uses a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// It reads backups.
    Read,
    /// It adds and deletes backups.
    Write,
}

/// A place of backups: a folder, or a bucket of an object store. All methods block their thread.
pub trait BackupStore: Send + Sync {
    /// Returns text that names the place in messages.
    fn place(&self) -> String;

    /// Excludes other processes as long as the returned guard exists, writers from reading and writing, and
    /// readers from writing. `None` if another process excludes this one.
    ///
    /// # Errors
    /// If the place cannot be used.
    fn lock(&self, access: Access) -> io::Result<Option<Box<dyn Send + Sync>>>;

    /// Returns the time for which files that no backup names stay, because another process may have just
    /// written them; zero if [`Self::lock`] excludes other processes.
    fn grace(&self) -> Duration;

    /// Returns true if the place has no file, or does not exist. Partial files and the lock do not count.
    ///
    /// # Errors
    /// If the place cannot be read.
    fn is_empty(&self) -> io::Result<bool>;

    /// Returns the files whose names begin with `folder` and `/`.
    ///
    /// # Errors
    /// If the place cannot be read.
    fn list(&self, folder: &str) -> io::Result<Vec<StoredFile>>;

    /// Returns the number of bytes of a file; `None` if it does not exist.
    ///
    /// # Errors
    /// If the place cannot be read.
    fn size(&self, name: &str) -> io::Result<Option<u64>>;

    /// Opens a file.
    ///
    /// # Errors
    /// [`io::ErrorKind::NotFound`] if it does not exist.
    fn open(&self, name: &str) -> io::Result<Box<dyn Read + Send>>;

    /// Creates a temporary file for [`Self::put`].
    ///
    /// # Errors
    /// If it cannot be created.
    fn new_file(&self) -> io::Result<NamedTempFile>;

    /// Stores a complete file under a name. Afterwards it survives a power cut.
    ///
    /// # Errors
    /// If it cannot be stored. It is then not visible under its name.
    fn put(&self, name: &str, file: NamedTempFile) -> io::Result<()>;

    /// Deletes a file.
    ///
    /// # Errors
    /// If it cannot be deleted.
    fn delete(&self, name: &str) -> io::Result<()>;

    /// Deletes files that an interrupted process was writing. Only the process with the lock may call it.
    ///
    /// # Errors
    /// If one cannot be deleted.
    fn delete_partial(&self) -> io::Result<()>;
}

/// A folder of backups. It is created by the first [`Access::Write`].
#[derive(Debug, Clone)]
pub struct FolderStore {
    path: PathBuf,
}

impl FolderStore {
    /// Names a folder.
    #[must_use]
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into() }
    }

    fn path_of(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Adds the files in a folder, and in the folders in it, to `found`.
    fn walk(&self, folder: &Path, found: &mut Vec<StoredFile>) -> io::Result<()> {
        let entries = match fs::read_dir(folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            entries => entries?,
        };
        for entry in entries {
            let entry = entry?;
            let (path, metadata) = (entry.path(), entry.metadata()?);
            if metadata.is_dir() {
                self.walk(&path, found)?;
            } else if let Some(name) = path.strip_prefix(&self.path).ok().and_then(Path::to_str) {
                let name = name.replace(std::path::MAIN_SEPARATOR, "/");
                found.push(StoredFile { name, written: metadata.modified()? });
            }
        }
        Ok(())
    }
}

impl BackupStore for FolderStore {
    fn place(&self) -> String {
        self.path.display().to_string()
    }

    fn lock(&self, access: Access) -> io::Result<Option<Box<dyn Send + Sync>>> {
        let path = self.path.join(LOCK);
        let (file, locked) = match access {
            Access::Write => {
                fs::create_dir_all(&self.path)?;
                let file = OpenOptions::new().create(true).append(true).open(&path)?;
                let locked = file.try_lock();
                (file, locked)
            }
            // The folder may be read-only, or a copy without the lock.
            Access::Read => {
                let Ok(file) = File::open(&path) else { return Ok(Some(Box::new(()))) };
                let locked = file.try_lock_shared();
                (file, locked)
            }
        };
        match locked {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(None),
            Err(TryLockError::Error(_)) if access == Access::Read => {}
            Err(TryLockError::Error(error)) => return Err(error),
        }
        Ok(Some(Box::new(file)))
    }

    fn grace(&self) -> Duration {
        Duration::ZERO
    }

    fn is_empty(&self) -> io::Result<bool> {
        let entries = match fs::read_dir(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(true),
            entries => entries?,
        };
        let is_other = |name: &std::ffi::OsStr| name != LOCK && !is_partial(name);
        Ok(!entries.flatten().any(|found| is_other(&found.file_name())))
    }

    fn list(&self, folder: &str) -> io::Result<Vec<StoredFile>> {
        let mut found = Vec::new();
        self.walk(&self.path_of(folder), &mut found)?;
        Ok(found)
    }

    fn size(&self, name: &str) -> io::Result<Option<u64>> {
        match fs::metadata(self.path_of(name)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            found => found.map(|found| found.is_file().then_some(found.len())),
        }
    }

    fn open(&self, name: &str) -> io::Result<Box<dyn Read + Send>> {
        Ok(Box::new(File::open(self.path_of(name))?))
    }

    fn new_file(&self) -> io::Result<NamedTempFile> {
        tempfile::Builder::new().prefix(PARTIAL).tempfile_in(&self.path)
    }

    fn put(&self, name: &str, file: NamedTempFile) -> io::Result<()> {
        file.as_file().sync_all()?;
        let path = self.path_of(name);
        let folder = path.parent().unwrap_or(&self.path);
        fs::create_dir_all(folder)?;
        file.persist(&path).map_err(|error| error.error)?;
        // The names are durable once their folders are, up to the one that existed before.
        for folder in folder.ancestors().take_while(|folder| folder.starts_with(&self.path)) {
            File::open(folder)?.sync_all()?;
        }
        Ok(())
    }

    fn delete(&self, name: &str) -> io::Result<()> {
        let path = self.path_of(name);
        fs::remove_file(&path)?;
        if let Some(folder) = path.parent().filter(|folder| *folder != self.path) {
            // It fails as long as the folder has other files.
            drop(fs::remove_dir(folder));
        }
        Ok(())
    }

    fn delete_partial(&self) -> io::Result<()> {
        for entry in fs::read_dir(&self.path)?.flatten().filter(|entry| is_partial(&entry.file_name())) {
            fs::remove_file(entry.path())?;
        }
        Ok(())
    }
}

/// True for the name of a file that is being written, or was when a process ended.
fn is_partial(name: &std::ffi::OsStr) -> bool {
    name.to_str().is_some_and(|name| name.starts_with(PARTIAL))
}
