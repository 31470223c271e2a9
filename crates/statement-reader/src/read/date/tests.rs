//! Tests of dates in all printed forms.

use super::*;
use crate::layout::Word;
use proptest::prelude::*;

fn line(text: &str) -> Line {
    let mut x = 0.0;
    let words = text
        .split(' ')
        .map(|part| {
            let x0 = x;
            x += part.chars().map(|_| 5.0).sum::<f32>() + 2.5;
            Word { text: part.to_owned(), x0, x1: x - 2.5, size: 10.0 }
        })
        .collect();
    Line { page: 1, baseline: 10.0, size: 10.0, words }
}

fn read(text: &str, calendar: &Calendar) -> Option<String> {
    let line = line(text);
    let mark = date_at(&line, 0)?;
    (mark.words.end == line.words.len())
        .then(|| calendar.resolve(mark.form))
        .flatten()
        .map(|date| date.to_string())
}

fn calendar(month_first: bool) -> Calendar {
    Calendar {
        order: if month_first { Order::Month } else { Order::Day },
        buddhist: false,
        reiwa: false,
        slack: 10,
        doubtful: false,
        is_far: false,
        start: NaiveDate::from_ymd_opt(2023, 12, 20),
        end: NaiveDate::from_ymd_opt(2024, 1, 19),
    }
}

#[test]
fn every_printed_form_is_the_same_day() {
    for text in [
        "05/01/2024",
        "05-01-2024",
        "05.01.2024",
        "05.01.24",
        "05/01/24",
        "05.01.",
        "5.01.",
        "05.01",
        "05/01",
        "05-01",
        "2024-01-05",
        "2024/01/05",
        "2024.01.05",
        "05 Jan",
        "5 January",
        "Jan 05",
        "Jan. 5",
        "JAN05",
        "JAN05/24",
        "05JAN",
        "05-Jan-2024",
        "05-Jan-24",
        "5 Jan 2024",
        "January 5, 2024",
        "5th Jan 2024",
        "05/ENE",
        "05 de enero de 2024",
        "5. Januar 2024",
        "5 janvier 2024",
        "05 JAN",
        "5. 1. 2024",
        "5.1.",
        "Fri 05/01/24",
        "Friday, 5 January",
        "20240105",
        "2024年01月05日",
        "05/01/2024*",
        "05/01/2567",
        "٠٥/٠١/٢٠٢٤",
        "5 янв 2024",
    ] {
        assert_eq!(read(text, &calendar(false)).as_deref(), Some("2024-01-05"), "{text}");
    }
}

#[test]
fn the_month_may_come_first() {
    assert_eq!(read("01/05/24", &calendar(true)).as_deref(), Some("2024-01-05"));
    assert_eq!(read("12/28", &calendar(true)).as_deref(), Some("2023-12-28"));
}

#[test]
fn a_date_without_a_year_takes_it_from_the_period() {
    assert_eq!(read("28.12.", &calendar(false)).as_deref(), Some("2023-12-28"));
    assert_eq!(read("02.01.", &calendar(false)).as_deref(), Some("2024-01-02"));
}

#[test]
fn an_impossible_day_is_the_last_of_its_month() {
    assert_eq!(read("29/02/2022", &calendar(false)).as_deref(), Some("2022-02-28"));
    assert_eq!(read("31/04/2022", &calendar(false)).as_deref(), Some("2022-04-30"));
}

#[test]
fn an_invalid_date_is_rejected() {
    for text in [
        "1234", "12345678", "12.345", "45/67", "may", "1,234.56", "AB12", "10:19:54", "99.99", "3 apples",
        "-12-05",
    ] {
        assert_eq!(read(text, &calendar(false)), None, "{text}");
    }
}

proptest! {
    #[test]
    fn any_text_is_parsed_as_a_date_or_rejected(text in "\\PC{0,30}") {
        let _ = read(&text, &calendar(true));
    }

    #[test]
    fn a_printed_day_is_read_back(days in 0_i64..40_000) {
        let date = NaiveDate::from_ymd_opt(1990, 1, 1).unwrap() + chrono::Duration::days(days);
        for format in ["%d/%m/%Y", "%Y-%m-%d", "%d.%m.%Y", "%d %b %Y", "%B %d, %Y", "%d-%b-%Y"] {
            let text = date.format(format).to_string();
            prop_assert_eq!(read(&text, &calendar(false)), Some(date.to_string()), "{}", text);
        }
    }
}
