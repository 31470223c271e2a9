//! Time as a parameter: in the crates, only [`SystemClock`] reads the machine's clock.

use std::fmt;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use chrono::{DateTime, NaiveDate, SecondsFormat, Utc};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A moment in UTC with milliseconds, a precision that a JavaScript `Date` and both databases preserve.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(i64);

impl Timestamp {
    /// Creates a moment from the milliseconds since 1970-01-01T00:00:00Z.
    #[must_use]
    pub const fn from_milliseconds(milliseconds: i64) -> Self {
        Self(milliseconds)
    }

    /// Returns the milliseconds since 1970-01-01T00:00:00Z.
    #[must_use]
    pub const fn as_milliseconds(self) -> i64 {
        self.0
    }

    /// Converts a `chrono` moment; fractions of a millisecond are dropped.
    #[must_use]
    pub fn from_utc(moment: DateTime<Utc>) -> Self {
        Self(moment.timestamp_millis())
    }

    /// Returns the moment as a `chrono` type; moments outside chrono's range (±262,000 years) become 1970.
    #[must_use]
    pub fn to_utc(self) -> DateTime<Utc> {
        DateTime::from_timestamp_millis(self.0).unwrap_or_default()
    }

    /// Returns the day in UTC.
    #[must_use]
    pub fn date(self) -> NaiveDate {
        self.to_utc().date_naive()
    }

    /// Returns the moment `duration` later, at most the latest one that fits.
    #[must_use]
    pub fn after(self, duration: Duration) -> Self {
        Self(self.0.saturating_add(milliseconds(duration)))
    }

    /// Returns the moment `duration` earlier, at least the earliest one that fits.
    #[must_use]
    pub fn before(self, duration: Duration) -> Self {
        Self(self.0.saturating_sub(milliseconds(duration)))
    }
}

fn milliseconds(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}

/// Writes RFC 3339 in UTC with milliseconds, as JavaScript's `toISOString` does.
impl fmt::Display for Timestamp {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.to_utc().to_rfc3339_opts(SecondsFormat::Millis, true))
    }
}
impl fmt::Debug for Timestamp {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}
impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
impl<'de> Deserialize<'de> for Timestamp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        DateTime::parse_from_rfc3339(&text)
            .map(|moment| Self::from_utc(moment.with_timezone(&Utc)))
            .map_err(serde::de::Error::custom)
    }
}

/// A source of the current time.
pub trait Clock: Send + Sync {
    /// Returns the current time.
    fn now(&self) -> Timestamp;
}

/// The machine's clock.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        #[expect(clippy::disallowed_methods, reason = "only this function reads the machine's clock")]
        let now = Utc::now();
        Timestamp::from_utc(now)
    }
}

/// A clock for tests, which moves only by [`Self::advance`].
///
/// ```
/// use std::time::Duration;
///
/// use saldo_domain::{Clock, ManualClock, Timestamp};
///
/// let clock = ManualClock::at(Timestamp::from_milliseconds(0));
/// clock.advance(Duration::from_hours(24));
/// assert_eq!(clock.now().date().to_string(), "1970-01-02");
/// ```
#[derive(Debug)]
pub struct ManualClock(AtomicI64);

impl ManualClock {
    /// Creates a clock that shows `now`.
    #[must_use]
    pub fn at(now: Timestamp) -> Self {
        Self(AtomicI64::new(now.as_milliseconds()))
    }

    /// Moves the clock forward.
    pub fn advance(&self, by: Duration) {
        self.0.fetch_add(milliseconds(by), Ordering::SeqCst);
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Timestamp {
        Timestamp(self.0.load(Ordering::SeqCst))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_timestamp_is_written_as_javascript_writes_it() {
        let moment = Timestamp::from_milliseconds(1_795_208_895_694);
        assert_eq!(moment.to_string(), "2026-11-20T21:08:15.694Z");
        let json = serde_json::to_string(&moment).unwrap();
        assert_eq!(serde_json::from_str::<Timestamp>(&json).unwrap(), moment);
    }

    #[test]
    fn a_manual_clock_moves_only_when_set() {
        let clock = ManualClock::at(Timestamp::from_milliseconds(5));
        assert_eq!(clock.now(), Timestamp::from_milliseconds(5));
        clock.advance(Duration::from_millis(10));
        assert_eq!(clock.now(), Timestamp::from_milliseconds(15));
    }
}
