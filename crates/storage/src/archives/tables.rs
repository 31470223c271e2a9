//! Which tables hold people's books, and which do not.

use super::{BookTable, ColumnKind, NotBooks};

const OWNER: &[&str] = &["user_id"];

const fn table(
    name: &'static str,
    key: &'static [&'static str],
    columns: &'static [(&'static str, ColumnKind)],
) -> BookTable {
    BookTable { name, columns, left_out: OWNER, key }
}

use ColumnKind::{Bytes, Day, Flag, Id, Json, Large, Moment, Small, Text};

const STATEMENTS: BookTable = BookTable {
    name: "statements",
    key: &["id"],
    columns: &[
        ("id", Id),
        ("file_name", Text),
        ("size", Large),
        ("sha256", Bytes),
        ("pages", Small),
        ("kind", Text),
        ("institution", Text),
        ("status", Text),
        ("failure", Json),
        ("read_by", Text),
        ("created_at", Moment),
        ("processed_at", Moment),
    ],
    left_out: &["user_id", "file_key", "job_id"],
};

const ENTRIES: BookTable = BookTable {
    name: "entries",
    key: &["date", "position", "id"],
    columns: &[
        ("id", Id),
        ("account_id", Id),
        ("statement_id", Id),
        ("fingerprint", Text),
        ("date", Day),
        ("value_date", Day),
        ("description", Text),
        ("original_description", Text),
        ("search_text", Text),
        ("merchant", Text),
        ("amount_minor", Large),
        ("currency", Text),
        ("balance_minor", Large),
        ("category_id", Id),
        ("kind", Text),
        ("place", Json),
        ("position", Small),
        ("note", Text),
        ("category_by", Text),
        ("transfer_id", Id),
        ("is_split", Flag),
        ("created_at", Moment),
        ("updated_at", Moment),
    ],
    left_out: &["user_id", "month", "size_order"],
};

/// The tables of people's books, each after those that its rows refer to.
pub const BOOKS: &[BookTable] = &[
    table(
        "accounts",
        &["id"],
        &[
            ("id", Id),
            ("identity", Text),
            ("name", Text),
            ("institution", Text),
            ("number_masked", Text),
            ("number", Text),
            ("kind", Text),
            ("currency", Text),
            ("by_hand", Flag),
            ("closed_on", Day),
            ("created_at", Moment),
            ("updated_at", Moment),
        ],
    ),
    table(
        "categories",
        &["id"],
        &[("id", Id), ("key", Text), ("name", Text), ("parent_id", Id), ("position", Small)],
    ),
    STATEMENTS,
    ENTRIES,
    table(
        "statement_accounts",
        &["statement_id", "position"],
        &[
            ("statement_id", Id),
            ("position", Small),
            ("account_id", Id),
            ("number_masked", Text),
            ("currency", Text),
            ("period_start", Day),
            ("period_end", Day),
            ("opening_minor", Large),
            ("closing_minor", Large),
            ("outcome", Text),
            ("discrepancy_minor", Large),
            ("first_broken_entry_id", Id),
            ("witnesses", Json),
            ("likely_causes", Json),
            ("opening_is_derived", Flag),
            ("closing_is_derived", Flag),
            ("total_in_minor", Large),
            ("total_out_minor", Large),
            ("entry_count", Small),
        ],
    ),
    table(
        "statement_lines",
        &["statement_id", "account_position", "position"],
        &[
            ("statement_id", Id),
            ("account_position", Small),
            ("position", Small),
            ("entry_id", Id),
            ("place", Json),
            ("balance_minor", Large),
        ],
    ),
    table(
        "entry_parts",
        &["entry_id", "position"],
        &[
            ("id", Id),
            ("entry_id", Id),
            ("position", Small),
            ("amount_minor", Large),
            ("category_id", Id),
            ("note", Text),
        ],
    ),
    table("entry_tags", &["entry_id", "tag"], &[("entry_id", Id), ("tag", Text)]),
    table(
        "edits",
        &["id"],
        &[("id", Id), ("action", Text), ("undoes", Id), ("entries", Large), ("created_at", Moment)],
    ),
    table(
        "entry_changes",
        &["edit_id", "entry_id"],
        &[("edit_id", Id), ("entry_id", Id), ("before", Json), ("after", Json)],
    ),
    table("account_aliases", &["identity"], &[("identity", Text), ("account_id", Id)]),
    table(
        "account_balances",
        &["account_id", "date"],
        &[("account_id", Id), ("date", Day), ("amount_minor", Large)],
    ),
    table(
        "rules",
        &["id"],
        &[
            ("id", Id),
            ("position", Small),
            ("enabled", Flag),
            ("content", Json),
            ("created_at", Moment),
            ("updated_at", Moment),
        ],
    ),
    table(
        "budgets",
        &["id"],
        &[
            ("id", Id),
            ("category_id", Id),
            ("currency", Text),
            ("content", Json),
            ("created_at", Moment),
            ("updated_at", Moment),
        ],
    ),
    table("rates", &["currency", "date"], &[("currency", Text), ("date", Day), ("per_euro", Text)]),
    table("preferences", &["updated_at"], &[("content", Json), ("updated_at", Moment)]),
    table(
        "import_mappings",
        &["account_id", "header"],
        &[("account_id", Id), ("header", Text), ("content", Json), ("updated_at", Moment)],
    ),
    table(
        "statement_imports",
        &["statement_id"],
        &[("statement_id", Id), ("account_id", Id), ("mapping", Json), ("updated_at", Moment)],
    ),
    table("distinct_entries", &["first_id", "second_id"], &[("first_id", Id), ("second_id", Id)]),
    table(
        "chats",
        &["id"],
        &[
            ("id", Id),
            ("client_id", Text),
            ("title", Text),
            ("model", Text),
            ("consent", Text),
            ("search_text", Text),
            ("created_at", Moment),
            ("updated_at", Moment),
        ],
    ),
    table(
        "chat_messages",
        &["chat_id", "position"],
        &[
            ("chat_id", Id),
            ("position", Small),
            ("message_id", Text),
            ("role", Text),
            ("state", Text),
            ("version", Small),
            ("content", Json),
            ("search_text", Text),
            ("created_at", Moment),
            ("updated_at", Moment),
        ],
    ),
    table(
        "chat_approvals",
        &["id"],
        &[
            ("id", Id),
            ("chat_id", Id),
            ("message_id", Text),
            ("call_id", Text),
            ("tool", Text),
            ("content", Json),
            ("state", Text),
            ("expires_at", Moment),
            ("created_at", Moment),
            ("updated_at", Moment),
        ],
    ),
    table(
        "chat_traces",
        &["id"],
        &[("id", Id), ("chat_id", Id), ("message_id", Text), ("content", Json), ("created_at", Moment)],
    ),
    table(
        "chat_memories",
        &["id"],
        &[("id", Id), ("text", Text), ("created_at", Moment), ("updated_at", Moment)],
    ),
    table("model_choices", &["entry_id"], &[("entry_id", Id), ("model", Text), ("chosen_at", Moment)]),
    table(
        "model_usage",
        &["date", "model"],
        &[
            ("date", Day),
            ("model", Text),
            ("input_tokens", Large),
            ("output_tokens", Large),
            ("replies", Large),
        ],
    ),
];

/// The tables that are no books.
pub const NOT_BOOKS: &[(&str, NotBooks)] = &[
    ("users", NotBooks::SignIn),
    ("credentials", NotBooks::SignIn),
    ("sessions", NotBooks::SignIn),
    ("verifications", NotBooks::SignIn),
    ("two_steps", NotBooks::SignIn),
    ("backup_codes", NotBooks::SignIn),
    ("api_tokens", NotBooks::SignIn),
    ("jobs", NotBooks::MadeAnew),
    ("idempotency_keys", NotBooks::MadeAnew),
    ("day_totals", NotBooks::MadeAnew),
    ("month_totals", NotBooks::MadeAnew),
    ("merchant_totals", NotBooks::MadeAnew),
    // SQLite's index of texts.
    ("entry_texts", NotBooks::FollowsEntries),
    ("entry_search", NotBooks::FollowsEntries),
    ("entry_search_config", NotBooks::FollowsEntries),
    ("entry_search_data", NotBooks::FollowsEntries),
    ("entry_search_docsize", NotBooks::FollowsEntries),
    ("entry_search_idx", NotBooks::FollowsEntries),
];
