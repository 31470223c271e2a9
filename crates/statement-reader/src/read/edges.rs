//! Where the figures of dated rows begin and end: a figure elsewhere is no cell of the table.

use std::collections::{HashMap, HashSet};

use super::rows::Row;
use super::tables::Anchor;

/// Edges this near to each other, in points, are aligned.
const SLOT: f32 = 2.5;

/// The places of dated cells' edges, for each column, and the pages that have any.
pub(crate) struct Edges {
    places: HashMap<usize, HashSet<(bool, i32)>>,
    pages: HashSet<u32>,
}

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
        let dated = anchors.iter().filter(|anchor| anchor.date.is_some() && !anchor.cells.is_empty());
        let pages = dated.map(|anchor| rows[anchor.row].line.page).collect();
        Self { places: edges, pages }
    }

    /// Whether all figures of a row are aligned with those of dated rows in the same columns; a page without
    /// dated rows may be moved to the side.
    pub(crate) fn admit(&self, rows: &[Row], anchor: &Anchor) -> bool {
        if !self.pages.contains(&rows[anchor.row].line.page) {
            return true;
        }
        anchor.cells.iter().all(|(column, number)| {
            let figure = &rows[anchor.row].figures[*number];
            let near = |known: &HashSet<(bool, i32)>, right: bool, x: f32| {
                (-1..=1).any(|step| known.contains(&(right, slot(x) + step)))
            };
            let places = [(false, figure.x0), (false, figure.start), (true, figure.x1), (true, figure.end)];
            let aligned =
                |known: &HashSet<(bool, i32)>| places.iter().any(|(right, x)| near(known, *right, *x));
            self.places.get(column).is_none_or(aligned)
        })
    }
}
