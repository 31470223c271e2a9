//! Questions that are not answered, because a word or a combination of words has no meaning.

use saldo_domain::{FiscalCalendar, Query};
use saldo_question::{About, Understanding, understand};

use crate::book::{Book, today};

/// Checks that each question is not understood, and that exactly these words are named.
fn check(cases: &[(&str, &[&str])]) {
    let book = Book::new();
    let mut wrong = Vec::new();
    for (question, words) in cases {
        match understand(question, None, &book.names, today(), FiscalCalendar::CALENDAR) {
            Understanding::NotUnderstood(found) if found.words == *words => {}
            other => wrong.push(format!("{question}: {other:?}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_question_with_an_unknown_word_is_not_answered() {
    check(&[
        ("How much did I spend on unicorns in May 2025?", &["unicorns"]),
        ("How much did I spend at Lidl?", &["Lidl"]),
        ("How much did I spend on coffee in 2025?", &["coffee"]),
        ("How much did I not spend in May?", &["not"]),
        ("How much did I spend on 31 February 2025?", &["31 February 2025"]),
        ("Should I buy index funds?", &["Should", "index", "funds"]),
    ]);
}

#[test]
fn an_ambiguous_combination_is_not_answered() {
    check(&[
        ("Average spending", &[]),
        ("What is my largest transaction?", &[]),
        ("How much do I spend on groceries?", &[]),
        ("How much did I spend more?", &[]),
        ("How much will I spend in December?", &[]),
        ("How much did I spend in the last week of May 2025?", &[]),
        ("Should I spend more on groceries in May than in June?", &["Should"]),
        ("What is my income?", &[]),
        ("What was my second largest purchase in 2025?", &["second"]),
        ("How much interest have I paid?", &[]),
        ("How much did I spend on groceries, fuel, at Amazon?", &["groceries", "fuel"]),
        ("How much did I earn minus rent?", &["minus"]),
        ("How much would I save a year if I cancel Netflix?", &[]),
        ("How much did I spend on Netflix and rent?", &["Netflix", "and"]),
    ]);
}

#[test]
fn a_question_about_a_report_has_a_topic() {
    let book = Book::new();
    for (question, about) in [
        ("What subscriptions do I have?", About::Recurring),
        ("How much do my subscriptions cost per year?", About::Recurring),
        ("Which payments are recurring?", About::Recurring),
        ("What is due next week?", About::Due),
        ("What will my balance be at the end of the month?", About::Due),
        ("Am I within my budget for groceries?", About::Budgets),
        ("Which months are missing?", About::Coverage),
        ("Do I have any duplicates?", About::Duplicates),
        ("How long will my money last?", About::Runway),
        ("Where does the 29.90 at Fitland come from?", About::Origin),
        ("Welche Zahlungen sind wiederkehrend?", About::Recurring),
        ("Quels paiements sont récurrents ?", About::Recurring),
    ] {
        match understand(question, None, &book.names, today(), FiscalCalendar::CALENDAR) {
            Understanding::Topic(found) => assert_eq!(found.about, about, "{question}"),
            other => panic!("{question}: {other:?}"),
        }
    }
}

#[test]
fn an_unclear_question_suggests_similar_queries() {
    let book = Book::new();
    let offers =
        |question: &str| match understand(question, None, &book.names, today(), FiscalCalendar::CALENDAR) {
            Understanding::NotUnderstood(found) => found.offers,
            other => panic!("{other:?}"),
        };
    let coffee = offers("How much did I spend on coffee in 2025?");
    assert_eq!(coffee.len(), 1, "{coffee:?}");
    assert_eq!(coffee[0].filter.only.categories, [book.category("restaurants")]);
    assert_eq!(offers("How much do I spend on groceries?").len(), 2);
}

#[test]
fn a_short_question_may_follow_up_or_stand_alone() {
    let book = Book::new();
    let ask = |question: &str, previous: Option<&Query>| {
        understand(question, previous, &book.names, today(), FiscalCalendar::CALENDAR)
    };
    let Understanding::Understood(first) = ask("How much did I spend on groceries in May 2025?", None) else {
        panic!("the first question is understood");
    };
    let Understanding::NotUnderstood(found) = ask("how many times?", Some(&first.query)) else {
        panic!("the second question may mean two queries");
    };
    let periods: Vec<bool> = found.offers.iter().map(|offer| offer.filter.period.is_some()).collect();
    assert_eq!(periods, [true, false]);
}

#[test]
fn a_misspelled_name_is_corrected_and_reported() {
    let book = Book::new();
    match understand(
        "How much did I spend on grocreies in May 2025?",
        None,
        &book.names,
        today(),
        FiscalCalendar::CALENDAR,
    ) {
        Understanding::Understood(found) => {
            assert_eq!(found.query.filter.only.categories, [book.category("groceries")]);
            assert_eq!(
                (found.corrections[0].written.as_str(), found.corrections[0].taken_for.as_str()),
                ("grocreies", "groceries")
            );
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_question_of_any_length_is_read_or_refused() {
    let book = Book::new();
    for question in ["", "?", "…", "\"", "1234", "and", "2025 2025 2025", &"spend ".repeat(1_000)] {
        let found = understand(question, None, &book.names, today(), FiscalCalendar::CALENDAR);
        assert!(matches!(found, Understanding::NotUnderstood(_)), "{question}: {found:?}");
    }
}
