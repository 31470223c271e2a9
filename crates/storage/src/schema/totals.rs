//! The tables of totals, which triggers maintain (ADR 0013).

use diesel::table;

table! {
    use diesel::sql_types::{BigInt, Date, Text};
    use crate::sql_types::Key;

    day_totals (user_id, date, account_id, currency, kind) {
        user_id -> Key,
        date -> Date,
        account_id -> Key,
        currency -> Text,
        kind -> Text,
        income_minor -> BigInt,
        outgo_minor -> BigInt,
        transactions -> BigInt,
    }
}

table! {
    use diesel::sql_types::{BigInt, Text};
    use crate::sql_types::Key;

    merchant_totals (user_id, month, account_id, merchant, currency, kind) {
        user_id -> Key,
        month -> Text,
        account_id -> Key,
        merchant -> Text,
        currency -> Text,
        kind -> Text,
        income_minor -> BigInt,
        outgo_minor -> BigInt,
        transactions -> BigInt,
    }
}

table! {
    use diesel::sql_types::{BigInt, Text};
    use crate::sql_types::Key;

    month_totals (user_id, month, account_id, currency, category_id, kind) {
        user_id -> Key,
        month -> Text,
        account_id -> Key,
        category_id -> Key,
        currency -> Text,
        kind -> Text,
        income_minor -> BigInt,
        outgo_minor -> BigInt,
        transactions -> BigInt,
    }
}
