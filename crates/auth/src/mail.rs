//! The mail port, and sending in the background, so that response times do not reveal who has signed up.

use std::sync::Arc;

use async_trait::async_trait;
use saldo_domain::Email;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use url::Url;

use crate::{Error, Result};

/// A mail to a user.
#[derive(Clone, PartialEq, Eq)]
pub enum Mail {
    /// A link for choosing a new password.
    ResetPassword {
        /// The link. Anyone who has it can set the password.
        link: Url,
    },
    /// A link for proving that the address belongs to the user.
    VerifyEmail {
        /// The link.
        link: Url,
    },
    /// A message that the user asked for.
    Message {
        /// The subject, on one line.
        subject: String,
        /// The text.
        text: String,
        /// The same as a document of HTML; `None` for plain text alone.
        html: Option<String>,
    },
}

/// Hides links and texts, because they contain secrets and must not appear in logs.
impl std::fmt::Debug for Mail {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(match self {
            Self::ResetPassword { .. } => "ResetPassword(…)",
            Self::VerifyEmail { .. } => "VerifyEmail(…)",
            Self::Message { .. } => "Message(…)",
        })
    }
}

/// Error: the mail was not accepted for delivery.
#[derive(Debug, thiserror::Error)]
#[error("the mail server rejected the email")]
pub struct MailError(#[source] pub Box<dyn std::error::Error + Send + Sync>);

/// The port for sending mail.
#[async_trait]
pub trait Mailer: Send + Sync {
    /// Hands a mail over for delivery.
    ///
    /// # Errors
    /// [`MailError`] if it was not accepted.
    async fn send(&self, to: &Email, mail: Mail) -> Result<(), MailError>;
}

/// Sends mail in the background, so that the response time does not reveal if a mail was sent.
pub(crate) struct MailQueue {
    mailer: Arc<dyn Mailer>,
    slots: Arc<Semaphore>,
}

impl MailQueue {
    pub(crate) fn new(mailer: Arc<dyn Mailer>, mails_at_once: usize) -> Self {
        Self { mailer, slots: Arc::new(Semaphore::new(mails_at_once.max(1))) }
    }

    /// Reserves a slot for one mail. Call it before looking up the recipient, so that a full queue does not
    /// reveal if there is one.
    ///
    /// # Errors
    /// [`Error::Busy`] if all slots are taken.
    pub(crate) fn slot(&self) -> Result<OwnedSemaphorePermit> {
        Arc::clone(&self.slots).try_acquire_owned().map_err(|_| Error::Busy)
    }

    /// Prepares and sends a mail in the background. Failures are only logged, because the response
    /// has been sent by then.
    pub(crate) fn send_in_background(
        &self,
        slot: OwnedSemaphorePermit,
        to: Email,
        prepare: impl Future<Output = Result<Mail>> + Send + 'static,
    ) {
        let mailer = Arc::clone(&self.mailer);
        tokio::spawn(async move {
            let _slot = slot;
            match prepare.await {
                Ok(mail) => {
                    if let Err(error) = mailer.send(&to, mail).await {
                        tracing::error!(
                            cause = &*error.0,
                            "cannot send an email; check the settings of the mail server"
                        );
                    }
                }
                Err(error) => {
                    tracing::error!(cause = &error as &dyn std::error::Error, "cannot prepare an email");
                }
            }
        });
    }
}
