//! Tables of bank feeds.

use diesel::table;

table! {
    use diesel::sql_types::*;
    use crate::sql_types::{Key, Moment};

    feeds (id) {
        id -> Key,
        user_id -> Key,
        provider -> Text,
        label -> Text,
        sealed -> Binary,
        status -> Json,
        requests -> Integer,
        requested_at -> Nullable<Moment>,
        busy_until -> Nullable<Moment>,
        fetched_at -> Nullable<Moment>,
        due_at -> Nullable<Moment>,
        created_at -> Moment,
        bank -> Nullable<Json>,
        valid_until -> Nullable<Moment>,
    }
}

table! {
    use diesel::sql_types::*;
    use crate::sql_types::{Key, Moment};

    feed_authorizations (id) {
        id -> Key,
        user_id -> Key,
        state -> Binary,
        bank -> Json,
        feed_id -> Nullable<Key>,
        expires_at -> Moment,
        created_at -> Moment,
    }
}

table! {
    use diesel::sql_types::*;
    use crate::sql_types::{Key, Moment};

    feed_accounts (id) {
        id -> Key,
        user_id -> Key,
        feed_id -> Key,
        key -> Text,
        account_id -> Nullable<Key>,
        is_skipped -> Bool,
        details -> Json,
        imported_at -> Nullable<Moment>,
        created_at -> Moment,
    }
}

table! {
    use diesel::sql_types::{Json, Text};
    use crate::sql_types::{Key, Moment};

    feed_files (statement_id) {
        statement_id -> Key,
        user_id -> Key,
        feed_account_id -> Key,
        month -> Text,
        content -> Json,
        created_at -> Moment,
    }
}
