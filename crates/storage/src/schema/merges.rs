//! The tables of merged accounts and of pairs of accounts that must not be merged.

use diesel::table;

table! {
    use diesel::sql_types::{Json, Nullable, Text};
    use crate::sql_types::{Key, Moment};

    account_merges (id) {
        id -> Key,
        user_id -> Key,
        account_id -> Key,
        other_id -> Key,
        other_name -> Text,
        content -> Json,
        created_at -> Moment,
        undone_at -> Nullable<Moment>,
        actor_id -> Nullable<Key>,
        undone_by_id -> Nullable<Key>,
    }
}

table! {
    use crate::sql_types::Key;

    distinct_accounts (first_id, second_id) {
        first_id -> Key,
        second_id -> Key,
        user_id -> Key,
    }
}
