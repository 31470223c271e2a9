//! Settings of backups.

use std::time::Duration;

use saldo_backup::Retention;
use saldo_files::FilePlace;

use saldo_settings::{
    Error as ConfigError, Layers, Typed, either, items, optional, parsed, secret, settings,
};

/// The shortest passphrase. An attacker who has the backups can try many.
const PASSPHRASE_CHARACTERS_MIN: usize = 12;

settings! {
    pub(super) ALL:
    PASSPHRASE: Option<String> = Typed {
        why: "it must have at least 12 characters",
        parse: |text| match text {
            "" => Some(None),
            text => is_long_enough(text).then(|| Some(text.to_owned())),
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
        retention,
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
pub struct Backups {
    /// The passphrase, if it is set.
    pub passphrase: Option<String>,
    /// The backups that the server makes by itself.
    pub schedule: Option<BackupSchedule>,
}

/// Backups that the server makes by itself.
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
pub(super) fn read(values: &Layers) -> Result<Backups, ConfigError> {
    let passphrase = values.get(&PASSPHRASE)?;
    let (target, retention, with_secret) =
        (values.get(&TARGET)?, values.get(&KEEP)?, values.get(&WITH_SECRET)?);
    let Some(every) = values.get(&EVERY)? else { return Ok(Backups { passphrase, schedule: None }) };
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
    Ok(Backups { passphrase, schedule: Some(schedule) })
}

/// Returns true for a passphrase that is long enough.
#[must_use]
pub fn is_long_enough(passphrase: &str) -> bool {
    passphrase.chars().count() >= PASSPHRASE_CHARACTERS_MIN
}

/// Parses a number with a unit: `s`, `m`, `h` or `d`. Zero is no duration.
fn duration(text: &str) -> Option<Duration> {
    let unit = text.chars().last()?;
    let number: u64 = text.strip_suffix(unit)?.parse().ok()?;
    let seconds = match unit {
        's' => 1,
        'm' => 60,
        'h' => 3_600,
        'd' => 86_400,
        _ => return None,
    };
    number.checked_mul(seconds).filter(|seconds| *seconds > 0).map(Duration::from_secs)
}

fn retention(text: &str) -> Option<Retention> {
    let mut retention = Retention::default();
    for item in items(text) {
        let (name, number) = item.split_once('=')?;
        let place = match name.trim() {
            "last" => &mut retention.last,
            "daily" => &mut retention.daily,
            "weekly" => &mut retention.weekly,
            "monthly" => &mut retention.monthly,
            _ => return None,
        };
        *place = number.trim().parse().ok()?;
    }
    Some(retention)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_duration_is_a_number_with_a_unit() {
        assert_eq!(duration("90s"), Some(Duration::from_secs(90)));
        assert_eq!(duration("12h"), Some(Duration::from_hours(12)));
        assert_eq!(duration("1d"), Some(Duration::from_hours(24)));
        for wrong in ["", "12", "h", "0h", "-1h", "1.5h", "1w", "99999999999999999999d", "1 h", "5€"] {
            assert_eq!(duration(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_retention_is_a_list_of_numbers() {
        let all = Retention { last: 3, daily: 7, weekly: 5, monthly: 12 };
        assert_eq!(retention("last=3, daily=7,weekly = 5,monthly=12"), Some(all));
        assert_eq!(retention(""), Some(Retention::default()));
        for wrong in ["daily", "daily=", "daily=-1", "yearly=1", "daily=7;weekly=5"] {
            assert_eq!(retention(wrong), None, "{wrong}");
        }
    }
}
