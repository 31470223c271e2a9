//! The words of a question, and which of them were used.

use saldo_domain::text;

/// The words of a question in lower case, without accents and punctuation.
#[derive(Debug, Clone, Default)]
pub(super) struct Words {
    folded: Vec<String>,
    used: Vec<bool>,
}

impl Words {
    pub(super) fn of(question: &str) -> Self {
        let mut words = Vec::new();
        // "Cash flow" must not be read as "cash".
        let folded = text::folded(&question.replace(['’', '‘'], "'")).replace("cash flow", "cashflow");
        let pieces: Vec<&str> =
            folded.split([' ', '?', '!', ';', '(', ')', '"', '“', '”', '„', '…', ':']).collect();
        for (index, piece) in pieces.iter().enumerate() {
            let next = |by: usize| pieces.get(index + by).copied().unwrap_or_default();
            push_piece(piece, [next(1), next(2)], &mut words);
        }
        let used = vec![false; words.len()];
        Self { folded: words, used }
    }

    pub(super) fn len(&self) -> usize {
        self.folded.len()
    }

    /// Returns the word at `index`; empty if there is none.
    pub(super) fn at(&self, index: usize) -> &str {
        self.folded.get(index).map_or("", String::as_str)
    }

    pub(super) fn before(&self, index: usize) -> &str {
        index.checked_sub(1).map_or("", |before| self.at(before))
    }

    pub(super) fn is_used(&self, index: usize) -> bool {
        self.used.get(index).copied().unwrap_or(true)
    }

    /// Marks words as used, so that no other reader takes them.
    pub(super) fn mark_used(&mut self, from: usize, count: usize) {
        for index in from..from + count {
            if let Some(used) = self.used.get_mut(index) {
                *used = true;
            }
        }
    }

    /// Returns the number of words of a phrase if it stands at `index` and none of its words is used.
    pub(super) fn stands(&self, index: usize, phrase: &str) -> Option<usize> {
        let mut count = 0;
        for word in phrase.split(' ') {
            if self.is_used(index + count) || self.at(index + count) != word {
                return None;
            }
            count += 1;
        }
        Some(count)
    }

    /// True if one of the phrases occurs.
    pub(super) fn has(&self, phrases: &[&str]) -> bool {
        self.find(phrases).is_some()
    }

    /// Returns the index of the first phrase that occurs, and its number of words.
    pub(super) fn find(&self, phrases: &[&str]) -> Option<(usize, usize)> {
        (0..self.len())
            .find_map(|index| phrases.iter().find_map(|phrase| Some((index, self.stands(index, phrase)?))))
    }

    /// Marks the first phrase that occurs as used. Returns `false` if none does.
    pub(super) fn take(&mut self, phrases: &[&str]) -> bool {
        let found = self.find(phrases);
        if let Some((index, count)) = found {
            self.mark_used(index, count);
        }
        found.is_some()
    }

    pub(super) fn join(&self, from: usize, count: usize) -> String {
        self.folded.get(from..from + count).map(|words| words.join(" ")).unwrap_or_default()
    }
}

const DASHES: [char; 3] = ['-', '–', '—'];

/// True if a hyphen joins two days: "Oct 1 - Oct 15", "1-15 October".
fn joins_days(before: &[String], after: [&str; 2]) -> bool {
    let plain = |word: &str| word.trim_end_matches([',', '.']).to_owned();
    let before: Vec<String> = before.iter().rev().take(2).map(|word| plain(word)).collect();
    let after = after.map(plain);
    let is_month = |word: &String| month_number(word).is_some();
    let is_day = |word: &String| {
        let digits = ["st", "nd", "rd", "th"].iter().find_map(|end| word.strip_suffix(end)).unwrap_or(word);
        digits.parse().is_ok_and(|day: u32| (1..=31).contains(&day))
    };
    let is_date = |word: &String| {
        word.split(['-', '.', '/']).count() == 3 && word.starts_with(|it: char| it.is_ascii_digit())
    };
    let (Some(one), [other, _]) = (before.first(), &after) else { return false };
    let is_end = |word: &String| is_month(word) || is_day(word) || is_year(word);
    (is_date(one) && is_date(other))
        || (is_end(one) && is_end(other) && before.iter().chain(&after).any(is_month))
}

fn push_piece(piece: &str, next: [&str; 2], words: &mut Vec<String>) {
    if matches!(piece, "-" | "–" | "—") && joins_days(words, next) {
        words.push("through".to_owned());
        return;
    }
    // "Mar '26" is a year, not a day.
    let short_year = piece.strip_prefix('\'').map(|year| year.trim_end_matches([',', '.']));
    if let Some(year) = short_year.filter(|it| it.len() == 2 && it.bytes().all(|byte| byte.is_ascii_digit()))
    {
        words.push(format!("20{year}"));
        return;
    }
    let piece =
        piece.trim_matches(|character: char| !character.is_alphanumeric() && !"€$£¥#".contains(character));
    let piece = piece.strip_suffix("'s").unwrap_or(piece);
    if piece.is_empty() {
        return;
    }
    // "May-july" and "2024–2025" are ranges; "2025-05-01" and "wi-fi" are not.
    if let Some((one, other)) = piece.split_once(DASHES) {
        let is_end = |word: &str| month_number(word).is_some() || is_year(word);
        if is_end(one) && is_end(other) {
            words.extend([one.to_owned(), "to".to_owned(), other.to_owned()]);
            return;
        }
        let one = one.trim_end_matches('.');
        let before: Vec<String> = words.iter().cloned().chain([one.to_owned()]).collect();
        if joins_days(&before, [other, next[0]]) {
            words.extend([one.to_owned(), "through".to_owned(), other.to_owned()]);
            return;
        }
    }
    words.push(piece.to_owned());
}

/// Returns the number of a month, by its name or its first three letters.
pub(super) fn month_number(word: &str) -> Option<u32> {
    const NAMES: [&str; 12] = [
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
    ];
    if word == "sept" {
        return Some(9);
    }
    let index = NAMES.iter().position(|name| *name == word || (word.len() == 3 && name.starts_with(word)))?;
    u32::try_from(index + 1).ok()
}

pub(super) fn is_year(word: &str) -> bool {
    word.len() == 4 && matches!(word.parse::<i32>(), Ok(1_990..=2_100))
}

/// Returns a count up to 10,000, in digits or as a word.
pub(super) fn count(word: &str) -> Option<u32> {
    match word {
        "couple" => Some(2),
        "dozen" => Some(12),
        _ => unit(word).or_else(|| tens(word)).or_else(|| word.parse().ok().filter(|count| *count <= 10_000)),
    }
}

fn unit(word: &str) -> Option<u32> {
    #[rustfmt::skip]
    const NAMES: [&str; 20] = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
        "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
    ];
    u32::try_from(NAMES.iter().position(|name| *name == word)?).ok()
}

fn tens(word: &str) -> Option<u32> {
    const NAMES: [&str; 8] = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
    u32::try_from((NAMES.iter().position(|name| *name == word)? + 2) * 10).ok()
}

/// Returns the whole number in words at `index`, and its number of words:
/// "fifty", "a hundred", "two hundred and fifty", "three thousand".
pub(super) fn spelled_out(words: &Words, index: usize) -> Option<(u32, usize)> {
    let (mut sum, mut part, mut at) = (0_u32, None::<u32>, index);
    loop {
        let word = words.at(at);
        let scale = match word {
            "hundred" => 100,
            "thousand" | "grand" => 1_000,
            _ => 1,
        };
        if scale > 1 {
            let scaled = part.take().unwrap_or(1).checked_mul(scale)?;
            if scale == 100 { part = Some(scaled) } else { sum = sum.checked_add(scaled)? }
        } else if let Some(number) = unit(word).or_else(|| tens(word)) {
            part = Some(part.unwrap_or(0).checked_add(number)?);
        } else {
            let is_article = word == "a" && at == index;
            let joins = word == "and" && at > index && words.before(at) == "hundred";
            let goes_on = is_article && matches!(words.at(at + 1), "hundred" | "thousand" | "grand")
                || joins && unit(words.at(at + 1)).or_else(|| tens(words.at(at + 1))).is_some();
            if !goes_on {
                break;
            }
        }
        at += 1;
    }
    let number = sum.checked_add(part.unwrap_or(0))?;
    (number > 0).then_some((number, at - index))
}

/// Returns an amount as a decimal string: `$1,000.50` and `1.000,50` become `1000.50`.
/// A comma before the last one or two digits is a decimal one.
pub(super) fn amount(word: &str) -> Option<String> {
    let plain = word.trim_matches(['€', '$', '£', '¥']);
    let decimal = plain
        .rsplit_once(',')
        .filter(|(_, cents)| matches!(cents.len(), 1 | 2) && cents.bytes().all(|byte| byte.is_ascii_digit()));
    let plain = match decimal {
        Some((whole, cents)) => format!("{}.{cents}", whole.replace(['.', ','], "")),
        None => plain.replace(',', ""),
    };
    let is_amount = plain.starts_with(|character: char| character.is_ascii_digit())
        && plain.chars().all(|character| character.is_ascii_digit() || character == '.')
        && plain.matches('.').count() <= 1
        && !plain.ends_with('.');
    is_amount.then_some(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_becomes_plain_words() {
        let words = Words::of("What’s my café-spending in May–July, 2025?");
        assert_eq!(words.folded, ["what", "my", "cafe-spending", "in", "may", "to", "july", "2025"]);
        assert_eq!(Words::of("Oct 1 - 15").folded, ["oct", "1", "through", "15"]);
        assert_eq!(Words::of("2025-05-01 - 10").folded, ["2025-05-01", "10"]);
    }

    #[test]
    fn numbers_are_read_from_words() {
        for (text, expected) in [
            ("fifty", Some((50, 1))),
            ("twenty five euros", Some((25, 2))),
            ("a hundred", Some((100, 2))),
            ("two hundred and fifty euros", Some((250, 4))),
            ("three thousand", Some((3_000, 2))),
            ("a coffee", None),
            ("hundred and one things", Some((101, 3))),
        ] {
            assert_eq!(spelled_out(&Words::of(text), 0), expected, "{text}");
        }
    }

    #[test]
    fn amounts_are_read_with_their_signs_and_commas() {
        assert_eq!(amount("$1,000.50").as_deref(), Some("1000.50"));
        assert_eq!(amount("50€").as_deref(), Some("50"));
        assert_eq!(amount("49,90").as_deref(), Some("49.90"));
        assert_eq!(amount("1,5").as_deref(), Some("1.5"));
        assert_eq!(amount("1.000,50€").as_deref(), Some("1000.50"));
        assert_eq!(amount("1,000").as_deref(), Some("1000"));
        assert_eq!(amount("1.2.3"), None);
        assert_eq!(amount("many"), None);
    }
}
