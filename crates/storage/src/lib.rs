#![doc = include_str!("../README.md")]

mod accounts;
mod categories;
mod credentials;
mod entries;
mod error;
mod jobs;
mod sessions;
mod statements;
mod users;
mod verifications;

pub use accounts::Accounts;
pub use categories::Categories;
pub use credentials::{Credentials, NewCredential, PasswordHash};
pub use entries::{Balance, Entries, EntryChange, Grouping};
pub use error::{Error, Result};
pub use jobs::{Claim, Jobs, WorkerId};
pub use sessions::{NewSession, Sessions};
pub use statements::{Imported, NewStatement, StatementLine, Statements};
pub use users::{NewUser, UserChange, Users};
pub use verifications::Verifications;

/// Everything Saldo keeps, behind one object. Each method is one database transaction.
pub trait Storage:
    Users + Credentials + Sessions + Verifications + Accounts + Categories + Statements + Entries + Jobs + Health
{
}
impl<T> Storage for T where
    T: Users
        + Credentials
        + Sessions
        + Verifications
        + Accounts
        + Categories
        + Statements
        + Entries
        + Jobs
        + Health
{
}

/// Whether the database answers.
#[async_trait::async_trait]
pub trait Health: Send + Sync {
    /// Runs the smallest query.
    ///
    /// # Errors
    /// [`Error::Database`] when the database does not answer.
    async fn check_health(&self) -> Result<()>;
}
