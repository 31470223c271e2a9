//! Checks of the pages that send requests with a user's cookies, and of the pages to which users are
//! sent afterwards.

use url::Url;

/// The reason why a request was rejected for its origin or for its next address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OriginError {
    /// The request has cookies but does not name the page that sends it.
    #[error("it has no Origin header, or a null one")]
    Missing,
    /// The request comes from a page that is not trusted.
    #[error("its origin is not trusted")]
    Untrusted,
    /// The request is a sign-in form on another site.
    #[error("it is a form on another site")]
    CrossSiteNavigation,
    /// The request would send the user to an address that is not trusted.
    #[error("its redirect address is not trusted")]
    Callback(Callback),
}

/// A field of a request that names the next address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Callback {
    /// `callbackURL`, for success.
    Success,
    /// `errorCallbackURL`, for failure.
    Failure,
    /// `newUserCallbackURL`, for the first sign-in of a new user.
    NewUser,
    /// `redirectTo`, for the link in a mail.
    Mail,
}

/// The headers of a request that describe its origin.
#[derive(Debug, Clone, Copy, Default)]
pub struct RequestOrigin<'header> {
    /// `Origin`.
    pub origin: Option<&'header str>,
    /// `Referer`, which replaces a missing `Origin`.
    pub referer: Option<&'header str>,
    /// `Sec-Fetch-Site`.
    pub fetch_site: Option<&'header str>,
    /// `Sec-Fetch-Mode`.
    pub fetch_mode: Option<&'header str>,
    /// `Sec-Fetch-Dest`.
    pub fetch_destination: Option<&'header str>,
}

impl RequestOrigin<'_> {
    fn named(&self) -> Option<&str> {
        self.origin.or(self.referer).filter(|text| !text.is_empty() && *text != "null")
    }

    const fn is_from_browser(&self) -> bool {
        self.fetch_site.is_some() || self.fetch_mode.is_some() || self.fetch_destination.is_some()
    }
}

/// The origins whose pages may act for a user. Scheme, host and port must all match.
#[derive(Debug, Clone)]
pub struct TrustedOrigins {
    base_url: Url,
    origins: Vec<String>,
}

impl TrustedOrigins {
    /// Trusts the instance's own origin and those in `more`. Texts that are not `http` or `https`
    /// URLs are ignored.
    #[must_use]
    pub fn new(base_url: &Url, more: &[String]) -> Self {
        let own = origin_of(base_url.as_str());
        let origins = own.into_iter().chain(more.iter().filter_map(|text| origin_of(text))).collect();
        Self { base_url: base_url.clone(), origins }
    }

    /// Checks a request that changes data and has a cookie. It must name a trusted page as its origin.
    ///
    /// # Errors
    /// - [`OriginError::Missing`] if it names none.
    /// - [`OriginError::Untrusted`] if the page is not trusted.
    pub fn check_with_cookies(&self, request: RequestOrigin<'_>) -> Result<(), OriginError> {
        let named = request.named().ok_or(OriginError::Missing)?;
        if self.trusts(named) { Ok(()) } else { Err(OriginError::Untrusted) }
    }

    /// Checks a sign-in or sign-up without a cookie. A program that is not a browser need not name a page.
    ///
    /// # Errors
    /// - [`OriginError::CrossSiteNavigation`] if it is a form on another site.
    /// - [`OriginError::Missing`] if a browser names no page.
    /// - [`OriginError::Untrusted`] if the page is not trusted.
    pub fn check_sign_in(&self, request: RequestOrigin<'_>) -> Result<(), OriginError> {
        if request.fetch_site == Some("cross-site") && request.fetch_mode == Some("navigate") {
            return Err(OriginError::CrossSiteNavigation);
        }
        let says_something = request.origin.is_some() || request.referer.is_some();
        if says_something || request.is_from_browser() { self.check_with_cookies(request) } else { Ok(()) }
    }

    /// Checks a request to any other route that changes data. A program that is not a browser, and therefore
    /// sends neither `Origin`, `Referer` nor `Sec-Fetch-` headers, is accepted.
    ///
    /// # Errors
    /// - [`OriginError::Missing`] if a browser names no page.
    /// - [`OriginError::Untrusted`] if the page is not trusted.
    pub fn check_api(&self, request: RequestOrigin<'_>) -> Result<(), OriginError> {
        if request.origin.is_none() && request.referer.is_none() && !request.is_from_browser() {
            return Ok(());
        }
        self.check_with_cookies(request)
    }

    /// Checks an address to which a user is sent afterwards. It must be a path of this instance or a
    /// page of a trusted origin.
    ///
    /// # Errors
    /// [`OriginError::Callback`] with `which` if it is neither.
    pub fn check_callback(&self, which: Callback, address: &str) -> Result<(), OriginError> {
        let is_plain = !address.contains(|character: char| character == '\\' || character.is_control());
        let is_trusted =
            if address.starts_with('/') { self.is_own_path(address) } else { self.trusts_page(address) };
        if is_plain && is_trusted { Ok(()) } else { Err(OriginError::Callback(which)) }
    }

    /// Returns the absolute form of an address that passed [`Self::check_callback`]; the instance's
    /// URL if there is none.
    #[must_use]
    pub fn resolve(&self, address: &str) -> Url {
        self.base_url.join(address).unwrap_or_else(|_| self.base_url.clone())
    }

    fn trusts(&self, text: &str) -> bool {
        origin_of(text).is_some_and(|origin| self.origins.contains(&origin))
    }

    /// True if the path begins with exactly one slash, also after normalization: some programs read `//host`,
    /// `/..//host` and `/%5chost` as another host.
    fn is_own_path(&self, address: &str) -> bool {
        let path = address.split(['?', '#']).next().unwrap_or_default().to_ascii_lowercase();
        let is_hidden = path.starts_with("//") || path.contains("%2f") || path.contains("%5c");
        !is_hidden && !self.resolve(address).path().starts_with("//")
    }

    fn trusts_page(&self, address: &str) -> bool {
        // A user name before the host makes an address look like another one.
        let has_user =
            Url::parse(address).is_ok_and(|url| !url.username().is_empty() || url.password().is_some());
        !has_user && self.trusts(address)
    }
}

fn origin_of(text: &str) -> Option<String> {
    let url = Url::parse(text).ok()?;
    matches!(url.scheme(), "http" | "https").then(|| url.origin().ascii_serialization())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trusted() -> TrustedOrigins {
        let base_url = Url::parse("http://localhost:3000").unwrap();
        TrustedOrigins::new(&base_url, &["https://money.example.com".to_owned(), "nonsense".to_owned()])
    }

    fn from(origin: &str) -> RequestOrigin<'_> {
        RequestOrigin { origin: Some(origin), ..RequestOrigin::default() }
    }

    const NOTHING: RequestOrigin<'_> = RequestOrigin {
        origin: None,
        referer: None,
        fetch_site: None,
        fetch_mode: None,
        fetch_destination: None,
    };

    #[test]
    fn a_request_with_cookies_names_a_trusted_page() {
        let trusted = trusted();
        assert_eq!(trusted.check_with_cookies(from("http://localhost:3000")), Ok(()));
        assert_eq!(trusted.check_with_cookies(from("https://money.example.com")), Ok(()));
        let referer = RequestOrigin { referer: Some("http://localhost:3000/sign-in?x=1"), ..NOTHING };
        assert_eq!(trusted.check_with_cookies(referer), Ok(()));
        assert_eq!(trusted.check_with_cookies(NOTHING), Err(OriginError::Missing));
        assert_eq!(trusted.check_with_cookies(from("null")), Err(OriginError::Missing));
    }

    #[test]
    fn another_scheme_host_or_port_is_another_origin() {
        for origin in [
            "https://localhost:3000",
            "http://localhost:3001",
            "http://localhost",
            "http://127.0.0.1:3000",
            "http://localhost:3000.evil.example",
            "http://localhost:3000@evil.example",
            "http://evil.example/http://localhost:3000",
            "http://sub.localhost:3000",
            "http://money.example.com",
            "file://localhost:3000",
            "nonsense",
        ] {
            let answer = trusted().check_with_cookies(from(origin));
            assert_eq!(answer, Err(OriginError::Untrusted), "{origin}");
        }
    }

    #[test]
    fn a_plain_program_may_sign_in_and_a_foreign_page_may_not() {
        let trusted = trusted();
        assert_eq!(trusted.check_sign_in(NOTHING), Ok(()));
        assert_eq!(trusted.check_sign_in(from("http://localhost:3000")), Ok(()));
        assert_eq!(trusted.check_sign_in(from("http://evil.example")), Err(OriginError::Untrusted));
        assert_eq!(trusted.check_sign_in(from("null")), Err(OriginError::Missing));
        let node = RequestOrigin { fetch_mode: Some("cors"), ..NOTHING };
        assert_eq!(trusted.check_sign_in(node), Err(OriginError::Missing));
        let form = RequestOrigin {
            fetch_site: Some("cross-site"),
            fetch_mode: Some("navigate"),
            ..from("http://evil.example")
        };
        assert_eq!(trusted.check_sign_in(form), Err(OriginError::CrossSiteNavigation));
    }

    #[test]
    fn a_plain_program_may_use_the_api_and_a_foreign_page_may_not() {
        let trusted = trusted();
        assert_eq!(trusted.check_api(NOTHING), Ok(()));
        assert_eq!(trusted.check_api(from("http://localhost:3000")), Ok(()));
        assert_eq!(trusted.check_api(from("http://evil.example")), Err(OriginError::Untrusted));
        assert_eq!(trusted.check_api(from("null")), Err(OriginError::Missing));
        let page = RequestOrigin { fetch_site: Some("cross-site"), ..NOTHING };
        assert_eq!(trusted.check_api(page), Err(OriginError::Missing));
    }

    #[test]
    fn redirects_accept_a_path_or_a_trusted_page() {
        for address in
            ["/", "/welcome", "/a/b?next=//x&y=%2f#z", "http://localhost:3000/x", "https://money.example.com"]
        {
            assert_eq!(trusted().check_callback(Callback::Success, address), Ok(()), "{address}");
        }
    }

    #[test]
    fn disguised_redirects_to_other_hosts_are_rejected() {
        for address in [
            "",
            "welcome",
            "dash",
            "//evil.example",
            "///evil.example",
            "/\\evil.example",
            "\\\\evil.example",
            "/%5cevil.example",
            "/%5Cevil.example",
            "/%2fevil.example",
            "/a/%2F/evil.example",
            "/\t/evil.example",
            "/\n/evil.example",
            "/..//evil.example",
            " //evil.example",
            "http://evil.example",
            "http:evil.example",
            "http://localhost:3000@evil.example",
            "http://user@localhost:3000/",
            "http://user:password@localhost:3000/",
            "http://localhost:3001",
            "https://localhost:3000",
            "http://localhost:3000\\@evil.example",
            "http://localhost:3000.evil.example",
            "javascript:alert(1)",
            "data:text/html,x",
            "null",
        ] {
            let answer = trusted().check_callback(Callback::Mail, address);
            assert_eq!(answer, Err(OriginError::Callback(Callback::Mail)), "{address:?}");
        }
    }
}
