//! The queries that questions become: periods of the fiscal calendar, and names in other spellings.

use saldo_domain::{Date, FiscalCalendar, Query, Tag};
use saldo_question::{Names, Understanding, understand};

use crate::book::{Book, today};

fn read(question: &str, names: &Names, today: Date, calendar: FiscalCalendar) -> Query {
    match understand(question, None, names, today, calendar) {
        Understanding::Understood(found) => found.query,
        other => panic!("{question}: {other:?}"),
    }
}

#[test]
fn relative_years_and_quarters_are_those_of_the_fiscal_calendar() {
    let book = Book::new();
    let british = FiscalCalendar::new(4, 6).unwrap();
    for (question, from, to) in [
        ("How much did I spend this year?", "2025-04-06", "2026-04-05"),
        ("How much did I spend last year?", "2024-04-06", "2025-04-05"),
        ("How much did I spend two years ago?", "2023-04-06", "2024-04-05"),
        ("How much did I spend this quarter?", "2025-10-06", "2026-01-05"),
        ("How much did I spend last quarter?", "2025-07-06", "2025-10-05"),
        ("Wie viel habe ich letztes Jahr ausgegeben?", "2024-04-06", "2025-04-05"),
        // What is named by its number is the calendar's, and so is the year of a month.
        ("How much did I spend in 2024?", "2024-01-01", "2024-12-31"),
        ("How much did I spend in Q1 2025?", "2025-01-01", "2025-03-31"),
        ("How much did I spend in February last year?", "2024-02-01", "2024-02-29"),
        ("How much did I spend last month?", "2025-10-01", "2025-10-31"),
    ] {
        let period = read(question, &book.names, today(), british).filter.period.unwrap().period();
        let expected = [from, to].map(|day| day.parse::<Date>().unwrap());
        assert_eq!([period.start(), period.end()], expected, "{question}");
    }
    let query = read("Did I spend more than last year?", &book.names, today(), british);
    let [period, compare] = [query.filter.period, query.compare].map(|it| it.unwrap().period());
    assert_eq!(period.start(), "2025-04-06".parse().unwrap());
    assert_eq!(compare.end(), "2025-04-05".parse().unwrap());
}

#[test]
fn names_are_found_in_other_spellings_of_umlauts() {
    let tag = Tag::parse("Übergang").unwrap();
    let merchants = ["backerei muller", "blue cafe"].map(str::to_owned);
    let names = Names::new(&[], &[], &merchants, std::slice::from_ref(&tag));
    for name in ["Bäckerei Müller", "BAECKEREI MUELLER", "Baeckerei Müller", "backerei muller", "Bäckerei"]
    {
        let query =
            read(&format!("How much did I spend at {name}?"), &names, today(), FiscalCalendar::CALENDAR);
        assert_eq!(query.filter.only.merchants, ["backerei muller"], "{name}");
    }
    for name in ["Übergang", "uebergang"] {
        let question = format!("How much did I spend on #{name}?");
        let query = read(&question, &names, today(), FiscalCalendar::CALENDAR);
        assert_eq!(query.filter.only.tags, std::slice::from_ref(&tag), "{name}");
    }
    let misspelled =
        understand("How much did I spend at Baeckerie?", None, &names, today(), FiscalCalendar::CALENDAR);
    let Understanding::Understood(found) = misspelled else { panic!("{misspelled:?}") };
    assert_eq!(found.query.filter.only.merchants, ["backerei muller"]);
    assert_eq!(found.corrections[0].taken_for, "backerei", "the name, not the form in which it is compared");
}
