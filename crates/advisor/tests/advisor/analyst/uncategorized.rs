//! Questions about manually entered transactions, almost all of them uncategorized.

use super::Case;

pub(super) const CASES: &[Case] = &[
    (
        &["have I paid rent in June?"],
        "In June 2025 I found no transactions on Rent and mortgage. Your data ends on 20 June 2025. But 6 transactions without a category in that period may belong to it.",
    ),
    (
        &["How much did I spend on groceries in May?"],
        "In May 2025 I found no transactions on Groceries. But 5 transactions without a category in that period may belong to it.",
    ),
    (
        &["How much did I spend on coffee?"],
        "I did not understand \"coffee\", so any figure would answer a different question. Did you mean: Spending on Restaurants and cafés? Your transactions reach from 1 April 2025 to 20 June 2025.",
    ),
    (
        &["How much did I spend on coffee in May?"],
        "I did not understand \"coffee\", so any figure would answer a different question. Did you mean: Spending on Restaurants and cafés in May 2025? Your transactions reach from 1 April 2025 to 20 June 2025.",
    ),
    (
        &["How much did I spend without rent in June?"],
        "In June 2025 you spent 1,064.38 EUR (6 transactions) without Rent and mortgage. Your data ends on 20 June 2025. No transaction there has this category, so nothing is excluded.",
    ),
    (
        &["Did I buy fuel in May?"],
        "In May 2025 I found no transactions on Fuel. But 5 transactions without a category in that period may belong to it.",
    ),
    (
        &["What percentage of spending is transport"],
        "Over all your transactions (1 April 2025 to 20 June 2025) I found no transactions on Transport. But 13 transactions without a category in that period may belong to it.",
    ),
    (
        &["How much of my income goes to rent?"],
        "Over all your transactions (1 April 2025 to 20 June 2025) I found no transactions on Rent \
         and mortgage. But 13 transactions without a category in that period may belong to it.",
    ),
    (
        &["How much of my income goes to groceries?"],
        "Over all your transactions (1 April 2025 to 20 June 2025) I found no transactions on \
         Groceries. But 13 transactions without a category in that period may belong to it.",
    ),
    (
        &["Spotify price history"],
        "The price at \"spotify\" went from 10.99 EUR to 12.99 EUR, since 15 June 2025.",
    ),
    (
        &["When did Spotify get more expensive?"],
        "The price at \"spotify\" went from 10.99 EUR to 12.99 EUR, since 15 June 2025.",
    ),
    (
        &["How much money do I have after rent each month?"],
        "I did not understand \"after\", so any figure would answer a different question. Did you mean: Spending on Rent and mortgage, by month? Your transactions reach \
         from 1 April 2025 to 20 June 2025.",
    ),
    (
        &["how much did I spend at Tesco compared to Rewe this year"],
        "Spending at \"tesco stores\" and \"rewe markt\" in 2025, by merchant:\n\
         \n\
         - rewe markt: 102.80 EUR\n\
         - tesco stores: 95.18 EUR\n\
         \n\
         Your data begins on 1 April 2025. Your data ends on 20 June 2025.",
    ),
    (
        &["Do I have any duplicates?"],
        "I found no possible duplicates. A line that one statement prints twice counts as two purchases.",
    ),
    (
        &["how much on hotels tagged lisbon"],
        "Over all your transactions (1 April 2025 to 20 June 2025) you spent 47.00 EUR (1 transaction) at \"hotel lisboa\" tagged \"lisbon\".",
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
        "Over all your transactions (1 April 2025 to 20 June 2025) I found no transactions on Rent and mortgage. But 13 transactions without a category in that period may belong to it.",
    ),
    (
        &["largest grocery purchase in June"],
        "In June 2025 I found no transactions on Groceries. Your data ends on 20 June 2025. But 6 transactions without a category in that period may belong to it.",
    ),
    (
        &["top 3 merchants last quarter with a pie chart"],
        "I did not understand \"pie\" and \"chart\", so any figure would answer a different question. Did you mean: Spending in Q2 2025, by merchant? Your transactions reach \
         from 1 April 2025 to 20 June 2025.",
    ),
    (
        &["How many times did I fill up the tank in summer?"],
        "I did not understand \"tank\", so any figure would answer a different question. Did you \
         mean: Number of transactions on Fuel from 1 June 2025 to 31 August 2025? Your transactions reach from \
         1 April 2025 to 20 June 2025.",
    ),
    (
        &["uncategorized spending in June"],
        "In June 2025 you spent 1,064.38 EUR (6 transactions) without a category. Your data ends on 20 June 2025.",
    ),
    (
        &["rent by month"],
        "Over all your transactions (1 April 2025 to 20 June 2025) I found no transactions on Rent and mortgage. Your data ends on 20 June 2025. But 13 transactions without a category in that period may belong to it.",
    ),
];
