-- The day of a closing balance that is not the last of its period, as OFX tells it.
ALTER TABLE statement_accounts ADD COLUMN closing_on DATE;

-- Merges of accounts. The content is everything that undoing one needs; the accounts may be gone by then.
CREATE TABLE account_merges (
    id UUID NOT NULL PRIMARY KEY,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    account_id UUID NOT NULL,
    other_id UUID NOT NULL,
    other_name TEXT NOT NULL,
    content JSON NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    undone_at TIMESTAMPTZ
);
CREATE INDEX account_merges_of_user ON account_merges (user_id, created_at, id);

-- Accounts that look like one and are two, as the user said.
CREATE TABLE distinct_accounts (
    first_id UUID NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    second_id UUID NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    PRIMARY KEY (first_id, second_id)
);
CREATE INDEX distinct_accounts_of_user ON distinct_accounts (user_id);
CREATE INDEX distinct_accounts_of_second ON distinct_accounts (second_id);
