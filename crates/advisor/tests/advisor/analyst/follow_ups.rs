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
];
