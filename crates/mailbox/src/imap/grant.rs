//! Access tokens of OAuth 2, obtained with a refresh token (RFC 6749, section 6).

use reqwest::Response;
use reqwest::header::CONTENT_TYPE;
use saldo_domain::MailboxSecrets;
use saldo_guarded_http::{GuardedClient, Refused, is_private_host};
use serde_json::Value;
use url::Url;
use url::form_urlencoded::Serializer;

use crate::server::{Granted, MailCredential, MailError};

/// The most bytes of an answer.
const BYTES_MAX: usize = 64 * 1024;
/// The most characters of an error code that are shown.
const CODE_CHARACTERS_MAX: usize = 60;

pub(super) async fn access_token(
    client: &GuardedClient,
    token_url: &str,
    client_id: &str,
    secrets: &MailboxSecrets,
) -> Result<Granted, MailError> {
    let url: Url = token_url.parse().map_err(|_| MailError::TokenEndpoint)?;
    let host = GuardedClient::check(&url).map_err(refused)?;
    if url.scheme() != "https" && !client.is_permitted(&host) {
        return Err(MailError::TokenEndpoint);
    }
    let request = client.post(&url).map_err(refused)?;
    let form = form(client_id, secrets);
    let request = request.header(CONTENT_TYPE, "application/x-www-form-urlencoded").body(form);
    let answer = request.send().await.map_err(|error| failed(&error))?;
    let is_success = answer.status().is_success();
    let status = answer.status().as_u16();
    let body = body(answer).await?;
    let answer: Option<Value> = serde_json::from_slice(&body).ok();
    let text = |name: &str| Some(answer.as_ref()?.get(name)?.as_str()?.to_owned());
    if !is_success {
        // A server that fails is no reason to give up the refresh token.
        if status >= 500 || status == 429 {
            return Err(MailError::Unreachable);
        }
        return Err(MailError::GrantRefused(code(text("error"), status)));
    }
    let credential = text("access_token").map(MailCredential::AccessToken).ok_or(MailError::TokenEndpoint)?;
    let refresh_token = text("refresh_token").filter(|new| !new.is_empty() && *new != secrets.login);
    Ok(Granted { credential, refresh_token: refresh_token.map(MailCredential::AccessToken) })
}

/// Returns the form of a request.
fn form(client_id: &str, secrets: &MailboxSecrets) -> String {
    let mut form = Serializer::new(String::new());
    form.append_pair("grant_type", "refresh_token");
    form.append_pair("refresh_token", &secrets.login);
    form.append_pair("client_id", client_id);
    if let Some(secret) = &secrets.client_secret {
        form.append_pair("client_secret", secret);
    }
    form.finish()
}

/// Returns the code of an error, which is the provider's text.
fn code(error: Option<String>, status: u16) -> String {
    let plain = |character: &char| character.is_ascii_alphanumeric() || "_-.".contains(*character);
    let code: String = error.unwrap_or_default().chars().filter(plain).take(CODE_CHARACTERS_MAX).collect();
    if code.is_empty() { status.to_string() } else { code }
}

async fn body(mut answer: Response) -> Result<Vec<u8>, MailError> {
    let mut body = Vec::new();
    while let Some(chunk) = answer.chunk().await.map_err(|error| failed(&error))? {
        if body.len() + chunk.len() > BYTES_MAX {
            return Err(MailError::TooLarge);
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}

fn refused(refused: Refused) -> MailError {
    match refused {
        Refused::PrivateAddress => MailError::PrivateAddress,
        _ => MailError::TokenEndpoint,
    }
}

fn failed(error: &reqwest::Error) -> MailError {
    if is_private_host(error) { MailError::PrivateAddress } else { MailError::Unreachable }
}
