//! Text as people search it: without case, accents or stray spaces.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Lower case, without accents, in plain letters, runs of white space as one space: `" Café  STRASSE"` and `"cafe straße"` become
/// `"cafe strasse"`.
///
/// Both databases search this form, because their own case rules differ. It is stored with what is searched: whoever changes it
/// adds a migration that brings what is stored up to date.
#[must_use]
pub fn folded(text: &str) -> String {
    in_plain_letters(&as_key(text))
}

/// Lower case, without accents, runs of white space as one space: the form of what is kept to recognise something again, as are
/// the fingerprints of entries, the names of merchants and the identities of accounts.
///
/// It differs from [`folded`] in the letters of [`PLAIN_LETTERS`], and never changes: with another form a statement that is
/// uploaded again would bring its entries a second time.
#[must_use]
pub fn as_key(text: &str) -> String {
    let plain: String =
        text.nfkd().filter(|character| !is_combining_mark(*character)).flat_map(char::to_lowercase).collect();
    one_line(&plain)
}

/// Small letters that are no plain letter with an accent, for Unicode, but that people without the key for them write so; those of
/// the Latin alphabets that languages are written in today, and the Greek sigma at the end of a word, which has the same capital.
///
/// A table of our own, because what is stored was folded by it: one that changes with the version of a library would make what
/// was stored before unfindable. Migration 0012 holds the same letters.
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

/// Text in small letters with those of [`PLAIN_LETTERS`] as people without a key for them write them.
#[must_use]
pub fn in_plain_letters(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for letter in text.chars() {
        match PLAIN_LETTERS.iter().find(|(special, _)| !letter.is_ascii() && *special == letter) {
            Some((_, as_written)) => plain.push_str(as_written),
            None => plain.push(letter),
        }
    }
    plain
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

/// The text with `…` in place of each run of characters that could not be read, which readers leave as U+FFFD.
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

/// The text on one line ([`one_line`]) without characters that are not seen: those that turn the direction of what follows them, so
/// that `may\u{202e}fdp.exe` reads as `mayexe.pdf`, those of no width, and tags.
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
    fn what_could_not_be_read_is_an_ellipsis() {
        assert_eq!(legible("M\u{fffd}ller \u{fffd}\u{fffd}\u{fffd} REWE"), "M…ller … REWE");
        assert_eq!(legible("Müller"), "Müller");
    }

    #[test]
    fn folding_takes_away_case_accents_and_stray_spaces() {
        assert_eq!(folded(" Café \n NOIR "), "cafe noir");
        assert_eq!(folded("ÅSE Łódź"), "ase lodz");
        assert_eq!(folded("ﬁsh"), "fish");
    }

    #[test]
    fn folding_writes_letters_as_people_without_the_key_do() {
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

    #[test]
    fn what_is_folded_stays_when_it_is_folded_again() {
        for (letter, plain) in PLAIN_LETTERS {
            assert_eq!(folded(&letter.to_string()), *plain);
            assert_eq!(folded(plain), *plain);
            assert_eq!(as_key(&letter.to_string()), letter.to_string(), "a key keeps the letter");
        }
    }
}
