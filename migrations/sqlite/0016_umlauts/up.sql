-- Text is found in either spelling of ü, ß, å and the like: 'baeckerei mueller' finds 'Bäckerei Müller', and the other way round.
-- What is stored to be searched gets a second line in one spelling (domain's `text::findable`).
--
-- The index of texts is written once at the end: changed by its triggers, entry by entry, it takes milliseconds for each.
DROP TRIGGER entries_text_changed;
DROP TRIGGER entry_texts_search_changed;
UPDATE chats SET search_text = search_text || char(10) ||
    replace(replace(replace(replace(search_text, 'ae', 'a'), 'oe', 'o'), 'ue', 'u'), 'aa', 'a')
    WHERE search_text <> replace(replace(replace(replace(search_text, 'ae', 'a'), 'oe', 'o'), 'ue', 'u'), 'aa', 'a');
UPDATE chat_messages SET search_text = search_text || char(10) ||
    replace(replace(replace(replace(search_text, 'ae', 'a'), 'oe', 'o'), 'ue', 'u'), 'aa', 'a')
    WHERE search_text <> replace(replace(replace(replace(search_text, 'ae', 'a'), 'oe', 'o'), 'ue', 'u'), 'aa', 'a');
UPDATE entries SET search_text = search_text || char(10) ||
    replace(replace(replace(replace(search_text, 'ae', 'a'), 'oe', 'o'), 'ue', 'u'), 'aa', 'a')
    WHERE search_text <> replace(replace(replace(replace(search_text, 'ae', 'a'), 'oe', 'o'), 'ue', 'u'), 'aa', 'a');
UPDATE entry_texts SET text = text || char(10) ||
    replace(replace(replace(replace(text, 'ae', 'a'), 'oe', 'o'), 'ue', 'u'), 'aa', 'a')
    WHERE text <> replace(replace(replace(replace(text, 'ae', 'a'), 'oe', 'o'), 'ue', 'u'), 'aa', 'a');
INSERT INTO entry_search (entry_search) SELECT 'rebuild' WHERE changes() > 0;
CREATE TRIGGER entries_text_changed AFTER UPDATE OF search_text ON entries WHEN OLD.search_text <> NEW.search_text BEGIN
    UPDATE entry_texts SET text = NEW.search_text WHERE entry_id = NEW.id;
END;
CREATE TRIGGER entry_texts_search_changed AFTER UPDATE ON entry_texts BEGIN
    INSERT INTO entry_search (entry_search, rowid, text) VALUES ('delete', OLD.number, OLD.text);
    INSERT INTO entry_search (rowid, text) VALUES (NEW.number, NEW.text);
END;
