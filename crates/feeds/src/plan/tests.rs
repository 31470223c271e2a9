//! Tests of the plan of a fetch.

use saldo_domain::{Currency, FeedAccountDetails, FeedAccountId, Money};

use super::*;

fn date(text: &str) -> Date {
    text.parse().unwrap()
}

fn at(day: &str) -> Timestamp {
    Timestamp::from_utc(date(day).and_hms_opt(12, 0, 0).unwrap().and_utc())
}

fn details() -> FeedAccountDetails {
    FeedAccountDetails {
        institution: Some("My & Bank".to_owned()),
        name: "Checking".to_owned(),
        currency: Some(usd()),
        balance: Some(Money::from_minor(10_000, usd())),
        balance_at: Some(at("2026-03-10")),
        pending: 0,
        pending_sum: None,
    }
}

fn usd() -> Currency {
    Currency::parse("USD").unwrap()
}

fn row(id: &str, day: &str, minor: i64) -> FetchedRow {
    let amount = Money::from_minor(minor, usd());
    FetchedRow { id: id.to_owned(), date: date(day), amount, description: format!("<Shop> {id}") }
}

fn fetched(rows: &[FetchedRow]) -> FetchedAccount {
    FetchedAccount { key: "1".to_owned(), details: details(), rows: rows.to_vec() }
}

fn account() -> AccountId {
    AccountId::new(at("2026-01-01"))
}

fn linked(imported_at: Option<Timestamp>) -> FeedAccount {
    FeedAccount {
        id: FeedAccountId::new(at("2026-01-01")),
        key: "1".to_owned(),
        link: FeedLink::Account(account()),
        details: details(),
        imported_at,
    }
}

#[test]
fn a_fetch_asks_from_the_month_of_ten_days_before_the_last_import() {
    let now = at("2026-03-15");
    let since = |accounts: &[FeedAccount]| since(accounts, now).to_string();
    let earliest = "2025-12-16";
    assert_eq!(since(&[]), earliest);
    assert_eq!(since(&[linked(Some(at("2026-03-14")))]), "2026-03-01");
    assert_eq!(since(&[linked(Some(at("2026-03-08")))]), "2026-02-01");
    assert_eq!(since(&[linked(Some(at("2026-03-14"))), linked(None)]), earliest);
    assert_eq!(since(&[linked(Some(at("2025-01-01")))]), earliest, "a provider returns no more");
    let skipped = FeedAccount { link: FeedLink::Skipped, ..linked(None) };
    assert_eq!(since(&[linked(Some(at("2026-03-14"))), skipped]), "2026-03-01");
}

#[test]
fn a_month_is_a_file_and_the_latest_has_the_balance() {
    let rows = [row("c", "2026-03-02", -5), row("b", "2026-02-28", 700), row("a", "2026-01-31", 1)];
    let days = (date("2026-02-01"), date("2026-03-15"));
    let files = files(&fetched(&rows), account(), &[], days);
    let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(names, ["My & Bank Checking 2026-02.ofx", "My & Bank Checking 2026-03.ofx"]);
    let (february, march) = (&files[0].content, &files[1].content);
    assert!(february.contains("<DTSTART>20260201</DTSTART>\n<DTEND>20260228</DTEND>"), "{february}");
    assert!(march.contains("<DTSTART>20260301</DTSTART>\n<DTEND>20260315</DTEND>"), "{march}");
    assert!(march.contains("<TRNAMT>-0.05</TRNAMT><FITID>c</FITID><NAME>&lt;Shop&gt; c</NAME>"), "{march}");
    assert!(march.contains("<ORG>My &amp; Bank</ORG>"), "{march}");
    assert!(march.contains("<BALAMT>100.00</BALAMT><DTASOF>20260310</DTASOF>"), "{march}");
    assert!(!february.contains("LEDGERBAL"), "{february}");
}

fn stored(file: &MonthFile, is_processed: bool) -> FeedFile {
    let statement = StatementId::new(at("2026-03-01"));
    FeedFile { statement, month: file.month.clone(), rows: file.rows.clone(), is_processed }
}

#[test]
fn only_months_that_changed_are_files() {
    let rows = [row("a", "2026-02-28", 700), row("b", "2026-03-02", -5)];
    let into = account();
    let of = |rows: &[FetchedRow], before: &[FeedFile], today: &str| {
        files(&fetched(rows), into, before, (date("2026-02-01"), date(today)))
    };
    let before: Vec<FeedFile> = of(&rows, &[], "2026-03-15").iter().map(|file| stored(file, true)).collect();
    assert_eq!(of(&rows, &before, "2026-03-16"), [], "another day changes nothing");
    let more = [rows.to_vec(), vec![row("c", "2026-03-03", -5)]].concat();
    let changed = of(&more, &before, "2026-03-16");
    assert_eq!(changed.iter().map(|file| file.month.as_str()).collect::<Vec<_>>(), ["2026-03"]);
    assert_eq!(changed[0].rows.ids, ["b", "c"]);
    let other = files(&fetched(&rows), account(), &before, (date("2026-02-01"), date("2026-03-16")));
    assert_eq!(other.len(), 2, "another account gets all of it");
}

#[test]
fn a_file_is_replaced_by_one_that_was_read_and_has_all_its_transactions() {
    let of = |rows: &[FetchedRow]| {
        let days = (date("2026-03-01"), date("2026-03-15"));
        files(&fetched(rows), account(), &[], days).remove(0)
    };
    let (a, b) = (row("a", "2026-03-02", 1), row("b", "2026-03-03", 1));
    let (one, both) = (of(std::slice::from_ref(&a)), of(&[a, b]));
    let older = stored(&one, true);
    assert_eq!(replaced(&[stored(&both, true), older.clone()]), [older.statement]);
    assert_eq!(replaced(&[stored(&both, false), older.clone()]), [], "the newer one is not read yet");
    assert_eq!(replaced(&[older, stored(&both, true)]), [], "a transaction is missing from the newer one");
}
