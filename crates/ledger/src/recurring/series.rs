//! Series of transactions at regular intervals.

use std::collections::{BTreeMap, HashSet};

use saldo_domain::{Date, Money, TransactionId};

use super::{PriceChange, Regularity, Rhythm};
use crate::movement::Movement;

/// The fewest transactions of a series. Two may be a coincidence, except for yearly bills of similar amounts.
const MEMBERS_MIN: usize = 3;
/// The largest difference of two yearly bills, in percent.
/// Prices rise; a larger difference suggests a coincidence.
const YEARLY_CHANGE_MAX: u64 = 15;
/// The largest ratio of the greatest to the least amount of a variable series.
const SPREAD_MAX: u64 = 4;

/// Transactions at regular intervals, by date.
#[derive(Debug, Clone)]
pub(super) struct Series<'a> {
    pub(super) rhythm: Rhythm,
    pub(super) members: Vec<&'a Movement>,
}

/// Returns the series among the transactions of one merchant, sorted by date.
pub(super) fn of_group<'a>(group: &[&'a Movement]) -> Vec<Series<'a>> {
    let mut found = Vec::new();
    let mut rest: Vec<&Movement> = group.to_vec();
    take_whole(&mut rest, &mut found, |series| series.prices().0 == Regularity::Fixed);
    let mut by_amount: BTreeMap<i64, Vec<&Movement>> = BTreeMap::new();
    for movement in &rest {
        by_amount.entry(movement.amount.minor()).or_default().push(movement);
    }
    let mut parts = Vec::new();
    for same in by_amount.values().filter(|same| same.len() >= MEMBERS_MIN) {
        parts.extend(Rhythm::ALL.into_iter().find_map(|rhythm| regular(same, rhythm)));
    }
    let used: HashSet<TransactionId> = parts
        .iter()
        .flat_map(|part: &Series<'_>| part.members.iter().map(|member| member.transaction))
        .collect();
    rest.retain(|movement| !used.contains(&movement.transaction));
    found.extend(joined(parts, &mut rest));
    found.extend(yearly(&mut rest));
    // The transactions left by the subscriptions may be a series of varying amounts.
    take_whole(&mut rest, &mut found, Series::is_even);
    found
}

/// Takes all of `rest` as yearly series, such as of two policies of one insurer. Returns nothing
/// unless each transaction belongs to one: among other purchases, two may be a year apart by chance.
fn yearly<'a>(rest: &mut Vec<&'a Movement>) -> Vec<Series<'a>> {
    let mut found: Vec<Series<'_>> = Vec::new();
    for movement in rest.iter() {
        // Years of purchases are not compared with each other if one of them is followed by none.
        let is_missed = |series: &Series<'_>| series.members.len() < 2 && series.is_over_by(movement.date);
        if found.iter().any(is_missed) {
            return Vec::new();
        }
        let follows = |series: &&mut Series<'_>| {
            series.is_followed_by(movement) && series.members.last().is_some_and(|it| is_near(it, movement))
        };
        match found.iter_mut().find(follows) {
            Some(series) => series.members.push(movement),
            None => found.push(Series { rhythm: Rhythm::Yearly, members: vec![movement] }),
        }
    }
    if found.iter().any(|series| series.members.len() < 2) {
        return Vec::new();
    }
    rest.clear();
    found
}

/// Moves nearly all of `rest` to `found` as one series, if there is one that `suits`.
fn take_whole<'a>(
    rest: &mut Vec<&'a Movement>,
    found: &mut Vec<Series<'a>>,
    suits: impl Fn(&Series<'a>) -> bool,
) {
    let series = Rhythm::ALL.into_iter().find_map(|rhythm| regular(rest, rhythm));
    if let Some(series) = series.filter(suits) {
        let used: HashSet<TransactionId> = series.members.iter().map(|member| member.transaction).collect();
        rest.retain(|movement| !used.contains(&movement.transaction));
        found.push(series);
    }
}

/// Returns the series with this interval that at least four fifths of `group` belong to, if there is one.
fn regular<'a>(group: &[&'a Movement], rhythm: Rhythm) -> Option<Series<'a>> {
    let (first, last) = (group.first()?, group.last()?);
    let span = (last.date - first.date).num_days();
    let expected = usize::try_from(span / rhythm.days()).ok()? + 1;
    // More transactions are ordinary shopping; fewer belong to a less frequent series.
    if group.len() > expected + expected / 4 + 1 || group.len() * 2 < expected {
        return None;
    }
    // The first one or two transactions may be outliers, which must not prevent the series.
    let starts = group.iter().take(3);
    let longest = starts
        .enumerate()
        .map(|(start, _)| chain(&group[start..], rhythm))
        .max_by_key(Vec::len)
        .filter(|members| is_enough(members, group, rhythm))?;
    (longest.len() * 5 >= group.len() * 4).then_some(Series { rhythm, members: longest })
}

fn is_enough(members: &[&Movement], group: &[&Movement], rhythm: Rhythm) -> bool {
    let is_yearly_pair = || {
        rhythm == Rhythm::Yearly && group.len() == 2 && matches!(members, [one, other] if is_near(one, other))
    };
    members.len() >= MEMBERS_MIN || is_yearly_pair()
}

/// True if the amounts differ by no more than a price may change in a year.
fn is_near(one: &Movement, other: &Movement) -> bool {
    let [one, other] = [one, other].map(|movement| movement.amount.minor().unsigned_abs());
    one.abs_diff(other).saturating_mul(100) <= one.saturating_mul(YEARLY_CHANGE_MAX)
}

/// Returns the transactions that follow the first one at this interval, give or
/// take a few days. At most one in four may be missing, and never two in a row.
fn chain<'a>(group: &[&'a Movement], rhythm: Rhythm) -> Vec<&'a Movement> {
    let Some(first) = group.first().copied() else { return Vec::new() };
    let mut members = vec![first];
    let (mut at, mut turn, mut missed) = (0, 0, 0_usize);
    loop {
        let step = |count: u32| Some((next(group, at, rhythm, turn + count, count)?, count));
        // One in four may be missing, for example because a statement was not uploaded.
        let may_miss = (missed + 1) * 4 <= members.len() + 2;
        let Some((place, count)) = step(1).or_else(|| if may_miss { step(2) } else { None }) else { break };
        missed += usize::from(count == 2);
        members.push(group[place]);
        (at, turn) = (place, turn + count);
    }
    members
}

/// Returns the index of the transaction `count` intervals after the one at `at`. It may also
/// be `turn` intervals after the first, in case a weekend shifted the one at `at`. Of
/// several, the one with the nearest amount is preferred, then the one with the nearest day.
fn next(group: &[&Movement], at: usize, rhythm: Rhythm, turn: u32, count: u32) -> Option<usize> {
    let here = group[at];
    let expected = [rhythm.after(here.date, count)?, rhythm.after(group[0].date, turn)?];
    let (earliest, latest) = (expected[0].min(expected[1]), expected[0].max(expected[1]));
    let distance = |index: usize| {
        let days = expected.map(|expected| (group[index].date - expected).num_days().abs());
        days[0].min(days[1])
    };
    (at + 1..group.len())
        .skip_while(|index| (earliest - group[*index].date).num_days() > rhythm.slack())
        .take_while(|index| (group[*index].date - latest).num_days() <= rhythm.slack())
        .filter(|index| distance(*index) <= rhythm.slack())
        .min_by_key(|index| (group[*index].amount.minor().abs_diff(here.amount.minor()), distance(*index)))
}

/// Joins each series with the one that begins where it ends, because the
/// price changed, and adds the transactions of `rest` that follow it.
fn joined<'a>(mut parts: Vec<Series<'a>>, rest: &mut Vec<&'a Movement>) -> Vec<Series<'a>> {
    parts.sort_by_key(|part| part.members.first().map(|member| (member.date, member.transaction)));
    let mut found: Vec<Series<'_>> = Vec::new();
    for part in parts {
        let place = found.iter().position(|before| before.is_continued_by(&part));
        match place {
            Some(place) => found[place].members.extend(part.members),
            None => found.push(part),
        }
    }
    for series in &mut found {
        while let Some(place) = rest.iter().position(|movement| series.is_followed_by(movement)) {
            series.members.push(rest.remove(place));
        }
    }
    found
}

impl Series<'_> {
    fn is_continued_by(&self, part: &Self) -> bool {
        let first = part.members.first();
        self.rhythm == part.rhythm && first.is_some_and(|first| self.is_followed_by(first))
    }

    /// True if `movement` comes when the next payment is expected, at a price that differs by at most half.
    fn is_followed_by(&self, movement: &Movement) -> bool {
        let Some(last) = self.members.last() else { return false };
        let Some(expected) = self.rhythm.after(last.date, 1) else { return false };
        let [now, before] = [movement, last].map(|member| member.amount.minor().unsigned_abs());
        (movement.date - expected).num_days().abs() <= self.rhythm.slack()
            && now.abs_diff(before).saturating_mul(2) <= before
    }

    /// True if the next payment can no longer come on `date` or later.
    fn is_over_by(&self, date: Date) -> bool {
        let next = self.members.last().and_then(|last| self.rhythm.after(last.date, 1));
        next.is_none_or(|expected| (date - expected).num_days() > self.rhythm.slack())
    }

    /// True if the amounts are fixed or of the same order of magnitude.
    fn is_even(&self) -> bool {
        let amounts = || self.members.iter().map(|member| member.amount.minor().unsigned_abs());
        let (least, most) = (amounts().min().unwrap_or(0), amounts().max().unwrap_or(0));
        most <= least.saturating_mul(SPREAD_MAX) || self.prices().0 == Regularity::Fixed
    }

    /// Returns whether the amount is fixed, and its changes: at most one for every three transactions.
    /// The price of a yearly bill may change a little each time.
    pub(super) fn prices(&self) -> (Regularity, Vec<PriceChange>) {
        let changes: Vec<PriceChange> = self
            .members
            .windows(2)
            .filter(|pair| pair[0].amount != pair[1].amount)
            .map(|pair| PriceChange { date: pair[1].date, before: pair[0].amount, after: pair[1].amount })
            .collect();
        let is_yearly =
            self.rhythm == Rhythm::Yearly && self.members.windows(2).all(|pair| is_near(pair[0], pair[1]));
        if is_yearly || changes.len() * 3 <= self.members.len() {
            (Regularity::Fixed, changes)
        } else {
            (Regularity::Variable, Vec::new())
        }
    }

    /// Returns the median of the latest three amounts.
    pub(super) fn middle_of_latest(&self) -> Option<Money> {
        let mut latest: Vec<Money> = self.members.iter().rev().take(3).map(|member| member.amount).collect();
        latest.sort_unstable_by_key(|amount| amount.minor());
        latest.get(latest.len() / 2).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use saldo_domain::{AccountId, Currency, Timestamp};

    /// Returns yearly series of all movements as [`yearly`] does, by comparing each with every series.
    fn plainly_yearly<'a>(sorted: &[&'a Movement]) -> Vec<Vec<&'a Movement>> {
        let mut found: Vec<Series<'_>> = Vec::new();
        for movement in sorted.iter().copied() {
            let follows = |series: &&mut Series<'_>| {
                let is_near = series.members.last().is_some_and(|last| is_near(last, movement));
                series.is_followed_by(movement) && is_near
            };
            match found.iter_mut().find(follows) {
                Some(series) => series.members.push(movement),
                None => found.push(Series { rhythm: Rhythm::Yearly, members: vec![movement] }),
            }
        }
        let is_whole = found.iter().all(|series| series.members.len() > 1);
        if is_whole { found.into_iter().map(|series| series.members).collect() } else { Vec::new() }
    }

    proptest! {
        #[test]
        fn yearly_series_are_those_of_a_plain_loop(
            bills in proptest::collection::vec((0_u64..400, 1_i64..4, 1_u64..4, 0_u64..20), 0..6),
        ) {
            let now = Timestamp::from_milliseconds(0);
            let account = AccountId::new(now);
            let start = Date::from_ymd_opt(2020, 1, 1).unwrap();
            let mut movements: Vec<Movement> = Vec::new();
            for (day, amount, times, late) in bills {
                movements.extend((0..times).map(|year| Movement {
                    transaction: TransactionId::new(now),
                    account,
                    statement: None,
                    date: start + chrono::Days::new(day + year * 365 + year * late),
                    amount: Money::from_minor(-1_000 * amount, Currency::parse("EUR").unwrap()),
                    description: "INSURER".into(),
                }));
            }
            movements.sort_by_key(|movement| (movement.date, movement.transaction));
            let mut rest: Vec<&Movement> = movements.iter().collect();
            let plain = plainly_yearly(&rest);
            let found: Vec<Vec<&Movement>> = yearly(&mut rest).into_iter().map(|it| it.members).collect();
            prop_assert_eq!(rest.is_empty(), movements.is_empty() || !plain.is_empty());
            prop_assert_eq!(found, plain);
        }
    }
}
