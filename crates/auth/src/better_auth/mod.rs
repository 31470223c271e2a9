//! The routes of better-auth's client, for any HTTP server: each takes a [`Call`] and returns a [`Response`].
//!
//! A server converts what it received to a [`Request`], checks it with [`Call::new`], and passes it to the
//! function of the route, whose method and path are above it. Sizes of bodies, slow connections and the log
//! are the server's part; so is deleting a user, because the user's data is the program's.
//!
//! ```
//! use std::sync::Arc;
//!
//! use http::{Method, StatusCode, header};
//! use saldo_auth::better_auth::{Call, Request, sign_in};
//! use saldo_auth::memory::Memory;
//! use saldo_auth::{Auth, AuthConfig, Ports, Secret, SystemClock, random_secret};
//!
//! # async fn sign_up() -> Result<(), Box<dyn std::error::Error>> {
//! let config = AuthConfig::new(Secret::new(random_secret()), "https://money.example.com".parse()?);
//! let ports = Ports::of(&Arc::new(Memory::default()));
//! let auth = Arc::new(Auth::new(ports, Arc::new(SystemClock), config)?);
//! let body = r#"{"email": "ada@example.com", "password": "correct horse", "name": "Ada"}"#;
//! let mut request = Request { method: Method::POST, body: body.into(), ..Request::default() };
//! request.headers.insert(header::CONTENT_TYPE, "application/json".parse()?);
//! let call = Call::new(auth, request).map_err(|_| "the request is refused")?;
//! let answer = sign_in::sign_up_email(call).await.map_err(|_| "the sign-up is refused")?;
//! assert_eq!(answer.status(), StatusCode::OK);
//! # Ok(())
//! # }
//! # tokio::runtime::Runtime::new().unwrap().block_on(sign_up()).unwrap();
//! ```

pub mod api_key;
pub mod bodies;
mod call;
mod error;
pub mod mail;
mod schema;
pub mod sessions;
pub mod sign_in;
pub mod social;
pub mod two_factor;
pub mod user;

use http::StatusCode;
use http::header::{CONTENT_TYPE, HeaderValue};
use serde::Serialize;

pub use call::{Call, Request};
pub use error::{ErrorBody, Rejection};
pub use schema::Fields;

/// The path of these routes on the instance, where better-auth's client expects them.
pub const BASE_PATH: &str = "/api/auth";

/// An answer.
pub type Response = http::Response<Vec<u8>>;

/// Builds an answer. Without a body it has no type.
fn response(status: StatusCode, content_type: &'static str, body: Vec<u8>) -> Response {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    if !content_type.is_empty() {
        response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
    }
    response
}

/// Builds an answer with a JSON body.
fn json(status: StatusCode, body: &impl Serialize) -> Response {
    let body = serde_json::to_vec(body).expect("a body of our own is JSON");
    response(status, "application/json", body)
}
