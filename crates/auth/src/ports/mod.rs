//! The storage ports that this crate needs, and their error.

mod api_tokens;
mod credentials;
mod sessions;
mod two_steps;
mod user_data;
mod users;
mod verifications;

use std::sync::Arc;

pub use api_tokens::{ApiTokenChange, ApiTokens, NewApiToken};
pub use credentials::{Credentials, NewCredential, PasswordHash};
pub use sessions::{NewSession, Sessions};
pub use two_steps::{TwoStep, TwoSteps};
pub use user_data::{Deletion, UserData};
pub use users::{NewUser, UserChange, Users};
pub use verifications::Verifications;

/// The result of a port's method. Every method can fail with any [`StoreError`] except for
/// [`StoreError::Conflict`] and [`StoreError::InvalidCursor`], which are listed with the method.
pub(crate) type Result<T> = std::result::Result<T, StoreError>;

/// The cause of a failure in an adapter.
pub type Cause = Box<dyn std::error::Error + Send + Sync>;

/// An error of a storage port. A record that does not exist is `None`, not an error.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// A value that must be unique already exists.
    #[error("already exists")]
    Conflict,
    /// The user that the data belongs to was deleted in the meantime.
    #[error("the user was deleted")]
    UserDeleted,
    /// The cursor is malformed, or belongs to another list.
    #[error("invalid cursor")]
    InvalidCursor,
    /// The storage was occupied for too long. The call can be retried.
    #[error("the storage is busy")]
    Busy(#[source] Cause),
    /// The storage cannot be reached. The call can be retried.
    #[error("the storage cannot be reached")]
    Unavailable(#[source] Cause),
    /// The disk of the storage is full. Nothing was written.
    #[error("the disk of the storage is full")]
    DiskFull(#[source] Cause),
    /// The storage failed in another way.
    #[error("the storage failed")]
    Failed(#[source] Cause),
}

/// The storage ports of [`crate::Auth`]. [`Ports::of`] makes them from one object that implements all six.
#[derive(Clone)]
pub struct Ports {
    /// The users.
    pub users: Arc<dyn Users>,
    /// The sign-in methods of the users.
    pub credentials: Arc<dyn Credentials>,
    /// The sessions of the users.
    pub sessions: Arc<dyn Sessions>,
    /// Single-use values with an expiry, such as mailed tokens.
    pub verifications: Arc<dyn Verifications>,
    /// The second factors of the users.
    pub two_steps: Arc<dyn TwoSteps>,
    /// The API tokens of the users.
    pub api_tokens: Arc<dyn ApiTokens>,
}

impl Ports {
    /// Returns the ports of an object that implements all of them.
    ///
    /// ```
    /// # #[cfg(feature = "memory")] {
    /// use std::sync::Arc;
    ///
    /// let storage = Arc::new(saldo_auth::memory::Memory::default());
    /// let ports = saldo_auth::Ports::of(&storage);
    /// # }
    /// ```
    #[must_use]
    pub fn of<S>(storage: &Arc<S>) -> Self
    where
        S: Users + Credentials + Sessions + Verifications + TwoSteps + ApiTokens + 'static,
    {
        Self {
            users: storage.clone(),
            credentials: storage.clone(),
            sessions: storage.clone(),
            verifications: storage.clone(),
            two_steps: storage.clone(),
            api_tokens: storage.clone(),
        }
    }
}
