//! The port for users.

use async_trait::async_trait;
use saldo_domain::{Email, Page, PageRequest, Timestamp, User, UserId};

use super::{NewCredential, Result};

/// Sign-up details.
#[derive(Debug, Clone)]
pub struct NewUser {
    /// The e-mail address.
    pub email: Email,
    /// True if the user has proved that the address is theirs.
    pub email_verified: bool,
    /// The name for display; may be empty.
    pub name: String,
    /// The URL of a picture.
    pub image: Option<String>,
}

impl NewUser {
    /// Creates a user without a picture, who has not proved that the address is theirs.
    #[must_use]
    pub fn named(email: Email, name: &str) -> Self {
        Self { email, email_verified: false, name: name.to_owned(), image: None }
    }
}

/// A partial update of a user; `None` leaves a field unchanged.
#[derive(Debug, Clone, Default)]
pub struct UserChange {
    /// The new name.
    pub name: Option<String>,
    /// The URL of the new picture; `Some(None)` removes it.
    pub image: Option<Option<String>>,
    /// The new e-mail address.
    pub email: Option<Email>,
    /// True if the user has proved that the address is theirs.
    pub email_verified: Option<bool>,
}

/// The users of this instance.
#[async_trait]
pub trait Users: Send + Sync {
    /// Adds a user and their credential. An adapter may also add records of its own for the new user, in the
    /// same transaction.
    ///
    /// The subject of a password credential is the new user's own id.
    ///
    /// # Errors
    /// [`crate::StoreError::Conflict`] if the e-mail address, or the subject at the provider, is in use.
    async fn insert_user(&self, user: NewUser, credential: NewCredential, now: Timestamp) -> Result<User>;

    /// Returns the user with this id.
    async fn find_user(&self, user: UserId) -> Result<Option<User>>;

    /// Returns the user with this e-mail address.
    async fn find_user_by_email(&self, email: &Email) -> Result<Option<User>>;

    /// Returns a page of all users, oldest first, for administration.
    ///
    /// # Errors
    /// [`crate::StoreError::InvalidCursor`] if the cursor is not valid.
    async fn list_users(&self, page: PageRequest) -> Result<Page<User>>;

    /// Returns the number of users.
    async fn count_users(&self) -> Result<u64>;

    /// Changes a user; returns `None` if the user does not exist.
    ///
    /// # Errors
    /// [`crate::StoreError::Conflict`] if the new e-mail address is in use.
    async fn update_user(&self, user: UserId, change: UserChange, now: Timestamp) -> Result<Option<User>>;

    /// Deletes a user and all of their data. Idempotent.
    async fn delete_user(&self, user: UserId) -> Result<()>;
}
