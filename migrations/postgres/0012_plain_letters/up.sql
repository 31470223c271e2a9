-- Text is searched in plain letters: 'lodz' finds what was printed with an L with a stroke, 'strasse' what was with a sharp S.
-- What is stored to be searched is brought up to date, with the letters that the program folds since (domain's PLAIN_LETTERS).
--
-- The totals that are kept do not depend on texts: their triggers need not add all of it up to find that out.
ALTER TABLE entries DISABLE TRIGGER entries_count_changed;
ALTER TABLE entries DISABLE TRIGGER entries_merchant_changed;
UPDATE chats SET search_text =
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(replace(replace(replace(replace(replace(replace(search_text
    , 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'ð', 'd'), 'đ', 'd'), 'ɖ', 'd'), 'ɗ', 'd')
    , 'ø', 'o'), 'ɔ', 'o'), 'ə', 'e'), 'ǝ', 'e'), 'ɛ', 'e'), 'ħ', 'h'), 'ı', 'i'), 'ɨ', 'i')
    , 'ł', 'l'), 'ŋ', 'n'), 'ɲ', 'n'), 'ŧ', 't'), 'ɓ', 'b'), 'ƒ', 'f'), 'ǥ', 'g'), 'ɣ', 'g')
    , 'ƙ', 'k'), 'ĸ', 'q'), 'ʉ', 'u'), 'ʋ', 'v'), 'ƴ', 'y'), 'ʒ', 'z'), 'ς', 'σ')
    WHERE search_text ~ '[ßæœþðđɖɗøɔəǝɛħıɨłŋɲŧɓƒǥɣƙĸʉʋƴʒς]';
UPDATE chat_messages SET search_text =
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(replace(replace(replace(replace(replace(replace(search_text
    , 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'ð', 'd'), 'đ', 'd'), 'ɖ', 'd'), 'ɗ', 'd')
    , 'ø', 'o'), 'ɔ', 'o'), 'ə', 'e'), 'ǝ', 'e'), 'ɛ', 'e'), 'ħ', 'h'), 'ı', 'i'), 'ɨ', 'i')
    , 'ł', 'l'), 'ŋ', 'n'), 'ɲ', 'n'), 'ŧ', 't'), 'ɓ', 'b'), 'ƒ', 'f'), 'ǥ', 'g'), 'ɣ', 'g')
    , 'ƙ', 'k'), 'ĸ', 'q'), 'ʉ', 'u'), 'ʋ', 'v'), 'ƴ', 'y'), 'ʒ', 'z'), 'ς', 'σ')
    WHERE search_text ~ '[ßæœþðđɖɗøɔəǝɛħıɨłŋɲŧɓƒǥɣƙĸʉʋƴʒς]';
UPDATE entries SET search_text =
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(replace(replace(replace(replace(replace(replace(search_text
    , 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'ð', 'd'), 'đ', 'd'), 'ɖ', 'd'), 'ɗ', 'd')
    , 'ø', 'o'), 'ɔ', 'o'), 'ə', 'e'), 'ǝ', 'e'), 'ɛ', 'e'), 'ħ', 'h'), 'ı', 'i'), 'ɨ', 'i')
    , 'ł', 'l'), 'ŋ', 'n'), 'ɲ', 'n'), 'ŧ', 't'), 'ɓ', 'b'), 'ƒ', 'f'), 'ǥ', 'g'), 'ɣ', 'g')
    , 'ƙ', 'k'), 'ĸ', 'q'), 'ʉ', 'u'), 'ʋ', 'v'), 'ƴ', 'y'), 'ʒ', 'z'), 'ς', 'σ')
    WHERE search_text ~ '[ßæœþðđɖɗøɔəǝɛħıɨłŋɲŧɓƒǥɣƙĸʉʋƴʒς]';
ALTER TABLE entries ENABLE TRIGGER entries_count_changed;
ALTER TABLE entries ENABLE TRIGGER entries_merchant_changed;
