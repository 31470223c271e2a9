//! The tables, as `migrations/` makes them; one description serves both databases.

#![cfg_attr(not(test), expect(clippy::wildcard_imports, reason = "table! finds the names of SQL types so"))]

use diesel::{allow_tables_to_appear_in_same_query, table};

table! {
    use diesel::sql_types::*;
    use crate::sql_types::{Key, Moment};

    users (id) {
        id -> Key,
        email -> Text,
        email_verified -> Bool,
        name -> Text,
        image -> Nullable<Text>,
        two_step -> Bool,
        created_at -> Moment,
        updated_at -> Moment,
    }
}

table! {
    use diesel::sql_types::*;
    use crate::sql_types::{Key, Moment};

    credentials (id) {
        id -> Key,
        user_id -> Key,
        provider -> Text,
        subject -> Text,
        password_hash -> Nullable<Text>,
        scopes -> Json,
        sealed_tokens -> Nullable<Binary>,
        created_at -> Moment,
        updated_at -> Moment,
    }
}

table! {
    use diesel::sql_types::*;
    use crate::sql_types::{Key, Moment};

    sessions (id) {
        id -> Key,
        user_id -> Key,
        token_hash -> Binary,
        expires_at -> Moment,
        ip_address -> Text,
        user_agent -> Text,
        remember -> Bool,
        created_at -> Moment,
        updated_at -> Moment,
    }
}

table! {
    use diesel::sql_types::*;
    use crate::sql_types::Moment;

    verifications (key) {
        key -> Text,
        value -> Text,
        expires_at -> Moment,
    }
}

table! {
    use diesel::sql_types::*;
    use crate::sql_types::{Key, Moment};

    two_steps (user_id) {
        user_id -> Key,
        sealed_secret -> Binary,
        last_step -> Nullable<BigInt>,
        failures -> Integer,
        locked_until -> Nullable<Moment>,
        created_at -> Moment,
    }
}

table! {
    use diesel::sql_types::*;
    use crate::sql_types::Key;

    backup_codes (user_id, code_hash) {
        user_id -> Key,
        code_hash -> Binary,
    }
}

table! {
    use diesel::sql_types::*;
    use crate::sql_types::{Key, Moment};

    api_tokens (id) {
        id -> Key,
        user_id -> Key,
        token_hash -> Binary,
        name -> Nullable<Text>,
        prefix -> Nullable<Text>,
        start -> Text,
        scope -> Text,
        enabled -> Bool,
        expires_at -> Nullable<Moment>,
        last_used_at -> Nullable<Moment>,
        created_at -> Moment,
        updated_at -> Moment,
    }
}

table! {
    use diesel::sql_types::*;
    use crate::sql_types::{Key, Moment};

    accounts (id) {
        id -> Key,
        user_id -> Key,
        identity -> Text,
        name -> Text,
        institution -> Nullable<Text>,
        number_masked -> Nullable<Text>,
        kind -> Text,
        currency -> Text,
        created_at -> Moment,
        updated_at -> Moment,
    }
}

table! {
    use diesel::sql_types::*;
    use crate::sql_types::Key;

    categories (id) {
        id -> Key,
        user_id -> Key,
        key -> Nullable<Text>,
        name -> Text,
        parent_id -> Nullable<Key>,
        position -> Integer,
    }
}

table! {
    use diesel::sql_types::*;
    use crate::sql_types::{Key, Moment};

    statements (id) {
        id -> Key,
        user_id -> Key,
        file_name -> Text,
        file_key -> Text,
        size -> BigInt,
        sha256 -> Binary,
        pages -> Nullable<Integer>,
        kind -> Text,
        institution -> Nullable<Text>,
        status -> Text,
        failure -> Nullable<Json>,
        read_by -> Nullable<Text>,
        job_id -> Nullable<Key>,
        created_at -> Moment,
        processed_at -> Nullable<Moment>,
    }
}

table! {
    use diesel::sql_types::*;
    use crate::sql_types::{Key, Moment};

    entries (id) {
        id -> Key,
        user_id -> Key,
        account_id -> Key,
        statement_id -> Nullable<Key>,
        fingerprint -> Text,
        date -> Date,
        month -> Text,
        value_date -> Nullable<Date>,
        description -> Text,
        original_description -> Text,
        search_text -> Text,
        merchant -> Text,
        amount_minor -> BigInt,
        size_order -> BigInt,
        currency -> Text,
        balance_minor -> Nullable<BigInt>,
        category_id -> Nullable<Key>,
        kind -> Text,
        place -> Nullable<Json>,
        position -> Integer,
        created_at -> Moment,
        updated_at -> Moment,
    }
}

table! {
    use diesel::sql_types::*;
    use crate::sql_types::Key;

    statement_accounts (statement_id, position) {
        statement_id -> Key,
        position -> Integer,
        user_id -> Key,
        account_id -> Key,
        number_masked -> Nullable<Text>,
        currency -> Text,
        period_start -> Nullable<Date>,
        period_end -> Nullable<Date>,
        opening_minor -> Nullable<BigInt>,
        closing_minor -> Nullable<BigInt>,
        outcome -> Text,
        discrepancy_minor -> Nullable<BigInt>,
        first_broken_entry_id -> Nullable<Key>,
        witnesses -> Json,
    }
}

table! {
    use diesel::sql_types::*;
    use crate::sql_types::Key;

    statement_lines (statement_id, account_position, position) {
        statement_id -> Key,
        account_position -> Integer,
        position -> Integer,
        user_id -> Key,
        entry_id -> Key,
        place -> Nullable<Json>,
        balance_minor -> Nullable<BigInt>,
    }
}

table! {
    use diesel::sql_types::*;
    use crate::sql_types::{Key, Moment};

    jobs (id) {
        id -> Key,
        user_id -> Key,
        statement_id -> Key,
        work -> Json,
        state -> Text,
        attempts -> Integer,
        run_at -> Moment,
        lease_until -> Nullable<Moment>,
        worker -> Nullable<Text>,
        progress -> Json,
        failure -> Nullable<Json>,
        created_at -> Moment,
        updated_at -> Moment,
        finished_at -> Nullable<Moment>,
    }
}

allow_tables_to_appear_in_same_query!(
    users,
    credentials,
    sessions,
    api_tokens,
    accounts,
    categories,
    statements,
    entries,
    statement_accounts,
    statement_lines,
    jobs,
);
