//! JSON types of the bookkeeping routes, as documented in `docs/api`.

use crate::openapi::DecimalText;
use saldo_bookkeeping::{Converted, PreferredAmounts};
use saldo_domain::report::CashFlow;
use saldo_domain::{
    Budget, BudgetId, BudgetRhythm, CategoryId, Currency, Date, Edit, EditAction, EditId, Money, Month,
    RollOver, Timestamp, TransactionRecord, TransactionState,
};
use saldo_ledger::recurring::{Recurring, Regularity, Rhythm};
use serde::Serialize;
use utoipa::ToSchema;

use crate::wire::TransactionBody;

/// An edit: a change to transactions that can be undone.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EditBody {
    id: EditId,
    action: EditAction,
    #[serde(rename = "entries")]
    transactions: u64,
    undoes: Option<EditId>,
    undone: bool,
    created_at: Timestamp,
}

impl From<Edit> for EditBody {
    fn from(edit: Edit) -> Self {
        Self {
            id: edit.id,
            action: edit.action,
            transactions: edit.transactions,
            undoes: edit.undoes,
            undone: edit.undone,
            created_at: edit.created_at,
        }
    }
}

/// A transaction before and after an edit.
#[derive(Debug, Serialize, ToSchema)]
pub struct RecordBody {
    edit: EditBody,
    before: Option<TransactionState>,
    after: Option<TransactionState>,
}

impl From<TransactionRecord> for RecordBody {
    fn from(record: TransactionRecord) -> Self {
        Self { edit: record.edit.into(), before: record.before, after: record.after }
    }
}

/// Income and spending in one currency.
#[derive(Debug, Serialize, ToSchema)]
pub struct FlowBody {
    currency: Currency,
    #[schema(value_type = DecimalText)]
    income: String,
    #[schema(value_type = DecimalText)]
    spending: String,
    #[schema(value_type = Option<DecimalText>)]
    net: Option<String>,
    #[serde(rename = "entries")]
    transactions: u64,
}

impl From<CashFlow> for FlowBody {
    fn from(flow: CashFlow) -> Self {
        Self {
            currency: flow.income.currency(),
            income: flow.income.decimal(),
            spending: flow.spending.decimal(),
            net: flow.net().ok().map(Money::decimal),
            transactions: flow.transactions,
        }
    }
}

/// An exchange rate that was used to convert a figure.
#[derive(Debug, Serialize, ToSchema)]
pub struct RateBody {
    from: Currency,
    rate: String,
    date: Date,
}

impl RateBody {
    /// Converts rates. They are written with up to 10 decimal places.
    #[must_use]
    pub fn list(rates: &[(Currency, saldo_domain::Rate, Date)]) -> Vec<Self> {
        rates
            .iter()
            .map(|(from, rate, date)| Self { from: *from, rate: rate.decimal(10), date: *date })
            .collect()
    }
}

/// Income and spending in one currency, with the rates that were used.
#[derive(Debug, Serialize, ToSchema)]
pub struct ConvertedBody {
    currency: Currency,
    #[schema(value_type = DecimalText)]
    income: String,
    #[schema(value_type = DecimalText)]
    spending: String,
    rates: Vec<RateBody>,
}

impl From<Converted> for ConvertedBody {
    fn from(converted: Converted) -> Self {
        Self {
            currency: converted.income.currency(),
            income: converted.income.decimal(),
            spending: converted.spending.decimal(),
            rates: RateBody::list(&converted.rates),
        }
    }
}

/// A suggested category for a transaction, with the reasons.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SuggestionBody {
    category_id: CategoryId,
    certainty_per_mille: u16,
    words: Vec<String>,
    because: Vec<TransactionBody>,
}

impl From<saldo_bookkeeping::Suggested> for SuggestionBody {
    fn from(suggested: saldo_bookkeeping::Suggested) -> Self {
        Self {
            category_id: suggested.suggestion.category,
            certainty_per_mille: suggested.suggestion.certainty_per_mille,
            words: suggested.suggestion.words,
            because: suggested.because.into_iter().map(TransactionBody::from).collect(),
        }
    }
}

/// A budget and its state.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BudgetBody {
    id: BudgetId,
    category_id: CategoryId,
    #[schema(value_type = DecimalText)]
    amount: String,
    currency: Currency,
    rhythm: BudgetRhythm,
    roll_over: RollOver,
    start: Month,
    end: Option<Month>,
    state: Option<BudgetStateBody>,
}

/// The state of a budget at the end of a month.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BudgetStateBody {
    month: Month,
    since: Month,
    #[schema(value_type = DecimalText)]
    rolled: String,
    #[schema(value_type = DecimalText)]
    spent: String,
    #[schema(value_type = DecimalText)]
    left: String,
    spent_per_mille: Option<i64>,
    converted: Option<ConvertedStateBody>,
}

/// The amounts of a budget's state in the currency that the user prefers.
#[derive(Debug, Serialize, ToSchema)]
pub struct ConvertedStateBody {
    currency: Currency,
    #[schema(value_type = DecimalText)]
    amount: String,
    #[schema(value_type = DecimalText)]
    rolled: String,
    #[schema(value_type = DecimalText)]
    spent: String,
    #[schema(value_type = DecimalText)]
    left: String,
    rates: Vec<RateBody>,
}

impl From<PreferredAmounts<4>> for ConvertedStateBody {
    fn from(converted: PreferredAmounts<4>) -> Self {
        let currency = converted.amounts[0].currency();
        let [amount, rolled, spent, left] = converted.amounts.map(Money::decimal);
        Self { currency, amount, rolled, spent, left, rates: RateBody::list(&converted.rates) }
    }
}

impl BudgetBody {
    /// Creates the body of a budget, with its state if it has one, and the state's amount, rolled over
    /// amount, spending and rest in the currency that the user prefers.
    #[must_use]
    pub fn new(
        budget: &Budget,
        state: Option<saldo_ledger::budget::BudgetState>,
        converted: Option<PreferredAmounts<4>>,
    ) -> Self {
        Self {
            id: budget.id,
            category_id: budget.category,
            amount: budget.amount.decimal(),
            currency: budget.amount.currency(),
            rhythm: budget.rhythm,
            roll_over: budget.roll_over,
            start: budget.start,
            end: budget.end,
            state: state.map(|state| BudgetStateBody {
                month: state.month,
                since: state.since,
                rolled: state.rolled.decimal(),
                spent: state.spent.decimal(),
                left: state.left.decimal(),
                spent_per_mille: state.spent_per_mille(),
                converted: converted.map(ConvertedStateBody::from),
            }),
        }
    }
}

/// A recurring payment or income.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecurringBody {
    account_id: saldo_domain::AccountId,
    merchant: String,
    description: String,
    direction: saldo_domain::transaction::Direction,
    rhythm: Rhythm,
    #[schema(value_type = DecimalText)]
    amount: String,
    currency: Currency,
    fixed: bool,
    next: Date,
    active: bool,
    price_changes: Vec<PriceChangeBody>,
    first: Date,
    last: Date,
    #[serde(rename = "entries")]
    transactions: Vec<saldo_domain::TransactionId>,
    converted: Option<ConvertedAmountBody>,
}

/// An amount in the currency that the user prefers.
#[derive(Debug, Serialize, ToSchema)]
pub struct ConvertedAmountBody {
    #[schema(value_type = DecimalText)]
    amount: String,
    currency: Currency,
    rates: Vec<RateBody>,
}

impl From<PreferredAmounts<1>> for ConvertedAmountBody {
    fn from(converted: PreferredAmounts<1>) -> Self {
        let [amount] = converted.amounts;
        let rates = RateBody::list(&converted.rates);
        Self { amount: amount.decimal(), currency: amount.currency(), rates }
    }
}

/// A change of the amount of a recurring payment.
#[derive(Debug, Serialize, ToSchema)]
pub struct PriceChangeBody {
    date: Date,
    #[schema(value_type = DecimalText)]
    before: String,
    #[schema(value_type = DecimalText)]
    after: String,
}

impl RecurringBody {
    /// Creates the body of a recurring payment, with its amount in the currency that the user prefers.
    #[must_use]
    pub fn new(found: Recurring, converted: Option<PreferredAmounts<1>>) -> Self {
        Self {
            account_id: found.account,
            merchant: found.merchant,
            description: found.description,
            direction: found.direction,
            rhythm: found.rhythm,
            amount: found.amount.decimal(),
            currency: found.amount.currency(),
            fixed: found.regularity == Regularity::Fixed,
            next: found.next,
            active: found.is_active,
            price_changes: found
                .price_changes
                .into_iter()
                .map(|change| PriceChangeBody {
                    date: change.date,
                    before: change.before.decimal(),
                    after: change.after.decimal(),
                })
                .collect(),
            first: found.first,
            last: found.last,
            transactions: found.transactions,
            converted: converted.map(ConvertedAmountBody::from),
        }
    }
}
