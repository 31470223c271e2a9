//! Questions whose answer is a list.

use super::Case;

pub(super) const CASES: &[Case] = &[
    (
        &["Show my 3 largest expenses since February"],
        "Since 1 February 2025 there are 29 entries (4,868.44 EUR out); the largest 3:\n\
         \n\
         - 5 February 2025: RENT MUELLER, -800.00 EUR\n\
         - 5 March 2025: RENT MUELLER, -800.00 EUR\n\
         - 5 April 2025: RENT MUELLER, -800.00 EUR",
    ),
    (
        &["List my transactions in June"],
        "In June 2025 there are 8 entries (1,132.98 EUR out and 2,615.25 EUR in):\n\
         \n\
         - 30 June 2025: INTEREST Q2, 15.25 EUR\n\
         - 20 June 2025: TESCO STORES 3012, -20.50 EUR\n\
         - 15 June 2025: NETFLIX.COM, -12.99 EUR\n\
         - 12 June 2025: BLUE CAFE 0042, -3.50 EUR\n\
         - 10 June 2025: TESCO STORES 3012, -46.00 EUR\n\
         - 8 June 2025: AMAZON EU, -249.99 EUR\n\
         - 5 June 2025: RENT MUELLER, -800.00 EUR\n\
         - 2 June 2025: SALARY ACME LTD, 2,600.00 EUR",
    ),
    (
        &["Show the last 3 transactions"],
        "Over all your entries (2 January 2025 to 30 June 2025) there are 41 entries (5,746.43 EUR out and 15,115.25 EUR in); the latest 3:\n\
         \n\
         - 30 June 2025: INTEREST Q2, 15.25 EUR\n\
         - 20 June 2025: TESCO STORES 3012, -20.50 EUR\n\
         - 15 June 2025: NETFLIX.COM, -12.99 EUR",
    ),
    (
        &["Show all Netflix payments"],
        "Over all your entries (2 January 2025 to 30 June 2025) there are 6 entries at \"netflix\" (77.94 EUR out):\n\
         \n\
         - 15 June 2025: NETFLIX.COM, -12.99 EUR\n\
         - 15 May 2025: NETFLIX.COM, -12.99 EUR\n\
         - 15 April 2025: NETFLIX.COM, -12.99 EUR\n\
         - 15 March 2025: NETFLIX.COM, -12.99 EUR\n\
         - 15 February 2025: NETFLIX.COM, -12.99 EUR\n\
         - 15 January 2025: NETFLIX.COM, -12.99 EUR",
    ),
    (
        &["Find transactions over 200 euros"],
        "Over all your entries (2 January 2025 to 30 June 2025) there are 13 entries, counting only amounts of more than 200 (5,049.99 EUR out and 15,100.00 EUR in):\n\
         \n\
         - 8 June 2025: AMAZON EU, -249.99 EUR\n\
         - 5 June 2025: RENT MUELLER, -800.00 EUR\n\
         - 2 June 2025: SALARY ACME LTD, 2,600.00 EUR\n\
         - 5 May 2025: RENT MUELLER, -800.00 EUR\n\
         - 2 May 2025: SALARY ACME LTD, 2,500.00 EUR\n\
         - 5 April 2025: RENT MUELLER, -800.00 EUR\n\
         - 2 April 2025: SALARY ACME LTD, 2,500.00 EUR\n\
         - 5 March 2025: RENT MUELLER, -800.00 EUR\n\
         - 2 March 2025: SALARY ACME LTD, 2,500.00 EUR\n\
         - 5 February 2025: RENT MUELLER, -800.00 EUR\n\
         - 2 February 2025: SALARY ACME LTD, 2,500.00 EUR\n\
         - 5 January 2025: RENT MUELLER, -800.00 EUR\n\
         - 2 January 2025: SALARY ACME LTD, 2,500.00 EUR",
    ),
    (
        &["Which purchases were between 40 and 60 in 2025?"],
        "In 2025 there are 7 entries, counting only amounts of at least 40 and at most 60 (321.00 EUR out):\n\
         \n\
         - 10 June 2025: TESCO STORES 3012, -46.00 EUR\n\
         - 10 May 2025: TESCO STORES 3012, -45.00 EUR\n\
         - 10 April 2025: TESCO STORES 3012, -44.00 EUR\n\
         - 14 March 2025: SHELL STATION 88, -60.00 EUR\n\
         - 10 March 2025: TESCO STORES 3012, -43.00 EUR\n\
         - 10 February 2025: TESCO STORES 3012, -42.00 EUR\n\
         - 10 January 2025: TESCO STORES 3012, -41.00 EUR",
    ),
    (
        &["Break down my spending by category in June"],
        "In June 2025 you spent 1,132.98 EUR:\n\
         \n\
         - Rent and mortgage: 800.00 EUR (1 entry, 70.6 %)\n\
         - Online shopping: 249.99 EUR (1 entry, 22.1 %)\n\
         - Groceries: 66.50 EUR (2 entries, 5.9 %)\n\
         - Subscriptions: 12.99 EUR (1 entry, 1.1 %)\n\
         - Restaurants and cafés: 3.50 EUR (1 entry, 0.3 %)",
    ),
    (
        &["Where does my money go?"],
        "Over all your entries (2 January 2025 to 30 June 2025) you spent 5,746.43 EUR:\n\
         \n\
         - Rent and mortgage: 4,800.00 EUR (6 entries, 83.5 %)\n\
         - Groceries: 384.00 EUR (12 entries, 6.7 %)\n\
         - Online shopping: 249.99 EUR (1 entry, 4.4 %)\n\
         - Pharmacy and doctor: 150.00 EUR (1 entry, 2.6 %)\n\
         - Subscriptions: 77.94 EUR (6 entries, 1.4 %)\n\
         - Fuel: 60.00 EUR (1 entry, 1.0 %)\n\
         - Restaurants and cafés: 24.50 EUR (7 entries, 0.4 %)",
    ),
    (
        &["Top 3 merchants in 2025"],
        "In 2025 you spent 5,746.43 EUR:\n\
         \n\
         - rent mueller: 4,800.00 EUR (6 entries, 83.5 %)\n\
         - tesco stores: 384.00 EUR (12 entries, 6.7 %)\n\
         - amazon eu: 249.99 EUR (1 entry, 4.4 %)\n\
         \n\
         4 more are not shown.",
    ),
    (
        &["Income and spending by month"],
        "Over all your entries (2 January 2025 to 30 June 2025):\n\
         \n\
         - January 2025: 2,500.00 EUR in, 877.99 EUR out, 1,622.01 EUR net\n\
         - February 2025: 2,500.00 EUR in, 1,028.99 EUR out, 1,471.01 EUR net\n\
         - March 2025: 2,500.00 EUR in, 939.99 EUR out, 1,560.01 EUR net\n\
         - April 2025: 2,500.00 EUR in, 880.99 EUR out, 1,619.01 EUR net\n\
         - May 2025: 2,500.00 EUR in, 885.49 EUR out, 1,614.51 EUR net\n\
         - June 2025: 2,615.25 EUR in, 1,132.98 EUR out, 1,482.27 EUR net",
    ),
    (
        &["Spending by month"],
        "Over all your entries (2 January 2025 to 30 June 2025) you spent 5,746.43 EUR:\n\
         \n\
         - January 2025: 877.99 EUR (5 entries, 15.3 %)\n\
         - February 2025: 1,028.99 EUR (6 entries, 17.9 %)\n\
         - March 2025: 939.99 EUR (6 entries, 16.4 %)\n\
         - April 2025: 880.99 EUR (5 entries, 15.3 %)\n\
         - May 2025: 885.49 EUR (6 entries, 15.4 %)\n\
         - June 2025: 1,132.98 EUR (6 entries, 19.7 %)",
    ),
    (
        &["Who paid me in June?"],
        "In June 2025 you received 2,615.25 EUR:\n\
         \n\
         - salary acme ltd: 2,600.00 EUR (1 entry, 99.4 %)\n\
         - interest: 15.25 EUR (1 entry, 0.6 %)",
    ),
    (
        &["Spending by weekday in June"],
        "In June 2025 you spent 1,132.98 EUR:\n\
         \n\
         - Thursday: 803.50 EUR (2 entries, 70.9 %)\n\
         - Sunday: 262.98 EUR (2 entries, 23.2 %)\n\
         - Tuesday: 46.00 EUR (1 entry, 4.1 %)\n\
         - Friday: 20.50 EUR (1 entry, 1.8 %)",
    ),
    (
        &["Show my spending by day in May"],
        "In May 2025 you spent 885.49 EUR:\n\
         \n\
         - 5 May 2025: 800.00 EUR (1 entry, 90.3 %)\n\
         - 10 May 2025: 45.00 EUR (1 entry, 5.1 %)\n\
         - 12 May 2025: 7.00 EUR (2 entries, 0.8 %)\n\
         - 15 May 2025: 12.99 EUR (1 entry, 1.5 %)\n\
         - 20 May 2025: 20.50 EUR (1 entry, 2.3 %)",
    ),
    (
        &["Net income per month"],
        "Over all your entries (2 January 2025 to 30 June 2025):\n\
         \n\
         - January 2025: 2,500.00 EUR in, 877.99 EUR out, 1,622.01 EUR net\n\
         - February 2025: 2,500.00 EUR in, 1,028.99 EUR out, 1,471.01 EUR net\n\
         - March 2025: 2,500.00 EUR in, 939.99 EUR out, 1,560.01 EUR net\n\
         - April 2025: 2,500.00 EUR in, 880.99 EUR out, 1,619.01 EUR net\n\
         - May 2025: 2,500.00 EUR in, 885.49 EUR out, 1,614.51 EUR net\n\
         - June 2025: 2,615.25 EUR in, 1,132.98 EUR out, 1,482.27 EUR net",
    ),
    (
        &["What did I spend money on in February?"],
        "In February 2025 you spent 1,028.99 EUR:\n\
         \n\
         - Rent and mortgage: 800.00 EUR (1 entry, 77.7 %)\n\
         - Pharmacy and doctor: 150.00 EUR (1 entry, 14.6 %)\n\
         - Groceries: 62.50 EUR (2 entries, 6.1 %)\n\
         - Subscriptions: 12.99 EUR (1 entry, 1.3 %)\n\
         - Restaurants and cafés: 3.50 EUR (1 entry, 0.3 %)",
    ),
    (
        &["Show transactions on 12 May"],
        "On 12 May 2025 there are 2 entries (7.00 EUR out):\n\
         \n\
         - 12 May 2025: BLUE CAFE 0042, -3.50 EUR\n\
         - 12 May 2025: BLUE CAFE 0042, -3.50 EUR",
    ),
    (
        &["What were my expenses in the week of 5 May 2025?"],
        "From 5 May 2025 to 11 May 2025 there are 2 entries (845.00 EUR out):\n\
         \n\
         - 10 May 2025: TESCO STORES 3012, -45.00 EUR\n\
         - 5 May 2025: RENT MUELLER, -800.00 EUR",
    ),
];
