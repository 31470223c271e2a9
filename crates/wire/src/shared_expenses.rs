//! Shared expenses, balances between members, and settlements.

use saldo_domain::decimal::Digits;
use saldo_domain::{
    Currency, Date, DivisionUnit, ExpenseState, Money, Settlement, SettlementId, SharedExpense,
    SharedExpenseId, Timestamp, TransactionId, UserId,
};
use saldo_households::{
    CurrencyDebts, Debts, NewPayment, Participant, RequestedDivision, SettlementOffer, ShareRequest,
    Transfer, divide, spent, visible_transaction,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::fields::{amount, day, id_of};
use crate::{AnyId, Error, Result};

/// The share of a member in a request.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = NewShare)]
pub struct ShareOfMember {
    /// The id of the member.
    #[schema(value_type = AnyId)]
    member: String,
    /// A percentage with at most two decimals, if the transaction is divided by `percent`.
    percent: Option<String>,
    /// An amount without a sign in the currency of the transaction, if it is divided by `amount`.
    amount: Option<String>,
}

/// The shares of a transaction in a request.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = ShareChange)]
pub struct ShareChangeBody {
    /// The member who paid a transaction of the household's books; unchanged by default. A transaction of the
    /// user's own books was paid by the user.
    #[schema(value_type = Option<AnyId>)]
    paid_by: Option<String>,
    by: DivisionUnit,
    /// The shares. They may be absent for `even`: then all members pay the same.
    shares: Option<Vec<ShareOfMember>>,
}

impl ShareChangeBody {
    /// Returns the payer, if one is named, and the shares.
    ///
    /// # Errors
    /// [`Error::Invalid`] for shares that do not fit `by`.
    pub fn change(self) -> Result<(Option<UserId>, RequestedDivision)> {
        let payer = self.paid_by.as_deref().map(member_of).transpose()?;
        Ok((payer, division_of(self.by, self.shares)?))
    }
}

/// A transaction to share.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = NewSharedExpense)]
pub struct ShareRequestBody {
    /// The id of a transaction of the user's own books or of the household's.
    #[schema(value_type = AnyId)]
    transaction_id: String,
    /// The member who paid a transaction of the household's books; by default the one who pays from its
    /// account, or else the user. A transaction of the user's own books was paid by the user.
    #[schema(value_type = Option<AnyId>)]
    paid_by: Option<String>,
    by: DivisionUnit,
    /// The shares. They may be absent for `even`: then all members pay the same.
    shares: Option<Vec<ShareOfMember>>,
}

impl ShareRequestBody {
    /// Returns the request.
    ///
    /// # Errors
    /// [`Error::Invalid`] for shares that do not fit `by`; [`Error::NotFound`] for an unknown transaction.
    pub fn request(self) -> Result<ShareRequest> {
        Ok(ShareRequest {
            transaction: id_of(&self.transaction_id)?,
            payer: self.paid_by.as_deref().map(member_of).transpose()?,
            division: division_of(self.by, self.shares)?,
        })
    }
}

/// Parses the id of a member. A text that is no id is an invalid request, because the route names no member.
pub(crate) fn member_of(text: &str) -> Result<UserId> {
    text.parse().map_err(|_| Error::invalid("a member must be the id of a member"))
}

fn division_of(by: DivisionUnit, shares: Option<Vec<ShareOfMember>>) -> Result<RequestedDivision> {
    let Some(shares) = shares else {
        return match by {
            DivisionUnit::Even => Ok(RequestedDivision::Even(None)),
            DivisionUnit::Percent | DivisionUnit::Amount => {
                Err(Error::invalid("shares must have a percentage or an amount for each member"))
            }
        };
    };
    if shares.iter().any(|share| {
        share.percent.is_some() != (by == DivisionUnit::Percent)
            || share.amount.is_some() != (by == DivisionUnit::Amount)
    }) {
        return Err(Error::invalid("each share must have percent or amount, as by says, and nothing else"));
    }
    let digits = |share: &ShareOfMember| {
        let text = share.percent.as_deref().or(share.amount.as_deref()).unwrap_or_default();
        let digits = Digits::parse(text).map_err(|_| Error::invalid("a share must be a decimal number"))?;
        Ok::<_, Error>((member_of(&share.member)?, digits))
    };
    match by {
        DivisionUnit::Even => {
            let members = shares.iter().map(|share| member_of(&share.member)).collect::<Result<_>>()?;
            Ok(RequestedDivision::Even(Some(members)))
        }
        DivisionUnit::Percent => {
            Ok(RequestedDivision::Percent(shares.iter().map(digits).collect::<Result<_>>()?))
        }
        DivisionUnit::Amount => {
            Ok(RequestedDivision::Amounts(shares.iter().map(digits).collect::<Result<_>>()?))
        }
    }
}

/// The share of a member.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShareBody {
    /// The id of the member.
    member: UserId,
    /// The amount; `null` if the transaction was deleted.
    amount: Option<String>,
    /// The percentage, if the expense is divided by `percent`.
    percent: Option<String>,
}

/// The origin of the amount of a shared expense.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SharedExpenseState {
    /// The transaction exists, and the amount is the one that it has now.
    Booked,
    /// The transaction was deleted, and the expense counts for nothing until that is undone.
    Gone,
    /// The household kept the day and the amount when the payer left it or deleted the transaction with all
    /// data.
    Kept,
}

/// A transaction whose cost is divided among members.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SharedExpenseBody {
    id: SharedExpenseId,
    /// The books of the household.
    books: UserId,
    state: SharedExpenseState,
    /// The booking date; `null` if the transaction was deleted.
    date: Option<Date>,
    /// The name of the merchant; `null` unless the transaction exists.
    merchant: Option<String>,
    /// The amount that was spent: negative for a refund, `null` if the transaction was deleted.
    amount: Option<String>,
    currency: Option<Currency>,
    /// The id of the member who paid.
    paid_by: UserId,
    by: DivisionUnit,
    /// The shares, which add up to the amount.
    shares: Vec<ShareBody>,
    /// The transaction, for users who can open its books; otherwise `null`.
    transaction_id: Option<TransactionId>,
    /// True if the transaction is in the household's books, false if it is in a member's own.
    is_of_household: bool,
    created_at: Timestamp,
}

impl SharedExpenseBody {
    /// Creates the body for the user who asks.
    ///
    /// # Errors
    /// [`Error::Invalid`] for an amount without an opposite.
    pub fn of(expense: SharedExpense, asker: UserId) -> Result<Self> {
        let transaction_id = visible_transaction(&expense, asker);
        let booked = expense.booked();
        let amount = booked.map(|(_, amount)| spent(amount)).transpose();
        let amount = amount.map_err(|error| Error::amount("amount", &error))?;
        let unit = expense.division.unit();
        let amounts = amount.map(|amount| divide(amount, &expense.division));
        let shares = expense.division.weights().iter().enumerate().map(|(index, share)| ShareBody {
            member: share.member,
            amount: amounts.as_ref().and_then(|amounts| amounts.get(index)).map(|(_, money)| money.decimal()),
            percent: (unit == DivisionUnit::Percent).then(|| percent(share.weight)),
        });
        let shares = shares.collect();
        let (state, merchant) = match expense.state {
            ExpenseState::Booked { merchant, .. } => (SharedExpenseState::Booked, Some(merchant)),
            ExpenseState::Gone { .. } => (SharedExpenseState::Gone, None),
            ExpenseState::Kept { .. } => (SharedExpenseState::Kept, None),
        };
        Ok(Self {
            id: expense.id,
            books: expense.household,
            state,
            date: booked.map(|(date, _)| date),
            merchant,
            amount: amount.map(Money::decimal),
            currency: amount.map(Money::currency),
            paid_by: expense.payer,
            by: unit,
            shares,
            transaction_id,
            is_of_household: expense.books == expense.household,
            created_at: expense.created_at,
        })
    }
}

/// Returns hundredths of a percent as a decimal number.
fn percent(hundredths: u64) -> String {
    match (hundredths / 100, hundredths % 100) {
        (whole, 0) => whole.to_string(),
        (whole, rest) => format!("{whole}.{rest:02}"),
    }
}

/// The sharing of a transaction.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SharingBody {
    /// The expense that the transaction is; `null` if it is not shared.
    pub shared_expense: Option<SharedExpenseBody>,
    /// The member who pays if the transaction is shared and no other is named.
    pub paid_by: UserId,
}

/// A member or former member who has a part in the expenses of a household.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ParticipantBody {
    id: UserId,
    /// The name; `null` if the user was deleted.
    name: Option<String>,
    /// True for a member, false for a former one.
    is_member: bool,
    /// True for the user who asks.
    is_you: bool,
}

/// The balance of a member in one currency.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MemberBalanceBody {
    /// The id of the member.
    member: UserId,
    /// Positive if others owe the member this amount, negative if the member owes it.
    amount: String,
}

/// A payment that settles what `from` owes.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DebtBody {
    /// The id of the member who pays.
    from: UserId,
    /// The id of the member who receives it.
    to: UserId,
    amount: String,
}

impl From<Transfer> for DebtBody {
    fn from(transfer: Transfer) -> Self {
        Self { from: transfer.from, to: transfer.to, amount: transfer.amount.decimal() }
    }
}

/// The balances of one currency. They add up to zero.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CurrencyBalancesBody {
    currency: Currency,
    balances: Vec<MemberBalanceBody>,
    /// The payments after which every balance is zero.
    transfers: Vec<DebtBody>,
}

impl From<CurrencyDebts> for CurrencyBalancesBody {
    fn from(debts: CurrencyDebts) -> Self {
        let balances = debts.balances.into_iter();
        Self {
            currency: debts.currency,
            balances: balances
                .map(|(member, money)| MemberBalanceBody { member, amount: money.decimal() })
                .collect(),
            transfers: debts.transfers.into_iter().map(DebtBody::from).collect(),
        }
    }
}

/// The balances between the members of a household.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BalancesBody {
    /// The members in the order of joining, then the former ones who have a part.
    members: Vec<ParticipantBody>,
    /// The balances by currency.
    currencies: Vec<CurrencyBalancesBody>,
}

impl BalancesBody {
    /// Creates the body for the user who asks.
    #[must_use]
    pub fn of(debts: Debts, asker: UserId) -> Self {
        let member = |Participant { user, name, is_member }| ParticipantBody {
            id: user,
            name,
            is_member,
            is_you: user == asker,
        };
        Self {
            members: debts.participants.into_iter().map(member).collect(),
            currencies: debts.currencies.into_iter().map(CurrencyBalancesBody::from).collect(),
        }
    }
}

/// A payment to record.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = NewSettlement)]
pub struct SettlementRequest {
    /// The id of the member who paid.
    #[schema(value_type = AnyId)]
    from: String,
    /// The id of the member who received it.
    #[schema(value_type = AnyId)]
    to: String,
    /// The amount, more than zero.
    amount: String,
    currency: Currency,
    /// The day of the payment.
    date: Date,
    /// The transaction of the user's own books that is this payment, from `GET
    /// /books/{id}/settlement-offers`.
    #[schema(value_type = Option<AnyId>)]
    transaction_id: Option<String>,
}

impl SettlementRequest {
    /// Returns the payment.
    ///
    /// # Errors
    /// [`Error::Invalid`] for an invalid amount, day or member; [`Error::NotFound`] for an unknown
    /// transaction.
    pub fn payment(&self) -> Result<NewPayment> {
        Ok(NewPayment {
            from: member_of(&self.from)?,
            to: member_of(&self.to)?,
            amount: amount(&self.amount, self.currency)?,
            date: day("date", self.date)?,
            transaction: self.transaction_id.as_deref().map(id_of).transpose()?,
        })
    }
}

/// A recorded payment between two members.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SettlementBody {
    id: SettlementId,
    /// The id of the member who paid.
    from: UserId,
    /// The id of the member who received it.
    to: UserId,
    amount: String,
    currency: Currency,
    date: Date,
    created_at: Timestamp,
}

impl From<Settlement> for SettlementBody {
    fn from(settlement: Settlement) -> Self {
        Self {
            id: settlement.id,
            from: settlement.from,
            to: settlement.to,
            amount: settlement.amount.decimal(),
            currency: settlement.amount.currency(),
            date: settlement.date,
            created_at: settlement.created_at,
        }
    }
}

/// A transaction of the user's own books that may be the payment of a debt.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SettlementOfferBody {
    /// The id of the member who pays.
    from: UserId,
    /// The id of the member who receives it.
    to: UserId,
    /// The amount, more than zero.
    amount: String,
    currency: Currency,
    transaction_id: TransactionId,
    date: Date,
    /// The description of the transaction. Only the user whose transaction it is sees it.
    description: String,
}

impl From<SettlementOffer> for SettlementOfferBody {
    fn from(offer: SettlementOffer) -> Self {
        let Transfer { from, to, amount } = offer.transfer;
        Self {
            from,
            to,
            amount: amount.decimal(),
            currency: amount.currency(),
            transaction_id: offer.transaction.id,
            date: offer.transaction.date,
            description: offer.transaction.description,
        }
    }
}

#[cfg(test)]
mod tests {
    use saldo_domain::Id as DomainId;

    use super::*;

    fn body(json: &str) -> ShareChangeBody {
        let member: UserId = DomainId::new(Timestamp::from_milliseconds(0));
        serde_json::from_str(&json.replace("ANN", &member.to_string())).unwrap()
    }

    #[test]
    fn shares_have_the_unit_that_the_request_names() {
        let change = |json: &str| body(json).change().map(|(_, division)| division);
        assert_eq!(change(r#"{"by":"even"}"#).unwrap(), RequestedDivision::Even(None));
        let percent = change(r#"{"by":"percent","shares":[{"member":"ANN","percent":"100"}]}"#).unwrap();
        assert!(matches!(percent, RequestedDivision::Percent(shares) if shares.len() == 1));
        for wrong in [
            r#"{"by":"percent"}"#,
            r#"{"by":"percent","shares":[{"member":"ANN","amount":"1"}]}"#,
            r#"{"by":"amount","shares":[{"member":"ANN","amount":"1","percent":"1"}]}"#,
            r#"{"by":"even","shares":[{"member":"ANN","percent":"50"}]}"#,
            r#"{"by":"amount","shares":[{"member":"ANN","amount":"-1"}]}"#,
            r#"{"by":"even","shares":[{"member":"Ann"}]}"#,
            r#"{"by":"even","paidBy":"Ann"}"#,
        ] {
            assert!(matches!(change(wrong), Err(Error::Invalid(_))), "{wrong}");
        }
    }

    #[test]
    fn percentages_have_as_many_decimals_as_they_need() {
        assert_eq!(
            (percent(5_000), percent(3_333), percent(5)),
            ("50".into(), "33.33".into(), "0.05".into())
        );
    }
}
