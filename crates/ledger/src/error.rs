//! The errors of this crate.

use saldo_domain::{Currency, Date, MoneyError, RuleId};

/// An error of a calculation, an import or an export.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// More items than a limit allows, such as rules, conditions of a query or lines of a file.
    #[error("too many {what}; use at most {most}")]
    TooMany {
        /// The things that are too many, in the plural.
        what: &'static str,
        /// The largest number allowed.
        most: usize,
    },
    /// A rule that is invalid, such as one without a condition
    /// or with a regular expression that does not compile.
    #[error("invalid rule: {why}")]
    RuleRefused {
        /// The ID of the rule.
        rule: RuleId,
        /// The problem, and where possible what to do about it.
        why: String,
    },
    /// A line of a table of exchange rates that does not have the European Central Bank's format.
    #[error("line {line} of the table of rates is invalid: {what}")]
    RatesNotUnderstood {
        /// The number of the line, counted from 1.
        line: usize,
        /// The part of the line that is wrong.
        what: &'static str,
    },
    /// No exchange rate of the day or recent enough before it.
    #[error("no rate from {from} to {to} is known for {on}; add a table of rates")]
    NoRate {
        /// The currency to convert from.
        from: Currency,
        /// The currency to convert to.
        to: Currency,
        /// The day of the conversion.
        on: Date,
    },
    /// A sum that does not fit into 64 bits, or amounts of different currencies.
    #[error(transparent)]
    Money(#[from] MoneyError),
    /// Values that do not fit together: an invalid loan, savings plan, budget, forecast or query.
    #[error("{0}")]
    Impossible(&'static str),
    /// A file that is not a JSON export of Saldo, or a transaction
    /// of an account that the export does not contain.
    #[error("this is not a JSON export of Saldo: {0}")]
    NotAnExport(String),
    /// The transactions to export are not ordered by account, then by date.
    #[error("transactions to export must be ordered by account, then by date")]
    OutOfOrder,
    /// An I/O error while writing an export.
    #[error("cannot write the export")]
    Write(#[from] std::io::Error),
}

/// A result with this crate's [`Error`].
pub type Result<T> = std::result::Result<T, Error>;
