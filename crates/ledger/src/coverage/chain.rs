//! Whether statements chain: each opens with the balance at which the one before closed, or with what the one before makes of the
//! balance before the first day that both print.

use std::collections::{BTreeMap, BTreeSet};

use saldo_domain::{Date, EntryId, Money, MoneyError, Outcome, StatementId};

use super::{ChainBreak, StatementSpan};

/// A line that a statement prints.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PrintedLine {
    /// Its entry; a line that two statements print is one entry.
    pub entry: EntryId,
    /// Its day.
    pub date: Date,
    /// Its amount.
    pub amount: Money,
}

/// The lines of parts of statements: by the statement and the number of its part.
pub type PrintedLines = BTreeMap<(StatementId, usize), Vec<PrintedLine>>;

/// What two neighbouring statements say of each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Link {
    /// The later one opens with the balance at which the earlier one closed.
    Holds,
    /// It opens with an earlier balance of the other: some days are printed in both.
    HoldsWithin,
    /// It opens with another balance than this, which the earlier one has at that time.
    Broken(Money),
    /// What is known does not suffice.
    Unknown,
}

/// The earlier statements that reach to the day before `after` begins, or into it.
fn neighbours<'a>(
    spans: &'a [StatementSpan],
    after: &'a StatementSpan,
) -> impl Iterator<Item = &'a StatementSpan> {
    let begin = after.period.start();
    spans
        .iter()
        .take_while(move |before| before.period.start() < begin)
        .filter(move |before| before.period.end().succ_opt().is_none_or(|next| next >= begin))
}

/// The parts of statements whose lines decide whether they chain. `spans` are sorted by their first days.
pub(super) fn undecided(spans: &[StatementSpan]) -> BTreeSet<StatementId> {
    let mut found = BTreeSet::new();
    for after in spans {
        for before in neighbours(spans, after).filter(|before| shares_a_day(before, after)) {
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

/// What a statement says of an earlier one that reaches to it.
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
    if opening == evening || opening == without_shared {
        return Link::HoldsWithin;
    }
    if before.period.end() == after.period.start() {
        return Link::Broken(closing);
    }
    // Of several days, only what adds up says what the balance was in between.
    let certain = before.outcome == Outcome::Balanced && after.outcome != Outcome::Unbalanced;
    if certain { Link::Broken(evening) } else { Link::Unknown }
}

/// What `before` had on the evening before `after` begins, and what it had without the lines that both print.
fn earlier_balances(
    before: &StatementSpan,
    after: &StatementSpan,
    closing: Money,
    lines: &PrintedLines,
) -> Option<(Money, Money)> {
    let none = Vec::new();
    let of = |span: &StatementSpan| lines.get(&(span.statement, span.part)).unwrap_or(&none);
    let printed: BTreeSet<EntryId> = of(after).iter().map(|line| line.entry).collect();
    let less = |balance: Money, line: &PrintedLine| balance.checked_sub(line.amount);
    let shared_days = of(before).iter().filter(|line| line.date >= after.period.start());
    let evening: Result<Money, MoneyError> = shared_days.clone().try_fold(closing, less);
    let shared = of(before).iter().filter(|line| printed.contains(&line.entry));
    let without_shared: Result<Money, MoneyError> = shared.clone().try_fold(closing, less);
    Some((evening.ok()?, without_shared.ok()?))
}

/// The statements that open otherwise than every earlier one that reaches to them says.
pub(super) fn breaks(spans: &[StatementSpan], lines: &PrintedLines) -> Vec<ChainBreak> {
    let mut found = Vec::new();
    for after in spans {
        let Some(opening) = after.opening else { continue };
        let known = neighbours(spans, after).filter(|before| before.closing.is_some());
        // Of several that reach there, those that end there say the most.
        let mut said: Vec<(&StatementSpan, Link)> =
            known.map(|before| (before, link(before, after, lines))).collect();
        said.sort_by_key(|(before, _)| before.period.end());
        let broken = said.iter().find_map(|(before, link)| match link {
            Link::Broken(expected) => Some((before, *expected)),
            Link::Holds | Link::HoldsWithin | Link::Unknown => None,
        });
        // One of them is enough to hold the chain, and a doubt is no alarm.
        let all_broken = said.iter().all(|(_, link)| matches!(link, Link::Broken(_)));
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
