//! The tables, as the migrations create them. One description serves both databases.

#![cfg_attr(
    not(test),
    expect(clippy::wildcard_imports, reason = "table! finds the SQL types by their imported names")
)]

mod answers;
mod attachment;
mod chat;
mod feed;
mod household;
mod imports;
mod mail;
mod merges;
mod notification;
mod savings;
mod totals;

use diesel::{allow_columns_to_appear_in_same_group_by_clause, allow_tables_to_appear_in_same_query, table};

pub(crate) use answers::{confirmed_facts, layout_hints, statement_answers};
pub(crate) use attachment::attachments;
pub(crate) use chat::{
    chat_approvals, chat_memories, chat_messages, chat_traces, chats, model_choices, model_usage,
};
pub(crate) use feed::{feed_accounts, feed_authorizations, feed_files, feeds};
pub(crate) use household::{households, invitations, memberships, settlements, shared_expenses};
pub(crate) use imports::statement_imports;
pub(crate) use mail::{mail_messages, mailboxes};
pub(crate) use merges::{account_merges, distinct_accounts};
pub(crate) use notification::{
    notification_channels, notification_deliveries, notification_settings, notifications,
};
pub(crate) use savings::{goal_accounts, goal_contributions, goals};
pub(crate) use totals::{day_totals, merchant_totals, month_totals};

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
    use crate::sql_types::Key;

    instance (place) {
        place -> Integer,
        id -> Key,
    }
}

table! {
    use diesel::sql_types::*;
    use crate::sql_types::Moment;

    periodic_work (name) {
        name -> Text,
        due_at -> Moment,
        lease_until -> Nullable<Moment>,
        worker -> Nullable<Text>,
        succeeded_at -> Nullable<Moment>,
        failed_at -> Nullable<Moment>,
    }
}

table! {
    use crate::sql_types::Key;

    departed_users (id) {
        id -> Key,
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
        books_id -> Nullable<Key>,
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
        by_hand -> Bool,
        closed_on -> Nullable<Date>,
        number -> Nullable<Text>,
        group_name -> Nullable<Text>,
        note -> Nullable<Text>,
        archived -> Bool,
        payer_id -> Nullable<Key>,
    }
}

table! {
    use diesel::sql_types::*;
    use crate::sql_types::{Key, Moment};

    saved_views (id) {
        id -> Key,
        user_id -> Key,
        page -> Text,
        name -> Text,
        query -> Text,
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

    transactions (id) {
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
        note -> Text,
        category_by -> Text,
        transfer_id -> Nullable<Key>,
        is_split -> Bool,
    }
}

table! {
    use diesel::sql_types::*;
    use crate::sql_types::Key;

    splits (id) {
        id -> Key,
        user_id -> Key,
        transaction_id -> Key,
        position -> Integer,
        amount_minor -> BigInt,
        category_id -> Nullable<Key>,
        note -> Text,
    }
}

table! {
    use diesel::sql_types::Text;
    use crate::sql_types::Key;

    transaction_tags (transaction_id, tag) {
        transaction_id -> Key,
        tag -> Text,
        user_id -> Key,
    }
}

table! {
    use diesel::sql_types::*;
    use crate::sql_types::{Key, Moment};

    edits (id) {
        id -> Key,
        user_id -> Key,
        action -> Text,
        undoes -> Nullable<Key>,
        transactions -> BigInt,
        actor_id -> Nullable<Key>,
        created_at -> Moment,
    }
}

table! {
    use diesel::sql_types::{Json, Nullable};
    use crate::sql_types::Key;

    transaction_changes (edit_id, transaction_id) {
        edit_id -> Key,
        transaction_id -> Key,
        user_id -> Key,
        before -> Nullable<Json>,
        after -> Nullable<Json>,
    }
}

table! {
    use diesel::sql_types::{Nullable, Text};
    use crate::sql_types::Key;

    merchant_changes (edit_id, merchant) {
        edit_id -> Key,
        merchant -> Text,
        user_id -> Key,
        before -> Nullable<Text>,
        after -> Nullable<Text>,
    }
}

table! {
    use diesel::sql_types::Json;
    use crate::sql_types::Key;

    account_changes (edit_id, account_id) {
        edit_id -> Key,
        account_id -> Key,
        user_id -> Key,
        before -> Json,
        after -> Json,
    }
}

table! {
    use diesel::sql_types::Text;
    use crate::sql_types::Key;

    merchant_names (user_id, merchant) {
        user_id -> Key,
        merchant -> Text,
        name -> Text,
    }
}

table! {
    use diesel::sql_types::Text;
    use crate::sql_types::{Key, Moment};

    recurring_decisions (user_id, merchant, currency, direction, rhythm) {
        user_id -> Key,
        merchant -> Text,
        currency -> Text,
        direction -> Text,
        rhythm -> Text,
        decision -> Text,
        decided_at -> Moment,
    }
}

table! {
    use diesel::sql_types::Text;
    use crate::sql_types::Key;

    account_aliases (user_id, identity) {
        user_id -> Key,
        identity -> Text,
        account_id -> Key,
    }
}

table! {
    use diesel::sql_types::{BigInt, Date};
    use crate::sql_types::Key;

    account_balances (account_id, date) {
        account_id -> Key,
        date -> Date,
        user_id -> Key,
        amount_minor -> BigInt,
    }
}

table! {
    use diesel::sql_types::*;
    use crate::sql_types::{Key, Moment};

    rules (id) {
        id -> Key,
        user_id -> Key,
        position -> Integer,
        enabled -> Bool,
        content -> Json,
        created_at -> Moment,
        updated_at -> Moment,
    }
}

table! {
    use diesel::sql_types::{Json, Text};
    use crate::sql_types::{Key, Moment};

    budgets (id) {
        id -> Key,
        user_id -> Key,
        category_id -> Key,
        currency -> Text,
        content -> Json,
        created_at -> Moment,
        updated_at -> Moment,
    }
}

table! {
    use diesel::sql_types::{Date, Text};
    use crate::sql_types::Key;

    rates (user_id, currency, date) {
        user_id -> Key,
        currency -> Text,
        date -> Date,
        per_euro -> Text,
    }
}

table! {
    use diesel::sql_types::Json;
    use crate::sql_types::{Key, Moment};

    preferences (user_id) {
        user_id -> Key,
        content -> Json,
        updated_at -> Moment,
    }
}

table! {
    use diesel::sql_types::{Json, Text};
    use crate::sql_types::{Key, Moment};

    import_mappings (account_id, header) {
        account_id -> Key,
        header -> Text,
        user_id -> Key,
        content -> Json,
        updated_at -> Moment,
    }
}

table! {
    use crate::sql_types::Key;

    distinct_transactions (first_id, second_id) {
        first_id -> Key,
        second_id -> Key,
        user_id -> Key,
    }
}

table! {
    use diesel::sql_types::*;
    use crate::sql_types::{Key, Moment};

    idempotency_keys (user_id, key) {
        user_id -> Key,
        key -> Text,
        request_hash -> Binary,
        status -> Nullable<Integer>,
        content_type -> Nullable<Text>,
        body -> Nullable<Binary>,
        created_at -> Moment,
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
        first_broken_transaction_id -> Nullable<Key>,
        witnesses -> Json,
        likely_causes -> Json,
        opening_is_derived -> Bool,
        closing_is_derived -> Bool,
        total_in_minor -> Nullable<BigInt>,
        total_out_minor -> Nullable<BigInt>,
        transaction_count -> Nullable<Integer>,
        closing_on -> Nullable<Date>,
        findings -> Nullable<Json>,
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
        transaction_id -> Key,
        place -> Nullable<Json>,
        balance_minor -> Nullable<BigInt>,
        printed_date -> Nullable<Date>,
        printed_minor -> Nullable<BigInt>,
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

allow_columns_to_appear_in_same_group_by_clause!(splits::category_id, transactions::currency);

// Only the tables that queries join or select from each other: every pair costs twenty implementations, which
// the compiler compares with all others. One list of all tables took half a minute of each build.
allow_tables_to_appear_in_same_query!(
    transactions,
    splits,
    transaction_tags,
    statements,
    statement_accounts,
    statement_lines,
);
allow_tables_to_appear_in_same_query!(accounts, transactions);
allow_tables_to_appear_in_same_query!(shared_expenses, transactions);
allow_tables_to_appear_in_same_query!(feed_files, statements);
allow_tables_to_appear_in_same_query!(accounts, statement_accounts);
allow_tables_to_appear_in_same_query!(accounts, account_balances);
allow_tables_to_appear_in_same_query!(users, credentials);
allow_tables_to_appear_in_same_query!(users, sessions);
allow_tables_to_appear_in_same_query!(users, api_tokens);
allow_tables_to_appear_in_same_query!(users, households, memberships, invitations);
allow_tables_to_appear_in_same_query!(edits, transaction_changes, transactions);
allow_tables_to_appear_in_same_query!(edits, account_merges);
