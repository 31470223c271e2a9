#![doc = include_str!("../README.md")]

mod dates;
mod follow_up;
mod grammar;
mod lexicon;
mod names;
mod piece;
mod place;
mod token;
mod topic;

use saldo_domain::{Date, FiscalCalendar, Language, Query};
use serde::Serialize;

use grammar::Reading;
use lexicon::Lexicon;
pub use names::Names;
use piece::Words;
pub use topic::{About, Topic};

/// The maximum length of a question, in characters. A longer question is not understood.
pub const CHARACTERS_MAX: usize = 500;
/// The maximum number of queries offered for a question that was not understood.
const OFFERS_MAX: usize = 3;

/// The result of reading a question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum Understanding {
    /// Every word was used.
    Understood(Box<Understood>),
    /// Every word was used, and the question is about a report.
    Topic(Box<Topic>),
    /// Some words were not used, or the parts of the question do not make exactly one query.
    NotUnderstood(NotUnderstood),
}

/// A question that was understood.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Understood {
    /// The question as a query.
    pub query: Query,
    /// The language of the question.
    pub language: Language,
    /// Misspelled words that were read as a similar name.
    pub corrections: Vec<Correction>,
    /// True if the question says that it refers to the one before: "and in May?".
    #[serde(skip)]
    pub is_follow_up: bool,
}

/// A question that was not understood.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct NotUnderstood {
    /// The language that knows the most words of the question; English if it knows none.
    pub language: Language,
    /// The words that no part of a query was made of. Empty if each word is known but not their combination.
    pub words: Vec<String>,
    /// Queries that the question may mean, at most three.
    pub offers: Vec<Query>,
}

/// A correction of a misspelled word.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Correction {
    /// The word as the user wrote it.
    pub written: String,
    /// The name that was used instead.
    pub taken_for: String,
}

/// Reads a question that is asked on the day `today`, in any [`Language`].
///
/// "This year", "last quarter" and the like are units of the fiscal `calendar`.
/// After a `previous` query, the question may name only what changes ("and in May?").
/// The names of categories, accounts, merchants and tags come from `names`.
/// A question longer than [`CHARACTERS_MAX`] is not read.
#[must_use]
pub fn understand(
    question: &str,
    previous: Option<&Query>,
    names: &Names,
    today: Date,
    calendar: FiscalCalendar,
) -> Understanding {
    let question: String = question.chars().take(CHARACTERS_MAX + 1).collect();
    let mut readings: Vec<Reading> = Vec::new();
    if question.chars().count() <= CHARACTERS_MAX {
        let words = Words::of(&question, names);
        for language in Language::ALL {
            readings.push(grammar::read(&words, previous, Lexicon::of(language), names, today, calendar));
        }
    }
    // "En Blue Cafe?" is cut off in Dutch, but not in Spanish.
    let cut_off = readings.iter().filter(|it| it.is_cut_off && it.unknown.is_empty());
    let least = cut_off.map(|it| it.known + 1).max().unwrap_or(0);
    let is_whole = |it: &Reading| {
        it.unknown.is_empty() && (it.query.is_some() || it.topic.is_some()) && it.known >= least
    };
    // Several languages may use every word. The question's language is the one whose lexicon has the most of
    // them; words that are only names say nothing about it. `max_by_key` returns the last maximum, so the
    // reversed order prefers the first language.
    let best = readings.into_iter().rev().max_by_key(|it| (is_whole(it), it.known));
    let Some(best) = best else {
        let (words, offers) = (Vec::new(), Vec::new());
        return Understanding::NotUnderstood(NotUnderstood { language: Language::English, words, offers });
    };
    let whole = is_whole(&best);
    let Reading { language, query, topic, unknown, mut offers, corrections, is_follow_up, .. } = best;
    match (topic, query) {
        (Some((about, filter)), _) if whole => {
            Understanding::Topic(Box::new(Topic { about, filter, language, corrections }))
        }
        (None, Some(query)) if whole => {
            let understood = Understood { query, language, corrections, is_follow_up };
            Understanding::Understood(Box::new(understood))
        }
        _ => {
            offers.truncate(OFFERS_MAX);
            Understanding::NotUnderstood(NotUnderstood { language, words: unknown, offers })
        }
    }
}
