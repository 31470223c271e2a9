//! The key of an application, and the tokens that it signs.

use std::fmt;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use rustls::SignatureScheme;
use rustls::crypto::ring;
use rustls::pki_types::PrivateKeyDer;
use rustls::pki_types::pem::PemObject;
use rustls::sign::SigningKey;
use saldo_domain::Timestamp;
use serde_json::json;

use crate::provider::FeedError;

/// The seconds for which a token is valid. The provider permits a day.
const TOKEN_SECONDS: i64 = 3_600;
/// The seconds by which the clock of this server may be ahead of the provider's.
const CLOCK_SECONDS: i64 = 30;
/// The most characters of an application's id.
const ID_CHARACTERS_MAX: usize = 100;

/// The reason why a key cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum KeyError {
    /// An id with other characters than letters, digits and hyphens.
    #[error("the id of the application must be the one that the control panel shows, like a UUID")]
    InvalidId,
    /// A text that is not a private key.
    #[error("the key must be a private key in PEM, with -----BEGIN PRIVATE KEY-----")]
    InvalidKey,
    /// A key of another kind.
    #[error("the key must be an RSA key with at least 2048 bits")]
    NotRsa,
}

/// The id of an application at Enable Banking, and its private RSA key.
#[derive(Clone)]
pub struct ApplicationKey {
    id: String,
    key: Arc<dyn SigningKey>,
}

/// Hides the key.
impl fmt::Debug for ApplicationKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "ApplicationKey({})", self.id)
    }
}

impl ApplicationKey {
    /// Reads a private key in PEM, in PKCS#8 or PKCS#1.
    ///
    /// # Errors
    /// [`KeyError`] for an id or a key that cannot be used.
    pub fn new(id: &str, pem: &str) -> Result<Self, KeyError> {
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        if id.is_empty() || id.len() > ID_CHARACTERS_MAX || !id.bytes().all(is_plain) {
            return Err(KeyError::InvalidId);
        }
        let der = PrivateKeyDer::from_pem_slice(pem.as_bytes()).map_err(|_| KeyError::InvalidKey)?;
        let key = ring::sign::any_supported_type(&der).map_err(|_| KeyError::NotRsa)?;
        if key.choose_scheme(&[SignatureScheme::RSA_PKCS1_SHA256]).is_none() {
            return Err(KeyError::NotRsa);
        }
        Ok(Self { id: id.to_owned(), key })
    }

    /// Returns a token of this application (RFC 7519, `RS256` of RFC 7518).
    pub(super) fn token(&self, now: Timestamp) -> Result<String, FeedError> {
        let issued = now.as_milliseconds() / 1_000 - CLOCK_SECONDS;
        let head = json!({"typ": "JWT", "alg": "RS256", "kid": self.id});
        let claims = json!({
            "iss": "enablebanking.com",
            "aud": "api.enablebanking.com",
            "iat": issued,
            "exp": issued + TOKEN_SECONDS,
        });
        let part = |value: &serde_json::Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let signed = format!("{}.{}", part(&head), part(&claims));
        let chosen = self.key.choose_scheme(&[SignatureScheme::RSA_PKCS1_SHA256]);
        let signature = chosen.and_then(|signer| signer.sign(signed.as_bytes()).ok());
        let signature = signature.ok_or(FeedError::KeyRejected)?;
        Ok(format!("{signed}.{}", URL_SAFE_NO_PAD.encode(signature)))
    }
}
