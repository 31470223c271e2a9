//! The inbox: a watched folder with a folder for each user, whose files are uploaded and processed.
//!
//! [`Inbox::watch`] looks again and again, in one process at a time. A file that two looks found unchanged is
//! claimed by a rename into the hidden folder `.working`, goes through the same use cases as an upload, and
//! ends in `done` or `failed`. Nothing is deleted or overwritten.

mod check;
mod claim;
mod folder;
mod names;
mod place;
mod ready;
mod taken;
#[cfg(test)]
mod tests;
mod watch;

use std::collections::{HashMap, HashSet};
use std::ffi::{OsStr, OsString};
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use saldo_domain::UserId;
use saldo_storage::Storage;

use self::place::Place;
use self::ready::{Arrivals, Arrived};
use self::taken::TakenFile;
use crate::error::Error;
use crate::ingest::Ingest;
use crate::jobs::StatementJobs;

pub use check::{InboxFault, InboxFolders, check};
pub use names::address_of;
pub use watch::{DiskSpace, WatchSettings};

/// Settings of an [`Inbox`].
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct InboxSettings {
    /// The folder that holds a folder for each user.
    pub folder: PathBuf,
    /// Upper limit for the files of one user that are being read. The files of a user who adds a thousand of
    /// them stay in the folder, where the user can still take them away.
    pub files_max: usize,
    /// Time after which a step that failed is repeated; it doubles with each failure, up to 15 minutes.
    pub retry_after: Duration,
}

impl InboxSettings {
    /// Creates settings.
    #[must_use]
    pub const fn new(folder: PathBuf, files_max: usize, retry_after: Duration) -> Self {
        Self { folder, files_max, retry_after }
    }
}

/// The folder of a user, as the last look found it.
#[derive(Default)]
struct UserFolder {
    arrivals: Arrivals,
    /// True after the files that another process had claimed were returned.
    is_recovered: bool,
    /// True while the folder cannot be used, which was logged.
    is_broken: bool,
}

/// Reads the files of a watched folder. One process at a time may look, because the first look at a user's
/// folder returns the files that are claimed.
pub struct Inbox {
    ingest: Arc<Ingest>,
    jobs: StatementJobs,
    storage: Arc<dyn Storage>,
    settings: InboxSettings,
    folders: HashMap<OsString, UserFolder>,
    taken: Vec<TakenFile>,
    /// Folders of nobody, which were logged.
    strangers: HashSet<OsString>,
    /// True while the inbox cannot be used, which was logged.
    is_broken: bool,
}

impl Inbox {
    /// Creates an inbox. Nothing is read before [`Self::look`].
    #[must_use]
    pub fn new(
        ingest: Arc<Ingest>,
        jobs: StatementJobs,
        storage: Arc<dyn Storage>,
        settings: InboxSettings,
    ) -> Self {
        Self {
            ingest,
            jobs,
            storage,
            settings,
            folders: HashMap::new(),
            taken: Vec::new(),
            strangers: HashSet::new(),
            is_broken: false,
        }
    }

    /// Forgets everything, for a process that stops looking. Claimed files stay claimed until the first look
    /// of the next process.
    pub fn forget(&mut self) {
        self.folders.clear();
        self.taken.clear();
    }

    /// Looks once: moves the files whose jobs have ended, and takes those that have arrived completely.
    /// Returns true if the disk of the server is full. Failures are logged once, and repeated by later looks.
    pub async fn look(&mut self) -> bool {
        let mut is_disk_full = self.advance().await;
        match self.users().await {
            Ok(users) => {
                self.is_broken = false;
                for (name, user) in users {
                    if let Err(error) = self.look_at(&name, user, &mut is_disk_full).await {
                        self.report(&name, &error);
                    }
                    if is_disk_full {
                        break;
                    }
                }
            }
            Err(error) => {
                if !std::mem::replace(&mut self.is_broken, true) {
                    let cause = &error as &dyn std::error::Error;
                    tracing::error!(cause, "cannot look into the inbox; check SALDO_INBOX_DIR");
                }
            }
        }
        is_disk_full
    }

    /// Returns the folders of users and households, with their books. Other folders are logged once.
    async fn users(&mut self) -> Result<Vec<(OsString, UserId)>, Error> {
        let inbox = self.settings.folder.clone();
        let names = blocking(move || place::folders(&inbox)).await?;
        self.folders.retain(|name, _| names.contains(name));
        self.strangers.retain(|name| names.contains(name));
        let mut users = Vec::new();
        for name in names {
            match names::owner_of(self.storage.as_ref(), &name).await? {
                Some(books) => {
                    self.strangers.remove(&name);
                    users.push((name, books));
                }
                None if self.strangers.insert(name.clone()) => tracing::warn!(
                    folder = ?name,
                    "a folder of the inbox belongs to no user and is left alone; name it like the email address \
                     of a user, in lower case, or like the id of a household's books"
                ),
                None => {}
            }
        }
        Ok(users)
    }

    /// Looks at the folder of a user.
    async fn look_at(&mut self, name: &OsStr, user: UserId, is_disk_full: &mut bool) -> Result<(), Error> {
        let place = Place { inbox: self.settings.folder.clone(), name: name.to_owned() };
        let known = self.folders.entry(name.to_owned()).or_default();
        if !known.is_recovered {
            let claimed = place.clone();
            let count = blocking(move || claimed.recover()).await?;
            if count > 0 {
                tracing::info!(%user, count, "files of the inbox were not read to the end; they are read again");
            }
            known.is_recovered = true;
        }
        let listed = place.clone();
        let ready = known.arrivals.ready(blocking(move || listed.list()).await?);
        let taken = self.taken.iter().filter(|taken| taken.is_of(&place)).count();
        let mut left = self.settings.files_max.saturating_sub(taken);
        for Arrived { name, version, has_waited } in ready {
            if left == 0 {
                break;
            }
            let (from, wanted) = (place.clone(), name.clone());
            let claim =
                move || if has_waited || from.is_whole(&wanted) { from.claim(&wanted) } else { Ok(None) };
            let Some(claimed) = blocking(claim).await? else { continue };
            left -= 1;
            let mut taken = TakenFile::new(place.clone(), user, name, claimed, version);
            let is_over = self.step(&mut taken, is_disk_full).await;
            if !is_over {
                self.taken.push(taken);
            }
            if *is_disk_full {
                break;
            }
        }
        if let Some(known) = self.folders.get_mut(name) {
            known.is_broken = false;
        }
        Ok(())
    }

    fn report(&mut self, name: &OsStr, error: &Error) {
        let Some(known) = self.folders.get_mut(name) else { return };
        if !std::mem::replace(&mut known.is_broken, true) {
            let cause = error as &dyn std::error::Error;
            tracing::error!(
                folder = ?name,
                cause,
                "cannot take files from a folder of the inbox; Saldo needs permission to read and write it"
            );
        }
    }

    /// Continues the files that were taken before. True if the disk of the server is full.
    async fn advance(&mut self) -> bool {
        let mut is_disk_full = false;
        for mut taken in std::mem::take(&mut self.taken) {
            let is_over = !is_disk_full && taken.is_due() && self.step(&mut taken, &mut is_disk_full).await;
            if !is_over {
                self.taken.push(taken);
            }
        }
        is_disk_full
    }

    /// Continues a file. True if it has reached its end.
    async fn step(&self, taken: &mut TakenFile, is_disk_full: &mut bool) -> bool {
        match taken.advance(&self.ingest, &self.jobs).await {
            Ok(is_over) => is_over,
            Err(error) => {
                *is_disk_full |= error.is_disk_full();
                taken.failed(&error, self.settings.retry_after)
            }
        }
    }
}

/// Runs work on the file system on a thread of its own: a network mount can block for minutes.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> Result<T, Error> {
    let done = tokio::task::spawn_blocking(work).await.map_err(|error| Error::Reader(Box::new(error)))?;
    done.map_err(Error::Inbox)
}
