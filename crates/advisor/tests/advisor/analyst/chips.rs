//! Tests of the queries behind answers, which the user changes without typing.

use saldo_advisor::{Event, Request, TypedQuestion};
use saldo_domain::Language;
use serde_json::{Value, json};

use crate::books::Books;

fn parts(events: &[Event]) -> Vec<&Value> {
    let parts = events.iter().filter_map(|event| match event {
        Event::Query { data, .. } => Some(data),
        _ => None,
    });
    parts.collect()
}

fn chip<'a>(part: &'a Value, kind: &str) -> &'a Value {
    let chips = part["chips"].as_array().unwrap();
    chips.iter().find(|chip| chip["kind"] == kind).unwrap_or_else(|| panic!("no {kind}: {chips:?}"))
}

/// Returns the user's message for an option of a chip, or for an offer.
fn asked(choice: &Value, language: Language) -> String {
    let query: Request = serde_json::from_value(choice["query"].clone()).unwrap();
    TypedQuestion { query, language }.in_words(choice["text"].as_str().unwrap())
}

fn option<'a>(chip: &'a Value, text: &str) -> &'a Value {
    let options = chip["options"].as_array().unwrap();
    options.iter().find(|option| option["text"] == text).unwrap_or_else(|| panic!("no {text}: {options:?}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_changed_chip_is_answered_like_the_question_in_words() {
    let books = Books::open().await;
    let first = "How much did I spend on groceries in May?";
    let events = books.events(books.ann, &[first]).await;
    let parts = parts(&events);
    assert_eq!(parts.len(), 1, "{parts:?}");
    let texts = |kind: &str| chip(parts[0], kind)["text"].clone();
    assert_eq!(
        [texts("measure"), texts("categories"), texts("period")],
        ["Spending", "Groceries", "May 2025"]
    );
    let june = asked(option(chip(parts[0], "period"), "June 2025"), Language::English);
    assert_eq!(
        books.ask(books.ann, &[first, &june]).await,
        "In June 2025 you spent 66.50 EUR (2 transactions) on Groceries."
    );
    let count = asked(option(chip(parts[0], "measure"), "Number of transactions"), Language::German);
    assert_eq!(
        books.ask(books.ann, &[first, &count]).await,
        "Im Mai 2025 habe ich 2 Buchungen für Lebensmittel gefunden."
    );
    let compared = asked(option(chip(parts[0], "compare"), "vs. April 2025"), Language::English);
    let said = books.ask(books.ann, &[first, &compared]).await;
    assert!(said.starts_with("Spending on Groceries: 65.50 EUR in May 2025"), "{said}");
    let all = json!({"text": "Spending · May 2025", "query": chip(parts[0], "categories")["without"]});
    let all = asked(&all, Language::English);
    assert_eq!(
        books.ask(books.ann, &[first, &all]).await,
        books.ask(books.ann, &["How much did I spend in May 2025?"]).await
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_changed_chip_of_a_report_is_answered_like_the_question_in_words() {
    let books = Books::open().await;
    let events = books.events(books.ann, &["What is due at Netflix?"]).await;
    let parts = parts(&events);
    assert_eq!(parts.len(), 1, "{parts:?}");
    let recurring = asked(option(chip(parts[0], "measure"), "Recurring payments"), Language::English);
    assert_eq!(
        books.ask(books.ann, &["What is due at Netflix?", &recurring]).await,
        books.ask(books.ann, &["Which payments are recurring at Netflix?"]).await
    );
    let all = json!({"text": "Upcoming payments", "query": chip(parts[0], "merchants")["without"]});
    assert_eq!(
        books.ask(books.ann, &[&asked(&all, Language::English)]).await,
        books.ask(books.ann, &["What is due?"]).await
    );
    let of_two = json!({"about": "runway", "filter": {"only": {"merchants": ["netflix"]}}});
    let refused = asked(&json!({"text": "Runway", "query": of_two}), Language::English);
    assert_eq!(
        books.ask(books.ann, &[&refused]).await,
        "I cannot answer that: this report does not support this filter; leave it out."
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn words_after_a_changed_chip_change_its_query() {
    let books = Books::open().await;
    let query = json!({"measure": "spent", "filter": {"period": {"from": "2025-05-01", "to": "2025-05-31"}}});
    let typed = asked(&json!({"text": "Spending · May 2025", "query": query}), Language::English);
    assert_eq!(
        books.ask(books.ann, &["What is my balance?", &typed, "and only groceries?"]).await,
        "In May 2025 you spent 65.50 EUR (2 transactions) on Groceries."
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_question_offers_queries_that_are_answered() {
    let books = Books::open().await;
    let questions = ["What was my income in Q1?", "and the quarter after?"];
    let events = books.events(books.ann, &questions).await;
    let parts = parts(&events);
    assert_eq!(parts[0]["query"], Value::Null);
    let offers = parts[0]["offers"].as_array().unwrap();
    assert_eq!(offers[0]["text"], "Income in Q1 2025, by quarter");
    let answer = books.ask(books.ann, &[&asked(&offers[0], Language::English)]).await;
    assert!(answer.starts_with("Income in Q1 2025, by quarter:"), "{answer}");
    let advice = books.events(books.ann, &["Should I buy index funds?"]).await;
    assert!(self::parts(&advice).is_empty(), "advice is declined without offers");
}

#[tokio::test(flavor = "multi_thread")]
async fn each_question_of_a_message_has_its_own_query() {
    let books = Books::open().await;
    let events = books.events(books.ann, &["How much did I spend in May, and what is my balance?"]).await;
    let measures: Vec<&Value> = parts(&events).into_iter().map(|part| &part["query"]["measure"]).collect();
    assert_eq!(measures, ["spent", "balance"]);
    let events = books.events(books.ann, &["How much did I spend in May, and what is my zork?"]).await;
    assert!(parts(&events).iter().all(|part| part["query"].is_null()), "a refusal shows no query");
}
