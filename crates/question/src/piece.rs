//! A question cut into phrases, each with everything it may mean.

use crate::lexicon::{Lexicon, Link, Sense, Unit};
use crate::names::{Name, Names};
use crate::token::{Token, tokens};

/// A phrase of a question.
#[derive(Debug, Clone)]
pub(crate) struct Piece {
    pub(crate) tokens: Vec<Token>,
    /// What the language takes it for.
    pub(crate) senses: Vec<Sense>,
    /// What the person calls so.
    pub(crate) names: Vec<Name>,
    /// The name that it stands for, where it is misspelt.
    pub(crate) corrected: Option<String>,
}

impl Piece {
    /// The phrase, folded.
    pub(crate) fn text(&self) -> &str {
        self.tokens.first().filter(|_| self.tokens.len() == 1).map_or("", |token| token.text.as_str())
    }

    /// The phrase as it was written.
    pub(crate) fn written(&self) -> String {
        let words: Vec<&str> = self.tokens.iter().map(|token| token.written.as_str()).collect();
        words.join(" ")
    }

    pub(crate) fn has(&self, sense: Sense) -> bool {
        self.senses.contains(&sense)
    }

    /// A whole number, in digits or as a word.
    pub(crate) fn number(&self) -> Option<u32> {
        let as_word = self.senses.iter().find_map(|sense| match sense {
            Sense::Number(number) => Some(*number),
            _ => None,
        });
        as_word.or_else(|| self.text().parse().ok())
    }

    /// A place in an order, such as "second" or "2nd".
    pub(crate) fn ordinal(&self) -> Option<u32> {
        let as_word = self.senses.iter().find_map(|sense| match sense {
            Sense::Ordinal(number) => Some(*number),
            _ => None,
        });
        as_word.or_else(|| self.text().trim_end_matches(char::is_alphabetic).parse().ok())
    }

    /// The unit of "each month".
    pub(crate) fn each(&self) -> Option<Unit> {
        self.senses.iter().find_map(|sense| match sense {
            Sense::Each(unit) => Some(*unit),
            _ => None,
        })
    }

    /// Whether it is a word such as "from" that links, and otherwise says nothing.
    pub(crate) fn is_preposition(&self) -> bool {
        self.senses
            .iter()
            .all(|sense| matches!(sense, Sense::Skip | Sense::Link(Link::At | Link::From | Link::To)))
    }
}

/// Cuts a question into the longest phrases that the language or the person has a name for.
pub(crate) fn pieces(question: &str, lexicon: &Lexicon, names: &Names) -> Vec<Piece> {
    let tokens = tokens(question);
    let texts: Vec<&str> = tokens.iter().map(|token| token.text.as_str()).collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let free = texts.len() - at;
        let quoted = tokens[at..].iter().position(|token| token.is_quoted).unwrap_or(free);
        let words = &texts[at..at + quoted];
        let phrase = lexicon.longest(words);
        let own = names.longest(words);
        let of_phrase = phrase.map_or(0, |(length, _)| length);
        let of_names = own.as_ref().map_or(0, |(length, _)| *length);
        let length = of_phrase.max(of_names).max(1);
        let senses =
            phrase.filter(|(it, _)| *it == length).map_or_else(Vec::new, |(_, senses)| senses.to_vec());
        let meant = own.filter(|(it, _)| *it == length).map_or_else(Vec::new, |(_, names)| names);
        let tokens = tokens[at..at + length].to_vec();
        let mut piece = Piece { tokens, senses, names: meant, corrected: None };
        if piece.senses.is_empty() && piece.names.is_empty() && !piece.tokens[0].is_quoted {
            correct(&mut piece, lexicon, names);
        }
        found.push(piece);
        at += length;
    }
    found
}

/// Takes a word that nobody knows for the one name that it nearly is.
fn correct(piece: &mut Piece, lexicon: &Lexicon, names: &Names) {
    let word = piece.text();
    if word.chars().any(|letter| !letter.is_alphabetic()) {
        return;
    }
    if let Some((name, meaning)) = names.misspelt(word, lexicon) {
        piece.corrected = Some(name);
        piece.names.push(meaning);
    }
}
