//! The tools that a model may call to read a user's data, one file for each.
//!
//! A tool takes JSON that fits its schema and returns JSON.
//! Amounts are decimal strings with their currency, and currencies are never added together.
//! A tool reads the data of one user only, which a [`Context`] selects.

mod arithmetic;
mod balances;
mod books;
mod budgets;
mod cash_flow;
mod chart;
mod compare_periods;
mod duplicates;
mod explain_transaction;
mod forecast;
mod links;
mod loan;
mod net_worth;
mod query;
mod query_schema;
mod read_statement;
mod recurring;
mod runway;
mod savings_goal;
mod savings_growth;
mod search_transactions;
mod selection;
mod spending;
mod statement_coverage;
mod totals;

use async_trait::async_trait;
use chrono::NaiveDate;
use saldo_bookkeeping::UserData;
use saldo_domain::{MoneyError, UserId};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio::sync::OnceCell;

use crate::ledger::Ledger;
use crate::limits::Limits;

pub(crate) use query::QUERY;

/// The name of the tool that reads one statement.
pub const READ_STATEMENT: &str = "read_statement";

/// The data, the user, the day and the limits of a call.
pub struct Context<'a> {
    ledger: &'a Ledger,
    user: UserId,
    today: NaiveDate,
    limits: &'a Limits,
    /// The user's data, which is read at its first use.
    data: OnceCell<UserData>,
    /// The warning about accounts that may be duplicates, which is worked out at its first use.
    counted_twice: OnceCell<Option<Value>>,
}

impl<'a> Context<'a> {
    /// Selects the data of `user` as of the day `today`.
    #[must_use]
    pub const fn new(ledger: &'a Ledger, user: UserId, today: NaiveDate, limits: &'a Limits) -> Self {
        Self {
            ledger,
            user,
            today,
            limits,
            data: OnceCell::const_new(),
            counted_twice: OnceCell::const_new(),
        }
    }

    pub(crate) const fn user(&self) -> UserId {
        self.user
    }

    /// Returns the user's preferences, accounts, categories and known days.
    async fn data(&self) -> Result<&UserData, ToolError> {
        let read = async || Ok(self.ledger.books.user_data(self.user, self.today).await?);
        self.data.get_or_try_init(read).await
    }
}

/// The reason why a tool did not answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ToolError {
    /// The input is invalid or names something unknown. The text is for the model.
    #[error("{0}")]
    Input(String),
    /// The answer would require reading too many transactions.
    #[error(
        "more than {transactions_max} transactions match; use a shorter period, or fewer of them, such as one account"
    )]
    TooMany {
        /// The maximum number of transactions.
        transactions_max: usize,
    },
    /// A sum overflows.
    #[error("the sum of these amounts is too large; ask for fewer of them, such as one account or one month")]
    Amounts(#[from] MoneyError),
    /// The storage failed.
    #[error("the data cannot be read right now; try again")]
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
            Error::TooManyTransactions { most } => Self::TooMany { transactions_max: most },
            error => Self::Input(error.to_string()),
        }
    }
}

impl ToolError {
    /// Returns the failure as JSON for the model, which can correct its call.
    #[must_use]
    pub fn for_the_model(&self) -> Value {
        json!({ "error": self.to_string() })
    }
}

/// A tool with a typed input.
#[async_trait]
trait Tool: Send + Sync {
    type Input: DeserializeOwned + Send;
    const NAME: &'static str;
    const DESCRIPTION: &'static str;
    /// True if the tool adds up several accounts. Its answers then warn of accounts that may be duplicates.
    const SUMS_ACCOUNTS: bool = false;

    fn parameters() -> Value;
    async fn run(input: Self::Input, context: &Context<'_>) -> Result<Value, ToolError>;
}

/// A [`Tool`] with its input type erased, so that one list can hold all tools.
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
        // Models send `null` for values that they leave out, or for the whole input.
        let mut input = if input.is_null() { json!({}) } else { input };
        if let Some(object) = input.as_object_mut() {
            object.retain(|_, value| !value.is_null());
            // An unknown key must not be ignored: the answer would be to another question.
            let known = T::parameters();
            if let Some(key) = object.keys().find(|key| known["properties"].get(key.as_str()).is_none()) {
                return Err(format!("{} has no input called {key:?}", T::NAME));
            }
        }
        serde_json::from_value(input).map_err(|error| format!("invalid input of {}: {error}", T::NAME))
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
        let warning = async {
            if !T::SUMS_ACCOUNTS {
                return Ok(None);
            }
            context.counted_twice.get_or_try_init(|| counted_twice(context)).await.cloned()
        };
        let (answer, warning) = futures::join!(T::run(input, context), warning);
        let mut answer = answer?;
        if let Some(warning) = warning? {
            answer["possibly_counted_twice"] = warning;
        }
        Ok(answer)
    }
}

/// Returns a warning about accounts that may be duplicates, if there are any.
async fn counted_twice(context: &Context<'_>) -> Result<Option<Value>, ToolError> {
    let accounts = context.data().await?.accounts.clone();
    let pairs = context.ledger.books.pairs_among(context.user, accounts).await?;
    let names: Vec<[&str; 2]> = pairs.iter().map(|pair| [&*pair.one.name, &*pair.other.name]).collect();
    let Some(note) = names
        .iter()
        .map(|[one, other]| format!("{one} and {other}"))
        .reduce(|all, next| format!("{all}; {next}"))
    else {
        return Ok(None);
    };
    let note = format!(
        "These accounts may be the same, so their amounts may be counted twice until you merge them or keep them apart: {note}."
    );
    Ok(Some(json!({"accounts": names, "note": note})))
}

/// A set of tools for a model.
pub struct Toolbox(Vec<Box<dyn AnyTool>>);

impl Toolbox {
    /// Returns all tools that read.
    #[must_use]
    pub fn standard() -> Self {
        fn typed<T: Tool + 'static>() -> Box<dyn AnyTool> {
            Box::new(Typed::<T>(std::marker::PhantomData))
        }
        Self(vec![
            typed::<query::QueryTool>(),
            typed::<books::Books>(),
            typed::<cash_flow::CashFlow>(),
            typed::<compare_periods::ComparePeriods>(),
            typed::<spending::Spending>(),
            typed::<search_transactions::SearchTransactions>(),
            typed::<balances::Balances>(),
            typed::<net_worth::NetWorth>(),
            typed::<recurring::Recurring>(),
            typed::<forecast::Forecast>(),
            typed::<runway::Runway>(),
            typed::<budgets::Budgets>(),
            typed::<statement_coverage::StatementCoverage>(),
            typed::<duplicates::Duplicates>(),
            typed::<read_statement::ReadStatement>(),
            typed::<explain_transaction::ExplainTransaction>(),
            typed::<savings_goal::SavingsGoal>(),
            typed::<savings_growth::SavingsGrowth>(),
            typed::<loan::Loan>(),
            typed::<chart::Chart>(),
        ])
    }

    /// Returns the names, descriptions and schemas of the tools, for the model.
    #[must_use]
    pub fn descriptions(&self) -> Vec<saldo_llm::Tool> {
        self.0.iter().map(|tool| tool.description()).collect()
    }

    /// Checks that a tool exists and accepts an input. Nothing is run.
    ///
    /// # Errors
    /// The reason, for the model.
    pub fn check(&self, name: &str, input: &Value) -> Result<(), String> {
        self.find(name)?.check(input)
    }

    /// Runs a tool.
    ///
    /// # Errors
    /// - [`ToolError::Input`] if there is no such tool, or the input does not fit it.
    /// - [`ToolError::TooMany`] if the tool would have to read too many transactions.
    /// - [`ToolError::Amounts`] if a sum overflows.
    /// - [`ToolError::Storage`] if the storage fails.
    pub async fn run(&self, name: &str, input: Value, context: &Context<'_>) -> Result<Value, ToolError> {
        self.find(name).map_err(ToolError::Input)?.run(input, context).await
    }

    fn find(&self, name: &str) -> Result<&dyn AnyTool, String> {
        let tool = self.0.iter().find(|tool| tool.name() == name);
        tool.map(AsRef::as_ref).ok_or_else(|| {
            let names: Vec<&str> = self.0.iter().map(|tool| tool.name()).collect();
            format!("unknown tool; use one of {}", names.join(", "))
        })
    }
}
