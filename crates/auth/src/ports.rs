//! What this crate asks of storage: four small ports, and no more.

use std::sync::Arc;

use saldo_storage::{Credentials, Sessions, Storage, Users, Verifications};

/// The storage ports of [`crate::Auth`]. Saldo's whole storage converts into it; another program brings four of its own.
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
}

impl From<Arc<dyn Storage>> for Ports {
    fn from(storage: Arc<dyn Storage>) -> Self {
        let (users, credentials) = (Arc::clone(&storage), Arc::clone(&storage));
        let (sessions, verifications) = (Arc::clone(&storage), storage);
        Self { users, credentials, sessions, verifications }
    }
}
