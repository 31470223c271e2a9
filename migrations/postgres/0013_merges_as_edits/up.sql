-- Merges of accounts are edits with the id of the merge, and their undos are edits that undo them.
INSERT INTO edits (id, user_id, action, undoes, transactions, actor_id, created_at)
    SELECT id, user_id, 'merge_accounts', NULL, 0, actor_id, created_at FROM account_merges;
INSERT INTO edits (id, user_id, action, undoes, transactions, actor_id, created_at)
    SELECT gen_random_uuid(), user_id, 'undo', id, 0, undone_by_id, undone_at
    FROM account_merges WHERE undone_at IS NOT NULL;
