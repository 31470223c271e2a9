//! The port for encryption at rest.

/// The encryption of secrets that are stored in the database.
pub trait Seal: Send + Sync {
    /// Encrypts data for an owner.
    fn seal(&self, owner: &str, plain: &[u8]) -> Vec<u8>;

    /// Decrypts data; `None` if it was encrypted for another owner or under another secret.
    fn open(&self, owner: &str, sealed: &[u8]) -> Option<Vec<u8>>;
}
