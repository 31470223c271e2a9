//! `GET /auth/list-accounts`.

use actix_web::HttpResponse;
use saldo_auth::LookupOptions;
use saldo_domain::{Credential, CredentialId, Timestamp, UserId};
use serde::Serialize;
use utoipa::ToSchema;

use super::call::Call;
use super::error::AuthError;

/// A credential, which better-auth calls an account.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ListedCredential {
    id: CredentialId,
    provider_id: String,
    account_id: String,
    user_id: UserId,
    created_at: Timestamp,
    updated_at: Timestamp,
    scopes: Vec<String>,
}

impl From<Credential> for ListedCredential {
    fn from(credential: Credential) -> Self {
        Self {
            id: credential.id,
            provider_id: credential.provider,
            account_id: credential.subject,
            user_id: credential.user,
            created_at: credential.created_at,
            updated_at: credential.updated_at,
            scopes: credential.scopes,
        }
    }
}

/// `GET /auth/list-accounts` — lists the user's sign-in methods.
///
/// # Errors
/// 401 without a session.
#[utoipa::path(
    get, path = "/auth/list-accounts",
    responses((status = 200, body = Vec<ListedCredential>), (status = 401)),
)]
pub async fn list_accounts(call: Call) -> Result<HttpResponse, AuthError> {
    let asker = call.signed_in(LookupOptions::READ).await?;
    let credentials = call.auth().list_accounts(&asker).await.map_err(|error| call.refuse(error))?;
    let listed: Vec<ListedCredential> = credentials.into_iter().map(ListedCredential::from).collect();
    Ok(call.reply(listed, &[]))
}
