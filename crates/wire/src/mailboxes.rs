//! Mailboxes, and the messages that were read from them.

use saldo_domain::{
    Date, MailAction, MailFileOutcome, MailLogin, MailMessage, MailOutcome, MailResult, MailRule,
    MailSecurity, Mailbox, MailboxId, MailboxSettings, MailboxState, Timestamp,
};
use saldo_mailbox::{Listed, MailCredential, MailboxRequest};
use serde::{Deserialize, Serialize};
use url::{Host, Url};
use utoipa::ToSchema;

use crate::fields::{day, given, id_of, one_line};
use crate::{AnyId, Error, Result};

/// The rules of a mailbox.
const RULES_MAX: usize = 50;
/// The characters of an address, a user name or a host.
const NAME_CHARACTERS_MAX: usize = 320;
/// The characters of a folder's name, a text in subjects, or an identifier of a client.
const TEXT_CHARACTERS_MAX: usize = 300;
/// The characters of a password or a token. Refresh tokens of some providers are long.
const SECRET_CHARACTERS_MAX: usize = 4_000;
/// The bytes of a PDF's password (ISO 32000-2, 7.6.4.3.3).
const FILE_PASSWORD_BYTES_MAX: usize = 127;
/// The port of IMAP over TLS.
const PORT: u16 = 993;
/// The days before today whose messages are read, unless the user chooses another day.
const DAYS: u64 = 30;

/// The mailboxes of a user.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MailboxesBody {
    /// The mailboxes, oldest first.
    items: Vec<MailboxBody>,
    /// Always `null`: all mailboxes are listed.
    next_cursor: Option<String>,
}

/// A mailbox. Its secrets are never returned.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MailboxBody {
    id: MailboxId,
    host: String,
    port: u16,
    security: MailSecurity,
    user_name: String,
    login: MailLoginKind,
    token_url: Option<String>,
    client_id: Option<String>,
    folder: String,
    /// The first day whose messages are read.
    since: Date,
    rules: Vec<MailRuleBody>,
    after: MailActionKind,
    /// The folder to which messages are moved, for `move`.
    move_to: Option<String>,
    /// The name under which the receiving server states its checks of senders; `null` if it is the host.
    receiving_server: Option<String>,
    /// True if only messages are read whose sender the receiving server confirmed.
    requires_authentication: bool,
    state: MailboxState,
    /// The reason why the latest fetch failed.
    failure: Option<String>,
    /// The time of the latest fetch that succeeded.
    fetched_at: Option<Timestamp>,
    /// The time of the next fetch; `null` if there is none until the mailbox is changed.
    due_at: Option<Timestamp>,
    created_at: Timestamp,
    /// The latest messages that a rule matched, newest first.
    messages: Vec<MailMessageBody>,
}

/// A way to sign in to a mail server.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum MailLoginKind {
    /// A password.
    #[default]
    Password,
    /// An access token by OAuth 2.
    Oauth2,
}

/// The change of a message after its files were imported.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum MailActionKind {
    /// None.
    #[default]
    Nothing,
    /// It is marked as seen.
    MarkSeen,
    /// It is flagged.
    Flag,
    /// It is moved to a folder.
    Move,
}

/// A rule for the messages to read.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MailRuleBody {
    /// An address, or a domain like `@bank.example`.
    sender: String,
    /// Words that the subject must contain; empty for any subject.
    subject: String,
    /// True if a password of protected PDF files of this sender is stored.
    has_file_password: bool,
}

/// A message that a rule matched, and its result.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MailMessageBody {
    received_at: Option<Timestamp>,
    read_at: Timestamp,
    sender: String,
    /// The subject, shortened to 150 characters.
    subject: String,
    outcome: MailOutcome,
    /// Explanations, as plain text.
    notes: Vec<String>,
    files: Vec<MailFileBody>,
}

/// A file of a message, and its result.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MailFileBody {
    name: String,
    outcome: MailFileOutcome,
    /// The reason, if it was not imported.
    reason: Option<String>,
}

/// The result of a test.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MailboxTestBody {
    /// The number of messages in the folder.
    messages: u32,
}

impl MailboxTestBody {
    /// Creates the result of a test that succeeded.
    #[must_use]
    pub const fn new(messages: u32) -> Self {
        Self { messages }
    }
}

impl From<Listed> for MailboxesBody {
    fn from(mut listed: Listed) -> Self {
        let mailboxes = std::mem::take(&mut listed.mailboxes);
        let items = mailboxes.into_iter().map(|mailbox| MailboxBody::new(mailbox, &listed)).collect();
        Self { items, next_cursor: None }
    }
}

impl MailboxBody {
    /// Returns one of the mailboxes.
    #[must_use]
    pub fn of(mut listed: Listed, mailbox: MailboxId) -> Option<Self> {
        let mailboxes = std::mem::take(&mut listed.mailboxes);
        let found = mailboxes.into_iter().find(|known| known.id == mailbox)?;
        Some(Self::new(found, &listed))
    }

    fn new(mailbox: Mailbox, listed: &Listed) -> Self {
        let Mailbox { id, settings, status, fetched_at, due_at, created_at, .. } = mailbox;
        let with_password = listed.file_passwords.get(&id).map(Vec::as_slice).unwrap_or_default();
        let rule = |MailRule { sender, subject }| {
            let has_file_password = with_password.contains(&sender);
            MailRuleBody { sender, subject, has_file_password }
        };
        let (login, token_url, client_id) = match settings.login {
            MailLogin::Password => (MailLoginKind::Password, None, None),
            MailLogin::OAuth2 { token_url, client_id } => {
                (MailLoginKind::Oauth2, Some(token_url), Some(client_id))
            }
        };
        let (after, move_to) = match settings.after {
            MailAction::Nothing => (MailActionKind::Nothing, None),
            MailAction::MarkSeen => (MailActionKind::MarkSeen, None),
            MailAction::Flag => (MailActionKind::Flag, None),
            MailAction::Move(folder) => (MailActionKind::Move, Some(folder)),
        };
        let messages = listed.messages.iter().filter(|(of, _)| *of == id);
        Self {
            id,
            host: settings.host,
            port: settings.port,
            security: settings.security,
            user_name: settings.user_name,
            login,
            token_url,
            client_id,
            folder: settings.folder,
            since: settings.since,
            rules: settings.rules.into_iter().map(rule).collect(),
            after,
            move_to,
            receiving_server: settings.receiving_server,
            requires_authentication: settings.requires_authentication,
            state: status.state,
            failure: status.failure,
            fetched_at,
            due_at,
            created_at,
            messages: messages.map(|(_, message)| MailMessageBody::from(message.clone())).collect(),
        }
    }
}

impl From<MailMessage> for MailMessageBody {
    fn from(message: MailMessage) -> Self {
        let MailMessage { received_at, read_at, sender, subject, result, .. } = message;
        let MailResult { outcome, notes, files } = result;
        let files = files.into_iter();
        let files =
            files.map(|file| MailFileBody { name: file.name, outcome: file.outcome, reason: file.reason });
        Self { received_at, read_at, sender, subject, outcome, notes, files: files.collect() }
    }
}

/// A mailbox as its user enters it.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MailboxRequest)]
pub struct MailboxRequestBody {
    /// The mailbox whose stored secrets a test uses.
    #[schema(value_type = Option<AnyId>)]
    mailbox_id: Option<String>,
    /// The name or the address of the mail server.
    host: String,
    /// The port; 993 if it is left out.
    port: Option<u16>,
    /// The encryption; `tls` if it is left out.
    security: Option<MailSecurity>,
    user_name: String,
    #[serde(default)]
    login: MailLoginKind,
    /// The password, for `password`; left out to keep the stored one.
    password: Option<String>,
    /// The address of the token endpoint, for `oauth2`.
    token_url: Option<String>,
    /// The identifier of the client, for `oauth2`.
    client_id: Option<String>,
    /// The client's secret, if the provider requires one; left out to keep the stored one.
    client_secret: Option<String>,
    /// The refresh token, for `oauth2`; left out to keep the stored one.
    refresh_token: Option<String>,
    /// The folder; `INBOX` if it is left out.
    folder: Option<String>,
    /// The first day whose messages are read; 30 days ago if it is left out.
    since: Option<Date>,
    rules: Vec<MailRuleRequest>,
    #[serde(default)]
    after: MailActionKind,
    /// The folder to which messages are moved, for `move`.
    move_to: Option<String>,
    /// The name under which the receiving server states its checks of senders; the host if it is left out.
    receiving_server: Option<String>,
    /// True to read only messages whose sender the receiving server confirmed.
    #[serde(default)]
    requires_authentication: bool,
}

/// A rule for the messages to read.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct MailRuleRequest {
    /// An address, or a domain like `@bank.example` with the domains below it.
    sender: String,
    /// Words that the subject must contain.
    subject: Option<String>,
    /// The password of protected PDF files of this sender; left out to keep the stored one, empty to delete
    /// it.
    file_password: Option<String>,
}

impl MailboxRequestBody {
    /// Returns the request, and the mailbox whose secrets a test uses.
    ///
    /// # Errors
    /// [`Error::Invalid`] for a field that cannot be used; [`Error::NotFound`] for a text that is not an id.
    pub fn request(self, now: Timestamp) -> Result<(Option<MailboxId>, MailboxRequest)> {
        if self.rules.is_empty() || self.rules.len() > RULES_MAX {
            return Err(Error::invalid(format!("rules must have 1 to {RULES_MAX} items")));
        }
        let known = self.mailbox_id.as_deref().map(id_of).transpose()?;
        let (login, secret) = self.login()?;
        let after = self.after()?;
        let (mut rules, mut file_passwords) = (Vec::new(), Vec::new());
        for rule in self.rules {
            let (rule, password) = rule.rule()?;
            // The password is that of the sender, so that the first one that is entered counts.
            match file_passwords.iter_mut().find(|(sender, _)| *sender == rule.sender) {
                Some((_, known @ None)) => *known = password,
                Some(_) => {}
                None => file_passwords.push((rule.sender.clone(), password)),
            }
            rules.push(rule);
        }
        let since = now.date().checked_sub_days(chrono::Days::new(DAYS)).unwrap_or(now.date());
        let settings = MailboxSettings {
            host: host(&self.host)?,
            port: self.port.unwrap_or(PORT),
            security: self.security.unwrap_or(MailSecurity::Tls),
            user_name: one_line("userName", &self.user_name, NAME_CHARACTERS_MAX)?,
            login,
            folder: folder("folder", given(self.folder.as_deref()).unwrap_or("INBOX"))?,
            since: day("since", self.since.unwrap_or(since))?,
            rules,
            after,
            receiving_server: match given(self.receiving_server.as_deref()) {
                Some(name) => Some(one_line("receivingServer", name, NAME_CHARACTERS_MAX)?),
                None => None,
            },
            requires_authentication: self.requires_authentication,
        };
        let client_secret = self.client_secret.map(|secret| hidden("clientSecret", secret)).transpose()?;
        Ok((known, MailboxRequest { settings, login: secret, client_secret, file_passwords }))
    }

    fn login(&self) -> Result<(MailLogin, Option<MailCredential>)> {
        let entered = |name: &str, secret: &Option<String>| {
            given(secret.as_deref()).map(|secret| hidden(name, secret.to_owned())).transpose()
        };
        if self.login == MailLoginKind::Password {
            return Ok((MailLogin::Password, entered("password", &self.password)?));
        }
        let token_url = self.token_url.as_deref().unwrap_or_default();
        let is_url = token_url.len() <= TEXT_CHARACTERS_MAX && token_url.parse::<Url>().is_ok();
        if !is_url {
            return Err(Error::invalid("tokenUrl must be an address like https://example.org/token"));
        }
        let client_id =
            one_line("clientId", self.client_id.as_deref().unwrap_or_default(), TEXT_CHARACTERS_MAX)?;
        let login = MailLogin::OAuth2 { token_url: token_url.to_owned(), client_id };
        Ok((login, entered("refreshToken", &self.refresh_token)?))
    }

    fn after(&self) -> Result<MailAction> {
        Ok(match self.after {
            MailActionKind::Nothing => MailAction::Nothing,
            MailActionKind::MarkSeen => MailAction::MarkSeen,
            MailActionKind::Flag => MailAction::Flag,
            MailActionKind::Move => {
                MailAction::Move(folder("moveTo", self.move_to.as_deref().unwrap_or_default())?)
            }
        })
    }
}

impl MailRuleRequest {
    fn rule(self) -> Result<(MailRule, Option<MailCredential>)> {
        let sender = self.sender.trim().to_lowercase();
        let is_address = sender.split_once('@').is_some_and(|(_, domain)| {
            !domain.is_empty() && !domain.contains('@') && !sender.contains(char::is_whitespace)
        });
        if !is_address || sender.chars().count() > NAME_CHARACTERS_MAX {
            return Err(Error::invalid("sender must be an address, or a domain like @bank.example"));
        }
        let subject = match given(self.subject.as_deref().map(str::trim)) {
            Some(subject) => one_line("subject", subject, TEXT_CHARACTERS_MAX)?,
            None => String::new(),
        };
        let password = self.file_password.map(|password| {
            let fits = password.len() <= FILE_PASSWORD_BYTES_MAX;
            let message = format!("filePassword must have at most {FILE_PASSWORD_BYTES_MAX} bytes");
            if fits { Ok(MailCredential::Password(password)) } else { Err(Error::invalid(message)) }
        });
        Ok((MailRule { sender, subject }, password.transpose()?))
    }
}

/// Checks the name or the address of a host.
fn host(text: &str) -> Result<String> {
    let text = text.trim();
    let host = match text.parse() {
        Ok(address) => Some(std::net::IpAddr::to_string(&address)),
        Err(_) => match Host::parse(text) {
            Ok(Host::Domain(name)) if name.len() <= NAME_CHARACTERS_MAX => Some(name),
            Ok(Host::Ipv4(address)) => Some(address.to_string()),
            Ok(Host::Ipv6(address)) => Some(address.to_string()),
            _ => None,
        },
    };
    host.ok_or_else(|| Error::invalid("host must be a name or an address like imap.example.org"))
}

/// Checks the name of a folder. `%` and `*` stand for any folder in some commands.
fn folder(name: &str, text: &str) -> Result<String> {
    let folder = one_line(name, text, TEXT_CHARACTERS_MAX)?;
    if folder.contains(['%', '*']) {
        return Err(Error::invalid(format!("{name} must not contain % and *")));
    }
    Ok(folder)
}

/// Checks a secret.
fn hidden(name: &str, secret: String) -> Result<MailCredential> {
    if secret.chars().count() > SECRET_CHARACTERS_MAX || secret.contains(char::is_control) {
        let message = format!("{name} must have at most {SECRET_CHARACTERS_MAX} characters on one line");
        return Err(Error::invalid(message));
    }
    Ok(MailCredential::Password(secret))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(change: &str) -> Result<MailboxRequest> {
        let mut body = serde_json::json!({"host": "IMAP.example.org", "userName": "ann",
            "rules": [{"sender": " News@Bank.example "}]});
        let change: serde_json::Value = serde_json::from_str(change).unwrap();
        body.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        let body: MailboxRequestBody = serde_json::from_value(body).unwrap();
        Ok(body.request(Timestamp::from_milliseconds(1_750_000_000_000))?.1)
    }

    #[test]
    fn fields_that_are_left_out_have_defaults() {
        let settings = request("{}").unwrap().settings;
        assert_eq!((&settings.host[..], settings.port), ("imap.example.org", 993));
        assert_eq!((&settings.folder[..], settings.since.to_string()), ("INBOX", "2025-05-16".to_owned()));
        assert_eq!(settings.rules[0].sender, "news@bank.example");
        assert_eq!((settings.login, settings.after), (MailLogin::Password, MailAction::Nothing));
    }

    #[test]
    fn fields_that_cannot_be_used_are_refused() {
        for change in [
            r#"{"host": ""}"#,
            r#"{"host": "a b"}"#,
            r#"{"host": "a/b"}"#,
            r#"{"userName": ""}"#,
            r#"{"rules": []}"#,
            r#"{"rules": [{"sender": "bank"}]}"#,
            r#"{"rules": [{"sender": "a@b@c"}]}"#,
            r#"{"rules": [{"sender": "a b@c"}]}"#,
            r#"{"password": "a\r\nb"}"#,
            r#"{"login": "oauth2", "clientId": "x"}"#,
            r#"{"login": "oauth2", "tokenUrl": "https://example.org/token"}"#,
            r#"{"after": "move"}"#,
            r#"{"after": "move", "moveTo": "a*"}"#,
        ] {
            assert!(matches!(request(change), Err(Error::Invalid(_))), "{change}");
        }
        let long = "x".repeat(128);
        assert!(
            request(&format!(r#"{{"rules": [{{"sender": "@b.c", "filePassword": "{long}"}}]}}"#)).is_err()
        );
    }

    #[test]
    fn a_password_belongs_to_its_sender() {
        let two =
            r#"{"rules": [{"sender": "@b.c", "subject": "x"}, {"sender": "@b.c", "filePassword": "1"}]}"#;
        let expected = MailCredential::Password("1".to_owned());
        assert_eq!(request(two).unwrap().file_passwords, [("@b.c".to_owned(), Some(expected))]);
    }
}
