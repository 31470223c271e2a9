//! The port for data of users that is outside of the storage ports.

use async_trait::async_trait;
use saldo_domain::UserId;

/// The port for data of users that is outside of the storage ports, such as files.
#[async_trait]
pub trait UserData: Send + Sync {
    /// Deletes the data of a user who has just been deleted. The user stays deleted if that fails, so the
    /// implementation must log the failure and try again later.
    async fn delete_of(&self, user: UserId);
}
