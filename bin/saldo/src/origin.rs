//! Pages of other sites may not act for a person: every state-changing request is asked where it comes from.

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::{Method, header};
use actix_web::middleware::Next;
use actix_web::{ResponseError, web};
use saldo_auth::RequestOrigin;

use crate::app::App;
use crate::error::ApiError;
use crate::session;

/// Refuses a state-changing request of another site's page. The routes under `/auth` have rules of their own,
/// which they check themselves.
///
/// A request without `Origin` and without `Sec-Fetch-Site` comes from no browser (browsers send them) and is let through:
/// the specification's own plain HTTP clients send neither.
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
    // No page can make a browser send a token of ours along; and who sends one is judged by it alone.
    // The Model Context Protocol wants pages of other sites refused even so.
    let by_token = session::bearer(request.headers()).is_some() && request.path() != session::MCP;
    if reads || by_token || request.path().starts_with("/api/auth/") {
        return false;
    }
    let text = |name| request.headers().get(name).map(|value| value.to_str().unwrap_or("null"));
    let asked = RequestOrigin {
        origin: text(header::ORIGIN),
        referer: text(header::REFERER),
        fetch_site: text(header::HeaderName::from_static("sec-fetch-site")),
        // Programs on Node send a mode and are no browser for that.
        ..RequestOrigin::default()
    };
    let Some(app) = request.app_data::<web::Data<App>>() else {
        return true;
    };
    app.auth.origins().check_api(asked).is_err()
}
