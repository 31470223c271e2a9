//! Tests of queries and questions on a few transactions.

use super::*;
use crate::test_books::{Books, NOW};
use saldo_domain::query::{DateRange, Per};
use saldo_domain::{Category, Money, PreferencesChange, Split};

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
async fn a_query_and_the_reports_agree_on_a_split_transaction() {
    let books = Books::of(&["Coffee", "Cake"]).await;
    let transaction = books.add("Market").await;
    let categories = books.keeper.storage.list_categories(books.user).await.unwrap();
    let parent = categories.iter().find_map(|category| category.parent).unwrap();
    let below: Vec<&Category> = categories.iter().filter(|it| it.parent == Some(parent)).collect();
    let split = |minor, category: &Category| Split {
        amount: Money::from_minor(minor, Currency::parse("EUR").unwrap()),
        category: Some(category.id),
        note: None,
    };
    let splits = vec![split(-100, below[0]), split(-200, below[1])];
    books.keeper.split_transaction(books.user.into(), transaction, splits, NOW).await.unwrap();
    let rows =
        books.keeper.spending(books.user, crate::SpendingQuery::default(), day("2025-06-01")).await.unwrap();
    for row in &rows {
        let mut query = Query::of(Measure::Spent);
        query.filter.only.categories.extend(row.category);
        query.filter.only.uncategorized = row.category.is_none();
        let answer = books.keeper.answer(books.user, &query, day("2025-06-01")).await.unwrap();
        assert_eq!(spent(&answer), [row.flows[0].spending.minor()], "{:?}", row.name);
        assert_eq!(answer.rows[0].transactions, row.flows[0].transactions, "{:?}", row.name);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_list_of_several_categories_counts_only_their_splits() {
    let books = Books::of(&["Coffee"]).await;
    let market = books.add_amount(day("2025-05-02"), "Market", -1_000).await;
    let categories = books.keeper.storage.list_categories(books.user).await.unwrap();
    let tops: Vec<&Category> = categories.iter().filter(|it| it.parent.is_none()).collect();
    let below = categories.iter().find(|it| it.parent == Some(tops[0].id));
    let euro = Currency::parse("EUR").unwrap();
    let split = |minor, category: Option<&Category>| Split {
        amount: Money::from_minor(minor, euro),
        category: category.map(|it| it.id),
        note: None,
    };
    assert!(below.is_some(), "a subcategory counts with its parent");
    let splits =
        vec![split(-100, below), split(-200, Some(tops[1])), split(-300, Some(tops[2])), split(-400, None)];
    books.keeper.split_transaction(books.user.into(), market, splits, NOW).await.unwrap();
    let only = |of: &[&Category], uncategorized| Conditions {
        categories: of.iter().map(|it| it.id).collect(),
        uncategorized,
        ..Conditions::default()
    };
    let nothing = Conditions::default;
    for (only, without, expected) in [
        (only(&tops[..2], false), nothing(), 300),
        (only(&tops[..1], true), nothing(), 800),
        (only(&tops[..3], false), only(&tops[1..2], false), 400),
        (nothing(), only(&tops[..2], false), 1_000),
        (nothing(), only(&tops[2..3], true), 300),
    ] {
        let mut query = Query::of(Measure::Spent);
        query.filter = QueryFilter { period: None, only, without };
        let answer = books.keeper.answer(books.user, &query, day("2025-06-01")).await.unwrap();
        assert_eq!(spent(&answer), [expected], "{query:?}");
        let filter = TransactionFilter { direction: Some(Direction::Out), ..TransactionFilter::default() };
        let filter = books.keeper.narrowed_by(books.user, filter, &query.filter).await.unwrap();
        let shown = books.keeper.show_totals(books.user, filter, day("2025-06-01")).await.unwrap();
        assert_eq!(shown.figures.flows[0].spending.minor(), expected, "{query:?}");
        assert_eq!(shown.figures.flows[0].transactions, answer.rows[0].transactions, "{query:?}");
    }
}

#[tokio::test]
async fn an_empty_period_names_the_nearest_data() {
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
async fn a_question_is_answered_or_names_unknown_words() {
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
async fn a_balance_query_must_be_about_accounts() {
    let books = Books::of(&["Coffee"]).await;
    let mut query = Query::of(Measure::Balance);
    let answer = books.keeper.answer(books.user, &query, day("2025-06-01")).await.unwrap();
    assert!(matches!(answer.notes[..], [QueryNote::UnknownAccounts(_)]), "{answer:?}");
    query.filter.only.merchants = vec!["coffee".to_owned()];
    assert!(books.keeper.answer(books.user, &query, day("2025-06-01")).await.is_err());
}

#[tokio::test]
async fn a_merchant_in_several_spellings_counts_once() {
    let names = ["Bäckerei Müller", "BAECKEREI MUELLER", "Bäckerei Müller 2"];
    let books = Books::of(&[names[0], names[1], names[2], "Blue Cafe"]).await;
    let answer = async |query: &Query| {
        let found = books.keeper.answer(books.user, query, day("2025-06-01")).await.unwrap();
        (spent(&found), found.rows.iter().map(|row| row.transactions).collect::<Vec<_>>())
    };
    for spellings in
        [&["backerei muller"][..], &["baeckerei mueller"], &["backerei muller", "baeckerei mueller"]]
    {
        for measure in [Measure::Spent, Measure::Average { of: Direction::Out, per: Per::Transaction }] {
            let mut query = Query::of(measure.clone());
            query.filter.only.merchants = spellings.iter().map(|it| (*it).to_owned()).collect();
            let expected = if measure == Measure::Spent { 900 } else { 300 };
            assert_eq!(answer(&query).await, (vec![expected], vec![3]), "{spellings:?} {measure:?}");
            query.group_by = Some(Dimension::Merchant);
            assert_eq!(answer(&query).await, (vec![expected], vec![3]), "{spellings:?} {measure:?}, grouped");
        }
        let mut query = Query::of(Measure::Median { of: Direction::Out });
        query.filter.only.merchants = spellings.iter().map(|it| (*it).to_owned()).collect();
        assert_eq!(answer(&query).await, (vec![300], vec![3]), "{spellings:?}: median");
    }
    let report = books.keeper.merchants(books.user, crate::SpendingQuery::default(), 10, day("2025-06-01"));
    let report = report.await.unwrap();
    let of_bakery: Vec<_> =
        report.iter().filter(|row| row.name.as_deref() == Some("backerei muller")).collect();
    assert_eq!(of_bakery.len(), 1, "{report:?}");
    assert_eq!((of_bakery[0].flows[0].spending.minor(), of_bakery[0].flows[0].transactions), (900, 3));
    for name in names {
        let question = format!("How much did I spend at {name}?");
        let asked = books.keeper.ask(books.user, &[question], None, day("2025-06-01")).await.unwrap();
        if name.ends_with('2') {
            assert!(asked.answer.is_none(), "the number is not part of the name");
        } else {
            assert_eq!(spent(&asked.answer.unwrap()), [900], "{name}");
        }
    }
}

#[tokio::test]
async fn an_overflowing_merchant_does_not_fail_other_questions() {
    let books = Books::of(&["Blue Cafe"]).await;
    for date in ["2025-03-01", "2025-04-01"] {
        books.add_amount(day(date), "Star Forge", i64::MIN / 2 - 1).await;
    }
    let ask = async |question: &str| {
        books.keeper.ask(books.user, &[question.to_owned()], None, day("2025-06-01")).await
    };
    assert_eq!(spent(&ask("How much did I spend at Blue Cafe?").await.unwrap().answer.unwrap()), [300]);
    let april = ask("How much did I spend at Star Forge in April 2025?").await.unwrap();
    assert_eq!(spent(&april.answer.unwrap()), [i64::MAX / 2 + 2]);
    assert!(ask("How much did I spend at Star Forge?").await.is_err(), "the sum does not fit");
}

/// Returns books with a payment of 3 EUR and two of 3 USD, in which 1.5 USD are a euro.
async fn in_two_currencies() -> Books {
    let books = Books::of(&["Coffee"]).await;
    let dollar = Currency::parse("USD").unwrap();
    let account = books.add_account("Dollars", dollar).await;
    for date in ["2025-05-02", "2025-05-05"] {
        books.add_to(account, day(date), "Diner", Money::from_minor(-300, dollar)).await;
    }
    let rates = vec![(day("2025-05-04"), dollar, "1.5".to_owned())];
    books.keeper.storage.put_rates(books.user, rates).await.unwrap();
    books
}

#[tokio::test]
async fn figures_are_also_in_the_preferred_currency() {
    let books = in_two_currencies().await;
    let answer =
        async |query: &Query, today: &str| books.keeper.answer(books.user, query, day(today)).await.unwrap();
    let sum = Query::of(Measure::Spent);
    assert_eq!(answer(&sum, "2025-06-01").await.converted, None, "no main currency is set");
    let euro = Currency::parse("EUR").ok();
    let change = PreferencesChange { currency: Some(euro), ..PreferencesChange::default() };
    books.keeper.storage.change_preferences(books.user, change, NOW).await.unwrap();
    let found = answer(&sum, "2025-06-01").await;
    assert_eq!(spent(&found), [300, 600]);
    let converted = found.converted.unwrap();
    assert_eq!(converted.rows[0].figure, Figure::Money(Money::from_minor(700, euro.unwrap())));
    assert_eq!((converted.rows.len(), converted.rows[0].transactions), (1, 3));
    assert_eq!(converted.rates[&Currency::parse("USD").unwrap()].date, day("2025-05-04"));
    // The average of three payments is not the sum of the averages of each currency.
    let average = Query::of(Measure::Average { of: Direction::Out, per: Per::Transaction });
    let found = answer(&average, "2025-06-01").await;
    let converted = found.converted.unwrap();
    assert_eq!(converted.rows[0].figure, Figure::Money(Money::from_minor(233, euro.unwrap())));
    assert_eq!(converted.rates.len(), 1, "the rate is named");
    // If all is in the preferred currency, or without a rate, there is no such figure.
    let mut of_coffee = sum.clone();
    of_coffee.filter.only.merchants = vec!["coffee".to_owned()];
    assert_eq!(answer(&of_coffee, "2025-06-01").await.converted, None);
    books.keeper.storage.delete_rates(books.user).await.unwrap();
    let found = answer(&sum, "2025-06-01").await;
    assert_eq!((spent(&found), found.converted), (vec![300, 600], None));
}

#[tokio::test]
async fn this_year_is_the_fiscal_year_of_the_preferences() {
    let books = Books::of(&["Coffee"]).await;
    books.add_on(day("2025-03-01"), "Tea").await;
    let ask = async || {
        let question = vec!["How much did I spend this year?".to_owned()];
        let asked = books.keeper.ask(books.user, &question, None, day("2025-06-01")).await.unwrap();
        spent(&asked.answer.unwrap())
    };
    assert_eq!(ask().await, [600]);
    let fiscal_calendar = FiscalCalendar::new(4, 6);
    let change = PreferencesChange { fiscal_calendar, ..PreferencesChange::default() };
    books.keeper.storage.change_preferences(books.user, change, NOW).await.unwrap();
    assert_eq!(ask().await, [300]);
}

#[tokio::test]
async fn a_figure_of_too_many_transactions_says_so() {
    let books = Books::of(&["Blue Cafe", "Market"]).await;
    books.add_on(day("2025-04-02"), "Market").await;
    let mut query = Query::of(Measure::Spent);
    query.filter.only.merchants = ["blue cafe", "market"].map(str::to_owned).to_vec();
    query.filter.only.texts = ["cafe", "arket"].map(str::to_owned).to_vec();
    let listings = async |query: &Query, transactions: u64| {
        let mut answer = books.keeper.answer(books.user, query, day("2025-06-01")).await.unwrap();
        for row in &mut answer.rows {
            row.transactions = transactions;
        }
        transactions_behind(query, &answer, false, FiscalCalendar::CALENDAR)
    };
    let is_list = |listing: &Option<Listing>| matches!(listing, Some(Listing::Transactions(_)));
    assert!(listings(&query, 5_000).await.iter().all(is_list));
    assert_eq!(listings(&query, 5_001).await, [Some(Listing::TooMany { most: 5_000 })]);
    // Each month has its own list, even if all months together have too many transactions.
    query.group_by = Some(Dimension::Month);
    let months = listings(&query, 4_000).await;
    assert!(months.len() >= 2 && months.iter().all(is_list), "{months:?}");
    let Some(Listing::Transactions(april)) = months[0].clone() else { unreachable!() };
    let Behind { filter, query } = *april;
    let found = books.keeper.narrowed_by(books.user, filter, &query.unwrap()).await.unwrap();
    assert_eq!(found.ids.map(|ids| ids.len()), Some(1));
}

#[tokio::test]
async fn excluded_merchants_and_accounts_are_deducted_once() {
    let books = Books::of(&["Bäckerei Müller", "BAECKEREI MUELLER", "Blue Cafe", "Market"]).await;
    let euro = Currency::parse("EUR").unwrap();
    let card = books.add_account("Card", euro).await;
    books.add_to(card, day("2025-05-03"), "Market", Money::from_minor(-700, euro)).await;
    let answer = async |query: &Query| {
        let found = books.keeper.answer(books.user, query, day("2025-06-01")).await.unwrap();
        (spent(&found), found.rows.iter().map(|row| row.transactions).collect::<Vec<_>>())
    };
    let mut query = Query::of(Measure::Spent);
    query.filter.without.merchants = vec!["backerei muller".to_owned(), "baeckerei mueller".to_owned()];
    assert_eq!(answer(&query).await, (vec![1_300], vec![3]), "a merchant in two spellings");
    query.group_by = Some(Dimension::Merchant);
    let (mut sums, mut counts) = answer(&query).await;
    sums.sort_unstable();
    counts.sort_unstable();
    assert_eq!((sums, counts), (vec![300, 1_000], vec![1, 2]), "no row of the excluded one");
    query.group_by = None;
    query.filter.without = Conditions { accounts: vec![card], ..Conditions::default() };
    assert_eq!(answer(&query).await, (vec![1_200], vec![4]), "an account");
    query.filter.without.merchants = vec!["market".to_owned()];
    assert_eq!(answer(&query).await, (vec![900], vec![3]), "a transaction in both is deducted once");
    query.filter.only.merchants = vec!["market".to_owned()];
    query.filter.without.accounts.clear();
    assert_eq!(answer(&query).await.0, [0], "the same merchant");
}
