//! The check that the database and the file store belong to the same instance, before either is changed.

use futures::StreamExt;
use object_store::path::Path;
use object_store::{ObjectStore, ObjectStoreExt};
use saldo_domain::Id;
use saldo_storage::InstanceId;

use super::Ingest;
use super::files::{STATEMENTS, owner_of};
use crate::error::Error;

/// The file that contains the id of the instance.
pub(super) const MARKER: &str = "instance";

impl Ingest {
    /// Checks that the database and the file store belong to the same instance. If one of them has no id yet,
    /// their contents are compared, and both get the same id.
    ///
    /// # Errors
    /// [`Error::OtherInstance`] if they do not belong together; nothing is changed then. [`Error::Files`] or
    /// [`Error::Storage`].
    pub async fn join_files(&self) -> Result<(), Error> {
        let (marked, known) = (self.marker().await?, self.storage.find_instance_id().await?);
        if marked.is_some() && marked == known {
            return Ok(());
        }
        let says_otherwise = marked.is_some() && known.is_some();
        if says_otherwise || !self.hold_the_same().await? {
            return Err(Error::OtherInstance);
        }
        let id = marked.or(known).unwrap_or_else(|| Id::new(self.clock.now()));
        let id = self.storage.set_instance_id(id).await?;
        self.mark(id).await
    }

    /// Marks the file store as belonging to this database without a check, for an administrator who knows
    /// that it does.
    ///
    /// # Errors
    /// [`Error::Files`] or [`Error::Storage`].
    pub async fn adopt_files(&self) -> Result<(), Error> {
        let id = self.storage.set_instance_id(Id::new(self.clock.now())).await?;
        self.mark(id).await
    }

    async fn marker(&self) -> Result<Option<InstanceId>, Error> {
        match self.files.get(&Path::from(MARKER)).await {
            Ok(found) => {
                let bytes = found.bytes().await?;
                let id = std::str::from_utf8(&bytes).ok().and_then(|text| text.trim().parse().ok());
                id.map(Some).ok_or(Error::OtherInstance)
            }
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    async fn mark(&self, id: InstanceId) -> Result<(), Error> {
        self.files.put(&Path::from(MARKER), format!("{id}\n").into_bytes().into()).await?;
        Ok(())
    }

    /// True if both are empty, or if at least one user of the database owns files in the store.
    async fn hold_the_same(&self) -> Result<bool, Error> {
        let statements = Path::from(STATEMENTS);
        if self.files.list(Some(&statements)).next().await.transpose()?.is_none() {
            return Ok(!self.storage.has_statements().await?);
        }
        for folder in self.files.list_with_delimiter(Some(&statements)).await?.common_prefixes {
            if let Some(owner) = owner_of(folder.as_ref())
                && self.storage.find_user(owner).await.map_err(saldo_storage::Error::from)?.is_some()
            {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
