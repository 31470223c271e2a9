-- Transactions whose cost members of a household divide. user_id has the books of the transaction: those of the
-- household or the payer's own. Without a transaction, the household keeps its day and amount. Members are named
-- without references, so that a balance stays right after one is deleted.
CREATE TABLE shared_expenses (
    id BLOB NOT NULL PRIMARY KEY,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    household_id BLOB NOT NULL REFERENCES households (user_id) ON DELETE CASCADE,
    transaction_id BLOB,
    payer_id BLOB NOT NULL,
    division TEXT NOT NULL,
    kept_on TEXT,
    kept_minor INTEGER,
    kept_currency TEXT,
    created_at TEXT NOT NULL,
    UNIQUE (transaction_id)
) STRICT;
CREATE INDEX shared_expenses_of_household ON shared_expenses (household_id, id);
CREATE INDEX shared_expenses_of_user ON shared_expenses (user_id);
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
    ('shared_expenses', 'sqlite_autoindex_shared_expenses_1', '2000 1'),
    ('shared_expenses', 'sqlite_autoindex_shared_expenses_2', '2000 1'),
    ('shared_expenses', 'shared_expenses_of_household', '2000 1000 1'),
    ('shared_expenses', 'shared_expenses_of_user', '2000 500');

-- Payments between members that settle what one owes. A transaction is one that was confirmed as the payment.
CREATE TABLE settlements (
    id BLOB NOT NULL PRIMARY KEY,
    user_id BLOB NOT NULL REFERENCES households (user_id) ON DELETE CASCADE,
    from_id BLOB NOT NULL,
    to_id BLOB NOT NULL,
    amount_minor INTEGER NOT NULL,
    currency TEXT NOT NULL,
    date TEXT NOT NULL,
    transaction_id BLOB,
    created_at TEXT NOT NULL,
    UNIQUE (transaction_id)
) STRICT;
CREATE INDEX settlements_of_household ON settlements (user_id, id);
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
    ('settlements', 'sqlite_autoindex_settlements_1', '2000 1'),
    ('settlements', 'sqlite_autoindex_settlements_2', '2000 1'),
    ('settlements', 'settlements_of_household', '2000 1000 1');
