//! The folder of one user in the inbox, and the ways of a file through it. Everything here may block.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, ErrorKind, Read as _};
use std::path::PathBuf;

use super::folder::{Entry, Folder, Kind};
use super::names::is_ignored;
use crate::whole_file::WholeFile;

/// The hidden folder of the files that are being read. A rename into it claims a file: of two processes, one
/// succeeds.
const WORKING: &str = ".working";
/// The folder of the files that were read.
const DONE: &str = "done";
/// The folder of the files that could not be read, each with a note.
const FAILED: &str = "failed";

/// Upper limit for the files and folders that one look considers, so that a folder of a million files takes
/// little memory. The other ones have their turn when these were read.
const ENTRIES_MAX: usize = 10_000;

/// The bytes that are looked at at once.
const CHUNK_BYTES: usize = 64 * 1024;

/// The end of a file's way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Ending {
    /// It was read, or adds nothing to what was read before.
    Done,
    /// These files were kept as receipts.
    Kept(String),
    /// It cannot be read, for this reason.
    Failed(String),
    /// It returns to the user's folder, because it is still being written.
    Back,
}

/// The folder of one user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) inbox: PathBuf,
    pub(super) name: OsString,
}

/// Returns the names of the folders in the inbox, without hidden ones.
pub(super) fn folders(inbox: &std::path::Path) -> io::Result<Vec<OsString>> {
    let mut found = Folder::open(inbox)?.entries(ENTRIES_MAX, |name| !is_ignored(name))?;
    found.sort_unstable_by(|left, right| left.name.cmp(&right.name));
    Ok(found.into_iter().filter(|entry| entry.kind == Kind::Folder).map(|entry| entry.name).collect())
}

impl Place {
    fn open(&self) -> io::Result<Folder> {
        Folder::open(&self.inbox)?.enter(&self.name)
    }

    /// Returns everything in the folder that may be a file to read.
    pub(super) fn list(&self) -> io::Result<Vec<Entry>> {
        self.open()?.entries(ENTRIES_MAX, |name| !is_ignored(name))
    }

    /// True unless a file lacks its end, because it is still being copied or was cut off. A file that cannot
    /// be opened is left to the reading, which reports it.
    pub(super) fn is_whole(&self, name: &OsStr) -> bool {
        let Ok(mut file) = self.open().and_then(|folder| folder.open_file(name)) else { return true };
        let (mut whole, mut chunk) = (WholeFile::default(), vec![0; CHUNK_BYTES]);
        loop {
            match file.read(&mut chunk) {
                Ok(length) if length > 0 && whole.look_at(&chunk[..length]) => {}
                Ok(_) => return whole.finish(),
                Err(_) => return true,
            }
        }
    }

    /// Claims a file. Returns its name in the folder of claimed files; `None` if it is gone.
    pub(super) fn claim(&self, name: &OsStr) -> io::Result<Option<OsString>> {
        let folder = self.open()?;
        let working = folder.enter_or_create(OsStr::new(WORKING))?;
        found(folder.move_file(name, &working, name, None))
    }

    /// Opens a claimed file.
    pub(super) fn open_claimed(&self, claimed: &OsStr) -> io::Result<File> {
        self.open()?.enter(OsStr::new(WORKING))?.open_file(claimed)
    }

    /// Moves a claimed file to its end, under its own name or with a number.
    pub(super) fn finish(&self, claimed: &OsStr, name: &OsStr, ending: &Ending) -> io::Result<()> {
        let folder = self.open()?;
        let working = folder.enter(OsStr::new(WORKING))?;
        match ending {
            Ending::Done => {
                working.move_file(claimed, &folder.enter_or_create(OsStr::new(DONE))?, name, None)?
            }
            Ending::Kept(names) => {
                let done = folder.enter_or_create(OsStr::new(DONE))?;
                working.move_file(claimed, &done, name, Some(&receipt_note(names)))?
            }
            Ending::Failed(why) => {
                let failed = folder.enter_or_create(OsStr::new(FAILED))?;
                working.move_file(claimed, &failed, name, Some(&note(why)))?
            }
            Ending::Back => working.move_file(claimed, &folder, name, None)?,
        };
        Ok(())
    }

    /// Returns claimed files to the user's folder, after the process that claimed them died. Returns their
    /// number.
    pub(super) fn recover(&self) -> io::Result<usize> {
        let folder = self.open()?;
        let Some(working) = found(folder.enter(OsStr::new(WORKING)))? else { return Ok(0) };
        let mut count = 0;
        for entry in working.entries(usize::MAX, |_| true)? {
            // An empty file here may be one that reserved a name.
            if entry.kind == Kind::File
                && found(working.move_file(&entry.name, &folder, &entry.name, None))?.is_some()
            {
                count += 1;
            }
        }
        Ok(count)
    }
}

/// Returns `None` if a file or folder does not exist.
fn found<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Ok(found) => Ok(Some(found)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

fn receipt_note(names: &str) -> String {
    format!(
        "Saldo found no statement in this file, but an amount of one of your transactions. It is kept as a \
         receipt.\n\n{names}\n\nConfirm the transaction under Transactions in Saldo, or delete the receipt \
         there.\n"
    )
}

fn note(why: &str) -> String {
    format!(
        "Saldo could not read this file.\n\n{why}\n\nTo try again, move the file from this folder to the one \
         above it.\n"
    )
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn place() -> (tempfile::TempDir, Place) {
        let inbox = tempfile::tempdir().unwrap();
        fs::create_dir(inbox.path().join("ann@example.org")).unwrap();
        let place = Place { inbox: inbox.path().to_owned(), name: "ann@example.org".into() };
        (inbox, place)
    }

    #[test]
    fn a_claimed_file_returns_after_a_crash_and_replaces_nothing() {
        let (inbox, place) = place();
        let at = |path: &str| inbox.path().join("ann@example.org").join(path);
        fs::write(at("may.pdf"), "1").unwrap();
        assert_eq!(place.claim(OsStr::new("may.pdf")).unwrap(), Some("may.pdf".into()));
        assert_eq!(place.claim(OsStr::new("may.pdf")).unwrap(), None, "another process was faster");
        fs::write(at("may.pdf"), "2").unwrap();
        assert_eq!(place.recover().unwrap(), 1);
        assert_eq!(fs::read_to_string(at("may.pdf")).unwrap(), "2");
        assert_eq!(fs::read_to_string(at("may (2).pdf")).unwrap(), "1");
        assert_eq!(place.recover().unwrap(), 0);
    }

    #[test]
    fn two_files_of_one_name_are_claimed_and_finished_under_it() {
        let (inbox, place) = place();
        let at = |path: &str| inbox.path().join("ann@example.org").join(path);
        let name = OsStr::new("may.pdf");
        fs::write(at("may.pdf"), "1").unwrap();
        let first = place.claim(name).unwrap().unwrap();
        fs::write(at("may.pdf"), "2").unwrap();
        let second = place.claim(name).unwrap().unwrap();
        assert_eq!(second, "may (2).pdf");
        place.finish(&second, name, &Ending::Done).unwrap();
        place.finish(&first, name, &Ending::Failed("It is empty.".to_owned())).unwrap();
        assert_eq!(fs::read_to_string(at("done/may.pdf")).unwrap(), "2");
        assert_eq!(fs::read_to_string(at("failed/may.pdf")).unwrap(), "1");
        assert!(fs::read_to_string(at("failed/may.pdf.txt")).unwrap().contains("\n\nIt is empty.\n\n"));
    }

    #[test]
    fn only_visible_folders_are_listed() {
        let (inbox, _) = place();
        fs::create_dir(inbox.path().join(".stfolder")).unwrap();
        fs::write(inbox.path().join("may.pdf"), "1").unwrap();
        std::os::unix::fs::symlink("/", inbox.path().join("root@example.org")).unwrap();
        assert_eq!(folders(inbox.path()).unwrap(), ["ann@example.org"]);
    }
}
