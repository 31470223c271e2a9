//! Typed queries, questions in words, and their answers.

use saldo_bookkeeping::{AnsweredQuestion, Shown};
use saldo_domain::{AccountId, Language, Query, QueryAnswer};
use saldo_question::{Correction, NotUnderstood, Topic, Understanding, Understood};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{Error, Result};

/// A query, or a question in words.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct QueryRequest {
    /// The query to answer.
    query: Option<Query>,
    /// A question in words, instead of a query.
    question: Option<String>,
    /// The previous query: the question may name the changes to it only.
    previous: Option<Query>,
}

/// The query or question of a request.
#[derive(Debug)]
pub enum QueryOrQuestion {
    /// A query.
    Query(Box<Query>),
    /// A question in words, which may change the query before it.
    Question(String, Option<Box<Query>>),
}

impl QueryRequest {
    /// Returns the query or question.
    ///
    /// # Errors
    /// [`Error::Invalid`] unless there is either a query or a question.
    pub fn asked(self) -> Result<QueryOrQuestion> {
        match (self.query, self.question, self.previous) {
            (Some(query), None, None) => Ok(QueryOrQuestion::Query(Box::new(query))),
            (None, Some(question), previous) => {
                Ok(QueryOrQuestion::Question(question, previous.map(Box::new)))
            }
            _ => Err(Error::invalid("Send either a query, or a question with or without previous")),
        }
    }
}

/// A query and its answer, or the reasons why the question is not understood.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct QueryBody {
    /// The answered query; `null` if the question is not understood, or is about a report.
    query: Option<Query>,
    /// The report that a question in words is about, such as budgets. Its own route has the figures.
    topic: Option<Topic>,
    /// The answer.
    answer: Option<QueryAnswer>,
    /// The language of a question in words.
    language: Option<Language>,
    /// Misspelled words of the question, with the names they were taken for.
    corrections: Vec<Correction>,
    /// Words of the question that are not understood.
    words: Vec<String>,
    /// Suggested queries for a question that is not understood.
    offers: Vec<Query>,
    /// Pairs of accounts that may be the same one, so that their amounts may count twice in the answer.
    possibly_counted_twice: Vec<[AccountId; 2]>,
}

impl QueryBody {
    /// Creates the body of a query's answer.
    #[must_use]
    pub fn of_query(query: Query, shown: Shown<QueryAnswer>) -> Self {
        Self::of(Some(query), Some(shown.figures), shown.counted_twice)
    }

    fn of(query: Option<Query>, answer: Option<QueryAnswer>, counted_twice: Vec<[AccountId; 2]>) -> Self {
        Self {
            query,
            topic: None,
            answer,
            language: None,
            corrections: Vec::new(),
            words: Vec::new(),
            offers: Vec::new(),
            possibly_counted_twice: counted_twice,
        }
    }
}

impl From<Shown<AnsweredQuestion>> for QueryBody {
    fn from(shown: Shown<AnsweredQuestion>) -> Self {
        let nothing = |twice| Self::of(None, None, twice);
        match shown.figures.understanding {
            Understanding::Understood(found) => {
                let Understood { query, language, corrections, .. } = *found;
                let body = Self::of(Some(query), shown.figures.answer, shown.counted_twice);
                Self { language: Some(language), corrections, ..body }
            }
            Understanding::Topic(topic) => {
                let (language, corrections) = (Some(topic.language), topic.corrections.clone());
                Self { topic: Some(*topic), language, corrections, ..nothing(shown.counted_twice) }
            }
            Understanding::NotUnderstood(NotUnderstood { language, words, offers }) => {
                Self { language: Some(language), words, offers, ..nothing(shown.counted_twice) }
            }
        }
    }
}
