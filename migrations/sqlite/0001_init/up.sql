-- The same tables as postgres/0001_init, in SQLite's types: an id is a BLOB of 16 bytes, a time is RFC 3339
-- text in UTC with milliseconds (so that text order is time order), a date is YYYY-MM-DD. STRICT, because
-- without it a column may silently turn text into a number.

-- == Users and how they sign in.

-- `two_step` says if a sign-in needs a second factor, whose secret is in two_steps.
CREATE TABLE users (
    id BLOB NOT NULL PRIMARY KEY,
    email TEXT NOT NULL UNIQUE,
    email_verified INTEGER NOT NULL,
    name TEXT NOT NULL,
    image TEXT,
    two_step INTEGER NOT NULL DEFAULT 0,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
) STRICT;
CREATE INDEX users_by_age ON users (created_at, id);

CREATE TABLE credentials (
    id BLOB NOT NULL PRIMARY KEY,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    provider TEXT NOT NULL,
    subject TEXT NOT NULL,
    password_hash TEXT,
    scopes TEXT NOT NULL,
    sealed_tokens BLOB,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    UNIQUE (provider, subject)
) STRICT;
CREATE INDEX credentials_of_user ON credentials (user_id);

-- Only the hash of a session's token is stored.
CREATE TABLE sessions (
    id BLOB NOT NULL PRIMARY KEY,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    token_hash BLOB NOT NULL UNIQUE,
    expires_at TEXT NOT NULL,
    ip_address TEXT NOT NULL,
    user_agent TEXT NOT NULL,
    remember INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
) STRICT;
CREATE INDEX sessions_of_user ON sessions (user_id);
CREATE INDEX sessions_by_end ON sessions (expires_at);

CREATE TABLE verifications (
    key TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL,
    expires_at TEXT NOT NULL
) STRICT;
CREATE INDEX verifications_by_end ON verifications (expires_at);

-- The encrypted secret behind the codes of the second factor. It is in force if users.two_step is true.
CREATE TABLE two_steps (
    user_id BLOB NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    sealed_secret BLOB NOT NULL,
    last_step INTEGER,
    failures INTEGER NOT NULL,
    locked_until TEXT,
    created_at TEXT NOT NULL
) STRICT;

-- Hashes of unused codes. A code is deleted when it is used.
CREATE TABLE backup_codes (
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    code_hash BLOB NOT NULL,
    PRIMARY KEY (user_id, code_hash)
) STRICT;

-- Only the hash of a token is stored.
CREATE TABLE api_tokens (
    id BLOB NOT NULL PRIMARY KEY,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    token_hash BLOB NOT NULL UNIQUE,
    name TEXT,
    prefix TEXT,
    start TEXT NOT NULL,
    scope TEXT NOT NULL,
    enabled INTEGER NOT NULL,
    expires_at TEXT,
    last_used_at TEXT,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
) STRICT;
CREATE INDEX api_tokens_of_user ON api_tokens (user_id);
CREATE INDEX api_tokens_by_end ON api_tokens (expires_at);

-- Responses to requests with an Idempotency-Key, stored for a day. Without a status, the first request is
-- still running.
CREATE TABLE idempotency_keys (
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    key TEXT NOT NULL,
    request_hash BLOB NOT NULL,
    status INTEGER,
    content_type TEXT,
    body BLOB,
    created_at TEXT NOT NULL,
    PRIMARY KEY (user_id, key)
) STRICT;
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);

CREATE TABLE preferences (
    user_id BLOB NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    content TEXT NOT NULL,
    updated_at TEXT NOT NULL
) STRICT;

-- Deleted users whose files may still be in the file store: a random id and nothing else about them.
CREATE TABLE departed_users (
    id BLOB NOT NULL PRIMARY KEY
) STRICT;

-- The instance to which this database belongs; the file store has the same id. At most one row.
CREATE TABLE instance (
    place INTEGER NOT NULL PRIMARY KEY CHECK (place = 1),
    id BLOB NOT NULL
) STRICT;

-- Work that one process at a time does periodically, such as backups: when it is due, and its last ends.
CREATE TABLE periodic_work (
    name TEXT NOT NULL PRIMARY KEY,
    due_at TEXT NOT NULL,
    lease_until TEXT,
    worker TEXT,
    succeeded_at TEXT,
    failed_at TEXT
) STRICT;

-- == Accounts, categories, statements and their transactions.

-- A manual account (`by_hand`) has no statements. `number` is stored only if the settings permit it.
-- `group_name`, `note` and `archived` arrange the user's lists; no figure depends on them.
CREATE TABLE accounts (
    id BLOB NOT NULL PRIMARY KEY,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    identity TEXT NOT NULL,
    name TEXT NOT NULL,
    institution TEXT,
    number_masked TEXT,
    kind TEXT NOT NULL,
    currency TEXT NOT NULL CHECK (length(currency) = 3),
    by_hand INTEGER NOT NULL DEFAULT 0,
    closed_on TEXT,
    number TEXT,
    group_name TEXT,
    note TEXT,
    archived INTEGER NOT NULL DEFAULT 0,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    UNIQUE (user_id, identity)
) STRICT;

-- Identities in statements of accounts that were merged into another.
CREATE TABLE account_aliases (
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    identity TEXT NOT NULL,
    account_id BLOB NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    PRIMARY KEY (user_id, identity)
) STRICT;
CREATE INDEX account_aliases_of_account ON account_aliases (account_id);

-- Balances that the user states: of cash, a house, a loan.
CREATE TABLE account_balances (
    account_id BLOB NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    date TEXT NOT NULL,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    amount_minor INTEGER NOT NULL,
    PRIMARY KEY (account_id, date)
) STRICT;
CREATE INDEX account_balances_of_user ON account_balances (user_id);

-- Merges of accounts. `content` is everything that undoing one needs; the accounts may be gone by then.
CREATE TABLE account_merges (
    id BLOB NOT NULL PRIMARY KEY,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    account_id BLOB NOT NULL,
    other_id BLOB NOT NULL,
    other_name TEXT NOT NULL,
    content TEXT NOT NULL,
    created_at TEXT NOT NULL,
    undone_at TEXT
) STRICT;
CREATE INDEX account_merges_of_user ON account_merges (user_id, created_at, id);

-- Pairs of accounts that look alike and are two, as the user said.
CREATE TABLE distinct_accounts (
    first_id BLOB NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    second_id BLOB NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    PRIMARY KEY (first_id, second_id)
) STRICT;
CREATE INDEX distinct_accounts_of_user ON distinct_accounts (user_id);
CREATE INDEX distinct_accounts_of_second ON distinct_accounts (second_id);

-- `position` is the place in the default tree. A category that the user created comes after it.
CREATE TABLE categories (
    id BLOB NOT NULL PRIMARY KEY,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    key TEXT,
    name TEXT NOT NULL,
    parent_id BLOB REFERENCES categories (id) ON DELETE SET NULL,
    position INTEGER NOT NULL,
    UNIQUE (user_id, key)
) STRICT;
CREATE INDEX categories_of_parent ON categories (parent_id);

-- `job_id` names the latest job. Jobs refer to statements, so it has no reference back.
CREATE TABLE statements (
    id BLOB NOT NULL PRIMARY KEY,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    file_name TEXT NOT NULL,
    file_key TEXT NOT NULL,
    size INTEGER NOT NULL,
    sha256 BLOB NOT NULL,
    pages INTEGER,
    kind TEXT NOT NULL,
    institution TEXT,
    status TEXT NOT NULL,
    failure TEXT,
    read_by TEXT,
    job_id BLOB,
    created_at TEXT NOT NULL,
    processed_at TEXT,
    UNIQUE (user_id, sha256),
    UNIQUE (user_id, file_key)
) STRICT;
CREATE INDEX statements_by_age ON statements (user_id, created_at, id);

-- Transactions: one row for each, even if several statements print it. `place`, `position` and
-- `balance_minor` are those of `statement_id`, the statement from which it was first read. `size_order` sorts
-- by magnitude, greatest first; abs() would overflow for the least number. `category_by` says who chose the
-- category. `transfer_id` is the same on both transactions of a transfer.
CREATE TABLE transactions (
    id BLOB NOT NULL PRIMARY KEY,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    account_id BLOB NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    statement_id BLOB REFERENCES statements (id) ON DELETE SET NULL,
    fingerprint TEXT NOT NULL,
    date TEXT NOT NULL,
    month TEXT NOT NULL GENERATED ALWAYS AS (substr(date, 1, 7)) STORED,
    value_date TEXT,
    description TEXT NOT NULL,
    original_description TEXT NOT NULL,
    search_text TEXT NOT NULL,
    merchant TEXT NOT NULL CHECK (length(merchant) <= 200),
    amount_minor INTEGER NOT NULL,
    size_order INTEGER NOT NULL GENERATED ALWAYS AS
        (CASE WHEN amount_minor > 0 THEN -amount_minor ELSE amount_minor END) STORED,
    currency TEXT NOT NULL CHECK (length(currency) = 3),
    balance_minor INTEGER,
    category_id BLOB REFERENCES categories (id) ON DELETE SET NULL,
    kind TEXT NOT NULL,
    place TEXT,
    position INTEGER NOT NULL,
    note TEXT NOT NULL DEFAULT '',
    category_by TEXT NOT NULL DEFAULT 'words',
    transfer_id BLOB,
    is_split INTEGER NOT NULL DEFAULT 0,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    UNIQUE (user_id, account_id, fingerprint)
) STRICT;
CREATE INDEX transactions_by_date ON transactions (user_id, date, position, id);
CREATE INDEX transactions_by_size ON transactions (user_id, size_order, date, position, id);
CREATE INDEX transactions_of_statement ON transactions (statement_id);
CREATE INDEX transactions_of_account ON transactions (account_id, date, position, id);
CREATE INDEX transactions_of_category ON transactions (category_id, date, position, id);
-- Sums by merchant are read from this index alone.
CREATE INDEX transactions_by_merchant
    ON transactions (user_id, kind, merchant, currency, date, amount_minor);
CREATE INDEX transactions_of_transfer ON transactions (transfer_id) WHERE transfer_id IS NOT NULL;
CREATE INDEX transactions_with_balance ON transactions (account_id, date) WHERE balance_minor IS NOT NULL;
CREATE INDEX transactions_categorized_by_user ON transactions (user_id, date, id) WHERE category_by = 'user';
-- Finds transactions that no statement prints without reading the others.
CREATE INDEX transactions_on_no_statement ON transactions (user_id) WHERE statement_id IS NULL;

-- One account's part of a statement; a file may contain several periods of one account. `likely_causes` are
-- possible reasons if it does not balance. `closing_on` is the day of a closing balance that is not the last
-- of the period, as in OFX.
CREATE TABLE statement_accounts (
    statement_id BLOB NOT NULL REFERENCES statements (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    account_id BLOB NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    number_masked TEXT,
    currency TEXT NOT NULL CHECK (length(currency) = 3),
    period_start TEXT,
    period_end TEXT,
    opening_minor INTEGER,
    closing_minor INTEGER,
    outcome TEXT NOT NULL,
    discrepancy_minor INTEGER,
    first_broken_transaction_id BLOB REFERENCES transactions (id) ON DELETE SET NULL,
    witnesses TEXT NOT NULL,
    likely_causes TEXT NOT NULL DEFAULT '[]',
    opening_is_derived INTEGER NOT NULL DEFAULT 0,
    closing_is_derived INTEGER NOT NULL DEFAULT 0,
    total_in_minor INTEGER,
    total_out_minor INTEGER,
    transaction_count INTEGER,
    closing_on TEXT,
    findings TEXT,
    PRIMARY KEY (statement_id, position)
) STRICT;
CREATE INDEX statement_accounts_of_user ON statement_accounts (user_id);
CREATE INDEX statement_accounts_of_account ON statement_accounts (account_id);
CREATE INDEX statement_accounts_of_transaction ON statement_accounts (first_broken_transaction_id);

-- The places where statements print a transaction.
CREATE TABLE statement_lines (
    statement_id BLOB NOT NULL,
    account_position INTEGER NOT NULL,
    position INTEGER NOT NULL,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    transaction_id BLOB NOT NULL REFERENCES transactions (id) ON DELETE CASCADE,
    place TEXT,
    balance_minor INTEGER,
    -- The date and amount as read. A transaction that differs was corrected by the user.
    printed_date TEXT,
    printed_minor INTEGER,
    PRIMARY KEY (statement_id, account_position, position),
    FOREIGN KEY (statement_id, account_position)
        REFERENCES statement_accounts (statement_id, position) ON DELETE CASCADE
) STRICT;
CREATE INDEX statement_lines_of_user ON statement_lines (user_id);
CREATE INDEX statement_lines_of_transaction ON statement_lines (transaction_id);

-- The user's answers about one statement.
CREATE TABLE statement_answers (
    statement_id BLOB NOT NULL PRIMARY KEY REFERENCES statements (id) ON DELETE CASCADE,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    content TEXT NOT NULL,
    updated_at TEXT NOT NULL
) STRICT;
CREATE INDEX statement_answers_of_user ON statement_answers (user_id);

-- The lessons from these answers, for later statements of the same layout.
CREATE TABLE layout_hints (
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    layout TEXT NOT NULL,
    content TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    PRIMARY KEY (user_id, layout)
) STRICT;

-- Facts that statements of an account leave open, and that the user confirmed.
CREATE TABLE confirmed_facts (
    account_id BLOB NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    fact TEXT NOT NULL,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    updated_at TEXT NOT NULL,
    PRIMARY KEY (account_id, fact)
) STRICT;
CREATE INDEX confirmed_facts_of_user ON confirmed_facts (user_id);

-- The user's choices for one file, stored for when it is processed again: its columns, and the account into
-- which it is imported.
CREATE TABLE statement_imports (
    statement_id BLOB NOT NULL PRIMARY KEY REFERENCES statements (id) ON DELETE CASCADE,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    account_id BLOB REFERENCES accounts (id) ON DELETE SET NULL,
    mapping TEXT,
    updated_at TEXT NOT NULL
) STRICT;
CREATE INDEX statement_imports_of_user ON statement_imports (user_id);
CREATE INDEX statement_imports_of_account ON statement_imports (account_id);

-- Columns of an account's files with this header, as the user confirmed them.
CREATE TABLE import_mappings (
    account_id BLOB NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    header TEXT NOT NULL,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    content TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    PRIMARY KEY (account_id, header)
) STRICT;
CREATE INDEX import_mappings_of_user ON import_mappings (user_id);

CREATE TABLE jobs (
    id BLOB NOT NULL PRIMARY KEY,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    statement_id BLOB NOT NULL REFERENCES statements (id) ON DELETE CASCADE,
    work TEXT NOT NULL,
    state TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    run_at TEXT NOT NULL,
    lease_until TEXT,
    worker TEXT,
    progress TEXT NOT NULL,
    failure TEXT,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    finished_at TEXT
) STRICT;
CREATE UNIQUE INDEX jobs_one_open_for_statement ON jobs (statement_id) WHERE state IN ('queued', 'running');
CREATE INDEX jobs_open ON jobs (run_at, id) WHERE state IN ('queued', 'running');
CREATE INDEX jobs_of_user ON jobs (user_id);
CREATE INDEX jobs_of_statement ON jobs (statement_id);
-- A claim counts the running jobs of each waiting user.
CREATE INDEX jobs_running ON jobs (user_id) WHERE state = 'running';

-- == Changes that users make to transactions, and what they add.

-- The parts of a split transaction add up to its amount. The transaction itself then has no category.
CREATE TABLE splits (
    id BLOB NOT NULL PRIMARY KEY,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    transaction_id BLOB NOT NULL REFERENCES transactions (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    amount_minor INTEGER NOT NULL,
    category_id BLOB REFERENCES categories (id) ON DELETE SET NULL,
    note TEXT NOT NULL,
    UNIQUE (transaction_id, position)
) STRICT;
CREATE INDEX splits_of_user ON splits (user_id);
CREATE INDEX splits_of_category ON splits (category_id);

CREATE TABLE transaction_tags (
    transaction_id BLOB NOT NULL REFERENCES transactions (id) ON DELETE CASCADE,
    tag TEXT NOT NULL,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    PRIMARY KEY (transaction_id, tag)
) STRICT;
CREATE INDEX transaction_tags_of_user ON transaction_tags (user_id, tag, transaction_id);

-- Pairs that look like duplicates and are not, as the user said.
CREATE TABLE distinct_transactions (
    first_id BLOB NOT NULL REFERENCES transactions (id) ON DELETE CASCADE,
    second_id BLOB NOT NULL REFERENCES transactions (id) ON DELETE CASCADE,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    PRIMARY KEY (first_id, second_id)
) STRICT;
CREATE INDEX distinct_transactions_of_user ON distinct_transactions (user_id);
CREATE INDEX distinct_transactions_of_second ON distinct_transactions (second_id);

-- The model that chose a transaction's category; transactions.category_by says that a model did.
CREATE TABLE model_choices (
    transaction_id BLOB NOT NULL PRIMARY KEY REFERENCES transactions (id) ON DELETE CASCADE,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    model TEXT NOT NULL,
    chosen_at TEXT NOT NULL
) STRICT;
CREATE INDEX model_choices_of_user ON model_choices (user_id);

-- Changes that are made, and can be undone, in one step.
CREATE TABLE edits (
    id BLOB NOT NULL PRIMARY KEY,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    action TEXT NOT NULL,
    undoes BLOB REFERENCES edits (id) ON DELETE SET NULL,
    transactions INTEGER NOT NULL,
    created_at TEXT NOT NULL
) STRICT;
CREATE INDEX edits_by_age ON edits (user_id, created_at, id);
CREATE INDEX edits_of_undone ON edits (undoes);

-- One transaction before and after an edit. It has no reference to the transaction, because its history
-- outlives it.
CREATE TABLE transaction_changes (
    edit_id BLOB NOT NULL REFERENCES edits (id) ON DELETE CASCADE,
    transaction_id BLOB NOT NULL,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    before TEXT,
    after TEXT,
    PRIMARY KEY (edit_id, transaction_id)
) STRICT;
CREATE INDEX transaction_changes_of_transaction ON transaction_changes (user_id, transaction_id, edit_id);

CREATE TABLE rules (
    id BLOB NOT NULL PRIMARY KEY,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    enabled INTEGER NOT NULL,
    content TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
) STRICT;
CREATE INDEX rules_of_user ON rules (user_id, position, id);

CREATE TABLE budgets (
    id BLOB NOT NULL PRIMARY KEY,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    category_id BLOB NOT NULL REFERENCES categories (id) ON DELETE CASCADE,
    currency TEXT NOT NULL CHECK (length(currency) = 3),
    content TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    UNIQUE (user_id, category_id, currency)
) STRICT;
CREATE INDEX budgets_of_category ON budgets (category_id);

-- The number of units of a currency that one euro buys, as printed by the European Central Bank.
CREATE TABLE rates (
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    currency TEXT NOT NULL CHECK (length(currency) = 3),
    date TEXT NOT NULL,
    per_euro TEXT NOT NULL,
    PRIMARY KEY (user_id, currency, date)
) STRICT;

-- == Conversations with the advisor.

-- Conversations. `client_id` is the id of the AI SDK's client. `consent` names the receivers that the user
-- permitted.
CREATE TABLE chats (
    id BLOB NOT NULL PRIMARY KEY,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    client_id TEXT,
    title TEXT NOT NULL,
    model TEXT,
    search_text TEXT NOT NULL,
    consent TEXT,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    UNIQUE (user_id, client_id)
) STRICT;
CREATE INDEX chats_by_age ON chats (user_id, updated_at, id);

-- `content` contains the parts and metadata of a UI message in the format of `version`.
CREATE TABLE chat_messages (
    chat_id BLOB NOT NULL REFERENCES chats (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    message_id TEXT NOT NULL,
    role TEXT NOT NULL,
    state TEXT NOT NULL,
    version INTEGER NOT NULL,
    content TEXT NOT NULL,
    search_text TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    PRIMARY KEY (chat_id, position),
    UNIQUE (chat_id, message_id)
) STRICT;
CREATE INDEX chat_messages_of_user ON chat_messages (user_id);

-- Proposed actions of the advisor. If one is approved, the input stored here is run.
CREATE TABLE chat_approvals (
    id BLOB NOT NULL PRIMARY KEY,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    chat_id BLOB NOT NULL REFERENCES chats (id) ON DELETE CASCADE,
    message_id TEXT NOT NULL,
    call_id TEXT NOT NULL,
    tool TEXT NOT NULL,
    content TEXT NOT NULL,
    state TEXT NOT NULL,
    expires_at TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
) STRICT;
CREATE INDEX chat_approvals_of_chat ON chat_approvals (chat_id, state);
CREATE INDEX chat_approvals_of_user ON chat_approvals (user_id);

-- Requests to models and their results, one for each message.
CREATE TABLE chat_traces (
    id BLOB NOT NULL PRIMARY KEY,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    chat_id BLOB NOT NULL REFERENCES chats (id) ON DELETE CASCADE,
    message_id TEXT NOT NULL,
    content TEXT NOT NULL,
    created_at TEXT NOT NULL
) STRICT;
CREATE INDEX chat_traces_of_chat ON chat_traces (chat_id, created_at, id);
CREATE INDEX chat_traces_of_user ON chat_traces (user_id);

-- Notes that the user wants the advisor to know.
CREATE TABLE chat_memories (
    id BLOB NOT NULL PRIMARY KEY,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    text TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
) STRICT;
CREATE INDEX chat_memories_of_user ON chat_memories (user_id, created_at, id);

-- Views of the pages under the user's names. `query` is the query of an address of the page.
CREATE TABLE saved_views (
    id BLOB NOT NULL PRIMARY KEY,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    page TEXT NOT NULL,
    name TEXT NOT NULL,
    query TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    UNIQUE (user_id, page, name)
) STRICT;

-- Tokens by user, day and model.
CREATE TABLE model_usage (
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    date TEXT NOT NULL,
    model TEXT NOT NULL,
    input_tokens INTEGER NOT NULL,
    output_tokens INTEGER NOT NULL,
    replies INTEGER NOT NULL,
    PRIMARY KEY (user_id, date, model)
) STRICT;

-- == Totals. Triggers maintain them, so that no write can forget to. Reports read them instead of a lifetime
-- of transactions (ADR 13).

CREATE TABLE day_totals (
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    date TEXT NOT NULL,
    account_id BLOB NOT NULL,
    currency TEXT NOT NULL,
    kind TEXT NOT NULL,
    income_minor INTEGER NOT NULL,
    outgo_minor INTEGER NOT NULL,
    transactions INTEGER NOT NULL,
    PRIMARY KEY (user_id, date, account_id, currency, kind)
) STRICT, WITHOUT ROWID;
-- Read by cash flow by day, in the order of its sums.
CREATE INDEX day_totals_by_kind
    ON day_totals (user_id, kind, date, currency, income_minor, outgo_minor, transactions);

-- `category_id` is 16 zero bytes for none, because a key cannot contain NULL.
CREATE TABLE month_totals (
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    month TEXT NOT NULL,
    account_id BLOB NOT NULL,
    category_id BLOB NOT NULL,
    currency TEXT NOT NULL,
    kind TEXT NOT NULL,
    income_minor INTEGER NOT NULL,
    outgo_minor INTEGER NOT NULL,
    transactions INTEGER NOT NULL,
    PRIMARY KEY (user_id, month, account_id, currency, category_id, kind)
) STRICT, WITHOUT ROWID;

CREATE TABLE merchant_totals (
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    month TEXT NOT NULL,
    account_id BLOB NOT NULL,
    merchant TEXT NOT NULL,
    currency TEXT NOT NULL,
    kind TEXT NOT NULL,
    income_minor INTEGER NOT NULL,
    outgo_minor INTEGER NOT NULL,
    transactions INTEGER NOT NULL,
    PRIMARY KEY (user_id, month, account_id, merchant, currency, kind)
) STRICT, WITHOUT ROWID;

-- A user who is being deleted is not counted again while the rows are deleted.
CREATE TRIGGER transactions_count_new AFTER INSERT ON transactions BEGIN
    INSERT INTO day_totals
    SELECT NEW.user_id, NEW.date, NEW.account_id, NEW.currency, NEW.kind,
        max(NEW.amount_minor, 0), min(NEW.amount_minor, 0), 1
    WHERE EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id)
    ON CONFLICT DO UPDATE SET income_minor = income_minor + excluded.income_minor,
        outgo_minor = outgo_minor + excluded.outgo_minor, transactions = transactions + excluded.transactions;
    INSERT INTO month_totals
    SELECT NEW.user_id, substr(NEW.date, 1, 7), NEW.account_id, coalesce(NEW.category_id, zeroblob(16)),
        NEW.currency, NEW.kind,
        max(NEW.amount_minor, 0), min(NEW.amount_minor, 0), 1
    WHERE EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id)
    ON CONFLICT DO UPDATE SET income_minor = income_minor + excluded.income_minor,
        outgo_minor = outgo_minor + excluded.outgo_minor, transactions = transactions + excluded.transactions;
END;

CREATE TRIGGER transactions_count_gone AFTER DELETE ON transactions BEGIN
    UPDATE day_totals SET income_minor = income_minor - max(OLD.amount_minor, 0),
        outgo_minor = outgo_minor - min(OLD.amount_minor, 0), transactions = transactions - 1
    WHERE user_id = OLD.user_id AND date = OLD.date AND account_id = OLD.account_id
        AND currency = OLD.currency AND kind = OLD.kind;
    DELETE FROM day_totals
    WHERE user_id = OLD.user_id AND date = OLD.date AND account_id = OLD.account_id
        AND currency = OLD.currency AND kind = OLD.kind
        AND transactions = 0;
    UPDATE month_totals SET income_minor = income_minor - max(OLD.amount_minor, 0),
        outgo_minor = outgo_minor - min(OLD.amount_minor, 0), transactions = transactions - 1
    WHERE user_id = OLD.user_id AND month = substr(OLD.date, 1, 7) AND account_id = OLD.account_id
        AND category_id = coalesce(OLD.category_id, zeroblob(16)) AND currency = OLD.currency
        AND kind = OLD.kind;
    DELETE FROM month_totals
    WHERE user_id = OLD.user_id AND month = substr(OLD.date, 1, 7) AND account_id = OLD.account_id
        AND category_id = coalesce(OLD.category_id, zeroblob(16)) AND currency = OLD.currency
        AND kind = OLD.kind
        AND transactions = 0 AND income_minor = 0 AND outgo_minor = 0;
END;

CREATE TRIGGER transactions_count_changed AFTER UPDATE OF date, account_id, amount_minor, currency, category_id,
    kind ON transactions BEGIN
    UPDATE day_totals SET income_minor = income_minor - max(OLD.amount_minor, 0),
        outgo_minor = outgo_minor - min(OLD.amount_minor, 0), transactions = transactions - 1
    WHERE user_id = OLD.user_id AND date = OLD.date AND account_id = OLD.account_id
        AND currency = OLD.currency AND kind = OLD.kind;
    UPDATE month_totals SET income_minor = income_minor - max(OLD.amount_minor, 0),
        outgo_minor = outgo_minor - min(OLD.amount_minor, 0), transactions = transactions - 1
    WHERE user_id = OLD.user_id AND month = substr(OLD.date, 1, 7) AND account_id = OLD.account_id
        AND category_id = coalesce(OLD.category_id, zeroblob(16)) AND currency = OLD.currency
        AND kind = OLD.kind;
    INSERT INTO day_totals
    SELECT NEW.user_id, NEW.date, NEW.account_id, NEW.currency, NEW.kind,
        max(NEW.amount_minor, 0), min(NEW.amount_minor, 0), 1
    WHERE EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id)
    ON CONFLICT DO UPDATE SET income_minor = income_minor + excluded.income_minor,
        outgo_minor = outgo_minor + excluded.outgo_minor, transactions = transactions + excluded.transactions;
    INSERT INTO month_totals
    SELECT NEW.user_id, substr(NEW.date, 1, 7), NEW.account_id, coalesce(NEW.category_id, zeroblob(16)),
        NEW.currency, NEW.kind,
        max(NEW.amount_minor, 0), min(NEW.amount_minor, 0), 1
    WHERE EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id)
    ON CONFLICT DO UPDATE SET income_minor = income_minor + excluded.income_minor,
        outgo_minor = outgo_minor + excluded.outgo_minor, transactions = transactions + excluded.transactions;
    DELETE FROM day_totals
    WHERE user_id = OLD.user_id AND date = OLD.date AND account_id = OLD.account_id
        AND currency = OLD.currency AND kind = OLD.kind
        AND transactions = 0;
    DELETE FROM month_totals
    WHERE user_id = OLD.user_id AND month = substr(OLD.date, 1, 7) AND account_id = OLD.account_id
        AND category_id = coalesce(OLD.category_id, zeroblob(16)) AND currency = OLD.currency
        AND kind = OLD.kind
        AND transactions = 0 AND income_minor = 0 AND outgo_minor = 0;
END;

-- A part moves its amount from "no category" to its own category. The first part also moves the transaction
-- itself, so that it is counted by its parts.
CREATE TRIGGER splits_count_new AFTER INSERT ON splits BEGIN
    INSERT INTO month_totals
    SELECT e.user_id, e.month, e.account_id, coalesce(NEW.category_id, zeroblob(16)), e.currency, e.kind,
        max(NEW.amount_minor, 0), min(NEW.amount_minor, 0), 1
    FROM transactions e WHERE e.id = NEW.transaction_id
    ON CONFLICT DO UPDATE SET income_minor = income_minor + excluded.income_minor,
        outgo_minor = outgo_minor + excluded.outgo_minor, transactions = transactions + excluded.transactions;
    INSERT INTO month_totals
    SELECT e.user_id, e.month, e.account_id, zeroblob(16), e.currency, e.kind,
        -max(NEW.amount_minor, 0), -min(NEW.amount_minor, 0), CASE WHEN NEW.position = 0 THEN -1 ELSE 0 END
    FROM transactions e WHERE e.id = NEW.transaction_id
    ON CONFLICT DO UPDATE SET income_minor = income_minor + excluded.income_minor,
        outgo_minor = outgo_minor + excluded.outgo_minor, transactions = transactions + excluded.transactions;
    DELETE FROM month_totals WHERE user_id = NEW.user_id AND transactions = 0 AND income_minor = 0
        AND outgo_minor = 0
        AND month = (SELECT month FROM transactions WHERE id = NEW.transaction_id);
END;

-- Parts are deleted before their transaction, because their totals depend on its month and account.
CREATE TRIGGER transactions_parts_gone BEFORE DELETE ON transactions WHEN OLD.is_split BEGIN
    DELETE FROM splits WHERE transaction_id = OLD.id;
END;

CREATE TRIGGER splits_count_gone BEFORE DELETE ON splits BEGIN
    INSERT INTO month_totals
    SELECT e.user_id, e.month, e.account_id, coalesce(OLD.category_id, zeroblob(16)), e.currency, e.kind,
        -max(OLD.amount_minor, 0), -min(OLD.amount_minor, 0), -1
    FROM transactions e WHERE e.id = OLD.transaction_id AND EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id)
    ON CONFLICT DO UPDATE SET income_minor = income_minor + excluded.income_minor,
        outgo_minor = outgo_minor + excluded.outgo_minor, transactions = transactions + excluded.transactions;
    INSERT INTO month_totals
    SELECT e.user_id, e.month, e.account_id, zeroblob(16), e.currency, e.kind,
        max(OLD.amount_minor, 0), min(OLD.amount_minor, 0), CASE WHEN OLD.position = 0 THEN 1 ELSE 0 END
    FROM transactions e WHERE e.id = OLD.transaction_id AND EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id)
    ON CONFLICT DO UPDATE SET income_minor = income_minor + excluded.income_minor,
        outgo_minor = outgo_minor + excluded.outgo_minor, transactions = transactions + excluded.transactions;
    DELETE FROM month_totals WHERE user_id = OLD.user_id AND transactions = 0 AND income_minor = 0
        AND outgo_minor = 0
        AND month = (SELECT month FROM transactions WHERE id = OLD.transaction_id);
END;

CREATE TRIGGER splits_count_changed AFTER UPDATE OF category_id ON splits BEGIN
    INSERT INTO month_totals
    SELECT e.user_id, e.month, e.account_id, coalesce(OLD.category_id, zeroblob(16)), e.currency, e.kind,
        -max(OLD.amount_minor, 0), -min(OLD.amount_minor, 0), -1
    FROM transactions e WHERE e.id = OLD.transaction_id AND EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id)
    ON CONFLICT DO UPDATE SET income_minor = income_minor + excluded.income_minor,
        outgo_minor = outgo_minor + excluded.outgo_minor, transactions = transactions + excluded.transactions;
    INSERT INTO month_totals
    SELECT e.user_id, e.month, e.account_id, coalesce(NEW.category_id, zeroblob(16)), e.currency, e.kind,
        max(NEW.amount_minor, 0), min(NEW.amount_minor, 0), 1
    FROM transactions e WHERE e.id = NEW.transaction_id AND EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id)
    ON CONFLICT DO UPDATE SET income_minor = income_minor + excluded.income_minor,
        outgo_minor = outgo_minor + excluded.outgo_minor, transactions = transactions + excluded.transactions;
    DELETE FROM month_totals WHERE user_id = OLD.user_id AND transactions = 0 AND income_minor = 0
        AND outgo_minor = 0
        AND month = (SELECT month FROM transactions WHERE id = OLD.transaction_id);
END;

-- Full-text search for any part of a text: a trigram index. It needs a number for each row that never
-- changes, which `transactions` does not have. Deleted text is overwritten at once (secure-delete).
CREATE TABLE transaction_texts (
    number INTEGER NOT NULL PRIMARY KEY,
    transaction_id BLOB NOT NULL UNIQUE,
    user_id BLOB NOT NULL,
    text TEXT NOT NULL
) STRICT;

CREATE VIRTUAL TABLE transaction_search
    USING fts5 (text, content = 'transaction_texts', content_rowid = 'number', tokenize = 'trigram');

INSERT INTO transaction_search (transaction_search, rank) VALUES ('secure-delete', 1);

CREATE TRIGGER transactions_text_new AFTER INSERT ON transactions BEGIN
    INSERT INTO transaction_texts (transaction_id, user_id, text) VALUES (NEW.id, NEW.user_id, NEW.search_text);
END;

CREATE TRIGGER transactions_text_gone AFTER DELETE ON transactions BEGIN
    DELETE FROM transaction_texts WHERE transaction_id = OLD.id;
END;

CREATE TRIGGER transactions_text_changed AFTER UPDATE OF search_text ON transactions
    WHEN OLD.search_text <> NEW.search_text BEGIN
    UPDATE transaction_texts SET text = NEW.search_text WHERE transaction_id = NEW.id;
END;

CREATE TRIGGER transaction_texts_search_new AFTER INSERT ON transaction_texts BEGIN
    INSERT INTO transaction_search (rowid, text) VALUES (NEW.number, NEW.text);
END;

CREATE TRIGGER transaction_texts_search_gone AFTER DELETE ON transaction_texts BEGIN
    INSERT INTO transaction_search (transaction_search, rowid, text) VALUES ('delete', OLD.number, OLD.text);
END;

CREATE TRIGGER transaction_texts_search_changed AFTER UPDATE ON transaction_texts BEGIN
    INSERT INTO transaction_search (transaction_search, rowid, text) VALUES ('delete', OLD.number, OLD.text);
    INSERT INTO transaction_search (rowid, text) VALUES (NEW.number, NEW.text);
END;

CREATE TRIGGER transactions_merchant_new AFTER INSERT ON transactions BEGIN
    INSERT INTO merchant_totals
    VALUES (NEW.user_id, substr(NEW.date, 1, 7), NEW.account_id, NEW.merchant, NEW.currency,
        NEW.kind,
        max(NEW.amount_minor, 0), min(NEW.amount_minor, 0), 1)
    ON CONFLICT DO UPDATE SET income_minor = income_minor + excluded.income_minor,
        outgo_minor = outgo_minor + excluded.outgo_minor, transactions = transactions + excluded.transactions;
END;

CREATE TRIGGER transactions_merchant_gone AFTER DELETE ON transactions BEGIN
    UPDATE merchant_totals SET income_minor = income_minor - max(OLD.amount_minor, 0),
        outgo_minor = outgo_minor - min(OLD.amount_minor, 0), transactions = transactions - 1
    WHERE user_id = OLD.user_id AND month = substr(OLD.date, 1, 7) AND account_id = OLD.account_id
        AND merchant = OLD.merchant AND currency = OLD.currency AND kind = OLD.kind;
    DELETE FROM merchant_totals
    WHERE user_id = OLD.user_id AND month = substr(OLD.date, 1, 7) AND account_id = OLD.account_id
        AND merchant = OLD.merchant AND currency = OLD.currency AND kind = OLD.kind
        AND transactions = 0;
END;

-- A user who is being deleted is not counted again while the rows are deleted.
CREATE TRIGGER transactions_merchant_changed AFTER UPDATE OF date, account_id, amount_minor, currency, merchant,
    kind ON transactions BEGIN
    UPDATE merchant_totals SET income_minor = income_minor - max(OLD.amount_minor, 0),
        outgo_minor = outgo_minor - min(OLD.amount_minor, 0), transactions = transactions - 1
    WHERE user_id = OLD.user_id AND month = substr(OLD.date, 1, 7) AND account_id = OLD.account_id
        AND merchant = OLD.merchant AND currency = OLD.currency AND kind = OLD.kind;
    INSERT INTO merchant_totals
    SELECT NEW.user_id, substr(NEW.date, 1, 7), NEW.account_id, NEW.merchant, NEW.currency,
        NEW.kind,
        max(NEW.amount_minor, 0), min(NEW.amount_minor, 0), 1
    WHERE EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id)
    ON CONFLICT DO UPDATE SET income_minor = income_minor + excluded.income_minor,
        outgo_minor = outgo_minor + excluded.outgo_minor, transactions = transactions + excluded.transactions;
    DELETE FROM merchant_totals
    WHERE user_id = OLD.user_id AND month = substr(OLD.date, 1, 7) AND account_id = OLD.account_id
        AND merchant = OLD.merchant AND currency = OLD.currency AND kind = OLD.kind
        AND transactions = 0;
END;

-- Fixed statistics of the tables that grow over a lifetime. Without any, SQLite guesses ten rows for each
-- value of a non-unique index. With measured ones (ANALYZE) it knows averages only: where a thousand users
-- have little and one has a million transactions, the average is a hundred. Either way it would read all rows
-- of a user, who seem few, instead of the five hundred that a query names. With fixed figures
-- (https://sqlite.org/lang_analyze.html, "Fixed Results Of ANALYZE") each query has the same plan on every
-- instance and in the tests. A line contains, for each index: its rows, then how many of them share its first
-- column, its first two, and so on.
ANALYZE sqlite_schema;
DELETE FROM sqlite_stat1;
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
    ('statements', 'sqlite_autoindex_statements_1', '5000 1'),
    ('statements', 'sqlite_autoindex_statements_2', '5000 2500 1'),
    ('statements', 'sqlite_autoindex_statements_3', '5000 2500 1'),
    ('statements', 'statements_by_age', '5000 2500 1 1'),
    ('statement_accounts', 'sqlite_autoindex_statement_accounts_1', '6000 2 1'),
    ('statement_accounts', 'statement_accounts_of_user', '6000 3000'),
    ('statement_accounts', 'statement_accounts_of_account', '6000 300'),
    ('statement_accounts', 'statement_accounts_of_transaction', '6000 20'),
    ('statement_lines', 'sqlite_autoindex_statement_lines_1', '1000000 200 170 1'),
    ('statement_lines', 'statement_lines_of_user', '1000000 500000'),
    ('statement_lines', 'statement_lines_of_transaction', '1000000 2'),
    ('transactions', 'sqlite_autoindex_transactions_1', '1000000 1'),
    ('transactions', 'sqlite_autoindex_transactions_2', '1000000 500000 50000 1'),
    ('transactions', 'transactions_by_date', '1000000 500000 100 5 1'),
    ('transactions', 'transactions_by_size', '1000000 500000 50 2 1 1'),
    ('transactions', 'transactions_by_merchant', '1000000 500000 480000 500 400 3 1'),
    ('transactions', 'transactions_of_account', '1000000 50000 10 2 1'),
    ('transactions', 'transactions_of_category', '1000000 20000 10 2 1'),
    ('transactions', 'transactions_of_statement', '1000000 200'),
    ('transactions', 'transactions_of_transfer', '50000 2'),
    ('transactions', 'transactions_with_balance', '500000 50000 10'),
    ('transactions', 'transactions_on_no_statement', '2000 100'),
    ('transactions', 'transactions_categorized_by_user', '20000 10000 10 1'),
    ('splits', 'sqlite_autoindex_splits_1', '20000 1'),
    ('splits', 'sqlite_autoindex_splits_2', '20000 3 1'),
    ('splits', 'splits_of_user', '20000 10000'),
    ('splits', 'splits_of_category', '20000 400'),
    ('transaction_tags', 'sqlite_autoindex_transaction_tags_1', '100000 2 1'),
    ('transaction_tags', 'transaction_tags_of_user', '100000 50000 1000 1'),
    ('transaction_texts', 'sqlite_autoindex_transaction_texts_1', '1000000 1'),
    ('edits', 'sqlite_autoindex_edits_1', '20000 1'),
    ('edits', 'edits_by_age', '20000 10000 1 1'),
    ('edits', 'edits_of_undone', '20000 2'),
    ('transaction_changes', 'sqlite_autoindex_transaction_changes_1', '500000 25 1'),
    ('transaction_changes', 'transaction_changes_of_transaction', '500000 250000 2 1'),
    ('model_choices', 'sqlite_autoindex_model_choices_1', '50000 1'),
    ('model_choices', 'model_choices_of_user', '50000 25000'),
    ('distinct_transactions', 'sqlite_autoindex_distinct_transactions_1', '10000 2 1'),
    ('distinct_transactions', 'distinct_transactions_of_second', '10000 2'),
    ('distinct_transactions', 'distinct_transactions_of_user', '10000 5000'),
    ('day_totals', 'day_totals', '200000 100000 15 2 1 1'),
    ('day_totals', 'day_totals_by_kind', '200000 100000 50000 8 4 1 1 1'),
    ('month_totals', 'month_totals', '100000 50000 200 25 25 2 1'),
    ('merchant_totals', 'merchant_totals', '500000 250000 1000 100 2 1 1'),
    ('chats', 'sqlite_autoindex_chats_1', '5000 1'),
    ('chats', 'sqlite_autoindex_chats_2', '5000 2500 1'),
    ('chats', 'chats_by_age', '5000 2500 1 1'),
    ('chat_messages', 'sqlite_autoindex_chat_messages_1', '100000 20 1'),
    ('chat_messages', 'sqlite_autoindex_chat_messages_2', '100000 20 1'),
    ('chat_messages', 'chat_messages_of_user', '100000 50000');
ANALYZE sqlite_schema;
