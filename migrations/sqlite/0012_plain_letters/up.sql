-- Text is searched in plain letters: 'lodz' finds what was printed with an L with a stroke, 'strasse' what was with a sharp S.
-- What is stored to be searched is brought up to date, with the letters that the program folds since (domain's PLAIN_LETTERS).
--
-- The index of texts is written anew at the end: changed by its triggers, entry by entry, it takes milliseconds for each.
DROP TRIGGER entries_text_changed;
DROP TRIGGER entry_texts_search_changed;
UPDATE chats SET search_text =
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(replace(replace(replace(replace(replace(replace(search_text
    , 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'ð', 'd'), 'đ', 'd'), 'ɖ', 'd'), 'ɗ', 'd')
    , 'ø', 'o'), 'ɔ', 'o'), 'ə', 'e'), 'ǝ', 'e'), 'ɛ', 'e'), 'ħ', 'h'), 'ı', 'i'), 'ɨ', 'i')
    , 'ł', 'l'), 'ŋ', 'n'), 'ɲ', 'n'), 'ŧ', 't'), 'ɓ', 'b'), 'ƒ', 'f'), 'ǥ', 'g'), 'ɣ', 'g')
    , 'ƙ', 'k'), 'ĸ', 'q'), 'ʉ', 'u'), 'ʋ', 'v'), 'ƴ', 'y'), 'ʒ', 'z'), 'ς', 'σ')
    WHERE search_text GLOB '*[ßæœþðđɖɗøɔəǝɛħıɨłŋɲŧɓƒǥɣƙĸʉʋƴʒς]*';
UPDATE chat_messages SET search_text =
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(replace(replace(replace(replace(replace(replace(search_text
    , 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'ð', 'd'), 'đ', 'd'), 'ɖ', 'd'), 'ɗ', 'd')
    , 'ø', 'o'), 'ɔ', 'o'), 'ə', 'e'), 'ǝ', 'e'), 'ɛ', 'e'), 'ħ', 'h'), 'ı', 'i'), 'ɨ', 'i')
    , 'ł', 'l'), 'ŋ', 'n'), 'ɲ', 'n'), 'ŧ', 't'), 'ɓ', 'b'), 'ƒ', 'f'), 'ǥ', 'g'), 'ɣ', 'g')
    , 'ƙ', 'k'), 'ĸ', 'q'), 'ʉ', 'u'), 'ʋ', 'v'), 'ƴ', 'y'), 'ʒ', 'z'), 'ς', 'σ')
    WHERE search_text GLOB '*[ßæœþðđɖɗøɔəǝɛħıɨłŋɲŧɓƒǥɣƙĸʉʋƴʒς]*';
UPDATE entries SET search_text =
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(replace(replace(replace(replace(replace(replace(search_text
    , 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'ð', 'd'), 'đ', 'd'), 'ɖ', 'd'), 'ɗ', 'd')
    , 'ø', 'o'), 'ɔ', 'o'), 'ə', 'e'), 'ǝ', 'e'), 'ɛ', 'e'), 'ħ', 'h'), 'ı', 'i'), 'ɨ', 'i')
    , 'ł', 'l'), 'ŋ', 'n'), 'ɲ', 'n'), 'ŧ', 't'), 'ɓ', 'b'), 'ƒ', 'f'), 'ǥ', 'g'), 'ɣ', 'g')
    , 'ƙ', 'k'), 'ĸ', 'q'), 'ʉ', 'u'), 'ʋ', 'v'), 'ƴ', 'y'), 'ʒ', 'z'), 'ς', 'σ')
    WHERE search_text GLOB '*[ßæœþðđɖɗøɔəǝɛħıɨłŋɲŧɓƒǥɣƙĸʉʋƴʒς]*';
UPDATE entry_texts SET text =
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(replace(replace(replace(replace(replace(replace(text
    , 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'ð', 'd'), 'đ', 'd'), 'ɖ', 'd'), 'ɗ', 'd')
    , 'ø', 'o'), 'ɔ', 'o'), 'ə', 'e'), 'ǝ', 'e'), 'ɛ', 'e'), 'ħ', 'h'), 'ı', 'i'), 'ɨ', 'i')
    , 'ł', 'l'), 'ŋ', 'n'), 'ɲ', 'n'), 'ŧ', 't'), 'ɓ', 'b'), 'ƒ', 'f'), 'ǥ', 'g'), 'ɣ', 'g')
    , 'ƙ', 'k'), 'ĸ', 'q'), 'ʉ', 'u'), 'ʋ', 'v'), 'ƴ', 'y'), 'ʒ', 'z'), 'ς', 'σ')
    WHERE text GLOB '*[ßæœþðđɖɗøɔəǝɛħıɨłŋɲŧɓƒǥɣƙĸʉʋƴʒς]*';
INSERT INTO entry_search (entry_search) SELECT 'rebuild' WHERE changes() > 0;
CREATE TRIGGER entries_text_changed AFTER UPDATE OF search_text ON entries WHEN OLD.search_text <> NEW.search_text BEGIN
    UPDATE entry_texts SET text = NEW.search_text WHERE entry_id = NEW.id;
END;
CREATE TRIGGER entry_texts_search_changed AFTER UPDATE ON entry_texts BEGIN
    INSERT INTO entry_search (entry_search, rowid, text) VALUES ('delete', OLD.number, OLD.text);
    INSERT INTO entry_search (rowid, text) VALUES (NEW.number, NEW.text);
END;
