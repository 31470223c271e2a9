-- What a person does with their entries, and totals that are kept up to date beside them.

-- `category_by` says who chose the category; `transfer_id` is the same on both entries of one move between own accounts.
ALTER TABLE entries ADD COLUMN note TEXT NOT NULL DEFAULT '';
ALTER TABLE entries ADD COLUMN category_by TEXT NOT NULL DEFAULT 'words';
ALTER TABLE entries ADD COLUMN transfer_id BLOB;
ALTER TABLE entries ADD COLUMN is_split INTEGER NOT NULL DEFAULT 0;

DROP INDEX entries_of_account;
DROP INDEX entries_of_category;
CREATE INDEX entries_of_account ON entries (account_id, date, position, id);
CREATE INDEX entries_of_category ON entries (category_id, date, position, id);
CREATE INDEX entries_of_transfer ON entries (transfer_id) WHERE transfer_id IS NOT NULL;
CREATE INDEX entries_with_balance ON entries (account_id, date) WHERE balance_minor IS NOT NULL;
CREATE INDEX entries_sorted_by_hand ON entries (user_id, date, id) WHERE category_by = 'person';

-- A split entry's parts add up to its amount; the entry itself then has no category.
CREATE TABLE entry_parts (
    id BLOB NOT NULL PRIMARY KEY,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    entry_id BLOB NOT NULL REFERENCES entries (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    amount_minor INTEGER NOT NULL,
    category_id BLOB REFERENCES categories (id) ON DELETE SET NULL,
    note TEXT NOT NULL,
    UNIQUE (entry_id, position)
) STRICT;
CREATE INDEX entry_parts_of_user ON entry_parts (user_id);
CREATE INDEX entry_parts_of_category ON entry_parts (category_id);

CREATE TABLE entry_tags (
    entry_id BLOB NOT NULL REFERENCES entries (id) ON DELETE CASCADE,
    tag TEXT NOT NULL,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    PRIMARY KEY (entry_id, tag)
) STRICT;
CREATE INDEX entry_tags_of_user ON entry_tags (user_id, tag, entry_id);

-- What was done in one go, and can be undone in one go.
CREATE TABLE edits (
    id BLOB NOT NULL PRIMARY KEY,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    action TEXT NOT NULL,
    undoes BLOB REFERENCES edits (id) ON DELETE SET NULL,
    entries INTEGER NOT NULL,
    created_at TEXT NOT NULL
) STRICT;
CREATE INDEX edits_by_age ON edits (user_id, created_at, id);
CREATE INDEX edits_of_undone ON edits (undoes);

-- One entry before and after an edit. No reference to the entry: its history outlives it.
CREATE TABLE entry_changes (
    edit_id BLOB NOT NULL REFERENCES edits (id) ON DELETE CASCADE,
    entry_id BLOB NOT NULL,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    before TEXT,
    after TEXT,
    PRIMARY KEY (edit_id, entry_id)
) STRICT;
CREATE INDEX entry_changes_of_entry ON entry_changes (user_id, entry_id, edit_id);

-- An account made by hand has no statements; `number` is kept only where the settings say so.
ALTER TABLE accounts ADD COLUMN by_hand INTEGER NOT NULL DEFAULT 0;
ALTER TABLE accounts ADD COLUMN closed_on TEXT;
ALTER TABLE accounts ADD COLUMN number TEXT;

-- What statements call accounts that were merged into another.
CREATE TABLE account_aliases (
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    identity TEXT NOT NULL,
    account_id BLOB NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    PRIMARY KEY (user_id, identity)
) STRICT;
CREATE INDEX account_aliases_of_account ON account_aliases (account_id);

-- Balances that the person states: of cash, a house, a loan.
CREATE TABLE account_balances (
    account_id BLOB NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    date TEXT NOT NULL,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    amount_minor INTEGER NOT NULL,
    PRIMARY KEY (account_id, date)
) STRICT;
CREATE INDEX account_balances_of_user ON account_balances (user_id);

CREATE TABLE rules (
    id BLOB NOT NULL PRIMARY KEY,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    enabled INTEGER NOT NULL,
    content TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
) STRICT;
CREATE INDEX rules_of_user ON rules (user_id, position, id);

CREATE TABLE budgets (
    id BLOB NOT NULL PRIMARY KEY,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    category_id BLOB NOT NULL REFERENCES categories (id) ON DELETE CASCADE,
    currency TEXT NOT NULL CHECK (length(currency) = 3),
    content TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    UNIQUE (user_id, category_id, currency)
) STRICT;
CREATE INDEX budgets_of_category ON budgets (category_id);

-- How many units of a currency one euro bought, as the European Central Bank writes it.
CREATE TABLE rates (
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    currency TEXT NOT NULL CHECK (length(currency) = 3),
    date TEXT NOT NULL,
    per_euro TEXT NOT NULL,
    PRIMARY KEY (user_id, currency, date)
) STRICT;

CREATE TABLE preferences (
    user_id BLOB NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    content TEXT NOT NULL,
    updated_at TEXT NOT NULL
) STRICT;

-- How a bank's CSV files are read, by what their header looks like.
CREATE TABLE import_mappings (
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    header TEXT NOT NULL,
    content TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    PRIMARY KEY (user_id, header)
) STRICT;

-- Pairs that look like duplicates and are not, as the person said.
CREATE TABLE distinct_entries (
    first_id BLOB NOT NULL REFERENCES entries (id) ON DELETE CASCADE,
    second_id BLOB NOT NULL REFERENCES entries (id) ON DELETE CASCADE,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    PRIMARY KEY (first_id, second_id)
) STRICT;
CREATE INDEX distinct_entries_of_user ON distinct_entries (user_id);
CREATE INDEX distinct_entries_of_second ON distinct_entries (second_id);

-- Answers to requests with an Idempotency-Key, kept for a day; without a status the first request is still at work.
CREATE TABLE idempotency_keys (
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    key TEXT NOT NULL,
    request_hash BLOB NOT NULL,
    status INTEGER,
    content_type TEXT,
    body BLOB,
    created_at TEXT NOT NULL,
    PRIMARY KEY (user_id, key)
) STRICT;
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);

-- Totals by day and by month. Triggers keep them, so that no write forgets to; reports read them instead of a lifetime of entries.
-- `category_id` is 16 zero bytes for none, because a key cannot hold NULL. Only the person is referenced: rows go when nothing is left in them.
CREATE TABLE day_totals (
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    date TEXT NOT NULL,
    account_id BLOB NOT NULL,
    currency TEXT NOT NULL,
    kind TEXT NOT NULL,
    income_minor INTEGER NOT NULL,
    outgo_minor INTEGER NOT NULL,
    entries INTEGER NOT NULL,
    PRIMARY KEY (user_id, date, account_id, currency, kind)
) STRICT, WITHOUT ROWID;

CREATE TABLE month_totals (
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    month TEXT NOT NULL,
    account_id BLOB NOT NULL,
    category_id BLOB NOT NULL,
    currency TEXT NOT NULL,
    kind TEXT NOT NULL,
    income_minor INTEGER NOT NULL,
    outgo_minor INTEGER NOT NULL,
    entries INTEGER NOT NULL,
    PRIMARY KEY (user_id, month, account_id, category_id, currency, kind)
) STRICT, WITHOUT ROWID;

INSERT INTO day_totals
SELECT user_id, date, account_id, currency, kind, sum(max(amount_minor, 0)), sum(min(amount_minor, 0)), count(*)
FROM entries GROUP BY 1, 2, 3, 4, 5;
INSERT INTO month_totals
SELECT user_id, month, account_id, coalesce(category_id, zeroblob(16)), currency, kind,
    sum(max(amount_minor, 0)), sum(min(amount_minor, 0)), count(*)
FROM entries GROUP BY 1, 2, 3, 4, 5, 6;

-- Someone who is being deleted is not counted again while their rows go one by one.
CREATE TRIGGER entries_count_new AFTER INSERT ON entries BEGIN
    INSERT INTO day_totals
    SELECT NEW.user_id, NEW.date, NEW.account_id, NEW.currency, NEW.kind,
        max(NEW.amount_minor, 0), min(NEW.amount_minor, 0), 1
    WHERE EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id)
    ON CONFLICT DO UPDATE SET income_minor = income_minor + excluded.income_minor,
        outgo_minor = outgo_minor + excluded.outgo_minor, entries = entries + excluded.entries;
    INSERT INTO month_totals
    SELECT NEW.user_id, substr(NEW.date, 1, 7), NEW.account_id, coalesce(NEW.category_id, zeroblob(16)), NEW.currency, NEW.kind,
        max(NEW.amount_minor, 0), min(NEW.amount_minor, 0), 1
    WHERE EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id)
    ON CONFLICT DO UPDATE SET income_minor = income_minor + excluded.income_minor,
        outgo_minor = outgo_minor + excluded.outgo_minor, entries = entries + excluded.entries;
END;

CREATE TRIGGER entries_count_gone AFTER DELETE ON entries BEGIN
    UPDATE day_totals SET income_minor = income_minor - max(OLD.amount_minor, 0),
        outgo_minor = outgo_minor - min(OLD.amount_minor, 0), entries = entries - 1
    WHERE user_id = OLD.user_id AND date = OLD.date AND account_id = OLD.account_id AND currency = OLD.currency AND kind = OLD.kind;
    DELETE FROM day_totals
    WHERE user_id = OLD.user_id AND date = OLD.date AND account_id = OLD.account_id AND currency = OLD.currency AND kind = OLD.kind
        AND entries = 0;
    UPDATE month_totals SET income_minor = income_minor - max(OLD.amount_minor, 0),
        outgo_minor = outgo_minor - min(OLD.amount_minor, 0), entries = entries - 1
    WHERE user_id = OLD.user_id AND month = substr(OLD.date, 1, 7) AND account_id = OLD.account_id
        AND category_id = coalesce(OLD.category_id, zeroblob(16)) AND currency = OLD.currency AND kind = OLD.kind;
    DELETE FROM month_totals
    WHERE user_id = OLD.user_id AND month = substr(OLD.date, 1, 7) AND account_id = OLD.account_id
        AND category_id = coalesce(OLD.category_id, zeroblob(16)) AND currency = OLD.currency AND kind = OLD.kind
        AND entries = 0 AND income_minor = 0 AND outgo_minor = 0;
END;

CREATE TRIGGER entries_count_changed AFTER UPDATE OF date, account_id, amount_minor, currency, category_id, kind ON entries BEGIN
    UPDATE day_totals SET income_minor = income_minor - max(OLD.amount_minor, 0),
        outgo_minor = outgo_minor - min(OLD.amount_minor, 0), entries = entries - 1
    WHERE user_id = OLD.user_id AND date = OLD.date AND account_id = OLD.account_id AND currency = OLD.currency AND kind = OLD.kind;
    UPDATE month_totals SET income_minor = income_minor - max(OLD.amount_minor, 0),
        outgo_minor = outgo_minor - min(OLD.amount_minor, 0), entries = entries - 1
    WHERE user_id = OLD.user_id AND month = substr(OLD.date, 1, 7) AND account_id = OLD.account_id
        AND category_id = coalesce(OLD.category_id, zeroblob(16)) AND currency = OLD.currency AND kind = OLD.kind;
    INSERT INTO day_totals
    SELECT NEW.user_id, NEW.date, NEW.account_id, NEW.currency, NEW.kind,
        max(NEW.amount_minor, 0), min(NEW.amount_minor, 0), 1
    WHERE EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id)
    ON CONFLICT DO UPDATE SET income_minor = income_minor + excluded.income_minor,
        outgo_minor = outgo_minor + excluded.outgo_minor, entries = entries + excluded.entries;
    INSERT INTO month_totals
    SELECT NEW.user_id, substr(NEW.date, 1, 7), NEW.account_id, coalesce(NEW.category_id, zeroblob(16)), NEW.currency, NEW.kind,
        max(NEW.amount_minor, 0), min(NEW.amount_minor, 0), 1
    WHERE EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id)
    ON CONFLICT DO UPDATE SET income_minor = income_minor + excluded.income_minor,
        outgo_minor = outgo_minor + excluded.outgo_minor, entries = entries + excluded.entries;
    DELETE FROM day_totals
    WHERE user_id = OLD.user_id AND date = OLD.date AND account_id = OLD.account_id AND currency = OLD.currency AND kind = OLD.kind
        AND entries = 0;
    DELETE FROM month_totals
    WHERE user_id = OLD.user_id AND month = substr(OLD.date, 1, 7) AND account_id = OLD.account_id
        AND category_id = coalesce(OLD.category_id, zeroblob(16)) AND currency = OLD.currency AND kind = OLD.kind
        AND entries = 0 AND income_minor = 0 AND outgo_minor = 0;
END;

-- A part moves its amount from "no category" to its own. The first part takes the entry itself along, so that it is counted by its parts.
CREATE TRIGGER entry_parts_count_new AFTER INSERT ON entry_parts BEGIN
    INSERT INTO month_totals
    SELECT e.user_id, e.month, e.account_id, coalesce(NEW.category_id, zeroblob(16)), e.currency, e.kind,
        max(NEW.amount_minor, 0), min(NEW.amount_minor, 0), 1
    FROM entries e WHERE e.id = NEW.entry_id
    ON CONFLICT DO UPDATE SET income_minor = income_minor + excluded.income_minor,
        outgo_minor = outgo_minor + excluded.outgo_minor, entries = entries + excluded.entries;
    INSERT INTO month_totals
    SELECT e.user_id, e.month, e.account_id, zeroblob(16), e.currency, e.kind,
        -max(NEW.amount_minor, 0), -min(NEW.amount_minor, 0), CASE WHEN NEW.position = 0 THEN -1 ELSE 0 END
    FROM entries e WHERE e.id = NEW.entry_id
    ON CONFLICT DO UPDATE SET income_minor = income_minor + excluded.income_minor,
        outgo_minor = outgo_minor + excluded.outgo_minor, entries = entries + excluded.entries;
    DELETE FROM month_totals WHERE user_id = NEW.user_id AND entries = 0 AND income_minor = 0 AND outgo_minor = 0
        AND month = (SELECT month FROM entries WHERE id = NEW.entry_id);
END;

-- The parts go before their entry does: what they take back is counted by its month and account.
CREATE TRIGGER entries_parts_gone BEFORE DELETE ON entries WHEN OLD.is_split BEGIN
    DELETE FROM entry_parts WHERE entry_id = OLD.id;
END;
CREATE TRIGGER entry_parts_count_gone BEFORE DELETE ON entry_parts BEGIN
    INSERT INTO month_totals
    SELECT e.user_id, e.month, e.account_id, coalesce(OLD.category_id, zeroblob(16)), e.currency, e.kind,
        -max(OLD.amount_minor, 0), -min(OLD.amount_minor, 0), -1
    FROM entries e WHERE e.id = OLD.entry_id AND EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id)
    ON CONFLICT DO UPDATE SET income_minor = income_minor + excluded.income_minor,
        outgo_minor = outgo_minor + excluded.outgo_minor, entries = entries + excluded.entries;
    INSERT INTO month_totals
    SELECT e.user_id, e.month, e.account_id, zeroblob(16), e.currency, e.kind,
        max(OLD.amount_minor, 0), min(OLD.amount_minor, 0), CASE WHEN OLD.position = 0 THEN 1 ELSE 0 END
    FROM entries e WHERE e.id = OLD.entry_id AND EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id)
    ON CONFLICT DO UPDATE SET income_minor = income_minor + excluded.income_minor,
        outgo_minor = outgo_minor + excluded.outgo_minor, entries = entries + excluded.entries;
    DELETE FROM month_totals WHERE user_id = OLD.user_id AND entries = 0 AND income_minor = 0 AND outgo_minor = 0
        AND month = (SELECT month FROM entries WHERE id = OLD.entry_id);
END;

CREATE TRIGGER entry_parts_count_changed AFTER UPDATE OF category_id ON entry_parts BEGIN
    INSERT INTO month_totals
    SELECT e.user_id, e.month, e.account_id, coalesce(OLD.category_id, zeroblob(16)), e.currency, e.kind,
        -max(OLD.amount_minor, 0), -min(OLD.amount_minor, 0), -1
    FROM entries e WHERE e.id = OLD.entry_id AND EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id)
    ON CONFLICT DO UPDATE SET income_minor = income_minor + excluded.income_minor,
        outgo_minor = outgo_minor + excluded.outgo_minor, entries = entries + excluded.entries;
    INSERT INTO month_totals
    SELECT e.user_id, e.month, e.account_id, coalesce(NEW.category_id, zeroblob(16)), e.currency, e.kind,
        max(NEW.amount_minor, 0), min(NEW.amount_minor, 0), 1
    FROM entries e WHERE e.id = NEW.entry_id AND EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id)
    ON CONFLICT DO UPDATE SET income_minor = income_minor + excluded.income_minor,
        outgo_minor = outgo_minor + excluded.outgo_minor, entries = entries + excluded.entries;
    DELETE FROM month_totals WHERE user_id = OLD.user_id AND entries = 0 AND income_minor = 0 AND outgo_minor = 0
        AND month = (SELECT month FROM entries WHERE id = OLD.entry_id);
END;

-- Searching for any part of a text: an index of its three-letter pieces. It needs a number for each row that stays,
-- which the implicit one of `entries` does not. What is deleted is overwritten at once (secure-delete).
CREATE TABLE entry_texts (
    number INTEGER NOT NULL PRIMARY KEY,
    entry_id BLOB NOT NULL UNIQUE,
    user_id BLOB NOT NULL,
    text TEXT NOT NULL
) STRICT;
CREATE VIRTUAL TABLE entry_search USING fts5 (text, content = 'entry_texts', content_rowid = 'number', tokenize = 'trigram');
INSERT INTO entry_search (entry_search, rank) VALUES ('secure-delete', 1);
INSERT INTO entry_texts (entry_id, user_id, text) SELECT id, user_id, search_text FROM entries ORDER BY created_at, id;
INSERT INTO entry_search (entry_search) VALUES ('rebuild');

CREATE TRIGGER entries_text_new AFTER INSERT ON entries BEGIN
    INSERT INTO entry_texts (entry_id, user_id, text) VALUES (NEW.id, NEW.user_id, NEW.search_text);
END;
CREATE TRIGGER entries_text_gone AFTER DELETE ON entries BEGIN
    DELETE FROM entry_texts WHERE entry_id = OLD.id;
END;
CREATE TRIGGER entries_text_changed AFTER UPDATE OF search_text ON entries WHEN OLD.search_text <> NEW.search_text BEGIN
    UPDATE entry_texts SET text = NEW.search_text WHERE entry_id = NEW.id;
END;
CREATE TRIGGER entry_texts_search_new AFTER INSERT ON entry_texts BEGIN
    INSERT INTO entry_search (rowid, text) VALUES (NEW.number, NEW.text);
END;
CREATE TRIGGER entry_texts_search_gone AFTER DELETE ON entry_texts BEGIN
    INSERT INTO entry_search (entry_search, rowid, text) VALUES ('delete', OLD.number, OLD.text);
END;
CREATE TRIGGER entry_texts_search_changed AFTER UPDATE ON entry_texts BEGIN
    INSERT INTO entry_search (entry_search, rowid, text) VALUES ('delete', OLD.number, OLD.text);
    INSERT INTO entry_search (rowid, text) VALUES (NEW.number, NEW.text);
END;
