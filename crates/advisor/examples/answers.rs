//! Measures the time of an answer of the built-in analyst.
//!
//! ```sh
//! cargo run --release -p saldo-bookkeeping --example lifetime -- sqlite:///tmp/books.db 100000 0
//! cargo run --release -p saldo-advisor --example answers -- sqlite:///tmp/books.db
//! ```
//!
//! The first command fills a database. The second asks questions of every kind about the transactions of the
//! user in it, and prints the median and the 99th percentile of all answers, and of each question. A second
//! argument selects the questions that contain it.

use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures::StreamExt;
use saldo_advisor::{Advisor, Analyst, Conversation, Event, Ledger, Limits, Turn};
use saldo_domain::{Clock, Email, ManualClock, Timestamp};

type Failure = Box<dyn Error + Send + Sync>;

/// Noon (UTC) on 15 January 2025, after the last transaction of the books.
const NOW: Timestamp = Timestamp::from_milliseconds(1_736_942_400_000);
/// The number of times that each question is asked.
const RUNS: usize = 10;

const QUESTIONS: &[&str] = &[
    "How much did I spend last month?",
    "How much did I spend on groceries in 2024?",
    "How much did I spend at Blue Cafe in May 2024?",
    "How much did I spend at Blue Cafe?",
    "What did I receive in 2023?",
    "What was my net cash flow in 2024?",
    "What was my savings rate in 2024?",
    "Compare May 2024 and May 2023",
    "Why did I spend more in 2024 than in 2023?",
    "What did I spend in each month of 2024?",
    "Spending by category in 2024",
    "Spending by merchant in 2024",
    "Top 5 merchants",
    "How much did I spend on average per month in 2024?",
    "What was the median of my payments in 2024?",
    "What were my 5 largest expenses?",
    "What was my largest expense in 2024?",
    "How many transactions did I have in 2024?",
    "How often do I go to Blue Cafe?",
    "What share of my spending in 2024 went to Gym Nine?",
    "When did I last pay Gym Nine?",
    "When is the next payment to Gym Nine?",
    "Show all expenses over 80 in December 2024",
    "How much did I spend on weekends in 2024?",
    "How much did I spend in 2024 except at Gym Nine?",
    "What is my balance?",
    "What is my net worth?",
    "What subscriptions do I have?",
    "What bills are due next month?",
    "How long does my money last?",
    "Which statements are missing?",
    "Are there any duplicates?",
    "Wie viel habe ich 2024 bei Blue Cafe ausgegeben?",
    "Combien ai-je dépensé en mai 2024 ?",
    "¿Cuánto gasté en mayo de 2024?",
    "How much did I spend on unicorns?",
];

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let url = std::env::args().nth(1).ok_or("name the database that `lifetime` has filled")?;
    let storage = saldo_storage::open(&url).await?;
    let user = storage.find_user_by_email(&Email::parse("lifetime@example.com")?).await?;
    let user = user.ok_or("fill the database with the example `lifetime` first")?.id;
    let clock: Arc<dyn Clock> = Arc::new(ManualClock::at(NOW));
    let model = Arc::new(Analyst::new(clock.clone()));
    let advisor = Advisor::new(Ledger::of(&storage), model, clock, Limits::default());
    let mut all = Vec::new();
    let part = std::env::args().nth(2).unwrap_or_default();
    for question in QUESTIONS.iter().filter(|question| question.contains(&part)) {
        let mut times = Vec::new();
        let mut said = String::new();
        for _ in 0..RUNS {
            let turn = Turn::User((*question).to_owned());
            let conversation = Conversation::new([turn], &Limits::default())?;
            let started = Instant::now();
            let events: Vec<Event> = advisor.reply(user, conversation).collect().await;
            times.push(started.elapsed());
            let texts = events.iter().map(|event| if let Event::Text(text) = event { text } else { "" });
            said = texts.collect();
        }
        all.extend(times.iter().copied());
        let said: String = said.replace('\n', " ").chars().take(60).collect();
        let [median, slow] = [50, 99].map(|percent| percentile(&mut times, percent));
        println!("p50 {median:>8.1?}  p99 {slow:>8.1?}  {question}  =>  {said}");
    }
    let [median, slow] = [50, 99].map(|percent| percentile(&mut all, percent));
    println!("{} answers: p50 {median:.1?}, p99 {slow:.1?}", all.len());
    Ok(())
}

/// Returns a percentile of times, which it sorts.
fn percentile(times: &mut [Duration], percent: usize) -> Duration {
    times.sort_unstable();
    let last = times.len().saturating_sub(1);
    times.get((times.len() * percent / 100).min(last)).copied().unwrap_or_default()
}
