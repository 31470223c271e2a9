//! `POST /auth/link-social`.

use actix_web::HttpResponse;
use saldo_auth::{Error, LookupOptions};

use super::call::Call;
use super::error::AuthError;
use super::sign_in_social::read_provider;

/// `POST /auth/link-social` — adds a sign-in through an identity provider to the signed-in person.
///
/// # Errors
/// 401 without a session, 404 when no provider of that name is configured.
pub async fn link_social(call: Call) -> Result<HttpResponse, AuthError> {
    let mut fields = call.fields()?;
    read_provider(&mut fields);
    fields.finish()?;
    call.signed_in(LookupOptions::CHANGE).await?;
    Err(call.refuse(Error::ProviderNotFound))
}
