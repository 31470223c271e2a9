//! Tags: free labels on transactions.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::text;

/// A label of one or a few words that a user gives to transactions, such as `holiday 2025`. Tags are equal if
/// their text is; case counts.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tag(String);

impl Tag {
    /// The maximum number of characters of a tag.
    pub const CHARACTERS_MAX: usize = 50;

    /// Parses a tag as a user types it: white space becomes single spaces, and leading `#` are dropped.
    ///
    /// # Errors
    /// [`InvalidTag`] if the tag is empty, has more than [`Self::CHARACTERS_MAX`] characters, or
    /// contains a comma.
    pub fn parse(text: &str) -> Result<Self, InvalidTag> {
        let line = text::one_line(text.trim_start().trim_start_matches('#'));
        let length = line.chars().count();
        if length == 0 || length > Self::CHARACTERS_MAX || line.contains(',') {
            return Err(InvalidTag);
        }
        Ok(Self(line))
    }

    /// Returns the tag as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Error: the text is not a valid tag.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a tag must have 1 to 50 characters and no comma")]
pub struct InvalidTag;

impl fmt::Display for Tag {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}
impl FromStr for Tag {
    type Err = InvalidTag;
    fn from_str(text: &str) -> Result<Self, InvalidTag> {
        Self::parse(text)
    }
}
impl Serialize for Tag {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}
impl<'de> Deserialize<'de> for Tag {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::parse(&String::deserialize(deserializer)?).map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_is_one_short_line_without_a_comma() {
        assert_eq!(Tag::parse(" #holiday \n 2025").unwrap().as_str(), "holiday 2025");
        for text in ["", " # ", "a,b", &"x".repeat(51)] {
            assert_eq!(Tag::parse(text), Err(InvalidTag), "{text}");
        }
    }

    #[test]
    fn a_tag_survives_a_json_round_trip() {
        let tag = Tag::parse("Steuer").unwrap();
        assert_eq!(serde_json::to_string(&tag).unwrap(), "\"Steuer\"");
        assert_eq!(serde_json::from_str::<Tag>("\"Steuer\"").unwrap(), tag);
        assert!(serde_json::from_str::<Tag>("\"\"").is_err());
    }
}
