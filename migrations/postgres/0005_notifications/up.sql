-- The notifications of users. No two of a user have the same key, so that an event is noticed once.
CREATE TABLE notifications (
    id UUID NOT NULL PRIMARY KEY,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    key TEXT NOT NULL,
    content JSON NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    read_at TIMESTAMPTZ,
    UNIQUE (user_id, key)
);
CREATE INDEX notifications_of_user ON notifications (user_id, created_at, id);

-- The kinds of events that users turned on. A user without a row is notified of nothing.
CREATE TABLE notification_settings (
    user_id UUID NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    content JSON NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL
);

-- The places to which notifications are sent. Addresses and secrets are encrypted.
CREATE TABLE notification_channels (
    id UUID NOT NULL PRIMARY KEY,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    label TEXT NOT NULL,
    sealed BYTEA NOT NULL,
    created_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX notification_channels_of_user ON notification_channels (user_id, created_at, id);

-- The deliveries of notifications to channels. One that is over is due no more.
CREATE TABLE notification_deliveries (
    notification_id UUID NOT NULL REFERENCES notifications (id) ON DELETE CASCADE,
    channel_id UUID NOT NULL REFERENCES notification_channels (id) ON DELETE CASCADE,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    attempts INTEGER NOT NULL,
    due_at TIMESTAMPTZ,
    delivered_at TIMESTAMPTZ,
    failure TEXT,
    PRIMARY KEY (notification_id, channel_id)
);
CREATE INDEX notification_deliveries_of_channel ON notification_deliveries (channel_id);
CREATE INDEX notification_deliveries_of_user ON notification_deliveries (user_id);
CREATE INDEX notification_deliveries_due ON notification_deliveries (due_at) WHERE due_at IS NOT NULL;
