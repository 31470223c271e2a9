//! `POST /api/chat`: the advisor's reply as a stream.

use std::sync::Arc;

use actix_web::error::PayloadError;
use actix_web::http::StatusCode;
use actix_web::{HttpMessage, HttpRequest, HttpResponse, HttpResponseBuilder, web};
use futures::StreamExt;
use saldo_advisor::Conversation;
use ui_message_stream::{ChatRequest, HEADERS, Role};

use crate::app::App;
use crate::chatting::attachments;
use crate::chatting::consent::Consent;
use crate::chatting::models;
use crate::chatting::turn::{self, Turn};
use crate::chatting::{live, pump};
use crate::error::ApiError;
use crate::openapi::{ChatBody, StreamedEvent};
use crate::session::CurrentUser;
use crate::ui_stream;

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
            description = "The reply in the UI message stream protocol of the AI toolkit, chunk by chunk.",
            body = StreamedEvent,
            content_type = "text/event-stream",
            headers(("x-vercel-ai-ui-message-stream" = String, description = "`v1`")),
        ),
        (status = 404),
        (status = 409),
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
    let body = read(payload, app.config.chat.body_bytes_max).await?;
    let request = ChatRequest::parse(&body).map_err(|error| ApiError::bad_request(error.to_string()))?;
    // A separate task, so that an action the user approved completes even if their client disconnects
    // meanwhile.
    let (services, user) = (app.clone(), user.id());
    let task = app.tasks.spawn(async move {
        let turn = turn::begin(&services, user, &request).await;
        (turn, request)
    });
    let (turn, request) = task.await.map_err(|error| ApiError::internal(&error))?;
    if let Some(Turn { answer, events }) = turn? {
        let body = live::read(Arc::clone(&answer.place.running), true, app.config.chat.grace);
        app.tasks.spawn(pump::write(app.get_ref().clone(), answer, events));
        return Ok(response().streaming(body));
    }
    let conversation = match request.last().role {
        Role::User => Conversation::new(turn::claims(&request.messages), app.advisor.limits())?,
        Role::Assistant | Role::System => return Err(saldo_advisor::Error::NothingAsked.into()),
    };
    let said = Consent::of(&request)?;
    let answerer = models::choose(&app, user, None, turn::wanted(&request), said).await?;
    let name = answerer.name.clone();
    attachments::check(&app, user, request.last()).await?;
    let files = attachments::receive(&app, user, attachments::files_of(request.last()), false).await?;
    let events = attachments::then_answer(&app, user, files, answerer, conversation);
    let events = models::counted(&app, user, name.clone(), events);
    Ok(response().streaming(ui_stream::body(events, &name, app.stopping.clone())))
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
