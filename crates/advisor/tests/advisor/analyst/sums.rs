//! Questions that are answered with a sentence.

use super::Case;

pub(super) const CASES: &[Case] = &[
    (&["How much did I spend in May 2025?"], "In May 2025 you spent 885.49 EUR (6 transactions)."),
    (&["How much did I spend last month?"], "In June 2025 you spent 1,132.98 EUR (6 transactions)."),
    (
        &["what did i spend this month"],
        "In July 2025 I found no transactions. Your data ends on 30 June 2025. In all your data there are 34 transactions, from 5 January 2025 to 20 June 2025.",
    ),
    (
        &["How much did I spend on groceries in May?"],
        "In May 2025 you spent 65.50 EUR (2 transactions) on Groceries.",
    ),
    (
        &["How much did I spend at Tesco since March?"],
        "Since 1 March 2025 you spent 260.00 EUR (8 transactions) at \"tesco stores\".",
    ),
    (&["What was my income in Q2 2025?"], "In Q2 2025 you received 7,615.25 EUR (4 transactions)."),
    (
        &["How much did I earn in 2025?"],
        "In 2025 you received 15,115.25 EUR (7 transactions). Your data ends on 30 June 2025.",
    ),
    (&["How much was I paid in June?"], "In June 2025 you received 2,615.25 EUR (2 transactions)."),
    (
        &["Spending in the last 90 days"],
        "From 17 April 2025 to 15 July 2025 you spent 2,038.97 EUR (13 transactions). Your data ends on 30 June 2025.",
    ),
    (
        &["How much did I spend between March and May 2025?"],
        "From 1 March 2025 to 31 May 2025 you spent 2,706.47 EUR (17 transactions).",
    ),
    (
        &["How much did I spend from 2025-02-01 to 2025-02-28?"],
        "In February 2025 you spent 1,028.99 EUR (6 transactions).",
    ),
    (&["How much did I spend on 12 May 2025?"], "On 12 May 2025 you spent 7.00 EUR (2 transactions)."),
    (
        &["Total spending"],
        "Over all your transactions (2 January 2025 to 30 June 2025) you spent 5,746.43 EUR (34 transactions).",
    ),
    (&["How much did I save in June?"], "In June 2025 your net cash flow was 1,482.27 EUR (8 transactions)."),
    (
        &["What is my savings rate this year?"],
        "In 2025 your savings rate was 62.0 %. Your data ends on 30 June 2025.",
    ),
    (
        &["What was my net cash flow in the first quarter?"],
        "In Q1 2025 your net cash flow was 4,653.03 EUR (20 transactions).",
    ),
    (
        &["What is my balance?"],
        "On 15 July 2025, Main held 10,353.57 EUR (known for 20 June 2025) and Reserve held 5,015.25 EUR (known for 30 June 2025). In total, that is 15,368.82 EUR.",
    ),
    (
        &["What was my balance on 15 March 2025?"],
        "On 15 March 2025, Main held 5,673.53 EUR (known for 15 March 2025).",
    ),
    (
        &["How much money do I have in the Reserve account?"],
        "On 15 July 2025, Reserve held 5,015.25 EUR (known for 30 June 2025).",
    ),
    (
        &["What is my net worth?"],
        "On 15 July 2025 your net worth was 15,368.82 EUR. On 15 July 2025, Main held 10,353.57 EUR \
         and Reserve held 5,015.25 EUR.",
    ),
    (
        &["What was my largest purchase in 2025?"],
        "In 2025 your largest expense was 800.00 EUR on 5 January 2025: RENT MUELLER. Your data ends on 30 June 2025.",
    ),
    (
        &["What was my smallest expense in May?"],
        "In May 2025 your smallest expense was 3.50 EUR on 12 May 2025: BLUE CAFE 0042.",
    ),
    (
        &["What was my biggest income?"],
        "Over all your transactions (2 January 2025 to 30 June 2025) your largest income was 2,600.00 EUR on 2 June 2025: SALARY ACME LTD.",
    ),
    (
        &["How many times did I go to Blue Cafe?"],
        "Over all your transactions (2 January 2025 to 30 June 2025) I found 7 transactions at \"blue cafe\".",
    ),
    (&["How many transactions did I have in May?"], "In May 2025 I found 7 transactions."),
    (
        &["What is my average grocery purchase?"],
        "Over all your transactions (2 January 2025 to 30 June 2025) you spent on average 32.00 EUR (12 transactions) per transaction on Groceries.",
    ),
    (
        &["What do I spend per month on average?"],
        "From 1 January 2025 to 30 June 2025 you spent on average 957.74 EUR (34 transactions) a month.",
    ),
    (
        &["How much do I spend on groceries per month?"],
        "From 1 January 2025 to 30 June 2025 you spent on average 64.00 EUR (12 transactions) a month on Groceries.",
    ),
    (
        &["Which month did I spend the most?"],
        "Spending over all your transactions (2 January 2025 to 30 June 2025), by month:\n\
         \n\
         - June 2025: 1,132.98 EUR\n\
         \n\
         Your data ends on 30 June 2025.",
    ),
    (
        &["Which month did I spend the least?"],
        "Spending over all your transactions (2 January 2025 to 30 June 2025), by month:\n\
         \n\
         - January 2025: 877.99 EUR\n\
         \n\
         Your data ends on 30 June 2025.",
    ),
    (
        &["What percentage of my spending is rent?"],
        "Over all your transactions (2 January 2025 to 30 June 2025) 83.5 % of your spending was on Rent and mortgage.",
    ),
    (
        &["Compare May and June"],
        "Spending: 1,132.98 EUR in June 2025, 885.49 EUR in May 2025. That is 247.49 EUR (27.9 %) more. Main has data only until 20 June 2025, so later days of it may be missing.",
    ),
    (
        &["Did I spend more in June than in May on groceries?"],
        "Spending on Groceries: 66.50 EUR in June 2025, 65.50 EUR in May 2025. That is 1.00 EUR (1.5 %) more. Main has data only until 20 June 2025, so later days of it may be missing.",
    ),
    (
        &["2024 vs 2025"],
        "Spending: 5,746.43 EUR in 2025, 0.00 EUR in 2024. That is 5,746.43 EUR more. Your data ends on 30 June 2025. Your data begins on 2 January 2025. Your data is incomplete in 2025, so the two do not cover the same days. Main has data only until 20 June 2025, so later days of it may be missing.",
    ),
    (
        &["When did I last pay Netflix?"],
        "The last transaction at \"netflix.com\" was on 15 June 2025: NETFLIX.COM, -12.99 EUR.",
    ),
    (
        &["When did I first go to the dentist?"],
        "The first transaction at \"dentist weiss\" was on 25 February 2025: DENTIST WEISS, -150.00 EUR.",
    ),
    (&["Did I pay rent in April?"], "In April 2025 I found 1 transaction on Rent and mortgage."),
    (
        &["Did I buy anything at Lidl in May?"],
        "I did not understand \"Lidl\", so any figure would answer a different question. Did you mean: Number of transactions of money out in May 2025? Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["How much did I spend without rent in June?"],
        "In June 2025 you spent 332.98 EUR (5 transactions) without Rent and mortgage.",
    ),
    (
        &["How much did I spend in 2023?"],
        "In 2023 I found no transactions. Your data begins on 2 January 2025. In all your data there are 34 transactions, from 5 January 2025 to 20 June 2025.",
    ),
    (
        &["What data do you have?"],
        "I did not understand \"data\", so any figure would answer a different question. You can ask, for example: \"How much did I spend on groceries last month?\", \
         \"What was my largest purchase in 2025?\", \"Compare May and June\" or \"What is my \
         balance?\". Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["Which accounts do I have?"],
        "I did not understand that. You can ask, for example: \"How much did I spend on groceries \
         last month?\", \"What was my largest purchase in 2025?\", \"Compare May and June\" or \"What \
         is my balance?\". Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["help"],
        "You can ask, for example: \"How much did I spend on groceries last month?\", \"What was my \
         largest purchase in 2025?\", \"Compare May and June\" or \"What is my balance?\".",
    ),
    (
        &["How much did I spend on food last month?"],
        "In June 2025 you spent 70.00 EUR (3 transactions) on Food.",
    ),
    (
        &["How much did I spend yesterday?"],
        "On 14 July 2025 I found no transactions. Your data ends on 30 June 2025. In all your data there are 34 transactions, from 5 January 2025 to 20 June 2025.",
    ),
    (
        &["How much interest did I get?"],
        "Over all your transactions (2 January 2025 to 30 June 2025) you received 15.25 EUR (1 transaction) from Interest and dividends.",
    ),
    (&["groceries in April"], "In April 2025 you spent 64.50 EUR (2 transactions) on Groceries."),
    (
        &["How much did I spend in the second quarter?"],
        "In Q2 2025 you spent 2,899.46 EUR (17 transactions).",
    ),
    (
        &["How much did I spend in the first half of 2025?"],
        "From 1 January 2025 to 30 June 2025 you spent 5,746.43 EUR (34 transactions).",
    ),
    (
        &["How much did I spend until the end of February?"],
        "Until 28 February 2025 you spent 1,906.98 EUR (11 transactions).",
    ),
    (&["How much did I spend two months ago?"], "In May 2025 you spent 885.49 EUR (6 transactions)."),
    (
        &["How much did I spend at Lidl?"],
        "I did not understand \"Lidl\", so any figure would answer a different question. Did you mean: Spending? Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["How much did I spend on unicorns at Tesco?"],
        "I did not understand \"unicorns\", so any figure would answer a different question. Did you mean: Spending at \"tesco stores\"? Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["Biggest spending category last month"],
        "Spending in June 2025, by category:\n\
         \n\
         - Rent and mortgage: 800.00 EUR",
    ),
    (
        &["How much rent did I pay in 2025?"],
        "In 2025 you spent 4,800.00 EUR (6 transactions) on Rent and mortgage. Your data ends on 30 June 2025.",
    ),
    (
        &["How much have I spent so far this year?"],
        "In 2025 you spent 5,746.43 EUR (34 transactions). Your data ends on 30 June 2025.",
    ),
    (
        &["What's my total income since April 1st?"],
        "Since 1 April 2025 you received 7,615.25 EUR (4 transactions).",
    ),
    (
        &["How much did I spend before February?"],
        "Until 31 January 2025 you spent 877.99 EUR (5 transactions).",
    ),
    (
        &["How much did I spend in the last 3 months?"],
        "From 16 April 2025 to 15 July 2025 you spent 2,038.97 EUR (13 transactions). Your data ends on 30 June 2025.",
    ),
    (
        &["How much did I spend in last February?"],
        "In February 2025 you spent 1,028.99 EUR (6 transactions).",
    ),
    (
        &["Which merchant did I spend the most at?"],
        "Spending over all your transactions (2 January 2025 to 30 June 2025), by merchant:\n\
         \n\
         - rent mueller: 4,800.00 EUR",
    ),
    (&["How often did I shop at Tesco in Q1?"], "In Q1 2025 I found 6 transactions at \"tesco stores\"."),
    (
        &["How many times was I charged less than 5 euros?"],
        "Over all your transactions (2 January 2025 to 30 June 2025) I found 7 transactions under 5 of money out.",
    ),
    (
        &["Is there anything from Amazon?"],
        "Over all your transactions (2 January 2025 to 30 June 2025) I found 1 transaction at \"amazon eu\".",
    ),
    (
        &["Compare Q1 and Q2 income"],
        "Income: 7,615.25 EUR in Q2 2025, 7,500.00 EUR in Q1 2025. That is 115.25 EUR (1.5 %) more. Main has data only until 20 June 2025, so later days of it may be missing.",
    ),
    (
        &["How did my spending on groceries change from May to June?"],
        "Spending on Groceries: 66.50 EUR in June 2025, 65.50 EUR in May 2025. That is 1.00 EUR (1.5 %) more. Main has data only until 20 June 2025, so later days of it may be missing.",
    ),
    (
        &["What was my balance at the end of April?"],
        "On 30 April 2025, Main held 7,272.04 EUR (known for 20 April 2025).",
    ),
    (
        &["What is my average monthly income?"],
        "From 1 January 2025 to 30 June 2025 you received on average 2,519.21 EUR (7 transactions) a month.",
    ),
    (
        &["did I spend less than 60 on groceries in May?"],
        "No: In May 2025 you spent 65.50 EUR (2 transactions) on Groceries with a total under 60.",
    ),
    (
        &["did I spend more than 60 on groceries in May?"],
        "Yes: In May 2025 you spent 65.50 EUR (2 transactions) on Groceries with a total over 60.",
    ),
    (
        &["did I spend over 1000 in June?"],
        "Yes: In June 2025 you spent 1,132.98 EUR (6 transactions) with a total over 1,000.",
    ),
    (
        &["did I spend over 2000 in June?"],
        "No: In June 2025 you spent 1,132.98 EUR (6 transactions) with a total over 2,000.",
    ),
    (
        &["have I earned at least 2.600,50 euros in June?"],
        "I did not understand \"at least\" and \"2.600,50\", so any figure would answer a different question. Did you mean: Number of transactions of money in in June 2025? \
         Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["Did I stay under 70 at Tesco in June?"],
        "Yes: In June 2025 you spent 66.50 EUR (2 transactions) at \"tesco stores\" with a total \
         under 70.",
    ),
    (
        &["Was my grocery spending below 50 in May?"],
        "No: In May 2025 you spent 65.50 EUR (2 transactions) on Groceries with a total under 50.",
    ),
    (
        &["Did I pay more than 100 for anything in May?"],
        "In May 2025 I found 1 transaction over 100 of money out.",
    ),
    (
        &["Did I spend less than 10 on fuel in May?"],
        "In May 2025 I found no transactions on Fuel with a total under 10. In all your data there is 1 transaction, on 14 March 2025.",
    ),
    (
        &["How much did I spend on groceries in May?", "was it more than 60?"],
        "Yes: In May 2025 you spent 65.50 EUR (2 transactions) on Groceries with a total over 60.",
    ),
    (
        &["Do I spend more than 50 a month on groceries?"],
        "Yes: From 1 January 2025 to 30 June 2025 you spent on average 64.00 EUR (12 transactions) a \
         month on Groceries with a total over 50.",
    ),
    (
        &["entries over 799,90 euros in May"],
        "In May 2025 I found 2 transactions over 799.90:\n\
         \n\
         - 2 May 2025: SALARY ACME LTD, 2,500.00 EUR\n\
         - 5 May 2025: RENT MUELLER, -800.00 EUR",
    ),
    (
        &["average salary in 2025"],
        "I am not sure which figure you mean. Did you mean: Average income from Salary a month in 2025; Average income from Salary per transaction in 2025? Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["how much salary do I get on average"],
        "I am not sure which figure you mean. Did you mean: Average income from Salary a month; Average income from Salary per transaction? Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["average monthly salary"],
        "From 1 January 2025 to 30 June 2025 you received on average 2,516.67 EUR (6 transactions) a month from Salary.",
    ),
    (
        &["average per month on groceries over the last 3 months"],
        "From 1 May 2025 to 30 June 2025 you spent on average 66.00 EUR (4 transactions) a month on Groceries. Your data ends on 30 June 2025.",
    ),
    (
        &["average per month on groceries from 10 March to 20 April"],
        "I cannot answer that: an average per month needs a whole month, and your data has none in this \
         period; ask for one per day or week.",
    ),
    (
        &["have I gone over 60 at Tesco in June?"],
        "Yes: In June 2025 you spent 66.50 EUR (2 transactions) at \"tesco stores\" with a total over \
         60.",
    ),
    (
        &["in which quarters did I spend more than 2850?"],
        "Spending with a total over 2,850 over all your transactions (2 January 2025 to 30 June \
         2025), by quarter:\n\
         \n\
         - 2025-Q2: 2,899.46 EUR",
    ),
    (
        &["how many months did I spend more than 1000?"],
        "Spending with a total over 1,000 over all your transactions (2 January 2025 to 30 June \
         2025), by month:\n\
         \n\
         - February 2025: 1,028.99 EUR\n\
         - June 2025: 1,132.98 EUR\n\
         \n\
         2 in all.",
    ),
    (
        &["in which months did I not go to Shell?"],
        "Number of transactions at \"shell station\" with a total of at most 0 over all your transactions \
         (2 January 2025 to 30 June 2025), by month:\n\
         \n\
         - January 2025: 0 transactions\n\
         - February 2025: 0 transactions\n\
         - April 2025: 0 transactions\n\
         - May 2025: 0 transactions\n\
         - June 2025: 0 transactions\n\
         \n\
         5 in all.\n\
         \n\
         Your data ends on 30 June 2025.",
    ),
    (
        &["in which months did I go to the Blue Cafe at least twice?"],
        "Number of transactions at \"blue cafe\" with a total of at least 2 over all your transactions \
         (2 January 2025 to 30 June 2025), by month:\n\
         \n\
         - May 2025: 2 transactions",
    ),
    (
        &["biggest expense of the year"],
        "In 2025 your largest expense was 800.00 EUR on 5 January 2025: RENT MUELLER. Your data ends on \
         30 June 2025.",
    ),
    (
        &["did I spend more than 1,1k in June?"],
        "I did not understand \"1,1k\", so any figure would answer a different question. Did you mean: Spending in June 2025; Income in June 2025; Transactions in June \
         2025? Your transactions reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["How frequently did I shop at Tesco in Q1?"],
        "In Q1 2025 I found 6 transactions at \"tesco stores\".",
    ),
];
