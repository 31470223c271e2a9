//! The use cases of a member: households, their members and roles.

use std::sync::Arc;
use std::time::Duration;

use saldo_auth::Mailer;
use saldo_domain::{BooksRole, Email, Household, Member, Timestamp, UserId};
use saldo_storage::{JoinLimits, MembershipChange, NewHousehold, Storage};
use url::Url;

use crate::{Error, Result};

/// Limits of shared expenses.
#[derive(Debug, Clone, Copy)]
pub struct SharingLimits {
    /// The maximum number of shared expenses of a household.
    pub expenses: usize,
    /// The maximum number of settlements of a household.
    pub settlements: usize,
}

/// Limits of households.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct HouseholdLimits {
    /// The maximum number of households of a user, and of members of a household.
    pub join: JoinLimits,
    /// The maximum number of open invitations to a household.
    pub invitations: usize,
    /// The time for which an invitation is accepted.
    pub invitation_lifetime: Duration,
    /// The limits of shared expenses.
    pub sharing: SharingLimits,
}

impl HouseholdLimits {
    /// Creates limits.
    #[must_use]
    pub const fn new(
        join: JoinLimits,
        invitations: usize,
        invitation_lifetime: Duration,
        sharing: SharingLimits,
    ) -> Self {
        Self { join, invitations, invitation_lifetime, sharing }
    }
}

/// The households of users. Cloning is cheap.
#[derive(Clone)]
pub struct SharedBooks {
    pub(crate) storage: Arc<dyn Storage>,
    pub(crate) mailer: Option<Arc<dyn Mailer>>,
    pub(crate) base_url: Url,
    pub(crate) limits: HouseholdLimits,
}

impl SharedBooks {
    /// Creates the use cases. Links of invitations begin with `base_url`.
    #[must_use]
    pub fn new(storage: Arc<dyn Storage>, base_url: Url, limits: HouseholdLimits) -> Self {
        Self { storage, mailer: None, base_url, limits }
    }

    /// Sends invitations by mail, too.
    #[must_use]
    pub fn with_mailer(self, mailer: Arc<dyn Mailer>) -> Self {
        Self { mailer: Some(mailer), ..self }
    }

    /// Returns the role of a user in a set of books. `None` if the user cannot open them. The database is
    /// asked every time, unless they are the user's own.
    ///
    /// # Errors
    /// [`Error::Storage`] if the storage fails.
    pub async fn role(&self, user: UserId, books: UserId) -> Result<Option<BooksRole>> {
        if user == books {
            return Ok(Some(BooksRole::Owner));
        }
        Ok(self.storage.find_role(books, user).await?)
    }

    /// Returns the households of a user, in the order of joining.
    ///
    /// # Errors
    /// [`Error::Storage`] if the storage fails.
    pub async fn list(&self, user: UserId) -> Result<Vec<Household>> {
        Ok(self.storage.list_households(user).await?)
    }

    /// Creates a household, whose owner the user becomes. Its books are empty.
    ///
    /// # Errors
    /// [`Error::TooManyHouseholds`]; [`Error::Storage`] if the storage fails.
    pub async fn create(&self, user: UserId, name: String, now: Timestamp) -> Result<Household> {
        let books = UserId::new(now);
        let address = Email::parse(&format!("{books}@household.invalid"));
        let address = address.map_err(|error| saldo_storage::Error::Database(error.into()))?;
        let most = self.limits.join.households;
        let new = NewHousehold { books, name: name.clone(), address };
        if !self.storage.insert_household(user, new, most, now).await? {
            return Err(Error::TooManyHouseholds { most });
        }
        Ok(Household { books, name, role: BooksRole::Owner, created_at: now })
    }

    /// Renames a household, as an owner.
    ///
    /// # Errors
    /// [`Error::NotFound`]; [`Error::NotPermitted`]; [`Error::Storage`] if the storage fails.
    pub async fn rename(&self, user: UserId, books: UserId, name: String) -> Result<()> {
        self.require_owner(user, books).await?;
        require_found(self.storage.rename_household(books, name).await?)
    }

    /// Deletes a household with all its data, as an owner. The next sweep deletes its files.
    ///
    /// # Errors
    /// [`Error::NotFound`]; [`Error::NotPermitted`]; [`Error::Storage`] if the storage fails.
    pub async fn delete(&self, user: UserId, books: UserId) -> Result<()> {
        self.require_owner(user, books).await?;
        require_found(self.storage.delete_household(books).await?)
    }

    /// Returns the members of a household, in the order of joining, to each of them.
    ///
    /// # Errors
    /// [`Error::NotFound`]; [`Error::Storage`] if the storage fails.
    pub async fn members(&self, user: UserId, books: UserId) -> Result<Vec<Member>> {
        self.require_member(user, books).await?;
        Ok(self.storage.list_members(books).await?)
    }

    /// Changes the role of a member, as an owner.
    ///
    /// # Errors
    /// [`Error::NotFound`]; [`Error::NotPermitted`]; [`Error::LastOwner`]; [`Error::Storage`] if the storage
    /// fails.
    pub async fn set_role(&self, user: UserId, books: UserId, member: UserId, role: BooksRole) -> Result<()> {
        self.require_owner(user, books).await?;
        require_done(self.storage.put_role(books, member, role).await?)
    }

    /// Ends a membership: a member's own, or that of any member as an owner.
    ///
    /// # Errors
    /// [`Error::NotFound`]; [`Error::NotPermitted`]; [`Error::LastOwner`]; [`Error::Storage`] if the storage
    /// fails.
    pub async fn remove(&self, user: UserId, books: UserId, member: UserId) -> Result<()> {
        if user == member {
            self.require_member(user, books).await?;
        } else {
            self.require_owner(user, books).await?;
        }
        require_done(self.storage.delete_member(books, member).await?)
    }

    /// Returns the role of a member. The books of a single user are not a household.
    pub(crate) async fn require_member(&self, user: UserId, books: UserId) -> Result<BooksRole> {
        self.storage.find_role(books, user).await?.ok_or(Error::NotFound)
    }

    pub(crate) async fn require_owner(&self, user: UserId, books: UserId) -> Result<()> {
        match self.require_member(user, books).await? {
            BooksRole::Owner => Ok(()),
            role => Err(Error::NotPermitted { role }),
        }
    }
}

pub(crate) fn require_found(found: bool) -> Result<()> {
    if found { Ok(()) } else { Err(Error::NotFound) }
}

fn require_done(change: MembershipChange) -> Result<()> {
    match change {
        MembershipChange::Done => Ok(()),
        MembershipChange::LastOwner => Err(Error::LastOwner),
        MembershipChange::NotFound => Err(Error::NotFound),
    }
}
