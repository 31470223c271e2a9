DROP TABLE statement_imports;
DROP TABLE import_mappings;
CREATE TABLE import_mappings (
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    header TEXT NOT NULL,
    content TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    PRIMARY KEY (user_id, header)
) STRICT;
