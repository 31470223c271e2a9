-- Transactions whose cost members of a household divide. user_id has the books of the transaction: those of the
-- household or the payer's own. Without a transaction, the household keeps its day and amount. Members are named
-- without references, so that a balance stays right after one is deleted.
CREATE TABLE shared_expenses (
    id UUID NOT NULL PRIMARY KEY,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    household_id UUID NOT NULL REFERENCES households (user_id) ON DELETE CASCADE,
    transaction_id UUID,
    payer_id UUID NOT NULL,
    division JSON NOT NULL,
    kept_on DATE,
    kept_minor BIGINT,
    kept_currency TEXT,
    created_at TIMESTAMPTZ NOT NULL,
    UNIQUE (transaction_id)
);
CREATE INDEX shared_expenses_of_household ON shared_expenses (household_id, id);
CREATE INDEX shared_expenses_of_user ON shared_expenses (user_id);

-- Payments between members that settle what one owes. A transaction is one that was confirmed as the payment.
CREATE TABLE settlements (
    id UUID NOT NULL PRIMARY KEY,
    user_id UUID NOT NULL REFERENCES households (user_id) ON DELETE CASCADE,
    from_id UUID NOT NULL,
    to_id UUID NOT NULL,
    amount_minor BIGINT NOT NULL,
    currency TEXT NOT NULL,
    date DATE NOT NULL,
    transaction_id UUID,
    created_at TIMESTAMPTZ NOT NULL,
    UNIQUE (transaction_id)
);
CREATE INDEX settlements_of_household ON settlements (user_id, id);
