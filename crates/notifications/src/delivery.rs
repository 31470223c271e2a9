//! Deliveries to channels, with repeated attempts.

use std::time::Duration;

use futures::StreamExt;
use saldo_domain::{Clock, Timestamp};
use saldo_storage::{DeliveryAttempt, DueDelivery};

use crate::{Error, Message, Notifier, Result};
use crate::{digest, words};

/// The number of deliveries that are read at once.
const BATCH: u32 = 50;
/// The number of deliveries at once, so that a host that does not answer delays few others.
const AT_ONCE: usize = 8;
/// The waits before each further attempt. After the last one, a delivery has failed.
const WAITS: [Duration; 5] = [
    Duration::from_mins(1),
    Duration::from_mins(5),
    Duration::from_mins(30),
    Duration::from_hours(2),
    Duration::from_hours(6),
];

impl Notifier {
    /// Makes one attempt of each delivery that is due. Returns the number of attempts.
    ///
    /// # Errors
    /// [`Error::Storage`] if the storage fails.
    pub async fn deliver_due(&self, clock: &dyn Clock) -> Result<usize> {
        let due = self.storage.list_due_deliveries(clock.now(), BATCH).await?;
        let count = due.len();
        let attempts = due.into_iter().map(|delivery| async move {
            let attempt = self.attempt(&delivery, clock.now()).await;
            let DueDelivery { user, notification, channel, .. } = delivery;
            let recorded =
                self.storage.record_delivery(user, notification.id, channel.id, attempt, clock.now()).await;
            recorded.map_err(Error::from)
        });
        let done: Vec<Result<()>> = futures::stream::iter(attempts).buffer_unordered(AT_ONCE).collect().await;
        done.into_iter().collect::<Result<()>>()?;
        Ok(count)
    }

    async fn attempt(&self, delivery: &DueDelivery, now: Timestamp) -> DeliveryAttempt {
        let failure = match self.send(delivery, now).await {
            Ok(()) => return DeliveryAttempt::Delivered,
            Err(failure) => failure,
        };
        let is_final = match &failure {
            Error::NotSent(reason) => reason.is_final(),
            Error::Sealed => true,
            Error::NotFound
            | Error::TooManyChannels
            | Error::NoSuchChannel
            | Error::Books(_)
            | Error::Storage(_) => false,
        };
        let wait = usize::try_from(delivery.attempts).ok().and_then(|made| WAITS.get(made));
        let due_at = wait.filter(|_| !is_final).map(|wait| now.after(*wait));
        DeliveryAttempt::Failed { failure: reason(&failure), due_at }
    }

    async fn send(&self, delivery: &DueDelivery, now: Timestamp) -> Result<()> {
        let DueDelivery { user, notification, channel, .. } = delivery;
        let target = self.open(*user, channel)?;
        let facts = notification.event.facts();
        let (text, link) = (words::text(target.language, &facts), self.link(&facts.path));
        let details =
            notification.event.digest().map(|it| digest::details(target.language, &text, &link, it));
        let message = Message {
            id: Some(notification.id),
            text,
            details,
            link,
            facts: Some(facts),
            created_at: notification.created_at,
        };
        Ok(self.channel(channel.kind)?.send(*user, &target, &message, now).await?)
    }
}

/// Returns the reason of a failure, which the user sees.
fn reason(failure: &Error) -> String {
    match failure {
        Error::NotSent(reason) => reason.to_string(),
        other => other.to_string(),
    }
}
