-- What no statement prints is found without a look at all the rest.
CREATE INDEX entries_on_no_statement ON entries (user_id) WHERE statement_id IS NULL;
