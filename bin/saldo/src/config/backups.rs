//! Settings of backups.

use super::settings::{Setting, Typed, secret, settings};
use super::{ConfigError, SettingValues};

/// The shortest passphrase. An attacker who has the backups can try many.
const PASSPHRASE_CHARACTERS_MIN: usize = 12;

settings! {
    ALL:
    PASSPHRASE: Option<String> = Typed {
        why: "it must have at least 12 characters",
        parse: |text| match text {
            "" => Some(None),
            text => (text.chars().count() >= PASSPHRASE_CHARACTERS_MIN).then(|| Some(text.to_owned())),
        },
        ..secret(
            "SALDO_BACKUP_PASSPHRASE",
            "encrypts backups, at least 12 characters; without it they cannot be restored",
        )
    };
}

/// Settings of backups.
#[derive(Clone)]
pub struct Backups {
    /// The passphrase, if it is set.
    pub passphrase: Option<String>,
}

/// Reads the settings.
pub(super) fn read(values: &SettingValues) -> Result<Backups, ConfigError> {
    Ok(Backups { passphrase: values.get(&PASSPHRASE)? })
}

/// Returns true for a passphrase that is long enough.
#[must_use]
pub fn is_long_enough(passphrase: &str) -> bool {
    passphrase.chars().count() >= PASSPHRASE_CHARACTERS_MIN
}
