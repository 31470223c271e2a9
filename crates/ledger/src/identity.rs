//! Import identity: matching the lines of a statement with the transactions that the account already has.
//!
//! A statement may be imported in several forms: downloaded twice, scanned, or as a data file of
//! the same days. The descriptions then differ, and text recognized in a picture may be wrong.
//! The date, the amount and the place in the running balance still identify a transaction.

mod account;
mod divided;

use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};
use std::hash::Hash;

use chrono::NaiveDate;
use saldo_domain::{Period, Place};

pub use account::{AccountMatch, KnownAccount, Learned, StatedAccount};
pub use divided::{Border, Neighbor, divided};

/// The fewest lines of a part that can be a duplicate of another. Fewer lines may agree by coincidence.
const DOUBLE_LINES_MIN: usize = 3;

/// A line of one account on a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line<K> {
    /// The transaction of the line. A stored line always has one;
    /// a new line has one only if its fingerprint is stored.
    pub transaction: Option<K>,
    /// The booking date.
    pub date: NaiveDate,
    /// The amount in minor units, signed from the account holder's side.
    pub minor: i64,
    /// The description in the form of `saldo_domain::text::as_key`.
    pub words: String,
    /// The running balance after the line, as returned by [`running_balances`].
    pub balance: Option<i64>,
    /// The place on the pages, if known, and the amount printed there in minor units, without its sign.
    pub place: Option<(Place, i64)>,
}

/// The lines of one account on a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part<K> {
    /// The lines, in the order in which they are printed.
    pub lines: Vec<Line<K>>,
    /// The period, if the part adds up: it then lists every transaction of the days within. `None` otherwise.
    pub proven: Option<Period>,
    /// True if the text was recognized in pictures, so that dates and descriptions may be wrong.
    pub is_picture: bool,
    /// True for an earlier reading of the same statement, in which the same line has the same place.
    pub is_earlier_reading: bool,
}

/// The opening and the closing balance of a part, in minor units.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Ends {
    /// The opening balance, if printed.
    pub opening: Option<i64>,
    /// The closing balance, if printed.
    pub closing: Option<i64>,
}

/// A line in the form that [`running_balances`] needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Booked {
    /// The booking date.
    pub date: NaiveDate,
    /// The amount in minor units, signed from the account holder's side.
    pub minor: i64,
    /// The balance printed beside the line, in minor units.
    pub balance: Option<i64>,
}

/// Returns the balance after each line, in minor units. It is calculated if the
/// ends and all printed balances agree with each other, and as printed otherwise.
///
/// Some banks print the latest line first. The order in which the
/// balances agree decides; if both orders are possible, the dates do.
#[must_use]
pub fn running_balances(ends: Ends, lines: &[Booked]) -> Vec<Option<i64>> {
    let derived = |is_upward: bool| {
        let order: Vec<usize> =
            if is_upward { (0..lines.len()).rev().collect() } else { (0..lines.len()).collect() };
        derive(ends, lines, &order)
    };
    let falls = lines.first().zip(lines.last()).is_some_and(|(first, last)| first.date > last.date);
    derived(falls)
        .or_else(|| derived(!falls))
        .unwrap_or_else(|| lines.iter().map(|line| line.balance).collect())
}

/// Returns the balances in one order; `None` if a printed
/// balance contradicts them, or if there is none to start from.
fn derive(ends: Ends, lines: &[Booked], order: &[usize]) -> Option<Vec<Option<i64>>> {
    let mut sums = Vec::with_capacity(order.len());
    let mut sum = 0_i64;
    for index in order {
        sum = sum.checked_add(lines[*index].minor)?;
        sums.push(sum);
    }
    let anchors = order.iter().zip(&sums).map(|(index, sum)| (lines[*index].balance, *sum));
    let opening = match ends.opening {
        Some(opening) => opening,
        None => anchors
            .chain([(ends.closing, sum)])
            .find_map(|(balance, sum)| balance.and_then(|balance| balance.checked_sub(sum)))?,
    };
    if ends.closing.is_some() && opening.checked_add(sum) != ends.closing {
        return None;
    }
    let mut balances = vec![None; lines.len()];
    for (index, sum) in order.iter().zip(sums) {
        let balance = opening.checked_add(sum)?;
        if lines[*index].balance.is_some_and(|printed| printed != balance) {
            return None;
        }
        balances[*index] = Some(balance);
    }
    Some(balances)
}

/// Returns the matching transaction of `held` for each line of
/// `read`, or `None` for a new one. No transaction is used twice.
///
/// Lines are matched in this order: same date, amount, description and running balance; same
/// fingerprint; same date, amount and description; same date, amount and running balance; same
/// place and amount in an earlier reading of the statement, even if the sign or the date differs. If
/// one side was recognized in a picture, two more steps follow: same amount on a day for
/// which the other side lists every transaction, and same amount next to a matched line.
///
/// ```
/// use saldo_ledger::identity::{Line, Part, match_parts};
///
/// let line = |transaction, minor, words: &str| Line {
///     transaction,
///     date: "2025-05-01".parse().unwrap(),
///     minor,
///     words: words.to_owned(),
///     balance: None,
///     place: None,
/// };
/// let part = |lines| Part { lines, proven: None, is_picture: false, is_earlier_reading: false };
/// let held = part(vec![line(Some(7), -300, "coffee")]);
/// let read = part(vec![line(None, -300, "coffee"), line(None, -300, "coffee")]);
/// assert_eq!(match_parts(&[read], &[held]), [[Some(7), None]]);
/// ```
#[must_use]
pub fn match_parts<K: Copy + Eq + Hash>(read: &[Part<K>], held: &[Part<K>]) -> Vec<Vec<Option<K>>> {
    let mut matching = Matching {
        read,
        held,
        taken: HashSet::new(),
        found: read.iter().map(|part| vec![None; part.lines.len()]).collect(),
    };
    matching.by(|line| Some((line.date, line.minor, line.balance?, line.words.as_str())));
    matching.by_fingerprint();
    matching.by(|line| Some((line.date, line.minor, line.words.as_str())));
    matching.by(|line| Some((line.date, line.minor, line.balance?)));
    matching.by_place();
    matching.by_proven_day();
    matching.by_neighbor();
    matching.found
}

/// Returns the account of the stored parts that duplicate `part` by their amounts, if one of the two was read
/// from a picture, so that its account number may be misread. `None` if they are of several accounts. An
/// account that a text names is not returned for another text.
pub fn account_of_double<'a, A: Copy + Ord, K: 'a>(
    part: &Part<K>,
    stored: impl Iterator<Item = (A, &'a Part<K>)>,
) -> Option<A> {
    let doubles: Vec<(A, &Part<K>)> = stored.filter(|(_, other)| are_doubles(part, other)).collect();
    let named: BTreeSet<A> =
        doubles.iter().filter(|(_, other)| !other.is_picture).map(|(account, _)| *account).collect();
    let accounts: BTreeSet<A> = doubles.iter().map(|(account, _)| *account).collect();
    let mut possible = accounts.into_iter().filter(|account| part.is_picture || !named.contains(account));
    possible.next().filter(|_| possible.next().is_none())
}

/// True if two parts are the same statement by their amounts, even if dates,
/// descriptions or the account number were misread. At least half of the dates must agree.
fn are_doubles<K>(one: &Part<K>, other: &Part<K>) -> bool {
    let pairs = || one.lines.iter().zip(&other.lines);
    let days = pairs().filter(|(line, other)| line.date == other.date).count();
    one.lines.len() >= DOUBLE_LINES_MIN
        && one.lines.len() == other.lines.len()
        && pairs().all(|(line, other)| line.minor == other.minor)
        && days * 2 >= one.lines.len()
}

struct Matching<'a, K> {
    read: &'a [Part<K>],
    held: &'a [Part<K>],
    taken: HashSet<K>,
    found: Vec<Vec<Option<K>>>,
}

impl<'a, K: Copy + Eq + Hash> Matching<'a, K> {
    fn take(&mut self, part: usize, line: usize, transaction: K) {
        self.taken.insert(transaction);
        self.found[part][line] = Some(transaction);
    }

    /// Returns the part and line indices of the lines that are not matched yet.
    fn open(&self) -> Vec<(usize, usize)> {
        let lines = |part: usize| (0..self.read[part].lines.len()).map(move |line| (part, line));
        (0..self.read.len())
            .flat_map(lines)
            .filter(|(part, line)| self.found[*part][*line].is_none())
            .collect()
    }

    /// Matches lines with equal keys, in their order.
    fn by<Q: Eq + Hash>(&mut self, key: impl Fn(&'a Line<K>) -> Option<Q>) {
        let (read, held) = (self.read, self.held);
        let mut free: HashMap<Q, VecDeque<K>> = HashMap::new();
        for line in held.iter().flat_map(|part| &part.lines) {
            if let (Some(transaction), Some(key)) = (line.transaction, key(line)) {
                free.entry(key).or_default().push_back(transaction);
            }
        }
        for (part, line) in self.open() {
            let Some(queue) = key(&read[part].lines[line]).and_then(|key| free.get_mut(&key)) else {
                continue;
            };
            // A transaction is in the queue once for each statement that prints it.
            let next = std::iter::from_fn(|| queue.pop_front()).find(|next| !self.taken.contains(next));
            if let Some(transaction) = next {
                self.take(part, line, transaction);
            }
        }
    }

    fn by_fingerprint(&mut self) {
        for (part, line) in self.open() {
            let known = self.read[part].lines[line].transaction;
            if let Some(known) = known.filter(|known| !self.taken.contains(known)) {
                self.take(part, line, known);
            }
        }
    }

    /// Matches lines by their place in an earlier reading of the statement, which may have had other signs or
    /// dates. A place that several equal amounts share, such as that of an amount and its fee, is not
    /// evidence.
    fn by_place(&mut self) {
        let (read, held) = (self.read, self.held);
        let mut before: HashMap<(Place, i64), Vec<Option<K>>> = HashMap::new();
        for line in held.iter().filter(|part| part.is_earlier_reading).flat_map(|part| &part.lines) {
            if let Some(place) = line.place {
                before.entry(place).or_default().push(line.transaction);
            }
        }
        let mut now: HashMap<(Place, i64), usize> = HashMap::new();
        for place in read.iter().flat_map(|part| &part.lines).filter_map(|line| line.place) {
            *now.entry(place).or_default() += 1;
        }
        for (part, line) in self.open() {
            let place = read[part].lines[line].place.filter(|place| now.get(place) == Some(&1));
            if let Some([Some(transaction)]) = place.and_then(|place| before.get(&place)).map(Vec::as_slice)
                && !self.taken.contains(transaction)
            {
                self.take(part, line, *transaction);
            }
        }
    }

    /// Matches lines by day and amount if one side was recognized in a picture and the other adds up. A part
    /// that adds up lists every transaction of the days within its period, so that a line of the same day and
    /// amount on the other side is one of these. The first and the last day are excluded, because the part
    /// may list only some of their transactions.
    fn by_proven_day(&mut self) {
        let (read, held) = (self.read, self.held);
        let within = |period: Option<Period>, date: NaiveDate| {
            period.is_some_and(|period| period.start() < date && date < period.end())
        };
        let mut free: HashMap<(NaiveDate, i64), VecDeque<(usize, K)>> = HashMap::new();
        for (index, part) in held.iter().enumerate() {
            for line in &part.lines {
                let key = (line.date, line.minor);
                free.entry(key).or_default().extend(line.transaction.map(|transaction| (index, transaction)));
            }
        }
        for (part, line) in self.open() {
            let (own, line_read) = (&read[part], &read[part].lines[line]);
            let Some(queue) = free.get_mut(&(line_read.date, line_read.minor)) else { continue };
            let fits = |(index, transaction): &(usize, K)| {
                let other = &held[*index];
                !self.taken.contains(transaction)
                    && (own.is_picture && within(other.proven, line_read.date)
                        || other.is_picture && within(own.proven, line_read.date))
            };
            if let Some(place) = queue.iter().position(fits)
                && let Some((_, transaction)) = queue.remove(place)
            {
                self.take(part, line, transaction);
            }
        }
    }

    /// Matches the neighbors of matched lines: from a matched line to the next one of
    /// the held part, if that has the same amount. It does so downward, then upward.
    fn by_neighbor(&mut self) {
        let (read, held) = (self.read, self.held);
        let mut places: HashMap<K, Vec<(usize, usize)>> = HashMap::new();
        for (index, part) in held.iter().enumerate() {
            for (place, line) in part.lines.iter().enumerate() {
                if let Some(transaction) = line.transaction {
                    places.entry(transaction).or_default().push((index, place));
                }
            }
        }
        let steps: [fn(usize) -> Option<usize>; 2] =
            [|index| index.checked_add(1), |index| index.checked_sub(1)];
        for (step, back) in steps.into_iter().zip([steps[1], steps[0]]) {
            let mut open = self.open();
            if step(0).is_none() {
                open.reverse();
            }
            for (part, line) in open {
                let before = back(line).and_then(|before| *self.found[part].get(before)?);
                let next = before.and_then(|before| places.get(&before)).into_iter().flatten();
                let next = next.filter(|(index, _)| read[part].is_picture || held[*index].is_picture);
                let mut next = next.filter_map(|(index, place)| held[*index].lines.get(step(*place)?));
                let fits = |next: &&Line<K>| {
                    next.minor == read[part].lines[line].minor
                        && next.transaction.is_some_and(|transaction| !self.taken.contains(&transaction))
                };
                if let Some(transaction) = next.find(fits).and_then(|next| next.transaction) {
                    self.take(part, line, transaction);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
