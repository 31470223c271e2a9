#![doc = include_str!("../README.md")]

mod authentication;
mod error;
mod fetch;
mod head;
#[cfg(feature = "imap")]
mod imap;
mod mailboxes;
mod message;
mod rules;
mod schedule;
mod server;
#[cfg(feature = "imap")]
pub mod settings;

pub use error::{Error, Result};
#[cfg(feature = "imap")]
pub use imap::{Imap, ImapSettings, InvalidCertificates};
pub use mailboxes::{Listed, MailLimits, MailboxRequest, Mailboxes};
pub use message::SUBJECT_CHARACTERS_MAX;
pub use server::{
    BoxError, FileImporter, Granted, MailCredential, MailError, MailHead, MailServer, MailSession,
    OpenedFolder,
};
