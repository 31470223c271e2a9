//! What a question asks for.

use saldo_domain::entry::Direction;
use serde::{Deserialize, Serialize};

use super::arithmetic::Sum;
use super::goal::Goal;
use super::moves::Moves;
use super::names::Named;
use super::period::Span;
use super::thresholds::Thresholds;

/// What is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ask {
    /// A sum of spending, income, both or what is left.
    Flow(Flow),
    /// Whether there was any.
    Exists,
    /// Whether a sum is within limits.
    Within(Flow),
    /// The average of an entry, or of a day, week or month.
    Average { flow: Flow, per: Per },
    /// How many entries.
    Count,
    /// The largest or smallest entries.
    Extreme { largest: bool, limit: usize },
    /// Entries.
    List { newest: bool, limit: Option<usize> },
    /// When it was last, or first.
    When { last: bool },
    /// Totals by something.
    Breakdown { by: By, limit: Option<usize>, rank: Rank },
    /// How many merchants or categories there are.
    Distinct { by: By },
    /// The part of all spending, or of all income.
    Share { of_income: bool },
    /// Whether it goes up or down.
    Trend(Flow),
    /// What is left of all income after this.
    Left { monthly: bool },
    /// Which entries may be in the books twice.
    Duplicates,
    /// What accounts hold.
    Balance,
    /// What comes again, or no longer does.
    Recurring { ended: bool, only_out: bool, changed: bool, subscriptions: bool },
    /// What is due.
    Due,
    /// How long money lasts.
    Runway,
    /// How budgets stand, in a month or in each of several.
    Budget { each: bool },
    /// What all accounts hold together.
    Worth,
    /// What statements cover.
    Coverage,
    /// Where entries come from.
    Explain,
    /// What savings grow to.
    Growth,
    /// What a loan costs.
    Loan,
    /// Whether something can be saved or bought.
    Goal,
    /// What there is to ask about.
    Books,
    /// What can be asked.
    Help,
}

impl Ask {
    /// Returns `true` for what no typed query asks for.
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

/// Which way the money went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Flow {
    Spending,
    Income,
    Both,
    Net,
    SavingsRate,
}

/// What the entries of a total have in common.
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

/// Which of several totals come first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rank {
    Most,
    Least,
    /// Those with the most entries.
    Often,
    Seldom,
}

/// What an average is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Per {
    Entry,
    Day,
    Week,
    Month,
}

/// A question, understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Query {
    pub(super) ask: Ask,
    pub(super) direction: Option<Direction>,
    pub(super) span: Option<Span>,
    /// The other period, when two are compared.
    pub(super) versus: Option<Span>,
    pub(super) scope: Scope,
    /// The sum that the question poses itself.
    pub(super) sum: Option<Sum>,
    /// What is to be saved or bought.
    pub(super) goal: Option<Goal>,
    /// Whether a chart is wished for.
    pub(super) draws: bool,
}

impl Query {
    /// A question that its own words answer, whatever is in the books.
    pub(super) fn alone(ask: Ask, sum: Option<Sum>, goal: Option<Goal>) -> Self {
        let scope = Scope::default();
        Self { ask, direction: None, span: None, versus: None, scope, sum, goal, draws: false }
    }

    /// The same question about other entries.
    pub(super) fn about(&self, scope: Scope) -> Self {
        Self { scope, ..self.clone() }
    }
}

/// Which entries it is about, besides the period.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Scope {
    pub(super) account: Option<String>,
    pub(super) category: Option<String>,
    /// What the question calls the category.
    pub(super) called: Option<String>,
    /// Only what has no category.
    pub(super) is_uncategorised: bool,
    pub(super) text: Option<String>,
    /// Whether `text` is the name of nothing in the books.
    pub(super) is_unknown: bool,
    pub(super) currency: Option<String>,
    pub(super) tag: Option<String>,
    /// Whether moves between the person's own accounts count.
    pub(super) moves: Option<Moves>,
    pub(super) without: Without,
    pub(super) thresholds: Thresholds,
}

/// What is left out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Without {
    pub(super) category: Option<String>,
    /// What the question calls the category.
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

    /// Leaves out what is named; what cannot be left out beside the rest is given back.
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

    /// Whether it names what the entries are about.
    pub(super) const fn names_something(&self) -> bool {
        self.category.is_some() || self.text.is_some() || self.is_uncategorised || self.tag.is_some()
    }

    /// This scope, and from `earlier` what this one does not say itself.
    pub(super) fn over(self, earlier: Self) -> Self {
        // A new name takes the place of an old one: "and at Tesco?" after "on groceries" is about Tesco.
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
