-- Folders of mail servers from which statements are imported. Secrets are encrypted; one without a due time
-- waits for the user. The position is that of the last message that was read.
CREATE TABLE mailboxes (
    id BLOB NOT NULL PRIMARY KEY,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    settings TEXT NOT NULL,
    sealed BLOB NOT NULL,
    status TEXT NOT NULL,
    uid_validity INTEGER,
    last_uid INTEGER,
    busy_until TEXT,
    fetched_at TEXT,
    due_at TEXT,
    created_at TEXT NOT NULL
) STRICT;
CREATE INDEX mailboxes_of_user ON mailboxes (user_id, created_at, id);
CREATE INDEX mailboxes_due ON mailboxes (due_at) WHERE due_at IS NOT NULL;

-- The latest messages that were read from mailboxes, with their results.
CREATE TABLE mail_messages (
    mailbox_id BLOB NOT NULL REFERENCES mailboxes (id) ON DELETE CASCADE,
    uid_validity INTEGER NOT NULL,
    uid INTEGER NOT NULL,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    received_at TEXT,
    sender TEXT NOT NULL,
    subject TEXT NOT NULL,
    result TEXT NOT NULL,
    read_at TEXT NOT NULL,
    PRIMARY KEY (mailbox_id, uid_validity, uid)
) STRICT;
CREATE INDEX mail_messages_of_user ON mail_messages (user_id, mailbox_id, read_at);
