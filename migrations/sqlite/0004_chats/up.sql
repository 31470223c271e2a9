-- What people and the advisor said to each other. `client_id` is what the AI toolkit's client calls the chat.
CREATE TABLE chats (
    id BLOB NOT NULL PRIMARY KEY,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    client_id TEXT,
    title TEXT NOT NULL,
    model TEXT,
    search_text TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    UNIQUE (user_id, client_id)
) STRICT;
CREATE INDEX chats_by_age ON chats (user_id, updated_at, id);

-- One message each; `content` is a UI message's parts and metadata in the form of `version`.
CREATE TABLE chat_messages (
    chat_id BLOB NOT NULL REFERENCES chats (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    message_id TEXT NOT NULL,
    role TEXT NOT NULL,
    state TEXT NOT NULL,
    version INTEGER NOT NULL,
    content TEXT NOT NULL,
    search_text TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    PRIMARY KEY (chat_id, position),
    UNIQUE (chat_id, message_id)
) STRICT;
CREATE INDEX chat_messages_of_user ON chat_messages (user_id);

-- What the advisor asked to be allowed, and what became of it. The input that is run is this one.
CREATE TABLE chat_approvals (
    id BLOB NOT NULL PRIMARY KEY,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    chat_id BLOB NOT NULL REFERENCES chats (id) ON DELETE CASCADE,
    message_id TEXT NOT NULL,
    call_id TEXT NOT NULL,
    tool TEXT NOT NULL,
    content TEXT NOT NULL,
    state TEXT NOT NULL,
    expires_at TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
) STRICT;
CREATE INDEX chat_approvals_of_chat ON chat_approvals (chat_id, state);
CREATE INDEX chat_approvals_of_user ON chat_approvals (user_id);

-- What a model was sent for a message, and what came of it.
CREATE TABLE chat_traces (
    id BLOB NOT NULL PRIMARY KEY,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    chat_id BLOB NOT NULL REFERENCES chats (id) ON DELETE CASCADE,
    message_id TEXT NOT NULL,
    content TEXT NOT NULL,
    created_at TEXT NOT NULL
) STRICT;
CREATE INDEX chat_traces_of_chat ON chat_traces (chat_id, created_at, id);
CREATE INDEX chat_traces_of_user ON chat_traces (user_id);

-- What the person wants the advisor to know.
CREATE TABLE chat_memories (
    id BLOB NOT NULL PRIMARY KEY,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    text TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
) STRICT;
CREATE INDEX chat_memories_of_user ON chat_memories (user_id, created_at, id);

-- What models cost a person, day by day.
CREATE TABLE model_usage (
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    date TEXT NOT NULL,
    model TEXT NOT NULL,
    input_tokens INTEGER NOT NULL,
    output_tokens INTEGER NOT NULL,
    replies INTEGER NOT NULL,
    PRIMARY KEY (user_id, date, model)
) STRICT;
