//! The session cookies: names, signatures and attributes, as in better-auth.

use std::borrow::Cow;
use std::fmt;
use std::time::Duration;

use percent_encoding::percent_decode_str;

use crate::secret::equal;
use crate::{AuthConfig, Secret, SessionToken};

/// A `Set-Cookie` header. Its `Display` form is the header's value.
#[derive(Clone, PartialEq, Eq)]
pub struct SetCookie {
    name: String,
    value: String,
    max_age: Option<Duration>,
    secure: bool,
}

impl SetCookie {
    /// Returns the cookie's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the cookie's value as it is sent; empty if the cookie is cleared.
    #[must_use]
    pub fn value(&self) -> &str {
        &self.value
    }

    /// Returns the cookie's lifetime in the browser; `None` if it ends with the browser's window.
    #[must_use]
    pub const fn max_age(&self) -> Option<Duration> {
        self.max_age
    }
}

impl fmt::Display for SetCookie {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}={}", self.name, self.value)?;
        if let Some(max_age) = self.max_age {
            write!(formatter, "; Max-Age={}", max_age.as_secs())?;
        }
        formatter.write_str("; Path=/; HttpOnly")?;
        if self.secure {
            formatter.write_str("; Secure")?;
        }
        formatter.write_str("; SameSite=Lax")
    }
}

/// Hides the value, because it is a secret and must not appear in logs.
impl fmt::Debug for SetCookie {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "SetCookie({}=…, max_age: {:?})", self.name, self.max_age)
    }
}

/// The cookies of a request that this crate uses. Their signatures are not checked yet.
#[derive(Clone, Default)]
pub struct RequestCookies {
    pub(crate) session_token: Option<String>,
    pub(crate) session_data: Option<String>,
    pub(crate) dont_remember: Option<String>,
    pub(crate) state: Option<String>,
    pub(crate) two_factor: Option<String>,
    pub(crate) trust_device: Option<String>,
    pub(crate) any: bool,
}

impl RequestCookies {
    /// True if the request had a `Cookie` header, even an empty one.
    #[must_use]
    pub const fn any(&self) -> bool {
        self.any
    }

    /// True if the request had a session cookie, valid or not.
    #[must_use]
    pub const fn has_session(&self) -> bool {
        self.session_token.is_some()
    }
}

/// Hides the values, because they are secrets and must not appear in logs.
impl fmt::Debug for RequestCookies {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("RequestCookies(…)")
    }
}

/// The lifetime of a session's cookies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CookieLifetime {
    /// Persistent cookies, which outlive the browser's window.
    Remember,
    /// Session cookies, which end with the browser's window.
    Window,
}

/// Names, signs, writes and reads the cookies.
#[derive(Debug, Clone)]
pub(crate) struct CookieJar {
    pub(crate) secret: Secret,
    prefix: String,
    secure: bool,
    session_lifetime: Duration,
    pub(crate) cache_lifetime: Duration,
    pub(crate) window_cache_lifetime: Duration,
}

impl CookieJar {
    /// The maximum length of a cookie with name and attributes. Browsers must accept 4,096 bytes (RFC 6265,
    /// section 6.1); this stays below.
    pub(crate) const LENGTH_MAX: usize = 4_050;

    pub(crate) fn new(config: &AuthConfig) -> Self {
        Self {
            secret: config.secret.clone(),
            prefix: config.cookie_prefix.clone(),
            secure: config.base_url.scheme() == "https",
            session_lifetime: config.session_lifetime,
            cache_lifetime: config.cache_lifetime,
            window_cache_lifetime: config.window_cache_lifetime,
        }
    }

    /// Extracts this crate's cookies from the `Cookie` headers. The first one of a name counts.
    pub(crate) fn read<'header>(&self, headers: impl IntoIterator<Item = &'header str>) -> RequestCookies {
        let mut cookies = RequestCookies::default();
        for pair in headers.into_iter().flat_map(|header| header.split(';')) {
            cookies.any = true;
            let Some((name, value)) = pair.split_once('=') else { continue };
            let Some(place) = self.place(&mut cookies, name.trim()) else { continue };
            let value = value.trim();
            let value = value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(value);
            place.get_or_insert_with(|| value.to_owned());
        }
        cookies
    }

    fn place<'cookies>(
        &self,
        cookies: &'cookies mut RequestCookies,
        name: &str,
    ) -> Option<&'cookies mut Option<String>> {
        let name = if self.secure { name.strip_prefix("__Secure-")? } else { name };
        match name.strip_prefix(self.prefix.as_str())?.strip_prefix('.')? {
            "session_token" => Some(&mut cookies.session_token),
            "session_data" => Some(&mut cookies.session_data),
            "dont_remember" => Some(&mut cookies.dont_remember),
            "state" => Some(&mut cookies.state),
            "two_factor" => Some(&mut cookies.two_factor),
            "trust_device" => Some(&mut cookies.trust_device),
            _ => None,
        }
    }

    /// Returns the session's secret, if its signature is valid.
    pub(crate) fn session_token(&self, cookies: &RequestCookies) -> Option<SessionToken> {
        self.open(cookies.session_token.as_deref()?).map(SessionToken::from_text)
    }

    /// True if the session ends with the browser's window, by a cookie with a valid signature.
    pub(crate) fn dont_remember(&self, cookies: &RequestCookies) -> bool {
        cookies.dont_remember.as_deref().and_then(|value| self.open(value)).is_some()
    }

    /// Returns the state of a sign-in through an identity provider, if its signature is valid.
    pub(crate) fn state(&self, cookies: &RequestCookies) -> Option<String> {
        self.open(cookies.state.as_deref()?)
    }

    /// Returns the name of a sign-in that waits for its second factor, if its signature is valid.
    pub(crate) fn two_factor(&self, cookies: &RequestCookies) -> Option<String> {
        self.open(cookies.two_factor.as_deref()?)
    }

    /// Returns the name under which the browser is trusted, if its signature is valid.
    pub(crate) fn trust_device(&self, cookies: &RequestCookies) -> Option<String> {
        self.open(cookies.trust_device.as_deref()?)
    }

    /// Returns the cookie that names a sign-in that waits for its second factor.
    pub(crate) fn set_two_factor(&self, name: &str, lifetime: Duration) -> SetCookie {
        self.set("two_factor", self.seal(name), Some(lifetime))
    }

    /// Returns the cookie of a trusted browser.
    pub(crate) fn set_trust_device(&self, name: &str, lifetime: Duration) -> SetCookie {
        self.set("trust_device", self.seal(name), Some(lifetime))
    }

    /// Returns the cookie that binds a sign-in through an identity provider to this browser.
    pub(crate) fn set_state(&self, state: &str, lifetime: Duration) -> SetCookie {
        self.set("state", self.seal(state), Some(lifetime))
    }

    /// Returns the cookie with the session's secret.
    pub(crate) fn set_session_token(&self, token: &SessionToken, keep: CookieLifetime) -> SetCookie {
        let max_age = (keep == CookieLifetime::Remember).then_some(self.session_lifetime);
        self.set("session_token", self.seal(token.as_str()), max_age)
    }

    /// Returns the cookie that marks the session as ending with the browser's window.
    pub(crate) fn set_dont_remember(&self) -> SetCookie {
        self.set("dont_remember", self.seal("true"), None)
    }

    pub(crate) fn set(&self, name: &str, value: String, max_age: Option<Duration>) -> SetCookie {
        let secure = if self.secure { "__Secure-" } else { "" };
        SetCookie { name: format!("{secure}{}.{name}", self.prefix), value, max_age, secure: self.secure }
    }

    pub(crate) fn clear(&self, name: &str) -> SetCookie {
        self.set(name, String::new(), Some(Duration::ZERO))
    }

    /// Returns the cookies that clear a session in the browser.
    pub(crate) fn clear_session(&self) -> Vec<SetCookie> {
        ["session_token", "session_data", "dont_remember"].map(|name| self.clear(name)).into()
    }

    /// Returns `value.signature` with percent encoding.
    fn seal(&self, value: &str) -> String {
        let signature = self.secret.sign(value);
        format!("{value}.{signature}").replace('+', "%2B").replace('/', "%2F").replace('=', "%3D")
    }

    /// Returns the value of a sealed cookie, if its signature is valid. The signature is compared as text,
    /// because base64 can spell the same bytes in several ways.
    fn open(&self, sealed: &str) -> Option<String> {
        let plain = if sealed.contains('%') {
            percent_decode_str(sealed).decode_utf8().ok()?
        } else {
            Cow::Borrowed(sealed)
        };
        let (value, signature) = plain.rsplit_once('.')?;
        equal(&self.secret.sign(value), signature).then(|| value.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use url::Url;

    use super::*;

    fn jar(base_url: &str) -> CookieJar {
        CookieJar::new(&AuthConfig::for_tests(Url::parse(base_url).unwrap()))
    }

    fn token() -> SessionToken {
        SessionToken::from_text("c1NHeK5RkguY7LbV8oChMjDWKapOzO3C".to_owned())
    }

    fn session_header(value: &str) -> String {
        format!("theme=dark; authlib.session_token={value}")
    }

    fn opened(jar: &CookieJar, value: &str) -> Option<String> {
        let cookies = jar.read([session_header(value).as_str()]);
        jar.session_token(&cookies).map(|token| token.as_str().to_owned())
    }

    #[test]
    fn a_session_cookie_has_the_format_of_better_auth() {
        let line =
            jar("http://localhost:3000").set_session_token(&token(), CookieLifetime::Remember).to_string();
        let (pair, attributes) = line.split_once("; ").unwrap();
        assert_eq!(attributes, "Max-Age=604800; Path=/; HttpOnly; SameSite=Lax");
        let value = pair.strip_prefix("authlib.session_token=c1NHeK5RkguY7LbV8oChMjDWKapOzO3C.").unwrap();
        assert!(value.ends_with("%3D"));
        assert!(!value.contains(['+', '/', '=']));
    }

    #[test]
    fn with_https_a_cookie_is_secure_and_says_so_in_its_name() {
        let line =
            jar("https://money.example.com").set_session_token(&token(), CookieLifetime::Window).to_string();
        assert!(line.starts_with("__Secure-authlib.session_token="));
        assert!(line.ends_with("; Path=/; HttpOnly; Secure; SameSite=Lax"));
    }

    #[test]
    fn a_signed_value_is_read_encoded_raw_and_quoted() {
        let jar = jar("http://localhost:3000");
        let encoded = jar.set_session_token(&token(), CookieLifetime::Remember).value;
        let raw = percent_decode_str(&encoded).decode_utf8().unwrap().into_owned();
        for value in [encoded.clone(), raw.clone(), format!("\"{raw}\""), format!("\"{encoded}\"")] {
            assert_eq!(opened(&jar, &value).as_deref(), Some(token().as_str()), "{value}");
        }
    }

    #[test]
    fn an_unsigned_value_is_not_a_session() {
        let jar = jar("http://localhost:3000");
        for value in ["", ".", "c1NHeK5RkguY7LbV8oChMjDWKapOzO3C", "%ff.%ff", "a.b"] {
            assert_eq!(opened(&jar, value), None, "{value}");
        }
    }

    #[test]
    fn the_first_of_two_cookies_with_one_name_counts() {
        let jar = jar("http://localhost:3000");
        let good = jar.set_session_token(&token(), CookieLifetime::Remember).value;
        let header = format!("authlib.session_token={good}; authlib.session_token=evil");
        assert!(jar.session_token(&jar.read([header.as_str()])).is_some());
        let header = format!("authlib.session_token=evil; authlib.session_token={good}");
        assert!(jar.session_token(&jar.read([header.as_str()])).is_none());
    }

    #[test]
    fn a_cookie_for_one_purpose_is_not_accepted_for_another() {
        let ours = jar("http://localhost:3000");
        let mut config = AuthConfig::for_tests(Url::parse("http://localhost:3000").unwrap());
        config.secret = Secret::new("another secret");
        let sealed = CookieJar::new(&config).set_session_token(&token(), CookieLifetime::Remember).value;
        assert_eq!(opened(&ours, &sealed), None);
    }

    /// Reads one of a request's cookies that are signed as a whole. `session_data` has another format, which
    /// the tests of `cache` cover.
    type Reader = fn(&CookieJar, &RequestCookies) -> Option<String>;
    fn signed(jar: &CookieJar) -> [(SetCookie, Reader); 5] {
        let hour = Duration::from_hours(1);
        [
            (jar.set_session_token(&token(), CookieLifetime::Remember), |jar, cookies| {
                jar.session_token(cookies).map(|token| token.as_str().to_owned())
            }),
            (jar.set_dont_remember(), |jar, cookies| jar.dont_remember(cookies).then(|| "true".to_owned())),
            (jar.set_state("c1NHeK5RkguY7LbV8oChMjDWKapOzO3C", hour), CookieJar::state),
            (jar.set_two_factor("c1NHeK5RkguY7LbV8oChMjDWKapOzO3C", hour), CookieJar::two_factor),
            (jar.set_trust_device("c1NHeK5RkguY7LbV8oChMjDWKapOzO3C", hour), CookieJar::trust_device),
        ]
    }

    #[test]
    fn every_signed_cookie_comes_back_under_its_own_name() {
        let jar = jar("http://localhost:3000");
        for (cookie, read) in signed(&jar) {
            let pair = format!("{}={}", cookie.name(), cookie.value());
            assert!(read(&jar, &jar.read([pair.as_str()])).is_some(), "{}", cookie.name());
            for (other, read_other) in
                signed(&jar).into_iter().filter(|(other, _)| other.name() != cookie.name())
            {
                assert_eq!(read_other(&jar, &jar.read([pair.as_str()])), None, "{}", other.name());
            }
        }
    }

    proptest! {
        #[test]
        fn no_byte_change_of_any_signed_cookie_of_a_request_is_accepted(
            which in 0_usize..5, place in any::<usize>(), byte in 0x21_u8..0x7f
        ) {
            // These characters would end or quote the value in the header.
            prop_assume!(byte != b';' && byte != b'"');
            let jar = jar("http://localhost:3000");
            let (cookie, read) = signed(&jar)[which].clone();
            let raw = percent_decode_str(cookie.value()).decode_utf8().unwrap().into_owned();
            let mut changed = raw.into_bytes();
            let place = place % changed.len();
            prop_assume!(changed[place] != byte);
            changed[place] = byte;
            let changed = String::from_utf8(changed).unwrap();
            let pair = format!("{}={}", cookie.name(), changed);
            prop_assert_eq!(read(&jar, &jar.read([pair.as_str()])), None);
        }

        #[test]
        fn no_byte_change_of_a_signed_cookie_is_accepted(place in 0_usize..77, byte in 0x21_u8..0x7f) {
            let jar = jar("http://localhost:3000");
            let encoded = jar.set_session_token(&token(), CookieLifetime::Remember).value;
            let raw = percent_decode_str(&encoded).decode_utf8().unwrap().into_owned();
            let mut changed = raw.clone().into_bytes();
            prop_assume!(changed[place] != byte);
            changed[place] = byte;
            let changed = String::from_utf8(changed).unwrap();
            prop_assert_eq!(jar.open(&changed), None);
        }

        #[test]
        fn a_changed_encoding_is_rejected_or_has_the_same_value(place in 0_usize..90, byte in 0x21_u8..0x7f) {
            let jar = jar("http://localhost:3000");
            let encoded = jar.set_session_token(&token(), CookieLifetime::Remember).value;
            let raw = percent_decode_str(&encoded).decode_utf8().unwrap().into_owned();
            let mut changed = encoded.into_bytes();
            prop_assume!(place < changed.len() && changed[place] != byte);
            changed[place] = byte;
            let changed = String::from_utf8(changed).unwrap();
            let decoded = percent_decode_str(&changed).decode_utf8_lossy().into_owned();
            prop_assert_eq!(jar.open(&changed).is_some(), decoded == raw);
        }
    }
}
