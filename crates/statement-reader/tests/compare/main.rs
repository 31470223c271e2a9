//! Both readers over every set of statements with known rows, side by side.
//!
//! `SALDO_COMPARE_NAME` keeps those whose names begin so. `SALDO_COMPARE_CASES` says how many generated statements, `SALDO_COMPARE_SEED` which; `SALDO_COMPARE_SET` names one set;
//! `SALDO_COMPARE_NEW=1` leaves the old reader out, `SALDO_COMPARE_SHOWN=1` prints each difference of the new reader, 2 the text beside it. The set `samples` is for validation: it is read
//! only where it is named.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[expect(dead_code, reason = "other tests use more of it")]
#[path = "../support/mod.rs"]
mod support;

mod judge;
mod sets;

use judge::{Case, Reader, judge, page};

#[derive(Default)]
struct Score {
    exact: usize,
    lies: usize,
    outcomes: usize,
}

fn score(cases: &[Case], reader: Reader, shown: bool) -> Score {
    let mut score = Score::default();
    for case in cases {
        let judged = judge(case, reader);
        score.exact += usize::from(judged.is_exact());
        score.lies += usize::from(judged.is_false());
        score.outcomes += usize::from(judged.has_right_outcome());
        if shown && (!judged.is_exact() || judged.is_false() || !judged.has_right_outcome()) {
            println!("  {}: {}", case.name, judged.say());
            if support::settings::setting("SALDO_COMPARE_SHOWN") == Some(2) {
                println!("{}", page(case));
            }
        }
    }
    score
}

fn compare(name: &str, cases: &[Case]) -> (Score, Score) {
    let shown = support::settings::setting("SALDO_COMPARE_SHOWN").is_some();
    let skips_old = support::settings::setting("SALDO_COMPARE_NEW").is_some();
    let old = if skips_old { Score::default() } else { score(cases, Reader::Old, false) };
    let new = score(cases, Reader::New, shown);
    println!(
        "| {name} | {} | {} / {} / {} | {} / {} / {} |",
        cases.len(),
        old.exact,
        old.lies,
        old.outcomes,
        new.exact,
        new.lies,
        new.outcomes
    );
    (old, new)
}

#[test]
fn the_new_reader_is_as_good_as_the_old_one_on_every_set() {
    println!(
        "| set | statements | old: exact / false / outcome right | new: exact / false / outcome right |"
    );
    for (name, cases) in sets::all() {
        let (old, new) = compare(name, &cases);
        if name != "samples" {
            assert_eq!(new.lies, 0, "{name}: a wrong reading is called balanced");
            assert!(new.exact >= old.exact, "{name}: {} exact, the old reader {}", new.exact, old.exact);
        }
    }
}

#[test]
fn a_statement_with_one_wrong_figure_is_never_balanced() {
    println!("| wrong figure | statements | new: balanced | unbalanced | neither |");
    let shown = support::settings::setting("SALDO_COMPARE_SHOWN").is_some();
    let mut balanced = 0;
    for (figure, cases) in sets::tampered() {
        let judged: Vec<_> = cases.iter().map(|case| (case, judge(case, Reader::New))).collect();
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
