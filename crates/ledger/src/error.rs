//! What can stand in the way.

use saldo_domain::{Currency, Date, MoneyError, RuleId};

/// Why something could not be worked out.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// More rules, conditions or actions than the limits allow.
    #[error("too many {what}: at most {most}")]
    TooMany {
        /// Of what.
        what: &'static str,
        /// The limit.
        most: usize,
    },
    /// A rule that would say nothing or cannot be kept.
    #[error("this rule cannot be used: {why}")]
    RuleRefused {
        /// Which rule.
        rule: RuleId,
        /// What is wrong and what to do.
        why: String,
    },
    /// A line of a table of rates is not as the European Central Bank publishes them.
    #[error("line {line} of the table of rates is not understood: {what}")]
    RatesNotUnderstood {
        /// The line, counted from 1.
        line: usize,
        /// What it is about.
        what: &'static str,
    },
    /// No rate is known that is not too old.
    #[error("no rate from {from} to {to} is known for {on}: add a table of rates")]
    NoRate {
        /// The currency there is.
        from: Currency,
        /// The currency that is wanted.
        to: Currency,
        /// The day.
        on: Date,
    },
    /// A sum that does not fit, or of two currencies.
    #[error(transparent)]
    Money(#[from] MoneyError),
    /// Numbers that make no loan, no saving and no budget, or a query whose parts do not fit together.
    #[error("{0}")]
    Impossible(&'static str),
    /// A file of ours that is not as we write it.
    #[error("this is not an export of Saldo: {0}")]
    NotAnExport(String),
    /// Entries are exported account by account, the oldest first.
    #[error("entries to export must come account by account, the oldest first")]
    OutOfOrder,
    /// The export could not be written.
    #[error("the export could not be written")]
    Write(#[from] std::io::Error),
}

/// A result of this crate.
pub type Result<T> = std::result::Result<T, Error>;
