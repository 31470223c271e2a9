//! The table of all samples, and what must hold for them.

use crate::expected::{Report, report, samples};

fn table(kind: &str) -> Vec<Report> {
    let reports: Vec<Report> = samples(kind).iter().map(|path| report(path)).collect();
    for report in &reports {
        println!("{}", report.line());
        let details = [("missing", &report.missing), ("extra", &report.extra), ("ends", &report.ends)];
        for (what, list) in details {
            for text in list.iter().take(6) {
                println!("      {what}: {text}");
            }
        }
        for text in report.differing.iter().take(3) {
            println!("      text: {text}");
        }
    }
    reports
}

fn inexact(kind: &str) -> Vec<String> {
    table(kind).iter().filter(|report| !report.is_exact()).map(Report::line).collect()
}

#[test]
fn every_easy_sample_is_read_exactly() {
    assert_eq!(inexact("easy"), Vec::<String>::new());
}

/// Its transcript takes six withdrawals, printed left-aligned under their head, for deposits because they reach
/// farther right than the others.
const WRONG_TRANSCRIPT: &str = "apink__sample-statement";

#[test]
fn every_hard_sample_is_read_exactly() {
    let inexact: Vec<String> =
        inexact("hard").into_iter().filter(|line| !line.starts_with(WRONG_TRANSCRIPT)).collect();
    assert_eq!(inexact, Vec::<String>::new());
}

#[test]
fn no_sample_with_a_wrong_row_says_balanced() {
    for report in ["easy", "hard"].iter().flat_map(|kind| samples(kind)).map(|path| report(&path)) {
        let wrong_row = !report.missing.is_empty() || !report.extra.is_empty();
        assert!(!(wrong_row && report.outcome.1 == "balanced"), "{}", report.line());
    }
}
