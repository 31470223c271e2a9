//! `POST /auth/sign-in/social`.

use actix_web::HttpResponse;
use saldo_auth::Error;
use serde_json::Value;

use super::call::Call;
use super::error::AuthError;
use super::schema::Fields;

/// `POST /auth/sign-in/social` — begins a sign-in through an identity provider.
///
/// # Errors
/// 404 when no provider of that name is configured.
pub async fn sign_in_social(call: Call) -> Result<HttpResponse, AuthError> {
    let mut fields = call.fields()?;
    read_provider(&mut fields);
    fields.optional_flag("disableRedirect");
    fields.optional_texts("scopes");
    fields.optional_text("loginHint");
    fields.finish()?;
    Err(Error::ProviderNotFound.into())
}

/// The provider's name. The auth library has its own words for a missing one.
pub fn read_provider(fields: &mut Fields) -> String {
    if let Some(Value::String(provider)) = fields.take("provider") {
        provider
    } else {
        fields.fault("provider", "Invalid input");
        String::new()
    }
}
