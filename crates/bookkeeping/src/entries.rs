//! Changing entries.

use saldo_domain::{EntryId, Split, Timestamp, UserId, split};
use saldo_storage::Edited;

use crate::{Bookkeeper, Error, Result};

impl Bookkeeper {
    /// Splits an entry into parts; no parts join it again.
    ///
    /// # Errors
    /// [`Error::PartsDoNotAddUp`].
    pub async fn split_entry(
        &self,
        user: UserId,
        entry: EntryId,
        parts: Vec<Split>,
        now: Timestamp,
    ) -> Result<Edited> {
        let Some(known) = self.storage.find_entry(user, entry).await? else { return Ok(Edited::Unknown) };
        if !parts.is_empty() {
            let same_way = parts.iter().all(|part| part.amount.is_negative() == known.amount.is_negative());
            if !same_way || !split::adds_up(known.amount, &parts)? {
                return Err(Error::PartsDoNotAddUp);
            }
        }
        // The amount may be another by now: the storage looks again while nobody else can write.
        self.storage.split_entry(user, entry, parts, now).await?.ok_or(Error::PartsDoNotAddUp)
    }
}
