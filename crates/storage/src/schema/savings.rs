//! Tables of savings goals.

use diesel::table;

table! {
    use diesel::sql_types::*;
    use crate::sql_types::{Key, Moment};

    goals (id) {
        id -> Key,
        user_id -> Key,
        position -> Integer,
        name -> Text,
        target_minor -> BigInt,
        currency -> Text,
        target_date -> Nullable<Date>,
        by_hand -> Bool,
        note -> Nullable<Text>,
        archived -> Bool,
        created_at -> Moment,
        updated_at -> Moment,
    }
}

table! {
    use diesel::sql_types::*;
    use crate::sql_types::Key;

    goal_accounts (goal_id, account_id) {
        goal_id -> Key,
        account_id -> Key,
        user_id -> Key,
        amount_minor -> Nullable<BigInt>,
    }
}

table! {
    use diesel::sql_types::{BigInt, Date};
    use crate::sql_types::Key;

    goal_contributions (id) {
        id -> Key,
        user_id -> Key,
        goal_id -> Key,
        date -> Date,
        amount_minor -> BigInt,
    }
}
