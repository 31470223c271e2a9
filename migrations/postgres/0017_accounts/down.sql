DROP TABLE distinct_accounts;
DROP TABLE account_merges;
ALTER TABLE statement_accounts DROP COLUMN closing_on;
