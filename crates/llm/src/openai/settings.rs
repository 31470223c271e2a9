//! How a server is reached, and how much it may take.

use std::fmt;
use std::time::Duration;

use async_openai::config::Config;
use reqwest::header::{ACCEPT, AUTHORIZATION, HeaderMap, HeaderValue};
use secrecy::SecretString;
use url::{Host, Url};

use super::TokenLimit;
use crate::{Error, Result};

/// How a model is reached.
#[derive(Debug, Clone)]
pub struct Settings {
    base_url: Url,
    /// Whether the administrator trusts the server as if it were this machine.
    is_trusted: bool,
    /// The model's name at the server.
    pub model: String,
    /// The key, if the server wants one.
    pub key: Option<ApiKey>,
    /// How long and how much.
    pub limits: Limits,
}

impl Settings {
    /// A model at a server. `base_url` is what stands before `/chat/completions`, such as `http://localhost:11434/v1`.
    ///
    /// # Errors
    /// [`Error::Settings`] when the address is not one of http or https, or a name or key cannot be sent.
    pub fn new(base_url: &str, model: &str, key: Option<&str>) -> Result<Self> {
        let model = model.trim();
        if model.is_empty() {
            return Err(Error::Settings("OPENAI_MODEL is empty"));
        }
        let trimmed = base_url.trim().trim_end_matches('/').trim_end_matches("/chat/completions");
        let base_url =
            Url::parse(trimmed).map_err(|_| Error::Settings("OPENAI_BASE_URL is not an address"))?;
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

    /// Where completions are asked for, and with what headers.
    pub(super) fn endpoint(&self) -> Endpoint {
        let mut headers = HeaderMap::new();
        headers.insert(ACCEPT, HeaderValue::from_static("text/event-stream"));
        if let Some(key) = &self.key {
            headers.insert(AUTHORIZATION, key.header());
        }
        Endpoint { url: self.completions_url().into(), headers, no_key: SecretString::default() }
    }

    /// The same settings, where a server at one of these hosts counts as this machine: what it is sent stays at home.
    /// A host is a name or an address, such as `ollama.lan` or `192.168.1.5:11434`; without a port any port is meant.
    #[must_use]
    pub fn trusting<H: AsRef<str>>(mut self, hosts: &[H]) -> Self {
        let (name, address) = (self.base_url.host_str().unwrap_or_default(), self.address());
        self.is_trusted = hosts.iter().map(AsRef::as_ref).any(|host| {
            host.eq_ignore_ascii_case(name)
                || address.as_ref().is_some_and(|it| host.eq_ignore_ascii_case(it))
        });
        self
    }

    /// The host and the port, which need not be written where it is the scheme's own.
    fn address(&self) -> Option<String> {
        Some(format!("{}:{}", self.base_url.host_str()?, self.base_url.port_or_known_default()?))
    }

    /// The name of the token limit that is tried first. Servers that people run at home silently ignore the newer name and would
    /// answer without any limit; providers refuse the older one for their newer models.
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

/// The one address that is asked, as the client wants to know it.
#[derive(Clone)]
pub(super) struct Endpoint {
    url: String,
    headers: HeaderMap,
    /// The key is among the headers, which are checked when the settings are read.
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

/// A key; never shown.
#[derive(Clone)]
pub struct ApiKey(HeaderValue);

impl ApiKey {
    /// A key without the white space that copying brings along.
    ///
    /// # Errors
    /// [`Error::Settings`] when it has characters that no header can carry.
    pub fn parse(key: &str) -> Result<Self> {
        let mut header = HeaderValue::from_str(&format!("Bearer {}", key.trim()))
            .map_err(|_| Error::Settings("OPENAI_API_KEY has characters that no key has"))?;
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

/// How long a server may take, and how much it may send.
#[derive(Debug, Clone)]
pub struct Limits {
    /// To accept a connection.
    pub connect_time_max: Duration,
    /// Between two pieces of an answer, and before the first: large models on small machines think long.
    pub silence_max: Duration,
    /// How often a refusal that says when to come back is followed.
    pub retries_max: u32,
    /// How long such a wait may be; a longer one is told to the person instead.
    pub retry_wait_max: Duration,
    /// Bytes of an answer on the wire, where a token can take some hundred.
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
    fn settings_that_cannot_work_are_refused_by_name() {
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
