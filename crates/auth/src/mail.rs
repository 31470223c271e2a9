//! The port through which mail is sent, and how it is sent without telling who has signed up.

use std::sync::Arc;

use async_trait::async_trait;
use saldo_domain::Email;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use url::Url;

use crate::{Error, Result};

/// What a mail says.
#[derive(Clone, PartialEq, Eq)]
pub enum Mail {
    /// Follow this link to choose a new password.
    ResetPassword {
        /// The link; whoever has it can choose the password.
        link: Url,
    },
    /// Follow this link to show that the address is yours.
    VerifyEmail {
        /// The link.
        link: Url,
    },
}

/// A link carries a secret: it is not written to logs.
impl std::fmt::Debug for Mail {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(match self {
            Self::ResetPassword { .. } => "ResetPassword(…)",
            Self::VerifyEmail { .. } => "VerifyEmail(…)",
        })
    }
}

/// The mail could not be handed over.
#[derive(Debug, thiserror::Error)]
#[error("the mail server did not take the mail")]
pub struct MailError(#[source] pub Box<dyn std::error::Error + Send + Sync>);

/// Sends mail.
#[async_trait]
pub trait Mailer: Send + Sync {
    /// Hands the mail over to whoever delivers it.
    ///
    /// # Errors
    /// [`MailError`] when it was not taken.
    async fn send(&self, to: &Email, mail: Mail) -> Result<(), MailError>;
}

/// Sends mail behind the answer: how long a request takes does not tell whether there was anything to send.
pub(crate) struct Postbox {
    mailer: Arc<dyn Mailer>,
    slots: Arc<Semaphore>,
}

impl Postbox {
    pub(crate) fn new(mailer: Arc<dyn Mailer>, mails_at_once: usize) -> Self {
        Self { mailer, slots: Arc::new(Semaphore::new(mails_at_once.max(1))) }
    }

    /// A place for one mail, taken before anybody knows whether there is something to send.
    pub(crate) fn slot(&self) -> Result<OwnedSemaphorePermit> {
        Arc::clone(&self.slots).try_acquire_owned().map_err(|_| Error::Busy)
    }

    /// Prepares a mail and sends it, in the background. What goes wrong there is nobody's answer: it is logged.
    pub(crate) fn send_behind(
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
                        tracing::error!(cause = &*error.0, "a mail could not be sent");
                    }
                }
                Err(error) => {
                    tracing::error!(cause = &error as &dyn std::error::Error, "a mail could not be prepared");
                }
            }
        });
    }
}
