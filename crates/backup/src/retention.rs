//! The choice of backups to keep.

use std::collections::BTreeSet;
use std::str::FromStr;

use chrono::Datelike;
use saldo_domain::Timestamp;

/// Numbers of backups to keep. Without any number, all are kept.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Retention {
    /// The newest backups.
    pub last: usize,
    /// Days of which the newest backup is kept.
    pub daily: usize,
    /// Weeks, from Monday, of which the newest backup is kept.
    pub weekly: usize,
    /// Months of which the newest backup is kept.
    pub monthly: usize,
}

impl Retention {
    /// Returns true if all backups are kept.
    #[must_use]
    pub fn keeps_all(&self) -> bool {
        *self == Self::default()
    }

    /// Returns the backups to keep, always including the newest one. Days, weeks and months are those in UTC;
    /// those without a backup do not count.
    #[must_use]
    pub fn kept(&self, backups: &BTreeSet<Timestamp>) -> BTreeSet<Timestamp> {
        if self.keeps_all() {
            return backups.clone();
        }
        let newest_first = || backups.iter().rev().copied();
        let mut kept: BTreeSet<Timestamp> = newest_first().take(self.last.max(1)).collect();
        let week = |time: Timestamp| {
            let week = time.date().iso_week();
            (week.year(), week.week())
        };
        let month = |time: Timestamp| (time.date().year(), time.date().month());
        kept.extend(newest_of_each(newest_first(), Timestamp::date, self.daily));
        kept.extend(newest_of_each(newest_first(), week, self.weekly));
        kept.extend(newest_of_each(newest_first(), month, self.monthly));
        kept
    }
}

/// Parses a list such as `last=3,daily=7`.
impl FromStr for Retention {
    type Err = InvalidRetention;

    fn from_str(text: &str) -> Result<Self, InvalidRetention> {
        let mut retention = Self::default();
        for item in text.split(',').map(str::trim).filter(|item| !item.is_empty()) {
            let (name, number) = item.split_once('=').ok_or(InvalidRetention)?;
            let place = match name.trim() {
                "last" => &mut retention.last,
                "daily" => &mut retention.daily,
                "weekly" => &mut retention.weekly,
                "monthly" => &mut retention.monthly,
                _ => return Err(InvalidRetention),
            };
            *place = number.trim().parse().map_err(|_| InvalidRetention)?;
        }
        Ok(retention)
    }
}

/// A text that is not a list of numbers of backups.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("it must be numbers like last=3,daily=7,weekly=5,monthly=12")]
pub struct InvalidRetention;

/// Returns the first backup of each of the first `most` periods.
fn newest_of_each<P: PartialEq>(
    newest_first: impl Iterator<Item = Timestamp>,
    period_of: impl Fn(Timestamp) -> P,
    most: usize,
) -> Vec<Timestamp> {
    let (mut kept, mut last) = (Vec::new(), None);
    for backup in newest_first {
        if kept.len() == most {
            break;
        }
        let period = Some(period_of(backup));
        if period != last {
            kept.push(backup);
            last = period;
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const HOUR: i64 = 3_600_000;

    /// Backups at these hours after Monday, 2025-05-05.
    fn at(hours: &[i64]) -> BTreeSet<Timestamp> {
        let monday = 1_746_403_200_000;
        hours.iter().map(|hours| Timestamp::from_milliseconds(monday + hours * HOUR)).collect()
    }

    #[test]
    fn the_newest_backup_of_each_period_is_kept() {
        let all = at(&[0, 6, 24, 30, 48, 7 * 24, 14 * 24, 40 * 24]);
        let keep = |retention: Retention| retention.kept(&all);
        let none = Retention::default();
        assert_eq!(keep(none), all);
        assert_eq!(keep(Retention { last: 2, ..none }), at(&[14 * 24, 40 * 24]));
        assert_eq!(keep(Retention { daily: 4, ..none }), at(&[48, 7 * 24, 14 * 24, 40 * 24]));
        assert_eq!(keep(Retention { daily: 6, ..none }), at(&[6, 30, 48, 7 * 24, 14 * 24, 40 * 24]));
        assert_eq!(keep(Retention { weekly: 9, ..none }), at(&[48, 7 * 24, 14 * 24, 40 * 24]));
        assert_eq!(keep(Retention { monthly: 2, ..none }), at(&[14 * 24, 40 * 24]));
    }

    #[test]
    fn a_retention_is_a_list_of_numbers() {
        let all = Retention { last: 3, daily: 7, weekly: 5, monthly: 12 };
        assert_eq!("last=3, daily=7,weekly = 5,monthly=12".parse(), Ok(all));
        assert_eq!("".parse(), Ok(Retention::default()));
        for wrong in ["daily", "daily=", "daily=-1", "yearly=1", "daily=7;weekly=5"] {
            assert_eq!(wrong.parse::<Retention>(), Err(InvalidRetention), "{wrong}");
        }
    }

    proptest! {
        #[test]
        fn the_newest_is_always_kept_and_more_is_never_less(
            hours in prop::collection::btree_set(0_i64..20_000, 1..60),
            numbers in prop::array::uniform4(0_usize..8),
        ) {
            let all = at(&hours.into_iter().collect::<Vec<_>>());
            let [last, daily, weekly, monthly] = numbers;
            let retention = Retention { last, daily, weekly, monthly };
            let kept = retention.kept(&all);
            prop_assert!(kept.contains(all.last().unwrap()));
            prop_assert!(kept.is_subset(&all));
            prop_assert!(retention.keeps_all() || kept.len() <= (last + daily + weekly + monthly).max(1));
            // Keeping is stable: what is kept now is also kept when it is asked again.
            prop_assert_eq!(&retention.kept(&kept), &kept);
            let more = Retention { daily: daily + 1, last, weekly, monthly };
            prop_assert!(retention.keeps_all() || more.kept(&all).is_superset(&kept));
        }
    }
}
