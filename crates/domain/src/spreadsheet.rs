//! Texts that stay texts when a spreadsheet opens the CSV file they are in.
//!
//! A spreadsheet takes a cell that begins with `=`, `+`, `-`, `@`, a tab or a line break for a formula. A file that is opened with
//! another separator than it was written with has cells that begin in the middle of a text: `REWE;=HYPERLINK(…)`. So an apostrophe
//! stands before a formula at the beginning and after each separator; [`unescaped`] takes exactly these away again.

/// Characters after which a cell begins, for one spreadsheet or another.
const SEPARATORS: [char; 6] = [';', ',', '\t', '|', '\n', '\r'];

/// The text with an apostrophe wherever a spreadsheet could find a formula.
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

/// The text as it was before [`escaped`].
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
            // The next character is the text's own, even an apostrophe.
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

/// Whether a cell of this text would be a formula, or be taken for an escaped one. Quotes and blanks are looked through, because
/// some programs drop them at the beginning of a cell.
fn is_formula(cell: &str) -> bool {
    let begin = cell.trim_start_matches([' ', '"', '\u{a0}']);
    begin.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '\'', '＝', '＋', '－', '＠'])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_formula_is_no_formula_at_the_beginning_and_after_separators() {
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
        fn what_is_escaped_is_read_back(text in "[a;,|=+'\"\t\n -]{0,24}|\\PC{0,40}") {
            let safe = escaped(&text);
            prop_assert_eq!(unescaped(&safe), text);
            for cell in safe.split(SEPARATORS) {
                prop_assert!(!cell.trim_start_matches([' ', '"']).starts_with(['=', '+', '-', '@']), "{safe}");
            }
        }
    }
}
