//! Stage 1, tokens: marks of a direction on the line below their amounts.

use super::tokens::{MARK_GAP, MARKS, has_cents};
use crate::layout::{Line, Word};
use crate::read::rows::CELL_GAP;

/// Largest distance of a mark below its amount, in font sizes.
const BELOW: f32 = 1.7;
/// Largest distance by which a mark is wider than the amount above it, in points.
const OVER: f32 = 2.0;

/// Moves marks, such as `CR`, to the amounts directly above them that end their lines.
pub(super) fn lift(lines: &mut Vec<Line>) {
    for at in 1..lines.len() {
        let (above, below) = lines.split_at_mut(at);
        let (above, below) = (&mut above[at - 1], &mut below[0]);
        let is_near = above.page == below.page && below.baseline - above.baseline < BELOW * above.size;
        let (Some(amount), Some(mark)) = (above.words.last(), below.words.last()) else { continue };
        // The mark of an amount on its own line stands beside it.
        let is_alone = below.gap_before(below.words.len() - 1) >= CELL_GAP;
        if !is_near || !is_alone || !MARKS.contains(&mark.text.as_str()) || !is_above(amount, mark) {
            continue;
        }
        let x0 = amount.x1 + MARK_GAP * mark.size;
        let mut mark = mark.clone();
        (mark.x1, mark.x0) = (x0 + mark.x1 - mark.x0, x0);
        above.words.push(mark);
        below.words.pop();
    }
    lines.retain(|line| !line.words.is_empty());
}

/// True if an amount without a mark stands above a mark.
fn is_above(amount: &Word, mark: &Word) -> bool {
    has_cents(&amount.text) && mark.x0 > amount.x0 - OVER && mark.x1 < amount.x1 + OVER
}

#[cfg(test)]
mod tests {
    use super::super::tokens::tests::line;
    use super::*;

    #[test]
    fn a_mark_below_an_amount_is_its_own() {
        let row = |baseline| line(baseline, &[(0.0, "30.08"), (40.0, "Zahlung"), (100.0, "830,32")]);
        let mut lines = vec![
            row(10.0),
            line(20.0, &[(120.0, "CR")]),
            row(40.0),
            line(50.0, &[(40.0, "Berlin"), (120.0, "CR")]),
            row(70.0),
            line(80.0, &[(40.0, "CR")]),
        ];
        lift(&mut lines);
        let texts: Vec<String> = lines.iter().map(Line::text).collect();
        let wanted =
            ["30.08 Zahlung 830,32 CR", "30.08 Zahlung 830,32 CR", "Berlin", "30.08 Zahlung 830,32", "CR"];
        assert_eq!(texts, wanted);
    }
}
