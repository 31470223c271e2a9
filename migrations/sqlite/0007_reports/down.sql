DROP TRIGGER entries_merchant_changed;
DROP TRIGGER entries_merchant_gone;
DROP TRIGGER entries_merchant_new;
DROP TABLE merchant_totals;
DROP INDEX day_totals_by_kind;
