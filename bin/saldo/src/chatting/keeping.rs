//! Keeping an answer while it is written: what must be kept before it is sent waits for it, text is kept beside the stream.

use std::time::Duration;

use saldo_domain::{ChatId, UserId};
use saldo_storage::ChatMessage;
use tokio::task::JoinHandle;
use tokio::time::Instant;

use crate::app::App;
use crate::error::Chain;

/// How much time of an answer a killed process may lose, as long as keeping it is quick.
const KEPT_EVERY: Duration = Duration::from_secs(1);

/// Of an answer's time, keeping its text takes at most one part in so many: with hundreds of answers at once each write waits for
/// the others, and is then done more rarely instead of all of them keeping the database busy.
const SHARE: u32 = 20;

/// Keeps one message, in order.
pub struct Keeper {
    app: App,
    user: UserId,
    chat: ChatId,
    beside: Option<JoinHandle<(bool, Duration)>>,
    due: Instant,
}

impl Keeper {
    /// Nothing is kept yet.
    #[must_use]
    pub fn new(app: App, user: UserId, chat: ChatId) -> Self {
        Self { app, user, chat, beside: None, due: Instant::now() + KEPT_EVERY }
    }

    /// Keeps the message as it is now, after all that was kept of it before; `false` when it cannot be kept.
    pub async fn keep(&mut self, message: ChatMessage) -> bool {
        if let Some(beside) = self.beside.take() {
            self.settle(beside).await;
        }
        let (is_kept, took) = put(self.app.clone(), self.user, self.chat, message).await;
        self.due = next(took);
        is_kept
    }

    /// Begins to keep the message as it is now when that is due, without waiting for it; `false` when it could not be kept before.
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
                tracing::error!(chat = %self.chat, cause = %Chain(&error), "an answer cannot be kept");
                false
            }
        }
    }
}

/// When to keep it again, after it took so long.
fn next(took: Duration) -> Instant {
    Instant::now() + KEPT_EVERY.max(took * SHARE)
}

/// A chat that was deleted meanwhile keeps nothing.
async fn put(app: App, user: UserId, chat: ChatId, message: ChatMessage) -> (bool, Duration) {
    let (began, now) = (Instant::now(), message.created_at);
    let kept = app.storage.put_chat_messages(user, chat, None, vec![message], now).await;
    let is_kept = kept.unwrap_or_else(|error| {
        tracing::error!(%chat, cause = %Chain(&error), "an answer cannot be kept");
        false
    });
    (is_kept, began.elapsed())
}
