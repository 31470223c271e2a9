//! The days of an account that its statements cover, with gaps, overlaps and breaks.
//! Statements chain if each opens with the closing balance of the previous one.

mod chain;

use std::collections::{BTreeMap, BTreeSet};

use saldo_domain::{AccountId, Currency, Money, Outcome, Period, Statement, StatementId};

use chain::Link;
pub use chain::{PrintedLine, PrintedLines};

/// The part of a statement that belongs to one account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StatementSpan {
    /// The statement.
    pub statement: StatementId,
    /// The index of the part in [`Statement::accounts`].
    pub part: usize,
    /// The printed period.
    pub period: Period,
    /// The printed opening balance, if any.
    pub opening: Option<Money>,
    /// The closing balance of the last day of the period, if printed.
    pub closing: Option<Money>,
    /// The result of adding the statement up.
    pub outcome: Outcome,
}

/// The days that the statements of one account, in one currency, cover.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Coverage {
    /// The statements with a period, by its first day.
    pub spans: Vec<StatementSpan>,
    /// The statements without a period. They count neither as covered days nor in overlaps and breaks.
    pub undated: Vec<StatementId>,
    /// The days that statements cover, except those that do not
    /// add up. Adjoining and overlapping periods are merged.
    pub covered: Vec<Period>,
    /// The days between the covered periods.
    pub gaps: Vec<Period>,
    /// The days that more than one statement covers.
    pub overlaps: Vec<Overlap>,
    /// The statements that do not open with the balance of the
    /// previous one although no days are missing between them.
    pub breaks: Vec<ChainBreak>,
}

/// Days that two statements cover. If one statement ends on the day on which the next
/// begins, as many banks print it, that day is an overlap only if both print its lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Overlap {
    /// The days that both cover.
    pub period: Period,
    /// The statement that begins earlier.
    pub first: StatementId,
    /// The statement that begins later.
    pub second: StatementId,
}

/// A statement that does not open with the closing balance of the previous one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChainBreak {
    /// The earlier statement.
    pub before: StatementId,
    /// The closing balance of the earlier statement. If the two
    /// share several days, its balance before the first shared day.
    pub closing: Money,
    /// The later statement.
    pub after: StatementId,
    /// The opening balance.
    pub opening: Money,
    /// The opening balance less the closing balance; `None` if it does not fit into 64 bits.
    pub difference: Option<Money>,
}

/// Returns the statements whose lines [`coverage_of`] needs: those that share
/// days with another statement and do not open with its closing balance.
#[must_use]
pub fn undecided(statements: &[Statement]) -> BTreeSet<StatementId> {
    let parts = parts(statements).into_values();
    parts.flat_map(|(spans, _)| chain::undecided(&sorted(spans))).collect()
}

/// Returns the coverage of each account and currency of
/// `statements`. `lines` holds the lines of the [`undecided`] ones.
#[must_use]
pub fn coverage_of(
    statements: &[Statement],
    lines: &PrintedLines,
) -> BTreeMap<(AccountId, Currency), Coverage> {
    let parts = parts(statements).into_iter();
    parts.map(|(key, (spans, undated))| (key, Coverage { undated, ..coverage(spans, lines) })).collect()
}

/// The spans of each account's statements, and its statements without a period.
type Parts = BTreeMap<(AccountId, Currency), (Vec<StatementSpan>, Vec<StatementId>)>;

fn parts(statements: &[Statement]) -> Parts {
    let mut parts = Parts::new();
    for statement in statements {
        for (number, part) in statement.accounts.iter().enumerate() {
            let (spans, undated) = parts.entry((part.account, part.currency)).or_default();
            let period =
                part.period_start.zip(part.period_end).and_then(|(start, end)| Period::new(start, end));
            match period {
                Some(period) => spans.push(StatementSpan {
                    statement: statement.id,
                    part: number,
                    period,
                    opening: part.opening_balance,
                    // A closing balance of another day says nothing about the next statement.
                    closing: part.closing_balance.filter(|_| part.closing_on.is_none()),
                    outcome: part.outcome,
                }),
                None => undated.push(statement.id),
            }
        }
    }
    parts
}

fn sorted(mut spans: Vec<StatementSpan>) -> Vec<StatementSpan> {
    spans.sort_by_key(|span| (span.period.start(), span.period.end(), span.statement, span.part));
    spans
}

/// Returns the coverage of one account in one currency, from its statements in any order.
#[must_use]
pub fn coverage(spans: Vec<StatementSpan>, lines: &PrintedLines) -> Coverage {
    let spans = sorted(spans);
    let mut found = Coverage::default();
    let holding = || spans.iter().filter(|span| span.outcome != Outcome::Unbalanced);
    for period in holding().map(|span| span.period) {
        match found.covered.last_mut() {
            Some(last) if touches(*last, period) => {
                *last = Period::new(last.start(), last.end().max(period.end())).unwrap_or(*last);
            }
            _ => found.covered.push(period),
        }
    }
    found.gaps = found
        .covered
        .windows(2)
        .filter_map(|pair| Period::new(pair[0].end().succ_opt()?, pair[1].start().pred_opt()?))
        .collect();
    found.overlaps = overlaps(&spans, lines);
    found.breaks = chain::breaks(&spans, lines);
    found.spans = spans;
    found
}

/// True if `next`, which does not begin earlier, overlaps or adjoins `before`.
fn touches(before: Period, next: Period) -> bool {
    before.end().succ_opt().is_none_or(|after| next.start() <= after)
}

/// Returns the days that two statements cover. Comparing each statement
/// with the earlier one that ends last is enough to find every such day.
fn overlaps(spans: &[StatementSpan], lines: &PrintedLines) -> Vec<Overlap> {
    let mut found = Vec::new();
    let mut furthest: Option<&StatementSpan> = None;
    for span in spans {
        if let Some(before) = furthest {
            let end = before.period.end().min(span.period.end());
            let shared = Period::new(span.period.start(), end);
            let is_border = span.period.start() == before.period.end()
                && span.period.start() != span.period.end()
                && chain::link(before, span, lines) != Link::HoldsWithin;
            if let Some(period) = shared.filter(|_| !is_border) {
                found.push(Overlap { period, first: before.statement, second: span.statement });
            }
        }
        if furthest.is_none_or(|before| span.period.end() > before.period.end()) {
            furthest = Some(span);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use saldo_domain::{Date, Id, Timestamp};

    fn span(number: i64, start: &str, end: &str, opening: i64, closing: i64) -> StatementSpan {
        let euro = |minor| Some(Money::from_minor(minor, Currency::parse("EUR").unwrap()));
        StatementSpan {
            statement: Id::new(Timestamp::from_milliseconds(number)),
            part: 0,
            period: period(start, end),
            opening: euro(opening),
            closing: euro(closing),
            outcome: Outcome::Balanced,
        }
    }
    fn period(start: &str, end: &str) -> Period {
        Period::new(start.parse().unwrap(), end.parse().unwrap()).unwrap()
    }

    fn covered(spans: Vec<StatementSpan>) -> Coverage {
        coverage(spans, &PrintedLines::new())
    }

    /// Returns the lines of the spans, given as transaction number, day and minor units.
    fn printed(spans: &[StatementSpan], lines: &[&[(i64, &str, i64)]]) -> PrintedLines {
        let euro = Currency::parse("EUR").unwrap();
        let line = |(transaction, date, minor): &(i64, &str, i64)| PrintedLine {
            transaction: format!("00000000-0000-0000-0000-{transaction:012}").parse().unwrap(),
            date: date.parse().unwrap(),
            amount: Money::from_minor(*minor, euro),
        };
        let lines = lines.iter().map(|lines| lines.iter().map(line).collect());
        spans.iter().map(|span| (span.statement, span.part)).zip(lines).collect()
    }

    #[test]
    fn a_day_on_two_statements_is_an_overlap_but_no_gap() {
        let spans =
            [span(1, "2025-01-05", "2025-01-10", 1_000, 985), span(2, "2025-01-10", "2025-01-15", 990, 984)];
        let lines = printed(
            &spans,
            &[
                &[(1, "2025-01-05", -10), (2, "2025-01-10", -5)],
                &[(2, "2025-01-10", -5), (3, "2025-01-12", -1)],
            ],
        );
        let found = coverage(spans.to_vec(), &lines);
        assert!(found.breaks.is_empty(), "{:?}", found.breaks);
        assert_eq!(found.overlaps.len(), 1);
        assert_eq!(found.overlaps[0].period, period("2025-01-10", "2025-01-10"));
        // The line is printed only in the first statement and missing
        // from neither: the second opens with a wrong balance.
        let lines = printed(&spans, &[&[(2, "2025-01-06", -15)], &[(3, "2025-01-12", -6)]]);
        assert_eq!(coverage(spans.to_vec(), &lines).breaks.len(), 1);
    }

    #[test]
    fn statements_with_shared_days_chain_by_the_earlier_balance() {
        let first = span(1, "2025-01-01", "2025-01-20", 100, 70);
        let own = [(1, "2025-01-05", -10), (2, "2025-01-12", -20)];
        let opening = |minor| {
            let spans = [first, span(2, "2025-01-10", "2025-01-31", minor, minor - 25)];
            let lines = printed(&spans, &[&own, &[(2, "2025-01-12", -20), (3, "2025-01-25", -5)]]);
            coverage(spans.to_vec(), &lines)
        };
        let found = opening(90);
        assert!(found.breaks.is_empty());
        assert_eq!(found.overlaps.len(), 1);
        let broken = opening(80).breaks;
        assert_eq!(broken.len(), 1);
        assert_eq!((broken[0].closing.minor(), broken[0].difference.unwrap().minor()), (90, -10));
        // A statement that does not provably add up says nothing about the balance in between.
        let spans = [
            StatementSpan { outcome: Outcome::Unchecked, ..first },
            span(2, "2025-01-10", "2025-01-31", 80, 55),
        ];
        let found = coverage(spans.to_vec(), &printed(&spans, &[&own, &[]]));
        assert!(found.breaks.is_empty());
        assert_eq!(found.overlaps.len(), 1);
    }

    #[test]
    fn lines_are_requested_only_when_they_matter() {
        let spans = vec![
            span(1, "2025-01-01", "2025-01-31", 0, 50),
            span(2, "2025-01-31", "2025-02-28", 50, 70),
            span(3, "2025-03-01", "2025-03-31", 80, 90),
            span(4, "2025-03-30", "2025-04-30", 85, 95),
        ];
        let asked: Vec<StatementId> = chain::undecided(&spans).into_iter().collect();
        assert_eq!(asked, [spans[2].statement, spans[3].statement]);
    }

    #[test]
    fn statements_that_follow_one_another_cover_one_range() {
        let [january, february] =
            [span(1, "2025-01-01", "2025-01-31", 0, 50), span(2, "2025-02-01", "2025-02-28", 50, 70)];
        let found = covered(vec![february, january]);
        assert_eq!(found.covered, [period("2025-01-01", "2025-02-28")]);
        assert!(found.gaps.is_empty() && found.overlaps.is_empty() && found.breaks.is_empty());
        assert_eq!(found.spans[0].statement, january.statement);
    }

    #[test]
    fn a_missing_month_is_a_gap_not_a_contradiction() {
        let found = covered(vec![
            span(1, "2025-01-01", "2025-01-31", 0, 50),
            span(2, "2025-03-01", "2025-03-31", 90, 70),
        ]);
        assert_eq!(found.gaps, [period("2025-02-01", "2025-02-28")]);
        assert!(found.breaks.is_empty());
    }

    #[test]
    fn a_different_opening_balance_breaks_the_chain() {
        let found = covered(vec![
            span(1, "2025-01-01", "2025-01-31", 0, 50),
            span(2, "2025-01-31", "2025-02-28", 55, 70),
        ]);
        assert_eq!(found.breaks.len(), 1);
        assert_eq!(found.breaks[0].difference.unwrap().minor(), 5);
        assert!(found.overlaps.is_empty(), "both statements print the day they share");
    }

    #[test]
    fn days_covered_twice_are_an_overlap() {
        let found = covered(vec![
            span(1, "2025-01-01", "2025-03-31", 0, 50),
            span(2, "2025-02-01", "2025-02-28", 10, 20),
            span(3, "2025-03-15", "2025-04-15", 10, 20),
        ]);
        let periods: Vec<Period> = found.overlaps.iter().map(|overlap| overlap.period).collect();
        assert_eq!(periods, [period("2025-02-01", "2025-02-28"), period("2025-03-15", "2025-03-31")]);
    }

    #[test]
    fn an_unbalanced_statement_covers_no_days() {
        let broken =
            StatementSpan { outcome: Outcome::Unbalanced, ..span(2, "2025-02-01", "2025-02-28", 50, 70) };
        let found = covered(vec![
            span(1, "2025-01-01", "2025-01-31", 0, 50),
            broken,
            span(3, "2025-03-01", "2025-03-31", 70, 80),
        ]);
        assert_eq!(found.gaps, [period("2025-02-01", "2025-02-28")]);
        assert_eq!(found.spans.len(), 3);
    }

    proptest! {
        #[test]
        fn every_day_is_covered_or_a_gap_and_the_order_does_not_matter(days in proptest::collection::vec((0_i64..300, 0_i64..40), 1..20)) {
            let first: Date = "2024-01-01".parse().unwrap();
            let at = |day| first + chrono::TimeDelta::days(day);
            let spans: Vec<StatementSpan> = days.iter().zip(0..).map(|((start, length), number)| {
                StatementSpan { period: Period::new(at(*start), at(start + length)).unwrap(), ..span(number, "2024-01-01", "2024-01-01", 0, 0) }
            }).collect();
            let found = covered(spans.clone());
            let mut turned = spans.clone();
            turned.reverse();
            prop_assert_eq!(&covered(turned), &found);
            let last = spans.iter().map(|span| span.period.end()).max().unwrap();
            let begin = spans.iter().map(|span| span.period.start()).min().unwrap();
            for day in begin.iter_days().take_while(|day| *day <= last) {
                let printed = spans.iter().any(|span| span.period.contains(day));
                prop_assert_eq!(found.covered.iter().filter(|period| period.contains(day)).count(), usize::from(printed));
                prop_assert_eq!(found.gaps.iter().filter(|period| period.contains(day)).count(), usize::from(!printed));
            }
        }
    }
}
