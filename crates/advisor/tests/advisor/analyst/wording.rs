//! Questions in different styles: terse, chatty, several in one, and with unknown words.

use super::Case;

pub(super) const CASES: &[Case] = &[
    (&["petrol in march"], "In March 2025 you spent 60.00 EUR (1 transaction) on Fuel."),
    (
        &["how much went on rent this year"],
        "In 2025 you spent 4,800.00 EUR (6 transactions) on Rent and mortgage. Your data ends on 30 June 2025.",
    ),
    (
        &["How much did I fork out for groceries and eating out in Q2?"],
        "In Q2 2025 you spent 210.50 EUR (10 transactions) on Groceries and Restaurants and cafés.",
    ),
    (
        &["tesco, rewe and lidl in 2025"],
        "I did not understand \"rewe\", \"and\" and \"lidl\", so any figure would answer a different question. Did you mean: Spending at \"tesco stores\" in 2025? Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["Compare Tesco, Netflix and Amazon"],
        "Spending at \"tesco stores\", \"netflix.com\" and \"amazon eu\" over all your transactions \
         (2 January 2025 to 30 June 2025), by merchant:\n\
         \n\
         - tesco stores: 384.00 EUR\n\
         - amazon eu: 249.99 EUR\n\
         - netflix.com: 77.94 EUR",
    ),
    (
        &["Did I spend more at Tesco than at Amazon in June?"],
        "Spending at \"tesco stores\" and \"amazon eu\" in June 2025, by merchant:\n\
         \n\
         - amazon eu: 249.99 EUR\n\
         - tesco stores: 66.50 EUR",
    ),
    (
        &["What did I not spend money on in May?"],
        "I did not understand \"not\", so any figure would answer a different question. Did you mean: Spending in May 2025? Your transactions reach from 2 January 2025 to \
         30 June 2025.",
    ),
    (
        &["How much did I spend excluding rent and groceries in June?"],
        "In June 2025 you spent 266.48 EUR (3 transactions) without Rent and mortgage and Groceries.",
    ),
    (
        &["everything over fifty euros in March"],
        "I am not sure which figure you mean. Did you mean: Spending over 50 in March 2025; Income over 50 in March 2025; Transactions over 50 in March 2025? Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["between twenty and fifty euros in april"],
        "I did not understand \"between\", \"twenty\", \"and\" and \"fifty\", so any figure would answer a different question. Did you mean: Spending in April 2025; Income in April 2025; Transactions in April 2025? Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["Is my spending going up?"],
        "I did not understand \"going\" and \"up\", so any figure would answer a different question. Did you mean: Number of transactions of money out? Your transactions reach \
         from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["Are my grocery costs rising this year?"],
        "I did not understand \"rising\", so any figure would answer a different question. Did you mean: Number of transactions on Groceries in 2025? Your transactions reach \
         from 2 January 2025 to 30 June 2025.",
    ),
    (&["Netflix price history"], "The price at \"netflix.com\" has always been 12.99 EUR."),
    (
        &["When did my salary change?"],
        "I am not sure which figure you mean. Did you mean: Income from Salary; Transactions on \
         Salary? Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (&["Did Netflix get more expensive?"], "The price at \"netflix.com\" has always been 12.99 EUR."),
    (
        &["what percentage of my income goes on rent"],
        "Over all your transactions (2 January 2025 to 30 June 2025) you spent 31.8 % of your income on Rent and mortgage.",
    ),
    (
        &["how much of my spending is groceries"],
        "Over all your transactions (2 January 2025 to 30 June 2025) you spent 384.00 EUR (12 transactions) on Groceries.",
    ),
    (
        &["How much of my income do I save?"],
        "Over all your transactions (2 January 2025 to 30 June 2025) your savings rate was 62.0 %.",
    ),
    (
        &["What's left of my salary after rent each month?"],
        "I did not understand \"after\" and \"rent\", so any figure would answer a different question. Did you mean: Net cash flow, by month? Your \
         transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["how much do i have left after rent in June"],
        "I did not understand \"left\" and \"after\", so any figure would answer a different question. Did you mean: Spending on Rent and mortgage in June 2025? Your \
         transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["Was I charged twice for anything?"],
        "I found no possible duplicates. A line that one statement prints twice counts as two purchases.",
    ),
    (
        &["chart of my net worth"],
        "I did not understand \"chart\", so any figure would answer a different question. Did you mean: Net worth? Your transactions reach from 2 January 2025 to 30 June \
         2025.",
    ),
    (
        &["How much did I spend in May and what was my income?"],
        "In May 2025 you spent 885.49 EUR (6 transactions). In May 2025 you received 2,500.00 EUR (1 \
         transaction).",
    ),
    (
        &["How much did I spend in May? And in June? And on rent?"],
        "In May 2025 you spent 885.49 EUR (6 transactions). In June 2025 you spent 1,132.98 EUR (6 transactions). In June 2025 you spent 800.00 EUR (1 transaction) on Rent and mortgage.",
    ),
    (
        &["Hi! Quick question: how much was the dentist? Thanks!"],
        "Over all your transactions (2 January 2025 to 30 June 2025) you spent 150.00 EUR (1 \
         transaction) at \"dentist weiss\".",
    ),
    (
        &["smallest payment I made in May"],
        "In May 2025 your smallest expense was 3.50 EUR on 12 May 2025: BLUE CAFE 0042.",
    ),
    (
        &["biggest payment I made this year"],
        "In 2025 your largest expense was 800.00 EUR on 5 January 2025: RENT MUELLER. Your data ends on 30 June 2025.",
    ),
    (
        &["How much is on my Reserve account and how much did I spend in June?"],
        "On 15 July 2025, Reserve held 5,015.25 EUR (known for 30 June 2025). In June 2025 you spent \
         1,132.98 EUR (6 transactions).",
    ),
    (
        &["entries tagged holiday"],
        "I did not understand \"tagged\" and \"holiday\", so any figure would answer a different question. Did you mean: Transactions on Travel? Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["how much did I spend in Main in June"],
        "In June 2025 you spent 1,132.98 EUR (6 transactions) in the account Main. Your data ends on 20 June 2025.",
    ),
    (
        &["what did I pay by card in May"],
        "I did not understand \"by card\", so any figure would answer a different question. Did you mean: Spending in May 2025? Your transactions reach from 2 January 2025 to \
         30 June 2025.",
    ),
    (
        &["median grocery purchase"],
        "Over all your transactions (2 January 2025 to 30 June 2025) the median of your payments on Groceries was 30.75 EUR (12 transactions).",
    ),
    (
        &["uncategorized entries"],
        "Over all your transactions (2 January 2025 to 30 June 2025) I found no transactions without a category.",
    ),
    (
        &["How much in Q1", "by category", "and Q2?", "which is the largest?"],
        "I am not sure which figure you mean. Did you mean: Largest expenses; Largest income? Your \
         transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["average per visit at Tesco in Q2"],
        "In Q2 2025 you spent on average 32.75 EUR (6 transactions) per transaction at \"tesco \
         stores\".",
    ),
    (
        &["which is the largest category in June"],
        "Spending in June 2025, by category:\n\
         \n\
         - Rent and mortgage: 800.00 EUR",
    ),
    (
        &["What did I spend on Tesco and Netflix combined in June?"],
        "In June 2025 you spent 79.49 EUR (3 transactions) at \"tesco stores\" and \"netflix.com\".",
    ),
    (
        &["When did my salary go up?"],
        "I am not sure which figure you mean. Did you mean: Income from Salary; Transactions on \
         Salary? Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["everything between 10 and 15 euros in May"],
        "I am not sure which figure you mean. Did you mean: Spending of at least 10 of at most 15 in May 2025; Income of at least 10 of at most 15 in May 2025; Transactions of at least 10 of at most 15 in May 2025? Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["How many different merchants did I use in May?"],
        "In May 2025 there were 4 different merchants of money out.",
    ),
    (
        &["How many shops did I go to in January?"],
        "In January 2025 there were 4 different merchants of money out.",
    ),
    (
        &["How many categories did I spend on in June?"],
        "In June 2025 there were 5 different categories of money out.",
    ),
    (
        &["Which merchant did I visit most often?"],
        "Number of transactions of money out over all your transactions (2 January 2025 to 30 June \
         2025), by merchant:\n\
         \n\
         - tesco stores: 12 transactions",
    ),
    (
        &["how often do I go to Tesco per week?"],
        "I am not sure which figure you mean. Did you mean: Spending at \"tesco stores\"; Income from \"tesco stores\"; Transactions at \"tesco stores\"? Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["How much do I spend on average on a saturday?"],
        "I am not sure which figure you mean. Did you mean: Average spending on Saturdays a month; Average spending on Saturdays per transaction? Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["How much did I spend in June net of refunds?"],
        "I am not sure which figure you mean. Did you mean: Spending in June 2025; Income in June 2025; Transactions in June 2025? Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["Rent as percentage of salary"],
        "I did not understand \"salary\", so any figure would answer a different question. Did you mean: Spending on Rent and mortgage; Income from Rent and mortgage; \
         Transactions on Rent and mortgage? Your transactions reach from 2 January 2025 to 30 June \
         2025.",
    ),
    (
        &["How much did I spend on Netflix since the price increase?"],
        "I did not understand \"since\", so any figure would answer a different question. Did you mean: Spending at \"netflix.com\"; Income from \"netflix.com\"; Transactions at \"netflix.com\"? Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["Spending this year compared to the same time last year"],
        "Spending: 5,746.43 EUR in 2025, 0.00 EUR in 2024. That is 5,746.43 EUR more. Your data ends on 30 June 2025. Your data begins on 2 January 2025. Your data is incomplete in 2025, so the two do not cover the same days. Main has data only until 20 June 2025, so later days of it may be missing.",
    ),
    (
        &["spending this month compared to the same time last month"],
        "Spending: 0.00 EUR in July 2025, 1,132.98 EUR in June 2025. That is 1,132.98 EUR (100.0 %) less. Your data \
         is incomplete in July 2025, so the two do not cover the same days. Main has data only until 20 June \
         2025, so later days of it may be missing.",
    ),
    (
        &["spending by quarter"],
        "Spending over all your transactions (2 January 2025 to 30 June 2025), by quarter:\n\
         \n\
         - 2025-Q1: 2,846.97 EUR\n\
         - 2025-Q2: 2,899.46 EUR",
    ),
    (
        &["which quarter did I spend the most?"],
        "Spending over all your transactions (2 January 2025 to 30 June 2025), by quarter:\n\
         \n\
         - 2025-Q2: 2,899.46 EUR\n\
         \n\
         Your data ends on 30 June 2025.",
    ),
    (
        &["income and spending by quarter"],
        "I did not understand \"and\", so any figure would answer a different question. You can ask, for example: \"How much did I spend on groceries last month?\", \
         \"What was my largest purchase in 2025?\", \"Compare May and June\" or \"What is my \
         balance?\". Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["is there a payment of 249.99?"],
        "Over all your transactions (2 January 2025 to 30 June 2025) I found 1 transaction of exactly \
         249.99 of money out.",
    ),
    (
        &["€60"],
        "I did not understand \"60\", so any figure would answer a different question. \
         You can ask, for example: \"How much did I spend on groceries last month?\", \"What was my \
         largest purchase in 2025?\", \"Compare May and June\" or \"What is my balance?\". Your \
         transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["which month had the most payments?"],
        "Number of transactions of money out over all your transactions (2 January 2025 to 30 June \
         2025), by month:\n\
         \n\
         - February 2025: 6 transactions\n\
         \n\
         Your data ends on 30 June 2025.",
    ),
    (
        &["top 2 merchants by number of transactions in May"],
        "Number of transactions of money out in May 2025, by merchant:\n\
         \n\
         - blue cafe: 2 transactions\n\
         - tesco stores: 2 transactions",
    ),
    (
        &["how many transactions per month?"],
        "From 1 January 2025 to 30 June 2025 there were 6.8 transactions a month on average (41 transactions).",
    ),
    (&["How many unique shops in May?"], "In May 2025 there were 4 different merchants of money out."),
    (
        &["Who do I pay most often?"],
        "Number of transactions of money out over all your transactions (2 January 2025 to 30 June \
         2025), by merchant:\n\
         \n\
         - tesco stores: 12 transactions",
    ),
];
