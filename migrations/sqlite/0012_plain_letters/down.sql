-- What was folded is found by an older program too, in plain letters: nothing can or need be undone.
SELECT 1;
