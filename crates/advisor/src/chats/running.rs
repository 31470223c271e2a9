//! Answers that this process is writing. Other clients can read along, and a new question stops the previous
//! answer.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use futures::stream;
use saldo_domain::ChatId;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use ui_message_stream::KEEP_ALIVE;

use super::ChatStream;

/// Interval of comments in a quiet stream. Proxies close connections that are quiet for longer.
const KEEP_ALIVE_EVERY: Duration = Duration::from_secs(15);

/// The answers that are being written.
#[derive(Default)]
pub(super) struct RunningAnswers {
    running: Mutex<HashMap<ChatId, Arc<RunningAnswer>>>,
}

/// An answer that is being written.
pub(super) struct RunningAnswer {
    log: Mutex<Log>,
    news: watch::Sender<()>,
    readers: AtomicUsize,
    /// True if the answer begins its message; false if it continues a message.
    pub(super) is_new: bool,
    /// Canceled when the answer is no longer wanted.
    pub(super) stop: CancellationToken,
    /// Canceled when the answer is completely stored.
    over: CancellationToken,
}

#[derive(Default)]
struct Log {
    pieces: Vec<Bytes>,
    is_over: bool,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl RunningAnswers {
    /// Returns the number of answers that are being written.
    pub(super) fn count(&self) -> usize {
        locked(&self.running).len()
    }

    /// Begins an answer in a chat, after the previous answer is stopped and stored. `is_new` is true if the
    /// answer begins its message.
    pub(super) async fn begin(self: &Arc<Self>, chat: ChatId, is_new: bool) -> Place {
        loop {
            // Repeated, because another request may begin an answer between the stop and the lock.
            self.stop(chat).await;
            let mut running = locked(&self.running);
            if let Entry::Vacant(free) = running.entry(chat) {
                let begun = Arc::clone(free.insert(Arc::new(RunningAnswer::new(is_new))));
                return Place { answers: Arc::clone(self), chat, running: begun };
            }
        }
    }

    /// Returns the answer that is being written in a chat.
    pub(super) fn find(&self, chat: ChatId) -> Option<Arc<RunningAnswer>> {
        locked(&self.running).get(&chat).map(Arc::clone)
    }

    /// Stops the answer in a chat and waits until it is stored. False if there was none.
    pub(super) async fn stop(&self, chat: ChatId) -> bool {
        let Some(running) = self.find(chat) else { return false };
        running.stop.cancel();
        running.over.cancelled().await;
        true
    }

    fn end(&self, chat: ChatId, running: &Arc<RunningAnswer>) {
        let mut all = locked(&self.running);
        if all.get(&chat).is_some_and(|known| Arc::ptr_eq(known, running)) {
            all.remove(&chat);
        }
        drop(all);
        locked(&running.log).is_over = true;
        running.over.cancel();
        running.news.send_replace(());
    }
}

/// An answer's registration in [`RunningAnswers`]. Drop it when the answer is completely stored and sent.
pub(super) struct Place {
    answers: Arc<RunningAnswers>,
    chat: ChatId,
    /// The answer.
    pub(super) running: Arc<RunningAnswer>,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.answers.end(self.chat, &self.running);
    }
}

impl RunningAnswer {
    fn new(is_new: bool) -> Self {
        Self {
            is_new,
            log: Mutex::default(),
            news: watch::Sender::new(()),
            readers: AtomicUsize::new(0),
            stop: CancellationToken::new(),
            over: CancellationToken::new(),
        }
    }

    /// Sends a piece of the answer to all readers.
    pub(super) fn send(&self, text: String) {
        if !text.is_empty() {
            locked(&self.log).pieces.push(Bytes::from(text));
            self.news.send_replace(());
        }
    }

    /// Returns the pieces from `index` on, and whether the answer is complete.
    fn since(&self, index: usize) -> (Vec<Bytes>, bool) {
        let log = locked(&self.log);
        (log.pieces[index..].to_vec(), log.is_over)
    }
}

/// Streams an answer from its beginning, with comments while nothing happens.
///
/// `asks` marks the client that asked. If `grace` is zero, the answer stops as soon as that client
/// disconnects. Otherwise it stops when `grace` has passed after the last reader disconnected and no reader
/// has come back.
pub(super) fn read(running: Arc<RunningAnswer>, asks: bool, grace: Duration) -> ChatStream {
    running.readers.fetch_add(1, Ordering::SeqCst);
    let news = running.news.subscribe();
    let reader = Reader { running, asks, grace };
    Box::pin(stream::unfold((reader, news, 0), |(reader, mut news, index)| async move {
        loop {
            news.mark_unchanged();
            let (pieces, is_over) = reader.running.since(index);
            if !pieces.is_empty() {
                let next = index + pieces.len();
                return Some((Ok(Bytes::from(pieces.concat())), (reader, news, next)));
            }
            if is_over {
                return None;
            }
            // The sender cannot be dropped meanwhile: the reader holds it.
            if tokio::time::timeout(KEEP_ALIVE_EVERY, news.changed()).await.is_err() {
                return Some((Ok(Bytes::from_static(KEEP_ALIVE.as_bytes())), (reader, news, index)));
            }
        }
    }))
}

/// A client that reads an answer.
struct Reader {
    running: Arc<RunningAnswer>,
    asks: bool,
    grace: Duration,
}

impl Drop for Reader {
    fn drop(&mut self) {
        let left = self.running.readers.fetch_sub(1, Ordering::SeqCst) - 1;
        if self.grace.is_zero() {
            if self.asks {
                self.running.stop.cancel();
            }
        } else if left == 0 && !self.running.over.is_cancelled() {
            let (running, grace) = (Arc::clone(&self.running), self.grace);
            drop(tokio::spawn(async move {
                tokio::time::sleep(grace).await;
                if running.readers.load(Ordering::SeqCst) == 0 {
                    running.stop.cancel();
                }
            }));
        }
    }
}

#[cfg(test)]
mod tests {
    use futures::StreamExt;
    use saldo_domain::Timestamp;

    use super::*;

    fn chat() -> ChatId {
        ChatId::new(Timestamp::from_milliseconds(1))
    }

    async fn text(reader: ChatStream) -> String {
        let pieces: Vec<Bytes> = reader.map(|Ok(piece)| piece).collect().await;
        String::from_utf8(pieces.concat()).unwrap()
    }

    #[tokio::test]
    async fn a_late_client_reads_from_the_beginning() {
        let (live, chat) = (Arc::new(RunningAnswers::default()), chat());
        let place = live.begin(chat, true).await;
        let running = Arc::clone(&place.running);
        running.send("a".into());
        let early = read(live.find(chat).unwrap(), true, Duration::ZERO);
        running.send("b".into());
        let late = read(live.find(chat).unwrap(), false, Duration::ZERO);
        running.send("c".into());
        drop(place);
        assert_eq!((text(early).await, text(late).await), ("abc".into(), "abc".into()));
        assert!(live.find(chat).is_none());
    }

    #[tokio::test]
    async fn only_the_asking_client_stops_the_answer_by_disconnecting() {
        let place = Arc::new(RunningAnswers::default()).begin(chat(), true).await;
        let running = Arc::clone(&place.running);
        let asker = read(Arc::clone(&running), true, Duration::ZERO);
        drop(read(Arc::clone(&running), false, Duration::ZERO));
        assert!(!running.stop.is_cancelled());
        drop(asker);
        assert!(running.stop.is_cancelled());
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_can_reconnect_within_the_grace_period() {
        let (place, grace) =
            (Arc::new(RunningAnswers::default()).begin(chat(), true).await, Duration::from_secs(5));
        let running = Arc::clone(&place.running);
        drop(read(Arc::clone(&running), true, grace));
        tokio::time::sleep(Duration::from_secs(4)).await;
        let back = read(Arc::clone(&running), false, grace);
        tokio::time::sleep(Duration::from_secs(4)).await;
        assert!(!running.stop.is_cancelled());
        drop(back);
        tokio::time::sleep(Duration::from_secs(6)).await;
        assert!(running.stop.is_cancelled());
    }
}
