//! The port for the identity of a database and its file store.

use async_trait::async_trait;
use saldo_domain::{Id, UserId};

use crate::Result;

/// An instance: a database and its file store, each of which carries the instance's id.
#[derive(Debug)]
pub enum Instance {}

/// The id of an [`Instance`].
pub type InstanceId = Id<Instance>;

/// Facts about the whole database that belong to no user.
#[async_trait]
pub trait Instances: Send + Sync {
    /// Returns the id of the database; `None` before [`Instances::set_instance_id`].
    async fn find_instance_id(&self) -> Result<Option<InstanceId>>;

    /// Sets the id of the database unless it has one, and returns the id that it has. Of several concurrent
    /// callers, the first sets the id.
    async fn set_instance_id(&self, id: InstanceId) -> Result<InstanceId>;

    /// Returns true if any user has a statement.
    async fn has_statements(&self) -> Result<bool>;

    /// Returns the deleted users whose files may still be in the file store.
    async fn list_departed_users(&self) -> Result<Vec<UserId>>;

    /// Records that the file store has no files of a deleted user left. Idempotent.
    async fn forget_departed_user(&self, user: UserId) -> Result<()>;
}
