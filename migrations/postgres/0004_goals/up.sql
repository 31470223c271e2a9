-- The savings goals of users. Amounts are in minor units of the goal's currency.
CREATE TABLE goals (
    id UUID NOT NULL PRIMARY KEY,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    name TEXT NOT NULL,
    target_minor BIGINT NOT NULL CHECK (target_minor > 0),
    currency TEXT NOT NULL CHECK (length(currency) = 3),
    target_date DATE,
    by_hand BOOLEAN NOT NULL,
    note TEXT,
    archived BOOLEAN NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX goals_of_user ON goals (user_id, position, id);

-- The parts of accounts that are set aside for goals; a null amount is the whole balance.
CREATE TABLE goal_accounts (
    goal_id UUID NOT NULL REFERENCES goals (id) ON DELETE CASCADE,
    account_id UUID NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    amount_minor BIGINT CHECK (amount_minor > 0),
    PRIMARY KEY (goal_id, account_id)
);
CREATE INDEX goal_accounts_of_account ON goal_accounts (account_id);
CREATE INDEX goal_accounts_of_user ON goal_accounts (user_id);

-- The amounts that users put aside for goals by hand.
CREATE TABLE goal_contributions (
    id UUID NOT NULL PRIMARY KEY,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    goal_id UUID NOT NULL REFERENCES goals (id) ON DELETE CASCADE,
    date DATE NOT NULL,
    amount_minor BIGINT NOT NULL CHECK (amount_minor <> 0)
);
CREATE INDEX goal_contributions_of_goal ON goal_contributions (goal_id, date, id);
CREATE INDEX goal_contributions_of_user ON goal_contributions (user_id);
