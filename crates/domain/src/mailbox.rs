//! Mailboxes: folders of mail servers from which statements are imported.

use serde::{Deserialize, Serialize};

use crate::Date;
use crate::clock::Timestamp;
use crate::id::Id;

/// The identifier of a [`Mailbox`].
pub type MailboxId = Id<Mailbox>;

/// A folder of a mail server from which a user's statements are imported.
#[derive(Clone, PartialEq, Eq)]
pub struct Mailbox {
    /// The identifier.
    pub id: MailboxId,
    /// The user's settings.
    pub settings: MailboxSettings,
    /// The encrypted [`MailboxSecrets`].
    pub sealed: Vec<u8>,
    /// The state after the latest fetch.
    pub status: MailboxStatus,
    /// The last message that was read; `None` before the first fetch.
    pub position: Option<MailPosition>,
    /// The time of the latest fetch that succeeded.
    pub fetched_at: Option<Timestamp>,
    /// The time of the next fetch; `None` if there is none until the user acts.
    pub due_at: Option<Timestamp>,
    /// The time at which it was added.
    pub created_at: Timestamp,
}

/// Hides the secrets.
impl std::fmt::Debug for Mailbox {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "Mailbox({})", self.id)
    }
}

/// The settings of a mailbox, without its secrets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MailboxSettings {
    /// The host of the server.
    pub host: String,
    /// The port of the server.
    pub port: u16,
    /// The encryption of the connection.
    pub security: MailSecurity,
    /// The name with which the user signs in.
    pub user_name: String,
    /// The way to sign in.
    pub login: MailLogin,
    /// The name of the folder.
    pub folder: String,
    /// The first day whose messages are read.
    pub since: Date,
    /// The messages to read. A message is read if one of these rules matches.
    pub rules: Vec<MailRule>,
    /// The change of a message after its files were imported.
    pub after: MailAction,
    /// The name under which the receiving server states the results of its checks (RFC 8601, `authserv-id`);
    /// `None` if it is the host.
    pub receiving_server: Option<String>,
    /// True if only messages are read whose sender the receiving server confirmed.
    pub requires_authentication: bool,
}

/// The encryption of a connection to a mail server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum MailSecurity {
    /// TLS from the first byte, usually on port 993.
    Tls,
    /// TLS after the command `STARTTLS`, usually on port 143.
    StartTls,
    /// None. Permitted for the server's own machine only.
    None,
}

/// A way to sign in to a mail server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MailLogin {
    /// A password.
    Password,
    /// An access token by OAuth 2, which a refresh token obtains.
    OAuth2 {
        /// The address of the token endpoint.
        token_url: String,
        /// The identifier of the client.
        client_id: String,
    },
}

/// A rule for the messages to read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MailRule {
    /// The address of the sender, or a domain like `@bank.example`, in lower case.
    pub sender: String,
    /// The text that the subject must contain, without regard to case; empty for any subject.
    pub subject: String,
}

/// The change of a message after its files were imported.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MailAction {
    /// None.
    Nothing,
    /// It is marked as seen.
    MarkSeen,
    /// It is flagged.
    Flag,
    /// It is moved to this folder.
    Move(String),
}

/// The secrets of a mailbox, which are stored encrypted only.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MailboxSecrets {
    /// The password, or the refresh token of OAuth 2.
    pub login: String,
    /// The client's secret of OAuth 2, if the provider requires one.
    pub client_secret: Option<String>,
    /// Passwords of protected PDF files, with the senders of the rules.
    pub file_passwords: Vec<(String, String)>,
}

/// Hides the secrets.
impl std::fmt::Debug for MailboxSecrets {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("MailboxSecrets(…)")
    }
}

impl MailboxSecrets {
    /// Returns the password of protected PDF files of a sender.
    #[must_use]
    pub fn file_password(&self, sender: &str) -> Option<&str> {
        self.file_passwords.iter().find(|(known, _)| known == sender).map(|(_, password)| &password[..])
    }
}

/// The state of a mailbox.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum MailboxState {
    /// Added, and not fetched yet.
    #[default]
    New,
    /// The latest fetch succeeded.
    Working,
    /// The latest fetch failed; it is repeated.
    Failed,
    /// The server rejects the credentials. Nothing is fetched until the user changes the mailbox.
    Rejected,
}

/// The state of a mailbox after the latest fetch.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MailboxStatus {
    /// The state.
    pub state: MailboxState,
    /// The reason why the latest fetch failed.
    pub failure: Option<String>,
    /// The number of fetches in a row that failed.
    pub failures: u32,
    /// The message that the latest fetch could not import because of an error of this server.
    pub stuck: Option<StuckMail>,
}

/// A message that could not be imported because of an error of this server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct StuckMail {
    /// The identifier of the message in its folder.
    pub uid: u32,
    /// The number of attempts.
    pub attempts: u32,
}

/// A position in a folder (RFC 9051, section 2.3.1.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct MailPosition {
    /// The validity of the identifiers. Identifiers of another validity have no meaning.
    pub uid_validity: u32,
    /// The identifier of the last message that was read.
    pub uid: u32,
}

/// A message that a rule matched, and the result for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailMessage {
    /// The position in the folder.
    pub position: MailPosition,
    /// The time at which the server received it.
    pub received_at: Option<Timestamp>,
    /// The address of the sender.
    pub sender: String,
    /// The subject, shortened.
    pub subject: String,
    /// The result.
    pub result: MailResult,
    /// The time of the result.
    pub read_at: Timestamp,
}

/// The result for a message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MailResult {
    /// The outcome.
    pub outcome: MailOutcome,
    /// Explanations, as plain text.
    pub notes: Vec<String>,
    /// The results for its files.
    pub files: Vec<MailFile>,
}

/// The outcome for a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum MailOutcome {
    /// At least one file was imported, and none failed.
    Imported,
    /// At least one file failed.
    Failed,
    /// The message has no file of a supported type.
    NoFiles,
    /// The message was not read.
    Refused,
}

/// The result for a file of a message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MailFile {
    /// The name of the file.
    pub name: String,
    /// The outcome.
    pub outcome: MailFileOutcome,
    /// The reason, if it was not imported.
    pub reason: Option<String>,
}

/// The outcome for a file of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum MailFileOutcome {
    /// Its transactions were imported.
    Imported,
    /// It was imported before.
    Known,
    /// It was stored as a receipt.
    Receipt,
    /// It is stored, and still being read.
    Queued,
    /// Its type is not supported.
    Unsupported,
    /// It was not imported.
    Failed,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_hidden_and_found_by_the_sender() {
        let secrets = MailboxSecrets {
            login: "hunter2".to_owned(),
            client_secret: None,
            file_passwords: vec![("a@bank.example".to_owned(), "0000".to_owned())],
        };
        assert_eq!(format!("{secrets:?}"), "MailboxSecrets(…)");
        assert_eq!(secrets.file_password("a@bank.example"), Some("0000"));
        assert_eq!(secrets.file_password("b@bank.example"), None);
    }
}
