//! Which column is which: by its head, or, on a page without heads, by the columns of the page before.

use super::heads::{Head, Role};
use crate::layout::Column;

/// A column of figures, shared by all tables with the same heads.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct MoneyColumn {
    /// What its head says, if it has one.
    pub(crate) role: Option<Role>,
    /// The table form it belongs to.
    form: usize,
    /// The place among the columns of its form, from left to right.
    place: usize,
    /// How many figures stand in it.
    pub(crate) cells: usize,
    /// Right edge, where the form was last seen.
    x1: f32,
    /// Left edge.
    x0: f32,
}

/// How far a column may stand from its head, in points.
const HEAD_DISTANCE: f32 = 60.0;

/// Gives each column found on a part its identity among all columns of its form.
pub(crate) fn identify(
    found: &[Column],
    heads: &[Head],
    form: usize,
    inherits: bool,
    columns: &mut Vec<MoneyColumn>,
) -> Vec<usize> {
    let known: Vec<usize> = (0..columns.len()).filter(|index| columns[*index].form == form).collect();
    if inherits && !known.is_empty() {
        return carry(found, &known, form, columns);
    }
    let roles = assign(found, heads);
    found
        .iter()
        .zip(roles)
        .enumerate()
        .map(|(place, (column, head))| {
            let role = head.map(|head| heads[head].role);
            let place = head.map_or(100 + place, |head| head);
            let same = known.iter().find(|index| columns[**index].place == place);
            let index = same.copied().unwrap_or_else(|| {
                columns.push(MoneyColumn { role, form, place, cells: 0, x1: column.x1, x0: column.x0 });
                columns.len() - 1
            });
            columns[index].x1 = column.x1;
            columns[index].x0 = column.x0;
            index
        })
        .collect()
}

/// For each column the head that belongs to it: the nearest, each head once.
fn assign(found: &[Column], heads: &[Head]) -> Vec<Option<usize>> {
    let mut pairs: Vec<(f32, usize, usize)> = Vec::new();
    for (place, column) in found.iter().enumerate() {
        for (number, head) in heads.iter().enumerate() {
            if !(head.role.is_money() || head.role == Role::Reference) {
                continue;
            }
            let edges = [(column.x1 - head.x1).abs(), (column.x0 - head.x0).abs()];
            let centre = ((column.x0 + column.x1) - (head.x0 + head.x1)).abs() / 2.0;
            let overlaps = column.overlap(head.x0, head.x1) > 0.0;
            let distance = edges.into_iter().fold(centre, f32::min) - if overlaps { 20.0 } else { 0.0 };
            if overlaps || distance < HEAD_DISTANCE {
                pairs.push((distance, place, number));
            }
        }
    }
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut assigned = vec![None; found.len()];
    let mut used = vec![false; heads.len()];
    for (_, place, number) in pairs {
        if assigned[place].is_none() && !used[number] {
            assigned[place] = Some(number);
            used[number] = true;
        }
    }
    assigned
}

/// A page without heads may stand this far to the side of the one before it, in points.
const SHIFT_MAX: f32 = 36.0;
/// Edges that differ by less are aligned.
const ALIGNED: f32 = 3.5;

/// Columns of a page without heads are those of the page before, perhaps moved to the side by one distance.
fn carry(found: &[Column], known: &[usize], form: usize, columns: &mut Vec<MoneyColumn>) -> Vec<usize> {
    if let Some(same) = in_order(found, known, columns) {
        return same;
    }
    let edges: Vec<(f32, f32)> = known.iter().map(|index| (columns[*index].x0, columns[*index].x1)).collect();
    let shift = shift(found, &edges);
    let mut pairs: Vec<(f32, usize, usize)> = Vec::new();
    for (place, column) in found.iter().enumerate() {
        for (at, (x0, x1)) in edges.iter().enumerate() {
            let (x0, x1) = (x0 + shift, x1 + shift);
            let distance = (column.x1 - x1).abs().min((column.x0 - x0).abs());
            if column.overlap(x0, x1) > 0.0 || distance < ALIGNED {
                pairs.push((distance, place, at));
            }
        }
    }
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut assigned: Vec<Option<usize>> = vec![None; found.len()];
    let mut used = vec![false; known.len()];
    for (_, place, at) in pairs {
        if assigned[place].is_none() && !used[at] {
            assigned[place] = Some(known[at]);
            used[at] = true;
        }
    }
    let new = |column: &Column, columns: &mut Vec<MoneyColumn>| {
        let place = 200 + columns.len();
        columns.push(MoneyColumn { role: None, form, place, cells: 0, x1: column.x1, x0: column.x0 });
        columns.len() - 1
    };
    found.iter().zip(assigned).map(|(column, known)| known.unwrap_or_else(|| new(column, columns))).collect()
}

/// As many columns as have heads, in their order, are those columns, however far they moved.
fn in_order(found: &[Column], known: &[usize], columns: &[MoneyColumn]) -> Option<Vec<usize>> {
    let mut headed: Vec<usize> =
        known.iter().copied().filter(|index| columns[*index].role.is_some()).collect();
    headed.sort_by(|a, b| columns[*a].place.cmp(&columns[*b].place));
    headed.retain(|index| columns[*index].cells > 0);
    (headed.len() == found.len()).then_some(headed)
}

/// The distance by which a page is moved to the side: none, unless another one aligns more columns.
fn shift(found: &[Column], edges: &[(f32, f32)]) -> f32 {
    let matches = |shift: f32| {
        let near = |column: &&Column| {
            edges.iter().any(|(x0, x1)| {
                (column.x1 - x1 - shift).abs() < ALIGNED || (column.x0 - x0 - shift).abs() < ALIGNED
            })
        };
        found.iter().filter(near).count()
    };
    let distances =
        found.iter().take(12).flat_map(|column| edges.iter().take(12).map(move |(_, x1)| column.x1 - x1));
    distances
        .filter(|shift| shift.abs() < SHIFT_MAX)
        .fold((0.0, matches(0.0)), |(best, most), shift| {
            let count = matches(shift);
            if count > most { (shift, count) } else { (best, most) }
        })
        .0
}
