//! Searching in text.

use saldo_domain::text;

/// The LIKE pattern for text that contains `part`, without regard to case and accents. Its escape character is `\`.
pub(crate) fn containing(part: &str) -> String {
    let mut pattern = String::from("%");
    for character in text::folded(part).chars() {
        if matches!(character, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(character);
    }
    pattern.push('%');
    pattern
}
