-- The same tables as postgres/0001_init, in SQLite's types: an id is a BLOB of 16 bytes, a moment is
-- RFC 3339 text in UTC with milliseconds (so that text order is time order), a date is YYYY-MM-DD.
-- STRICT, because without it a column may silently turn text into a number.

CREATE TABLE users (
    id BLOB NOT NULL PRIMARY KEY,
    email TEXT NOT NULL UNIQUE,
    email_verified INTEGER NOT NULL,
    name TEXT NOT NULL,
    image TEXT,
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

-- Only the hash of a session's token is kept.
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

CREATE TABLE accounts (
    id BLOB NOT NULL PRIMARY KEY,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    identity TEXT NOT NULL,
    name TEXT NOT NULL,
    institution TEXT,
    number_masked TEXT,
    kind TEXT NOT NULL,
    currency TEXT NOT NULL CHECK (length(currency) = 3),
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    UNIQUE (user_id, identity)
) STRICT;

-- `position` is the place in the default tree; a category the person made stands after it.
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

-- `job_id` names the latest job; jobs refer to statements, so it has no reference back.
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

-- Booked lines: one row for each, however many statements print it.
-- `place`, `position` and `balance_minor` are those of `statement_id`, the statement it was first read from.
-- `size_order` sorts by magnitude, greatest first; it is not abs(), which overflows for the least number.
CREATE TABLE entries (
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
    merchant TEXT NOT NULL,
    amount_minor INTEGER NOT NULL,
    size_order INTEGER NOT NULL GENERATED ALWAYS AS
        (CASE WHEN amount_minor > 0 THEN -amount_minor ELSE amount_minor END) STORED,
    currency TEXT NOT NULL CHECK (length(currency) = 3),
    balance_minor INTEGER,
    category_id BLOB REFERENCES categories (id) ON DELETE SET NULL,
    kind TEXT NOT NULL,
    place TEXT,
    position INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    UNIQUE (user_id, account_id, fingerprint)
) STRICT;
CREATE INDEX entries_by_date ON entries (user_id, date, position, id);
CREATE INDEX entries_by_size ON entries (user_id, size_order, date, position, id);
CREATE INDEX entries_of_account ON entries (account_id, date);
CREATE INDEX entries_of_statement ON entries (statement_id);
CREATE INDEX entries_of_category ON entries (category_id);

-- One account's part of a statement; a file may hold several periods of one account.
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
    first_broken_entry_id BLOB REFERENCES entries (id) ON DELETE SET NULL,
    witnesses TEXT NOT NULL,
    PRIMARY KEY (statement_id, position)
) STRICT;
CREATE INDEX statement_accounts_of_user ON statement_accounts (user_id);
CREATE INDEX statement_accounts_of_account ON statement_accounts (account_id);
CREATE INDEX statement_accounts_of_entry ON statement_accounts (first_broken_entry_id);

-- Where a statement prints an entry.
CREATE TABLE statement_lines (
    statement_id BLOB NOT NULL,
    account_position INTEGER NOT NULL,
    position INTEGER NOT NULL,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    entry_id BLOB NOT NULL REFERENCES entries (id) ON DELETE CASCADE,
    place TEXT,
    balance_minor INTEGER,
    PRIMARY KEY (statement_id, account_position, position),
    FOREIGN KEY (statement_id, account_position)
        REFERENCES statement_accounts (statement_id, position) ON DELETE CASCADE
) STRICT;
CREATE INDEX statement_lines_of_user ON statement_lines (user_id);
CREATE INDEX statement_lines_of_entry ON statement_lines (entry_id);

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
