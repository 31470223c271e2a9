//! The session cache: a cookie that contains a signed copy of the session and is valid for five minutes.
//!
//! A request that reads asks the database about a cached session only now and then (see `confirmations`); a
//! request that writes always asks.
//!
//! The format is better-auth's "compact" one: the base64url form of
//! `{"session":S,"expiresAt":…,"signature":…}`. The signature covers `S` with `expiresAt` inserted as
//! its last member. `S` is verified as the raw JSON that was received, because parsing and writing it
//! again could change its bytes.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use saldo_domain::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::cookie::{CookieJar, CookieLifetime};
use crate::record::{self, SessionRecord, UserRecord};
use crate::secret::equal;
use crate::{RequestCookies, SessionToken, SetCookie, SignedIn};

/// The content of the cookie.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct CacheContent {
    session: SessionRecord,
    user: UserRecord,
    updated_at: i64,
    version: String,
    remember: bool,
}

/// The JSON form of the cookie.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Envelope<'json> {
    #[serde(borrow)]
    session: &'json RawValue,
    expires_at: i64,
    signature: String,
}

/// A session from a valid cache cookie.
pub(crate) struct Cached {
    pub(crate) signed_in: SignedIn,
    /// The time of the database read that the cookie was made from.
    pub(crate) read_at: Timestamp,
}

const VERSION: &str = "1";

impl CookieJar {
    /// Returns the cache cookie of a session that was read from the database at `now`.
    ///
    /// If the cookie would be longer than browsers store, for example because of a long picture URL, the
    /// returned cookie clears the old one instead. Such a session is looked up in the database every time.
    pub(crate) fn set_cache(&self, signed_in: &SignedIn, keep: CookieLifetime, now: Timestamp) -> SetCookie {
        let (lifetime, max_age) = match keep {
            CookieLifetime::Remember => (self.cache_lifetime, Some(self.cache_lifetime)),
            CookieLifetime::Window => (self.window_cache_lifetime, None),
        };
        let kept = CacheContent {
            session: SessionRecord::new(&signed_in.session, signed_in.token.as_str().to_owned()),
            user: UserRecord::from(&signed_in.user),
            updated_at: now.as_milliseconds(),
            version: VERSION.to_owned(),
            remember: signed_in.session.remember,
        };
        let raw = serde_json::value::to_raw_value(&kept).expect("text, numbers and moments are always JSON");
        let value = self.seal_cache(&raw, now.after(lifetime).as_milliseconds());
        let cookie = self.set("session_data", value, max_age);
        if cookie.to_string().len() > Self::LENGTH_MAX { self.clear("session_data") } else { cookie }
    }

    /// Returns the session in the request's cache cookie, if the cookie is valid and belongs to `token`.
    pub(crate) fn cached(
        &self,
        cookies: &RequestCookies,
        token: &SessionToken,
        now: Timestamp,
    ) -> Option<Cached> {
        let value = cookies.session_data.as_deref().filter(|value| value.len() <= Self::LENGTH_MAX)?;
        let json = URL_SAFE_NO_PAD.decode(value).ok()?;
        let envelope: Envelope<'_> = serde_json::from_slice(&json).ok()?;
        // The whole cookie is compared, not only the signature, so that each cookie has exactly one
        // valid spelling.
        if !equal(&self.seal_cache(envelope.session, envelope.expires_at), value) {
            return None;
        }
        let kept: CacheContent = serde_json::from_str(envelope.session.get()).ok()?;
        let signed_in = record::signed_in(kept.session, kept.user, kept.remember)?;
        let holds = kept.version == VERSION
            && equal(signed_in.token.as_str(), token.as_str())
            && envelope.expires_at >= now.as_milliseconds()
            && signed_in.session.expires_at >= now;
        holds.then_some(Cached { signed_in, read_at: Timestamp::from_milliseconds(kept.updated_at) })
    }

    fn seal_cache(&self, session: &RawValue, expires_at: i64) -> String {
        let open_end = session.get().strip_suffix('}').unwrap_or_default();
        let signature = self.secret.sign_for_url(&format!("{open_end},\"expiresAt\":{expires_at}}}"));
        let envelope = Envelope { session, expires_at, signature };
        let json = serde_json::to_vec(&envelope).expect("raw JSON, a number and text are always JSON");
        URL_SAFE_NO_PAD.encode(json)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use proptest::prelude::*;
    use saldo_domain::{Email, Id, Session, User};
    use url::Url;

    use super::*;
    use crate::AuthConfig;

    const NOW: Timestamp = Timestamp::from_milliseconds(1_795_208_895_694);

    fn jar() -> CookieJar {
        CookieJar::new(&AuthConfig::for_tests(Url::parse("http://localhost:3000").unwrap()))
    }

    fn signed_in(image: Option<String>) -> SignedIn {
        let user = User {
            id: Id::new(NOW),
            email: Email::parse("ada@example.com").unwrap(),
            email_verified: false,
            name: "Ada \"the first\" Łovelace \u{1f600} \u{7}\\".to_owned(),
            image,
            two_step: false,
            created_at: NOW,
            updated_at: NOW,
        };
        let session = Session {
            id: Id::new(NOW),
            user: user.id,
            expires_at: NOW.after(Duration::from_hours(168)),
            created_at: NOW,
            updated_at: NOW,
            ip_address: String::new(),
            user_agent: "curl/7.88.1".to_owned(),
            remember: true,
        };
        SignedIn { token: SessionToken::generate(), session, user }
    }

    fn sent_back(cookie: &SetCookie) -> RequestCookies {
        RequestCookies { session_data: Some(cookie.value().to_owned()), ..RequestCookies::default() }
    }

    #[test]
    fn a_cached_session_is_restored_unchanged() {
        let (jar, signed_in) = (jar(), signed_in(None));
        let cookie = jar.set_cache(&signed_in, CookieLifetime::Remember, NOW);
        assert_eq!(cookie.max_age(), Some(Duration::from_mins(5)));
        let cached = jar.cached(&sent_back(&cookie), &signed_in.token, NOW).unwrap();
        assert_eq!(cached.read_at, NOW);
        assert_eq!(cached.signed_in.session, signed_in.session);
        assert_eq!(cached.signed_in.user, signed_in.user);
    }

    #[test]
    fn a_cached_session_expires_after_five_minutes_or_one_for_browser_sessions() {
        let (jar, signed_in) = (jar(), signed_in(None));
        let holds = |cookie: &SetCookie, seconds: u64| {
            let later = NOW.after(Duration::from_secs(seconds));
            jar.cached(&sent_back(cookie), &signed_in.token, later).is_some()
        };
        let remembered = jar.set_cache(&signed_in, CookieLifetime::Remember, NOW);
        assert!(holds(&remembered, 300));
        assert!(!holds(&remembered, 301));
        let window = jar.set_cache(&signed_in, CookieLifetime::Window, NOW);
        assert_eq!(window.max_age(), None);
        assert!(holds(&window, 60));
        assert!(!holds(&window, 61));
    }

    #[test]
    fn a_cache_is_valid_only_for_its_session_and_secret() {
        let (jar, signed_in) = (jar(), signed_in(None));
        let cookie = jar.set_cache(&signed_in, CookieLifetime::Remember, NOW);
        assert!(jar.cached(&sent_back(&cookie), &SessionToken::generate(), NOW).is_none());
        let mut config = AuthConfig::for_tests(Url::parse("http://localhost:3000").unwrap());
        config.secret = crate::Secret::new("another secret");
        assert!(CookieJar::new(&config).cached(&sent_back(&cookie), &signed_in.token, NOW).is_none());
    }

    #[test]
    fn an_expired_session_is_not_cached() {
        let (jar, mut signed_in) = (jar(), signed_in(None));
        signed_in.session.expires_at = NOW.after(Duration::from_secs(10));
        let cookie = jar.set_cache(&signed_in, CookieLifetime::Remember, NOW);
        let later = NOW.after(Duration::from_secs(11));
        assert!(jar.cached(&sent_back(&cookie), &signed_in.token, later).is_none());
    }

    #[test]
    fn a_record_too_long_for_a_cookie_is_not_cached() {
        let signed_in = signed_in(Some("x".repeat(5_000)));
        let cookie = jar().set_cache(&signed_in, CookieLifetime::Remember, NOW);
        assert_eq!((cookie.value(), cookie.max_age()), ("", Some(Duration::ZERO)));
    }

    #[test]
    fn the_signature_covers_the_session_and_its_expiry() {
        let (jar, signed_in) = (jar(), signed_in(None));
        let json =
            URL_SAFE_NO_PAD.decode(jar.set_cache(&signed_in, CookieLifetime::Remember, NOW).value()).unwrap();
        let text = String::from_utf8(json).unwrap();
        let (session, rest) =
            text.strip_prefix("{\"session\":").unwrap().rsplit_once(",\"expiresAt\":").unwrap();
        let (expires_at, signature) = rest.split_once(",\"signature\":\"").unwrap();
        let signed = format!("{},\"expiresAt\":{expires_at}}}", session.strip_suffix('}').unwrap());
        assert_eq!(signature.strip_suffix("\"}").unwrap(), jar.secret.sign_for_url(&signed));
    }

    proptest! {
        #[test]
        fn no_byte_change_of_a_cached_session_is_accepted(place in 0_usize..2_000, byte in 0x21_u8..0x7f) {
            let (jar, signed_in) = (jar(), signed_in(None));
            let mut cookies = sent_back(&jar.set_cache(&signed_in, CookieLifetime::Remember, NOW));
            let mut value = cookies.session_data.take().unwrap().into_bytes();
            let place = place % value.len();
            prop_assume!(value[place] != byte);
            value[place] = byte;
            cookies.session_data = Some(String::from_utf8(value).unwrap());
            prop_assert!(jar.cached(&cookies, &signed_in.token, NOW).is_none());
        }
    }
}
