DROP TRIGGER entries_merchant_changed ON entries;
DROP FUNCTION count_changed_merchants;
DROP TRIGGER entries_merchant_gone ON entries;
DROP FUNCTION count_gone_merchants;
DROP TRIGGER entries_merchant_new ON entries;
DROP FUNCTION count_new_merchants;
DROP TABLE merchant_totals;
DROP INDEX day_totals_by_kind;
