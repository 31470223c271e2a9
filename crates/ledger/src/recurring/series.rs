//! Series of entries at even distances.

use std::collections::{BTreeMap, HashSet};

use saldo_domain::{EntryId, Money};

use super::{PriceChange, Regularity, Rhythm};
use crate::movement::Movement;

/// The fewest entries of a series; two are a coincidence, but for yearly ones.
const MEMBERS_MIN: usize = 3;
/// By how many percent two yearly bills may differ: prices rise, and two of different size are a coincidence.
const YEARLY_CHANGE_MAX: u64 = 15;
/// The greatest amount of a variable series may be this many times its least.
const SPREAD_MAX: u64 = 4;

/// Entries at even distances, by date.
#[derive(Debug, Clone)]
pub(super) struct Series<'a> {
    pub(super) rhythm: Rhythm,
    pub(super) members: Vec<&'a Movement<'a>>,
}

/// The series in the entries of one merchant, sorted by date.
pub(super) fn of_group<'a>(group: &[&'a Movement<'a>]) -> Vec<Series<'a>> {
    let mut found = Vec::new();
    let mut rest: Vec<&Movement<'_>> = group.to_vec();
    take_whole(&mut rest, &mut found, |series| series.prices().0 == Regularity::Fixed);
    let mut by_amount: BTreeMap<i64, Vec<&Movement<'_>>> = BTreeMap::new();
    for movement in &rest {
        by_amount.entry(movement.amount.minor()).or_default().push(movement);
    }
    let mut parts = Vec::new();
    for same in by_amount.values().filter(|same| same.len() >= MEMBERS_MIN) {
        parts.extend(Rhythm::ALL.into_iter().find_map(|rhythm| regular(same, rhythm)));
    }
    let used: HashSet<EntryId> =
        parts.iter().flat_map(|part: &Series<'_>| part.members.iter().map(|member| member.entry)).collect();
    rest.retain(|movement| !used.contains(&movement.entry));
    found.extend(joined(parts, &mut rest));
    // What the subscriptions leave may be a series of its own.
    take_whole(&mut rest, &mut found, Series::is_even);
    found
}

/// Takes all of `rest` (but a few) as one series, if it is one and `suits`.
fn take_whole<'a>(
    rest: &mut Vec<&'a Movement<'a>>,
    found: &mut Vec<Series<'a>>,
    suits: impl Fn(&Series<'a>) -> bool,
) {
    let series = Rhythm::ALL.into_iter().find_map(|rhythm| regular(rest, rhythm));
    if let Some(series) = series.filter(suits) {
        let used: HashSet<EntryId> = series.members.iter().map(|member| member.entry).collect();
        rest.retain(|movement| !used.contains(&movement.entry));
        found.push(series);
    }
}

/// The series of a rhythm that nearly all of `group` make; `None` when they do not.
fn regular<'a>(group: &[&'a Movement<'a>], rhythm: Rhythm) -> Option<Series<'a>> {
    let (first, last) = (group.first()?, group.last()?);
    let span = (last.date - first.date).num_days();
    let expected = usize::try_from(span / rhythm.days()).ok()? + 1;
    // Shopping is denser, and what comes less often is sparser.
    if group.len() > expected + expected / 4 + 1 || group.len() * 2 < expected {
        return None;
    }
    let starts = group.iter().take(3);
    let longest = starts
        .enumerate()
        .map(|(start, _)| chain(&group[start..], rhythm))
        .max_by_key(Vec::len)
        .filter(|members| is_enough(members, group, rhythm))?;
    (longest.len() * 5 >= group.len() * 4).then_some(Series { rhythm, members: longest })
}

fn is_enough(members: &[&Movement<'_>], group: &[&Movement<'_>], rhythm: Rhythm) -> bool {
    let is_yearly_pair = || {
        rhythm == Rhythm::Yearly && group.len() == 2 && matches!(members, [one, other] if is_near(one, other))
    };
    members.len() >= MEMBERS_MIN || is_yearly_pair()
}

/// Whether the amount of one is that of the other, give or take what a price changes in a year.
fn is_near(one: &Movement<'_>, other: &Movement<'_>) -> bool {
    let [one, other] = [one, other].map(|movement| movement.amount.minor().unsigned_abs());
    one.abs_diff(other).saturating_mul(100) <= one.saturating_mul(YEARLY_CHANGE_MAX)
}

/// From the first entry on, each next one a rhythm later, give or take; at most a few may be missing.
fn chain<'a>(group: &[&'a Movement<'a>], rhythm: Rhythm) -> Vec<&'a Movement<'a>> {
    let Some(first) = group.first().copied() else { return Vec::new() };
    let mut members = vec![first];
    let (mut at, mut turn, mut missed) = (0, 0, 0_usize);
    loop {
        let step = |count: u32| Some((next(group, at, rhythm, turn + count, count)?, count));
        // One of four may be missing: a statement that was not uploaded.
        let may_miss = (missed + 1) * 4 <= members.len() + 2;
        let Some((place, count)) = step(1).or_else(|| if may_miss { step(2) } else { None }) else { break };
        missed += usize::from(count == 2);
        members.push(group[place]);
        (at, turn) = (place, turn + count);
    }
    members
}

/// The entry `count` times the rhythm after the one at `at`, or `turn` times after the first, which no weekend of the
/// one between has moved: the nearest to its amount, then to the day.
fn next(group: &[&Movement<'_>], at: usize, rhythm: Rhythm, turn: u32, count: u32) -> Option<usize> {
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

/// Joins series of one rhythm that begin where another ends, and lengthens them by what fits of `rest`: the price changed.
fn joined<'a>(mut parts: Vec<Series<'a>>, rest: &mut Vec<&'a Movement<'a>>) -> Vec<Series<'a>> {
    parts.sort_by_key(|part| part.members.first().map(|member| (member.date, member.entry)));
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

    /// Whether `movement` comes when the next is expected, at a price not too different.
    fn is_followed_by(&self, movement: &Movement<'_>) -> bool {
        let Some(last) = self.members.last() else { return false };
        let Some(expected) = self.rhythm.after(last.date, 1) else { return false };
        let [now, before] = [movement, last].map(|member| member.amount.minor().unsigned_abs());
        (movement.date - expected).num_days().abs() <= self.rhythm.slack()
            && now.abs_diff(before).saturating_mul(2) <= before
    }

    /// Whether the amounts are of one order.
    fn is_even(&self) -> bool {
        let amounts = || self.members.iter().map(|member| member.amount.minor().unsigned_abs());
        let (least, most) = (amounts().min().unwrap_or(0), amounts().max().unwrap_or(0));
        most <= least.saturating_mul(SPREAD_MAX) || self.prices().0 == Regularity::Fixed
    }

    /// Whether the amount is fixed, and when it changed: at most once in three entries.
    pub(super) fn prices(&self) -> (Regularity, Vec<PriceChange>) {
        let changes: Vec<PriceChange> = self
            .members
            .windows(2)
            .filter(|pair| pair[0].amount != pair[1].amount)
            .map(|pair| PriceChange { date: pair[1].date, before: pair[0].amount, after: pair[1].amount })
            .collect();
        // Two bills a year apart are one price that changed.
        let is_pair = self.rhythm == Rhythm::Yearly && self.members.len() == 2;
        if is_pair || changes.len() * 3 <= self.members.len() {
            (Regularity::Fixed, changes)
        } else {
            (Regularity::Variable, Vec::new())
        }
    }

    /// The middle one of the latest three amounts.
    pub(super) fn middle_of_latest(&self) -> Option<Money> {
        let mut latest: Vec<Money> = self.members.iter().rev().take(3).map(|member| member.amount).collect();
        latest.sort_unstable_by_key(|amount| amount.minor());
        latest.get(latest.len() / 2).copied()
    }
}
