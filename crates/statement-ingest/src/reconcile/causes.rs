//! What may have gone wrong, in words for the person who looks at the statement.

use saldo_domain::{AccountDraft, Money};

use super::{Chain, Step};

/// At most this many causes are worth reading.
const CAUSES_MAX: usize = 4;

/// The likeliest causes of a contradiction, the likeliest first.
pub(super) fn causes(
    draft: &AccountDraft,
    steps: &[Step],
    chain: &Chain,
    first_broken: Option<usize>,
    totals_hold: bool,
) -> Vec<String> {
    let gap = chain.first_gap.or(chain.discrepancy).filter(|gap| *gap != 0);
    let mut causes = Vec::new();
    if let Some(gap) = gap {
        by_gap(draft, steps, gap, first_broken, &mut causes);
        let money = Money::from_minor(gap, draft.currency);
        match first_broken.and_then(|index| draft.entries.get(index)) {
            Some(entry) => causes.push(format!(
                "a row of {money} is missing before the balance printed on {}, or an amount there is misprinted",
                entry.date
            )),
            None => causes.push(format!("entries of {money} together are missing or misprinted")),
        }
    }
    if !totals_hold {
        causes.push("a printed total or count does not agree with the rows".to_owned());
    }
    if causes.is_empty() {
        causes.push("the printed figures contradict each other".to_owned());
    }
    causes.truncate(CAUSES_MAX);
    causes
}

fn by_gap(
    draft: &AccountDraft,
    steps: &[Step],
    gap: i64,
    first_broken: Option<usize>,
    causes: &mut Vec<String>,
) {
    let near = |index: usize| first_broken.is_none_or(|broken| index.abs_diff(broken) <= 40);
    let name = |index: usize| {
        let entry = draft.entries.get(index);
        entry.map_or_else(String::new, |entry| {
            format!("{} of {} on {}", entry.description, entry.amount, entry.date)
        })
    };
    let found = |wanted: &dyn Fn(i64) -> bool| {
        (0..steps.len())
            .filter(|index| near(*index))
            .find(|index| steps.get(*index).is_some_and(|step| wanted(step.amount)))
    };
    if let Some(index) = found(&|amount| amount.checked_mul(-2) == Some(gap)) {
        causes.push(format!("the sign of a row may be wrong: {}", name(index)));
    }
    if let Some(index) = found(&|amount| amount.checked_neg() == Some(gap)) {
        causes.push(format!(
            "a row may be counted that does not belong there or stands twice: {}",
            name(index)
        ));
    }
    if gap % 9 == 0 {
        causes.push("two digits of an amount may be swapped (the difference is a multiple of 9)".to_owned());
    }
}
