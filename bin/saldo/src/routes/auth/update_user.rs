//! `POST /auth/update-user`.

use crate::openapi::auth_bodies::{Done, UpdateUserRequest};
use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use saldo_auth::LookupOptions;
use serde_json::json;

use super::call::Call;
use super::error::AuthError;

/// `POST /auth/update-user` — changes the user's name or picture.
///
/// # Errors
/// 400 if there is nothing to change or the body has an `email`, 401 without a session.
#[utoipa::path(
    post, path = "/auth/update-user",
    request_body = UpdateUserRequest,
    responses((status = 200, body = Done), (status = 401)),
)]
pub async fn update_user(call: Call) -> Result<HttpResponse, AuthError> {
    let mut fields = call.fields_of(&["record"])?;
    let email = fields.take("email");
    let image = fields.nullable_text("image");
    let name = fields.optional_text("name");
    fields.finish()?;
    let asker = call.signed_in(LookupOptions::CHANGE).await?;
    if email.is_some() {
        let code = "EMAIL_CAN_NOT_BE_UPDATED";
        return Err(call.refuse(AuthError::new(StatusCode::BAD_REQUEST, code, "Email can not be updated")));
    }
    let visit = call.visit(false);
    let updated = call.auth().update_user(&asker, name, image, &visit).await;
    let cookies = updated.map_err(|error| call.refuse(error))?;
    Ok(call.reply(json!({ "status": true }), &cookies))
}
