//! Tests of what a statement leaves open, and of readings under the user's answers and corrections.

use chrono::NaiveDate;
use saldo_domain::{
    Alternative, CheckedAccount, CorrectedRow, Currency, Difference, Findings, LayoutHint, Money, Origin,
    Outcome, PrintedFigure, UserAnswers, Witness,
};
use saldo_statement_reader::page::{Hayro, PageLimits, PositionedText, ReadRequest};
use saldo_statement_reader::read::{ReadHints, read_document};
use saldo_statement_reader::reconcile;

use crate::support::drawn::print;

/// A statement whose figures hold if its rows are money in of a bank account, and also if they are purchases
/// of a card.
const EITHER_WAY: &str = "\
EXAMPLE FINANCE   Account 12345678   GBP
Statement from 1 Jan 2024 to 31 Jan 2024

Date         Details                                        Amount
             Previous balance                             1,000.00
02 Jan 2024  SHOP ONE                                        10.00
03 Jan 2024  SHOP TWO                                        20.00
05 Jan 2024  SHOP THREE                                      30.00
             New balance                                  1,060.00
";

fn read(drawing: &str, answers: UserAnswers) -> CheckedAccount {
    let bytes = print(drawing);
    let limits = PageLimits::default();
    let document = Hayro.read(&ReadRequest { bytes: &bytes, password: None, limits: &limits }).unwrap();
    let hints = ReadHints { answers, today: NaiveDate::from_ymd_opt(2026, 11, 24), ..ReadHints::default() };
    let mut accounts = reconcile::check(read_document(&document, &hints).unwrap()).accounts;
    assert_eq!(accounts.len(), 1);
    accounts.remove(0)
}

fn findings(account: &CheckedAccount) -> Findings {
    account.draft.findings.clone().unwrap()
}

fn amounts(account: &CheckedAccount) -> Vec<i64> {
    account.draft.transactions.iter().map(|transaction| transaction.amount.minor()).collect()
}

fn turned(amounts: &[i64]) -> Vec<i64> {
    amounts.iter().map(|minor| -minor).collect()
}

#[test]
fn signs_that_the_figures_do_not_determine_are_offered_both_ways() {
    let account = read(EITHER_WAY, UserAnswers::default());
    assert_eq!(account.reconciliation.outcome, Outcome::Unchecked);
    let found = findings(&account);
    assert_eq!(found.alternatives[0].differs, [Difference::Signs]);
    assert_eq!(found.origins.signs, Origin::Inferred);
    let example = &found.alternatives[0].examples[0];
    assert_eq!((example.transaction, example.amount.minor()), (0, -amounts(&account)[0]));
}

#[test]
fn a_chosen_reading_settles_the_statement_and_later_ones_of_its_layout() {
    let before = read(EITHER_WAY, UserAnswers::default());
    let found = findings(&before);
    let other = Some(found.alternatives[0].reading.clone());
    let mut answers = UserAnswers::default();
    answers.answers.reading.clone_from(&other);
    let after = read(EITHER_WAY, answers);
    assert_eq!(amounts(&after), turned(&amounts(&before)));
    assert_eq!(after.reconciliation.outcome, Outcome::Balanced);
    assert_eq!(findings(&after).origins.signs, Origin::Confirmed);
    assert!(findings(&after).alternatives.is_empty());

    let february = EITHER_WAY.replace(" Jan", " Feb").replace("31 Feb", "29 Feb").replace("SHOP", "STORE");
    let layouts = [(found.layout.clone(), LayoutHint { reading: other, currency: None })].into();
    let later = read(&february, UserAnswers { layouts, ..UserAnswers::default() });
    assert_eq!(findings(&later).layout, found.layout);
    assert_eq!(amounts(&later), turned(&amounts(&before)));
    let shown = Some(found.reading);
    let layouts = [(found.layout, LayoutHint { reading: shown, currency: None })].into();
    assert_eq!(
        amounts(&read(&february, UserAnswers { layouts, ..UserAnswers::default() })),
        amounts(&before)
    );
}

#[test]
fn a_hint_makes_no_contradiction_disappear() {
    let before = read(EITHER_WAY, UserAnswers::default());
    let other = findings(&before).alternatives[0].reading.clone();
    let layouts = [(findings(&before).layout, LayoutHint { reading: Some(other), currency: None })].into();
    let wrong = EITHER_WAY.replace("1,060.00", "1,000.00");
    let account = read(&wrong, UserAnswers { layouts, ..UserAnswers::default() });
    assert_eq!(account.reconciliation.outcome, Outcome::Unbalanced);
}

#[test]
fn a_corrected_sign_flips_all_signs_that_it_explains() {
    let before = read(EITHER_WAY, UserAnswers::default());
    let second = &before.draft.transactions[1];
    let amount = Money::from_minor(-second.amount.minor(), second.amount.currency());
    let row = CorrectedRow { place: second.place.unwrap(), date: second.date, amount };
    let after = read(EITHER_WAY, UserAnswers { rows: vec![row.clone()], ..UserAnswers::default() });
    assert_eq!(amounts(&after), turned(&amounts(&before)));
    // A correction that no reading explains changes nothing else.
    let odd = CorrectedRow { amount: Money::from_minor(77, amount.currency()), ..row };
    assert_eq!(
        amounts(&read(EITHER_WAY, UserAnswers { rows: vec![odd], ..UserAnswers::default() })),
        amounts(&before)
    );
}

#[test]
fn a_currency_that_is_not_printed_is_inferred_until_the_user_confirms_it() {
    let drawing = EITHER_WAY.replace("   GBP", "");
    let account = read(&drawing, UserAnswers::default());
    let found = findings(&account);
    assert_eq!(found.origins.currency, Origin::Inferred);
    assert_eq!(findings(&read(EITHER_WAY, UserAnswers::default())).origins.currency, Origin::Printed);
    let krone = Currency::parse("NOK").unwrap();
    let mut answers = UserAnswers::default();
    answers.answers.currency = Some(krone);
    let answered = read(&drawing, answers);
    assert_eq!(answered.draft.currency, krone);
    assert_eq!(findings(&answered).origins.currency, Origin::Confirmed);
    let layouts = [(found.layout, LayoutHint { reading: None, currency: Some(krone) })].into();
    let later = read(&drawing, UserAnswers { layouts, ..UserAnswers::default() });
    assert_eq!((later.draft.currency, findings(&later).origins.currency), (krone, Origin::Confirmed));
}

#[test]
fn a_year_that_is_not_printed_is_inferred_until_the_user_confirms_it() {
    let drawing = "\
EXAMPLE BANK   Account 12345678   GBP

Date         Details                                       Debit          Credit         Balance
             Opening balance                                                            1,000.00
30 Dec       Card purchase SHOP ONE                        10.00                          990.00
03 Jan       Card purchase SHOP TWO                        20.00                          970.00
05 Jan       Salary                                                       500.00        1,470.00
             Closing balance                                                            1,470.00
";
    let account = read(drawing, UserAnswers::default());
    assert_eq!(account.reconciliation.outcome, Outcome::Unchecked);
    assert_eq!(findings(&account).origins.year, Origin::Inferred);
    let mut answers = UserAnswers::default();
    answers.answers.last_day = NaiveDate::from_ymd_opt(2022, 1, 5);
    let answered = read(drawing, answers);
    let days: Vec<String> =
        answered.draft.transactions.iter().map(|transaction| transaction.date.to_string()).collect();
    assert_eq!(days, ["2021-12-30", "2022-01-03", "2022-01-05"]);
    assert_eq!(findings(&answered).origins.year, Origin::Confirmed);
    assert_eq!(answered.reconciliation.outcome, Outcome::Balanced);
}

/// A statement on which nothing tells the order of day and month.
const EITHER_ORDER: &str = "\
EXAMPLE BANK   Account 12345678

Date         Details                                       Debit          Credit         Balance
             Opening balance                                                            1,000.00
02/01        Card purchase SHOP ONE                        10.00                          990.00
03/01        Card purchase SHOP TWO                        20.00                          970.00
05/01        Salary                                                       500.00        1,470.00
             Closing balance                                                            1,470.00
";

fn days(account: &CheckedAccount) -> Vec<String> {
    account.draft.transactions.iter().map(|transaction| transaction.date.to_string()).collect()
}

/// Returns the key of the reading of a statement under which the first row has the date `day`.
fn reading_with(account: &CheckedAccount, day: &str) -> String {
    let found = findings(account);
    let is_right = |other: &&Alternative| other.examples[0].date.to_string() == day;
    let shown = account.draft.transactions[0].date.to_string() == day;
    if shown { found.reading } else { found.alternatives.iter().find(is_right).unwrap().reading.clone() }
}

#[test]
fn an_undetermined_order_of_day_and_month_is_offered_both_ways() {
    let mut told = UserAnswers::default();
    told.answers.last_day = NaiveDate::from_ymd_opt(2024, 5, 1);
    let account = read(EITHER_ORDER, told.clone());
    assert_eq!(account.reconciliation.outcome, Outcome::Unchecked);
    let found = findings(&account);
    assert_eq!(found.alternatives.len(), 1, "{:?}", found.alternatives);
    assert_eq!(found.alternatives[0].differs, [Difference::Dates]);
    let by_day = ["2024-01-02", "2024-01-03", "2024-01-05"].map(str::to_owned);
    let by_month = ["2024-02-01", "2024-03-01", "2024-05-01"].map(str::to_owned);
    for (wanted, next) in [(by_day, "2024-02-03"), (by_month, "2024-03-02")] {
        let key = reading_with(&account, &wanted[0]);
        told.answers.reading = Some(key.clone());
        let answered = read(EITHER_ORDER, told.clone());
        assert_eq!(days(&answered), wanted);
        assert_eq!(answered.reconciliation.outcome, Outcome::Balanced);
        assert_eq!(findings(&answered).reading, key);
        // Another statement of the layout needs its year only.
        let layouts = [(found.layout.clone(), LayoutHint { reading: Some(key), currency: None })].into();
        let february = EITHER_ORDER.replace("/01 ", "/02 ").replace("SHOP", "STORE");
        let mut later = UserAnswers { layouts, ..UserAnswers::default() };
        later.answers.last_day = told.answers.last_day;
        let later = read(&february, later);
        assert_eq!(
            (later.reconciliation.outcome, findings(&later).alternatives.len()),
            (Outcome::Balanced, 0)
        );
        assert_eq!(days(&later)[1], next);
    }
}

#[test]
fn a_corrected_date_determines_the_order_of_day_and_month() {
    let mut told = UserAnswers::default();
    told.answers.last_day = NaiveDate::from_ymd_opt(2024, 5, 1);
    let account = read(EITHER_ORDER, told.clone());
    for (day, last) in [("2024-01-03", "2024-01-05"), ("2024-03-01", "2024-05-01")] {
        let second = &account.draft.transactions[1];
        let (place, date) = (second.place.unwrap(), day.parse().unwrap());
        told.rows = vec![CorrectedRow { place, date, amount: second.amount }];
        let corrected = read(EITHER_ORDER, told.clone());
        assert_eq!(days(&corrected)[2], last);
        assert_eq!(corrected.reconciliation.outcome, Outcome::Balanced, "{:?}", findings(&corrected));
    }
}

#[test]
fn the_order_of_day_and_month_is_not_asked_if_the_pages_show_it() {
    let mut told = UserAnswers::default();
    told.answers.last_day = NaiveDate::from_ymd_opt(2024, 1, 31);
    for (change, to) in [
        ("12345678", "12345678   GBP"),
        ("05/01", "13/01"),
        ("Account", "Statement date 31/01/2024   Account"),
    ] {
        let account = read(&EITHER_ORDER.replace(change, to), told.clone());
        assert_eq!(account.reconciliation.outcome, Outcome::Balanced, "{to}");
        assert_eq!(days(&account)[0], "2024-01-02", "{to}");
    }
}

#[test]
fn printed_figures_are_counted_and_the_first_gap_is_named() {
    let drawing = "\
EXAMPLE BANK   Account 12345678   GBP
Statement from 1 Jan 2024 to 31 Jan 2024

Date         Details                                       Debit          Credit         Balance
             Opening balance                                                            1,000.00
02 Jan 2024  Card purchase SHOP ONE                        10.00                          990.00
03 Jan 2024  Card purchase SHOP TWO                        20.00                          924.90
05 Jan 2024  Salary                                                       500.00        1,424.90
             Closing balance                                                            1,424.90

Daily balance summary
Date            Balance
02 Jan 2024      990.00
03 Jan 2024      970.00
";
    let account = read(drawing, UserAnswers::default());
    let found = findings(&account);
    assert_eq!(account.reconciliation.outcome, Outcome::Unbalanced);
    let first = &found.contradictions[0];
    assert_eq!(
        (first.figure, first.transaction, first.after),
        (PrintedFigure::RunningBalance, Some(1), Some(0))
    );
    assert_eq!(first.message, "Between row 1 and row 2 the balance changes by 45.10, which no row explains.");
    assert!(
        account.reconciliation.witnesses.contains(&Witness::DailyBalances { printed: 2, holding: 2 }),
        "{:?}",
        account.reconciliation.witnesses
    );
}

#[test]
fn a_count_contradicts_only_beside_a_figure_of_its_direction_that_holds() {
    let drawing = |totals: &str| {
        format!(
            "\
EXAMPLE BANK   Account 12345678   GBP
Statement from 1 Jan 2024 to 31 Jan 2024
{totals}

Date         Details                                       Debit          Credit         Balance
             Opening balance                                                            1,000.00
02 Jan 2024  Card purchase SHOP ONE                        10.00                          990.00
03 Jan 2024  Card purchase SHOP TWO                        20.00                          970.00
05 Jan 2024  Salary                                                       500.00        1,470.00
             Closing balance                                                            1,470.00
"
        )
    };
    for right in [
        "Number of debits      2\nNumber of credits      1",
        "Total debits (2)      30.00",
        // The checks are not all the money out.
        "Number of checks      5\nNumber of credits      1",
    ] {
        let account = read(&drawing(right), UserAnswers::default());
        assert_eq!(account.reconciliation.outcome, Outcome::Balanced, "{right}");
    }
    for wrong in ["Number of debits      3\nNumber of credits      1", "Total debits (4)      30.00"] {
        let account = read(&drawing(wrong), UserAnswers::default());
        assert_eq!(account.reconciliation.outcome, Outcome::Unbalanced, "{wrong}");
        assert_eq!(findings(&account).contradictions[0].figure, PrintedFigure::Count, "{wrong}");
        let witnesses = &account.reconciliation.witnesses;
        assert!(witnesses.contains(&Witness::Count { holds: false }), "{wrong}: {witnesses:?}");
    }
}
