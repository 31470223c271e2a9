//! Lines whose dates and figures are separated from their text.

use std::collections::HashMap;

use super::amount::{Figure, Style, figures};
use super::currency;
use super::date::{DateMark, date_at, is_time};
use super::heads::{Head, Role, heads, role_of};
use super::labels::squeeze;
use crate::layout::{Line, Word, in_reading_order};

/// A line whose words are classified as dates, figures or text.
#[derive(Debug, Clone)]
pub(crate) struct Row {
    /// The words.
    pub(crate) line: Line,
    /// Dates in a column of dates, from left to right.
    pub(crate) dates: Vec<DateMark>,
    /// Possible amounts, from left to right.
    pub(crate) figures: Vec<Figure>,
    /// For each word, true if it is text.
    is_text: Vec<bool>,
}

/// Smallest gap before the first word of a cell, in font sizes.
pub(crate) const CELL_GAP: f32 = 0.85;
/// Largest gap, in font sizes, between a figure and a word of the same sentence.
const CLOSE: f32 = 0.5;
/// Smallest gap between two boxes side by side, in font sizes.
const BOXES_APART: f32 = 1.5;
/// Largest difference of the edges of aligned cells, in points.
const ALIGNED: f32 = 3.0;
/// Smallest share of dates among the cells at a position that makes it a column of dates.
const DATE_SHARE: f32 = 0.34;
/// Factor by which the dates of a page's main column must outnumber those at another position for these to be
/// compared with all lines of the main column. A few dates may be there by chance.
const LONE: u32 = 4;

impl Row {
    /// Returns the text between two positions of the line, without dates and figures.
    pub(crate) fn text_between(&self, x0: f32, x1: f32) -> String {
        self.words_between(x0, x1, |index| self.is_text.get(index).copied().unwrap_or(false))
    }

    /// Returns all text of the line, without dates and figures.
    pub(crate) fn text(&self) -> String {
        self.text_between(f32::NEG_INFINITY, f32::INFINITY)
    }

    /// Returns the description between two positions of the row: all words except dates, times, the figures
    /// in `cells`, and fillers of empty cells.
    pub(crate) fn description_between(&self, x0: f32, x1: f32, cells: &[usize]) -> String {
        let is_cell = |index: usize| {
            cells
                .iter()
                .filter_map(|number| self.figures.get(*number))
                .any(|figure| figure.words.contains(&index))
        };
        let in_figure =
            |index: usize| self.figures.iter().any(|figure| figure.strong && figure.words.contains(&index));
        self.words_between(x0, x1, |index| {
            let is_text = self.is_text.get(index).copied().unwrap_or(false);
            (is_text || in_figure(index)) && !is_cell(index) && !self.is_filler(index)
        })
    }

    /// Returns the figures in cells of their own.
    pub(crate) fn apart(&self) -> impl Iterator<Item = &Figure> {
        self.figures.iter().filter(|figure| self.stands_apart(figure))
    }

    /// True if no text stands close to the figure on either side, as it would within a sentence.
    pub(crate) fn stands_apart(&self, figure: &Figure) -> bool {
        let is_text = |index: usize| self.is_text.get(index).copied().unwrap_or(false);
        let before = figure.words.start.checked_sub(1);
        let close_before = before.is_some_and(is_text) && self.line.gap_before(figure.words.start) < CLOSE;
        let close_after = is_text(figure.words.end) && self.line.gap_before(figure.words.end) < CLOSE;
        !(close_before || close_after)
    }

    /// True if text follows a figure closely.
    pub(crate) fn goes_on_after(&self, figure: &Figure) -> bool {
        let is_text = self.is_text.get(figure.words.end).copied().unwrap_or(false);
        is_text && self.line.gap_before(figure.words.end) < CLOSE
    }

    /// Returns the left edge of the first word of text that starts at `from` or after it.
    pub(crate) fn text_edge(&self, from: f32) -> Option<f32> {
        let words = self.line.words.iter().zip(&self.is_text);
        words.filter(|(word, is_text)| **is_text && word.x0 >= from).map(|(word, _)| word.x0).next()
    }

    /// True if the word is a lone dash or tilde that fills an empty cell.
    fn is_filler(&self, index: usize) -> bool {
        let is_sign = |character: char| matches!(character, '~' | '-' | '\u{2013}' | '\u{2014}' | '.' | '*');
        self.line.gap_before(index) >= CELL_GAP
            && self.line.gap_before(index + 1) >= CELL_GAP
            && self.line.words.get(index).is_some_and(|word| word.text.chars().all(is_sign))
    }

    fn words_between(&self, x0: f32, x1: f32, keeps: impl Fn(usize) -> bool) -> String {
        let words = self.line.words.iter().enumerate();
        let kept = words.filter(|(index, word)| word.x0 >= x0 && word.x0 < x1 && keeps(*index));
        let mut words: Vec<&str> = kept.map(|(_, word)| word.text.as_str()).collect();
        in_reading_order(&mut words);
        words.join(" ")
    }

    /// Returns the text of the cell before a figure, without the boxes of a summary to its left.
    pub(crate) fn label_cell(&self, figure: usize) -> String {
        let end = self.figures.get(figure).map_or(0, |figure| figure.words.start);
        let words =
            (self.label_start(end)..end).filter(|index| self.is_text.get(*index).copied().unwrap_or(false));
        words.map(|index| self.line.words[index].text.as_str()).collect::<Vec<_>>().join(" ")
    }

    /// Returns the index of the first word of the cell before the word at `end`.
    pub(crate) fn label_start(&self, end: usize) -> usize {
        (0..end).rev().find(|index| self.line.gap_before(*index) >= BOXES_APART).unwrap_or(0)
    }

    /// Returns the text before a figure, from the previous figure on. It labels the figure.
    pub(crate) fn label_text(&self, figure: usize) -> String {
        let before = self.figures.iter().take(figure).rev().find(|previous| previous.strong);
        let from = before.map_or(f32::NEG_INFINITY, |previous| previous.x1);
        let to = self.figures.get(figure).map_or(f32::INFINITY, |this| this.x1);
        self.text_between(from, to)
    }
}

/// Classifies the words of all lines. The style of the amounts is the one that most figures indicate.
pub(crate) fn rows(lines: Vec<Line>) -> (Vec<Row>, Style) {
    let candidates: Vec<Vec<DateMark>> = lines.iter().map(candidates).collect();
    let accepted = in_columns(&lines, &candidates);
    let ends_page = |at: usize| lines.get(at + 1).is_none_or(|next| next.page != lines[at].page);
    let ends: Vec<bool> = (0..lines.len()).map(ends_page).collect();
    let mut rows: Vec<Row> = lines
        .into_iter()
        .zip(accepted)
        .zip(ends)
        .map(|((line, mut dates), ends_page)| {
            let mut taken = vec![false; line.words.len()];
            for date in &dates {
                taken[date.words.clone()].fill(true);
            }
            for (index, word) in line.words.iter().enumerate() {
                let starts = index == 0 && word.text.len() > 6;
                taken[index] |= (starts || !dates.is_empty()) && is_time(&word.text);
            }
            let mut is_text: Vec<bool> = taken.iter().map(|taken| !taken).collect();
            mark_page_numbers(&line, ends_page && dates.is_empty(), &mut taken);
            mark_account_numbers(&line, &mut taken);
            let figures = figures(&line, &taken);
            if figures.iter().filter(|figure| figure.strong).count() >= SUMMARY_FIGURES && is_period(&line) {
                dates.clear();
            }
            for figure in &figures {
                if figure.strong {
                    is_text[figure.words.clone()].fill(false);
                }
            }
            Row { line, dates, figures, is_text }
        })
        .collect();
    leave_units(&mut rows);
    let style = three_decimals(&rows).map_or_else(|| style(&rows), |(style, _)| style);
    (rows, style)
}

/// Smallest number of figures after a period on a line that sums it up, unlike a transaction.
const SUMMARY_FIGURES: usize = 3;

/// True if a line begins with a period: two dates and a dash between them.
fn is_period(line: &Line) -> bool {
    let Some(first) = date_at(line, 0) else { return false };
    let dash = line.words.get(first.words.end).map_or("", |word| word.text.as_str());
    matches!(dash, "-" | "\u{2013}" | "\u{2014}") && date_at(line, first.words.end + 1).is_some()
}

/// Largest number of digits of a page number.
const PAGE_DIGITS_MAX: usize = 3;

/// Longest word between the number of a page and the number of pages, in bytes.
const OF_BYTES_MAX: usize = 4;

/// Marks the words of a page number and the number of pages, `2 / 3` and `PAGE 1 OF 2`, which are no figures.
/// Below all rows of a page, its number may stand alone.
fn mark_page_numbers(line: &Line, is_foot: bool, taken: &mut [bool]) {
    let is_number = |text: &str| text.len() <= PAGE_DIGITS_MAX && text.bytes().all(|c| c.is_ascii_digit());
    let page = line.page.to_string();
    let is_alone = |at: &usize| line.words[*at].text == page && line.gap_before(*at) >= CELL_GAP;
    if let Some(last) = line.words.len().checked_sub(1).filter(is_alone).filter(|_| is_foot) {
        taken[last] = true;
    }
    for (at, three) in line.words.windows(3).enumerate() {
        let [first, between, last] = three else { continue };
        let is_of_pages = at + 3 == line.words.len()
            && first.text == page
            && between.text.len() <= OF_BYTES_MAX
            && between.text.chars().all(char::is_alphabetic);
        if is_number(&first.text) && is_number(&last.text) && (between.text == "/" || is_of_pages) {
            taken[at..at + 3].fill(true);
        }
    }
}

/// Smallest number of groups of four after the country of an IBAN.
const IBAN_GROUPS_MIN: usize = 3;

/// Marks the words of an IBAN in groups, which are no figures.
fn mark_account_numbers(line: &Line, taken: &mut [bool]) {
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let is_country = |text: &str| {
        let parts = text.split_at_checked(2).filter(|_| text.len() == 4);
        parts.is_some_and(|(code, check)| code.bytes().all(|c| c.is_ascii_uppercase()) && is_digits(check))
    };
    let is_group = |at: &usize| {
        let text = line.words.get(*at).map_or("", |word| word.text.as_str());
        line.gap_before(*at) < CELL_GAP && (1..=4).contains(&text.len()) && is_digits(text)
    };
    for at in (0..line.words.len()).filter(|at| is_country(&line.words[*at].text)) {
        let groups = (at + 1..line.words.len()).take_while(is_group).count();
        if groups >= IBAN_GROUPS_MIN {
            taken[at..=at + groups].fill(true);
        }
    }
}

/// Number of figures in ten that must have three digits after the separator if all amounts have three
/// decimals.
const OF_TEN: usize = 9;

/// Longest unit in characters.
const UNIT_CHARS_MAX: usize = 4;
/// Smallest number of figures that must share a word before it counts as their unit.
const UNITS_MIN: usize = 4;

/// Returns the index of the word directly before or after a figure if it may be a unit.
fn beside(row: &Row, figure: &Figure, after: bool) -> Option<usize> {
    let index = if after { figure.words.end } else { figure.words.start.checked_sub(1)? };
    let gap = row.line.gap_before(if after { index } else { figure.words.start });
    let text = &row.line.words.get(index)?.text;
    let is_unit = text.chars().count() <= UNIT_CHARS_MAX
        && text.chars().any(char::is_alphabetic)
        && !text.chars().any(|character| character.is_ascii_digit());
    (is_unit && gap < CELL_GAP && row.is_text.get(index).copied().unwrap_or(false)).then_some(index)
}

/// Removes units from the text. A short word on the same side of more than half of the figures is their unit,
/// even if it is unknown.
fn leave_units(rows: &mut [Row]) {
    let is_amount = |figure: &&Figure| figure.strong && figure.style().is_some();
    let all = rows.iter().flat_map(|row| &row.figures).filter(is_amount).count();
    for after in [true, false] {
        let mut counts: HashMap<String, usize> = HashMap::new();
        for row in rows.iter() {
            for index in row.figures.iter().filter(is_amount).filter_map(|figure| beside(row, figure, after))
            {
                *counts.entry(row.line.words[index].text.clone()).or_default() += 1;
            }
        }
        let unit = counts.into_iter().max_by_key(|(_, count)| *count);
        let Some((unit, _)) = unit.filter(|(_, count)| *count >= UNITS_MIN && *count * 2 > all) else {
            continue;
        };
        for row in rows.iter_mut() {
            let beside: Vec<usize> = row
                .figures
                .iter()
                .filter(|figure| figure.strong)
                .filter_map(|figure| beside(row, figure, after))
                .filter(|index| row.line.words[*index].text == unit)
                .collect();
            for index in beside {
                row.is_text[index] = false;
            }
        }
    }
}

/// True if the digits after the last separators may be decimals as well as a group, such as `12.500` in
/// Bahrain.
pub(crate) fn may_be_groups(rows: &[Row]) -> bool {
    if let Some((_, is_sure)) = three_decimals(rows) {
        return !is_sure;
    }
    let figures = || rows.iter().flat_map(Row::apart).filter(|figure| figure.core.contains(['.', ',']));
    let of_three = figures().filter(|figure| figure.three_decimals().is_some()).count();
    of_three * 2 > figures().count()
        && currency::currency(rows, &currency::naming_parts(rows))
            .is_some_and(|currency| currency.digits() == 3)
}

/// Returns the style of amounts with three decimals if the currency has three and nearly all figures have
/// three digits after the last separator. The flag is true if some of these can only be decimals.
pub(crate) fn three_decimals(rows: &[Row]) -> Option<(Style, bool)> {
    let figures = || rows.iter().flat_map(Row::apart).filter(|figure| figure.core.contains(['.', ',']));
    let found: Vec<(Style, bool)> = figures().filter_map(Figure::three_decimals).collect();
    if found.is_empty() || found.len() * 10 < figures().count() * OF_TEN {
        return None;
    }
    currency::currency(rows, &currency::naming_parts(rows)).filter(|currency| currency.digits() == 3)?;
    let with = |wanted: Style| found.iter().filter(|(style, _)| *style == wanted).count();
    let points = with(Style::PointThree);
    let style = if points * 2 >= found.len() { Style::PointThree } else { Style::CommaThree };
    // If the figures disagree about the last separator, one of the two separators groups thousands.
    let is_sure = with(style) == found.len() && found.iter().any(|(_, is_sure)| *is_sure);
    Some((style, is_sure))
}

/// Number of times as many figures must have groups of digits as have decimals if amounts have no decimals.
const GROUPED_TIMES: usize = 2;

/// Returns the style that most figures indicate.
fn style(rows: &[Row]) -> Style {
    let (mut point, mut comma) = (0_usize, 0_usize);
    // Amounts within sentences are left out: small print may use another style.
    let figures = || rows.iter().flat_map(Row::apart);
    for figure in figures() {
        match figure.style() {
            Some(Style::Point | Style::PointThree) => point += 1,
            Some(Style::Comma | Style::CommaThree) => comma += 1,
            None => {}
        }
    }
    // Amounts without decimals: `21.595` is grouped by its point.
    let grouped_by = |separator| figures().filter(|figure| figure.is_grouped_by(separator)).count();
    let grouped = (grouped_by(','), grouped_by('.'));
    if grouped.0 + grouped.1 > GROUPED_TIMES * (point + comma) {
        (point, comma) = grouped;
    }
    if comma > point { Style::Comma } else { Style::Point }
}

fn candidates(line: &Line) -> Vec<DateMark> {
    let mut found: Vec<DateMark> = Vec::new();
    let mut index = 0;
    let has_amount = line.words.iter().any(|word| is_amount(&word.text));
    while index < line.words.len() {
        // `2024-01-31T03:55:28 KFN 1` within a description is the time of a purchase.
        if has_time(&line.words[index].text) && line.words.len() > 1 && !has_amount {
            index += 1;
            continue;
        }
        let follows_date = found.last().is_some_and(|date| date.words.end == index);
        let follows_amount = index.checked_sub(1).is_some_and(|before| is_amount(&line.words[before].text));
        let is_named = (1..=NAME_WORDS_MAX).contains(&index) && names_date(&line.words[..index]);
        let starts_cell = line.gap_before(index) >= CELL_GAP || follows_date || is_named;
        match (starts_cell || follows_amount).then(|| date_at(line, index)).flatten() {
            Some(date) if starts_cell || date.form.year().is_some() => {
                index = date.words.end;
                found.push(date);
            }
            _ => index += 1,
        }
    }
    found
}

/// Largest number of words before the day that a line names: `Booking date 03.05.2025`.
const NAME_WORDS_MAX: usize = 2;

/// True if words are a head of dates.
pub(crate) fn names_date(words: &[Word]) -> bool {
    let text: String = words.iter().map(|word| word.text.as_str()).collect();
    !text.ends_with(':') && role_of(&text) == Some(Role::Date)
}

/// True if a time follows a date in one word, after a `T`.
fn has_time(text: &str) -> bool {
    text.split_once('T').is_some_and(|(date, time)| date.len() == 10 && time.contains(':'))
}

/// True if a word ends like an amount. A date directly after it begins the second of two transactions side by
/// side.
fn is_amount(text: &str) -> bool {
    let tail = text.len().checked_sub(3).and_then(|at| text.get(at..)).unwrap_or("");
    tail.starts_with(['.', ',']) && tail.bytes().skip(1).all(|byte| byte.is_ascii_digit())
}

/// Maps an edge to a slot so coarse that aligned cells share a slot or have neighboring ones.
pub(crate) fn slot(x: f32) -> i32 {
    #[expect(clippy::cast_possible_truncation, reason = "a place on a page; casts saturate")]
    let slot = (x / ALIGNED).round() as i32;
    slot
}

/// Returns the share of dates among the cells at a position.
fn share(dates: u32, others: u32) -> f32 {
    #[expect(clippy::cast_precision_loss, reason = "counts of lines in a file")]
    let share = dates as f32 / (dates + others).max(1) as f32;
    share
}

/// Selects the dates that stand in a column of dates.
fn in_columns(lines: &[Line], candidates: &[Vec<DateMark>]) -> Vec<Vec<DateMark>> {
    let mut spans: HashMap<(u32, i32), (usize, usize, u32)> = HashMap::new();
    for (index, (line, dates)) in lines.iter().zip(candidates).enumerate() {
        for date in dates {
            let span = spans.entry((line.page, slot(date.x0))).or_insert((index, index, 0));
            span.1 = index;
            span.2 += 1;
        }
    }
    // Range of lines from the first to the last date of the column with the most dates.
    let mut longest: HashMap<u32, (usize, usize, u32)> = HashMap::new();
    for ((page, _), span) in &spans {
        let known = longest.entry(*page).or_insert(*span);
        if (span.2, span.0) > (known.2, known.0) {
            *known = *span;
        }
    }
    let mut leftmost: HashMap<u32, i32> = HashMap::new();
    for (page, place) in spans.keys() {
        leftmost.entry(*page).and_modify(|known| *known = (*known).min(*place)).or_insert(*place);
    }
    let mut others: HashMap<(u32, i32), u32> = HashMap::new();
    for (index, line) in lines.iter().enumerate() {
        // A line without an amount is a heading, if its words begin in the first column of dates.
        let is_heading = !line.words.iter().any(|word| is_amount(&word.text))
            && leftmost.get(&line.page) == Some(&slot(line.x0()));
        for (number, word) in line.words.iter().enumerate().skip(usize::from(is_heading)) {
            let place = (line.page, slot(word.x0));
            let within = spans.get(&place).is_some_and(|own| {
                // The few dates at this position may be words within the text beside the main column.
                let main = longest.get(&line.page).filter(|main| main.2 >= LONE * own.2);
                let (first, last, _) = main.unwrap_or(own);
                (*first..=*last).contains(&index)
            });
            let is_date = || candidates[index].iter().any(|date| date.words.contains(&number));
            if within && line.gap_before(number) >= CELL_GAP && !is_date() {
                *others.entry(place).or_default() += 1;
            }
        }
    }
    let mut per_slot: HashMap<i32, u32> = HashMap::new();
    for ((_, slot), (_, _, count)) in &spans {
        *per_slot.entry(*slot).or_default() += count;
    }
    let mut others_per_slot: HashMap<i32, u32> = HashMap::new();
    for ((_, slot), count) in &others {
        *others_per_slot.entry(*slot).or_default() += count;
    }
    let (alike, clear) = candidates.iter().flatten().fold((0_usize, 0_usize), |(alike, clear), date| {
        if date.like_amount { (alike + 1, clear) } else { (alike, clear + 1) }
    });
    let alone = alone(lines, candidates);
    let keeps = |index: usize, date: &DateMark, leads: bool| {
        let line = &lines[index];
        if is_alone(line, date) && alone.get(&slot(date.x0)).is_some_and(|count| *count > 1) {
            return true;
        }
        if date.like_amount && !leads && clear * 2 > alike {
            return false;
        }
        let place = (line.page, slot(date.x0));
        let count = |slot: i32| spans.get(&(line.page, slot)).map_or(0, |span| span.2);
        let dates = count(place.1) + count(place.1 - 1) + count(place.1 + 1);
        let rest = others.get(&place).copied().unwrap_or(0);
        let anywhere = (-1..=1).filter_map(|step| per_slot.get(&(place.1 + step))).sum::<u32>();
        // On a page with few transactions the lines of a summary may outnumber them. The other pages decide
        // then.
        let rest_anywhere = others_per_slot.get(&place.1).copied().unwrap_or(0);
        let on_page = share(dates, rest);
        let share = if date.like_amount { on_page } else { on_page.max(share(anywhere, rest_anywhere)) };
        let share_needed = if date.like_amount && !leads { 0.9 } else { DATE_SHARE };
        share >= share_needed && (anywhere > 1 || date.form.year().is_some() || !date.like_amount)
            || date.words.start > 0 && !date.like_amount && is_below_head(lines, index, date)
    };
    candidates.iter().enumerate().map(|(index, dates)| kept(index, dates, &keeps)).collect()
}

/// Largest number of lines from the heads of a list to its last row.
const LIST_LINES_MAX: usize = 12;

/// True if a date stands below the head of dates of the second of two lists side by side, however short.
fn is_below_head(lines: &[Line], index: usize, date: &DateMark) -> bool {
    let is_date = |head: &Head| head.role == Role::Date;
    let above = lines[..index].iter().rev().take(LIST_LINES_MAX);
    let mut above = above.take_while(|line| line.page == lines[index].page).map(heads);
    let found = above.find(|heads| heads.iter().filter(|head| is_date(head)).count() > 1);
    found.is_some_and(|heads| {
        heads.iter().filter(|head| is_date(head)).any(|head| head.x0 < date.x1 && date.x0 < head.x1)
    })
}

/// Returns the dates of a line that a rule keeps. The rule is asked with true for a date that leads the row.
fn kept(index: usize, dates: &[DateMark], keeps: &impl Fn(usize, &DateMark, bool) -> bool) -> Vec<DateMark> {
    let is_clear = |date: &DateMark| !date.like_amount && date.form.year().is_some();
    let has_clear = dates.iter().any(|date| is_clear(date) && keeps(index, date, false));
    // `1.12` beside `01/04/2025` is an amount, unless it leads the row: `04.12 06.12.25`.
    // Two days with years at its start are the two days of a row: `230512 230513`.
    let has_pair = matches!(dates, [first, second, ..] if first.words.start == 0
        && second.words.start == first.words.end
        && first.form.year().is_some()
        && second.form.year().is_some());
    let leads = |date: &DateMark| (has_clear || has_pair) && date.words.start == 0;
    let is_amount =
        |date: &DateMark| has_clear && date.like_amount && date.form.year().is_none() && date.words.start > 0;
    let is_kept = |date: &&DateMark| keeps(index, date, leads(date)) && !is_amount(date);
    dates.iter().filter(is_kept).cloned().collect()
}

/// True if a line is nothing but a date and its name. Again and again at the same place, it is the day of a
/// transaction.
fn is_alone(line: &Line, date: &DateMark) -> bool {
    let before = &line.words[..date.words.start];
    let is_last = date.words.end == line.words.len();
    !date.like_amount && is_last && (before.is_empty() || names_date(before))
}

/// Counts the dates alone on their lines by their places.
fn alone(lines: &[Line], candidates: &[Vec<DateMark>]) -> HashMap<i32, u32> {
    let mut alone: HashMap<i32, u32> = HashMap::new();
    for (line, dates) in lines.iter().zip(candidates) {
        for date in dates.iter().filter(|date| is_alone(line, date)) {
            *alone.entry(slot(date.x0)).or_default() += 1;
        }
    }
    alone
}

/// Returns the text of a whole line, dates and figures included, normalized by [`squeeze`].
pub(crate) fn whole(row: &Row) -> String {
    squeeze(&row.line.text())
}
