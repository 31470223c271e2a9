-- Receipts and other documents of transactions. One without a transaction is not matched, or its transaction was
-- deleted. Attachments of a user with equal content share the file.
CREATE TABLE attachments (
    id BLOB NOT NULL PRIMARY KEY,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    transaction_id BLOB REFERENCES transactions (id) ON DELETE SET NULL,
    file_name TEXT NOT NULL,
    media_type TEXT NOT NULL,
    size INTEGER NOT NULL,
    sha256 BLOB NOT NULL,
    file_key TEXT NOT NULL,
    text TEXT NOT NULL,
    search_text TEXT NOT NULL,
    text_state TEXT NOT NULL,
    created_at TEXT NOT NULL
) STRICT;
CREATE INDEX attachments_of_user ON attachments (user_id, sha256);
CREATE INDEX attachments_with_file ON attachments (user_id, file_key);
CREATE INDEX attachments_of_transaction ON attachments (transaction_id);
CREATE INDEX attachments_waiting ON attachments (created_at, id) WHERE text_state = 'waiting';
