//! Address, key and limits of a server.

use std::fmt;
use std::time::Duration;

use async_openai::config::Config;
use reqwest::header::{ACCEPT, AUTHORIZATION, HeaderMap, HeaderValue};
use secrecy::SecretString;
use url::{Host, Url};

use super::TokenLimit;
use crate::{Error, Result};

/// Address, model and limits of an OpenAI-compatible server.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Settings {
    base_url: Url,
    /// True if the administrator trusts the server like this machine.
    is_trusted: bool,
    /// The name of the model at the server.
    pub model: String,
    /// The key, if the server needs one.
    pub key: Option<ApiKey>,
    /// Limits for time and size.
    pub limits: Limits,
}

impl Settings {
    /// Creates settings for a model at a server.
    ///
    /// `base_url` is the URL without `/chat/completions`, such as `http://localhost:11434/v1`. An empty key
    /// counts as no key.
    ///
    /// # Errors
    /// [`Error::Settings`] if the URL is not an `http` or `https` URL with a host, the model is empty, or the
    /// key has characters that a header cannot carry.
    pub fn new(base_url: &str, model: &str, key: Option<&str>) -> Result<Self> {
        let model = model.trim();
        if model.is_empty() {
            return Err(Error::Settings("OPENAI_MODEL is empty"));
        }
        let trimmed = base_url.trim().trim_end_matches('/').trim_end_matches("/chat/completions");
        let base_url = Url::parse(trimmed).map_err(|_| Error::Settings("OPENAI_BASE_URL is not a URL"))?;
        if !matches!(base_url.scheme(), "http" | "https") || base_url.host().is_none() {
            return Err(Error::Settings("OPENAI_BASE_URL must begin with http:// or https://"));
        }
        let key = key.filter(|key| !key.trim().is_empty()).map(ApiKey::parse).transpose()?;
        Ok(Self { base_url, is_trusted: false, model: model.to_owned(), key, limits: Limits::default() })
    }

    pub(super) fn completions_url(&self) -> Url {
        let mut url = self.base_url.clone();
        if let Ok(mut path) = url.path_segments_mut() {
            path.pop_if_empty().extend(["chat", "completions"]);
        }
        url
    }

    /// Returns the address and the headers of requests.
    pub(super) fn endpoint(&self) -> Endpoint {
        let mut headers = HeaderMap::new();
        headers.insert(ACCEPT, HeaderValue::from_static("text/event-stream"));
        if let Some(key) = &self.key {
            headers.insert(AUTHORIZATION, key.header());
        }
        Endpoint { url: self.completions_url().into(), headers, no_key: SecretString::default() }
    }

    /// Returns the settings with these hosts trusted: a server at one of them counts as this machine, so that
    /// it is not remote.
    ///
    /// A host is a name or an address, with or without a port, such as `ollama.lan` or `192.168.1.5:11434`.
    /// Without a port it matches every port.
    #[must_use]
    pub fn trusting<H: AsRef<str>>(mut self, hosts: &[H]) -> Self {
        let (name, address) = (self.base_url.host_str().unwrap_or_default(), self.address());
        self.is_trusted = hosts.iter().map(AsRef::as_ref).any(|host| {
            host.eq_ignore_ascii_case(name)
                || address.as_ref().is_some_and(|it| host.eq_ignore_ascii_case(it))
        });
        self
    }

    /// Returns the host with its port, or with the default port of the scheme if the URL names none.
    fn address(&self) -> Option<String> {
        Some(format!("{}:{}", self.base_url.host_str()?, self.base_url.port_or_known_default()?))
    }

    /// Returns the name of the token limit to try first. Local servers silently ignore the newer name and
    /// would answer without a limit; providers reject the older name for their newer models.
    pub(super) fn first_token_limit(&self) -> TokenLimit {
        if self.is_remote() { TokenLimit::MaxCompletionTokens } else { TokenLimit::MaxTokens }
    }

    pub(super) fn host(&self) -> String {
        let host = self.base_url.host_str().unwrap_or_default();
        self.base_url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
    }

    pub(super) fn is_remote(&self) -> bool {
        if self.is_trusted {
            return false;
        }
        match self.base_url.host() {
            Some(Host::Ipv4(address)) => !address.is_loopback(),
            Some(Host::Ipv6(address)) => !address.is_loopback(),
            Some(Host::Domain(name)) => name != "localhost",
            None => true,
        }
    }
}

/// The address and the headers of requests, in the form that `async-openai` expects.
#[derive(Clone)]
pub(super) struct Endpoint {
    url: String,
    headers: HeaderMap,
    /// Always empty: the key is already among the headers.
    no_key: SecretString,
}

impl Config for Endpoint {
    fn headers(&self) -> HeaderMap {
        self.headers.clone()
    }

    fn url(&self, _: &str) -> String {
        self.url.clone()
    }

    fn query(&self) -> Vec<(&str, &str)> {
        Vec::new()
    }

    fn api_base(&self) -> &str {
        &self.url
    }

    fn api_key(&self) -> &SecretString {
        &self.no_key
    }
}

/// An API key. Its `Debug` output does not show it.
#[derive(Clone)]
pub struct ApiKey(HeaderValue);

impl ApiKey {
    /// Parses a key. White space around it is removed, because copying often adds some.
    ///
    /// # Errors
    /// [`Error::Settings`] if the key has characters that a header cannot carry.
    pub fn parse(key: &str) -> Result<Self> {
        let mut header = HeaderValue::from_str(&format!("Bearer {}", key.trim()))
            .map_err(|_| Error::Settings("OPENAI_API_KEY has invalid characters"))?;
        header.set_sensitive(true);
        Ok(Self(header))
    }

    pub(super) fn header(&self) -> HeaderValue {
        self.0.clone()
    }
}

impl fmt::Debug for ApiKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("ApiKey(…)")
    }
}

/// Limits for the time and the size of an answer, and for retries.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Limits {
    /// Upper limit for connecting. Default: 10 seconds.
    pub connect_time_max: Duration,
    /// Upper limit for the wait before each piece of an answer, the first included. Default: 2 minutes,
    /// because large models on small machines need long before they begin.
    pub silence_max: Duration,
    /// Upper limit for the retries of a request. Default: 2. Only status 429 or 503 with a `retry-after` or
    /// `retry-after-ms` header is retried.
    pub retries_max: u32,
    /// Upper limit for the wait before a retry; a refusal that asks for more is returned. Default: 5 seconds.
    pub retry_wait_max: Duration,
    /// Upper limit for the bytes of an answer as they are sent. Default: 16 MiB; a token can take some
    /// hundred bytes.
    pub answer_bytes_max: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connect_time_max: Duration::from_secs(10),
            silence_max: Duration::from_mins(2),
            retries_max: 2,
            retry_wait_max: Duration::from_secs(5),
            answer_bytes_max: 16 * 1024 * 1024,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_of_completions_follows_the_base() {
        for base in [
            "http://localhost:11434/v1",
            "http://localhost:11434/v1/",
            " http://localhost:11434/v1/chat/completions ",
        ] {
            let settings = Settings::new(base, "llama", None).unwrap();
            assert_eq!(settings.completions_url().as_str(), "http://localhost:11434/v1/chat/completions");
            assert!(!settings.is_remote());
        }
        let azure = Settings::new("https://x.example/openai?api-version=1", "m", None).unwrap();
        assert_eq!(
            azure.completions_url().as_str(),
            "https://x.example/openai/chat/completions?api-version=1"
        );
        assert!(azure.is_remote());
        assert_eq!(azure.host(), "x.example");
        assert_eq!(Settings::new("http://localhost:11434/v1", "m", None).unwrap().host(), "localhost:11434");
    }

    #[test]
    fn only_a_server_that_is_trusted_by_name_counts_as_this_machine() {
        let at = |base: &str, hosts: &[&str]| Settings::new(base, "m", None).unwrap().trusting(hosts);
        let lan = "http://Ollama.lan:11434/v1";
        for hosts in [&["ollama.lan"][..], &["other", "OLLAMA.LAN:11434"]] {
            assert!(!at(lan, hosts).is_remote(), "{hosts:?}");
        }
        for hosts in [&[][..], &["ollama.lan:80"], &["lan"], &["ollama"], &[""]] {
            assert!(at(lan, hosts).is_remote(), "{hosts:?}");
        }
        assert!(!at("https://models.example/v1", &["models.example:443"]).is_remote());
        assert!(!at("http://[fd00::5]:11434/v1", &["[fd00::5]"]).is_remote());
        assert!(at("http://models.example.evil/v1", &["models.example"]).is_remote());
        assert!(!at("http://127.0.0.1:1/v1", &[]).is_remote());
    }

    #[test]
    fn a_server_elsewhere_is_asked_with_the_newer_name_of_the_token_limit() {
        let first = |base: &str| Settings::new(base, "m", None).unwrap().first_token_limit();
        assert_eq!(first("https://api.openai.com/v1"), TokenLimit::MaxCompletionTokens);
        assert_eq!(first("https://openrouter.ai/api/v1"), TokenLimit::MaxCompletionTokens);
        assert_eq!(first("http://localhost:11434/v1"), TokenLimit::MaxTokens);
    }

    #[test]
    fn invalid_settings_are_rejected_by_name() {
        for (base, model, key) in
            [("localhost:11434", "m", None), ("ftp://x/", "m", None), ("http://x/", " ", None)]
        {
            assert!(matches!(Settings::new(base, model, key), Err(Error::Settings(_))), "{base} {model}");
        }
        assert!(Settings::new("http://x/", "m", Some("ab\ncd")).is_err());
    }

    #[test]
    fn a_key_is_trimmed_and_never_shown() {
        let settings = Settings::new("http://x/", "m", Some(" sk-secret\n")).unwrap();
        assert_eq!(settings.key.as_ref().unwrap().header(), "Bearer sk-secret");
        assert!(!format!("{settings:?}").contains("secret"));
    }
}
