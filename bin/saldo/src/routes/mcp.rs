//! `POST /api/mcp` — the Model Context Protocol over streamable HTTP, for other assistants.

use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderName};
use actix_web::{HttpRequest, HttpResponse, web};
use serde_json::Value;

use crate::app::App;
use crate::error::ApiError;
use crate::mcp::{Server, VERSIONS};
use crate::openapi::McpMessage;
use crate::session::{CurrentUser, bearer};

const VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");

/// `POST /api/mcp` — answers one message of the protocol from the books of the person whose API token it comes with.
///
/// # Errors
/// 400 for a version of the protocol that is not spoken; 401 without an API token, a session's cookie is none; 429 with
/// `Retry-After` for a token that asks too often.
#[utoipa::path(
    post, path = "/mcp",
    params(("MCP-Protocol-Version" = Option<String>, Header, description = "The version of the protocol that is spoken.")),
    request_body = McpMessage,
    security(("token" = [])),
    responses((status = 200, body = McpMessage), (status = 429), (status = 202, description = "To a notification there is no answer.")),
)]
pub async fn answer_mcp(
    app: web::Data<App>,
    user: CurrentUser,
    request: HttpRequest,
    message: web::Json<Value>,
) -> Result<HttpResponse, ApiError> {
    // A browser sends cookies along for any page of this site; an assistant is to have a token of its own.
    let Some(token) = bearer(request.headers()) else {
        return Err(ApiError::unauthorized().with_header(header::WWW_AUTHENTICATE, "Bearer"));
    };
    let admitted = app.pace.admit(token, app.config.mcp_requests_per_minute, app.clock.now());
    admitted.map_err(|wait| {
        let seconds = wait.as_millis().div_ceil(1_000);
        ApiError::new(
            StatusCode::TOO_MANY_REQUESTS,
            format!("This token asks too often; try again in {seconds} seconds"),
        )
        .with_header(header::RETRY_AFTER, seconds.to_string())
    })?;
    let version = request.headers().get(VERSION).and_then(|value| value.to_str().ok());
    if version.is_some_and(|version| !VERSIONS.contains(&version)) {
        return Err(ApiError::bad_request(format!(
            "MCP-Protocol-Version must be one of {}",
            VERSIONS.join(", ")
        )));
    }
    let server = Server::new(&app.storage, app.clock.clone(), user.id());
    Ok(match server.answer(&message).await {
        Some(answer) => HttpResponse::Ok().json(answer),
        None => HttpResponse::new(StatusCode::ACCEPTED),
    })
}
