//! Tests of everything in an answer besides its figures:
//! the days that count, the notes, and rejected queries.

use saldo_domain::entry::Direction;
use saldo_domain::query::{DateRange, Dimension, Measure, Query, QueryNote, QueryOrder};
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
fn a_year_whose_beginning_is_missing_is_compared_from_where_the_books_begin() {
    let mut book = Book::new();
    book.entries.retain(|entry| entry.date >= day("2024-02-03"));
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

#[test]
fn a_period_beyond_the_books_says_where_they_end() {
    let mut query = Query::of(Measure::Spent);
    query.filter.period = range("2025-01-01", "2025-12-31");
    let book = Book::new();
    assert_eq!(book.answer(&query).unwrap().notes, [QueryNote::Until(day("2025-11-20"))]);
    query.filter.period = range("2023-06-01", "2024-03-31");
    assert_eq!(book.answer(&query).unwrap().notes, [QueryNote::Since(day("2024-01-01"))]);
}

#[test]
fn nothing_in_a_period_names_what_there_is_outside_of_it() {
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
