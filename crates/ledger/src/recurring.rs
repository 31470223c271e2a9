//! Detection of recurring payments and income, with their
//! interval, current amount, next date and earlier prices.
//!
//! Transactions are grouped by account, currency, direction and merchant. A whole group may be
//! one series, such as a salary or an electricity bill. Otherwise, transactions of one amount
//! may be a series, such as one of several subscriptions of one provider. Such a series is
//! joined with the next one if the next begins where it ends, because the price changed.

mod decisions;
mod rhythm;
mod series;

use std::collections::BTreeMap;

use saldo_domain::merchant::{merchant_identity, merchant_key};
use saldo_domain::transaction::Direction;
use saldo_domain::{AccountId, Currency, Date, MerchantNames, Money, TransactionId};

use crate::movement::Movement;
pub use decisions::{Decision, Decisions, RecurringDecision, RecurringKey};
pub use rhythm::Rhythm;
use series::Series;

/// A recurring payment or income.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recurring {
    /// The account of its transactions.
    pub account: AccountId,
    /// The merchant's grouping name ([`MerchantNames::name_of`]), as its latest transaction spells it.
    pub merchant: String,
    /// The printed name of the merchant of its latest transaction ([`merchant_key`]).
    pub printed: String,
    /// The name that the user gave the merchant, or else the description of its latest transaction.
    pub description: String,
    /// The direction: income or payment.
    pub direction: Direction,
    /// The interval.
    pub rhythm: Rhythm,
    /// The current amount, signed: the latest one if it is
    /// fixed, the median of the latest three if it varies.
    pub amount: Money,
    /// Fixed or variable amounts.
    pub regularity: Regularity,
    /// The day on which it is expected next. If it has ended, the first day on which it was missing.
    pub next: Date,
    /// True if it has not ended: it is at most half an interval and a few days late.
    pub is_active: bool,
    /// The changes of a fixed amount, the earliest first.
    pub price_changes: Vec<PriceChange>,
    /// The IDs of its transactions, by date: at least three, or two of a yearly one.
    pub transactions: Vec<TransactionId>,
    /// The date of its first transaction.
    pub first: Date,
    /// The date of its latest transaction.
    pub last: Date,
}

/// The kind of amount a recurring payment has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Regularity {
    /// The same amount each time, until the price changes.
    Fixed,
    /// A different amount each time, of the same order of magnitude.
    Variable,
}

/// A change of a fixed amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PriceChange {
    /// The date of the first transaction with the new amount.
    pub date: Date,
    /// The previous amount.
    pub before: Money,
    /// The new amount.
    pub after: Money,
}

/// Finds recurring payments and income among `movements`, in any order. Merchants with the same name in
/// `names` are one. Transactions after `today` are ignored. Leave out transfers between own accounts, unless
/// savings plans are wanted.
///
/// ```
/// use saldo_domain::{AccountId, Currency, MerchantNames, Money, Timestamp, TransactionId};
/// use saldo_ledger::Movement;
/// use saldo_ledger::recurring::{Regularity, Rhythm, find_recurring};
///
/// let now = Timestamp::from_milliseconds(0);
/// let account = AccountId::new(now);
/// let price = Money::parse("-9.99", Currency::parse("EUR")?)?;
/// let days = ["2025-01-05", "2025-02-05", "2025-03-05", "2025-04-05"];
/// let movements: Vec<Movement> = days
///     .iter()
///     .map(|day| {
///         Ok(Movement {
///             transaction: TransactionId::new(now),
///             account,
///             statement: None,
///             date: day.parse()?,
///             amount: price,
///             description: "STREAMING LTD".into(),
///         })
///     })
///     .collect::<Result<_, chrono::ParseError>>()?;
/// let found = find_recurring(&movements, &MerchantNames::default(), "2025-04-10".parse()?);
/// assert_eq!(found.len(), 1);
/// assert_eq!((found[0].rhythm, found[0].regularity), (Rhythm::Monthly, Regularity::Fixed));
/// assert!(found[0].is_active);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn find_recurring(movements: &[Movement], names: &MerchantNames, today: Date) -> Vec<Recurring> {
    let mut groups: BTreeMap<(AccountId, Currency, bool, String), Vec<&Movement>> = BTreeMap::new();
    let mut keys: std::collections::HashMap<&str, String> = std::collections::HashMap::new();
    for movement in movements.iter().filter(|movement| movement.date <= today && !movement.amount.is_zero()) {
        let merchant = keys
            .entry(movement.description.as_ref())
            // Banks write the same name as Müller and as MUELLER.
            .or_insert_with(|| merchant_identity(&names.name_of(&movement.description)));
        let key =
            (movement.account, movement.amount.currency(), movement.amount.is_negative(), merchant.clone());
        groups.entry(key).or_default().push(movement);
    }
    let mut found = Vec::new();
    for ((account, _, is_out, _), mut group) in groups {
        group.sort_unstable_by_key(|movement| (movement.date, movement.transaction));
        for series in series::of_group(&group) {
            let direction = if is_out { Direction::Out } else { Direction::In };
            found.extend(describe(&series, account, direction, names, today));
        }
    }
    found
}

fn describe(
    series: &Series<'_>,
    account: AccountId,
    direction: Direction,
    names: &MerchantNames,
    today: Date,
) -> Option<Recurring> {
    let (first, last) = (series.members.first()?, series.members.last()?);
    let dates: Vec<Date> = series.members.iter().map(|member| member.date).collect();
    let next = series.rhythm.next(&dates)?;
    let (regularity, price_changes) = series.prices();
    Some(Recurring {
        account,
        merchant: names.name_of(&last.description),
        printed: merchant_key(&last.description),
        description: names.given_to(&last.description).unwrap_or(&last.description).to_owned(),
        direction,
        rhythm: series.rhythm,
        amount: match regularity {
            Regularity::Fixed => last.amount,
            Regularity::Variable => series.middle_of_latest()?,
        },
        regularity,
        next,
        is_active: today <= series.rhythm.latest_day(next)?,
        price_changes,
        transactions: series.members.iter().map(|member| member.transaction).collect(),
        first: first.date,
        last: last.date,
    })
}

#[cfg(test)]
mod tests;
