-- Whether a sign-in of this person takes a second step; what it takes is in two_steps.
ALTER TABLE users ADD COLUMN two_step BOOLEAN NOT NULL DEFAULT FALSE;

-- What makes the codes of the second step, encrypted. It is in force when users.two_step says so.
CREATE TABLE two_steps (
    user_id UUID NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    sealed_secret BYTEA NOT NULL,
    last_step BIGINT,
    failures INTEGER NOT NULL,
    locked_until TIMESTAMPTZ,
    created_at TIMESTAMPTZ NOT NULL
);

-- Only hashes; a code that was used is gone.
CREATE TABLE backup_codes (
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    code_hash BYTEA NOT NULL,
    PRIMARY KEY (user_id, code_hash)
);

-- Only the hash of a token is kept.
CREATE TABLE api_tokens (
    id UUID NOT NULL PRIMARY KEY,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    token_hash BYTEA NOT NULL UNIQUE,
    name TEXT,
    prefix TEXT,
    start TEXT NOT NULL,
    scope TEXT NOT NULL,
    enabled BOOLEAN NOT NULL,
    expires_at TIMESTAMPTZ,
    last_used_at TIMESTAMPTZ,
    created_at TIMESTAMPTZ NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX api_tokens_of_user ON api_tokens (user_id);
CREATE INDEX api_tokens_by_end ON api_tokens (expires_at);
