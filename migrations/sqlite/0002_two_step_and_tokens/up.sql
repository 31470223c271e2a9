-- Whether a sign-in of this person takes a second step; what it takes is in two_steps.
ALTER TABLE users ADD COLUMN two_step INTEGER NOT NULL DEFAULT 0;

-- What makes the codes of the second step, encrypted. It is in force when users.two_step says so.
CREATE TABLE two_steps (
    user_id BLOB NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    sealed_secret BLOB NOT NULL,
    last_step INTEGER,
    failures INTEGER NOT NULL,
    locked_until TEXT,
    created_at TEXT NOT NULL
) STRICT;

-- Only hashes; a code that was used is gone.
CREATE TABLE backup_codes (
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    code_hash BLOB NOT NULL,
    PRIMARY KEY (user_id, code_hash)
) STRICT;

-- Only the hash of a token is kept.
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
