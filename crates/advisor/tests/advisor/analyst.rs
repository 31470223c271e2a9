//! What the built-in analyst answers.

use crate::books::Books;

const QUESTIONS: &[&[&str]] = &[
    &["How much did I spend in May 2025?"],
    &["How much did I spend last month?"],
    &["what did i spend this month"],
    &["How much did I spend on groceries in May?"],
    &["How much did I spend at Tesco since March?"],
    &["What was my income in Q2 2025?"],
    &["How much did I earn in 2025?"],
    &["How much was I paid in June?"],
    &["Spending in the last 90 days"],
    &["How much did I spend between March and May 2025?"],
    &["How much did I spend from 2025-02-01 to 2025-02-28?"],
    &["How much did I spend on 12 May 2025?"],
    &["Total spending"],
    &["How much did I save in June?"],
    &["What is my savings rate this year?"],
    &["What was my net cash flow in the first quarter?"],
    &["What is my balance?"],
    &["What was my balance on 15 March 2025?"],
    &["How much money do I have in the Reserve account?"],
    &["What is my net worth?"],
    &["What was my largest purchase in 2025?"],
    &["Show my 3 largest expenses since February"],
    &["What was my smallest expense in May?"],
    &["What was my biggest income?"],
    &["List my transactions in June"],
    &["Show the last 3 transactions"],
    &["Show all Netflix payments"],
    &["Find transactions over 200 euros"],
    &["Which purchases were between 40 and 60 in 2025?"],
    &["How many times did I go to Blue Cafe?"],
    &["How many transactions did I have in May?"],
    &["What is my average grocery purchase?"],
    &["What do I spend per month on average?"],
    &["How much do I spend on groceries per month?"],
    &["Break down my spending by category in June"],
    &["Where does my money go?"],
    &["Top 3 merchants in 2025"],
    &["Which month did I spend the most?"],
    &["Which month did I spend the least?"],
    &["Income and spending by month"],
    &["Spending by month"],
    &["What percentage of my spending is rent?"],
    &["Compare May and June"],
    &["Did I spend more in June than in May on groceries?"],
    &["2024 vs 2025"],
    &["When did I last pay Netflix?"],
    &["When did I first go to the dentist?"],
    &["Did I pay rent in April?"],
    &["Did I buy anything at Lidl in May?"],
    &["How much did I spend without rent in June?"],
    &["How much did I spend in 2023?"],
    &["What data do you have?"],
    &["Which accounts do I have?"],
    &["What is the meaning of life?"],
    &["help"],
    &["How much did I spend on food last month?"],
    &["Who paid me in June?"],
    &["How much did I spend yesterday?"],
    &["How much interest did I get?"],
    &["What are my subscriptions?"],
    &["groceries in April"],
    &["Spending by weekday in June"],
    &["How much did I spend in the second quarter?"],
    &["How much did I spend in the first half of 2025?"],
    &["How much did I spend until the end of February?"],
    &["How much did I spend two months ago?"],
    &["How much did I spend in May?", "and the month before?"],
    &["How much did I spend in May?", "only groceries"],
    &["How much did I spend in May?", "only groceries", "and in June?"],
    &["How much did I spend on groceries in May?", "by merchant?"],
    &["How much did I spend in May?", "what about income?"],
    &["How much did I spend on groceries?", "How many was that?"],
    &["What was my income in May?", "and the same month last year?"],
    &["Show my largest expense in May", "and in June?"],
    &["How much did I spend at Tesco in May?", "show me those"],
];

#[tokio::test(flavor = "multi_thread")]
async fn print() {
    let books = Books::open().await;
    for questions in QUESTIONS {
        println!(
            "Q {}\n  {}",
            questions.join(" | "),
            books.ask(books.ann, questions).await.replace('\n', "\n  ")
        );
    }
    for questions in [
        ["How much did I spend in June?"],
        ["What is my balance?"],
        ["What was my largest expense?"],
        ["Show all transactions"],
    ] {
        println!(
            "Y {}\n  {}",
            questions.join(" | "),
            books.ask(books.yuki, &questions).await.replace('\n', "\n  ")
        );
    }
}
