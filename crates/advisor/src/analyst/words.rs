//! The words of a question, and which of them were used.

use saldo_domain::text;

use crate::grounding::english_number;

/// The words of a question in lower case, without accents and punctuation.
#[derive(Debug, Clone, Default)]
pub(super) struct Words {
    folded: Vec<String>,
    used: Vec<bool>,
}

impl Words {
    pub(super) fn of(question: &str) -> Self {
        let folded = text::folded(&question.replace(['’', '‘'], "'"));
        let marks = [' ', '?', '!', ';', '(', ')', '"', '“', '”', '„', '…', ':', '\n'];
        let is_around = |letter: char| !letter.is_alphanumeric() && !"€$£¥#".contains(letter);
        let words = folded.split(marks).map(|piece| piece.trim_matches(is_around));
        let words = words.map(|word| word.strip_suffix("'s").unwrap_or(word));
        let folded: Vec<String> = words.filter(|word| !word.is_empty()).map(str::to_owned).collect();
        let used = vec![false; folded.len()];
        Self { folded, used }
    }

    pub(super) fn len(&self) -> usize {
        self.folded.len()
    }

    /// Returns the word at `index`; empty if there is none.
    pub(super) fn at(&self, index: usize) -> &str {
        self.folded.get(index).map_or("", String::as_str)
    }

    pub(super) fn before(&self, index: usize) -> &str {
        index.checked_sub(1).map_or("", |before| self.at(before))
    }

    pub(super) fn is_used(&self, index: usize) -> bool {
        self.used.get(index).copied().unwrap_or(true)
    }

    /// Marks words as used, so that no other reader takes them.
    pub(super) fn mark_used(&mut self, from: usize, count: usize) {
        for index in from..from + count {
            if let Some(used) = self.used.get_mut(index) {
                *used = true;
            }
        }
    }

    /// Returns the number of words of a phrase if it stands at `index` and none of its words is used.
    pub(super) fn stands(&self, index: usize, phrase: &str) -> Option<usize> {
        let mut count = 0;
        for word in phrase.split(' ') {
            if self.is_used(index + count) || self.at(index + count) != word {
                return None;
            }
            count += 1;
        }
        Some(count)
    }

    /// Returns the number of words of a phrase if it stands before `index` and none of its words is used.
    pub(super) fn ends(&self, index: usize, phrase: &str) -> Option<usize> {
        self.stands(index.checked_sub(phrase.split(' ').count())?, phrase)
    }

    /// True if one of the phrases occurs.
    pub(super) fn has(&self, phrases: &[&str]) -> bool {
        self.find(phrases).is_some()
    }

    /// Returns the index of the first phrase that occurs, and its number of words.
    pub(super) fn find(&self, phrases: &[&str]) -> Option<(usize, usize)> {
        (0..self.len())
            .find_map(|index| phrases.iter().find_map(|phrase| Some((index, self.stands(index, phrase)?))))
    }

    /// Marks the first phrase that occurs as used. Returns `false` if none does.
    pub(super) fn take(&mut self, phrases: &[&str]) -> bool {
        let found = self.find(phrases);
        if let Some((index, count)) = found {
            self.mark_used(index, count);
        }
        found.is_some()
    }

    pub(super) fn join(&self, from: usize, count: usize) -> String {
        self.folded.get(from..from + count).map(|words| words.join(" ")).unwrap_or_default()
    }
}

/// Returns the number of a month, by its name or its first three letters.
pub(super) fn month_number(word: &str) -> Option<u32> {
    let word = if word == "sept" { "sep" } else { word };
    word.parse::<chrono::Month>().ok().map(|month| month.number_from_month())
}

pub(super) fn is_year(word: &str) -> bool {
    word.len() == 4 && matches!(word.parse::<i32>(), Ok(1_990..=2_100))
}

/// Returns a count up to 10,000, in digits or as a word.
pub(super) fn count(word: &str) -> Option<u32> {
    match word {
        "couple" => Some(2),
        "dozen" => Some(12),
        _ => english_number(word)
            .and_then(|(number, _)| u32::try_from(number).ok())
            .or_else(|| word.parse().ok().filter(|count| *count <= 10_000)),
    }
}

/// Returns the whole number in words at `index`, and its number of words:
/// "fifty", "a hundred", "two hundred and fifty", "three thousand".
pub(super) fn spelled_out(words: &Words, index: usize) -> Option<(u32, usize)> {
    let is_article =
        words.at(index) == "a" && matches!(words.at(index + 1), "hundred" | "thousand" | "grand");
    let start = index + usize::from(is_article);
    let (number, count) = english_number(&words.join(start, words.len().checked_sub(start)?))?;
    Some((u32::try_from(number).ok()?, count + usize::from(is_article)))
}
