//! The port for data of users that is outside of the storage ports.

use std::pin::Pin;

use async_trait::async_trait;
use saldo_domain::UserId;

/// The deletion of a user's data, which begins when it is awaited.
pub type Deletion = Pin<Box<dyn Future<Output = ()> + Send>>;

/// The port for data of users that is outside of the storage ports, such as files, or access to other
/// servers.
#[async_trait]
pub trait UserData: Send + Sync {
    /// Returns the deletion of a user's data. It is awaited after the user was deleted, so that it must
    /// contain what it needs of the storage. The user stays deleted if it fails, so it must log the failure.
    async fn deletion_of(&self, user: UserId) -> Deletion;
}
