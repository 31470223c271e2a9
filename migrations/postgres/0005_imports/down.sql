DROP TABLE statement_imports;
DROP TABLE import_mappings;
CREATE TABLE import_mappings (
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    header TEXT NOT NULL,
    content JSON NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (user_id, header)
);
