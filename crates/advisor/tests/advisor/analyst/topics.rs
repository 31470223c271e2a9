//! Questions about recurring and due payments, budgets, coverage, origins and calculations.
//!
//! In June, five payments recur: 800.00, 45.00 (about), 20.50, 12.99 and 3.50, together 881.99.
//! So does a salary of 2,600.00.

use super::Case;

pub(super) const CASES: &[Case] = &[
    (
        &["What subscriptions do I have?"],
        "As of 30 June 2025, recurring payments on Subscriptions: 1, together 12.99 EUR a month \
         (155.88 EUR a year).\n\
         \n\
         - netflix.com: -12.99 EUR monthly, last on 15 June 2025, next on 15 July 2025",
    ),
    (
        &["What are my subscriptions?"],
        "As of 30 June 2025, recurring payments on Subscriptions: 1, together 12.99 EUR a month \
         (155.88 EUR a year).\n\
         \n\
         - netflix.com: -12.99 EUR monthly, last on 15 June 2025, next on 15 July 2025",
    ),
    (
        &["Which bills recur every month?", "Which payments are recurring?"],
        "As of 30 June 2025, recurring payments: 5, together 881.99 EUR a month (10,583.88 EUR a \
         year). As of 30 June 2025, recurring income: 1, together 2,600.00 EUR a month (31,200.00 EUR \
         a year).\n\
         \n\
         - rent mueller: -800.00 EUR monthly, last on 5 June 2025, next on 5 July 2025\n\
         - tesco stores: about -45.00 EUR monthly, last on 10 June 2025, next on 10 July 2025\n\
         - tesco stores: -20.50 EUR monthly, last on 20 June 2025, next on 20 July 2025\n\
         - netflix.com: -12.99 EUR monthly, last on 15 June 2025, next on 15 July 2025\n\
         - blue cafe: -3.50 EUR monthly, last on 12 June 2025, next on 12 July 2025\n\
         - salary acme ltd: 2,600.00 EUR monthly, last on 2 June 2025, next on 2 July 2025; 2,500.00 \
         EUR before 2 June 2025",
    ),
    (
        &["Which recurring income do I have?"],
        "As of 30 June 2025, recurring payments: 5, together 881.99 EUR a month (10,583.88 EUR a \
         year). As of 30 June 2025, recurring income: 1, together 2,600.00 EUR a month (31,200.00 EUR \
         a year).\n\
         \n\
         - rent mueller: -800.00 EUR monthly, last on 5 June 2025, next on 5 July 2025\n\
         - tesco stores: about -45.00 EUR monthly, last on 10 June 2025, next on 10 July 2025\n\
         - tesco stores: -20.50 EUR monthly, last on 20 June 2025, next on 20 July 2025\n\
         - netflix.com: -12.99 EUR monthly, last on 15 June 2025, next on 15 July 2025\n\
         - blue cafe: -3.50 EUR monthly, last on 12 June 2025, next on 12 July 2025\n\
         - salary acme ltd: 2,600.00 EUR monthly, last on 2 June 2025, next on 2 July 2025; 2,500.00 \
         EUR before 2 June 2025",
    ),
    (
        &["Which payments are recurring?", "and at Netflix?"],
        "As of 30 June 2025, recurring payments at \"netflix.com\": 1, together 12.99 EUR a month \
         (155.88 EUR a year).\n\
         \n\
         - netflix.com: -12.99 EUR monthly, last on 15 June 2025, next on 15 July 2025",
    ),
    (
        &["Which subscriptions have ended?"],
        "As of 30 June 2025, I found no recurring payment that has ended on Subscriptions: that takes three transactions at regular intervals.",
    ),
    (
        &["What is due next week?"],
        "This omits large and one-off purchases, income that does not recur, transfers between your accounts, and card spending. The balances also count usual spending of 31.75 EUR a \
         month. From 21 July 2025 to 27 July 2025 nothing is due. Your accounts would then hold \
         17,058.67 EUR on 27 July 2025 (the lowest is 15,367.78 EUR on 1 July 2025). This is as of 30 June 2025.",
    ),
    (
        &["Which bills are coming up in the next 30 days?"],
        "This omits large and one-off purchases, income that does not recur, transfers between your accounts, and card spending. The balances also count usual spending of 31.75 EUR a \
         month. From 15 July 2025 to 14 August 2025 these are due (881.99 EUR out and 2,600.00 EUR \
         in):\n\
         \n\
         - 15 July 2025: netflix.com, -12.99 EUR\n\
         - 20 July 2025: tesco stores, -20.50 EUR\n\
         - 2 August 2025: salary acme ltd, 2,600.00 EUR\n\
         - 5 August 2025: rent mueller, -800.00 EUR\n\
         - 10 August 2025: tesco stores, -45.00 EUR\n\
         - 12 August 2025: blue cafe, -3.50 EUR\n\
         \n\
         Your accounts would then hold 18,791.39 EUR on 14 August 2025 (the lowest is 15,367.78 EUR \
         on 1 July 2025). This is as of 30 June 2025.",
    ),
    (
        &["When is my next rent due?"],
        "The next transaction on Rent and mortgage is expected on 5 August 2025.",
    ),
    (
        &["What will my balance be at the end of the month?"],
        "This omits large and one-off purchases, income that does not recur, transfers between your accounts, and card spending. The balances also count usual spending of 31.75 EUR a \
         month. From 15 July 2025 to 31 July 2025 these are due (33.49 EUR out and 0.00 EUR in):\n\
         \n\
         - 15 July 2025: netflix.com, -12.99 EUR\n\
         - 20 July 2025: tesco stores, -20.50 EUR\n\
         \n\
         Your accounts would then hold 17,054.50 EUR on 31 July 2025 (the lowest is 15,367.78 EUR on \
         1 July 2025). This is as of 30 June 2025.",
    ),
    (&["Did any subscription get more expensive?"], "The price on Subscriptions has always been 12.99 EUR."),
    (
        &["Is Netflix a recurring payment?"],
        "As of 30 June 2025, recurring payments at \"netflix.com\": 1, together 12.99 EUR a month \
         (155.88 EUR a year).\n\
         \n\
         - netflix.com: -12.99 EUR monthly, last on 15 June 2025, next on 15 July 2025",
    ),
    (
        &["What is due tomorrow?"],
        "I did not understand \"tomorrow\", so any figure would answer a different question. You can ask, for example: \"How much did I spend on groceries last month?\", \
         \"What was my largest purchase in 2025?\", \"Compare May and June\" or \"What is my \
         balance?\". Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["How much money will I have at the end of next month?"],
        "I did not understand that. You can ask, for example: \"How much did I spend on groceries \
         last month?\", \"What was my largest purchase in 2025?\", \"Compare May and June\" or \"What \
         is my balance?\". Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["What is my net worth?"],
        "On 15 July 2025 your net worth was 15,368.82 EUR. On 15 July 2025, Main held 10,353.57 EUR \
         and Reserve held 5,015.25 EUR.",
    ),
    (
        &["What was my net worth at the end of March?"],
        "On 31 March 2025 your net worth was 5,653.03 EUR. On 31 March 2025, Main held 5,653.03 EUR.",
    ),
    (
        &["How did my net worth develop since April?"],
        "I am not sure which figure you mean. Did you mean: Spending since 1 April 2025; Income since \
         1 April 2025; Transactions since 1 April 2025? Your transactions reach from 2 January 2025 \
         to 30 June 2025.",
    ),
    (
        &["How has my net worth changed this year?"],
        "I am not sure which figure you mean. Did you mean: Spending in 2025; Income in 2025; \
         Transactions in 2025? Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["What am I worth?"],
        "On 15 July 2025 your net worth was 15,368.82 EUR. On 15 July 2025, Main held 10,353.57 EUR \
         and Reserve held 5,015.25 EUR.",
    ),
    (
        &["What is my net worth in USD?"],
        "I did not understand that. You can ask, for example: \"How much did I spend on groceries last month?\", \"What was my largest purchase in 2025?\", \"Compare May and June\" or \"What is my balance?\". Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["How long will my money last?"],
        "On 30 June 2025 your checking, savings and cash accounts held 15,368.82 EUR; without any \
         income that lasts 16.0 months, at 957.74 EUR a month. With your income of 2,519.21 EUR a \
         month it does not run out: 1,561.47 EUR a month is left.",
    ),
    (
        &["What is my runway?"],
        "On 30 June 2025 your checking, savings and cash accounts held 15,368.82 EUR; without any \
         income that lasts 16.0 months, at 957.74 EUR a month. With your income of 2,519.21 EUR a \
         month it does not run out: 1,561.47 EUR a month is left.",
    ),
    (
        &["How much is left for groceries in June?"],
        "Groceries, June 2025: 66.50 EUR of 100.00 EUR is spent (66.5 %), 33.50 EUR is left.",
    ),
    (
        &["How much of my budget is spent in June?"],
        "Your budgets:\n\
         \n\
         - Groceries, June 2025: 66.50 EUR of 100.00 EUR is spent (66.5 %), 33.50 EUR is left.\n\
         - Restaurants and cafés, June 2025: 3.50 EUR of 3.00 EUR is spent (116.7 %), 0.50 EUR over budget.",
    ),
    (
        &["How is my grocery budget this month?"],
        "Groceries, July 2025: 0.00 EUR of 100.00 EUR is spent (0.0 %), 100.00 EUR is left.",
    ),
    (
        &["How much budget for groceries do I have in June?", "and the month before?"],
        "I did not understand that. You can ask, for example: \"How much did I spend on groceries \
         last month?\", \"What was my largest purchase in 2025?\", \"Compare May and June\" or \"What \
         is my balance?\". Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["Which months did I exceed my grocery budget?"],
        "I did not understand \"exceed\", so any figure would answer a different question. Did you mean: Spending on Groceries; Income from Groceries; Transactions on \
         Groceries? Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["Was I over budget in any month of Q2 2025?"],
        "Your budgets:\n\
         \n\
         - Groceries, April 2025: 64.50 EUR of 100.00 EUR is spent (64.5 %), 35.50 EUR is left.\n\
         - Restaurants and cafés, April 2025: 3.50 EUR of 3.00 EUR is spent (116.7 %), 0.50 EUR over budget.\n\
         - Groceries, May 2025: 65.50 EUR of 100.00 EUR is spent (65.5 %), 34.50 EUR is left.\n\
         - Restaurants and cafés, May 2025: 7.00 EUR of 3.00 EUR is spent (233.3 %), 4.00 EUR over budget.\n\
         - Groceries, June 2025: 66.50 EUR of 100.00 EUR is spent (66.5 %), 33.50 EUR is left.\n\
         - Restaurants and cafés, June 2025: 3.50 EUR of 3.00 EUR is spent (116.7 %), 0.50 EUR over budget.",
    ),
    (
        &["How much did I have budgeted for groceries in May 2025 and how much did I use?"],
        "Groceries, May 2025: 65.50 EUR of 100.00 EUR is spent (65.5 %), 34.50 EUR is left.",
    ),
    (
        &["What is my weekly grocery budget?"],
        "I am not sure which figure you mean. Did you mean: Spending on Groceries; Income from \
         Groceries; Transactions on Groceries? Your transactions reach from 2 January 2025 to 30 June \
         2025.",
    ),
    (
        &["Set a weekly budget of 50 EUR for groceries"],
        "A budget covers a month or a year, so I cannot set this one. Tell me the amount per month or year, and the category.",
    ),
    (
        &["Forecast my balance for the end of the month"],
        "This omits large and one-off purchases, income that does not recur, transfers between your accounts, and card spending. The balances also count usual spending of 31.75 EUR a \
         month. From 15 July 2025 to 31 July 2025 these are due (33.49 EUR out and 0.00 EUR in):\n\
         \n\
         - 15 July 2025: netflix.com, -12.99 EUR\n\
         - 20 July 2025: tesco stores, -20.50 EUR\n\
         \n\
         Your accounts would then hold 17,054.50 EUR on 31 July 2025 (the lowest is 15,367.78 EUR on \
         1 July 2025). This is as of 30 June 2025.",
    ),
    (
        &["How much of my grocery budget is left this week?"],
        "I did not understand \"left\", so any figure would answer a different question. Did you mean: Spending on Groceries from 14 July 2025 to 20 July 2025; Income from \
         Groceries from 14 July 2025 to 20 July 2025; Transactions on Groceries from 14 July 2025 to \
         20 July 2025? Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["Did I overspend my travel budget?"],
        "I did not understand \"overspend\", so any figure would answer a different question. Did you mean: Spending on Travel; Income from Travel; Transactions on Travel? Your \
         transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["Which months are missing?"],
        "This is what your statements cover:\n\
         \n\
         - Main: 2 January 2025 – 20 June 2025; nothing is missing in between.\n\
         - Reserve: 30 June 2025; nothing is missing in between.",
    ),
    (
        &["Are there gaps in the Main account?"],
        "This is what your statements cover:\n\
         \n\
         - Main: 2 January 2025 – 20 June 2025; nothing is missing in between.",
    ),
    (
        &["Where does the 249.99 at Amazon come from?"],
        "-249.99 EUR of 8 June 2025, in Main, is line 36 of Main.pdf on page 2, printed as \"AMAZON \
         EU\". That statement adds up to the cent.",
    ),
    (
        &["Which statement is the dentist payment from?"],
        "-150.00 EUR of 25 February 2025, in Main, is line 13 of Main.pdf on page 1, printed as \
         \"DENTIST WEISS\". That statement adds up to the cent.",
    ),
    (
        &["Which page is Netflix printed on?"],
        "6 transactions at \"netflix.com\":\n\
         \n\
         - -12.99 EUR of 15 June 2025, in Main, is line 39 of Main.pdf on page 2, printed as \
         \"NETFLIX.COM\". That statement adds up to the cent.\n\
         - -12.99 EUR of 15 May 2025, in Main, is line 32 of Main.pdf on page 2, printed as \
         \"NETFLIX.COM\". That statement adds up to the cent.\n\
         - -12.99 EUR of 15 April 2025, in Main, is line 25 of Main.pdf on page 2, printed as \
         \"NETFLIX.COM\". That statement adds up to the cent.",
    ),
    (
        &["What if I save 300 a month at 4 % for 10 years?"],
        "300.00 EUR a month at 4 % a year grows to 44,174.91 EUR in 120 months: 36,000.00 EUR paid in and 8,174.91 EUR interest, credited each month at a twelfth of the yearly rate.",
    ),
    (
        &["If I invest 10,000 euros at 5% for 20 years, what does it grow to?"],
        "10,000.00 EUR at 5 % a year grows to 27,126.50 EUR in 240 months: 10,000.00 EUR paid in and 17,126.50 EUR interest, credited each month at a twelfth of the yearly rate.",
    ),
    (
        &["What does a loan of 200,000 at 3.5 % cost over 20 years?"],
        "A loan of 200,000.00 EUR at 3.5 % a year takes 240 months of 1,159.92 EUR (the last is 1,159.78 EUR): 278,380.66 EUR in all, of which 78,380.66 EUR is interest, charged each month at a twelfth of the yearly rate.",
    ),
    (
        &["How long does it take to repay a loan of 10k at 6 % with 200 euros a month?"],
        "A loan of 10,000.00 EUR at 6 % a year takes 58 months of 200.00 EUR (the last is 136.16 EUR): 11,536.16 EUR in all, of which 1,536.16 EUR is interest, charged each month at a twelfth of the yearly rate.",
    ),
    (
        &["invest 10000 for 20 years at 6% compounded annually"],
        "10,000.00 EUR at 6 % a year grows to 32,071.35 EUR in 240 months: 10,000.00 EUR paid in and 22,071.35 EUR interest, credited once a year at the yearly rate.",
    ),
    (
        &["What do 1,000 euros at 5% become in 10 years yearly?"],
        "1,000.00 EUR at 5 % a year grows to 1,628.89 EUR in 120 months: 1,000.00 EUR paid in and 628.89 EUR interest, credited once a year at the yearly rate.",
    ),
    (
        &["How much would 5,000 at 3% be worth after 5 years?"],
        "5,000.00 EUR at 3 % a year grows to 5,808.09 EUR in 60 months: 5,000.00 EUR paid in and 808.09 EUR interest, credited each month at a twelfth of the yearly rate.",
    ),
    (
        &["200 a month into an ETF at 7 % for 30 years"],
        "200.00 EUR a month at 7 % a year grows to 243,994.06 EUR in 360 months: 72,000.00 EUR paid in and 171,994.06 EUR interest, credited each month at a twelfth of the yearly rate.",
    ),
    (
        &["How long to pay off a 150k mortgage at 3% over 20 years if I pay 200 extra a month?"],
        "A loan of 150,000.00 EUR at 3 % a year takes 181 months of 831.90 EUR and 200.00 EUR extra (the last is 903.99 EUR): 186,645.99 EUR in all, of which 36,645.99 EUR is interest, charged each month at a twelfth of the yearly rate. Without the extra it takes 240 months, and 49,654.78 EUR is interest.",
    ),
    (
        &["What does a house for 320,000 with 40,000 down at 4% over 30 years cost?"],
        "320,000.00 EUR less 40,000.00 EUR down is 280,000.00 EUR. A loan of 280,000.00 EUR at 4 % a year takes 360 months of 1,336.77 EUR (the last is 1,331.89 EUR): 481,232.32 EUR in all, of which 201,232.32 EUR is interest, charged each month at a twelfth of the yearly rate.",
    ),
    (
        &["mortgage of 250000 at 3.5 % with monthly payment of 1500"],
        "A loan of 250,000.00 EUR at 3.5 % a year takes 229 months of 1,500.00 EUR (the last is 884.41 EUR): 342,884.41 EUR in all, of which 92,884.41 EUR is interest, charged each month at a twelfth of the yearly rate.",
    ),
    (
        &["loan of 200.000 EUR at 3,5% over 20 years"],
        "A loan of 200,000.00 EUR at 3.5 % a year takes 240 months of 1,159.92 EUR (the last is 1,159.78 EUR): 278,380.66 EUR in all, of which 78,380.66 EUR is interest, charged each month at a twelfth of the yearly rate.",
    ),
    (
        &["A loan of 200,000 at 4% over 10 years after taxes"],
        "I did not understand \"loan\", \"200,000\", \"4\", \"%\", \"over\", \"10\" and \"after\", so any figure would answer a different question. Did you mean: Spending on Taxes; Income from Taxes; Transactions on Taxes? Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["What does a loan of 10,000 at 5% cost?"],
        "Give the term in months or years, or the monthly payment; I calculate the rest.",
    ),
];

pub(super) const GAPS: &[Case] = &[
    (
        &["Which months are missing?"],
        "This is what your statements cover:\n\
         \n\
         - Giro: 1 January 2025 – 31 January 2025 and 1 March 2025 – 31 March 2025; missing: 1 February 2025 – 28 February 2025.",
    ),
    (
        &["Where does the 45.90 at REWE come from?"],
        "2 transactions at \"rewe sagt danke\" of exactly 45.90:\n\
         \n\
         - -45.90 EUR of 1 March 2025, in Giro, is line 1 of Giro March.pdf on page 1, printed as \"REWE SAGT DANKE\". That statement adds up to the cent.\n\
         - -45.90 EUR of 1 January 2025, in Giro, is line 1 of Giro.pdf on page 1, printed as \"REWE SAGT DANKE\". That statement adds up to the cent.",
    ),
    (
        &["What is my net worth?"],
        "On 15 July 2025 your net worth was 13.20 EUR. On 15 July 2025, Giro held 13.20 EUR.",
    ),
    (
        &["What subscriptions do I have?"],
        "As of 31 March 2025, I found nothing that recurs on Subscriptions: that takes three transactions at regular intervals.",
    ),
    (
        &["Do I have a budget for groceries?"],
        "You have no budget on Groceries for that time. Set budgets on the Budgets page.",
    ),
];
