//! The part of a transaction that matching needs.

use std::borrow::Cow;

use saldo_domain::{AccountId, Date, Entry, EntryId, Money, StatementId};

/// The fields of a transaction that matching needs. It is small, so that a million of them fit in memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Movement<'a> {
    /// The ID of the transaction.
    pub entry: EntryId,
    /// The account of the transaction.
    pub account: AccountId,
    /// The statement it was first read from; `None` for a transaction that was entered by hand.
    pub statement: Option<StatementId>,
    /// The booking date.
    pub date: Date,
    /// The amount, signed from the account holder's side: money in is positive.
    pub amount: Money,
    /// The description as the statement prints it.
    pub description: Cow<'a, str>,
}

impl<'a> From<&'a Entry> for Movement<'a> {
    fn from(entry: &'a Entry) -> Self {
        Self {
            entry: entry.id,
            account: entry.account,
            statement: entry.statement,
            date: entry.date,
            amount: entry.amount,
            description: Cow::Borrowed(&entry.original_description),
        }
    }
}

impl From<Entry> for Movement<'static> {
    fn from(entry: Entry) -> Self {
        Self {
            entry: entry.id,
            account: entry.account,
            statement: entry.statement,
            date: entry.date,
            amount: entry.amount,
            description: Cow::Owned(entry.original_description),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_million_movements_take_less_than_a_hundred_megabytes_without_their_descriptions() {
        assert!(size_of::<Movement<'_>>() < 100);
    }
}
