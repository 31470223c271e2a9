//! The errors of this crate.

use saldo_domain::{BooksRole, InvalidDivision, Money, MoneyError};

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
    /// A change by a member who may only view the books.
    #[error("You may only view these books; ask an owner to make you an editor")]
    ReadOnly,
    /// A user in a request who is not a member of the household.
    #[error("Name only members of this household; your own transaction was paid by you")]
    NotAMember,
    /// A transaction that is shared already.
    #[error("This transaction is shared already; change its shares, or stop sharing it first")]
    AlreadyShared,
    /// A transaction without an amount.
    #[error("This transaction has no amount to share")]
    NothingToShare,
    /// A share that is not a percentage or an amount in the currency of the transaction.
    #[error("A share must be a percentage with at most two decimals, or an amount in the currency")]
    InvalidShare,
    /// Shares that are not a division.
    #[error("Invalid shares: {0}")]
    Division(#[from] InvalidDivision),
    /// Amounts that do not add up to the amount of the transaction.
    #[error("The shares must add up to {}", size(*.amount))]
    SharesDoNotAddUp {
        /// The amount of the transaction.
        amount: Money,
    },
    /// An expense of another member's own books.
    #[error("Only the member who shared this transaction can change it; an owner can stop sharing it")]
    NotYours,
    /// An expense whose transaction was deleted.
    #[error("The transaction of this expense was deleted; undo that, or stop sharing it")]
    ExpenseGone,
    /// A payment to oneself, or without an amount.
    #[error("A payment needs two members and an amount more than zero")]
    InvalidPayment,
    /// A transaction that is not the payment that the request describes.
    #[error(
        "This transaction is another payment; its day, amount and direction must be those of the settlement"
    )]
    AnotherPayment,
    /// A transaction that was confirmed as a payment already.
    #[error("This transaction is recorded as a settlement already")]
    SettlementTaken,
    /// More shared expenses than a household may have.
    #[error("This household has {most} shared expenses, which is the most; stop sharing old ones first")]
    TooManyExpenses {
        /// The maximum number.
        most: usize,
    },
    /// More settlements than a household may have.
    #[error("This household has {most} settlements, which is the most; delete old ones first")]
    TooManySettlements {
        /// The maximum number.
        most: usize,
    },
    /// A sum that is too large.
    #[error(transparent)]
    Money(#[from] MoneyError),
    /// An error of the storage.
    #[error(transparent)]
    Storage(#[from] saldo_storage::Error),
}

/// Returns an amount without its sign.
fn size(amount: Money) -> Money {
    amount.checked_neg().ok().filter(|_| amount.is_negative()).unwrap_or(amount)
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
