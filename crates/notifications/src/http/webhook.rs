//! Webhooks: a signed JSON document.

use async_trait::async_trait;
use hmac::{Hmac, KeyInit as _, Mac as _};
use reqwest::header::CONTENT_TYPE;
use saldo_domain::{Facts, NotificationId, Timestamp, UserId};
use saldo_guarded_http::GuardedClient;
use serde::Serialize;
use sha2::Sha256;

use super::send;
use crate::{Channel, Message, SendError, Target};

/// The header with the time of the attempt, in seconds since 1970.
const TIMESTAMP: &str = "X-Saldo-Timestamp";
/// The header with the signature.
const SIGNATURE: &str = "X-Saldo-Signature";

/// Posts JSON documents, whose signature proves that this server sent them.
pub struct Webhook(pub GuardedClient);

/// The document.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Document<'a> {
    /// The notification; `null` in a test. It is the same in each attempt.
    id: Option<NotificationId>,
    created_at: Timestamp,
    text: &'a str,
    url: &'a str,
    event: Option<&'a Facts>,
}

#[async_trait]
impl Channel for Webhook {
    fn signs(&self) -> bool {
        true
    }

    fn check(&self, target: &Target) -> Result<String, SendError> {
        Ok(GuardedClient::check(target.address.as_ref().ok_or(SendError::InvalidAddress)?)?)
    }

    async fn send(
        &self,
        _: UserId,
        target: &Target,
        message: &Message,
        now: Timestamp,
    ) -> Result<(), SendError> {
        let address = target.address.as_ref().ok_or(SendError::InvalidAddress)?;
        let Message { id, text, link, facts, created_at, .. } = message;
        let document =
            Document { id: *id, created_at: *created_at, text, url: link.as_str(), event: facts.as_ref() };
        let body = serde_json::to_string(&document).map_err(|_| SendError::InvalidAddress)?;
        let seconds = now.as_milliseconds().div_euclid(1_000);
        let key = target.secret.as_deref().unwrap_or_default();
        let request = self.0.post(address)?;
        send(
            request
                .header(CONTENT_TYPE, "application/json")
                .header(TIMESTAMP, seconds.to_string())
                .header(SIGNATURE, signature(key, seconds, &body))
                .body(body),
        )
        .await
    }
}

/// Returns the signature of a body: HMAC-SHA256 of the time, a dot and the body, in hexadecimal. The time is
/// signed, too, so that a receiver can refuse a document that somebody recorded and sends again.
fn signature(key: &str, seconds: i64, body: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(key.as_bytes()).expect("HMAC accepts keys of any length");
    mac.update(format!("{seconds}.{body}").as_bytes());
    format!("sha256={}", hex::encode(mac.finalize().into_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_is_of_the_key_the_time_and_the_body() {
        // printf '1.{}' | openssl dgst -sha256 -hmac key
        let known = "sha256=1ba6b8171186efc613e8bcc0cbdab2748f24984d7c5a84faa2637afa0e40d224";
        assert_eq!(signature("key", 1, "{}"), known);
        assert_ne!(signature("other", 1, "{}"), known);
        assert_ne!(signature("key", 2, "{}"), known);
    }
}
