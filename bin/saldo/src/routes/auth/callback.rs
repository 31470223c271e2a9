//! `GET` and `POST /auth/callback/{provider}`.

use actix_web::HttpResponse;
use saldo_auth::Return;
use url::form_urlencoded::Serializer;

use super::call::Call;
use super::error::AuthError;

/// `GET /auth/callback/{provider}` — completes a sign-in through an identity provider. The browser is
/// redirected to the callback page, or to an error page that names the reason.
///
/// # Errors
/// 500 if the database fails.
#[utoipa::path(
    get, path = "/auth/callback/{provider}",
    params(
        ("provider" = String, Path),
        ("state" = Option<String>, Query),
        ("code" = Option<String>, Query),
        ("iss" = Option<String>, Query, description = "The provider that the browser comes from (RFC 9207)."),
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
        issuer: call.query("iss"),
        error: call.query("error"),
        error_description: call.query("error_description"),
    };
    let error_page = call.auth().origins().resolve("/api/auth/error");
    let visit = call.visit(false);
    let departure = call.auth().return_from_provider(provider, brought, visit, &error_page).await?;
    Ok(call.redirect(&departure.location, &departure.cookies))
}

/// `POST /auth/callback/{provider}` — redirects a provider's form answer (`form_post`) to the same path with
/// the fields in the query. Browsers send such a cross-site form without our cookies, but follow the redirect
/// with them.
///
/// # Errors
/// 400 for a field that is not text.
#[utoipa::path(
    post, path = "/auth/callback/{provider}",
    params(("provider" = String, Path)),
    request_body(
        content = Option<serde_json::Value>,
        content_type = "application/x-www-form-urlencoded",
        description = "A form with `state`, `code` and, where the provider sends them, `iss`, `error` and `error_description`. \
            What else the browser brings is ignored.",
    ),
    responses((status = 302, headers(("Location" = String)))),
)]
pub async fn take_posted_callback(call: Call<true>) -> Result<HttpResponse, AuthError> {
    const NAMES: [&str; 7] = ["code", "error", "device_id", "error_description", "state", "user", "iss"];
    let mut fields = call.optional_fields()?;
    let posted = NAMES.map(|name| fields.optional_text(name));
    fields.finish()?;
    let mut query = Serializer::new(String::new());
    for (name, posted) in NAMES.into_iter().zip(posted) {
        if let Some(value) = call.query(name).map(str::to_owned).or(posted) {
            query.append_pair(name, &value);
        }
    }
    let provider = call.request.match_info().get("provider").unwrap_or_default();
    let mut location = call.auth().origins().resolve("/api/auth/callback");
    if let Ok(mut path) = location.path_segments_mut() {
        path.push(provider);
    }
    location.set_query(Some(&query.finish()));
    Ok(call.redirect(location.as_str(), &[]))
}
