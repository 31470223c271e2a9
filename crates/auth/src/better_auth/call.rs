//! A request under `/auth` that has passed the checks common to all of these routes.
//!
//! The checks are content type, JSON syntax, origin and callback addresses, in better-auth's order.

use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use http::header::{self, HeaderMap, HeaderName, HeaderValue};
use http::{Method, StatusCode};
use serde::Serialize;
use serde_json::{Map, Value};
use url::Url;

use super::schema::Fields;
use super::{BASE_PATH, Rejection, Response, json, response};
use crate::{Auth, Callback, ClientInfo, LookupOptions, RequestCookies, RequestOrigin, SetCookie, SignedIn};

/// A request as a server received it.
#[derive(Debug, Clone, Default)]
pub struct Request {
    /// The method.
    pub method: Method,
    /// The headers.
    pub headers: HeaderMap,
    /// The query without the question mark.
    pub query: String,
    /// The parameters of the path, decoded, by their names in the document.
    pub parameters: Vec<(String, String)>,
    /// The body, whose size the server limits.
    pub body: Vec<u8>,
    /// The other end of the connection.
    pub peer: Option<SocketAddr>,
}

/// A request that has passed the common checks. With `TAKES_FORMS` its body may also be a form.
pub struct Call<const TAKES_FORMS: bool = false> {
    auth: Arc<Auth>,
    request: Request,
    /// The authentication cookies.
    pub cookies: RequestCookies,
    body: Mutex<Option<Value>>,
    query: Vec<(String, String)>,
    renewed: Mutex<Vec<SetCookie>>,
}

impl<const TAKES_FORMS: bool> Call<TAKES_FORMS> {
    /// Checks a request.
    ///
    /// # Errors
    /// 400 for a body that is no JSON, 403 for an untrusted origin or callback address, 415 for another type
    /// of body.
    pub fn new(auth: Arc<Auth>, request: Request) -> Result<Self, Rejection> {
        let changes = !matches!(request.method, Method::GET | Method::HEAD);
        let body = if changes { Self::read_body(&request)? } else { None };
        let headers = request.headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
        let cookies = auth.cookies(headers);
        let query = url::form_urlencoded::parse(request.query.as_bytes()).into_owned().collect();
        let call = Self { auth, request, cookies, body: Mutex::new(body), query, renewed: Mutex::default() };
        if changes && call.request.headers.contains_key(header::COOKIE) {
            call.auth().origins().check_with_cookies(call.origin())?;
        }
        call.check_callbacks()?;
        Ok(call)
    }

    fn read_body(request: &Request) -> Result<Option<Value>, Rejection> {
        let Some(content_type) = request.headers.get(header::CONTENT_TYPE) else { return Ok(None) };
        let bytes = &request.body[..];
        let content_type = content_type.to_str().unwrap_or_default();
        match content_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase().as_str() {
            _ if bytes.is_empty() && content_type.is_empty() => Ok(None),
            "application/json" if bytes.is_empty() => Ok(None),
            "application/json" => serde_json::from_slice(bytes).map(Some).map_err(|_| {
                Rejection::new(StatusCode::BAD_REQUEST, "BAD_REQUEST", "Invalid JSON in request body")
            }),
            "application/x-www-form-urlencoded" if TAKES_FORMS && bytes.is_empty() => Ok(None),
            "application/x-www-form-urlencoded" if TAKES_FORMS => {
                let pairs = url::form_urlencoded::parse(bytes).into_owned();
                let fields: Map<String, Value> =
                    pairs.map(|(name, value)| (name, Value::String(value))).collect();
                Ok(Some(Value::Object(fields)))
            }
            _ => Err(Self::wrong_type(content_type)),
        }
    }

    fn wrong_type(content_type: &str) -> Rejection {
        let allowed = if TAKES_FORMS {
            "application/x-www-form-urlencoded, application/json"
        } else {
            "application/json"
        };
        let message = format!("Content-Type \"{content_type}\" is not allowed. Allowed types: {allowed}");
        Rejection::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "UNSUPPORTED_MEDIA_TYPE", message)
    }

    fn check_callbacks(&self) -> Result<(), Rejection> {
        for (name, label, which) in [
            ("callbackURL", "callbackURL", Callback::Success),
            ("redirectTo", "redirectURL", Callback::Mail),
            ("errorCallbackURL", "errorCallbackURL", Callback::Failure),
            ("newUserCallbackURL", "newUserCallbackURL", Callback::NewUser),
        ] {
            let body = lock(&self.body);
            let in_body = match body.as_ref().and_then(|body| body.get(name)) {
                Some(Value::String(address)) => Some(address.as_str()),
                // JavaScript treats these as absent; the route itself rejects them if it must.
                None | Some(Value::Null | Value::Bool(false)) => None,
                Some(Value::Number(number)) if number.as_f64() == Some(0.0) => None,
                Some(_) => return Err(Rejection::words(format!("Invalid {label}: expected a string"))),
            };
            for address in in_body.into_iter().chain(self.query(name)).filter(|address| !address.is_empty()) {
                self.auth().origins().check_callback(which, address)?;
            }
        }
        Ok(())
    }

    /// Returns the authentication service.
    pub fn auth(&self) -> &Auth {
        &self.auth
    }

    /// Takes the body as it was sent, for routes with their own validation. A second call returns nothing.
    pub fn body(&self) -> Option<Value> {
        lock(&self.body).take()
    }

    /// Returns the query as an object. A repeated name has a list of its values.
    pub fn query_fields(&self) -> Value {
        let mut fields = Map::new();
        for (name, value) in &self.query {
            let value = Value::String(value.clone());
            match fields.get_mut(name) {
                None => drop(fields.insert(name.clone(), value)),
                Some(known) => *known = Value::Array(vec![known.take(), value]),
            }
        }
        Value::Object(fields)
    }

    /// Takes the body's fields. A second call finds no body.
    ///
    /// # Errors
    /// 400 if the body is not an object.
    pub fn fields(&self) -> Result<Fields, Rejection> {
        Fields::of(lock(&self.body).take(), &["object"])
    }

    /// Takes the body's fields. `shapes` are better-auth's names for the expected type, each with a fault of
    /// its own in the error message.
    ///
    /// # Errors
    /// 400 if the body is not an object.
    pub fn fields_of(&self, shapes: &[&str]) -> Result<Fields, Rejection> {
        Fields::of(lock(&self.body).take(), shapes)
    }

    /// Takes the body's fields. A missing body counts as an empty object.
    ///
    /// # Errors
    /// 400 if there is a body and it is not an object.
    pub fn optional_fields(&self) -> Result<Fields, Rejection> {
        Fields::of(Some(lock(&self.body).take().unwrap_or_else(|| Value::Object(Map::new()))), &["object"])
    }

    /// Returns a parameter of the path; empty if the path has none of this name.
    #[must_use]
    pub fn parameter(&self, name: &str) -> &str {
        let found = self.request.parameters.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str()).unwrap_or_default()
    }

    /// Returns the first query parameter with this name.
    pub fn query(&self, name: &str) -> Option<&str> {
        self.query.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Returns the headers that state the request's origin.
    pub fn origin(&self) -> RequestOrigin<'_> {
        // A header that is not text counts as `null`: present, but not trusted.
        let text =
            |name: HeaderName| self.request.headers.get(name).map(|value| value.to_str().unwrap_or("null"));
        RequestOrigin {
            origin: text(header::ORIGIN),
            referer: text(header::REFERER),
            fetch_site: text(HeaderName::from_static("sec-fetch-site")),
            fetch_mode: text(HeaderName::from_static("sec-fetch-mode")),
            fetch_destination: text(HeaderName::from_static("sec-fetch-dest")),
        }
    }

    /// Returns the client's addresses, user agent and cookies for a sign-in. With `forget` the session ends
    /// with the browser.
    pub fn client_info(&self, forget: bool) -> ClientInfo {
        let text = |name: &str| {
            let value = self.request.headers.get(name).and_then(|value| value.to_str().ok());
            value.unwrap_or_default().to_owned()
        };
        ClientInfo {
            ip_address: text("x-forwarded-for").trim().parse().map(shown_address).unwrap_or_default(),
            client_address: client_address(self.request.peer, &text("x-forwarded-for")),
            user_agent: text("user-agent"),
            forget,
            cookies: self.cookies.clone(),
        }
    }

    /// Returns the signed-in user. Cookies that the lookup renewed are sent with the answer, also with an
    /// error.
    ///
    /// # Errors
    /// 401 if there is no valid session, 500 if the database fails.
    pub async fn signed_in(&self, options: LookupOptions) -> Result<SignedIn, Rejection> {
        let lookup = self.auth().authenticate(&self.cookies, options).await?;
        *lock(&self.renewed) = lookup.cookies;
        lookup.signed_in.ok_or_else(|| self.refuse(crate::Error::Unauthorized))
    }

    /// Returns the signed-in user, if any. Cookies that the lookup renewed are sent with the answer, also
    /// with an error.
    ///
    /// # Errors
    /// 500 if the database fails.
    pub async fn optional_session(&self, options: LookupOptions) -> Result<Option<SignedIn>, Rejection> {
        let lookup = self.auth().authenticate(&self.cookies, options).await?;
        *lock(&self.renewed) = lookup.cookies;
        Ok(lookup.signed_in)
    }

    /// Builds a 200 answer with `cookies`. They take precedence over cookies that the lookup renewed.
    pub fn reply(&self, body: impl Serialize, cookies: &[SetCookie]) -> Response {
        let mut response = json(StatusCode::OK, &body);
        let renewed = lock(&self.renewed);
        let is_replaced = |renewed: &&SetCookie| cookies.iter().any(|cookie| cookie.name() == renewed.name());
        for cookie in renewed.iter().filter(|cookie| !is_replaced(cookie)).chain(cookies) {
            if let Ok(value) = HeaderValue::from_str(&cookie.to_string()) {
                response.headers_mut().append(header::SET_COOKIE, value);
            }
        }
        response
    }

    /// Builds a redirect (302) to `location` with `cookies`.
    pub fn redirect(&self, location: &str, cookies: &[SetCookie]) -> Response {
        let mut response = response(StatusCode::FOUND, "", Vec::new());
        if let Ok(value) = HeaderValue::from_str(location) {
            response.headers_mut().insert(header::LOCATION, value);
        }
        for cookie in cookies {
            if let Ok(value) = HeaderValue::from_str(&cookie.to_string()) {
                response.headers_mut().append(header::SET_COOKIE, value);
            }
        }
        response
    }

    /// Returns the absolute URL of these routes, for links in mails.
    pub fn routes_url(&self) -> Url {
        self.auth().origins().resolve(BASE_PATH)
    }

    /// Returns the absolute URL of one of these routes.
    pub fn route(&self, segments: &[&str]) -> Url {
        let mut address = self.routes_url();
        if let Ok(mut path) = address.path_segments_mut() {
            path.extend(segments);
        }
        address
    }

    /// Adds the cookies that the lookup renewed to an error.
    pub fn refuse(&self, error: impl Into<Rejection>) -> Rejection {
        error.into().with_cookies(&lock(&self.renewed))
    }
}

/// Locks a value. A panic while it was locked leaves it whole.
fn lock<T>(value: &Mutex<T>) -> MutexGuard<'_, T> {
    value.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the client's address.
///
/// This is the peer's address. If the peer is a proxy on this machine or in a private network, it is the last
/// address in `X-Forwarded-For`, which the proxy added. The addresses before it come from the client and
/// prove nothing.
fn client_address(peer: Option<SocketAddr>, forwarded_for: &str) -> String {
    let Some(peer) = peer.map(|peer| peer.ip().to_canonical()) else { return String::new() };
    let is_near = match peer {
        IpAddr::V4(peer) => peer.is_loopback() || peer.is_private() || peer.is_link_local(),
        IpAddr::V6(peer) => peer.is_loopback() || peer.is_unique_local() || peer.is_unicast_link_local(),
    };
    let added = forwarded_for.rsplit(',').next().and_then(|text| text.trim().parse().ok());
    shown_address(added.filter(|_| is_near).unwrap_or(peer))
}

/// Formats an address as sessions store it. Of an IPv6 address only the first 64 bits remain: they identify
/// the network, while the rest changes frequently.
fn shown_address(address: IpAddr) -> String {
    let IpAddr::V6(address) = address else { return address.to_string() };
    if let Some(mapped) = address.to_ipv4_mapped() {
        return mapped.to_string();
    }
    let groups = address.segments();
    let groups = groups.iter().enumerate().map(|(index, group)| if index < 4 { *group } else { 0 });
    groups.map(|group| format!("{group:04x}")).collect::<Vec<_>>().join(":")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_proxy_on_the_local_network_can_forward_the_client_address() {
        let of = |peer: &str, forwarded_for: &str| client_address(Some(peer.parse().unwrap()), forwarded_for);
        assert_eq!(of("127.0.0.1:1", "9.9.9.9"), "9.9.9.9");
        assert_eq!(of("10.0.0.2:1", "1.1.1.1, 9.9.9.9"), "9.9.9.9");
        assert_eq!(of("[::ffff:127.0.0.1]:1", "9.9.9.9"), "9.9.9.9");
        assert_eq!(of("127.0.0.1:1", ""), "127.0.0.1");
        assert_eq!(of("8.8.8.8:1", "9.9.9.9"), "8.8.8.8");
        assert_eq!(of("[2001:db8::1234:1]:1", "9.9.9.9"), "2001:0db8:0000:0000:0000:0000:0000:0000");
    }

    #[test]
    fn an_ipv4_address_is_stored_whole_and_an_ipv6_address_as_its_64_bit_prefix() {
        let shown = |text: &str| shown_address(text.parse().unwrap());
        assert_eq!(shown("9.9.9.9"), "9.9.9.9");
        assert_eq!(shown("2001:db8::1234:1"), "2001:0db8:0000:0000:0000:0000:0000:0000");
        assert_eq!(shown("::ffff:9.9.9.9"), "9.9.9.9");
    }
}
