//! The ports of this crate: channels, and the encryption of their addresses.

use std::fmt;

use async_trait::async_trait;
use saldo_domain::{Facts, Language, NotificationId, Timestamp, UserId};
use serde::{Deserialize, Serialize};
use url::Url;

/// The address of a user at a channel, and its secret.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Target {
    /// The URL; `None` for a channel that knows the user's address.
    pub address: Option<Url>,
    /// The key of signatures, or the access token of the server.
    pub secret: Option<String>,
    /// The language of texts.
    pub language: Language,
}

/// Hides the address, because the topic of an ntfy server is a secret, too.
impl fmt::Debug for Target {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Target(…)")
    }
}

/// A message to send.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// The notification; `None` for a test.
    pub id: Option<NotificationId>,
    /// The text on one line, in the language of the channel.
    pub text: String,
    /// More lines; `None` for most kinds.
    pub details: Option<Details>,
    /// The page that shows the subject.
    pub link: Url,
    /// The facts of the event; `None` for a test.
    pub facts: Option<Facts>,
    /// The time of the event.
    pub created_at: Timestamp,
}

impl Message {
    /// Returns the text with its details, as plain text.
    #[must_use]
    pub fn plain(&self) -> String {
        match &self.details {
            Some(details) => format!("{}\n\n{}", self.text, details.plain),
            None => self.text.clone(),
        }
    }
}

/// The lines below the text of a message, with its figures as a chart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Details {
    /// Plain text, for screens of any width.
    pub plain: String,
    /// A document of HTML with the text of the message, which loads nothing from anywhere.
    pub html: String,
}

/// The reason why a message was not sent.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SendError {
    /// A text that is not an address of this channel.
    #[error("the address must be like https://example.org/path, without a user name and a password")]
    InvalidAddress,
    /// An address of ntfy without a topic.
    #[error("the address must end with one topic, like https://ntfy.sh/your-topic")]
    NoTopic,
    /// A host in a private network.
    #[error(
        "the host is in a private network, to which this server does not send; an administrator can permit it \
         with SALDO_NOTIFICATION_PRIVATE_HOSTS"
    )]
    PrivateAddress,
    /// A host that did not answer, or not in time.
    #[error("the host cannot be reached, or it does not answer in time")]
    Unreachable,
    /// An answer with another status than success.
    #[error("the host answered with the status {0}")]
    Status(u16),
    /// A user whose mail address is not verified.
    #[error("your email address is not verified; verify it first")]
    NotVerified,
    /// A mail that the mail server rejected.
    #[error("the mail server rejected the message")]
    Mail,
}

impl SendError {
    /// True if another attempt would fail in the same way.
    #[must_use]
    pub const fn is_final(&self) -> bool {
        match self {
            Self::InvalidAddress | Self::NoTopic => true,
            // An administrator can permit a host, and a user can verify an address meanwhile.
            Self::PrivateAddress | Self::Unreachable | Self::Status(_) | Self::NotVerified | Self::Mail => {
                false
            }
        }
    }
}

/// A way to send messages.
#[async_trait]
pub trait Channel: Send + Sync {
    /// True if the server signs its messages with a key that it creates.
    fn signs(&self) -> bool {
        false
    }

    /// Checks an address. Returns the part that is no secret, such as the host.
    ///
    /// # Errors
    /// [`SendError`] for an address that this channel cannot use.
    fn check(&self, target: &Target) -> Result<String, SendError>;

    /// Sends a message at `now`.
    ///
    /// # Errors
    /// [`SendError`] if it was not accepted.
    async fn send(
        &self,
        user: UserId,
        target: &Target,
        message: &Message,
        now: Timestamp,
    ) -> Result<(), SendError>;
}
