//! Questions about manually entered transactions, almost all of them uncategorized.

use super::Case;

pub(super) const CASES: &[Case] = &[
    (
        &["have I paid rent in June?"],
        "In June 2025 I found no transactions on Rent and mortgage. Your books reach until 20 June 2025. But 6 transactions there have no category, and it may be among them.",
    ),
    (
        &["How much did I spend on groceries in May?"],
        "In May 2025 I found no transactions on Groceries. But 5 transactions there have no category, and it may be among them.",
    ),
    (
        &["How much did I spend on coffee?"],
        "I did not understand \"coffee\", so I do not answer: it would be the answer to another question. Did you mean: Spending on Restaurants and cafés? Your transactions reach from 1 April 2025 to 20 June 2025.",
    ),
    (
        &["How much did I spend on coffee in May?"],
        "I did not understand \"coffee\", so I do not answer: it would be the answer to another question. Did you mean: Spending on Restaurants and cafés in May 2025? Your transactions reach from 1 April 2025 to 20 June 2025.",
    ),
    (
        &["How much did I spend without rent in June?"],
        "In June 2025 you spent 1,064.38 EUR (6 transactions) without Rent and mortgage. Your books reach until 20 June 2025. No transaction there has this category, so that nothing is left out.",
    ),
    (
        &["Did I buy fuel in May?"],
        "In May 2025 I found no transactions on Fuel. But 5 transactions there have no category, and it may be among them.",
    ),
    (
        &["What percentage of spending is transport"],
        "Over all your transactions (1 April 2025 to 20 June 2025) I found no transactions on Transport. But 13 transactions there have no category, and it may be among them.",
    ),
    (
        &["How much of my income goes to rent?"],
        "I am not sure which figure you mean. Did you mean: Spending on Rent and mortgage; Income from Rent and mortgage; Transactions on Rent and mortgage? Your transactions reach from 1 April 2025 to 20 June 2025.",
    ),
    (
        &["How much of my income goes to groceries?"],
        "I am not sure which figure you mean. Did you mean: Spending on Groceries; Income from Groceries; Transactions on Groceries? Your transactions reach from 1 April 2025 to 20 June 2025.",
    ),
    (
        &["Spotify price history"],
        "As of 20 June 2025, these at \"spotify\" have changed their price:\n\
         \n\
         - spotify: 10.99 EUR before 15 June 2025, 12.99 EUR since",
    ),
    (
        &["When did Spotify get more expensive?"],
        "As of 20 June 2025, these at \"spotify\" have changed their price:\n\
         \n\
         - spotify: 10.99 EUR before 15 June 2025, 12.99 EUR since",
    ),
    (
        &["How much money do I have after rent each month?"],
        "No entry there has the category Rent and mortgage, so I went by \"rent\" in the description. Over all your entries (1 April 2025 to 20 June 2025), of all your income, 6,300.00 EUR is left (9,000.00 EUR in, 2,700.00 EUR out at \"rent\"):\n\
         \n\
         - April 2025: 2,100.00 EUR is left (3,000.00 EUR in, 900.00 EUR out at \"rent\")\n\
         - May 2025: 2,100.00 EUR is left (3,000.00 EUR in, 900.00 EUR out at \"rent\")\n\
         - June 2025: 2,100.00 EUR is left (3,000.00 EUR in, 900.00 EUR out at \"rent\")",
    ),
    (
        &["how much did I spend at Tesco compared to Rewe this year"],
        "In 2025 you spent 95.18 EUR (2 entries) at \"tesco\". In 2025 you spent 102.80 EUR (2 entries) at \"rewe\".",
    ),
    (
        &["Do I have any duplicates?"],
        "I found no entries that look like one and the same from two sources. What one statement prints twice counts as two purchases.",
    ),
    (
        &["how much on hotels tagged lisbon"],
        "I did not understand \"hotels\", so I do not answer: it would be the answer to another question. Did you mean: Spending tagged \"lisbon\"; Income tagged \"lisbon\"; Transactions tagged \"lisbon\"? Your transactions reach from 1 April 2025 to 20 June 2025.",
    ),
    (
        &["spending tagged lisbon"],
        "Over all your transactions (1 April 2025 to 20 June 2025) you spent 47.00 EUR (1 transaction) tagged \"lisbon\".",
    ),
    (
        &["#lisbon"],
        "Over all your transactions (1 April 2025 to 20 June 2025) you spent 47.00 EUR (1 transaction) tagged \"lisbon\".",
    ),
    (
        &["When did I last pay rent?"],
        "Over all your transactions (1 April 2025 to 20 June 2025) I found no transactions on Rent and mortgage. But 13 transactions there have no category, and it may be among them.",
    ),
    (
        &["largest grocery purchase in June"],
        "In June 2025 I found no transactions on Groceries. Your books reach until 20 June 2025. But 6 transactions there have no category, and it may be among them.",
    ),
    (
        &["top 3 merchants last quarter with a pie chart"],
        "In Q2 2025 you spent 2,992.15 EUR:\n\
         \n\
         - rent home gmbh: 2,700.00 EUR (3 entries, 90.2 %)\n\
         - rewe markt: 102.80 EUR (2 entries, 3.4 %)\n\
         - tesco stores: 95.18 EUR (2 entries, 3.2 %)\n\
         \n\
         3 more are not shown.",
    ),
    (
        &["How many times did I fill up the tank in summer?"],
        "I did not understand \"fill\", \"up\", \"tank\" and \"summer\", so I do not answer: it would be the answer to another question. Did you mean: Number of transactions of money out? Your transactions reach from 1 April 2025 to 20 June 2025.",
    ),
    (
        &["uncategorised spending in June"],
        "In June 2025 you spent 1,064.38 EUR (6 transactions) without a category. Your books reach until 20 June 2025.",
    ),
    (
        &["rent by month"],
        "Over all your transactions (1 April 2025 to 20 June 2025) I found no transactions on Rent and mortgage. Your books reach until 20 June 2025. But 13 transactions there have no category, and it may be among them.",
    ),
];
