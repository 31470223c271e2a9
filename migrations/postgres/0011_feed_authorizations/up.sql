-- Consents at banks: the bank of a feed, and the end of the user's consent.
ALTER TABLE feeds ADD COLUMN bank JSON;
ALTER TABLE feeds ADD COLUMN valid_until TIMESTAMPTZ;

-- Authorizations that users began at banks, under the digests of their states. One is deleted when it is used.
CREATE TABLE feed_authorizations (
    id UUID NOT NULL PRIMARY KEY,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    state BYTEA NOT NULL UNIQUE,
    bank JSON NOT NULL,
    feed_id UUID REFERENCES feeds (id) ON DELETE CASCADE,
    expires_at TIMESTAMPTZ NOT NULL,
    created_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX feed_authorizations_of_user ON feed_authorizations (user_id, created_at);
CREATE INDEX feed_authorizations_of_feed ON feed_authorizations (feed_id);
