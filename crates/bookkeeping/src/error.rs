//! The errors of this crate.

/// An error of a use case.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Splits that are fewer than two, do not add up to the transaction's amount, or have another sign.
    #[error("the parts must be two or more, go the same way as the entry and add up to its amount")]
    PartsDoNotAddUp,
    /// Two different amounts of one currency, which cannot be the sides of a transfer.
    #[error(
        "{out} went out and {into} came in: the sides of a move in one currency are equal. Book the difference, a fee for example, as \
         an entry of its own and take it from the amount of the side that has it; then link the two"
    )]
    SidesDiffer {
        /// The amount that went out.
        out: saldo_domain::Money,
        /// The amount that came in.
        into: saldo_domain::Money,
    },
    /// More transactions than are examined together.
    #[error(
        "more than {most} entries would have to be examined together; ask for a shorter period, or for fewer of them, such as one account"
    )]
    TooManyEntries {
        /// The largest number allowed.
        most: usize,
    },
    /// A period with more units of time than a report may have rows.
    #[error("this report would have more than {most} rows; ask for a shorter period or a coarser one")]
    TooManyRows {
        /// The largest number of rows.
        most: usize,
    },
    /// An error of a calculation.
    #[error(transparent)]
    Ledger(#[from] saldo_ledger::Error),
    /// A sum that does not fit into 64 bits, or amounts of different currencies.
    #[error(transparent)]
    Money(#[from] saldo_domain::MoneyError),
    /// An error of the storage.
    #[error(transparent)]
    Storage(#[from] saldo_storage::Error),
}

/// A result with this crate's [`Error`].
pub type Result<T> = std::result::Result<T, Error>;
