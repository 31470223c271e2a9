//! What can stand in the way.

/// Why something could not be done.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The parts of a split are not at least two, or do not add up to the entry, or go the other way.
    #[error("the parts must be two or more, go the same way as the entry and add up to its amount")]
    PartsDoNotAddUp,
    /// Two amounts of one currency that are not the two sides of one move.
    #[error(
        "{out} went out and {into} came in: the sides of a move in one currency are equal. Book the difference, a fee for example, as \
         an entry of its own and take it from the amount of the side that has it; then link the two"
    )]
    SidesDiffer {
        /// What went out.
        out: saldo_domain::Money,
        /// What came in.
        into: saldo_domain::Money,
    },
    /// More entries than are looked at together.
    #[error("this is for at most {most} entries; ask for a shorter period")]
    TooManyEntries {
        /// The limit.
        most: usize,
    },
    /// A period with more pieces than a report has rows.
    #[error("this report would have more than {most} rows; ask for a shorter period or a coarser one")]
    TooManyRows {
        /// The limit.
        most: usize,
    },
    /// What was worked out does not hold.
    #[error(transparent)]
    Ledger(#[from] saldo_ledger::Error),
    /// A sum that does not fit.
    #[error(transparent)]
    Money(#[from] saldo_domain::MoneyError),
    /// The storage failed.
    #[error(transparent)]
    Storage(#[from] saldo_storage::Error),
}

/// A result of this crate.
pub type Result<T> = std::result::Result<T, Error>;
