-- The notifications of users. No two of a user have the same key, so that an event is noticed once.
CREATE TABLE notifications (
    id BLOB NOT NULL PRIMARY KEY,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    key TEXT NOT NULL,
    content TEXT NOT NULL,
    created_at TEXT NOT NULL,
    read_at TEXT,
    UNIQUE (user_id, key)
) STRICT;
CREATE INDEX notifications_of_user ON notifications (user_id, created_at, id);

-- The kinds of events that users turned on. A user without a row is notified of nothing.
CREATE TABLE notification_settings (
    user_id BLOB NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    content TEXT NOT NULL,
    updated_at TEXT NOT NULL
) STRICT;

-- The places to which notifications are sent. Addresses and secrets are encrypted.
CREATE TABLE notification_channels (
    id BLOB NOT NULL PRIMARY KEY,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    label TEXT NOT NULL,
    sealed BLOB NOT NULL,
    created_at TEXT NOT NULL
) STRICT;
CREATE INDEX notification_channels_of_user ON notification_channels (user_id, created_at, id);

-- The deliveries of notifications to channels. One that is over is due no more.
CREATE TABLE notification_deliveries (
    notification_id BLOB NOT NULL REFERENCES notifications (id) ON DELETE CASCADE,
    channel_id BLOB NOT NULL REFERENCES notification_channels (id) ON DELETE CASCADE,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    attempts INTEGER NOT NULL,
    due_at TEXT,
    delivered_at TEXT,
    failure TEXT,
    PRIMARY KEY (notification_id, channel_id)
) STRICT;
CREATE INDEX notification_deliveries_of_channel ON notification_deliveries (channel_id);
CREATE INDEX notification_deliveries_of_user ON notification_deliveries (user_id);
CREATE INDEX notification_deliveries_due ON notification_deliveries (due_at) WHERE due_at IS NOT NULL;
