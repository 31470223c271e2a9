//! Stage 1, tokens: amounts that a description runs into, such as `GROUP10.50` and `TRANSFER-2 734.41`.

use std::collections::{HashMap, HashSet};

use super::tokens::{has_cents, is_sign, split_word};
use crate::layout::{Line, Word};
use crate::read::amount::{core, figures, has_digits, is_prefix};
use crate::read::date::date_at;
use crate::read::rows::CELL_GAP;

/// Largest difference of the right edges of a column of figures, in points.
const ALIGNED: f32 = 2.5;
/// Smallest number of uses of a unit.
const UNITS_MIN: usize = 2;
/// Width of the gap to insert before a figure that runs into the text, in font sizes. It separates two cells,
/// but is so small that the digits may still belong to the text.
pub(super) const CELL_APART: f32 = 0.9;
/// Largest gap between the parts of one figure, in font sizes.
const PART_GAP: f32 = 0.6;
/// Largest number of words of a figure after the word that it begins in.
const PARTS_MAX: usize = 4;
/// Longest word, in bytes, in which an amount is searched.
const GLUED_BYTES_MAX: usize = 160;

/// Separates amounts from the descriptions that run into them. Returns true if thousands are grouped.
pub(super) fn split_glued(lines: &mut [Line]) -> bool {
    let print = Print::of(lines);
    for line in lines {
        let mut at = 0;
        while at < line.words.len() {
            if let Some(cut) = print.cut(line, at) {
                split_word(line, at, cut, CELL_APART);
            }
            at += 1;
        }
    }
    print.is_grouped
}

/// The form of the amounts of a document.
struct Print {
    /// Right edges of all amounts, in order.
    edges: Vec<f32>,
    /// True if amounts have no decimals, only groups of thousands.
    is_whole: bool,
    /// True if thousands are grouped, so that no amount has four digits in a row.
    is_grouped: bool,
    /// Words of currencies beside amounts.
    units: HashSet<String>,
    /// Pairs of neighboring words at the end of a cell, of which the second one ends with a digit.
    pairs: HashSet<(String, String)>,
}

impl Print {
    fn of(lines: &[Line]) -> Self {
        let words = || lines.iter().flat_map(|line| &line.words);
        let cores: Vec<String> = words().filter_map(|word| core(&word.text)).collect();
        let count = |wanted: &dyn Fn(&str) -> bool| cores.iter().filter(|core| wanted(core)).count();
        let is_long = |core: &str| has_cents(core) && core.len() > "123.45".len();
        let is_whole = count(&is_groups) > count(&has_cents);
        let is_split = |core: &str| is_long(core) && first_group(core) <= GROUP;
        let is_grouped = count(&is_split) * 2 > count(&is_long);
        let is_amount = |text: &str| has_cents(text) || is_whole && is_groups(text);
        let is_end = |word: &&Word| number(&word.text).is_some_and(is_amount);
        let mut edges: Vec<f32> = words().filter(is_end).map(|word| word.x1).collect();
        edges.sort_by(f32::total_cmp);
        let mut counts: HashMap<&str, usize> = HashMap::new();
        let mut pairs = HashSet::new();
        for line in lines {
            for (at, word) in line.words.iter().enumerate() {
                if line.gap_before(at) >= CELL_GAP {
                    let unit =
                        unit_of(&word.text).filter(|_| core(&word.text).is_some() || is_prefix(&word.text));
                    if let Some(unit) = unit {
                        *counts.entry(unit).or_default() += 1;
                    }
                }
                let is_end =
                    word.text.ends_with(|c: char| c.is_ascii_digit()) && line.gap_before(at + 1) >= CELL_GAP;
                let before = at.checked_sub(1).filter(|_| is_end && line.gap_before(at) < CELL_GAP);
                if let Some(before) = before {
                    pairs.insert((line.words[before].text.clone(), word.text.clone()));
                }
            }
        }
        let is_usual = |(unit, count): (&str, usize)| (count >= UNITS_MIN).then(|| unit.to_owned());
        let units = counts.into_iter().filter_map(is_usual).collect();
        Self { edges, is_whole, is_grouped, units, pairs }
    }

    fn is_amount(&self, core: &str) -> bool {
        has_cents(core) || self.is_whole && is_groups(core)
    }

    fn is_aligned(&self, x: f32) -> bool {
        let below = |limit: f32| self.edges.partition_point(|edge| *edge < limit);
        below(x + ALIGNED) > below(x - ALIGNED)
    }

    /// Returns the byte index at which an amount begins within a word. The amount may go on in the next
    /// words.
    fn cut(&self, line: &Line, at: usize) -> Option<usize> {
        let text = &line.words[at].text;
        if text.len() > GLUED_BYTES_MAX || text.chars().nth(1).is_none() || is_prefix(text) {
            return None;
        }
        let last = self.last_part(line, at)?;
        if date_at(line, at).is_some_and(|date| !date.like_amount) {
            return None;
        }
        let is_figure = |text: &str| self.is_figure(line, at, text, last);
        let whole = is_figure(text);
        let cuts = || text.char_indices().skip(1).map(|(cut, _)| cut).filter(|cut| is_figure(&text[*cut..]));
        let before = at.checked_sub(1).filter(|_| line.gap_before(at) < CELL_GAP);
        let before = before.map(|before| &line.words[before].text);
        if let Some(before) = before.filter(|before| has_letter(before) && !has_digits(before)) {
            // Digits that stand after the same word elsewhere are those of the description, and so are those
            // before a group of thousands.
            // A single digit is too little for that if the whole is an amount too.
            let is_known = |cut: &usize| {
                let head = &text[..*cut];
                (!whole || head.len() > 1) && self.pairs.contains(&(before.clone(), head.to_owned()))
            };
            let is_long = whole && last == at && self.is_grouped && first_group(text) > GROUP;
            let is_group = |cut: &usize| is_long && first_group(&text[*cut..]) <= GROUP;
            let is_zeros = |cut: &usize| text[..*cut].chars().all(|c| c == '0');
            let found = cuts().find(is_known).or_else(|| cuts().find(is_group));
            if let Some(cut) = found.or_else(|| cuts().find(|cut| !whole && is_zeros(cut))) {
                return Some(cut);
            }
        }
        if whole { None } else { cuts().find(|cut| self.is_start(text, *cut)) }
    }

    /// Returns the last word of an amount that begins within the word `at`.
    fn last_part(&self, line: &Line, at: usize) -> Option<usize> {
        let ends = |last: &usize| {
            let word = &line.words[*last];
            let is_end = if *last == at {
                let tail = word.text.get(word.text.len().saturating_sub(4)..).unwrap_or(&word.text);
                (self.is_whole || word.text.contains(['.', ',']))
                    && tail.contains(|c: char| c.is_ascii_digit())
            } else {
                number(&word.text).is_some_and(|number| self.is_amount(number))
            };
            is_end && self.is_aligned(word.x1)
        };
        let is_part = |next: &usize| {
            *next == at || line.gap_before(*next) <= PART_GAP && number(&line.words[*next].text).is_some()
        };
        (at..line.words.len()).take(PARTS_MAX).take_while(is_part).find(ends)
    }

    /// True if `text` and the words after `at`, up to `last`, are one amount.
    fn is_figure(&self, line: &Line, at: usize, text: &str, last: usize) -> bool {
        let own = Word { text: text.to_owned(), ..line.words[at].clone() };
        let words = std::iter::once(own).chain(line.words[at + 1..=last].iter().cloned()).collect();
        let part = Line { words, ..line.clone() };
        let found = figures(&part, &[]);
        // A sign begins an amount that is too small for groups.
        let is_small =
            |core: &str| self.is_whole && core.len() <= GROUP && text.starts_with(is_sign_character);
        let is_amount = |core: &str| self.is_amount(core) || is_small(core);
        matches!(found.as_slice(), [one] if one.words == (0..part.words.len()) && is_amount(&one.core))
    }

    /// True if an amount may begin at `cut`, after the end of a description or of another amount.
    fn is_start(&self, text: &str, cut: usize) -> bool {
        let (head, tail) = text.split_at(cut);
        let figure = |text: &str| core(text).filter(|core| self.is_amount(core));
        if let Some(other) = figure(head) {
            let point = |core: &str| core.chars().rev().nth(2);
            let once = |core: &str| point(core).is_some_and(|point| core.matches(point).count() == 1);
            return figure(tail)
                .is_some_and(|own| point(&own) == point(&other) && once(&own) && once(&other));
        }
        let is_text = head.ends_with(char::is_alphanumeric) || head.ends_with('.') && has_letter(head);
        let Some(first) = tail.chars().next() else { return false };
        if first.is_ascii_digit() {
            let is_word = has_letter(head) && head.chars().nth(1).is_some();
            is_word && !head.ends_with(|c: char| c.is_numeric()) && is_text
        } else if first.is_alphabetic() {
            is_text && unit_of(tail).is_some_and(|unit| self.units.contains(unit))
        } else {
            is_text && (is_sign_character(first) || is_opening(first))
        }
    }
}

/// Largest number of digits of a group of thousands.
pub(super) const GROUP: usize = 3;

/// Returns the number of digits before the first separator.
pub(super) fn first_group(core: &str) -> usize {
    core.find(|c: char| !c.is_ascii_digit()).unwrap_or(core.len())
}

/// True if a figure has groups of thousands and no decimals.
pub(super) fn is_groups(core: &str) -> bool {
    let mut groups = core.split(['.', ',']);
    let is_first = groups.next().is_some_and(|first| (1..=GROUP).contains(&first.len()));
    let mut rest = groups.peekable();
    is_first && rest.peek().is_some() && rest.all(|group| group.len() == GROUP)
}

/// Returns the digits and separators of an amount or of a group of its digits, without signs and currencies.
fn number(text: &str) -> Option<&str> {
    let is_digit = |c: char| c.is_ascii_digit();
    let (start, end) = (text.find(is_digit)?, text.rfind(is_digit)? + 1);
    let own = &text[start..end];
    let is_number = own.chars().all(|c| is_digit(c) || matches!(c, '.' | ',' | '\''));
    (is_number && !text[..start].contains(char::is_alphabetic)).then_some(own)
}

fn has_letter(text: &str) -> bool {
    text.chars().any(char::is_alphabetic)
}

fn is_sign_character(c: char) -> bool {
    is_sign(c.encode_utf8(&mut [0; 4]))
}

/// True if a parenthesis or a sign of a currency begins a figure.
fn is_opening(first: char) -> bool {
    matches!(first, '(' | '$' | '\u{a3}' | '\u{20a0}'..='\u{20cf}')
}

/// Returns the word of a currency at the start of an amount, such as `kr.` of `-kr.5,00`.
fn unit_of(text: &str) -> Option<&str> {
    let text = text.trim_start_matches(|c: char| is_sign_character(c) || c == '(');
    let end = text.find(|c: char| c.is_ascii_digit()).unwrap_or(text.len());
    let unit = &text[..end];
    unit.starts_with(char::is_alphabetic).then_some(unit)
}

#[cfg(test)]
mod tests {
    use super::super::tokens::tests::line;
    use super::*;

    /// Splits the words of a line whose last word ends where two amounts end.
    fn split(words: &[&str]) -> String {
        let mut x = 0.0;
        let mut placed = Vec::new();
        for word in words {
            placed.push((x, *word));
            x = word.chars().fold(x + 3.0, |x, _| x + 5.0);
        }
        let end = x - 3.0;
        let above = |text: &'static str| {
            let width = text.chars().fold(0.0, |width, _| width + 5.0);
            line(10.0, &[(end - width, text)])
        };
        let mut lines = vec![above("10.00"), above("12.00"), line(20.0, &placed)];
        lines.push(line(30.0, &[(0.0, "STORES"), (33.0, "2041")]));
        lines.push(line(40.0, &[(0.0, "ABONOS"), (33.0, "3")]));
        split_glued(&mut lines);
        lines[2].text()
    }

    #[test]
    fn an_amount_is_separated_from_a_description_that_runs_into_it() {
        assert_eq!(split(&["GROUP10.50"]), "GROUP 10.50");
        assert_eq!(split(&["10.502,389.50"]), "10.50 2,389.50");
        assert_eq!(split(&["LTD-\u{a3}10.50"]), "LTD -\u{a3}10.50");
        assert_eq!(split(&["FA\u{130}Z10.50"]), "FA\u{130}Z 10.50");
        assert_eq!(split(&["REF10"]), "REF10");
        assert_eq!(split(&["2,389.50"]), "2,389.50");
    }

    #[test]
    fn an_amount_of_several_words_is_separated() {
        assert_eq!(split(&["VIR-2", "734.41"]), "VIR -2 734.41");
        assert_eq!(split(&["SHOP17", "214.94"]), "SHOP 17 214.94");
        assert_eq!(split(&["0042-", "14", "710.64"]), "0042 - 14 710.64");
    }

    #[test]
    fn digits_that_stand_after_the_same_word_elsewhere_belong_to_the_description() {
        assert_eq!(split(&["STORES", "2041241.11"]), "STORES 2041 241.11");
        assert_eq!(split(&["NOSTO", "00421,367.37"]), "NOSTO 00 421,367.37");
        assert_eq!(split(&["ABONOS", "33,533.36"]), "ABONOS 33,533.36");
    }
}
