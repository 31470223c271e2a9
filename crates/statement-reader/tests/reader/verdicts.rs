//! Tests of the reasons for an outcome, and of the positions reported for contradicting figures.

use chrono::NaiveDate;
use saldo_domain::{CheckedAccount, Money, Origin, Outcome};
use saldo_statement_reader::page::{Document, Hayro, PageLimits, PositionedText, ReadRequest};
use saldo_statement_reader::read::{ReadHints, read_document};
use saldo_statement_reader::reconcile;

use crate::support::drawn::print;

const HEAD: &str = "EXAMPLE BANK   Account 12345678   GBP\nStatement from 1 Jan 2024 to 31 Jan 2024\n";
const HEADS: &str =
    "Date         Details                                       Debit          Credit         Balance\n";

fn document(drawing: &str) -> Document {
    let bytes = print(drawing);
    let limits = PageLimits::default();
    Hayro.read(&ReadRequest { bytes: &bytes, password: None, limits: &limits }).unwrap()
}

fn check(document: &Document, hints: &ReadHints) -> CheckedAccount {
    let mut accounts = reconcile::check(read_document(document, hints).unwrap()).accounts;
    assert_eq!(accounts.len(), 1);
    accounts.remove(0)
}

fn read(drawing: &str) -> CheckedAccount {
    check(&document(drawing), &ReadHints::default())
}

fn messages(account: &CheckedAccount) -> Vec<&str> {
    account.reconciliation.causes.iter().map(|cause| cause.message.as_str()).collect()
}

fn table(rows: &str) -> String {
    format!("{HEAD}\n{HEADS}{rows}")
}

const ROWS: &str = "\
             Opening balance                                                            1,000.00
02 Jan 2024  Card purchase SHOP ONE                        10.00                          990.00
03 Jan 2024  Card purchase SHOP TWO                        20.00                          970.00
05 Jan 2024  Salary                                                       500.00        1,470.00
             Closing balance                                                            1,470.00
";

#[test]
fn figures_that_all_agree_are_balanced() {
    let account = read(&table(ROWS));
    assert_eq!(account.reconciliation.outcome, Outcome::Balanced);
    assert_eq!(account.draft.transactions.len(), 3);
}

const EMPTY: &str = "\
             Opening balance                                                               50.00
             No transactions in this period
             Closing balance                                                               50.00
";

#[test]
fn an_account_without_transactions_beside_another_is_an_account_of_its_own() {
    for (drawing, empty) in [
        (format!("{}\nSavings account 87654321\n{HEADS}{EMPTY}", table(ROWS)), 1),
        (format!("{}\nCurrent account 87654321\n{HEADS}{ROWS}", table(EMPTY)), 0),
    ] {
        let accounts =
            reconcile::check(read_document(&document(&drawing), &ReadHints::default()).unwrap()).accounts;
        let rows: Vec<usize> = accounts.iter().map(|account| account.draft.transactions.len()).collect();
        assert_eq!(rows, if empty == 1 { [3, 0] } else { [0, 3] });
        for account in &accounts {
            assert_eq!(account.reconciliation.outcome, Outcome::Balanced);
            assert_eq!(account.draft.period_end, NaiveDate::from_ymd_opt(2024, 1, 31));
        }
        let balance = accounts[empty].draft.closing_balance.map(Money::minor);
        assert_eq!(balance, Some(5_000));
    }
}

#[test]
fn a_closing_balance_above_the_rows_that_stands_only_along_them_is_a_contradiction() {
    let summary = "Opening balance   1,000.00\nClosing balance     970.00\n";
    let account = read(&format!("{HEAD}{summary}\n{HEADS}{ROWS}"));
    assert_eq!(account.reconciliation.outcome, Outcome::Unbalanced);
}

#[test]
fn a_second_closing_balance_that_differs_is_a_contradiction() {
    let account =
        read(&format!("{}\nYour new balance                                1,480.00\n", table(ROWS)));
    assert_eq!(account.reconciliation.outcome, Outcome::Unbalanced);
    assert_eq!(account.draft.transactions.len(), 3, "the rows stay usable");
    assert!(messages(&account).iter().any(|text| text.contains("10.00")), "{:?}", messages(&account));
}

#[test]
fn a_wrong_balance_in_the_list_of_daily_balances_is_a_contradiction() {
    let daily = |last: &str| {
        format!(
            "{}\nDaily balance summary\nDate            Balance\n02 Jan 2024      990.00\n03 Jan 2024      {last}\n",
            table(ROWS)
        )
    };
    assert_eq!(read(&daily("970.00")).reconciliation.outcome, Outcome::Balanced);
    let wrong = read(&daily("907.00"));
    assert_eq!(wrong.reconciliation.outcome, Outcome::Unbalanced);
    assert_eq!(messages(&wrong), ["A balance in the list of daily balances is 63.00 too low."]);
}

#[test]
fn a_date_that_does_not_exist_is_a_contradiction() {
    let november = |day: &str| {
        let rows = table(ROWS).replace("31 Jan", "30 Jan").replace("05 Jan", &format!("{day} Jan"));
        read(&rows.replace("Jan", "Nov"))
    };
    assert_eq!(november("29").reconciliation.outcome, Outcome::Balanced);
    let wrong = november("31");
    assert_eq!(wrong.reconciliation.outcome, Outcome::Unbalanced);
    assert_eq!(messages(&wrong), ["The date of row 3 does not exist. Check if it is 2024-11-30."]);
}

#[test]
fn a_contradictory_printed_sign_is_reported() {
    let rows = "\
Date         Details                                      Amount         Balance
             Opening balance                                            1,000.00
02 Jan 2024  Card purchase SHOP ONE                       -10.00          990.00
03 Jan 2024  Card purchase SHOP TWO                        20.00          970.00
05 Jan 2024  Salary                                       500.00        1,470.00
             Closing balance                                            1,470.00
";
    let account = read(&format!("{HEAD}\n{rows}"));
    assert_eq!(account.reconciliation.outcome, Outcome::Unbalanced);
    assert_eq!(account.reconciliation.first_broken, Some(1));
}

#[test]
fn a_damaged_page_is_never_balanced_and_keeps_its_figures() {
    let mut pages = document(&table(ROWS));
    pages.pages[0].is_damaged = true;
    let account = check(&pages, &ReadHints::default());
    assert_eq!(account.reconciliation.outcome, Outcome::Unchecked);
    assert_eq!(account.draft.opening_balance.map(Money::minor), Some(100_000));
    assert!(account.draft.transactions.iter().all(|transaction| transaction.balance.is_some()));
}

#[test]
fn dates_that_jump_are_uncertain() {
    let leaping = table(ROWS).replace("03 Jan 2024", "08 Jan 2024");
    let hints = ReadHints { is_recognized: true, ..ReadHints::default() };
    assert_eq!(check(&document(&leaping), &hints).reconciliation.outcome, Outcome::Unchecked);
    assert_eq!(check(&document(&table(ROWS)), &hints).reconciliation.outcome, Outcome::Balanced);
}

#[test]
fn a_period_in_a_footnote_does_not_change_the_years() {
    let rows = ROWS.replace(" 2024", "     ");
    let drawing = format!(
        "EXAMPLE BANK   Account 12345678   GBP\nBonus rate for new customers from 1 Sep 2022 to 30 Nov 2022\n\
Statement from 1 Jan 2024 to 31 Jan 2024\n\n{HEADS}{rows}"
    );
    let account = read(&drawing);
    let days: Vec<NaiveDate> =
        account.draft.transactions.iter().map(|transaction| transaction.date).collect();
    let day = |day| NaiveDate::from_ymd_opt(2024, 1, day).unwrap();
    assert_eq!(days, [day(2), day(3), day(5)]);
    assert_eq!(account.draft.period_start, Some(day(1)));
}

#[test]
fn a_description_on_several_lines_is_one_with_its_location() {
    let rows = ROWS.replace("05 Jan 2024", "             REF 00098213\n05 Jan 2024");
    let account = read(&table(&rows));
    assert_eq!(account.draft.transactions[1].description, "Card purchase SHOP TWO REF 00098213");
    let (one, two) =
        (account.draft.transactions[0].place.unwrap(), account.draft.transactions[1].place.unwrap());
    assert!(two.y > one.y && two.height > one.height);
}

#[test]
fn a_currency_that_only_the_title_of_another_account_names_is_inferred() {
    let part = |title: &str| format!("{title}\nStatement from 1 Jan 2024 to 31 Jan 2024\n\n{HEADS}{ROWS}\n");
    let drawing = part("EXAMPLE BANK   Account 12345678") + &part("EXAMPLE BANK   Account 23456789   USD");
    let accounts =
        reconcile::check(read_document(&document(&drawing), &ReadHints::default()).unwrap()).accounts;
    let origin = |account: &CheckedAccount| account.draft.findings.as_ref().unwrap().origins.currency;
    let origins: Vec<Origin> = accounts.iter().map(origin).collect();
    assert_eq!(origins, [Origin::Inferred, Origin::Printed]);
}
