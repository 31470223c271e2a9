//! Places on the page that tokens share: dates begin, and amounts end, where others do.

/// Edges nearer than this, in points, are aligned.
const ALIGNED: f32 = 3.0;

/// Edges that stand in the same place, with how many there are.
#[derive(Debug, Clone, Default)]
pub(super) struct Columns(Vec<(f32, usize)>);

impl Columns {
    /// The columns of these edges.
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

    /// Whether an edge stands in one of the columns.
    pub(super) fn hold(&self, edge: f32) -> bool {
        self.0.iter().any(|(known, _)| is_near(*known, edge))
    }

    /// Which column an edge stands in; an edge that stands alone makes none.
    pub(super) fn place(&self, edge: f32) -> Option<usize> {
        self.0.iter().position(|(known, count)| *count > 1 && is_near(*known, edge))
    }

    /// The edges of columns with at least `count_min` members.
    pub(super) fn large(&self, count_min: usize) -> impl Iterator<Item = f32> {
        self.0.iter().filter(move |(_, count)| *count >= count_min).map(|(edge, _)| *edge)
    }

    /// The edge of the column with the most members.
    pub(super) fn largest(&self) -> Option<f32> {
        self.0.iter().max_by_key(|(_, count)| *count).map(|(edge, _)| *edge)
    }
}

/// Whether two edges are aligned.
pub(super) fn is_near(a: f32, b: f32) -> bool {
    (a - b).abs() < ALIGNED
}
