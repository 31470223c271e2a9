//! Encryption at rest with XChaCha20-Poly1305, under a key that is derived from the instance's secret.

use std::fmt;

use chacha20poly1305::aead::{Aead as _, Payload};
use chacha20poly1305::{KeyInit as _, XChaCha20Poly1305, XNonce};
use rand::Rng as _;

use crate::Secret;

/// Encrypts and decrypts data for an owner. Data that was encrypted for one owner cannot be decrypted
/// for another.
#[derive(Clone)]
pub struct Sealer(XChaCha20Poly1305);

impl Sealer {
    const NONCE_LENGTH: usize = 24;

    /// Derives the key from the secret of the instance.
    #[must_use]
    pub fn new(secret: &Secret) -> Self {
        Self(XChaCha20Poly1305::new(&secret.derive("sealing at rest").into()))
    }

    /// Returns a random nonce, followed by the encrypted `plain` and its authentication tag.
    ///
    /// # Panics
    /// For a `plain` of more than 256 GiB, the limit of the cipher.
    #[must_use]
    pub fn seal(&self, owner: &str, plain: &[u8]) -> Vec<u8> {
        let mut nonce = [0; Self::NONCE_LENGTH];
        rand::rng().fill_bytes(&mut nonce);
        let payload = Payload { msg: plain, aad: owner.as_bytes() };
        let encrypted = self
            .0
            .encrypt(&XNonce::from(nonce), payload)
            .expect("the payload is far below the limit of the cipher");
        [nonce.as_slice(), &encrypted].concat()
    }

    /// Decrypts data; `None` if it was encrypted for another owner or under another secret, or if it
    /// was changed.
    #[must_use]
    pub fn open(&self, owner: &str, sealed: &[u8]) -> Option<Vec<u8>> {
        let (nonce, encrypted) = sealed.split_first_chunk::<{ Self::NONCE_LENGTH }>()?;
        let payload = Payload { msg: encrypted, aad: owner.as_bytes() };
        self.0.decrypt(&XNonce::from(*nonce), payload).ok()
    }
}

impl fmt::Debug for Sealer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Sealer(…)")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn sealer() -> Sealer {
        Sealer::new(&Secret::new("a secret"))
    }

    #[test]
    fn sealed_data_opens_only_for_its_owner_and_secret() {
        let sealed = sealer().seal("ada", b"plain");
        assert_eq!(sealer().open("ada", &sealed).as_deref(), Some(b"plain".as_slice()));
        assert_eq!(sealer().open("bob", &sealed), None);
        assert_eq!(Sealer::new(&Secret::new("another")).open("ada", &sealed), None);
        assert_eq!(sealer().open("ada", &sealed[..20]), None);
        assert!(!sealed.windows(5).any(|part| part == b"plain"));
    }

    #[test]
    fn sealing_the_same_data_twice_gives_different_bytes() {
        assert_ne!(sealer().seal("ada", b"plain"), sealer().seal("ada", b"plain"));
    }

    proptest! {
        #[test]
        fn changed_sealed_data_does_not_open(plain in proptest::collection::vec(any::<u8>(), 1..40), place in any::<usize>(), bit in 0_u8..8) {
            let mut sealed = sealer().seal("ada", &plain);
            let place = place % sealed.len();
            sealed[place] ^= 1 << bit;
            prop_assert_eq!(sealer().open("ada", &sealed), None);
        }
    }
}
