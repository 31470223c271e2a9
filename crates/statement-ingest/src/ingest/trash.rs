//! The trash: files that no statement refers to, stored for a while before they are deleted.
//!
//! A backup copies the database before the files, so that a file must outlive its statement by hours. The
//! trash also allows to restore files that a sweep removed by mistake. The path of a file in the trash is the
//! time of its deletion and its key: `trash/20261130T050000Z/statements/USER/STATEMENT`.

use std::collections::HashMap;
use std::time::Duration;

use chrono::NaiveDateTime;
use futures::StreamExt;
use object_store::path::Path;
use object_store::{GetResult, ObjectStore, ObjectStoreExt};
use saldo_domain::{Timestamp, UserId};

use super::Ingest;
use super::files::{STATEMENTS, owner_of};
use crate::error::Error;

const TRASH: &str = "trash";
/// The format of a time in a path, in UTC.
const MOMENT: &str = "%Y%m%dT%H%M%SZ";
/// A younger file may belong to an upload whose statement is not stored yet.
const UNNAMED_AGE_MIN: Duration = Duration::from_hours(24);

/// The result of a sweep, as numbers of files.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SweepReport {
    /// Files restored from the trash, because a statement refers to them.
    pub put_back: u64,
    /// Files deleted from the trash, because their time is over.
    pub deleted: u64,
    /// Files moved to the trash.
    pub discarded: u64,
    /// Files that no statement refers to, left because they are too large a share of all files.
    pub held_back: u64,
    /// Files that no statement refers to, left because the disk is too full to move them to the trash.
    pub unmoved: u64,
    /// Files left because the database does not know their user.
    pub of_unknown_users: u64,
}

impl SweepReport {
    /// Logs the files that were left, for the administrator.
    fn log(&self) {
        if self.held_back > 0 {
            tracing::error!(
                count = self.held_back,
                "most files belong to no statement of this database, so none was moved to the trash; \
                 check DATABASE_URL and STATEMENTS_URL"
            );
        }
        if self.unmoved > 0 {
            tracing::warn!(
                count = self.unmoved,
                "files that no statement mentions are left, because the disk is too full to move them to the \
                 trash; free some space"
            );
        }
        if self.of_unknown_users > 0 {
            tracing::warn!(
                count = self.of_unknown_users,
                "files of unknown users are left in place; check DATABASE_URL and STATEMENTS_URL"
            );
        }
    }
}

fn place_in_trash(key: &str, until: Timestamp) -> Path {
    Path::from(format!("{TRASH}/{}/{key}", until.to_utc().format(MOMENT)))
}

/// Returns the time of deletion of a file in the trash, and its key.
fn parse_place(place: &Path) -> Option<(Timestamp, &str)> {
    let (until, key) = place.as_ref().strip_prefix(TRASH)?.strip_prefix('/')?.split_once('/')?;
    let until = NaiveDateTime::parse_from_str(until, MOMENT).ok()?;
    Some((Timestamp::from_utc(until.and_utc()), key))
}

/// Returns a file, from the trash if necessary: after a backup was restored, a statement may be older than
/// the deletion of its file.
///
/// # Errors
/// [`Error::FileMissing`] if the file does not exist, else [`Error::Files`].
pub(super) async fn fetch(files: &dyn ObjectStore, key: &str) -> Result<GetResult, Error> {
    match files.get(&Path::from(key)).await {
        Err(object_store::Error::NotFound { .. }) => {
            let mut places = files.list(Some(&Path::from(TRASH)));
            while let Some(found) = places.next().await {
                let place = found?.location;
                if parse_place(&place).is_some_and(|(_, kept)| kept == key) {
                    return Ok(files.get(&place).await?);
                }
            }
            Err(Error::FileMissing)
        }
        found => Ok(found?),
    }
}

impl Ingest {
    /// Moves a file that its user deleted to the trash for `kept_for`. The file is deleted at once if the
    /// disk is too full to move it.
    pub(super) async fn discard(&self, key: &str, kept_for: Duration) -> Result<(), Error> {
        match self.move_to_trash(key, kept_for).await {
            Err(Error::DiskFull(_)) => self.delete_file(key).await,
            moved => moved,
        }
    }

    /// Moves a file to the trash for `kept_for`. The file is deleted at once if that is zero.
    async fn move_to_trash(&self, key: &str, kept_for: Duration) -> Result<(), Error> {
        if kept_for.is_zero() {
            return self.delete_file(key).await;
        }
        let place = place_in_trash(key, self.clock.now().after(kept_for));
        match self.files.rename(&Path::from(key), &place).await {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Moves all files of a deleted user to the trash, and returns their number.
    ///
    /// # Errors
    /// [`Error::Files`] or [`Error::Storage`].
    pub async fn discard_files_of(&self, user: UserId) -> Result<u64, Error> {
        let mut keys = self.files.list(Some(&Path::from(format!("{STATEMENTS}/{user}"))));
        let mut discarded = 0;
        while let Some(found) = keys.next().await {
            self.discard(found?.location.as_ref(), self.limits.deleted_kept_for).await?;
            discarded += 1;
        }
        self.storage.forget_departed_user(user).await?;
        Ok(discarded)
    }

    /// Restores files from the trash that a statement refers to, and returns their number. This happens after
    /// an older database was restored from a backup.
    ///
    /// # Errors
    /// [`Error::Files`] or [`Error::Storage`].
    pub async fn restore_referenced_files(&self) -> Result<u64, Error> {
        let mut places = self.files.list(Some(&Path::from(TRASH)));
        let mut put_back = 0;
        while let Some(found) = places.next().await {
            let place = found?.location;
            let Some((_, key)) = parse_place(&place) else { continue };
            if self.is_named(key).await? && self.files.head(&Path::from(key)).await.is_err() {
                self.files.rename(&place, &Path::from(key)).await?;
                put_back += 1;
            }
        }
        Ok(put_back)
    }

    /// Cleans up the file store. The sweep restores files that a statement refers to, deletes files whose
    /// time in the trash is over, and moves to the trash the files of deleted users and files older than a
    /// day that no statement refers to, such as those of an upload that a crash interrupted.
    ///
    /// Files of unknown users are left. If more than
    /// [`Limits::sweep_percent_max`](crate::Limits::sweep_percent_max) of the other files would be removed,
    /// none is: the database then probably belongs to another instance. A file that no statement refers to
    /// may still be needed, so that it is left if the disk is too full to move it to the trash. The
    /// numbers of files that were left are logged.
    ///
    /// # Errors
    /// [`Error::Files`] or [`Error::Storage`].
    pub async fn sweep_files(&self) -> Result<SweepReport, Error> {
        let mut swept =
            SweepReport { put_back: self.restore_referenced_files().await?, ..SweepReport::default() };
        swept.deleted = self.empty_trash().await?;
        for user in self.storage.list_departed_users().await? {
            swept.discarded += self.discard_files_of(user).await?;
        }
        self.discard_unnamed(&mut swept).await?;
        swept.log();
        Ok(swept)
    }

    async fn empty_trash(&self) -> Result<u64, Error> {
        let mut places = self.files.list(Some(&Path::from(TRASH)));
        let mut deleted = 0;
        while let Some(found) = places.next().await {
            let place = found?.location;
            if parse_place(&place).is_some_and(|(until, _)| until < self.clock.now()) {
                self.delete_file(place.as_ref()).await?;
                deleted += 1;
            }
        }
        Ok(deleted)
    }

    async fn discard_unnamed(&self, swept: &mut SweepReport) -> Result<(), Error> {
        let old = self.clock.now().before(UNNAMED_AGE_MIN).to_utc();
        let mut known_users = HashMap::new();
        let (mut of_known_users, mut unnamed) = (0_u64, Vec::new());
        let mut keys = self.files.list(Some(&Path::from(STATEMENTS)));
        while let Some(found) = keys.next().await {
            let found = found?;
            if !self.is_of_known_user(&found.location, &mut known_users).await? {
                swept.of_unknown_users += 1;
                continue;
            }
            of_known_users += 1;
            if found.last_modified < old && !self.is_named(found.location.as_ref()).await? {
                unnamed.push(found.location);
            }
        }
        let count = unnamed.len() as u64;
        let percent_max = u64::from(self.limits.sweep_percent_max);
        if count.saturating_mul(100) > of_known_users.saturating_mul(percent_max) {
            swept.held_back = count;
            return Ok(());
        }
        for key in unnamed {
            match self.move_to_trash(key.as_ref(), self.limits.swept_kept_for).await {
                Ok(()) => swept.discarded += 1,
                Err(Error::DiskFull(_)) => swept.unmoved += 1,
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    async fn is_of_known_user(&self, key: &Path, known: &mut HashMap<UserId, bool>) -> Result<bool, Error> {
        let Some(owner) = owner_of(key.as_ref()) else { return Ok(false) };
        if let Some(is_known) = known.get(&owner) {
            return Ok(*is_known);
        }
        let is_known = self.storage.find_user(owner).await.map_err(saldo_storage::Error::from)?.is_some();
        known.insert(owner, is_known);
        Ok(is_known)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trash_path_contains_the_key_and_the_deadline() {
        let until = Timestamp::from_milliseconds(1_746_057_600_000);
        let place = place_in_trash("statements/u/s", until);
        assert_eq!(place.as_ref(), "trash/20250501T000000Z/statements/u/s");
        assert_eq!(parse_place(&place), Some((until, "statements/u/s")));
        assert_eq!(parse_place(&Path::from("trash/soon/statements/u/s")), None);
        assert_eq!(parse_place(&Path::from("statements/u/s")), None);
    }
}
