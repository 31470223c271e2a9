//! The table of all samples, and the conditions they must meet.

use std::path::Path;

use crate::expected::{Report, pdfs, report, samples};

fn table(kind: &str) -> Vec<Report> {
    let reports: Vec<Report> = samples(kind).iter().map(|path| report(path)).collect();
    for report in &reports {
        println!("{}", report.line());
        println!("      bank: {:?}", report.institution);
        let details = [
            ("missing", &report.missing),
            ("extra", &report.extra),
            ("ends", &report.ends),
            ("order", &report.order),
            ("currency", &report.currency),
            ("kind", &report.kind),
        ];
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

/// Transcripts with a wrong outcome; their rows are right. The first statement prints no year, so that all
/// its dates are guesses. The second prints one wrong running balance (beside row 30), but its transcript
/// says *balanced*.
const WRONG_OUTCOMES: [(&str, &str); 2] =
    [("benchpdf__bank_statement", "no_balances"), ("transtractor__test1", "unbalanced")];

#[test]
fn every_easy_sample_is_read_exactly() {
    let is_right = |report: &Report| match WRONG_OUTCOMES.iter().find(|(name, _)| *name == report.name) {
        Some((_, outcome)) => report.rows_are_exact() && report.outcome.1 == *outcome,
        None => report.is_exact(),
    };
    let wrong: Vec<String> =
        table("easy").iter().filter(|report| !is_right(report)).map(Report::line).collect();
    assert_eq!(wrong, Vec::<String>::new());
}

/// A wrong transcript and its wrong rows. The page prints all of them left-aligned under the head of money
/// out (x = 380, like every other withdrawal), but the transcript lists the six with more digits as money in.
const WRONG_TRANSCRIPT: &str = "apink__sample-statement";
const WRONG_ROWS: [(&str, &str); 6] = [
    ("2026-07-25", "210000"),
    ("2026-07-15", "180000"),
    ("2026-07-10", "340000"),
    ("2026-06-28", "100000"),
    ("2026-05-10", "152300"),
    ("2026-04-01", "850000"),
];

#[test]
fn every_hard_sample_is_read_exactly() {
    let inexact: Vec<String> =
        inexact("hard").into_iter().filter(|line| !line.starts_with(WRONG_TRANSCRIPT)).collect();
    assert_eq!(inexact, Vec::<String>::new());
}

#[test]
fn the_wrong_transcript_differs_in_six_signs_only() {
    let files = samples("hard");
    let Some(path) = files.iter().find(|path| path.to_string_lossy().contains(WRONG_TRANSCRIPT)) else {
        return;
    };
    let report = report(path);
    let begins = |list: &[String], sign: &str| {
        list.len() == WRONG_ROWS.len()
            && WRONG_ROWS.iter().all(|(date, amount)| {
                list.iter().any(|line| line.starts_with(&format!("{date} {sign}{amount}")))
            })
    };
    assert!(begins(&report.missing, ""), "{:?}", report.missing);
    assert!(begins(&report.extra, "-"), "{:?}", report.extra);
    assert_eq!(report.outcome.0, report.outcome.1);
}

/// Samples whose pages do not state the currency, so that no reader can know it. The figures of one have a
/// bare `$` and the bank's country is not named; in the second, boxes replace the Lao letters; in the third,
/// only descriptions suggest a country, and a description may name any.
const CURRENCY_UNSAID: [&str; 3] =
    ["transtractor__test1", "mualee__sample_statement", "korefi__icici_sample"];

#[test]
fn the_currency_is_as_transcribed_wherever_the_pages_say_it() {
    for report in ["easy", "hard"].iter().flat_map(|kind| samples(kind)).map(|path| report(&path)) {
        let is_unsaid = CURRENCY_UNSAID.contains(&report.name.as_str());
        assert_eq!(!report.currency.is_empty(), is_unsaid, "{}: {:?}", report.name, report.currency);
    }
}

/// The page prints the number and the balances of a current account; the card is mentioned only in its
/// transactions.
const KIND_UNSAID: &str = "petrelevich__testStatement";

#[test]
fn the_kind_of_statement_is_as_transcribed() {
    for report in ["easy", "hard"].iter().flat_map(|kind| samples(kind)).map(|path| report(&path)) {
        assert_eq!(!report.kind.is_empty(), report.name == KIND_UNSAID, "{}: {:?}", report.name, report.kind);
    }
}

/// Names of banks as printed. The title of a document and the heads of a table are not names of banks.
const BANKS: [(&str, Option<&str>); 8] = [
    ("benchpdf__bank_statement", Some("EXAMPLE BANK")),
    ("transtractor__test1", Some("Gravy Toast Bank")),
    ("nzocr__asb_everyday_pdf_sample", Some("Totara Savings Bank")),
    ("gstparser__01_baseline_indian", Some("Sample Bank Ltd.")),
    ("zahrin__cimb", Some("CIMB BANK BERHAD")),
    ("de_sparkasse", Some("Sparkasse Musterkreis")),
    ("ch_newest_first", None),
    ("fr_releve", None),
];

#[test]
fn a_bank_is_named_as_printed_and_a_title_is_not_taken_for_one() {
    for report in ["easy", "hard"].iter().flat_map(|kind| samples(kind)).map(|path| report(&path)) {
        if let Some((_, bank)) = BANKS.iter().find(|(name, _)| *name == report.name) {
            assert_eq!(report.institution.as_deref(), *bank, "{}", report.name);
        }
    }
}

#[test]
fn no_sample_with_a_wrong_row_is_balanced() {
    for report in ["easy", "hard"].iter().flat_map(|kind| samples(kind)).map(|path| report(&path)) {
        let wrong_row = !report.missing.is_empty() || !report.extra.is_empty();
        assert!(!(wrong_row && report.outcome.1 == "balanced"), "{}", report.line());
    }
}

/// Scores a folder of other statements with transcripts: `SALDO_STATEMENTS=/path/to/folder`.
#[test]
#[ignore = "needs a folder of statements"]
#[expect(clippy::disallowed_methods, reason = "the folder is not part of the repository")]
fn a_folder_of_statements_is_scored() {
    let folder = std::env::var("SALDO_STATEMENTS").expect("SALDO_STATEMENTS names a folder");
    let reports: Vec<Report> = pdfs(Path::new(&folder)).iter().map(|path| report(path)).collect();
    let exact = reports.iter().filter(|report| report.is_exact() && report.currency.is_empty()).count();
    let mut not_exact: Vec<&Report> =
        reports.iter().filter(|report| !report.is_exact() || !report.currency.is_empty()).collect();
    not_exact.sort_by(|one, other| one.name.cmp(&other.name));
    for report in &not_exact {
        println!("{}", report.line());
        for text in [&report.missing, &report.extra, &report.ends, &report.order, &report.currency]
            .into_iter()
            .flat_map(|list| list.iter().take(2))
        {
            println!("      {text}");
        }
    }
    let is_false = |report: &&Report| report.outcome.1 == "balanced" && !report.is_true();
    let wrong: Vec<&str> = reports.iter().filter(is_false).map(|report| report.name.as_str()).collect();
    println!("{exact} of {} exact, {} false: {wrong:?}", reports.len(), wrong.len());
}
