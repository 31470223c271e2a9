-- What may have gone wrong on an unbalanced part, and what a statement prints besides, so that it can be checked again.
ALTER TABLE statement_accounts ADD COLUMN likely_causes TEXT NOT NULL DEFAULT '[]';
ALTER TABLE statement_accounts ADD COLUMN opening_is_derived INTEGER NOT NULL DEFAULT 0;
ALTER TABLE statement_accounts ADD COLUMN closing_is_derived INTEGER NOT NULL DEFAULT 0;
ALTER TABLE statement_accounts ADD COLUMN total_in_minor INTEGER;
ALTER TABLE statement_accounts ADD COLUMN total_out_minor INTEGER;
ALTER TABLE statement_accounts ADD COLUMN entry_count INTEGER;
