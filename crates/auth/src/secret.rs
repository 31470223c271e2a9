//! The instance's secret, which signs cookies and derives keys.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;
use subtle::ConstantTimeEq as _;

/// The instance's secret as an HMAC-SHA256 key. It is hidden in `Debug`.
#[derive(Clone)]
pub struct Secret(Hmac<Sha256>);

impl Secret {
    /// Creates the key from the secret text, which should have at least 32 random characters.
    #[must_use]
    pub fn new(text: impl AsRef<str>) -> Self {
        Self(keyed(text.as_ref()))
    }

    /// Returns the HMAC-SHA256 of `message` in base64 with padding: 44 characters.
    pub(crate) fn sign(&self, message: &str) -> String {
        STANDARD.encode(self.mac(message))
    }

    /// Returns the HMAC-SHA256 of `message` in base64url without padding.
    pub(crate) fn sign_for_url(&self, message: &str) -> String {
        URL_SAFE_NO_PAD.encode(self.mac(message))
    }

    /// Derives a key for one purpose. Signed cookie values never begin with NUL, so no signature
    /// equals a derived key.
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
    Hmac::new_from_slice(text.as_bytes()).expect("HMAC accepts keys of any length")
}

impl fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Secret(…)")
    }
}

/// Compares two texts in constant time, so that the time does not reveal the position of the first
/// difference.
pub(crate) fn equal(left: &str, right: &str) -> bool {
    left.as_bytes().ct_eq(right.as_bytes()).into()
}
