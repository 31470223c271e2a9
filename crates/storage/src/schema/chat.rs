//! The tables of chats, as the migrations create them. One description serves both databases.

#![cfg_attr(
    not(test),
    expect(clippy::wildcard_imports, reason = "table! finds the SQL types by their imported names")
)]

use diesel::{allow_tables_to_appear_in_same_query, table};

table! {
    use diesel::sql_types::*;
    use crate::sql_types::{Key, Moment};

    chats (id) {
        id -> Key,
        user_id -> Key,
        client_id -> Nullable<Text>,
        title -> Text,
        model -> Nullable<Text>,
        search_text -> Text,
        created_at -> Moment,
        updated_at -> Moment,
        consent -> Nullable<Text>,
    }
}

table! {
    use diesel::sql_types::*;
    use crate::sql_types::{Key, Moment};

    chat_messages (chat_id, position) {
        chat_id -> Key,
        position -> Integer,
        user_id -> Key,
        message_id -> Text,
        role -> Text,
        state -> Text,
        version -> Integer,
        content -> Json,
        search_text -> Text,
        created_at -> Moment,
        updated_at -> Moment,
    }
}

table! {
    use diesel::sql_types::*;
    use crate::sql_types::{Key, Moment};

    chat_approvals (id) {
        id -> Key,
        user_id -> Key,
        chat_id -> Key,
        message_id -> Text,
        call_id -> Text,
        tool -> Text,
        content -> Json,
        state -> Text,
        expires_at -> Moment,
        created_at -> Moment,
        updated_at -> Moment,
    }
}

table! {
    use diesel::sql_types::*;
    use crate::sql_types::{Key, Moment};

    chat_traces (id) {
        id -> Key,
        user_id -> Key,
        chat_id -> Key,
        message_id -> Text,
        content -> Json,
        created_at -> Moment,
    }
}

table! {
    use diesel::sql_types::*;
    use crate::sql_types::{Key, Moment};

    chat_memories (id) {
        id -> Key,
        user_id -> Key,
        text -> Text,
        created_at -> Moment,
        updated_at -> Moment,
    }
}

table! {
    use diesel::sql_types::*;
    use crate::sql_types::Key;

    model_usage (user_id, date, model) {
        user_id -> Key,
        date -> Date,
        model -> Text,
        input_tokens -> BigInt,
        output_tokens -> BigInt,
        replies -> BigInt,
    }
}

table! {
    use diesel::sql_types::*;
    use crate::sql_types::{Key, Moment};

    model_choices (transaction_id) {
        transaction_id -> Key,
        user_id -> Key,
        model -> Text,
        chosen_at -> Moment,
    }
}

allow_tables_to_appear_in_same_query!(chats, chat_messages);
