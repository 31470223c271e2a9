//! Finds figures in words: "twelve hundred euros", "zwölfhundert Euro und fünfzig Cent".

use std::collections::HashMap;
use std::sync::LazyLock;

use super::written::{Figure, Kind, Written, is_before_currency};

/// The numbers of one language.
#[derive(Default)]
struct Numbers {
    values: HashMap<&'static str, u64>,
    /// The length of the longest number, in bytes.
    longest: usize,
    /// Words by their role beside a number: `joint`, `money`, `hundredth` or `share`.
    roles: HashMap<&'static str, Vec<&'static str>>,
}

static ALL: LazyLock<Vec<Numbers>> = LazyLock::new(|| {
    let mut all: Vec<Numbers> = Vec::new();
    for line in include_str!("numbers.txt").lines().filter(|line| !line.starts_with('#')) {
        let Some((key, words)) = line.split_once(" = ") else {
            all.push(Numbers::default());
            continue;
        };
        let Some(numbers) = all.last_mut() else { continue };
        let words = words.split(" | ");
        match key.parse() {
            Ok(value) => numbers.values.extend(words.map(|word| (word, value))),
            Err(_) => numbers.roles.entry(key).or_default().extend(words),
        }
    }
    for numbers in &mut all {
        numbers.longest = numbers.values.keys().map(|word| word.len()).max().unwrap_or_default();
    }
    all
});

/// A word of a text, in lower case, and its place.
struct Word {
    text: String,
    start: usize,
    end: usize,
}

/// Returns the figures of a text that are written in words: amounts, percentages and numbers of several
/// words. Other numbers, as in "two of them", are not figures that a tool could have returned.
pub(super) fn figures(text: &str) -> Vec<Written<'_>> {
    let words = words(text);
    let mut found: Vec<Written<'_>> = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let of_languages = ALL.iter().filter_map(|numbers| numbers.figure(text, &words, at));
        let longest = of_languages.max_by_key(|(_, last)| *last);
        let Some((figure, last)) = longest else {
            at += 1;
            continue;
        };
        found.push(figure);
        at = last + 1;
    }
    found
}

/// Returns the English number in words that a text begins with, and its number of words.
pub(crate) fn english_number(text: &str) -> Option<(u64, usize)> {
    let words = words(text);
    let (value, last) = ALL.first()?.number(text, &words, 0)?;
    (words[0].start == 0).then_some((value, last + 1))
}

fn words(text: &str) -> Vec<Word> {
    let is_part = |letter: char| letter.is_alphabetic() || letter == '-';
    let mut words = Vec::new();
    let mut at = 0;
    while let Some(next) = text[at..].find(char::is_alphabetic) {
        let start = at + next;
        let end = text[start..].find(|letter| !is_part(letter)).map_or(text.len(), |length| start + length);
        words.push(Word { text: text[start..end].trim_end_matches('-').to_lowercase(), start, end });
        at = end;
    }
    words
}

impl Numbers {
    /// Returns the figure that begins with a word, and the index of its last word.
    fn figure<'a>(&self, text: &'a str, words: &[Word], first: usize) -> Option<(Written<'a>, usize)> {
        let (value, last) = self.number(text, words, first)?;
        let end = words[last].end;
        let is_role = |role: &str, at: usize| {
            let word = words.get(at).filter(|_| is_near(text, words, at));
            word.is_some_and(|word| self.roles[role].contains(&word.text.as_str()))
        };
        let after = text[end..].trim_start();
        let is_share = self.roles["share"].iter().any(|word| after.to_lowercase().starts_with(word));
        let written = |kind, figure, last: usize| {
            let (start, end) = (words[first].start, words[last].end);
            Some((Written { text: &text[start..end], start, kind, readings: vec![figure] }, last))
        };
        if is_share {
            return written(Kind::Share, Figure::parse(&value.to_string())?, last);
        }
        if is_role("hundredth", last + 1) {
            return written(Kind::Money, Figure::parse(&in_hundredths(0, value)?)?, last + 1);
        }
        if is_role("money", last + 1) {
            let next = if is_role("joint", last + 2) { last + 3 } else { last + 2 };
            let rest = words.get(next).filter(|_| is_near(text, words, next));
            let rest = rest.and_then(|_| self.number(text, words, next));
            if let Some((hundredths, rest)) = rest
                && is_role("hundredth", rest + 1)
            {
                return written(Kind::Money, Figure::parse(&in_hundredths(value, hundredths)?)?, rest + 1);
            }
        }
        let is_money = is_role("money", last + 1) || is_before_currency(&text[end..]);
        let kind = if is_money { Kind::Money } else { Kind::Plain };
        let is_claim = value > 1 && (is_money || value > 100 && (last > first || value % 1_000 != 0));
        is_claim.then(|| written(kind, Figure::parse(&value.to_string())?, last)).flatten()
    }

    /// Returns the number that begins with a word, and the index of its last word.
    fn number(&self, text: &str, words: &[Word], first: usize) -> Option<(u64, usize)> {
        let (mut sum, mut part, mut last) = (0_u64, 0_u64, None);
        let mut at = first;
        while let Some(word) = words.get(at).filter(|_| at == first || is_near(text, words, at)) {
            let is_joint = last.is_some() && self.roles["joint"].contains(&word.text.as_str());
            let Some(values) = self.values(&word.text) else {
                if !is_joint || last != Some(at - 1) {
                    break;
                }
                at += 1;
                continue;
            };
            for (index, value) in values.into_iter().enumerate() {
                match value {
                    100 => part = part.max(1).checked_mul(100)?,
                    1_000.. => {
                        sum = part.max(1).checked_mul(value)?.checked_add(sum)?;
                        part = 0;
                    }
                    // "One two" is an enumeration, "sixty two" and "soixante dix" are numbers.
                    _ if index == 0 && !(part % 100 == 0 || part % 10 == 0 && value < 20) => {
                        return last.map(|last| (sum + part, last));
                    }
                    _ => part = part.checked_add(value)?,
                }
            }
            last = Some(at);
            at += 1;
        }
        Some((sum.checked_add(part)?, last?))
    }

    /// Splits a word into numbers: "zweihundertfünfzig". `None` if anything else is in it.
    fn values(&self, word: &str) -> Option<Vec<u64>> {
        let mut values = Vec::new();
        let mut rest = word;
        while !rest.is_empty() {
            let longest = (1..=self.longest.min(rest.len())).rev().filter(|end| rest.is_char_boundary(*end));
            let found = longest.clone().find_map(|end| Some((end, *self.values.get(&rest[..end])?)));
            let (end, value) = found?;
            values.push(value);
            rest = rest[end..].trim_start_matches('-');
            let mut joints = self.roles["joint"].iter().filter_map(|joint| rest.strip_prefix(joint));
            rest = joints.find(|rest| !rest.is_empty()).unwrap_or(rest).trim_start_matches('-');
        }
        Some(values)
    }
}

/// True if only a space is between a word and the one before it.
fn is_near(text: &str, words: &[Word], at: usize) -> bool {
    at > 0 && text[words[at - 1].end..words[at].start].trim().is_empty()
}

fn in_hundredths(whole: u64, hundredths: u64) -> Option<String> {
    (hundredths < 100).then(|| format!("{whole}.{hundredths:02}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_words_are_read_in_eight_languages() {
        for (text, expected) in [
            ("You spent twelve hundred euros.", "1200"),
            ("one thousand two hundred and fifty dollars", "1250"),
            ("forty-two euros and fifty cents", "42.50"),
            ("fifty cents", "0.50"),
            ("nineteen percent", "19"),
            ("Das waren zwölfhundert Euro", "1200"),
            ("eintausendzweihundertfünfundzwanzig Euro und fünf Cent", "1225.05"),
            ("deux mille trois cents euros", "2300"),
            ("quatre-vingt-dix-sept euros", "97"),
            ("mil doscientos treinta y cuatro euros", "1234"),
            ("milleduecentocinquanta euro", "1250"),
            ("duzentos e quarenta e dois euros", "242"),
            ("twaalfhonderd vijfenveertig euro", "1245"),
            ("tysiąc dwieście trzydzieści złotych", "1230"),
            ("two thousand EUR", "2000"),
        ] {
            let found = figures(text);
            let wanted = Figure::parse(expected).unwrap();
            assert_eq!(found.len(), 1, "{text}: {found:?}");
            assert!(found[0].readings.contains(&wanted) && found[0].kind != Kind::Plain, "{text}: {found:?}");
        }
    }

    #[test]
    fn words_that_state_no_figure_are_left_out() {
        for text in [
            "two of them",
            "a thousand reasons",
            "one euro",
            "once a month",
            "a hundred times",
            "one, two",
            "sei tu",
        ] {
            assert!(figures(text).is_empty(), "{text}: {:?}", figures(text));
        }
        assert_eq!(figures("nearly twelve hundred in May")[0].text, "twelve hundred");
    }
}
