//! The use cases of settling: balances of members, recorded payments, and transactions that may be such
//! payments.

use std::collections::BTreeSet;

use chrono::NaiveDate;
use saldo_domain::transaction::{Direction, SizeRange};
use saldo_domain::{
    Currency, Money, Page, PageRequest, Settlement, SettlementId, SharedExpense, Timestamp, Transaction,
    TransactionFilter, TransactionId, UserId,
};
use saldo_storage::LimitedInsert;

use crate::balances::{Balances, Transfer, balances, since, transfers};
use crate::offers::{OpenDebt, SettlementOffer, offers};
use crate::shared_books::{SharedBooks, require_found};
use crate::sharing::{Participant, users_of};
use crate::{Error, Result};

/// The maximum number of transactions that are offered for one debt.
const OFFERS_MAX: u32 = 5;

/// The balances of one currency, and the transfers that settle them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CurrencyDebts {
    /// The currency.
    pub currency: Currency,
    /// The balance of each participant.
    pub balances: Balances,
    /// The transfers after which every balance is zero.
    pub transfers: Vec<Transfer>,
}

/// The balances between the participants of a household.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Debts {
    /// The members in the order of joining, then the former ones who have a part.
    pub participants: Vec<Participant>,
    /// The balances by currency.
    pub currencies: Vec<CurrencyDebts>,
}

/// A payment to record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewPayment {
    /// The member who paid.
    pub from: UserId,
    /// The member who received it.
    pub to: UserId,
    /// The amount.
    pub amount: Money,
    /// The day.
    pub date: NaiveDate,
    /// The transaction of the user's own books that is this payment.
    pub transaction: Option<TransactionId>,
}

/// All expenses and settlements of a household.
struct Records {
    expenses: Vec<SharedExpense>,
    settlements: Vec<Settlement>,
}

impl Records {
    /// Returns all users who have a part.
    fn users(&self) -> BTreeSet<UserId> {
        let settled = self.settlements.iter().flat_map(|one| [one.from, one.to]);
        self.expenses.iter().flat_map(users_of).chain(settled).collect()
    }

    fn debts(&self) -> Result<Vec<CurrencyDebts>> {
        let all = balances(&self.expenses, &self.settlements)?;
        all.into_iter()
            .map(|(currency, balances)| {
                let transfers = transfers(&balances)?;
                Ok(CurrencyDebts { currency, balances, transfers })
            })
            .collect()
    }
}

impl SharedBooks {
    /// Returns who owes whom, to each member.
    ///
    /// # Errors
    /// [`Error::NotFound`]; [`Error::Money`] if a sum is too large; [`Error::Storage`] if the storage fails.
    pub async fn debts(&self, user: UserId, household: UserId) -> Result<Debts> {
        self.require_member(user, household).await?;
        let records = self.records(household).await?;
        let participants = self.participants(household, records.users()).await?;
        Ok(Debts { participants, currencies: records.debts()? })
    }

    /// Returns a page of the settlements of a household, the one that was recorded last first, to each
    /// member.
    ///
    /// # Errors
    /// [`Error::NotFound`]; [`Error::Storage`] if the cursor is not valid or the storage fails.
    pub async fn settlements(
        &self,
        user: UserId,
        household: UserId,
        page: PageRequest,
    ) -> Result<Page<Settlement>> {
        self.require_member(user, household).await?;
        Ok(self.storage.page_settlements(household, page).await?)
    }

    /// Records a payment between two participants, as an editor. With a transaction, it must be that payment
    /// in the user's own books.
    ///
    /// # Errors
    /// [`Error::NotFound`]; [`Error::ReadOnly`]; [`Error::NotAMember`]; [`Error::InvalidPayment`];
    /// [`Error::AnotherPayment`]; [`Error::SettlementTaken`]; [`Error::TooManySettlements`];
    /// [`Error::Storage`] if the storage fails.
    pub async fn settle(
        &self,
        user: UserId,
        household: UserId,
        payment: NewPayment,
        now: Timestamp,
    ) -> Result<Settlement> {
        self.require_editor(user, household).await?;
        let NewPayment { from, to, amount, date, transaction } = payment;
        if from == to || amount.minor() <= 0 {
            return Err(Error::InvalidPayment);
        }
        let users = self.records(household).await?.users();
        let participants = self.participants(household, users).await?;
        if ![from, to].iter().all(|named| participants.iter().any(|known| known.user == *named)) {
            return Err(Error::NotAMember);
        }
        if let Some(transaction) = transaction {
            let found = self.storage.find_transaction(user, transaction).await?.ok_or(Error::NotFound)?;
            let debt = OpenDebt { transfer: Transfer { from, to, amount }, since: date };
            if debt.amount_for(user) != Some(found.amount) || found.date != date {
                return Err(Error::AnotherPayment);
            }
        }
        let id = SettlementId::new(now);
        let new = Settlement { id, household, from, to, amount, date, transaction, created_at: now };
        let most = self.limits.sharing.settlements;
        match self.storage.insert_settlement(new.clone(), most).await? {
            LimitedInsert::Stored => Ok(new),
            LimitedInsert::TooMany => Err(Error::TooManySettlements { most }),
            LimitedInsert::NotFound => Err(Error::NotFound),
            LimitedInsert::Taken => Err(Error::SettlementTaken),
        }
    }

    /// Deletes a settlement, as an editor.
    ///
    /// # Errors
    /// [`Error::NotFound`]; [`Error::ReadOnly`]; [`Error::Storage`] if the storage fails.
    pub async fn delete_settlement(
        &self,
        user: UserId,
        household: UserId,
        settlement: SettlementId,
    ) -> Result<()> {
        self.require_editor(user, household).await?;
        require_found(self.storage.delete_settlement(household, settlement).await?)
    }

    /// Returns transactions of the user's own books that may be the payment of a debt of theirs, or to them.
    /// Books of other members are not searched.
    ///
    /// # Errors
    /// [`Error::NotFound`]; [`Error::Money`] if a sum is too large; [`Error::Storage`] if the storage fails.
    pub async fn settlement_offers(
        &self,
        user: UserId,
        household: UserId,
        now: Timestamp,
    ) -> Result<Vec<SettlementOffer>> {
        self.require_member(user, household).await?;
        let records = self.records(household).await?;
        let mut found = Vec::new();
        for CurrencyDebts { currency, transfers, .. } in records.debts()? {
            let Some(since) = since(user, currency, &records.expenses, &records.settlements)? else {
                continue;
            };
            for transfer in transfers {
                let debt = OpenDebt { transfer, since };
                let own = self.payments_of(user, &debt, now).await?;
                let shared = self.shared_of(user, &own).await?;
                let is_shared = |one: &Transaction| shared.contains(&one.id);
                found.extend(offers(user, &debt, own, &records.settlements, is_shared));
            }
        }
        Ok(found)
    }

    /// Returns the user's own transactions with the amount of a debt, newest first.
    async fn payments_of(&self, user: UserId, debt: &OpenDebt, now: Timestamp) -> Result<Vec<Transaction>> {
        let (Some(amount), Some(period)) = (debt.amount_for(user), debt.searched(now.date())) else {
            return Ok(Vec::new());
        };
        let size = Some(debt.transfer.amount.minor());
        let filter = TransactionFilter {
            period: Some(period),
            direction: Some(if amount.is_negative() { Direction::Out } else { Direction::In }),
            size: Some(SizeRange { currency: amount.currency(), min_minor: size, max_minor: size }),
            ..TransactionFilter::default()
        };
        let page = self.storage.list_transactions(user, filter, PageRequest::first(OFFERS_MAX)).await?;
        Ok(page.items)
    }

    /// Returns those of the user's own transactions that are shared.
    async fn shared_of(&self, user: UserId, own: &[Transaction]) -> Result<BTreeSet<TransactionId>> {
        let mut shared = BTreeSet::new();
        for transaction in own {
            if self.storage.find_expense_of_transaction(user, transaction.id).await?.is_some() {
                shared.insert(transaction.id);
            }
        }
        Ok(shared)
    }

    async fn records(&self, household: UserId) -> Result<Records> {
        let expenses = self.storage.list_shared_expenses(household).await?;
        let settlements = self.storage.list_settlements(household).await?;
        Ok(Records { expenses, settlements })
    }
}
