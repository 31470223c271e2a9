//! Typed identifiers: the identifier of one type is not accepted for another.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use uuid::Uuid;

use crate::clock::Timestamp;

/// The identifier of a `T`: a UUID version 7 (RFC 9562), so that identifiers sort by their time of creation.
pub struct Id<T> {
    value: Uuid,
    of: PhantomData<fn() -> T>,
}

impl<T> Id<T> {
    /// Creates a new identifier with the timestamp `now`. A time before 1970 becomes 1970.
    #[must_use]
    pub fn new(now: Timestamp) -> Self {
        let milliseconds = u64::try_from(now.as_milliseconds()).unwrap_or(0);
        let (seconds, rest) = (milliseconds / 1_000, milliseconds % 1_000);
        let nanoseconds = u32::try_from(rest).unwrap_or(0) * 1_000_000;
        let moment = uuid::Timestamp::from_unix(uuid::timestamp::context::NoContext, seconds, nanoseconds);
        Self::from_uuid(Uuid::new_v7(moment))
    }

    /// Wraps a UUID that is known to identify a `T`, for example one that a storage adapter reads.
    #[must_use]
    pub const fn from_uuid(value: Uuid) -> Self {
        Self { value, of: PhantomData }
    }

    /// Returns the bare UUID.
    #[must_use]
    pub const fn as_uuid(self) -> Uuid {
        self.value
    }
}

impl<T> Clone for Id<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Id<T> {}
impl<T> PartialEq for Id<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}
impl<T> Eq for Id<T> {}
impl<T> PartialOrd for Id<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl<T> Ord for Id<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.value.cmp(&other.value)
    }
}
impl<T> Hash for Id<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.value.hash(state);
    }
}
impl<T> fmt::Debug for Id<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.value, formatter)
    }
}
impl<T> fmt::Display for Id<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.value, formatter)
    }
}

/// Error: the text is not a UUID.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not an id")]
pub struct InvalidId;

impl<T> FromStr for Id<T> {
    type Err = InvalidId;

    fn from_str(text: &str) -> Result<Self, InvalidId> {
        Uuid::parse_str(text).map(Self::from_uuid).map_err(|_| InvalidId)
    }
}
impl<T> Serialize for Id<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.value)
    }
}
impl<'de, T> Deserialize<'de> for Id<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_sort_by_the_time_they_were_made() {
        let earlier: Id<u8> = Id::new(Timestamp::from_milliseconds(1_000));
        let later: Id<u8> = Id::new(Timestamp::from_milliseconds(1_001));
        assert!(earlier < later);
    }

    #[test]
    fn an_id_survives_a_text_round_trip() {
        let id: Id<u8> = Id::new(Timestamp::from_milliseconds(1_700_000_000_123));
        assert_eq!(id.to_string().parse(), Ok(id));
        assert_eq!("nonsense".parse::<Id<u8>>(), Err(InvalidId));
    }
}
