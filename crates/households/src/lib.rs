#![doc = include_str!("../README.md")]

mod balances;
mod error;
mod invitations;
mod offers;
pub mod settings;
mod settling;
mod shared_books;
mod sharing;

pub use balances::{Balances, Transfer, balances, divide, since, spent, transfers};
pub use error::{Error, Result};
pub use invitations::{InvitationToken, InviteRequest, Invited, MailOutcome};
pub use offers::{OpenDebt, SettlementOffer, offers};
pub use saldo_storage::OpenInvitation;
pub use settling::{CurrencyDebts, Debts, NewPayment};
pub use shared_books::{HouseholdLimits, SharedBooks, SharingLimits};
pub use sharing::{Participant, RequestedDivision, ShareRequest, Sharing, visible_transaction};
