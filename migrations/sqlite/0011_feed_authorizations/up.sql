-- Consents at banks: the bank of a feed, and the end of the user's consent.
ALTER TABLE feeds ADD COLUMN bank TEXT;
ALTER TABLE feeds ADD COLUMN valid_until TEXT;

-- Authorizations that users began at banks, under the digests of their states. One is deleted when it is used.
CREATE TABLE feed_authorizations (
    id BLOB NOT NULL PRIMARY KEY,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    state BLOB NOT NULL UNIQUE,
    bank TEXT NOT NULL,
    feed_id BLOB REFERENCES feeds (id) ON DELETE CASCADE,
    expires_at TEXT NOT NULL,
    created_at TEXT NOT NULL
) STRICT;
CREATE INDEX feed_authorizations_of_user ON feed_authorizations (user_id, created_at);
CREATE INDEX feed_authorizations_of_feed ON feed_authorizations (feed_id);
