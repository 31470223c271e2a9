//! People.

use async_trait::async_trait;
use saldo_domain::{Email, Page, PageRequest, Timestamp, User, UserId};

use crate::{NewCredential, Result};

/// A person as they sign up.
#[derive(Debug, Clone)]
pub struct NewUser {
    /// Their address.
    pub email: Email,
    /// Whether the address was shown to be theirs.
    pub email_verified: bool,
    /// What to call them; may be empty.
    pub name: String,
    /// A picture.
    pub image: Option<String>,
}

/// What changes of a person; `None` leaves it as it is.
#[derive(Debug, Clone, Default)]
pub struct UserChange {
    /// A new name.
    pub name: Option<String>,
    /// A new picture; `Some(None)` takes it away.
    pub image: Option<Option<String>>,
    /// A new address.
    pub email: Option<Email>,
    /// Whether the address was shown to be theirs.
    pub email_verified: Option<bool>,
}

/// The people of this instance.
#[async_trait]
pub trait Users: Send + Sync {
    /// Adds the person, the way they sign in and the default categories.
    ///
    /// For a password credential the subject is the new user's own id, whatever `credential` says.
    ///
    /// # Errors
    /// [`crate::Error::Conflict`] when the address, or the provider's subject, is taken.
    async fn insert_user(&self, user: NewUser, credential: NewCredential, now: Timestamp) -> Result<User>;

    /// The person with this id.
    async fn find_user(&self, user: UserId) -> Result<Option<User>>;

    /// The person with this address.
    async fn find_user_by_email(&self, email: &Email) -> Result<Option<User>>;

    /// All people, oldest first: for the person who runs the instance.
    async fn list_users(&self, page: PageRequest) -> Result<Page<User>>;

    /// How many people there are.
    async fn count_users(&self) -> Result<u64>;

    /// Changes the person's record; `None` when there is no such person.
    ///
    /// # Errors
    /// [`crate::Error::Conflict`] when the new address is taken.
    async fn update_user(&self, user: UserId, change: UserChange, now: Timestamp) -> Result<Option<User>>;

    /// Deletes the person and everything of theirs in the database. Twice is fine. Until [`crate::Instances::forget_departed_user`]
    /// their id is kept, so that their files can be found.
    async fn delete_user(&self, user: UserId) -> Result<()>;
}
