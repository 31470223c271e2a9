//! Questions that depend on previous ones.

use super::Case;

pub(super) const CASES: &[Case] = &[
    (
        &["How much did I spend in May?", "on average?"],
        "I did not understand that. You can ask, for example: \"How much did I spend on groceries \
         last month?\", \"What was my largest purchase in 2025?\", \"Compare May and June\" or \"What \
         is my balance?\". Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["How much did I spend in May?", "and Lidl?"],
        "I did not understand \"Lidl\", so any figure would answer a different question. You can ask, for example: \"How much did I spend on groceries last month?\", \"What was my largest purchase in 2025?\", \"Compare May and June\" or \"What is my balance?\". Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["Spending by category in May", "and in June?"],
        "Spending in June 2025, by category:\n\
         \n\
         - Rent and mortgage: 800.00 EUR\n\
         - Online shopping: 249.99 EUR\n\
         - Groceries: 66.50 EUR\n\
         - Subscriptions: 12.99 EUR\n\
         - Restaurants and cafés: 3.50 EUR",
    ),
    (
        &["What was my income in Q1?", "and the quarter after?"],
        "I did not understand \"after\", so any figure would answer a different question. Did you mean: Income in Q1 2025, by quarter? Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["How much did I spend in May?", "and the month before?"],
        "In April 2025 you spent 880.99 EUR (5 transactions).",
    ),
    (
        &["How much did I spend in May?", "only groceries"],
        "In May 2025 you spent 65.50 EUR (2 transactions) on Groceries.",
    ),
    (
        &["How much did I spend in May?", "only groceries", "and in June?"],
        "In June 2025 you spent 66.50 EUR (2 transactions) on Groceries.",
    ),
    (
        &["How much did I spend on groceries in May?", "by merchant?"],
        "Spending on Groceries in May 2025, by merchant:\n\
         \n\
         - tesco stores: 65.50 EUR",
    ),
    (
        &["How much did I spend in May?", "what about income?"],
        "In May 2025 you received 2,500.00 EUR (1 transaction).",
    ),
    (
        &["How much did I spend on groceries?", "How many was that?"],
        "Over all your transactions (2 January 2025 to 30 June 2025) I found 12 transactions on \
         Groceries.",
    ),
    (
        &["What was my income in May?", "and the same month last year?"],
        "In May 2024 I found no transactions. Your data begins on 2 January 2025. In all your data there are 7 transactions, from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["Show my largest expense in May", "and in June?"],
        "In June 2025 your largest expense was 800.00 EUR on 5 June 2025: RENT MUELLER.",
    ),
    (
        &["How much did I spend at Tesco in May?", "show me those"],
        "In May 2025 I found 2 transactions at \"tesco stores\":\n\
         \n\
         - 10 May 2025: TESCO STORES 3012, -45.00 EUR\n\
         - 20 May 2025: TESCO STORES 3012, -20.50 EUR",
    ),
    (
        &["How much did I spend on groceries in May?", "show the transactions"],
        "I am not sure which figure you mean. Did you mean: Transactions on Groceries in May 2025; Transactions? Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["How much did I spend on groceries in May?", "show me the entries"],
        "I am not sure which figure you mean. Did you mean: Transactions on Groceries in May 2025; Transactions? Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["How much did I spend on groceries in May?", "which merchants?"],
        "I did not understand that. You can ask, for example: \"How much did I spend on groceries last month?\", \"What was my largest purchase in 2025?\", \"Compare May and June\" or \"What is my balance?\". Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["How much did I spend on groceries in Q2?", "what was the average?"],
        "I did not understand that. You can ask, for example: \"How much did I spend on groceries \
         last month?\", \"What was my largest purchase in 2025?\", \"Compare May and June\" or \"What \
         is my balance?\". Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["How much did I spend on groceries in Q2?", "how much was the biggest?"],
        "In Q2 2025 your largest expense on Groceries was 46.00 EUR on 10 June 2025: TESCO STORES \
         3012.",
    ),
    (
        &["How much did I spend on groceries in Q2?", "which one was the most expensive?"],
        "I did not understand \"one\", so any figure would answer a different question. Did you mean: Largest expenses on Groceries in Q2 2025? Your transactions reach \
         from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["How much did I spend on groceries in Q2?", "Which month was the highest?"],
        "I am not sure which figure you mean. Did you mean: Spending on Groceries in Q2 2025, by month; Spending, by month? Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["How much did I spend on groceries in May?", "Which month was the highest?"],
        "I am not sure which figure you mean. Did you mean: Spending on Groceries in May 2025, by month; Spending, by month? Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["How much did I spend on groceries in May?", "How much did I spend in total?"],
        "I am not sure which figure you mean. Did you mean: Spending on Groceries in May 2025; Spending? Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["How much did I spend on groceries in May?", "How much did I earn?"],
        "I am not sure which figure you mean. Did you mean: Income from Groceries in May 2025; Income? Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["How much did I spend on groceries in May?", "Which category did I spend the most on?"],
        "I am not sure which figure you mean. Did you mean: Spending on Groceries in May 2025, by category; Spending, by category? Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["Is my grocery spending going up?", "how much was the biggest?"],
        "I am not sure which figure you mean. Did you mean: Largest expenses; Largest income? Your \
         transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["Compare groceries in May and June", "show the transactions"],
        "I am not sure which figure you mean. Did you mean: Transactions on Groceries in June 2025; \
         Transactions? Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["Which payments are recurring?", "and at Netflix?", "which is the most expensive?"],
        "I am not sure which figure you mean. Did you mean: Spending at \"netflix.com\"; Income from \"netflix.com\"; \
         Transactions at \"netflix.com\"? Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["What is my balance?", "which is the highest?"],
        "I am not sure which figure you mean. Did you mean: Largest expenses; Largest income? Your \
         transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["What is my balance?", "How much did I spend?"],
        "Over all your transactions (2 January 2025 to 30 June 2025) you spent 5,746.43 EUR (34 transactions).",
    ),
    (
        &["Which payments are recurring?", "and at Netflix?", "how much is that per year?"],
        "As of 30 June 2025, recurring payments at \"netflix.com\": 1, together 12.99 EUR a month \
         (155.88 EUR a year).\n\
         \n\
         - netflix.com: -12.99 EUR monthly, last on 15 June 2025, next on 15 July 2025",
    ),
    (
        &["How much did I spend in May?", "is that more than in April?"],
        "Spending: 885.49 EUR in May 2025, 880.99 EUR in April 2025. That is 4.50 EUR (0.5 %) more.",
    ),
    (
        &["What was my largest expense in May?", "when was that?"],
        "In May 2025 your largest expense was 800.00 EUR on 5 May 2025: RENT MUELLER.",
    ),
    (
        &["When did I last pay Netflix?", "how much was it?"],
        "The last transaction at \"netflix.com\" was on 15 June 2025: NETFLIX.COM, -12.99 EUR.",
    ),
    (
        &["Which month did I spend the most?", "how much was it?"],
        "I did not understand that. You can ask, for example: \"How much did I spend on groceries last month?\", \"What was my largest purchase in 2025?\", \"Compare May and June\" or \"What is my balance?\". Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["What did I earn in 2025?", "what was the average?"],
        "I did not understand that. You can ask, for example: \"How much did I spend on groceries \
         last month?\", \"What was my largest purchase in 2025?\", \"Compare May and June\" or \"What \
         is my balance?\". Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["How much did I spend on groceries in 2025?", "Did I spend more than last year?"],
        "I am not sure which figure you mean. Did you mean: Spending on Groceries in 2025; Spending in 2025? Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["How much did I spend on groceries in 2025?", "was that less than 2024?"],
        "Spending on Groceries: 384.00 EUR in 2025, 0.00 EUR in 2024. That is 384.00 EUR more. Your data ends on 30 June 2025. Your data begins on 2 January 2025. Your data is incomplete in 2025, so the two do not cover the same days. Main has data only until 20 June 2025, so later days of it may be missing.",
    ),
    (
        &["Spending by month", "what was the average?"],
        "I did not understand that. You can ask, for example: \"How much did I spend on groceries \
         last month?\", \"What was my largest purchase in 2025?\", \"Compare May and June\" or \"What \
         is my balance?\". Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["How much did I save in Q2?", "which month was the highest?"],
        "I am not sure which figure you mean. Did you mean: Net cash flow in Q2 2025, by month; \
         Spending, by month? Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["How much did I spend in June?", "which category went up most?"],
        "I did not understand that. You can ask, for example: \"How much did I spend on groceries last month?\", \"What was my largest purchase in 2025?\", \"Compare May and June\" or \"What is my balance?\". Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["How much did I spend on groceries in May?", "Did I spend more than in April?"],
        "Spending on Groceries: 65.50 EUR in May 2025, 64.50 EUR in April 2025. That is 1.00 EUR (1.6 \
         %) more.",
    ),
    (
        &["How much did I spend in May?", "and compared to last month?"],
        "Spending: 1,132.98 EUR in June 2025, 885.49 EUR in May 2025. That is 247.49 EUR (27.9 %) more. Main has data only until 20 June 2025, so later days of it may be missing.",
    ),
    (
        &["How much did I save in 2025?", "on average per month?"],
        "I did not understand that. You can ask, for example: \"How much did I spend on groceries \
         last month?\", \"What was my largest purchase in 2025?\", \"Compare May and June\" or \"What \
         is my balance?\". Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
];
