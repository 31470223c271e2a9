//! Questions that lean on the ones before them.

use super::Case;

pub(super) const CASES: &[Case] = &[
    (
        &["How much did I spend in May?", "on average?"],
        "In May 2025 you spent on average 147.58 EUR an entry (885.49 EUR in 6 entries).",
    ),
    (
        &["How much did I spend in May?", "and Lidl?"],
        "No account, category or merchant of yours is called \"lidl\", so I looked for entries with that in their description. In May 2025 I found no spending with \"lidl\". Your entries reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["Spending by category in May", "and in June?"],
        "In June 2025 you spent 1,132.98 EUR:\n\
         \n\
         - Rent and mortgage: 800.00 EUR (1 entry, 70.6 %)\n\
         - Online shopping: 249.99 EUR (1 entry, 22.1 %)\n\
         - Groceries: 66.50 EUR (2 entries, 5.9 %)\n\
         - Subscriptions: 12.99 EUR (1 entry, 1.1 %)\n\
         - Restaurants and cafés: 3.50 EUR (1 entry, 0.3 %)",
    ),
    (
        &["What was my income in Q1?", "and the quarter after?"],
        "In Q2 2025 you received 7,615.25 EUR (4 entries).",
    ),
    (
        &["How much did I spend in May?", "and the month before?"],
        "In April 2025 you spent 880.99 EUR (5 entries).",
    ),
    (
        &["How much did I spend in May?", "only groceries"],
        "In May 2025 you spent 65.50 EUR (2 entries) on Groceries.",
    ),
    (
        &["How much did I spend in May?", "only groceries", "and in June?"],
        "In June 2025 you spent 66.50 EUR (2 entries) on Groceries.",
    ),
    (
        &["How much did I spend on groceries in May?", "by merchant?"],
        "In May 2025 you spent 65.50 EUR on Groceries:\n\
         \n\
         - tesco stores: 65.50 EUR (2 entries, 100.0 %)",
    ),
    (
        &["How much did I spend in May?", "what about income?"],
        "In May 2025 you received 2,500.00 EUR (1 entry).",
    ),
    (
        &["How much did I spend on groceries?", "How many was that?"],
        "Over all your entries (2 January 2025 to 30 June 2025) there were 12 entries on Groceries (384.00 EUR out).",
    ),
    (
        &["What was my income in May?", "and the same month last year?"],
        "In May 2024 I found no income. There are no entries at all in that period. Your entries reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["Show my largest expense in May", "and in June?"],
        "In June 2025 your largest expense was 800.00 EUR on 5 June 2025: RENT MUELLER.",
    ),
    (
        &["How much did I spend at Tesco in May?", "show me those"],
        "In May 2025 there are 2 entries at \"tesco\" (65.50 EUR out):\n\
         \n\
         - 20 May 2025: TESCO STORES 3012, -20.50 EUR\n\
         - 10 May 2025: TESCO STORES 3012, -45.00 EUR",
    ),
    (
        &["How much did I spend on groceries in May?", "show the transactions"],
        "In May 2025 there are 2 entries on Groceries (65.50 EUR out):\n\
         \n\
         - 20 May 2025: TESCO STORES 3012, -20.50 EUR\n\
         - 10 May 2025: TESCO STORES 3012, -45.00 EUR",
    ),
    (
        &["How much did I spend on groceries in May?", "show me the entries"],
        "In May 2025 there are 2 entries on Groceries (65.50 EUR out):\n\
         \n\
         - 20 May 2025: TESCO STORES 3012, -20.50 EUR\n\
         - 10 May 2025: TESCO STORES 3012, -45.00 EUR",
    ),
    (
        &["How much did I spend on groceries in May?", "which merchants?"],
        "In May 2025 you spent 65.50 EUR on Groceries:\n\
         \n\
         - tesco stores: 65.50 EUR (2 entries, 100.0 %)",
    ),
    (
        &["How much did I spend on groceries in Q2?", "what was the average?"],
        "In Q2 2025 you spent on average 32.75 EUR an entry (196.50 EUR in 6 entries) on Groceries.",
    ),
    (
        &["How much did I spend on groceries in Q2?", "how much was the biggest?"],
        "In Q2 2025 your largest expense on Groceries was 46.00 EUR on 10 June 2025: TESCO STORES 3012.",
    ),
    (
        &["How much did I spend on groceries in Q2?", "which one was the most expensive?"],
        "In Q2 2025 your largest expense on Groceries was 46.00 EUR on 10 June 2025: TESCO STORES 3012.",
    ),
    (
        &["How much did I spend on groceries in Q2?", "Which month was the highest?"],
        "In Q2 2025 you spent the most on Groceries in June 2025: 66.50 EUR (2 entries).",
    ),
    (
        &["How much did I spend on groceries in May?", "Which month was the highest?"],
        "Over all your entries (2 January 2025 to 30 June 2025) you spent the most on Groceries in June 2025: 66.50 EUR (2 entries).",
    ),
    (
        &["How much did I spend on groceries in May?", "How much did I spend in total?"],
        "Over all your entries (2 January 2025 to 30 June 2025) you spent 5,746.43 EUR (34 entries).",
    ),
    (
        &["How much did I spend on groceries in May?", "How much did I earn?"],
        "In May 2025 you received 2,500.00 EUR (1 entry).",
    ),
    (
        &["How much did I spend on groceries in May?", "Which category did I spend the most on?"],
        "In May 2025 you spent the most on Rent and mortgage: 800.00 EUR (1 entry).",
    ),
    (
        &["Is my grocery spending going up?", "how much was the biggest?"],
        "Over all your entries (2 January 2025 to 30 June 2025) your largest expense on Groceries was 46.00 EUR on 10 June 2025: TESCO STORES 3012.",
    ),
    (
        &["Compare groceries in May and June", "show the transactions"],
        "In May 2025 there are 2 entries on Groceries (65.50 EUR out):\n\
         \n\
         - 20 May 2025: TESCO STORES 3012, -20.50 EUR\n\
         - 10 May 2025: TESCO STORES 3012, -45.00 EUR\n\
         \n\
         In June 2025 there are 2 entries on Groceries (66.50 EUR out):\n\
         \n\
         - 20 June 2025: TESCO STORES 3012, -20.50 EUR\n\
         - 10 June 2025: TESCO STORES 3012, -46.00 EUR",
    ),
    (
        &["Which payments are recurring?", "and at Netflix?", "which is the most expensive?"],
        "As of 30 June 2025, these at \"netflix\" come again: 1 payment of 12.99 EUR a month (155.88 EUR a year).\n\
         \n\
         - netflix.com: -12.99 EUR monthly, next on 15 July 2025",
    ),
    (
        &["What is my balance?", "which is the highest?"],
        "On 15 July 2025, Main held 10,353.57 EUR (known for 20 June 2025) and Reserve held 5,015.25 EUR (known for 30 June 2025). Together that is 15,368.82 EUR.",
    ),
    (
        &["What is my balance?", "How much did I spend?"],
        "Over all your entries (2 January 2025 to 30 June 2025) you spent 5,746.43 EUR (34 entries).",
    ),
    (
        &["Which payments are recurring?", "and at Netflix?", "how much is that per year?"],
        "As of 30 June 2025, these at \"netflix\" come again: 1 payment of 12.99 EUR a month (155.88 EUR a year).\n\
         \n\
         - netflix.com: -12.99 EUR monthly, next on 15 July 2025",
    ),
    (
        &["How much did I spend in May?", "is that more than in April?"],
        "In April 2025 you spent 880.99 EUR, in May 2025 885.49 EUR. That is 4.50 EUR (0.5 %) more.",
    ),
    (
        &["What was my largest expense in May?", "when was that?"],
        "In May 2025 your largest expense was 800.00 EUR on 5 May 2025: RENT MUELLER.",
    ),
    (
        &["When did I last pay Netflix?", "how much was it?"],
        "The last such entry at \"netflix\" was on 15 June 2025: NETFLIX.COM, -12.99 EUR. Over all your entries (2 January 2025 to 30 June 2025) there were 6 entries.",
    ),
    (
        &["Which month did I spend the most?", "how much was it?"],
        "Over all your entries (2 January 2025 to 30 June 2025) you spent the most in June 2025: 1,132.98 EUR (6 entries).",
    ),
    (
        &["What did I earn in 2025?", "what was the average?"],
        "In 2025 your average income was 2,159.32 EUR an entry (15,115.25 EUR in 7 entries).",
    ),
    (
        &["How much did I spend on groceries in 2025?", "Did I spend more than last year?"],
        "From 1 January 2024 to 30 June 2024 you spent 0.00 EUR on Groceries, from 1 January 2025 to 30 June 2025 384.00 EUR. That is 384.00 EUR more. Your books do not have all of one of them yet, so that both end on the same day. There are no entries at all in 2024.",
    ),
    (
        &["How much did I spend on groceries in 2025?", "was that less than 2024?"],
        "From 1 January 2024 to 30 June 2024 you spent 0.00 EUR on Groceries, from 1 January 2025 to 30 June 2025 384.00 EUR. That is 384.00 EUR more. Your books do not have all of one of them yet, so that both end on the same day. There are no entries at all in 2024.",
    ),
    (
        &["Spending by month", "what was the average?"],
        "Over all your entries (2 January 2025 to 30 June 2025) you spent on average 957.74 EUR a month (5,746.43 EUR over 6 months).",
    ),
    (
        &["How much did I save in Q2?", "which month was the highest?"],
        "In Q2 2025:\n\
         \n\
         - April 2025: 2,500.00 EUR in, 880.99 EUR out, 1,619.01 EUR net\n\
         - May 2025: 2,500.00 EUR in, 885.49 EUR out, 1,614.51 EUR net\n\
         - June 2025: 2,615.25 EUR in, 1,132.98 EUR out, 1,482.27 EUR net",
    ),
    (
        &["How much did I spend in June?", "which category went up most?"],
        "I did not understand \"went up\", so that this is the answer without it. In June 2025 you spent the most on Rent and mortgage: 800.00 EUR (1 entry).",
    ),
    (
        &["How much did I spend on groceries in May?", "Did I spend more than in April?"],
        "In April 2025 you spent 64.50 EUR on Groceries, in May 2025 65.50 EUR. That is 1.00 EUR (1.6 %) more.",
    ),
    (
        &["How much did I spend in May?", "and compared to last month?"],
        "In May 2025 you spent 885.49 EUR, in June 2025 1,132.98 EUR. That is 247.49 EUR (27.9 %) more.",
    ),
    (
        &["How much did I save in 2025?", "on average per month?"],
        "In 2025 you kept on average 1,561.47 EUR a month (9,368.82 EUR over 6 months).",
    ),
];
