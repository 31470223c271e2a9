//! In which order a page is read.

use chrono::NaiveDate;

use super::date::Calendar;
use super::rows::Row;
use super::tables::Anchor;

/// Entries in the order in which a person reads them: where two stand side by side, each half of the page downwards if
/// its days then run on, else row by row.
pub(super) fn in_order<'a>(rows: &[Row], anchors: &[&'a Anchor], calendar: &Calendar) -> Vec<&'a Anchor> {
    let turns = |run: &[&Anchor]| {
        let days = run.iter().filter_map(|anchor| anchor.date.and_then(|form| calendar.resolve(form)));
        let days: Vec<NaiveDate> = days.collect();
        let pairs = || days.windows(2);
        pairs().filter(|pair| pair[0] < pair[1]).count().min(pairs().filter(|pair| pair[0] > pair[1]).count())
    };
    let place = |anchor: &Anchor| (anchor.table, rows[anchor.row].line.page);
    let runs = anchors.chunk_by(|one, two| place(one) == place(two));
    runs.flat_map(|run| {
        let mut halves = run.to_vec();
        halves.sort_by(|one, two| one.from.total_cmp(&two.from));
        if turns(&halves) < turns(run) { halves } else { run.to_vec() }
    })
    .collect()
}
