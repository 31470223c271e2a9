//! Errors of requests.

use saldo_domain::MoneyError;

/// A request that cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A field is invalid. The text says which one, and what to do.
    #[error("{0}")]
    Invalid(String),
    /// A field names a record that does not exist.
    #[error("Not found")]
    NotFound,
    /// A field has a value that the use case rejects.
    #[error(transparent)]
    Books(#[from] saldo_bookkeeping::Error),
}

impl Error {
    /// Creates the error for an invalid field.
    pub fn invalid(message: impl Into<String>) -> Self {
        Self::Invalid(message.into())
    }

    /// Creates the error for a text that is not an amount.
    #[must_use]
    pub fn amount(name: &str, error: &MoneyError) -> Self {
        Self::invalid(format!("{name} is invalid: {error}; write it like -12.34"))
    }
}

/// The result of checking a request.
pub type Result<T, E = Error> = std::result::Result<T, E>;
