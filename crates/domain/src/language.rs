//! The languages in which Saldo understands questions and writes answers and messages.

use serde::{Deserialize, Serialize};

/// A language of questions, answers and messages.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Language {
    /// English.
    #[default]
    #[serde(rename = "en")]
    English,
    /// German.
    #[serde(rename = "de")]
    German,
    /// French.
    #[serde(rename = "fr")]
    French,
    /// Spanish.
    #[serde(rename = "es")]
    Spanish,
    /// Italian.
    #[serde(rename = "it")]
    Italian,
    /// Portuguese.
    #[serde(rename = "pt")]
    Portuguese,
    /// Dutch.
    #[serde(rename = "nl")]
    Dutch,
    /// Polish.
    #[serde(rename = "pl")]
    Polish,
}

impl Language {
    /// All languages.
    /// English is first: if several languages understand a question equally well, the first is used.
    pub const ALL: [Self; 8] = [
        Self::English,
        Self::German,
        Self::French,
        Self::Spanish,
        Self::Italian,
        Self::Portuguese,
        Self::Dutch,
        Self::Polish,
    ];

    /// Returns the language with this tag, such as `de` or `pt-BR`; English for an unknown one.
    #[must_use]
    pub fn of(tag: &str) -> Self {
        let is_of = |it: &Self| tag.get(..2) == Some(it.tag());
        Self::ALL.into_iter().find(is_of).unwrap_or_default()
    }

    /// Returns the tag, such as `de`.
    #[must_use]
    pub const fn tag(self) -> &'static str {
        self.among(["en", "de", "fr", "es", "it", "pt", "nl", "pl"])
    }

    /// Returns the value of this language among those of all, in the order of [`Self::ALL`].
    #[must_use]
    pub const fn among<T: Copy>(self, values: [T; 8]) -> T {
        let [english, german, french, spanish, italian, portuguese, dutch, polish] = values;
        match self {
            Self::English => english,
            Self::German => german,
            Self::French => french,
            Self::Spanish => spanish,
            Self::Italian => italian,
            Self::Portuguese => portuguese,
            Self::Dutch => dutch,
            Self::Polish => polish,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_is_found_by_its_tag() {
        assert_eq!(Language::of("pt-BR"), Language::Portuguese);
        for unknown in ["sv", "", "d", "ü"] {
            assert_eq!(Language::of(unknown), Language::English, "{unknown}");
        }
        for language in Language::ALL {
            assert_eq!(Language::of(language.tag()), language);
            assert_eq!(serde_json::to_value(language).unwrap(), language.tag());
        }
    }
}
