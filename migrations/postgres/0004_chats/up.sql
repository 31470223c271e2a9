-- What people and the advisor said to each other. `client_id` is what the AI toolkit's client calls the chat.
CREATE TABLE chats (
    id UUID NOT NULL PRIMARY KEY,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    client_id TEXT,
    title TEXT NOT NULL,
    model TEXT,
    search_text TEXT NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL,
    UNIQUE (user_id, client_id)
);
CREATE INDEX chats_by_age ON chats (user_id, updated_at, id);

-- One message each; `content` is a UI message's parts and metadata in the form of `version`.
CREATE TABLE chat_messages (
    chat_id UUID NOT NULL REFERENCES chats (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    message_id TEXT NOT NULL,
    role TEXT NOT NULL,
    state TEXT NOT NULL,
    version INTEGER NOT NULL,
    content JSON NOT NULL,
    search_text TEXT NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (chat_id, position),
    UNIQUE (chat_id, message_id)
);
CREATE INDEX chat_messages_of_user ON chat_messages (user_id);

-- What the advisor asked to be allowed, and what became of it. The input that is run is this one.
CREATE TABLE chat_approvals (
    id UUID NOT NULL PRIMARY KEY,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    chat_id UUID NOT NULL REFERENCES chats (id) ON DELETE CASCADE,
    message_id TEXT NOT NULL,
    call_id TEXT NOT NULL,
    tool TEXT NOT NULL,
    content JSON NOT NULL,
    state TEXT NOT NULL,
    expires_at TIMESTAMPTZ NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX chat_approvals_of_chat ON chat_approvals (chat_id, state);
CREATE INDEX chat_approvals_of_user ON chat_approvals (user_id);

-- What a model was sent for a message, and what came of it.
CREATE TABLE chat_traces (
    id UUID NOT NULL PRIMARY KEY,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    chat_id UUID NOT NULL REFERENCES chats (id) ON DELETE CASCADE,
    message_id TEXT NOT NULL,
    content JSON NOT NULL,
    created_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX chat_traces_of_chat ON chat_traces (chat_id, created_at, id);
CREATE INDEX chat_traces_of_user ON chat_traces (user_id);

-- What the person wants the advisor to know.
CREATE TABLE chat_memories (
    id UUID NOT NULL PRIMARY KEY,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    text TEXT NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX chat_memories_of_user ON chat_memories (user_id, created_at, id);

-- What models cost a person, day by day.
CREATE TABLE model_usage (
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    date DATE NOT NULL,
    model TEXT NOT NULL,
    input_tokens BIGINT NOT NULL,
    output_tokens BIGINT NOT NULL,
    replies BIGINT NOT NULL,
    PRIMARY KEY (user_id, date, model)
);
