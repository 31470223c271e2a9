//! Names of files and folders of the inbox.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};

use saldo_domain::{Email, UserId};
use saldo_storage::Storage;

/// Upper limit for the bytes of a name, as most file systems have.
pub(super) const NAME_BYTES_MAX: usize = 255;
/// The ending of the note beside a file that failed.
pub(super) const NOTE_ENDING: &str = ".txt";

/// Endings of the files in which programs store a download or a copy that is not complete.
const UNFINISHED: [&str; 6] = [".part", ".partial", ".filepart", ".crdownload", ".download", ".tmp"];
/// Files that the desktops of Windows create in every folder.
const OF_DESKTOPS: [&str; 2] = ["desktop.ini", "thumbs.db"];

/// True for a file that is never read: a hidden one, an unfinished download, or the lock file of an office
/// program.
pub(super) fn is_ignored(name: &OsStr) -> bool {
    let name = name.to_string_lossy().to_lowercase();
    name.starts_with('.')
        || name.starts_with("~$")
        || name.ends_with('~')
        || UNFINISHED.iter().any(|ending| name.ends_with(ending))
        || OF_DESKTOPS.contains(&name.as_str())
}

/// Returns the address that is the name of a folder; `None` for any other name. An address has no separator
/// of a path and begins with no dot, so that a folder with its name is in the inbox.
#[must_use]
pub fn address_of(name: &OsStr) -> Option<Email> {
    let name = name.to_str()?;
    Email::parse(name).ok().filter(|email| email.as_str() == name)
}

/// Returns the id that is the name of a folder, in its usual form; `None` for any other name.
#[must_use]
pub(super) fn books_of(name: &OsStr) -> Option<UserId> {
    let name = name.to_str()?;
    name.parse::<UserId>().ok().filter(|books| books.to_string() == name)
}

/// Returns the books into which the files of a folder are read: those of the user with this address, or those
/// of the household with this id. `None` for any other name.
///
/// # Errors
/// Those of the storage.
pub(super) async fn owner_of(storage: &dyn Storage, name: &OsStr) -> saldo_storage::Result<Option<UserId>> {
    if let Some(email) = address_of(name) {
        return Ok(storage.find_user_by_email(&email).await?.map(|user| user.id));
    }
    match books_of(name) {
        Some(books) if storage.is_household(books).await? => Ok(Some(books)),
        _ => Ok(None),
    }
}

/// Returns a name with a number before its extension; the name itself for the number 1. A long name is
/// shortened to `bytes_max`.
pub(super) fn numbered(name: &OsStr, number: u32, bytes_max: usize) -> OsString {
    let bytes = name.as_bytes();
    let dot = bytes.iter().rposition(|byte| *byte == b'.').filter(|dot| *dot > 0);
    let (stem, extension) = bytes.split_at(dot.unwrap_or(bytes.len()));
    // An extension of this length is none, and would leave no room for the name.
    let (stem, extension) =
        if extension.len() > bytes_max / 2 { (bytes, &b""[..]) } else { (stem, extension) };
    let number = if number == 1 { String::new() } else { format!(" ({number})") };
    let room = bytes_max.saturating_sub(number.len()).saturating_sub(extension.len());
    let mut end = room.min(stem.len());
    // Not in the middle of a character of UTF-8.
    while end > 0 && end < stem.len() && stem[end] & 0b1100_0000 == 0b1000_0000 {
        end -= 1;
    }
    OsString::from_vec([&stem[..end], number.as_bytes(), extension].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_and_unfinished_files_are_ignored() {
        for name in [
            ".hidden.pdf",
            "may.pdf.part",
            "may.pdf.CRDOWNLOAD",
            "~$may.xlsx",
            "may.pdf~",
            "scan.TMP",
            "Thumbs.db",
            "desktop.ini",
        ] {
            assert!(is_ignored(OsStr::new(name)), "{name}");
        }
        for name in ["may.pdf", "part.pdf", "tmp", "Kontoauszug März.pdf", "~may.pdf", "a.txt"] {
            assert!(!is_ignored(OsStr::new(name)), "{name}");
        }
        assert!(!is_ignored(OsStr::from_bytes(b"\xff\xfe.pdf")), "the name is not UTF-8");
    }

    #[test]
    fn only_an_exact_address_names_a_folder_of_a_user() {
        assert!(address_of(OsStr::new("ann+bank@example.org")).is_some());
        for name in [
            "Ann@example.org",
            "ann@example.org ",
            "../ann@example.org",
            "..",
            "ann@example.org/..",
            "/etc@example.org",
            "ann\\..@example.org",
            "ann",
        ] {
            assert!(address_of(OsStr::new(name)).is_none(), "{name}");
        }
        assert!(address_of(OsStr::from_bytes(b"\xff@example.org")).is_none());
    }

    #[test]
    fn a_number_stands_before_the_extension_and_a_long_name_is_shortened() {
        let named = |name: &str, number, max| numbered(OsStr::new(name), number, max).into_string().unwrap();
        assert_eq!(named("may.pdf", 1, 255), "may.pdf");
        assert_eq!(named("may.tar.gz", 2, 255), "may.tar (2).gz");
        assert_eq!(named("may", 12, 255), "may (12)");
        assert_eq!(named(".pdf", 2, 255), ".pdf (2)");
        assert_eq!(named("äää.pdf", 2, 13), "ää (2).pdf");
        let long = "x".repeat(251) + ".pdf";
        assert_eq!(named(&long, 1, 255), long);
        assert_eq!(named(&long, 10_000, 251).len(), 251);
        let dots = "a.".to_owned() + &"b".repeat(253);
        assert_eq!(named(&dots, 2, 255).len(), 255);
    }
}
