//! Savings goals, their progress and their contributions.

use saldo_bookkeeping::{EarmarkNow, GoalNow, GoalProgress, Known, PaceMonths, Reached};
use saldo_domain::{
    AccountId, Contribution, ContributionId, Currency, Date, Earmark, Goal, GoalId, GoalSource, GoalUnknown,
    Money, Month,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::fields::{amount, day, id_of, lines, one_line};
use crate::{AnyId, DecimalText, Error, Result};

/// Maximum length of a goal's name, in characters.
const NAME_CHARACTERS_MAX: usize = 80;
/// Maximum length of a goal's note, in characters.
const NOTE_CHARACTERS_MAX: usize = 1_000;
/// Maximum number of accounts of a goal.
const ACCOUNTS_MAX: usize = 50;

/// The money that counts towards a goal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SourceBody {
    /// The balances of accounts, or parts of them.
    Accounts,
    /// Contributions that the user writes down.
    Contributions,
}

/// A savings goal and its progress.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GoalBody {
    id: GoalId,
    name: String,
    #[schema(value_type = DecimalText)]
    target: String,
    currency: Currency,
    target_date: Option<Date>,
    note: Option<String>,
    archived: bool,
    source: SourceBody,
    /// The accounts that count; empty for a goal with contributions.
    accounts: Vec<EarmarkBody>,
    /// The number of contributions.
    contributions: usize,
    progress: ProgressBody,
}

/// An account of a goal.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EarmarkBody {
    account_id: AccountId,
    /// The earmarked part; `null` for the whole balance.
    #[schema(value_type = Option<DecimalText>)]
    amount: Option<String>,
    /// The balance of the account; `null` if it is unknown.
    #[schema(value_type = Option<DecimalText>)]
    balance: Option<String>,
    /// The part of the balance that counts towards the goal.
    #[schema(value_type = Option<DecimalText>)]
    saved: Option<String>,
    /// The amount by which the earmarks of all goals exceed the balance; `null` if they do not.
    #[schema(value_type = Option<DecimalText>)]
    over_allocated: Option<String>,
}

/// The progress of a goal. A figure that is unknown is `null`, and the field after it names the reason.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProgressBody {
    #[schema(value_type = Option<DecimalText>)]
    saved: Option<String>,
    saved_unknown: Option<GoalUnknown>,
    /// The missing amount, 0 if the goal is reached.
    #[schema(value_type = Option<DecimalText>)]
    remaining: Option<String>,
    /// The saved amount in percent of the target, rounded down.
    percent: Option<i64>,
    /// The amount to save each month until the target date, rounded up to the minor unit.
    #[schema(value_type = Option<DecimalText>)]
    needed_per_month: Option<String>,
    /// The whole months until the target date.
    months_left: Option<u32>,
    needed_unknown: Option<GoalUnknown>,
    pace: Option<PaceBody>,
    pace_unknown: Option<GoalUnknown>,
    /// True if the target is saved; `null` if the saved amount is unknown.
    reached: Option<bool>,
    /// The month in which the target is saved at this pace; `null` if it is saved.
    reached_in: Option<Month>,
    reached_unknown: Option<GoalUnknown>,
}

/// The change of the saved amount in the last three full months.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaceBody {
    /// The first month.
    from: Month,
    /// The last month.
    to: Month,
    /// The change in all of them together.
    #[schema(value_type = DecimalText)]
    change: String,
    /// The average change of a month.
    #[schema(value_type = DecimalText)]
    per_month: String,
}

impl From<GoalNow> for GoalBody {
    fn from(now: GoalNow) -> Self {
        let Goal { id, name, target, target_date, source, note, is_archived } = now.goal;
        Self {
            id,
            name,
            target: target.decimal(),
            currency: target.currency(),
            target_date,
            note,
            archived: is_archived,
            source: match source {
                GoalSource::Accounts(_) => SourceBody::Accounts,
                GoalSource::Contributions => SourceBody::Contributions,
            },
            accounts: now.earmarks.into_iter().map(EarmarkBody::from).collect(),
            contributions: now.contributions,
            progress: now.progress.into(),
        }
    }
}

impl From<EarmarkNow> for EarmarkBody {
    fn from(now: EarmarkNow) -> Self {
        Self {
            account_id: now.earmark.account,
            amount: now.earmark.amount.map(Money::decimal),
            balance: now.balance.map(Money::decimal),
            saved: now.saved.map(Money::decimal),
            over_allocated: now.over_allocated.map(Money::decimal),
        }
    }
}

impl From<GoalProgress> for ProgressBody {
    fn from(progress: GoalProgress) -> Self {
        let GoalProgress { saved, remaining, percent, needed, pace, reached } = progress;
        Self {
            saved: saved.ok().map(Money::decimal),
            saved_unknown: saved.err(),
            remaining: remaining.ok().map(Money::decimal),
            percent: percent.ok(),
            needed_per_month: needed.ok().map(|needed| needed.per_month.decimal()),
            months_left: needed.ok().map(|needed| needed.months_left),
            needed_unknown: needed.err(),
            pace: pace.ok().map(|pace| {
                let PaceMonths { first, last } = pace.months;
                let (change, per_month) = (pace.change.decimal(), pace.per_month.decimal());
                PaceBody { from: first, to: last, change, per_month }
            }),
            pace_unknown: pace.err(),
            reached: remaining.ok().map(Money::is_zero),
            reached_in: month_of(reached),
            reached_unknown: reached.err(),
        }
    }
}

fn month_of(reached: Known<Reached>) -> Option<Month> {
    match reached {
        Ok(Reached::In(month)) => Some(month),
        Ok(Reached::Already) | Err(_) => None,
    }
}

/// The contents of a goal.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GoalRequest {
    name: String,
    #[schema(value_type = DecimalText)]
    target: String,
    currency: Currency,
    target_date: Option<Date>,
    note: Option<String>,
    #[serde(default)]
    archived: bool,
    /// The money that counts; by default accounts if there are any, else contributions.
    source: Option<SourceBody>,
    #[serde(default)]
    accounts: Vec<EarmarkRequest>,
}

/// An account that counts towards a goal.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = GoalAccount)]
pub struct EarmarkRequest {
    #[schema(value_type = AnyId)]
    account_id: String,
    /// The earmarked part; `null` for the whole balance.
    #[schema(value_type = Option<DecimalText>)]
    amount: Option<String>,
}

impl GoalRequest {
    /// Returns the goal with this id.
    ///
    /// # Errors
    /// [`Error::Invalid`] for an invalid name, note, amount or date, or an account that is named twice;
    /// [`Error::NotFound`] for a text that is not an id.
    pub fn goal(self, id: GoalId) -> Result<Goal> {
        let target = positive("target", &self.target, self.currency)?;
        if self.accounts.len() > ACCOUNTS_MAX {
            return Err(Error::invalid(format!("accounts must name at most {ACCOUNTS_MAX} accounts")));
        }
        let mut earmarks: Vec<Earmark> = Vec::with_capacity(self.accounts.len());
        for one in &self.accounts {
            let amount = one.amount.as_deref().map(|text| positive("amount", text, self.currency));
            let earmark = Earmark { account: id_of(&one.account_id)?, amount: amount.transpose()? };
            if earmarks.iter().any(|other| other.account == earmark.account) {
                return Err(Error::invalid("accounts must name each account once"));
            }
            earmarks.push(earmark);
        }
        let source = match self.source {
            Some(SourceBody::Contributions) if !earmarks.is_empty() => {
                return Err(Error::invalid(
                    "a goal with contributions has no accounts; leave accounts empty",
                ));
            }
            Some(SourceBody::Accounts) => GoalSource::Accounts(earmarks),
            None if !earmarks.is_empty() => GoalSource::Accounts(earmarks),
            Some(SourceBody::Contributions) | None => GoalSource::Contributions,
        };
        let note = self.note.filter(|note| !note.trim().is_empty());
        Ok(Goal {
            id,
            name: one_line("name", &self.name, NAME_CHARACTERS_MAX)?,
            target,
            target_date: self.target_date.map(|date| day("targetDate", date)).transpose()?,
            source,
            note: note.map(|note| lines("note", &note, NOTE_CHARACTERS_MAX)).transpose()?,
            is_archived: self.archived,
        })
    }
}

fn positive(field: &str, text: &str, currency: Currency) -> Result<Money> {
    let money = Money::parse_stated(text, currency).map_err(|error| Error::amount(field, &error))?;
    if money.is_negative() || money.is_zero() {
        return Err(Error::invalid(format!("{field} must be greater than zero")));
    }
    Ok(money)
}

/// All goals of the user, in the new order.
#[derive(Deserialize, ToSchema)]
pub struct GoalOrderRequest {
    #[schema(value_type = Vec<AnyId>)]
    ids: Vec<String>,
}

impl GoalOrderRequest {
    /// Returns the order.
    ///
    /// # Errors
    /// [`Error::NotFound`] for a text that is not an id.
    pub fn order(&self) -> Result<Vec<GoalId>> {
        self.ids.iter().map(|id| id_of(id)).collect()
    }
}

/// A contribution to a goal.
#[derive(Debug, Serialize, ToSchema)]
pub struct ContributionBody {
    id: ContributionId,
    date: Date,
    #[schema(value_type = DecimalText)]
    amount: String,
}

impl From<Contribution> for ContributionBody {
    fn from(contribution: Contribution) -> Self {
        let Contribution { id, date, amount } = contribution;
        Self { id, date, amount: amount.decimal() }
    }
}

/// A contribution to add. A negative amount was taken out.
#[derive(Deserialize, ToSchema)]
pub struct ContributionRequest {
    date: Date,
    #[schema(value_type = DecimalText)]
    amount: String,
}

impl ContributionRequest {
    /// Returns the contribution with this id, in the currency of its goal.
    ///
    /// # Errors
    /// [`Error::Invalid`] for an invalid date, or an amount that is invalid or zero.
    pub fn contribution(&self, id: ContributionId, currency: Currency) -> Result<Contribution> {
        let amount = amount(&self.amount, currency)?;
        if amount.is_zero() {
            return Err(Error::invalid("amount must not be zero"));
        }
        Ok(Contribution { id, date: day("date", self.date)?, amount })
    }
}
