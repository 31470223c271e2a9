-- What no statement prints is found without a look at all the rest.
CREATE INDEX entries_on_no_statement ON entries (user_id) WHERE statement_id IS NULL;
ANALYZE sqlite_schema;
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('entries', 'entries_on_no_statement', '2000 100');
ANALYZE sqlite_schema;
