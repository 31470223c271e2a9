//! Questions about purchases and savings goals.

use super::Case;

pub(super) const CASES: &[Case] = &[
    (
        &["How long until I save 5,000?"],
        "From 1 January 2025 to 30 June 2025, 1,561.47 EUR a month was left on average. To save 5,000.00 EUR at that pace: it takes 4 months, until November 2025.",
    ),
    (
        &["If I save 200 a month, how long until I have 5,000 saved up?"],
        "You would put 200.00 EUR a month aside for 5,000.00 EUR. That takes 25 months, until August 2027.",
    ),
    (
        &["When will I have 20,000?"],
        "On 30 June 2025 your checking, savings and cash accounts held 15,368.82 EUR; 4,631.18 EUR is missing from 20,000.00 EUR. From 1 January 2025 to 30 June 2025, 1,561.47 EUR a month was left on average. That takes 3 months, until October 2025.",
    ),
    (
        &["When do I reach 15k?"],
        "You have that already: on 30 June 2025 your checking, savings and cash accounts held 15,368.82 EUR.",
    ),
    (
        &["Can I afford a holiday for 1,200?"],
        "Yes, from your balances. On 30 June 2025 your checking, savings and cash accounts held 15,368.82 EUR; after 1,200.00 EUR, 14,168.82 EUR is left, what you spend in 14.8 months at 957.74 EUR a month.",
    ),
    (
        &["Can I afford a 1,200 holiday in June?"],
        "Yes, at this rate. On 30 June 2025 your checking, savings and cash accounts held 15,368.82 EUR. From 1 January 2025 to 30 June 2025, 1,561.47 EUR a month was left on average; until June 2026 that makes 32,544.99 EUR: after 1,200.00 EUR, 31,344.99 EUR would be left.",
    ),
    (
        &["Do I have enough to buy a car for 20,000 euros?"],
        "No, not from your balances. On 30 June 2025 your checking, savings and cash accounts held 15,368.82 EUR; 4,631.18 EUR is missing. From 1 January 2025 to 30 June 2025, 1,561.47 EUR a month was left on average. That takes 3 months, until October 2025.",
    ),
    (
        &["Could I afford a car for 40,000 by October?"],
        "No, not at this rate. On 30 June 2025 your checking, savings and cash accounts held 15,368.82 EUR. From 1 January 2025 to 30 June 2025, 1,561.47 EUR a month was left on average; until October 2025 that makes 20,053.23 EUR: that is 19,946.77 EUR less than 40,000.00 EUR.",
    ),
    (
        &["Can I afford another 300 a month?"],
        "Yes. From 1 January 2025 to 30 June 2025, 1,561.47 EUR a month was left on average; after 300.00 EUR a month, 1,261.47 EUR is left.",
    ),
    (
        &["Could I afford 2,000 per month for a flat?"],
        "No. From 1 January 2025 to 30 June 2025, 1,561.47 EUR a month was left on average; 2,000.00 EUR a month is 438.53 EUR more than that.",
    ),
    (
        &["Can I afford a new bike?"],
        "Tell me how much it costs and, if you will pay later, when. I calculate it from your balances and your average monthly net.",
    ),
    (
        &["How much do I need to save each month to have 5,000 by December?"],
        "For 5,000.00 EUR by December 2025, put 1,000.00 EUR aside in each of 5 months. From 1 January 2025 to 30 June 2025, 1,561.47 EUR a month was left on average, which is enough.",
    ),
    (
        &["What do I have to set aside a month for 12,000 by December?"],
        "For 12,000.00 EUR by December 2025, put 2,400.00 EUR aside in each of 5 months. From 1 January 2025 to 30 June 2025, 1,561.47 EUR a month was left on average, which is 838.53 EUR too little.",
    ),
    (
        &["What will I have if I save 200 a month for 18 months?"],
        "200.00 EUR a month grows to 3,600.00 EUR in 18 months, without interest.",
    ),
    (
        &["How long until I save 3,000 at 2 % interest?"],
        "From 1 January 2025 to 30 June 2025, 1,561.47 EUR a month was left on average. To save 3,000.00 EUR at that pace: it takes 2 months, until September 2025. Interest is not included.",
    ),
];
