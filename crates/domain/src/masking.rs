//! Masking of account and card numbers in text, before it is sent to a language model.

use std::borrow::Cow;

/// Replaces each hidden character, one for one, so that the length of the text does not change.
const MASK: char = '•';
/// The number of characters at the end of a number that stay visible, so that its owner recognizes it.
const SHOWN: usize = 4;

/// Masks complete IBANs and card numbers in a text: `DE89 3704 0044 0532 0130 00` becomes
/// `DE•• •••• •••• •••• ••30 00`. The country code of an IBAN, the last four characters and all separators
/// stay; every other character becomes one `•`.
///
/// An IBAN has the length of its country (ISO 13616), and either valid check digits or the usual groups of
/// four. A card number has 13 to 19 digits with a valid check digit (ISO/IEC 7812), or is printed in the
/// groups of a card; letters may stand directly before or after it. Other references of the same form are
/// masked too; that does no harm, because a model has no use for references. Saldo's own ids stay, because
/// links need them.
#[must_use]
pub fn mask_numbers(text: &str) -> Cow<'_, str> {
    let characters: Vec<char> = text.chars().collect();
    let mut hidden = vec![false; characters.len()];
    let ids: Vec<usize> = (0..characters.len()).filter(|start| is_id_at(&characters, *start)).collect();
    for start in 0..characters.len() {
        if let Some(places) = iban_at(&characters, start) {
            hide(&mut hidden, &places[2..]);
        }
    }
    mask_cards(&characters, &mut hidden);
    for start in ids {
        hidden[start..start + ID_LENGTH].fill(false);
    }
    if !hidden.contains(&true) {
        return Cow::Borrowed(text);
    }
    let masked =
        characters.iter().zip(&hidden).map(|(character, hidden)| if *hidden { MASK } else { *character });
    Cow::Owned(masked.collect())
}

fn hide(hidden: &mut [bool], places: &[usize]) {
    for place in &places[..places.len().saturating_sub(SHOWN)] {
        hidden[*place] = true;
    }
}

const fn is_separator(character: char) -> bool {
    matches!(character, ' ' | '-' | '\u{a0}' | '\u{202f}')
}

/// The length of an id: a UUID with dashes.
const ID_LENGTH: usize = 36;

/// True if an id begins at `start`. By chance, its digits may have the form of an IBAN.
fn is_id_at(characters: &[char], start: usize) -> bool {
    let Some(id) = characters.get(start..start + ID_LENGTH) else { return false };
    let has_form = id.iter().enumerate().all(|(place, character)| match place {
        8 | 13 | 18 | 23 => *character == '-',
        _ => character.is_ascii_hexdigit(),
    });
    has_form && !ends_in_word(&characters[..start]) && !starts_in_word(&characters[start + ID_LENGTH..])
}

/// Returns the positions of the characters of an IBAN that begins at `start`.
fn iban_at(characters: &[char], start: usize) -> Option<Vec<usize>> {
    let head = characters.get(start..start + 4)?;
    if !head[..2].iter().all(char::is_ascii_alphabetic) || !head[2..].iter().all(char::is_ascii_digit) {
        return None;
    }
    let country: String = head[..2].iter().map(char::to_ascii_uppercase).collect();
    let (_, length) = IBAN_LENGTHS.iter().find(|(code, _)| *code == country)?;
    let mut places = Vec::with_capacity(*length);
    let (mut groups, mut place) = (vec![0], start);
    while places.len() < *length {
        let character = *characters.get(place)?;
        if character.is_ascii_alphanumeric() {
            places.push(place);
            *groups.last_mut()? += 1;
        } else if is_separator(character) && groups.last() != Some(&0) {
            groups.push(0);
        } else {
            return None;
        }
        place += 1;
    }
    let number: Vec<char> = places.iter().map(|place| characters[*place]).collect();
    let is_alone = !ends_in_word(&characters[..start]) && !starts_in_word(&characters[place..]);
    let is_in_fours = groups.len() == 1 || groups[..groups.len() - 1].iter().all(|group| *group == 4);
    let is_mostly_digits =
        number.iter().filter(|character| character.is_ascii_digit()).count() * 2 >= *length;
    (has_right_check_digits(&number) || (is_alone && is_in_fours && is_mostly_digits)).then_some(places)
}

/// True if an IBAN's check digits are valid: the rearranged number, with letters as 10 to 35, leaves a
/// remainder of 1 when divided by 97.
fn has_right_check_digits(number: &[char]) -> bool {
    let rearranged = number[4..].iter().chain(&number[..4]);
    let remainder = rearranged.filter_map(|character| character.to_digit(36)).fold(0, |remainder, value| {
        let shift = if value > 9 { 100 } else { 10 };
        (remainder * shift + value) % 97
    });
    remainder == 1
}

/// Masks card numbers in runs of digits. A run that is part of a longer word, such as an identifier with
/// dashes, stays unless it is a number with a valid check digit.
fn mask_cards(characters: &[char], hidden: &mut [bool]) {
    let mut place = 0;
    while place < characters.len() {
        if !characters[place].is_ascii_digit() || hidden[place] {
            place += 1;
            continue;
        }
        let (start, groups) = (place, groups_at(characters, place));
        place = groups.last().map_or(place + 1, |group| group.1);
        let is_alone = !ends_in_word(&characters[..start]) && !starts_in_word(&characters[place..]);
        let mut first = 0;
        while first < groups.len() {
            let count = card_of(characters, &groups[first..], groups.len(), is_alone);
            if let Some(count) = count {
                let places: Vec<usize> =
                    groups[first..first + count].iter().flat_map(|(start, end)| *start..*end).collect();
                hide(hidden, &places);
            }
            first += count.unwrap_or(1);
        }
    }
}

/// Returns the groups of digits from `place` on, separated by one separator or several spaces each, as ranges
/// whose end is excluded.
fn groups_at(characters: &[char], mut place: usize) -> Vec<(usize, usize)> {
    let mut groups = Vec::new();
    loop {
        let digits = characters[place..].iter().take_while(|character| character.is_ascii_digit()).count();
        if digits == 0 {
            return groups;
        }
        groups.push((place, place + digits));
        place += digits;
        match characters.get(place) {
            Some(separator) if is_separator(*separator) || *separator == '.' => place += 1,
            _ => return groups,
        }
        while characters.get(place - 1..=place).is_some_and(|pair| pair == [' ', ' ']) {
            place += 1;
        }
    }
}

/// The groups in which cards print their numbers.
const CARD_GROUPS: [&[usize]; 4] = [&[4, 4, 4, 4, 3], &[4, 4, 4, 4], &[4, 6, 5], &[4, 6, 4]];

/// Returns the number of leading groups that form one card number. If they are the whole run, and it is no
/// part of a word, they need no valid check digit.
fn card_of(
    characters: &[char],
    groups: &[(usize, usize)],
    groups_of_run: usize,
    is_alone: bool,
) -> Option<usize> {
    let length = |group: &(usize, usize)| group.1 - group.0;
    if (13..=19).contains(&length(&groups[0])) && has_right_check_digit(characters, &groups[..1]) {
        return Some(1);
    }
    let found = CARD_GROUPS.into_iter().find(|wanted| {
        groups.len() >= wanted.len()
            && groups.iter().zip(*wanted).all(|(group, wanted)| length(group) == *wanted)
            && (is_alone && groups_of_run == wanted.len()
                || has_right_check_digit(characters, &groups[..wanted.len()]))
    });
    found.map(<[usize]>::len)
}

/// True if the check digit is valid by the Luhn formula.
fn has_right_check_digit(characters: &[char], groups: &[(usize, usize)]) -> bool {
    let digits = groups.iter().flat_map(|(start, end)| &characters[*start..*end]);
    let digits: Vec<u32> = digits.filter_map(|digit| digit.to_digit(10)).collect();
    let sum: u32 = digits
        .iter()
        .rev()
        .enumerate()
        .map(|(index, digit)| if index % 2 == 0 { *digit } else { digit * 2 / 10 + digit * 2 % 10 })
        .sum();
    sum.is_multiple_of(10) && digits.iter().any(|digit| *digit != 0)
}

/// True if the text before a position ends within a word, or with a word and a dash.
fn ends_in_word(before: &[char]) -> bool {
    match before {
        [.., word, '-'] => word.is_alphanumeric(),
        [.., last] => last.is_alphanumeric(),
        [] => false,
    }
}

/// True if the text after a position continues a word, directly or after a dash.
fn starts_in_word(after: &[char]) -> bool {
    match after {
        ['-', word, ..] => word.is_alphanumeric(),
        [first, ..] => first.is_alphanumeric(),
        [] => false,
    }
}

/// The length of an IBAN in each country of the registry of ISO 13616.
#[rustfmt::skip]
const IBAN_LENGTHS: &[(&str, usize)] = &[
    ("AD", 24), ("AE", 23), ("AL", 28), ("AT", 20), ("AZ", 28), ("BA", 20), ("BE", 16), ("BG", 22), ("BH", 22), ("BI", 27), ("BR", 29),
    ("BY", 28), ("CH", 21), ("CR", 22), ("CY", 28), ("CZ", 24), ("DE", 22), ("DJ", 27), ("DK", 18), ("DO", 28), ("EE", 20), ("EG", 29),
    ("ES", 24), ("FI", 18), ("FK", 18), ("FO", 18), ("FR", 27), ("GB", 22), ("GE", 22), ("GI", 23), ("GL", 18), ("GR", 27), ("GT", 28),
    ("HN", 28), ("HR", 21), ("HU", 28), ("IE", 22), ("IL", 23), ("IQ", 23), ("IS", 26), ("IT", 27), ("JO", 30), ("KW", 30), ("KZ", 20),
    ("LB", 28), ("LC", 32), ("LI", 21), ("LT", 20), ("LU", 20), ("LV", 21), ("LY", 25), ("MC", 27), ("MD", 24), ("ME", 22), ("MK", 19),
    ("MN", 20), ("MR", 27), ("MT", 31), ("MU", 30), ("NI", 28), ("NL", 18), ("NO", 15), ("OM", 23), ("PK", 24), ("PL", 28), ("PS", 29),
    ("PT", 25), ("QA", 29), ("RO", 24), ("RS", 22), ("RU", 33), ("SA", 24), ("SC", 31), ("SD", 18), ("SE", 24), ("SI", 19), ("SK", 24),
    ("SM", 27), ("SO", 23), ("ST", 25), ("SV", 28), ("TL", 23), ("TN", 24), ("TR", 26), ("UA", 29), ("VA", 22), ("VG", 24), ("XK", 20),
    ("YE", 30),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_iban_is_masked_in_every_notation() {
        for (text, masked) in [
            ("DE89 3704 0044 0532 0130 00", "DE•• •••• •••• •••• ••30 00"),
            ("to DE89370400440532013000, rent", "to DE••••••••••••••••3000, rent"),
            ("de89 370400440532013000", "de•• ••••••••••••••3000"),
            ("IBANDE89370400440532013000BIC", "IBANDE••••••••••••••••3000BIC"),
            ("GB29-NWBK-6016-1331-9268-19", "GB••-••••-••••-••••-••68-19"),
            ("MT84MALT011000012345MTLCAST001S", "MT•••••••••••••••••••••••••001S"),
            ("NO9386011117947", "NO•••••••••7947"),
            // The check digits are wrong, as in a misprint.
            ("DE12 3456 7890 1234 5678 90 12.50", "DE•• •••• •••• •••• ••78 90 12.50"),
        ] {
            assert_eq!(mask_numbers(text), masked);
            assert_eq!(mask_numbers(masked), masked, "a masked number is unchanged");
        }
    }

    #[test]
    fn a_card_number_is_masked_in_every_notation() {
        for (text, masked) in [
            ("CARD 4111111111111111", "CARD ••••••••••••1111"),
            ("0423 4111 1111 1111 1111 12/25", "0423 •••• •••• •••• 1111 12/25"),
            ("5500-0000-0000-0004 REWE", "••••-••••-••••-0004 REWE"),
            ("3782 822463 10005", "•••• •••••• •0005"),
            ("1234 5678 9012 3456", "•••• •••• •••• 3456"),
            ("VISA-4111111111111111", "VISA-••••••••••••1111"),
            ("KARTE4111111111111111EUR", "KARTE••••••••••••1111EUR"),
            ("4111.1111.1111.1111", "••••.••••.••••.1111"),
            ("4111  1111  1111  1111", "••••  ••••  ••••  1111"),
        ] {
            assert_eq!(mask_numbers(text), masked);
        }
    }

    #[test]
    fn other_numbers_stay() {
        for text in [
            "",
            "REWE SAGT DANKE 56003 12.50 EUR",
            "2025-11-23 1,234,567.89",
            "0198c0de-1234-7111-8111-111111111111",
            "?category=01a20bdd-de05-7b41-83b6-1f0cdc1eeb03&currency=EUR",
            "01a20bdd-ee25-7ff3-8332-6c1b2f18d513",
            "RECHNUNG 4111111111111112",
            "DE89 3704",
            "NO 12 2025 1234 567",
            "Tel. 0800 1234 5678",
            "4111 11** **** 1111",
            "•••• 1111",
        ] {
            assert_eq!(mask_numbers(text), text);
        }
    }
}
