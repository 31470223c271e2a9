//! Statements drawn after those of real banks by others, without any knowledge of the reader.

use std::path::PathBuf;

use crate::expected::{Report, pdfs, report};

/// Number of statements that are read exactly.
const EXACT: usize = 696;

/// Statements with one wrong figure that are *balanced* all the same: nothing but a total is wrong, or a
/// balance in a summary, and the reader does not know its words, or what it is the total of.
const MISSED: &[&str] = &[
    "ac11-uk-t",
    "ad11-pt-t",
    "ag13-at-t",
    "d23-mx-5-total",
    "e02-us-5-total",
    "f01-us-5-total",
    "g13-fr-5-closing",
    "g25-ke-5-total",
    "q20-pl-t",
    "s16-fr-t",
];

fn drawn(kind: &str) -> Vec<Report> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/drawn").join(kind);
    let mut found: Vec<Report> = pdfs(&folder).iter().map(|path| report(path)).collect();
    found.sort_by(|one, other| one.name.cmp(&other.name));
    assert_eq!(found.len(), 748, "{} has a statement of each bank", folder.display());
    found
}

#[test]
fn statements_drawn_by_others_are_read_and_no_wrong_reading_is_balanced() {
    let found = drawn("plain");
    let is_exact = |report: &&Report| report.is_exact() && report.currency.is_empty();
    let exact = found.iter().filter(is_exact).count();
    for report in found.iter().filter(|report| !is_exact(report)) {
        println!("{}", report.line());
    }
    assert_eq!(exact, EXACT, "more are read exactly: correct the number");
    for report in &found {
        assert!(report.outcome.1 != "balanced" || report.is_true(), "{}", report.line());
    }
}

#[test]
fn a_wrong_figure_in_a_statement_drawn_by_others_is_found_unless_it_is_a_known_total() {
    let found = drawn("tampered");
    let balanced = found.iter().filter(|report| report.outcome.1 == "balanced");
    let names: Vec<&str> = balanced.map(|report| report.name.as_str()).collect();
    assert_eq!(names, MISSED);
}
