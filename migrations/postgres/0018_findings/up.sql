-- The reader's check of all printed figures, and what it leaves open.
ALTER TABLE statement_accounts ADD COLUMN findings JSON;
-- The date and amount of a line as it was read. A transaction that differs was corrected by the user.
ALTER TABLE statement_lines ADD COLUMN printed_date DATE;
ALTER TABLE statement_lines ADD COLUMN printed_minor BIGINT;

-- The user's answers about one statement.
CREATE TABLE statement_answers (
    statement_id UUID NOT NULL PRIMARY KEY REFERENCES statements (id) ON DELETE CASCADE,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    content JSON NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX statement_answers_of_user ON statement_answers (user_id);

-- The lessons from these answers, for later statements of the same layout.
CREATE TABLE layout_hints (
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    layout TEXT NOT NULL,
    content JSON NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (user_id, layout)
);

-- Facts that statements of an account leave open, and that the user confirmed.
CREATE TABLE confirmed_facts (
    account_id UUID NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    fact TEXT NOT NULL,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    updated_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (account_id, fact)
);
CREATE INDEX confirmed_facts_of_user ON confirmed_facts (user_id);
