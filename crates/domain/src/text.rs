//! Normalized text for searching and comparing: without case, accents or surplus spaces.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::merchant::merchant_key;

/// Returns text in lower case, without accents, in plain letters, with runs of white space as one space:
/// `" Café  STRASSE"` and `"cafe straße"` become `"cafe strasse"`.
///
/// Both databases search this form, because their own rules for case differ. It is stored beside the text, so
/// a change to this function needs a migration that updates the stored values.
#[must_use]
pub fn folded(text: &str) -> String {
    in_plain_letters(&as_key(text))
}

/// Returns text in lower case, without accents, with runs of white space as one space. Stored keys use this
/// form: fingerprints of transactions, names of merchants and identities of accounts.
///
/// It differs from [`folded`] in the letters of [`PLAIN_LETTERS`], and it must never change: with another
/// form, a statement that is uploaded again would add its transactions a second time.
#[must_use]
pub fn as_key(text: &str) -> String {
    // Most lines are ASCII, which has nothing to decompose. Years of lines are compared for one answer.
    if text.is_ascii() {
        let mut line = one_line(text);
        line.make_ascii_lowercase();
        return line;
    }
    let plain: String =
        text.nfkd().filter(|character| !is_combining_mark(*character)).flat_map(char::to_lowercase).collect();
    one_line(&plain)
}

/// Lower-case letters that Unicode does not decompose into a plain letter and an accent, with the ASCII
/// spelling that people type if their keyboard lacks the letter. The table covers the Latin alphabets of
/// living languages, and the final Greek sigma, whose capital is that of the other sigma.
///
/// The table is our own because stored text was folded with it: a library's table may change with its
/// version, and older text would no longer be found (ADR 27).
pub const PLAIN_LETTERS: &[(char, &str)] = &[
    ('ß', "ss"),
    ('æ', "ae"),
    ('œ', "oe"),
    ('þ', "th"),
    ('ð', "d"),
    ('đ', "d"),
    ('ɖ', "d"),
    ('ɗ', "d"),
    ('ø', "o"),
    ('ɔ', "o"),
    ('ə', "e"),
    ('ǝ', "e"),
    ('ɛ', "e"),
    ('ħ', "h"),
    ('ı', "i"),
    ('ɨ', "i"),
    ('ł', "l"),
    ('ŋ', "n"),
    ('ɲ', "n"),
    ('ŧ', "t"),
    ('ɓ', "b"),
    ('ƒ', "f"),
    ('ǥ', "g"),
    ('ɣ', "g"),
    ('ƙ', "k"),
    ('ĸ', "q"),
    ('ʉ', "u"),
    ('ʋ', "v"),
    ('ƴ', "y"),
    ('ʒ', "z"),
    ('ς', "σ"),
];

/// Replaces the letters of [`PLAIN_LETTERS`] in lower-case text with their plain spelling.
#[must_use]
pub fn in_plain_letters(text: &str) -> String {
    if text.is_ascii() {
        return text.to_owned();
    }
    let mut plain = String::with_capacity(text.len());
    for letter in text.chars() {
        let special =
            if letter.is_ascii() { None } else { PLAIN_LETTERS.iter().find(|(it, _)| *it == letter) };
        match special {
            Some((_, as_written)) => plain.push_str(as_written),
            None => plain.push(letter),
        }
    }
    plain
}

/// Returns text in the form in which searches compare it, which ignores the spelling of umlauts: `"Müller"`,
/// `"Mueller"` and `"MULLER"` become `"muller"`, `"Ålesund"` and `"Aalesund"` become `"alesund"`.
///
/// The two-letter spellings of ä, ö, ü and å lose their second letter everywhere, in `"blue"` too. That does
/// no harm, since the result is only compared and never shown. Migration 0016 does the same.
#[must_use]
pub fn search_key(text: &str) -> String {
    in_one_spelling(&folded(text))
}

fn in_one_spelling(folded: &str) -> String {
    let mut line = folded.to_owned();
    for (pair, letter) in [("ae", "a"), ("oe", "o"), ("ue", "u"), ("aa", "a")] {
        if line.contains(pair) {
            line = line.replace(pair, letter);
        }
    }
    line
}

/// Returns text as it is stored for searching: [`folded`], and on further lines the form of [`search_key`]
/// where it differs. A text contains a search term if its `findable` form contains the `search_key` form of
/// the term.
#[must_use]
pub fn findable(text: &str) -> String {
    with_one_spelling(&folded(text))
}

/// Returns a folded text, followed by a line in one spelling of umlauts for each line whose spelling
/// is not there yet. Applied to its own result, it adds nothing.
#[must_use]
pub fn with_one_spelling(folded: &str) -> String {
    let mut all = folded.to_owned();
    for line in folded.lines() {
        let line = in_one_spelling(line);
        if !all.contains(&line) {
            all.push('\n');
            all.push_str(&line);
        }
    }
    all
}

/// True if `text` contains `part`, ignoring case, accents and the spelling of umlauts.
#[must_use]
pub fn contains(text: &str, part: &str) -> bool {
    findable(text).contains(&search_key(part))
}

/// Returns the words of a text in the form of [`search_key`]; punctuation and spaces separate them.
#[must_use]
pub fn words(text: &str) -> Vec<String> {
    search_key(text)
        .split(|letter| !is_of_word(letter))
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

/// True if a folded letter belongs to a word: an ASCII letter or digit, or any other character that is not
/// punctuation. The whole-word patterns of the storage crate use the same ranges.
#[must_use]
pub const fn is_of_word(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, '\u{c0}'..='\u{1fff}' | '\u{2c00}'..)
}

/// True if `text` contains the words of `name`, whole and in order: `"NETFLIX.COM"` has `"netflix"`,
/// `"Überweisung"` does not have `"uber"`. A name without words is in no text.
#[must_use]
pub fn has_words(text: &str, name: &str) -> bool {
    let name = words(name);
    !name.is_empty() && words(text).windows(name.len()).any(|words| words == name)
}

/// Replaces each run of white space and control characters with one space, and removes those at both ends.
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

/// Replaces each run of unreadable characters, for which readers write U+FFFD, with one `…`.
#[must_use]
pub fn legible(text: &str) -> String {
    let mut legible = String::with_capacity(text.len());
    let mut was_lost = false;
    for character in text.chars() {
        let is_lost = character == char::REPLACEMENT_CHARACTER;
        match (is_lost, was_lost) {
            (false, _) => legible.push(character),
            (true, false) => legible.push('…'),
            (true, true) => {}
        }
        was_lost = is_lost;
    }
    legible
}

/// Returns the text on one line ([`one_line`]) without invisible characters: those that change the writing
/// direction, with which `may\u{202e}fdp.exe` is shown as `mayexe.pdf`, those without width, and tags.
#[must_use]
pub fn visible(text: &str) -> String {
    one_line(&text.chars().filter(|character| !is_invisible(*character)).collect::<String>())
}

/// Unicode's `Default_Ignorable_Code_Point`, and the marks of interlinear annotations.
const fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{ad}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{115f}'..='\u{1160}'
            | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}'
            | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}

/// Returns the text that a search for a transaction matches: its description, the printed description if that
/// differs, the user's note, and the merchant if the user named it, in the form of [`findable`].
#[must_use]
pub fn searched(description: &str, printed: &str, note: &str, merchant: &str) -> String {
    let mut text = folded(description);
    let given = if merchant == merchant_key(printed) { "" } else { merchant };
    for other in [printed, note, given] {
        let other = folded(other);
        if !other.is_empty() && !text.contains(&other) {
            text.push('\n');
            text.push_str(&other);
        }
    }
    with_one_spelling(&text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_transaction_is_found_by_its_original_description_its_note_and_its_named_merchant() {
        assert_eq!(searched("Café", "CAFE", "", "cafe"), "cafe");
        assert_eq!(searched("Lunch", "CAFE 12", "with Ann", "cafe"), "lunch\ncafe 12\nwith ann");
        assert_eq!(searched("Mueller", "MÜLLER", "", "muller"), "mueller\nmuller");
        assert_eq!(searched("AMZN MKTP 12", "AMZN MKTP 12", "", "Amazon"), "amzn mktp 12\namazon");
    }

    #[test]
    fn umlauts_are_found_in_either_spelling() {
        for (text, part) in [
            ("Bäckerei Müller", "baeckerei mueller"),
            ("BAECKEREI MUELLER", "bäckerei müller"),
            ("BACKEREI MULLER", "Bäckerei Mueller"),
            ("Straße", "strasse"),
            ("Aalborg", "Ålborg"),
            ("Ålborg", "aalborg"),
            ("Smørrebrød", "smoerrebroed"),
            // A search term may begin within a two-letter spelling.
            ("Manuelle", "elle"),
            ("Blue Café", "blue cafe"),
        ] {
            assert!(contains(text, part), "{text}: {part}");
        }
        assert!(!contains("Muster", "Müster GmbH"));
        let once = findable("Bäckerei Mueller");
        assert_eq!(findable(&once.replace('\n', " ")).lines().count(), 2);
        assert_eq!(with_one_spelling(&once), once, "a findable text is unchanged");
    }

    #[test]
    fn a_name_is_found_as_whole_words_only() {
        for (text, name) in [
            ("UBER *TRIP", "uber"),
            ("NETFLIX.COM", "Netflix"),
            ("PAYPAL *SPOTIFY", "spotify"),
            ("REWE-Markt Müller", "markt mueller"),
            ("Кафе Москва", "москва"),
        ] {
            assert!(has_words(text, name), "{text}: {name}");
        }
        for (text, name) in [
            ("Überweisung", "Uber"),
            ("Uberweisung", "uber"),
            ("Замоскворечье", "москва"),
            ("Uber", ""),
            ("a b c", "a c"),
        ] {
            assert!(!has_words(text, name), "{text}: {name}");
        }
    }

    #[test]
    fn unreadable_text_is_an_ellipsis() {
        assert_eq!(legible("M\u{fffd}ller \u{fffd}\u{fffd}\u{fffd} REWE"), "M…ller … REWE");
        assert_eq!(legible("Müller"), "Müller");
    }

    #[test]
    fn folding_removes_case_accents_and_extra_spaces() {
        assert_eq!(folded(" Café \n NOIR "), "cafe noir");
        assert_eq!(folded("ÅSE Łódź"), "ase lodz");
        assert_eq!(folded("ﬁsh"), "fish");
    }

    #[test]
    fn folding_replaces_letters_by_their_ascii_spelling() {
        for (written, plain) in [
            ("Straße", "strasse"),
            ("GROẞE", "grosse"),
            ("København", "kobenhavn"),
            ("Ærø Ǿ", "aero o"),
            ("Œuvre", "oeuvre"),
            ("Đà Nẵng", "da nang"),
            ("Þórður", "thordur"),
            ("Ħamrun", "hamrun"),
            ("IŞIK İzmir", "isik izmir"),
            ("Ödəniş", "odenis"),
            ("ΟΔΟΣ", "οδοσ"),
            ("Οδός", "οδοσ"),
        ] {
            assert_eq!(folded(written), plain, "{written}");
        }
        assert_eq!(folded("ışık"), folded("IŞIK"));
    }

    #[test]
    fn letters_of_other_alphabets_stay() {
        for text in ["москва", "תל אביב", "東京", "القاهرة", "สยาม"] {
            assert_eq!(in_plain_letters(text), text);
        }
    }

    proptest! {
        #[test]
        fn ascii_is_folded_like_any_other_text(text in "[ -~\\t\\n\\x0b\\x7f]{0,40}", other in "[aeouAEOU ]{0,20}") {
            for text in [text, other] {
                let decomposed: String = text.nfkd().flat_map(char::to_lowercase).collect();
                prop_assert_eq!(as_key(&text), one_line(&decomposed));
                let [a, o, u] = ["a", "o", "u"].map(|letter| format!("{letter}e"));
                let one = folded(&text).replace(&a, "a").replace(&o, "o").replace(&u, "u").replace("aa", "a");
                prop_assert_eq!(search_key(&text), one);
            }
        }
    }

    #[test]
    fn folding_is_idempotent() {
        for (letter, plain) in PLAIN_LETTERS {
            assert_eq!(folded(&letter.to_string()), *plain);
            assert_eq!(folded(plain), *plain);
            assert_eq!(as_key(&letter.to_string()), letter.to_string(), "a key retains the letter");
        }
    }
}
