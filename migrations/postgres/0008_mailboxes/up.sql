-- Folders of mail servers from which statements are imported. Secrets are encrypted; one without a due time
-- waits for the user. The position is that of the last message that was read.
CREATE TABLE mailboxes (
    id UUID NOT NULL PRIMARY KEY,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    settings JSON NOT NULL,
    sealed BYTEA NOT NULL,
    status JSON NOT NULL,
    uid_validity BIGINT,
    last_uid BIGINT,
    busy_until TIMESTAMPTZ,
    fetched_at TIMESTAMPTZ,
    due_at TIMESTAMPTZ,
    created_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX mailboxes_of_user ON mailboxes (user_id, created_at, id);
CREATE INDEX mailboxes_due ON mailboxes (due_at) WHERE due_at IS NOT NULL;

-- The latest messages that were read from mailboxes, with their results.
CREATE TABLE mail_messages (
    mailbox_id UUID NOT NULL REFERENCES mailboxes (id) ON DELETE CASCADE,
    uid_validity BIGINT NOT NULL,
    uid BIGINT NOT NULL,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    received_at TIMESTAMPTZ,
    sender TEXT NOT NULL,
    subject TEXT NOT NULL,
    result JSON NOT NULL,
    read_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (mailbox_id, uid_validity, uid)
);
CREATE INDEX mail_messages_of_user ON mail_messages (user_id, mailbox_id, read_at);
