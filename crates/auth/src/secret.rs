//! The key that signs cookies.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;
use subtle::ConstantTimeEq as _;

/// The instance's secret, and what is done with it. Never written to logs.
#[derive(Clone)]
pub struct Secret(Hmac<Sha256>);

impl Secret {
    /// Takes the secret text; give it 32 random characters or more.
    #[must_use]
    pub fn new(text: impl AsRef<str>) -> Self {
        Self(keyed(text.as_ref()))
    }

    /// The HMAC-SHA256 of `message` in base64 with padding: 44 characters.
    pub(crate) fn sign(&self, message: &str) -> String {
        STANDARD.encode(self.mac(message))
    }

    /// The HMAC-SHA256 of `message` in the URL's base64 without padding.
    pub(crate) fn sign_for_url(&self, message: &str) -> String {
        URL_SAFE_NO_PAD.encode(self.mac(message))
    }

    /// A key for `purpose` alone. Nothing that is ever signed begins with NUL, so no signature is such a key.
    pub(crate) fn derive(&self, purpose: &str) -> [u8; 32] {
        self.mac(&format!("\0key for {purpose}"))
    }

    fn mac(&self, message: &str) -> [u8; 32] {
        let mut mac = self.0.clone();
        mac.update(message.as_bytes());
        mac.finalize().into_bytes().into()
    }
}

fn keyed(text: &str) -> Hmac<Sha256> {
    Hmac::new_from_slice(text.as_bytes()).expect("HMAC takes keys of every length")
}

impl fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Secret(…)")
    }
}

/// Compares without telling by the time it takes where the two differ.
pub(crate) fn equal(left: &str, right: &str) -> bool {
    left.as_bytes().ct_eq(right.as_bytes()).into()
}
