#![doc = include_str!("../README.md")]

mod dates;
mod grammar;
mod lexicon;
mod names;
mod piece;
mod place;
mod token;

use saldo_domain::{Date, Query};
use serde::Serialize;

use grammar::Reading;
pub use lexicon::Language;
use lexicon::Lexicon;
pub use names::Names;

/// The most characters of a question that is read.
pub const CHARACTERS_MAX: usize = 500;
/// The most queries that are offered.
const OFFERS_MAX: usize = 3;

/// What became of a question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum Understanding {
    /// Every word was used.
    Understood(Box<Understood>),
    /// Some words were not, or what they say together has no one answer.
    NotUnderstood(NotUnderstood),
}

/// A question that was understood.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Understood {
    /// The question as a query.
    pub query: Query,
    /// Its language.
    pub language: Language,
    /// Words that were taken for a name that they nearly are.
    pub corrections: Vec<Correction>,
}

/// A question that was not understood.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct NotUnderstood {
    /// The language of most of its words.
    pub language: Language,
    /// The words that no part of a query was made of. Empty when each word is known and their combination is not.
    pub words: Vec<String>,
    /// Queries that the question may mean.
    pub offers: Vec<Query>,
}

/// A misspelt word.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Correction {
    /// As it was written.
    pub written: String,
    /// The name it was taken for.
    pub taken_for: String,
}

/// Reads a question that is asked on the day `today`; after `previous`, a question may name only what changes ("and in May?").
#[must_use]
pub fn understand(question: &str, previous: Option<&Query>, names: &Names, today: Date) -> Understanding {
    let question: String = question.chars().take(CHARACTERS_MAX + 1).collect();
    let mut readings: Vec<Reading> = Vec::new();
    if question.chars().count() <= CHARACTERS_MAX {
        for language in Language::ALL {
            readings.push(grammar::read(&question, previous, Lexicon::of(language), names, today));
        }
    }
    let whole = |reading: &&Reading| reading.query.is_some() && reading.unknown.is_empty();
    // Of readings that use every word, the one counts that knows the most of them by itself rather than by name.
    let best = readings.iter().filter(whole).rev().max_by_key(|reading| reading.known);
    if let Some(Reading { query: Some(query), language, corrections, .. }) = best {
        let (query, corrections) = (query.clone(), corrections.clone());
        let understood = Understood { query, language: *language, corrections };
        return Understanding::Understood(Box::new(understood));
    }
    let nearest = readings.into_iter().rev().max_by_key(|reading| reading.known);
    Understanding::NotUnderstood(match nearest {
        Some(Reading { language, unknown, mut offers, .. }) => {
            offers.truncate(OFFERS_MAX);
            NotUnderstood { language, words: unknown, offers }
        }
        None => NotUnderstood { language: Language::English, words: Vec::new(), offers: Vec::new() },
    })
}
