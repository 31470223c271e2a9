//! Questions that are asked as a typed query or for a report, such as by a chip or a button of the page.

use saldo_domain::{Language, Query, QueryFilter};
use saldo_question::About;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::Error;

/// The kind of a message's data part that has a query.
pub(crate) const PART: &str = "query";
/// The text between the words of a question and its query.
const MARK: &str = "\n\nquery: ";

/// A report, and the conditions that limit it ([`About::takes`]).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Report {
    /// The report.
    pub about: About,
    /// The conditions.
    #[serde(default)]
    pub filter: QueryFilter,
}

/// A query, or a report that no query answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Request {
    /// A query.
    Query(Box<Query>),
    /// A report.
    Report(Box<Report>),
}

impl From<Query> for Request {
    fn from(query: Query) -> Self {
        Self::Query(Box::new(query))
    }
}

/// A query that is asked instead of words, and the language of its answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TypedQuestion {
    /// The query.
    pub query: Request,
    /// The language of the answer.
    #[serde(default = "english")]
    pub language: Language,
}

const fn english() -> Language {
    Language::English
}

impl TypedQuestion {
    /// Reads the data of a message's part.
    ///
    /// # Errors
    /// [`Error::InvalidQuery`].
    pub(crate) fn read(data: &Value) -> Result<Self, Error> {
        serde_json::from_value(data.clone()).map_err(|error| Error::InvalidQuery(error.to_string()))
    }

    /// Returns the part of a stored message.
    pub(crate) fn part(&self) -> Value {
        json!({ "type": format!("data-{PART}"), "data": self })
    }

    /// Returns the text of the user's turn: the words and, in a line of its own, the query.
    #[must_use]
    pub fn in_words(&self, words: &str) -> String {
        format!("{words}{MARK}{}", json!(self))
    }
}

/// Splits a message into its words and its query, if it has one.
pub(crate) fn split(message: &str) -> (&str, Option<TypedQuestion>) {
    let found = message.rsplit_once(MARK);
    let typed = found.and_then(|(words, json)| Some((words, serde_json::from_str(json).ok()?)));
    typed.map_or((message, None), |(words, typed)| (words, Some(typed)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_split_into_its_words_and_its_query() {
        let typed = TypedQuestion::read(&json!({"query": {"measure": "spent"}, "language": "de"})).unwrap();
        let message = typed.in_words("Ausgaben");
        assert_eq!(message, "Ausgaben\n\nquery: {\"language\":\"de\",\"query\":{\"measure\":\"spent\"}}");
        assert_eq!(split(&message), ("Ausgaben", Some(typed)));
        assert_eq!(split("Spent\n\nquery: all of it"), ("Spent\n\nquery: all of it", None));
    }

    #[test]
    fn a_query_of_unknown_parts_is_rejected() {
        for data in [
            json!({}),
            json!({"query": {"measure": "spend"}}),
            json!({"query": {"measure": "spent", "x": 1}}),
            json!({"query": {"about": "due", "x": 1}}),
        ] {
            assert!(matches!(TypedQuestion::read(&data), Err(Error::InvalidQuery(_))), "{data}");
        }
    }
}
