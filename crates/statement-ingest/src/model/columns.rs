//! Columns of a page: positions that the left edges of dates or the right edges of amounts share.

/// Edges closer than this, in points, are aligned.
const ALIGNED: f32 = 3.0;

/// Positions of edges, with the number of edges at each.
#[derive(Debug, Clone, Default)]
pub(super) struct Columns(Vec<(f32, usize)>);

impl Columns {
    /// Returns the columns of these edges.
    pub(super) fn of(edges: impl IntoIterator<Item = f32>) -> Self {
        let mut columns = Self::default();
        for edge in edges {
            match columns.0.iter_mut().find(|(known, _)| is_near(*known, edge)) {
                Some((_, count)) => *count += 1,
                None => columns.0.push((edge, 1)),
            }
        }
        columns
    }

    /// True if an edge is in one of the columns.
    pub(super) fn hold(&self, edge: f32) -> bool {
        self.0.iter().any(|(known, _)| is_near(*known, edge))
    }

    /// Returns the index of the column that an edge is in; `None` if the column has no other edge.
    pub(super) fn place(&self, edge: f32) -> Option<usize> {
        self.0.iter().position(|(known, count)| *count > 1 && is_near(*known, edge))
    }

    /// Returns the positions of the columns with at least `count_min` edges.
    pub(super) fn large(&self, count_min: usize) -> impl Iterator<Item = f32> {
        self.0.iter().filter(move |(_, count)| *count >= count_min).map(|(edge, _)| *edge)
    }

    /// Returns the position of the column with the most edges.
    pub(super) fn largest(&self) -> Option<f32> {
        self.0.iter().max_by_key(|(_, count)| *count).map(|(edge, _)| *edge)
    }
}

/// True if two edges are aligned.
pub(super) fn is_near(a: f32, b: f32) -> bool {
    (a - b).abs() < ALIGNED
}
