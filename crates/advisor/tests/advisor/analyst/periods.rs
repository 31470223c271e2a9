//! Questions about periods in common wordings, and about several periods at once.

use super::Case;

pub(super) const CASES: &[Case] = &[
    (
        &["what do i usually spend in a week"],
        "Over all your transactions (2 January 2025 to 30 June 2025) you spent on average 223.47 EUR (34 transactions) a week.",
    ),
    (
        &["what do i spend per day"],
        "Over all your transactions (2 January 2025 to 30 June 2025) you spent on average 31.92 EUR (34 transactions) a day.",
    ),
    (
        &["what did i spend in the first half of may"],
        "I did not understand that. You can ask, for example: \"How much did I spend on groceries last month?\", \"What was my largest purchase in 2025?\", \"Compare May and June\" or \"What is my balance?\". Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["How much did I spend in the last 2 full months?"],
        "I did not understand \"full\", so any figure would answer a different question. You can ask, for example: \"How much did I spend on groceries last month?\", \"What was my largest purchase in 2025?\", \"Compare May and June\" or \"What is my balance?\". Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["last three complete months by category"],
        "I did not understand \"complete\" and \"by category\", so any figure would answer a different question. You can ask, for example: \"How much did I spend on groceries \
         last month?\", \"What was my largest purchase in 2025?\", \"Compare May and June\" or \"What \
         is my balance?\". Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["What did I spend in spring?"],
        "From 1 March 2025 to 31 May 2025 you spent 2,706.47 EUR (17 transactions).",
    ),
    (
        &["how much did i spend last winter"],
        "From 1 December 2024 to 28 February 2025 you spent 1,906.98 EUR (11 transactions). Your data begins on \
         2 January 2025.",
    ),
    (
        &["spending in summer 2024"],
        "From 1 June 2024 to 31 August 2024 I found no transactions. Your data begins on 2 January 2025. In all your data there are 34 \
         transactions, from 5 January 2025 to 20 June 2025.",
    ),
    (
        &["groceries except in May"],
        "Over all your transactions (2 January 2025 to 30 June 2025) you spent 318.50 EUR (10 transactions) on Groceries without in May 2025.",
    ),
    (
        &["what did i buy on 12/05/2025"],
        "I did not understand \"12/05/2025\", so any figure would answer a different question. Did you mean: Transactions? Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["What happened on 10.06.25?"],
        "I did not understand \"happened\" and \"10.06.25\", so any figure would answer a different question. You can ask, for example: \"How much did I spend on groceries last month?\", \"What was my largest purchase in 2025?\", \"Compare May and June\" or \"What is my balance?\". Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["spending from march onwards"],
        "I did not understand \"onwards\", so any figure would answer a different question. Did you mean: Spending in March 2025? Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["spending from March 1st to date"],
        "From 1 March 2025 to 15 July 2025 you spent 3,839.45 EUR (23 transactions). Your data ends on 30 June 2025.",
    ),
    (
        &["How much did I spend on Mondays?"],
        "Over all your transactions (2 January 2025 to 30 June 2025) you spent 912.50 EUR (6 transactions) on Mondays.",
    ),
    (
        &["which day of the week do i spend the most"],
        "Spending over all your transactions (2 January 2025 to 30 June 2025), by day of the week:\n\
         \n\
         - Wednesdays: 1,619.99 EUR",
    ),
    (
        &["how much did I spend last Friday"],
        "On 11 July 2025 I found no transactions. Your data ends on 30 June 2025. In all your data there are 34 transactions, from 5 January 2025 to 20 June 2025.",
    ),
    (
        &["How much did I spend on groceries in May compared to the month before?"],
        "Spending on Groceries: 65.50 EUR in May 2025, 64.50 EUR in April 2025. That is 1.00 EUR (1.6 %) more.",
    ),
    (
        &["compare this year with last year"],
        "Spending: 5,746.43 EUR in 2025, 0.00 EUR in 2024. That is 5,746.43 EUR more. Your data ends on 30 June 2025. Your data begins on 2 January 2025. Your data is incomplete in 2025, so the two do not cover the same days. Main has data only until 20 June 2025, so later days of it may be missing.",
    ),
    (
        &["did I spend more in June than in the same month last year?"],
        "Spending: 1,132.98 EUR in June 2025, 0.00 EUR in June 2024. That is 1,132.98 EUR more. Your data begins on 2 January 2025. Main has data only until 20 June 2025, so later days of it may be missing.",
    ),
    (
        &["spending by week in May"],
        "Spending in May 2025, by week:\n\
         \n\
         - 2025-W19: 845.00 EUR\n\
         - 2025-W20: 19.99 EUR\n\
         - 2025-W21: 20.50 EUR",
    ),
    (
        &["June spend vs May spend vs April spend"],
        "I did not understand that. You can ask, for example: \"How much did I spend on groceries \
         last month?\", \"What was my largest purchase in 2025?\", \"Compare May and June\" or \"What \
         is my balance?\". Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["what did i spend since I moved"],
        "I did not understand \"since\" and \"moved\", so any figure would answer a different question. Did you mean: Spending? Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["how much have i spent in the past fortnight"],
        "I did not understand \"the past\" and \"fortnight\", so any figure would answer a different question. Did you mean: Spending? Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["how many times a month do I go to Tesco?"],
        "From 1 January 2025 to 30 June 2025 there were 2.0 transactions a month on average at \
         \"tesco stores\" (12 transactions).",
    ),
    (
        &["what was my balance in April and May"],
        "I did not understand that. You can ask, for example: \"How much did I spend on groceries \
         last month?\", \"What was my largest purchase in 2025?\", \"Compare May and June\" or \"What \
         is my balance?\". Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (&["spending in the first three months of 2025"], "In Q1 2025 you spent 2,846.97 EUR (17 transactions)."),
    (
        &["spending in the last two months of Q2 2025"],
        "From 1 May 2025 to 30 June 2025 you spent 2,018.47 EUR (12 transactions).",
    ),
    (
        &["spending in the last quarter of 2024"],
        "I did not understand that. You can ask, for example: \"How much did I spend on groceries last month?\", \"What was my largest purchase in 2025?\", \"Compare May and June\" or \"What is my balance?\". Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["this year vs last year to date"],
        "Spending: 5,746.43 EUR in 2025, 0.00 EUR in 2024. That is 5,746.43 EUR more. Your data ends on 30 June 2025. Your data begins on 2 January 2025. Your data is incomplete in 2025, so the two do not cover the same days. Main has data only until 20 June 2025, so later days of it may be missing.",
    ),
    (
        &["spending last year to November"],
        "From 1 January 2024 to 30 November 2024 I found no transactions. Your data begins on 2 January 2025. In all your data there are 34 transactions, from 5 January 2025 to 20 June 2025.",
    ),
    (
        &["spending May 1 - May 12"],
        "I did not understand that. You can ask, for example: \"How much did I spend on groceries last month?\", \"What was my largest purchase in 2025?\", \"Compare May and June\" or \"What is my balance?\". Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["spending 1-12 May"],
        "I did not understand \"1-12\", so any figure would answer a different question. Did you mean: Spending in May 2025? Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["how much did I spend from the 1st to the 12th of May?"],
        "From 1 May 2025 to 12 May 2025 you spent 852.00 EUR (4 transactions).",
    ),
    (
        &["Compare May and Q2"],
        "Spending: 885.49 EUR in May 2025, 2,899.46 EUR in Q2 2025. That is 2,013.97 EUR (69.5 %) less. The two periods differ in length. Main has data only until 20 June 2025, so later days of it may be missing.",
    ),
    (
        &["how much more did I spend in 2025 than 2024?"],
        "Spending: 5,746.43 EUR in 2025, 0.00 EUR in 2024. That is 5,746.43 EUR more. Your data ends on 30 June 2025. Your data begins on 2 January 2025. Your data is incomplete in 2025, so the two do not cover the same days. Main has data only until 20 June 2025, so later days of it may be missing.",
    ),
    (
        &["did I spend more in June than in 2025?"],
        "Spending: 1,132.98 EUR in June 2025, 5,746.43 EUR in 2025. That is 4,613.45 EUR (80.3 %) less. The two periods differ in length. Your data is incomplete in 2025, so the two do not cover the same days. Main has data only until 20 June 2025, so later days of it may be missing.",
    ),
    (
        &["how much did I spend the week before last?"],
        "From 30 June 2025 to 6 July 2025 I found no transactions. Your data ends on 30 June 2025. In all your data there are 34 transactions, from 5 January 2025 to 20 June 2025.",
    ),
];
