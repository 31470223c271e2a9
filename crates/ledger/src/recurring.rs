//! Payments and income that come again: how often, how much now, when next, and what the price was before.
//!
//! Entries of one account, direction and merchant are looked at together. First all of them as one series (a salary,
//! an electricity bill), then those of one amount (one of several subscriptions at one shop), which are joined when
//! one begins where another ends (a price that changed).

mod rhythm;
mod series;

use std::collections::BTreeMap;

use saldo_domain::entry::Direction;
use saldo_domain::{AccountId, Currency, Date, EntryId, Money, merchant, text};

use crate::movement::Movement;
pub use rhythm::Rhythm;
use series::Series;

/// A payment or income that comes again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recurring {
    /// The account it is booked to.
    pub account: AccountId,
    /// The grouping name of who is paid, or pays, as its latest entry spells it.
    pub merchant: String,
    /// The description of its latest entry.
    pub description: String,
    /// Whether it is income or a payment.
    pub direction: Direction,
    /// How often it comes.
    pub rhythm: Rhythm,
    /// What it is now: the latest amount of a fixed one, the middle of the latest three of a variable one. Signed.
    pub amount: Money,
    /// Whether the amount is the same each time.
    pub regularity: Regularity,
    /// The day it is expected next; of one that ended, the day it did not come.
    pub next: Date,
    /// Whether it still comes.
    pub is_active: bool,
    /// When a fixed amount changed, the earliest first.
    pub price_changes: Vec<PriceChange>,
    /// The entries behind it, by date; three at least, two for a yearly one.
    pub entries: Vec<EntryId>,
    /// The date of the first.
    pub first: Date,
    /// The date of the latest.
    pub last: Date,
}

/// Whether an amount is the same each time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Regularity {
    /// The same, until the price changes.
    Fixed,
    /// Another each time, of the same order.
    Variable,
}

/// A fixed amount that became another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PriceChange {
    /// The day of the first entry with the new amount.
    pub date: Date,
    /// The amount before.
    pub before: Money,
    /// The amount since.
    pub after: Money,
}

/// Finds what comes again among `movements`, as seen on the day `today`: later entries do not count. Give it entries
/// without those that are transfers, unless savings plans are wanted, too. The order of the movements does not matter.
#[must_use]
pub fn find_recurring(movements: &[Movement<'_>], today: Date) -> Vec<Recurring> {
    let mut groups: BTreeMap<(AccountId, Currency, bool, String), Vec<&Movement<'_>>> = BTreeMap::new();
    let mut keys: std::collections::HashMap<&str, String> = std::collections::HashMap::new();
    for movement in movements.iter().filter(|movement| movement.date <= today && !movement.amount.is_zero()) {
        let merchant = keys
            .entry(movement.description.as_ref())
            // Banks write one name as Müller and as MUELLER.
            .or_insert_with(|| text::sought(&merchant::merchant_key(&movement.description)));
        let key =
            (movement.account, movement.amount.currency(), movement.amount.is_negative(), merchant.clone());
        groups.entry(key).or_default().push(movement);
    }
    let mut found = Vec::new();
    for ((account, _, is_out, _), mut group) in groups {
        group.sort_unstable_by_key(|movement| (movement.date, movement.entry));
        for series in series::of_group(&group) {
            let direction = if is_out { Direction::Out } else { Direction::In };
            found.extend(describe(&series, account, direction, today));
        }
    }
    found
}

fn describe(series: &Series<'_>, account: AccountId, direction: Direction, today: Date) -> Option<Recurring> {
    let (first, last) = (series.members.first()?, series.members.last()?);
    let dates: Vec<Date> = series.members.iter().map(|member| member.date).collect();
    let next = series.rhythm.next(&dates)?;
    let (regularity, price_changes) = series.prices();
    Some(Recurring {
        account,
        merchant: merchant::merchant_key(&last.description),
        description: last.description.clone().into_owned(),
        direction,
        rhythm: series.rhythm,
        amount: match regularity {
            Regularity::Fixed => last.amount,
            Regularity::Variable => series.middle_of_latest()?,
        },
        regularity,
        next,
        is_active: today <= series.rhythm.patience(next)?,
        price_changes,
        entries: series.members.iter().map(|member| member.entry).collect(),
        first: first.date,
        last: last.date,
    })
}

#[cfg(test)]
mod tests;
