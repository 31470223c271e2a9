//! Stage 2, structure: amounts without decimals.

use crate::read::amount::{Figure, Style};
use crate::read::rows::Row;

/// True if amounts are printed without decimals.
pub(super) fn takes_bare(rows: &[Row], style: Style) -> bool {
    // The day may stand on a line of its own.
    let dated = || rows.iter().filter(|row| !row.dates.is_empty());
    let any_dated = dated().any(|row| row.apart().next().is_some());
    let figures = || rows.iter().filter(move |row| !any_dated || !row.dates.is_empty()).flat_map(Row::apart);
    let with = figures().filter(|figure| figure.strong && figure.has_decimals(style)).count();
    let without = figures().filter(|figure| !figure.core.contains(['.', ','])).count();
    let grouped = figures().filter(|figure| figure.strong && !figure.has_decimals(style)).count();
    with == 0 || (without + grouped) > 4 * with
}

/// Smallest number of amounts that separate thousands.
const GROUPED_MIN: usize = 3;

/// True if all amounts of four digits and more in dated rows separate thousands.
pub(super) fn separates_thousands(rows: &[Row]) -> bool {
    let dated = rows.iter().filter(|row| !row.dates.is_empty());
    let figures: Vec<&Figure> = dated.flat_map(Row::apart).collect();
    let grouped = figures.iter().filter(|figure| figure.strong && figure.symbol.is_none()).count();
    grouped >= GROUPED_MIN && !figures.iter().any(|figure| is_long(figure))
}

/// True if a figure has more than three digits and no separator.
pub(super) fn is_long(figure: &Figure) -> bool {
    figure.core.len() > 3 && figure.core.bytes().all(|byte| byte.is_ascii_digit())
}
