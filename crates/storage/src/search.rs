//! Searching in text.

use saldo_domain::text;

/// The LIKE pattern for text that contains `part`, without regard to case, accents and the spelling of umlauts. Its escape character
/// is `\`.
pub(crate) fn containing(part: &str) -> String {
    let mut pattern = String::from("%");
    for character in text::sought(part).chars() {
        if matches!(character, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(character);
    }
    pattern.push('%');
    pattern
}

/// The regular expression of PostgreSQL for text that has these words whole, one after the other, as [`text::has_words`] says it.
#[cfg(feature = "postgres")]
pub(crate) fn expression_of_words(name: &str) -> String {
    let words = text::words(name);
    if words.is_empty() {
        // Nothing stands before the beginning.
        return "a^".to_owned();
    }
    // The characters of `text::is_of_word`.
    let other = "[^0-9a-zA-Z\u{c0}-\u{1fff}\u{2c00}-\u{10ffff}]";
    format!("(^|{other}){}({other}|$)", words.join(&format!("{other}+")))
}
