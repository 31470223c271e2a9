//! Errors of this crate.

/// The reason why traces cannot be exported.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The HTTP client cannot be created.
    #[error("this machine has no TLS certificates; install ca-certificates")]
    Client(#[source] reqwest::Error),
    /// The request failed.
    #[error("the collector does not answer")]
    Request(#[source] reqwest::Error),
    /// The collector refused the spans.
    #[error("the collector answers with status {0}")]
    Status(u16),
}

impl Error {
    /// True if the same request may succeed later, as the specification of OTLP defines.
    pub(crate) fn may_succeed_later(&self) -> bool {
        match self {
            Self::Request(_) => true,
            Self::Status(status) => matches!(status, 429 | 502..=504),
            Self::Client(_) => false,
        }
    }
}
