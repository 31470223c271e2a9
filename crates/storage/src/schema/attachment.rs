//! The table of attachments.

use diesel::table;

table! {
    use diesel::sql_types::*;
    use crate::sql_types::{Key, Moment};

    attachments (id) {
        id -> Key,
        user_id -> Key,
        transaction_id -> Nullable<Key>,
        file_name -> Text,
        media_type -> Text,
        size -> BigInt,
        sha256 -> Binary,
        file_key -> Text,
        text -> Text,
        search_text -> Text,
        text_state -> Text,
        created_at -> Moment,
    }
}
