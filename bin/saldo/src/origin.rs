//! Protection against cross-site request forgery: every state-changing request must come from a trusted page.

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::{Method, header};
use actix_web::middleware::Next;
use actix_web::{ResponseError, web};
use saldo_auth::RequestOrigin;

use crate::app::App;
use crate::error::ApiError;
use crate::routes::auth;
use crate::session;

/// Rejects a state-changing request from a page of another site. The routes under `/auth` have their own
/// checks.
///
/// A request without `Origin` and `Sec-Fetch-Site` does not come from a browser, since browsers send them,
/// and is accepted. The specification's own HTTP clients send neither.
///
/// # Errors
/// Those of the handler, unchanged.
pub async fn check(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, actix_web::Error> {
    if is_refused(&request) {
        return Ok(request.into_response(ApiError::invalid_origin().error_response()));
    }
    Ok(next.call(request).await?.map_into_boxed_body())
}

fn is_refused(request: &ServiceRequest) -> bool {
    let reads = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    // A page cannot make a browser attach an API token, and with a token nothing else counts. The Model
    // Context Protocol requires that pages of other sites are rejected nevertheless.
    let by_token = session::bearer(request.headers()).is_some() && request.path() != session::MCP;
    if reads || by_token || auth::path_under(request.path()).is_some() {
        return false;
    }
    let text = |name| request.headers().get(name).map(|value| value.to_str().unwrap_or("null"));
    let asked = RequestOrigin {
        origin: text(header::ORIGIN),
        referer: text(header::REFERER),
        fetch_site: text(header::HeaderName::from_static("sec-fetch-site")),
        // The mode is left out: `fetch` in Node sends one, although Node is not a browser.
        ..RequestOrigin::default()
    };
    let Some(app) = request.app_data::<web::Data<App>>() else {
        return true;
    };
    app.auth.origins().check_api(asked).is_err()
}
