//! Transfers between the user's own accounts. They are matched, and excluded
//! from spending, or only offered if nothing but the amounts supports them.

use std::collections::{HashMap, HashSet};

use chrono::Days;
use saldo_domain::{
    Author, Date, Edit, EditAction, Period, StatementId, Timestamp, Transaction, TransactionFilter,
    TransactionId, TransactionKind, TransferId, UserId,
};
use saldo_ledger::Movement;
use saldo_ledger::transfers::{DAYS_APART_MAX, TransferOffer, TransferReason, match_transfers, offer_across};
use saldo_storage::{EDIT_TRANSACTIONS_MAX, Edited, TransactionChange};

use crate::{Bookkeeper, Error, Result};

/// The maximum number of pairs that are linked in one edit.
const PAIRS_MAX: usize = EDIT_TRANSACTIONS_MAX / 2;

/// The largest difference between two amounts at the table's rate, in thousandths: banks charge up to 3 %.
pub const RATE_BAND_PER_MILLE: u32 = 30;

/// Two transactions that may be one transfer.
#[derive(Debug, Clone)]
pub struct OfferedTransfer {
    /// The transaction that took the money out.
    pub out: Transaction,
    /// The transaction that brought the money in.
    pub into: Transaction,
    /// The reason for the offer.
    pub because: OfferReason,
}

/// The reason for offering two transactions as a transfer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OfferReason {
    /// The amounts are equal. The inner reason says whether the descriptions support the pair.
    SameAmount(TransferReason),
    /// The amounts are in two currencies and nearly agree at a rate of the user's table. Such a
    /// pair is never linked without asking, because the bank's rate differs from the table's.
    Rate(TransferOffer),
}

/// Returns true for an edit that was made, and false for one that was rejected.
fn is_done(edited: saldo_storage::Result<Edited>) -> Result<bool> {
    match edited {
        Ok(_) => Ok(true),
        Err(saldo_storage::Error::Edit(_)) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

impl Bookkeeper {
    /// Marks transactions of a new statement and their counterparts in other accounts as transfers, if the
    /// descriptions leave no doubt and the user has not decided otherwise. Returns the number of pairs.
    ///
    /// # Errors
    /// [`Error::TooManyTransactions`] if there are too many transactions around
    /// the days of the statement; [`Error::Storage`] if the storage fails.
    pub async fn match_statement(&self, user: UserId, statement: StatementId, now: Timestamp) -> Result<u64> {
        let lines = self.storage.list_statement_lines(user, statement).await?.unwrap_or_default();
        let fresh: Vec<TransactionId> = lines.iter().map(|line| line.transaction.id).collect();
        let days = lines.iter().map(|line| line.transaction.date);
        let Some(period) = days.clone().min().zip(days.max()).and_then(|(first, last)| around(first, last))
        else {
            return Ok(0);
        };
        let open = self.open_transactions(user, Some(period)).await?;
        let offers = self.of_one_amount(user, &open).await?;
        let sure: Vec<(TransactionId, TransactionId)> = offers
            .iter()
            .filter(|offer| matches!(offer.because, OfferReason::SameAmount(reason) if reason.is_sure()))
            .filter(|offer| fresh.contains(&offer.out.id) || fresh.contains(&offer.into.id))
            .map(|offer| (offer.out.id, offer.into.id))
            .collect();
        self.link_pairs(Author::automatic(user), sure, now).await
    }

    /// Links pairs of transactions, unless the user decided otherwise about one of them. Returns the number
    /// of linked pairs.
    pub(crate) async fn link_pairs(
        &self,
        author: Author,
        pairs: Vec<(TransactionId, TransactionId)>,
        now: Timestamp,
    ) -> Result<u64> {
        let sides = pairs.iter().flat_map(|(out, into)| [*out, *into]).collect();
        let decided = self.user_decisions(author.books, sides).await?;
        // A match that the user undid is not repeated, however well the descriptions match.
        let is_open =
            |transaction: &TransactionId| decided.get(transaction).is_none_or(|touched| !touched.no_transfer);
        let pairs: Vec<(TransactionId, TransactionId)> =
            pairs.into_iter().filter(|(out, into)| is_open(out) && is_open(into)).collect();
        let mut found = 0;
        for chunk in pairs.chunks(PAIRS_MAX) {
            if is_done(self.link(author, chunk, now).await)? {
                found += chunk.len();
                continue;
            }
            // One of the transactions was deleted or changed since. The other pairs are still linked.
            for pair in chunk {
                found += usize::from(is_done(self.link(author, std::slice::from_ref(pair), now).await)?);
            }
        }
        Ok(u64::try_from(found).unwrap_or(u64::MAX))
    }

    /// Returns pairs of unmarked transactions in `period` that may be transfers, for the
    /// user to decide. Pairs in two currencies come last; they are offered if the amounts
    /// agree within [`RATE_BAND_PER_MILLE`] at a known rate of the day or a few days before.
    ///
    /// # Errors
    /// [`Error::TooManyTransactions`] if there are too many transactions; [`Error::Storage`] if the storage
    /// fails.
    pub async fn offer_transfers(
        &self,
        user: UserId,
        period: Option<Period>,
    ) -> Result<Vec<OfferedTransfer>> {
        let open = self.open_transactions(user, period).await?;
        let mut offers = self.of_one_amount(user, &open).await?;
        let offered: HashSet<TransactionId> =
            offers.iter().flat_map(|offer| [offer.out.id, offer.into.id]).collect();
        let rest: Vec<Transaction> =
            open.into_iter().filter(|transaction| !offered.contains(&transaction.id)).collect();
        offers.extend(self.of_two_currencies(user, &rest).await?);
        Ok(offers)
    }

    /// Links two transactions as the sides of a transfer. Amounts in two currencies need not
    /// agree, because the bank's rate differs from the table's.
    ///
    /// # Errors
    /// [`Error::NotFound`] if one does not exist, or unless the money leaves one account and enters another;
    /// [`Error::SidesDiffer`] for different amounts of one currency; [`Error::Money`]
    /// if an amount cannot be negated; [`Error::Storage`] if the storage fails.
    pub async fn link_transfer(
        &self,
        author: Author,
        out: TransactionId,
        into: TransactionId,
        now: Timestamp,
    ) -> Result<Edit> {
        let sides = (
            self.storage.find_transaction(author.books, out).await?,
            self.storage.find_transaction(author.books, into).await?,
        );
        let (Some(out), Some(into)) = sides else { return Err(Error::NotFound) };
        if !are_opposite(&out, &into) {
            return Err(Error::NotFound);
        }
        if out.amount.currency() == into.amount.currency() && out.amount.checked_neg()? != into.amount {
            // Transfers are neither income nor spending, so that no report would include the difference.
            return Err(Error::SidesDiffer { out: out.amount, into: into.amount });
        }
        let edited = self.link(author, &[(out.id, into.id)], now).await?;
        Ok(self.finish(author.books, edited).await)
    }

    async fn link(
        &self,
        author: Author,
        pairs: &[(TransactionId, TransactionId)],
        now: Timestamp,
    ) -> saldo_storage::Result<Edited> {
        let side = |transfer: TransferId| TransactionChange {
            kind: Some(TransactionKind::Transfer),
            transfer: Some(Some(transfer)),
            ..TransactionChange::default()
        };
        let changes = pairs.iter().flat_map(|(out, into)| {
            let transfer = TransferId::new(now);
            [(*out, side(transfer)), (*into, side(transfer))]
        });
        self.storage.change_each_transaction(author, changes.collect(), EditAction::Match, now).await
    }

    /// Returns the transactions that are not a side of a known transfer.
    async fn open_transactions(&self, user: UserId, period: Option<Period>) -> Result<Vec<Transaction>> {
        let transactions =
            self.all_transactions(user, TransactionFilter { period, ..TransactionFilter::default() }).await?;
        Ok(transactions.into_iter().filter(|transaction| transaction.transfer.is_none()).collect())
    }

    async fn of_one_amount(&self, user: UserId, open: &[Transaction]) -> Result<Vec<OfferedTransfer>> {
        let accounts = self.storage.list_accounts(user).await?;
        let movements: Vec<Movement> = open.iter().map(Movement::from).collect();
        let holder =
            self.storage.find_user(user).await.map_err(saldo_storage::Error::from)?.map(|user| user.name);
        let matches = match_transfers(&movements, &accounts, holder.as_deref());
        let by_id: HashMap<TransactionId, &Transaction> =
            open.iter().map(|transaction| (transaction.id, transaction)).collect();
        let side = |id: TransactionId| by_id.get(&id).map(|transaction| (*transaction).clone());
        let offers = matches.into_iter().filter_map(|found| {
            let because = OfferReason::SameAmount(found.because);
            Some(OfferedTransfer { out: side(found.out)?, into: side(found.into)?, because })
        });
        Ok(offers.collect())
    }

    async fn of_two_currencies(&self, user: UserId, open: &[Transaction]) -> Result<Vec<OfferedTransfer>> {
        let Some(first) = open.first().map(|transaction| transaction.amount.currency()) else {
            return Ok(Vec::new());
        };
        if open.iter().all(|transaction| transaction.amount.currency() == first) {
            return Ok(Vec::new());
        }
        let rates = self.rates(user, first).await?;
        let movements: Vec<Movement> = open.iter().map(Movement::from).collect();
        let by_id: HashMap<TransactionId, &Transaction> =
            open.iter().map(|transaction| (transaction.id, transaction)).collect();
        let side = |id: TransactionId| by_id.get(&id).map(|transaction| (*transaction).clone());
        let offers = offer_across(&movements, &rates, RATE_BAND_PER_MILLE).into_iter();
        let offers = offers.filter_map(|found| {
            let because = OfferReason::Rate(found);
            Some(OfferedTransfer { out: side(found.out)?, into: side(found.into)?, because })
        });
        Ok(offers.collect())
    }
}

fn are_opposite(out: &Transaction, into: &Transaction) -> bool {
    out.amount.is_negative() && !into.amount.is_negative() && out.account != into.account
}

/// True if two transactions can be the sides of a transfer: opposite in two accounts, and of one amount if
/// they are in one currency.
pub(crate) fn are_sides(out: &Transaction, into: &Transaction) -> bool {
    let is_one_currency = out.amount.currency() == into.amount.currency();
    are_opposite(out, into)
        && (!is_one_currency || out.amount.checked_neg().is_ok_and(|turned| turned == into.amount))
}

/// Returns the days in which the other side of a transfer
/// may be, together with any other candidate for that side.
fn around(first: Date, last: Date) -> Option<Period> {
    let days = Days::new(2 * DAYS_APART_MAX.unsigned_abs());
    Period::new(first.checked_sub_days(days)?, last.checked_add_days(days)?)
}
