DROP INDEX entries_on_no_statement;
