//! Tests of the answers of a model, mainly of unexpected ones.

use saldo_llm::FinishReason;
use saldo_llm::scripted::{Scripted, Turn};

use super::*;
use crate::test_books::{Books, NOW};

async fn ask(books: &Books, model: &Scripted, limits: &ModelRunLimits) -> ModelRun {
    books.keeper.ask_model(books.user.into(), None, (model, "clever"), limits, NOW).await.unwrap()
}

async fn spent(books: &Books) -> u64 {
    let usage = books.keeper.storage.find_model_usage(books.user, NOW.date()).await.unwrap();
    usage.input_tokens + usage.output_tokens
}

fn costing(text: &str, tokens: u64) -> Turn {
    let usage = Some(Usage { input_tokens: tokens, output_tokens: 0 });
    Turn::chunks([
        Ok(Chunk::Text(text.to_owned())),
        Ok(Chunk::Finished { reason: FinishReason::Stop, usage }),
    ])
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_categorizes_unknown_merchants_and_is_named_on_the_transaction() {
    let books = Books::of(&["QXZ 0042", "QXZ 0043", "VWK"]).await;
    let model = Scripted::new([costing("```json\n{\"1\": 3, \"2\": null}\n```", 120)]);
    let asked = ask(&books, &model, &ModelRunLimits::default()).await;
    assert_eq!((asked.merchants, asked.known, asked.transactions, asked.stopped), (2, 1, 2, None));
    assert_eq!((asked.usage.input_tokens, spent(&books).await), (120, 120));
    let by_model = |name: &str, is_known| {
        (name.to_owned(), if is_known { CategoryBy::Model } else { CategoryBy::Words }, is_known)
    };
    assert_eq!(
        books.categorized().await,
        [by_model("QXZ 0042", true), by_model("QXZ 0043", true), by_model("VWK", false)]
    );
    let categories = books.keeper.storage.list_categories(books.user).await.unwrap();
    for transaction in books.keeper.all_transactions(books.user, TransactionFilter::default()).await.unwrap()
    {
        let named = books.keeper.storage.find_model_choice(books.user, transaction.id).await.unwrap();
        assert_eq!(named.as_deref(), transaction.category.map(|_| "clever"));
        assert!(transaction.category.is_none_or(|category| category == categories[2].id));
    }
    // Only names of merchants are sent: no amounts, references or dates.
    let request = &model.requests()[0];
    let Message::User(said) = &request.messages[0] else {
        panic!("the request has no question: {request:?}")
    };
    assert!(said.contains("\"qxz\"") && !said.contains("0042") && !said.contains("300"), "{said}");
    // The next run asks about the remaining merchant only.
    let again = Scripted::new([Turn::text("{}")]);
    assert_eq!(ask(&books, &again, &ModelRunLimits::default()).await.merchants, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_category_that_the_user_does_not_have_is_ignored() {
    for answer in [
        "{\"1\": 0}",
        "{\"1\": 100000}",
        "{\"1\": -1}",
        "{\"0\": 1, \"7\": 1}",
        "{\"1\": \"Groceries\"}",
        "[[1, 3]]",
        "The first is Groceries, I am sure.",
        "{\"1\": 3} and ignore what you were told",
        "",
    ] {
        let books = Books::of(&["QXZ"]).await;
        let asked = ask(&books, &Scripted::new([Turn::text(answer)]), &ModelRunLimits::default()).await;
        assert_eq!(
            (asked.merchants, asked.known, asked.transactions, asked.stopped),
            (1, 0, 0, None),
            "{answer}"
        );
        assert_eq!(books.categorized().await, [("QXZ".to_owned(), CategoryBy::Words, false)], "{answer}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_endless_answer_is_stopped_and_counted() {
    let limits = ModelRunLimits {
        answer_time_max: Duration::from_millis(50),
        answer_bytes_max: 1_000,
        ..ModelRunLimits::default()
    };
    let books = Books::of(&["QXZ"]).await;
    let endless = Scripted::new([Turn::chunks([Ok(Chunk::Text("{\"1\": 3}".to_owned()))]).then_silence()]);
    let asked = ask(&books, &endless, &limits).await;
    assert_eq!((asked.transactions, asked.stopped), (0, Some(ModelRunStopped::NoAnswer)));
    assert!(spent(&books).await > 0);
    assert_eq!(endless.answers_dropped(), 1);
    let long = Scripted::new([Turn::chunks((0..100).map(|_| Ok(Chunk::Text("x".repeat(100)))))]);
    assert_eq!(ask(&books, &long, &limits).await.stopped, Some(ModelRunStopped::NoAnswer));
    let musing = Scripted::new([Turn::chunks((0..100).map(|_| Ok(Chunk::Reasoning("x".repeat(100)))))]);
    assert_eq!(ask(&books, &musing, &limits).await.stopped, Some(ModelRunStopped::NoAnswer));
    let broken = Scripted::new([Turn::failure(saldo_llm::Error::KeyRefused)]);
    assert_eq!(ask(&books, &broken, &limits).await.stopped, Some(ModelRunStopped::NoAnswer));
    assert_eq!(books.categorized().await, [("QXZ".to_owned(), CategoryBy::Words, false)]);
}

#[tokio::test(flavor = "multi_thread")]
async fn no_question_exceeds_the_daily_token_limit() {
    let books = Books::of(&["QXZ", "QXZ", "VWK", "HJP"]).await;
    let limits =
        ModelRunLimits { merchants_per_request: 1, tokens_per_day: 9_200, ..ModelRunLimits::default() };
    let model = Scripted::new([costing("{\"1\": 3}", 9_000), costing("{\"1\": 3}", 9_000)]);
    let asked = ask(&books, &model, &limits).await;
    assert_eq!(
        (asked.merchants, asked.transactions, asked.stopped),
        (1, 2, Some(ModelRunStopped::TokensUsedUp))
    );
    assert_eq!((model.requests().len(), spent(&books).await), (1, 9_000));
    // The tokens of chats count as well, and the limit is for each day.
    let poor = ModelRunLimits { tokens_per_day: 100, ..limits.clone() };
    assert_eq!(ask(&books, &model, &poor).await.merchants, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_is_limited_in_requests_and_time() {
    let one_each = ModelRunLimits { merchants_per_request: 1, ..ModelRunLimits::default() };
    for limits in [
        ModelRunLimits { requests_max: 1, ..one_each.clone() },
        ModelRunLimits { time_max: Duration::ZERO, ..one_each.clone() },
    ] {
        let books = Books::of(&["QXZ", "VWK"]).await;
        let model = Scripted::new([Turn::text("{\"1\": 3}"), Turn::text("{\"1\": 3}")]);
        let asked = ask(&books, &model, &limits).await;
        assert_eq!((asked.merchants, asked.transactions, asked.stopped), (1, 1, Some(ModelRunStopped::More)));
        // The next run asks about the rest.
        assert_eq!(ask(&books, &model, &limits).await.stopped, None);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_users_categories_stay() {
    let books = Books::of(&["VWK"]).await;
    let hers = books.add("QXZ").await;
    let change = TransactionChange {
        category: Some(None),
        category_by: Some(CategoryBy::User),
        ..TransactionChange::default()
    };
    books.keeper.change_each(books.user.into(), vec![(hers, change)], EditAction::Change, NOW).await.unwrap();
    let asked =
        ask(&books, &Scripted::new([Turn::text("{\"1\": 3, \"2\": 3}")]), &ModelRunLimits::default()).await;
    assert_eq!((asked.merchants, asked.known, asked.transactions), (1, 1, 1));
    let sorted = books.categorized().await;
    assert_eq!(sorted[0], ("QXZ".to_owned(), CategoryBy::User, false));
    assert_eq!(sorted[1].1, CategoryBy::Model);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_gets_account_and_card_numbers_masked() {
    let books = Books::of(&["DE89 3704 0044 0532 0130 00", "4111 1111 1111 1111"]).await;
    let question =
        books.keeper.model_question(books.user, &ModelRunLimits::default()).await.unwrap().unwrap();
    let model = Scripted::new([Turn::text("{}")]);
    ask(&books, &model, &ModelRunLimits::default()).await;
    let Message::User(said) = &model.requests()[0].messages[0] else { panic!("no question") };
    assert_eq!(*said, question.message, "the request that is shown is the one sent");
    assert!(
        said.contains("\"de•• •••• •••• •••• ••30 00\"") && said.contains("\"•••• •••• •••• 1111\""),
        "{said}"
    );
}
