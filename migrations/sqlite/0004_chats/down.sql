DROP TABLE model_usage;
DROP TABLE chat_memories;
DROP TABLE chat_traces;
DROP TABLE chat_approvals;
DROP TABLE chat_messages;
DROP TABLE chats;
