//! The guarded HTTP client of channels. Users choose its addresses, so that it must not reach the network of
//! the server.

mod guard;
mod ntfy;
mod webhook;

use std::sync::Arc;
use std::time::Duration;

use reqwest::redirect::Policy;
use reqwest::{Client, RequestBuilder, StatusCode};
use url::{Host, Url};

use crate::SendError;
pub use ntfy::Ntfy;
pub use webhook::Webhook;

use guard::{GuardedResolver, PrivateHost, is_public};

/// The time for a connection.
const CONNECT_TIME_MAX: Duration = Duration::from_secs(5);
/// The time for a request and its answer.
const TIME_MAX: Duration = Duration::from_secs(10);

/// A client that connects only to public addresses and permitted hosts, and follows no redirect. It reads no
/// body of an answer.
#[derive(Clone)]
pub struct GuardedClient {
    http: Client,
    permitted: Arc<[String]>,
}

impl GuardedClient {
    /// Creates a client. `permitted` has the names or addresses of hosts in private networks that it may
    /// reach.
    ///
    /// # Errors
    /// The error of the client, if this machine has no certificates to verify servers with.
    pub fn new(permitted: &[String]) -> Result<Self, reqwest::Error> {
        let permitted: Arc<[String]> = permitted.iter().map(|host| host.to_ascii_lowercase()).collect();
        let http = Client::builder()
            .connect_timeout(CONNECT_TIME_MAX)
            .timeout(TIME_MAX)
            // A redirect could lead into the private network.
            .redirect(Policy::none())
            // A proxy would resolve names itself.
            .no_proxy()
            // A kept connection would not be checked again.
            .pool_max_idle_per_host(0)
            .dns_resolver(Arc::new(GuardedResolver { permitted: permitted.clone() }))
            .user_agent(concat!("saldo/", env!("CARGO_PKG_VERSION")))
            .build()?;
        Ok(Self { http, permitted })
    }

    /// Checks an address without connecting, and returns its host.
    ///
    /// # Errors
    /// [`SendError::InvalidAddress`] for an address that is not HTTP, or has a password.
    fn check(url: &Url) -> Result<String, SendError> {
        let is_http = matches!(url.scheme(), "http" | "https");
        let has_user = !url.username().is_empty() || url.password().is_some();
        let host = url.host_str().filter(|_| is_http && !has_user).ok_or(SendError::InvalidAddress)?;
        Ok(host.to_owned())
    }

    /// Returns a POST request to an address.
    ///
    /// # Errors
    /// As for [`Self::check`]; [`SendError::PrivateAddress`] for an address in a private network. The
    /// resolver checks those of names.
    fn post(&self, url: &Url) -> Result<RequestBuilder, SendError> {
        let host = Self::check(url)?;
        let is_permitted = self.permitted.contains(&host);
        let is_literal_in_private = match url.host() {
            Some(Host::Ipv4(address)) => !is_public(address.into()),
            Some(Host::Ipv6(address)) => !is_public(address.into()),
            Some(Host::Domain(_)) | None => false,
        };
        if is_literal_in_private && !is_permitted {
            return Err(SendError::PrivateAddress);
        }
        Ok(self.http.post(url.clone()))
    }
}

/// Sends a request and returns the result by its status.
async fn send(request: RequestBuilder) -> Result<(), SendError> {
    match request.send().await.map(|answer| answer.status()) {
        Ok(status) if status.is_success() => Ok(()),
        Ok(status) => Err(refused(status)),
        Err(error) => Err(failed(&error)),
    }
}

fn refused(status: StatusCode) -> SendError {
    SendError::Status(status.as_u16())
}

fn failed(error: &reqwest::Error) -> SendError {
    let mut cause: Option<&(dyn std::error::Error + 'static)> = Some(error);
    while let Some(error) = cause {
        if error.is::<PrivateHost>() {
            return SendError::PrivateAddress;
        }
        cause = error.source();
    }
    SendError::Unreachable
}
