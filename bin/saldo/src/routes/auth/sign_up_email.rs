//! `POST /auth/sign-up/email`.

use crate::openapi::auth_bodies::SignUpEmailRequest;
use actix_web::HttpResponse;
use saldo_auth::{NewPerson, UserRecord};
use serde::Serialize;
use utoipa::ToSchema;

use super::call::Call;
use super::error::AuthError;

#[derive(Serialize, ToSchema)]
struct SignedUp {
    token: String,
    user: UserRecord,
}

/// `POST /auth/sign-up/email` — creates a user and signs them in.
///
/// # Errors
/// 400 for an invalid field, 403 for a page of another site, 422 if the address is taken, 503 if too many
/// requests hash passwords at once.
#[utoipa::path(
    post, path = "/auth/sign-up/email",
    request_body = SignUpEmailRequest,
    responses((status = 200, body = SignedUp), (status = 422), (status = 503)),
)]
pub async fn sign_up_email(call: Call<true>) -> Result<HttpResponse, AuthError> {
    let mut fields = call.fields_of(&["object", "record"])?;
    let name = fields.text("name");
    let email = fields.email("email");
    let password = fields.filled_text("password");
    let image = fields.optional_text("image");
    // better-auth validates this field too, and ignores it.
    fields.optional_text("callbackURL");
    let remember = fields.optional_flag("rememberMe").unwrap_or(true);
    fields.finish()?;
    call.auth().origins().check_sign_in(call.origin())?;
    let person = NewPerson { email: &email, password: &password, name: &name, image: image.as_deref() };
    let welcome = call.auth().sign_up(person, call.visit(!remember)).await?;
    let signed_in = &welcome.signed_in;
    let body =
        SignedUp { token: signed_in.token.as_str().to_owned(), user: UserRecord::from(&signed_in.user) };
    Ok(call.reply(body, &welcome.cookies))
}
