//! Columns of figures: cells of different columns stand apart from each other, whatever their alignment.

/// An interval of x that one column of a table takes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Column {
    /// Left edge of its leftmost cell.
    pub(crate) x0: f32,
    /// Right edge of its rightmost cell.
    pub(crate) x1: f32,
    /// How many cells it has.
    pub(crate) cells: usize,
}

impl Column {
    /// How much of the narrower of the two lies within the other, from 0 to 1.
    pub(crate) fn overlap(&self, x0: f32, x1: f32) -> f32 {
        let shared = self.x1.min(x1) - self.x0.max(x0);
        shared / (self.x1 - self.x0).min(x1 - x0).max(0.1)
    }
}

/// Two cells that share this much of the narrower one are of one column.
const SHARED: f32 = 0.3;

/// The columns of cells given by their left and right edges, from left to right.
pub(crate) fn columns(cells: &[(f32, f32)]) -> Vec<Column> {
    let mut sorted = cells.to_vec();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut columns: Vec<Column> = Vec::new();
    for (x0, x1) in sorted {
        match columns.last_mut() {
            Some(column) if column.overlap(x0, x1) > SHARED => {
                column.x1 = column.x1.max(x1);
                column.cells += 1;
            }
            _ => columns.push(Column { x0, x1, cells: 1 }),
        }
    }
    columns
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_aligned_left_right_or_centred_are_one_column() {
        let cells =
            [(10.0, 30.0), (20.0, 30.0), (100.0, 120.0), (100.0, 140.0), (210.0, 220.0), (200.0, 230.0)];
        let counts: Vec<usize> = columns(&cells).iter().map(|column| column.cells).collect();
        assert_eq!(counts, [2, 2, 2]);
    }
}
