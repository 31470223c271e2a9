//! The tables that an archive contains, and all other tables.

use super::{BookTable, ColumnKind, ExclusionReason};

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

const TRANSACTIONS: BookTable = BookTable {
    name: "transactions",
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

/// The member who pays from an account is not archived, because another instance does not have the users.
const ACCOUNTS: BookTable = BookTable {
    name: "accounts",
    key: &["id"],
    columns: &[
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
        ("group_name", Text),
        ("note", Text),
        ("archived", Flag),
        ("created_at", Moment),
        ("updated_at", Moment),
    ],
    left_out: &["user_id", "payer_id"],
};

/// The users who made edits are not archived, because another instance does not have them.
const EDITS: BookTable = BookTable {
    name: "edits",
    key: &["id"],
    columns: &[("id", Id), ("action", Text), ("undoes", Id), ("transactions", Large), ("created_at", Moment)],
    left_out: &["user_id", "actor_id"],
};

/// The users who merged accounts are not archived, because another instance does not have them.
const ACCOUNT_MERGES: BookTable = BookTable {
    name: "account_merges",
    key: &["id"],
    columns: &[
        ("id", Id),
        ("account_id", Id),
        ("other_id", Id),
        ("other_name", Text),
        ("content", Json),
        ("created_at", Moment),
        ("undone_at", Moment),
    ],
    left_out: &["user_id", "actor_id", "undone_by_id"],
};

const ATTACHMENTS: BookTable = BookTable {
    name: "attachments",
    key: &["id"],
    columns: &[
        ("id", Id),
        ("transaction_id", Id),
        ("file_name", Text),
        ("media_type", Text),
        ("size", Large),
        ("sha256", Bytes),
        ("text", Text),
        ("search_text", Text),
        ("text_state", Text),
        ("created_at", Moment),
    ],
    left_out: &["user_id", "file_key"],
};

/// The tables that an archive contains. A table follows those that its rows refer to.
pub const BOOKS: &[BookTable] = &[
    ACCOUNTS,
    table(
        "categories",
        &["id"],
        &[("id", Id), ("key", Text), ("name", Text), ("parent_id", Id), ("position", Small)],
    ),
    STATEMENTS,
    TRANSACTIONS,
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
            ("first_broken_transaction_id", Id),
            ("witnesses", Json),
            ("likely_causes", Json),
            ("opening_is_derived", Flag),
            ("closing_is_derived", Flag),
            ("total_in_minor", Large),
            ("total_out_minor", Large),
            ("transaction_count", Small),
            ("closing_on", Day),
            ("findings", Json),
        ],
    ),
    table(
        "statement_lines",
        &["statement_id", "account_position", "position"],
        &[
            ("statement_id", Id),
            ("account_position", Small),
            ("position", Small),
            ("transaction_id", Id),
            ("place", Json),
            ("balance_minor", Large),
            ("printed_date", Day),
            ("printed_minor", Large),
        ],
    ),
    table(
        "splits",
        &["transaction_id", "position"],
        &[
            ("id", Id),
            ("transaction_id", Id),
            ("position", Small),
            ("amount_minor", Large),
            ("category_id", Id),
            ("note", Text),
        ],
    ),
    ATTACHMENTS,
    table("transaction_tags", &["transaction_id", "tag"], &[("transaction_id", Id), ("tag", Text)]),
    EDITS,
    table(
        "transaction_changes",
        &["edit_id", "transaction_id"],
        &[("edit_id", Id), ("transaction_id", Id), ("before", Json), ("after", Json)],
    ),
    table("merchant_names", &["merchant"], &[("merchant", Text), ("name", Text)]),
    table(
        "merchant_changes",
        &["edit_id", "merchant"],
        &[("edit_id", Id), ("merchant", Text), ("before", Text), ("after", Text)],
    ),
    table(
        "account_changes",
        &["edit_id", "account_id"],
        &[("edit_id", Id), ("account_id", Id), ("before", Json), ("after", Json)],
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
    table(
        "saved_views",
        &["id"],
        &[
            ("id", Id),
            ("page", Text),
            ("name", Text),
            ("query", Text),
            ("created_at", Moment),
            ("updated_at", Moment),
        ],
    ),
    table(
        "recurring_decisions",
        &["merchant", "currency", "direction", "rhythm"],
        &[
            ("merchant", Text),
            ("currency", Text),
            ("direction", Text),
            ("rhythm", Text),
            ("decision", Text),
            ("decided_at", Moment),
        ],
    ),
    table(
        "goals",
        &["id"],
        &[
            ("id", Id),
            ("position", Small),
            ("name", Text),
            ("target_minor", Large),
            ("currency", Text),
            ("target_date", Day),
            ("by_hand", Flag),
            ("note", Text),
            ("archived", Flag),
            ("created_at", Moment),
            ("updated_at", Moment),
        ],
    ),
    table(
        "goal_accounts",
        &["goal_id", "account_id"],
        &[("goal_id", Id), ("account_id", Id), ("amount_minor", Large)],
    ),
    table(
        "goal_contributions",
        &["id"],
        &[("id", Id), ("goal_id", Id), ("date", Day), ("amount_minor", Large)],
    ),
    table(
        "notifications",
        &["id"],
        &[("id", Id), ("key", Text), ("content", Json), ("created_at", Moment), ("read_at", Moment)],
    ),
    table("notification_settings", &["updated_at"], &[("content", Json), ("updated_at", Moment)]),
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
    table(
        "statement_answers",
        &["statement_id"],
        &[("statement_id", Id), ("content", Json), ("updated_at", Moment)],
    ),
    table("layout_hints", &["layout"], &[("layout", Text), ("content", Json), ("updated_at", Moment)]),
    table(
        "confirmed_facts",
        &["account_id", "fact"],
        &[("account_id", Id), ("fact", Text), ("updated_at", Moment)],
    ),
    table("distinct_transactions", &["first_id", "second_id"], &[("first_id", Id), ("second_id", Id)]),
    table("distinct_accounts", &["first_id", "second_id"], &[("first_id", Id), ("second_id", Id)]),
    ACCOUNT_MERGES,
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
    table(
        "model_choices",
        &["transaction_id"],
        &[("transaction_id", Id), ("model", Text), ("chosen_at", Moment)],
    ),
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

/// All other tables, each with the reason why it is not in [`BOOKS`].
pub const NOT_BOOKS: &[(&str, ExclusionReason)] = &[
    ("users", ExclusionReason::SignIn),
    ("credentials", ExclusionReason::SignIn),
    ("sessions", ExclusionReason::SignIn),
    ("verifications", ExclusionReason::SignIn),
    ("two_steps", ExclusionReason::SignIn),
    ("backup_codes", ExclusionReason::SignIn),
    ("api_tokens", ExclusionReason::SignIn),
    ("households", ExclusionReason::SignIn),
    ("memberships", ExclusionReason::SignIn),
    ("invitations", ExclusionReason::SignIn),
    // Addresses and secrets, which are encrypted under the secret of this instance.
    ("notification_channels", ExclusionReason::SignIn),
    ("instance", ExclusionReason::Instance),
    ("departed_users", ExclusionReason::Instance),
    ("periodic_work", ExclusionReason::Instance),
    ("jobs", ExclusionReason::Derived),
    ("idempotency_keys", ExclusionReason::Derived),
    ("notification_deliveries", ExclusionReason::Derived),
    // Credentials, which are encrypted under the secret of this instance. Without them the rest has no use.
    ("feeds", ExclusionReason::Derived),
    ("feed_accounts", ExclusionReason::Derived),
    ("feed_files", ExclusionReason::Derived),
    ("feed_authorizations", ExclusionReason::Derived),
    ("mailboxes", ExclusionReason::Derived),
    ("mail_messages", ExclusionReason::Derived),
    // They name the members of a household, whom another instance does not have.
    ("shared_expenses", ExclusionReason::Derived),
    ("settlements", ExclusionReason::Derived),
    ("day_totals", ExclusionReason::Derived),
    ("month_totals", ExclusionReason::Derived),
    ("merchant_totals", ExclusionReason::Derived),
    // The full-text index of SQLite.
    ("transaction_texts", ExclusionReason::FollowsTransactions),
    ("transaction_search", ExclusionReason::FollowsTransactions),
    ("transaction_search_config", ExclusionReason::FollowsTransactions),
    ("transaction_search_data", ExclusionReason::FollowsTransactions),
    ("transaction_search_docsize", ExclusionReason::FollowsTransactions),
    ("transaction_search_idx", ExclusionReason::FollowsTransactions),
];
