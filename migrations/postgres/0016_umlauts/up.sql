-- Text is found in either spelling of ü, ß, å and the like: 'baeckerei mueller' finds 'Bäckerei Müller', and the other way round.
-- What is stored to be searched gets a second line in one spelling (domain's `text::findable`).
--
-- The totals that are kept do not depend on texts: their triggers need not add all of it up to find that out.
ALTER TABLE entries DISABLE TRIGGER entries_count_changed;
ALTER TABLE entries DISABLE TRIGGER entries_merchant_changed;
UPDATE chats SET search_text = search_text || chr(10) ||
    replace(replace(replace(replace(search_text, 'ae', 'a'), 'oe', 'o'), 'ue', 'u'), 'aa', 'a')
    WHERE search_text <> replace(replace(replace(replace(search_text, 'ae', 'a'), 'oe', 'o'), 'ue', 'u'), 'aa', 'a');
UPDATE chat_messages SET search_text = search_text || chr(10) ||
    replace(replace(replace(replace(search_text, 'ae', 'a'), 'oe', 'o'), 'ue', 'u'), 'aa', 'a')
    WHERE search_text <> replace(replace(replace(replace(search_text, 'ae', 'a'), 'oe', 'o'), 'ue', 'u'), 'aa', 'a');
UPDATE entries SET search_text = search_text || chr(10) ||
    replace(replace(replace(replace(search_text, 'ae', 'a'), 'oe', 'o'), 'ue', 'u'), 'aa', 'a')
    WHERE search_text <> replace(replace(replace(replace(search_text, 'ae', 'a'), 'oe', 'o'), 'ue', 'u'), 'aa', 'a');
ALTER TABLE entries ENABLE TRIGGER entries_count_changed;
ALTER TABLE entries ENABLE TRIGGER entries_merchant_changed;
