//! Net worth: the balances of the accounts, from known balances and the transactions between them.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use saldo_domain::{Account, AccountId, Currency, Date, Money, MoneyError, Month, Period, Rate, UserId};
use saldo_ledger::history::{History, KnownBalance};
use saldo_ledger::lookalikes::LookAlike;
use saldo_storage::{Balance, DayFlow, MonthFlow};

use crate::reports::RATE_AGE_DAYS_MAX;
use crate::{Bookkeeper, Error, Result};

mod misdated;

pub(crate) use misdated::MisdatedLine;

/// The maximum number of months of a report: two hundred years.
const MONTHS_MAX: usize = 2_400;

/// The balances of the accounts over time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NetWorth {
    /// A point for the end of each month, and for the last day of the period.
    pub points: Vec<NetWorthPoint>,
    /// The accounts without a known balance, which are left out.
    pub unknown: Vec<AccountId>,
    /// The pairs of accounts that look like duplicates, whose amounts may count twice.
    pub look_alikes: Vec<LookAlike>,
}

/// The balances of the accounts at the end of a day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NetWorthPoint {
    /// The date.
    pub date: Date,
    /// The balance of each account that has one and is not closed by then.
    pub accounts: Vec<(AccountId, Money)>,
    /// The sum of each currency.
    pub sums: Vec<Money>,
    /// The sum in the requested currency with the rates; `None`
    /// if no currency was requested or a rate is missing.
    pub converted: Option<ConvertedWorth>,
}

/// The balance of an account at the end of a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AccountBalance {
    /// The account.
    pub account: AccountId,
    /// The balance.
    pub amount: Money,
    /// A known balance that accounts for it: the one printed beside the last
    /// transaction if it is equal, else the last certain one by that day, else the first one after it.
    pub known: Money,
    /// The day of the known balance.
    pub known_on: Date,
}

/// The balances of the accounts at the end of a day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Balances {
    /// The balance of each account that has one and is not closed by then.
    pub accounts: Vec<AccountBalance>,
    /// The sum of each currency.
    pub sums: Vec<Money>,
    /// The accounts that are not closed by then and have no balance on that day.
    pub unknown: Vec<AccountId>,
}

/// A sum in one currency, with the rates that were used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConvertedWorth {
    /// The sum, rounded half to even for each currency.
    pub amount: Money,
    /// The rates: the currency converted from, the rate and its date.
    pub rates: Vec<(Currency, Rate, Date)>,
}

impl NetWorth {
    /// Returns the change of each currency from the first point with a balance to the last point.
    /// Only accounts with a balance at both points count, because
    /// an account whose first statement came later has not grown from zero.
    ///
    /// # Errors
    /// [`MoneyError::Overflow`] if a change does not fit into 64 bits.
    pub fn change(&self) -> std::result::Result<Vec<Money>, MoneyError> {
        let first = self.points.iter().find(|point| !point.accounts.is_empty());
        let Some((first, last)) = first.zip(self.points.last()).filter(|(one, other)| one.date < other.date)
        else {
            return Ok(Vec::new());
        };
        let mut changes = Vec::new();
        for (account, before) in &first.accounts {
            let after = last.accounts.iter().find(|(other, _)| other == account);
            if let Some((_, after)) = after {
                changes.push(after.checked_sub(*before)?);
            }
        }
        sums(&changes)
    }
}

impl NetWorthPoint {
    /// Returns the sum of some of the accounts in each currency.
    ///
    /// # Errors
    /// [`MoneyError::Overflow`] if a sum does not fit into 64 bits.
    pub fn sums_of(
        &self,
        is_meant: impl Fn(AccountId) -> bool,
    ) -> std::result::Result<Vec<Money>, MoneyError> {
        let meant = self.accounts.iter().filter(|(account, _)| is_meant(*account));
        sums(&meant.map(|(_, amount)| *amount).collect::<Vec<_>>())
    }
}

/// Returns the sum of each currency, in the order of the currencies.
fn sums(amounts: &[Money]) -> std::result::Result<Vec<Money>, MoneyError> {
    let mut sums: BTreeMap<Currency, Money> = BTreeMap::new();
    for money in amounts {
        let sum = sums.entry(money.currency()).or_insert_with(|| Money::zero(money.currency()));
        *sum = sum.checked_add(*money)?;
    }
    Ok(sums.into_values().collect())
}

impl Bookkeeper {
    /// Returns the balances at the end of each month of `period`, and on its last day.
    /// A period without a beginning starts on the first day with data, and one without
    /// an end lasts until `today`. An account is left out after the day it was closed.
    ///
    /// # Errors
    /// [`Error::TooManyRows`] for more than 2400 months; [`Error::Money`]
    /// if a sum does not fit; [`Error::Storage`] if the storage fails.
    pub async fn net_worth(
        &self,
        user: UserId,
        period: Option<Period>,
        currency: Option<Currency>,
        today: Date,
    ) -> Result<NetWorth> {
        let (accounts, known, months) = futures::try_join!(
            self.storage.list_accounts(user),
            self.storage.list_known_balances(user),
            self.storage.list_month_flows(user),
        )?;
        // `Period::FIRST_DAY` and `Period::LAST_DAY` stand for an open beginning and an open end.
        let start = period.map(Period::start).filter(|start| *start != Period::FIRST_DAY);
        let end = period.map(Period::end).filter(|end| *end != Period::LAST_DAY).unwrap_or(today);
        let mut days = Vec::new();
        let ids: Vec<AccountId> = accounts.iter().map(|account| account.id).collect();
        let months_in_days = months_in_days(&known, &ids, end);
        for (accounts, period) in &months_in_days {
            days.extend(self.storage.list_day_flows(user, accounts.clone(), *period).await?);
        }
        let mut histories = self::histories(&known, &months, &days, &months_in_days, &[])?;
        let (misdated, look_alikes) =
            futures::try_join!(self.misdated(user, &histories), self.look_alikes(user, &accounts))?;
        if !misdated.is_empty() {
            histories = self::histories(&known, &months, &days, &months_in_days, &misdated)?;
        }
        let certain =
            |account: &&Account| histories.get(&account.id).is_some_and(|one| !one.known().is_empty());
        let unknown = accounts.iter().filter(|account| !certain(account)).map(|account| account.id).collect();
        let first = histories.values().filter(|one| !one.known().is_empty()).filter_map(History::first).min();
        let period = start.or(first).and_then(|start| Period::new(start, end));
        let days = period.map_or_else(|| Ok(Vec::new()), month_ends)?;
        let table = match currency {
            Some(currency) => Some((currency, self.rates(user, currency).await?)),
            None => None,
        };
        let mut points = Vec::with_capacity(days.len());
        for date in days {
            let held =
                accounts.iter().filter(|account| account.closed_on.is_none_or(|closed| date <= closed));
            let held: Vec<(AccountId, Money)> = held
                .filter_map(|account| {
                    let minor = histories.get(&account.id)?.at(date)?;
                    Some((account.id, Money::from_minor(minor, account.currency)))
                })
                .collect();
            let sums = sums(&held.iter().map(|(_, money)| *money).collect::<Vec<_>>())?;
            let converted = table.as_ref().and_then(|(to, table)| {
                let mut whole = Money::zero(*to);
                let mut rates = Vec::new();
                for sum in &sums {
                    let one = table.convert(*sum, *to, date, RATE_AGE_DAYS_MAX).ok()?;
                    whole = whole.checked_add(one.money).ok()?;
                    rates.extend(one.date.map(|date| (sum.currency(), one.rate, date)));
                }
                Some(ConvertedWorth { amount: whole, rates })
            });
            points.push(NetWorthPoint { date, accounts: held, sums, converted });
        }
        Ok(NetWorth { points, unknown, look_alikes })
    }

    /// Returns the balances of the accounts at the end of a day, as
    /// [`Bookkeeper::net_worth`] does, with the known balances behind them.
    ///
    /// # Errors
    /// [`Error::Money`] if a sum does not fit; [`Error::Storage`] if the storage fails.
    pub async fn balances(&self, user: UserId, date: Date) -> Result<Balances> {
        let stored = async {
            Ok(futures::try_join!(
                self.storage.list_known_balances(user),
                self.storage.list_balances(user, date),
                self.storage.list_accounts(user),
            )?)
        };
        // A balance beside a transaction counts only if it agrees: its statement may not add up.
        let (worth, (known, printed, all)) =
            futures::try_join!(self.net_worth(user, Period::new(date, date), None, date), stored)?;
        let behind = |account: AccountId, amount: Money| {
            let agrees = |it: &&Balance| it.account == account && it.amount == amount;
            let of_account = || known.iter().filter(move |balance| balance.account == account);
            let before = of_account().filter(|balance| balance.date <= date).max_by_key(|it| it.date);
            let first = || of_account().min_by_key(|balance| balance.date);
            printed.iter().find(agrees).or(before).or_else(first)
        };
        let (held, sums) =
            worth.points.into_iter().next().map(|point| (point.accounts, point.sums)).unwrap_or_default();
        let accounts: Vec<AccountBalance> = held
            .into_iter()
            .filter_map(|(account, amount)| {
                let Balance { amount: known, date: known_on, .. } = *behind(account, amount)?;
                Some(AccountBalance { account, amount, known, known_on })
            })
            .collect();
        let is_open = |account: &Account| account.closed_on.is_none_or(|closed| date <= closed);
        let is_held = |account: &Account| accounts.iter().any(|held| held.account == account.id);
        let unknown = all.iter().filter(|it| is_open(it) && !is_held(it)).map(|it| it.id).collect();
        Ok(Balances { accounts, sums, unknown })
    }
}

/// Accounts, and the whole months for which their days must be read.
type MonthsInDays = (Vec<AccountId>, Period);

/// Returns the days that are needed besides the sums of months. In a month that
/// has a known balance, or the end of the period, before its last day, the sum
/// of the month is not enough. No day of an account is in two of the results.
fn months_in_days(known: &[Balance], accounts: &[AccountId], end: Date) -> Vec<MonthsInDays> {
    let inside = |date: Date| Month::of(date).map(Month::period).filter(|month| month.end() != date);
    let mut found = Vec::with_capacity(2);
    let odd = || known.iter().filter_map(|balance| Some((balance.account, inside(balance.date)?)));
    let first = odd().map(|(_, month)| month.start()).min();
    let last = odd().map(|(_, month)| month.end()).max();
    if let Some(period) = first.zip(last).and_then(|(first, last)| Period::new(first, last)) {
        let ids: BTreeSet<AccountId> = odd().map(|(account, _)| account).collect();
        found.push((ids.into_iter().collect(), period));
    }
    if let Some(month) = inside(end) {
        let is_left = |id: &AccountId| !covers(&found, *id, month.start());
        let others: Vec<AccountId> = accounts.iter().copied().filter(is_left).collect();
        found.push((others, month));
    }
    found
}

fn covers(months_in_days: &[MonthsInDays], account: AccountId, day: Date) -> bool {
    months_in_days.iter().any(|(accounts, period)| period.contains(day) && accounts.contains(&account))
}

pub(crate) fn histories(
    known: &[Balance],
    months: &[MonthFlow],
    days: &[DayFlow],
    months_in_days: &[MonthsInDays],
    misdated: &[MisdatedLine],
) -> Result<HashMap<AccountId, History>> {
    let mut certain: HashMap<AccountId, Vec<KnownBalance>> = HashMap::new();
    let mut moved: HashMap<AccountId, Vec<(Date, i64)>> = HashMap::new();
    for Balance { account, date, amount, opening, opened_on } in known {
        let opened = opening.map(|opening| (*opened_on, opening.minor()));
        certain.entry(*account).or_default().push(KnownBalance {
            date: *date,
            minor: amount.minor(),
            opened,
        });
    }
    for flow in months {
        let end = flow.month.period().end();
        if !covers(months_in_days, flow.account, end) {
            moved.entry(flow.account).or_default().push((end, flow.net.minor()));
        }
    }
    for flow in days {
        moved.entry(flow.account).or_default().push((flow.date, flow.net.minor()));
    }
    for misdated in misdated {
        let minor = misdated.amount.minor();
        let back = minor.checked_neg().ok_or(MoneyError::Overflow)?;
        moved
            .entry(misdated.account)
            .or_default()
            .extend([(misdated.date, back), (misdated.counts_on, minor)]);
    }
    let accounts: BTreeSet<AccountId> = certain.keys().chain(moved.keys()).copied().collect();
    let mut histories = HashMap::new();
    for account in accounts {
        let certain = certain.remove(&account).unwrap_or_default();
        let moved = moved.remove(&account).unwrap_or_default();
        histories.insert(account, History::new(certain, moved)?);
    }
    Ok(histories)
}

/// Returns the last day of each month of a period, and the last day of the period.
fn month_ends(period: Period) -> Result<Vec<Date>> {
    let mut days = Vec::new();
    let mut month = Month::of(period.start());
    while let Some(this) = month.filter(|month| month.period().start() <= period.end()) {
        if days.len() == MONTHS_MAX {
            return Err(Error::TooManyRows { most: MONTHS_MAX });
        }
        days.push(this.period().end().min(period.end()));
        month = this.plus(1);
    }
    Ok(days)
}

#[cfg(test)]
mod tests {
    use super::*;
    use saldo_domain::Timestamp;

    fn day(text: &str) -> Date {
        text.parse().unwrap()
    }

    #[test]
    fn monthly_and_daily_totals_agree() {
        let euro = |minor| Money::from_minor(minor, Currency::parse("EUR").unwrap());
        let [card, cash] = [1, 2].map(|number| AccountId::new(Timestamp::from_milliseconds(number)));
        let moved: Vec<DayFlow> = [card, cash]
            .into_iter()
            .flat_map(|account| {
                (0..200).map(move |number| DayFlow {
                    account,
                    date: day("2024-10-20") + chrono::Days::new(number),
                    net: euro(i64::try_from(number).unwrap() * 7 - 300),
                })
            })
            .collect();
        let known = [(card, "2024-12-14", 5_000), (card, "2025-02-14", 700), (cash, "2025-01-31", 90)].map(
            |(account, date, minor)| Balance {
                account,
                date: day(date),
                amount: euro(minor),
                opening: None,
                opened_on: None,
            },
        );
        let mut sums: BTreeMap<(AccountId, Month), i64> = BTreeMap::new();
        for flow in &moved {
            *sums.entry((flow.account, Month::of(flow.date).unwrap())).or_default() += flow.net.minor();
        }
        let months: Vec<MonthFlow> = sums
            .into_iter()
            .map(|((account, month), net)| MonthFlow { account, month, net: euro(net) })
            .collect();
        for end in ["2025-04-20", "2025-02-20", "2025-03-31", "2024-11-02"].map(day) {
            let looked = months_in_days(&known, &[card, cash], end);
            let days: Vec<DayFlow> =
                moved.iter().copied().filter(|flow| covers(&looked, flow.account, flow.date)).collect();
            assert!(days.len() < moved.len());
            let few = histories(&known, &months, &days, &looked, &[]).unwrap();
            let all = histories(&known, &[], &moved, &[], &[]).unwrap();
            let asked = Period::new(day("2024-09-01"), end).unwrap();
            for date in month_ends(asked).unwrap() {
                for account in [card, cash] {
                    assert_eq!(few[&account].at(date), all[&account].at(date), "{date} until {end}");
                }
            }
        }
    }

    #[test]
    fn months_end_on_their_last_day_and_the_period_on_its_own() {
        let ends = month_ends(Period::new(day("2024-01-15"), day("2024-03-10")).unwrap()).unwrap();
        assert_eq!(ends, [day("2024-01-31"), day("2024-02-29"), day("2024-03-10")]);
    }
}
