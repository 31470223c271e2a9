DROP TABLE confirmed_facts;
DROP TABLE layout_hints;
DROP TABLE statement_answers;
ALTER TABLE statement_lines DROP COLUMN printed_minor;
ALTER TABLE statement_lines DROP COLUMN printed_date;
ALTER TABLE statement_accounts DROP COLUMN findings;
