//! Stores an answer while it is written.
//!
//! The stream waits for the storage of parts that must be stored before they are sent. Text is stored in the
//! background.

use std::time::Duration;

use saldo_domain::{ChatId, UserId};
use saldo_storage::ChatMessage;
use tokio::task::JoinHandle;
use tokio::time::Instant;

use crate::app::App;
use crate::error::Chain;

/// Interval at which text is stored. A killed process loses at most this much of an answer, if storing is
/// quick.
const KEPT_EVERY: Duration = Duration::from_secs(1);

/// Storing may take one part in this many of an answer's time. With hundreds of simultaneous answers each
/// write waits for the others; the interval then grows, so that the writes do not keep the database busy.
const SHARE: u32 = 20;

/// Stores the successive states of one message, in order.
pub struct Keeper {
    app: App,
    user: UserId,
    chat: ChatId,
    beside: Option<JoinHandle<(bool, Duration)>>,
    due: Instant,
}

impl Keeper {
    /// Creates a keeper that has stored nothing yet.
    #[must_use]
    pub fn new(app: App, user: UserId, chat: ChatId) -> Self {
        Self { app, user, chat, beside: None, due: Instant::now() + KEPT_EVERY }
    }

    /// Stores the message's current state, after all earlier writes. False if it cannot be stored.
    pub async fn keep(&mut self, message: ChatMessage) -> bool {
        if let Some(beside) = self.beside.take() {
            self.settle(beside).await;
        }
        let (is_kept, took) = put(self.app.clone(), self.user, self.chat, message).await;
        self.due = next(took);
        is_kept
    }

    /// Starts storing the current state in the background if that is due. False if an earlier background
    /// write failed.
    pub async fn keep_beside(&mut self, message: impl FnOnce() -> ChatMessage + Send) -> bool {
        if let Some(beside) = self.beside.take_if(|beside| beside.is_finished())
            && !self.settle(beside).await
        {
            return false;
        }
        if self.beside.is_none() && Instant::now() >= self.due {
            let kept = put(self.app.clone(), self.user, self.chat, message());
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
                tracing::error!(chat = %self.chat, cause = %Chain(&error), "cannot store a chat answer");
                false
            }
        }
    }
}

/// Returns the time of the next write, from the duration of the last one.
fn next(took: Duration) -> Instant {
    Instant::now() + KEPT_EVERY.max(took * SHARE)
}

/// Stores the message, and returns whether that succeeded and how long it took. In a deleted chat nothing is
/// stored.
async fn put(app: App, user: UserId, chat: ChatId, message: ChatMessage) -> (bool, Duration) {
    let (began, now) = (Instant::now(), message.created_at);
    let kept = app.storage.put_chat_messages(user, chat, None, vec![message], now).await;
    let is_kept = kept.unwrap_or_else(|error| {
        tracing::error!(%chat, cause = %Chain(&error), "cannot store a chat answer");
        false
    });
    (is_kept, began.elapsed())
}
