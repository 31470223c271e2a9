//! Stage 3, days of charges: interest and fees in a part of the list that prints no day.

use super::table::Item;
use crate::read::account::PeriodForm;
use crate::read::date::Form;
use crate::read::labels::Label;

/// Gives the rows of parts without any day the last day of the period, on which interest and fees are
/// charged, if rows above them have days. A part ends at a total: below the heads of a page, rows of the day
/// before may go on. `days` are the rows that print a day alone.
pub(super) fn charge_at_end(
    items: &[&Item],
    forms: &mut [Option<Form>],
    days: &[(usize, Form)],
    period: Option<&PeriodForm>,
) {
    let Some(period) = period else { return };
    let ends = (1..items.len()).filter(|at| items[at - 1].label == Some(Label::Total)).chain([items.len()]);
    let (mut start, mut last) = (0, None);
    for end in ends {
        let part = start..end;
        let dated = items[part.clone()].iter().rev().find(|item| item.date.is_some());
        let has_day = |last: usize| days.iter().any(|(row, _)| (last..items[end - 1].row).contains(row));
        if dated.is_none() && last.is_some_and(|last| !has_day(last)) {
            let unlabeled = part.filter(|at| items[*at].label.is_none());
            unlabeled.for_each(|at| forms[at] = Some(period.end));
        }
        last = dated.map(|item| item.row).or(last);
        start = end;
    }
}
