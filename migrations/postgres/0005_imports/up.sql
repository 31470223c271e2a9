-- How the files of an account with this head are read, as the person confirmed it. Nothing was ever written into the table before.
DROP TABLE import_mappings;
CREATE TABLE import_mappings (
    account_id UUID NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    header TEXT NOT NULL,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    content JSON NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (account_id, header)
);
CREATE INDEX import_mappings_of_user ON import_mappings (user_id);

-- How the person wants one file to be read, and to which account it is booked; kept for when it is processed again.
CREATE TABLE statement_imports (
    statement_id UUID NOT NULL PRIMARY KEY REFERENCES statements (id) ON DELETE CASCADE,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    account_id UUID REFERENCES accounts (id) ON DELETE SET NULL,
    mapping JSON,
    updated_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX statement_imports_of_user ON statement_imports (user_id);
CREATE INDEX statement_imports_of_account ON statement_imports (account_id);
