-- Connections to providers of bank data. Credentials are encrypted; one without a due time waits for the user.
CREATE TABLE feeds (
    id UUID NOT NULL PRIMARY KEY,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    provider TEXT NOT NULL,
    label TEXT NOT NULL,
    sealed BYTEA NOT NULL,
    status JSON NOT NULL,
    requests INTEGER NOT NULL,
    requested_at TIMESTAMPTZ,
    busy_until TIMESTAMPTZ,
    fetched_at TIMESTAMPTZ,
    due_at TIMESTAMPTZ,
    created_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX feeds_of_user ON feeds (user_id, created_at, id);
CREATE INDEX feeds_due ON feeds (due_at) WHERE due_at IS NOT NULL;

-- The accounts of feeds, and the accounts that their transactions are imported into.
CREATE TABLE feed_accounts (
    id UUID NOT NULL PRIMARY KEY,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    feed_id UUID NOT NULL REFERENCES feeds (id) ON DELETE CASCADE,
    key TEXT NOT NULL,
    account_id UUID REFERENCES accounts (id) ON DELETE SET NULL,
    is_skipped BOOLEAN NOT NULL,
    details JSON NOT NULL,
    imported_at TIMESTAMPTZ,
    created_at TIMESTAMPTZ NOT NULL,
    UNIQUE (feed_id, key)
);
CREATE INDEX feed_accounts_of_user ON feed_accounts (user_id);
CREATE INDEX feed_accounts_of_account ON feed_accounts (account_id);

-- The files of months that feeds brought.
CREATE TABLE feed_files (
    statement_id UUID NOT NULL PRIMARY KEY REFERENCES statements (id) ON DELETE CASCADE,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    feed_account_id UUID NOT NULL REFERENCES feed_accounts (id) ON DELETE CASCADE,
    month TEXT NOT NULL,
    content JSON NOT NULL,
    created_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX feed_files_of_user ON feed_files (user_id);
CREATE INDEX feed_files_of_feed_account ON feed_files (feed_account_id, created_at);
