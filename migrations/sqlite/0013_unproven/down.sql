DELETE FROM sqlite_stat1 WHERE idx = 'entries_on_no_statement';
DROP INDEX entries_on_no_statement;
ANALYZE sqlite_schema;
