//! The storage ports that this crate needs.

use std::sync::Arc;

use saldo_storage::{ApiTokens, Credentials, Sessions, Storage, TwoSteps, Users, Verifications};

/// The storage ports of [`crate::Auth`]. They can be created from Saldo's storage; another program can
/// implement the six traits itself.
#[derive(Clone)]
pub struct Ports {
    /// The users.
    pub users: Arc<dyn Users>,
    /// The sign-in methods of the users.
    pub credentials: Arc<dyn Credentials>,
    /// The sessions of the users.
    pub sessions: Arc<dyn Sessions>,
    /// Single-use values with an expiry, such as mailed tokens.
    pub verifications: Arc<dyn Verifications>,
    /// The second factors of the users.
    pub two_steps: Arc<dyn TwoSteps>,
    /// The API tokens of the users.
    pub api_tokens: Arc<dyn ApiTokens>,
}

impl From<Arc<dyn Storage>> for Ports {
    fn from(storage: Arc<dyn Storage>) -> Self {
        Self {
            users: storage.clone(),
            credentials: storage.clone(),
            sessions: storage.clone(),
            verifications: storage.clone(),
            two_steps: storage.clone(),
            api_tokens: storage,
        }
    }
}
