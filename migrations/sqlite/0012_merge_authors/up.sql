-- The users who merged two accounts and undid the merge; NULL for deleted users. The owner of personal books
-- made their earlier merges; of a household's earlier merges the authors are not known.
ALTER TABLE account_merges ADD COLUMN actor_id BLOB REFERENCES users (id) ON DELETE SET NULL;
ALTER TABLE account_merges ADD COLUMN undone_by_id BLOB REFERENCES users (id) ON DELETE SET NULL;
UPDATE account_merges SET actor_id = user_id WHERE user_id NOT IN (SELECT user_id FROM households);
UPDATE account_merges SET undone_by_id = user_id
    WHERE undone_at IS NOT NULL AND user_id NOT IN (SELECT user_id FROM households);
CREATE INDEX account_merges_of_actor ON account_merges (actor_id);
CREATE INDEX account_merges_of_undoing_user ON account_merges (undone_by_id);
