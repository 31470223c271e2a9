-- Sets of books that several users share. The entry in users cannot sign in.
CREATE TABLE households (
    user_id BLOB NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    created_at TEXT NOT NULL
) STRICT;

-- The members of households.
CREATE TABLE memberships (
    household_id BLOB NOT NULL REFERENCES households (user_id) ON DELETE CASCADE,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    role TEXT NOT NULL,
    created_at TEXT NOT NULL,
    PRIMARY KEY (household_id, user_id)
) STRICT;
CREATE INDEX memberships_of_user ON memberships (user_id);

-- Open invitations to households, each with the owner who made it. Only the hash of a token is stored.
CREATE TABLE invitations (
    id BLOB NOT NULL PRIMARY KEY,
    household_id BLOB NOT NULL REFERENCES households (user_id) ON DELETE CASCADE,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    token_hash BLOB NOT NULL,
    role TEXT NOT NULL,
    email TEXT,
    expires_at TEXT NOT NULL,
    created_at TEXT NOT NULL,
    UNIQUE (token_hash)
) STRICT;
CREATE INDEX invitations_of_household ON invitations (household_id, created_at, id);
CREATE INDEX invitations_of_user ON invitations (user_id);

-- The user who made an edit; NULL for automatic edits and deleted users.
ALTER TABLE edits ADD COLUMN actor_id BLOB REFERENCES users (id) ON DELETE SET NULL;
UPDATE edits SET actor_id = user_id;
CREATE INDEX edits_of_actor ON edits (actor_id);
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('edits', 'edits_of_actor', '20000 10000');

-- The books of an API token; NULL for the user's own.
ALTER TABLE api_tokens ADD COLUMN books_id BLOB REFERENCES users (id) ON DELETE CASCADE;
CREATE INDEX api_tokens_of_books ON api_tokens (books_id);
