//! The identity of a database and of the file store that belongs to it.

use async_trait::async_trait;
use saldo_domain::{Id, UserId};

use crate::Result;

/// An instance: a database and the file store that belongs to it, each carrying its id.
#[derive(Debug)]
pub enum Instance {}

/// Identifies an instance.
pub type InstanceId = Id<Instance>;

/// Facts about the whole database, for the process that serves it and for no user.
#[async_trait]
pub trait Instances: Send + Sync {
    /// Returns the database's id; `None` before [`Instances::set_instance_id`].
    async fn find_instance_id(&self) -> Result<Option<InstanceId>>;

    /// Gives the database this id and returns the one that it has now: that of the first of several callers.
    async fn set_instance_id(&self, id: InstanceId) -> Result<InstanceId>;

    /// Reports whether any user has a statement.
    async fn has_statements(&self) -> Result<bool>;

    /// Lists users that were deleted and whose files may still be in the file store.
    async fn list_departed_users(&self) -> Result<Vec<UserId>>;

    /// Records that no file of a deleted user is left. Twice is fine.
    async fn forget_departed_user(&self, user: UserId) -> Result<()>;
}
