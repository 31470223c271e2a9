//! Folders of the inbox, each held open, so that a path that changes meanwhile leads nowhere else.
//!
//! A user who can write to a folder of the inbox could put a symlink there, at any moment, to a folder that
//! only the server can read. Every step therefore starts from an open folder and follows no symlink.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use rustix::fs::{AtFlags, Dir, FileType, Mode, OFlags, Stat};

use super::names::{NAME_BYTES_MAX, NOTE_ENDING, numbered};

/// Upper limit for the numbers that are tried to find a free name.
const NUMBERS_MAX: u32 = 10_000;

const FOLDER: OFlags = OFlags::DIRECTORY.union(OFlags::RDONLY).union(OFlags::CLOEXEC);

/// An open folder.
pub(super) struct Folder(OwnedFd);

/// The kind of an entry of a folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    File,
    Folder,
    /// A symlink, a device, a pipe or a socket.
    Other,
}

/// Size and modification time of a file. While they change, the file is being written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Version {
    size: i128,
    modified: (i128, i128),
}

impl Version {
    fn of(stat: &Stat) -> Self {
        let modified = (i128::from(stat.st_mtime), i128::from(stat.st_mtime_nsec));
        Self { size: i128::from(stat.st_size), modified }
    }

    /// Returns the version of an open file.
    pub(super) fn of_file(file: &File) -> io::Result<Self> {
        Ok(Self::of(&rustix::fs::fstat(file)?))
    }

    pub(super) const fn is_empty(self) -> bool {
        self.size == 0
    }

    /// Creates a version for a test.
    #[cfg(test)]
    pub(super) const fn new(size: i128, modified: i128) -> Self {
        Self { size, modified: (modified, 0) }
    }
}

/// An entry of a folder.
pub(super) struct Entry {
    pub(super) name: OsString,
    pub(super) kind: Kind,
    pub(super) version: Version,
}

impl Folder {
    /// Opens the folder at a path that the administrator chose, which may be a symlink.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        Ok(Self(rustix::fs::open(path, FOLDER, Mode::empty())?))
    }

    /// Opens a folder in this one; a symlink is an error.
    pub(super) fn enter(&self, name: &OsStr) -> io::Result<Self> {
        Ok(Self(rustix::fs::openat(&self.0, name, FOLDER | OFlags::NOFOLLOW, Mode::empty())?))
    }

    /// Opens a folder in this one, and creates it with the permissions of this one if it does not exist.
    pub(super) fn enter_or_create(&self, name: &OsStr) -> io::Result<Self> {
        match self.enter(name) {
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            entered => return entered,
        }
        match rustix::fs::mkdirat(&self.0, name, Mode::RWXU) {
            Ok(()) => {
                let created = self.enter(name)?;
                // The server's files are private, but users must get at their own in these folders.
                let mode = Mode::from_raw_mode(rustix::fs::fstat(&self.0)?.st_mode);
                share(&created.0, mode);
                Ok(created)
            }
            Err(rustix::io::Errno::EXIST) => self.enter(name),
            Err(error) => Err(error.into()),
        }
    }

    /// Returns the entries whose names `is_wanted` accepts, at most `count_max`.
    pub(super) fn entries(
        &self,
        count_max: usize,
        is_wanted: impl Fn(&OsStr) -> bool,
    ) -> io::Result<Vec<Entry>> {
        let mut found = Vec::new();
        for entry in Dir::read_from(&self.0)? {
            let entry = entry?;
            let name = OsStr::from_bytes(entry.file_name().to_bytes());
            if found.len() == count_max {
                break;
            }
            if name == "." || name == ".." || !is_wanted(name) {
                continue;
            }
            match rustix::fs::statat(&self.0, name, AtFlags::SYMLINK_NOFOLLOW) {
                Ok(stat) => {
                    let kind = match FileType::from_raw_mode(stat.st_mode) {
                        FileType::RegularFile => Kind::File,
                        FileType::Directory => Kind::Folder,
                        _ => Kind::Other,
                    };
                    found.push(Entry { name: name.to_owned(), kind, version: Version::of(&stat) });
                }
                // Moved or deleted meanwhile.
                Err(rustix::io::Errno::NOENT) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(found)
    }

    /// Opens a regular file for reading; anything else is an error.
    pub(super) fn open_file(&self, name: &OsStr) -> io::Result<File> {
        // Opening a pipe would wait for a writer without `NONBLOCK`.
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let file = File::from(rustix::fs::openat(&self.0, name, flags, Mode::empty())?);
        if file.metadata()?.is_file() {
            Ok(file)
        } else {
            Err(io::Error::new(ErrorKind::InvalidInput, "not a regular file"))
        }
    }

    /// Moves a file to another folder, with a note beside it if there is one. If the wanted name is taken,
    /// the file gets a number. Returns its new name.
    pub(super) fn move_file(
        &self,
        name: &OsStr,
        to: &Self,
        wanted: &OsStr,
        note: Option<&str>,
    ) -> io::Result<OsString> {
        let bytes_max = if note.is_some() { NAME_BYTES_MAX - NOTE_ENDING.len() } else { NAME_BYTES_MAX };
        for number in 1..=NUMBERS_MAX {
            let target = numbered(wanted, number, bytes_max);
            // An exclusively created empty file reserves the name. Unlike a rename that never replaces a
            // file, this exists on every file system, also on those of the network.
            if !to.create(&target, "")? {
                continue;
            }
            let mut note_name = target.clone();
            note_name.push(NOTE_ENDING);
            let noted = note.map_or(Ok(true), |note| to.create(&note_name, note));
            let moved = match noted {
                Ok(true) => rustix::fs::renameat(&self.0, name, &to.0, &target).map_err(io::Error::from),
                Ok(false) => {
                    to.remove_reserved(&target)?;
                    continue;
                }
                Err(error) => {
                    to.remove_reserved(&target)?;
                    return Err(error);
                }
            };
            return match moved {
                Ok(()) => Ok(target),
                Err(error) => {
                    to.remove_reserved(&target)?;
                    if note.is_some() {
                        rustix::fs::unlinkat(&to.0, &note_name, AtFlags::empty())?;
                    }
                    Err(error)
                }
            };
        }
        Err(io::Error::new(ErrorKind::AlreadyExists, "too many files have this name"))
    }

    /// Creates a file with the permissions of this folder. False if there is an entry with this name.
    fn create(&self, name: &OsStr, content: &str) -> io::Result<bool> {
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let mut file = match rustix::fs::openat(&self.0, name, flags, Mode::RUSR | Mode::WUSR) {
            Ok(file) => File::from(file),
            Err(rustix::io::Errno::EXIST) => return Ok(false),
            Err(error) => return Err(error.into()),
        };
        if content.is_empty() {
            return Ok(true);
        }
        let permissions = Mode::from_raw_mode(rustix::fs::fstat(&self.0)?.st_mode & 0o666);
        share(&file, permissions);
        let written = file.write_all(content.as_bytes()).and_then(|()| file.sync_all());
        if let Err(error) = written {
            rustix::fs::unlinkat(&self.0, name, AtFlags::empty())?;
            return Err(error);
        }
        Ok(true)
    }

    /// Removes the empty file that reserved a name, unless another program has written to it.
    fn remove_reserved(&self, name: &OsStr) -> io::Result<()> {
        let stat = rustix::fs::statat(&self.0, name, AtFlags::SYMLINK_NOFOLLOW)?;
        if stat.st_size == 0 && FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile {
            rustix::fs::unlinkat(&self.0, name, AtFlags::empty())?;
        }
        Ok(())
    }
}

/// Sets permissions. A file system without them, such as that of a USB stick, refuses that, and shows its
/// files to all of its users anyway.
fn share(entry: impl AsFd, mode: Mode) {
    if let Err(error) = rustix::fs::fchmod(entry, mode) {
        tracing::debug!(%error, "cannot set the permissions of a folder or note of the inbox");
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    fn read(path: &Path) -> String {
        fs::read_to_string(path).unwrap()
    }

    #[test]
    fn a_moved_file_gets_a_number_and_replaces_nothing() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::open(place.path()).unwrap();
        let done = folder.enter_or_create(OsStr::new("done")).unwrap();
        let name = OsStr::new("may.pdf");
        for (content, expected) in [("1", "may.pdf"), ("2", "may (2).pdf"), ("3", "may (3).pdf")] {
            fs::write(place.path().join(name), content).unwrap();
            assert_eq!(folder.move_file(name, &done, name, None).unwrap(), expected);
            assert_eq!(read(&place.path().join("done").join(expected)), content);
        }
        fs::write(place.path().join("done/june.pdf.txt"), "mine").unwrap();
        fs::write(place.path().join("june.pdf"), "4").unwrap();
        let june = OsStr::new("june.pdf");
        assert_eq!(folder.move_file(june, &done, june, Some("why")).unwrap(), "june (2).pdf");
        assert_eq!(read(&place.path().join("done/june (2).pdf.txt")), "why");
        assert_eq!(read(&place.path().join("done/june.pdf.txt")), "mine");
        assert!(!place.path().join("done/june.pdf").exists());
    }

    #[test]
    fn of_two_processes_one_moves_a_file() {
        let place = tempfile::tempdir().unwrap();
        let name = OsStr::new("may.pdf");
        for round in 0..20 {
            fs::write(place.path().join(name), "1").unwrap();
            let movers: Vec<_> = (0..4)
                .map(|_| {
                    let path = place.path().to_owned();
                    std::thread::spawn(move || {
                        let folder = Folder::open(&path).unwrap();
                        let to = folder.enter_or_create(OsStr::new(".working")).unwrap();
                        folder.move_file(OsStr::new("may.pdf"), &to, OsStr::new("may.pdf"), None).is_ok()
                    })
                })
                .collect();
            let moved = movers.into_iter().map(|mover| mover.join().unwrap());
            assert_eq!(moved.filter(|is_moved| *is_moved).count(), 1);
            let left = fs::read_dir(place.path().join(".working")).unwrap().count();
            assert_eq!(left, round + 1, "no reserved name is left");
        }
    }

    #[test]
    fn a_file_that_is_gone_leaves_no_reserved_name_and_no_note() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::open(place.path()).unwrap();
        let failed = folder.enter_or_create(OsStr::new("failed")).unwrap();
        let name = OsStr::new("may.pdf");
        let error = folder.move_file(name, &failed, name, Some("why")).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NotFound);
        assert_eq!(fs::read_dir(place.path().join("failed")).unwrap().count(), 0);
    }

    #[test]
    fn a_symlink_is_not_followed_and_a_pipe_does_not_block() {
        let (place, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        fs::write(other.path().join("secret.pdf"), "secret").unwrap();
        symlink(other.path(), place.path().join(".working")).unwrap();
        symlink(other.path().join("secret.pdf"), place.path().join("link.pdf")).unwrap();
        let pipe = place.path().join("pipe.pdf");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
        assert!(made.success());
        let folder = Folder::open(place.path()).unwrap();
        assert!(folder.enter(OsStr::new(".working")).is_err());
        assert!(folder.enter_or_create(OsStr::new(".working")).is_err());
        assert!(folder.open_file(OsStr::new("link.pdf")).is_err());
        assert!(folder.open_file(OsStr::new("pipe.pdf")).is_err());
        let kinds = folder.entries(9, |_| true).unwrap();
        assert!(kinds.len() == 3 && kinds.iter().all(|entry| entry.kind == Kind::Other));
    }

    #[test]
    fn created_folders_and_notes_have_the_permissions_of_the_users_folder() {
        let place = tempfile::tempdir().unwrap();
        fs::set_permissions(place.path(), fs::Permissions::from_mode(0o770)).unwrap();
        let folder = Folder::open(place.path()).unwrap();
        let failed = folder.enter_or_create(OsStr::new("failed")).unwrap();
        fs::write(place.path().join("a"), "1").unwrap();
        folder.move_file(OsStr::new("a"), &failed, OsStr::new("a"), Some("why")).unwrap();
        let mode = |name: &str| fs::metadata(place.path().join(name)).unwrap().permissions().mode() & 0o777;
        assert_eq!((mode("failed"), mode("failed/a.txt")), (0o770, 0o660));
    }
}
