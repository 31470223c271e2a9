//! The chain of statements. A later statement opens with the closing balance of
//! the earlier one, or with its balance before the first day that both print.

use std::collections::{BTreeMap, BTreeSet};

use saldo_domain::{Date, Money, MoneyError, Outcome, StatementId, TransactionId};

use super::{ChainBreak, StatementSpan};

/// A line of a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PrintedLine {
    /// The ID of the transaction. A line that two statements print is one transaction.
    pub transaction: TransactionId,
    /// The day of the transaction.
    pub date: Date,
    /// The amount, signed from the account holder's side.
    pub amount: Money,
}

/// The lines of parts of statements, by the statement and the index of the part in it.
pub type PrintedLines = BTreeMap<(StatementId, usize), Vec<PrintedLine>>;

/// The relation between the balances of two neighboring statements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Link {
    /// The later statement opens with the closing balance of the earlier one.
    Holds,
    /// The later statement opens with an earlier balance of the other, because both print some days.
    HoldsWithin,
    /// The later statement opens with a different balance. The
    /// amount is the balance of the earlier one at that time.
    Broken(Money),
    /// The data is not sufficient to decide.
    Unknown,
}

/// Returns the statements that begin before `after` and end on the day before it begins, or later.
fn neighbors<'a>(
    spans: &'a [StatementSpan],
    after: &'a StatementSpan,
) -> impl Iterator<Item = &'a StatementSpan> {
    let begin = after.period.start();
    spans
        .iter()
        .take_while(move |before| before.period.start() < begin)
        .filter(move |before| before.period.end().succ_opt().is_none_or(|next| next >= begin))
}

/// Returns the statements whose lines decide whether they chain. `spans` must be sorted by the first day.
pub(super) fn undecided(spans: &[StatementSpan]) -> BTreeSet<StatementId> {
    let mut found = BTreeSet::new();
    for after in spans {
        for before in neighbors(spans, after).filter(|before| shares_a_day(before, after)) {
            if link(before, after, &PrintedLines::new()) != Link::Holds {
                found.extend([before.statement, after.statement]);
            }
        }
    }
    found
}

fn shares_a_day(before: &StatementSpan, after: &StatementSpan) -> bool {
    before.period.end() >= after.period.start()
}

/// Compares the balances of `after` with those of an earlier
/// statement that ends on the day before it or later.
pub(super) fn link(before: &StatementSpan, after: &StatementSpan, lines: &PrintedLines) -> Link {
    let (Some(closing), Some(opening)) = (before.closing, after.opening) else { return Link::Unknown };
    if opening == closing {
        return Link::Holds;
    }
    if !shares_a_day(before, after) {
        return Link::Broken(closing);
    }
    let Some((evening, without_shared)) = earlier_balances(before, after, closing, lines) else {
        return Link::Unknown;
    };
    // The later statement repeats either all lines of the shared days or only some of them.
    if opening == evening || opening == without_shared {
        return Link::HoldsWithin;
    }
    if before.period.end() == after.period.start() {
        return Link::Broken(closing);
    }
    // With several shared days, the balance in between is certain only if the
    // earlier statement adds up and the later one is not known to be wrong.
    let certain = before.outcome == Outcome::Balanced && after.outcome != Outcome::Unbalanced;
    if certain { Link::Broken(evening) } else { Link::Unknown }
}

/// Returns two balances of `before`: at the end of the day before `after` begins,
/// and without the lines that both print. `None` if one does not fit into 64 bits.
fn earlier_balances(
    before: &StatementSpan,
    after: &StatementSpan,
    closing: Money,
    lines: &PrintedLines,
) -> Option<(Money, Money)> {
    let none = Vec::new();
    let of = |span: &StatementSpan| lines.get(&(span.statement, span.part)).unwrap_or(&none);
    let printed: BTreeSet<TransactionId> = of(after).iter().map(|line| line.transaction).collect();
    let less = |balance: Money, line: &PrintedLine| balance.checked_sub(line.amount);
    let shared_days = of(before).iter().filter(|line| line.date >= after.period.start());
    let evening: Result<Money, MoneyError> = shared_days.clone().try_fold(closing, less);
    let shared = of(before).iter().filter(|line| printed.contains(&line.transaction));
    let without_shared: Result<Money, MoneyError> = shared.clone().try_fold(closing, less);
    Some((evening.ok()?, without_shared.ok()?))
}

/// Returns the statements that open with a different balance
/// than each earlier statement that reaches to them.
pub(super) fn breaks(spans: &[StatementSpan], lines: &PrintedLines) -> Vec<ChainBreak> {
    let mut found = Vec::new();
    for after in spans {
        let Some(opening) = after.opening else { continue };
        let known = neighbors(spans, after).filter(|before| before.closing.is_some());
        // Of several earlier statements, a break names the one
        // that ends first, closest to the first day of `after`.
        let mut earlier: Vec<(&StatementSpan, Link)> =
            known.map(|before| (before, link(before, after, lines))).collect();
        earlier.sort_by_key(|(before, _)| before.period.end());
        let broken = earlier.iter().find_map(|(before, link)| match link {
            Link::Broken(expected) => Some((before, *expected)),
            Link::Holds | Link::HoldsWithin | Link::Unknown => None,
        });
        // One statement that matches, or may match, is enough: a break is reported only if it is certain.
        let all_broken = earlier.iter().all(|(_, link)| matches!(link, Link::Broken(_)));
        if let Some((before, closing)) = broken.filter(|_| all_broken) {
            let difference: Result<Money, MoneyError> = opening.checked_sub(closing);
            found.push(ChainBreak {
                before: before.statement,
                closing,
                after: after.statement,
                opening,
                difference: difference.ok(),
            });
        }
    }
    found
}
