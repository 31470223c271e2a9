//! Settings of backups.

use std::time::Duration;

use crate::{Protection, Retention};
use saldo_files::FilePlace;

use saldo_settings::{
    Error as ConfigError, Layers, Typed, duration, either, optional, parsed, secret, settings,
};

settings! {
    pub ALL:
    PASSPHRASE: Option<String> = Typed {
        why: "it must have at least 12 characters",
        parse: |text| match text {
            "" => Some(None),
            text => Protection::is_long_enough(text).then(|| Some(text.to_owned())),
        },
        ..secret(
            "SALDO_BACKUP_PASSPHRASE",
            "encrypts backups, at least 12 characters; without it they cannot be restored",
        )
    };
    EVERY: Option<Duration> = parsed(
        "SALDO_BACKUP_EVERY",
        "",
        "time between the backups that the server makes by itself, such as `12h` or `1d`; empty: none",
        "it must be a number and s, m, h or d, such as 12h",
        |text| if text.is_empty() { Some(None) } else { duration(text).map(Some) },
    );
    TARGET: Option<String> = optional(
        "SALDO_BACKUP_TARGET",
        "place of these backups: a folder, best on another disk, or a bucket such as `s3://BUCKET/FOLDER`",
    );
    KEEP: Retention = parsed(
        "SALDO_BACKUP_KEEP",
        "daily=7,weekly=5,monthly=12",
        "backups to keep of those in `SALDO_BACKUP_TARGET`: the newest ones (`last`), and the newest of each of this many days, weeks and months; empty: all",
        "it must be numbers like last=3,daily=7,weekly=5,monthly=12",
        |text| text.parse().ok(),
    );
    TEST_EVERY: Duration = parsed(
        "SALDO_BACKUP_TEST_EVERY",
        "30d",
        "least time between the tests that restore the newest of these backups into a new database, which is deleted again",
        "it must be a number and s, m, h or d, such as 30d",
        duration,
    );
    WITH_SECRET: bool = parsed(
        "SALDO_BACKUP_SECRET",
        "no",
        "`yes` includes the secret that signs cookies and encrypts two-factor secrets in these backups",
        "it must be no or yes",
        |text| either(text, "no", "yes"),
    );
}

/// Settings of backups.
#[derive(Clone)]
pub struct BackupSettings {
    /// The passphrase, if it is set.
    pub passphrase: Option<String>,
    /// The backups that the server makes by itself.
    pub schedule: Option<BackupSchedule>,
}

/// Settings of the backups that the server makes by itself.
#[derive(Clone)]
pub struct BackupSchedule {
    /// The time between two backups.
    pub every: Duration,
    /// The least time between two tests of a backup.
    pub test_every: Duration,
    /// The place of backups.
    pub target: FilePlace,
    /// The passphrase.
    pub passphrase: String,
    /// The backups to keep.
    pub retention: Retention,
    /// True to include the secret.
    pub with_secret: bool,
}

/// Reads the settings.
///
/// # Errors
/// [`saldo_settings::Error::Malformed`] for a value that is not valid.
pub fn read(values: &Layers) -> Result<BackupSettings, ConfigError> {
    let passphrase = values.get(&PASSPHRASE)?;
    let (target, retention, with_secret) =
        (values.get(&TARGET)?, values.get(&KEEP)?, values.get(&WITH_SECRET)?);
    let Some(every) = values.get(&EVERY)? else { return Ok(BackupSettings { passphrase, schedule: None }) };
    let target =
        target.ok_or_else(|| values.malformed(&TARGET, "it must be set when SALDO_BACKUP_EVERY is"))?;
    let of_schedule = passphrase.clone();
    let of_schedule = of_schedule
        .ok_or_else(|| values.malformed(&PASSPHRASE, "it must be set when SALDO_BACKUP_EVERY is"))?;
    let target = FilePlace::parse(&target).ok_or_else(|| {
        values.malformed(&TARGET, "it must be a folder, or a URL such as s3://BUCKET/FOLDER")
    })?;
    let test_every = values.get(&TEST_EVERY)?;
    let schedule =
        BackupSchedule { every, test_every, target, passphrase: of_schedule, retention, with_secret };
    Ok(BackupSettings { passphrase, schedule: Some(schedule) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layers(values: &[(&str, &str)]) -> Layers {
        Layers::of_values(ALL, values).unwrap()
    }

    #[test]
    fn scheduled_backups_need_a_place_and_a_passphrase() {
        assert!(read(&layers(&[])).unwrap().schedule.is_none());
        let every = ("SALDO_BACKUP_EVERY", "12h");
        let target = ("SALDO_BACKUP_TARGET", "/backups");
        let passphrase = ("SALDO_BACKUP_PASSPHRASE", "correct horse battery");
        for (values, missing) in
            [([every, target], "SALDO_BACKUP_PASSPHRASE"), ([every, passphrase], "SALDO_BACKUP_TARGET")]
        {
            let error = read(&layers(&values)).err().unwrap().to_string();
            assert!(error.starts_with(missing), "{error}");
        }
        let schedule = read(&layers(&[every, target, passphrase])).unwrap().schedule.unwrap();
        assert_eq!(schedule.every, Duration::from_hours(12));
        assert_eq!(schedule.test_every, Duration::from_hours(30 * 24));
        assert!(!schedule.with_secret);
    }
}
