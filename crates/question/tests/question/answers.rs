//! Tests of everything in an answer besides its figures:
//! the days that count, the notes, and rejected queries.

use saldo_domain::query::{DateRange, Dimension, Figure, Measure, Per, Query, QueryNote, QueryOrder};
use saldo_domain::transaction::Direction;
use saldo_domain::{Currency, Date, QueryAnswer};

use crate::book::Book;

fn day(text: &str) -> Date {
    text.parse().unwrap()
}

fn range(from: &str, to: &str) -> Option<DateRange> {
    DateRange::new(Some(day(from)), Some(day(to)))
}

fn compared(book: &Book, period: Option<DateRange>, with: Option<DateRange>) -> QueryAnswer {
    let mut query = Query { compare: with, ..Query::of(Measure::Spent) };
    query.filter.period = period;
    book.answer(&query).unwrap()
}

#[test]
fn an_unfinished_year_is_compared_with_the_same_days_of_the_year_before() {
    let found = compared(&Book::new(), range("2025-01-01", "2025-12-31"), range("2024-01-01", "2024-12-31"));
    assert_eq!(found.period, range("2025-01-01", "2025-11-20"));
    assert_eq!(found.compared, range("2024-01-01", "2024-11-20"));
    assert_eq!(found.notes, [QueryNote::LikeForLike]);
}

#[test]
fn a_year_with_a_late_start_is_compared_from_the_first_day() {
    let mut book = Book::new();
    book.transactions.retain(|transaction| transaction.date >= day("2024-02-03"));
    let found = compared(&book, range("2025-01-01", "2025-12-31"), range("2024-01-01", "2024-12-31"));
    assert_eq!(found.period, range("2025-02-01", "2025-11-20"));
    assert_eq!(found.compared, range("2024-02-01", "2024-11-20"));
}

#[test]
fn finished_months_are_alike_and_a_month_and_a_year_are_not() {
    let book = Book::new();
    let (february, march) = (range("2025-02-01", "2025-02-28"), range("2025-03-01", "2025-03-31"));
    let found = compared(&book, march, february);
    assert_eq!((found.period, found.compared, found.notes.as_slice()), (march, february, &[][..]));
    let found = compared(&book, march, range("2024-01-01", "2024-12-31"));
    assert_eq!(found.notes, [QueryNote::DifferentLengths]);
}

/// Returns a book with purchases of 10 euros on each of these days.
fn bought_on(days: &[&str]) -> Book {
    let mut book = Book::new();
    book.transactions.clear();
    for date in days {
        book.add(day(date), 0, "CORNER SHOP", -1_000, "groceries");
    }
    book
}

fn minor(figure: &Figure) -> Option<i64> {
    match figure {
        Figure::Money(money) => Some(money.minor()),
        _ => None,
    }
}

fn average(per: Per) -> Query {
    Query::of(Measure::Average { of: Direction::Out, per })
}

#[test]
fn an_average_per_month_is_compared_over_whole_months() {
    let days: Vec<String> = (1..=24)
        .map(|month| format!("{}-{:02}-05", 2024 + (month - 1) / 12, (month - 1) % 12 + 1))
        .filter(|day| day.as_str() < "2025-11-20")
        .collect();
    let mut days: Vec<&str> = days.iter().map(String::as_str).collect();
    days.extend(["2025-11-10", "2025-11-15", "2025-11-20"]);
    let book = bought_on(&days);
    let mut query = Query { compare: range("2024-01-01", "2024-12-31"), ..average(Per::Month) };
    query.filter.period = range("2025-01-01", "2025-12-31");
    let found = book.answer(&query).unwrap();
    assert_eq!(minor(&found.rows[0].figure), Some(1_000), "November is not over");
    assert_eq!(found.rows[0].compared.as_ref().and_then(minor), Some(1_000));
    assert_eq!(found.period, range("2025-01-01", "2025-10-31"));
    assert_eq!(found.compared, range("2024-01-01", "2024-10-31"));
    query.filter.period = range("2025-11-01", "2025-11-30");
    query.compare = range("2025-10-01", "2025-10-31");
    assert!(book.answer(&query).is_err(), "there is no whole month to take the average of");
}

#[test]
fn an_average_per_day_or_week_ends_with_the_last_day_that_is_over() {
    let today = day("2025-11-10");
    // A purchase of today, and one with a future date.
    let book = bought_on(&["2025-11-01", "2025-11-02", "2025-11-03", "2025-11-10", "2025-11-28"]);
    for (per, expected) in [(Per::Day, 333), (Per::Week, 2_333)] {
        let mut query = average(per);
        let found = book.answer_on(today, &query).unwrap();
        assert_eq!(found.period, range("2025-11-01", "2025-11-09"), "{per:?}");
        assert_eq!(found.notes, [QueryNote::Until(day("2025-11-09"))], "{per:?}");
        assert_eq!(minor(&found.rows[0].figure), Some(expected), "{per:?}");
        query.filter.period = range("2025-11-10", "2025-11-10");
        assert!(book.answer_on(today, &query).is_err(), "today is not over: {per:?}");
    }
    let mut query = Query::of(Measure::Projection);
    query.filter.period = range("2025-11-01", "2025-11-30");
    let found = book.answer_on(today, &query).unwrap();
    assert_eq!(minor(&found.rows[0].figure), Some(10_000), "30 euros in 9 days of 30");
}

#[test]
fn an_unfinished_period_is_compared_until_the_same_day_or_said_to_be_unfinished() {
    let days =
        ["2024-01-02", "2025-06-03", "2025-11-12", "2025-11-19", "2025-11-23", "2025-11-30", "2025-12-31"];
    for (today, period, other, cut) in [
        // The week, the month and the quarter end on the same day as the one before.
        (
            "2025-11-20",
            ("2025-11-17", "2025-11-23"),
            ("2025-11-10", "2025-11-16"),
            Some((("2025-11-17", "2025-11-19"), ("2025-11-10", "2025-11-12"))),
        ),
        (
            "2025-11-20",
            ("2025-11-01", "2025-11-30"),
            ("2025-10-01", "2025-10-31"),
            Some((("2025-11-01", "2025-11-19"), ("2025-10-01", "2025-10-19"))),
        ),
        (
            "2025-11-20",
            ("2025-10-01", "2025-12-31"),
            ("2025-07-01", "2025-09-30"),
            Some((("2025-10-01", "2025-11-19"), ("2025-07-01", "2025-08-19"))),
        ),
        // Nothing of these is over: today, and a week, a month, a quarter and a year on their first day.
        ("2025-11-20", ("2025-11-20", "2025-11-20"), ("2025-11-19", "2025-11-19"), None),
        ("2025-11-24", ("2025-11-24", "2025-11-30"), ("2025-11-17", "2025-11-23"), None),
        ("2025-12-01", ("2025-12-01", "2025-12-31"), ("2025-11-01", "2025-11-30"), None),
        ("2026-01-01", ("2026-01-01", "2026-03-31"), ("2025-10-01", "2025-12-31"), None),
        ("2026-01-01", ("2026-01-01", "2026-12-31"), ("2025-01-01", "2025-12-31"), None),
    ] {
        let [period, other] = [period, other].map(|(from, to)| range(from, to));
        let book = bought_on(&days.into_iter().filter(|day| *day < today).collect::<Vec<_>>());
        for (one, another) in [(period, other), (other, period)] {
            let mut query = Query { compare: another, ..Query::of(Measure::Spent) };
            query.filter.period = one;
            let found = book.answer_on(day(today), &query).unwrap();
            let Some((now, before)) = cut else {
                assert_eq!(
                    found.notes,
                    [QueryNote::Unfinished(period.unwrap())],
                    "{today}: {one:?} {another:?}"
                );
                continue;
            };
            let [now, before] = [now, before].map(|(from, to)| range(from, to));
            let expected = if one == period { (now, before) } else { (before, now) };
            assert_eq!((found.period, found.compared), expected, "{today}");
            assert_eq!(found.notes, [QueryNote::LikeForLike], "{today}");
        }
    }
}

#[test]
fn an_unfinished_period_is_marked() {
    let book = bought_on(&["2025-10-02", "2025-10-30", "2025-11-19"]);
    for by in [Dimension::Week, Dimension::Month, Dimension::Quarter, Dimension::Year] {
        let query = Query { group_by: Some(by), ..Query::of(Measure::Spent) };
        let found = book.answer_on(day("2025-11-20"), &query).unwrap();
        assert_eq!(found.notes, [QueryNote::Until(day("2025-11-19"))], "{by:?}");
    }
    let query = Query { group_by: Some(Dimension::Month), ..Query::of(Measure::Spent) };
    let found = bought_on(&["2025-10-02", "2025-11-28"]).answer_on(day("2025-12-01"), &query).unwrap();
    assert_eq!(found.notes, [], "the data of November is complete");
}

#[test]
fn a_merchant_in_several_spellings_is_one() {
    let mut book = Book::new();
    for name in ["Bäckerei Müller", "BAECKEREI MUELLER", "Bäckerei Müller 2"] {
        book.add(day("2025-11-03"), 0, name, -300, "restaurants");
    }
    book.add(day("2025-10-03"), 0, "BAECKEREI MUELLER", -500, "restaurants");
    for name in ["backerei muller", "baeckerei mueller", "Bäckerei Müller"] {
        for measure in [Measure::Spent, Measure::Median { of: Direction::Out }] {
            let mut query = Query::of(measure.clone());
            query.filter.only.merchants = vec![name.to_owned()];
            query.filter.period = range("2025-11-01", "2025-11-19");
            let found = book.answer(&query).unwrap();
            let expected = if measure == Measure::Spent { 900 } else { 300 };
            assert_eq!(
                (minor(&found.rows[0].figure), found.rows[0].transactions),
                (Some(expected), 3),
                "{name}"
            );
        }
        let mut query = Query::of(Measure::Count);
        query.filter.only.texts = vec![name.to_owned()];
        assert_eq!(book.answer(&query).unwrap().rows[0].transactions, 4, "{name}");
        query.filter.only.texts.clear();
        let all = book.answer(&query).unwrap().rows[0].transactions;
        query.filter.without.merchants = vec![name.to_owned()];
        assert_eq!(book.answer(&query).unwrap().rows[0].transactions, all - 4, "{name}");
    }
    let mut query = Query { group_by: Some(Dimension::Merchant), ..Query::of(Measure::Spent) };
    query.filter.only.categories = vec![book.category("restaurants")];
    query.filter.only.texts = vec!["muller".to_owned()];
    query.filter.period = range("2025-11-01", "2025-11-30");
    query.compare = range("2025-10-01", "2025-10-31");
    let found = book.answer(&query).unwrap();
    let rows: Vec<_> = found
        .rows
        .iter()
        .map(|row| (row.group.as_deref(), minor(&row.figure), row.compared.as_ref().and_then(minor)))
        .collect();
    assert_eq!(rows, [(Some("backerei muller"), Some(900), Some(500))], "one row under the usual name");
    let mut query = Query::of(Measure::PriceChange);
    query.filter.only.merchants = vec!["backerei muller".to_owned()];
    assert!(book.answer(&query).is_ok(), "all spellings are of one merchant");
}

#[test]
fn a_period_after_the_data_names_the_last_day() {
    let mut query = Query::of(Measure::Spent);
    query.filter.period = range("2025-01-01", "2025-12-31");
    let book = Book::new();
    assert_eq!(book.answer(&query).unwrap().notes, [QueryNote::Until(day("2025-11-20"))]);
    query.filter.period = range("2023-06-01", "2024-03-31");
    assert_eq!(book.answer(&query).unwrap().notes, [QueryNote::Since(day("2024-01-01"))]);
}

#[test]
fn an_empty_period_names_the_nearest_data() {
    let book = Book::new();
    let mut query = Query::of(Measure::Spent);
    query.filter.only.merchants = vec!["spotify".to_owned()];
    query.filter.period = range("2025-03-01", "2025-03-10");
    let found = book.answer(&query).unwrap();
    assert_eq!(found.rows[0].transactions, 0);
    let elsewhere = found.notes.iter().find_map(|note| match note {
        QueryNote::Elsewhere(found) => Some((found.transactions, found.first)),
        _ => None,
    });
    assert_eq!(elsewhere, Some((23, day("2024-01-14"))));
}

#[test]
fn a_query_whose_parts_do_not_fit_together_is_refused() {
    let book = Book::new();
    let mut long = Query::of(Measure::Spent);
    long.filter.only.texts = vec!["x".to_owned(); 501];
    let euro = Currency::parse("EUR").unwrap();
    for query in [
        long,
        Query::of(Measure::Balance),
        Query::of(Measure::Projection),
        Query::of(Measure::PriceChange),
        Query { order: QueryOrder::Difference, ..Query::of(Measure::Spent) },
        Query { group_by: Some(Dimension::Month), ..Query::of(Measure::Transactions) },
        Query {
            compare: range("2025-01-01", "2025-01-31"),
            ..Query::of(Measure::Median { of: Direction::Out })
        },
        Query { currency: Currency::parse("USD").ok(), ..Query::of(Measure::Spent) },
    ] {
        assert!(book.answer(&query).is_err(), "{query:?}");
    }
    assert!(book.answer(&Query { currency: Some(euro), ..Query::of(Measure::Spent) }).is_ok());
}
