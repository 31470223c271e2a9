//! Where the figures of dated rows begin and end: a figure elsewhere is no cell of the table.

use std::collections::{HashMap, HashSet};

use super::rows::Row;
use super::tables::Anchor;

/// Edges this near to each other, in points, are aligned.
const SLOT: f32 = 2.5;

/// For each column the places of its dated cells' edges.
pub(crate) struct Edges(HashMap<usize, HashSet<(bool, i32)>>);

fn slot(x: f32) -> i32 {
    #[expect(clippy::cast_possible_truncation, reason = "a place on a page; casts saturate")]
    let slot = (x / SLOT).round() as i32;
    slot
}

impl Edges {
    /// The edges of all figures on rows with a date.
    pub(crate) fn of(rows: &[Row], anchors: &[&Anchor]) -> Self {
        let mut edges: HashMap<usize, HashSet<(bool, i32)>> = HashMap::new();
        for anchor in anchors.iter().filter(|anchor| anchor.date.is_some()) {
            for (column, number) in &anchor.cells {
                let figure = &rows[anchor.row].figures[*number];
                let known = edges.entry(*column).or_default();
                known.extend([figure.x0, figure.start].map(|x| (false, slot(x))));
                known.extend([figure.x1, figure.end].map(|x| (true, slot(x))));
            }
        }
        Self(edges)
    }

    /// Whether all figures of a row are aligned with those of dated rows in the same columns.
    pub(crate) fn admit(&self, rows: &[Row], anchor: &Anchor) -> bool {
        anchor.cells.iter().all(|(column, number)| {
            let figure = &rows[anchor.row].figures[*number];
            let near = |known: &HashSet<(bool, i32)>, right: bool, x: f32| {
                (-1..=1).any(|step| known.contains(&(right, slot(x) + step)))
            };
            let places = [(false, figure.x0), (false, figure.start), (true, figure.x1), (true, figure.end)];
            let aligned =
                |known: &HashSet<(bool, i32)>| places.iter().any(|(right, x)| near(known, *right, *x));
            self.0.get(column).is_none_or(aligned)
        })
    }
}
