-- What a person does with their entries, and totals that are kept up to date beside them.

-- `category_by` says who chose the category; `transfer_id` is the same on both entries of one move between own accounts.
ALTER TABLE entries ADD COLUMN note TEXT NOT NULL DEFAULT '';
ALTER TABLE entries ADD COLUMN category_by TEXT NOT NULL DEFAULT 'words';
ALTER TABLE entries ADD COLUMN transfer_id UUID;
ALTER TABLE entries ADD COLUMN is_split BOOLEAN NOT NULL DEFAULT FALSE;

DROP INDEX entries_of_account;
DROP INDEX entries_of_category;
CREATE INDEX entries_of_account ON entries (account_id, date, position, id);
CREATE INDEX entries_of_category ON entries (category_id, date, position, id);
CREATE INDEX entries_of_transfer ON entries (transfer_id) WHERE transfer_id IS NOT NULL;
CREATE INDEX entries_with_balance ON entries (account_id, date) WHERE balance_minor IS NOT NULL;
CREATE INDEX entries_sorted_by_hand ON entries (user_id, date, id) WHERE category_by = 'person';

-- A split entry's parts add up to its amount; the entry itself then has no category.
CREATE TABLE entry_parts (
    id UUID NOT NULL PRIMARY KEY,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    entry_id UUID NOT NULL REFERENCES entries (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    amount_minor BIGINT NOT NULL,
    category_id UUID REFERENCES categories (id) ON DELETE SET NULL,
    note TEXT NOT NULL,
    UNIQUE (entry_id, position)
);
CREATE INDEX entry_parts_of_user ON entry_parts (user_id);
CREATE INDEX entry_parts_of_category ON entry_parts (category_id);

CREATE TABLE entry_tags (
    entry_id UUID NOT NULL REFERENCES entries (id) ON DELETE CASCADE,
    tag TEXT NOT NULL,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    PRIMARY KEY (entry_id, tag)
);
CREATE INDEX entry_tags_of_user ON entry_tags (user_id, tag, entry_id);

-- What was done in one go, and can be undone in one go.
CREATE TABLE edits (
    id UUID NOT NULL PRIMARY KEY,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    action TEXT NOT NULL,
    undoes UUID REFERENCES edits (id) ON DELETE SET NULL,
    entries BIGINT NOT NULL,
    created_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX edits_by_age ON edits (user_id, created_at, id);
CREATE INDEX edits_of_undone ON edits (undoes);

-- One entry before and after an edit. No reference to the entry: its history outlives it.
CREATE TABLE entry_changes (
    edit_id UUID NOT NULL REFERENCES edits (id) ON DELETE CASCADE,
    entry_id UUID NOT NULL,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    before JSON,
    after JSON,
    PRIMARY KEY (edit_id, entry_id)
);
CREATE INDEX entry_changes_of_entry ON entry_changes (user_id, entry_id, edit_id);

-- An account made by hand has no statements; `number` is kept only where the settings say so.
ALTER TABLE accounts ADD COLUMN by_hand BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE accounts ADD COLUMN closed_on DATE;
ALTER TABLE accounts ADD COLUMN number TEXT;

-- What statements call accounts that were merged into another.
CREATE TABLE account_aliases (
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    identity TEXT NOT NULL,
    account_id UUID NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    PRIMARY KEY (user_id, identity)
);
CREATE INDEX account_aliases_of_account ON account_aliases (account_id);

-- Balances that the person states: of cash, a house, a loan.
CREATE TABLE account_balances (
    account_id UUID NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    date DATE NOT NULL,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    amount_minor BIGINT NOT NULL,
    PRIMARY KEY (account_id, date)
);
CREATE INDEX account_balances_of_user ON account_balances (user_id);

CREATE TABLE rules (
    id UUID NOT NULL PRIMARY KEY,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    enabled BOOLEAN NOT NULL,
    content JSON NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX rules_of_user ON rules (user_id, position, id);

CREATE TABLE budgets (
    id UUID NOT NULL PRIMARY KEY,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    category_id UUID NOT NULL REFERENCES categories (id) ON DELETE CASCADE,
    currency TEXT NOT NULL CHECK (length(currency) = 3),
    content JSON NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL,
    UNIQUE (user_id, category_id, currency)
);
CREATE INDEX budgets_of_category ON budgets (category_id);

-- How many units of a currency one euro bought, as the European Central Bank writes it.
CREATE TABLE rates (
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    currency TEXT NOT NULL CHECK (length(currency) = 3),
    date DATE NOT NULL,
    per_euro TEXT NOT NULL,
    PRIMARY KEY (user_id, currency, date)
);

CREATE TABLE preferences (
    user_id UUID NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    content JSON NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL
);

-- How a bank's CSV files are read, by what their header looks like.
CREATE TABLE import_mappings (
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    header TEXT NOT NULL,
    content JSON NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (user_id, header)
);

-- Pairs that look like duplicates and are not, as the person said.
CREATE TABLE distinct_entries (
    first_id UUID NOT NULL REFERENCES entries (id) ON DELETE CASCADE,
    second_id UUID NOT NULL REFERENCES entries (id) ON DELETE CASCADE,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    PRIMARY KEY (first_id, second_id)
);
CREATE INDEX distinct_entries_of_user ON distinct_entries (user_id);
CREATE INDEX distinct_entries_of_second ON distinct_entries (second_id);

-- Answers to requests with an Idempotency-Key, kept for a day; without a status the first request is still at work.
CREATE TABLE idempotency_keys (
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    key TEXT NOT NULL,
    request_hash BYTEA NOT NULL,
    status INTEGER,
    content_type TEXT,
    body BYTEA,
    created_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (user_id, key)
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);

-- Totals by day and by month. Triggers keep them, so that no write forgets to; reports read them instead of a lifetime of entries.
-- `category_id` is zero for none, because a key cannot hold NULL. Only the person is referenced: rows go when nothing is left in them.
CREATE TABLE day_totals (
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    date DATE NOT NULL,
    account_id UUID NOT NULL,
    currency TEXT NOT NULL,
    kind TEXT NOT NULL,
    income_minor BIGINT NOT NULL,
    outgo_minor BIGINT NOT NULL,
    entries BIGINT NOT NULL,
    PRIMARY KEY (user_id, date, account_id, currency, kind)
);

CREATE TABLE month_totals (
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    month TEXT NOT NULL,
    account_id UUID NOT NULL,
    category_id UUID NOT NULL,
    currency TEXT NOT NULL,
    kind TEXT NOT NULL,
    income_minor BIGINT NOT NULL,
    outgo_minor BIGINT NOT NULL,
    entries BIGINT NOT NULL,
    PRIMARY KEY (user_id, month, account_id, category_id, currency, kind)
);

INSERT INTO day_totals
SELECT user_id, date, account_id, currency, kind, sum(greatest(amount_minor, 0)), sum(least(amount_minor, 0)), count(*)
FROM entries GROUP BY 1, 2, 3, 4, 5;
INSERT INTO month_totals
SELECT user_id, month, account_id, coalesce(category_id, '00000000-0000-0000-0000-000000000000'), currency, kind,
    sum(greatest(amount_minor, 0)), sum(least(amount_minor, 0)), count(*)
FROM entries GROUP BY 1, 2, 3, 4, 5, 6;

-- Once for each statement, not for each row: an import adds a thousand entries in one. Rows are taken in the order of the key,
-- so that two at a time wait for each other instead of blocking each other.
-- Someone who is being deleted is not counted again while their rows go.
CREATE FUNCTION count_new_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO day_totals
    SELECT a.user_id, a.date, a.account_id, a.currency, a.kind,
        sum(greatest(a.amount_minor, 0)), sum(least(a.amount_minor, 0)), count(*)
    FROM added a GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (user_id, date, account_id, currency, kind) DO UPDATE SET
        income_minor = day_totals.income_minor + excluded.income_minor,
        outgo_minor = day_totals.outgo_minor + excluded.outgo_minor, entries = day_totals.entries + excluded.entries;
    INSERT INTO month_totals
    SELECT a.user_id, a.month, a.account_id, coalesce(a.category_id, '00000000-0000-0000-0000-000000000000'), a.currency, a.kind,
        sum(greatest(a.amount_minor, 0)), sum(least(a.amount_minor, 0)), count(*)
    FROM added a GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (user_id, month, account_id, category_id, currency, kind) DO UPDATE SET
        income_minor = month_totals.income_minor + excluded.income_minor,
        outgo_minor = month_totals.outgo_minor + excluded.outgo_minor, entries = month_totals.entries + excluded.entries;
    RETURN NULL;
END $$;
CREATE TRIGGER entries_count_new AFTER INSERT ON entries
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_new_entries();

CREATE FUNCTION count_gone_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE day_totals t SET income_minor = t.income_minor - r.income, outgo_minor = t.outgo_minor - r.outgo, entries = t.entries - r.entries
    FROM (SELECT user_id, date, account_id, currency, kind,
            sum(greatest(amount_minor, 0)) AS income, sum(least(amount_minor, 0)) AS outgo, count(*) AS entries
        FROM removed GROUP BY 1, 2, 3, 4, 5) r
    WHERE (t.user_id, t.date, t.account_id, t.currency, t.kind) = (r.user_id, r.date, r.account_id, r.currency, r.kind);
    DELETE FROM day_totals t USING (SELECT DISTINCT user_id, date, account_id FROM removed) r
    WHERE t.user_id = r.user_id AND t.date = r.date AND t.account_id = r.account_id AND t.entries = 0;
    UPDATE month_totals t SET income_minor = t.income_minor - r.income, outgo_minor = t.outgo_minor - r.outgo, entries = t.entries - r.entries
    FROM (SELECT user_id, month, account_id, coalesce(category_id, '00000000-0000-0000-0000-000000000000') AS category_id, currency, kind,
            sum(greatest(amount_minor, 0)) AS income, sum(least(amount_minor, 0)) AS outgo, count(*) AS entries
        FROM removed GROUP BY 1, 2, 3, 4, 5, 6) r
    WHERE (t.user_id, t.month, t.account_id, t.category_id, t.currency, t.kind)
        = (r.user_id, r.month, r.account_id, r.category_id, r.currency, r.kind);
    DELETE FROM month_totals t USING (SELECT DISTINCT user_id, month, account_id FROM removed) r
    WHERE t.user_id = r.user_id AND t.month = r.month AND t.account_id = r.account_id
        AND t.entries = 0 AND t.income_minor = 0 AND t.outgo_minor = 0;
    RETURN NULL;
END $$;
CREATE TRIGGER entries_count_gone AFTER DELETE ON entries
    REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_gone_entries();

CREATE FUNCTION count_changed_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO day_totals
    SELECT d.user_id, d.date, d.account_id, d.currency, d.kind, sum(d.income), sum(d.outgo), sum(d.entries)
    FROM (SELECT user_id, date, account_id, currency, kind,
            greatest(amount_minor, 0) AS income, least(amount_minor, 0) AS outgo, 1 AS entries FROM added
        UNION ALL
        SELECT user_id, date, account_id, currency, kind, -greatest(amount_minor, 0), -least(amount_minor, 0), -1 FROM removed) d
    WHERE EXISTS (SELECT 1 FROM users u WHERE u.id = d.user_id)
    GROUP BY 1, 2, 3, 4, 5 HAVING sum(d.income) <> 0 OR sum(d.outgo) <> 0 OR sum(d.entries) <> 0 ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (user_id, date, account_id, currency, kind) DO UPDATE SET
        income_minor = day_totals.income_minor + excluded.income_minor,
        outgo_minor = day_totals.outgo_minor + excluded.outgo_minor, entries = day_totals.entries + excluded.entries;
    DELETE FROM day_totals t USING (SELECT DISTINCT user_id, date, account_id FROM removed) r
    WHERE t.user_id = r.user_id AND t.date = r.date AND t.account_id = r.account_id AND t.entries = 0;
    INSERT INTO month_totals
    SELECT d.user_id, d.month, d.account_id, d.category_id, d.currency, d.kind, sum(d.income), sum(d.outgo), sum(d.entries)
    FROM (SELECT user_id, month, account_id, coalesce(category_id, '00000000-0000-0000-0000-000000000000') AS category_id, currency, kind,
            greatest(amount_minor, 0) AS income, least(amount_minor, 0) AS outgo, 1 AS entries FROM added
        UNION ALL
        SELECT user_id, month, account_id, coalesce(category_id, '00000000-0000-0000-0000-000000000000'), currency, kind,
            -greatest(amount_minor, 0), -least(amount_minor, 0), -1 FROM removed) d
    WHERE EXISTS (SELECT 1 FROM users u WHERE u.id = d.user_id)
    GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum(d.income) <> 0 OR sum(d.outgo) <> 0 OR sum(d.entries) <> 0 ORDER BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (user_id, month, account_id, category_id, currency, kind) DO UPDATE SET
        income_minor = month_totals.income_minor + excluded.income_minor,
        outgo_minor = month_totals.outgo_minor + excluded.outgo_minor, entries = month_totals.entries + excluded.entries;
    DELETE FROM month_totals t USING (SELECT DISTINCT user_id, month, account_id FROM removed) r
    WHERE t.user_id = r.user_id AND t.month = r.month AND t.account_id = r.account_id
        AND t.entries = 0 AND t.income_minor = 0 AND t.outgo_minor = 0;
    RETURN NULL;
END $$;
CREATE TRIGGER entries_count_changed AFTER UPDATE ON entries
    REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_changed_entries();

-- A part moves its amount from "no category" to its own. The first part takes the entry itself along, so that it is counted by its parts.
-- `sign` is 1 for a part that comes and -1 for one that goes; a part that only changes its category keeps the entry counted as it is.
CREATE FUNCTION count_part(part entry_parts, category UUID, sign INTEGER, of_entry INTEGER) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO month_totals
    SELECT e.user_id, e.month, e.account_id, coalesce(category, '00000000-0000-0000-0000-000000000000'), e.currency, e.kind,
        sign * greatest(part.amount_minor, 0), sign * least(part.amount_minor, 0), of_entry
    FROM entries e WHERE e.id = part.entry_id AND EXISTS (SELECT 1 FROM users u WHERE u.id = part.user_id)
    ON CONFLICT (user_id, month, account_id, category_id, currency, kind) DO UPDATE SET
        income_minor = month_totals.income_minor + excluded.income_minor,
        outgo_minor = month_totals.outgo_minor + excluded.outgo_minor, entries = month_totals.entries + excluded.entries;
    DELETE FROM month_totals t USING entries e
    WHERE e.id = part.entry_id AND t.user_id = e.user_id AND t.month = e.month AND t.account_id = e.account_id
        AND t.entries = 0 AND t.income_minor = 0 AND t.outgo_minor = 0;
END $$;
CREATE FUNCTION count_parts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        PERFORM count_part(NEW, NEW.category_id, 1, 1);
        PERFORM count_part(NEW, NULL, -1, CASE WHEN NEW.position = 0 THEN -1 ELSE 0 END);
        RETURN NEW;
    ELSIF TG_OP = 'DELETE' THEN
        PERFORM count_part(OLD, OLD.category_id, -1, -1);
        PERFORM count_part(OLD, NULL, 1, CASE WHEN OLD.position = 0 THEN 1 ELSE 0 END);
        RETURN OLD;
    END IF;
    PERFORM count_part(OLD, OLD.category_id, -1, -1);
    PERFORM count_part(NEW, NEW.category_id, 1, 1);
    RETURN NEW;
END $$;
CREATE TRIGGER entry_parts_count_new AFTER INSERT ON entry_parts FOR EACH ROW EXECUTE FUNCTION count_parts();
CREATE TRIGGER entry_parts_count_changed AFTER UPDATE OF category_id ON entry_parts FOR EACH ROW EXECUTE FUNCTION count_parts();
CREATE TRIGGER entry_parts_count_gone BEFORE DELETE ON entry_parts FOR EACH ROW EXECUTE FUNCTION count_parts();

-- The parts go before their entry does: what they take back is counted by its month and account.
CREATE FUNCTION take_parts_away() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM entry_parts WHERE entry_id = OLD.id;
    RETURN OLD;
END $$;
CREATE TRIGGER entries_parts_gone BEFORE DELETE ON entries FOR EACH ROW WHEN (OLD.is_split) EXECUTE FUNCTION take_parts_away();

-- Searching for any part of a text: an index of its three-letter pieces, where the server has the extension (it comes with PostgreSQL).
-- Without it a search reads the person's entries one by one.
DO $$
BEGIN
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
    CREATE INDEX entries_by_text ON entries USING gin (search_text gin_trgm_ops);
EXCEPTION WHEN OTHERS THEN
    RAISE WARNING 'searching in descriptions will be slow: pg_trgm is not available (%)', SQLERRM;
END $$;
