//! The names of the default categories, as the user's language has them.

use crate::Language;

/// A line for each category, with its names in all languages, in the order of [`Language`].
const NAMES: &str = include_str!("category_names.txt");

/// Returns a category's name in a language. The user's own name stays as it is.
pub(crate) fn category_name(language: Language, name: &str) -> &str {
    let mut lines = NAMES.lines().filter(|line| !line.starts_with('#'));
    let found = lines.find(|line| line.split(" | ").next() == Some(name));
    found.and_then(|line| line.split(" | ").nth(language as usize)).unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use saldo_domain::category::DEFAULT_CATEGORIES;

    use super::*;

    #[test]
    fn every_default_category_has_a_name_in_eight_languages() {
        let lines: Vec<&str> = NAMES.lines().filter(|line| !line.starts_with('#')).collect();
        assert_eq!(lines.len(), DEFAULT_CATEGORIES.len());
        for (line, category) in lines.iter().zip(DEFAULT_CATEGORIES) {
            assert!(line.starts_with(&format!("{} | ", category.name)), "{line}");
            assert_eq!(line.split(" | ").count(), 8, "{line}");
        }
        assert_eq!(category_name(Language::De, "Groceries"), "Lebensmittel");
        assert_eq!(category_name(Language::De, "My own"), "My own");
    }
}
