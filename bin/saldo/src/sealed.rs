//! The encryption of users' secrets at rest, under a key of the instance's secret.

use saldo_auth::{Sealer, Secret};
use saldo_domain::Seal;

/// Encrypts secrets under a key of the instance's secret.
pub(crate) struct SealedBy(Sealer);

impl SealedBy {
    pub(crate) fn new(secret: &Secret) -> Self {
        Self(Sealer::new(secret))
    }
}

impl Seal for SealedBy {
    fn seal(&self, owner: &str, plain: &[u8]) -> Vec<u8> {
        self.0.seal(owner, plain)
    }

    fn open(&self, owner: &str, sealed: &[u8]) -> Option<Vec<u8>> {
        self.0.open(owner, sealed)
    }
}
