//! Settings of mailboxes.

use std::path::Path;
use std::time::Duration;

use crate::{ImapSettings, MailLimits};
use saldo_settings::{
    Error as ConfigError, Layers, at_least_one, duration, host, items, number, optional, parsed, seconds,
    settings,
};

/// The settings of mailboxes.
#[derive(Debug, Clone)]
pub struct MailboxSettings {
    /// Hosts in private networks that may be connected to.
    pub private_hosts: Vec<String>,
    /// Limits of fetches.
    pub limits: MailLimits,
    /// Settings of connections.
    pub imap: ImapSettings,
}

settings! {
    pub ALL:
    PRIVATE_HOSTS: Vec<String> = parsed(
        "SALDO_MAIL_PRIVATE_HOSTS",
        "",
        "mail servers and token endpoints in private networks that users may connect mailboxes of, separated by commas, such as `mail.lan`; all other hosts must have public addresses",
        "it must be names or addresses of hosts like mail.lan or 192.168.1.5, without port, separated by commas",
        |text| items(text).map(host).collect(),
    );
    CA_FILE: Option<String> = optional(
        "SALDO_MAIL_CA_FILE",
        "a PEM file with certificates of further authorities that may have signed those of mail servers",
    );
    EVERY: Duration = parsed(
        "SALDO_MAIL_EVERY",
        "15m",
        "time between two fetches of a mailbox, such as `15m` or `1h`",
        "it must be a whole number with a unit, like 15m or 1h",
        duration,
    );
    MAILBOXES_MAX: usize = at_least_one("SALDO_MAIL_MAILBOXES_MAX", "5", "mailboxes of a user");
    BYTES_MAX: usize = at_least_one("SALDO_MAIL_BYTES_MAX", "36700160", "bytes of a message; larger ones are not read");
    FILES_MAX: usize = at_least_one("SALDO_MAIL_FILES_MAX", "20", "files of a message; one with more is not read");
    MESSAGES_MAX: usize = at_least_one("SALDO_MAIL_MESSAGES_MAX", "500", "messages that one fetch of a mailbox looks at; the next fetch continues after them");
    SECONDS_MAX: Duration = seconds("SALDO_MAIL_SECONDS_MAX", "300", "seconds after which a fetch of a mailbox begins with no other message");
    WAITING_MAX: usize = number("SALDO_MAIL_IDLE_MAX", "50", "connections that stay open after a fetch, so that mail servers report new messages at once (IDLE); 0: none");
    STEP_SECONDS_MAX: Duration = seconds("SALDO_MAIL_STEP_SECONDS_MAX", "60", "seconds for one answer of a mail server");
}

/// Reads these settings.
///
/// # Errors
/// [`saldo_settings::Error::Malformed`] for a value that is not valid.
pub fn read(values: &Layers) -> Result<MailboxSettings, ConfigError> {
    let private_hosts = values.get(&PRIVATE_HOSTS)?;
    let authorities = match values.get(&CA_FILE)? {
        Some(path) => std::fs::read(Path::new(&path))
            .map_err(|error| values.malformed(&CA_FILE, &format!("it cannot be read: {error}")))?,
        None => Vec::new(),
    };
    Ok(MailboxSettings {
        limits: MailLimits::new(
            values.get(&MAILBOXES_MAX)?,
            values.get(&EVERY)?,
            values.get(&BYTES_MAX)? as u64,
            values.get(&FILES_MAX)?,
            values.get(&MESSAGES_MAX)?,
            values.get(&SECONDS_MAX)?,
            values.get(&WAITING_MAX)?,
        ),
        imap: ImapSettings::new(private_hosts.clone(), values.get(&STEP_SECONDS_MAX)?, authorities),
        private_hosts,
    })
}
