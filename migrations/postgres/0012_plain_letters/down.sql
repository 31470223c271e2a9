-- Which letters were plain before is not kept, and the texts that they were folded from are untouched: there is nothing to undo.
SELECT 1;
