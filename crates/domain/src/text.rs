//! Text as people search it: without case, accents or stray spaces.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Lower case, without accents, runs of white space as one space: `" Café  NOIR"` becomes `"cafe noir"`.
///
/// Both databases search this form, because their own case rules differ.
#[must_use]
pub fn folded(text: &str) -> String {
    let plain: String =
        text.nfkd().filter(|character| !is_combining_mark(*character)).flat_map(char::to_lowercase).collect();
    one_line(&plain)
}

/// Runs of white space and control characters become one space; none at the ends.
#[must_use]
pub fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for word in text.split(|character: char| character.is_whitespace() || character.is_control()) {
        if word.is_empty() {
            continue;
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    line
}

/// What an entry is found by: its description, what the statement printed where that differs, and the person's note; folded.
#[must_use]
pub fn searched(description: &str, printed: &str, note: &str) -> String {
    let mut text = folded(description);
    for other in [printed, note] {
        let other = folded(other);
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
        assert_eq!(searched("Café", "CAFE", ""), "cafe");
        assert_eq!(searched("Lunch", "CAFE 12", "with Ann"), "lunch\ncafe 12\nwith ann");
    }

    #[test]
    fn folding_takes_away_case_accents_and_stray_spaces() {
        assert_eq!(folded(" Café \n NOIR "), "cafe noir");
        assert_eq!(folded("ÅSE Łódź"), "ase łodz");
        assert_eq!(folded("ﬁsh"), "fish");
    }
}
