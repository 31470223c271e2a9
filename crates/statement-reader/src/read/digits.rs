//! Conversion of digits of other scripts to ASCII.

use std::borrow::Cow;

/// Returns `text` with Arabic-Indic, Persian, Devanagari, Thai and full-width digits (and their separators)
/// as ASCII.
pub(crate) fn ascii_digits(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().map(ascii).collect())
}

fn ascii(character: char) -> char {
    let zero = match character {
        '\u{660}'..='\u{669}' => 0x660,
        '\u{6f0}'..='\u{6f9}' => 0x6f0,
        '\u{966}'..='\u{96f}' => 0x966,
        '\u{e50}'..='\u{e59}' => 0xe50,
        '\u{ff10}'..='\u{ff19}' => 0xff10,
        '\u{66b}' | '\u{ff0c}' => return ',',
        '\u{66c}' => return '\'',
        '\u{ff0e}' => return '.',
        '\u{ff0d}' => return '-',
        '\u{ff0f}' => return '/',
        _ => return character,
    };
    char::from_digit(u32::from(character) - zero, 10).unwrap_or(character)
}
