//! What this crate asks of storage: six small ports, and no more.

use std::sync::Arc;

use saldo_storage::{ApiTokens, Credentials, Sessions, Storage, TwoSteps, Users, Verifications};

/// The storage ports of [`crate::Auth`]. Saldo's whole storage converts into it; another program brings six of its own.
#[derive(Clone)]
pub struct Ports {
    /// The people.
    pub users: Arc<dyn Users>,
    /// The ways they sign in.
    pub credentials: Arc<dyn Credentials>,
    /// Their signed-in browsers.
    pub sessions: Arc<dyn Sessions>,
    /// Values that are good for one use.
    pub verifications: Arc<dyn Verifications>,
    /// The second step of their sign-ins.
    pub two_steps: Arc<dyn TwoSteps>,
    /// The tokens of their scripts.
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
