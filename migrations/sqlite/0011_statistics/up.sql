-- What SQLite is to think of the tables that grow with a lifetime: one of few people has most of the rows.
--
-- Left to itself it guesses ten rows for each value of an index that is not unique; measured (ANALYZE), it knows averages only,
-- and where a thousand people have little and one has a million entries, the average is a hundred. With either it reads all
-- rows of a person, who seem few, instead of the five hundred that a query names. These figures are not measured: they stay as
-- they are (https://sqlite.org/lang_analyze.html, "Fixed Results Of ANALYZE"), so that each query is answered in the same way
-- on every instance, and as the tests saw it. For each index: its rows, then how many of them share its first column, its
-- first two, and so on.
ANALYZE sqlite_schema;
DELETE FROM sqlite_stat1;
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
    ('statements', 'sqlite_autoindex_statements_1', '5000 1'),
    ('statements', 'sqlite_autoindex_statements_2', '5000 2500 1'),
    ('statements', 'sqlite_autoindex_statements_3', '5000 2500 1'),
    ('statements', 'statements_by_age', '5000 2500 1 1'),
    ('statement_accounts', 'sqlite_autoindex_statement_accounts_1', '6000 2 1'),
    ('statement_accounts', 'statement_accounts_of_user', '6000 3000'),
    ('statement_accounts', 'statement_accounts_of_account', '6000 300'),
    ('statement_accounts', 'statement_accounts_of_entry', '6000 20'),
    ('statement_lines', 'sqlite_autoindex_statement_lines_1', '1000000 200 170 1'),
    ('statement_lines', 'statement_lines_of_user', '1000000 500000'),
    ('statement_lines', 'statement_lines_of_entry', '1000000 2'),
    ('entries', 'sqlite_autoindex_entries_1', '1000000 1'),
    ('entries', 'sqlite_autoindex_entries_2', '1000000 500000 50000 1'),
    ('entries', 'entries_by_date', '1000000 500000 100 5 1'),
    ('entries', 'entries_by_size', '1000000 500000 50 2 1 1'),
    ('entries', 'entries_of_account', '1000000 50000 10 2 1'),
    ('entries', 'entries_of_category', '1000000 20000 10 2 1'),
    ('entries', 'entries_of_statement', '1000000 200'),
    ('entries', 'entries_of_transfer', '50000 2'),
    ('entries', 'entries_with_balance', '500000 50000 10'),
    ('entries', 'entries_sorted_by_hand', '20000 10000 10 1'),
    ('entry_parts', 'sqlite_autoindex_entry_parts_1', '20000 1'),
    ('entry_parts', 'sqlite_autoindex_entry_parts_2', '20000 3 1'),
    ('entry_parts', 'entry_parts_of_user', '20000 10000'),
    ('entry_parts', 'entry_parts_of_category', '20000 400'),
    ('entry_tags', 'sqlite_autoindex_entry_tags_1', '100000 2 1'),
    ('entry_tags', 'entry_tags_of_user', '100000 50000 1000 1'),
    ('entry_texts', 'sqlite_autoindex_entry_texts_1', '1000000 1'),
    ('edits', 'sqlite_autoindex_edits_1', '20000 1'),
    ('edits', 'edits_by_age', '20000 10000 1 1'),
    ('edits', 'edits_of_undone', '20000 2'),
    ('entry_changes', 'sqlite_autoindex_entry_changes_1', '500000 25 1'),
    ('entry_changes', 'entry_changes_of_entry', '500000 250000 2 1'),
    ('model_choices', 'sqlite_autoindex_model_choices_1', '50000 1'),
    ('model_choices', 'model_choices_of_user', '50000 25000'),
    ('distinct_entries', 'sqlite_autoindex_distinct_entries_1', '10000 2 1'),
    ('distinct_entries', 'distinct_entries_of_second', '10000 2'),
    ('distinct_entries', 'distinct_entries_of_user', '10000 5000'),
    ('day_totals', 'day_totals', '200000 100000 15 2 1 1'),
    ('day_totals', 'day_totals_by_kind', '200000 100000 50000 8 4 1 1 1'),
    ('month_totals', 'month_totals', '100000 50000 200 25 2 1 1'),
    ('merchant_totals', 'merchant_totals', '500000 250000 1000 100 2 1 1'),
    ('chats', 'sqlite_autoindex_chats_1', '5000 1'),
    ('chats', 'sqlite_autoindex_chats_2', '5000 2500 1'),
    ('chats', 'chats_by_age', '5000 2500 1 1'),
    ('chat_messages', 'sqlite_autoindex_chat_messages_1', '100000 20 1'),
    ('chat_messages', 'sqlite_autoindex_chat_messages_2', '100000 20 1'),
    ('chat_messages', 'chat_messages_of_user', '100000 50000');
ANALYZE sqlite_schema;
