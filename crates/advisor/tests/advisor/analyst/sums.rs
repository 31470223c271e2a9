//! Questions whose answer is a sentence.

use super::Case;

pub(super) const CASES: &[Case] = &[
    (&["How much did I spend in May 2025?"], "In May 2025 you spent 885.49 EUR (6 entries)."),
    (&["How much did I spend last month?"], "In June 2025 you spent 1,132.98 EUR (6 entries)."),
    (
        &["what did i spend this month"],
        "In July 2025 I found no spending. There are no entries at all in that period. Your entries reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["How much did I spend on groceries in May?"],
        "In May 2025 you spent 65.50 EUR (2 entries) on Groceries.",
    ),
    (
        &["How much did I spend at Tesco since March?"],
        "Since 1 March 2025 you spent 260.00 EUR (8 entries) at \"tesco\".",
    ),
    (&["What was my income in Q2 2025?"], "In Q2 2025 you received 7,615.25 EUR (4 entries)."),
    (&["How much did I earn in 2025?"], "In 2025 you received 15,115.25 EUR (7 entries)."),
    (&["How much was I paid in June?"], "In June 2025 you received 2,615.25 EUR (2 entries)."),
    (
        &["Spending in the last 90 days"],
        "From 17 April 2025 to 15 July 2025 you spent 2,038.97 EUR (13 entries).",
    ),
    (
        &["How much did I spend between March and May 2025?"],
        "From 1 March 2025 to 31 May 2025 you spent 2,706.47 EUR (17 entries).",
    ),
    (
        &["How much did I spend from 2025-02-01 to 2025-02-28?"],
        "In February 2025 you spent 1,028.99 EUR (6 entries).",
    ),
    (&["How much did I spend on 12 May 2025?"], "On 12 May 2025 you spent 7.00 EUR (2 entries)."),
    (
        &["Total spending"],
        "Over all your entries (2 January 2025 to 30 June 2025) you spent 5,746.43 EUR (34 entries).",
    ),
    (
        &["How much did I save in June?"],
        "In June 2025: 2,615.25 EUR came in, 1,132.98 EUR went out, and 1,482.27 EUR was left.",
    ),
    (
        &["What is my savings rate this year?"],
        "In 2025 your savings rate was 62.0 %: 15,115.25 EUR came in, 5,746.43 EUR went out, 9,368.82 EUR net.",
    ),
    (
        &["What was my net cash flow in the first quarter?"],
        "In Q1 2025: 7,500.00 EUR came in, 2,846.97 EUR went out, and 4,653.03 EUR was left.",
    ),
    (
        &["What is my balance?"],
        "On 15 July 2025, Main held 10,353.57 EUR (known for 20 June 2025) and Reserve held 5,015.25 EUR (known for 30 June 2025). Together that is 15,368.82 EUR.",
    ),
    (
        &["What was my balance on 15 March 2025?"],
        "On 15 March 2025, Main held 5,673.53 EUR (known for 15 March 2025). No balance is known for Reserve.",
    ),
    (
        &["How much money do I have in the Reserve account?"],
        "On 15 July 2025, Reserve held 5,015.25 EUR (known for 30 June 2025).",
    ),
    (
        &["What is my net worth?"],
        "On 15 July 2025 you were worth 15,368.82 EUR: Main 10,353.57 EUR and Reserve 5,015.25 EUR.",
    ),
    (
        &["What was my largest purchase in 2025?"],
        "In 2025 your largest expense was 800.00 EUR on 5 January 2025: RENT MUELLER.",
    ),
    (
        &["What was my smallest expense in May?"],
        "In May 2025 your smallest expense was 3.50 EUR on 12 May 2025: BLUE CAFE 0042.",
    ),
    (
        &["What was my biggest income?"],
        "Over all your entries (2 January 2025 to 30 June 2025) your largest income was 2,600.00 EUR on 2 June 2025: SALARY ACME LTD.",
    ),
    (
        &["How many times did I go to Blue Cafe?"],
        "Over all your entries (2 January 2025 to 30 June 2025) there were 7 entries at \"blue cafe\" (24.50 EUR out).",
    ),
    (
        &["How many transactions did I have in May?"],
        "In May 2025 there were 7 entries (885.49 EUR out and 2,500.00 EUR in).",
    ),
    (
        &["What is my average grocery purchase?"],
        "Over all your entries (2 January 2025 to 30 June 2025) you spent on average 32.00 EUR an entry (384.00 EUR in 12 entries) on Groceries.",
    ),
    (
        &["What do I spend per month on average?"],
        "Over all your entries (2 January 2025 to 30 June 2025) you spent on average 957.74 EUR a month (5,746.43 EUR over 6 months).",
    ),
    (
        &["How much do I spend on groceries per month?"],
        "Over all your entries (2 January 2025 to 30 June 2025) you spent on average 64.00 EUR a month (384.00 EUR over 6 months) on Groceries.",
    ),
    (
        &["Which month did I spend the most?"],
        "Over all your entries (2 January 2025 to 30 June 2025) you spent the most in June 2025: 1,132.98 EUR (6 entries).",
    ),
    (
        &["Which month did I spend the least?"],
        "Over all your entries (2 January 2025 to 30 June 2025) you spent the least in January 2025: 877.99 EUR (5 entries).",
    ),
    (
        &["What percentage of my spending is rent?"],
        "Over all your entries (2 January 2025 to 30 June 2025) you spent 83.5 % of your spending on Rent and mortgage: 4,800.00 EUR of 5,746.43 EUR.",
    ),
    (
        &["Compare May and June"],
        "In May 2025 you spent 885.49 EUR, in June 2025 1,132.98 EUR. That is 247.49 EUR (27.9 %) more.",
    ),
    (
        &["Did I spend more in June than in May on groceries?"],
        "In May 2025 you spent 65.50 EUR on Groceries, in June 2025 66.50 EUR. That is 1.00 EUR (1.5 %) more.",
    ),
    (
        &["2024 vs 2025"],
        "From 1 January 2024 to 30 June 2024 you spent 0.00 EUR, from 1 January 2025 to 30 June 2025 5,746.43 EUR. That is 5,746.43 EUR more. Your books do not have all of one of them yet, so that both end on the same day. There are no entries at all in 2024.",
    ),
    (
        &["When did I last pay Netflix?"],
        "The last such entry at \"netflix\" was on 15 June 2025: NETFLIX.COM, -12.99 EUR. Over all your entries (2 January 2025 to 30 June 2025) there were 6 entries.",
    ),
    (
        &["When did I first go to the dentist?"],
        "The first such entry at \"dentist\" was on 25 February 2025: DENTIST WEISS, -150.00 EUR. Over all your entries (2 January 2025 to 30 June 2025) there was 1 entry.",
    ),
    (
        &["Did I pay rent in April?"],
        "Yes: In April 2025 there was 1 entry on Rent and mortgage (800.00 EUR out).",
    ),
    (
        &["Did I buy anything at Lidl in May?"],
        "No account, category or merchant of yours is called \"lidl\", so I looked for entries with that in their description. No: In May 2025 I found no entries with \"lidl\". Your entries reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["How much did I spend without rent in June?"],
        "In June 2025 you spent 332.98 EUR (5 entries) without Rent and mortgage.",
    ),
    (
        &["How much did I spend in 2023?"],
        "In 2023 I found no spending. There are no entries at all in that period. Your entries reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["What data do you have?"],
        "Your entries reach from 2 January 2025 to 30 June 2025, in 2 accounts: Main and Reserve. They name 9 merchants.",
    ),
    (
        &["Which accounts do I have?"],
        "Your entries reach from 2 January 2025 to 30 June 2025, in 2 accounts: Main and Reserve. They name 9 merchants.",
    ),
    (
        &["help"],
        "I answer questions about your own entries, without sending anything anywhere. You can ask, for example: \"How much did I spend on groceries last month?\", \"What was my income last year?\", \"Show my largest purchases since March\", \"Break down my spending by category\", \"What subscriptions do I have?\", \"What is due next week?\", \"What is my balance?\", or \"Compare May and June\".",
    ),
    (&["How much did I spend on food last month?"], "In June 2025 you spent 70.00 EUR (3 entries) on Food."),
    (
        &["How much did I spend yesterday?"],
        "On 14 July 2025 I found no spending. There are no entries at all in that period. Your entries reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["How much interest did I get?"],
        "Over all your entries (2 January 2025 to 30 June 2025) you received 15.25 EUR (1 entry) from Interest and dividends.",
    ),
    (&["groceries in April"], "In April 2025 you spent 64.50 EUR (2 entries) on Groceries."),
    (&["How much did I spend in the second quarter?"], "In Q2 2025 you spent 2,899.46 EUR (17 entries)."),
    (
        &["How much did I spend in the first half of 2025?"],
        "From 1 January 2025 to 30 June 2025 you spent 5,746.43 EUR (34 entries).",
    ),
    (
        &["How much did I spend until the end of February?"],
        "Until 28 February 2025 you spent 1,906.98 EUR (11 entries).",
    ),
    (&["How much did I spend two months ago?"], "In May 2025 you spent 885.49 EUR (6 entries)."),
    (
        &["How much did I spend at Lidl?"],
        "No account, category or merchant of yours is called \"lidl\", so I looked for entries with that in their description. Over all your entries (2 January 2025 to 30 June 2025) I found no spending with \"lidl\". Your entries reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["How much did I spend on unicorns at Tesco?"],
        "Over all your entries (2 January 2025 to 30 June 2025) you spent 384.00 EUR (12 entries) at \"tesco\". (I did not understand \"unicorns\", and left it out.)",
    ),
    (
        &["Biggest spending category last month"],
        "In June 2025 you spent the most on Rent and mortgage: 800.00 EUR (1 entry).",
    ),
    (
        &["How much rent did I pay in 2025?"],
        "In 2025 you spent 4,800.00 EUR (6 entries) on Rent and mortgage.",
    ),
    (&["How much have I spent so far this year?"], "In 2025 you spent 5,746.43 EUR (34 entries)."),
    (
        &["What's my total income since April 1st?"],
        "Since 1 April 2025 you received 7,615.25 EUR (4 entries).",
    ),
    (&["How much did I spend before February?"], "Until 31 January 2025 you spent 877.99 EUR (5 entries)."),
    (
        &["How much did I spend in the last 3 months?"],
        "From 16 April 2025 to 15 July 2025 you spent 2,038.97 EUR (13 entries).",
    ),
    (&["How much did I spend in last February?"], "In February 2025 you spent 1,028.99 EUR (6 entries)."),
    (
        &["Which merchant did I spend the most at?"],
        "Over all your entries (2 January 2025 to 30 June 2025) you spent the most at rent mueller: 4,800.00 EUR (6 entries).",
    ),
    (
        &["How often did I shop at Tesco in Q1?"],
        "In Q1 2025 there were 6 entries at \"tesco\" (187.50 EUR out).",
    ),
    (
        &["How many times was I charged less than 5 euros?"],
        "Over all your entries (2 January 2025 to 30 June 2025) there were 7 entries, counting only amounts of less than 5 (24.50 EUR out).",
    ),
    (
        &["Is there anything from Amazon?"],
        "Yes: Over all your entries (2 January 2025 to 30 June 2025) there was 1 entry at \"amazon\" (249.99 EUR out).",
    ),
    (
        &["Compare Q1 and Q2 income"],
        "In Q1 2025 you received 7,500.00 EUR, in Q2 2025 7,615.25 EUR. That is 115.25 EUR (1.5 %) more.",
    ),
    (
        &["How did my spending on groceries change from May to June?"],
        "In May 2025 you spent 65.50 EUR on Groceries, in June 2025 66.50 EUR. That is 1.00 EUR (1.5 %) more.",
    ),
    (
        &["What was my balance at the end of April?"],
        "On 30 April 2025, Main held 7,272.04 EUR (known for 20 April 2025). No balance is known for Reserve.",
    ),
    (
        &["What is my average monthly income?"],
        "Over all your entries (2 January 2025 to 30 June 2025) you received on average 2,519.21 EUR a month (15,115.25 EUR over 6 months).",
    ),
    (
        &["did I spend less than 60 on groceries in May?"],
        "No: In May 2025 you spent 65.50 EUR (2 entries) on Groceries, which is not less than 60.",
    ),
    (
        &["did I spend more than 60 on groceries in May?"],
        "Yes: In May 2025 you spent 65.50 EUR (2 entries) on Groceries, which is more than 60.",
    ),
    (
        &["did I spend over 1000 in June?"],
        "Yes: In June 2025 you spent 1,132.98 EUR (6 entries), which is more than 1000.",
    ),
    (
        &["did I spend over 2000 in June?"],
        "No: In June 2025 you spent 1,132.98 EUR (6 entries), which is not more than 2000.",
    ),
    (
        &["have I earned at least 2.600,50 euros in June?"],
        "Yes: In June 2025 you received 2,615.25 EUR (2 entries), which is at least 2600.50.",
    ),
    (
        &["Did I stay under 70 at Tesco in June?"],
        "Yes: In June 2025 you spent 66.50 EUR (2 entries) at \"tesco\", which is less than 70.",
    ),
    (
        &["Was my grocery spending below 50 in May?"],
        "No: In May 2025 you spent 65.50 EUR (2 entries) on Groceries, which is not less than 50.",
    ),
    (
        &["Did I pay more than 100 for anything in May?"],
        "Yes: In May 2025 there was 1 entry, counting only amounts of more than 100 (800.00 EUR out).",
    ),
    (
        &["Did I spend less than 10 on fuel in May?"],
        "Yes: In May 2025 I found no spending on Fuel. Your entries reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["How much did I spend on groceries in May?", "was it more than 60?"],
        "Yes: In May 2025 you spent 65.50 EUR (2 entries) on Groceries, which is more than 60.",
    ),
    (
        &["Do I spend more than 50 a month on groceries?"],
        "I did not understand \"more than 50\", so that this is the answer without it. Over all your entries (2 January 2025 to 30 June 2025) you spent on average 64.00 EUR a month (384.00 EUR over 6 months) on Groceries.",
    ),
    (
        &["entries over 799,90 euros in May"],
        "In May 2025 there are 2 entries, counting only amounts of more than 799.90 (800.00 EUR out and 2,500.00 EUR in):\n\
         \n\
         - 5 May 2025: RENT MUELLER, -800.00 EUR\n\
         - 2 May 2025: SALARY ACME LTD, 2,500.00 EUR",
    ),
    (
        &["average salary in 2025"],
        "In 2025 your average income from Salary was 2,516.67 EUR an entry (15,100.00 EUR in 6 entries).",
    ),
    (
        &["how much salary do I get on average"],
        "Over all your entries (2 January 2025 to 30 June 2025) your average income from Salary was 2,516.67 EUR an entry (15,100.00 EUR in 6 entries).",
    ),
    (
        &["average monthly salary"],
        "Over all your entries (2 January 2025 to 30 June 2025) you received on average 2,516.67 EUR a month (15,100.00 EUR over 6 months) from Salary.",
    ),
    (
        &["average per month on groceries over the last 3 months"],
        "From 16 April 2025 to 15 July 2025 you spent on average 61.08 EUR a month (152.50 EUR over 76 days, at 30.4375 days a month) on Groceries.",
    ),
    (
        &["average per month on groceries from 10 March to 20 April"],
        "From 10 March 2025 to 20 April 2025 you spent on average 92.76 EUR a month (128.00 EUR over 42 days, at 30.4375 days a month) on Groceries.",
    ),
    (
        &["have I gone over 60 at Tesco in June?"],
        "Yes: In June 2025 you spent 66.50 EUR (2 entries) at \"tesco\", which is more than 60.",
    ),
    (
        &["in which quarters did I spend more than 2850?"],
        "I did not understand \"more than 2850\", so that this is the answer without it. Over all your entries (2 January 2025 to 30 June 2025) you spent 5,746.43 EUR:\n\
         \n\
         - Q1 2025: 2,846.97 EUR (17 entries, 49.5 %)\n\
         - Q2 2025: 2,899.46 EUR (17 entries, 50.5 %)",
    ),
    (
        &["how many months did I spend more than 1000?"],
        "I did not understand \"more than 1000\" and \"months\", so that this is the answer without them. Over all your entries (2 January 2025 to 30 June 2025) there were 34 entries (5,746.43 EUR out).",
    ),
    (
        &["did I spend more than 1,1k in June?"],
        "Yes: In June 2025 you spent 1,132.98 EUR (6 entries), which is more than 1100.",
    ),
    (
        &["How frequently did I shop at Tesco in Q1?"],
        "In Q1 2025 there were 6 entries at \"tesco\" (187.50 EUR out).",
    ),
];
