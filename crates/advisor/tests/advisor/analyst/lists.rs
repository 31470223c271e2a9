//! Questions that are answered with a list.

use super::Case;

pub(super) const CASES: &[Case] = &[
    (
        &["Show my 3 largest expenses since February"],
        "Largest expenses since 1 February 2025:\n\
         \n\
         - 5 February 2025: RENT MUELLER, -800.00 EUR\n\
         - 5 March 2025: RENT MUELLER, -800.00 EUR\n\
         - 5 April 2025: RENT MUELLER, -800.00 EUR",
    ),
    (
        &["List my transactions in June"],
        "In June 2025 I found 8 transactions:\n\
         \n\
         - 2 June 2025: SALARY ACME LTD, 2,600.00 EUR\n\
         - 5 June 2025: RENT MUELLER, -800.00 EUR\n\
         - 8 June 2025: AMAZON EU, -249.99 EUR\n\
         - 10 June 2025: TESCO STORES 3012, -46.00 EUR\n\
         - 12 June 2025: BLUE CAFE 0042, -3.50 EUR\n\
         - 15 June 2025: NETFLIX.COM, -12.99 EUR\n\
         - 20 June 2025: TESCO STORES 3012, -20.50 EUR\n\
         - 30 June 2025: INTEREST Q2, 15.25 EUR",
    ),
    (
        &["Show the last 3 transactions"],
        "Last transaction over all your transactions (2 January 2025 to 30 June 2025):\n\
         \n\
         - 30 June 2025: INTEREST Q2, 15.25 EUR\n\
         - 20 June 2025: TESCO STORES 3012, -20.50 EUR\n\
         - 15 June 2025: NETFLIX.COM, -12.99 EUR",
    ),
    (
        &["Show all Netflix payments"],
        "Over all your transactions (2 January 2025 to 30 June 2025) I found 6 transactions at \"netflix.com\":\n\
         \n\
         - 15 January 2025: NETFLIX.COM, -12.99 EUR\n\
         - 15 February 2025: NETFLIX.COM, -12.99 EUR\n\
         - 15 March 2025: NETFLIX.COM, -12.99 EUR\n\
         - 15 April 2025: NETFLIX.COM, -12.99 EUR\n\
         - 15 May 2025: NETFLIX.COM, -12.99 EUR\n\
         - 15 June 2025: NETFLIX.COM, -12.99 EUR",
    ),
    (
        &["Find transactions over 200 euros"],
        "Over all your transactions (2 January 2025 to 30 June 2025) I found 13 transactions over 200:\n\
         \n\
         - 2 January 2025: SALARY ACME LTD, 2,500.00 EUR\n\
         - 5 January 2025: RENT MUELLER, -800.00 EUR\n\
         - 2 February 2025: SALARY ACME LTD, 2,500.00 EUR\n\
         - 5 February 2025: RENT MUELLER, -800.00 EUR\n\
         - 2 March 2025: SALARY ACME LTD, 2,500.00 EUR\n\
         - 5 March 2025: RENT MUELLER, -800.00 EUR\n\
         - 2 April 2025: SALARY ACME LTD, 2,500.00 EUR\n\
         - 5 April 2025: RENT MUELLER, -800.00 EUR\n\
         - 2 May 2025: SALARY ACME LTD, 2,500.00 EUR\n\
         - 5 May 2025: RENT MUELLER, -800.00 EUR\n\
         - 2 June 2025: SALARY ACME LTD, 2,600.00 EUR\n\
         - 5 June 2025: RENT MUELLER, -800.00 EUR\n\
         - 8 June 2025: AMAZON EU, -249.99 EUR",
    ),
    (
        &["Which purchases were between 40 and 60 in 2025?"],
        "In 2025 I found 7 transactions of at least 40 of at most 60 of money out:\n\
         \n\
         - 10 January 2025: TESCO STORES 3012, -41.00 EUR\n\
         - 10 February 2025: TESCO STORES 3012, -42.00 EUR\n\
         - 10 March 2025: TESCO STORES 3012, -43.00 EUR\n\
         - 14 March 2025: SHELL STATION 88, -60.00 EUR\n\
         - 10 April 2025: TESCO STORES 3012, -44.00 EUR\n\
         - 10 May 2025: TESCO STORES 3012, -45.00 EUR\n\
         - 10 June 2025: TESCO STORES 3012, -46.00 EUR\n\
         \n\
         Your data ends on 30 June 2025.",
    ),
    (
        &["Break down my spending by category in June"],
        "Spending in June 2025, by category:\n\
         \n\
         - Rent and mortgage: 800.00 EUR\n\
         - Online shopping: 249.99 EUR\n\
         - Groceries: 66.50 EUR\n\
         - Subscriptions: 12.99 EUR\n\
         - Restaurants and cafés: 3.50 EUR",
    ),
    (
        &["Where does my money go?"],
        "I did not understand that. You can ask, for example: \"How much did I spend on groceries \
         last month?\", \"What was my largest purchase in 2025?\", \"Compare May and June\" or \"What \
         is my balance?\". Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["Top 3 merchants in 2025"],
        "Spending in 2025, by merchant:\n\
         \n\
         - rent mueller: 4,800.00 EUR\n\
         - tesco stores: 384.00 EUR\n\
         - amazon eu: 249.99 EUR\n\
         \n\
         Your data ends on 30 June 2025.",
    ),
    (
        &["Income and spending by month"],
        "I did not understand \"and\", so any figure would answer a different question. You can ask, for example: \"How much did I spend on groceries last month?\", \
         \"What was my largest purchase in 2025?\", \"Compare May and June\" or \"What is my \
         balance?\". Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["Spending by month"],
        "Spending over all your transactions (2 January 2025 to 30 June 2025), by month:\n\
         \n\
         - January 2025: 877.99 EUR\n\
         - February 2025: 1,028.99 EUR\n\
         - March 2025: 939.99 EUR\n\
         - April 2025: 880.99 EUR\n\
         - May 2025: 885.49 EUR\n\
         - June 2025: 1,132.98 EUR",
    ),
    (
        &["Who paid me in June?"],
        "I am not sure which figure you mean. Did you mean: Spending in June 2025; Income in June 2025; Transactions in June 2025? Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["Spending by weekday in June"],
        "Spending in June 2025, by day of the week:\n\
         \n\
         - Thursdays: 803.50 EUR\n\
         - Sundays: 262.98 EUR\n\
         - Tuesdays: 46.00 EUR\n\
         - Fridays: 20.50 EUR",
    ),
    (
        &["Show my spending by day in May"],
        "Spending in May 2025, by day:\n\
         \n\
         - 5 May 2025: 800.00 EUR\n\
         - 10 May 2025: 45.00 EUR\n\
         - 12 May 2025: 7.00 EUR\n\
         - 15 May 2025: 12.99 EUR\n\
         - 20 May 2025: 20.50 EUR",
    ),
    (
        &["Net income per month"],
        "I did not understand that. You can ask, for example: \"How much did I spend on groceries \
         last month?\", \"What was my largest purchase in 2025?\", \"Compare May and June\" or \"What \
         is my balance?\". Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["What did I spend money on in February?"],
        "Spending in February 2025, by category:\n\
         \n\
         - Rent and mortgage: 800.00 EUR\n\
         - Pharmacy and doctor: 150.00 EUR\n\
         - Groceries: 62.50 EUR\n\
         - Subscriptions: 12.99 EUR\n\
         - Restaurants and cafés: 3.50 EUR",
    ),
    (
        &["Show transactions on 12 May"],
        "On 12 May 2025 I found 2 transactions:\n\
         \n\
         - 12 May 2025: BLUE CAFE 0042, -3.50 EUR\n\
         - 12 May 2025: BLUE CAFE 0042, -3.50 EUR",
    ),
    (
        &["What were my expenses in the week of 5 May 2025?"],
        "From 5 May 2025 to 11 May 2025 you spent 845.00 EUR (2 transactions).",
    ),
];
