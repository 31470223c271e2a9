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

/// What an entry is found by: its description, what the statement printed where that differs, and the person's note.
pub(crate) fn search_text(description: &str, printed: &str, note: &str) -> String {
    let mut text = text::folded(description);
    for other in [printed, note] {
        let other = text::folded(other);
        if !other.is_empty() && !text.contains(&other) {
            text.push('\n');
            text.push_str(&other);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_found_by_what_was_printed_and_by_its_note() {
        assert_eq!(search_text("Café", "CAFE", ""), "cafe");
        assert_eq!(search_text("Lunch", "CAFE 12", "with Ann"), "lunch\ncafe 12\nwith ann");
    }

    #[test]
    fn signs_that_stand_for_others_are_searched_as_themselves() {
        assert_eq!(containing("50%_Café\\"), "%50\\%\\_cafe\\\\%");
    }
}
