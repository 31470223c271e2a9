//! The structure of a question that the English phrases can express.

use saldo_domain::entry::Direction;
use serde::{Deserialize, Serialize};

use super::arithmetic::Sum;
use super::goal::Goal;
use super::moves::Moves;
use super::names::Named;
use super::period::Span;
use super::thresholds::Thresholds;

/// The kind of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ask {
    /// A total of spending, income, both or net.
    Flow(Flow),
    /// A yes-or-no question for transactions.
    Exists,
    /// A yes-or-no question for a total within limits.
    Within(Flow),
    /// The average of a transaction, a day, a week or a month.
    Average { flow: Flow, per: Per },
    /// The number of transactions.
    Count,
    /// The largest or smallest transactions.
    Extreme { largest: bool, limit: usize },
    /// A list of transactions.
    List { newest: bool, limit: Option<usize> },
    /// The date of the last or first transaction.
    When { last: bool },
    /// Totals by group.
    Breakdown { by: By, limit: Option<usize>, rank: Rank },
    /// The number of merchants or categories.
    Distinct { by: By },
    /// The share of all spending or all income.
    Share { of_income: bool },
    /// A rise or fall over the months.
    Trend(Flow),
    /// The rest of all income after this spending.
    Left { monthly: bool },
    /// Possible duplicates.
    Duplicates,
    /// The balances of accounts.
    Balance,
    /// Recurring payments, or those that have ended.
    Recurring { ended: bool, only_out: bool, changed: bool, subscriptions: bool },
    /// Expected payments.
    Due,
    /// The time that the available money lasts.
    Runway,
    /// The state of budgets, in one month or in each of several.
    Budget { each: bool },
    /// The net worth.
    Worth,
    /// The days that statements cover.
    Coverage,
    /// The origin of transactions.
    Explain,
    /// The growth of savings.
    Growth,
    /// The cost of a loan.
    Loan,
    /// A purchase or a savings goal.
    Goal,
    /// The accounts and dates that there are.
    Books,
    /// The questions that can be asked.
    Help,
}

impl Ask {
    /// Returns `true` if no typed query can express the question.
    pub(super) const fn is_beyond_queries(self) -> bool {
        !matches!(
            self,
            Self::Flow(Flow::Spending | Flow::Income | Flow::Net)
                | Self::Exists
                | Self::Average { .. }
                | Self::Count
                | Self::Extreme { .. }
                | Self::List { .. }
                | Self::When { .. }
                | Self::Breakdown { rank: Rank::Most | Rank::Least, .. }
                | Self::Share { .. }
        )
    }
}

/// The kind of money that a total counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Flow {
    Spending,
    Income,
    Both,
    Net,
    SavingsRate,
}

/// The grouping of totals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum By {
    Category,
    Merchant,
    Account,
    Month,
    Quarter,
    Week,
    Weekday,
    Day,
    Year,
}

/// The order of groups.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rank {
    Most,
    Least,
    /// Most transactions first.
    Often,
    Seldom,
}

/// The unit of an average.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Per {
    Entry,
    Day,
    Week,
    Month,
}

/// A question that was understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Query {
    pub(super) ask: Ask,
    pub(super) direction: Option<Direction>,
    pub(super) span: Option<Span>,
    /// The other period of a comparison.
    pub(super) versus: Option<Span>,
    pub(super) scope: Scope,
    /// A calculation that the question poses itself.
    pub(super) sum: Option<Sum>,
    /// A purchase or a savings goal.
    pub(super) goal: Option<Goal>,
    /// True if the question asks for a chart.
    pub(super) draws: bool,
}

impl Query {
    /// Creates a question without conditions or period.
    pub(super) fn alone(ask: Ask, sum: Option<Sum>, goal: Option<Goal>) -> Self {
        let scope = Scope::default();
        Self { ask, direction: None, span: None, versus: None, scope, sum, goal, draws: false }
    }

    /// Returns the same question with another scope.
    pub(super) fn about(&self, scope: Scope) -> Self {
        Self { scope, ..self.clone() }
    }
}

/// The conditions on transactions, except the period.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Scope {
    pub(super) account: Option<String>,
    pub(super) category: Option<String>,
    /// The question's word for the category.
    pub(super) called: Option<String>,
    /// True for uncategorized transactions only.
    pub(super) is_uncategorised: bool,
    pub(super) text: Option<String>,
    /// True if nothing is called `text`.
    pub(super) is_unknown: bool,
    pub(super) currency: Option<String>,
    pub(super) tag: Option<String>,
    /// The transfers between own accounts to count.
    pub(super) moves: Option<Moves>,
    pub(super) without: Without,
    pub(super) thresholds: Thresholds,
}

/// The excluded transactions.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Without {
    pub(super) category: Option<String>,
    /// The question's word for the category.
    pub(super) called: Option<String>,
    pub(super) text: Option<String>,
}

impl Scope {
    pub(super) fn add(&mut self, named: &Named) {
        match named {
            Named::Account(name) => self.account = Some(name.clone()),
            Named::Category { name, called } => {
                (self.category, self.called) = (Some(name.clone()), Some(called.clone()));
            }
            Named::Uncategorised => self.is_uncategorised = true,
            Named::Merchant(name) => self.text = Some(name.clone()),
            Named::Unknown(name) => (self.text, self.is_unknown) = (Some(name.clone()), true),
            Named::Currency(code) => self.currency = Some(code.clone()),
            Named::Tag(tag) => self.tag = Some(tag.clone()),
        }
    }

    /// Excludes a name. Returns its description if it cannot be excluded in addition to the rest.
    pub(super) fn leave_out(&mut self, named: Named) -> Option<String> {
        let without = &mut self.without;
        match named {
            Named::Category { name, called } if without.category.is_none() => {
                (without.category, without.called) = (Some(name), Some(called));
                None
            }
            Named::Merchant(name) | Named::Unknown(name) if without.text.is_none() => {
                without.text = Some(name);
                None
            }
            Named::Category { called: name, .. }
            | Named::Merchant(name)
            | Named::Unknown(name)
            | Named::Account(name)
            | Named::Currency(name)
            | Named::Tag(name) => Some(format!("without {name}")),
            Named::Uncategorised => Some("without a category".to_owned()),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// True if the scope names a subject: a category, a text or a tag.
    pub(super) const fn names_something(&self) -> bool {
        self.category.is_some() || self.text.is_some() || self.is_uncategorised || self.tag.is_some()
    }

    /// Returns this scope, completed by `earlier` where this one has no condition.
    pub(super) fn over(self, earlier: Self) -> Self {
        // A new name replaces the old one: "and at Tesco?" after "on groceries" is about Tesco.
        let names = if self.names_something() { self.clone() } else { earlier.clone() };
        Self {
            account: self.account.or(earlier.account),
            currency: self.currency.or(earlier.currency),
            without: if self.without == Without::default() { earlier.without } else { self.without },
            thresholds: self.thresholds.over(earlier.thresholds),
            ..names
        }
    }
}
