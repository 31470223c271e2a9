//! Questions in different styles: terse, chatty, several in one, and with unknown words.

use super::Case;

pub(super) const CASES: &[Case] = &[
    (&["petrol in march"], "In March 2025 you spent 60.00 EUR (1 transaction) on Fuel."),
    (
        &["how much went on rent this year"],
        "In 2025 you spent 4,800.00 EUR (6 transactions) on Rent and mortgage. Your books reach until 30 June 2025.",
    ),
    (
        &["How much did I fork out for groceries and eating out in Q2?"],
        "In Q2 2025 you spent 196.50 EUR (6 entries) on Groceries. In Q2 2025 you spent 14.00 EUR (4 entries) on Restaurants and cafés.",
    ),
    (
        &["tesco, rewe and lidl in 2025"],
        "I did not understand \"rewe\", \"and\" and \"lidl\", so I do not answer: it would be the answer to another question. Did you mean: Spending at \"tesco stores\" in 2025? Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["Compare Tesco, Netflix and Amazon"],
        "Over all your entries (2 January 2025 to 30 June 2025) you spent 384.00 EUR (12 entries) at \"tesco\". Over all your entries (2 January 2025 to 30 June 2025) you spent 77.94 EUR (6 entries) at \"netflix\". Over all your entries (2 January 2025 to 30 June 2025) you spent 249.99 EUR (1 entry) at \"amazon\".",
    ),
    (
        &["Did I spend more at Tesco than at Amazon in June?"],
        "In June 2025 you spent 66.50 EUR (2 entries) at \"tesco\". In June 2025 you spent 249.99 EUR (1 entry) at \"amazon\".",
    ),
    (
        &["What did I not spend money on in May?"],
        "I did not understand \"not\", so I do not answer: it would be the answer to another question. Did you mean: Spending in May 2025, by category? Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["How much did I spend excluding rent and groceries in June?"],
        "In June 2025 you spent 266.48 EUR (3 transactions) without Rent and mortgage and Groceries.",
    ),
    (
        &["everything over fifty euros in March"],
        "I did not understand \"over\" and \"fifty\", so I do not answer: it would be the answer to another question. Did you mean: Spending in March 2025; Income in March 2025; Transactions in March 2025? Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["between twenty and fifty euros in april"],
        "I did not understand \"between\", \"twenty\", \"and\" and \"fifty\", so I do not answer: it would be the answer to another question. Did you mean: Spending in April 2025; Income in April 2025; Transactions in April 2025? Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["Is my spending going up?"],
        "In Q1 2025 you spent 2,846.97 EUR, in Q2 2025 2,899.46 EUR. That is 52.49 EUR (1.8 %) more. Over all your entries (2 January 2025 to 30 June 2025) you spent 5,746.43 EUR:\n\
         \n\
         - January 2025: 877.99 EUR (5 entries, 15.3 %)\n\
         - February 2025: 1,028.99 EUR (6 entries, 17.9 %)\n\
         - March 2025: 939.99 EUR (6 entries, 16.4 %)\n\
         - April 2025: 880.99 EUR (5 entries, 15.3 %)\n\
         - May 2025: 885.49 EUR (6 entries, 15.4 %)\n\
         - June 2025: 1,132.98 EUR (6 entries, 19.7 %)",
    ),
    (
        &["Are my grocery costs rising this year?"],
        "In Q1 2025 you spent 187.50 EUR on Groceries, in Q2 2025 196.50 EUR. That is 9.00 EUR (4.8 %) more. In 2025 you spent 384.00 EUR on Groceries:\n\
         \n\
         - January 2025: 61.50 EUR (2 entries, 16.0 %)\n\
         - February 2025: 62.50 EUR (2 entries, 16.3 %)\n\
         - March 2025: 63.50 EUR (2 entries, 16.5 %)\n\
         - April 2025: 64.50 EUR (2 entries, 16.8 %)\n\
         - May 2025: 65.50 EUR (2 entries, 17.1 %)\n\
         - June 2025: 66.50 EUR (2 entries, 17.3 %)",
    ),
    (
        &["Netflix price history"],
        "As of 30 June 2025, one payment at \"netflix\" comes again, and it has kept its price:\n\
         \n\
         - netflix.com: -12.99 EUR monthly, next on 15 July 2025",
    ),
    (
        &["When did my salary change?"],
        "As of 30 June 2025, these in Salary have changed their price:\n\
         \n\
         - salary acme ltd: 2,500.00 EUR before 2 June 2025, 2,600.00 EUR since",
    ),
    (
        &["Did Netflix get more expensive?"],
        "As of 30 June 2025, one payment at \"netflix\" comes again, and it has kept its price:\n\
         \n\
         - netflix.com: -12.99 EUR monthly, next on 15 July 2025",
    ),
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
        "Over all your entries (2 January 2025 to 30 June 2025) your savings rate was 62.0 %: 15,115.25 EUR came in, 5,746.43 EUR went out, 9,368.82 EUR net.",
    ),
    (
        &["What's left of my salary after rent each month?"],
        "Over all your entries (2 January 2025 to 30 June 2025), of all your income, 10,315.25 EUR is left (15,115.25 EUR in, 4,800.00 EUR out on Rent and mortgage):\n\
         \n\
         - January 2025: 1,700.00 EUR is left (2,500.00 EUR in, 800.00 EUR out on Rent and mortgage)\n\
         - February 2025: 1,700.00 EUR is left (2,500.00 EUR in, 800.00 EUR out on Rent and mortgage)\n\
         - March 2025: 1,700.00 EUR is left (2,500.00 EUR in, 800.00 EUR out on Rent and mortgage)\n\
         - April 2025: 1,700.00 EUR is left (2,500.00 EUR in, 800.00 EUR out on Rent and mortgage)\n\
         - May 2025: 1,700.00 EUR is left (2,500.00 EUR in, 800.00 EUR out on Rent and mortgage)\n\
         - June 2025: 1,815.25 EUR is left (2,615.25 EUR in, 800.00 EUR out on Rent and mortgage)",
    ),
    (
        &["how much do i have left after rent in June"],
        "In June 2025, of all your income, 1,815.25 EUR is left (2,615.25 EUR in, 800.00 EUR out on Rent and mortgage).",
    ),
    (
        &["Was I charged twice for anything?"],
        "I found no entries that look like one and the same from two sources. What one statement prints twice counts as two purchases.",
    ),
    (
        &["chart of my net worth"],
        "On 15 July 2025 you were worth 15,368.82 EUR: Main 10,353.57 EUR and Reserve 5,015.25 EUR.",
    ),
    (
        &["How much did I spend in May and what was my income?"],
        "In May 2025 you spent 885.49 EUR (6 entries). In May 2025 you received 2,500.00 EUR (1 entry).",
    ),
    (
        &["How much did I spend in May? And in June? And on rent?"],
        "In May 2025 you spent 885.49 EUR (6 transactions). In June 2025 you spent 1,132.98 EUR (6 transactions). In June 2025 you spent 800.00 EUR (1 transaction) on Rent and mortgage.",
    ),
    (
        &["Hi! Quick question: how much was the dentist? Thanks!"],
        "I am not sure which figure you mean. Did you mean: Spending at \"dentist weiss\"; Income from \"dentist weiss\"; Transactions at \"dentist weiss\"? Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["smallest payment I made in May"],
        "In May 2025 your smallest expense was 3.50 EUR on 12 May 2025: BLUE CAFE 0042.",
    ),
    (
        &["biggest payment I made this year"],
        "In 2025 your largest expense was 800.00 EUR on 5 January 2025: RENT MUELLER. Your books reach until 30 June 2025.",
    ),
    (
        &["How much is on my Reserve account and how much did I spend in June?"],
        "On 15 July 2025 Reserve held 5,015.25 EUR. In June 2025 you spent 1,132.98 EUR (6 transactions).",
    ),
    (
        &["entries tagged holiday"],
        "I did not understand \"tagged\" and \"holiday\", so I do not answer: it would be the answer to another question. Did you mean: Transactions on Travel? Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["how much did I spend in Main in June"],
        "In June 2025 you spent 1,132.98 EUR (6 transactions) in the account Main.",
    ),
    (
        &["what did I pay by card in May"],
        "I did not understand \"by\" and \"card\", so I do not answer: it would be the answer to another question. Did you mean: Spending in May 2025? Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["median grocery purchase"],
        "Over all your transactions (2 January 2025 to 30 June 2025) the median of your payments on Groceries was 30.75 EUR (12 transactions).",
    ),
    (
        &["uncategorised entries"],
        "Over all your transactions (2 January 2025 to 30 June 2025) I found no transactions without a category.",
    ),
    (
        &["How much in Q1", "by category", "and Q2?", "which is the largest?"],
        "In Q2 2025 you spent the most on Rent and mortgage: 2,400.00 EUR (3 entries).",
    ),
    (
        &["average per visit at Tesco in Q2"],
        "I did not understand \"per\", so I do not answer: it would be the answer to another question. Did you mean: Average spending at \"tesco stores\" a month in Q2 2025; Average spending at \"tesco stores\" per transaction in Q2 2025? Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["which is the largest category in June"],
        "Spending in June 2025, by category:\n\
         \n\
         - Rent and mortgage: 800.00 EUR",
    ),
    (
        &["What did I spend on Tesco and Netflix combined in June?"],
        "In June 2025 you spent 66.50 EUR (2 entries) at \"tesco\". In June 2025 you spent 12.99 EUR (1 entry) at \"netflix\".",
    ),
    (
        &["When did my salary go up?"],
        "As of 30 June 2025, these in Salary have changed their price:\n\
         \n\
         - salary acme ltd: 2,500.00 EUR before 2 June 2025, 2,600.00 EUR since",
    ),
    (
        &["everything between 10 and 15 euros in May"],
        "I am not sure which figure you mean. Did you mean: Spending of at least 10 of at most 15 in May 2025; Income of at least 10 of at most 15 in May 2025; Transactions of at least 10 of at most 15 in May 2025? Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["How many different merchants did I use in May?"],
        "In May 2025 you spent money at 4 different merchants.",
    ),
    (
        &["How many shops did I go to in January?"],
        "In January 2025 you spent money at 4 different merchants.",
    ),
    (
        &["How many categories did I spend on in June?"],
        "In June 2025 you spent money in 5 different categories.",
    ),
    (
        &["Which merchant did I visit most often?"],
        "Over all your entries (2 January 2025 to 30 June 2025) you spent most often at tesco stores: 12 entries (384.00 EUR).",
    ),
    (
        &["how often do I go to Tesco per week?"],
        "I am not sure which figure you mean. Did you mean: Spending at \"tesco stores\"; Income from \"tesco stores\"; Transactions at \"tesco stores\"? Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["How much do I spend on average on a saturday?"],
        "I did not understand \"saturday\", so I do not answer: it would be the answer to another question. Did you mean: Average spending a month; Average spending per transaction? Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["How much did I spend in June net of refunds?"],
        "I am not sure which figure you mean. Did you mean: Spending in June 2025; Income in June 2025; Transactions in June 2025? Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["Rent as percentage of salary"],
        "I did not understand \"as\" and \"salary\", so I do not answer: it would be the answer to another question. Did you mean: Spending on Rent and mortgage; Income from Rent and mortgage; Transactions on Rent and mortgage? Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["How much did I spend on Netflix since the price increase?"],
        "I did not understand \"since\", so I do not answer: it would be the answer to another question. Did you mean: Spending at \"netflix.com\"; Income from \"netflix.com\"; Transactions at \"netflix.com\"? Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["Spending this year compared to the same time last year"],
        "Spending: 5,746.43 EUR in 2025, 0.00 EUR in 2024. That is 5,746.43 EUR more. Your books reach until 30 June 2025. Your books begin on 2 January 2025. \
         Your books are not complete yet in 2025, so these are not the same days of both.",
    ),
    (
        &["spending this month compared to the same time last month"],
        "I did not understand \"same\", so I do not answer: it would be the answer to another question. You can ask, for example: \"How much did I spend on groceries last month?\", \"What was my largest purchase in 2025?\", \"Compare May and June\" or \"What is my balance?\". Your transactions reach from 2 January 2025 to 30 June 2025.",
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
         Your books reach until 30 June 2025.",
    ),
    (
        &["income and spending by quarter"],
        "Over all your entries (2 January 2025 to 30 June 2025):\n\
         \n\
         - Q1 2025: 7,500.00 EUR in, 2,846.97 EUR out, 4,653.03 EUR net\n\
         - Q2 2025: 7,615.25 EUR in, 2,899.46 EUR out, 4,715.79 EUR net",
    ),
    (
        &["is there a payment of 249.99?"],
        "Yes: Over all your entries (2 January 2025 to 30 June 2025) there was 1 entry, counting only amounts of exactly 249.99 (249.99 EUR out).",
    ),
    (
        &["€60"],
        "Over all your entries (2 January 2025 to 30 June 2025) there is 1 entry, counting only amounts of exactly 60 (60.00 EUR out):\n\
         \n\
         - 14 March 2025: SHELL STATION 88, -60.00 EUR",
    ),
    (
        &["which month had the most payments?"],
        "Over all your entries (2 January 2025 to 30 June 2025) you spent most often in February 2025: 6 entries (1,028.99 EUR).",
    ),
    (
        &["top 2 merchants by number of transactions in May"],
        "In May 2025 you spent 885.49 EUR, the most frequent first:\n\
         \n\
         - blue cafe: 7.00 EUR (2 entries, 0.8 %)\n\
         - tesco stores: 65.50 EUR (2 entries, 7.4 %)\n\
         \n\
         2 more are not shown.",
    ),
    (
        &["how many transactions per month?"],
        "From 1 January 2025 to 30 June 2025 there were 6.8 transactions a month on average (41 transactions).",
    ),
    (&["How many unique shops in May?"], "In May 2025 you spent money at 4 different merchants."),
    (
        &["Who do I pay most often?"],
        "Over all your entries (2 January 2025 to 30 June 2025) you spent 5,746.43 EUR, the most frequent first:\n\
         \n\
         - tesco stores: 384.00 EUR (12 entries, 6.7 %)\n\
         - blue cafe: 24.50 EUR (7 entries, 0.4 %)\n\
         - netflix.com: 77.94 EUR (6 entries, 1.4 %)\n\
         - rent mueller: 4,800.00 EUR (6 entries, 83.5 %)\n\
         - amazon eu: 249.99 EUR (1 entry, 4.4 %)\n\
         - dentist weiss: 150.00 EUR (1 entry, 2.6 %)\n\
         - shell station: 60.00 EUR (1 entry, 1.0 %)",
    ),
];
