//! The errors of this crate.

use saldo_domain::BooksRole;

/// An error of a use case.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The user is not a member of the household, or the household has no such member or invitation.
    #[error("Not found")]
    NotFound,
    /// A member whose role does not permit this.
    #[error("Only an owner of these books can do this; you are {role}", role = named(*.role))]
    NotPermitted {
        /// The role of the member.
        role: BooksRole,
    },
    /// A change after which the household would have no owner.
    #[error("A household needs an owner; make another member an owner first, or delete the household")]
    LastOwner,
    /// More households than a user may have.
    #[error("You have {most} households, which is the most; leave or delete one first")]
    TooManyHouseholds {
        /// The maximum number.
        most: usize,
    },
    /// More members than a household may have.
    #[error("This household has {most} members, which is the most; an owner must remove one first")]
    TooManyMembers {
        /// The maximum number.
        most: usize,
    },
    /// More open invitations than a household may have.
    #[error("This household has {most} open invitations, which is the most; revoke one first")]
    TooManyInvitations {
        /// The maximum number.
        most: usize,
    },
    /// An invitation that is unknown, used, revoked or expired.
    #[error("This invitation is not valid; it was used, revoked or has expired. Ask for a new one")]
    InvalidInvitation,
    /// An invitation to a household of which the user is a member.
    #[error("You are a member of this household already")]
    AlreadyMember,
    /// An error of the storage.
    #[error(transparent)]
    Storage(#[from] saldo_storage::Error),
}

/// Returns the role with its article.
const fn named(role: BooksRole) -> &'static str {
    match role {
        BooksRole::Viewer => "a viewer",
        BooksRole::Editor => "an editor",
        BooksRole::Owner => "an owner",
    }
}

/// A result with this crate's [`Error`].
pub type Result<T, E = Error> = std::result::Result<T, E>;
