//! Splits a question into words, numbers and signs.

use saldo_domain::text;

/// A word, a number or a sign of a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Token {
    /// The folded text: lower case, without accents.
    pub(crate) text: String,
    /// The text as the user wrote it.
    pub(crate) written: String,
    /// True for a text between quotation marks, which is searched for as it is.
    pub(crate) is_quoted: bool,
}

const QUOTES: [char; 9] = ['"', '“', '”', '„', '«', '»', '‹', '›', '‟'];
/// Signs that have a meaning of their own.
const SIGNS: [char; 7] = ['%', '€', '$', '£', '¥', '#', ','];

/// Splits a question into tokens.
/// Points, commas, hyphens and slashes are kept inside numbers and dates and separate words elsewhere.
pub(crate) fn tokens(question: &str) -> Vec<Token> {
    let letters: Vec<char> = question.chars().collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < letters.len() {
        let letter = letters[at];
        if QUOTES.contains(&letter) {
            let end = (at + 1..letters.len()).find(|index| QUOTES.contains(&letters[*index]));
            let inner: String = letters[at + 1..end.unwrap_or(at + 1)].iter().collect();
            if end.is_some() && !inner.trim().is_empty() {
                let text = text::folded(&inner);
                found.push(Token { text, written: inner.trim().to_owned(), is_quoted: true });
            }
            at = end.unwrap_or(at) + 1;
            continue;
        }
        // "Rent + fuel": a plus between spaces.
        let is_free = |it: &usize| letters.get(*it).is_none_or(|letter| letter.is_whitespace());
        if letter == '+' && [at.wrapping_sub(1), at + 1].iter().all(is_free) {
            found.push(Token { text: "+".to_owned(), written: "+".to_owned(), is_quoted: false });
        }
        if let Some(year) = short_year(&letters, at) {
            found.push(Token { text: format!("20{year}"), written: format!("'{year}"), is_quoted: false });
            at += 3;
            continue;
        }
        let end = end_of_word(&letters, at);
        if end > at || SIGNS.contains(&letter) {
            let end = end.max(at + 1);
            let written: String = letters[at..end].iter().collect();
            found.push(Token { text: text::folded(&written), written, is_quoted: false });
            at = end;
        } else {
            at += 1;
        }
    }
    found
}

/// Returns the digits of a year such as "'25", if one begins at `at`.
fn short_year(letters: &[char], at: usize) -> Option<String> {
    let is_apostrophe = matches!(letters.get(at), Some('\'' | '’'));
    let begins = at.checked_sub(1).is_none_or(|before| letters[before].is_whitespace());
    let digits: String = letters.iter().skip(at + 1).take_while(|letter| letter.is_alphanumeric()).collect();
    let is_year = digits.len() == 2 && digits.bytes().all(|byte| byte.is_ascii_digit());
    (is_apostrophe && begins && is_year).then_some(digits)
}

/// Returns the end of the word or number that begins at `at`, or `at` itself if none does.
fn end_of_word(letters: &[char], at: usize) -> usize {
    let is_number = letters[at].is_ascii_digit();
    let mut end = at;
    while end < letters.len() {
        let letter = letters[end];
        let joins = is_number
            && matches!(letter, '.' | ',' | '-' | '/')
            && end > at
            && letters.get(end + 1).is_some_and(char::is_ascii_digit);
        let sticks = letter.is_alphanumeric() || matches!(letter, 'º' | 'ª');
        if !sticks && !joins {
            break;
        }
        end += 1;
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(question: &str) -> Vec<String> {
        tokens(question).into_iter().map(|token| token.text).collect()
    }

    #[test]
    fn numbers_and_dates_stay_whole_and_sentences_end() {
        assert_eq!(texts("Over 1,200.50 on 2025-05-12?"), ["over", "1,200.50", "on", "2025-05-12"]);
        assert_eq!(texts("Im März 2025."), ["im", "marz", "2025"]);
        assert_eq!(texts("l'épicerie d’ici"), ["l", "epicerie", "d", "ici"]);
        assert_eq!(texts("10%, 5€"), ["10", "%", ",", "5", "€"]);
        assert_eq!(texts("March '25, l'25 '250"), ["march", "2025", ",", "l", "25", "250"]);
    }

    #[test]
    fn quoted_words_are_one_text() {
        let found = tokens("with \"Blue Café\" in it");
        assert_eq!(found[1].text, "blue cafe");
        assert!(found[1].is_quoted && !found[0].is_quoted);
        assert_eq!(texts("an \" unclosed"), ["an", "unclosed"]);
    }
}
