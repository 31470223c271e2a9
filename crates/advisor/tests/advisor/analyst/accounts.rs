//! Questions about several accounts: transfers between them, payments with a card, and what is due.

use super::Case;

pub(super) const CASES: &[Case] = &[
    (
        &["How much did I put into Rainy Day this year?"],
        "In 2025 you received 1,800.00 EUR (6 transactions) in the account Rainy Day in transfers \
         between your own accounts. Your data ends on 30 June 2025.",
    ),
    (
        &["What came into Rainy Day in 2025?"],
        "I did not understand \"came\" and \"into\", so any figure would answer a different question. Did you mean: Spending in the account Rainy Day in 2025; Income in the \
         account Rainy Day in 2025; Transactions in the account Rainy Day in 2025? Your transactions \
         reach from 3 February 2023 to 30 June 2025.",
    ),
    (
        &["How much did I transfer to my Rainy Day account in Q1?", "and in Q2?"],
        "In Q2 2025 you received 900.00 EUR (3 transactions) in the account Rainy Day in transfers \
         between your own accounts.",
    ),
    (
        &["how much did I pay off my Visa in 2025?"],
        "In 2025 you received 300.00 EUR (2 transactions) in the account Visa in transfers between your own accounts. Your data begins on 15 January 2025. Your data ends on 20 June 2025.",
    ),
    (
        &["How much did I move out of Everyday in June?"],
        "I did not understand \"move\" and \"out\", so any figure would answer a different question. Did you mean: Spending in the account Everyday in June 2025; Income in the \
         account Everyday in June 2025; Transactions in the account Everyday in June 2025? Your \
         transactions reach from 3 February 2023 to 30 June 2025.",
    ),
    (
        &["transfers in May 2025"],
        "In May 2025 I found 2 transactions in transfers between your own accounts:\n\
         \n\
         - 5 May 2025: STANDING ORDER RAINY DAY, -300.00 EUR\n\
         - 5 May 2025: STANDING ORDER RAINY DAY, 300.00 EUR",
    ),
    (
        &["How much did I transfer in June?"],
        "In June 2025 you spent 450.00 EUR (2 transactions) in transfers between your own accounts.",
    ),
    (
        &["Did I pay my Visa bill in March?"],
        "I did not understand \"Visa\", so any figure would answer a different question. Did you mean: Number of transactions of money out in March 2025? Your transactions \
         reach from 3 February 2023 to 30 June 2025.",
    ),
    (
        &["largest transfer this year"],
        "In 2025 your largest expense in transfers between your own accounts was 300.00 EUR on 5 \
         January 2025: STANDING ORDER RAINY DAY. Your data ends on 30 June 2025.",
    ),
    (
        &["How much did I put into savings in May?"],
        "In May 2025 you received 300.00 EUR (1 transaction) in the account Rainy Day in transfers between your \
         own accounts.",
    ),
    (
        &["How much did I pay off in May?"],
        "I did not understand \"pay off\", so any figure would answer a different question. Did you mean: Spending in May 2025; Income in May 2025; Transactions in May 2025? \
         Your transactions reach from 3 February 2023 to 30 June 2025.",
    ),
    (
        &["Is Netflix a subscription?"],
        "As of 30 June 2025, recurring payments on Subscriptions at \"netflix.com\": 1, together \
         12.99 EUR a month (155.88 EUR a year).\n\
         \n\
         - netflix.com: -12.99 EUR monthly, last on 15 June 2025, next on 15 July 2025",
    ),
    (
        &["How much did I save in Everyday in May?"],
        "In May 2025 your net cash flow in the account Everyday was 2,100.00 EUR (2 transactions).",
    ),
    (
        &["How much was added to Rainy Day in June?"],
        "I did not understand \"added\", so any figure would answer a different question. Did you mean: Spending in the account Rainy Day in June 2025; Income in the \
         account Rainy Day in June 2025; Transactions in the account Rainy Day in June 2025? Your \
         transactions reach from 3 February 2023 to 30 June 2025.",
    ),
    (
        &["How much did I spend in May excluding transfers?"],
        "In May 2025 you spent 992.99 EUR (3 transactions) without in transfers between your own accounts.",
    ),
    (
        &["How much did I deposit in Rainy Day in June?"],
        "In June 2025 you received 300.00 EUR (1 transaction) in the account Rainy Day in transfers \
         between your own accounts.",
    ),
    (
        &["How much did I put on Visa in May?"],
        "In May 2025 you spent 92.99 EUR (2 transactions) in the account Visa.",
    ),
    (
        &["How much did I spend in Visa in May?"],
        "In May 2025 you spent 92.99 EUR (2 transactions) in the account Visa.",
    ),
    (
        &["Is there enough money in Everyday for the rent?"],
        "Tell me how much it costs and, if you will pay later, when. I calculate it from your balances and your average monthly net.",
    ),
    (
        &["money in and out in May"],
        "I did not understand \"and\" and \"out\", so any figure would answer a different question. Did you mean: Spending in May 2025; Income in May 2025; Transactions in \
         May 2025? Your transactions reach from 3 February 2023 to 30 June 2025.",
    ),
    (&["How much money came in in May?"], "In May 2025 you received 3,000.00 EUR (1 transaction)."),
    (&["When is Netflix due next?"], "The next transaction at \"netflix.com\" is expected on 15 July 2025."),
    (
        &["when will I next pay Allianz?"],
        "The next transaction at \"allianz versicherung\" is expected on 3 February 2026.",
    ),
    (
        &["When do I pay Allianz next?"],
        "The next transaction at \"allianz versicherung\" is expected on 3 February 2026.",
    ),
    (
        &["When did I last pay Allianz?"],
        "The last transaction at \"allianz versicherung\" was on 3 February 2025: ALLIANZ VERSICHERUNG, -240.00 EUR.",
    ),
    (
        &["what bills are coming up"],
        "This omits large and one-off purchases, income that does not recur, transfers between your accounts, and card spending. From 15 July 2025 to 14 August 2025 these are due \
         (912.99 EUR out and 3,000.00 EUR in):\n\
         \n\
         - 15 July 2025: netflix.com, -12.99 EUR\n\
         - 1 August 2025: salary acme, 3,000.00 EUR\n\
         - 3 August 2025: homes gmbh, -900.00 EUR\n\
         \n\
         This is as of 30 June 2025.",
    ),
    (
        &["How much do I have to pay in February?"],
        "This omits large and one-off purchases, income that does not recur, transfers between your accounts, and card spending. In February 2026 these are due (1,152.99 EUR out and \
         3,000.00 EUR in):\n\
         \n\
         - 1 February 2026: salary acme, 3,000.00 EUR\n\
         - 3 February 2026: allianz versicherung, -240.00 EUR\n\
         - 3 February 2026: homes gmbh, -900.00 EUR\n\
         - 15 February 2026: netflix.com, -12.99 EUR\n\
         \n\
         This is as of 30 June 2025.",
    ),
    (
        &["When is my insurance due next?"],
        "The next transaction on Insurance is expected on 3 February 2026.",
    ),
    (
        &["How much do my subscriptions cost me per year?"],
        "As of 30 June 2025, recurring payments on Subscriptions: 1, together 12.99 EUR a month \
         (155.88 EUR a year).\n\
         \n\
         - netflix.com: -12.99 EUR monthly, last on 15 June 2025, next on 15 July 2025",
    ),
];

/// A salary of 2,000.00 on the 25th, and a card payment on the 20th. The accounts hold 7,000.00.
pub(super) const WITH_A_CARD: &[Case] = &[
    (
        &["What is due in the next 30 days?"],
        "This omits large and one-off purchases, income that does not recur, transfers between your accounts, and card spending. From 15 July 2025 to 14 August 2025 these are due (12.99 EUR out and 2,000.00 EUR in):\n\
         \n\
         - 20 July 2025: netflix.com, -12.99 EUR\n\
         - 25 July 2025: salary acme, 2,000.00 EUR\n\
         \n\
         Your accounts would then hold 9,000.00 EUR on 14 August 2025 (the lowest is 7,000.00 EUR on 26 June 2025). This is as of 25 June 2025.",
    ),
    (
        &["Forecast my balance for the end of the year"],
        "This omits large and one-off purchases, income that does not recur, transfers between your accounts, and card spending. From 15 July 2025 to 31 December 2025 these are due (77.94 EUR out and 12,000.00 EUR in):\n\
         \n\
         - 20 July 2025: netflix.com, -12.99 EUR\n\
         - 25 July 2025: salary acme, 2,000.00 EUR\n\
         - 20 August 2025: netflix.com, -12.99 EUR\n\
         - 25 August 2025: salary acme, 2,000.00 EUR\n\
         - 20 September 2025: netflix.com, -12.99 EUR\n\
         - 25 September 2025: salary acme, 2,000.00 EUR\n\
         - 20 October 2025: netflix.com, -12.99 EUR\n\
         - 25 October 2025: salary acme, 2,000.00 EUR\n\
         - 20 November 2025: netflix.com, -12.99 EUR\n\
         - 25 November 2025: salary acme, 2,000.00 EUR\n\
         - 20 December 2025: netflix.com, -12.99 EUR\n\
         - 25 December 2025: salary acme, 2,000.00 EUR\n\
         \n\
         Your accounts would then hold 19,000.00 EUR on 31 December 2025 (the lowest is 7,000.00 EUR on 26 June 2025). This is as of 25 June 2025.",
    ),
    (
        &["What is due in a fortnight?"],
        "I did not understand \"fortnight\", so any figure would answer a different question. You can ask, for example: \"How much did I spend on groceries last month?\", \"What was my largest purchase in 2025?\", \"Compare May and June\" or \"What is my balance?\". Your transactions reach from 20 April 2025 to 25 June 2025.",
    ),
];
