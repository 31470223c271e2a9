ALTER TABLE statement_accounts DROP COLUMN entry_count;
ALTER TABLE statement_accounts DROP COLUMN total_out_minor;
ALTER TABLE statement_accounts DROP COLUMN total_in_minor;
ALTER TABLE statement_accounts DROP COLUMN closing_is_derived;
ALTER TABLE statement_accounts DROP COLUMN opening_is_derived;
ALTER TABLE statement_accounts DROP COLUMN likely_causes;
