//! Stage 1, tokens: lines whose words are classified as dates, figures or text, after repairs of print that
//! hides them.
//!
//! Every word is classified once, here; later stages do not search the text for dates or amounts again.

use std::collections::HashMap;

use rustc_hash::{FxHashMap, FxHashSet};
use saldo_domain::Currency;

use super::date_words::{complete_days, join_spaced_dates, separate_days};
use super::fields::{RECORDS_MIN, split_fields, split_running, turn_records};
use super::glued::{CELL_APART, is_groups, split_glued};
use super::marks_below;
use crate::layout::{Line, Word};
use crate::read::amount::{Style, core, has_digits};
use crate::read::date::{DateMark, date_at, is_time};
use crate::read::heads::{Role, role_of};
use crate::read::months::month;
use crate::read::rows::{CELL_GAP, Row, rows, slot};

/// Rows of a document and the style of its amounts.
pub(super) struct Tokens {
    /// Rows in reading order.
    pub(super) rows: Vec<Row>,
    /// Decimal separator and number of decimals.
    pub(super) style: Style,
    /// True if thousands are grouped, so that no amount has four digits in a row.
    pub(super) is_grouped: bool,
}
/// Smallest number of dots of a leader. Three end a text that was cut off.
const LEADER_MIN: usize = 4;

/// Removes the dots that lead from a description to its amount, so that both stand apart.
fn remove_leaders(lines: &mut [Line]) {
    let is_dot = |character: char| matches!(character, '.' | '\u{2026}' | '\u{b7}' | '_');
    for line in lines {
        for word in &mut line.words {
            let all = word.text.chars().count();
            let before = all - word.text.trim_start_matches(is_dot).chars().count();
            let after = all - word.text.trim_end_matches(is_dot).chars().count();
            let width = (word.x1 - word.x0) / f32::from(u16::try_from(all.max(1)).unwrap_or(u16::MAX));
            let wide = |dots: usize| width * f32::from(u16::try_from(dots).unwrap_or(u16::MAX));
            if before >= LEADER_MIN {
                word.x0 += wide(before);
                word.text = word.text.trim_start_matches(is_dot).to_owned();
            }
            if after >= LEADER_MIN && before < all {
                word.x1 -= wide(after);
                word.text = word.text.trim_end_matches(is_dot).to_owned();
            }
        }
        line.words.retain(|word| !word.text.is_empty());
    }
}

/// Tokenizes all lines of a document.
pub(super) fn tokens(mut lines: Vec<Line>) -> Tokens {
    remove_leaders(&mut lines);
    align_pages(&mut lines);
    remove_bars(&mut lines);
    split_fields(&mut lines);
    split_glued_dates(&mut lines);
    split_days(&mut lines);
    split_running(&mut lines);
    split_labels(&mut lines);
    split_units(&mut lines);
    turn_records(&mut lines);
    complete_days(&mut lines);
    separate_days(&mut lines);
    join_spaced_dates(&mut lines);
    join_broken_dates(&mut lines);
    free_led_dates(&mut lines);
    name_days(&mut lines);
    let is_grouped = split_glued(&mut lines);
    move_far_signs(&mut lines);
    marks_below::lift(&mut lines);
    name_marks(&mut lines);
    move_far_marks(&mut lines);
    let (rows, style) = rows(lines);
    Tokens { rows, style, is_grouped }
}

/// Smallest distance by which the margin of a page differs from that of the pages before, in points.
const MARGIN_APART: f32 = 3.0;
/// Largest difference of the edges of amounts in one column, in points.
const AMOUNT_EDGE: f32 = 2.0;

/// Moves the words of pages with another margin to the columns of the pages before, if the dates and most of
/// the amounts beside them are then aligned.
fn align_pages(lines: &mut [Line]) {
    let mut known: Option<(f32, Vec<f32>)> = None;
    for page in lines.chunk_by_mut(|one, next| one.page == next.page) {
        let dated = || {
            let is_date = |line: &Line| date_at(line, 0).is_some_and(|date| !date.like_amount);
            page.iter().filter(move |line| is_date(line))
        };
        let mut lefts: Vec<f32> = dated().map(Line::x0).collect();
        lefts.sort_by(f32::total_cmp);
        let Some(left) = lefts.get(lefts.len() / 2).copied() else { continue };
        let words = dated().flat_map(|line| &line.words).filter(|word| has_cents(&word.text));
        let edges: Vec<f32> = words.map(|word| word.x1).collect();
        let Some((first, aligned)) = &mut known else {
            known = Some((left, edges));
            continue;
        };
        let shift = *first - left;
        let count = |shift: f32| {
            let fits = |edge: &&f32| aligned.iter().any(|one| (one - **edge - shift).abs() < AMOUNT_EDGE);
            edges.iter().filter(fits).count()
        };
        if shift.abs() < MARGIN_APART {
            aligned.extend(edges);
        } else if count(shift) > count(0.0) && count(shift) * 2 > edges.len() {
            for word in page.iter_mut().flat_map(|line| &mut line.words) {
                (word.x0, word.x1) = (word.x0 + shift, word.x1 + shift);
            }
        }
    }
}

/// Smallest number of lines with bars between their cells, and of bars on such a line.
const BARRED_MIN: usize = 2;

/// Removes vertical bars between the cells of a table, and its rules of dashes.
fn remove_bars(lines: &mut Vec<Line>) {
    let is_bar = |text: &str| text.chars().all(|c| matches!(c, '|' | '\u{a6}' | '\u{2502}' | '\u{2503}'));
    let bars = |line: &Line| line.words.iter().filter(|word| is_bar(&word.text)).count();
    if lines.iter().filter(|line| bars(line) >= BARRED_MIN).count() < BARRED_MIN {
        return;
    }
    let is_rule = |text: &str| text.len() > 2 && text.chars().all(|c| matches!(c, '-' | '+' | '=' | '_'));
    for line in lines.iter_mut() {
        line.words.retain(|word| !is_bar(&word.text) && !is_rule(&word.text));
    }
    lines.retain(|line| !line.words.is_empty());
}

/// Separates a label from the figure after its colon: `残高：678,084円`.
fn split_labels(lines: &mut [Line]) {
    for line in lines {
        let mut at = 0;
        while at < line.words.len() {
            let text = &line.words[at].text;
            let cut = text
                .find([':', '\u{ff1a}'])
                .map(|colon| colon + text[colon..].chars().next().map_or(1, char::len_utf8));
            let is_figure = |cut: &usize| {
                let (label, figure) = text.split_at(*cut);
                !has_digits(label) && core(figure).is_some_and(|core| has_cents(&core) || is_groups(&core))
            };
            if let Some(cut) = cut.filter(is_figure) {
                split_word(line, at, cut, 0.0);
            }
            at += 1;
        }
    }
}

/// Longest unknown sign of a currency, in characters.
const UNIT_CHARS_MAX: usize = 4;
/// Smallest number of figures that must begin with the same letters before these are their unit.
const UNITS_MIN: usize = 4;

/// Separates an unknown sign of a currency from the figures that begin with it, `Ar12 000,00`, and removes it
/// between a figure and its sign: `-L1,475.66`.
fn split_units(lines: &mut [Line]) {
    let unit = |word: &Word| -> Option<(usize, String)> {
        let signed = word.text.strip_prefix(|c: char| is_sign(c.encode_utf8(&mut [0; 4])));
        let start = word.text.len() - signed.map_or(word.text.len(), str::len);
        let text = &word.text[start..];
        let unit: String = text.chars().take_while(|c| c.is_alphabetic()).collect();
        let figure = text.strip_prefix(unit.as_str())?;
        let is_unit =
            !unit.is_empty() && unit.chars().count() <= UNIT_CHARS_MAX && core(&word.text).is_none();
        (is_unit && core(figure).is_some()).then_some((start, unit))
    };
    let mut counts: HashMap<String, usize> = HashMap::new();
    for (_, unit) in lines.iter().flat_map(|line| &line.words).filter_map(unit) {
        *counts.entry(unit).or_default() += 1;
    }
    let Some((usual, count)) = counts.into_iter().max_by_key(|(_, count)| *count) else { return };
    let all = lines.iter().flat_map(|line| &line.words).filter(|word| has_cents(&word.text)).count();
    if count < UNITS_MIN || count * 2 < all {
        return;
    }
    for line in lines {
        let mut at = 0;
        while at < line.words.len() {
            match unit(&line.words[at]) {
                Some((0, unit)) if unit == usual => split_word(line, at, unit.len(), 0.0),
                Some((start, unit)) if unit == usual => {
                    line.words[at].text.replace_range(start..start + unit.len(), "");
                }
                _ => {}
            }
            at += 1;
        }
    }
}

/// Splits a word in two, with a gap given in font sizes.
pub(super) fn split_word(line: &mut Line, at: usize, cut: usize, gap: f32) {
    let word = &line.words[at];
    let count = |text: &str| text.chars().fold(0.0_f32, |sum, _| sum + 1.0);
    let edge = word.x0 + (word.x1 - word.x0) * count(&word.text[..cut]) / count(&word.text);
    let x0 = (edge + gap * word.size).min(word.x1 - 1.0);
    let rest = Word { text: word.text[cut..].to_owned(), x0, ..word.clone() };
    line.words[at].text.truncate(cut);
    line.words[at].x1 = edge.min(x0);
    line.words.insert(at + 1, rest);
}

/// Largest number of words of a date.
const DATE_WORDS_MAX: usize = 4;

/// Separates a date with its year from the description that runs into it: `11/02/2024UPI`.
fn split_glued_dates(lines: &mut [Line]) {
    for line in lines {
        let is_start = |at: &usize| {
            line.gap_before(*at) >= CELL_GAP && line.words[*at].text.starts_with(char::is_numeric)
        };
        for start in (0..line.words.len()).filter(is_start).collect::<Vec<_>>() {
            let ends = start..(start + DATE_WORDS_MAX).min(line.words.len());
            if let Some((at, cut)) = ends.into_iter().find_map(|at| Some((at, date_end(line, start, at)?))) {
                split_word(line, at, cut, CELL_APART);
            }
        }
    }
}

/// Returns the day that a part of a word is.
fn day_of(line: &Line, at: usize, text: &str) -> Option<DateMark> {
    let word = Word { text: text.to_owned(), ..line.words[at].clone() };
    let alone = Line { words: vec![word], ..line.clone() };
    text.contains(['/', '.']).then(|| date_at(&alone, 0)).flatten().filter(|date| !date.like_amount)
}

/// Separates the two days of a period that only a dash joins (`06/14/25-07/13/25`), a day and a time, and the
/// days of a row that only a slash joins (`29.11./30.11.`).
fn split_days(lines: &mut [Line]) {
    for line in lines {
        let mut at = 0;
        while at < line.words.len() {
            let text = &line.words[at].text;
            let is_day = |text: &str| day_of(line, at, text).is_some_and(|date| date.form.year().is_some());
            let dashes = text.match_indices(['-', '\u{2013}', '\u{2014}', '~']);
            let cut = dashes.map(|(cut, dash)| (cut, dash.len())).find(|(cut, length)| {
                let (first, second) = (&text[..*cut], &text[cut + length..]);
                // `Jun 22 2024-Jul 21 2024`
                let is_year = first.len() == 4
                    && first.bytes().all(|byte| byte.is_ascii_digit())
                    && at
                        .checked_sub(2)
                        .and_then(|day| date_at(line, day))
                        .is_some_and(|date| date.words.end == at);
                is_day(first) && is_day(second.trim_end_matches([':', ',', ')']))
                    || is_year && month(second).is_some()
            });
            // `30/11/2025-14:48:35`
            let time = text.find('-').filter(|dash| is_day(&text[..*dash]) && is_time(&text[dash + 1..]));
            let is_dotted = |text: &str| !text.contains('/') && day_of(line, at, text).is_some();
            let days = text.split_once('/').filter(|(first, second)| is_dotted(first) && is_dotted(second));
            if let Some(first) = days.map(|(first, _)| first.len()).or(time) {
                split_word(line, at, first, 0.0);
                line.words[at + 1].text.remove(0);
            } else if let Some((cut, length)) = cut {
                split_word(line, at, cut + length, 0.0);
                split_word(line, at, cut, 0.0);
            }
            at += 1;
        }
    }
}

/// Returns the byte index at which the date that begins at the word `start` ends within the word `last`,
/// before letters.
fn date_end(line: &Line, start: usize, last: usize) -> Option<usize> {
    let text = &line.words[last].text;
    let mut cuts = text.char_indices().skip(1).filter(|(_, character)| character.is_alphabetic());
    cuts.find_map(|(cut, _)| {
        if !text[cut..].chars().nth(1).is_some_and(char::is_alphabetic) {
            return None;
        }
        let mut words = line.words[start..=last].to_vec();
        words.last_mut()?.text.truncate(cut);
        let alone = Line { words, ..line.clone() };
        let is_whole = |date: &DateMark| {
            date.words.len() == alone.words.len() && !date.like_amount && date.form.year().is_some()
        };
        date_at(&alone, 0).is_some_and(|date| is_whole(&date)).then_some(cut)
    })
}

/// Distance, in font sizes, below which two lines may belong to one cell.
const CELL_LINES: f32 = 1.7;
/// Largest difference of equal left edges, in points.
const SAME_EDGE: f32 = 3.0;

/// Joins the two parts of a date that a narrow cell broke: `2024-03-` above `01`.
fn join_broken_dates(lines: &mut Vec<Line>) {
    for index in 1..lines.len() {
        let (above, below) = lines.split_at_mut(index);
        let (Some(above), Some(below)) = (above.last_mut(), below.first_mut()) else { continue };
        let is_near = above.page == below.page && below.baseline - above.baseline < CELL_LINES * above.size;
        if !is_near {
            continue;
        }
        for word in &mut above.words {
            if !is_date_start(&word.text) {
                continue;
            }
            let is_rest = |rest: &Word| {
                (rest.x0 - word.x0).abs() < SAME_EDGE
                    && matches!(rest.text.len(), 2 | 4)
                    && rest.text.bytes().all(|byte| byte.is_ascii_digit())
            };
            // The rest is alone in its cell, unlike a number at the start of a text.
            let is_alone = |at: &usize| below.gap_before(*at + 1) > CELL_GAP;
            if let Some(at) = below.words.iter().position(is_rest).filter(is_alone) {
                word.text.push_str(&below.words.remove(at).text);
            }
        }
    }
    lines.retain(|line| !line.words.is_empty());
}

/// True if a word is the first part of a date and ends with a separator.
fn is_date_start(text: &str) -> bool {
    let Some(body) = text.strip_suffix(['-', '/', '.']) else { return false };
    let parts: Vec<&str> = body.split(['-', '/', '.']).collect();
    let is_number =
        |part: &&str| matches!(part.len(), 1 | 2 | 4) && part.bytes().all(|byte| byte.is_ascii_digit());
    parts.len() == 2 && parts.iter().all(is_number)
}

/// Largest number of words of a reference before a date.
const LEAD_WORDS_MAX: usize = 2;

/// Separates a card number or reference at the start of a cell from the date after it, so that the date
/// begins a cell of its own.
fn free_led_dates(lines: &mut [Line]) {
    let is_reference = |text: &str| {
        text.len() <= 20
            && text.chars().filter(|c| c.is_ascii_digit() || matches!(c, '*' | '#')).count() * 2
                > text.chars().count()
    };
    for line in lines {
        for start in (0..line.words.len()).filter(|at| line.gap_before(*at) >= CELL_GAP).collect::<Vec<_>>() {
            let is_lead = |at: &usize| {
                is_reference(&line.words[*at].text) && (*at == start || line.gap_before(*at) < CELL_GAP)
            };
            let lead = (start..line.words.len()).take_while(is_lead).count().min(LEAD_WORDS_MAX);
            let date =
                (start..=start + lead).find(|at| date_at(line, *at).is_some_and(|date| !date.like_amount));
            if let Some(at) = date.filter(|at| *at > start && line.gap_before(*at) < CELL_GAP) {
                let edge = line.words[at].x0 - line.words[at].size;
                line.words[at - 1].x1 = line.words[at - 1].x1.min(edge);
            }
        }
    }
}

/// Largest number of words before the date of a heading.
const DAY_WORDS_MAX: usize = 2;

/// Removes the head of a date from lines that have nothing but it and a date: `Booking date 04.03.2022` above
/// the transactions of that day. Beside a column of dates, such a line is part of a description.
fn name_days(lines: &mut [Line]) {
    let is_date = |line: &Line, at: usize| {
        date_at(line, at).is_some_and(|date| !date.like_amount && date.words.end == line.words.len())
    };
    let is_row = |line: &Line| {
        date_at(line, 0).is_some_and(|date| !date.like_amount)
            && line.words.iter().any(|word| has_cents(&word.text))
    };
    let lead = |line: &Line| {
        let at = (1..=DAY_WORDS_MAX).find(|at| is_date(line, *at))?;
        let text: String = line.words[..at].iter().map(|word| word.text.as_str()).collect();
        (role_of(&text) == Some(Role::Date)).then_some(at)
    };
    let leads: Vec<Option<usize>> = lines.iter().map(lead).collect();
    if leads.iter().flatten().count() < RECORDS_MIN || lines.iter().any(is_row) {
        return;
    }
    for (line, at) in lines.iter_mut().zip(leads) {
        line.words.drain(..at.unwrap_or(0));
    }
}

/// Smallest number of marks that make a column.
const COLUMN_MIN: usize = 2;

pub(super) fn has_cents(text: &str) -> bool {
    let mut tail = text.chars().rev();
    tail.by_ref().take(2).filter(char::is_ascii_digit).count() == 2 && matches!(tail.next(), Some('.' | ','))
}

/// Largest number of lines of one row.
const ROW_LINES_MAX: usize = 6;

pub(super) fn is_sign(text: &str) -> bool {
    matches!(text, "+" | "-" | "\u{2212}" | "\u{2013}")
}

/// Moves signs at the end of a line to the figures of the same row on a lower line.
fn lower_signs(lines: &mut [Line], is_far: impl Fn(&Line, usize) -> bool, is_figure: impl Fn(&Word) -> bool) {
    for index in 0..lines.len() {
        let at = lines[index].words.len() - 1;
        if at == 0 || !is_far(&lines[index], at) {
            continue;
        }
        let is_row =
            |below: &usize| lines[*below].page == lines[index].page && date_at(&lines[*below], 0).is_none();
        let found = (index + 1..lines.len().min(index + ROW_LINES_MAX))
            .take_while(is_row)
            .find_map(|below| Some((below, lines[below].words.iter().position(&is_figure)?)));
        if let Some((below, place)) = found
            && !lines[below].words.iter().any(|word| is_sign(&word.text))
        {
            let start = (0..=place).rev().find(|at| lines[below].gap_before(*at) >= CELL_GAP);
            let sign = lines[index].words.remove(at);
            lines[below].words.insert(start.unwrap_or(0), sign);
        }
    }
}

/// Returns the cells of a line as ranges of its words.
fn cells(line: &Line) -> Vec<std::ops::Range<usize>> {
    let starts: Vec<usize> = (0..line.words.len()).filter(|at| line.gap_before(*at) > CELL_GAP).collect();
    let ends = starts.iter().skip(1).copied().chain([line.words.len()]);
    starts.iter().copied().zip(ends).map(|(start, end)| start..end).collect()
}

/// Replaces words for the direction, such as `Money out`, by marks. They must fill a column beside the
/// descriptions.
fn name_marks(lines: &mut [Line]) {
    let is_figure = |word: &Word| core(&word.text).is_some_and(|core| has_cents(&core) || is_groups(&core));
    let has_figure = |line: &Line| line.words.iter().any(is_figure);
    let mark = |line: &Line, cell: &std::ops::Range<usize>| -> Option<&'static str> {
        let words: Vec<&str> = line.words[cell.clone()].iter().map(|word| word.text.as_str()).collect();
        let text = words.join(" ");
        // A column of currencies holds no directions, although `INR` may be read as `IN`.
        let is_code = text.bytes().all(|byte| byte.is_ascii_uppercase()) && Currency::parse(&text).is_ok();
        match role_of(&text).filter(|_| !is_code) {
            Some(Role::In) => Some("CR"),
            Some(Role::Out) => Some("DR"),
            _ => None,
        }
    };
    let mut columns: FxHashMap<i32, (usize, usize)> = FxHashMap::default();
    for line in lines.iter().filter(|line| has_figure(line)) {
        for cell in cells(line) {
            let own = columns.entry(slot(line.words[cell.start].x0)).or_default();
            *(if mark(line, &cell).is_some() { &mut own.0 } else { &mut own.1 }) += 1;
        }
    }
    for at in 0..lines.len() {
        let line = &lines[at];
        let found = cells(line).into_iter().find_map(|cell| {
            let (marks, others) = columns.get(&slot(line.words[cell.start].x0)).copied()?;
            let is_column = marks >= COLUMN_MIN && others <= marks / OTHERS_IN;
            let has_text = |word: &Word| word.text.chars().filter(|c| c.is_alphabetic()).count() > 1;
            let mut outside = line.words.iter().enumerate().filter(|(at, _)| !cell.contains(at));
            let is_beside = outside.any(|(_, word)| has_text(word));
            let mark = mark(line, &cell).filter(|_| is_column && is_beside)?;
            Some((cell, mark))
        });
        let Some((cell, mark)) = found else { continue };
        // The amount may stand on a line below, as the last one of its transaction.
        let has_cell = |line: &Line| cells(line).into_iter().any(|cell| is_figure(&line.words[cell.start]));
        let below = (at + 1..lines.len().min(at + MARK_REACH)).find(|below| has_cell(&lines[*below]));
        let is_own = |below: &usize| {
            (at + 1..=*below)
                .all(|own| lines[own].page == lines[at].page && date_at(&lines[own], 0).is_none())
        };
        let target = below.filter(|below| !has_figure(&lines[at]) && is_own(below));
        let words = &mut lines[at].words;
        mark.clone_into(&mut words[cell.start].text);
        words[cell.start].x1 = words[cell.end - 1].x1;
        words.drain(cell.start + 1..cell.end);
        if let Some(target) = target {
            let word = lines[at].words.remove(cell.start);
            let place = lines[target].words.partition_point(|other| other.x0 < word.x0);
            lines[target].words.insert(place, word);
        }
    }
}

/// Number of lines from a word for the direction within which its amount stands.
const MARK_REACH: usize = 7;

/// Marks of money in and out in a column of their own.
pub(super) const MARKS: &[&str] = &["D", "C", "DR", "CR", "Dr", "Cr", "DB", "S", "H", "K", "Af", "Bij"];

/// Moves marks in a column that holds nothing else to the figures before them, or after them if there are
/// none before.
fn move_far_marks(lines: &mut [Line]) {
    let is_figure = |word: &Word| has_digits(&word.text);
    let starts = |line: &Line, at: usize| line.gap_before(at) > CELL_GAP;
    let firsts = |line: &Line| cells(line).into_iter().map(|cell| cell.start).collect::<Vec<_>>();
    let is_mark = |word: &Word| MARKS.contains(&word.text.as_str());
    let mut columns: FxHashMap<i32, (usize, usize)> = FxHashMap::default();
    for line in lines.iter().filter(|line| line.words.iter().any(is_figure)) {
        for word in firsts(line).into_iter().map(|at| &line.words[at]) {
            let own = columns.entry(slot(word.x0)).or_default();
            *(if is_mark(word) { &mut own.0 } else { &mut own.1 }) += 1;
        }
    }
    for line in lines {
        for at in firsts(line) {
            let (marks, others) = columns.get(&slot(line.words[at].x0)).copied().unwrap_or_default();
            let is_alone = is_mark(&line.words[at]) && starts(line, at + 1);
            if !is_alone || marks < COLUMN_MIN || others > marks / OTHERS_IN {
                continue;
            }
            let before = at.checked_sub(1).filter(|before| is_figure(&line.words[*before]));
            let has_any = line.words[..at].iter().any(is_figure);
            let after =
                (at + 1..line.words.len()).find(|_| !has_any).filter(|after| is_figure(&line.words[*after]));
            // A reference before the mark is no amount.
            let is_number = |text: &str| {
                text.len() >= REFERENCE_DIGITS_MIN && text.bytes().all(|byte| byte.is_ascii_digit())
            };
            let is_reference = before.is_none_or(|before| is_number(&line.words[before].text));
            let amount =
                (at + 1..line.words.len()).find(|after| is_reference && fills_cell(&line.words[*after]));
            let Some(figure) = amount.or(before).or(after) else { continue };
            let mut mark = line.words.remove(at);
            let figure = if figure > at { figure - 1 } else { figure };
            let x0 = line.words[figure].x1 + MARK_GAP * mark.size;
            (mark.x1, mark.x0) = (x0 + mark.x1 - mark.x0, x0);
            line.words.insert(figure + 1, mark);
        }
    }
}

/// Smallest number of digits of a reference before a mark.
const REFERENCE_DIGITS_MIN: usize = 8;
/// Gap between a figure and its mark, in font sizes.
pub(super) const MARK_GAP: f32 = 0.2;
/// Share of other words in a column of marks, as a divisor.
const OTHERS_IN: usize = 10;

/// Merges overlapping intervals, from left to right.
pub(super) fn merged(mut intervals: Vec<(f32, f32)>) -> Vec<(f32, f32)> {
    intervals.sort_by(|one, other| one.0.total_cmp(&other.0));
    let mut merged: Vec<(f32, f32)> = Vec::new();
    for (x0, x1) in intervals {
        match merged.last_mut() {
            Some(last) if x0 <= last.1 => last.1 = last.1.max(x1),
            _ => merged.push((x0, x1)),
        }
    }
    merged
}

fn begins_figure(word: &Word) -> bool {
    is_start_of_figure(&word.text)
}

fn is_start_of_figure(text: &str) -> bool {
    text.trim_start_matches('*').starts_with(|c: char| c.is_ascii_digit() || matches!(c, '$' | '€' | '£'))
}

/// True if a word may fill a cell of amounts, unlike a number within a description.
fn fills_cell(word: &Word) -> bool {
    is_cell_figure(&word.text)
}

fn is_cell_figure(text: &str) -> bool {
    let digits = text.trim_start_matches(|c: char| !c.is_ascii_digit());
    let group = digits.len().checked_sub(4).filter(|at| *at > 0).and_then(|at| digits.get(at..));
    let is_grouped = group.is_some_and(|group| group.starts_with(['.', ',']));
    is_start_of_figure(text) && digits.is_ascii() && (has_cents(digits) || is_grouped)
}

/// Moves signs in a column of their own to the figures after them. If the figure is on a lower line of
/// the row, the sign moves to that line.
fn move_far_signs(lines: &mut [Line]) {
    let cell = |line: &Line, at: usize| is_sign(&line.words[at].text) && line.gap_before(at) > CELL_GAP;
    let leads = |line: &Line, at: usize| {
        cell(line, at)
            && line.words.get(at + 1).is_some_and(begins_figure)
            && date_at(line, at + 1).is_none_or(|date| date.like_amount)
            && line.gap_before(at + 1) > 0.5
    };
    let all = |line: &Line| 0..line.words.len();
    let signed =
        lines.iter().flat_map(|line| all(line).filter(|at| leads(line, *at)).map(|at| &line.words[at + 1]));
    let signed: Vec<(f32, f32)> = signed.map(|word| (word.x0, word.x1)).collect();
    let last = signed.iter().map(|(x0, _)| *x0).fold(f32::NEG_INFINITY, f32::max);
    let edges: FxHashSet<(bool, i32)> =
        signed.iter().flat_map(|(x0, x1)| [(false, slot(*x0)), (true, slot(*x1))]).collect();
    let is_edge = |is_right: bool, x: f32| (-1..=1).any(|step| edges.contains(&(is_right, slot(x) + step)));
    let is_aligned = |word: &Word| is_edge(false, word.x0) || is_edge(true, word.x1);
    // In a column of signs, some rows have none or the opposite one. Otherwise, dashes fill empty cells.
    let is_bare = |line: &Line, at: usize| {
        let is_near = |at: &usize| is_group(&line.words[*at]) && line.gap_before(at + 1) < CELL_GAP;
        let groups = (0..at).rev().take_while(is_near).count();
        fills_cell(&line.words[at])
            && is_aligned(&line.words[at])
            && (at - groups).checked_sub(1).is_some_and(|before| !is_sign(&line.words[before].text))
    };
    // The figure of a row is on the line of its date or below it. Others are those of a summary.
    let mut is_open = false;
    let has_bare = lines.iter().any(|line| {
        is_open |= all(line).any(|at| date_at(line, at).is_some_and(|date| !date.like_amount));
        let is_found = is_open && all(line).any(|at| is_bare(line, at));
        is_open &= !all(line).any(|at| fills_cell(&line.words[at]) && is_aligned(&line.words[at]));
        is_found || all(line).any(|at| leads(line, at) && line.words[at].text == "+")
    });
    if !has_bare {
        return;
    }
    // Rows of the table: lines with a date, such a cell, or a figure in the column of the signed ones.
    let is_row = |line: &&Line| {
        date_at(line, 0).is_some()
            || all(line)
                .any(|at| cell(line, at) || fills_cell(&line.words[at]) && is_aligned(&line.words[at]))
    };
    // If figures of other rows stand at the same place, a lone sign there fills an empty cell.
    let with_unit = |line: &Line, at: usize| {
        let unit = line.words.get(at + 1).filter(|word| {
            line.gap_before(at + 1) < CELL_GAP && !word.text.contains(|c: char| c.is_ascii_digit())
        });
        (line.words[at].x0, unit.unwrap_or(&line.words[at]).x1)
    };
    let figures = lines.iter().filter(is_row).flat_map(|line| {
        let is_figure =
            |at: &usize| is_cell_figure(line.words[*at].text.trim_start_matches(['-', '\u{2212}']));
        let figures = all(line).filter(is_figure);
        figures.map(|at| with_unit(line, at)).collect::<Vec<_>>()
    });
    let covered = merged(figures.map(|(x0, x1)| (x0 - SAME_EDGE, x1 + SAME_EDGE)).collect());
    let is_filler = |x: f32| {
        let after = covered.partition_point(|(x0, _)| *x0 < x);
        after.checked_sub(1).is_some_and(|at| x < covered[at].1)
    };
    let is_far = |line: &Line, at: usize| cell(line, at) && !is_filler(line.words[at].x0);
    lower_signs(
        lines,
        |line, at| is_far(line, at) && line.words[at].x0 < last,
        |word| fills_cell(word) && is_aligned(word),
    );
    for line in lines {
        for at in 0..line.words.len() {
            if leads(line, at) && is_far(line, at) {
                let edge = line.words[at + 1].x0;
                move_to(&mut line.words[at], edge);
            }
        }
    }
}

/// Moves a word to just before `edge`.
fn move_to(word: &mut Word, edge: f32) {
    let width = word.x1 - word.x0;
    word.x1 = edge - 0.1 * word.size;
    word.x0 = word.x1 - width;
}

/// True if a word may be a group of digits of a number with spaces.
fn is_group(word: &Word) -> bool {
    word.text.len() <= 3 && word.text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(crate) fn line(baseline: f32, words: &[(f32, &str)]) -> Line {
        let word = |(x0, text): &(f32, &str)| {
            let width = text.chars().fold(0.0, |width, _| width + 5.0);
            Word { text: (*text).to_owned(), x0: *x0, x1: x0 + width, size: 10.0 }
        };
        Line { page: 1, baseline, size: 10.0, words: words.iter().map(word).collect() }
    }

    fn texts(lines: &[Line]) -> Vec<String> {
        lines.iter().map(Line::text).collect()
    }

    #[test]
    fn a_date_broken_over_two_lines_is_joined() {
        let mut lines = vec![line(10.0, &[(0.0, "2024-03-"), (90.0, "RENT")]), line(20.0, &[(0.0, "01")])];
        join_broken_dates(&mut lines);
        assert_eq!(texts(&lines), ["2024-03-01 RENT"]);
    }

    #[test]
    fn a_date_is_separated_from_a_description_that_runs_into_it() {
        let mut lines = vec![
            line(10.0, &[(0.0, "11/02/2024UPI"), (90.0, "Payment")]),
            line(20.0, &[(0.0, "11"), (15.0, "Feb"), (35.0, "2024UPI")]),
            line(30.0, &[(0.0, "24/7SUPPORT"), (90.0, "2024-02-11T10:00")]),
        ];
        split_glued_dates(&mut lines);
        assert_eq!(
            texts(&lines),
            ["11/02/2024 UPI Payment", "11 Feb 2024 UPI", "24/7SUPPORT 2024-02-11T10:00"]
        );
    }

    #[test]
    fn the_days_of_a_period_are_separated_at_their_dash() {
        let mut lines = vec![
            line(10.0, &[(0.0, "06/14/25-07/13/25")]),
            line(20.0, &[(0.0, "Jun"), (15.0, "22"), (25.0, "2024-Jul"), (60.0, "21"), (70.0, "2024")]),
            line(30.0, &[(0.0, "Invoice"), (50.0, "2024-Jul")]),
            line(40.0, &[(0.0, "30/11/2025-14:48:35")]),
        ];
        split_days(&mut lines);
        let days = ["06/14/25 - 07/13/25", "Jun 22 2024 - Jul 21 2024", "Invoice 2024-Jul"];
        assert_eq!(texts(&lines), [&days[..], &["30/11/2025 14:48:35"]].concat());
    }

    #[test]
    fn signs_in_their_own_column_move_to_their_figures_and_fillers_stay() {
        let far = |baseline, sign| line(baseline, &[(0.0, "Rent"), (100.0, sign), (130.0, "12.00")]);
        let mut lines = vec![far(10.0, "-"), far(20.0, "+")];
        move_far_signs(&mut lines);
        assert!(lines.iter().all(|line| line.words[1].x0 > 120.0));
        let mut lines =
            vec![far(10.0, "-"), far(20.0, "-"), line(30.0, &[(0.0, "02/01/2024"), (95.0, "7.00")])];
        move_far_signs(&mut lines);
        assert!(lines[..2].iter().all(|line| line.words[1].x0 < 101.0));
    }

    #[test]
    fn a_summary_and_groups_of_digits_take_no_sign() {
        let row = |baseline, words: &[(f32, &str)]| {
            line(baseline, &[&[(0.0, "02/01/2024"), (100.0, "-")], words].concat())
        };
        let mut lines = vec![
            row(10.0, &[(135.0, "36,28")]),
            row(20.0, &[(117.0, "19"), (130.0, "250,25")]),
            line(30.0, &[(0.0, "Closing"), (117.0, "19"), (130.0, "250,25")]),
            line(40.0, &[(0.0, "Total"), (135.0, "36,28")]),
        ];
        move_far_signs(&mut lines);
        assert!(lines[..2].iter().all(|line| line.words[1].x0 < 101.0));
    }
}
