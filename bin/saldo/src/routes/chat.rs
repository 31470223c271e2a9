//! `POST /api/chat`: the advisor's reply as a stream.

use actix_web::error::PayloadError;
use actix_web::http::StatusCode;
use actix_web::{HttpMessage, HttpRequest, HttpResponse, HttpResponseBuilder, web};
use futures::StreamExt;
use saldo_wire::described::{ChatBody, StreamedEvent};
use ui_message_stream::{ChatRequest, HEADERS};

use crate::error::ApiError;
use crate::session::CurrentUser;

/// `POST /api/chat` — streams the advisor's reply to the last message. With `id` or `threadId` both are
/// stored.
///
/// # Errors
/// 400 if the body has no conversation, or the last message asks nothing; 404 for an unknown thread or
/// approval; 409 for an approval that is answered or expired; 413 if the body is too large.
#[utoipa::path(
    post, path = "/chat",
    request_body = ChatBody,
    responses(
        (
            status = 200,
            description = "The reply in the UI message stream protocol of the AI SDK, chunk by chunk.",
            body = StreamedEvent,
            content_type = "text/event-stream",
            headers(("x-vercel-ai-ui-message-stream" = String, description = "`v1`")),
        ),
        (status = 404),
        (status = 409),
    ),
)]
pub async fn chat(
    user: CurrentUser,
    request: HttpRequest,
    payload: web::Payload,
) -> Result<HttpResponse, ApiError> {
    if !request.content_type().eq_ignore_ascii_case("application/json") {
        return Err(ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "The body must be application/json"));
    }
    let body = read(payload, user.app.config.chat.body_bytes_max).await?;
    let request = ChatRequest::parse(&body).map_err(|error| ApiError::bad_request(error.to_string()))?;
    let answer = user.app.chats.ask(user.author(), request).await?;
    Ok(response().streaming(answer.take_until(user.removed())))
}

/// Starts a response that streams an answer while it is written.
pub(super) fn response() -> HttpResponseBuilder {
    let mut response = HttpResponse::Ok();
    for header in HEADERS {
        response.insert_header(header);
    }
    response
}

async fn read(mut payload: web::Payload, bytes_max: usize) -> Result<Vec<u8>, ApiError> {
    let mut body = Vec::new();
    while let Some(piece) = payload.next().await {
        let piece = piece.map_err(|error| match error {
            PayloadError::Overflow => too_large(bytes_max),
            _ => ApiError::bad_request("The body was interrupted; send it again"),
        })?;
        if body.len() + piece.len() > bytes_max {
            return Err(too_large(bytes_max));
        }
        body.extend_from_slice(&piece);
    }
    Ok(body)
}

fn too_large(bytes_max: usize) -> ApiError {
    ApiError::new(
        StatusCode::PAYLOAD_TOO_LARGE,
        format!("The body is larger than {bytes_max} bytes; send a smaller one"),
    )
}
