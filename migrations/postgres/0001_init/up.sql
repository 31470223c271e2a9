-- The same tables as sqlite/0001_init, in PostgreSQL's types. Sums of BIGINT are NUMERIC here; the queries
-- cast them.

-- == Users and how they sign in.

-- `two_step` says if a sign-in needs a second factor, whose secret is in two_steps.
CREATE TABLE users (
    id UUID NOT NULL PRIMARY KEY,
    email TEXT NOT NULL UNIQUE,
    email_verified BOOLEAN NOT NULL,
    name TEXT NOT NULL,
    image TEXT,
    two_step BOOLEAN NOT NULL DEFAULT FALSE,
    created_at TIMESTAMPTZ NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX users_by_age ON users (created_at, id);

CREATE TABLE credentials (
    id UUID NOT NULL PRIMARY KEY,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    provider TEXT NOT NULL,
    subject TEXT NOT NULL,
    password_hash TEXT,
    scopes JSON NOT NULL,
    sealed_tokens BYTEA,
    created_at TIMESTAMPTZ NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL,
    UNIQUE (provider, subject)
);
CREATE INDEX credentials_of_user ON credentials (user_id);

-- Only the hash of a session's token is stored.
CREATE TABLE sessions (
    id UUID NOT NULL PRIMARY KEY,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    token_hash BYTEA NOT NULL UNIQUE,
    expires_at TIMESTAMPTZ NOT NULL,
    ip_address TEXT NOT NULL,
    user_agent TEXT NOT NULL,
    remember BOOLEAN NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX sessions_of_user ON sessions (user_id);
CREATE INDEX sessions_by_end ON sessions (expires_at);

CREATE TABLE verifications (
    key TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL,
    expires_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX verifications_by_end ON verifications (expires_at);

-- The encrypted secret behind the codes of the second factor. It is in force if users.two_step is true.
CREATE TABLE two_steps (
    user_id UUID NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    sealed_secret BYTEA NOT NULL,
    last_step BIGINT,
    failures INTEGER NOT NULL,
    locked_until TIMESTAMPTZ,
    created_at TIMESTAMPTZ NOT NULL
);

-- Hashes of unused codes. A code is deleted when it is used.
CREATE TABLE backup_codes (
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    code_hash BYTEA NOT NULL,
    PRIMARY KEY (user_id, code_hash)
);

-- Only the hash of a token is stored.
CREATE TABLE api_tokens (
    id UUID NOT NULL PRIMARY KEY,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    token_hash BYTEA NOT NULL UNIQUE,
    name TEXT,
    prefix TEXT,
    start TEXT NOT NULL,
    scope TEXT NOT NULL,
    enabled BOOLEAN NOT NULL,
    expires_at TIMESTAMPTZ,
    last_used_at TIMESTAMPTZ,
    created_at TIMESTAMPTZ NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX api_tokens_of_user ON api_tokens (user_id);
CREATE INDEX api_tokens_by_end ON api_tokens (expires_at);

-- Responses to requests with an Idempotency-Key, stored for a day. Without a status, the first request is
-- still running.
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

CREATE TABLE preferences (
    user_id UUID NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    content JSON NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL
);

-- Deleted users whose files may still be in the file store: a random id and nothing else about them.
CREATE TABLE departed_users (
    id UUID NOT NULL PRIMARY KEY
);

-- The instance to which this database belongs; the file store has the same id. At most one row.
CREATE TABLE instance (
    place INTEGER NOT NULL PRIMARY KEY CHECK (place = 1),
    id UUID NOT NULL
);

-- Work that one process at a time does periodically, such as backups: when it is due, and its last ends.
CREATE TABLE periodic_work (
    name TEXT NOT NULL PRIMARY KEY,
    due_at TIMESTAMPTZ NOT NULL,
    lease_until TIMESTAMPTZ,
    worker TEXT,
    succeeded_at TIMESTAMPTZ,
    failed_at TIMESTAMPTZ
);

-- == Accounts, categories, statements and their transactions.

-- A manual account (`by_hand`) has no statements. `number` is stored only if the settings permit it.
-- `group_name`, `note` and `archived` arrange the user's lists; no figure depends on them.
CREATE TABLE accounts (
    id UUID NOT NULL PRIMARY KEY,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    identity TEXT NOT NULL,
    name TEXT NOT NULL,
    institution TEXT,
    number_masked TEXT,
    kind TEXT NOT NULL,
    currency TEXT NOT NULL CHECK (length(currency) = 3),
    by_hand BOOLEAN NOT NULL DEFAULT FALSE,
    closed_on DATE,
    number TEXT,
    group_name TEXT,
    note TEXT,
    archived BOOLEAN NOT NULL DEFAULT FALSE,
    created_at TIMESTAMPTZ NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL,
    UNIQUE (user_id, identity)
);

-- Identities in statements of accounts that were merged into another.
CREATE TABLE account_aliases (
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    identity TEXT NOT NULL,
    account_id UUID NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    PRIMARY KEY (user_id, identity)
);
CREATE INDEX account_aliases_of_account ON account_aliases (account_id);

-- Balances that the user states: of cash, a house, a loan.
CREATE TABLE account_balances (
    account_id UUID NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    date DATE NOT NULL,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    amount_minor BIGINT NOT NULL,
    PRIMARY KEY (account_id, date)
);
CREATE INDEX account_balances_of_user ON account_balances (user_id);

-- Merges of accounts. `content` is everything that undoing one needs; the accounts may be gone by then.
CREATE TABLE account_merges (
    id UUID NOT NULL PRIMARY KEY,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    account_id UUID NOT NULL,
    other_id UUID NOT NULL,
    other_name TEXT NOT NULL,
    content JSON NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    undone_at TIMESTAMPTZ
);
CREATE INDEX account_merges_of_user ON account_merges (user_id, created_at, id);

-- Pairs of accounts that look alike and are two, as the user said.
CREATE TABLE distinct_accounts (
    first_id UUID NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    second_id UUID NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    PRIMARY KEY (first_id, second_id)
);
CREATE INDEX distinct_accounts_of_user ON distinct_accounts (user_id);
CREATE INDEX distinct_accounts_of_second ON distinct_accounts (second_id);

-- `position` is the place in the default tree. A category that the user created comes after it.
CREATE TABLE categories (
    id UUID NOT NULL PRIMARY KEY,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    key TEXT,
    name TEXT NOT NULL,
    parent_id UUID REFERENCES categories (id) ON DELETE SET NULL,
    position INTEGER NOT NULL,
    UNIQUE (user_id, key)
);
CREATE INDEX categories_of_parent ON categories (parent_id);

-- `job_id` names the latest job. Jobs refer to statements, so it has no reference back.
CREATE TABLE statements (
    id UUID NOT NULL PRIMARY KEY,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    file_name TEXT NOT NULL,
    file_key TEXT NOT NULL,
    size BIGINT NOT NULL,
    sha256 BYTEA NOT NULL,
    pages INTEGER,
    kind TEXT NOT NULL,
    institution TEXT,
    status TEXT NOT NULL,
    failure JSON,
    read_by TEXT,
    job_id UUID,
    created_at TIMESTAMPTZ NOT NULL,
    processed_at TIMESTAMPTZ,
    UNIQUE (user_id, sha256),
    UNIQUE (user_id, file_key)
);
CREATE INDEX statements_by_age ON statements (user_id, created_at, id);

-- Transactions: one row for each, even if several statements print it. `place`, `position` and
-- `balance_minor` are those of `statement_id`, the statement from which it was first read. `size_order` sorts
-- by magnitude, greatest first; abs() would overflow for the least number. `category_by` says who chose the
-- category. `transfer_id` is the same on both transactions of a transfer.
CREATE TABLE transactions (
    id UUID NOT NULL PRIMARY KEY,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    account_id UUID NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    statement_id UUID REFERENCES statements (id) ON DELETE SET NULL,
    fingerprint TEXT NOT NULL,
    date DATE NOT NULL,
    month TEXT NOT NULL GENERATED ALWAYS AS
        (lpad(extract(year FROM date)::text, 4, '0') || '-' || lpad(extract(month
            FROM date)::text, 2, '0')) STORED,
    value_date DATE,
    description TEXT NOT NULL,
    original_description TEXT NOT NULL,
    search_text TEXT NOT NULL,
    merchant TEXT NOT NULL CHECK (length(merchant) <= 200),
    amount_minor BIGINT NOT NULL,
    size_order BIGINT NOT NULL GENERATED ALWAYS AS
        (CASE WHEN amount_minor > 0 THEN -amount_minor ELSE amount_minor END) STORED,
    currency TEXT NOT NULL CHECK (length(currency) = 3),
    balance_minor BIGINT,
    category_id UUID REFERENCES categories (id) ON DELETE SET NULL,
    kind TEXT NOT NULL,
    place JSON,
    position INTEGER NOT NULL,
    note TEXT NOT NULL DEFAULT '',
    category_by TEXT NOT NULL DEFAULT 'words',
    transfer_id UUID,
    is_split BOOLEAN NOT NULL DEFAULT FALSE,
    created_at TIMESTAMPTZ NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL,
    UNIQUE (user_id, account_id, fingerprint)
);
CREATE INDEX transactions_by_date ON transactions (user_id, date, position, id);
CREATE INDEX transactions_by_size ON transactions (user_id, size_order, date, position, id);
CREATE INDEX transactions_of_statement ON transactions (statement_id);
CREATE INDEX transactions_of_account ON transactions (account_id, date, position, id);
CREATE INDEX transactions_of_category ON transactions (category_id, date, position, id);
-- Sums by merchant are read from this index alone.
CREATE INDEX transactions_by_merchant
    ON transactions (user_id, kind, merchant, currency, date, amount_minor);
CREATE INDEX transactions_of_transfer ON transactions (transfer_id) WHERE transfer_id IS NOT NULL;
CREATE INDEX transactions_with_balance ON transactions (account_id, date) WHERE balance_minor IS NOT NULL;
CREATE INDEX transactions_categorized_by_user ON transactions (user_id, date, id) WHERE category_by = 'user';
-- Finds transactions that no statement prints without reading the others.
CREATE INDEX transactions_on_no_statement ON transactions (user_id) WHERE statement_id IS NULL;

-- One account's part of a statement; a file may contain several periods of one account. `likely_causes` are
-- possible reasons if it does not balance. `closing_on` is the day of a closing balance that is not the last
-- of the period, as in OFX.
CREATE TABLE statement_accounts (
    statement_id UUID NOT NULL REFERENCES statements (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    account_id UUID NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    number_masked TEXT,
    currency TEXT NOT NULL CHECK (length(currency) = 3),
    period_start DATE,
    period_end DATE,
    opening_minor BIGINT,
    closing_minor BIGINT,
    outcome TEXT NOT NULL,
    discrepancy_minor BIGINT,
    first_broken_transaction_id UUID REFERENCES transactions (id) ON DELETE SET NULL,
    witnesses JSON NOT NULL,
    likely_causes JSON NOT NULL DEFAULT '[]',
    opening_is_derived BOOLEAN NOT NULL DEFAULT FALSE,
    closing_is_derived BOOLEAN NOT NULL DEFAULT FALSE,
    total_in_minor BIGINT,
    total_out_minor BIGINT,
    transaction_count INTEGER,
    closing_on DATE,
    findings JSON,
    PRIMARY KEY (statement_id, position)
);
CREATE INDEX statement_accounts_of_user ON statement_accounts (user_id);
CREATE INDEX statement_accounts_of_account ON statement_accounts (account_id);
CREATE INDEX statement_accounts_of_transaction ON statement_accounts (first_broken_transaction_id);

-- The places where statements print a transaction.
CREATE TABLE statement_lines (
    statement_id UUID NOT NULL,
    account_position INTEGER NOT NULL,
    position INTEGER NOT NULL,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    transaction_id UUID NOT NULL REFERENCES transactions (id) ON DELETE CASCADE,
    place JSON,
    balance_minor BIGINT,
    -- The date and amount as read. A transaction that differs was corrected by the user.
    printed_date DATE,
    printed_minor BIGINT,
    PRIMARY KEY (statement_id, account_position, position),
    FOREIGN KEY (statement_id, account_position)
        REFERENCES statement_accounts (statement_id, position) ON DELETE CASCADE
);
CREATE INDEX statement_lines_of_user ON statement_lines (user_id);
CREATE INDEX statement_lines_of_transaction ON statement_lines (transaction_id);

-- The user's answers about one statement.
CREATE TABLE statement_answers (
    statement_id UUID NOT NULL PRIMARY KEY REFERENCES statements (id) ON DELETE CASCADE,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    content JSON NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX statement_answers_of_user ON statement_answers (user_id);

-- The lessons from these answers, for later statements of the same layout.
CREATE TABLE layout_hints (
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    layout TEXT NOT NULL,
    content JSON NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (user_id, layout)
);

-- Facts that statements of an account leave open, and that the user confirmed.
CREATE TABLE confirmed_facts (
    account_id UUID NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    fact TEXT NOT NULL,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    updated_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (account_id, fact)
);
CREATE INDEX confirmed_facts_of_user ON confirmed_facts (user_id);

-- The user's choices for one file, stored for when it is processed again: its columns, and the account into
-- which it is imported.
CREATE TABLE statement_imports (
    statement_id UUID NOT NULL PRIMARY KEY REFERENCES statements (id) ON DELETE CASCADE,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    account_id UUID REFERENCES accounts (id) ON DELETE SET NULL,
    mapping JSON,
    updated_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX statement_imports_of_user ON statement_imports (user_id);
CREATE INDEX statement_imports_of_account ON statement_imports (account_id);

-- Columns of an account's files with this header, as the user confirmed them.
CREATE TABLE import_mappings (
    account_id UUID NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    header TEXT NOT NULL,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    content JSON NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (account_id, header)
);
CREATE INDEX import_mappings_of_user ON import_mappings (user_id);

CREATE TABLE jobs (
    id UUID NOT NULL PRIMARY KEY,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    statement_id UUID NOT NULL REFERENCES statements (id) ON DELETE CASCADE,
    work JSON NOT NULL,
    state TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    run_at TIMESTAMPTZ NOT NULL,
    lease_until TIMESTAMPTZ,
    worker TEXT,
    progress JSON NOT NULL,
    failure JSON,
    created_at TIMESTAMPTZ NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL,
    finished_at TIMESTAMPTZ
);
CREATE UNIQUE INDEX jobs_one_open_for_statement ON jobs (statement_id) WHERE state IN ('queued', 'running');
CREATE INDEX jobs_open ON jobs (run_at, id) WHERE state IN ('queued', 'running');
CREATE INDEX jobs_of_user ON jobs (user_id);
CREATE INDEX jobs_of_statement ON jobs (statement_id);
-- A claim counts the running jobs of each waiting user.
CREATE INDEX jobs_running ON jobs (user_id) WHERE state = 'running';

-- == Changes that users make to transactions, and what they add.

-- The parts of a split transaction add up to its amount. The transaction itself then has no category.
CREATE TABLE splits (
    id UUID NOT NULL PRIMARY KEY,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    transaction_id UUID NOT NULL REFERENCES transactions (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    amount_minor BIGINT NOT NULL,
    category_id UUID REFERENCES categories (id) ON DELETE SET NULL,
    note TEXT NOT NULL,
    UNIQUE (transaction_id, position)
);
CREATE INDEX splits_of_user ON splits (user_id);
CREATE INDEX splits_of_category ON splits (category_id);

CREATE TABLE transaction_tags (
    transaction_id UUID NOT NULL REFERENCES transactions (id) ON DELETE CASCADE,
    tag TEXT NOT NULL,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    PRIMARY KEY (transaction_id, tag)
);
CREATE INDEX transaction_tags_of_user ON transaction_tags (user_id, tag, transaction_id);

-- Pairs that look like duplicates and are not, as the user said.
CREATE TABLE distinct_transactions (
    first_id UUID NOT NULL REFERENCES transactions (id) ON DELETE CASCADE,
    second_id UUID NOT NULL REFERENCES transactions (id) ON DELETE CASCADE,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    PRIMARY KEY (first_id, second_id)
);
CREATE INDEX distinct_transactions_of_user ON distinct_transactions (user_id);
CREATE INDEX distinct_transactions_of_second ON distinct_transactions (second_id);

-- The model that chose a transaction's category; transactions.category_by says that a model did.
CREATE TABLE model_choices (
    transaction_id UUID NOT NULL PRIMARY KEY REFERENCES transactions (id) ON DELETE CASCADE,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    model TEXT NOT NULL,
    chosen_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX model_choices_of_user ON model_choices (user_id);

-- Changes that are made, and can be undone, in one step.
CREATE TABLE edits (
    id UUID NOT NULL PRIMARY KEY,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    action TEXT NOT NULL,
    undoes UUID REFERENCES edits (id) ON DELETE SET NULL,
    transactions BIGINT NOT NULL,
    created_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX edits_by_age ON edits (user_id, created_at, id);
CREATE INDEX edits_of_undone ON edits (undoes);

-- One transaction before and after an edit. It has no reference to the transaction, because its history
-- outlives it.
CREATE TABLE transaction_changes (
    edit_id UUID NOT NULL REFERENCES edits (id) ON DELETE CASCADE,
    transaction_id UUID NOT NULL,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    before JSON,
    after JSON,
    PRIMARY KEY (edit_id, transaction_id)
);
CREATE INDEX transaction_changes_of_transaction ON transaction_changes (user_id, transaction_id, edit_id);

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

-- The number of units of a currency that one euro buys, as printed by the European Central Bank.
CREATE TABLE rates (
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    currency TEXT NOT NULL CHECK (length(currency) = 3),
    date DATE NOT NULL,
    per_euro TEXT NOT NULL,
    PRIMARY KEY (user_id, currency, date)
);

-- == Conversations with the advisor.

-- Conversations. `client_id` is the id of the AI SDK's client. `consent` names the receivers that the user
-- permitted.
CREATE TABLE chats (
    id UUID NOT NULL PRIMARY KEY,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    client_id TEXT,
    title TEXT NOT NULL,
    model TEXT,
    search_text TEXT NOT NULL,
    consent TEXT,
    created_at TIMESTAMPTZ NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL,
    UNIQUE (user_id, client_id)
);
CREATE INDEX chats_by_age ON chats (user_id, updated_at, id);

-- `content` contains the parts and metadata of a UI message in the format of `version`.
CREATE TABLE chat_messages (
    chat_id UUID NOT NULL REFERENCES chats (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    message_id TEXT NOT NULL,
    role TEXT NOT NULL,
    state TEXT NOT NULL,
    version INTEGER NOT NULL,
    content JSON NOT NULL,
    search_text TEXT NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (chat_id, position),
    UNIQUE (chat_id, message_id)
);
CREATE INDEX chat_messages_of_user ON chat_messages (user_id);

-- Proposed actions of the advisor. If one is approved, the input stored here is run.
CREATE TABLE chat_approvals (
    id UUID NOT NULL PRIMARY KEY,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    chat_id UUID NOT NULL REFERENCES chats (id) ON DELETE CASCADE,
    message_id TEXT NOT NULL,
    call_id TEXT NOT NULL,
    tool TEXT NOT NULL,
    content JSON NOT NULL,
    state TEXT NOT NULL,
    expires_at TIMESTAMPTZ NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX chat_approvals_of_chat ON chat_approvals (chat_id, state);
CREATE INDEX chat_approvals_of_user ON chat_approvals (user_id);

-- Requests to models and their results, one for each message.
CREATE TABLE chat_traces (
    id UUID NOT NULL PRIMARY KEY,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    chat_id UUID NOT NULL REFERENCES chats (id) ON DELETE CASCADE,
    message_id TEXT NOT NULL,
    content JSON NOT NULL,
    created_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX chat_traces_of_chat ON chat_traces (chat_id, created_at, id);
CREATE INDEX chat_traces_of_user ON chat_traces (user_id);

-- Notes that the user wants the advisor to know.
CREATE TABLE chat_memories (
    id UUID NOT NULL PRIMARY KEY,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    text TEXT NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX chat_memories_of_user ON chat_memories (user_id, created_at, id);

-- Views of the pages under the user's names. `query` is the query of an address of the page.
CREATE TABLE saved_views (
    id UUID NOT NULL PRIMARY KEY,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    page TEXT NOT NULL,
    name TEXT NOT NULL,
    query TEXT NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL,
    UNIQUE (user_id, page, name)
);

-- Tokens by user, day and model.
CREATE TABLE model_usage (
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    date DATE NOT NULL,
    model TEXT NOT NULL,
    input_tokens BIGINT NOT NULL,
    output_tokens BIGINT NOT NULL,
    replies BIGINT NOT NULL,
    PRIMARY KEY (user_id, date, model)
);

-- == Totals. Triggers maintain them, so that no write can forget to. Reports read them instead of a lifetime
-- of transactions (ADR 13).

CREATE TABLE day_totals (
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    date DATE NOT NULL,
    account_id UUID NOT NULL,
    currency TEXT NOT NULL,
    kind TEXT NOT NULL,
    income_minor BIGINT NOT NULL,
    outgo_minor BIGINT NOT NULL,
    transactions BIGINT NOT NULL,
    PRIMARY KEY (user_id, date, account_id, currency, kind)
);
-- Read by cash flow by day, in the order of its sums.
CREATE INDEX day_totals_by_kind
    ON day_totals (user_id, kind, date, currency, income_minor, outgo_minor, transactions);

-- `category_id` is zero for none, because a key cannot contain NULL.
CREATE TABLE month_totals (
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    month TEXT NOT NULL,
    account_id UUID NOT NULL,
    category_id UUID NOT NULL,
    currency TEXT NOT NULL,
    kind TEXT NOT NULL,
    income_minor BIGINT NOT NULL,
    outgo_minor BIGINT NOT NULL,
    transactions BIGINT NOT NULL,
    PRIMARY KEY (user_id, month, account_id, currency, category_id, kind)
);

CREATE TABLE merchant_totals (
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    month TEXT NOT NULL,
    account_id UUID NOT NULL,
    merchant TEXT NOT NULL,
    currency TEXT NOT NULL,
    kind TEXT NOT NULL,
    income_minor BIGINT NOT NULL,
    outgo_minor BIGINT NOT NULL,
    transactions BIGINT NOT NULL,
    PRIMARY KEY (user_id, month, account_id, merchant, currency, kind)
);

-- A user who is being deleted is not counted again while the rows are deleted.
CREATE FUNCTION count_new_transactions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO day_totals
    SELECT a.user_id, a.date, a.account_id, a.currency, a.kind,
        sum(greatest(a.amount_minor, 0)), sum(least(a.amount_minor, 0)), count(*)
    FROM added a GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (user_id, date, account_id, currency, kind) DO UPDATE SET
        income_minor = day_totals.income_minor + excluded.income_minor,
        outgo_minor = day_totals.outgo_minor + excluded.outgo_minor,
            transactions = day_totals.transactions + excluded.transactions;
    INSERT INTO month_totals
    SELECT a.user_id, a.month, a.account_id, coalesce(a.category_id, '00000000-0000-0000-0000-000000000000'),
        a.currency, a.kind,
        sum(greatest(a.amount_minor, 0)), sum(least(a.amount_minor, 0)), count(*)
    FROM added a GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (user_id, month, account_id, category_id, currency, kind) DO UPDATE SET
        income_minor = month_totals.income_minor + excluded.income_minor,
        outgo_minor = month_totals.outgo_minor + excluded.outgo_minor,
            transactions = month_totals.transactions + excluded.transactions;
    RETURN NULL;
END $$;

CREATE TRIGGER transactions_count_new AFTER INSERT ON transactions
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_new_transactions();

CREATE FUNCTION count_gone_transactions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE day_totals t SET income_minor = t.income_minor - r.income, outgo_minor = t.outgo_minor - r.outgo,
        transactions = t.transactions - r.transactions
    FROM (SELECT user_id, date, account_id, currency, kind,
            sum(greatest(amount_minor, 0)) AS income, sum(least(amount_minor, 0)) AS outgo,
                count(*) AS transactions
        FROM removed GROUP BY 1, 2, 3, 4, 5) r
    WHERE (t.user_id, t.date, t.account_id, t.currency, t.kind) = (r.user_id, r.date, r.account_id,
        r.currency, r.kind);
    DELETE FROM day_totals t USING (SELECT DISTINCT user_id, date, account_id FROM removed) r
    WHERE t.user_id = r.user_id AND t.date = r.date AND t.account_id = r.account_id AND t.transactions = 0;
    UPDATE month_totals t SET income_minor = t.income_minor - r.income, outgo_minor = t.outgo_minor - r.outgo,
        transactions = t.transactions - r.transactions
    FROM (SELECT user_id, month, account_id, coalesce(category_id,
        '00000000-0000-0000-0000-000000000000') AS category_id, currency, kind,
            sum(greatest(amount_minor, 0)) AS income, sum(least(amount_minor, 0)) AS outgo,
                count(*) AS transactions
        FROM removed GROUP BY 1, 2, 3, 4, 5, 6) r
    WHERE (t.user_id, t.month, t.account_id, t.category_id, t.currency, t.kind)
        = (r.user_id, r.month, r.account_id, r.category_id, r.currency, r.kind);
    DELETE FROM month_totals t USING (SELECT DISTINCT user_id, month, account_id FROM removed) r
    WHERE t.user_id = r.user_id AND t.month = r.month AND t.account_id = r.account_id
        AND t.transactions = 0 AND t.income_minor = 0 AND t.outgo_minor = 0;
    RETURN NULL;
END $$;

CREATE TRIGGER transactions_count_gone AFTER DELETE ON transactions
    REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_gone_transactions();

CREATE FUNCTION count_changed_transactions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO day_totals
    SELECT d.user_id, d.date, d.account_id, d.currency, d.kind, sum(d.income), sum(d.outgo), sum(d.transactions)
    FROM (SELECT user_id, date, account_id, currency, kind,
            greatest(amount_minor, 0) AS income, least(amount_minor, 0) AS outgo, 1 AS transactions FROM added
        UNION ALL
        SELECT user_id, date, account_id, currency, kind, -greatest(amount_minor, 0), -least(amount_minor, 0),
            -1 FROM removed) d
    WHERE EXISTS (SELECT 1 FROM users u WHERE u.id = d.user_id)
    GROUP BY 1, 2, 3, 4, 5 HAVING sum(d.income) <> 0 OR sum(d.outgo) <> 0 OR sum(d.transactions) <> 0
        ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (user_id, date, account_id, currency, kind) DO UPDATE SET
        income_minor = day_totals.income_minor + excluded.income_minor,
        outgo_minor = day_totals.outgo_minor + excluded.outgo_minor,
            transactions = day_totals.transactions + excluded.transactions;
    DELETE FROM day_totals t USING (SELECT DISTINCT user_id, date, account_id FROM removed) r
    WHERE t.user_id = r.user_id AND t.date = r.date AND t.account_id = r.account_id AND t.transactions = 0;
    INSERT INTO month_totals
    SELECT d.user_id, d.month, d.account_id, d.category_id, d.currency, d.kind, sum(d.income), sum(d.outgo),
        sum(d.transactions)
    FROM (SELECT user_id, month, account_id, coalesce(category_id,
        '00000000-0000-0000-0000-000000000000') AS category_id, currency, kind,
            greatest(amount_minor, 0) AS income, least(amount_minor, 0) AS outgo, 1 AS transactions FROM added
        UNION ALL
        SELECT user_id, month, account_id, coalesce(category_id, '00000000-0000-0000-0000-000000000000'),
            currency, kind,
            -greatest(amount_minor, 0), -least(amount_minor, 0), -1 FROM removed) d
    WHERE EXISTS (SELECT 1 FROM users u WHERE u.id = d.user_id)
    GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum(d.income) <> 0 OR sum(d.outgo) <> 0 OR sum(d.transactions) <> 0
        ORDER BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (user_id, month, account_id, category_id, currency, kind) DO UPDATE SET
        income_minor = month_totals.income_minor + excluded.income_minor,
        outgo_minor = month_totals.outgo_minor + excluded.outgo_minor,
            transactions = month_totals.transactions + excluded.transactions;
    DELETE FROM month_totals t USING (SELECT DISTINCT user_id, month, account_id FROM removed) r
    WHERE t.user_id = r.user_id AND t.month = r.month AND t.account_id = r.account_id
        AND t.transactions = 0 AND t.income_minor = 0 AND t.outgo_minor = 0;
    RETURN NULL;
END $$;

CREATE TRIGGER transactions_count_changed AFTER UPDATE ON transactions
    REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT
        EXECUTE FUNCTION count_changed_transactions();

-- A part moves its amount from "no category" to its own category. The first part also moves the transaction
-- itself, so that it is counted by its parts. `sign` is 1 for a new part and -1 for a deleted one. A part
-- that only changes its category does not change how the transaction is counted.
CREATE FUNCTION count_part(part splits, category UUID, sign INTEGER, of_transaction INTEGER)
    RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO month_totals
    SELECT e.user_id, e.month, e.account_id, coalesce(category, '00000000-0000-0000-0000-000000000000'),
        e.currency, e.kind,
        sign * greatest(part.amount_minor, 0), sign * least(part.amount_minor, 0), of_transaction
    FROM transactions e WHERE e.id = part.transaction_id AND EXISTS (SELECT 1 FROM users u WHERE u.id = part.user_id)
    ON CONFLICT (user_id, month, account_id, category_id, currency, kind) DO UPDATE SET
        income_minor = month_totals.income_minor + excluded.income_minor,
        outgo_minor = month_totals.outgo_minor + excluded.outgo_minor,
            transactions = month_totals.transactions + excluded.transactions;
    DELETE FROM month_totals t USING transactions e
    WHERE e.id = part.transaction_id AND t.user_id = e.user_id AND t.month = e.month AND t.account_id = e.account_id
        AND t.transactions = 0 AND t.income_minor = 0 AND t.outgo_minor = 0;
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

CREATE TRIGGER splits_count_new AFTER INSERT ON splits FOR EACH ROW EXECUTE FUNCTION count_parts();

CREATE TRIGGER splits_count_changed AFTER UPDATE OF category_id ON splits FOR EACH ROW
    EXECUTE FUNCTION count_parts();

CREATE TRIGGER splits_count_gone BEFORE DELETE ON splits FOR EACH ROW
    EXECUTE FUNCTION count_parts();

-- Parts are deleted before their transaction, because their totals depend on its month and account.
CREATE FUNCTION take_parts_away() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM splits WHERE transaction_id = OLD.id;
    RETURN OLD;
END $$;

CREATE TRIGGER transactions_parts_gone BEFORE DELETE ON transactions FOR EACH ROW WHEN (OLD.is_split)
    EXECUTE FUNCTION take_parts_away();

-- Full-text search for any part of a text: a trigram index, if the server has the extension (it comes with
-- PostgreSQL). Without it, a search reads the user's transactions one by one.
DO $$
BEGIN
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
    CREATE INDEX transactions_by_text ON transactions USING gin (search_text gin_trgm_ops);
EXCEPTION WHEN OTHERS THEN
    RAISE WARNING 'searching in descriptions will be slow: pg_trgm is not available (%)', SQLERRM;
END $$;

CREATE FUNCTION count_new_merchants() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO merchant_totals
    SELECT a.user_id, a.month, a.account_id, a.merchant, a.currency, a.kind,
        sum(greatest(a.amount_minor, 0)), sum(least(a.amount_minor, 0)), count(*)
    FROM added a GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (user_id, month, account_id, merchant, currency, kind) DO UPDATE SET
        income_minor = merchant_totals.income_minor + excluded.income_minor,
        outgo_minor = merchant_totals.outgo_minor + excluded.outgo_minor,
            transactions = merchant_totals.transactions + excluded.transactions;
    RETURN NULL;
END $$;

CREATE TRIGGER transactions_merchant_new AFTER INSERT ON transactions
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_new_merchants();

CREATE FUNCTION count_gone_merchants() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE merchant_totals t SET income_minor = t.income_minor - r.income,
        outgo_minor = t.outgo_minor - r.outgo,
        transactions = t.transactions - r.transactions
    FROM (SELECT user_id, month, account_id, merchant, currency, kind,
            sum(greatest(amount_minor, 0)) AS income, sum(least(amount_minor, 0)) AS outgo,
                count(*) AS transactions
        FROM removed GROUP BY 1, 2, 3, 4, 5, 6) r
    WHERE (t.user_id, t.month, t.account_id, t.merchant, t.currency, t.kind)
        = (r.user_id, r.month, r.account_id, r.merchant, r.currency, r.kind);
    DELETE FROM merchant_totals t
        USING (SELECT DISTINCT user_id, month, account_id, merchant
            FROM removed) r
    WHERE t.user_id = r.user_id AND t.month = r.month AND t.account_id = r.account_id
        AND t.merchant = r.merchant AND t.transactions = 0;
    RETURN NULL;
END $$;

CREATE TRIGGER transactions_merchant_gone AFTER DELETE ON transactions
    REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_gone_merchants();

-- A user who is being deleted is not counted again while the rows are deleted.
CREATE FUNCTION count_changed_merchants() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO merchant_totals
    SELECT d.user_id, d.month, d.account_id, d.merchant, d.currency, d.kind, sum(d.income), sum(d.outgo),
        sum(d.transactions)
    FROM (SELECT user_id, month, account_id, merchant, currency, kind,
            greatest(amount_minor, 0) AS income, least(amount_minor, 0) AS outgo, 1 AS transactions FROM added
        UNION ALL
        SELECT user_id, month, account_id, merchant, currency, kind,
            -greatest(amount_minor, 0), -least(amount_minor, 0), -1 FROM removed) d
    WHERE EXISTS (SELECT 1 FROM users u WHERE u.id = d.user_id)
    GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum(d.income) <> 0 OR sum(d.outgo) <> 0 OR sum(d.transactions) <> 0
        ORDER BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (user_id, month, account_id, merchant, currency, kind) DO UPDATE SET
        income_minor = merchant_totals.income_minor + excluded.income_minor,
        outgo_minor = merchant_totals.outgo_minor + excluded.outgo_minor,
            transactions = merchant_totals.transactions + excluded.transactions;
    DELETE FROM merchant_totals t
        USING (SELECT DISTINCT user_id, month, account_id, merchant
            FROM removed) r
    WHERE t.user_id = r.user_id AND t.month = r.month AND t.account_id = r.account_id
        AND t.merchant = r.merchant AND t.transactions = 0;
    RETURN NULL;
END $$;

CREATE TRIGGER transactions_merchant_changed AFTER UPDATE ON transactions
    REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT
        EXECUTE FUNCTION count_changed_merchants();
