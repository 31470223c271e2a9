//! Savings goals and their progress, from the balances of accounts or from contributions.

mod progress;

use std::collections::{BTreeSet, HashMap};

use chrono::Months;
use saldo_domain::goal::over_allocated;
use saldo_domain::{
    AccountId, Contribution, ContributionId, Currency, Date, Earmark, Goal, GoalId, GoalSource, GoalUnknown,
    Money, MoneyError, Period, Timestamp, UserId,
};

pub use progress::{GoalProgress, Known, Needed, Pace, PaceMonths, Reached, SavedAmounts};

use crate::accounts::require_found;
use crate::net_worth::NetWorth;
use crate::shown::Shown;
use crate::{Bookkeeper, Error, Result};

/// The largest age of the months of a pace, in months. Older data has no pace.
const PAST_MONTHS_MAX: u32 = 1_200;

/// A goal and its progress.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct GoalNow {
    /// The goal.
    pub goal: Goal,
    /// The state of each of its earmarks.
    pub earmarks: Vec<EarmarkNow>,
    /// The number of its contributions.
    pub contributions: usize,
    /// The progress.
    pub progress: GoalProgress,
}

/// The state of an earmark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct EarmarkNow {
    /// The earmark.
    pub earmark: Earmark,
    /// The balance of its account; `None` if it is unknown.
    pub balance: Option<Money>,
    /// The part of the balance that counts towards the goal.
    pub saved: Option<Money>,
    /// The amount by which the earmarks of all goals exceed the balance. `None` if they do not, and for an
    /// archived goal.
    pub over_allocated: Option<Money>,
}

impl Bookkeeper {
    /// Returns all goals in their order, with their progress as of `today`.
    ///
    /// # Errors
    /// [`Error::Money`] if a sum does not fit; [`Error::Storage`] if the storage fails.
    pub async fn goals(&self, user: UserId, today: Date) -> Result<Shown<Vec<GoalNow>>> {
        let goals = self.storage.list_goals(user).await?;
        let mut contributions: HashMap<GoalId, Vec<Contribution>> = HashMap::new();
        for (goal, one) in self.storage.list_contributions(user).await? {
            contributions.entry(goal).or_default().push(one);
        }
        let linked: BTreeSet<AccountId> =
            goals.iter().flat_map(Goal::earmarks).map(|earmark| earmark.account).collect();
        let balances =
            if linked.is_empty() { PastBalances::default() } else { self.past_balances(user, today).await? };
        let active = goals.iter().filter(|goal| !goal.is_archived);
        let earmarks: Vec<Earmark> = active.flat_map(Goal::earmarks).copied().collect();
        let mut found = Vec::with_capacity(goals.len());
        for goal in goals {
            let own = contributions.remove(&goal.id).unwrap_or_default();
            let amounts = match goal.source {
                GoalSource::Accounts(_) => balances.amounts(&goal)?,
                GoalSource::Contributions => contributed(&own, goal.currency(), today)?,
            };
            let progress = GoalProgress::of(goal.target, goal.target_date, amounts, today)?;
            let states = goal.earmarks().iter().map(|one| balances.state(&goal, *one, &earmarks));
            let states = states.collect::<Result<_, MoneyError>>()?;
            found.push(GoalNow { earmarks: states, contributions: own.len(), progress, goal });
        }
        let accounts: Vec<AccountId> = linked.into_iter().collect();
        let counted_twice =
            if accounts.len() < 2 { Vec::new() } else { self.counted_twice(user, &accounts).await? };
        Ok(Shown { figures: found, counted_twice })
    }

    /// Returns a goal with its progress.
    ///
    /// # Errors
    /// [`Error::NotFound`]; the errors of [`Self::goals`].
    pub async fn goal(&self, user: UserId, goal: GoalId, today: Date) -> Result<GoalNow> {
        let goals = self.goals(user, today).await?.figures;
        goals.into_iter().find(|one| one.goal.id == goal).ok_or(Error::NotFound)
    }

    /// Stores a goal: a new one, which follows all others, or a new version of one with the same id.
    ///
    /// # Errors
    /// [`Error::NotFound`] for an account that is not the user's; [`Error::GoalOfOtherCurrency`];
    /// [`Error::GoalHasContributions`]; [`Error::TooManyGoals`]; [`Error::Storage`] if the storage fails.
    pub async fn put_goal(&self, user: UserId, goal: &Goal, now: Timestamp) -> Result<()> {
        for earmark in goal.earmarks() {
            if self.currency_of(user, earmark.account).await? != goal.currency() {
                return Err(Error::GoalOfOtherCurrency);
            }
        }
        let put = self.storage.put_goal(user, goal.clone(), now).await.map_err(|error| match error {
            saldo_storage::Error::Conflict => Error::GoalHasContributions,
            error => error.into(),
        });
        if put? { Ok(()) } else { Err(Error::TooManyGoals) }
    }

    /// Replaces a goal. Its position in the order stays.
    ///
    /// # Errors
    /// As for [`Self::put_goal`]; [`Error::NotFound`] for an unknown goal.
    pub async fn replace_goal(&self, user: UserId, goal: &Goal, now: Timestamp) -> Result<()> {
        self.stored_goal(user, goal.id).await?;
        self.put_goal(user, goal, now).await
    }

    /// Deletes a goal with its contributions.
    ///
    /// # Errors
    /// [`Error::NotFound`]; [`Error::Storage`] if the storage fails.
    pub async fn delete_goal(&self, user: UserId, goal: GoalId) -> Result<()> {
        require_found(self.storage.delete_goal(user, goal).await?)
    }

    /// Sets the order of the goals.
    ///
    /// # Errors
    /// [`Error::GoalsIncomplete`] unless every goal is named once; [`Error::Storage`] if the storage fails.
    pub async fn order_goals(&self, user: UserId, order: Vec<GoalId>) -> Result<()> {
        let is_done = self.storage.order_goals(user, order).await?;
        if is_done { Ok(()) } else { Err(Error::GoalsIncomplete) }
    }

    /// Returns the contributions to a goal, newest first.
    ///
    /// # Errors
    /// [`Error::NotFound`]; [`Error::Storage`] if the storage fails.
    pub async fn contributions(&self, user: UserId, goal: GoalId) -> Result<Vec<Contribution>> {
        self.stored_goal(user, goal).await?;
        let all = self.storage.list_contributions(user).await?.into_iter().rev();
        Ok(all.filter(|(of, _)| *of == goal).map(|(_, one)| one).collect())
    }

    /// Adds a contribution to a goal and returns it. `new` makes it from the currency of the goal.
    ///
    /// # Errors
    /// [`Error::NotFound`]; the error of `new`; [`Error::GoalHasAccounts`]; [`Error::TooManyContributions`];
    /// [`Error::Storage`] if the storage fails.
    pub async fn add_contribution<E: From<Error>>(
        &self,
        user: UserId,
        goal: GoalId,
        new: impl FnOnce(Currency) -> Result<Contribution, E>,
    ) -> Result<Contribution, E> {
        let new = new(self.stored_goal(user, goal).await?.currency())?;
        let added = self.storage.insert_contribution(user, goal, new).await.map_err(|error| match error {
            saldo_storage::Error::Conflict => Error::GoalHasAccounts,
            error => error.into(),
        });
        if added? { Ok(new) } else { Err(Error::TooManyContributions.into()) }
    }

    /// Deletes a contribution.
    ///
    /// # Errors
    /// [`Error::NotFound`]; [`Error::Storage`] if the storage fails.
    pub async fn delete_contribution(&self, user: UserId, contribution: ContributionId) -> Result<()> {
        require_found(self.storage.delete_contribution(user, contribution).await?)
    }

    async fn stored_goal(&self, user: UserId, goal: GoalId) -> Result<Goal> {
        let goals = self.storage.list_goals(user).await?;
        goals.into_iter().find(|known| known.id == goal).ok_or(Error::NotFound)
    }

    /// Returns the balances of all accounts today, and before and after the months of the pace. If statements
    /// are behind, the months are those that they cover, because balances are carried forward from there.
    async fn past_balances(&self, user: UserId, today: Date) -> Result<PastBalances> {
        let (known, stated) = futures::try_join!(self.known_days(user, &[], today), async {
            Ok(self.storage.list_known_balances(user).await?)
        })?;
        let yesterday = today.pred_opt().unwrap_or(today);
        let last = stated.iter().map(|balance| balance.date).chain(known.map(|known| known.until)).max();
        let months = PaceMonths::until(last.map_or(yesterday, |last| last.min(yesterday)));
        let oldest = today.checked_sub_months(Months::new(PAST_MONTHS_MAX)).unwrap_or(today);
        let ends = months.and_then(|months| Some((months, months.eve()?))).filter(|(_, eve)| *eve > oldest);
        let start = ends.map_or(today, |(_, eve)| eve);
        let worth = self.net_worth(user, Period::new(start, today), None, today).await?;
        Ok(PastBalances {
            now: on(&worth, today),
            pace: ends.map(|(months, eve)| (months, on(&worth, eve), on(&worth, months.end()))),
        })
    }
}

/// The balances of accounts.
type BalancesOn = HashMap<AccountId, Money>;

fn on(worth: &NetWorth, day: Date) -> BalancesOn {
    let point = worth.points.iter().find(|point| point.date == day);
    point.map(|point| point.accounts.iter().copied().collect()).unwrap_or_default()
}

/// The balances of accounts today, and before and after the months of the pace.
#[derive(Default)]
struct PastBalances {
    now: BalancesOn,
    pace: Option<(PaceMonths, BalancesOn, BalancesOn)>,
}

impl PastBalances {
    /// Returns the amounts that a goal with accounts had saved.
    fn amounts(&self, goal: &Goal) -> Result<SavedAmounts, MoneyError> {
        let now = saved(goal, &self.now)?;
        let pace = match &self.pace {
            None => Err(GoalUnknown::NoHistory),
            Some((months, eve, end)) => match (saved(goal, eve)?, saved(goal, end)?) {
                (Ok(before), Ok(after)) => Ok((*months, before, after)),
                _ => Err(GoalUnknown::NoHistory),
            },
        };
        // A goal whose present amount is unknown has no pace for the same reason.
        Ok(SavedAmounts { now, pace: now.and(pace) })
    }

    /// Returns the state of an earmark among those of all goals.
    fn state(&self, goal: &Goal, earmark: Earmark, all: &[Earmark]) -> Result<EarmarkNow, MoneyError> {
        let balance = self.now.get(&earmark.account).copied();
        let balance = balance.filter(|balance| balance.currency() == goal.currency());
        let of_account: Vec<Earmark> =
            all.iter().filter(|other| other.account == earmark.account).copied().collect();
        let over = match balance {
            Some(balance) if !goal.is_archived => over_allocated(balance, &of_account)?,
            _ => None,
        };
        let saved = balance.map(|balance| earmark.saved(balance));
        Ok(EarmarkNow { earmark, balance, saved, over_allocated: over })
    }
}

/// Returns the amount that a goal with accounts has saved if they have these balances.
fn saved(goal: &Goal, balances: &BalancesOn) -> Result<Known<Money>, MoneyError> {
    if goal.earmarks().is_empty() {
        return Ok(Err(GoalUnknown::NoAccount));
    }
    let mut sum = Money::zero(goal.currency());
    for earmark in goal.earmarks() {
        let balance = balances.get(&earmark.account).filter(|one| one.currency() == goal.currency());
        let Some(balance) = balance else { return Ok(Err(GoalUnknown::NoBalance)) };
        sum = sum.checked_add(earmark.saved(*balance))?;
    }
    Ok(Ok(sum))
}

/// Returns the amounts that contributions had saved.
fn contributed(all: &[Contribution], currency: Currency, today: Date) -> Result<SavedAmounts, MoneyError> {
    let until = |day: Date| {
        let made = all.iter().filter(|one| one.date <= day);
        made.map(|one| one.amount).try_fold(Money::zero(currency), Money::checked_add)
    };
    let months = today.pred_opt().and_then(PaceMonths::until);
    let pace = match months.and_then(|months| Some((months, months.eve()?))) {
        None => Err(GoalUnknown::NoHistory),
        Some((months, eve)) => Ok((months, until(eve)?, until(months.end())?)),
    };
    Ok(SavedAmounts { now: Ok(until(today)?), pace })
}

#[cfg(test)]
mod tests;
