//! Keys of requests: a write that a client repeats because its answer was lost is not performed again. The
//! client gets the stored answer instead.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use saldo_domain::{Timestamp, UserId};
use saldo_storage::{IdempotencyKeys, KeyState, Result, StoredResponse};

/// Time after which an unanswered request counts as dead. No request takes that long.
const WORK_TIME_MAX: Duration = Duration::from_mins(5);
/// Retention of stored answers.
const RETENTION: Duration = Duration::from_hours(24);

/// The keys of all users, with the answers of their requests.
pub struct RequestKeys {
    storage: Arc<dyn IdempotencyKeys>,
    at_work: RequestsInProgress,
}

/// The result of [`RequestKeys::begin`].
pub enum BegunRequest<'keys> {
    /// The request is new. The caller performs it, and then answers or releases its key.
    New(KeyedRequest<'keys>),
    /// The same request was answered with this.
    Answered(StoredResponse),
    /// The same request is still running, in this process or another one, or its process died. Which of the
    /// two is known after this many seconds.
    Running(u64),
    /// The server stopped during the same request, and its result is unknown.
    Lost,
    /// The key was used for another request.
    OtherRequest,
}

/// A new request, which has its key.
pub struct KeyedRequest<'keys> {
    storage: &'keys dyn IdempotencyKeys,
    work: Work<'keys>,
}

impl RequestKeys {
    /// Creates the service on this storage.
    #[must_use]
    pub fn new(storage: Arc<dyn IdempotencyKeys>) -> Self {
        Self { storage, at_work: RequestsInProgress::default() }
    }

    /// Takes a user's key for the request with the digest `request`, unless it is taken.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn begin(
        &self,
        user: UserId,
        key: &str,
        request: [u8; 32],
        now: Timestamp,
    ) -> Result<BegunRequest<'_>> {
        // Registered before the key is taken: a request that finds the key taken must find the registration
        // too.
        let (work, is_here) = self.at_work.begin(user, key);
        let state = self.storage.take_key(user, key, request, now.before(WORK_TIME_MAX), now).await?;
        Ok(match state {
            KeyState::New => BegunRequest::New(KeyedRequest { storage: self.storage.as_ref(), work }),
            KeyState::Answered(answer) => BegunRequest::Answered(answer),
            KeyState::AtWork(_) if is_here => BegunRequest::Running(1),
            KeyState::AtWork(begun_at) => {
                BegunRequest::Running(seconds_until(begun_at.after(WORK_TIME_MAX), now))
            }
            KeyState::Lost => BegunRequest::Lost,
            KeyState::OtherRequest => BegunRequest::OtherRequest,
        })
    }

    /// Deletes stored answers after their retention, and returns their number.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn sweep(&self, now: Timestamp) -> Result<u64> {
        self.storage.sweep_keys(now.before(RETENTION)).await
    }
}

impl KeyedRequest<'_> {
    /// Stores the answer, for the same request when it is repeated.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn answer(self, answer: StoredResponse) -> Result<()> {
        let (user, key) = &self.work.of;
        self.storage.keep_answer(*user, key, answer).await
    }

    /// Releases the key, because a repeated request may succeed.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn release(self) -> Result<()> {
        let (user, key) = &self.work.of;
        self.storage.release_key(*user, key).await
    }
}

/// The keys of the requests that this process is working on, with the number of these requests.
#[derive(Default)]
struct RequestsInProgress(Mutex<HashMap<(UserId, String), usize>>);

/// A request in progress, until this is dropped.
struct Work<'requests> {
    requests: &'requests RequestsInProgress,
    of: (UserId, String),
}

impl RequestsInProgress {
    /// Registers a request, and returns whether another one with the same key is in progress.
    fn begin(&self, user: UserId, key: &str) -> (Work<'_>, bool) {
        let of = (user, key.to_owned());
        let mut requests = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = requests.entry(of.clone()).or_default();
        *count += 1;
        let has_another = *count > 1;
        (Work { requests: self, of }, has_another)
    }
}

impl Drop for Work<'_> {
    fn drop(&mut self) {
        let mut requests = self.requests.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = requests.get_mut(&self.of) {
            *count -= 1;
            if *count == 0 {
                requests.remove(&self.of);
            }
        }
    }
}

/// Returns the whole seconds from `now` to `then`, rounded up, at least 1.
fn seconds_until(then: Timestamp, now: Timestamp) -> u64 {
    (then.as_milliseconds() - now.as_milliseconds()).max(1).unsigned_abs().div_ceil(1_000)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_books::{Books, NOW};

    const REQUEST: [u8; 32] = [7; 32];

    fn keys(books: &Books) -> RequestKeys {
        RequestKeys::new(books.keeper.storage.clone())
    }

    fn answer() -> StoredResponse {
        StoredResponse { status: 201, content_type: None, body: b"made".to_vec() }
    }

    /// The result of a request, in a word, with the seconds to wait.
    async fn begun(
        keys: &RequestKeys,
        user: UserId,
        request: [u8; 32],
        now: Timestamp,
    ) -> (&'static str, u64) {
        match keys.begin(user, "key", request, now).await.unwrap() {
            BegunRequest::New(_) => ("new", 0),
            BegunRequest::Answered(stored) => {
                assert_eq!(stored, answer());
                ("answered", 0)
            }
            BegunRequest::Running(seconds) => ("running", seconds),
            BegunRequest::Lost => ("lost", 0),
            BegunRequest::OtherRequest => ("other", 0),
        }
    }

    async fn new<'keys>(keys: &'keys RequestKeys, user: UserId, key: &str) -> KeyedRequest<'keys> {
        match keys.begin(user, key, REQUEST, NOW).await.unwrap() {
            BegunRequest::New(request) => request,
            _ => panic!("{key} is new"),
        }
    }

    #[tokio::test]
    async fn a_repeated_request_gets_the_stored_answer_for_a_day() {
        let books = Books::of(&[]).await;
        let (keys, user) = (keys(&books), books.user);
        new(&keys, user, "key").await.answer(answer()).await.unwrap();
        assert_eq!(begun(&keys, user, REQUEST, NOW).await, ("answered", 0));
        assert_eq!(begun(&keys, user, [8; 32], NOW).await, ("other", 0));
        assert_eq!(keys.sweep(NOW.after(RETENTION)).await.unwrap(), 0);
        let later = NOW.after(RETENTION + Duration::from_secs(1));
        assert_eq!(keys.sweep(later).await.unwrap(), 1);
        assert_eq!(begun(&keys, user, REQUEST, later).await, ("new", 0));
    }

    #[tokio::test]
    async fn a_released_key_is_free_again() {
        let books = Books::of(&[]).await;
        let keys = keys(&books);
        new(&keys, books.user, "key").await.release().await.unwrap();
        assert_eq!(begun(&keys, books.user, REQUEST, NOW).await, ("new", 0));
    }

    #[tokio::test]
    async fn a_request_in_progress_is_soon_over_and_one_of_a_dead_process_is_lost_after_its_time() {
        let books = Books::of(&[]).await;
        let (keys, user) = (keys(&books), books.user);
        let request = new(&keys, user, "key").await;
        assert_eq!(begun(&keys, user, REQUEST, NOW).await, ("running", 1));
        let other_process = RequestKeys::new(books.keeper.storage.clone());
        let after = |seconds| NOW.after(Duration::from_secs(seconds));
        assert_eq!(begun(&other_process, user, REQUEST, after(10)).await, ("running", 290));
        drop(request);
        assert_eq!(begun(&keys, user, REQUEST, after(299)).await, ("running", 1));
        assert_eq!(begun(&keys, user, REQUEST, after(301)).await, ("lost", 0));
        assert!(keys.at_work.0.lock().unwrap().is_empty(), "no request is registered any more");
    }
}
