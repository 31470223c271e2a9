//! Tests that importing a statement twice has the same result
//! as importing it once, even if the descriptions differ.

use std::collections::HashSet;

use chrono::Days;
use proptest::prelude::*;

use super::*;

fn day(number: u64) -> NaiveDate {
    NaiveDate::from_ymd_opt(2025, 5, 1).unwrap() + Days::new(number)
}

/// A line of an account with an opening balance of 1,000.00.
#[derive(Debug, Clone)]
struct Truth {
    day: u64,
    minor: i64,
    words: u8,
}

fn truths() -> impl Strategy<Value = Vec<Truth>> {
    let line = (0_u64..12, prop_oneof![Just(-300), Just(300), -5_000_i64..5_000], 0_u8..3)
        .prop_map(|(day, minor, words)| Truth { day, minor, words });
    proptest::collection::vec(line, 0..30).prop_map(|mut lines| {
        lines.sort_by_key(|line| line.day);
        lines
    })
}

/// Creates the part of a statement that prints the days from `first`
/// to `last`, with the index of each line as its transaction.
fn printed(truths: &[Truth], first: u64, last: u64, words: impl Fn(usize) -> String) -> Part<usize> {
    let opening: i64 =
        100_000 + truths.iter().filter(|line| line.day < first).map(|line| line.minor).sum::<i64>();
    let within: Vec<(usize, &Truth)> =
        truths.iter().enumerate().filter(|(_, line)| (first..=last).contains(&line.day)).collect();
    let booked: Vec<Booked> = within
        .iter()
        .map(|(_, line)| Booked { date: day(line.day), minor: line.minor, balance: None })
        .collect();
    let balances = running_balances(Ends { opening: Some(opening), closing: None }, &booked);
    let lines = within.iter().zip(balances).map(|((index, line), balance)| Line {
        transaction: Some(*index),
        date: day(line.day),
        minor: line.minor,
        words: words(*index),
        balance,
        place: None,
    });
    let proven = Period::new(day(first), day(last));
    Part { lines: lines.collect(), proven, is_picture: false, is_earlier_reading: false }
}

fn own_words(truths: &[Truth]) -> impl Fn(usize) -> String {
    |index| format!("shop {}", truths[index].words)
}

/// Returns the part as a new import provides it, without transactions.
fn unknown(part: &Part<usize>) -> Part<usize> {
    let mut part = part.clone();
    part.lines.iter_mut().for_each(|line| line.transaction = None);
    part
}

fn truth_of(part: &Part<usize>) -> Vec<Option<usize>> {
    part.lines.iter().map(|line| line.transaction).collect()
}

proptest! {
    #[test]
    fn a_statement_that_is_imported_twice_is_imported_once(truths in truths(), first in 0_u64..12, days in 0_u64..12) {
        let part = printed(&truths, first, first + days, own_words(&truths));
        let found = match_parts(&[unknown(&part)], std::slice::from_ref(&part));
        prop_assert_eq!(&found[0], &truth_of(&part));
    }

    #[test]
    fn a_scan_of_an_imported_statement_adds_no_transactions(truths in truths(), misread in proptest::collection::vec(any::<u8>(), 30)) {
        let part = printed(&truths, 0, 11, own_words(&truths));
        let mut scan = unknown(&printed(&truths, 0, 11, |index| format!("sh0p {}", misread[index])));
        scan.is_picture = true;
        let found = match_parts(&[scan.clone()], std::slice::from_ref(&part));
        prop_assert!(found[0].iter().all(Option::is_some));
        // The same with the picture imported first.
        let mut first = printed(&truths, 0, 11, |index| format!("sh0p {}", misread[index]));
        first.is_picture = true;
        let found = match_parts(&[unknown(&part)], &[first]);
        prop_assert!(found[0].iter().all(Option::is_some));
    }

    #[test]
    fn an_unproven_scan_adds_nothing_to_a_proven_statement(truths in truths()) {
        let part = printed(&truths, 0, 11, own_words(&truths));
        let mut held = part.clone();
        held.proven = Period::new(day(0).pred_opt().unwrap(), day(12));
        let mut scan = unknown(&part);
        (scan.is_picture, scan.proven) = (true, None);
        for line in &mut scan.lines {
            (line.balance, line.words) = (None, "?".to_owned());
        }
        let found = match_parts(&[scan], &[held]);
        prop_assert!(found[0].iter().all(Option::is_some));
    }

    #[test]
    fn overlapping_statements_share_their_common_days_and_nothing_else(
        truths in truths(), starts in (0_u64..12, 0_u64..12), lengths in (0_u64..12, 0_u64..12)
    ) {
        let held = printed(&truths, starts.0, starts.0 + lengths.0, own_words(&truths));
        let read = printed(&truths, starts.1, starts.1 + lengths.1, own_words(&truths));
        let common: HashSet<usize> = held.lines.iter().filter_map(|line| line.transaction).collect();
        let found = match_parts(&[unknown(&read)], &[held]);
        for (found, line) in found[0].iter().zip(&read.lines) {
            let expected = line.transaction.filter(|transaction| common.contains(transaction));
            prop_assert_eq!(found, &expected);
        }
    }

    #[test]
    fn no_transaction_matches_two_lines(truths in truths(), others in truths(), is_picture: bool) {
        let held = [printed(&truths, 0, 11, own_words(&truths)), printed(&truths, 3, 8, own_words(&truths))];
        let mut read = unknown(&printed(&others, 0, 11, own_words(&others)));
        read.is_picture = is_picture;
        let found = match_parts(&[read.clone(), read.clone()], &held);
        let all: Vec<usize> = found.iter().flatten().filter_map(|found| *found).collect();
        prop_assert_eq!(all.iter().collect::<HashSet<_>>().len(), all.len());
        for (found, line) in found.iter().flatten().zip(read.lines.iter().chain(&read.lines)) {
            if let Some(transaction) = found {
                prop_assert_eq!(truths[*transaction].minor, line.minor);
            }
        }
    }
}

fn truth(day: u64, minor: i64) -> Truth {
    Truth { day, minor, words: 0 }
}

#[test]
fn a_misread_day_in_a_picture_is_matched_by_its_neighbors() {
    let truths = [truth(1, -500), truth(2, -700), truth(3, -900), truth(4, -1_100)];
    let part = printed(&truths, 1, 4, own_words(&truths));
    let mut scan = unknown(&part);
    (scan.is_picture, scan.proven) = (true, None);
    for line in &mut scan.lines {
        (line.balance, line.words) = (None, "?".to_owned());
    }
    scan.lines[1].date = day(9);
    let found = match_parts(&[scan.clone()], std::slice::from_ref(&part));
    assert_eq!(found[0][1..3], [Some(1), Some(2)], "only the first and the last day may be incomplete");
    // Text in a file is not misread: the same amount on another day is another transaction.
    scan.is_picture = false;
    assert_eq!(match_parts(&[scan], &[part])[0], [None; 4]);
}

#[test]
fn a_different_description_and_position_is_another_transaction() {
    let truths = [truth(1, -500), truth(1, -500)];
    let first = printed(&truths[..1], 1, 1, |_| "cafe".to_owned());
    let mut second = printed(&truths, 1, 1, |_| "gym".to_owned());
    second.lines.remove(0);
    assert_eq!(match_parts(&[unknown(&second)], &[first]), [[None]]);
}

#[test]
fn an_ambiguous_fingerprint_goes_to_the_line_at_the_same_position() {
    let truths = [truth(1, -500), truth(1, -500)];
    let whole = printed(&truths, 1, 1, |_| "cafe".to_owned());
    let held = Part { lines: vec![whole.lines[1].clone()], ..whole.clone() };
    let mut read = unknown(&whole);
    read.lines[0].transaction = Some(1);
    assert_eq!(match_parts(&[read], &[held]), [[None, Some(1)]]);
}

#[test]
fn balances_are_derived_only_if_all_printed_figures_agree() {
    let booked = |day_number, minor, balance| Booked { date: day(day_number), minor, balance };
    let ends = |opening, closing| Ends { opening, closing };
    let down = [booked(1, -100, None), booked(2, -200, Some(700)), booked(3, 50, None)];
    assert_eq!(running_balances(ends(None, None), &down), [Some(900), Some(700), Some(750)]);
    assert_eq!(running_balances(ends(Some(1_000), Some(750)), &down), [Some(900), Some(700), Some(750)]);
    assert_eq!(running_balances(ends(Some(1_000), Some(751)), &down), [None, Some(700), None]);
    let mut up = down;
    up.reverse();
    assert_eq!(running_balances(ends(Some(1_000), None), &up), [Some(750), Some(700), Some(900)]);
    assert_eq!(running_balances(ends(None, None), &[booked(1, -100, None)]), [None]);
    assert_eq!(running_balances(ends(Some(i64::MAX), None), &[booked(1, 1, None)]), [None]);
}

#[test]
fn splits_are_duplicates_by_their_amounts() {
    let truths = [truth(1, -500), truth(2, -700), truth(3, -900)];
    let part = printed(&truths, 1, 3, own_words(&truths));
    let mut other = unknown(&part);
    other.lines[2].date = day(9);
    assert!(are_doubles(&part, &other));
    other.lines[2].minor = 900;
    assert!(!are_doubles(&part, &other));
    let two = Part { lines: part.lines[..2].to_vec(), ..part.clone() };
    assert!(!are_doubles(&two, &two.clone()));
}

#[test]
fn a_picture_belongs_to_the_account_of_its_double() {
    let truths = [truth(1, -500), truth(2, -700), truth(3, -900)];
    let text = printed(&truths, 1, 3, own_words(&truths));
    let picture = Part { is_picture: true, ..text.clone() };
    let of =
        |part: &Part<usize>, stored: &[(u8, &Part<usize>)]| account_of_double(part, stored.iter().copied());
    assert_eq!(of(&picture, &[(1, &text)]), Some(1));
    assert_eq!(of(&text, &[(1, &picture)]), Some(1));
    assert_eq!(of(&picture, &[(1, &picture), (1, &text)]), Some(1));
    assert_eq!(of(&picture, &[(1, &picture), (2, &text)]), None);
    // Two texts with the same amounts name two accounts.
    assert_eq!(of(&text, &[(1, &text)]), None);
    assert_eq!(of(&text, &[(1, &text), (1, &picture), (2, &picture)]), Some(2));
    assert_eq!(of(&picture, &[]), None);
}

#[test]
fn a_line_read_again_with_another_sign_or_date_is_recognized_by_its_place() {
    let line = |transaction, date, minor, y| Line {
        transaction,
        date: day(date),
        minor,
        words: "shop".to_owned(),
        balance: None,
        place: Some((Place { page: 1, x: 100, y, width: 300, height: 40 }, minor.abs())),
    };
    let part =
        |is_earlier_reading, lines| Part { lines, proven: None, is_picture: false, is_earlier_reading };
    let held = vec![line(Some(7), 1, 300, 10), line(Some(8), 2, 300, 20), line(Some(9), 3, 300, 20)];
    let read = part(false, vec![line(None, 1, -300, 10), line(None, 9, 300, 20), line(None, 5, 40, 10)]);
    // Two lines of the earlier reading share the second place, and the amount of the last line is another.
    assert_eq!(
        match_parts(std::slice::from_ref(&read), &[part(true, held.clone())]),
        [[Some(7), None, None]]
    );
    // In another statement the place means nothing.
    assert_eq!(match_parts(&[read], &[part(false, held)]), [[None, None, None]]);
}
