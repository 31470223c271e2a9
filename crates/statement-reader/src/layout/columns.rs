//! Columns of figures. Cells of one column overlap horizontally, whatever their alignment; cells of different
//! columns do not.

/// Horizontal interval of one column of a table, in points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Column {
    /// Left edge of the leftmost cell.
    pub(crate) x0: f32,
    /// Right edge of the rightmost cell.
    pub(crate) x1: f32,
    /// Number of cells.
    pub(crate) cells: usize,
}

impl Column {
    /// Returns the overlap as a share of the narrower of the two; at most 1, negative if they are apart.
    pub(crate) fn overlap(&self, x0: f32, x1: f32) -> f32 {
        let shared = self.x1.min(x1) - self.x0.max(x0);
        shared / (self.x1 - self.x0).min(x1 - x0).max(0.1)
    }
}

/// Share of the narrower cell above which two cells belong to one column.
const SHARED: f32 = 0.3;

/// Returns the columns of `cells`, given by their left and right edges, from left to right.
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
    fn cells_aligned_left_right_or_centered_are_one_column() {
        let cells =
            [(10.0, 30.0), (20.0, 30.0), (100.0, 120.0), (100.0, 140.0), (210.0, 220.0), (200.0, 230.0)];
        let counts: Vec<usize> = columns(&cells).iter().map(|column| column.cells).collect();
        assert_eq!(counts, [2, 2, 2]);
    }
}
