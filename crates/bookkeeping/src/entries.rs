//! Changes of transactions.

use saldo_domain::{EntryId, Split, Timestamp, UserId, split};
use saldo_storage::{EditError, Edited};

use crate::{Bookkeeper, Error, Result};

impl Bookkeeper {
    /// Splits a transaction; no splits at all remove the existing ones.
    ///
    /// # Errors
    /// [`Error::PartsDoNotAddUp`] unless there are at least two splits with
    /// the sign of the transaction that add up to its amount; [`Error::Money`]
    /// if their sum does not fit; [`Error::Storage`] if the user has no such
    /// transaction, or the storage fails.
    pub async fn split_entry(
        &self,
        user: UserId,
        entry: EntryId,
        parts: Vec<Split>,
        now: Timestamp,
    ) -> Result<Edited> {
        let Some(known) = self.storage.find_entry(user, entry).await? else { return Err(unknown()) };
        if !parts.is_empty() {
            let same_way = parts.iter().all(|part| part.amount.is_negative() == known.amount.is_negative());
            if !same_way || !split::adds_up(known.amount, &parts)? {
                return Err(Error::PartsDoNotAddUp);
            }
        }
        // The amount may have changed since it was read. The storage
        // checks it again in the database transaction that writes.
        self.storage.split_entry(user, entry, parts, now).await.map_err(|error| match error {
            saldo_storage::Error::Edit(EditError::SplitsDiffer) => Error::PartsDoNotAddUp,
            error => error.into(),
        })
    }
}

/// Returns the error for a transaction that the user does not have.
pub(crate) fn unknown() -> Error {
    saldo_storage::Error::from(EditError::Unknown).into()
}
