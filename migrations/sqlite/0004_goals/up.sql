-- The savings goals of users. Amounts are in minor units of the goal's currency.
CREATE TABLE goals (
    id BLOB NOT NULL PRIMARY KEY,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    name TEXT NOT NULL,
    target_minor INTEGER NOT NULL CHECK (target_minor > 0),
    currency TEXT NOT NULL CHECK (length(currency) = 3),
    target_date TEXT,
    by_hand INTEGER NOT NULL,
    note TEXT,
    archived INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
) STRICT;
CREATE INDEX goals_of_user ON goals (user_id, position, id);

-- The parts of accounts that are set aside for goals; a null amount is the whole balance.
CREATE TABLE goal_accounts (
    goal_id BLOB NOT NULL REFERENCES goals (id) ON DELETE CASCADE,
    account_id BLOB NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    amount_minor INTEGER CHECK (amount_minor > 0),
    PRIMARY KEY (goal_id, account_id)
) STRICT;
CREATE INDEX goal_accounts_of_account ON goal_accounts (account_id);
CREATE INDEX goal_accounts_of_user ON goal_accounts (user_id);

-- The amounts that users put aside for goals by hand.
CREATE TABLE goal_contributions (
    id BLOB NOT NULL PRIMARY KEY,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    goal_id BLOB NOT NULL REFERENCES goals (id) ON DELETE CASCADE,
    date TEXT NOT NULL,
    amount_minor INTEGER NOT NULL CHECK (amount_minor <> 0)
) STRICT;
CREATE INDEX goal_contributions_of_goal ON goal_contributions (goal_id, date, id);
CREATE INDEX goal_contributions_of_user ON goal_contributions (user_id);
