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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folding_takes_away_case_accents_and_stray_spaces() {
        assert_eq!(folded(" Café \n NOIR "), "cafe noir");
        assert_eq!(folded("ÅSE Łódź"), "ase łodz");
        assert_eq!(folded("ﬁsh"), "fish");
    }
}
