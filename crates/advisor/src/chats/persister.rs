//! Stores an answer while it is written.
//!
//! The stream waits for the storage of parts that must be stored before they are sent. Text is stored in the
//! background.

use std::sync::Arc;
use std::time::Duration;

use saldo_domain::{ChatId, UserId};
use saldo_storage::{ChatMessage, Storage};
use tokio::task::JoinHandle;
use tokio::time::Instant;

/// Interval at which text is stored. If writes are fast, a killed process loses at most the text of one
/// interval, or of one and a half at the beginning of an answer.
const STORE_INTERVAL: Duration = Duration::from_secs(1);

/// Factor by which the interval exceeds the duration of a write, so that writes take at most a twentieth of
/// an answer's time. With hundreds of simultaneous answers, writes wait for each other; the interval then
/// grows, and the database stays available.
const SHARE: u32 = 20;

/// Stores the successive states of one message, in order.
pub(super) struct Persister {
    storage: Arc<dyn Storage>,
    user: UserId,
    chat: ChatId,
    beside: Option<JoinHandle<(bool, Duration)>>,
    due: Instant,
}

impl Persister {
    /// Creates a persister that has stored nothing yet.
    pub(super) fn new(storage: Arc<dyn Storage>, user: UserId, chat: ChatId) -> Self {
        Self { storage, user, chat, beside: None, due: Instant::now() + until_first(chat) }
    }

    /// Stores the message's current state, after all earlier writes. False if it cannot be stored.
    pub(super) async fn keep(&mut self, message: ChatMessage) -> bool {
        if let Some(beside) = self.beside.take() {
            self.settle(beside).await;
        }
        let (is_kept, took) = put(self.storage.clone(), self.user, self.chat, message).await;
        self.due = next(took);
        is_kept
    }

    /// Starts storing the current state in the background if that is due. False if an earlier background
    /// write failed.
    pub(super) async fn store_in_background(&mut self, message: impl FnOnce() -> ChatMessage + Send) -> bool {
        if let Some(beside) = self.beside.take_if(|beside| beside.is_finished())
            && !self.settle(beside).await
        {
            return false;
        }
        if self.beside.is_none() && Instant::now() >= self.due {
            let kept = put(self.storage.clone(), self.user, self.chat, message());
            self.beside = Some(tokio::spawn(kept));
        }
        true
    }

    async fn settle(&mut self, beside: JoinHandle<(bool, Duration)>) -> bool {
        match beside.await {
            Ok((is_kept, took)) => {
                self.due = next(took);
                is_kept
            }
            Err(error) => {
                let cause = &error as &dyn std::error::Error;
                tracing::error!(chat = %self.chat, cause, "cannot store a chat answer");
                false
            }
        }
    }
}

/// Returns the time until the first write: a half to one and a half times [`STORE_INTERVAL`], chosen by
/// random bits of the chat's id. Otherwise hundreds of answers that begin together would all be stored at the
/// same moments, and their streams would wait.
fn until_first(chat: ChatId) -> Duration {
    let spread = u32::from(chat.as_uuid().as_bytes()[15]);
    STORE_INTERVAL / 2 + STORE_INTERVAL * spread / 256
}

/// Returns the time of the next write, from the duration of the last one.
fn next(took: Duration) -> Instant {
    Instant::now() + STORE_INTERVAL.max(took * SHARE)
}

/// Stores the message, and returns whether that succeeded and how long it took. In a deleted chat nothing is
/// stored.
async fn put(
    storage: Arc<dyn Storage>,
    user: UserId,
    chat: ChatId,
    message: ChatMessage,
) -> (bool, Duration) {
    let (began, now) = (Instant::now(), message.created_at);
    let kept = storage.put_chat_messages(user, chat, None, vec![message], now).await;
    let is_kept = kept.unwrap_or_else(|error| {
        let cause = &error as &dyn std::error::Error;
        tracing::error!(%chat, cause, "cannot store a chat answer");
        false
    });
    (is_kept, began.elapsed())
}
