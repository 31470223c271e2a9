//! Splits a text into its questions: "How much did I spend in May, and what was my balance?"

use super::english::{is_one, list};

/// A piece with fewer words is not a separate question.
const WORDS_MIN: usize = 3;

/// Returns the questions in a text, in order. Those that continue after "and" begin with it.
pub(super) fn of(text: &str) -> Vec<String> {
    let mut clauses = Vec::new();
    for sentence in sentences(text) {
        let words: Vec<&str> = sentence.split_whitespace().collect();
        let mut start = 0;
        for index in 0..words.len() {
            if index - start >= WORDS_MIN && is_joint(words[index]) && begins(&words[index + 1..]) {
                clauses.push(words[start..index].join(" "));
                start = index;
            }
        }
        clauses.push(words[start..].join(" "));
    }
    clauses.retain(|clause| clause.chars().any(char::is_alphanumeric));
    clauses
}

fn is_joint(word: &str) -> bool {
    is_one("joints", word.to_lowercase().trim_matches(','))
}

fn begins(words: &[&str]) -> bool {
    let start: Vec<&str> = words.iter().take(2).copied().collect();
    let start = start.join(" ").to_lowercase().replace('’', "'");
    list("starts")
        .iter()
        .any(|it| start.strip_prefix(it).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric)))
}

/// Splits a text at question marks and the like.
/// A period ends a sentence only after a whole word, not after "Dr" or a number.
fn sentences(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut start = 0;
    for (index, character) in text.char_indices() {
        let next = index + character.len_utf8();
        let is_end = match character {
            '?' | '!' | ';' | '\n' => true,
            '.' => {
                let word = text[start..index].rsplit(char::is_whitespace).next().unwrap_or_default();
                let is_word = word.chars().count() >= 4 && word.chars().all(char::is_alphabetic);
                is_word && text[next..].starts_with(char::is_whitespace)
            }
            _ => false,
        };
        if is_end {
            found.push(&text[start..next]);
            start = next;
        }
    }
    found.push(&text[start..]);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_split_where_a_new_question_begins() {
        for (text, expected) in [
            ("How much in May and what is my balance?", vec!["How much in May", "and what is my balance?"]),
            ("Rent in May? And groceries?", vec!["Rent in May?", "And groceries?"]),
            ("How much to Dr. Weiss and Co. KG in May", vec!["How much to Dr. Weiss and Co. KG in May"]),
            ("Between March and when?", vec!["Between March and when?"]),
            ("How much at Tesco and Rewe?", vec!["How much at Tesco and Rewe?"]),
            ("…", vec![]),
        ] {
            assert_eq!(of(text), expected, "{text}");
        }
    }
}
