//! Stage 2, structure: the headings of sections, and the totals above the transactions that they sum up.

use std::collections::{HashMap, HashSet};

use super::table::{Part, Table};
use crate::read::heads::{Role, Section, section};
use crate::read::labels::{Label, label_of, label_of_text, squeeze};
use crate::read::lists::{List, list};
use crate::read::rows::{CELL_GAP, Row};

/// Words in headings of lists of daily balances.
static BALANCES: List = List::new(|| list("balance lists"));
/// Longest heading in characters.
const HEADING_CHARS_MAX: usize = 70;
/// Number of lines within which a row or a head must follow a heading.
const HEADING_REACH: usize = 3;

/// Smallest number of rows of an overview that ends where a table begins.
const OVERVIEW_ROWS_MIN: usize = 2;

/// Assigns a section to each row.
pub(super) fn sections(rows: &[Row], table: &mut Table) -> Vec<usize> {
    table.parts.push(Part { kind: None, is_balances: false });
    let left = |of: &dyn Fn(&&Row) -> bool| {
        let dates = rows.iter().filter(of).filter_map(|row| row.dates.first());
        dates.map(|date| date.x0).min_by(f32::total_cmp)
    };
    let with_figure = left(&|row| row.figures.iter().any(|figure| figure.strong));
    let left = with_figure.or_else(|| left(&|_| true)).unwrap_or(f32::INFINITY);
    let furniture = furniture(rows);
    let groups = groups(rows);
    let mut of = Vec::with_capacity(rows.len());
    for (index, row) in rows.iter().enumerate() {
        let current = table.parts.len() - 1;
        if let Some(kind) = groups.get(&index) {
            table.parts.push(Part { kind: Some(*kind), is_balances: false });
            of.push(table.parts.len() - 1);
            continue;
        }
        if table.is_head[index] && table.parts[current].kind == Some(Section::Excluded) {
            // An overview without heads, or without a date in its heads, ends where a table begins.
            let own = of.iter().rposition(|part| *part != current).map_or(0, |before| before + 1)..index;
            let has_figure = |index: &usize| rows[*index].figures.iter().any(|figure| figure.strong);
            let has_dates = |index: usize| {
                table.form_of[index].is_some_and(|form| table.heads[form].contains(&Role::Date))
            };
            let mut heads = own.clone().filter(|index| table.is_head[*index]).peekable();
            let is_other = heads.peek().is_none() || has_dates(index) && !heads.any(has_dates);
            if is_other && own.filter(has_figure).count() >= OVERVIEW_ROWS_MIN {
                table.parts.push(Part { kind: None, is_balances: false });
            }
        }
        if !table.is_head[index] && row.dates.is_empty() {
            // The balance of a day bears the words of a list of such balances, and a figure.
            let is_day_balance = row.figures.iter().any(|figure| figure.strong) && is_balance_list(row);
            // A figure or a rate beside the words is one of the account.
            let has_figure = row.figures.iter().any(|figure| figure.strong)
                || row.line.words.iter().any(|word| word.text.contains('%'));
            let known =
                heading(row).filter(|kind| !(is_day_balance || *kind == Section::Excluded && has_figure));
            let leads = || leads_rows(rows, table, index);
            let is_excluded = table.parts[current].kind == Some(Section::Excluded);
            let ends = || matches!(label_of(&squeeze(&row.text())), Some(Label::Opening | Label::Closing));
            let kind = match known {
                None if is_excluded && ends() => Some(None),
                Some(Section::Excluded) => {
                    let is_left = row.line.x0() <= left + 4.0;
                    (is_left || is_over_heads(rows, table, index)).then_some(Some(Section::Excluded))
                }
                Some(kind) if leads() => Some(Some(kind)),
                None if is_unknown_heading(row, left)
                    && !continues(rows, index)
                    && !begins_heads(row, table.is_head.get(index + 1) == Some(&true))
                    && !furniture.contains(&squeeze(&row.text()))
                    && leads() =>
                {
                    Some(None)
                }
                _ => None,
            };
            if let Some(kind) = kind {
                let is_balances = kind == Some(Section::Excluded) && is_balance_list(row);
                table.parts.push(Part { kind, is_balances });
            }
        }
        of.push(table.parts.len() - 1);
    }
    of
}

/// True if a line stands centered over the heads of a table.
fn is_over_heads(rows: &[Row], table: &Table, index: usize) -> bool {
    let (line, below) = (&rows[index].line, rows.get(index + 1).map(|row| &row.line));
    table.is_head.get(index + 1) == Some(&true)
        && below.is_some_and(|below| below.x0() <= line.x0() && line.x1() <= below.x1())
}

/// Largest number of rows from the total of a group to the first of its transactions.
const GROUP_REACH: usize = 5;

/// Returns the rows with a total of one direction above the transactions that it sums up, in lists grouped by
/// day and direction; none unless there are several.
fn groups(rows: &[Row]) -> HashMap<usize, Section> {
    let is_dated = |row: &Row| row.dates.first().is_some_and(|date| date.words.start == 0);
    let first = rows.iter().position(is_dated).unwrap_or(rows.len());
    let has_figure = |row: &&Row| row.apart().any(|figure| figure.strong);
    let leads = |index: usize| {
        let mut below = rows[index + 1..].iter().take(GROUP_REACH).filter(has_figure);
        below.next().is_some_and(|row| row.dates.is_empty() && label_of_text(&row.text()).is_none())
    };
    let kind = |index: usize| {
        let row = &rows[index];
        let is_one = row.apart().filter(|figure| figure.strong).count() == 1;
        match label_of_text(&row.text()).filter(|_| is_one && leads(index))? {
            Label::TotalIn => Some(Section::In),
            Label::TotalOut => Some(Section::Out),
            _ => None,
        }
    };
    let found: HashMap<usize, Section> =
        (first..rows.len()).filter_map(|index| Some((index, kind(index)?))).collect();
    if found.len() > 1 { found } else { HashMap::new() }
}

/// True if a line has the words of a list of daily balances.
fn is_balance_list(row: &Row) -> bool {
    let text = squeeze(&row.text());
    BALANCES.iter().any(|word| text.contains(word))
}

/// Returns the texts that occur on several pages above or below all their figures: headers and footers.
fn furniture(rows: &[Row]) -> HashSet<String> {
    let mut first: HashMap<String, u32> = HashMap::new();
    let mut found = HashSet::new();
    let has_figure = |row: &Row| row.figures.iter().any(|figure| figure.strong);
    for page in rows.chunk_by(|one, next| one.line.page == next.line.page) {
        let top = page.iter().position(has_figure).unwrap_or(page.len());
        let bottom = page.iter().rposition(has_figure).unwrap_or(0);
        let margins = page.iter().enumerate().filter(|(at, _)| *at < top || *at > bottom);
        for (_, row) in margins.filter(|(_, row)| row.dates.is_empty()) {
            let text = squeeze(&row.text());
            if *first.entry(text.clone()).or_insert(row.line.page) != row.line.page {
                found.insert(text);
            }
        }
    }
    found
}

/// Returns the section that a line opens, without its decoration.
fn heading(row: &Row) -> Option<Section> {
    let text = row.text();
    // A remark in brackets does not count.
    if text.split('(').next().is_none_or(|text| text.chars().count() > HEADING_CHARS_MAX) {
        return None;
    }
    let whole = squeeze(&row.line.text());
    let own = squeeze(&text);
    let undecorated =
        text.split(['(', '-', ':', '|', '\u{2013}', '#', '*']).map(squeeze).find(|part| part.len() >= 4);
    let before_account = text.to_lowercase().find("account").and_then(|at| text.get(..at)).map(squeeze);
    let strong = row.figures.iter().filter(|figure| figure.strong).count();
    if strong > 1 {
        return None;
    }
    let after = text.rsplit_once(':').map(|(_, after)| squeeze(after));
    [Some(whole), Some(own), undecorated, after, before_account]
        .into_iter()
        .flatten()
        .filter(|text| text.len() >= 4)
        .find_map(|text| section(&text))
}

/// True if a line of heads, or a row with a date and a figure, follows a line closely. The figure may stand
/// on a lower line of the row.
fn leads_rows(rows: &[Row], table: &Table, index: usize) -> bool {
    let mut is_dated = false;
    for (below, row) in rows.iter().enumerate().skip(index + 1) {
        is_dated |= !row.dates.is_empty();
        if table.is_head[below] {
            return true;
        }
        if row.apart().any(|figure| figure.strong) {
            return is_dated;
        }
        if below - index > if is_dated { 2 * HEADING_REACH } else { HEADING_REACH } {
            return false;
        }
    }
    false
}

/// True if a line is the first one of heads on two lines, such as `Trans Post` above `date date`.
fn begins_heads(row: &Row, is_head_below: bool) -> bool {
    is_head_below && (1..row.line.words.len()).any(|at| row.line.gap_before(at) >= CELL_GAP)
}

/// True if a line is closer to the line above than to the one below, as the last line of a description is.
fn continues(rows: &[Row], index: usize) -> bool {
    let apart = |above: usize, below: usize| match (rows.get(above), rows.get(below)) {
        (Some(above), Some(below)) if above.line.page == below.line.page => {
            below.line.baseline - above.line.baseline
        }
        _ => f32::INFINITY,
    };
    let above = index.checked_sub(1).map_or(f32::INFINITY, |above| apart(above, index));
    above < HEADING_GAP * apart(index, index + 1)
}

/// Largest gap above the last line of a description, as a share of the gap below it.
const HEADING_GAP: f32 = 0.95;

fn is_unknown_heading(row: &Row, left: f32) -> bool {
    let text = row.text();
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    row.line.x0() <= left + 4.0
        && row.figures.iter().all(|figure| !figure.strong)
        && (4..=HEADING_CHARS_MAX).contains(&text.chars().count())
        && letters * 10 > text.chars().count() * 6
}
