#![doc = include_str!("../README.md")]

mod error;
mod invitations;
mod shared_books;

pub use error::{Error, Result};
pub use invitations::{InvitationToken, InviteRequest, Invited, MailOutcome};
pub use saldo_storage::OpenInvitation;
pub use shared_books::{HouseholdLimits, SharedBooks};
