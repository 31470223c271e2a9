//! Questions as different people put them: terse, chatty, several in one, with words that nothing reads.

use super::Case;

pub(super) const CASES: &[Case] = &[
    (&["petrol in march"], "In March 2025 you spent 60.00 EUR (1 entry) on Fuel."),
    (
        &["how much went on rent this year"],
        "In 2025 you spent 4,800.00 EUR (6 entries) on Rent and mortgage.",
    ),
    (
        &["How much did I fork out for groceries and eating out in Q2?"],
        "In Q2 2025 you spent 196.50 EUR (6 entries) on Groceries. In Q2 2025 you spent 14.00 EUR (4 entries) on Restaurants and cafés.",
    ),
    (
        &["tesco, rewe and lidl in 2025"],
        "In 2025 you spent 384.00 EUR (12 entries) at \"tesco\". No account, category or merchant of yours is called \"rewe\", so I looked for entries with that in their description. In 2025 I found no spending with \"rewe\". Your entries reach from 2 January 2025 to 30 June 2025. No account, category or merchant of yours is called \"lidl\", so I looked for entries with that in their description. In 2025 I found no spending with \"lidl\". Your entries reach from 2 January 2025 to 30 June 2025.",
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
        "I did not understand \"not\", so that this is the answer without it. In May 2025 you spent 885.49 EUR (6 entries).",
    ),
    (
        &["How much did I spend excluding rent and groceries in June?"],
        "I did not understand \"without groceries\", so that this is the answer without it. In June 2025 you spent 332.98 EUR (5 entries) without Rent and mortgage.",
    ),
    (
        &["everything over fifty euros in March"],
        "In March 2025 there are 3 entries, counting only amounts of more than 50 (860.00 EUR out and 2,500.00 EUR in):\n\
         \n\
         - 14 March 2025: SHELL STATION 88, -60.00 EUR\n\
         - 5 March 2025: RENT MUELLER, -800.00 EUR\n\
         - 2 March 2025: SALARY ACME LTD, 2,500.00 EUR",
    ),
    (
        &["between twenty and fifty euros in april"],
        "In April 2025 there are 2 entries, counting only amounts of at least 20 and at most 50 (64.50 EUR out):\n\
         \n\
         - 20 April 2025: TESCO STORES 3012, -20.50 EUR\n\
         - 10 April 2025: TESCO STORES 3012, -44.00 EUR",
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
        "Over all your entries (2 January 2025 to 30 June 2025) you spent 31.8 % of your income on Rent and mortgage: 4,800.00 EUR of 15,115.25 EUR.",
    ),
    (
        &["how much of my spending is groceries"],
        "Over all your entries (2 January 2025 to 30 June 2025) you spent 6.7 % of your spending on Groceries: 384.00 EUR of 5,746.43 EUR.",
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
        "In May 2025 you spent 885.49 EUR (6 entries). In June 2025 you spent 1,132.98 EUR (6 entries). In June 2025 you spent 800.00 EUR (1 entry) on Rent and mortgage.",
    ),
    (
        &["Hi! Quick question: how much was the dentist? Thanks!"],
        "Over all your entries (2 January 2025 to 30 June 2025) you spent 150.00 EUR (1 entry) at \"dentist\".",
    ),
    (
        &["smallest payment I made in May"],
        "In May 2025 your smallest expense was 3.50 EUR on 12 May 2025: BLUE CAFE 0042.",
    ),
    (
        &["biggest payment I made this year"],
        "In 2025 your largest expense was 800.00 EUR on 5 January 2025: RENT MUELLER.",
    ),
    (
        &["How much is on my Reserve account and how much did I spend in June?"],
        "On 15 July 2025, Reserve held 5,015.25 EUR (known for 30 June 2025). In June 2025 you spent 1,132.98 EUR (6 entries).",
    ),
    (
        &["entries tagged holiday"],
        "Over all your entries (2 January 2025 to 30 June 2025) I found no entries tagged \"holiday\". Your entries reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["how much did I spend in Main in June"],
        "In June 2025 you spent 1,132.98 EUR (6 entries) in the account Main.",
    ),
    (
        &["what did I pay by card in May"],
        "I did not understand \"card\", so that this is the answer without it. In May 2025 you spent 885.49 EUR (6 entries).",
    ),
    (
        &["median grocery purchase"],
        "I did not understand \"median\", so that this is the answer without it. Over all your entries (2 January 2025 to 30 June 2025) you spent on average 32.00 EUR an entry (384.00 EUR in 12 entries) on Groceries.",
    ),
    (
        &["uncategorised entries"],
        "Over all your entries (2 January 2025 to 30 June 2025) I found no entries without a category. Your entries reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["How much in Q1", "by category", "and Q2?", "which is the largest?"],
        "In Q2 2025 you spent the most on Rent and mortgage: 2,400.00 EUR (3 entries).",
    ),
    (
        &["average per visit at Tesco in Q2"],
        "In Q2 2025 you spent on average 32.75 EUR an entry (196.50 EUR in 6 entries) at \"tesco\".",
    ),
    (
        &["which is the largest category in June"],
        "In June 2025 you spent the most on Rent and mortgage: 800.00 EUR (1 entry).",
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
        "In May 2025 there is 1 entry, counting only amounts of at least 10 and at most 15 (12.99 EUR out):\n\
         \n\
         - 15 May 2025: NETFLIX.COM, -12.99 EUR",
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
        "I did not understand \"week\", so that this is the answer without it. Over all your entries (2 January 2025 to 30 June 2025) there were 12 entries at \"tesco\" (384.00 EUR out).",
    ),
    (
        &["How much do I spend on average on a saturday?"],
        "I did not understand \"saturday\", so that this is the answer without it. Over all your entries (2 January 2025 to 30 June 2025) you spent on average 169.01 EUR an entry (5,746.43 EUR in 34 entries).",
    ),
    (
        &["How much did I spend in June net of refunds?"],
        "I did not understand \"net of refunds\", so that this is the answer without it. In June 2025 you spent 1,132.98 EUR (6 entries).",
    ),
    (
        &["Rent as percentage of salary"],
        "Over all your entries (2 January 2025 to 30 June 2025) you spent 31.8 % of your income on Rent and mortgage: 4,800.00 EUR of 15,115.25 EUR.",
    ),
    (
        &["How much did I spend on Netflix since the price increase?"],
        "I did not understand \"since the price increase\", so that this is the answer without it. Over all your entries (2 January 2025 to 30 June 2025) you spent 77.94 EUR (6 entries) at \"netflix\".",
    ),
    (
        &["Spending this year compared to the same time last year"],
        "From 1 January 2024 to 15 July 2024 you spent 0.00 EUR, in 2025 5,746.43 EUR. That is 5,746.43 EUR more. Your books do not have all of one of them yet. There are no entries at all from 1 January 2024 to 15 July 2024.",
    ),
    (
        &["spending this month compared to the same time last month"],
        "From 1 June 2025 to 15 June 2025 you spent 1,112.48 EUR, in July 2025 0.00 EUR. That is 1,112.48 EUR (100.0 %) less. There are no entries at all in July 2025.",
    ),
    (
        &["spending by quarter"],
        "Over all your entries (2 January 2025 to 30 June 2025) you spent 5,746.43 EUR:\n\
         \n\
         - Q1 2025: 2,846.97 EUR (17 entries, 49.5 %)\n\
         - Q2 2025: 2,899.46 EUR (17 entries, 50.5 %)",
    ),
    (
        &["which quarter did I spend the most?"],
        "Over all your entries (2 January 2025 to 30 June 2025) you spent the most in Q2 2025: 2,899.46 EUR (17 entries).",
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
        "I did not understand \"month\", so that this is the answer without it. Over all your entries (2 January 2025 to 30 June 2025) there were 41 entries (5,746.43 EUR out and 15,115.25 EUR in).",
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
