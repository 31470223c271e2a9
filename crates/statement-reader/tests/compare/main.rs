//! Tests with all sets of statements with known rows. Prints the number of exact readings per set; no wrong
//! reading may be called balanced.
//!
//! `SALDO_COMPARE_SET` selects a set, `SALDO_COMPARE_NAME` the statements whose names begin with it.
//! `SALDO_COMPARE_CASES` is the number of generated statements, `SALDO_COMPARE_SEED` selects them.
//! `SALDO_COMPARE_SHOWN=1` prints each difference, 2 also the text of the statement. The set `samples` is for
//! validation and is read only if it is selected. `SALDO_CHANGED` is the number of statements with random
//! changes, `SALDO_LONGEST` the number of transactions of the longest statement.

#![expect(clippy::unwrap_used, reason = "a failed expectation ends a test")]

#[expect(dead_code, reason = "other tests use more of it")]
#[path = "../support/mod.rs"]
mod support;

mod judge;
mod lengths;
mod mutate;
mod sets;

use judge::{Case, judge, page};
use support::printed::Dimension;

#[derive(Default)]
struct Score {
    exact: usize,
    lies: usize,
    outcomes: usize,
}

fn score(name: &str, cases: &[Case]) -> Score {
    let shown = support::settings::setting("SALDO_COMPARE_SHOWN");
    let mut score = Score::default();
    for case in cases {
        let judged = judge(case);
        score.exact += usize::from(judged.is_exact());
        score.lies += usize::from(judged.is_false());
        score.outcomes += usize::from(judged.has_right_outcome());
        let is_right = judged.is_exact() && !judged.is_false() && judged.has_right_outcome();
        if shown.is_some() && !is_right {
            println!("  {}: {}", case.name, judged.say());
            if shown == Some(2) {
                println!("{}", page(case));
            }
        }
    }
    println!("| {name} | {} | {} / {} / {} |", cases.len(), score.exact, score.lies, score.outcomes);
    score
}

/// Largest number of statements per set that are not read exactly: pictures without text, and a wrong
/// transcript.
const INEXACT_MAX: &[(&str, usize)] =
    &[("easy", 0), ("hard", 2), ("probes", 0), ("forms", 0), ("printed", 0)];

#[test]
fn no_set_is_read_worse_than_before() {
    println!("| set | statements | exact / false / outcome right |");
    for (name, cases) in sets::all() {
        let score = score(name, &cases);
        assert!(name == "samples" || score.lies == 0, "{name}: a wrong reading is called balanced");
        let allowed = INEXACT_MAX.iter().find(|(set, _)| *set == name).map_or(usize::MAX, |(_, most)| *most);
        let is_generated = support::settings::setting("SALDO_COMPARE_CASES").is_some();
        assert!(is_generated || cases.len() - score.exact <= allowed, "{name}: {} exact", score.exact);
    }
}

#[test]
fn a_statement_with_one_wrong_figure_is_never_balanced() {
    println!("| wrong figure | statements | balanced | unbalanced | neither |");
    let shown = support::settings::setting("SALDO_COMPARE_SHOWN").is_some();
    let mut balanced = 0;
    for (figure, cases) in sets::tampered() {
        let judged: Vec<_> = cases.iter().map(|case| (case, judge(case))).collect();
        let count = |outcome: &str| judged.iter().filter(|(_, one)| one.outcome() == outcome).count();
        let (lies, seen) = (count("balanced"), count("unbalanced"));
        println!("| {figure:?} | {} | {lies} | {seen} | {} |", cases.len(), cases.len() - lies - seen);
        balanced += lies;
        for (case, one) in judged.iter().filter(|(_, one)| shown && one.outcome() == "balanced") {
            println!("  {}: {}\n{}", case.name, one.say(), page(case));
        }
    }
    assert_eq!(balanced, 0, "a wrong figure is called balanced");
}

#[test]
fn no_wrong_reading_of_the_first_held_out_group_is_called_balanced() {
    check_held_out(&Dimension::FIRST);
}

#[test]
fn no_wrong_reading_of_the_second_held_out_group_is_called_balanced() {
    check_held_out(&Dimension::SECOND);
}

#[test]
fn no_wrong_reading_of_the_third_held_out_group_is_called_balanced() {
    check_held_out(&Dimension::THIRD);
}

#[test]
fn no_wrong_reading_of_the_fourth_held_out_group_is_called_balanced() {
    check_held_out(&Dimension::FOURTH);
}

#[test]
fn no_wrong_reading_of_the_fifth_held_out_group_is_called_balanced() {
    check_held_out(&Dimension::FIFTH);
}

fn check_held_out(dimensions: &[Dimension]) {
    println!("| held out | statements | exact / false / outcome right |");
    let mut all = Score::default();
    let mut statements = 0;
    for (dimension, cases) in sets::held_out(dimensions) {
        let own = score(&format!("{dimension:?}"), &cases);
        statements += cases.len();
        all.exact += own.exact;
        all.lies += own.lies;
        all.outcomes += own.outcomes;
    }
    println!("| all | {statements} | {} / {} / {} |", all.exact, all.lies, all.outcomes);
    assert_eq!(all.lies, 0, "wrong readings are called balanced");
}

/// Default number of changed statements.
const CHANGED: usize = 300;

#[test]
fn changed_statements_are_read_without_a_panic() {
    let cases: Vec<Case> = sets::all().into_iter().flat_map(|(_, cases)| cases).collect();
    let failures = mutate::failures(&cases, support::settings::setting("SALDO_CHANGED").unwrap_or(CHANGED));
    assert!(failures.is_empty(), "{failures:#?}");
}

/// Default number of transactions of the longest statement.
const LONGEST: usize = 400;

#[test]
fn statements_of_any_length_are_read_whole() {
    let longest = support::settings::setting("SALDO_LONGEST").unwrap_or(LONGEST);
    let incomplete = lengths::incomplete(&[longest / 20, longest / 4, longest]);
    assert!(incomplete.is_empty(), "{incomplete:#?}");
}
