-- The names that users gave merchants, by the printed name. `transactions.merchant` has the given
-- name, so that every figure and every later statement uses it.
CREATE TABLE merchant_names (
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    merchant TEXT NOT NULL CHECK (length(merchant) <= 200),
    name TEXT NOT NULL CHECK (length(name) <= 200),
    PRIMARY KEY (user_id, merchant)
);

-- One name of a merchant before and after an edit; null for the printed name.
CREATE TABLE merchant_changes (
    edit_id UUID NOT NULL REFERENCES edits (id) ON DELETE CASCADE,
    merchant TEXT NOT NULL CHECK (length(merchant) <= 200),
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    before TEXT,
    after TEXT,
    PRIMARY KEY (edit_id, merchant)
);
CREATE INDEX merchant_changes_of_user ON merchant_changes (user_id);

-- One account before and after an edit. It has no reference to the account, because its history outlives it.
CREATE TABLE account_changes (
    edit_id UUID NOT NULL REFERENCES edits (id) ON DELETE CASCADE,
    account_id UUID NOT NULL,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    before JSON NOT NULL,
    after JSON NOT NULL,
    PRIMARY KEY (edit_id, account_id)
);
CREATE INDEX account_changes_of_user ON account_changes (user_id);
