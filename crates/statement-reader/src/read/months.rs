//! Names of months and weekdays in the languages of statements.

use std::sync::LazyLock;

use rustc_hash::{FxHashMap, FxHashSet};

use super::labels::squeeze;
use super::lists::list;

/// Beginnings of names that are long enough to identify a month: two characters in Thai, otherwise three.
static BEGINNINGS: LazyLock<FxHashMap<String, u32>> = LazyLock::new(|| {
    let mut beginnings = FxHashMap::default();
    for number in 1..=12 {
        for name in list(&format!("month {number}")) {
            let full = squeeze(name);
            let shortest = if is_thai(&full) { 2 } else { 3 };
            let ends = full.char_indices().map(|(at, character)| at + character.len_utf8());
            for end in ends.skip(shortest - 1) {
                beginnings.entry(full[..end].to_owned()).or_insert(number);
            }
        }
    }
    for number in 1..=12 {
        for name in list(&format!("other names of month {number}")) {
            beginnings.entry(squeeze(name)).or_insert(number);
        }
    }
    beginnings
});

/// Longest name of a month, in bytes.
const NAME_BYTES_MAX: usize = 48;

fn is_thai(name: &str) -> bool {
    name.chars().any(|character| matches!(character, '\u{e01}'..='\u{e4e}'))
}

/// Returns the month, 1 to 12, that a word names in full or shortened to at least three letters (two in
/// Thai). `None` for any other word and for words with digits.
#[must_use]
pub fn month(word: &str) -> Option<u32> {
    if word.len() > NAME_BYTES_MAX || word.bytes().any(|byte| byte.is_ascii_digit()) {
        return None;
    }
    BEGINNINGS.get(&squeeze(word)).copied()
}
/// Weekdays and their abbreviations.
static WEEKDAYS: LazyLock<FxHashSet<&str>> = LazyLock::new(|| list("weekdays").iter().copied().collect());
/// Longest name of a weekday, in bytes.
static WEEKDAY_BYTES_MAX: LazyLock<usize> =
    LazyLock::new(|| WEEKDAYS.iter().map(|name| name.len()).max().unwrap_or(0));

/// True if a word is a weekday. A short word in lowercase is another word: "do" means "to", "Do" is Thursday.
pub(crate) fn is_weekday(word: &str) -> bool {
    let word = word.trim_end_matches([',', '.']);
    if word.len() > *WEEKDAY_BYTES_MAX || word.bytes().any(|byte| byte.is_ascii_digit()) {
        return false;
    }
    if word.chars().take_while(|character| character.is_alphabetic()).count() < 3
        && word.starts_with(char::is_lowercase)
    {
        return false;
    }
    WEEKDAYS.contains(word.to_lowercase().as_str())
}
