//! Fetches of a server: one process at a time, under a lease in the database.

use std::sync::Arc;
use std::time::Duration;

use saldo_domain::{Chain, Clock, MailboxId, UserId};
use saldo_storage::WorkerId;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::server::MailSession;
use crate::{Error, Mailboxes, Result};

/// The name of fetching in the database.
const WORK: &str = "mailboxes";
/// The time between two looks for due mailboxes.
const LOOK_EVERY: Duration = Duration::from_secs(30);
/// The lease of a look. Each fetch has its own.
const LEASE: Duration = Duration::from_mins(30);
/// The number of mailboxes that a look fetches at most.
const BATCH: u32 = 40;
/// The number of mailboxes that are fetched at the same time: a slow server must not delay all others.
const AT_ONCE: usize = 4;

impl Mailboxes {
    /// Fetches mailboxes that are due, until the server stops.
    pub async fn run(self, worker: WorkerId, clock: Arc<dyn Clock>, stopping: CancellationToken) {
        let mut turns = tokio::time::interval(LOOK_EVERY);
        turns.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut waiting = JoinSet::new();
        loop {
            tokio::select! {
                () = stopping.cancelled() => return,
                _ = turns.tick() => {}
                // New messages were reported, or a connection ended.
                Some(_) = waiting.join_next(), if !waiting.is_empty() => {}
            }
            tokio::select! {
                // A fetch that was cut off is made again when its lease has ended.
                () = stopping.cancelled() => return,
                result = Box::pin(self.look(&worker, clock.as_ref())) => match result {
                    Ok(fetched) => self.wait_for_news(fetched, &clock, &mut waiting),
                    Err(error) => {
                        tracing::warn!(cause = %Chain(&error), "cannot fetch mailboxes; the next look tries again");
                    }
                }
            }
        }
    }

    /// Waits with each session for new messages until the next fetch, and makes the mailbox due if there are
    /// any. Looks in other processes may do so, too, which only costs a connection.
    fn wait_for_news(&self, fetched: Vec<Fetched>, clock: &Arc<dyn Clock>, waiting: &mut JoinSet<()>) {
        for Fetched { user, mailbox, session } in fetched {
            let Some(mut session) = session.filter(|_| waiting.len() < self.limits.waiting_max) else {
                continue;
            };
            let (storage, clock, patience) = (self.storage.clone(), clock.clone(), self.limits.every);
            waiting.spawn(async move {
                // A connection that ends is no failure: the mailbox is fetched when it is due.
                if session.wait(patience).await.is_ok_and(|has_news| has_news)
                    && let Err(error) = storage.hasten_mailbox(user, mailbox, clock.now()).await
                {
                    tracing::warn!(cause = %Chain(&error), "cannot fetch mailboxes; the next look tries again");
                }
            });
        }
    }

    /// Fetches the mailboxes that are due, unless another process does. Returns their number.
    ///
    /// # Errors
    /// [`Error::Storage`] if the storage fails.
    pub async fn fetch_due(&self, worker: &WorkerId, clock: &dyn Clock) -> Result<usize> {
        Ok(self.look(worker, clock).await?.len())
    }

    async fn look(&self, worker: &WorkerId, clock: &dyn Clock) -> Result<Vec<Fetched>> {
        if !self.storage.claim_work(WORK, worker, LEASE, clock.now()).await? {
            return Ok(Vec::new());
        }
        let done = self.fetch_batch(worker, clock).await;
        let now = clock.now();
        self.storage.finish_work(WORK, worker, done.is_ok(), now, now).await?;
        done
    }

    async fn fetch_batch(&self, worker: &WorkerId, clock: &dyn Clock) -> Result<Vec<Fetched>> {
        let due = self.storage.list_due_mailboxes(clock.now(), BATCH).await?;
        let (mut running, mut done, mut result) = (JoinSet::new(), Vec::new(), Ok(()));
        for (user, mailbox) in due {
            if running.len() >= AT_ONCE {
                result = ended(&mut running, &mut done).await.and(result);
            }
            self.storage.extend_work(WORK, worker, LEASE, clock.now()).await?;
            let (mailboxes, now) = (self.clone(), clock.now());
            running.spawn(async move {
                let session = match mailboxes.fetch_and_stay(user, mailbox, now).await {
                    Err(Error::Busy | Error::NotFound) => None,
                    session => session?,
                };
                Ok(Fetched { user, mailbox, session })
            });
        }
        while !running.is_empty() {
            result = ended(&mut running, &mut done).await.and(result);
        }
        result.map(|()| done)
    }
}

/// A mailbox that was fetched.
struct Fetched {
    user: UserId,
    mailbox: MailboxId,
    /// The session, if new messages can be waited for.
    session: Option<Box<dyn MailSession>>,
}

/// Waits for the end of a fetch. Dropping the set stops all of them.
async fn ended(running: &mut JoinSet<Result<Fetched>>, done: &mut Vec<Fetched>) -> Result<()> {
    match running.join_next().await {
        Some(Ok(Ok(one))) => {
            done.push(one);
            Ok(())
        }
        Some(Ok(Err(error))) => Err(error),
        Some(Err(error)) => Err(Error::Task(error)),
        None => Ok(()),
    }
}
