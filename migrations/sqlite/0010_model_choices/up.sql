-- Which model chose an entry's category; that it did stands in entries.category_by.
CREATE TABLE model_choices (
    entry_id BLOB NOT NULL PRIMARY KEY REFERENCES entries (id) ON DELETE CASCADE,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    model TEXT NOT NULL,
    chosen_at TEXT NOT NULL
) STRICT;
CREATE INDEX model_choices_of_user ON model_choices (user_id);
