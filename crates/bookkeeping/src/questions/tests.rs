//! Tests of queries and questions on a few transactions.

use super::*;
use crate::test_books::Books;
use saldo_domain::query::DateRange;
use saldo_domain::{Category, Money, Split};

fn day(text: &str) -> Date {
    text.parse().unwrap()
}

fn spent(answer: &QueryAnswer) -> Vec<i64> {
    let minor = |row: &QueryRow| match row.figure {
        Figure::Money(money) => Some(money.minor()),
        _ => None,
    };
    answer.rows.iter().filter_map(minor).collect()
}

#[tokio::test]
async fn a_query_and_the_reports_agree_on_a_split_entry() {
    let books = Books::of(&["Coffee", "Cake"]).await;
    let entry = books.add("Market").await;
    let categories = books.keeper.storage.list_categories(books.user).await.unwrap();
    let parent = categories.iter().find_map(|category| category.parent).unwrap();
    let below: Vec<&Category> = categories.iter().filter(|it| it.parent == Some(parent)).collect();
    let split = |minor, category: &Category| Split {
        amount: Money::from_minor(minor, Currency::parse("EUR").unwrap()),
        category: Some(category.id),
        note: None,
    };
    let splits = vec![split(-100, below[0]), split(-200, below[1])];
    books.keeper.split_entry(books.user, entry, splits, crate::test_books::NOW).await.unwrap();
    let rows = books
        .keeper
        .spending(books.user, crate::SpendingQuestion::default(), day("2025-06-01"))
        .await
        .unwrap();
    for row in &rows {
        let mut query = Query::of(Measure::Spent);
        query.filter.only.categories.extend(row.category);
        query.filter.only.uncategorized = row.category.is_none();
        let answer = books.keeper.answer(books.user, &query, day("2025-06-01")).await.unwrap();
        assert_eq!(spent(&answer), [row.flows[0].spending.minor()], "{:?}", row.name);
        assert_eq!(answer.rows[0].transactions, row.flows[0].entries, "{:?}", row.name);
    }
}

#[tokio::test]
async fn nothing_in_a_period_names_what_there_is_outside_of_it() {
    let books = Books::of(&["Coffee"]).await;
    let mut query = Query::of(Measure::Spent);
    query.filter.period = DateRange::new(Some(day("2025-04-01")), Some(day("2025-04-30")));
    let answer = books.keeper.answer(books.user, &query, day("2025-06-01")).await.unwrap();
    assert_eq!(spent(&answer), [0]);
    let found = answer.notes.iter().find_map(|note| match note {
        QueryNote::Elsewhere(found) => Some((found.transactions, found.first)),
        _ => None,
    });
    assert_eq!(found, Some((1, day("2025-05-01"))));
}

#[tokio::test]
async fn a_question_in_words_is_answered_or_says_which_words_it_is_not() {
    let books = Books::of(&["Blue Cafe", "Blue Cafe", "Market"]).await;
    let ask = async |question: &str| {
        books.keeper.ask(books.user, &[question.to_owned()], None, day("2025-06-01")).await.unwrap()
    };
    let asked = ask("How much did I spend at Blue Cafe in May?").await;
    assert_eq!(spent(&asked.answer.unwrap()), [600]);
    let asked = ask("How much did I spend on unicorns?").await;
    assert!(asked.answer.is_none());
    let Understanding::NotUnderstood(found) = asked.understanding else { unreachable!() };
    assert_eq!(found.words, ["unicorns"]);
}

#[tokio::test]
async fn a_balance_of_something_else_than_accounts_is_refused() {
    let books = Books::of(&["Coffee"]).await;
    let mut query = Query::of(Measure::Balance);
    let answer = books.keeper.answer(books.user, &query, day("2025-06-01")).await.unwrap();
    assert!(matches!(answer.notes[..], [QueryNote::UnknownAccounts(_)]), "{answer:?}");
    query.filter.only.merchants = vec!["coffee".to_owned()];
    assert!(books.keeper.answer(books.user, &query, day("2025-06-01")).await.is_err());
}

#[tokio::test]
async fn two_spellings_of_one_merchant_count_once() {
    let books = Books::of(&["Bäckerei Müller", "BAECKEREI MUELLER"]).await;
    let mut query = Query::of(Measure::Spent);
    query.filter.only.merchants = vec!["backerei muller".to_owned(), "baeckerei mueller".to_owned()];
    let answer = books.keeper.answer(books.user, &query, day("2025-06-01")).await.unwrap();
    assert_eq!((spent(&answer), answer.rows[0].transactions), (vec![600], 2));
}
