//! Reconciliation: the check of a statement's figures against each other, its evidence, and possible
//! causes of errors.

use serde::{Deserialize, Serialize};

use crate::money::Money;

/// The result of checking the part of a statement that reports on one account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The opening balance plus the transactions is the closing balance, and every printed running
    /// balance and total agrees.
    Balanced,
    /// The statement prints no figure against which the transactions could be checked.
    Unchecked,
    /// A printed figure contradicts the transactions.
    Unbalanced,
}

impl Outcome {
    /// Returns the worst of several outcomes: unbalanced, then unchecked, then balanced; `None` if
    /// there are none.
    #[must_use]
    pub fn worst(outcomes: impl IntoIterator<Item = Self>) -> Option<Self> {
        outcomes.into_iter().max_by_key(|outcome| match outcome {
            Self::Balanced => 0,
            Self::Unchecked => 1,
            Self::Unbalanced => 2,
        })
    }
}

/// An independently printed figure that confirms or contradicts the transactions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "witness", rename_all = "snake_case")]
pub enum Witness {
    /// The printed opening balance plus the transactions is the printed closing balance.
    OpeningAndClosing {
        /// True if this holds.
        holds: bool,
    },
    /// The chain of printed running balances.
    RunningBalances {
        /// The number of rows with a printed balance.
        printed: u32,
        /// The number of those balances that follow from the previous one.
        holding: u32,
    },
    /// A printed total of money in.
    TotalIn {
        /// True if it agrees with the transactions.
        holds: bool,
    },
    /// A printed total of money out.
    TotalOut {
        /// True if it agrees with the transactions.
        holds: bool,
    },
    /// A printed number of transactions.
    Count {
        /// True if it agrees with the transactions.
        holds: bool,
    },
    /// Opening and closing balances that are printed again in another place.
    OtherBalances {
        /// The number of such balances.
        printed: u32,
        /// The number of those that agree with the others.
        holding: u32,
    },
    /// Totals that are printed again in another place, and sums below pages, sections and columns.
    Sums {
        /// The number of such sums.
        printed: u32,
        /// The number of those that agree with the transactions.
        holding: u32,
    },
    /// A list of daily balances.
    DailyBalances {
        /// The number of such balances.
        printed: u32,
        /// The number of those that agree with the transactions.
        holding: u32,
    },
}

impl Witness {
    /// Returns the number of printed figures, and the number of those that agree.
    #[must_use]
    pub const fn count(&self) -> (u32, u32) {
        match self {
            Self::OpeningAndClosing { holds }
            | Self::TotalIn { holds }
            | Self::TotalOut { holds }
            | Self::Count { holds } => (1, *holds as u32),
            Self::RunningBalances { printed, holding }
            | Self::OtherBalances { printed, holding }
            | Self::Sums { printed, holding }
            | Self::DailyBalances { printed, holding } => (*printed, *holding),
        }
    }
}

/// The result of checking a draft's figures against each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reconciliation {
    /// The outcome.
    pub outcome: Outcome,
    /// The closing balance less the sum of the opening balance and the transactions; `None` if an end is not
    /// printed or the difference is zero.
    pub discrepancy: Option<Money>,
    /// The index of the first transaction at which a printed running balance breaks.
    pub first_broken: Option<usize>,
    /// The printed figures on which the outcome rests.
    pub witnesses: Vec<Witness>,
    /// The possible causes of a contradiction, most likely first, with transactions by their index; empty
    /// unless unbalanced.
    pub causes: Vec<LikelyCause<usize>>,
    /// The opening or closing balance that is not printed.
    pub derived: DerivedEnds,
}

/// A possible cause of contradicting figures. `E` identifies a transaction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LikelyCause<E> {
    /// The cause, for programs.
    pub code: CauseCode,
    /// The cause, for people.
    pub message: String,
    /// The transaction that it is about.
    pub transaction: Option<E>,
    /// The amount that belongs to the code, signed as transactions are: see [`CauseCode`].
    pub amount: Money,
}

impl<E> LikelyCause<E> {
    /// Converts the identifier of the transaction; the cause names none if `name` returns `None`.
    pub fn about<F>(self, name: impl FnOnce(E) -> Option<F>) -> LikelyCause<F> {
        LikelyCause {
            code: self.code,
            message: self.message,
            transaction: self.transaction.and_then(name),
            amount: self.amount,
        }
    }
}

/// A possible cause of contradicting figures, and the meaning of the amount that is reported with it. The
/// order is by likelihood.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum CauseCode {
    /// The sign of a transaction is wrong. The amount has the other sign.
    SignFlipped,
    /// The same transaction is listed twice. The amount is that of the transaction.
    RowDoubled,
    /// A transaction does not belong there. The amount is that of the transaction.
    RowExtra,
    /// The amount of a transaction is twice the right one. The amount is the right one.
    AmountDoubled,
    /// Two neighboring digits of a transaction's amount are swapped. The amount is the right one.
    DigitsSwapped,
    /// The decimal point of a transaction's amount is misplaced. The amount is the right one.
    PointSlipped,
    /// One digit of a transaction's amount is wrong. The amount is the right one.
    DigitMisread,
    /// One or more transactions are missing at or before the named one. The amount is their sum.
    RowMissing,
    /// A printed total does not agree with the transactions. The amount is the difference.
    TotalDisagrees,
    /// The printed number of transactions is different. The amount is zero.
    CountDisagrees,
    /// The part has amounts in two currencies. The amount is zero.
    MixedCurrencies,
    /// The printed figures contradict each other in another way. The amount is the difference.
    Contradiction,
}

/// The figures that a statement prints apart from the balances, and the balances that were derived because
/// they are not printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PrintedChecks {
    /// The ends that were derived.
    pub derived: DerivedEnds,
    /// The total of money in, as a positive amount.
    pub total_in: Option<Money>,
    /// The total of money out, as a positive amount.
    pub total_out: Option<Money>,
    /// The number of transactions.
    pub count: Option<u32>,
}

/// The balances of a statement that are not printed, but derived from its first and last running balance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DerivedEnds {
    /// True if the opening balance is derived.
    pub opening: bool,
    /// True if the closing balance is derived.
    pub closing: bool,
}
