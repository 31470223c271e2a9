//! Lists of words from the files in `read/data`, which hold all vocabulary. A new language changes only them.

use std::collections::HashMap;
use std::sync::LazyLock;

/// A list of words.
pub(crate) type List = LazyLock<&'static [&'static str]>;

const FILES: [&str; 7] = [
    include_str!("data/accounts.txt"),
    include_str!("data/currencies.txt"),
    include_str!("data/days.txt"),
    include_str!("data/heads.txt"),
    include_str!("data/labels.txt"),
    include_str!("data/months.txt"),
    include_str!("data/sections.txt"),
];

static LISTS: LazyLock<HashMap<&str, Vec<&str>>> =
    LazyLock::new(|| FILES.into_iter().flat_map(parsed).collect());

/// Parses a file: each list begins with its name in brackets, and semicolons or line ends separate its
/// entries.
fn parsed(file: &'static str) -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    let parts = file.split("\n[").skip(1);
    parts.filter_map(|part| {
        let (name, rest) = part.split_once("]\n")?;
        let words = rest.lines().flat_map(|line| line.split(';')).map(str::trim);
        Some((name, words.filter(|word| !word.is_empty()).collect()))
    })
}

/// Returns the list with a name; empty if there is none.
pub(crate) fn list(name: &str) -> &'static [&'static str] {
    LISTS.get(name).map_or(&[], Vec::as_slice)
}

/// Returns the entries of a list of the form `word = meaning`.
pub(crate) fn pairs(name: &str) -> Vec<(&'static str, &'static str)> {
    list(name).iter().filter_map(|pair| pair.split_once(" = ")).collect()
}

#[cfg(test)]
mod tests {
    use super::{list, pairs};

    #[test]
    fn a_file_holds_several_lists_and_pairs() {
        assert!(list("opening").contains(&"opening balance"));
        assert!(list("month 1").contains(&"january"));
        assert!(pairs("signs of one currency").contains(&("€", "EUR")));
        assert!(list("no such list").is_empty());
    }
}
