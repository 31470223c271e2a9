//! What a model may ask of the books: one file a tool.
//!
//! A tool takes JSON that fits its schema and answers with JSON: amounts are decimal strings with their currency, and totals of
//! different currencies stand apart. Every tool sees the books of one person only, because it gets them through a [`Context`].

mod arithmetic;
mod balances;
mod books;
mod budgets;
mod cash_flow;
mod chart;
mod compare_periods;
mod duplicates;
mod explain_entry;
mod forecast;
mod links;
mod loan;
mod net_worth;
mod query;
mod read_statement;
mod recurring;
mod runway;
mod savings_goal;
mod savings_growth;
mod search_entries;
mod selection;
mod spending;
mod statement_coverage;
mod totals;

use async_trait::async_trait;
use chrono::NaiveDate;
use saldo_domain::{MoneyError, UserId};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::ledger::Ledger;
use crate::limits::Limits;

pub(crate) use query::QUERY;

/// The tool that reads one statement.
pub const READ_STATEMENT: &str = "read_statement";

/// What a tool works with.
pub struct Context<'a> {
    ledger: &'a Ledger,
    user: UserId,
    today: NaiveDate,
    limits: &'a Limits,
}

impl<'a> Context<'a> {
    /// The books of `user` on the day `today`.
    #[must_use]
    pub const fn new(ledger: &'a Ledger, user: UserId, today: NaiveDate, limits: &'a Limits) -> Self {
        Self { ledger, user, today, limits }
    }
}

/// Why a tool did not answer.
#[derive(Debug, thiserror::Error)]
pub enum ToolError {
    /// The input does not fit, or names something that is not there.
    #[error("{0}")]
    Input(String),
    /// There is more to look at than allowed.
    #[error("there are more than {entries_max} entries to look at; ask for a shorter period")]
    TooMany {
        /// The limit.
        entries_max: usize,
    },
    /// The amounts do not fit.
    #[error(
        "the sum of these amounts is larger than any that can be kept; ask for fewer of them, such as one account or one month"
    )]
    Amounts(#[from] MoneyError),
    /// The books cannot be read.
    #[error("the books cannot be read right now; try again")]
    Storage(#[source] saldo_storage::Error),
}

impl From<saldo_storage::Error> for ToolError {
    fn from(error: saldo_storage::Error) -> Self {
        match error {
            saldo_storage::Error::SumTooLarge => Self::Amounts(MoneyError::Overflow),
            other => Self::Storage(other),
        }
    }
}

impl From<saldo_ledger::Error> for ToolError {
    fn from(error: saldo_ledger::Error) -> Self {
        match error {
            saldo_ledger::Error::Money(error) => Self::Amounts(error),
            other => Self::Input(other.to_string()),
        }
    }
}

impl From<saldo_bookkeeping::Error> for ToolError {
    fn from(error: saldo_bookkeeping::Error) -> Self {
        use saldo_bookkeeping::Error;
        match error {
            Error::Storage(error) => error.into(),
            Error::Money(error) => Self::Amounts(error),
            Error::Ledger(error) => error.into(),
            Error::TooManyEntries { most } => Self::TooMany { entries_max: most },
            Error::PartsDoNotAddUp | Error::SidesDiffer { .. } | Error::TooManyRows { .. } => {
                Self::Input(error.to_string())
            }
        }
    }
}

impl ToolError {
    /// The failure as data, so that a model can do better.
    #[must_use]
    pub fn for_the_model(&self) -> Value {
        json!({ "error": self.to_string() })
    }
}

/// A tool whose input has a type.
#[async_trait]
trait Tool: Send + Sync {
    type Input: DeserializeOwned + Send;
    const NAME: &'static str;
    const DESCRIPTION: &'static str;
    /// Adds amounts of several accounts together: two that are one would count twice.
    const SUMS_ACCOUNTS: bool = false;

    fn parameters() -> Value;
    async fn run(input: Self::Input, context: &Context<'_>) -> Result<Value, ToolError>;
}

/// A tool, whatever its input.
#[async_trait]
trait AnyTool: Send + Sync {
    fn description(&self) -> saldo_llm::Tool;
    fn name(&self) -> &'static str;
    fn check(&self, input: &Value) -> Result<(), String>;
    async fn run(&self, input: Value, context: &Context<'_>) -> Result<Value, ToolError>;
}

struct Typed<T>(std::marker::PhantomData<fn() -> T>);

impl<T: Tool> Typed<T> {
    fn read(input: Value) -> Result<T::Input, String> {
        // Models without anything to say send null, for the whole input or for a part of it.
        let mut input = if input.is_null() { json!({}) } else { input };
        if let Some(object) = input.as_object_mut() {
            object.retain(|_, value| !value.is_null());
            // A key that is not known would be a wish that is silently not granted.
            let known = T::parameters();
            if let Some(key) = object.keys().find(|key| known["properties"].get(key.as_str()).is_none()) {
                return Err(format!("{} has no input called {key:?}", T::NAME));
            }
        }
        serde_json::from_value(input).map_err(|error| format!("the input does not fit {}: {error}", T::NAME))
    }
}

#[async_trait]
impl<T: Tool> AnyTool for Typed<T> {
    fn description(&self) -> saldo_llm::Tool {
        saldo_llm::Tool {
            name: T::NAME.to_owned(),
            description: T::DESCRIPTION.to_owned(),
            parameters: T::parameters(),
        }
    }

    fn name(&self) -> &'static str {
        T::NAME
    }

    fn check(&self, input: &Value) -> Result<(), String> {
        Self::read(input.clone()).map(drop)
    }

    async fn run(&self, input: Value, context: &Context<'_>) -> Result<Value, ToolError> {
        let input = Self::read(input).map_err(ToolError::Input)?;
        let mut answer = T::run(input, context).await?;
        if T::SUMS_ACCOUNTS
            && let Some(warning) = counted_twice(context).await?
        {
            answer["possibly_counted_twice"] = warning;
        }
        Ok(answer)
    }
}

/// Warning about accounts that look like one, if there are any.
async fn counted_twice(context: &Context<'_>) -> Result<Option<Value>, ToolError> {
    let pairs = context.ledger.books.account_pairs(context.user).await?;
    let names: Vec<[&str; 2]> = pairs.iter().map(|pair| [&*pair.one.name, &*pair.other.name]).collect();
    let Some(note) = names
        .iter()
        .map(|[one, other]| format!("{one} and {other}"))
        .reduce(|all, next| format!("{all}; {next}"))
    else {
        return Ok(None);
    };
    let note = format!(
        "These accounts look like one, so that amounts of both may count twice until they are merged or kept apart: {note}."
    );
    Ok(Some(json!({"accounts": names, "note": note})))
}

/// The tools that a model gets.
pub struct Toolbox(Vec<Box<dyn AnyTool>>);

impl Toolbox {
    /// Every tool that reads.
    #[must_use]
    pub fn standard() -> Self {
        fn typed<T: Tool + 'static>() -> Box<dyn AnyTool> {
            Box::new(Typed::<T>(std::marker::PhantomData))
        }
        Self(vec![
            typed::<books::Books>(),
            typed::<query::Ask>(),
            typed::<cash_flow::CashFlow>(),
            typed::<compare_periods::ComparePeriods>(),
            typed::<spending::Spending>(),
            typed::<search_entries::SearchEntries>(),
            typed::<balances::Balances>(),
            typed::<net_worth::NetWorth>(),
            typed::<recurring::Recurring>(),
            typed::<forecast::Forecast>(),
            typed::<runway::Runway>(),
            typed::<budgets::Budgets>(),
            typed::<statement_coverage::StatementCoverage>(),
            typed::<duplicates::Duplicates>(),
            typed::<read_statement::ReadStatement>(),
            typed::<explain_entry::ExplainEntry>(),
            typed::<savings_goal::SavingsGoal>(),
            typed::<savings_growth::SavingsGrowth>(),
            typed::<loan::Loan>(),
            typed::<chart::Chart>(),
        ])
    }

    /// What a model is told about the tools.
    #[must_use]
    pub fn descriptions(&self) -> Vec<saldo_llm::Tool> {
        self.0.iter().map(|tool| tool.description()).collect()
    }

    /// Whether a tool would take an input.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn check(&self, name: &str, input: &Value) -> Result<(), String> {
        self.find(name)?.check(input)
    }

    /// Runs a tool.
    ///
    /// # Errors
    /// [`ToolError`].
    pub async fn run(&self, name: &str, input: Value, context: &Context<'_>) -> Result<Value, ToolError> {
        self.find(name).map_err(ToolError::Input)?.run(input, context).await
    }

    fn find(&self, name: &str) -> Result<&dyn AnyTool, String> {
        let tool = self.0.iter().find(|tool| tool.name() == name);
        tool.map(AsRef::as_ref).ok_or_else(|| {
            let names: Vec<&str> = self.0.iter().map(|tool| tool.name()).collect();
            format!("there is no such tool; there are {}", names.join(", "))
        })
    }
}
