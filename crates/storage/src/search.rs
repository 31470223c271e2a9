//! Patterns for searching in text.

use saldo_domain::text;

/// Returns a LIKE pattern for texts that contain `part`, regardless of case, accents and the spelling of
/// umlauts. Its escape character is `\`.
pub(crate) fn containing(part: &str) -> String {
    let mut pattern = String::from("%");
    for character in text::search_key(part).chars() {
        if matches!(character, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(character);
    }
    pattern.push('%');
    pattern
}

/// Returns a PostgreSQL regular expression for texts that contain the words of a name as whole words in
/// sequence, as defined by [`text::has_words`].
#[cfg(feature = "postgres")]
pub(crate) fn expression_of_words(name: &str) -> String {
    let words = text::words(name);
    if words.is_empty() {
        // A pattern that no text matches, because nothing precedes its start.
        return "a^".to_owned();
    }
    // A character that is not part of a word, as in `text::is_of_word`.
    let other = "[^0-9a-zA-Z\u{c0}-\u{1fff}\u{2c00}-\u{10ffff}]";
    format!("(^|{other}){}({other}|$)", words.join(&format!("{other}+")))
}
