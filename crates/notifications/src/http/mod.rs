//! The channels behind the guarded HTTP client.

mod ntfy;
mod webhook;

use reqwest::RequestBuilder;
use saldo_guarded_http::{Refused, is_private_host};

use crate::SendError;
pub use ntfy::Ntfy;
pub use webhook::Webhook;

impl From<Refused> for SendError {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::PrivateAddress => Self::PrivateAddress,
            _ => Self::InvalidAddress,
        }
    }
}

/// Sends a request and returns the result by its status. The body of the answer is not read.
async fn send(request: RequestBuilder) -> Result<(), SendError> {
    match request.send().await.map(|answer| answer.status()) {
        Ok(status) if status.is_success() => Ok(()),
        Ok(status) => Err(SendError::Status(status.as_u16())),
        Err(error) if is_private_host(&error) => Err(SendError::PrivateAddress),
        Err(_) => Err(SendError::Unreachable),
    }
}
