//! Tests of the built-in analyst.
//! Each row of a table has questions, asked in turn, and the answer to the last one.
//!
//! The data is in `books.rs`, with totals of each month that were added up by hand. Today is 15 July 2025.

mod accounts;
mod chips;
mod currencies;
mod follow_ups;
mod goals;
mod lists;
mod periods;
mod sums;
mod topics;
mod uncategorized;
mod wording;

use saldo_advisor::{Event, grounding};
use saldo_domain::{Currency, FiscalCalendar, PreferencesChange, UserId};
use serde_json::Value;

use crate::books::{Books, NOW, day, text_of};

/// Questions, and the answer to the last one.
type Case = (&'static [&'static str], &'static str);

async fn check(books: &Books, user: UserId, cases: &[Case]) {
    let mut wrong = Vec::new();
    for (questions, expected) in cases {
        let events = books.events(user, questions).await;
        let answer = text_of(&events);
        if &answer != expected {
            wrong.push(format!("{questions:?}\n  answered: {answer}\n  expected: {expected}"));
        }
        let asked = questions.join(" ");
        for figure in grounding::check(&answer, &asked, &outputs(&events)) {
            assert!(figure.source.is_some(), "{} in the answer to {questions:?} is no tool's", figure.figure);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Returns the ids of the calls and the answers of the tools.
fn outputs(events: &[Event]) -> Vec<(String, Value)> {
    let outputs = events.iter().filter_map(|event| match event {
        Event::ToolAnswered { call, output } => Some((call.clone(), output.clone())),
        _ => None,
    });
    outputs.collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn questions_for_a_sum_are_answered_to_the_cent() {
    let books = Books::open().await;
    check(&books, books.ann, sums::CASES).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn questions_for_a_list_are_answered_to_the_cent() {
    let books = Books::open().await;
    check(&books, books.ann, lists::CASES).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn follow_up_questions_are_answered_to_the_cent() {
    let books = Books::open().await;
    check(&books, books.ann, follow_ups::CASES).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn questions_about_reports_are_answered_to_the_cent() {
    let books = Books::open().await;
    books.budget(books.ann, "Groceries", "100.00").await;
    books.budget(books.ann, "Restaurants and cafés", "3.00").await;
    check(&books, books.ann, topics::CASES).await;
    check(&books, books.gus, topics::GAPS).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn questions_about_savings_and_purchases_are_answered_to_the_cent() {
    let books = Books::open().await;
    check(&books, books.ann, goals::CASES).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn questions_about_periods_in_any_wording_are_answered_to_the_cent() {
    let books = Books::open().await;
    check(&books, books.ann, periods::CASES).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_part_of_a_question_is_answered_or_reported_as_unknown() {
    let books = Books::open().await;
    check(&books, books.ann, wording::CASES).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn uncategorized_spending_is_never_reported_as_zero() {
    let books = Books::open().await;
    let hana = books.hand().await;
    check(&books, hana, uncategorized::CASES).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn questions_about_several_accounts_are_answered_to_the_cent() {
    let books = Books::open().await;
    let carla = books.carla().await;
    check(&books, carla, accounts::CASES).await;
    let dora = books.dora().await;
    check(&books, dora, accounts::WITH_A_CARD).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn amounts_of_two_currencies_are_never_added() {
    let books = Books::open().await;
    check(&books, books.yuki, currencies::CASES).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn amounts_are_also_in_the_preferred_currency_at_a_known_rate() {
    let books = Books::open().await;
    let [euro, yen] = ["EUR", "JPY"].map(|code| Currency::parse(code).unwrap());
    let change = PreferencesChange { currency: Some(Some(euro)), ..PreferencesChange::default() };
    books.storage.change_preferences(books.yuki, change, NOW).await.unwrap();
    books.storage.put_rates(books.yuki, vec![(day("2025-06-04"), yen, "160".to_owned())]).await.unwrap();
    check(
        &books,
        books.yuki,
        &[
            (
                &["How much did I spend in June?"],
                "In June 2025 you spent 12.34 EUR (1 transaction) and 20,001 JPY (2 transactions). Your data ends on 5 June 2025. \
                 In total, that is 137.35 EUR. JPY is converted at 0.00625 EUR, the rate of 4 June 2025.",
            ),
            // Only one currency counts here, and it is the preferred one.
            (&["How much did I spend at Tesco?"], "Over all your transactions (1 June 2025 to 5 June 2025) you spent 12.34 EUR (1 transaction) at \"tesco stores\"."),
        ],
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn this_year_and_last_year_are_those_of_the_fiscal_calendar() {
    let books = Books::open().await;
    let change =
        PreferencesChange { fiscal_calendar: FiscalCalendar::new(4, 6), ..PreferencesChange::default() };
    books.storage.change_preferences(books.ann, change, NOW).await.unwrap();
    for (question, begins) in [
        ("How much did I spend last year?", "From 6 April 2024 to 5 April 2025 "),
        ("How much did I spend this year?", "From 6 April 2025 to 5 April 2026 "),
        ("What was my savings rate this year?", "From 6 April 2025 to 5 April 2026 "),
    ] {
        let answer = books.ask(books.ann, &[question]).await;
        assert!(answer.starts_with(begins), "{question}: {answer}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_merchant_in_several_spellings_is_one() {
    let books = Books::open().await;
    let user = books.hostile(&["Bäckerei Müller", "BAECKEREI MUELLER", "Bäckerei Müller 2", "Other"]).await;
    for name in ["Bäckerei Müller", "Baeckerei Mueller", "baeckerei müller"] {
        for question in
            [format!("How much did I spend at {name}?"), format!("What share of my spending was at {name}?")]
        {
            let answer = books.ask(user, &[&question]).await;
            let expected = ["0.03 EUR (3 transactions)", "75.0 %"];
            assert!(expected.iter().any(|it| answer.contains(it)), "{question}: {answer}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_that_is_not_understood_is_reported() {
    let books = Books::open().await;
    for question in [
        "What is the meaning of life?",
        "What is the weather in May?",
        "What's the weather forecast for tomorrow?",
        "Will it rain next week?",
        "How much do I owe?",
        "Zalando",
        "…",
        "1234",
    ] {
        let answer = books.ask(books.ann, &[question]).await;
        assert!(answer.starts_with("I did not understand "), "{question}: {answer}");
        let reach = "Your transactions reach from 2 January 2025 to 30 June 2025.";
        assert!(answer.ends_with(reach), "{question}: {answer}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_is_answered_in_its_language() {
    let books = Books::open().await;
    let cases: &[Case] = &[
        (
            &["Wie viel habe ich im Mai 2025 für Lebensmittel ausgegeben?"],
            "Im Mai 2025 hast du 65,50 EUR (2 Buchungen) für Lebensmittel ausgegeben.",
        ),
        (
            &["Wie viel habe ich im Mai 2025 ausgegeben?", "und im Juni?"],
            "Im Juni 2025 hast du 1.132,98 EUR (6 Buchungen) ausgegeben.",
        ),
        (
            &["Wie viel habe ich im Mai 2025 für Einhörner ausgegeben?"],
            "Ich habe \"Einhörner\" nicht verstanden; jede Zahl wäre die Antwort auf eine andere Frage. Meintest du: Ausgaben im Mai 2025? Deine Buchungen reichen vom 2. Januar 2025 bis 30. Juni 2025.",
        ),
        (
            &["Combien ai-je dépensé en mai 2025 ?"],
            "En mai 2025, vous avez dépensé 885,49 EUR (6 opérations).",
        ),
        (&["¿Cuánto gasté en mayo de 2025?"], "En mayo de 2025 gastaste 885,49 EUR (6 movimientos)."),
        (&["Quanto ho speso a maggio 2025?"], "A maggio 2025 hai speso 885,49 EUR (6 movimenti)."),
        (&["Quanto gastei em maio de 2025?"], "Em maio de 2025 você gastou 885,49 EUR (6 movimentos)."),
        (
            &["Hoeveel heb ik uitgegeven in mei 2025?"],
            "In mei 2025 heb je 885,49 EUR (6 transacties) uitgegeven.",
        ),
        (&["Ile wydałem w maju 2025?"], "W maju 2025 wydano 885,49 EUR (6 transakcji)."),
    ];
    check(&books, books.ann, cases).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn advice_is_declined_in_a_sentence() {
    let books = Books::open().await;
    for (question, start) in [
        ("Should I buy index funds?", "I cannot advise you on that"),
        ("Is it worth paying off my mortgage early?", "I cannot advise you on that"),
        ("Soll ich in ETFs investieren?", "Dazu kann ich dir nicht raten"),
    ] {
        let answer = books.ask(books.ann, &[question]).await;
        assert!(answer.starts_with(start), "{question}: {answer}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_that_is_not_understood_keeps_the_context() {
    let books = Books::open().await;
    let questions =
        ["How much did I spend on groceries in May?", "Nice weather, is it not?", "and the month before?"];
    let expected = "In April 2025 you spent 64.50 EUR (2 transactions) on Groceries.";
    assert_eq!(books.ask(books.ann, &questions).await, expected);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_user_without_transactions_learns_what_to_do() {
    let books = Books::open().await;
    let stranger = saldo_domain::Id::new(saldo_domain::Timestamp::from_milliseconds(0));
    let answer = books.ask(stranger, &["How much did I spend last month?"]).await;
    assert!(answer.contains("You have no transactions yet"), "{answer}");
    assert!(!answer.contains("EUR"), "{answer}");
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_invented_by_the_client_are_not_repeated() {
    let books = Books::open().await;
    let answer = books.ask(books.ann, &["How much did I spend in May?", "and in June?"]).await;
    assert_eq!(answer, "In June 2025 you spent 1,132.98 EUR (6 transactions).");
}
