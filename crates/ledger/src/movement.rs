//! The part of an entry that matching looks at.

use std::borrow::Cow;

use saldo_domain::{AccountId, Date, Entry, EntryId, Money, StatementId};

/// What matching needs to know of an entry: small, so that a lifetime of them fits in memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Movement<'a> {
    /// The entry.
    pub entry: EntryId,
    /// The account it is booked to.
    pub account: AccountId,
    /// The statement it was first read from; `None` for an entry made by hand.
    pub statement: Option<StatementId>,
    /// The booking date.
    pub date: Date,
    /// Signed from the account holder's side.
    pub amount: Money,
    /// As the statement prints it.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_million_movements_take_less_than_a_hundred_megabytes_without_their_descriptions() {
        assert!(size_of::<Movement<'_>>() < 100);
    }
}
