//! Tests with statements in the forms of banks of many countries, drawn by hand as text (`tests/forms`),
//! printed and read.
//!
//! The expected result follows after `====`: `ends OPENING CLOSING [CURRENCY]`, then the day and the amount
//! of each transaction in order. `--` separates accounts, `outcome WORD` precedes a statement that is not
//! balanced, and `not balanced` alone only requires that the reading is not called balanced.

use std::path::Path;

use saldo_domain::{CheckedAccount, CheckedDraft, Money, Outcome};
use saldo_statement_reader::page::{Hayro, PageLimits, PositionedText, ReadRequest};
use saldo_statement_reader::read::{ReadHints, read_document};
use saldo_statement_reader::reconcile;

use crate::support::drawn::print;

fn read(bytes: &[u8]) -> Result<CheckedDraft, String> {
    let limits = PageLimits::default();
    let document = Hayro.read(&ReadRequest { bytes, password: None, limits: &limits }).unwrap();
    let draft = read_document(&document, &ReadHints::default()).map_err(|reason| reason.to_string())?;
    Ok(reconcile::check(draft))
}

/// Returns the reading of an account in the format of the expected result.
fn as_expected(account: &CheckedAccount, with_currency: bool) -> Vec<String> {
    let draft = &account.draft;
    let end = |end: Option<Money>| end.map_or_else(|| "none".to_owned(), Money::decimal);
    let currency = if with_currency { format!(" {}", draft.currency) } else { String::new() };
    let ends = format!("ends {} {}{currency}", end(draft.opening_balance), end(draft.closing_balance));
    let transactions = draft
        .transactions
        .iter()
        .map(|transaction| format!("{} {}", transaction.date, transaction.amount.decimal()));
    std::iter::once(ends).chain(transactions).collect()
}

fn differs(drawing: &str, expected: &str) -> Option<String> {
    let checked = match read(&print(drawing)) {
        Ok(checked) => checked,
        Err(reason) => return Some(reason),
    };
    let outcome = checked.outcome();
    if expected.trim() == "not balanced" {
        return (outcome == Some(Outcome::Balanced)).then(|| "a wrong row is called balanced".to_owned());
    }
    let (wanted_outcome, expected) = match expected.strip_prefix("outcome unchecked\n") {
        Some(rest) => (Outcome::Unchecked, rest),
        None => (Outcome::Balanced, expected),
    };
    if outcome != Some(wanted_outcome) {
        return Some(format!("{outcome:?}"));
    }
    let parts: Vec<Vec<&str>> = expected.trim().split("\n--\n").map(|part| part.lines().collect()).collect();
    if parts.len() != checked.accounts.len() {
        return Some(format!("{} accounts", checked.accounts.len()));
    }
    parts.iter().zip(&checked.accounts).find_map(|(wanted, account)| {
        let with_currency = wanted[0].split(' ').count() > 3;
        let mut said = as_expected(account, with_currency);
        if !wanted[0].starts_with("ends") {
            said.remove(0);
        }
        (said != *wanted).then(|| format!("{said:#?}"))
    })
}

#[test]
fn every_drawn_form_is_read_exactly() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/forms");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(paths.len() >= 50, "only {} forms", paths.len());
    let mut wrong = Vec::new();
    for path in paths {
        let text = std::fs::read_to_string(&path).unwrap();
        let (drawing, expected) = text.split_once("\n====\n").unwrap();
        if let Some(difference) = differs(drawing, expected) {
            wrong.push(format!("{}: {difference}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

const HEADS: &str =
    "Date         Details                                       Debit          Credit         Balance";

/// Heads of a second page that are displaced by a printing error.
const DISPLACED: &[&str] = &[
    "Date         Details                            Debit          Credit         Balance",
    "Date         Details                                       Debit   Balance        Credit",
    "Date         Details                       Balance",
    "Date         Details                                                Balance",
    "Balance\nDate         Details                                       Debit          Credit",
    "Balance",
    "Balance      Date     Details                              Debit          Credit",
    "Date         Balance  Details                              Debit          Credit",
    "Date         Details                                       Balance        Debit          Credit",
    "Date         Details                                       Credit          Debit         Balance",
    "Date         Details                                       Amount         Balance",
    "Reference     Amount        Balance",
];

#[test]
fn a_displaced_header_removes_no_row() {
    let ends = ["", "Opening balance  1,000.00         Closing balance  775.00\n"];
    for (heads, ends) in DISPLACED.iter().flat_map(|heads| ends.iter().map(move |ends| (heads, ends))) {
        let drawing = format!(
            "EXAMPLE BANK   Account 12345678   GBP\nStatement from 1 Jan 2024 to 31 Jan 2024\n{ends}\n{HEADS}\n\
02 Jan 2024  Card purchase SHOP ONE                        10.00                          990.00\n\
03 Jan 2024  Card purchase SHOP TWO                        20.00                          970.00\n\
03 Jan 2024  Refund                                                         5.00          975.00\n\u{c}\
EXAMPLE BANK   Account 12345678   Page 2\n{heads}\n\
04 Jan 2024  Salary                                                       500.00        1,475.00\n\
05 Jan 2024  Rent                                         700.00                          775.00\n"
        );
        let expected = "ends 1000.00 775.00\n2024-01-02 -10.00\n2024-01-03 -20.00\n2024-01-03 5.00\n\
2024-01-04 500.00\n2024-01-05 -700.00\n";
        let outcome = read(&print(&drawing)).ok().and_then(|checked| checked.outcome());
        if outcome == Some(Outcome::Balanced) {
            assert_eq!(differs(&drawing, expected), None, "{heads} {ends}");
        }
    }
}
