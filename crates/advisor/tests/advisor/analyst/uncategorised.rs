//! Questions about books that are kept by hand, where next to nothing has a category.

use super::Case;

pub(super) const CASES: &[Case] = &[
    (
        &["have I paid rent in June?"],
        "No entry there has the category Rent and mortgage, so I went by \"rent\" in the description. Yes: In June 2025 there was 1 entry at \"rent\" (900.00 EUR out).",
    ),
    (
        &["How much did I spend on groceries in May?"],
        "In May 2025 I found no spending on Groceries. Your entries reach from 1 April 2025 to 20 June 2025. But 5 entries there have no category (1,012.38 EUR out), and it may be among them.",
    ),
    (
        &["How much did I spend on coffee?"],
        "Over all your entries (1 April 2025 to 20 June 2025) you spent 4.40 EUR (1 entry) on Restaurants and cafés.",
    ),
    (
        &["How much did I spend on coffee in May?"],
        "In May 2025 I found no spending on Restaurants and cafés. Your entries reach from 1 April 2025 to 20 June 2025. But 5 entries there have no category (1,012.38 EUR out), and it may be among them.",
    ),
    (
        &["How much did I spend without rent in June?"],
        "No entry there has the category Rent and mortgage, so I left out those with \"rent\" in the description. In June 2025 you spent 164.38 EUR (5 entries) without rent.",
    ),
    (
        &["Did I buy fuel in May?"],
        "I cannot tell: In May 2025 I found no entries on Fuel. Your entries reach from 1 April 2025 to 20 June 2025. But 5 entries there have no category (1,012.38 EUR out), and it may be among them.",
    ),
    (
        &["What percentage of spending is transport"],
        "Over all your entries (1 April 2025 to 20 June 2025) I found no spending on Transport. Your entries reach from 1 April 2025 to 20 June 2025. But 13 entries there have no category (2,987.75 EUR out), and it may be among them.",
    ),
    (
        &["How much of my income goes to rent?"],
        "No entry there has the category Rent and mortgage, so I went by \"rent\" in the description. Over all your entries (1 April 2025 to 20 June 2025) you spent 30.0 % of your income at \"rent\": 2,700.00 EUR of 9,000.00 EUR.",
    ),
    (
        &["How much of my income goes to groceries?"],
        "Over all your entries (1 April 2025 to 20 June 2025) I found no spending on Groceries. Your entries reach from 1 April 2025 to 20 June 2025. But 13 entries there have no category (2,987.75 EUR out), and it may be among them.",
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
        "Over all your entries (1 April 2025 to 20 June 2025) you spent 47.00 EUR (1 entry) at \"hotel\" tagged \"lisbon\".",
    ),
    (
        &["spending tagged lisbon"],
        "Over all your entries (1 April 2025 to 20 June 2025) you spent 47.00 EUR (1 entry) tagged \"lisbon\".",
    ),
    (
        &["#lisbon"],
        "Over all your entries (1 April 2025 to 20 June 2025) you spent 47.00 EUR (1 entry) tagged \"lisbon\".",
    ),
    (
        &["When did I last pay rent?"],
        "No entry there has the category Rent and mortgage, so I went by \"rent\" in the description. The last such entry at \"rent\" was on 3 June 2025: RENT HOME GMBH, -900.00 EUR. Over all your entries (1 April 2025 to 20 June 2025) there were 3 entries.",
    ),
    (
        &["largest grocery purchase in June"],
        "In June 2025 I found no entries on Groceries. Your entries reach from 1 April 2025 to 20 June 2025. But 6 entries there have no category (1,064.38 EUR out), and it may be among them.",
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
        "From 1 June 2025 to 31 August 2025 I found no entries on Fuel. Your entries reach from 1 April 2025 to 20 June 2025. But 6 entries there have no category (1,064.38 EUR out), and it may be among them.",
    ),
    (
        &["uncategorised spending in June"],
        "In June 2025 you spent 1,064.38 EUR (6 entries) without a category.",
    ),
    (
        &["rent by month"],
        "No entry there has the category Rent and mortgage, so I went by \"rent\" in the description. Over all your entries (1 April 2025 to 20 June 2025) at \"rent\":\n\
         \n\
         - April 2025: 0.00 EUR in, 900.00 EUR out, -900.00 EUR net\n\
         - May 2025: 0.00 EUR in, 900.00 EUR out, -900.00 EUR net\n\
         - June 2025: 0.00 EUR in, 900.00 EUR out, -900.00 EUR net, not over yet",
    ),
];
