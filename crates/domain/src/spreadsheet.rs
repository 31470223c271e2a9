//! Escaping of text, so that a spreadsheet that opens a CSV file does not run it as a formula.
//!
//! A spreadsheet treats a cell as a formula if it begins with `=`, `+`, `-`, `@`, a tab or a line break. If a
//! file is opened with a separator other than the one it was written with, cells begin in the middle of a
//! text: `REWE;=HYPERLINK(…)`. Therefore an apostrophe is inserted before a formula at the beginning and
//! after each possible separator. [`unescaped`] removes exactly these apostrophes.

/// The characters that some spreadsheet may use to separate cells.
const SEPARATORS: [char; 6] = [';', ',', '\t', '|', '\n', '\r'];

/// Returns the text with an apostrophe wherever a spreadsheet could see a formula.
#[must_use]
pub fn escaped(text: &str) -> String {
    let mut made = String::with_capacity(text.len());
    let mut begins_cell = true;
    for (at, character) in text.char_indices() {
        if begins_cell && is_formula(&text[at..]) {
            made.push('\'');
        }
        made.push(character);
        begins_cell = SEPARATORS.contains(&character);
    }
    made
}

/// Returns the text as it was before [`escaped`].
#[must_use]
pub fn unescaped(text: &str) -> String {
    let mut made = String::with_capacity(text.len());
    let mut begins_cell = true;
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        let after = &rest[character.len_utf8()..];
        if begins_cell && character == '\'' && is_formula(after) {
            begins_cell = false;
            rest = after;
            // The next character belongs to the text, even if it is an apostrophe.
            let Some(own) = rest.chars().next() else { break };
            made.push(own);
            begins_cell |= SEPARATORS.contains(&own);
            rest = &rest[own.len_utf8()..];
            continue;
        }
        made.push(character);
        begins_cell = SEPARATORS.contains(&character);
        rest = after;
    }
    made
}

/// True if a spreadsheet could take a cell with this text for a formula, or if it looks like an escaped one.
/// Leading quotes and blanks are ignored, because some programs drop them.
fn is_formula(cell: &str) -> bool {
    let begin = cell.trim_start_matches([' ', '"', '\u{a0}']);
    begin.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '\'', '＝', '＋', '－', '＠'])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn formulas_are_escaped_at_the_start_and_after_separators() {
        for (text, safe) in [
            ("=1+1", "'=1+1"),
            ("REWE;=HYPERLINK(\"http://x\")", "REWE;'=HYPERLINK(\"http://x\")"),
            ("a,@SUM(A1)", "a,'@SUM(A1)"),
            ("a\t+1", "a\t'+1"),
            ("note\n-2", "note\n'-2"),
            ("a;\"=1\"", "a;'\"=1\""),
            ("a|=1;=2", "a|'=1;'=2"),
            ("'quoted", "''quoted"),
            ("Rent, May; paid - late", "Rent, May; paid - late"),
        ] {
            assert_eq!(escaped(text), safe, "{text}");
            assert_eq!(unescaped(safe), text, "{safe}");
        }
    }

    proptest! {
        #[test]
        fn escaped_text_survives_a_round_trip(text in "[a;,|=+'\"\t\n -]{0,24}|\\PC{0,40}") {
            let safe = escaped(&text);
            prop_assert_eq!(unescaped(&safe), text);
            for cell in safe.split(SEPARATORS) {
                prop_assert!(!cell.trim_start_matches([' ', '"']).starts_with(['=', '+', '-', '@']), "{safe}");
            }
        }
    }
}
