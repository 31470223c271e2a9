-- Which spelling a text had is not kept, and the texts that these were folded from are untouched: there is nothing to undo.
SELECT 1;
