-- The same tables as sqlite/0001_init, in PostgreSQL's types. Sums of BIGINT are NUMERIC here: the queries cast them.

CREATE TABLE users (
    id UUID NOT NULL PRIMARY KEY,
    email TEXT NOT NULL UNIQUE,
    email_verified BOOLEAN NOT NULL,
    name TEXT NOT NULL,
    image TEXT,
    created_at TIMESTAMPTZ NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX users_by_age ON users (created_at, id);

CREATE TABLE credentials (
    id UUID NOT NULL PRIMARY KEY,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    provider TEXT NOT NULL,
    subject TEXT NOT NULL,
    password_hash TEXT,
    scopes JSON NOT NULL,
    sealed_tokens BYTEA,
    created_at TIMESTAMPTZ NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL,
    UNIQUE (provider, subject)
);
CREATE INDEX credentials_of_user ON credentials (user_id);

-- Only the hash of a session's token is kept.
CREATE TABLE sessions (
    id UUID NOT NULL PRIMARY KEY,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    token_hash BYTEA NOT NULL UNIQUE,
    expires_at TIMESTAMPTZ NOT NULL,
    ip_address TEXT NOT NULL,
    user_agent TEXT NOT NULL,
    remember BOOLEAN NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX sessions_of_user ON sessions (user_id);
CREATE INDEX sessions_by_end ON sessions (expires_at);

CREATE TABLE verifications (
    key TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL,
    expires_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX verifications_by_end ON verifications (expires_at);

CREATE TABLE accounts (
    id UUID NOT NULL PRIMARY KEY,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    identity TEXT NOT NULL,
    name TEXT NOT NULL,
    institution TEXT,
    number_masked TEXT,
    kind TEXT NOT NULL,
    currency TEXT NOT NULL CHECK (length(currency) = 3),
    created_at TIMESTAMPTZ NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL,
    UNIQUE (user_id, identity)
);

-- `position` is the place in the default tree; a category the person made stands after it.
CREATE TABLE categories (
    id UUID NOT NULL PRIMARY KEY,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    key TEXT,
    name TEXT NOT NULL,
    parent_id UUID REFERENCES categories (id) ON DELETE SET NULL,
    position INTEGER NOT NULL,
    UNIQUE (user_id, key)
);
CREATE INDEX categories_of_parent ON categories (parent_id);

-- `job_id` names the latest job; jobs refer to statements, so it has no reference back.
CREATE TABLE statements (
    id UUID NOT NULL PRIMARY KEY,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    file_name TEXT NOT NULL,
    file_key TEXT NOT NULL,
    size BIGINT NOT NULL,
    sha256 BYTEA NOT NULL,
    pages INTEGER,
    kind TEXT NOT NULL,
    institution TEXT,
    status TEXT NOT NULL,
    failure JSON,
    read_by TEXT,
    job_id UUID,
    created_at TIMESTAMPTZ NOT NULL,
    processed_at TIMESTAMPTZ,
    UNIQUE (user_id, sha256),
    UNIQUE (user_id, file_key)
);
CREATE INDEX statements_by_age ON statements (user_id, created_at, id);

-- Booked lines: one row for each, however many statements print it.
-- `place`, `position` and `balance_minor` are those of `statement_id`, the statement it was first read from.
-- `size_order` sorts by magnitude, greatest first; it is not abs(), which overflows for the least number.
CREATE TABLE entries (
    id UUID NOT NULL PRIMARY KEY,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    account_id UUID NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    statement_id UUID REFERENCES statements (id) ON DELETE SET NULL,
    fingerprint TEXT NOT NULL,
    date DATE NOT NULL,
    month TEXT NOT NULL GENERATED ALWAYS AS
        (lpad(extract(year FROM date)::text, 4, '0') || '-' || lpad(extract(month FROM date)::text, 2, '0')) STORED,
    value_date DATE,
    description TEXT NOT NULL,
    original_description TEXT NOT NULL,
    search_text TEXT NOT NULL,
    merchant TEXT NOT NULL,
    amount_minor BIGINT NOT NULL,
    size_order BIGINT NOT NULL GENERATED ALWAYS AS
        (CASE WHEN amount_minor > 0 THEN -amount_minor ELSE amount_minor END) STORED,
    currency TEXT NOT NULL CHECK (length(currency) = 3),
    balance_minor BIGINT,
    category_id UUID REFERENCES categories (id) ON DELETE SET NULL,
    kind TEXT NOT NULL,
    place JSON,
    position INTEGER NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL,
    UNIQUE (user_id, account_id, fingerprint)
);
CREATE INDEX entries_by_date ON entries (user_id, date, position, id);
CREATE INDEX entries_by_size ON entries (user_id, size_order, date, position, id);
CREATE INDEX entries_of_account ON entries (account_id, date);
CREATE INDEX entries_of_statement ON entries (statement_id);
CREATE INDEX entries_of_category ON entries (category_id);

-- One account's part of a statement; a file may hold several periods of one account.
CREATE TABLE statement_accounts (
    statement_id UUID NOT NULL REFERENCES statements (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    account_id UUID NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    number_masked TEXT,
    currency TEXT NOT NULL CHECK (length(currency) = 3),
    period_start DATE,
    period_end DATE,
    opening_minor BIGINT,
    closing_minor BIGINT,
    outcome TEXT NOT NULL,
    discrepancy_minor BIGINT,
    first_broken_entry_id UUID REFERENCES entries (id) ON DELETE SET NULL,
    witnesses JSON NOT NULL,
    PRIMARY KEY (statement_id, position)
);
CREATE INDEX statement_accounts_of_user ON statement_accounts (user_id);
CREATE INDEX statement_accounts_of_account ON statement_accounts (account_id);
CREATE INDEX statement_accounts_of_entry ON statement_accounts (first_broken_entry_id);

-- Where a statement prints an entry.
CREATE TABLE statement_lines (
    statement_id UUID NOT NULL,
    account_position INTEGER NOT NULL,
    position INTEGER NOT NULL,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    entry_id UUID NOT NULL REFERENCES entries (id) ON DELETE CASCADE,
    place JSON,
    balance_minor BIGINT,
    PRIMARY KEY (statement_id, account_position, position),
    FOREIGN KEY (statement_id, account_position)
        REFERENCES statement_accounts (statement_id, position) ON DELETE CASCADE
);
CREATE INDEX statement_lines_of_user ON statement_lines (user_id);
CREATE INDEX statement_lines_of_entry ON statement_lines (entry_id);

CREATE TABLE jobs (
    id UUID NOT NULL PRIMARY KEY,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    statement_id UUID NOT NULL REFERENCES statements (id) ON DELETE CASCADE,
    work JSON NOT NULL,
    state TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    run_at TIMESTAMPTZ NOT NULL,
    lease_until TIMESTAMPTZ,
    worker TEXT,
    progress JSON NOT NULL,
    failure JSON,
    created_at TIMESTAMPTZ NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL,
    finished_at TIMESTAMPTZ
);
CREATE UNIQUE INDEX jobs_one_open_for_statement ON jobs (statement_id) WHERE state IN ('queued', 'running');
CREATE INDEX jobs_open ON jobs (run_at, id) WHERE state IN ('queued', 'running');
CREATE INDEX jobs_of_user ON jobs (user_id);
CREATE INDEX jobs_of_statement ON jobs (statement_id);
