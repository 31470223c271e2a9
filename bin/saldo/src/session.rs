//! Who calls: [`CurrentUser`] for reading and everyday changes, [`FreshUser`] for what deletes data.

use std::future::Future;
use std::pin::Pin;

use actix_web::body::MessageBody;
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, HeaderValue};
use actix_web::middleware::Next;
use actix_web::{FromRequest, HttpMessage, HttpRequest, web};
use saldo_auth::{LookupOptions, SetCookie};
use saldo_domain::{User, UserId};

use crate::app::App;
use crate::error::ApiError;

/// The signed-in person. The signed cookie may vouch for them, for five minutes at most.
pub struct CurrentUser(User);

impl CurrentUser {
    /// Who they are.
    #[must_use]
    pub const fn id(&self) -> UserId {
        self.0.id
    }
}

/// The signed-in person, as the database knows them this very moment.
pub struct FreshUser(User);

impl FreshUser {
    /// Who they are.
    #[must_use]
    pub const fn id(&self) -> UserId {
        self.0.id
    }
}

type Found<T> = Pin<Box<dyn Future<Output = Result<T, ApiError>>>>;

impl FromRequest for CurrentUser {
    type Error = ApiError;
    type Future = Found<Self>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move { find(&request, LookupOptions::READ).await.map(Self) })
    }
}

impl FromRequest for FreshUser {
    type Error = ApiError;
    type Future = Found<Self>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move { find(&request, LookupOptions::CHANGE).await.map(Self) })
    }
}

async fn find(request: &HttpRequest, options: LookupOptions) -> Result<User, ApiError> {
    let app = request.app_data::<web::Data<App>>().ok_or_else(ApiError::unauthorized)?;
    let headers = request.headers().get_all(header::COOKIE).filter_map(|value| value.to_str().ok());
    let cookies = app.auth.cookies(headers);
    let lookup =
        app.auth.authenticate(&cookies, options).await.map_err(|error| ApiError::internal(&error))?;
    request.extensions_mut().insert(NewCookies(lookup.cookies));
    lookup.signed_in.map(|signed_in| signed_in.user).ok_or_else(ApiError::unauthorized)
}

/// Cookies that looking the session up renewed or cleared, on their way to the answer.
struct NewCookies(Vec<SetCookie>);

/// Puts the cookies that a lookup renewed or cleared on the answer.
///
/// # Errors
/// Those of the handler, unchanged.
pub async fn renew_cookies(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, actix_web::Error> {
    let mut response = next.call(request).await?;
    let renewed = response.request().extensions_mut().remove::<NewCookies>();
    for cookie in renewed.into_iter().flat_map(|cookies| cookies.0) {
        if let Ok(value) = HeaderValue::from_str(&cookie.to_string()) {
            response.headers_mut().append(header::SET_COOKIE, value);
        }
    }
    Ok(response)
}
