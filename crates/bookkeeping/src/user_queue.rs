//! A queue per user, with a limit on the number of users at a time.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use saldo_domain::UserId;
use tokio::sync::{Mutex as Queue, OwnedMutexGuard, OwnedSemaphorePermit, Semaphore};

/// Gives each user one turn at a time, and a limited number of users a turn simultaneously. The state is in
/// this process's memory.
pub struct UserQueue {
    queues: Mutex<HashMap<UserId, Weak<Queue<()>>>>,
    places: Arc<Semaphore>,
}

/// A user's turn. It ends when this is dropped.
pub struct Turn {
    _first: OwnedMutexGuard<()>,
    _place: Option<OwnedSemaphorePermit>,
}

impl UserQueue {
    /// Creates a queue for this many users at a time.
    #[must_use]
    pub fn new(users_max: usize) -> Self {
        Self {
            queues: Mutex::default(),
            places: Arc::new(Semaphore::new(users_max.min(Semaphore::MAX_PERMITS))),
        }
    }

    /// Waits for the user's turn.
    pub async fn turn_of(&self, user: UserId) -> Turn {
        let first = self.queue_of(user).lock_owned().await;
        // The semaphore is never closed, so this always succeeds.
        let place = self.places.clone().acquire_owned().await.ok();
        Turn { _first: first, _place: place }
    }

    fn queue_of(&self, user: UserId) -> Arc<Queue<()>> {
        let mut queues = self.queues.lock().unwrap_or_else(PoisonError::into_inner);
        queues.retain(|_, queue| queue.strong_count() > 0);
        let known = queues.get(&user).and_then(Weak::upgrade);
        known.unwrap_or_else(|| {
            let queue = Arc::default();
            queues.insert(user, Arc::downgrade(&queue));
            queue
        })
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;
    use saldo_domain::{Id, Timestamp};

    use super::*;

    #[tokio::test]
    async fn turns_are_limited_to_one_per_user_and_in_total() {
        let turns = UserQueue::new(2);
        let [ann, bob, eve] = [0, 1, 2].map(|_| Id::new(Timestamp::from_milliseconds(0)));
        let first = turns.turn_of(ann).await;
        assert!(turns.turn_of(ann).now_or_never().is_none());
        let bobs = turns.turn_of(bob).now_or_never();
        assert!(bobs.is_some());
        assert!(turns.turn_of(eve).now_or_never().is_none());
        drop(first);
        assert!(turns.turn_of(eve).now_or_never().is_some());
        let again = turns.turn_of(ann).await;
        drop((bobs, again));
        assert!(turns.turn_of(bob).now_or_never().is_some());
        assert_eq!(turns.queues.lock().unwrap().len(), 1, "queues of users without requests are removed");
    }
}
