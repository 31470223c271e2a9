//! Patterns in the transactions: recurring payments, transfers, duplicates, and the days that statements
//! cover.

use saldo_bookkeeping::{Duplicates, OfferReason, OfferedTransfer, ShownRecurring};
use saldo_domain::merchant::MERCHANT_CHARACTERS_MAX;
use saldo_domain::transaction::Direction;
use saldo_domain::{AccountId, Currency, Date, Money, Period, StatementId, TransactionId};
use saldo_ledger::coverage::Coverage;
use saldo_ledger::recurring::{Decision, RecurringKey, Regularity, Rhythm};
use saldo_ledger::transfers::TransferReason;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::fields::{id_of, one_line};
use crate::figures::{ConvertedAmountBody, RateBody};
use crate::transactions::TransactionBody;
use crate::{AnyId, DecimalText, Result, filter};

/// A recurring payment or income.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecurringBody {
    account_id: AccountId,
    merchant: String,
    /// The name that the user gave the merchant, or else the description of the latest transaction.
    description: String,
    direction: Direction,
    rhythm: Rhythm,
    #[schema(value_type = DecimalText)]
    amount: String,
    currency: Currency,
    fixed: bool,
    next: Date,
    active: bool,
    /// The user's decision about it; `null` without one. Ignored ones are in no other figure.
    decision: Option<Decision>,
    /// The dates on which it is expected in the 30 days after the last day with a transaction.
    expected: Vec<Date>,
    price_changes: Vec<PriceChangeBody>,
    first: Date,
    last: Date,
    #[serde(rename = "entries")]
    transactions: Vec<TransactionId>,
    converted: Option<ConvertedAmountBody>,
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

impl From<ShownRecurring> for RecurringBody {
    fn from(shown: ShownRecurring) -> Self {
        let ShownRecurring { recurring: found, decision, expected, converted, .. } = shown;
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
            decision,
            expected,
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

/// A decision about the recurring payments that have all of these properties.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RecurringDecisionRequest {
    /// The merchant, as `GET /recurring` lists it.
    merchant: String,
    currency: Currency,
    direction: Direction,
    rhythm: Rhythm,
    /// The decision; `null` for none.
    #[schema(required)]
    decision: Option<Decision>,
}

impl RecurringDecisionRequest {
    /// Returns the key of the recurring payments and the decision.
    ///
    /// # Errors
    /// [`Error::Invalid`](crate::Error::Invalid) for an empty or overlong merchant.
    pub fn decision(self) -> Result<(RecurringKey, Option<Decision>)> {
        let merchant = one_line("merchant", &self.merchant, MERCHANT_CHARACTERS_MAX)?;
        let Self { currency, direction, rhythm, decision, .. } = self;
        Ok((RecurringKey { merchant, currency, direction, rhythm }, decision))
    }
}

/// `?from=&to=`.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PeriodQuery {
    #[param(value_type = Option<Date>)]
    from: Option<String>,
    #[param(value_type = Option<Date>)]
    to: Option<String>,
}

impl PeriodQuery {
    /// Returns the period.
    ///
    /// # Errors
    /// [`Error::Invalid`](crate::Error::Invalid) for an invalid day, or if `to` is before `from`.
    pub fn period(self) -> Result<Option<Period>> {
        filter::period(self.from, self.to)
    }
}

/// Two transactions that may be a transfer.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OfferBody {
    out: TransactionBody,
    into: TransactionBody,
    because: OfferReasonBody,
    /// The outgoing amount at the stored rate, if the two transactions have different currencies.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    at_the_rate: Option<AmountAtRateBody>,
}

/// An amount at a stored rate, and its difference from the other amount.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AmountAtRateBody {
    #[schema(value_type = DecimalText)]
    amount: String,
    currency: Currency,
    rates: Vec<RateBody>,
    off_per_mille: u64,
}

/// The reason why two transactions may be a transfer.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum OfferReasonBody {
    /// One of them names the other account.
    Named,
    /// Their texts say so.
    Worded,
    /// There is no other pair of this amount.
    OnlyPair,
    /// Their amounts correspond at the stored rate.
    Rate,
}

impl From<OfferedTransfer> for OfferBody {
    fn from(offer: OfferedTransfer) -> Self {
        let from = offer.out.amount.currency();
        let (because, at_the_rate) = match offer.because {
            OfferReason::SameAmount(TransferReason::Named | TransferReason::Kind) => {
                (OfferReasonBody::Named, None)
            }
            OfferReason::SameAmount(TransferReason::Worded | TransferReason::Hinted) => {
                (OfferReasonBody::Worded, None)
            }
            OfferReason::SameAmount(TransferReason::OnlyPair) => (OfferReasonBody::OnlyPair, None),
            OfferReason::Rate(found) => {
                let converted = found.at_the_rate;
                let rates: Vec<_> =
                    converted.date.map(|date| (from, converted.rate, date)).into_iter().collect();
                let body = AmountAtRateBody {
                    amount: converted.money.decimal(),
                    currency: converted.money.currency(),
                    rates: RateBody::from_rates(&rates),
                    off_per_mille: found.off_per_mille,
                };
                (OfferReasonBody::Rate, Some(body))
            }
        };
        Self { out: offer.out.into(), into: offer.into.into(), because, at_the_rate }
    }
}

/// The two transactions of a transfer.
#[derive(Deserialize, ToSchema)]
pub struct TransferRequest {
    #[schema(value_type = AnyId)]
    out: String,
    #[schema(value_type = AnyId)]
    into: String,
}

impl TransferRequest {
    /// Returns the outgoing and the incoming transaction.
    ///
    /// # Errors
    /// [`Error::NotFound`](crate::Error::NotFound) for a text that is not an id.
    pub fn pair(&self) -> Result<(TransactionId, TransactionId)> {
        Ok((id_of(&self.out)?, id_of(&self.into)?))
    }
}

/// Transactions that may be duplicates.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DuplicatesBody {
    account_id: AccountId,
    #[schema(value_type = DecimalText)]
    amount: String,
    currency: Currency,
    transactions: Vec<TransactionBody>,
}

impl From<Duplicates> for DuplicatesBody {
    fn from(group: Duplicates) -> Self {
        Self {
            account_id: group.account,
            amount: group.amount.decimal(),
            currency: group.amount.currency(),
            transactions: group.transactions.into_iter().map(TransactionBody::from).collect(),
        }
    }
}

/// Two transactions that are not duplicates.
#[derive(Deserialize, ToSchema)]
pub struct DistinctRequest {
    #[schema(value_type = AnyId)]
    one: String,
    #[schema(value_type = AnyId)]
    other: String,
}

impl DistinctRequest {
    /// Returns the two transactions.
    ///
    /// # Errors
    /// [`Error::NotFound`](crate::Error::NotFound) for a text that is not an id.
    pub fn pair(&self) -> Result<(TransactionId, TransactionId)> {
        Ok((id_of(&self.one)?, id_of(&self.other)?))
    }
}

/// The days of an account that its statements cover.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CoverageBody {
    account_id: AccountId,
    currency: Currency,
    covered: Vec<PeriodBody>,
    gaps: Vec<PeriodBody>,
    overlaps: Vec<OverlapBody>,
    breaks: Vec<BreakBody>,
    undated: Vec<StatementId>,
}

impl From<((AccountId, Currency), Coverage)> for CoverageBody {
    fn from(((account_id, currency), coverage): ((AccountId, Currency), Coverage)) -> Self {
        Self {
            account_id,
            currency,
            covered: coverage.covered.into_iter().map(PeriodBody::from).collect(),
            gaps: coverage.gaps.into_iter().map(PeriodBody::from).collect(),
            overlaps: coverage
                .overlaps
                .into_iter()
                .map(|overlap| OverlapBody {
                    period: overlap.period.into(),
                    statements: [overlap.first, overlap.second],
                })
                .collect(),
            breaks: coverage
                .breaks
                .into_iter()
                .map(|found| BreakBody {
                    before: found.before,
                    closing: found.closing.decimal(),
                    after: found.after,
                    opening: found.opening.decimal(),
                    difference: found.difference.map(Money::decimal),
                })
                .collect(),
            undated: coverage.undated,
        }
    }
}

/// A period: its first and its last day.
#[derive(Serialize, ToSchema)]
pub struct PeriodBody {
    from: Date,
    to: Date,
}

impl From<Period> for PeriodBody {
    fn from(period: Period) -> Self {
        Self { from: period.start(), to: period.end() }
    }
}

/// Days that two statements cover.
#[derive(Serialize, ToSchema)]
pub struct OverlapBody {
    #[serde(flatten)]
    period: PeriodBody,
    #[schema(min_items = 2, max_items = 2)]
    statements: [StatementId; 2],
}

/// Two consecutive statements whose balances differ.
#[derive(Serialize, ToSchema)]
pub struct BreakBody {
    before: StatementId,
    #[schema(value_type = DecimalText)]
    closing: String,
    after: StatementId,
    #[schema(value_type = DecimalText)]
    opening: String,
    #[schema(value_type = Option<DecimalText>)]
    difference: Option<String>,
}
