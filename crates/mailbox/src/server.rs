//! The ports of this crate: mail servers, and the import of files.

use std::fmt;
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use saldo_domain::{Date, MailAction, MailFile, MailboxSecrets, MailboxSettings, Timestamp, UserId};

/// An error of another crate.
pub type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// The secret with which a session begins.
#[derive(Clone, PartialEq, Eq)]
pub enum MailCredential {
    /// A password.
    Password(String),
    /// An access token of OAuth 2.
    AccessToken(String),
}

/// Hides the secret.
impl fmt::Debug for MailCredential {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("MailCredential(…)")
    }
}

/// A credential, and the refresh token that replaces the one that obtained it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Granted {
    /// The credential.
    pub credential: MailCredential,
    /// The new refresh token, if the provider returned one. The old one may no longer work.
    pub refresh_token: Option<MailCredential>,
}

/// A session in which the folder of a mailbox is open.
pub struct OpenedFolder {
    /// The session.
    pub session: Box<dyn MailSession>,
    /// The validity of the identifiers in the folder.
    pub uid_validity: u32,
    /// The identifier that the next new message gets, if the server states it.
    pub uid_next: Option<u32>,
    /// The number of messages.
    pub count: u32,
}

/// The head of a message.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MailHead {
    /// The identifier in the folder.
    pub uid: u32,
    /// The size of the message in bytes.
    pub size: u64,
    /// The time at which the server received it.
    pub received_at: Option<Timestamp>,
    /// The header fields `From`, `Subject` and `Authentication-Results`, in their order.
    pub fields: Vec<u8>,
}

/// The reason why a mail server returned nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MailError {
    /// A host in a private network.
    #[error(
        "the mail server is in a private network, which this server does not contact; an administrator can permit its \
         host with SALDO_MAIL_PRIVATE_HOSTS"
    )]
    PrivateAddress,
    /// A host that did not answer, or not in time.
    #[error("the mail server cannot be reached, or it does not answer in time")]
    Unreachable,
    /// A certificate that cannot be verified, or no TLS at all.
    #[error("the TLS connection to the mail server failed: {0}")]
    Tls(String),
    /// A server without STARTTLS.
    #[error("the mail server does not offer STARTTLS; choose TLS and its port, usually 993")]
    NoStartTls,
    /// A connection without encryption to another machine.
    #[error("a connection without TLS is permitted to this machine only")]
    Insecure,
    /// A user name or a password that the server rejects.
    #[error("the mail server rejects the user name or the password; many providers need an app password")]
    Rejected,
    /// A server that rejects an access token.
    #[error(
        "the mail server rejects the access token; check the user name and the permissions of the client"
    )]
    TokenRejected,
    /// A token endpoint that refuses the refresh token.
    #[error("the provider refuses the refresh token ({0}); create a new one")]
    GrantRefused(String),
    /// A token endpoint that cannot be used.
    #[error("the token endpoint cannot be used; check its address, which must begin with https://")]
    TokenEndpoint,
    /// A folder that does not exist.
    #[error("the mail server has no folder {0}")]
    NoFolder(String),
    /// A server that cannot move messages.
    #[error("the mail server cannot move messages; choose another action")]
    CannotMove,
    /// A request that the server refuses.
    #[error("the mail server refuses a request: {0}")]
    Refused(String),
    /// An answer beyond a limit.
    #[error("the answer of the mail server is larger than this server permits")]
    TooLarge,
    /// An answer that is not of the protocol.
    #[error("the answer of the mail server cannot be read")]
    Malformed,
    /// Secrets that were encrypted under another secret of this server.
    #[error("the stored password cannot be decrypted; enter it again")]
    Sealed,
}

impl MailError {
    /// True if the same credentials will fail again.
    #[must_use]
    pub const fn is_final(&self) -> bool {
        matches!(self, Self::Rejected | Self::TokenRejected | Self::GrantRefused(_) | Self::Sealed)
    }
}

/// Mail servers.
#[async_trait]
pub trait MailServer: Send + Sync {
    /// Returns the credential for a session: the password, or an access token that the refresh token obtains.
    ///
    /// # Errors
    /// [`MailError`] if the provider returns no access token.
    async fn authorize(
        &self,
        settings: &MailboxSettings,
        secrets: &MailboxSecrets,
    ) -> Result<Granted, MailError>;

    /// Signs in and opens the folder of a mailbox. If messages are to be moved, checks that they can be.
    ///
    /// # Errors
    /// [`MailError`] if the folder cannot be opened.
    async fn open(
        &self,
        settings: &MailboxSettings,
        credential: &MailCredential,
    ) -> Result<OpenedFolder, MailError>;
}

/// A session in which a folder is open. It ends when it is dropped.
#[async_trait]
pub trait MailSession: Send {
    /// Returns the identifiers after `after` of the messages received since a day, in ascending order.
    ///
    /// # Errors
    /// [`MailError`] if the server does not return all.
    async fn list(&mut self, after: u32, since: Date) -> Result<Vec<u32>, MailError>;

    /// Returns the heads of messages. Those that were deleted meanwhile are missing.
    ///
    /// # Errors
    /// [`MailError`] if the server does not return all others.
    async fn heads(&mut self, uids: &[u32]) -> Result<Vec<MailHead>, MailError>;

    /// Returns a message without marking it as seen; `None` if it was deleted meanwhile.
    ///
    /// # Errors
    /// [`MailError`] if the server does not return it.
    async fn message(&mut self, uid: u32, bytes_max: u64) -> Result<Option<Vec<u8>>, MailError>;

    /// Changes a message.
    ///
    /// # Errors
    /// [`MailError`] if the server refuses it.
    async fn apply(&mut self, uid: u32, action: &MailAction) -> Result<(), MailError>;

    /// Waits for new messages in the folder, at most for `patience`. Returns false if there are none, or the
    /// server cannot report them. The session has no further use.
    ///
    /// # Errors
    /// [`MailError`] if the connection ended.
    async fn wait(&mut self, patience: Duration) -> Result<bool, MailError>;
}

/// The import of files, as a user imports them.
#[async_trait]
pub trait FileImporter: Send + Sync {
    /// Stores a file, or the files of a ZIP file, and imports them. They are stored when this returns, but
    /// may still be read. `password` is that of protected PDF files.
    ///
    /// # Errors
    /// An error of this server, after which another attempt may succeed.
    async fn import(
        &self,
        user: UserId,
        file_name: &str,
        content: Bytes,
        password: Option<&str>,
    ) -> Result<Vec<MailFile>, BoxError>;
}
