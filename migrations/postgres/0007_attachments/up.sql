-- Receipts and other documents of transactions. One without a transaction is not matched, or its transaction was
-- deleted. Attachments of a user with equal content share the file.
CREATE TABLE attachments (
    id UUID NOT NULL PRIMARY KEY,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    transaction_id UUID REFERENCES transactions (id) ON DELETE SET NULL,
    file_name TEXT NOT NULL,
    media_type TEXT NOT NULL,
    size BIGINT NOT NULL,
    sha256 BYTEA NOT NULL,
    file_key TEXT NOT NULL,
    text TEXT NOT NULL,
    search_text TEXT NOT NULL,
    text_state TEXT NOT NULL,
    created_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX attachments_of_user ON attachments (user_id, sha256);
CREATE INDEX attachments_with_file ON attachments (user_id, file_key);
CREATE INDEX attachments_of_transaction ON attachments (transaction_id);
CREATE INDEX attachments_waiting ON attachments (created_at, id) WHERE text_state = 'waiting';
