DROP TABLE api_tokens;
DROP TABLE backup_codes;
DROP TABLE two_steps;
ALTER TABLE users DROP COLUMN two_step;
