//! Tables of households.

use diesel::table;

table! {
    use diesel::sql_types::Text;
    use crate::sql_types::{Key, Moment};

    households (user_id) {
        user_id -> Key,
        name -> Text,
        created_at -> Moment,
    }
}

table! {
    use diesel::sql_types::Text;
    use crate::sql_types::{Key, Moment};

    memberships (household_id, user_id) {
        household_id -> Key,
        user_id -> Key,
        role -> Text,
        created_at -> Moment,
    }
}

table! {
    use diesel::sql_types::*;
    use crate::sql_types::{Key, Moment};

    invitations (id) {
        id -> Key,
        household_id -> Key,
        user_id -> Key,
        token_hash -> Binary,
        role -> Text,
        email -> Nullable<Text>,
        expires_at -> Moment,
        created_at -> Moment,
    }
}

table! {
    use diesel::sql_types::*;
    use crate::sql_types::{Key, Moment};

    shared_expenses (id) {
        id -> Key,
        user_id -> Key,
        household_id -> Key,
        transaction_id -> Nullable<Key>,
        payer_id -> Key,
        division -> Json,
        kept_on -> Nullable<Date>,
        kept_minor -> Nullable<BigInt>,
        kept_currency -> Nullable<Text>,
        created_at -> Moment,
    }
}

table! {
    use diesel::sql_types::*;
    use crate::sql_types::{Key, Moment};

    settlements (id) {
        id -> Key,
        user_id -> Key,
        from_id -> Key,
        to_id -> Key,
        amount_minor -> BigInt,
        currency -> Text,
        date -> Date,
        transaction_id -> Nullable<Key>,
        created_at -> Moment,
    }
}
