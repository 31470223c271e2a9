//! Stage 2, structure: the cells of columns, those on lower lines of a row, and columns of few cells.

use std::collections::{BTreeMap, HashSet};

use crate::layout::Column;
use crate::read::amount::Figure;
use crate::read::rows::Row;

/// Shared part below which a figure stands beside a column.
pub(super) const OVER: f32 = 0.02;

/// Returns the edges of the cells of all rows, or only of those with a day on the row or above it.
pub(super) fn spans(
    rows: &[Row],
    (members, is_lower): (&[usize], &[bool]),
    dated: bool,
    is_cell: impl Fn(&Row, &Figure) -> bool,
) -> Vec<(f32, f32)> {
    let own = members.iter().zip(is_lower).map(|(index, is_lower)| (&rows[*index], *is_lower));
    let own = own.filter(|(row, is_lower)| !dated || *is_lower || !row.dates.is_empty());
    let cells = |row: &Row| -> Vec<(f32, f32)> {
        let figures = row.figures.iter().filter(|figure| is_cell(row, figure));
        figures.map(|figure| (figure.x0, figure.end)).collect()
    };
    own.flat_map(|(row, _)| cells(row)).collect()
}

/// Largest distance, in rows, between a day and the figures on a lower line of its row.
const LOWER_REACH: usize = 6;

/// Returns, for each row, true if it has the figures of the dated row above it, which has none itself.
pub(super) fn lower_lines(
    rows: &[Row],
    members: &[usize],
    is_cell: impl Fn(&Row, &Figure) -> bool,
) -> Vec<bool> {
    let mut open: Option<usize> = None;
    let is_lower = |index: &usize| {
        let row = &rows[*index];
        let has_cells = row.figures.iter().any(|figure| is_cell(row, figure));
        let is_lower = row.dates.is_empty() && open.is_some_and(|day| index - day <= LOWER_REACH);
        open = if row.dates.is_empty() { open } else { Some(*index) }.filter(|_| !has_cells);
        is_lower && has_cells
    };
    members.iter().map(is_lower).collect()
}

/// Share of the cells that a column without a head holds at least, as a divisor.
const RARE: usize = 12;

/// Removes columns of few cells, where no heads tell what belongs to the table. A column stays if one of its
/// cells is needed: its row has fewer other cells than most rows have.
pub(super) fn frequent(
    rows: &[Row],
    (members, is_lower): (&[usize], &[bool]),
    all: Vec<Column>,
    is_cell: impl Fn(&Row, &Figure) -> bool,
) -> Vec<Column> {
    let least = all.iter().map(|column| column.cells).sum::<usize>() / RARE;
    let within = |column: &Column, figure: &Figure| column.overlap(figure.x0, figure.end) > OVER;
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    let mut lacking: Vec<(usize, Vec<usize>)> = Vec::new();
    for (row, is_lower) in members.iter().map(|index| &rows[*index]).zip(is_lower) {
        let own = row.figures.iter().filter(|figure| is_cell(row, figure));
        let own = own.filter_map(|figure| all.iter().position(|column| within(column, figure)));
        let (kept, rare): (Vec<usize>, Vec<usize>) = own.partition(|at| all[*at].cells > least);
        if !kept.is_empty() {
            *counts.entry(kept.len()).or_default() += 1;
        }
        if !rare.is_empty() && (*is_lower || !row.dates.is_empty() || !kept.is_empty()) {
            lacking.push((kept.len(), rare));
        }
    }
    let usual = counts.into_iter().max_by_key(|(_, rows)| *rows).map_or(0, |(count, _)| count);
    let needed = lacking.into_iter().filter(|(kept, _)| *kept < usual).flat_map(|(_, rare)| rare);
    let needed: HashSet<usize> = needed.collect();
    let columns = all.into_iter().enumerate();
    columns.filter(|(at, one)| one.cells > least || needed.contains(at)).map(|(_, one)| one).collect()
}
