//! Whether a statement's figures agree with each other, what that rests on, and what may have gone wrong.

use serde::{Deserialize, Serialize};

use crate::money::Money;

/// Whether an account's part of a statement adds up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Opening + entries = closing, and every printed running balance and total holds.
    Balanced,
    /// Nothing is printed that the entries could be checked against.
    Unchecked,
    /// Something printed contradicts the entries.
    Unbalanced,
}

impl Outcome {
    /// The outcome of a whole from its parts': one unbalanced part makes the whole unbalanced.
    #[must_use]
    pub fn worst(outcomes: impl IntoIterator<Item = Self>) -> Option<Self> {
        outcomes.into_iter().max_by_key(|outcome| match outcome {
            Self::Balanced => 0,
            Self::Unchecked => 1,
            Self::Unbalanced => 2,
        })
    }
}

/// An independently printed figure that confirms or contradicts the entries.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "witness", rename_all = "snake_case")]
pub enum Witness {
    /// Printed opening + entries = printed closing.
    OpeningAndClosing {
        /// Whether it holds.
        holds: bool,
    },
    /// The chain of printed running balances.
    RunningBalances {
        /// How many rows print one.
        printed: u32,
        /// How many agree with the row before.
        holding: u32,
    },
    /// A printed total of money in.
    TotalIn {
        /// Whether it holds.
        holds: bool,
    },
    /// A printed total of money out.
    TotalOut {
        /// Whether it holds.
        holds: bool,
    },
    /// A printed number of entries.
    Count {
        /// Whether it holds.
        holds: bool,
    },
}

/// The result of checking a draft's figures against each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reconciliation {
    /// The outcome.
    pub outcome: Outcome,
    /// Closing less (opening + entries), when both are printed and it is not nothing.
    pub discrepancy: Option<Money>,
    /// The index of the first entry at which a printed running balance breaks.
    pub first_broken: Option<usize>,
    /// What the outcome rests on.
    pub witnesses: Vec<Witness>,
    /// What may have gone wrong, likeliest first, with entries by their index; empty unless unbalanced.
    pub causes: Vec<LikelyCause<usize>>,
    /// Which ends are not printed.
    pub derived: DerivedEnds,
}

/// Something that may have gone wrong where figures contradict each other; `E` names an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LikelyCause<E> {
    /// What it is, for programs.
    pub code: CauseCode,
    /// What it is, for people.
    pub message: String,
    /// The entry that it is about.
    pub entry: Option<E>,
    /// The amount that the code is about, signed as an entry is: see [`CauseCode`].
    pub amount: Money,
}

impl<E> LikelyCause<E> {
    /// The same cause with its entry named in another way.
    pub fn about<F>(self, name: impl FnOnce(E) -> Option<F>) -> LikelyCause<F> {
        LikelyCause {
            code: self.code,
            message: self.message,
            entry: self.entry.and_then(name),
            amount: self.amount,
        }
    }
}

/// What may have gone wrong, and what the amount beside it then is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum CauseCode {
    /// An entry's sign is turned round: the amount with the other sign.
    SignFlipped,
    /// The same entry stands there twice: its amount.
    RowDoubled,
    /// An entry does not belong there: its amount.
    RowExtra,
    /// An entry's amount is twice what it should be: the right amount.
    AmountDoubled,
    /// Two neighbouring digits of an entry's amount are swapped: the right amount.
    DigitsSwapped,
    /// The decimal point of an entry's amount has slipped: the right amount.
    PointSlipped,
    /// One digit of an entry's amount is wrong: the right amount.
    DigitMisread,
    /// A row is missing before the named entry's balance: the amount of the row.
    RowMissing,
    /// A printed total does not agree with the entries: by how much.
    TotalDisagrees,
    /// The printed number of entries is another one: nothing.
    CountDisagrees,
    /// Amounts of two currencies stand in one account: nothing.
    MixedCurrencies,
    /// Printed figures contradict each other in another way: the difference.
    Contradiction,
}

/// What a statement prints besides balances on its lines, and what was derived because it is not printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PrintedChecks {
    /// Which ends are not printed.
    pub derived: DerivedEnds,
    /// The total of money in, as a positive amount.
    pub total_in: Option<Money>,
    /// The total of money out, as a positive amount.
    pub total_out: Option<Money>,
    /// The number of entries.
    pub count: Option<u32>,
}

/// Which ends of a statement are not printed but follow from its first and last running balance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DerivedEnds {
    /// The opening balance.
    pub opening: bool,
    /// The closing balance.
    pub closing: bool,
}
