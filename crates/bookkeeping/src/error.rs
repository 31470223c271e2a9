//! The errors of this crate.

/// An error of a use case.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Splits that are fewer than two, do not add up to the transaction's amount, or have another sign.
    #[error(
        "there must be at least two splits, with the sign of the transaction, and they must add up to its \
         amount"
    )]
    PartsDoNotAddUp,
    /// Two different amounts of one currency, which cannot be the sides of a transfer.
    #[error(
        "{out} went out but {into} came in, and the two sides of a transfer in one currency must be equal. \
         Add the difference, for example a fee, as its own transaction and subtract it from its side; then \
         link the two"
    )]
    SidesDiffer {
        /// The amount that went out.
        out: saldo_domain::Money,
        /// The amount that came in.
        into: saldo_domain::Money,
    },
    /// More transactions than are examined together.
    #[error(
        "more than {most} transactions match; use a shorter period, or fewer of them, such as one account"
    )]
    TooManyEntries {
        /// The largest number allowed.
        most: usize,
    },
    /// A period with more units of time than a report may have rows.
    #[error("this report would have more than {most} rows; use a shorter period or a larger unit of time")]
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
