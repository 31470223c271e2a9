-- What cash flow by day reads, in the order in which it adds up.
CREATE INDEX day_totals_by_kind ON day_totals (user_id, kind, date, currency, income_minor, outgo_minor, entries);

-- Totals of merchants by month, kept by triggers as those of days and months are. A name is cut, because a key cannot be of any length.
CREATE TABLE merchant_totals (
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    month TEXT NOT NULL,
    account_id BLOB NOT NULL,
    merchant TEXT NOT NULL,
    currency TEXT NOT NULL,
    kind TEXT NOT NULL,
    income_minor INTEGER NOT NULL,
    outgo_minor INTEGER NOT NULL,
    entries INTEGER NOT NULL,
    PRIMARY KEY (user_id, month, account_id, merchant, currency, kind)
) STRICT, WITHOUT ROWID;

INSERT INTO merchant_totals
SELECT user_id, month, account_id, substr(merchant, 1, 200), currency, kind,
    sum(max(amount_minor, 0)), sum(min(amount_minor, 0)), count(*)
FROM entries GROUP BY 1, 2, 3, 4, 5, 6;

CREATE TRIGGER entries_merchant_new AFTER INSERT ON entries BEGIN
    INSERT INTO merchant_totals
    VALUES (NEW.user_id, substr(NEW.date, 1, 7), NEW.account_id, substr(NEW.merchant, 1, 200), NEW.currency, NEW.kind,
        max(NEW.amount_minor, 0), min(NEW.amount_minor, 0), 1)
    ON CONFLICT DO UPDATE SET income_minor = income_minor + excluded.income_minor,
        outgo_minor = outgo_minor + excluded.outgo_minor, entries = entries + excluded.entries;
END;

CREATE TRIGGER entries_merchant_gone AFTER DELETE ON entries BEGIN
    UPDATE merchant_totals SET income_minor = income_minor - max(OLD.amount_minor, 0),
        outgo_minor = outgo_minor - min(OLD.amount_minor, 0), entries = entries - 1
    WHERE user_id = OLD.user_id AND month = substr(OLD.date, 1, 7) AND account_id = OLD.account_id
        AND merchant = substr(OLD.merchant, 1, 200) AND currency = OLD.currency AND kind = OLD.kind;
    DELETE FROM merchant_totals
    WHERE user_id = OLD.user_id AND month = substr(OLD.date, 1, 7) AND account_id = OLD.account_id
        AND merchant = substr(OLD.merchant, 1, 200) AND currency = OLD.currency AND kind = OLD.kind AND entries = 0;
END;

-- Someone who is being deleted is not counted again while their rows go one by one.
CREATE TRIGGER entries_merchant_changed AFTER UPDATE OF date, account_id, amount_minor, currency, merchant, kind ON entries BEGIN
    UPDATE merchant_totals SET income_minor = income_minor - max(OLD.amount_minor, 0),
        outgo_minor = outgo_minor - min(OLD.amount_minor, 0), entries = entries - 1
    WHERE user_id = OLD.user_id AND month = substr(OLD.date, 1, 7) AND account_id = OLD.account_id
        AND merchant = substr(OLD.merchant, 1, 200) AND currency = OLD.currency AND kind = OLD.kind;
    INSERT INTO merchant_totals
    SELECT NEW.user_id, substr(NEW.date, 1, 7), NEW.account_id, substr(NEW.merchant, 1, 200), NEW.currency, NEW.kind,
        max(NEW.amount_minor, 0), min(NEW.amount_minor, 0), 1
    WHERE EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id)
    ON CONFLICT DO UPDATE SET income_minor = income_minor + excluded.income_minor,
        outgo_minor = outgo_minor + excluded.outgo_minor, entries = entries + excluded.entries;
    DELETE FROM merchant_totals
    WHERE user_id = OLD.user_id AND month = substr(OLD.date, 1, 7) AND account_id = OLD.account_id
        AND merchant = substr(OLD.merchant, 1, 200) AND currency = OLD.currency AND kind = OLD.kind AND entries = 0;
END;
