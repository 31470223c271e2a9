//! Figures with labels: balances, totals and counts.

use std::collections::HashSet;

use super::amount::{Figure, Mark, Style};
use super::date::date_at;
use super::heads::{Role, role_of};
use super::labels::{Label, is_carried, label_of, names_balance, names_some_balance, squeeze};
use super::lists::{List, list};
use super::rows::Row;
use super::summary::leave_parts;
use crate::layout::{Line, Word};

/// A figure and its label.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Labeled {
    /// Meaning of the figure.
    pub(crate) label: Label,
    /// Index of the row, and index of the figure in that row.
    pub(crate) figure: (usize, usize),
    /// Index of the row of the figure.
    pub(crate) row: usize,
    /// True if it only carries a balance over to the next page.
    pub(crate) carried: bool,
    /// True if the label stands above the figure.
    pub(crate) is_below: bool,
}

/// Number of cells of a summary of both balances and both totals.
const SUMMARY_CELLS: usize = 4;

/// Largest distance of a figure below its label, in font sizes.
const BELOW: f32 = 4.0;

/// Returns all labeled figures in the order of the rows. `bare` admits figures without decimals or currency.
pub(crate) fn labeled(rows: &[Row], style: Style, bare: bool) -> Vec<Labeled> {
    let mut found = Vec::new();
    let yearly = yearly(rows);
    for index in 0..rows.len() {
        beside(rows, index, (style, bare), &yearly, &mut found);
        below(rows, index, (style, bare), &mut found);
        if let Some(ends) = equation(&rows[index], style) {
            for (label, number) in [Label::Opening, Label::Closing].into_iter().zip(ends) {
                let figure = (index, number);
                if !found.iter().any(|one| one.figure == figure) {
                    found.push(Labeled { label, figure, row: index, carried: false, is_below: true });
                }
            }
        }
    }
    leave_parts(rows, style, &mut found);
    found
}

/// Heads of columns with the figures of the year so far.
static YEARLY: List = List::new(|| list("yearly"));

/// Largest number of rows below a head of figures of the year so far.
const YEARLY_ROWS_MAX: usize = 24;
/// Largest difference of the right edges of a head and its figures, in points.
const YEARLY_EDGE: f32 = 4.0;

/// Returns the figures in columns of the year so far, as row and number, beside columns of the period.
fn yearly(rows: &[Row]) -> HashSet<(usize, usize)> {
    let mut found = HashSet::new();
    for (index, row) in rows.iter().enumerate() {
        let ends_head = |at: &usize| {
            let text: String = row.line.words[row.label_start(*at + 1)..=*at]
                .iter()
                .map(|word| squeeze(&word.text))
                .collect();
            YEARLY.iter().any(|head| *head == text) && row.label_start(*at + 1) > 0
        };
        if row.figures.iter().any(|figure| figure.strong) {
            continue;
        }
        let Some(at) = (0..row.line.words.len()).find(ends_head) else { continue };
        let edge = row.line.words[at].x1;
        let below = rows.iter().enumerate().skip(index + 1).take(YEARLY_ROWS_MAX);
        for (below, other) in below.take_while(|(_, other)| other.line.page == row.line.page) {
            let own = other.figures.iter().enumerate().skip(1);
            let is_below = |(_, figure): &(usize, &Figure)| (figure.x1 - edge).abs() < YEARLY_EDGE;
            found.extend(own.filter(is_below).map(|(number, _)| (below, number)));
        }
    }
    found
}

/// Returns the first and the last figure of an equation, whatever its labels: `830,32 - 865,27 + 1.371,91 =
/// 1.336,96`.
pub(crate) fn equation(row: &Row, style: Style) -> Option<[usize; 2]> {
    let result = row.figures.iter().position(|figure| {
        let before = figure.words.start.checked_sub(1);
        before.is_some_and(|before| row.line.words[before].text == "=")
    })?;
    let minor = |figure: &Figure| figure.minor(style, style.places());
    let mut sum = minor(&row.figures[0])?;
    for figure in row.figures.get(1..result).filter(|between| !between.is_empty())? {
        sum = match figure.mark {
            Mark::Plus => sum.checked_add(minor(figure)?)?,
            Mark::Minus => sum.checked_sub(minor(figure)?)?,
            _ => return None,
        };
    }
    (minor(&row.figures[result])? == sum).then_some([0, result])
}

/// Adds figures on the same line as their label.
fn beside(
    rows: &[Row],
    index: usize,
    (style, bare): (Style, bool),
    yearly: &HashSet<(usize, usize)>,
    found: &mut Vec<Labeled>,
) {
    let row = &rows[index];
    let is_figure = |number: &usize| {
        let is_yearly = yearly.contains(&(index, *number));
        row.figures[*number].is_amount(style) && !is_counted(row, *number) && !is_yearly
    };
    let strong: Vec<usize> = (0..row.figures.len())
        .filter(|number| row.figures[*number].strong || bare && !is_in_parentheses(row, *number))
        .filter(is_figure)
        .collect();
    let texts: Vec<String> = strong.iter().map(|number| label_beside(row, *number)).collect();
    let labels = texts.iter().filter(|text| label_of(text).is_some()).count();
    for (position, (number, text)) in strong.iter().zip(&texts).enumerate() {
        // Beside the number of transactions stands their sum.
        let is_sum = row.figures[*number].has_decimals(style);
        let own = || row.label_cell(*number);
        let label = label_of(text).or_else(|| names_some_balance(&own()).then_some(Label::Balance));
        let label = match label {
            Some(Label::CountIn) if is_sum => Label::TotalIn,
            Some(Label::CountOut) if is_sum => Label::TotalOut,
            Some(label) if !label.is_count() => label,
            _ => continue,
        };
        // In a row of a table the balance stands in the last column; the cells before it are fillers.
        let is_balance = matches!(label, Label::Opening | Label::Closing | Label::Balance);
        let more_without_label = texts.get(position + 1).is_some_and(String::is_empty);
        let last = if labels == 1 && position == 0 && is_balance && more_without_label {
            strong.last()
        } else {
            None
        };
        found.push(Labeled {
            label,
            figure: (index, *last.unwrap_or(number)),
            row: index,
            carried: is_carried(text),
            is_below: false,
        });
    }
    // The balance may precede its label.
    if labels == 0
        && let Some(last) = strong.last()
        && let Some(label) = label_of(&squeeze(&row.text())).filter(|label| !label.is_count())
    {
        let carried = is_carried(&squeeze(&row.text()));
        found.push(Labeled { label, figure: (index, *last), row: index, carried, is_below: false });
    }
    for number in (0..row.figures.len()).filter(|number| !row.figures[*number].strong) {
        if let Some(label) = label_of(&squeeze(&row.label_text(number))).filter(|label| label.is_count()) {
            let figure = (index, number);
            found.push(Labeled { label, figure, row: index, carried: false, is_below: false });
        }
    }
}

/// True if a whole number before another figure counts what the word after it names: `4 TÉTEL 552.017`.
fn is_counted(row: &Row, number: usize) -> bool {
    let figure = &row.figures[number];
    let after = row.line.words.get(figure.words.end);
    let is_word = |word: &Word| word.text.chars().filter(|c| c.is_alphabetic()).count() > 1;
    !figure.strong && number + 1 < row.figures.len() && after.is_some_and(is_word)
}

/// True if a figure begins with a parenthesis, as the number of transactions beside a total does.
fn is_in_parentheses(row: &Row, number: usize) -> bool {
    row.line.words[row.figures[number].words.start].text.starts_with('(')
}

/// Returns the label of a figure: all words before it, or only those of its own cell if only these are a
/// label.
fn label_beside(row: &Row, number: usize) -> String {
    let all = squeeze(&undated(&row.label_text(number)));
    if !matches!(label_of(&all), None | Some(Label::Total)) {
        return all;
    }
    let own = squeeze(&undated(&row.label_cell(number)));
    let is_known = label_of(&all).is_some();
    match label_of(&own) {
        Some(Label::Opening | Label::Closing) => own,
        Some(_) if !is_known => own,
        _ => all,
    }
}

/// Removes a date at the end of a label, such as that of `Balance on 1 January 2024`.
fn undated(text: &str) -> String {
    let words: Vec<Word> = text
        .split_whitespace()
        .map(|word| Word { text: word.to_owned(), x0: 0.0, x1: 0.0, size: 1.0 })
        .collect();
    let line = Line { page: 1, baseline: 0.0, size: 1.0, words };
    let at = (1..line.words.len()).find(|at| date_at(&line, *at).is_some_and(|date| !date.like_amount));
    let kept = &line.words[..at.unwrap_or(line.words.len())];
    kept.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ")
}

/// A cell of a line of labels: its edges and its words, normalized by [`squeeze`].
type LabelCell = (f32, f32, String);

fn is_end_cell((_, _, text): &LabelCell) -> bool {
    matches!(label_of(text), Some(Label::Opening | Label::Closing))
}

/// True if a line can have the labels of the figures in `row`, shortly below it.
fn is_label_line(rows: &[Row], above: usize, row: &Row) -> bool {
    let above = &rows[above];
    above.line.page == row.line.page
        && row.line.baseline - above.line.baseline < BELOW * row.line.size
        && !above.figures.iter().any(|figure| figure.strong)
}

/// Returns the cells of a line of labels, without dates.
fn label_cells(row: &Row) -> Vec<LabelCell> {
    let words = &row.line.words;
    let is_date = |at: usize| row.dates.iter().any(|date| date.words.contains(&at));
    let mut cells: Vec<LabelCell> = Vec::new();
    let mut start = 0;
    while start < words.len() {
        let mut end = start + 1;
        while end < words.len() && row.line.gap_before(end) < 0.9 {
            end += 1;
        }
        let own = (start..end).filter(|at| !is_date(*at));
        let text = own.map(|at| squeeze(&words[at].text)).collect();
        cells.push((words[start].x0, words[end - 1].x1, text));
        start = end;
    }
    cells
}

/// Joins the cells of two lines of labels where one is below the other.
fn joined(first: Vec<LabelCell>, second: &[LabelCell]) -> Vec<LabelCell> {
    let join = |(x0, x1, text): LabelCell| {
        let mut below = second.iter().filter(|(from, to, _)| *from < x1 && *to > x0);
        match (below.next(), below.next()) {
            (Some((from, to, more)), None) => (x0.min(*from), x1.max(*to), text + more),
            _ => (x0, x1, text),
        }
    };
    first.into_iter().map(join).collect()
}

/// Adds the word for balances in the first of three cells to the other two, if only together they are labels:
/// `Saldos | Inicial | Final`.
fn under_one_word(mut cells: Vec<LabelCell>) -> Vec<LabelCell> {
    if let [(_, _, balances), parts @ ..] = cells.as_mut_slice()
        && parts.len() == 2
        && names_balance(balances)
    {
        let joined: Vec<String> = parts.iter().map(|(_, _, text)| format!("{balances}{text}")).collect();
        let labels: Vec<Option<Label>> = joined.iter().map(|text| label_of(text)).collect();
        if labels == [Some(Label::Opening), Some(Label::Closing)] && !parts.iter().any(is_end_cell) {
            parts.iter_mut().zip(joined).for_each(|((_, _, text), joined)| *text = joined);
        }
    }
    cells
}

/// Adds figures on the line below a line of labels.
fn below(rows: &[Row], index: usize, (style, bare): (Style, bool), found: &mut Vec<Labeled>) {
    let Some(previous) = index.checked_sub(1) else { return };
    let row = &rows[index];
    if row.figures.is_empty() || !is_label_line(rows, previous, row) {
        return;
    }
    let one_line = label_cells(&rows[previous]);
    let two_lines = previous.checked_sub(1).filter(|first| {
        is_label_line(rows, *first, row) && rows[*first].dates.is_empty() && !one_line.iter().any(is_end_cell)
    });
    // Only together are they labels, such as `Previous Balance` above `as of 02/11/26`.
    let two_lines = two_lines.map(|first| joined(label_cells(&rows[first]), &one_line));
    let cells = match two_lines.filter(|cells| cells.iter().filter(|cell| is_end_cell(cell)).count() == 2) {
        Some(two_lines) => two_lines,
        None if rows[previous].dates.is_empty() => one_line,
        None => return,
    };
    let cells = under_one_word(cells);
    // Between the opening and the closing balance stand the totals.
    let count = |is: &dyn Fn(&str) -> bool| cells.iter().filter(|(_, _, text)| is(text)).count();
    let is_end = |text: &str| matches!(label_of(text), Some(Label::Opening | Label::Closing));
    let is_one_way = |text: &str| matches!(role_of(text), Some(Role::In | Role::Out));
    let is_summary = cells.len() == SUMMARY_CELLS && count(&is_end) == 2 && count(&is_one_way) == 2;
    let total = |text: &str| match role_of(text).filter(|_| is_summary) {
        Some(Role::In) => Some(Label::TotalIn),
        Some(Role::Out) => Some(Label::TotalOut),
        _ => None,
    };
    // The heads of a list in several columns, such as one of daily balances, are no labels.
    let is_repeated = |text: &str| cells.iter().filter(|(_, _, other)| other == text).count() > 1;
    // As many figures as labels belong to them in order, however they are aligned in their cells.
    let is_complete = cells.len() == row.figures.len() && row.text().is_empty() && row.dates.is_empty();
    for (place, (x0, x1, text)) in cells.iter().enumerate() {
        let label = label_of(text).filter(|label| !matches!(label, Label::Balance | Label::Total));
        let label = label.or_else(|| total(text)).filter(|_| !is_repeated(text));
        let overlaps = |figure: &Figure| figure.x0 < *x1 && figure.x1 > *x0;
        let figure = row.figures.iter().position(overlaps).or_else(|| is_complete.then_some(place));
        let figure = figure.filter(|number| row.figures[*number].is_amount(style));
        if let (Some(label), Some(number)) = (label, figure)
            && (row.figures[number].strong || bare || label.is_count())
        {
            let figure = (index, number);
            found.push(Labeled { label, figure, row: index, carried: false, is_below: true });
        }
    }
}
