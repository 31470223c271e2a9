//! Places in the queue of passwords that are to be hashed.
//!
//! The total is limited, each client has a limited share, and clients that recently sent a wrong password
//! share half of the queue. An address that sends hundreds of sign-ins therefore blocks only itself.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use saldo_domain::{Timestamp, UserId};

use crate::{ClientInfo, Error, Result};

/// The time for which a wrong password counts against a client.
const FAILURE_LIFETIME: Duration = Duration::from_mins(15);
/// The maximum number of clients whose wrong passwords are remembered. Beyond it, expired records are
/// dropped; if that frees none, all are.
const FAILURES_MAX: usize = 10_000;

/// A client whose requests share places, and the time of its request.
#[derive(Debug, Clone)]
pub(crate) struct Client {
    name: String,
    now: Timestamp,
}

impl Client {
    /// The client at the address of this request.
    pub(crate) fn of_client_info(client_info: &ClientInfo, now: Timestamp) -> Self {
        Self { name: client_info.client_address.clone(), now }
    }

    /// A signed-in user, whatever the address.
    pub(crate) fn of_user(user: UserId, now: Timestamp) -> Self {
        Self { name: format!("user {user}"), now }
    }

    /// A client without an address: the command line.
    pub(crate) fn named(name: &str, now: Timestamp) -> Self {
        Self { name: name.to_owned(), now }
    }
}

/// The places of the queue.
#[derive(Debug)]
pub(crate) struct Places {
    in_all: usize,
    for_one: usize,
    for_failed: usize,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    held: HashMap<String, usize>,
    held_in_all: usize,
    held_by_failed: usize,
    failed_at: HashMap<String, Timestamp>,
}

/// A place in the queue, which is free again when this is dropped.
#[derive(Debug)]
pub(crate) struct Place {
    places: Arc<Places>,
    client: String,
    has_failed: bool,
}

impl Places {
    /// Creates `in_all` places, `at_once` of which are for hashes that are being computed. A client gets a
    /// quarter of the places, but at least one more than `at_once`, so that it can always wait.
    pub(crate) fn new(in_all: usize, at_once: usize) -> Arc<Self> {
        let for_one = (in_all / 4).max(at_once + 1).min(in_all);
        let for_failed = (in_all / 2).max(for_one);
        Arc::new(Self { in_all, for_one, for_failed, state: Mutex::default() })
    }

    /// Takes a place.
    ///
    /// # Errors
    /// [`Error::Busy`] if there is none for this client.
    pub(crate) fn take(self: &Arc<Self>, client: &Client) -> Result<Place> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let failed_at = state.failed_at.get(&client.name);
        let has_failed = failed_at.is_some_and(|failed_at| failed_at.after(FAILURE_LIFETIME) > client.now);
        let own = state.held.get(&client.name).copied().unwrap_or_default();
        let is_full = state.held_in_all >= self.in_all
            || own >= self.for_one
            || (has_failed && state.held_by_failed >= self.for_failed);
        if is_full {
            return Err(Error::Busy);
        }
        state.held.insert(client.name.clone(), own + 1);
        state.held_in_all += 1;
        state.held_by_failed += usize::from(has_failed);
        Ok(Place { places: Arc::clone(self), client: client.name.clone(), has_failed })
    }

    /// Remembers that the client sent a wrong password.
    pub(crate) fn note_failure(&self, client: &Client) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.failed_at.len() >= FAILURES_MAX {
            let remembered = client.now.before(FAILURE_LIFETIME);
            state.failed_at.retain(|_, failed_at| *failed_at > remembered);
        }
        if state.failed_at.len() >= FAILURES_MAX {
            state.failed_at.clear();
        }
        state.failed_at.insert(client.name.clone(), client.now);
    }

    #[cfg(test)]
    pub(crate) fn held(&self) -> usize {
        self.state.lock().unwrap().held_in_all
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut state = self.places.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.held_in_all -= 1;
        state.held_by_failed -= usize::from(self.has_failed);
        if let Some(own) = state.held.get_mut(&self.client) {
            *own -= 1;
            if *own == 0 {
                state.held.remove(&self.client);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp::from_milliseconds(1_000_000);

    fn client(name: &str) -> Client {
        Client::named(name, NOW)
    }

    #[test]
    fn one_client_can_use_a_quarter_of_the_slots() {
        let places = Places::new(64, 1);
        let held: Vec<Place> = (0..200).filter_map(|_| places.take(&client("flood")).ok()).collect();
        assert_eq!(held.len(), 16);
        assert!(places.take(&client("ada")).is_ok());
        drop(held);
        assert!(places.take(&client("flood")).is_ok());
        assert_eq!(places.held(), 0);
    }

    #[test]
    fn half_of_the_slots_are_reserved_for_clients_without_failures() {
        let places = Places::new(64, 1);
        let flood: Vec<Client> = (0..200).map(|number| client(&format!("bot {number}"))).collect();
        for bot in &flood {
            places.note_failure(bot);
        }
        let held: Vec<Place> = flood.iter().filter_map(|bot| places.take(bot).ok()).collect();
        assert_eq!(held.len(), 32);
        assert!(places.take(&client("ada")).is_ok());
        let later = Client::named("bot 0", NOW.after(FAILURE_LIFETIME));
        assert!(places.take(&later).is_ok(), "a failure is forgotten");
    }

    #[test]
    fn slots_and_stored_failures_are_bounded() {
        let places = Places::new(64, 1);
        let many = (0..200).filter_map(|number| places.take(&client(&number.to_string())).ok());
        assert_eq!(many.collect::<Vec<_>>().len(), 64);
        for number in 0..=FAILURES_MAX {
            places.note_failure(&client(&number.to_string()));
        }
        assert!(places.state.lock().unwrap().failed_at.len() <= FAILURES_MAX);
    }
}
