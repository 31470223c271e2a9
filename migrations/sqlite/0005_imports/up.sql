-- How the files of an account with this head are read, as the person confirmed it. Nothing was ever written into the table before.
DROP TABLE import_mappings;
CREATE TABLE import_mappings (
    account_id BLOB NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    header TEXT NOT NULL,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    content TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    PRIMARY KEY (account_id, header)
) STRICT;
CREATE INDEX import_mappings_of_user ON import_mappings (user_id);

-- How the person wants one file to be read, and to which account it is booked; kept for when it is processed again.
CREATE TABLE statement_imports (
    statement_id BLOB NOT NULL PRIMARY KEY REFERENCES statements (id) ON DELETE CASCADE,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    account_id BLOB REFERENCES accounts (id) ON DELETE SET NULL,
    mapping TEXT,
    updated_at TEXT NOT NULL
) STRICT;
CREATE INDEX statement_imports_of_user ON statement_imports (user_id);
CREATE INDEX statement_imports_of_account ON statement_imports (account_id);
