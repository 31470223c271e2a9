//! Settings of the mail server for password resets and verification mails.

use saldo_settings::{Error as ConfigError, Layers, optional, secret, settings};

/// The mail server.
#[derive(Clone)]
pub struct MailServer {
    /// The server's URL, including its password.
    pub url: String,
    /// The sender of mails.
    pub from: String,
}

settings! {
    pub(super) ALL:
    URL: Option<String> = secret(
        "SMTP_URL",
        "the mail server, such as `smtps://USER:PASSWORD@HOST`; empty: features that send mail are off",
    );
    FROM: Option<String> = optional(
        "SMTP_FROM",
        "the sender of mail, such as `Saldo <saldo@example.com>`",
    );
}

/// Reads the mail server, if one is set.
pub(super) fn read(values: &Layers) -> Result<Option<MailServer>, ConfigError> {
    let Some(url) = values.get(&URL)? else { return Ok(None) };
    let from = values.get(&FROM)?;
    let from = from.ok_or_else(|| values.malformed(&FROM, "it must be set when SMTP_URL is"))?;
    Ok(Some(MailServer { url, from }))
}
