#![doc = include_str!("../README.md")]

mod guard;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use reqwest::redirect::Policy;
use reqwest::{Client, Method, RequestBuilder};
use url::{Host, Url};

use guard::{GuardedResolver, PrivateHost, is_public};

/// The time for a connection.
const CONNECT_TIME_MAX: Duration = Duration::from_secs(5);
/// The time for a request and its answer, unless the request sets another.
const TIME_MAX: Duration = Duration::from_secs(10);

/// The reason why an address is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refused {
    /// An address that is not HTTP, or that has a user name or a password.
    #[error("the address must be like https://example.org/path, without a user name and a password")]
    InvalidAddress,
    /// A host in a private network that is not permitted.
    #[error("the host is in a private network")]
    PrivateAddress,
    /// A host whose name has no address.
    #[error("the name of the host cannot be resolved")]
    UnknownHost,
}

/// Returns the addresses of a host for a connection that is not HTTP. The caller must connect to these, and
/// not resolve the name again. `permitted` is as for [`GuardedClient::new`].
///
/// # Errors [`Refused::UnknownHost`]; [`Refused::PrivateAddress`] if one of the addresses is private and the
/// host is not permitted.
pub async fn resolve(host: &str, port: u16, permitted: &[String]) -> Result<Vec<SocketAddr>, Refused> {
    let host = host.to_ascii_lowercase();
    let found = tokio::net::lookup_host((&host[..], port)).await.map_err(|_| Refused::UnknownHost)?;
    let found: Vec<SocketAddr> = found.collect();
    let is_permitted = permitted.iter().any(|known| known.eq_ignore_ascii_case(&host));
    match found.iter().all(|address| is_public(address.ip())) {
        _ if found.is_empty() => Err(Refused::UnknownHost),
        false if !is_permitted => Err(Refused::PrivateAddress),
        _ => Ok(found),
    }
}

/// A client that connects only to public addresses and permitted hosts, and follows no redirect.
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
    /// [`Refused::InvalidAddress`] for an address that is not HTTP, or has a password.
    pub fn check(url: &Url) -> Result<String, Refused> {
        let is_http = matches!(url.scheme(), "http" | "https");
        let has_user = !url.username().is_empty() || url.password().is_some();
        let host = url.host_str().filter(|_| is_http && !has_user).ok_or(Refused::InvalidAddress)?;
        Ok(host.to_owned())
    }

    /// True for a host in a private network that is permitted.
    #[must_use]
    pub fn is_permitted(&self, host: &str) -> bool {
        self.permitted.iter().any(|permitted| permitted == host)
    }

    /// Returns a POST request to an address.
    ///
    /// # Errors
    /// As for [`Self::check`]; [`Refused::PrivateAddress`] for an address in a private network. The resolver
    /// checks those of names.
    pub fn post(&self, url: &Url) -> Result<RequestBuilder, Refused> {
        self.request(Method::POST, url)
    }

    /// Returns a GET request to an address.
    ///
    /// # Errors
    /// As for [`Self::post`].
    pub fn get(&self, url: &Url) -> Result<RequestBuilder, Refused> {
        self.request(Method::GET, url)
    }

    /// Returns a DELETE request to an address.
    ///
    /// # Errors
    /// As for [`Self::post`].
    pub fn delete(&self, url: &Url) -> Result<RequestBuilder, Refused> {
        self.request(Method::DELETE, url)
    }

    fn request(&self, method: Method, url: &Url) -> Result<RequestBuilder, Refused> {
        let host = Self::check(url)?;
        let is_literal_in_private = match url.host() {
            Some(Host::Ipv4(address)) => !is_public(address.into()),
            Some(Host::Ipv6(address)) => !is_public(address.into()),
            Some(Host::Domain(_)) | None => false,
        };
        if is_literal_in_private && !self.is_permitted(&host) {
            return Err(Refused::PrivateAddress);
        }
        Ok(self.http.request(method, url.clone()))
    }
}

/// True if a request failed because the name of its host has a private address.
#[must_use]
pub fn is_private_host(error: &reqwest::Error) -> bool {
    let mut cause: Option<&(dyn std::error::Error + 'static)> = Some(error);
    while let Some(error) = cause {
        if error.is::<PrivateHost>() {
            return true;
        }
        cause = error.source();
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_private_host_is_resolved_only_if_it_is_permitted() {
        let permitted = ["LOCALHOST".to_owned(), "10.0.0.1".to_owned()];
        assert_eq!(resolve("localhost", 993, &[]).await, Err(Refused::PrivateAddress));
        let found = resolve("localhost", 993, &permitted).await.unwrap();
        assert!(found.iter().all(|address| address.ip().is_loopback() && address.port() == 993));
        assert_eq!(resolve("10.0.0.1", 1, &[]).await, Err(Refused::PrivateAddress));
        assert_eq!(resolve("10.0.0.1", 1, &permitted).await, Ok(vec!["10.0.0.1:1".parse().unwrap()]));
        assert_eq!(resolve("1.1.1.1", 1, &[]).await, Ok(vec!["1.1.1.1:1".parse().unwrap()]));
    }
}
