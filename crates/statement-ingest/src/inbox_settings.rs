//! Settings of the inbox.

use std::path::PathBuf;
use std::time::Duration;

use saldo_settings::{Error as ConfigError, Layers, optional, parsed, settings};

/// A watched folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InboxFolder {
    /// The folder that holds a folder for each user.
    pub path: PathBuf,
    /// Time between two looks.
    pub every: Duration,
}

settings! {
    pub ALL:
    INBOX_DIR: Option<String> = optional(
        "SALDO_INBOX_DIR",
        "a folder whose new files are read, with a folder for each user, named like the user's email address, or like the id of a household's books; empty: none",
    );
    INBOX_SECONDS: Duration = parsed(
        "SALDO_INBOX_SECONDS",
        "5",
        "seconds between two looks into `SALDO_INBOX_DIR`; a file is read when two looks find it unchanged",
        "it must be a whole number, at least 1",
        |text| text.parse().ok().filter(|number| *number > 0).map(Duration::from_secs),
    );
}

/// Reads these settings.
///
/// # Errors
/// [`saldo_settings::Error::Malformed`] for a value that is not valid.
pub fn read(values: &Layers) -> Result<Option<InboxFolder>, ConfigError> {
    let every = values.get(&INBOX_SECONDS)?;
    Ok(values.get(&INBOX_DIR)?.map(|path| InboxFolder { path: PathBuf::from(path), every }))
}
