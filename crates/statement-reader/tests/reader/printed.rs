//! Tests with statements in thousands of layouts, printed and read. Each is read exactly, or the reader
//! reports that it does not add up; no wrong reading is ever called balanced.
//!
//! `SALDO_PRINTED_CASES` is the number of statements, `SALDO_PRINTED_SEED` selects them, and
//! `SALDO_PRINTED_SHOWN` is the number of honest failures shown.

use chrono::NaiveDate;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use saldo_domain::{AccountDraft, CheckedAccount, CheckedDraft, Outcome};
use saldo_statement_reader::page::{Hayro, PageLimits, PositionedText, ReadRequest};
use saldo_statement_reader::read::{ReadHints, read_document};
use saldo_statement_reader::reconcile;

use crate::support::printed::print::print;
use crate::support::printed::rows::printed_order;
use crate::support::printed::strategy::layout;
use crate::support::printed::{Figure, Layout, TrueAccount};
use crate::support::settings::setting;

const CASES: usize = 300;
/// Smallest number of exact readings per thousand.
const EXACT_MIN: usize = 995;
/// Largest number of honest failures that are shrunk and shown. False ones are always shown.
const SHOWN_MAX: usize = 8;
const SHOWN_LINES_MAX: usize = 40;
const SHRINK_STEPS_MAX: usize = 120;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Exact,
    /// Wrong, but not called balanced.
    Honest,
    /// Wrong, and called balanced.
    False,
}

fn read(layout: &Layout) -> Result<CheckedDraft, String> {
    let file = print(layout);
    let limits = PageLimits::default();
    let document = Hayro.read(&ReadRequest { bytes: &file, password: None, limits: &limits }).unwrap();
    let draft = read_document(&document, &ReadHints::default()).map_err(|reason| reason.to_string())?;
    Ok(reconcile::check(draft))
}

fn judge(layout: &Layout) -> (Verdict, String) {
    let checked = match read(layout) {
        Ok(checked) => checked,
        Err(reason) => return (Verdict::Honest, reason),
    };
    match difference(layout, &checked) {
        None => (Verdict::Exact, String::new()),
        Some(difference) => {
            let claims = checked.outcome() == Some(Outcome::Balanced);
            (if claims { Verdict::False } else { Verdict::Honest }, difference)
        }
    }
}

fn difference(layout: &Layout, checked: &CheckedDraft) -> Option<String> {
    let truth = layout.truth();
    if truth.len() != checked.accounts.len() {
        return Some(format!("{} accounts instead of {}", checked.accounts.len(), truth.len()));
    }
    truth.iter().zip(&checked.accounts).find_map(|(account, read)| account_difference(layout, account, read))
}

/// Compares the currency, both balances, and the transactions in printed order.
fn account_difference(layout: &Layout, account: &TrueAccount, read: &CheckedAccount) -> Option<String> {
    let expected = expected(layout, account);
    let AccountDraft { currency, opening_balance, closing_balance, transactions, .. } = &read.draft;
    if currency.code() != account.currency {
        return Some(format!("{currency} instead of {}", account.currency));
    }
    let ends = [(opening_balance, account.opening_minor), (closing_balance, account.closing_minor)];
    if let Some((read, minor)) =
        ends.iter().find(|(read, minor)| read.is_none_or(|money| money.minor() != *minor))
    {
        return Some(format!("an end of {read:?} instead of {minor}"));
    }
    if expected.len() != transactions.len() {
        return Some(format!("{} entries instead of {}", transactions.len(), expected.len()));
    }
    let wrong = expected.iter().zip(transactions).find(|(expected, transaction)| {
        let (date, value_date, minor) = expected;
        transaction.amount.minor() != *minor
            || transaction.date != *date && Some(transaction.date) != *value_date
    });
    wrong.map(|((date, _, amount), transaction)| {
        format!("{} {} instead of {date} {amount}", transaction.date, transaction.amount.minor())
    })
}

/// Returns date, value date and amount of all expected transactions. A fee beside a transaction is a
/// transaction of its own.
fn expected(layout: &Layout, account: &TrueAccount) -> Vec<(NaiveDate, Option<NaiveDate>, i64)> {
    let printed = printed_order(layout, account);
    let moves = printed.iter().flat_map(|transaction| {
        let fee = (transaction.fee_minor != 0).then_some(-transaction.fee_minor);
        std::iter::once(transaction.minor)
            .chain(fee)
            .map(|minor| (transaction.date, transaction.value_date, minor))
    });
    moves.collect()
}

fn runner() -> TestRunner {
    let mut seed = [7; 32];
    let number = setting("SALDO_PRINTED_SEED").unwrap_or(0);
    seed[..8].copy_from_slice(&u64::try_from(number).unwrap().to_le_bytes());
    TestRunner::new_with_rng(Config::default(), TestRng::from_seed(RngAlgorithm::ChaCha, &seed))
}

/// Returns the simplest layout that fails in the same way, and the reason.
fn shrink(mut tree: impl ValueTree<Value = Layout>, verdict: Verdict) -> (Layout, String) {
    let mut worst = tree.current();
    let mut reason = judge(&worst).1;
    let mut steps = 0;
    while steps < SHRINK_STEPS_MAX && tree.simplify() {
        loop {
            steps += 1;
            let layout = tree.current();
            let (now, why) = judge(&layout);
            if now == verdict {
                (worst, reason) = (layout, why);
                break;
            }
            if steps >= SHRINK_STEPS_MAX || !tree.complicate() {
                break;
            }
        }
    }
    (worst, reason)
}

/// Prints the layout, the text of the statement, and the reading.
fn show(layout: &Layout, reason: &str, verdict: Verdict) {
    let language = layout.language().name;
    eprintln!("{verdict:?}: {reason} ({language}, {})\n  {layout:?}", layout.date_pattern());
    let file = print(layout);
    let limits = PageLimits::default();
    let document = Hayro.read(&ReadRequest { bytes: &file, password: None, limits: &limits }).unwrap();
    for page in &document.pages {
        let mut glyphs: Vec<_> = page.glyphs.iter().collect();
        glyphs.sort_by(|one, two| one.baseline.total_cmp(&two.baseline).then(one.x.total_cmp(&two.x)));
        for line in
            glyphs.chunk_by(|one, two| (one.baseline - two.baseline).abs() < 1.0).take(SHOWN_LINES_MAX)
        {
            let mut end = f32::NAN;
            let mut text = String::new();
            for glyph in line {
                if glyph.x - end > glyph.size {
                    text.push_str("   ");
                }
                end = glyph.x + glyph.width;
                text.push_str(&glyph.text);
            }
            eprintln!("  | {text}");
        }
    }
    for account in read(layout).iter().flat_map(|checked| &checked.accounts) {
        let AccountDraft { opening_balance, closing_balance, transactions, .. } = &account.draft;
        eprintln!("  = {opening_balance:?} to {closing_balance:?}, {:?}", account.reconciliation.outcome);
        for transaction in transactions.iter().take(SHOWN_LINES_MAX) {
            eprintln!(
                "  = {} {:?} {:?} {}",
                transaction.date, transaction.amount, transaction.balance, transaction.description
            );
        }
    }
}

#[test]
fn no_wrong_reading_of_a_printed_statement_is_called_balanced() {
    let cases = setting("SALDO_PRINTED_CASES").unwrap_or(CASES);
    let (strategy, mut runner) = (layout(), runner());
    let shown_max = setting("SALDO_PRINTED_SHOWN").unwrap_or(SHOWN_MAX);
    let (mut exact, mut shown, mut liars) = (0, 0, 0);
    for _ in 0..cases {
        let tree = strategy.new_tree(&mut runner).unwrap();
        let verdict = judge(&tree.current()).0;
        exact += usize::from(verdict == Verdict::Exact);
        liars += usize::from(verdict == Verdict::False);
        if verdict == Verdict::False || verdict == Verdict::Honest && shown < shown_max {
            shown += usize::from(verdict == Verdict::Honest);
            let (layout, reason) = shrink(tree, verdict);
            show(&layout, &reason, verdict);
        }
    }
    eprintln!("{exact} of {cases} exact, {} honest, {liars} false", cases - exact - liars);
    assert_eq!(liars, 0, "a wrong reading was called balanced");
    assert!(exact * 1000 >= cases * EXACT_MIN, "only {exact} of {cases} are exact");
}

#[test]
fn a_statement_with_a_misprinted_amount_is_never_balanced() {
    let cases = setting("SALDO_PRINTED_CASES").unwrap_or(CASES) / 3;
    let (strategy, mut runner) = (layout(), runner());
    for number in 0..cases {
        let layout = strategy.new_tree(&mut runner).unwrap().current();
        let layout = layout.tampered(Figure::Amount, number).unwrap();
        let outcome = read(&layout).ok().and_then(|checked| checked.outcome());
        if outcome == Some(Outcome::Balanced) {
            show(&layout, "a misprint was not seen", Verdict::False);
        }
        assert_ne!(outcome, Some(Outcome::Balanced), "case {number}");
    }
}
