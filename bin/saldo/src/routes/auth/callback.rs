//! `GET /auth/callback/{provider}`.

use actix_web::HttpResponse;
use saldo_auth::Return;

use super::call::Call;
use super::error::AuthError;

/// `GET /auth/callback/{provider}` — takes in a browser that comes back from an identity provider and sends it on, signed
/// in or to a page that says why not.
///
/// # Errors
/// 500 when the database fails.
#[utoipa::path(
    get, path = "/auth/callback/{provider}",
    params(
        ("provider" = String, Path),
        ("state" = Option<String>, Query),
        ("code" = Option<String>, Query),
        ("error" = Option<String>, Query),
        ("error_description" = Option<String>, Query),
    ),
    responses((status = 302, headers(("Location" = String)))),
)]
pub async fn return_from_provider(call: Call) -> Result<HttpResponse, AuthError> {
    let provider = call.request.match_info().get("provider").unwrap_or_default();
    let brought = Return {
        state: call.query("state"),
        code: call.query("code"),
        error: call.query("error"),
        error_description: call.query("error_description"),
    };
    let error_page = call.auth().origins().resolve("/api/auth/error");
    let visit = call.visit(false);
    let departure = call.auth().return_from_provider(provider, brought, visit, &error_page).await?;
    Ok(call.redirect(&departure.location, &departure.cookies))
}
