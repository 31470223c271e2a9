//! `POST /api/mcp`: the Model Context Protocol over streamable HTTP, for other assistants.

use actix_web::http::StatusCode;
use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, web};
use saldo_advisor::mcp::{Server, http};
use saldo_wire::described::McpMessage;
use serde_json::Value;

use crate::error::ApiError;
use crate::session::{CurrentUser, bearer};

/// `POST /api/mcp` — answers one message of the Model Context Protocol from the data of the API token's user.
///
/// # Errors
/// 400 for a body that is not a message, or an unsupported protocol version; 401 without an API token (a
/// session cookie is not accepted); 406 if the client does not accept both forms of an answer; 429 with
/// `Retry-After` for a token that sends too many requests.
#[utoipa::path(
    post, path = "/mcp",
    params(("MCP-Protocol-Version" = Option<String>, Header, description = "The protocol version in use."), ("Mcp-Method" = Option<String>, Header, description = "The method of the message; required since version 2026-07-28."), ("Mcp-Name" = Option<String>, Header, description = "The tool to call; required since version 2026-07-28.")),
    request_body = McpMessage,
    security(("token" = [])),
    responses(
        (status = 200, body = McpMessage),
        (status = 202, description = "Accepted; a notification has no response."),
        (status = 404, description = "Unknown method (before version 2026-07-28, the response is 200 with the same error in its body), or unknown books, with an error like those of other routes.", body = Object),
        (status = 406, description = "`Accept` must have both `application/json` and `text/event-stream`."),
        (status = 429),
    ),
)]
pub async fn answer_mcp(
    user: CurrentUser,
    request: HttpRequest,
    message: web::Json<Value>,
) -> Result<HttpResponse, ApiError> {
    // A browser sends session cookies with every page of this site; an assistant must have a token of its
    // own.
    let Some(token) = bearer(request.headers()) else {
        return Err(ApiError::unauthorized().with_header(header::WWW_AUTHENTICATE, "Bearer"));
    };
    let admitted = user.app.rate_limiter.admit(token, user.app.config.mcp_requests_per_minute, user.now());
    admitted.map_err(|wait| {
        let seconds = wait.as_millis().div_ceil(1_000);
        ApiError::new(
            StatusCode::TOO_MANY_REQUESTS,
            format!("Too many requests with this API token; try again in {seconds} seconds"),
        )
        .with_header(header::RETRY_AFTER, seconds.to_string())
    })?;
    if !http::is_message(&message) {
        return Err(ApiError::bad_request("The body is not a JSON-RPC 2.0 message"));
    }
    let fields = request.headers().iter().map(|(name, value)| (name.as_str(), value.as_bytes()));
    let server = Server::new(user.app.ledger.clone(), user.app.clock.clone(), user.id());
    let answer = http::answer(server, http::headers(fields), &message).await;
    let status = StatusCode::from_u16(answer.status).map_err(|error| ApiError::internal(&error))?;
    if answer.is_message {
        return Ok(HttpResponse::build(status).content_type("application/json").body(answer.body));
    }
    if status.is_success() {
        return Ok(HttpResponse::new(status));
    }
    Err(ApiError::new(status, String::from_utf8_lossy(&answer.body)))
}
