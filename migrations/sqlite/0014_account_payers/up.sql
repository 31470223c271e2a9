-- The member who pays from an account of a household, for sharing its transactions. Named without a reference, like
-- the payers of shared expenses: a user who is no member is ignored.
ALTER TABLE accounts ADD COLUMN payer_id BLOB;
