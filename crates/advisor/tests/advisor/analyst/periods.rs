//! Questions about periods as people say them, and with several of them at once.

use super::Case;

pub(super) const CASES: &[Case] = &[
    (
        &["what do i usually spend in a week"],
        "Over all your entries (2 January 2025 to 30 June 2025) you spent on average 223.47 EUR a week (5,746.43 EUR over 180 days).",
    ),
    (
        &["what do i spend per day"],
        "Over all your entries (2 January 2025 to 30 June 2025) you spent on average 31.92 EUR a day (5,746.43 EUR over 180 days).",
    ),
    (
        &["what did i spend in the first half of may"],
        "From 1 May 2025 to 15 May 2025 you spent 864.99 EUR (5 entries).",
    ),
    (
        &["How much did I spend in the last 2 full months?"],
        "From 1 May 2025 to 30 June 2025 you spent 2,018.47 EUR (12 entries).",
    ),
    (
        &["last three complete months by category"],
        "In Q2 2025 you spent 2,899.46 EUR:\n\
         \n\
         - Rent and mortgage: 2,400.00 EUR (3 entries, 82.8 %)\n\
         - Online shopping: 249.99 EUR (1 entry, 8.6 %)\n\
         - Groceries: 196.50 EUR (6 entries, 6.8 %)\n\
         - Subscriptions: 38.97 EUR (3 entries, 1.3 %)\n\
         - Restaurants and cafés: 14.00 EUR (4 entries, 0.5 %)",
    ),
    (
        &["What did I spend in spring?"],
        "From 1 March 2025 to 31 May 2025 you spent 2,706.47 EUR (17 entries).",
    ),
    (
        &["how much did i spend last winter"],
        "From 1 December 2024 to 28 February 2025 you spent 1,906.98 EUR (11 entries).",
    ),
    (
        &["spending in summer 2024"],
        "From 1 June 2024 to 31 August 2024 I found no spending. There are no entries at all in that period. Your entries reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["groceries except in May"],
        "I did not understand \"except in may\", so that this is the answer without it. Over all your entries (2 January 2025 to 30 June 2025) you spent 384.00 EUR (12 entries) on Groceries.",
    ),
    (
        &["what did i buy on 12/05/2025"],
        "On 12 May 2025 there are 2 entries (7.00 EUR out):\n\
         \n\
         - 12 May 2025: BLUE CAFE 0042, -3.50 EUR\n\
         - 12 May 2025: BLUE CAFE 0042, -3.50 EUR",
    ),
    (
        &["What happened on 10.06.25?"],
        "On 10 June 2025 there is 1 entry (46.00 EUR out):\n\
         \n\
         - 10 June 2025: TESCO STORES 3012, -46.00 EUR",
    ),
    (&["spending from march onwards"], "Since 1 March 2025 you spent 3,839.45 EUR (23 entries)."),
    (
        &["spending from March 1st to date"],
        "From 1 March 2025 to 15 July 2025 you spent 3,839.45 EUR (23 entries).",
    ),
    (
        &["How much did I spend on Mondays?"],
        "Over all your entries (2 January 2025 to 30 June 2025) you spent 5,746.43 EUR:\n\
         \n\
         - Wednesday: 1,619.99 EUR (5 entries, 28.2 %)\n\
         - Sunday: 1,086.98 EUR (5 entries, 18.9 %)\n\
         - Monday: 912.50 EUR (6 entries, 15.9 %)\n\
         - Thursday: 901.49 EUR (6 entries, 15.7 %)\n\
         - Saturday: 874.48 EUR (5 entries, 15.2 %)\n\
         - Tuesday: 229.49 EUR (4 entries, 4.0 %)\n\
         - Friday: 121.50 EUR (3 entries, 2.1 %)",
    ),
    (
        &["which day of the week do i spend the most"],
        "Over all your entries (2 January 2025 to 30 June 2025) you spent the most on Wednesday: 1,619.99 EUR (5 entries).",
    ),
    (
        &["how much did I spend last Friday"],
        "On 11 July 2025 I found no spending. There are no entries at all in that period. Your entries reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["How much did I spend on groceries in May compared to the month before?"],
        "In April 2025 you spent 64.50 EUR on Groceries, in May 2025 65.50 EUR. That is 1.00 EUR (1.6 %) more.",
    ),
    (
        &["compare this year with last year"],
        "From 1 January 2024 to 30 June 2024 you spent 0.00 EUR, from 1 January 2025 to 30 June 2025 5,746.43 EUR. That is 5,746.43 EUR more. Your books do not have all of one of them yet, so that both end on the same day. There are no entries at all in 2024.",
    ),
    (
        &["did I spend more in June than in the same month last year?"],
        "In June 2024 you spent 0.00 EUR, in June 2025 1,132.98 EUR. That is 1,132.98 EUR more. There are no entries at all in June 2024.",
    ),
    (
        &["spending by week in May"],
        "In May 2025 you spent 885.49 EUR:\n\
         \n\
         - week of 5 May 2025: 845.00 EUR (2 entries, 95.4 %)\n\
         - week of 12 May 2025: 19.99 EUR (3 entries, 2.3 %)\n\
         - week of 19 May 2025: 20.50 EUR (1 entry, 2.3 %)",
    ),
    (
        &["June spend vs May spend vs April spend"],
        "In June 2025 you spent 1,132.98 EUR (6 entries). In May 2025 you spent 885.49 EUR (6 entries). In April 2025 you spent 880.99 EUR (5 entries).",
    ),
    (
        &["what did i spend since I moved"],
        "I did not understand \"since\", so that this is the answer without it. No account, category or merchant of yours is called \"moved\", so I looked for entries with that in their description. Over all your entries (2 January 2025 to 30 June 2025) I found no spending with \"moved\". Your entries reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["how much have i spent in the past fortnight"],
        "From 2 July 2025 to 15 July 2025 I found no spending. There are no entries at all in that period. Your entries reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["how many times a month do I go to Tesco?"],
        "I did not understand \"month\", so that this is the answer without it. Over all your entries (2 January 2025 to 30 June 2025) there were 12 entries at \"tesco\" (384.00 EUR out).",
    ),
    (
        &["what was my balance in April and May"],
        "On 30 April 2025, Main held 7,272.04 EUR (known for 20 April 2025). No balance is known for Reserve. On 31 May 2025, Main held 8,886.55 EUR (known for 20 May 2025). No balance is known for Reserve.",
    ),
    (&["spending in the first three months of 2025"], "In Q1 2025 you spent 2,846.97 EUR (17 entries)."),
    (
        &["spending in the last two months of Q2 2025"],
        "From 1 May 2025 to 30 June 2025 you spent 2,018.47 EUR (12 entries).",
    ),
    (
        &["spending in the last quarter of 2024"],
        "In Q4 2024 I found no spending. There are no entries at all in that period. Your entries reach from 2 January 2025 to 30 June 2025.",
    ),
    (
        &["this year vs last year to date"],
        "From 1 January 2024 to 15 July 2024 you spent 0.00 EUR, in 2025 5,746.43 EUR. That is 5,746.43 EUR more. Your books do not have all of one of them yet. There are no entries at all from 1 January 2024 to 15 July 2024.",
    ),
    (
        &["spending last year to November"],
        "From 1 January 2024 to 30 November 2024 I found no spending. There are no entries at all in that period. Your entries reach from 2 January 2025 to 30 June 2025.",
    ),
    (&["spending May 1 - May 12"], "From 1 May 2025 to 12 May 2025 you spent 852.00 EUR (4 entries)."),
    (&["spending 1-12 May"], "From 1 May 2025 to 12 May 2025 you spent 852.00 EUR (4 entries)."),
    (
        &["how much did I spend from the 1st to the 12th of May?"],
        "From 1 May 2025 to 12 May 2025 you spent 852.00 EUR (4 entries).",
    ),
    (
        &["Compare May and Q2"],
        "In May 2025: 2,500.00 EUR came in, 885.49 EUR went out, and 1,614.51 EUR was left. In Q2 2025: 7,615.25 EUR came in, 2,899.46 EUR went out, and 4,715.79 EUR was left.",
    ),
    (
        &["how much more did I spend in 2025 than 2024?"],
        "From 1 January 2024 to 30 June 2024 you spent 0.00 EUR, from 1 January 2025 to 30 June 2025 5,746.43 EUR. That is 5,746.43 EUR more. Your books do not have all of one of them yet, so that both end on the same day. There are no entries at all in 2024.",
    ),
    (
        &["did I spend more in June than in 2025?"],
        "In June 2025 you spent 1,132.98 EUR (6 entries). In 2025 you spent 5,746.43 EUR (34 entries).",
    ),
    (
        &["how much did I spend the week before last?"],
        "From 30 June 2025 to 6 July 2025 I found no spending. Your entries reach from 2 January 2025 to 30 June 2025.",
    ),
];
