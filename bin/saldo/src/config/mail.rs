//! Settings of the mail server for password resets and verification mails.

use super::settings::{secret, setting};
use super::{ConfigError, Setting, Values};

/// The mail server.
#[derive(Clone)]
pub struct MailServer {
    /// The server's URL, including its password.
    pub url: String,
    /// The sender of mails.
    pub from: String,
}

/// The server's URL.
pub(super) const URL: Setting = secret(
    "SMTP_URL",
    "the mail server, such as `smtps://USER:PASSWORD@HOST`; empty: what needs mail is off",
);
/// The sender.
pub(super) const FROM: Setting =
    setting("SMTP_FROM", "", "the sender of mail, such as `Saldo <saldo@example.com>`");

/// Reads the mail server, if one is set.
pub(super) fn read(values: &Values) -> Result<Option<MailServer>, ConfigError> {
    let Some(url) = values.optional(URL.name) else { return Ok(None) };
    let Some(from) = values.optional(FROM.name) else {
        return Err(values.malformed(FROM.name, "it must be set when SMTP_URL is"));
    };
    Ok(Some(MailServer { url: url.to_owned(), from: from.to_owned() }))
}
