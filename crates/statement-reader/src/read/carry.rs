//! Which dates stand for the rows below or above them: a date of the table is carried on, one of a page's title is not.

use std::collections::HashSet;

use super::account::PeriodForm;
use super::date::Form;
use super::rows::{Row, slot};
use super::scheme::Item;
use super::tables::{Anchor, Tables};

/// So many rows at least say that their date stands below them.
const BELOW_MIN: usize = 2;
/// A date below its row is this near to it, in font sizes.
const BELOW: f32 = 2.6;

/// Whether the date of each of `anchors` may stand for the rows after it.
pub(crate) fn carriers(
    rows: &[Row],
    tables: &Tables,
    periods: &[PeriodForm],
    anchors: &[&Anchor],
) -> Vec<bool> {
    let is_period = |row: usize| periods.iter().any(|period| period.row == row);
    let places = |anchor: &Anchor| {
        let date = rows[anchor.row].dates.iter().find(|date| date.x0 >= anchor.from);
        date.map(|date| [(false, slot(date.x0)), (true, slot(date.x1))])
    };
    // the column of dates is where rows with figures have theirs, on their page, for a page may be moved to the side; where only
    // headings have dates, it is unknown
    let main = |anchor: &&&Anchor| anchor.date.is_some() && !anchor.cells.is_empty();
    let page = |anchor: &Anchor| rows[anchor.row].line.page;
    let column: HashSet<(u32, bool, i32)> = anchors
        .iter()
        .filter(main)
        .flat_map(|one| places(one).into_iter().flatten().map(|(right, place)| (page(one), right, place)))
        .collect();
    let has_column: HashSet<u32> = column.iter().map(|(page, ..)| *page).collect();
    let is_in_column = |anchor: &Anchor| {
        let page = page(anchor);
        let near =
            |(right, place): (bool, i32)| (-1..=1).any(|step| column.contains(&(page, right, place + step)));
        !has_column.contains(&page) || places(anchor).is_some_and(|places| places.into_iter().any(near))
    };
    let above: Vec<bool> = anchors
        .iter()
        .enumerate()
        .map(|(at, anchor)| {
            let head = head_below(rows, tables, anchor.row);
            // what goes on from the page before may end above the next table's heads
            head.is_some_and(|head| {
                anchors[at..].iter().take_while(|one| one.row < head).all(|one| one.cells.is_empty())
            })
        })
        .collect();
    // a table may have its heads anew below each day
    let lone = || anchors.iter().zip(&above).filter(|(one, _)| one.date.is_some() && one.cells.is_empty());
    let heads_follow = column.is_empty() && lone().filter(|(_, above)| **above).count() * 2 > lone().count();
    let may_carry = |(anchor, above): (&&Anchor, &bool)| {
        anchor.date.is_some()
            && (!anchor.cells.is_empty()
                || (!is_period(anchor.row) && (!above || heads_follow) && is_in_column(anchor)))
    };
    anchors.iter().zip(&above).map(may_carry).collect()
}

/// The first head of a row's page, where it stands below the row.
fn head_below(rows: &[Row], tables: &Tables, row: usize) -> Option<usize> {
    let page = rows[row].line.page;
    let on_page = |index: &usize| rows[*index].line.page == page;
    let is_first = !(0..row).rev().take_while(on_page).any(|index| tables.is_head[index]);
    (row..rows.len()).take_while(on_page).find(|index| tables.is_head[*index]).filter(|_| is_first)
}

/// How dates that stand alone belong to rows that have none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bound {
    /// To the rows after them.
    After,
    /// To the row before them.
    Before,
    /// To either.
    Unknown,
}

/// Gives rows with figures the date that regularly stands on the line below each of them.
pub(crate) fn bind_below(rows: &[Row], tables: &mut Tables, periods: &[PeriodForm]) -> Bound {
    let all: Vec<&Anchor> = tables.anchors.iter().collect();
    let may_carry = carriers(rows, tables, periods, &all);
    let is_entry = |anchor: &Anchor| anchor.label.is_none() && !anchor.cells.is_empty();
    let follows = |at: usize| {
        let below = all.get(at + 1)?;
        let (line, next) = (&rows[all[at].row].line, &rows[below.row].line);
        let near = line.page == next.page && next.baseline - line.baseline < BELOW * line.size.max(next.size);
        below.date.filter(|_| near && below.cells.is_empty() && below.label.is_none())
    };
    let undated = |at: &usize| is_entry(all[*at]) && all[*at].date.is_none();
    let bound: Vec<(usize, Form)> =
        (0..all.len()).filter(undated).filter_map(|at| Some((at, follows(at)?))).collect();
    let Some((first, _)) = bound.first().copied() else { return Bound::After };
    let rest = || (first..all.len()).filter(|at| all[*at].label.is_none());
    let others = rest().filter(|at| is_entry(all[*at])).count();
    let lone = rest().filter(|at| all[*at].cells.is_empty()).count();
    if bound.len() < BELOW_MIN || bound.len() != others || lone != bound.len() {
        return Bound::After;
    }
    let preceded = (0..first).any(|at| may_carry[at]);
    for (at, date) in bound.iter().rev() {
        tables.anchors[*at].date = Some(*date);
        tables.anchors.remove(at + 1);
    }
    if preceded { Bound::Unknown } else { Bound::Before }
}

/// Whether rows without a date of their own stand between dated ones often enough to be entries.
pub(super) fn carries_dates(items: &[Item]) -> bool {
    let last = items.iter().rposition(|item| item.dated).unwrap_or(0);
    let within = items.iter().take(last).filter(|item| !item.dated && !item.is_labelled).count();
    within * 12 >= last.max(1)
}
