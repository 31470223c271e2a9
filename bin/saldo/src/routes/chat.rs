//! `POST /api/chat` — the advisor's reply, streamed.

use crate::openapi::ChatBody;
use actix_web::error::PayloadError;
use actix_web::http::StatusCode;
use actix_web::{HttpMessage, HttpRequest, HttpResponse, web};
use futures::StreamExt;
use saldo_advisor::{Conversation, Limits, Turn};
use ui_message_stream::{ChatRequest, HEADERS, Role, UiMessage};

use crate::app::App;
use crate::error::ApiError;
use crate::session::CurrentUser;
use crate::ui_stream;

/// `POST /api/chat` — streams the advisor's reply to the last message.
///
/// # Errors
/// 400 when there is no conversation in the body, or its last message asks nothing; 413 when it is too large.
#[utoipa::path(
    post, path = "/chat",
    request_body = ChatBody,
    responses(
        (
            status = 200,
            description = "The reply in the UI message stream protocol of the AI toolkit, chunk by chunk.",
            body = String,
            content_type = "text/event-stream",
            headers(("x-vercel-ai-ui-message-stream" = String, description = "`v1`")),
        ),
    ),
)]
pub async fn chat(
    app: web::Data<App>,
    user: CurrentUser,
    request: HttpRequest,
    payload: web::Payload,
) -> Result<HttpResponse, ApiError> {
    if !request.content_type().eq_ignore_ascii_case("application/json") {
        return Err(ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "The body must be application/json"));
    }
    let body = read(payload, app.config.body_bytes_max).await?;
    let request = ChatRequest::parse(&body).map_err(|error| ApiError::bad_request(error.to_string()))?;
    let turns = request.messages.iter().filter_map(turn);
    let conversation = match request.last().role {
        Role::User => Conversation::new(turns, &Limits::default())?,
        Role::Assistant | Role::System => return Err(saldo_advisor::Error::NothingAsked.into()),
    };
    let events = app.advisor.reply(user.id(), conversation);
    let body = ui_stream::body(events, app.advisor.model_name(), app.stopping.clone());
    let mut response = HttpResponse::Ok();
    for header in HEADERS {
        response.insert_header(header);
    }
    // Compression would hold back what should be seen at once.
    response.insert_header(("content-encoding", "identity"));
    Ok(response.streaming(body))
}

/// What a message says. Tool outputs and data parts are the client's claims, so that nothing of them is passed on.
fn turn(message: &UiMessage) -> Option<Turn> {
    let text = message.text();
    match message.role {
        Role::User => Some(Turn::Person(text)),
        // What the person's own client adds is the person's wish, with no more power than that.
        Role::System => (!text.is_empty()).then_some(Turn::Person(text)),
        Role::Assistant => (!text.is_empty()).then_some(Turn::Advisor(text)),
    }
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
    ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, format!("The body is larger than {bytes_max} bytes"))
}
