//! The part of a transaction that matching needs.

use saldo_domain::{AccountId, Date, Money, StatementId, Transaction, TransactionId};

/// The fields of a transaction that matching needs. It is small, so that a million of them fit in memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Movement {
    /// The ID of the transaction.
    pub transaction: TransactionId,
    /// The account of the transaction.
    pub account: AccountId,
    /// The statement it was first read from; `None` for a transaction that was entered by hand.
    pub statement: Option<StatementId>,
    /// The booking date.
    pub date: Date,
    /// The amount, signed from the account holder's side: money in is positive.
    pub amount: Money,
    /// The description as the statement prints it.
    pub description: String,
}

impl From<&Transaction> for Movement {
    fn from(transaction: &Transaction) -> Self {
        Self {
            transaction: transaction.id,
            account: transaction.account,
            statement: transaction.statement,
            date: transaction.date,
            amount: transaction.amount,
            description: transaction.original_description.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_million_movements_fit_in_a_hundred_megabytes() {
        assert!(size_of::<Movement>() < 100);
    }
}
