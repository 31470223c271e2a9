//! A check of the inbox for its administrator.

use std::io;
use std::path::{Path, PathBuf};

use rustix::fs::Access;
use saldo_storage::Storage;

use super::names::{address_of, books_of, owner_of};

/// The folders of an inbox.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct InboxFolders {
    /// The number of folders, without hidden ones.
    pub count: usize,
    /// The names of those that belong to no user and no household.
    pub strangers: Vec<String>,
}

/// A folder that cannot be used.
#[derive(Debug)]
pub enum InboxFault {
    /// The inbox cannot be read.
    Inbox(io::Error),
    /// A folder in the inbox cannot be read or written.
    Folder(PathBuf, io::Error),
}

/// Checks that an inbox can be read, that each folder in it can be read and written, and that each belongs to
/// a user or a household. Without `storage`, each name must be an address or an id.
///
/// # Errors
/// The first folder that cannot be used.
pub async fn check(inbox: &Path, storage: Option<&dyn Storage>) -> Result<InboxFolders, InboxFault> {
    let entries = std::fs::read_dir(inbox).and_then(Iterator::collect::<io::Result<Vec<_>>>);
    let entries = entries.map_err(InboxFault::Inbox)?;
    let folders = entries.into_iter().filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
    let mut found = InboxFolders::default();
    for name in folders.map(|entry| entry.file_name()) {
        if name.as_encoded_bytes().starts_with(b".") {
            continue;
        }
        found.count += 1;
        let folder = inbox.join(&name);
        if let Err(error) = rustix::fs::access(&folder, Access::READ_OK | Access::WRITE_OK | Access::EXEC_OK)
        {
            return Err(InboxFault::Folder(folder, error.into()));
        }
        let is_of_user = match storage {
            Some(storage) => owner_of(storage, &name).await.is_ok_and(|books| books.is_some()),
            None => address_of(&name).is_some() || books_of(&name).is_some(),
        };
        if !is_of_user {
            found.strangers.push(name.to_string_lossy().into_owned());
        }
    }
    Ok(found)
}
