-- What cash flow by day reads, in the order in which it adds up.
CREATE INDEX day_totals_by_kind ON day_totals (user_id, kind, date, currency, income_minor, outgo_minor, entries);

-- Totals of merchants by month, kept by triggers as those of days and months are. A name is cut, because a key cannot be of any length.
CREATE TABLE merchant_totals (
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    month TEXT NOT NULL,
    account_id UUID NOT NULL,
    merchant TEXT NOT NULL,
    currency TEXT NOT NULL,
    kind TEXT NOT NULL,
    income_minor BIGINT NOT NULL,
    outgo_minor BIGINT NOT NULL,
    entries BIGINT NOT NULL,
    PRIMARY KEY (user_id, month, account_id, merchant, currency, kind)
);

INSERT INTO merchant_totals
SELECT user_id, month, account_id, substr(merchant, 1, 200), currency, kind,
    sum(greatest(amount_minor, 0)), sum(least(amount_minor, 0)), count(*)
FROM entries GROUP BY 1, 2, 3, 4, 5, 6;

CREATE FUNCTION count_new_merchants() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO merchant_totals
    SELECT a.user_id, a.month, a.account_id, substr(a.merchant, 1, 200), a.currency, a.kind,
        sum(greatest(a.amount_minor, 0)), sum(least(a.amount_minor, 0)), count(*)
    FROM added a GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (user_id, month, account_id, merchant, currency, kind) DO UPDATE SET
        income_minor = merchant_totals.income_minor + excluded.income_minor,
        outgo_minor = merchant_totals.outgo_minor + excluded.outgo_minor, entries = merchant_totals.entries + excluded.entries;
    RETURN NULL;
END $$;
CREATE TRIGGER entries_merchant_new AFTER INSERT ON entries
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_new_merchants();

CREATE FUNCTION count_gone_merchants() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE merchant_totals t SET income_minor = t.income_minor - r.income, outgo_minor = t.outgo_minor - r.outgo,
        entries = t.entries - r.entries
    FROM (SELECT user_id, month, account_id, substr(merchant, 1, 200) AS merchant, currency, kind,
            sum(greatest(amount_minor, 0)) AS income, sum(least(amount_minor, 0)) AS outgo, count(*) AS entries
        FROM removed GROUP BY 1, 2, 3, 4, 5, 6) r
    WHERE (t.user_id, t.month, t.account_id, t.merchant, t.currency, t.kind)
        = (r.user_id, r.month, r.account_id, r.merchant, r.currency, r.kind);
    DELETE FROM merchant_totals t USING (SELECT DISTINCT user_id, month, account_id, substr(merchant, 1, 200) AS merchant FROM removed) r
    WHERE t.user_id = r.user_id AND t.month = r.month AND t.account_id = r.account_id AND t.merchant = r.merchant AND t.entries = 0;
    RETURN NULL;
END $$;
CREATE TRIGGER entries_merchant_gone AFTER DELETE ON entries
    REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_gone_merchants();

-- Someone who is being deleted is not counted again while their rows go.
CREATE FUNCTION count_changed_merchants() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO merchant_totals
    SELECT d.user_id, d.month, d.account_id, d.merchant, d.currency, d.kind, sum(d.income), sum(d.outgo), sum(d.entries)
    FROM (SELECT user_id, month, account_id, substr(merchant, 1, 200) AS merchant, currency, kind,
            greatest(amount_minor, 0) AS income, least(amount_minor, 0) AS outgo, 1 AS entries FROM added
        UNION ALL
        SELECT user_id, month, account_id, substr(merchant, 1, 200), currency, kind,
            -greatest(amount_minor, 0), -least(amount_minor, 0), -1 FROM removed) d
    WHERE EXISTS (SELECT 1 FROM users u WHERE u.id = d.user_id)
    GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum(d.income) <> 0 OR sum(d.outgo) <> 0 OR sum(d.entries) <> 0 ORDER BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (user_id, month, account_id, merchant, currency, kind) DO UPDATE SET
        income_minor = merchant_totals.income_minor + excluded.income_minor,
        outgo_minor = merchant_totals.outgo_minor + excluded.outgo_minor, entries = merchant_totals.entries + excluded.entries;
    DELETE FROM merchant_totals t USING (SELECT DISTINCT user_id, month, account_id, substr(merchant, 1, 200) AS merchant FROM removed) r
    WHERE t.user_id = r.user_id AND t.month = r.month AND t.account_id = r.account_id AND t.merchant = r.merchant AND t.entries = 0;
    RETURN NULL;
END $$;
CREATE TRIGGER entries_merchant_changed AFTER UPDATE ON entries
    REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_changed_merchants();
